// stream.c: how does a world become a streamed one, and how are its regions loaded and unloaded?
#include <sched.h>
#include <string.h>

#include "core/system.h"
#include "files/cluster_check.h"
#include "files/first_check.h"
#include "files/world_file.h"
#include "wend/stream.h"

// ---- how is ground counted, checked when it is loaded, and given back?

// Of the two counters of running queries, those that begin take the one of the present turn. This waits for
// both, one after the other: so for all that began before, and not for those that begin again and again.
static void wait_for_queries(struct wendi_ground* g) {
    for (int32_t i = 0; i < 2; i++) {
        const uint32_t turn = atomic_fetch_add(&g->turn, 1) % 2;
        while (atomic_load(&g->running[turn]) > 0) sched_yield();
    }
}

// ---- pages

typedef enum use { RELEASE, TAKE, WANT } use;

// Counts some bytes in or out; pages that are no longer used go back to the system.
static void count_pages(struct wendi_ground* g, const wendi_paged* p, const void* first, size_t size,
                        use what) {
    if (size == 0) return;
    const size_t at = (size_t)((const char*)first - p->base), begin = at / g->page,
                 end = (at + size - 1) / g->page + 1;
    WENDI_ASSERT(end <= p->count);
    if (what == WANT) {
        wendi_pages_want(p->base + begin * g->page, (end - begin) * g->page);
        return;
    }
    size_t changed = 0, dropped = 0; // pages; dropped: the last ones, in a row
    for (size_t i = begin; i <= end; i++) {
        bool drop = false;
        if (i < end && what == TAKE) {
            changed += p->users[i]++ == 0;
        } else if (i < end) {
            WENDI_ASSERT(p->users[i] > 0);
            drop = --p->users[i] == 0;
            changed += drop;
        }
        dropped += drop;
        if (drop || dropped == 0) continue;
        wendi_pages_drop(p->base + (i - dropped) * g->page, dropped * g->page);
        dropped = 0;
    }
    if (what == TAKE)
        atomic_fetch_add(&g->bytes, changed * g->page);
    else
        atomic_fetch_sub(&g->bytes, changed * g->page);
}

// The matrices of consecutive clusters in a row lie one after the other.
static void count_matrices(struct wendi_ground* g, int32_t level, int32_t first, int32_t end, use what) {
    for (int32_t c = first; c < end; c++) {
        size_t bytes;
        const char* matrix = wendi_stored_matrix(g->stored, level, c, &bytes);
        if (matrix) count_pages(g, &g->file, matrix, bytes, what);
    }
}

static void count_tiles(struct wendi_ground* g, wend_rect area, use what) {
    for (int32_t y = area.y - 1; y <= area.y + area.height; y++)
        count_pages(g, &g->file, wendi_tile_in_rows(g->world->grid, area.x - 1, y), (size_t)area.width + 2,
                    what);
}

// The clusters of a level, also of one that the world has dropped.
static wendi_partition clusters_of(const struct wendi_ground* g, int32_t level) {
    const wendi_partition* lowest = &g->world->graph.clusters;
    return wendi_partition_of(lowest->width, lowest->height, lowest->size << (level - 1));
}

// Those in a region.
static wendi_cluster_span span_at(const struct wendi_ground* g, int32_t region, int32_t level) {
    const wendi_partition clusters = clusters_of(g, level);
    const int32_t row = region / g->regions.columns, column = region % g->regions.columns;
    const int32_t up = g->level - level;
    return (wendi_cluster_span){.left = column << up,
                                .right = wendi_min((column + 1) << up, clusters.columns),
                                .top = row << up,
                                .bottom = wendi_min((row + 1) << up, clusters.rows)};
}

// The clusters of a region, level by level and row by row.
typedef struct region_walk {
    int32_t level, cluster; // level 0: before the first
    int32_t x, y, columns;  // of the cluster, and in a row of its level
    wendi_cluster_span span;
} region_walk;

static bool next_cluster(const struct wendi_ground* g, int32_t region, region_walk* w) {
    if (w->level > 0 && ++w->x == w->span.right) {
        w->x = w->span.left;
        w->y++;
    }
    if (w->level == 0 || w->y == w->span.bottom) {
        if (++w->level == g->level) return false;
        w->span = span_at(g, region, w->level);
        w->columns = clusters_of(g, w->level).columns;
        w->x = w->span.left;
        w->y = w->span.top;
    }
    w->cluster = w->y * w->columns + w->x;
    return true;
}

static void count_region(struct wendi_ground* g, int32_t region, use what) {
    const wendi_graph* graph = &g->world->graph;
    count_tiles(g, wendi_cluster_rect(&g->regions, region), what);
    for (int32_t level = 1; level < g->level; level++) {
        const wendi_cluster_span span = span_at(g, region, level);
        const int32_t columns = clusters_of(g, level).columns;
        for (int32_t y = span.top; y < span.bottom; y++) {
            count_matrices(g, level, y * columns + span.left, y * columns + span.right, what);
            if (level == 1 && g->bits.count > 0 && what != WANT)
                count_pages(g, &g->bits, wendi_item(&graph->passability_bits, y * columns + span.left),
                            (size_t)(span.right - span.left) * sizeof(wendi_passability_bits), what);
        }
    }
}

// ---- loading

// An edit changed one of the clusters around a cluster.
static bool is_beside_change(const wendi_graph* graph, int32_t cluster) {
    const wendi_cluster_span around = wendi_clusters_around(&graph->clusters, cluster);
    for (int32_t y = around.top; y < around.bottom; y++)
        for (int32_t x = around.left; x < around.right; x++)
            if (*wendi_item(&graph->versions, y * graph->clusters.columns + x) > 0) return true;
    return false;
}

// True when some bytes of a mapped file were written to, or when that is not known.
static bool is_written(const wend_world* world, const void* first, size_t size) {
    const wendi_world_file* f = wendi_file_of(world);
    const char* bytes = first;
    return !f->view || memcmp(bytes, f->view + (bytes - f->bytes), size) != 0;
}

// The nodes of all levels in a cluster of level 1 are not those of the file. Edits choose them all along the
// side of a large cluster.
static bool has_other_nodes(const struct wendi_ground* g, int32_t cluster) {
    const wendi_stored_clusters* stored = g->stored;
    for (int32_t i = 0; i < stored->level_count; i++)
        if (is_written(g->world, &stored->nodes[i][cluster], sizeof *stored->nodes[i])) return true;
    return false;
}

// The components of the nodes in a cluster of level 1 are not those of the file. A repair changes labels
// where they lie.
static bool has_other_components(const struct wendi_ground* g, int32_t cluster) {
    const wendi_cluster_entry* entry = &g->stored->directory[0][cluster];
    const wendi_parts parts = wendi_parts_at(&g->world->components, cluster);
    if (!entry->parted) return parts.count > 0 || parts.label != entry->label;
    return parts.labels != g->stored->labels + entry->label ||
           is_written(g->world, parts.labels, (size_t)parts.count * sizeof *parts.labels);
}

// A cluster of level 1 differs from the file when an edit changed its tiles, the component of its nodes, or
// what else its checksum covers: one tile around it, and its node sets of all levels.
static bool is_changed(const struct wendi_ground* g, int32_t c) {
    const wend_world* world = g->world;
    const wendi_graph* graph = &world->graph;
    const wendi_cluster_entry* entry = &g->stored->directory[0][c];
    const wendi_parts parts = wendi_parts_at(&world->components, c);
    if (*wendi_item(&graph->versions, c) > 0 || has_other_components(g, c)) return true;
    return (is_beside_change(graph, c) || has_other_nodes(g, c)) &&
           wendi_cluster_checksum(graph, g->stored, world->grid, 1, c, entry, wendi_matrix_of(graph, 1, c),
                                  parts.labels) != entry->checksum;
}

// True when edits have changed a region in memory: it cannot be unloaded.
//
// The matrices of larger clusters are in memory once they have changed, and when their level was dropped and
// added again.
static bool is_region_changed(const struct wendi_ground* g, int32_t region) {
    const wendi_graph* graph = &g->world->graph;
    region_walk w = {.level = 0};
    bool changed = false;
    while (!changed && next_cluster(g, region, &w) && w.level <= graph->level_count)
        changed = w.level == 1 ? is_changed(g, w.cluster) : wendi_is_in_memory(graph, w.level, w.cluster);
    return changed;
}

static void forget(const struct wendi_ground* g, int32_t region) {
    for (region_walk w = {.level = 0}; next_cluster(g, region, &w);)
        wendi_forget_check(g->world, w.level, w.cluster);
}

static wend_result check(const struct wendi_ground* g, int32_t region, wend_error* error_opt) {
    for (region_walk w = {.level = 0}; next_cluster(g, region, &w);) {
        const wend_result result = wendi_check_now(g->world, w.level, w.cluster);
        if (result == WEND_ERROR_DAMAGED) return wendi_fail_damaged(g->world, w.level, w.cluster, error_opt);
        if (result != WEND_OK)
            return wendi_fail(error_opt, result, "%s: not enough memory to load a region", g->stored->name);
    }
    return WEND_OK;
}

// Unloads a region that is loaded and not changed.
static void unload_region(struct wendi_ground* g, int32_t region) {
    WENDI_ASSERT(wendi_ground_is_loaded(g, region));
    atomic_store(&g->states[region], WENDI_GROUND_UNLOADED);
    atomic_fetch_add(&g->world->graph.source->losses, 1);
    wait_for_queries(g);
    forget(g, region);
    count_region(g, region, RELEASE);
    atomic_fetch_sub(&g->loaded, 1);
}

// Spans of regions that are not unloaded to make room.
typedef struct kept_regions {
    const wendi_cluster_span* spans;
    int32_t count;
} kept_regions;

static bool is_kept(kept_regions kept, int32_t row, int32_t column) {
    for (int32_t i = 0; i < kept.count; i++) {
        const wendi_cluster_span* s = &kept.spans[i];
        if (row >= s->top && row < s->bottom && column >= s->left && column < s->right) return true;
    }
    return false;
}

// The loaded region that may go and was not needed for longest, the first of several; -1: none.
static int32_t least_needed(const struct wendi_ground* g, kept_regions kept) {
    int32_t least = -1;
    uint64_t when = UINT64_MAX;
    for (int32_t i = 0; i < wendi_cluster_count(&g->regions); i++) {
        if (!wendi_ground_is_loaded(g, i) || is_kept(kept, i / g->regions.columns, i % g->regions.columns))
            continue;
        const uint64_t needed = atomic_load_explicit(&g->needed[i], memory_order_relaxed);
        if (needed >= when || is_region_changed(g, i)) continue;
        when = needed;
        least = i;
    }
    return least;
}

static bool is_over(const struct wendi_ground* g) {
    return g->budget > 0 && atomic_load(&g->bytes) > g->budget;
}

// Loads a region that is not loaded. make_room: regions that are not kept may be unloaded, those first that
// no query has needed for longest. Errors: LIMIT, MEMORY, DAMAGED; nothing is loaded then.
static wend_result load_region(struct wendi_ground* g, int32_t region, bool make_room, kept_regions kept,
                               wend_error* error_opt) {
    WENDI_ASSERT(!wendi_ground_is_loaded(g, region));
    count_region(g, region, TAKE); // touches nothing
    for (int32_t least; make_room && is_over(g) && (least = least_needed(g, kept)) >= 0;)
        unload_region(g, least);
    wend_result result = WEND_OK;
    if (is_over(g))
        result = wendi_fail(error_opt, WEND_ERROR_LIMIT,
                            "%s: a region does not fit the budget of %llu bytes for ground", g->stored->name,
                            (unsigned long long)g->budget);
    if (result == WEND_OK) {
        count_region(g, region, WANT);
        result = check(g, region, error_opt);
    }
    if (result != WEND_OK) {
        forget(g, region);
        count_region(g, region, RELEASE);
        return result;
    }
    atomic_store_explicit(&g->needed[region], atomic_load(&g->time), memory_order_relaxed);
    atomic_store_explicit(&g->states[region], WENDI_GROUND_LOADED, memory_order_release);
    atomic_fetch_add(&g->loaded, 1);
    return WEND_OK;
}

// ---- making

static bool make_pages(struct wendi_ground* g, char* base, size_t size, wendi_paged* out) {
    const wend_allocator allocator = wendi_owned_by(&g->owner);
    out->base = base;
    out->count = (size + g->page - 1) / g->page;
    out->users = wendi_alloc_zeroed(&allocator, out->count, sizeof *out->users);
    return out->users;
}

typedef struct bit_pages {
    void* first;
    size_t size;
} bit_pages;

static void release_bits(wendi_shared* owner) {
    const bit_pages* pages = wendi_shared_memory(owner);
    wendi_pages_free(pages->first, pages->size);
}

// The passability bits move to pages that can be given back one by one.
static bool move_bits(struct wendi_ground* g) {
    wendi_graph* graph = &g->world->graph;
    wendi_table* bits = &graph->passability_bits.table;
    if (!bits->kind) return true;
    const int32_t clusters = wendi_cluster_count(&graph->clusters);
    const bit_pages pages = {.size = (size_t)clusters * sizeof(wendi_passability_bits)};
    wendi_shared* owner = wendi_shared_new(&graph->allocator, sizeof pages);
    if (!owner) return false;
    bit_pages* made = wendi_shared_memory(owner);
    *made = pages;
    made->first = wendi_pages_reserve(pages.size);
    if (!made->first) {
        wendi_shared_drop(owner);
        return false;
    }
    owner->release_opt = release_bits;
    wendi_table_free(bits);
    wendi_table_of(&wendi_bits_items, clusters, made->first, owner, bits);
    return make_pages(g, made->first, pages.size, &g->bits);
}

// A page at either end of the tiles or of the matrices in regions also has something else, which edits write
// where it lies: matrices of larger clusters, nodes, labels. So it is never given back.
static void keep_mixed_pages(struct wendi_ground* g) {
    const wend_grid* grid = g->world->grid;
    const wendi_stored_clusters* stored = g->stored;
    const uint64_t ground = stored->directory[g->level - 1][0].matrix; // level by level
    count_pages(g, &g->file, grid->tiles, 1, TAKE);
    count_pages(g, &g->file, grid->tiles + wendi_grid_tile_bytes(grid) - 1, 1, TAKE);
    if (ground == 0 || ground > stored->matrices_size) return;
    count_pages(g, &g->file, stored->matrices, 1, TAKE);
    count_pages(g, &g->file, stored->matrices + ground - 1, 1, TAKE);
}

// Whether a link can be used depends on the tiles at its ends, which any query may ask for.
static void keep_link_ends(struct wendi_ground* g) {
    const wend_grid* grid = g->world->grid;
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        count_pages(g, &g->file, wendi_tile_in_rows(grid, link->from.x, link->from.y), 1, TAKE);
        count_pages(g, &g->file, wendi_tile_in_rows(grid, link->to.x, link->to.y), 1, TAKE);
    }
}

static void free_ground(struct wendi_ground* g) {
    pthread_mutex_destroy(&g->lock);
    wendi_owner_destroy(&g->owner);
}

// Makes a mapped world a streamed one, of which no ground is loaded. Freed with the graph. Errors: MEMORY.
static wend_result make_ground(wend_world* world, int32_t region_level, size_t budget) {
    const wendi_world_file* f = wendi_file_of(world);
    wendi_graph* graph = &world->graph;
    WENDI_ASSERT(f->is_mapped && graph->source && region_level > 1 && region_level <= graph->level_count);
    struct wendi_ground* g = wendi_owner_create(&world->allocator, sizeof *g);
    if (!g) return WEND_ERROR_MEMORY;
    if (pthread_mutex_init(&g->lock, NULL) != 0) {
        wendi_owner_destroy(&g->owner);
        return WEND_ERROR_MEMORY;
    }
    g->free = free_ground;
    g->world = world;
    g->level = region_level;
    wendi_set_ground(world, g);
    g->regions = graph->level[region_level - 1].clusters;
    g->stored = f->stored;
    g->budget = budget;
    g->page = wendi_page_size();
    const size_t regions = (size_t)wendi_cluster_count(&g->regions);
    const wend_allocator allocator = wendi_owned_by(&g->owner);
    g->states = wendi_alloc_zeroed(&allocator, regions, sizeof *g->states);
    g->needed = wendi_alloc_zeroed(&allocator, regions, sizeof *g->needed);
    if (!g->states || !g->needed || !make_pages(g, f->bytes, f->size, &g->file) || !move_bits(g))
        return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < regions; i++) forget(g, (int32_t)i); // what opening has checked
    wendi_pages_drop(f->bytes, f->size);
    keep_mixed_pages(g);
    atomic_store(&g->bytes, 0); // they are no ground
    keep_link_ends(g);
    return WEND_OK;
}

const uint32_t* wendi_ground_users(const struct wendi_ground* g, size_t* page_size_out) {
    *page_size_out = g->page;
    return g->file.users;
}

// ---- how is a streamed world opened, and which of its regions are loaded and unloaded?

enum { REGION_SIDE = 500 }; // about so many tiles, by default

wend_stream_def wend_default_stream_def(void) {
    return (wend_stream_def){.cookie = WENDI_COOKIE};
}

static int32_t default_level(const wendi_graph* graph) {
    int32_t level = 2;
    while (level < graph->level_count && graph->level[level].clusters.size <= REGION_SIDE) level++;
    return level;
}

static wend_result begin(wend_world* world, const char* file, const wend_stream_def* def,
                         wend_error* error_opt) {
    const wendi_graph* graph = &world->graph;
    const int32_t level = def->region_level > 0 ? def->region_level : default_level(graph);
    if (!wendi_file_of(world)->is_mapped)
        return wendi_fail(
            error_opt, WEND_ERROR_UNSUPPORTED,
            "%s: worlds with profiles cannot be streamed, and none where files cannot be mapped", file);
    if (graph->level_count < 2)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED, "%s: a world of one level cannot be streamed",
                          file);
    if (level > graph->level_count)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT, "%s: regions of level %d, but the world has %d levels",
                          file, (int)level, (int)graph->level_count);
    const wend_result result = make_ground(world, level, def->budget_bytes);
    return result == WEND_OK ? WEND_OK
                             : wendi_fail(error_opt, result, "%s: not enough memory for this world", file);
}

wend_result wend_world_stream(const char* file, const wend_stream_def* def, wend_world** out,
                              wend_error* error_opt) {
    if (!file || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (def->region_level < 0 || def->region_level == 1 || def->region_level > WEND_MAX_LEVELS)
        return WEND_ERROR_ARGUMENT;
    wend_world* world = NULL;
    wend_result result = wendi_world_map_for_stream(file, def->allocator, &world, error_opt);
    if (result == WEND_OK) result = begin(world, file, def, error_opt);
    if (result == WEND_OK)
        *out = world;
    else
        wend_world_destroy(world);
    return result;
}

// ---- regions

// The columns and rows of regions with tiles of an area. A tile on a line between regions lies in both.
static bool find_regions(const wend_world* world, wend_rect area, wendi_cluster_span* out) {
    const wend_grid* grid = world->grid;
    area = wendi_area_to_sheet(&grid->floors, area);
    if (!wendi_ground_of(&world->graph) || !wendi_is_valid_area(grid, area)) return false;
    *out = wendi_clusters_with(&wendi_ground_of(&world->graph)->regions, area);
    return true;
}

static int32_t columns_of(const wend_world* world) {
    return wendi_ground_of(&world->graph)->regions.columns;
}

static void note_needed(struct wendi_ground* ground, wendi_cluster_span span, int32_t columns) {
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right; x++) wendi_ground_need(ground, y * columns + x);
}

// Loads the regions of a span, or none that was not loaded before.
static wend_result load(wend_world* world, wendi_cluster_span span, bool make_room, kept_regions kept,
                        wend_error* error_opt) {
    struct wendi_ground* ground = wendi_ground_of(&world->graph);
    const int32_t columns = columns_of(world), width = span.right - span.left,
                  count = width * (span.bottom - span.top);
    wend_result result = WEND_OK;
    bool* before = wendi_alloc_zeroed(&world->allocator, (size_t)count, sizeof *before);
    if (!before)
        return wendi_fail(error_opt, WEND_ERROR_MEMORY, "not enough memory to load %d regions", (int)count);
    int32_t i = 0;
    for (; i < count && result == WEND_OK; i++) {
        const int32_t region = (span.top + i / width) * columns + span.left + i % width;
        before[i] = wendi_ground_is_loaded(ground, region);
        if (!before[i]) result = load_region(ground, region, make_room, kept, error_opt);
    }
    if (result != WEND_OK)
        for (i -= 2; i >= 0; i--)
            if (!before[i]) unload_region(ground, (span.top + i / width) * columns + span.left + i % width);
    wendi_free(&world->allocator, before, (size_t)count, sizeof *before);
    return result;
}

wend_result wend_world_load(wend_world* world, wend_rect area, bool make_room, wend_error* error_opt) {
    wendi_cluster_span span;
    if (!world || !find_regions(world, area, &span)) return WEND_ERROR_ARGUMENT;
    struct wendi_ground* ground = wendi_ground_of(&world->graph);
    pthread_mutex_lock(&ground->lock);
    atomic_fetch_add(&ground->time, 1); // what queries need from now on was needed later
    note_needed(ground, span, columns_of(world));
    const wend_result result = load(world, span, make_room, (kept_regions){&span, 1}, error_opt);
    pthread_mutex_unlock(&ground->lock);
    return result;
}

// Regions that are to be loaded later are the last to make room for those before them.
static wend_result load_ahead(wend_world* world, const wendi_cluster_span* spans, int32_t count,
                              int32_t* loaded_out, wend_error* error_opt) {
    struct wendi_ground* ground = wendi_ground_of(&world->graph);
    atomic_fetch_add(&ground->time, 1); // what queries need from now on was needed later
    for (int32_t i = 0; i < count; i++) note_needed(ground, spans[i], columns_of(world));
    wend_result result = WEND_OK;
    int32_t loaded = 0;
    for (; loaded < count && result == WEND_OK; loaded++)
        result = load(world, spans[loaded], true, (kept_regions){spans, loaded + 1}, error_opt);
    if (result != WEND_OK) loaded--;
    if (result == WEND_OK || result == WEND_ERROR_LIMIT) *loaded_out = loaded;
    return result == WEND_ERROR_LIMIT ? WEND_OK : result;
}

wend_result wend_world_load_ahead(wend_world* world, const wend_rect* areas, int32_t count,
                                  int32_t* loaded_out, wend_error* error_opt) {
    enum { MOST_AREAS = 64 };
    wendi_cluster_span spans[MOST_AREAS];
    if (!world || !wendi_ground_of(&world->graph) || count < 0 || (count > 0 && !areas) || !loaded_out)
        return WEND_ERROR_ARGUMENT;
    count = wendi_min(count, MOST_AREAS);
    for (int32_t i = 0; i < count; i++)
        if (!find_regions(world, areas[i], &spans[i])) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&wendi_ground_of(&world->graph)->lock);
    const wend_result result = load_ahead(world, spans, count, loaded_out, error_opt);
    pthread_mutex_unlock(&wendi_ground_of(&world->graph)->lock);
    return result;
}

static wend_result unload(wend_world* world, wendi_cluster_span span) {
    struct wendi_ground* ground = wendi_ground_of(&world->graph);
    const int32_t columns = columns_of(world);
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right; x++)
            if (wendi_ground_is_loaded(ground, y * columns + x) && is_region_changed(ground, y * columns + x))
                return WEND_ERROR_UNSUPPORTED;
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right; x++)
            if (wendi_ground_is_loaded(ground, y * columns + x)) unload_region(ground, y * columns + x);
    return WEND_OK;
}

wend_result wend_world_unload(wend_world* world, wend_rect area) {
    wendi_cluster_span span;
    if (!world || !find_regions(world, area, &span)) return WEND_ERROR_ARGUMENT;
    pthread_mutex_lock(&wendi_ground_of(&world->graph)->lock);
    const wend_result result = unload(world, span);
    pthread_mutex_unlock(&wendi_ground_of(&world->graph)->lock);
    return result;
}

wend_result wend_world_set_budget(wend_world* world, size_t budget_bytes) {
    if (!world || !wendi_ground_of(&world->graph)) return WEND_ERROR_ARGUMENT;
    atomic_store(&wendi_ground_of(&world->graph)->budget, budget_bytes);
    return WEND_OK;
}

// ---- information

bool wend_world_is_loaded(const wend_world* world, wend_tile tile) {
    if (!world) return false;
    tile = wendi_to_sheet(&world->grid->floors, tile);
    return wendi_sheet_contains(world->grid, tile) && wendi_tile_is_here(&world->graph, tile);
}

wend_rect wend_world_region(const wend_world* world, wend_tile tile) {
    if (!world || !wendi_ground_of(&world->graph)) return (wend_rect){0};
    tile = wendi_to_sheet(&world->grid->floors, tile);
    if (!wendi_sheet_contains(world->grid, tile)) return (wend_rect){0};
    const wendi_partition* regions = &wendi_ground_of(&world->graph)->regions;
    const int32_t column = wendi_min(tile.x / regions->size, regions->columns - 1);
    const int32_t row = wendi_min(tile.y / regions->size, regions->rows - 1);
    return wendi_area_on_floor(&world->grid->floors,
                               wendi_region_area(&world->graph, row * regions->columns + column),
                               wendi_floor_of(&world->grid->floors, tile.y));
}

wend_stream_info wend_world_get_stream_info(const wend_world* world) {
    if (!world || !wendi_ground_of(&world->graph)) return (wend_stream_info){0};
    const struct wendi_ground* ground = wendi_ground_of(&world->graph);
    const wendi_partition* regions = &ground->regions;
    return (wend_stream_info){.region_size = regions->size,
                              .columns = regions->columns,
                              .rows = regions->rows,
                              .loaded_count = atomic_load(&ground->loaded),
                              .ground_bytes = atomic_load(&ground->bytes),
                              .budget_bytes = atomic_load(&ground->budget)};
}
