// import_options.c: which options control how a map is read?
#include "import_options.h"

#include <math.h>

const char* const import_rule_names[] = {"brightness", "luma",    "linear", "inverse", "threshold",
                                         "ros",        "palette", "height", NULL};
_Static_assert(sizeof import_rule_names / sizeof import_rule_names[0] == WEND_RULE_COUNT + 1, "each named");
const char* const import_channel_names[] = {"max", "luma", "mean", "red", "green", "blue", "alpha", NULL};
_Static_assert(sizeof import_channel_names / sizeof import_channel_names[0] == WEND_CHANNEL_COUNT + 1,
               "each named");
const char* const import_ros_mode_names[] = {"trinary", "scale", "raw", NULL};
_Static_assert(sizeof import_ros_mode_names / sizeof import_ros_mode_names[0] == WEND_ROS_MODE_COUNT + 1,
               "each named");
const char* const import_downscale_names[] = {"costliest", "cheapest", NULL};
_Static_assert(sizeof import_downscale_names / sizeof import_downscale_names[0] == WEND_DOWNSCALE_COUNT + 1,
               "each named");

import_options import_default_options(void) {
    const wend_import_def def = wend_default_import_def();
    return (import_options){.rule = (int)def.rule,
                            .channel = (int)def.channel,
                            .ros_mode = (int)def.ros_mode,
                            .downscale_by = (int)def.downscale_by,
                            .blocked_below = NAN,
                            .transparent_below = (double)def.transparent_below,
                            .occupied_thresh = def.occupied_thresh,
                            .free_thresh = def.free_thresh,
                            .unknown_cost = (double)def.unknown_cost,
                            .height_scale = NAN,
                            .max_climb = (double)def.max_climb,
                            .sea_level = NAN,
                            .resolution = (double)def.resolution,
                            .swamp_cost = (double)def.swamp_cost,
                            .water_cost = (double)def.water_cost,
                            .cost_range = {false, (double)def.cheapest, (double)def.costliest},
                            .downscale = def.downscale,
                            .max_tiles = def.max_tiles,
                            .max_decoded = def.max_decoded};
}

static bool is_cost(double cost) {
    return cost >= (double)WEND_MIN_CLASS_COST && cost <= (double)WEND_MAX_CLASS_COST;
}

// The importers check the definition, too; these messages name the options.
int import_options_check(const char* command_name, const import_options* o) {
    const char* rule = import_rule_names[o->rule];
    bool by_brightness =
        o->rule != WEND_RULE_ROS && o->rule != WEND_RULE_PALETTE && o->rule != WEND_RULE_HEIGHT;
    if ((o->palette != NULL) != (o->rule == WEND_RULE_PALETTE))
        return cli_fail(CLI_USAGE, "%s: --palette FILE and --rule palette need each other", command_name);
    if (isnan(o->height_scale) == (o->rule == WEND_RULE_HEIGHT))
        return cli_fail(CLI_USAGE, "%s: --height-scale H and --rule height need each other", command_name);
    if (!isnan(o->sea_level) && o->rule != WEND_RULE_HEIGHT)
        return cli_fail(CLI_USAGE, "%s: --sea-level is for --rule height, not for %s", command_name, rule);
    if (o->cost_range.given && o->rule != WEND_RULE_LINEAR && o->rule != WEND_RULE_HEIGHT)
        return cli_fail(CLI_USAGE, "%s: --cost-range is for --rule linear and height, not for %s",
                        command_name, rule);
    if (!isnan(o->blocked_below) && !by_brightness)
        return cli_fail(CLI_USAGE, "%s: --rule %s goes without --blocked-below", command_name, rule);
    if (o->channel != WEND_CHANNEL_MAX &&
        (o->rule == WEND_RULE_LUMA || (!by_brightness && o->rule != WEND_RULE_HEIGHT)))
        return cli_fail(CLI_USAGE, "%s: --rule %s goes without --channel", command_name, rule);
    if (o->thin_walls && o->downscale > 1)
        return cli_fail(CLI_USAGE, "%s: --thin-walls and --downscale do not go together", command_name);
    const double costs[] = {o->cost_range.x, o->cost_range.y};
    for (int i = 0; i < 2; i++)
        if (!is_cost(costs[i]))
            return cli_fail(CLI_USAGE, "%s: --cost-range expects costs in %g..%g, got %g", command_name,
                            (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, costs[i]);
    if (o->free_thresh > o->occupied_thresh)
        return cli_fail(CLI_USAGE, "%s: --free-thresh %g is above --occupied-thresh %g", command_name,
                        o->free_thresh, o->occupied_thresh);
    return CLI_OK;
}

wend_import_def import_options_def(const import_options* o) {
    wend_import_def def = wend_default_import_def();
    def.rule = (wend_image_rule)o->rule;
    def.channel = (wend_channel)o->channel;
    if (!isnan(o->blocked_below)) def.blocked_below = (float)o->blocked_below;
    def.transparent_below = (float)o->transparent_below;
    def.negate = o->negate;
    def.cheapest = (float)o->cost_range.x;
    def.costliest = (float)o->cost_range.y;
    def.ros_mode = (wend_ros_mode)o->ros_mode;
    def.occupied_thresh = o->occupied_thresh;
    def.free_thresh = o->free_thresh;
    def.unknown_cost = (float)o->unknown_cost;
    def.legend = o->palette;
    if (!isnan(o->height_scale)) def.height_scale = (float)o->height_scale;
    def.max_climb = (float)o->max_climb;
    if (!isnan(o->sea_level)) def.sea_level = (float)o->sea_level;
    def.downscale = (int32_t)o->downscale;
    def.downscale_by = (wend_downscale_by)o->downscale_by;
    def.resolution = (float)o->resolution;
    def.origin = (wend_vec2){(float)o->origin.x, (float)o->origin.y};
    def.swamp_cost = (float)o->swamp_cost;
    def.water_cost = (float)o->water_cost;
    def.letters = o->letters;
    def.fill_short = o->fill_short;
    def.cost_property = o->cost_property;
    def.collision = o->collision;
    def.links = o->links;
    def.walls = o->walls;
    def.thin_walls = o->thin_walls;
    def.outside = o->outside;
    def.max_tiles = o->max_tiles;
    def.max_decoded = o->max_decoded;
    return def;
}
