// ros.c: a ROS map: a YAML that names an image and says how to read it.
//
// ROS counts y upwards from the bottom-left corner, origin; a grid counts downwards from the top-left one. So
// a ROS position (x, y) is the grid's (x, -y).
#include "formats.h"
#include "ros_yaml.h"
#include "rule.h"
#include "text.h"

#include <string.h>

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '-' || c == '"' || c == '\'';
}

// The first line that says anything is "word:" with a blank or nothing behind.
bool wendi_is_ros(const uint8_t* bytes, size_t size) {
    wendi_text text = wendi_text_of(bytes, size);
    wendi_span line, word;
    while (wendi_text_line(&text, &line)) {
        if (!wendi_span_word(&line, &word) || word.at[0] == '#' || word.at[0] == '%' ||
            wendi_span_equals(word, "---"))
            continue;
        size_t i = 0;
        while (i < word.size && is_word(word.at[i])) i++;
        return i > 0 && i + 1 == word.size && word.at[i] == ':';
    }
    return false;
}

// Too large for the stack.
typedef struct workspace {
    wendi_ros_yaml yaml;
    wend_import_info info; // of the image
} workspace;

static wend_result read_image(wendi_job* job, workspace* w) {
    const wend_import_def* def = job->def;
    const wendi_ros_yaml* yaml = &w->yaml;
    wend_import_def image_def = *def;
    image_def.rule = WEND_RULE_ROS;
    image_def.ros_mode = yaml->mode;
    image_def.negate = yaml->negate != def->negate;
    image_def.occupied_thresh = yaml->occupied_thresh;
    image_def.free_thresh = yaml->free_thresh;
    image_def.resolution = (float)yaml->resolution;
    image_def.origin = (wend_vec2){(float)yaml->origin[0], (float)yaml->origin[1]};
    wendi_job image = {
        .def = &image_def, .info = &w->info, .origin_is_bottom = true, .is_layer = job->is_layer};
    wend_result result = wendi_named_import(job, yaml->image_place, yaml->image, &image);
    if (result != WEND_OK) return result;
    if (yaml->origin[2] != 0)
        wendi_job_warn(job,
                       "line %d, column %d: the origin's yaw of %g is not applied: the map stays upright",
                       yaml->origin_place.line, yaml->origin_place.column, yaml->origin[2]);
    w->info.source_hash = job->info->source_hash;
    memcpy(w->info.format, job->info->format, sizeof w->info.format);
    memcpy(w->info.warning, job->info->warning, sizeof w->info.warning);
    *job->info = w->info;
    job->grid = image.grid;
    return WEND_OK;
}

wend_result wendi_read_ros(wendi_job* job) {
    if (job->depth > 1) return wendi_job_fail(job, WEND_ERROR_UNSUPPORTED, "is a ROS map; expected an image");
    wend_result result = wendi_rule_refuse_settings(job, "a ROS map", true);
    if (result != WEND_OK) return result;
    workspace* w = wendi_import_zeroed(job->def->allocator, sizeof *w);
    if (!w) return wendi_job_out_of_memory(job, sizeof *w);
    result = wendi_ros_yaml_read(job, &w->yaml);
    if (result == WEND_OK) result = read_image(job, w);
    wendi_import_free(job->def->allocator, w, sizeof *w);
    return result;
}
