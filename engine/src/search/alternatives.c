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
    wend_path *first, *second;       // the two halves of the path that is tested
    wend_path* local;                // the best path around the via tile
    wendi_index_list indices;        // of the tiles of the path that is tested
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
    f->candidates.allocator = f->near.allocator = f->tried.allocator = f->indices.allocator = allocator;
    wend_result result = wend_path_create(&allocator, &f->first);
    if (result == WEND_OK) result = wend_path_create(&allocator, &f->second);
    if (result == WEND_OK) result = wend_path_create(&allocator, &f->local);
    if (result == WEND_OK) result = tile_bits_reset(&f->near, f->world->grid);
    return result == WEND_OK ? tile_bits_reset(&f->tried, f->world->grid) : result;
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

static uint32_t index_of(const finder* f, wend_tile tile) {
    return (uint32_t)((int64_t)tile.y * f->world->grid->width + tile.x);
}

static wend_result add_candidate(finder* f, wend_tile tile) {
    const wend_cost from_start = wendi_propagation_cost_at(&f->ahead, tile);
    const wend_cost to_goal = wendi_propagation_cost_at(&f->behind, tile);
    if (from_start > f->limit || to_goal > f->limit - from_start || tile_bits_hold(&f->near, tile))
        return WEND_OK;
    return wendi_heap_push(&f->candidates, from_start + to_goal, index_of(f, tile));
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

// Puts the two halves together.
static wend_result join(finder* f) {
    wendi_splice* joined = &f->search->splice;
    wendi_splice_begin(joined);
    wend_result result = wendi_splice_append(joined, f->first, 0, f->first->tiles.count - 1);
    if (result == WEND_OK) result = wendi_splice_append(joined, f->second, 0, f->second->tiles.count - 1);
    return result;
}

// *simple_out false: the path comes to some tile twice.
static wend_result is_simple(finder* f, bool* simple_out) {
    const wendi_tile_list* tiles = &f->search->splice.tiles;
    const wend_result result = wendi_index_list_reserve(&f->indices, tiles->count);
    if (result != WEND_OK) return result;
    for (int64_t i = 0; i < tiles->count; i++) f->indices.data[i] = (int32_t)index_of(f, tiles->data[i]);
    *simple_out =
        wendi_sort_indices(f->indices.data, tiles->count) ==
        f->first->tiles.count + f->second->tiles.count - 1; // fewer: it turned round at the via tile
    return WEND_OK;
}

static bool shares_little(const finder* f) {
    const wendi_tile_list* tiles = &f->search->splice.tiles;
    int64_t shared = 0;
    for (int64_t i = 1; i + 1 < tiles->count; i++) shared += tile_bits_hold(&f->near, tiles->data[i]);
    return (double)shared <= (double)f->def->max_share * (double)(tiles->count - 2);
}

// The path around the via tile, from the last tile that is so far before it to the first that is so far
// behind it, costs little more than the best path between its ends.
static wend_result is_locally_optimal(finder* f, bool* optimal_out) {
    const wend_grid* grid = f->world->grid;
    const wend_cost wanted = f->best / LOCAL_PARTS / 2;
    int64_t from = f->first->tiles.count - 1, to = 0;
    wend_cost before = 0, behind = 0;
    for (; from > 0 && before < wanted; from--) before += wendi_path_units(f->first, grid, from - 1, from);
    for (; to < f->second->tiles.count - 1 && behind < wanted; to++)
        behind += wendi_path_units(f->second, grid, to, to + 1);
    wend_result result = plan(f, f->first->tiles.data[from], f->second->tiles.data[to], f->local);
    *optimal_out = result == WEND_OK && f->local->outcome == WEND_FOUND &&
                   (double)(before + behind) <= LOCAL_EXCESS * (double)f->local->integer_cost;
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
    bool simple;
    result = join(f);
    if (result != WEND_OK || !shares_little(f)) return result;
    result = is_simple(f, &simple);
    return result == WEND_OK && simple ? is_locally_optimal(f, good_out) : result;
}

// ---- paths

static wend_result note_path(finder* f, const wend_path* path) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < path->tiles.count && result == WEND_OK; i++)
        result = tile_bits_add_around(&f->near, path->tiles.data[i], f->def->spacing);
    return result;
}

// Sets a path to the tiles that were tested. Its ends are those of the best path.
static wend_result set_path(finder* f, const wend_path* best, wend_path* out) {
    const wend_result result =
        wendi_query_set_spliced(f->search, f->world, &f->query, best->outcome, NULL, out);
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
    wend_result result = note_path(f, best);
    if (result == WEND_OK) result = propagate(f, &f->ahead, WENDI_FROM, f->query.start);
    if (result == WEND_OK) result = propagate(f, &f->behind, WENDI_TO, f->query.goal);
    if (result == WEND_OK) result = list_candidates(f);
    while (result == WEND_OK && *count_io < max_count) {
        bool found;
        result = find_next(f, &found);
        if (result != WEND_OK || !found) break;
        result = set_path(f, best, paths[*count_io]);
        if (result == WEND_OK) result = note_path(f, paths[*count_io]);
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
