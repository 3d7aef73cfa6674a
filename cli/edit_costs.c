// edit_costs.c: reads CLASS=COST and changes the costs of classes.
#include "edit_costs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct class_cost {
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

static int parse(const char* text, class_cost* out) {
    const char* value;
    double cost = 0;
    if (!parse_class(text, &out->terrain_class, &value))
        return cli_fail(
            CLI_USAGE,
            "edit: --class-cost expects CLASS=COST, a class in 1..%d or the letter of a text grid, "
            "got '%s'",
            WEND_CLASS_COUNT - 1, text);
    if (strcmp(value, "blocked") != 0 && (!options_parse_number(value, &cost) || cost <= 0))
        return cli_fail(CLI_USAGE, "edit: --class-cost %s: expects a cost above 0, or 'blocked', got '%s'",
                        text, value);
    out->cost = (float)cost;
    return CLI_OK;
}

// A cost outside of the range: what the range is, and how to get another.
static int fail_range(const char* what, const char* text, const wend_grid* grid) {
    float least, greatest;
    const char* whose = wend_grid_cost_range(grid, &least, &greatest)
                            ? "the declared range of this world"
                            : "the costs that this world was baked with, which declares no range";
    return cli_fail(CLI_USAGE, "edit: --%s %s: outside of %g..%g, %s; bake with --class-cost-range MIN,MAX",
                    what, text, (double)least, (double)greatest, whose);
}

int edit_costs_apply(const option_list* texts, wend_world* world, int* changed_out) {
    *changed_out = 0;
    for (int i = 0; i < texts->count; i++) {
        class_cost change = {0, 0};
        int code = parse(texts->items[i], &change);
        if (code != CLI_OK) return code;
        const wend_grid* grid = wend_world_grid(world);
        const float before = wend_grid_class_costs(grid)[change.terrain_class];
        wend_result result = wend_world_set_class_cost(world, 0, change.terrain_class, change.cost);
        if (result == WEND_ERROR_LIMIT) return fail_range("class-cost", texts->items[i], grid);
        if (result != WEND_OK)
            return cli_fail(cli_exit_code(result, CLI_WORKING), "edit: --class-cost %s: %s", texts->items[i],
                            wend_result_string(result));
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
        if (result != WEND_OK)
            return cli_fail(cli_exit_code(result, CLI_WORKING), "edit: --set %s: %s", text,
                            wend_result_string(result));
    }
    return CLI_OK;
}
