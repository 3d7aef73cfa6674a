// profile_options.c: profiles on the command line, in recipes and in reports.
#include "profile_options.h"
#include "clean_text.h"
#include "memory.h"
#include "tile_set.h"
#include "wend/private.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- definitions

int profile_definitions_add(const profile_source* source, const char* text, profile_definitions* list) {
    const profile_text known = {source->meanings, options_suggest, source->cost_unit};
    char why[PROFILE_WHY];
    switch (profile_text_read(&known, text, list, why)) {
    case PROFILE_OK:
        return CLI_OK;
    case PROFILE_BAD:
        return cli_fail(source->code, "%s %s", source->label, why);
    case PROFILE_TOO_MANY:
        return cli_fail(source->code, "%s: %s", source->label, why);
    default:
        return cli_fail(CLI_RESOURCE, "%s: %s", source->label, why);
    }
}

int profile_definitions_inflate(const profile_source* source, const char* text, profile_definitions* list) {
    char* whole = memory_for((int64_t)(sizeof PROFILE_OF_INFLATE + strlen(text) + 1), 1, "letters");
    sprintf(whole, "%s:%s", PROFILE_OF_INFLATE, text);
    int code = profile_definitions_add(source, whole, list);
    free(whole);
    if (code == CLI_OK && list->items[list->count - 1].inflation.inflation_radius == 0)
        code = cli_fail(source->code, "%s: expected inscribed=R,inflation=R and, if not 10, scaling=F",
                        source->label);
    return code;
}

int profile_definitions_check(const profile_definitions* list, const wend_grid* grid) {
    for (int i = 0; i < list->count; i++) {
        const wend_profile_def* def = &list->items[i];
        for (int k = 1; k <= 9; k++)
            if (def->class_costs[k] >= 0 && tile_class_is_letter(grid, (uint8_t)k))
                cli_warn("%s: profile %s: no tile is of class %d; the letter %d of the map is class %d: "
                         "write 'letter %d=...' for that",
                         cli_command_name(), def->name, k, k, '0' + k, k);
        char why[PROFILE_WHY];
        if (!profile_text_fits(def, grid, why)) return command_fail(CLI_USAGE, "profile %s", why);
    }
    return CLI_OK;
}

// ---- one profile

int profile_view(const wend_world* world, const char* name_opt, const wend_world** out) {
    const int32_t count = wend_world_profile_count(world);
    const int32_t index = name_opt != NULL ? wend_world_find_profile(world, name_opt) : 0;
    if (index >= 0) {
        *out = wend_world_profile(world, index);
        return CLI_OK;
    }
    char names[WEND_MAX_PROFILES * (WEND_MAX_PROFILE_NAME + 3)] = "";
    size_t used = 0;
    for (int32_t i = 0; i < count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 wend_world_profile_name(world, i));
    return command_fail(CLI_USAGE, "--profile %s: the world has no such profile, but %s", name_opt, names);
}

// ---- reports

static bool has_own_slopes(const wend_profile_def* def) {
    return def->slope_count > 0 || def->max_climb >= 0 || def->max_drop >= 0;
}

static int64_t passable_of(const wend_world* view) {
    return wend_grid_passable_count(wend_world_grid(view));
}

// Of a step; below 0: as on the map.
static void print_limit(const char* what, float metres) {
    if (isinf(metres))
        printf("any %s, ", what);
    else if (metres >= 0)
        printf("%ss up to %g m, ", what, (double)metres);
}

void profiles_print(const wend_world* world) {
    char bytes[32];
    for (int32_t i = 1; i < wend_world_profile_count(world); i++) {
        const wend_world* view = wend_world_profile(world, i);
        wend_profile_def def;
        if (wend_world_get_profile(world, i, &def) != WEND_OK) continue;
        printf("profile      %s: ", shown(def.name));
        if (def.inflation.inflation_radius > 0)
            printf("inflated, inscribed %g, inflation %g, scaling %g, extra cost %g, ",
                   def.inflation.inscribed_radius, def.inflation.inflation_radius,
                   def.inflation.cost_scaling_factor, (double)def.margin_cost);
        else
            printf("radius %g, ", (double)def.radius);
        if (def.margin > 0)
            printf("margin %g (extra cost %g, fall-off %g), ", (double)def.margin, (double)def.margin_cost,
                   (double)def.margin_falloff);
        if (def.slope_count > 0) printf("slopes of %d points, ", (int)def.slope_count);
        print_limit("climb", def.max_climb);
        print_limit("drop", def.max_drop);
        const wend_relief_counts steps = wend_grid_count_relief(wend_world_grid(view));
        if (has_own_slopes(&def) && steps.steps > 0)
            printf("%.2f %% of the steps closed, ", 100.0 * (double)steps.closed / (double)steps.steps);
        int changed = 0;
        for (int k = 1; k < WEND_CLASS_COUNT; k++) changed += def.class_costs[k] >= 0;
        if (changed > 0) printf("costs of %d class%s, ", changed, changed == 1 ? "" : "es");
        printf("%lld passable tiles, %s\n", (long long)passable_of(view),
               cli_bytes_text((int64_t)wend_world_get_info(view).bytes, bytes));
    }
}

void profiles_json(cJSON* object, const wend_world* world) {
    if (wend_world_profile_count(world) == 1) return;
    cJSON* array = cJSON_AddArrayToObject(object, "profiles");
    for (int32_t i = 1; i < wend_world_profile_count(world); i++) {
        const wend_world* view = wend_world_profile(world, i);
        const wend_world_info info = wend_world_get_info(view);
        wend_profile_def def;
        if (wend_world_get_profile(world, i, &def) != WEND_OK) continue;
        cJSON* row = json_row(array);
        json_text(row, "name", def.name);
        json_number(row, "radius", (double)def.radius, 6);
        json_number(row, "margin", (double)def.margin, 6);
        json_number(row, "margin_cost", (double)def.margin_cost, 6);
        json_number(row, "margin_falloff", (double)def.margin_falloff, 6);
        if (def.inflation.inflation_radius > 0) {
            cJSON* inflation = cJSON_AddObjectToObject(row, "inflation");
            json_number(inflation, "inscribed_radius", def.inflation.inscribed_radius, 6);
            json_number(inflation, "inflation_radius", def.inflation.inflation_radius, 6);
            json_number(inflation, "cost_scaling_factor", def.inflation.cost_scaling_factor, 6);
            json_integer(inflation, "unknown_class", def.inflation.unknown_class);
        }
        if (has_own_slopes(&def)) {
            const wend_relief_counts steps = wend_grid_count_relief(wend_world_grid(view));
            cJSON* slopes = cJSON_AddObjectToObject(row, "slopes");
            json_integer(slopes, "points", def.slope_count);
            if (def.max_climb >= 0 && isfinite(def.max_climb))
                json_number(slopes, "max_climb", (double)def.max_climb, 6);
            if (def.max_drop >= 0 && isfinite(def.max_drop))
                json_number(slopes, "max_drop", (double)def.max_drop, 6);
            json_integer(slopes, "steps", steps.steps);
            json_integer(slopes, "closed", steps.closed);
        }
        cJSON* costs = cJSON_AddArrayToObject(row, "class_costs"); // those that the profile changes
        for (int k = 1; k < WEND_CLASS_COUNT; k++) {
            if (def.class_costs[k] < 0) continue;
            cJSON* entry = json_row(costs);
            json_integer(entry, "class", k);
            json_number(entry, "cost", (double)def.class_costs[k], 6);
        }
        json_integer(row, "passable", passable_of(view));
        json_integer(row, "levels", info.level_count);
        json_integer(row, "bytes", (int64_t)info.bytes);
        json_integer(row, "grid_bytes", (int64_t)info.grid_bytes);
    }
}
