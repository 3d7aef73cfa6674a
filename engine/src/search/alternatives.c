// alternatives.c: which paths differ from the best one and are still good? Via nodes (Abraham, Delling,
// Goldberg, Werneck 2013, "Alternative Routes in Road Networks"): an alternative consists of the best paths
// from the start to one more tile, the via tile, and on to the goal. It is admissible when it shares little
// with the paths before it, costs little more than the best, and is locally optimal around the via tile.
//
// Two propagations, from the start and to the goal, give the cost over every via tile at once. The tiles are
// tried by that cost, those near the paths so far left out. A path is planned over each, until one passes the
// other two tests.
#include "wend/alternatives.h"

#include "grid/links.h"
#include "hierarchy/open.h"
#include "hierarchy/world.h"
#include "overlay/overlay.h"
#include "search/search.h"

// ---- is a tile of a large map in a set of tiles? A bit for each, in pages that exist where some tile was
// added

enum { BITS_PAGE_SIDE = 64 };

typedef struct tile_bits {
    wend_allocator allocator;
    int32_t width, height, page_columns;
    uint64_t** pages; // BITS_PAGE_SIDE rows of one word each
    size_t page_count;
} tile_bits;

static size_t page_bytes(void) {
    return BITS_PAGE_SIDE * sizeof(uint64_t);
}

// Empties the set and makes it one of this grid's tiles. Errors: MEMORY; the set is then that of no grid.
static wend_result tile_bits_reset(tile_bits* bits, const wend_grid* grid) {
    const int32_t columns = (grid->width - 1) / BITS_PAGE_SIDE + 1;
    const int32_t rows = (grid->height - 1) / BITS_PAGE_SIDE + 1;
    for (size_t i = 0; i < bits->page_count; i++)
        wendi_free(&bits->allocator, bits->pages[i], 1, page_bytes());
    wendi_free(&bits->allocator, bits->pages, bits->page_count, sizeof *bits->pages);
    bits->page_count = 0;
    bits->pages = wendi_alloc_zeroed(&bits->allocator, (size_t)columns * (size_t)rows, sizeof *bits->pages);
    if (!bits->pages) return WEND_ERROR_MEMORY;
    bits->page_count = (size_t)columns * (size_t)rows;
    bits->page_columns = columns;
    bits->width = grid->width;
    bits->height = grid->height;
    return WEND_OK;
}

// Adds the tiles on the map that are at most so many columns and rows away from a tile. Errors: MEMORY.
static wend_result tile_bits_add_around(tile_bits* bits, wend_tile tile, int32_t reach) {
    const int32_t left = wendi_max(tile.x - reach, 0), right = wendi_min(tile.x + reach, bits->width - 1);
    const int32_t top = wendi_max(tile.y - reach, 0), bottom = wendi_min(tile.y + reach, bits->height - 1);
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            uint64_t** page = &bits->pages[y / BITS_PAGE_SIDE * bits->page_columns + x / BITS_PAGE_SIDE];
            if (!*page) *page = wendi_alloc_zeroed(&bits->allocator, 1, page_bytes());
            if (!*page) return WEND_ERROR_MEMORY;
            (*page)[y % BITS_PAGE_SIDE] |= (uint64_t)1 << x % BITS_PAGE_SIDE;
        }
    }
    return WEND_OK;
}

static void tile_bits_remove(tile_bits* bits, wend_tile tile) {
    uint64_t* page = bits->pages[tile.y / BITS_PAGE_SIDE * bits->page_columns + tile.x / BITS_PAGE_SIDE];
    if (page) page[tile.y % BITS_PAGE_SIDE] &= ~((uint64_t)1 << tile.x % BITS_PAGE_SIDE);
}

static bool tile_bits_hold(const tile_bits* bits, wend_tile tile) {
    const uint64_t* page =
        bits->pages[tile.y / BITS_PAGE_SIDE * bits->page_columns + tile.x / BITS_PAGE_SIDE];
    return page && page[tile.y % BITS_PAGE_SIDE] >> tile.x % BITS_PAGE_SIDE & 1;
}

// ---- the search for alternatives

enum {
    MOST_TRIED = 400,     // via tiles for each path
    MOST_TILES = 1 << 14, // on maps up to this size, all tiles may be via tiles; on others abstract nodes
    LOCAL_PARTS = 4,      // the tiles that must be locally optimal cost this part of the best path
    CLUSTERS_PER_CANCEL_CHECK = 1 << 6
};
#define LOCAL_EXCESS 1.05 // that much more it may cost

typedef struct finder {
    wendi_owner owner; // of all memory below
    wend_search* search;
    const wend_world* world;
    const wend_alternatives_def* def;
    wend_query query; // from the first tile to the last of the best path
    wend_cost best, limit;
    int32_t apart;                   // of via tiles that are tried
    wendi_propagation ahead, behind; // costs from the start, and to the goal
    wendi_heap candidates;           // via tiles by the cost of a path over them
    tile_bits near, tried;           // tiles near the paths so far, and near via tiles that were tried
    tile_bits seen;                  // tiles of the path that is tested
    wend_path *first, *second;       // its two halves
    wend_path* local;                // the best path around the via tile
    wendi_tile_list tiles;           // of the path that is tested
    wendi_path_link_list links;
} finder;

wend_alternatives_def wend_default_alternatives_def(void) {
    return (wend_alternatives_def){.cookie = WENDI_COOKIE, .max_cost = 1.4f, .max_share = 0.6f, .spacing = 2};
}

static wend_result begin(finder* f, const wend_query* query, const wend_path* best) {
    const wend_allocator allocator = wendi_owned_by(&f->owner);
    f->query = *query;
    f->query.start = best->tiles.data[0];
    f->query.goal = best->tiles.data[best->tiles.count - 1];
    f->query.goal_count = 0;
    f->query.goal_area = (wend_rect){0};
    f->query.goal_class = -1;
    f->query.snap = 0;
    f->query.partial = false;
    f->best = best->integer_cost;
    f->limit = (wend_cost)((double)f->best * (double)f->def->max_cost);
    f->apart = wendi_max(f->def->spacing, (int32_t)(best->tiles.count < 512 ? best->tiles.count / 32 : 16));
    wendi_propagation_init(&f->ahead, &allocator);
    wendi_propagation_init(&f->behind, &allocator);
    f->candidates.allocator = f->near.allocator = f->tried.allocator = f->seen.allocator = allocator;
    f->tiles.allocator = f->links.allocator = allocator;
    wend_result result = wend_path_create(&allocator, &f->first);
    if (result == WEND_OK) result = wend_path_create(&allocator, &f->second);
    if (result == WEND_OK) result = wend_path_create(&allocator, &f->local);
    if (result == WEND_OK) result = tile_bits_reset(&f->near, f->world->grid);
    if (result == WEND_OK) result = tile_bits_reset(&f->tried, f->world->grid);
    if (result == WEND_OK) result = tile_bits_reset(&f->seen, f->world->grid);
    return result;
}

// ---- via tiles

static wend_result propagate(finder* f, wendi_propagation* p, wendi_sense sense, wend_tile tile) {
    const wend_world* world = f->world;
    const wendi_propagation_def def = {
        .grid = world->grid,
        .clusters = world->graph.clusters,
        .graph_opt = &world->graph,
        .bits_opt = wendi_bits_of(&world->graph, world->grid),
        .sense = sense,
        .limit = f->limit + 1,
    };
    wendi_propagation_begin(p, &def);
    wend_result result = wendi_propagation_set_cost(p, tile, 0);
    for (bool done = false; result == WEND_OK && !done;) {
        result = wendi_propagation_run(p, CLUSTERS_PER_CANCEL_CHECK, &done);
        if (result == WEND_OK && wendi_is_cancelled(&f->search->flat.cancel)) result = WEND_ERROR_CANCELLED;
    }
    return result;
}

static wend_result add_candidate(finder* f, wend_tile tile) {
    const wend_cost from_start = wendi_propagation_cost_at(&f->ahead, tile);
    const wend_cost to_goal = wendi_propagation_cost_at(&f->behind, tile);
    if (from_start > f->limit || to_goal > f->limit - from_start || tile_bits_hold(&f->near, tile))
        return WEND_OK;
    return wendi_heap_push(&f->candidates, from_start + to_goal,
                           (uint32_t)((int64_t)tile.y * f->world->grid->width + tile.x));
}

static wend_result list_candidates(finder* f) {
    const wend_grid* grid = f->world->grid;
    const wendi_graph* graph = &f->world->graph;
    wend_result result = WEND_OK;
    if ((int64_t)grid->width * grid->height <= MOST_TILES) {
        for (int32_t y = 0; y < grid->height; y++)
            for (int32_t x = 0; x < grid->width && result == WEND_OK; x++)
                result = add_candidate(f, (wend_tile){x, y});
        return result;
    }
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters); c++) {
        if (!wendi_propagation_find(&f->ahead, c) || !wendi_propagation_find(&f->behind, c)) continue;
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, c);
        for (int32_t n = 0; n < matrix->count && result == WEND_OK; n++)
            if (matrix->nodes[n] / WENDI_BORDER_INDEX_COUNT == (uint32_t)c) // its other clusters have it too
                result = add_candidate(f, wendi_node_tile(&graph->clusters, matrix->nodes[n]));
    }
    return result;
}

// ---- a path over a via tile

static wend_result plan(finder* f, wend_tile from, wend_tile to, wend_path* out) {
    wend_query query = f->query;
    query.start = from;
    query.goal = to;
    return wendi_find_path(f->search, f->world, &query, out, NULL);
}

static wend_result join(finder* f) {
    const wend_path* halves[2] = {f->first, f->second};
    f->tiles.count = f->links.count = 0;
    wend_result result = WEND_OK;
    for (int32_t h = 0; h < 2 && result == WEND_OK; h++) {
        const int32_t offset = h == 0 ? 0 : (int32_t)f->tiles.count - 1;
        for (int64_t i = h; i < halves[h]->tiles.count && result == WEND_OK; i++)
            result = wendi_tile_list_push(&f->tiles, halves[h]->tiles.data[i]);
        for (int64_t i = 0; i < halves[h]->links.count && result == WEND_OK; i++) {
            wend_path_link link = halves[h]->links.data[i];
            link.tile += offset;
            result = wendi_path_link_list_push(&f->links, link);
        }
    }
    return result;
}

static wend_result has_repeats(finder* f, bool* repeats_out) {
    wend_result result = WEND_OK;
    int64_t count = 0;
    *repeats_out = false;
    while (count < f->tiles.count && !*repeats_out && result == WEND_OK) {
        *repeats_out = tile_bits_hold(&f->seen, f->tiles.data[count]);
        if (!*repeats_out) result = tile_bits_add_around(&f->seen, f->tiles.data[count++], 0);
    }
    while (count > 0) tile_bits_remove(&f->seen, f->tiles.data[--count]);
    return result;
}

static bool shares_little(const finder* f) {
    int64_t shared = 0;
    for (int64_t i = 1; i + 1 < f->tiles.count; i++) shared += tile_bits_hold(&f->near, f->tiles.data[i]);
    return (double)shared <= (double)f->def->max_share * (double)(f->tiles.count - 2);
}

// The cost of a step of the path that is tested. *link_io: the first of its links at or after the step.
static wend_cost step_cost(const finder* f, int64_t step, int64_t* link_io) {
    const wend_grid* grid = f->world->grid;
    while (*link_io < f->links.count && f->links.data[*link_io].tile < step) ++*link_io;
    if (*link_io < f->links.count && f->links.data[*link_io].tile == step)
        return wendi_link_cost(grid, wendi_sheet_find_link(grid, f->links.data[*link_io].id));
    wend_cost cost;
    wendi_path_cost(grid, f->tiles.data + step, 2, &cost);
    return cost;
}

// The path around the via tile, from the last tile that is so far before it to the first that is so far
// behind it, costs little more than the best path between its ends.
static wend_result is_locally_optimal(finder* f, bool* optimal_out) {
    const wend_cost wanted = f->best / LOCAL_PARTS / 2;
    const wend_cost at_via = f->first->integer_cost, end = at_via + f->second->integer_cost;
    wend_cost at = 0, from = 0, to = end;
    int64_t first = 0, last = f->tiles.count - 1, link = 0;
    for (int64_t i = 0; i < f->tiles.count; i++) { // at: the cost up to tile i
        if (at_via - at >= wanted && at <= at_via) first = i, from = at;
        if (at >= at_via && at - at_via >= wanted && to == end && i < last) last = i, to = at;
        if (i + 1 < f->tiles.count) at += step_cost(f, i, &link);
    }
    WENDI_ASSERT(at == end);
    wend_result result = plan(f, f->tiles.data[first], f->tiles.data[last], f->local);
    *optimal_out = result == WEND_OK && f->local->outcome == WEND_FOUND &&
                   (double)(to - from) <= LOCAL_EXCESS * (double)f->local->integer_cost;
    return result;
}

// Plans over a via tile. *good_out: the path is an alternative.
static wend_result try_via(finder* f, wend_tile via, bool* good_out) {
    *good_out = false;
    wend_result result = plan(f, f->query.start, via, f->first);
    if (result == WEND_OK) result = plan(f, via, f->query.goal, f->second);
    if (result != WEND_OK || f->first->outcome != WEND_FOUND || f->second->outcome != WEND_FOUND ||
        f->first->integer_cost + f->second->integer_cost > f->limit)
        return result;
    bool repeats;
    result = join(f);
    if (result == WEND_OK) result = has_repeats(f, &repeats);
    if (result != WEND_OK || repeats || !shares_little(f)) return result;
    return is_locally_optimal(f, good_out);
}

// ---- paths

static wend_result note_path(finder* f, const wend_tile* tiles, int64_t count) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < count && result == WEND_OK; i++)
        result = tile_bits_add_around(&f->near, tiles[i], f->def->spacing);
    return result;
}

// Sets a path to the tiles that were tested. Its ends are those of the best path.
static wend_result set_path(finder* f, const wend_path* best, wend_path* out) {
    wend_search* search = f->search;
    search->work =
        (wendi_work){.world = f->world, .grid = f->world->grid, .query = f->query, .outcome = best->outcome};
    wend_result result = wendi_tile_list_reserve(&search->tiles, f->tiles.count);
    search->tiles.count = search->links.count = 0;
    for (int64_t i = 0; i < f->tiles.count && result == WEND_OK; i++)
        result = wendi_tile_list_push(&search->tiles, f->tiles.data[i]);
    for (int64_t i = 0; i < f->links.count && result == WEND_OK; i++)
        result = wendi_path_link_list_push(&search->links, f->links.data[i]);
    if (result == WEND_OK) result = wendi_query_set_path(search, out);
    if (result != WEND_OK) return result;
    out->goal = best->goal;
    out->origin = best->origin;
    out->origin.planned = out->tiles.count;
    out->start_tile = best->start_tile;
    out->goal_tile = best->goal_tile;
    out->asked_start = best->asked_start;
    out->asked_goal = best->asked_goal;
    return WEND_OK;
}

static wend_result find_next(finder* f, bool* found_out) {
    const int32_t width = f->world->grid->width;
    wend_result result = WEND_OK;
    *found_out = false;
    for (int32_t tried = 0; tried < MOST_TRIED && !*found_out && f->candidates.count > 0;) {
        const uint32_t item = wendi_heap_pop(&f->candidates).item;
        const wend_tile via = {(int32_t)(item % (uint32_t)width), (int32_t)(item / (uint32_t)width)};
        if (tile_bits_hold(&f->near, via) || tile_bits_hold(&f->tried, via)) continue;
        tried++;
        result = try_via(f, via, found_out);
        if (result == WEND_OK) result = tile_bits_add_around(&f->tried, via, f->apart);
        if (result == WEND_OK && wendi_is_cancelled(&f->search->flat.cancel)) result = WEND_ERROR_CANCELLED;
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result find(finder* f, int32_t max_count, wend_path** paths, int32_t* count_io) {
    const wend_path* best = paths[0];
    wend_result result = note_path(f, best->tiles.data, best->tiles.count);
    if (result == WEND_OK) result = propagate(f, &f->ahead, WENDI_FROM, f->query.start);
    if (result == WEND_OK) result = propagate(f, &f->behind, WENDI_TO, f->query.goal);
    if (result == WEND_OK) result = list_candidates(f);
    while (result == WEND_OK && *count_io < max_count) {
        bool found;
        result = find_next(f, &found);
        if (result != WEND_OK || !found) break;
        result = set_path(f, best, paths[*count_io]);
        if (result == WEND_OK) result = note_path(f, f->tiles.data, f->tiles.count);
        ++*count_io;
    }
    return result;
}

static wend_result check(const wend_query* query, const wend_alternatives_def* def, int32_t max_count,
                         wend_path** paths) {
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!(def->max_cost >= 1 && def->max_cost <= 16 && def->max_share >= 0 && def->max_share <= 1) ||
        def->spacing < 0 || def->spacing > 64 || max_count < 1 || max_count > WEND_MAX_ALTERNATIVES)
        return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < max_count; i++) {
        if (!paths[i]) return WEND_ERROR_ARGUMENT;
        for (int32_t k = 0; k < i; k++)
            if (paths[i] == paths[k]) return WEND_ERROR_ARGUMENT;
    }
    return query->hex_diagonals ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

// On the view of a profile, or on a world. count_out: paths that were found.
static wend_result find_all(wend_search* search, const wend_world* world, const wend_query* query,
                            const wend_alternatives_def* def, int32_t max_count, wend_path** paths,
                            int32_t* count_out) {
    wend_result result = wendi_find_path(search, world, query, paths[0], NULL);
    if (result != WEND_OK) return result;
    int32_t count = paths[0]->tiles.count > 0;
    if (max_count > 1 && paths[0]->tiles.count > 2) {
        finder* f = wendi_owner_create(&search->allocator, sizeof *f); // too large for the stack
        if (!f) return WEND_ERROR_MEMORY;
        f->search = search;
        f->world = world;
        f->def = def;
        result = begin(f, query, paths[0]);
        if (result == WEND_OK) result = find(f, max_count, paths, &count);
        wendi_owner_destroy(&f->owner);
    }
    if (result == WEND_OK) *count_out = count;
    return result;
}

// On an overlay with the shapes that the query avoids. The paths belong to the world itself.
static wend_result find_avoiding(wend_search* search, const wend_world* world, const wend_query* query,
                                 const wend_alternatives_def* def, int32_t max_count, wend_path** paths,
                                 int32_t* count_out) {
    wend_overlay* overlay = NULL;
    const wend_world* now = NULL;
    wend_query plain = *query;
    plain.avoid = NULL;
    plain.avoid_count = 0;
    wend_result result = wendi_overlay_avoiding(world, query->avoid, query->avoid_count, &overlay, &now);
    if (result == WEND_OK) result = find_all(search, now, &plain, def, max_count, paths, count_out);
    for (int32_t i = 0; i < max_count && result == WEND_OK; i++)
        if (i < *count_out || i == 0) {
            paths[i]->origin.world = world->id;
            paths[i]->origin.version = world->version;
        }
    wend_overlay_destroy(overlay);
    return result;
}

wend_result wend_find_alternatives(wend_search* search, const wend_world* world, const wend_query* query,
                                   const wend_alternatives_def* def, int32_t max_count, wend_path** paths,
                                   int32_t* count_out) {
    if (!search || !world || !query || !def || !paths || !count_out) return WEND_ERROR_ARGUMENT;
    world = wendi_world_of_query(world, query);
    if (!world) return WEND_ERROR_ARGUMENT;
    if (query->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    wend_query whole;
    wend_result result = wendi_query_to_sheet(world->grid, query, &search->sheet_goals, &whole);
    if (result == WEND_OK) result = wendi_check_query(world->grid, &whole);
    if (result == WEND_OK) result = check(query, def, max_count, paths);
    if (result == WEND_OK) result = wendi_open_regions(world);
    if (result != WEND_OK) return result;
    whole.first_tiles = 0;
    whole.profile = 0; // the world is its view
    return (query->avoid_count > 0 ? find_avoiding : find_all)(search, world, &whole, def, max_count, paths,
                                                               count_out);
}
