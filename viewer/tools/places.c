// places.c: what do the paths between several places cost?
#include "tools/places.h"
#include "document/place.h"
#include "palette.h"
#include "views/overlay.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TERRITORY_TILES = 1 << 24 };

const char* places_kind_name(int kind) {
    static const char* const names[PLACES_KINDS] = {"off", "tour", "reach", "territories"};
    return kind < PLACES_KINDS ? names[kind] : NULL;
}

static void drop_legs(places_tool* p) {
    for (int i = 0; i < p->leg_count; i++) wend_path_destroy(p->legs[i]);
    p->leg_count = 0;
}

void places_destroy(places_tool* p) {
    drop_legs(p);
    wend_matrix_search_destroy(p->matrices);
    tile_raster_forget(&p->areas);
    wend_field_destroy(p->field);
    free(p->regions);
}

static void fail(places_tool* p, const char* why) {
    p->failed = true;
    snprintf(p->text, sizeof p->text, "%s", why);
}

static const char* reason(wend_result result) {
    return result == WEND_ERROR_MEMORY ? "out of memory" : wend_result_string(result);
}

// ---- a tour

// The order of the ends at the least cost, from the start.
static wend_result find_order(places_tool* p) {
    const int count = p->end_count;
    double* costs = malloc((size_t)count * (size_t)count * sizeof *costs);
    if (costs == NULL) return WEND_ERROR_MEMORY;
    wend_matrix_def def = wend_default_matrix_def();
    def.tasks = p->document->tasks;
    def.profile = p->profile;
    wend_result result = p->matrices != NULL ? WEND_OK : wend_matrix_search_create(NULL, &p->matrices);
    if (result == WEND_OK)
        result = wend_cost_matrix(p->matrices, p->document->scene.world, p->ends, count, p->ends, count, &def,
                                  costs);
    wend_tour_def tour = wend_default_tour_def();
    tour.closed = p->closed;
    tour.first = 0;
    if (result == WEND_OK) result = wend_tour(costs, count, &tour, p->order, &p->cost);
    free(costs);
    return result;
}

static wend_result find_legs(places_tool* p) {
    scene* s = &p->document->scene;
    const int legs = p->end_count - 1 + p->closed;
    for (int i = 0; i < legs; i++) {
        const wend_result result = wend_path_create(NULL, &p->legs[i]);
        if (result != WEND_OK) return result;
        p->leg_count++;
        wend_query q = wend_default_query(p->ends[p->order[i]], p->ends[p->order[(i + 1) % p->end_count]]);
        q.profile = p->profile;
        q.algorithm = WEND_EXACT; // as the costs are
        const wend_result found = wend_find_path(s->search, s->world, &q, p->legs[i], NULL);
        if (found != WEND_OK) return found;
    }
    return WEND_OK;
}

static void say_cut_off(places_tool* p) {
    const scene* s = &p->document->scene;
    int used = snprintf(p->text, sizeof p->text, "No paths lead from the start through all %d goals",
                        p->end_count - 1);
    for (int i = 1; i < p->end_count; i++) {
        if (wend_world_connected(scene_view(s), p->ends[0], p->ends[i])) continue;
        used += snprintf(p->text + used, sizeof p->text - (size_t)used, ": the one at (%s) is %s",
                         place_tile(s, p->ends[i]).text,
                         wend_grid_passable(p->grid, p->ends[i]) ? "cut off" : "blocked");
        break;
    }
    snprintf(p->text + used, sizeof p->text - (size_t)used, ".");
}

static void find_tour(places_tool* p) {
    drop_legs(p);
    wend_result result = find_order(p);
    if (result == WEND_OK && !isinf(p->cost)) result = find_legs(p);
    if (result != WEND_OK) {
        fail(p, reason(result));
        return;
    }
    if (p->end_count == 1)
        snprintf(p->text, sizeof p->text, "Hold Ctrl and click tiles to add goals.");
    else if (isinf(p->cost))
        say_cut_off(p);
    else {
        char cost[COST_TEXT];
        world_frame_cost_text(&p->document->scene.frame, p->cost, 2, cost);
        snprintf(p->text, sizeof p->text, "%s through %d goals costs %s%s.", p->closed ? "A round" : "A tour",
                 p->end_count - 1, cost, p->end_count <= 12 ? ", the least possible" : "");
    }
}

// ---- territories

static wend_result make_field(places_tool* p) {
    return p->field != NULL ? WEND_OK : wend_field_create(NULL, &p->field);
}

static void find_territories(places_tool* p) {
    const wend_grid* grid = wend_world_grid(scene_view(&p->document->scene));
    wend_rect all = wend_grid_area(grid);
    const int32_t floors = wend_grid_floors(grid);
    const int64_t of_floor = (int64_t)all.width * all.height, count = of_floor * floors;
    if (count > MOST_TERRITORY_TILES) {
        fail(p, "The map has more than 2^24 tiles: wend reach --nearest finds territories on it.");
        return;
    }
    int32_t* regions = realloc(p->regions, (size_t)count * sizeof *regions);
    if (regions != NULL) p->regions = regions;
    wend_result result = regions != NULL ? make_field(p) : WEND_ERROR_MEMORY;
    if (result == WEND_OK)
        result = wend_field_fill(p->field, grid, WEND_FIELD_FROM, p->ends, p->end_count, (double)INFINITY);
    for (int32_t f = 0; f < floors && result == WEND_OK; f++) {
        all.floor = (uint16_t)f;
        result = wend_field_regions(p->field, all, p->regions + of_floor * f);
    }
    if (result != WEND_OK) {
        fail(p, reason(result));
        return;
    }
    memset(p->tiles, 0, sizeof p->tiles);
    for (int64_t i = 0; i < count; i++)
        if (regions[i] >= 0) p->tiles[regions[i]]++;
    int length = snprintf(p->text, sizeof p->text, "Tiles nearest to the start: %lld; to the goal%s",
                          (long long)p->tiles[0], p->end_count > 2 ? "s" : "");
    for (int i = 1; i < p->end_count && length < PLACES_TEXT - 20; i++)
        length += snprintf(p->text + length, (size_t)(PLACES_TEXT - length), "%s %lld", i == 1 ? ":" : ",",
                           (long long)p->tiles[i]);
}

// ---- bands around the pointer

static void find_reach(places_tool* p, wend_tile center) {
    const wend_grid* grid = wend_world_grid(scene_view(&p->document->scene));
    p->center = center;
    p->filled = p->within;
    p->reached = 0;
    snprintf(p->text, sizeof p->text, "Move the pointer over the map.");
    if (same_tile(center, NO_TILE)) return;
    wend_result result = make_field(p);
    if (result == WEND_OK) result = wend_field_fill(p->field, grid, WEND_FIELD_FROM, &center, 1, p->within);
    if (result != WEND_OK) {
        fail(p, reason(result));
        return;
    }
    p->reached = wend_field_tiles(p->field, NULL, 0);
    snprintf(p->text, sizeof p->text, "%lld tiles within a cost of %.6g of (%s).", (long long)p->reached,
             p->within, place_tile(&p->document->scene, center).text);
}

// ---- what has changed

// The start and the goals, each once.
static int list_ends(const scene* s, wend_tile out[PLACES_MOST]) {
    int count = 0;
    out[count++] = s->query.start;
    for (int i = 0; i < s->goal_count; i++) out[count++] = s->goals[i];
    return count;
}

static bool is_known(const places_tool* p, const wend_tile* ends, int count) {
    const scene* s = &p->document->scene;
    return p->known == p->kind && p->revision == s->revision && p->grid == wend_world_grid(scene_view(s)) &&
           p->profile == s->query.profile && p->end_count == count &&
           memcmp(p->ends, ends, (size_t)count * sizeof *ends) == 0;
}

void places_follow(places_tool* p, bool held, bool pointer_free) {
    const scene* s = &p->document->scene;
    if (p->kind == PLACES_OFF) {
        p->known = PLACES_OFF;
        return;
    }
    wend_tile ends[PLACES_MOST], center = NO_TILE;
    const int count = list_ends(s, ends);
    const bool known = is_known(p, ends, count);
    if (pointer_free && wend_grid_contains(s->grid, view_pointer_tile(p->view)))
        center = view_pointer_tile(p->view);
    const bool moved = p->kind == PLACES_REACH && (!same_tile(center, p->center) || p->filled != p->within);
    if (known && !moved) return;
    if (held && known) return;
    p->version++;
    p->failed = false;
    p->known = p->kind;
    p->revision = s->revision;
    p->grid = wend_world_grid(scene_view(s));
    p->profile = s->query.profile;
    p->end_count = count;
    memcpy(p->ends, ends, sizeof ends);
    if (p->kind == PLACES_TOUR) find_tour(p);
    if (p->kind == PLACES_REACH) find_reach(p, center);
    if (p->kind == PLACES_TERRITORIES) find_territories(p);
}

// ---- drawing

// Of a class of tiles, as class_of numbers them.
static SDL_Color class_color(const places_tool* p, int index) {
    static const uint32_t colors[] = {0x4E79A7, 0xF28E2B, 0x59A14F, 0xB07AA1, 0xE15759, 0x76B7B2,
                                      0xEDC948, 0x9C755F, 0xFF9DA7, 0x2F4B7C, 0x8CD17D, 0xD37295};
    const bool bands = p->kind == PLACES_REACH;
    SDL_Color c = draw_rgb(bands ? palette_distance(((float)index + 0.5f) / (float)p->bands)
                                 : colors[index % (int)(sizeof colors / sizeof colors[0])]);
    c.a = bands ? 150 : 130;
    return c;
}

// The class of a tile: its band, or the place that it is nearest to; -1: none.
static int class_of(const places_tool* p, wend_tile tile) {
    const camera* cam = &p->view->camera;
    if (p->kind == PLACES_TERRITORIES)
        return p->regions[((int64_t)tile.floor * cam->map_height + tile.y - cam->plane.top) * cam->map_width +
                          tile.x - cam->plane.left];
    const double cost = wend_field_cost(p->field, tile);
    if (isinf(cost)) return -1;
    const int band = (int)ceil(cost * p->bands / p->filled) - 1;
    return SDL_clamp(band, 0, p->bands - 1);
}

// 0xAARRGGBB of a tile.
static uint32_t tile_color(const void* context, wend_tile tile) {
    const places_tool* p = context;
    const int here = class_of(p, tile);
    if (here < 0) return 0;
    const SDL_Color c = class_color(p, here);
    return (uint32_t)c.a << 24 | (uint32_t)c.r << 16 | (uint32_t)c.g << 8 | c.b;
}

void places_draw_areas(places_tool* p) {
    view* v = p->view;
    if (p->failed || p->known != p->kind || (p->kind != PLACES_REACH && p->kind != PLACES_TERRITORIES))
        return;
    if (p->kind == PLACES_REACH && same_tile(p->center, NO_TILE)) return;
    const int lines = p->kind == PLACES_TERRITORIES ? (int)fmaxf(2 * v->scale, 1) : LINES_NONE;
    draw_flush(&v->batch);
    tile_raster_draw(&p->areas, v->window->renderer, &v->camera, p->version, lines, tile_color, p);
}

// An arrow in the middle of a leg, in its direction.
static void draw_arrow(const places_tool* p, const wend_path* leg) {
    view* v = p->view;
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(leg, &count);
    if (count < 2) return;
    const int32_t middle = count / 2, before = SDL_max(middle - 3, 0);
    if (!view_shows_floor(v, tiles[middle].floor) || !view_shows_floor(v, tiles[before].floor)) return;
    const SDL_FPoint from = view_tile_center(v, tiles[before]), to = view_tile_center(v, tiles[middle]);
    const wend_vec2 heading = {to.x - from.x, to.y - from.y};
    draw_dart(&v->batch, to, heading, 9 * v->scale, draw_rgb(PALETTE_CASING));
    draw_dart(&v->batch, to, heading, 7 * v->scale, (SDL_Color){255, 255, 255, 255});
}

void places_draw_tour(const places_tool* p) {
    view* v = p->view;
    const SDL_Color color = {0x17, 0xBE, 0xCF, 255};
    if (p->failed || p->kind != PLACES_TOUR || p->known != p->kind) return;
    for (int i = 0; i < p->leg_count; i++) overlay_draw_path(v, p->legs[i], 4 * v->scale, color);
    for (int i = 0; i < p->leg_count; i++) draw_arrow(p, p->legs[i]);
}

// ---- commands

static void again(void* owner) {
    places_tool* p = owner;
    p->known = PLACES_OFF;
}

static const command_def places_commands[] = {
    COMMAND_WORD("places", places_tool, kind, places_kind_name, "view of several places", .then = again),
    COMMAND_SWITCH("tour_closed", places_tool, closed, .then = again),
    COMMAND_NUMBER("reach_within", places_tool, within, VALUE_DOUBLE, 1, 1e9, .then = again),
    COMMAND_NUMBER("reach_bands", places_tool, bands, VALUE_INT, 1, PLACES_BANDS, .then = again),
    COMMANDS_END,
};

void places_init(places_tool* p, document* d, view* v) {
    *p = (places_tool){.document = d, .view = v, .within = 200, .bands = 4, .center = NO_TILE};
    commands_add(d->commands, places_commands, p);
}
