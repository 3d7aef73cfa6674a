// edit_ground.c: how does `wend edit` add ground to a world, and remove some?
#include "edit_ground.h"
#include "output.h"
#include "plan.h"
#include "tile_set.h"
#include "world_file.h"

#include <wend/import.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

// The class of the world that costs as much; classes of the file that no tile has need none.
static int find_classes(const wend_grid* from, const wend_grid* to, const char* text,
                        uint8_t out[WEND_CLASS_COUNT]) {
    const float *costs = wend_grid_class_costs(from), *known = wend_grid_class_costs(to);
    const int64_t* counts = wend_grid_class_counts(from);
    for (int k = 0; k < WEND_CLASS_COUNT; k++) {
        int found = costs[k] == known[k] ? k : 0; // where both have the same table, all classes stay
        for (int c = 1; c < WEND_CLASS_COUNT && found == 0 && costs[k] > 0; c++)
            if (known[c] == costs[k]) found = c;
        if (counts[k] > 0 && costs[k] > 0 && found == 0)
            return cli_fail(CLI_USAGE,
                            "edit: --add-ground %s: no terrain of the world costs %.9g; set some tiles to "
                            "this cost first (--set X,Y,W,H=%.9g)",
                            text, (double)costs[k], (double)costs[k]);
        out[k] = costs[k] > 0 || known[k] == 0 ? (uint8_t)found : 0;
    }
    return CLI_OK;
}

static int add_grid(const wend_grid* grid, wend_tile at, const char* text, wend_world* world,
                    int64_t* tiles_io) {
    const wend_rect area = {at.x, at.y, wend_grid_width(grid), wend_grid_height(grid)};
    const size_t count = (size_t)area.width * (size_t)area.height;
    uint8_t class_of[WEND_CLASS_COUNT], *classes = malloc(count);
    if (classes == NULL) return cli_fail(CLI_RESOURCE, "edit: --add-ground %s: out of memory", text);
    int code = find_classes(grid, wend_world_grid(world), text, class_of);
    if (code == CLI_OK) {
        wend_grid_read(grid, (wend_rect){0, 0, area.width, area.height}, classes, 0);
        for (size_t i = 0; i < count; i++) classes[i] = class_of[classes[i]];
        const wend_result result = wend_world_add_ground(world, area, classes, 0);
        if (result == WEND_ERROR_LIMIT)
            code = cli_fail(CLI_USAGE,
                            "edit: --add-ground %s: the map would have more than %d columns or rows, or more "
                            "than 2^32 tiles",
                            text, WEND_MAX_SIDE);
        else if (result == WEND_ERROR_UNSUPPORTED && wend_grid_wraps(wend_world_grid(world)) != 0)
            code = cli_fail(CLI_USAGE,
                            "edit: --add-ground %s: lies beyond the edges of a map that wraps, which joins "
                            "them; bake the larger map by --wrap",
                            text);
        else if (result == WEND_ERROR_UNSUPPORTED)
            code = cli_fail(CLI_USAGE,
                            "edit: --add-ground %s: a world with floors cannot "
                            "grow; bake the larger map",
                            text);
        else if (result != WEND_OK)
            code = world_fail(world, "edit: adding ground", result);
    }
    if (code == CLI_OK) *tiles_io += (int64_t)count;
    free(classes);
    return code;
}

static int add(const char* text, wend_world* world, int64_t* tiles_io) {
    char* end = NULL;
    const double x = strtod(text, &end);
    const bool has_x = end != text && *end == ',';
    const char* second = has_x ? end + 1 : text;
    const double y = has_x ? strtod(second, &end) : 0;
    if (!has_x || end == second || *end != '=' || end[1] == '\0' || x != floor(x) || y != floor(y))
        return cli_fail(CLI_USAGE, "edit: --add-ground expects X,Y=FILE, X and Y whole numbers, got '%s'",
                        text);
    const wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error = {.text = ""};
    const wend_result result = wend_import_file(end + 1, &def, &grid, NULL, &error);
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
    const double most = 1 << 30; // farther than any map reaches, and no less wrong
    const wend_tile at = {(int32_t)fmax(fmin(x, most), -most), (int32_t)fmax(fmin(y, most), -most)};
    const int code = add_grid(grid, at, text, world, tiles_io);
    wend_grid_destroy(grid);
    return code;
}

static int remove_ground(const char* text, wend_world* world) {
    double n[5];
    if (!tile_area_numbers(text, true, n))
        return cli_fail(CLI_USAGE,
                        "edit: --remove-ground expects X,Y,W,H, whole numbers, W and H at least 1, got '%s'",
                        text);
    const wend_rect area = {(int32_t)n[0], (int32_t)n[1], (int32_t)n[2], (int32_t)n[3], (uint16_t)n[4]};
    const wend_result result = wend_world_remove_ground(world, area);
    const wend_rect all = wend_world_ground(world);
    if (result == WEND_ERROR_ARGUMENT)
        return cli_fail(CLI_USAGE,
                        "edit: --remove-ground %s: expected a part of the ground, not all of it; it has x in "
                        "%d..%d and y in %d..%d",
                        text, all.x, all.x + all.width - 1, all.y, all.y + all.height - 1);
    if (result == WEND_ERROR_LIMIT)
        return cli_fail(CLI_USAGE,
                        "edit: --remove-ground %s: the map that is left would be narrower than the body of a "
                        "profile",
                        text);
    if (result == WEND_ERROR_UNSUPPORTED && wend_grid_wraps(wend_world_grid(world)) != 0)
        return cli_fail(CLI_USAGE,
                        "edit: --remove-ground %s: has an edge of a map that wraps, which joins it to the "
                        "other one; block these tiles by --set",
                        text);
    if (result == WEND_ERROR_UNSUPPORTED)
        return cli_fail(CLI_USAGE,
                        "edit: --remove-ground %s: a world with floors cannot "
                        "shrink; block these tiles by --set",
                        text);
    return result == WEND_OK ? CLI_OK : world_fail(world, "edit: removing ground", result);
}

int ground_edits_apply(const ground_edits* edits, wend_world* world, int64_t* tiles_out) {
    int code = CLI_OK;
    *tiles_out = 0;
    for (int i = 0; i < edits->added.count && code == CLI_OK; i++)
        code = add(edits->added.items[i], world, tiles_out);
    for (int i = 0; i < edits->removed.count && code == CLI_OK; i++)
        code = remove_ground(edits->removed.items[i], world);
    return code;
}
