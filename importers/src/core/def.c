// def.c: is the definition of an import valid?
#include "core/def.h"

#include <math.h>

#include "core/read_file.h"

#define COOKIE 0x494d5060

wend_import_def wend_default_import_def(void) {
    return (wend_import_def){.rule = WEND_RULE_BRIGHTNESS,
                             .blocked_below = -1,
                             .transparent_below = 0.5f,
                             .cheapest = 1,
                             .costliest = 10,
                             .occupied_thresh = 0.65,
                             .free_thresh = 0.25,
                             .max_climb = 1,
                             .max_step_climb = INFINITY,
                             .max_step_drop = INFINITY,
                             .headroom = 2,
                             .sea_level = -1,
                             .downscale = 1,
                             .downscale_by = WEND_DOWNSCALE_AUTO,
                             .connectivity = WEND_CONNECTIVITY_8,
                             .resolution = 1,
                             .swamp_cost = 1,
                             .cost_scale = 1,
                             .max_tiles = WEND_MAX_TILES,
                             .max_decoded = (int64_t)1 << 28,
                             .cookie = COOKIE};
}

static bool is_cost(float cost) {
    return cost == 0 || (cost >= WEND_MIN_CLASS_COST && cost <= WEND_MAX_CLASS_COST);
}

static bool is_passable_cost(float cost) {
    return cost > 0 && is_cost(cost);
}

const char* wimp_def_problem(const wend_import_def* d) {
    if ((int)d->rule < 0 || d->rule >= WEND_RULE_COUNT) return "rule is out of range";
    if ((int)d->channel < 0 || d->channel >= WEND_CHANNEL_COUNT) return "channel is out of range";
    if (d->blocked_below != -1 && !(d->blocked_below >= 0 && d->blocked_below <= 1))
        return "blocked_below is not in 0..1";
    if (!(d->transparent_below >= 0 && d->transparent_below <= 1)) return "transparent_below is not in 0..1";
    if (!is_passable_cost(d->cheapest)) return "cheapest is not in 1/64..1024";
    if (!is_passable_cost(d->costliest)) return "costliest is not in 1/64..1024";
    if (d->cheapest > d->costliest * WEND_MAX_COST_RATIO || d->costliest > d->cheapest * WEND_MAX_COST_RATIO)
        return "cheapest and costliest are more than a factor of 4096 apart";
    if ((int)d->ros_mode < 0 || d->ros_mode >= WEND_ROS_MODE_COUNT) return "ros_mode is out of range";
    if (!isfinite(d->occupied_thresh) || !isfinite(d->free_thresh))
        return "occupied_thresh or free_thresh is not finite";
    if (d->free_thresh > d->occupied_thresh) return "free_thresh is above occupied_thresh";
    if (!is_cost(d->unknown_cost)) return "unknown_cost is neither 0 nor in 1/64..1024";
    if (d->rule == WEND_RULE_PALETTE && !d->legend) return "the rule palette needs a legend";
    if (!(d->height_scale >= 0 && isfinite(d->height_scale))) return "height_scale is not 0 or above";
    if (!(d->max_climb > 0 && isfinite(d->max_climb))) return "max_climb is not a positive number";
    if (!(d->max_step_climb >= 0) || !(d->max_step_drop >= 0))
        return "max_step_climb or max_step_drop is not 0 or above";
    if (d->jump_across < 0 || d->jump_across > WEND_MAX_JUMP) return "jump_across is not in 0..16";
    if (!(d->jump_down >= 0 && isfinite(d->jump_down))) return "jump_down is not 0 or above";
    if (d->jump_down > 0 && d->rule != WEND_RULE_SLOPE && d->rule != WEND_RULE_TOBLER)
        return "jump_down is only for the rules slope and tobler";
    if (d->jump_down > 0 && !(d->max_step_drop < d->jump_down))
        return "jump_down needs a max_step_drop below it";
    if (d->deck && d->rule != WEND_RULE_SLOPE && d->rule != WEND_RULE_TOBLER)
        return "deck is only for the rules slope and tobler";
    if (d->deck && d->connectivity > WEND_CONNECTIVITY_8_CUT) return "deck needs square tiles";
    if (!(d->headroom > 0 && isfinite(d->headroom))) return "headroom is not a positive number";
    if (d->slope && d->rule != WEND_RULE_SLOPE) return "slope is only for the rule slope";
    if (!(d->cost_scale > 0 && isfinite(d->cost_scale))) return "cost_scale is not a positive number";
    if (d->band < 0) return "band is below 0";
    if (d->window.x < 0 || d->window.y < 0 || d->window.width < 0 || d->window.height < 0 ||
        (d->window.width > 0) != (d->window.height > 0))
        return "window is no rectangle of pixels";
    if (!isfinite(d->darkest_value) || !isfinite(d->brightest_value))
        return "darkest_value or brightest_value is not finite";
    if (isnan(d->sea_level)) return "sea_level is not a number";
    if (d->downscale < 1) return "downscale is below 1";
    if (d->lane_costs && !d->lanes) return "lane_costs is only for lanes";
    if (d->thin_walls && d->downscale > 1) return "thin_walls needs a downscale of 1";
    if ((int)d->downscale_by < 0 || d->downscale_by >= WEND_DOWNSCALE_COUNT)
        return "downscale_by is out of range";
    if ((int)d->connectivity < 0 || d->connectivity >= WEND_CONNECTIVITY_COUNT)
        return "connectivity is out of range";
    const bool is_hex = d->connectivity > WEND_CONNECTIVITY_8_CUT;
    if (is_hex && d->downscale > 1) return "a map of hexagons needs a downscale of 1";
    if (is_hex && d->thin_walls) return "thin_walls needs square tiles";
    if (!(d->resolution > 0 && isfinite(d->resolution))) return "resolution is not a positive number";
    if (!isfinite(d->origin.x) || !isfinite(d->origin.y)) return "origin is not finite";
    if (!is_cost(d->swamp_cost)) return "swamp_cost is neither 0 nor in 1/64..1024";
    if (!is_cost(d->water_cost)) return "water_cost is neither 0 nor in 1/64..1024";
    if (d->max_tiles < 1 || d->max_tiles > WEND_MAX_TILES) return "max_tiles is not in 1..2^32";
    if (d->max_decoded < 1 || d->max_decoded > WEND_MAX_TILES) return "max_decoded is not in 1..2^32";
    return NULL;
}

wend_result wimp_check_def(const wend_import_def* def, const char* name, wend_error* error_opt) {
    if (def->cookie != COOKIE)
        return wimp_fail(error_opt, WEND_ERROR_DEF, name,
                         "the definition was not made by wend_default_import_def");
    const char* wrong = wimp_def_problem(def);
    return wrong ? wimp_fail(error_opt, WEND_ERROR_ARGUMENT, name, "%s", wrong) : WEND_OK;
}

wend_import_def wimp_def_beside(const wend_import_def* asked) {
    wend_import_def def = wend_default_import_def();
    def.max_tiles = asked->max_tiles;
    def.max_decoded = asked->max_decoded;
    def.decode_in_process = asked->decode_in_process;
    def.open = asked->open;
    def.open_context = asked->open_context;
    def.note_file = asked->note_file;
    def.note_file_context = asked->note_file_context;
    def.progress = asked->progress;
    def.progress_context = asked->progress_context;
    def.allocator = asked->allocator;
    return def;
}

wimp_beside* wimp_beside_begin(const wimp_job* by, const char* file) {
    wimp_beside* beside = wimp_zeroed(by->def->allocator, sizeof *beside);
    if (!beside) {
        wimp_job_out_of_memory(by, sizeof *beside);
        return NULL;
    }
    beside->def = wimp_def_beside(by->def);
    beside->job = (wimp_job){.name = wimp_file_name(file),
                             .def = &beside->def,
                             .info = &beside->info,
                             .sink_kind = by->sink_kind,
                             .run_file = by->run_file,
                             .error_opt = by->error_opt,
                             .depth = by->depth + 1,
                             .is_layer = true};
    return beside;
}

void wimp_beside_end(wimp_beside* beside) {
    wend_grid_destroy(beside->job.grid);
    wimp_job_end(&beside->job);
    wimp_free(beside->def.allocator, beside, sizeof *beside);
}
