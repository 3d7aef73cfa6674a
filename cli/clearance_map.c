// clearance_map.c: how far is each tile from what blocks it? As a grid that is drawn like a map.
#include "clearance_map.h"

#include <math.h>
#include <stdlib.h>

#include "cli.h"
#include "wend/profile.h"

enum { STEPS = 4, BAND = 256, MOST_CLASS = WEND_CLASS_COUNT - 1 }; // a tile; rows at once

static uint8_t class_of(float clearance) {
    const int steps = (int)fminf(clearance * STEPS, MOST_CLASS);
    return (uint8_t)(clearance > 0 && steps == 0 ? 1 : steps);
}

// On a logarithmic scale from half a tile, the least that a passable tile has: differences count where it is
// narrow.
static void choose_colors(clearance_map* map, int most) {
    map->most = (double)most / STEPS;
    map->colors = (palette){{PALETTE_BLOCKED}};
    for (int k = 1; k < WEND_CLASS_COUNT; k++)
        map->colors.colors[k] =
            palette_ramp(1 - palette_fraction((float)fmin(fmax(k, 2), most), 2, fmaxf((float)most, 2)));
}

static wend_result fill(const wend_world* world, int32_t profile, wend_grid* grid, int* most) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const wend_rect map = wend_grid_area(wend_world_grid(world)); // the grid begins at 0, 0
    const int32_t bands = (height + BAND - 1) / BAND;
    const size_t count = (size_t)width * (size_t)(height < BAND ? height : BAND);
    float* clearances = malloc(count * sizeof *clearances);
    uint8_t* classes = malloc(count);
    wend_result result = clearances != NULL && classes != NULL ? WEND_OK : WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < bands * wend_grid_floors(grid) && result == WEND_OK; i++) {
        const int32_t y = i % bands * BAND;
        const wend_rect band = {0, y, width, height - y < BAND ? height - y : BAND, (uint16_t)(i / bands)};
        const wend_rect of_map = {map.x, map.y + y, width, band.height, band.floor};
        const size_t tiles = (size_t)width * (size_t)band.height;
        result = wend_world_clearance(world, profile, of_map, (float)MOST_CLASS / STEPS, clearances);
        if (result != WEND_OK) break;
        for (size_t k = 0; k < tiles; k++) {
            classes[k] = class_of(clearances[k]);
            if (classes[k] > *most) *most = classes[k];
        }
        result = wend_grid_write(grid, band, classes, 0);
    }
    free(classes);
    free(clearances);
    return result;
}

int clearance_map_make(const char* command_name, const wend_world* world, int32_t profile,
                       clearance_map* out) {
    const wend_grid* map = wend_world_grid(world);
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(map);
    def.height = wend_grid_height(map);
    def.floors = wend_grid_floors(map);
    *out = (clearance_map){.grid = NULL};
    if (wend_grid_connectivity(map) >= WEND_CONNECTIVITY_HEX_ODD_R)
        return cli_fail(CLI_USAGE, "%s: the layer clearance needs a map of squares, not of hexagons",
                        command_name);
    int most = 0;
    wend_result result = wend_grid_create(&def, &out->grid);
    if (result == WEND_OK) result = fill(world, profile, out->grid, &most);
    if (result != WEND_OK) {
        clearance_map_free(out);
        return cli_fail(cli_exit_code(result, CLI_WORKING), "%s: the layer clearance: %s", command_name,
                        wend_result_string(result));
    }
    choose_colors(out, most);
    return CLI_OK;
}

void clearance_map_free(clearance_map* map) {
    wend_grid_destroy(map->grid);
    map->grid = NULL;
}
