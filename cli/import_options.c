// import_options.c: which options control how a map is read?
#include "import_options.h"
#include "classes.h"
#include "gdal_program.h"
#include "tile_set.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char* const import_rule_names[] = {"brightness", "luma",   "linear", "inverse", "threshold", "ros",
                                         "palette",    "height", "tobler", "cost",    "slope",     NULL};
_Static_assert(sizeof import_rule_names / sizeof import_rule_names[0] == WEND_RULE_COUNT + 1, "each named");
const char* const import_channel_names[] = {"max", "luma", "mean", "red", "green", "blue", "alpha", NULL};
_Static_assert(sizeof import_channel_names / sizeof import_channel_names[0] == WEND_CHANNEL_COUNT + 1,
               "each named");
const char* const import_ros_mode_names[] = {"trinary", "scale", "raw", NULL};
_Static_assert(sizeof import_ros_mode_names / sizeof import_ros_mode_names[0] == WEND_ROS_MODE_COUNT + 1,
               "each named");
const char* const import_downscale_names[] = {"costliest", "cheapest", "auto", "overview", NULL};
_Static_assert(sizeof import_downscale_names / sizeof import_downscale_names[0] == WEND_DOWNSCALE_COUNT + 1,
               "each named");

import_options import_default_options(void) {
    const wend_import_def def = wend_default_import_def();
    return (import_options){.def = def,
                            .rule = -1,
                            .ros_mode = -1,
                            .occupied_thresh = NAN,
                            .free_thresh = NAN,
                            .max_climb = NAN,
                            .resolution = NAN,
                            .cost_range = {false, (double)def.cheapest, (double)def.costliest}};
}

static bool is_cost(double cost) {
    return cost >= (double)WEND_MIN_CLASS_COST && cost <= (double)WEND_MAX_CLASS_COST;
}

// --palette implies its rule.
static wend_image_rule rule_of(const import_options* o) {
    if (o->rule >= 0) return (wend_image_rule)o->rule;
    return o->def.legend != NULL ? WEND_RULE_PALETTE : WEND_RULE_BRIGHTNESS;
}

// The importers check the definition, too; these messages name the options.
int import_options_check(import_options* o) {
    const wend_import_def* d = &o->def;
    const wend_image_rule which = rule_of(o);
    const char* rule = import_rule_names[which];
    const bool by_step = which == WEND_RULE_SLOPE || which == WEND_RULE_TOBLER,
               by_slope = which == WEND_RULE_HEIGHT || by_step;
    const bool by_brightness =
        which != WEND_RULE_ROS && which != WEND_RULE_PALETTE && which != WEND_RULE_COST && !by_slope;
    if (d->legend == NULL && which == WEND_RULE_PALETTE)
        return command_fail(CLI_USAGE, "--rule palette needs --palette FILE; wend legend makes one");
    if (d->legend != NULL && which != WEND_RULE_PALETTE)
        return command_fail(CLI_USAGE, "--palette is for --rule palette, not for %s", rule);
    if (d->height_scale > 0 && !by_slope)
        return command_fail(CLI_USAGE, "--height-scale is for --rule height, slope and tobler, not for %s",
                            rule);
    if (d->sea_level >= 0 && !by_slope)
        return command_fail(CLI_USAGE, "--sea-level is for --rule height, slope and tobler, not for %s",
                            rule);
    if (d->slope != NULL && which != WEND_RULE_SLOPE)
        return command_fail(CLI_USAGE, "--slope is for --rule slope, not for %s", rule);
    if (!isinf(d->max_step_drop) && !by_step)
        return command_fail(CLI_USAGE, "--max-drop is for --rule slope and tobler, not for %s", rule);
    if (d->jump_down > 0 && !(d->max_step_drop < d->jump_down)) // also without --max-drop
        return command_fail(CLI_USAGE, "--jump-down %g needs a smaller --max-drop, which closes steps",
                            (double)d->jump_down);
    if (d->deck != NULL && !by_step)
        return command_fail(CLI_USAGE, "--deck is for --rule slope and tobler, not for %s", rule);
    if (d->cost_scale != 1 && which != WEND_RULE_COST)
        return command_fail(CLI_USAGE, "--cost-scale is for --rule cost, not for %s", rule);
    if (d->negate && which == WEND_RULE_COST)
        return command_fail(CLI_USAGE, "--rule cost cannot be used with --negate");
    if (o->window != NULL && !tile_area_parse(o->window, &o->def.window))
        return command_fail(
            CLI_USAGE,
            "--window expects X,Y,W,H, whole numbers, X and Y at least 0, W and H at least 1, got '%s'",
            o->window);
    if (o->value_range.given && !by_brightness)
        return command_fail(CLI_USAGE, "--rule %s cannot be used with --value-range", rule);
    if (o->value_range.given && o->value_range.x == o->value_range.y)
        return command_fail(CLI_USAGE, "--value-range expects two different numbers");
    if (o->cost_range.given && which != WEND_RULE_LINEAR && which != WEND_RULE_HEIGHT)
        return command_fail(CLI_USAGE, "--cost-range is for --rule linear and height, not for %s", rule);
    if (d->blocked_below >= 0 && !by_brightness)
        return command_fail(CLI_USAGE, "--rule %s cannot be used with --blocked-below", rule);
    if (d->channel != WEND_CHANNEL_MAX && (which == WEND_RULE_LUMA || (!by_brightness && !by_slope)))
        return command_fail(CLI_USAGE, "--rule %s cannot be used with --channel", rule);
    if (d->lane_costs != NULL && d->lanes == NULL)
        return command_fail(CLI_USAGE, "--lane-costs needs --lanes IMAGE");
    if (d->lanes != NULL && d->thin_walls)
        return command_fail(CLI_USAGE, "--thin-walls and --lanes do not go together");
    if (d->thin_walls && d->downscale > 1)
        return command_fail(CLI_USAGE, "--thin-walls and --downscale do not go together");
    const double costs[] = {o->cost_range.x, o->cost_range.y};
    for (int i = 0; i < 2; i++)
        if (!is_cost(costs[i]))
            return command_fail(CLI_USAGE, "--cost-range expects costs in %g..%g, got %g",
                                (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, costs[i]);
    const wend_import_def def = import_options_def(o);
    if (def.free_thresh > def.occupied_thresh)
        return command_fail(CLI_USAGE, "--free-thresh %g is above --occupied-thresh %g", def.free_thresh,
                            def.occupied_thresh);
    return CLI_OK;
}

wend_import_def import_options_def(const import_options* o) {
    wend_import_def def = o->def;
    def.rule = rule_of(o);
    def.cheapest = (float)o->cost_range.x;
    def.costliest = (float)o->cost_range.y;
    if (o->ros_mode >= 0) def.ros_mode = (wend_ros_mode)o->ros_mode;
    if (!isnan(o->occupied_thresh)) def.occupied_thresh = o->occupied_thresh;
    if (!isnan(o->free_thresh)) def.free_thresh = o->free_thresh;
    if (!isnan(o->max_climb))
        *(def.rule == WEND_RULE_HEIGHT ? &def.max_climb : &def.max_step_climb) = (float)o->max_climb;
    def.gdal = gdal_program();
    if (o->value_range.given) {
        def.darkest_value = (float)o->value_range.x;
        def.brightest_value = (float)o->value_range.y;
    }
    if (!isnan(o->resolution)) def.resolution = (float)o->resolution;
    def.origin = (wend_vec2){(float)o->origin.x, (float)o->origin.y};
    return def;
}

// Options that mean nothing to a map of this format.
static void warn_of_idle(const import_options* o, const char* file, const wend_import_info* source) {
    const wend_import_def usual = wend_default_import_def(), *d = &o->def;
    const char* format = source->format;
    const bool is_tiled = strcmp(format, "tiled") == 0, is_movingai = strcmp(format, "movingai") == 0,
               is_textgrid = strcmp(format, "textgrid") == 0, is_wesnoth = strcmp(format, "wesnoth") == 0,
               has_pixels = !is_movingai && !is_textgrid && !is_wesnoth && strcmp(format, "csv") != 0;
    const wend_image_rule rule = rule_of(o);
    const bool is_ros = strcmp(format, "ros") == 0 || (has_pixels && rule == WEND_RULE_ROS),
               by_slope = has_pixels &&
                          (rule == WEND_RULE_HEIGHT || rule == WEND_RULE_TOBLER || rule == WEND_RULE_SLOPE);
    const struct {
        bool given, counts;
        const char* name;
    } options[] = {
        {o->rule >= 0, has_pixels, "--rule"},
        {d->legend != NULL, has_pixels, "--palette"},
        {d->blocked_below >= 0, has_pixels, "--blocked-below"},
        {d->negate, has_pixels, "--negate"},
        {d->channel != usual.channel, has_pixels, "--channel"},
        {!isnan(o->max_climb), by_slope, "--max-climb"},
        {d->slope != NULL || !isinf(d->max_step_drop), by_slope, "--slope or --max-drop"},
        {o->ros_mode >= 0, is_ros, "--ros-mode"},
        {!isnan(o->occupied_thresh), is_ros, "--occupied-thresh"},
        {!isnan(o->free_thresh), is_ros, "--free-thresh"},
        {d->unknown_cost != usual.unknown_cost, is_ros || is_tiled, "--unknown-cost"},
        {d->letters != NULL, is_textgrid || is_wesnoth, "--letters"},
        {d->fill_short, is_textgrid, "--fill-short"},
        {d->swamp_cost != usual.swamp_cost, is_movingai, "--swamp-cost"},
        {d->water_cost != usual.water_cost, is_movingai || by_slope, "--water-cost"},
        {d->cost_property != NULL, is_tiled, "--cost-property"},
        {d->collision != NULL, is_tiled, "--collision"},
    };
    if (strcmp(format, "recipe") == 0) return; // its layers may be of any format
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (options[i].given && !options[i].counts)
            cli_warn("%s: %s has no effect on a map of the format %s%s", file, options[i].name, format,
                     has_pixels && !is_tiled ? " under this rule" : "");
}

int import_options_check_source(const import_options* o, const char* file, const wend_import_info* source) {
    const struct {
        bool given;
        const char* name;
    } of_yaml[] = {{o->ros_mode >= 0, "--ros-mode"},
                   {!isnan(o->occupied_thresh), "--occupied-thresh"},
                   {!isnan(o->free_thresh), "--free-thresh"},
                   {!isnan(o->resolution), "--resolution"},
                   {o->origin.given, "--origin"}};
    if (source->geo.has_transform && (!isnan(o->resolution) || o->origin.given))
        return command_fail(CLI_USAGE, "%s has no effect: %s has coordinates of its own",
                            o->origin.given ? "--origin" : "--resolution", file);
    if (o->value_range.given && strcmp(source->format, "raster") != 0)
        return command_fail(
            CLI_USAGE, "--value-range has no effect: %s was not read by GDAL (--band 1 makes GDAL read it)",
            file);
    if (strcmp(source->format, "ros") != 0) return CLI_OK;
    for (size_t i = 0; i < sizeof of_yaml / sizeof *of_yaml; i++)
        if (of_yaml[i].given)
            return command_fail(CLI_USAGE, "%s has no effect: %s is a ROS map, whose YAML sets it",
                                of_yaml[i].name, file);
    return CLI_OK;
}

bool import_options_lack_scale(const import_options* o, const wend_error* error) {
    return o->def.height_scale == 0 && strstr(error->text, "height_scale") != NULL;
}

static bool chose_colors(const import_options* o) {
    return o->rule >= 0 || o->def.channel != WEND_CHANNEL_MAX;
}

bool import_options_wants_legend(const import_options* o, const wend_import_info* source) {
    return source->is_image && source->colors.has_hues && source->colors.is_few && !chose_colors(o);
}

void import_options_warn(const import_options* o, const char* file, const wend_import_info* source) {
    const char* negate = o->def.negate ? "without --negate" : "--negate";
    const char* floor = ", --unknown-cost 1 makes floor where no tile is";
    char hint[160 + 4 * WEND_LAYER_NAME_BYTES] = "", layer[4 * WEND_LAYER_NAME_BYTES];
    if (source->suggests_negate && source->suggested_below > 0)
        snprintf(hint, sizeof hint, "; try %s or --blocked-below %.4g", negate,
                 (double)source->suggested_below);
    else if (source->suggests_negate)
        snprintf(hint, sizeof hint, "; try %s", negate);
    else if (source->suggested_below > 0)
        snprintf(hint, sizeof hint, "; --blocked-below %.4g cuts there", (double)source->suggested_below);
    else if (source->suggests_free_thresh)
        snprintf(hint, sizeof hint, "; --free-thresh 0.196 keeps it unknown");
    else if (source->obstacle_layer[0] != '\0')
        snprintf(hint, sizeof hint, "; --collision %s blocks those%s",
                 color_table_quoted(source->obstacle_layer, layer), source->suggests_floor ? floor : "");
    else if (source->number_property[0] != '\0')
        snprintf(hint, sizeof hint, "; --cost-property %s takes it as the cost",
                 color_table_quoted(source->number_property, layer));
    else if (source->collision_layer[0] != '\0')
        snprintf(hint, sizeof hint, "; --collision NAME takes another layer%s",
                 source->suggests_floor ? floor : "");
    if (source->suggests_height && !chose_colors(o))
        cli_warn(
            strcmp(source->format, "raster") == 0
                ? "%s: many values, as terrain models have; --rule slope makes costs of its slopes, --rule "
                  "cost takes the values as costs"
                : "%s: a grey image of 16 bits, as height maps are; --rule height --height-scale H makes "
                  "costs of its slopes",
            file);
    if (source->color_warning[0] != '\0' && !chose_colors(o))
        cli_warn("%s: %s%s", file, source->color_warning,
                 source->colors.is_few ? "; wend legend proposes a cost for each" : "");
    if (source->warning[0] != '\0') cli_warn("%s: %s%s", file, source->warning, hint);
    warn_of_idle(o, file, source);
}
