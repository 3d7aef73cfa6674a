// edit_costs.c: reads [PROFILE:]CLASS=COST and changes the costs of classes.
#include "edit_costs.h"
#include "tile_set.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <wend/profile.h>

typedef struct class_cost {
    int32_t profile;
    uint8_t terrain_class;
    float cost; // 0: blocked
} class_cost;

// A number as wend info lists it, or the letter of a text grid, which is its class. *end: behind the "=".
static bool parse_class(const char* text, uint8_t* out, const char** end) {
    const size_t digits = strspn(text, "0123456789");
    if (digits == 0) {
        if (text[0] == '\0' || text[1] != '=') return false;
        *out = (uint8_t)text[0];
        *end = text + 2;
        return true;
    }
    if (digits > 3 || text[digits] != '=') return false;
    const int k = atoi(text);
    *out = (uint8_t)k;
    *end = text + digits + 1;
    return k > 0 && k < WEND_CLASS_COUNT;
}

// Where the class begins: behind the name of a profile and a colon, as in wend bake --profile. A colon may
// also be the letter of a class.
static const char* class_in(const char* text) {
    const char* end = strrchr(text, '=');
    if (!end || end == text) return text;
    const char* at = end - 1;
    while (at > text && strchr("0123456789", *at) && strchr("0123456789", at[-1])) at--;
    return at > text + 1 && at[-1] == ':' ? at : text;
}

static int parse(const char* text, const wend_world* world, class_cost* out) {
    const char *value, *terrain_class = class_in(text);
    double cost = 0;
    out->profile = 0;
    if (terrain_class > text) {
        char name[WEND_MAX_PROFILE_NAME + 1];
        const int length = (int)(terrain_class - text) - 1;
        snprintf(name, sizeof name, "%.*s", length, text);
        out->profile = wend_world_find_profile(world, name);
        if (out->profile < 0)
            return command_fail(
                CLI_USAGE, "--class-cost %s: the world has no profile '%s'; wend info lists those it has",
                text, name);
    }
    if (!parse_class(terrain_class, &out->terrain_class, &value))
        return command_fail(CLI_USAGE,
                            "--class-cost expects CLASS=COST or PROFILE:CLASS=COST, a class in 1..%d or the "
                            "letter of a text grid, got '%s'",
                            WEND_CLASS_COUNT - 1, text);
    if (strcmp(value, "blocked") != 0 && (!options_parse_number(value, &cost) || cost <= 0))
        return command_fail(CLI_USAGE, "--class-cost %s: expects a cost above 0, or 'blocked', got '%s'",
                            text, value);
    out->cost = (float)cost;
    return CLI_OK;
}

// A cost outside of the range: what the range is, and how to get another.
static int fail_range(const char* what, const char* text, const wend_grid* grid) {
    float least, greatest;
    char from[16], to[16];
    const char* whose = wend_grid_cost_range(grid, &least, &greatest)
                            ? "the declared range of this world"
                            : "the costs that this world was baked with, which declares no range";
    return command_fail(CLI_USAGE, "--%s %s: outside of %s..%s, %s; bake with --class-cost-range MIN,MAX",
                        what, text, cli_float_text(least, from), cli_float_text(greatest, to), whose);
}

// The cost that a class has now; below 0: a profile leaves it as the map has it.
static float cost_now(const wend_world* world, const class_cost* change) {
    wend_profile_def def;
    if (change->profile > 0 && wend_world_get_profile(world, change->profile, &def) == WEND_OK)
        return def.class_costs[change->terrain_class];
    return wend_grid_class_costs(wend_world_grid(world))[change->terrain_class];
}

// A digit is a class, though the map may have it as a letter.
static void warn_of_digit(const char* text, const wend_grid* grid, uint8_t terrain_class) {
    if (tile_class_is_letter(grid, terrain_class))
        cli_warn("edit: --class-cost %s: no tile is of class %d; the letter %d of the map is class %d", text,
                 terrain_class, terrain_class, '0' + terrain_class);
}

int edit_costs_apply(const option_list* texts, wend_world* world, int* changed_out) {
    *changed_out = 0;
    for (int i = 0; i < texts->count; i++) {
        class_cost change = {0, 0, 0};
        int code = parse(texts->items[i], world, &change);
        if (code != CLI_OK) return code;
        const wend_grid* grid = wend_world_grid(world);
        warn_of_digit(texts->items[i], grid, change.terrain_class);
        const float before = cost_now(world, &change);
        wend_result result =
            wend_world_set_class_cost(world, change.profile, change.terrain_class, change.cost);
        if (result == WEND_ERROR_LIMIT) return fail_range("class-cost", texts->items[i], grid);
        if (result != WEND_OK) return cli_result(result, "edit: --class-cost %s", texts->items[i]);
        *changed_out += before != change.cost;
    }
    return CLI_OK;
}

int edit_costs_add(const float class_costs[WEND_CLASS_COUNT], wend_world* world) {
    const wend_grid* grid = wend_world_grid(world);
    for (int k = 1; k < WEND_CLASS_COUNT; k++) {
        char text[32];
        if (class_costs[k] == wend_grid_class_costs(grid)[k]) continue;
        wend_result result = wend_world_set_class_cost(world, 0, (uint8_t)k, class_costs[k]);
        snprintf(text, sizeof text, "...=%g", (double)class_costs[k]);
        if (result == WEND_ERROR_LIMIT) return fail_range("set", text, grid);
        if (result != WEND_OK) return cli_result(result, "edit: --set %s", text);
    }
    return CLI_OK;
}
