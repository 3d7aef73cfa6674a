// ros.c: ROS maps: a YAML file names an image and how to read it.
//
// In ROS y points up from the origin, the bottom-left corner; in a grid y points down from the top-left
// corner. So a ROS position (x, y) is (x, -y) in the grid, before the yaw, which a grid does not have.
#include "core/text.h"
#include "formats/formats.h"
#include "formats/grid_header.h"
#include "formats/ros_yaml.h"
#include "rules/rule.h"

#include <string.h>

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '"' || c == '\'';
}

// A YAML mapping: the first line with content starts with "word:", followed by a blank or nothing.
static bool is_ros(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size);
    wimp_span line, word;
    wimp_header_line header;
    while (wimp_text_line(&text, &line)) {
        if (wimp_header_line_read(line, &header)) return false; // of a text grid: no key of ours is in it
        if (!wimp_span_word(&line, &word) || word.at[0] == '#' || word.at[0] == '%' ||
            wimp_span_equals(word, "---"))
            continue;
        size_t i = 0;
        while (i < word.size && is_word(word.at[i])) i++;
        return i > 0 && i + 1 == word.size && word.at[i] == ':';
    }
    return false;
}

// Too large for the stack.
typedef struct workspace {
    wimp_ros_yaml yaml;
    wend_import_info info; // of the image
} workspace;

static wend_result read_image(wimp_job* job, workspace* w) {
    const wend_import_def* def = job->def;
    const wimp_ros_yaml* yaml = &w->yaml;
    wend_import_def image_def = *def;
    image_def.rule = WEND_RULE_ROS;
    image_def.ros_mode = yaml->mode;
    image_def.negate = yaml->negate != def->negate;
    image_def.occupied_thresh = yaml->occupied_thresh;
    image_def.free_thresh = yaml->free_thresh;
    image_def.resolution = (float)yaml->resolution;
    image_def.origin = (wend_vec2){(float)yaml->origin[0], (float)yaml->origin[1]};
    wimp_job image = {
        .def = &image_def, .info = &w->info, .origin_is_bottom = true, .is_layer = job->is_layer};
    wend_result result = wimp_named_import(job, yaml->image_place, yaml->image, &image);
    if (result != WEND_OK) return result;
    w->info.ros = (wend_ros_map){.resolution = yaml->resolution,
                                 .occupied_thresh = yaml->occupied_thresh,
                                 .free_thresh = yaml->free_thresh,
                                 .negate = image_def.negate,
                                 .mode = yaml->mode,
                                 .rows = w->info.height,
                                 .tile_pixels = (int32_t)image_def.downscale};
    memcpy(w->info.ros.origin, yaml->origin, sizeof yaml->origin);
    w->info.source_hash = job->info->source_hash;
    memcpy(w->info.format, job->info->format, sizeof w->info.format);
    memcpy(w->info.warning, job->info->warning, sizeof w->info.warning);
    *job->info = w->info;
    job->grid = image.grid;
    return WEND_OK;
}

// What the YAML defines, or what only other formats have.
static wend_result refuse_settings(const wimp_job* job) {
    const wend_import_def *def = job->def, usual = wend_default_import_def();
    const char* setting = def->ros_mode != usual.ros_mode                 ? "ros_mode"
                          : def->occupied_thresh != usual.occupied_thresh ? "occupied_thresh"
                          : def->free_thresh != usual.free_thresh         ? "free_thresh"
                          : def->resolution != usual.resolution           ? "resolution"
                          : def->origin.x != usual.origin.x || def->origin.y != usual.origin.y ? "origin"
                          : def->cheapest != usual.cheapest || def->costliest != usual.costliest
                              ? "cheapest or costliest"
                          : def->legend                             ? "legend"
                          : def->height_scale != usual.height_scale ? "height_scale"
                          : def->max_climb != usual.max_climb       ? "max_climb"
                          : def->sea_level != usual.sea_level       ? "sea_level"
                          : def->swamp_cost != usual.swamp_cost     ? "swamp_cost"
                          : def->water_cost != usual.water_cost     ? "water_cost"
                          : def->letters                            ? "letters"
                          : def->fill_short                         ? "fill_short"
                          : def->cost_property                      ? "cost_property"
                          : def->collision                          ? "collision"
                                                                    : NULL;
    if (!setting) return wimp_rule_refuse_settings(job, "a ROS map", true);
    return wimp_job_fail(job, WEND_ERROR_ARGUMENT, "is a ROS map; %s would have no effect on it", setting);
}

static wend_result read_ros(wimp_job* job) {
    if (job->depth > 1) return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "is a ROS map; expected an image");
    // the settings of a layer are those of its own line; of a base, they may be of the whole map
    wend_result result =
        job->depth == 0 ? refuse_settings(job) : wimp_rule_refuse_settings(job, "a ROS map", true);
    if (result != WEND_OK) return result;
    workspace* w = wimp_job_get(job, sizeof *w);
    if (!w) return WEND_ERROR_MEMORY;
    result = wimp_ros_yaml_read(job, &w->yaml);
    return result == WEND_OK ? read_image(job, w) : result;
}

const wimp_format wimp_format_ros = {
    "ros", "ROS map: the YAML of map_server, which names an image", is_ros, read_ros, false, true};
