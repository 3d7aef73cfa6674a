// import_choice.c: how shall an image become costs?
#include "document/import_choice.h"
#include "gdal_program.h"
#include <stdint.h>
#include <string.h>

import_choice import_choice_default(bool negate, float blocked_below) {
    import_choice c = {.def = wend_default_import_def()};
    c.def.negate = negate;
    if (blocked_below >= 0) c.def.blocked_below = blocked_below;
    c.def.gdal = gdal_program();
    c.def.height_scale = 100; // has no default, so this is the first proposal
    return c;
}

void import_choice_take_raster(import_choice* c) {
    if (c->is_raster) return;
    c->is_raster = true;
    c->def.height_scale = wend_default_import_def().height_scale; // a raster knows its unit
}

#define LEGEND "shown" // its name in messages: "not in the legend shown"

// The legend comes from the choice. An image names no other files.
static wend_result open_file(void* context, const char* name, wend_source* out) {
    const import_choice* c = context;
    if (strcmp(name, LEGEND) != 0) return WEND_ERROR_IO;
    return legend_source(&c->legend, out) ? WEND_OK : WEND_ERROR_MEMORY;
}

wend_import_def import_choice_def(const import_choice* c) {
    wend_import_def def = c->def;
    // The proposal is for this rule only: other formats refuse settings without effect.
    if (!import_choice_has_heights(c)) def.height_scale = wend_default_import_def().height_scale;
    if (def.rule == WEND_RULE_SLOPE && c->slope[0] != '\0') def.slope = c->slope;
    if (c->collision[0] != '\0') def.collision = c->collision;
    if (c->cost_property[0] != '\0') def.cost_property = c->cost_property;
    if (c->tile_legend[0] != '\0') def.legend = c->tile_legend;
    if (def.rule != WEND_RULE_PALETTE || c->legend.table.count == 0) return def;
    def.legend = LEGEND;
    def.open = open_file;
    def.open_context = (void*)(uintptr_t)c; // which is only read
    return def;
}

float import_choice_threshold(const import_choice* c) {
    const wend_import_def* def = &c->def;
    switch (def->rule) {
    case WEND_RULE_ROS: // p counts from white to black
        return def->ros_mode == WEND_ROS_RAW ? -1 : (float)(1 - def->occupied_thresh);
    case WEND_RULE_HEIGHT:
    case WEND_RULE_TOBLER:
    case WEND_RULE_SLOPE:
        return !c->is_raster && def->sea_level >= 0 && def->height_scale > 0
                   ? def->sea_level / def->height_scale
                   : -1;
    case WEND_RULE_PALETTE:
        return -1;
    case WEND_RULE_LINEAR:
    case WEND_RULE_INVERSE:
        return def->blocked_below >= 0 ? def->blocked_below : 0;
    default:
        return def->blocked_below >= 0 ? def->blocked_below : 0.85f;
    }
}

void import_choice_set_threshold(import_choice* c, float threshold) {
    wend_import_def* def = &c->def;
    if (import_choice_threshold(c) < 0) return;
    if (def->rule == WEND_RULE_ROS) {
        def->occupied_thresh = 1 - (double)threshold;
        if (def->free_thresh > def->occupied_thresh) def->free_thresh = def->occupied_thresh;
    } else if (import_choice_has_heights(c)) {
        def->sea_level = threshold * def->height_scale;
    } else {
        def->blocked_below = threshold;
    }
}

const char* import_choice_rule_name(int index) {
    const int rule = index < WEND_RULE_COST ? index : index + 1;
    return rule < WEND_RULE_COUNT ? wend_image_rule_name((wend_image_rule)rule) : NULL;
}

int import_choice_rule_index(wend_image_rule rule) {
    return (int)rule - (rule > WEND_RULE_COST);
}

const char* import_choice_channel_name(int index) {
    return index < WEND_CHANNEL_COUNT ? wend_channel_name((wend_channel)index) : NULL;
}

const char* import_choice_ros_mode_name(int index) {
    return index < WEND_ROS_MODE_COUNT ? wend_ros_mode_name((wend_ros_mode)index) : NULL;
}

const char* import_choice_downscale_name(int index) {
    return index < WEND_DOWNSCALE_COUNT ? wend_downscale_name((wend_downscale_by)index) : NULL;
}

enum { SLOPE_TABLE = 9 };

const char* import_choice_slope_name(int index) {
    static const char* const names[] = {"tobler",
                                        "tobler-offpath",
                                        "naismith",
                                        "naismith-langmuir",
                                        "irmischer-clarke",
                                        "irmischer-clarke-offpath",
                                        "minetti",
                                        "rwalk",
                                        "wheelchair",
                                        [SLOPE_TABLE] = "table.csv",
                                        NULL};
    return names[index];
}

int import_choice_slope_index(const import_choice* c) {
    const size_t length = strcspn(c->slope, ":"); // numbers follow
    for (int i = 0; i < SLOPE_TABLE; i++) {
        const char* name = import_choice_slope_name(i);
        if (strlen(name) == length && strncmp(c->slope, name, length) == 0) return i;
    }
    return c->slope[0] == '\0' ? 0 : SLOPE_TABLE;
}

bool import_choice_has_heights(const import_choice* c) {
    return c->def.rule == WEND_RULE_HEIGHT || c->def.rule == WEND_RULE_TOBLER ||
           c->def.rule == WEND_RULE_SLOPE;
}

bool import_choice_has_channel(const import_choice* c) {
    wend_image_rule rule = c->def.rule;
    return rule != WEND_RULE_LUMA && rule != WEND_RULE_ROS && rule != WEND_RULE_PALETTE;
}
