// heights.c: how does the path go up and down, and where on the map is a point of its profile of heights?
#include "tools/heights.h"
#include "palette.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

void heights_destroy(heights_tool* h) {
    free(h->heights);
    free(h->along);
}

// The lengths become sums; links have no length.
static void take_path(heights_tool* h, int32_t count) {
    const scene* s = &h->document->scene;
    path_heights(s->path, s->world, h->heights, h->along);
    h->relief = path_relief_of(h->heights, h->along, count);
    double sum = 0;
    h->lowest = INFINITY;
    h->highest = -INFINITY;
    for (int32_t i = 0; i < count; i++) {
        const double step = i + 1 < count ? h->along[i] : 0;
        h->along[i] = sum;
        sum += step;
        if (isnan(h->heights[i])) continue;
        h->lowest = fmin(h->lowest, h->heights[i]);
        h->highest = fmax(h->highest, h->heights[i]);
    }
    h->count = isinf(h->lowest) ? 0 : count;
}

void heights_follow(heights_tool* h) {
    const scene* s = &h->document->scene;
    int32_t count = 0;
    if (!h->shown) return;
    wend_path_tiles(s->path, &count);
    const uint64_t hash = wend_path_hash(s->path);
    if (h->known && h->hash == hash) return;
    h->known = true;
    h->hash = hash;
    h->count = 0;
    h->at = -1;
    if (count == 0 || !wend_grid_has_elevations(s->grid)) return;
    double* heights = realloc(h->heights, (size_t)count * sizeof *heights);
    if (heights != NULL) h->heights = heights;
    double* along = realloc(h->along, (size_t)count * sizeof *along);
    if (along != NULL) h->along = along;
    if (heights != NULL && along != NULL) take_path(h, count);
}

int heights_index(const heights_tool* h, double part) {
    const double wanted = part * h->along[h->count - 1];
    int32_t low = 0, high = h->count - 1;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (h->along[middle] < wanted)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && wanted - h->along[low - 1] < h->along[low] - wanted ? low - 1 : low;
}

void heights_text(const heights_tool* h, char out[HEIGHTS_TEXT]) {
    out[0] = '\0';
    if (h->at < 0 || h->at >= h->count) return;
    const int next = SDL_min(h->at + 1, h->count - 1), last = SDL_max(next - 1, 0);
    const double run = h->along[next] - h->along[last], rise = h->heights[next] - h->heights[last];
    int used = snprintf(out, HEIGHTS_TEXT, "%.0f m along, %.1f m high", h->along[h->at], h->heights[h->at]);
    if (run > 0) snprintf(out + used, (size_t)(HEIGHTS_TEXT - used), ", slope %+.0f %%", 100 * rise / run);
}

void heights_draw(const heights_tool* h) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(h->document->scene.path, &count);
    view* v = h->view;
    if (!h->shown || h->at < 0 || h->at >= SDL_min(h->count, count)) return;
    if (!view_shows_floor(v, tiles[h->at].floor)) return;
    const SDL_FPoint at = view_tile_center(v, tiles[h->at]);
    draw_ring(&v->batch, at, 9 * v->scale, 5 * v->scale, draw_rgb(PALETTE_CASING));
    draw_ring(&v->batch, at, 9 * v->scale, 2.5f * v->scale, (SDL_Color){255, 255, 255, 255});
}

// ---- commands

static void again(void* owner) {
    ((heights_tool*)owner)->known = false;
}

static const command_def heights_commands[] = {
    COMMAND_SWITCH("heights", heights_tool, shown, .then = again),
    COMMAND_NUMBER("height_at", heights_tool, at, VALUE_INT, -1, 1e9, .then = NULL),
    COMMANDS_END,
};

void heights_init(heights_tool* h, document* d, view* v) {
    *h = (heights_tool){.document = d, .view = v, .at = -1};
    commands_add(d->commands, heights_commands, h);
}
