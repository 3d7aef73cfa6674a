// explain.c: is an explanation right? The sizes of both components are those of a textbook search, the number
// of openings is the least by brute force over all tiles, and a map on which just these are opened has the
// path: on maps of every kind with walls, one-way steps, hexagons, and links, some of them disabled.
//     property_explain [--maps N] [--first SEED] [--most SIDE]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "dijkstra.h"
#include "maps.h"
#include "wend/wend.h"

typedef struct fixture {
    map_recipe recipe;
    int32_t link_count;
    wend_world* world;
    const wend_grid* grid;
    wend_search* search;
    wend_explanation* why;
    oracle* truth;
    rng random;
    wend_tile from, to;
    int64_t asked, separated, openings, failures;
} fixture;

static void fail(fixture* f, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s: from %d,%d to %d,%d; seed %llu, map \"%s\", %d links\n", what, f->from.x, f->from.y,
            f->to.x, f->to.y, (unsigned long long)f->recipe.seed, map_recipe_print(&f->recipe, text),
            f->link_count);
    if (++f->failures >= 20) exit(1);
}

// ---- brute force: sweeps over all tiles until no way gets better

static int32_t closed(const wend_grid* grid, wend_tile a, wend_tile b) {
    return !wend_grid_step_is_open(grid, a, b);
}
static int32_t blocked(const wend_grid* grid, wend_tile tile) {
    return !wend_grid_passable(grid, tile);
}

// What a step between neighbours opens; -1: it is none. Diagonal steps that may not cut corners are left out:
// two straight ones open no more.
static int32_t opened_by_step(const fixture* f, wend_tile a, wend_tile b) {
    const wend_grid* grid = f->grid;
    const wend_connectivity connectivity = wend_grid_connectivity(grid);
    const bool diagonal = a.x != b.x && a.y != b.y;
    if (connectivity >= WEND_CONNECTIVITY_HEX_ODD_R) {
        const wend_vec2 p = wend_grid_center(grid, a), q = wend_grid_center(grid, b);
        if (hypot((double)p.x - (double)q.x, (double)p.y - (double)q.y) >
            1.1 * (double)wend_grid_tile_size(grid))
            return -1;
        return closed(grid, a, b) + blocked(grid, b);
    }
    if (!diagonal) return closed(grid, a, b) + blocked(grid, b);
    if (connectivity != WEND_CONNECTIVITY_8_CUT) return -1;
    const wend_tile beside = {b.x, a.y}, below = {a.x, b.y};
    const int32_t one = closed(grid, a, beside) + closed(grid, beside, b);
    const int32_t other = closed(grid, a, below) + closed(grid, below, b);
    return closed(grid, a, b) + (one < other ? one : other) + blocked(grid, b);
}

static bool improve(int32_t* least, int32_t at, int32_t to, int32_t opened) {
    if (opened < 0 || least[at] == INT32_MAX || least[at] + opened >= least[to]) return false;
    least[to] = least[at] + opened;
    return true;
}

static int32_t least_openings(const fixture* f) {
    const int32_t width = f->recipe.width, height = f->recipe.height;
    int32_t* least = malloc((size_t)width * (size_t)height * sizeof *least);
    int32_t link_count;
    const wend_link* links = wend_grid_links(f->grid, &link_count);
    if (!least) abort();
    for (int32_t i = 0; i < width * height; i++) least[i] = INT32_MAX;
    least[f->from.y * width + f->from.x] = blocked(f->grid, f->from);
    for (bool improved = true; improved;) {
        improved = false;
        for (int32_t i = 0; i < width * height; i++) {
            const wend_tile a = {i % width, i / width};
            for (int32_t k = 0; k < 9; k++) {
                const wend_tile b = {a.x + k % 3 - 1, a.y + k / 3 - 1};
                if (k == 4 || !wend_grid_contains(f->grid, b)) continue;
                improved |= improve(least, i, b.y * width + b.x, opened_by_step(f, a, b));
            }
        }
        for (int32_t i = 0; i < link_count; i++)
            improved |= improve(least, links[i].from.y * width + links[i].from.x,
                                links[i].to.y * width + links[i].to.x,
                                !links[i].enabled + blocked(f->grid, links[i].to));
    }
    const int32_t result = least[f->to.y * width + f->to.x];
    free(least);
    return result;
}

// ---- checks

static int64_t component_size(fixture* f, wend_tile tile) {
    const size_t count = (size_t)f->recipe.width * (size_t)f->recipe.height;
    double* ahead = malloc(count * sizeof *ahead);
    int64_t size = 0;
    if (!ahead) abort();
    memcpy(ahead, oracle_distances(f->truth, ORACLE_STEPS, tile, false), count * sizeof *ahead);
    const double* behind = oracle_distances(f->truth, ORACLE_STEPS, tile, true);
    for (size_t i = 0; i < count; i++) size += isfinite(ahead[i]) && isfinite(behind[i]);
    free(ahead);
    return wend_grid_passable(f->grid, tile) ? size : 0;
}

static void check_end(fixture* f, const wend_explained_end* end, wend_tile tile) {
    if (end->tile.x != tile.x || end->tile.y != tile.y) fail(f, "another tile");
    if (end->passable != wend_grid_passable(f->grid, tile)) fail(f, "an end passable or blocked");
    if (end->component_tiles != component_size(f, tile)) fail(f, "another size of a component");
    if (!end->passable && end->component != -1) fail(f, "a component of a blocked tile");
}

// The same world, with everything opened.
static wend_world* opened_world(fixture* f, const wend_opening* openings, int32_t count) {
    wend_world* world = map_make_linked_world(&f->recipe, f->link_count);
    const float* costs = wend_grid_class_costs(f->grid);
    uint8_t passable = 1;
    while (passable < 255 && !(costs[passable] > 0)) passable++;
    for (int32_t i = 0; i < count; i++) {
        const wend_opening* o = &openings[i];
        wend_edit edit = wend_edit_tiles((wend_rect){o->from.x, o->from.y, 1, 1}, passable);
        switch (o->kind) {
        case WEND_OPENING_TILE:
            if (wend_grid_passable(f->grid, o->from) || o->terrain_class != wend_grid_class(f->grid, o->from))
                fail(f, "opens a tile that is passable or of another class");
            break;
        case WEND_OPENING_LINK: {
            const wend_link* link = wend_grid_find_link(f->grid, o->link);
            if (!link || link->enabled) fail(f, "opens a link that is none, or enabled");
            if (!link || wend_world_set_link(world, o->link, link->cost, true) != WEND_OK) abort();
            continue;
        }
        default:
            if (wend_grid_step_is_open(f->grid, o->from, o->to)) fail(f, "opens a step that is open");
            if (wend_grid_step_is_open(f->grid, o->to, o->from) != (o->kind == WEND_OPENING_STEP))
                fail(f, "takes a wall for a step, or a step for a wall");
            edit = o->kind == WEND_OPENING_WALL ? wend_edit_wall(o->from, o->to, false)
                                                : wend_edit_step(o->from, o->to, false);
            break;
        }
        if (wend_world_edit(world, &edit, 1, NULL) != WEND_OK) abort();
    }
    return world;
}

// Each step of the path is legal once everything is opened, or it takes a link.
static bool is_legal(const wend_grid* grid, const wend_tile* tiles, int32_t count) {
    int32_t link_count;
    const wend_link* links = wend_grid_links(grid, &link_count);
    for (int32_t i = 1; i < count; i++) {
        const wend_tile a = tiles[i - 1], b = tiles[i];
        bool legal = wend_grid_can_step(grid, a, b);
        for (int32_t k = 0; k < link_count && !legal; k++)
            legal = links[k].from.x == a.x && links[k].from.y == a.y && links[k].to.x == b.x &&
                    links[k].to.y == b.y && wend_grid_link_is_usable(grid, links[k].id);
        if (!legal) return false;
    }
    return true;
}

static void check(fixture* f) {
    f->asked++;
    if (wend_explain(f->search, f->world, f->from, f->to, f->why) != WEND_OK) {
        fail(f, "an error");
        return;
    }
    const wend_explanation_info info = wend_explanation_get_info(f->why);
    int32_t count, tile_count;
    const wend_opening* openings = wend_explanation_openings(f->why, &count);
    const wend_tile* tiles = wend_explanation_tiles(f->why, &tile_count);
    check_end(f, &info.from, f->from);
    check_end(f, &info.to, f->to);
    const double* ahead = oracle_distances(f->truth, ORACLE_STEPS, f->from, false);
    const bool connected = isfinite(oracle_at(f->truth, ahead, f->to));
    const double* back = oracle_distances(f->truth, ORACLE_STEPS, f->to, false);
    if (info.leads_back != isfinite(oracle_at(f->truth, back, f->from))) fail(f, "a way back or not");
    const bool one = info.from.component >= 0 && info.from.component == info.to.component;
    if (one && !(connected && info.leads_back)) fail(f, "one component, but not both ways");
    const wend_outcome outcome = !info.from.passable ? WEND_START_BLOCKED
                                 : !info.to.passable ? WEND_GOAL_BLOCKED
                                 : connected         ? WEND_FOUND
                                                     : WEND_NO_ROUTE;
    if (info.outcome != outcome) fail(f, "another outcome");
    if (outcome == WEND_FOUND) {
        if (count != 0 || tile_count != 0) fail(f, "opens something where a path exists");
        return;
    }
    f->separated++;
    f->openings += count;
    if (count != least_openings(f)) fail(f, "not the least number of openings");
    if (tile_count < 1 || tiles[0].x != f->from.x || tiles[0].y != f->from.y ||
        tiles[tile_count - 1].x != f->to.x || tiles[tile_count - 1].y != f->to.y) {
        fail(f, "the tiles do not lead from one end to the other");
        return;
    }
    wend_world* world = opened_world(f, openings, count);
    if (!wend_world_connected(world, f->from, f->to)) fail(f, "no path once everything is opened");
    if (!is_legal(wend_world_grid(world), tiles, tile_count)) fail(f, "the tiles are no path");
    wend_world_destroy(world);
}

static void check_map(fixture* f, uint64_t seed, int32_t most) {
    f->random = rng_seeded(seed);
    f->recipe = rng_chance(&f->random, 50) ? map_recipe_random_exits(seed, most, rng_chance(&f->random, 50))
                                           : map_recipe_random_any(seed, most);
    f->link_count = rng_chance(&f->random, 60) ? 0 : rng_below(&f->random, 16);
    f->world = map_make_linked_world(&f->recipe, f->link_count);
    f->grid = wend_world_grid(f->world);
    f->truth = oracle_of_grid(f->grid);
    for (int32_t i = 0; i < 3; i++) {
        if (i == 2 || !map_random_open_tile(f->grid, &f->random, &f->from))
            f->from = map_random_tile(f->grid, &f->random);
        if (i == 2 || !map_random_open_tile(f->grid, &f->random, &f->to))
            f->to = map_random_tile(f->grid, &f->random);
        check(f);
    }
    oracle_destroy(f->truth);
    wend_world_destroy(f->world);
}

int main(int argc, char** argv) {
    const int64_t maps = number_argument(argc, argv, "--maps", 1000);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t most = number_argument(argc, argv, "--most", 40);
    static fixture f;
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_explanation_create(NULL, &f.why) != WEND_OK)
        abort();
    for (int64_t i = 0; i < maps; i++) check_map(&f, (uint64_t)(first + i), (int32_t)most);
    printf("%lld maps, %lld explanations, %lld without a path, %lld openings; %lld failures\n",
           (long long)maps, (long long)f.asked, (long long)f.separated, (long long)f.openings,
           (long long)f.failures);
    wend_explanation_destroy(f.why);
    wend_search_destroy(f.search);
    return f.failures > 0 || f.separated == 0;
}
