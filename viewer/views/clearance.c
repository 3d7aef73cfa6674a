// clearance.c: how far is each tile from what blocks the profile that plans?
#include "views/map_view.h"
#include <stdlib.h>

enum { STEPS = 4, WIDE = 16, LEAST_ROWS = 32 }; // shades a tile; tiles from which on all is wide

clearance* clearance_create(const wend_world* world, int32_t profile, int32_t floor) {
    const wend_grid* grid = wend_world_grid(world);
    if (wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R) return NULL;
    clearance* c = calloc(1, sizeof *c);
    if (c == NULL) return NULL;
    *c = (clearance){.world = world,
                     .profile = profile,
                     .floor = floor,
                     .width = wend_grid_width(grid),
                     .height = wend_grid_height(grid)};
    c->rows = c->height < LEAST_ROWS ? c->height : LEAST_ROWS;
    c->shades = calloc((size_t)c->width, (size_t)c->height);
    c->row = calloc((size_t)c->width * (size_t)c->rows, sizeof *c->row);
    if (c->shades != NULL && c->row != NULL) return c;
    clearance_destroy(c);
    return NULL;
}

void clearance_destroy(clearance* c) {
    if (c == NULL) return;
    free(c->row);
    free(c->shades);
    free(c);
}

void clearance_restart(clearance* c, int32_t profile) {
    c->profile = profile;
    c->done = 0;
}

// One band of rows. False: out of memory.
static bool work_band(clearance* c) {
    const wend_rect map = wend_grid_area(wend_world_grid(c->world));
    const wend_rect band = {map.x, map.y + c->done, c->width,
                            c->height - c->done < c->rows ? c->height - c->done : c->rows,
                            (uint16_t)c->floor};
    const size_t count = (size_t)band.width * (size_t)band.height;
    if (wend_world_clearance(c->world, c->profile, band, WIDE, c->row) != WEND_OK) return false;
    uint8_t* shades = c->shades + (size_t)c->done * (size_t)c->width;
    for (size_t i = 0; i < count; i++) shades[i] = (uint8_t)(c->row[i] * STEPS);
    c->done += band.height;
    if (c->shown < c->done) c->shown = c->done;
    return true;
}

bool clearance_work(clearance* c, int64_t tiles, wend_rect* changed_out) {
    const int32_t first = c->done;
    int64_t taken = 0;
    bool works = true;
    while (works && c->done < c->height && taken < tiles) {
        works = work_band(c);
        taken += (int64_t)c->width * c->rows;
    }
    *changed_out = (wend_rect){0, first, c->width, c->done - first};
    return !works || c->done == c->height;
}

palette clearance_palette(void) {
    palette p = {{PALETTE_BLOCKED}};
    for (int k = 1; k < WEND_CLASS_COUNT; k++) {
        const float shade = (float)(k < 2 ? 2 : k > WIDE * STEPS ? WIDE * STEPS : k);
        p.colors[k] = palette_ramp(1 - palette_fraction(shade, 2, WIDE * STEPS));
    }
    return p;
}
