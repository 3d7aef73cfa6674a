// alternatives.c: finds, lists and draws the paths besides the best one.
#include "alternatives.h"
#include "palette.h"
#include "scene.h"
#include "tile_plane.h"

#include <stdio.h>

int alternatives_find(const wend_world* world, const plan* p, int32_t wanted, alternatives* out) {
    const wend_alternatives_def def = wend_default_alternatives_def();
    wend_result result = WEND_OK;
    *out = (alternatives){0};
    if (p->query.hex_diagonals)
        return command_fail(CLI_USAGE, "--alternatives and --hex-diagonals exclude each other");
    for (; out->room <= wanted && result == WEND_OK; out->room++)
        result = wend_path_create(NULL, &out->paths[out->room]);
    if (result == WEND_OK)
        result =
            wend_find_alternatives(p->search, world, &p->query, &def, out->room, out->paths, &out->count);
    return cli_result(result, "path: alternatives");
}

void alternatives_destroy(alternatives* a) {
    for (int32_t i = 0; i < a->room; i++) wend_path_destroy(a->paths[i]);
    *a = (alternatives){0};
}

static double over_best(const alternatives* a, int32_t i) {
    const double best = wend_path_cost(a->paths[0]);
    return best > 0 ? 100 * (wend_path_cost(a->paths[i]) / best - 1) : 0;
}

void alternatives_print(const alternatives* a, double scale) {
    for (int32_t i = 1; i < a->count; i++) {
        int32_t count = 0;
        wend_path_tiles(a->paths[i], &count);
        printf("%-12s cost %.6f, %.1f %% more, %d tile%s\n", i == 1 ? "alternatives" : "",
               wend_path_cost(a->paths[i]) * scale, over_best(a, i), count, cli_plural(count));
    }
    if (a->count <= 1) printf("alternatives none\n");
}

void alternatives_json(cJSON* json, const alternatives* a, const wend_grid* grid, double scale) {
    cJSON* array = cJSON_AddArrayToObject(json, "alternatives");
    for (int32_t i = 1; i < a->count; i++) {
        int32_t count = 0;
        const wend_tile* tiles = wend_path_tiles(a->paths[i], &count);
        cJSON* entry = json_row(array);
        json_number(entry, "cost", wend_path_cost(a->paths[i]) * scale, 6);
        json_number(entry, "length", path_length(a->paths[i], grid) * scale, 6);
        json_tiles(entry, "tiles", tiles, count);
        json_hash(entry, "hash", wend_path_hash(a->paths[i]));
    }
}

wend_result alternatives_draw(const scene* s, drawing* d) {
    const alternatives* a = s->extra_context;
    const tile_plane plane = scene_plane(s);
    const float scale = (float)s->scale, width = scale * 0.25f > 1.5f ? scale * 0.25f : 1.5f;
    drawing_layer(d, "alternatives");
    for (int32_t i = 1; i < a->count; i++) {
        int32_t count = 0;
        const wend_tile* tiles = wend_path_tiles(a->paths[i], &count);
        for (int32_t k = 1; k < count; k++) {
            if (tiles[k].floor != tiles[k - 1].floor || !scene_shows(s, tiles[k])) continue;
            scene_add_line(s, tile_plane_center(plane, tiles[k - 1]), tile_plane_center(plane, tiles[k]),
                           width, PALETTE_ENTRANCES, d);
        }
    }
    return WEND_OK;
}
