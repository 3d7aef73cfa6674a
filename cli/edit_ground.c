// edit_ground.c: how does `wend edit` add ground to a world, and remove some?
#include "edit_ground.h"
#include "gdal_program.h"
#include "memory.h"
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
            return command_fail(CLI_USAGE,
                                "--add-ground %s: no terrain of the world costs %.9g; set some tiles to this "
                                "cost first (--set X,Y,W,H=%.9g)",
                                text, (double)costs[k], (double)costs[k]);
        out[k] = costs[k] > 0 || known[k] == 0 ? (uint8_t)found : 0;
    }
    return CLI_OK;
}

// Why ground is beyond a limit.
static int fail_limit(const wend_world* world, wend_rect area, const char* text) {
    const wend_rect all = wend_world_ground(world);
    const wend_grid* grid = wend_world_grid(world);
    const double right = fmax((double)all.x + all.width, (double)area.x + area.width),
                 bottom = fmax((double)all.y + all.height, (double)area.y + area.height),
                 width = right - fmin(all.x, area.x),
                 rows = (bottom - fmin(all.y, area.y) + 1) * wend_grid_floors(grid);
    const double most = WEND_MAX_SIDE / 2.; // the frame of the map is larger than its ground
    if (width > most || rows > most || width * rows > (double)WEND_MAX_TILES / 2)
        return command_fail(
            CLI_USAGE,
            "--add-ground %s: the map would have more than %d columns or rows, or more than 2^32 tiles", text,
            WEND_MAX_SIDE);
    if (wend_grid_has_relief(grid))
        return command_fail(CLI_USAGE,
                            "--add-ground %s: its heights are too far from those of the world: they differ "
                            "by more than 32,000 of its units of height, or the costliest step would cost "
                            "more than 16,000 times the cheapest",
                            text);
    return command_fail(CLI_USAGE, "--add-ground %s: too many links would end in one cluster", text);
}

// Adds one floor of a map with its heights, if the world has some.
static int add_floor(const wend_grid* grid, int32_t floor, const uint8_t class_of[WEND_CLASS_COUNT],
                     wend_rect area, const char* text, wend_world* world) {
    const int64_t count = (int64_t)area.width * area.height;
    const wend_rect all = {0, 0, area.width, area.height, (uint16_t)floor};
    const bool high = wend_grid_has_elevations(grid) && wend_grid_has_elevations(wend_world_grid(world));
    uint8_t* classes = memory_for(count, 1, "tiles of ground");
    float* heights = high ? memory_for(count, sizeof *heights, "tiles of ground") : NULL;
    wend_grid_read(grid, all, classes, 0);
    for (int64_t i = 0; i < count; i++) classes[i] = class_of[classes[i]];
    if (high) wend_grid_read_elevations(grid, all, heights, (size_t)area.width);
    const wend_result result = wend_world_add_relief_ground(world, area, classes, 0, heights, NULL);
    free(heights);
    free(classes);
    if (result == WEND_ERROR_LIMIT) return fail_limit(world, area, text);
    if (result == WEND_ERROR_UNSUPPORTED)
        return command_fail(CLI_USAGE,
                            "--add-ground %s: lies beyond the edges of a map that wraps, which joins them; "
                            "bake the larger map by --wrap",
                            text);
    return world_result(world, "edit: adding ground", result);
}

static int add_grid(const wend_grid* grid, wend_rect area, const char* text, wend_world* world,
                    int64_t* tiles_io) {
    const int32_t floors = wend_grid_floors(grid), known = wend_grid_floors(wend_world_grid(world));
    uint8_t class_of[WEND_CLASS_COUNT];
    if (area.floor + floors > known)
        return command_fail(CLI_USAGE, "--add-ground %s: floor %d is none of the world, which has %d", text,
                            area.floor + floors - 1, known);
    int code = find_classes(grid, wend_world_grid(world), text, class_of);
    for (int32_t f = 0; f < floors && code == CLI_OK; f++, area.floor++)
        code = add_floor(grid, f, class_of, area, text, world);
    *tiles_io += (int64_t)area.width * area.height * floors;
    return code;
}

// "X,Y=FILE" or "X,Y,F=FILE".
static bool parse_place(const char* text, double place[3], const char** file) {
    place[2] = 0;
    for (int i = 0; i < 3; i++) {
        char* end = NULL;
        place[i] = strtod(text, &end);
        *file = end + 1;
        if (end == text || place[i] != floor(place[i])) return false;
        if (i > 0 && *end == '=') return **file != '\0' && place[2] >= 0;
        if (*end != ',') return false;
        text = end + 1;
    }
    return false;
}

static int add(const char* text, double height_scale, wend_world* world, int64_t* tiles_io) {
    double place[3];
    const char* file;
    if (!parse_place(text, place, &file))
        return command_fail(CLI_USAGE, "--add-ground expects X,Y[,F]=FILE, whole numbers, got '%s'", text);
    wend_import_def def = wend_default_import_def();
    def.gdal = gdal_program();
    def.height_scale = (float)height_scale;
    if (wend_grid_has_elevations(wend_world_grid(world)))
        def.rule = WEND_RULE_SLOPE;
    else if (height_scale > 0)
        return command_fail(CLI_USAGE, "--height-scale is for a world with heights");
    wend_grid* grid = NULL;
    wend_error error = {.text = ""};
    wend_result result = wend_import_file(file, &def, &grid, NULL, &error);
    if (result == WEND_ERROR_ARGUMENT && !(height_scale > 0)) { // an image, or a recipe, without heights
        def.rule = WEND_RULE_BRIGHTNESS;
        result = wend_import_file(file, &def, &grid, NULL, &error);
    }
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
    const double most = 1 << 30; // farther than any map reaches, and no less wrong
    const wend_rect area = {(int32_t)fmax(fmin(place[0], most), -most),
                            (int32_t)fmax(fmin(place[1], most), -most), wend_grid_width(grid),
                            wend_grid_height(grid), (uint16_t)fmin(place[2], WEND_MAX_FLOORS)};
    const int code = add_grid(grid, area, text, world, tiles_io);
    wend_grid_destroy(grid);
    return code;
}

static int remove_ground(const char* text, wend_world* world) {
    double n[5];
    if (!tile_area_numbers(text, true, n))
        return command_fail(
            CLI_USAGE, "--remove-ground expects X,Y,W,H[,F], whole numbers, W and H at least 1, got '%s'",
            text);
    const int32_t floors = wend_grid_floors(wend_world_grid(world));
    if (n[4] >= floors)
        return command_fail(CLI_USAGE, "--remove-ground %s: floor %.0f is none of the world, which has %d",
                            text, n[4], floors);
    const wend_rect area = {(int32_t)n[0], (int32_t)n[1], (int32_t)n[2], (int32_t)n[3], (uint16_t)n[4]};
    const wend_result result = wend_world_remove_ground(world, area);
    const wend_rect all = wend_world_ground(world);
    if (result == WEND_ERROR_ARGUMENT)
        return command_fail(CLI_USAGE,
                            "--remove-ground %s: expected a part of the ground, not all of it; it has x in "
                            "%d..%d and y in %d..%d",
                            text, all.x, all.x + all.width - 1, all.y, all.y + all.height - 1);
    if (result == WEND_ERROR_LIMIT)
        return command_fail(
            CLI_USAGE,
            "--remove-ground %s: the map that is left would be narrower than the body of a profile", text);
    if (result == WEND_ERROR_UNSUPPORTED)
        return command_fail(CLI_USAGE,
                            "--remove-ground %s: has an edge of a map that wraps, which joins it to the "
                            "other one; block these tiles by --set",
                            text);
    return world_result(world, "edit: removing ground", result);
}

int ground_edits_apply(const ground_edits* edits, wend_world* world, int64_t* tiles_out) {
    int code = CLI_OK;
    *tiles_out = 0;
    for (int i = 0; i < edits->added.count && code == CLI_OK; i++)
        code = add(edits->added.items[i], edits->height_scale, world, tiles_out);
    for (int i = 0; i < edits->removed.count && code == CLI_OK; i++)
        code = remove_ground(edits->removed.items[i], world);
    return code;
}
