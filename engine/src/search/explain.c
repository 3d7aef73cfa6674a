// explain.c: what separates two tiles, and which shapes show a world or a path?
#include <math.h>

#include "hierarchy/open.h"
#include "hierarchy/world.h"
#include "search/path.h"
#include "search/search.h"
#include "wend/debug_draw.h"
#include "wend/explain.h"

// ---- in which components do two tiles lie, how large are these, and what separates the tiles?

struct wend_explanation {
    wendi_owner owner;
    wend_allocator allocator; // of what it owns
    wend_explanation_info info;
    wendi_opening_list openings;
    wendi_tile_list tiles;
};

const char* wend_opening_kind_string(wend_opening_kind kind) {
    static const char* const texts[WEND_OPENING_KIND_COUNT] = {"tile", "step",   "wall",
                                                               "link", "narrow", "slope"};
    const bool known = (int)kind >= 0 && kind < WEND_OPENING_KIND_COUNT;
    return known ? texts[kind] : "unknown kind";
}

wend_result wend_explanation_create(const wend_allocator* allocator_opt, wend_explanation** out) {
    if (!out) return WEND_ERROR_ARGUMENT;
    wend_explanation* explanation = wendi_owner_create(allocator_opt, sizeof *explanation);
    if (!explanation) return WEND_ERROR_MEMORY;
    explanation->allocator = wendi_owned_by(&explanation->owner);
    explanation->openings.allocator = explanation->tiles.allocator = explanation->allocator;
    explanation->info.outcome = WEND_NO_ROUTE;
    *out = explanation;
    return WEND_OK;
}

void wend_explanation_destroy(wend_explanation* explanation) {
    if (explanation) wendi_owner_destroy(&explanation->owner);
}

// ---- components

enum { MOST_NUMBERS = 4 * WENDI_MAX_CLUSTER_NODES };

// The numbers of the components that a tile reaches in its clusters, or that reach it.
static int32_t numbers_around(const wend_world* world, wend_tile tile, wendi_sense sense,
                              uint32_t numbers[MOST_NUMBERS]) {
    bool itself = false;
    const int32_t count = wendi_components_around(world->grid, &world->graph, &world->components, tile, tile,
                                                  sense, numbers, &itself);
    for (int32_t i = 0; i < count; i++) numbers[i] = wendi_reach_number(&world->components.reach, numbers[i]);
    return count;
}

// The number of the component of a tile: it reaches nodes of it, and nodes of it reach the tile. -1: none.
static int64_t number_of(const wend_world* world, wend_tile tile) {
    uint32_t ahead[MOST_NUMBERS], behind[MOST_NUMBERS];
    const int32_t ahead_count = numbers_around(world, tile, WENDI_FROM, ahead);
    const int32_t behind_count = numbers_around(world, tile, WENDI_TO, behind);
    for (int32_t i = 0; i < ahead_count; i++)
        for (int32_t k = 0; k < behind_count; k++)
            if (ahead[i] == behind[k]) return ahead[i];
    return -1;
}

// The tiles of an enclosed component: it lies within one cluster.
static int64_t count_enclosed(const wend_world* world, wend_tile tile) {
    int32_t clusters[4];
    int64_t most = 0;
    const int32_t cluster_count = wendi_clusters_at(&world->graph.clusters, tile, clusters);
    for (int32_t i = 0; i < cluster_count; i++) {
        const wend_rect area = wendi_cluster_rect(&world->graph.clusters, clusters[i]);
        wendi_tile_set ahead, behind;
        wendi_reach_cluster(world->grid, area, tile, WENDI_FROM, &ahead);
        wendi_reach_cluster(world->grid, area, tile, WENDI_TO, &behind);
        int64_t count = 0;
        for (int32_t y = 1; y <= area.height; y++) count += __builtin_popcount(ahead.row[y] & behind.row[y]);
        if (count > most) most = count;
    }
    return most;
}

// sizes: by number of component.
static wend_explained_end end_at(const wend_world* world, wend_tile tile, const int64_t* sizes) {
    wend_explained_end end = {.tile = tile, .component = -1};
    end.passable = wendi_is_passable(world->grid, tile.x, tile.y);
    if (!end.passable) return end;
    end.component = number_of(world, tile);
    end.component_tiles = end.component >= 0 ? sizes[end.component] : count_enclosed(world, tile);
    return end;
}

// ---- profiles

// True when tiles of a class are passable for a profile where its body fits.
static bool may_enter(const wend_world* base, const wend_profile_def* profile, uint8_t terrain_class) {
    const float cost = profile->class_costs[terrain_class];
    return terrain_class != 0 &&
           (cost < 0 ? base->grid->costs.straight[terrain_class] != 0 : cost > 0 && cost < INFINITY);
}

// Finds, for tiles that a view has blocked, the class in the world, and which are only too narrow.
static wend_result name_tiles(const wend_world* view, wendi_opening_list* openings) {
    const wend_world* base = view->base;
    wend_profile_def profile;
    if (!base) return WEND_OK;
    wend_result result = wend_world_get_profile(base, view->base_profile, &profile);
    for (int64_t i = 0; i < openings->count && result == WEND_OK; i++) {
        wend_opening* opening = &openings->data[i];
        const wend_tile tile = opening->from;
        if (opening->kind != WEND_OPENING_TILE) continue;
        opening->terrain_class = *wendi_tile(base->grid, tile.x, tile.y);
        if (!may_enter(base, &profile, opening->terrain_class)) continue;
        opening->kind = WEND_OPENING_NARROW;
        result = wendi_world_clearance(base, view->base_profile, (wend_rect){tile.x, tile.y, 1, 1},
                                       profile.radius, &opening->clearance);
        if (result == WEND_ERROR_UNSUPPORTED) result = WEND_OK; // hexagons
    }
    return result;
}

// ---- the explanation

// The tiles of components may be anywhere: they are counted in a pass over the world.
static wend_result describe(const wend_world* world, wend_tile from, wend_tile to,
                            const wend_allocator* allocator, wend_explanation_info* out) {
    const size_t count = wendi_component_numbers(&world->components);
    int64_t* sizes = wendi_alloc(allocator, count, sizeof *sizes);
    if (!sizes) return WEND_ERROR_MEMORY;
    wendi_pass pass;
    const wend_result opened = wendi_pass_begin(world, &pass);
    if (opened == WEND_OK)
        wendi_components_sizes(world->grid, &world->graph, &world->components, &pass, sizes);
    wendi_pass_end(&pass);
    if (opened == WEND_OK)
        *out = (wend_explanation_info){.from = end_at(world, from, sizes), .to = end_at(world, to, sizes)};
    wendi_free(allocator, sizes, count, sizeof *sizes);
    if (opened != WEND_OK) return opened;
    out->leads_back = wendi_world_connected(world, to, from);
    out->outcome = !out->from.passable                      ? WEND_START_BLOCKED
                   : !out->to.passable                      ? WEND_GOAL_BLOCKED
                   : wendi_world_connected(world, from, to) ? WEND_FOUND
                                                            : WEND_NO_ROUTE;
    return WEND_OK;
}

wend_result wend_explain(wend_search* search, const wend_world* world, wend_tile from, wend_tile to,
                         wend_explanation* out) {
    if (!search || !world || !out) return WEND_ERROR_ARGUMENT;
    from = wendi_to_sheet(&world->grid->floors, from);
    to = wendi_to_sheet(&world->grid->floors, to);
    if (!wendi_sheet_contains(world->grid, from) || !wendi_sheet_contains(world->grid, to))
        return WEND_ERROR_ARGUMENT;
    wend_explanation_info info;
    wend_result result = describe(world, from, to, &search->allocator, &info);
    wendi_opening_list openings = {.allocator = out->allocator};
    wendi_tile_list tiles = {.allocator = out->allocator};
    if (result == WEND_OK && info.outcome != WEND_FOUND)
        result = wendi_find_openings(&search->allocator, world->grid, from, to, &search->flat.cancel,
                                     &openings, &tiles);
    if (result == WEND_OK) result = name_tiles(world, &openings);
    if (result != WEND_OK) {
        wendi_opening_list_free(&openings);
        wendi_tile_list_free(&tiles);
        return result;
    }
    wendi_opening_list_free(&out->openings);
    wendi_tile_list_free(&out->tiles);
    wendi_tiles_from_sheet(&world->grid->floors, tiles.data, tiles.count);
    for (int64_t i = 0; i < openings.count; i++) {
        openings.data[i].from = wendi_from_sheet(&world->grid->floors, openings.data[i].from);
        openings.data[i].to = wendi_from_sheet(&world->grid->floors, openings.data[i].to);
    }
    info.from.tile = wendi_from_sheet(&world->grid->floors, from);
    info.to.tile = wendi_from_sheet(&world->grid->floors, to);
    out->info = info;
    out->openings = openings;
    out->tiles = tiles;
    return WEND_OK;
}

wend_explanation_info wend_explanation_get_info(const wend_explanation* explanation) {
    return explanation ? explanation->info : (wend_explanation_info){0};
}

const wend_opening* wend_explanation_openings(const wend_explanation* explanation, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = explanation ? (int32_t)explanation->openings.count : 0;
    return explanation ? explanation->openings.data : NULL;
}

const wend_tile* wend_explanation_tiles(const wend_explanation* explanation, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = explanation ? (int32_t)explanation->tiles.count : 0;
    return explanation ? explanation->tiles.data : NULL;
}

// ---- which shapes show a world or a path? Hands them to callbacks.

static bool wants(uint32_t layers, wend_draw_kind kind) {
    return layers >> kind & 1;
}

// b is a side of the area to draw, which may be empty, and may end beyond INT32_MAX.
static bool overlap(int32_t a, int32_t a_length, int32_t b, int32_t b_length) {
    return b_length > 0 && a < (int64_t)b + b_length && b < (int64_t)a + a_length;
}

static bool touches(wend_rect a, wend_rect b) {
    return overlap(a.x, a.width, b.x, b.width) && overlap(a.y, a.height, b.y, b.height);
}

static wend_vec2 center(wend_tile tile) {
    return (wend_vec2){(float)tile.x + 0.5f, (float)tile.y + 0.5f};
}

static void line(const wend_debug_draw* draw, wend_draw_kind kind, wend_tile from, wend_tile to) {
    wend_rect box = {wendi_min(from.x, to.x), wendi_min(from.y, to.y), wendi_abs(from.x - to.x) + 1,
                     wendi_abs(from.y - to.y) + 1};
    if (draw->line && touches(box, draw->view)) draw->line(kind, center(from), center(to), draw->context);
}

static void rect(const wend_debug_draw* draw, wend_draw_kind kind, wend_rect tiles) {
    if (draw->rect && touches(tiles, draw->view)) draw->rect(kind, tiles, draw->context);
}

static void draw_entrances(const wend_world* world, const wendi_partition* level_clusters, int32_t cluster,
                           wendi_side_kind kind, const wend_debug_draw* draw) {
    wendi_side side = wendi_side_of(level_clusters, cluster, kind);
    int32_t from = 0, length;
    while ((length = wendi_next_entrance(world->grid, &side, &from)) > 0) {
        wend_rect tiles = {side.first.x + from * side.step.x, side.first.y + from * side.step.y,
                           side.step.x ? length : 1, side.step.y ? length : 1};
        rect(draw, WEND_DRAW_ENTRANCE, tiles);
        from += length;
    }
}

// Draws the edges from one node of a cluster to the nodes with slots of at least first_to.
static void draw_edges(const wendi_graph* graph, const wendi_matrix* matrix, int32_t from, int32_t first_to,
                       const wend_debug_draw* draw) {
    WENDI_ASSERT(from >= 0 && from < matrix->count && first_to >= 0);
    for (int32_t to = first_to; to < matrix->count; to++) {
        if (to == from || wendi_matrix_cost(matrix, from, to) == WENDI_UNREACHED) continue;
        line(draw, WEND_DRAW_EDGE, wendi_node_tile(&graph->clusters, matrix->nodes[from]),
             wendi_node_tile(&graph->clusters, matrix->nodes[to]));
    }
}

// Draws the nodes of a cluster except those on its right and bottom lines, which its neighbours draw.
static void draw_nodes(const wendi_graph* graph, const wendi_matrix* matrix, wend_rect area,
                       const wend_debug_draw* draw) {
    for (int32_t i = 0; i < matrix->count; i++) {
        wend_tile tile = wendi_node_tile(&graph->clusters, matrix->nodes[i]);
        bool right = tile.x == area.x + area.width - 1 && tile.x + 1 < graph->clusters.width;
        bool bottom = tile.y == area.y + area.height - 1 && tile.y + 1 < graph->clusters.height;
        if (!right && !bottom) rect(draw, WEND_DRAW_NODE, (wend_rect){tile.x, tile.y, 1, 1});
    }
}

// A pending cluster of level 1 has no costs yet.
static bool has_edges(const wendi_graph* graph, int32_t level, int32_t cluster) {
    return level > 1 || wendi_state_of(graph, 1, cluster) == WENDI_UP_TO_DATE;
}

static void draw_cluster(const wend_world* world, int32_t level, int32_t cluster, uint32_t layers,
                         const wend_debug_draw* draw) {
    const wendi_graph* graph = &world->graph;
    WENDI_ASSERT(level >= 1 && level <= graph->level_count);
    const wendi_partition* level_clusters = &graph->level[level - 1].clusters;
    const wendi_matrix* matrix = wendi_matrix_of(graph, level, cluster);
    wend_rect area = wendi_cluster_rect(level_clusters, cluster);
    if (wants(layers, WEND_DRAW_CLUSTER)) rect(draw, WEND_DRAW_CLUSTER, area);
    if (wants(layers, WEND_DRAW_ENTRANCE)) {
        draw_entrances(world, level_clusters, cluster, WENDI_SIDE_TOP, draw);
        draw_entrances(world, level_clusters, cluster, WENDI_SIDE_LEFT, draw);
    }
    if (wants(layers, WEND_DRAW_EDGE) && has_edges(graph, level, cluster))
        for (int32_t i = 0; i < matrix->count; i++) draw_edges(graph, matrix, i, i + 1, draw);
    if (wants(layers, WEND_DRAW_NODE)) draw_nodes(graph, matrix, area, draw);
}

// Hands the shapes of one floor to the caller, who knows no sheet.
typedef struct floor_draw {
    wend_debug_draw on_sheet;
    const wend_debug_draw* shown;
    wend_rect floor;     // on the sheet
    int32_t right, down; // from a tile of the sheet to that of the caller
} floor_draw;

static bool is_on_floor(const floor_draw* f, wend_vec2 point) {
    return point.y >= (float)f->floor.y && point.y <= (float)f->floor.y + (float)f->floor.height;
}

static void draw_floor_line(wend_draw_kind kind, wend_vec2 from, wend_vec2 to, void* context) {
    const floor_draw* f = context;
    if (!is_on_floor(f, from) || !is_on_floor(f, to)) return; // a link between floors
    from = (wend_vec2){from.x + (float)f->right, from.y + (float)f->down};
    to = (wend_vec2){to.x + (float)f->right, to.y + (float)f->down};
    f->shown->line(kind, from, to, f->shown->context);
}

static void draw_floor_rect(wend_draw_kind kind, wend_rect tiles, void* context) {
    const floor_draw* f = context;
    const int32_t top = wendi_max(tiles.y, f->floor.y),
                  bottom = wendi_min(tiles.y + tiles.height, f->floor.y + f->floor.height);
    if (top >= bottom) return;
    const wend_rect shown = {tiles.x + f->right, top + f->down, tiles.width, bottom - top,
                             f->shown->view.floor};
    f->shown->rect(kind, shown, f->shown->context);
}

// The part of a side of the area to draw that lies on a side of the map. [Units: tiles]
static void clip(int64_t first, int32_t length, int32_t side, int32_t* first_out, int32_t* length_out) {
    const int64_t last = first + length,
                  low = first < 0      ? 0
                        : first < side ? first
                                       : side,
                  high = last < low    ? low
                         : last < side ? last
                                       : side;
    *first_out = (int32_t)low;
    *length_out = (int32_t)(high - low);
}

// What draws the floor of the area that the caller asks for. False: there is none.
static bool begin_drawing(const wend_grid* grid, const wend_debug_draw* draw, floor_draw* f) {
    const wend_rect* view = &draw->view;
    wend_debug_draw* out = &f->on_sheet;
    *out = *draw;
    const wendi_floors* floors = &grid->floors;
    if (wendi_is_sheet(floors)) return true;
    const int32_t floor = wendi_has_floors(floors) ? view->floor : 0;
    if (floor >= floors->count) return false;
    const wend_rect area = wendi_floor_area(floors, floor);
    *f = (floor_draw){*draw, draw, area, floors->left, floors->top - area.y};
    out->view = (wend_rect){0};
    clip((int64_t)view->x - floors->left, view->width, area.width, &out->view.x, &out->view.width);
    clip((int64_t)view->y - floors->top, view->height, area.height, &out->view.y, &out->view.height);
    out->view.y += area.y;
    if (draw->line) out->line = draw_floor_line;
    if (draw->rect) out->rect = draw_floor_rect;
    out->context = f;
    return true;
}

static bool begin_level(const wend_world* world, const wend_debug_draw* shown, floor_draw* out) {
    return world && shown && shown->level >= 0 && shown->level <= world->graph.level_count &&
           begin_drawing(world->grid, shown, out);
}

wend_result wend_world_draw(const wend_world* world, uint32_t layers, const wend_debug_draw* shown) {
    floor_draw f;
    const wend_debug_draw* draw = &f.on_sheet;
    if (!begin_level(world, shown, &f)) return WEND_ERROR_ARGUMENT;
    const bool reads = wants(layers, WEND_DRAW_EDGE) || wants(layers, WEND_DRAW_NODE);
    wend_result result = wendi_open_regions(world);
    if (result != WEND_OK) return result;
    int32_t level = wendi_max(draw->level, 1);
    const wendi_partition* level_clusters = &world->graph.level[level - 1].clusters;
    wend_rect map = {0, 0, level_clusters->width, level_clusters->height};
    if (!touches(map, draw->view)) return WEND_OK;
    int32_t size = level_clusters->size;
    const int32_t left = wendi_max(0, wendi_max(0, draw->view.x) / size - 1),
                  top = wendi_max(0, wendi_max(0, draw->view.y) / size - 1);
    int64_t right = ((int64_t)draw->view.x + draw->view.width) / size,
            bottom = ((int64_t)draw->view.y + draw->view.height) / size;
    for (int32_t y = top; y < level_clusters->rows && y <= bottom && reads; y++)
        for (int32_t x = left; x < level_clusters->columns && x <= right && result == WEND_OK; x++)
            result = wendi_open(&world->graph, level, y * level_clusters->columns + x);
    if (result != WEND_OK) return result;
    for (int32_t y = top; y < level_clusters->rows && y <= bottom; y++)
        for (int32_t x = left; x < level_clusters->columns && x <= right; x++)
            draw_cluster(world, level, y * level_clusters->columns + x, layers, draw);
    return WEND_OK;
}

wend_result wend_world_draw_node(const wend_world* world, wend_tile tile, const wend_debug_draw* shown) {
    floor_draw f;
    const wend_debug_draw* draw = &f.on_sheet;
    if (!begin_level(world, shown, &f)) return WEND_ERROR_ARGUMENT;
    tile = wendi_to_sheet(&world->grid->floors, tile);
    if (!wendi_sheet_contains(world->grid, tile)) return WEND_ERROR_ARGUMENT;
    const wendi_graph* graph = &world->graph;
    wend_result result = wendi_open_regions(world);
    int32_t level = wendi_max(draw->level, 1), clusters[4];
    int32_t cluster_count = wendi_clusters_at(&graph->level[level - 1].clusters, tile, clusters);
    for (int32_t c = 0; c < cluster_count && result == WEND_OK; c++)
        result = wendi_open(graph, level, clusters[c]);
    for (int32_t c = 0; c < cluster_count && result == WEND_OK; c++) {
        const wendi_matrix* matrix = wendi_matrix_of(graph, level, clusters[c]);
        for (int32_t i = 0; i < matrix->count && has_edges(graph, level, clusters[c]); i++) {
            wend_tile node = wendi_node_tile(&graph->clusters, matrix->nodes[i]);
            if (wendi_is_same(node, tile)) draw_edges(graph, matrix, i, 0, draw);
        }
    }
    return result;
}

static void draw_tiles(const wendi_tile_list* tiles, wend_draw_kind kind, const wend_debug_draw* draw) {
    for (int64_t i = 1; i < tiles->count; i++) line(draw, kind, tiles->data[i - 1], tiles->data[i]);
}

wend_result wend_path_draw(const wend_path* path, const wend_grid* grid, uint32_t layers,
                           const wend_debug_draw* shown) {
    floor_draw f;
    const wend_debug_draw* draw = &f.on_sheet;
    if (!path || !grid || !shown || !begin_drawing(grid, shown, &f)) return WEND_ERROR_ARGUMENT;
    if (wants(layers, WEND_DRAW_ROUTE)) draw_tiles(&path->route, WEND_DRAW_ROUTE, draw);
    if (wants(layers, WEND_DRAW_PATH)) draw_tiles(&path->tiles, WEND_DRAW_PATH, draw);
    if (wants(layers, WEND_DRAW_WAYPOINT)) {
        wend_tile last = {0, 0};
        for (int64_t i = 0; i < path->waypoints.count; i++) {
            wend_tile tile;
            if (wendi_sheet_tile_at(grid, path->waypoints.data[i], &tile) != WEND_OK)
                return WEND_ERROR_ARGUMENT;
            if (i > 0) line(draw, WEND_DRAW_WAYPOINT, last, tile);
            last = tile;
        }
    }
    return WEND_OK;
}
