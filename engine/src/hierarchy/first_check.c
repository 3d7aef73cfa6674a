// first_check.c: may a cluster of a world in a file be read: is its ground loaded, is it checked, and how is
// it read with little memory and few waits?
#include "hierarchy/first_check.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "core/system.h"
#include "hierarchy/cluster_check.h"
#include "hierarchy/tile_index.h"

// ---- the clusters of a mapped world that are checked, and those that are not.

struct wendi_first_checks { // the states of the clusters and the name of the file follow it in memory
    wend_world* world;
    wendi_stored_clusters stored;
    _Atomic uint32_t here_in_a_row; // see wendi_want_cluster
    _Atomic uint8_t all;            // of the whole world, with what is computed from all clusters
};

enum { UNCHECKED, CHECKING, CHECKED, DAMAGED };

static size_t words_of(const wendi_level* level) {
    return ((size_t)wendi_cluster_count(&level->clusters) + 15) / 16;
}

// The ground of a streamed world was read when it was loaded.
static void read_ahead(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    const struct wendi_ground* ground = checks->world->graph.ground;
    if (ground && level < wendi_ground_level(ground)) return;
    wendi_want_cluster(checks->world, level, cluster, &checks->here_in_a_row);
}

// What the check of a cluster stores is the same for every thread, and seen by those that find it checked. A
// damaged cluster is checked again by each that touches it.
static wend_result touch(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    wendi_read_ahead(&checks->world->graph, level, cluster);
    return wendi_touch_in_pass(&checks->world->graph, level, cluster);
}

wend_result wendi_first_checks_make(wend_world* world, const struct wendi_stored_clusters* stored) {
    wendi_graph* graph = &world->graph;
    const size_t name_bytes = strlen(stored->name) + 1;
    size_t words = 0;
    for (int32_t i = 0; i < graph->level_count; i++) words += words_of(&graph->level[i]);
    const size_t bytes = sizeof(struct wendi_first_checks) + words * sizeof(uint32_t) + name_bytes;
    struct wendi_first_checks* checks = wendi_alloc_zeroed(&world->allocator, bytes, 1);
    if (!checks) return WEND_ERROR_MEMORY;
    graph->first_checks = checks;
    graph->touch = touch;
    graph->read_ahead = read_ahead;
    graph->first_checks_bytes = bytes;
    checks->world = world;
    checks->stored = *stored;
    _Atomic uint32_t* states = (_Atomic uint32_t*)(checks + 1); // untouched ones take no memory
    for (int32_t i = 0; i < graph->level_count; i++) {
        wendi_level* level = &graph->level[i];
        level->checks = states;
        level->directory = stored->directory[i];
        level->stored_matrices = stored->matrices;
        states += words_of(level);
    }
    checks->stored.name = memcpy((char*)(checks + 1) + words * sizeof(uint32_t), stored->name, name_bytes);
    world->components.stored_opt = &graph->level[0];
    world->components.stored_labels = stored->labels;
    world->grid->world = world;
    return WEND_OK;
}

void wendi_first_checks_belong(struct wendi_first_checks* checks, wend_world* world) {
    checks->world = world;
}

// A cluster that is checked stays so: what lies around it may have been edited since. Passability bits belong
// to the checks, as those of the other version may be written by threads that check now.
static void share_level(const wend_world* world, wend_world* to, int32_t level) {
    const wendi_level* l = &world->graph.level[level - 1];
    const wendi_bits_table *bits = &world->graph.passability_bits, *made = &to->graph.passability_bits;
    for (int32_t c = 0; c < wendi_cluster_count(&l->clusters); c++) {
        const wendi_check_state state = wendi_check_state_of(l->checks, c);
        if (state == WENDI_UNCHECKED || state == WENDI_CHECKING) continue;
        if (level == 1 && bits->table.kind) *wendi_item(made, c) = *wendi_item(bits, c);
        wendi_set_check_state(to->graph.level[level - 1].checks, c, state);
    }
}

wend_result wendi_first_checks_share(const wend_world* world, wend_world* to) {
    const wendi_graph* graph = &world->graph;
    wend_result result = wendi_first_checks_make(to, &graph->first_checks->stored);
    if (result == WEND_OK && graph->passability_bits.table.kind)
        result = wendi_table_make(&wendi_bits_items, wendi_cluster_count(&graph->clusters), &graph->allocator,
                                  &to->graph.passability_bits.table);
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++)
        share_level(world, to, level);
    if (result == WEND_OK && wendi_all_are_checked(graph))
        atomic_store(&to->graph.first_checks->all, CHECKED);
    return result;
}

// Waits until the world is neither UNCHECKED nor CHECKING. True: the caller is to check, and to set the
// state.
static bool begin_check(_Atomic uint8_t* state, uint8_t* seen_out) {
    for (;;) {
        uint8_t seen = *seen_out = atomic_load_explicit(state, memory_order_acquire);
        if (seen == CHECKED || seen == DAMAGED) return false;
        if (seen == CHECKING)
            sched_yield();
        else if (atomic_compare_exchange_weak_explicit(state, &seen, CHECKING, memory_order_acquire,
                                                       memory_order_relaxed))
            return true;
    }
}

// The same for a cluster.
static bool begin_cluster(_Atomic uint32_t* checks, int32_t cluster) {
    _Atomic uint32_t* word = &checks[cluster / 16];
    uint32_t seen = atomic_load_explicit(word, memory_order_acquire);
    const int32_t shift = cluster % 16 * 2;
    for (;;) {
        const wendi_check_state state = (wendi_check_state)(seen >> shift & 3);
        if (state == WENDI_IN_FILE || state == WENDI_IN_MEMORY) return false;
        if (state == WENDI_CHECKING) {
            sched_yield();
            seen = atomic_load_explicit(word, memory_order_acquire);
        } else if (atomic_compare_exchange_weak_explicit(word, &seen,
                                                         seen | (uint32_t)WENDI_CHECKING << shift,
                                                         memory_order_acquire, memory_order_acquire)) {
            return true;
        }
    }
}

wend_result wendi_touch_in_pass(const wendi_graph* graph, int32_t level, int32_t cluster) {
    struct wendi_ground* ground = graph->ground;
    if (!graph->first_checks) return WEND_OK;
    if (ground && !wendi_ground_has(ground, level, cluster)) return WEND_ERROR_NOT_LOADED;
    return wendi_check_now(graph->first_checks, level, cluster);
}

// A level that a refresh has added to a streamed world is all in memory. One that was dropped is not used.
wend_result wendi_check_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    wend_world* world = checks->world;
    _Atomic uint32_t* states = world->graph.level[level - 1].checks;
    if (!states || !begin_cluster(states, cluster)) return WEND_OK;
    bool memory = false;
    wendi_checked_cluster checked;
    const bool good = !wendi_check_cluster(world, &checks->stored, level, cluster, &memory, &checked) &&
                      wendi_cluster_has_checksum(world, level, cluster, &checked);
    const bool patched = good && checked.source.entry != &checks->stored.directory[level - 1][cluster];
    if (patched) wendi_keep_cluster(world, level, cluster, &checked);
    if (good && level == 1) wendi_graph_read_passability(&world->graph, world->grid, cluster);
    wendi_set_check_state(states, cluster,
                          !good     ? WENDI_UNCHECKED
                          : patched ? WENDI_IN_MEMORY
                                    : WENDI_IN_FILE);
    return good ? WEND_OK : memory ? WEND_ERROR_MEMORY : WEND_ERROR_DAMAGED;
}

void wendi_forget_check(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    _Atomic uint32_t* states = checks->world->graph.level[level - 1].checks;
    if (states) wendi_set_check_state(states, cluster, WENDI_UNCHECKED);
    atomic_store_explicit(&checks->all, UNCHECKED, memory_order_release);
}

const struct wendi_stored_clusters* wendi_stored_of(const struct wendi_first_checks* checks) {
    return &checks->stored;
}

wend_result wendi_touch_ends(const wendi_graph* graph, const wend_tile* tiles, int32_t count) {
    enum { READ_AHEAD, TOUCH, PASSES };
    int32_t clusters[4];
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    for (int32_t i = 0; i < PASSES * count && result == WEND_OK; i++) {
        const int32_t containing = wendi_clusters_at(&graph->clusters, tiles[i % count], clusters);
        for (int32_t k = 0; k < containing && result == WEND_OK; k++)
            if (i / count == READ_AHEAD)
                wendi_read_ahead(graph, 1, clusters[k]);
            else
                result = wendi_touch(graph, 1, clusters[k]);
    }
    return result;
}

wend_result wendi_touch_tile(const wendi_graph* graph, wend_tile tile) {
    return wendi_touch_ends(graph, &tile, 1);
}

wend_result wendi_touch_area(const wendi_graph* graph, wend_rect area) {
    const wendi_partition* clusters = &graph->clusters;
    const int32_t size = clusters->size, left = wendi_max(area.x - 1, 0) / size,
                  top = wendi_max(area.y - 1, 0) / size,
                  right = wendi_min((area.x + area.width - 1) / size, clusters->columns - 1),
                  bottom = wendi_min((area.y + area.height - 1) / size, clusters->rows - 1);
    wend_result result = WEND_OK;
    for (int32_t y = top; y <= bottom && graph->first_checks; y++)
        for (int32_t x = left; x <= right && result == WEND_OK; x++)
            result = wendi_touch(graph, 1, y * clusters->columns + x);
    return result;
}

wend_result wendi_touch_around(const wendi_graph* graph, wend_rect area, int32_t tiles) {
    return wendi_touch_area(
        graph, (wend_rect){area.x - tiles, area.y - tiles, area.width + 2 * tiles, area.height + 2 * tiles});
}

// True when a tile lies inside the cluster of another one, off its border lines.
static bool is_inside(const wendi_partition* clusters, wend_tile a, wend_tile b) {
    const int32_t size = clusters->size;
    return a.x / size == b.x / size && a.y / size == b.y / size && a.x % size > 0 && a.y % size > 0;
}

// A tile on a border line is there when one of its clusters is.
static wend_result touch_some(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4], missing = 0;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) {
        const wend_result result = wendi_touch(graph, 1, clusters[i]);
        missing += result == WEND_ERROR_NOT_LOADED;
        if (result != WEND_OK && result != WEND_ERROR_NOT_LOADED) return result;
    }
    return missing < count ? WEND_OK : WEND_ERROR_NOT_LOADED;
}

wend_result wendi_touch_tiles(const wendi_graph* graph, const wend_tile* tiles, int64_t count) {
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < count && graph->first_checks && result == WEND_OK; i++)
        if (i == 0 || !is_inside(&graph->clusters, tiles[i], tiles[i - 1]))
            result = touch_some(graph, tiles[i]);
    return result;
}

// Whoever reads all of the world afterwards gets the pages back from the system, which has them in the file.
wend_result wendi_check_all(const wend_world* world) {
    if (wendi_all_are_checked(&world->graph)) return WEND_OK;
    wendi_read_pass pass;
    wendi_read_pass_begin(world, &pass);
    const wend_result result = wendi_check_all_in_pass(world, &pass);
    wendi_read_pass_end(&pass);
    return result;
}

static wend_result check_level(const wendi_graph* graph, int32_t level, const wendi_read_pass* pass_opt) {
    const wendi_partition* clusters = &graph->level[level - 1].clusters;
    wend_result result = WEND_OK;
    for (int32_t row = 0; row < clusters->rows && result == WEND_OK; row++) {
        for (int32_t x = 0; x < clusters->columns && result == WEND_OK; x++)
            result = wendi_touch_in_pass(graph, level, row * clusters->columns + x);
        if (pass_opt && result == WEND_OK) wendi_read_pass_row(pass_opt, level, row);
    }
    return result;
}

wend_result wendi_check_all_in_pass(const wend_world* world, const struct wendi_read_pass* pass_opt) {
    struct wendi_first_checks* checks = world->graph.first_checks;
    uint8_t seen;
    if (!checks) return WEND_OK;
    if (!begin_check(&checks->all, &seen)) return seen == CHECKED ? WEND_OK : WEND_ERROR_DAMAGED;
    wendi_graph* graph = &checks->world->graph;
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++)
        result = check_level(graph, level, pass_opt);
    if (result == WEND_OK && !graph->holds_passable.table.kind)
        result =
            wendi_passable_index_make(graph, world->grid, pass_opt ? wendi_read_pass_ground : NULL, pass_opt);
    const int state = result == WEND_OK ? CHECKED : result == WEND_ERROR_DAMAGED ? DAMAGED : UNCHECKED;
    atomic_store_explicit(&checks->all, (uint8_t)state, memory_order_release);
    return result;
}

bool wendi_all_are_checked(const wendi_graph* graph) {
    const struct wendi_first_checks* checks = graph->first_checks;
    return !checks || atomic_load_explicit(&checks->all, memory_order_acquire) == CHECKED;
}

wend_result wendi_check_all_of_grid(const wend_grid* grid) {
    return grid->world ? wendi_check_all(grid->world) : WEND_OK;
}

wend_result wendi_check_before_change(wend_world* world) {
    wendi_graph* graph = &world->graph;
    wend_result result = wendi_check_all(world);
    if (result != WEND_OK || !graph->first_checks || graph->ground) return result;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters) && result == WEND_OK; c++)
        result = wendi_hold_cluster(graph, &world->components, c);
    for (int32_t level = 2; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters) && result == WEND_OK;
             c++)
            result = wendi_hold_matrix(graph, level, c);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < graph->level_count; i++) graph->level[i].checks = NULL;
    world->components.stored_opt = NULL;
    wendi_free(&graph->allocator, graph->first_checks, graph->first_checks_bytes, 1);
    graph->first_checks = NULL;
    graph->first_checks_bytes = 0;
    world->grid->world = NULL;
    return WEND_OK;
}

// ---- how is a mapped file read with little memory and few waits?

// ---- which pages of a file has a cluster that is going to be checked?

enum { SHARED_ROWS = 2 }; // on each side, with the cluster above or below

static bool straddles(const void* first, size_t bytes) {
    const size_t page = wendi_page_size();
    return (uintptr_t)first / page != ((uintptr_t)first + bytes - 1) / page;
}

// On a wide map each row of tiles lies in a page of its own, or begins in one that the cluster beside it has
// and ends in another. So a row of either kind shows whether the rows are in memory.
static bool want_tiles(const wend_grid* grid, wend_rect area) {
    const size_t bytes = (size_t)area.width + 2;
    const int32_t first = area.y + SHARED_ROWS, last = area.y + area.height - 1 - SHARED_ROWS;
    const void* rows[2] = {NULL, NULL};
    for (int32_t y = first; y <= last; y++) {
        const void* row = wendi_tile_in_rows(grid, area.x - 1, y);
        rows[straddles(row, bytes)] = row;
    }
    if (!rows[0] && !rows[1]) rows[0] = wendi_tile_in_rows(grid, area.x - 1, area.y + area.height / 2);
    bool here = true;
    for (int32_t i = 0; i < 2; i++) here = here && (!rows[i] || wendi_pages_are_here(rows[i], bytes));
    for (int32_t y = area.y - 1; y <= area.y + area.height && !here; y++)
        wendi_pages_want(wendi_tile_in_rows(grid, area.x - 1, y), bytes);
    return !here;
}

// That of the file; those of patches are in memory.
static bool want_matrix(const wendi_stored_clusters* stored, int32_t level, int32_t cluster) {
    if (wendi_source_of(stored, stored->patch_count, level, cluster).entry !=
        &stored->directory[level - 1][cluster])
        return false;
    size_t bytes;
    const char* matrix = wendi_stored_matrix(stored, level, cluster, &bytes);
    if (!matrix || wendi_pages_are_here(matrix, bytes)) return false;
    wendi_pages_want(matrix, bytes);
    return true;
}

// Asking whether pages are in memory takes microseconds. Once all were, for some clusters in a row, most are
// not asked about any more.
static bool may_be_missing(_Atomic uint32_t* here_in_a_row) {
    enum { SURE = 32, ASKED = 16 };
    const uint32_t here = atomic_load_explicit(here_in_a_row, memory_order_relaxed);
    atomic_store_explicit(here_in_a_row, here + 1, memory_order_relaxed);
    return here < SURE || here % ASKED == 0;
}

void wendi_want_cluster(const wend_world* world, int32_t level, int32_t cluster,
                        _Atomic uint32_t* here_in_a_row_io) {
    if (!may_be_missing(here_in_a_row_io)) return;
    bool missing = want_matrix(world->stored, level, cluster);
    if (level == 1) missing |= want_tiles(world->grid, wendi_cluster_rect(&world->graph.clusters, cluster));
    if (missing) atomic_store_explicit(here_in_a_row_io, 0, memory_order_relaxed);
}

// ---- which pages of a mapped file can be given back to the system once they were read?
//
// Invariant: only pages are given back that hold what the unchanging view of the file holds. What
// patches, edits and machines of another byte order have written stays.

enum {
    BITS = 64,
    PIECE = 1 << 20,     // bytes: what is read before pages that follow each other are given back
    AROUND = 1 << 21,    // bytes: a system may map so many before the one that is touched
    MOST_NODES = 1 << 20 // of a cluster; entries that patches replace are not checked
};

void wendi_read_pass_begin(const wend_world* world, wendi_read_pass* out) {
    *out = (wendi_read_pass){.world = world};
    // The ground of a streamed world is there as long as it is loaded.
    if (!world->file_view || !world->graph.first_checks || world->graph.ground) return;
    out->page = wendi_page_size();
    out->words = world->file_size / out->page / BITS + 1;
    out->unchanged = wendi_alloc_zeroed(&world->allocator, out->words, sizeof *out->unchanged);
}

void wendi_read_pass_end(wendi_read_pass* pass) {
    wendi_free(&pass->world->allocator, pass->unchanged, pass->words, sizeof *pass->unchanged);
    pass->unchanged = NULL;
}

// ---- what was read

static bool is_unchanged(const wendi_read_pass* pass, size_t p) {
    return pass->unchanged[p / BITS] >> p % BITS & 1;
}

// Compares the pages that this pass has not compared yet, and gives the view's back.
static void compare(const wendi_read_pass* pass, size_t first, size_t last) {
    const wend_world* world = pass->world;
    for (size_t p = first; p <= last; p++) {
        const size_t at = p * pass->page, rest = world->file_size - at;
        if (is_unchanged(pass, p)) continue;
        if (memcmp(world->file + at, world->file_view + at, rest < pass->page ? rest : pass->page) == 0)
            pass->unchanged[p / BITS] |= (uint64_t)1 << p % BITS;
    }
    wendi_pages_drop(world->file_view + first * pass->page, (last - first + 1) * pass->page);
}

// A page that is read in part is given back, too: the rest of a row comes back with the next one. A system
// maps pages around the one that is touched, also those before it, which were given back already.
static void release(const wendi_read_pass* pass, const void* first, const void* end) {
    const wend_world* world = pass->world;
    const char *from = first, *to = end;
    if (!pass->unchanged || from < world->file || to > world->file + world->file_size || to <= from) return;
    const size_t at = (size_t)(from - world->file), last = (size_t)(to - world->file - 1) / pass->page;
    compare(pass, at / pass->page, last);
    for (size_t p = (at > AROUND ? at - AROUND : 0) / pass->page; p <= last;) {
        size_t run = p;
        while (run <= last && is_unchanged(pass, run)) run++;
        if (run > p) wendi_pages_drop(world->file + p * pass->page, (run - p) * pass->page);
        p = run + 1;
    }
}

void wendi_read_pass_row(const wendi_read_pass* pass, int32_t level, int32_t row) {
    if (!pass->unchanged) return;
    const wend_world* world = pass->world;
    const wendi_graph* graph = &world->graph;
    const wendi_stored_clusters* stored = world->stored;
    const wendi_partition* clusters = &graph->level[level - 1].clusters;
    const int32_t first = row * clusters->columns, last = first + clusters->columns - 1;
    const wendi_stored_cluster* entries = stored->directory[level - 1];
    const wendi_stored_cluster a = entries[first], z = entries[last];
    const uint64_t end = z.matrix + wendi_matrix_bytes((int32_t)z.count);
    if (z.count <= MOST_NODES && a.matrix <= end && end <= stored->matrices_size)
        release(pass, stored->matrices + a.matrix, stored->matrices + end);
    release(pass, entries + first, entries + last + 1);
    if (level > 1) return;
    const wend_rect area = wendi_cluster_rect(clusters, first);
    release(pass, wendi_tile_in_rows(world->grid, -1, area.y - 1),
            wendi_tile_in_rows(world->grid, world->grid->width, area.y + area.height));
    for (int32_t i = 0; i < graph->level_count; i++) {
        const uint64_t* nodes = (const void*)graph->level[i].nodes.table.items;
        release(pass, nodes + first, nodes + last + 1);
    }
}

void wendi_read_pass_cluster(const wendi_read_pass* pass_opt, int32_t level, int32_t cluster) {
    if (!pass_opt) return;
    const int32_t columns = pass_opt->world->graph.level[level - 1].clusters.columns;
    if (cluster % columns == columns - 1) wendi_read_pass_row(pass_opt, level, cluster / columns);
}

void wendi_read_pass_ground(const void* pass, int32_t row) {
    wendi_read_pass_row(pass, 1, row);
}

void wendi_read_pass_from(wendi_read_pass* pass, const void* first) {
    pass->from = first;
}

void wendi_read_pass_to(wendi_read_pass* pass, const void* end) {
    if (!pass->unchanged || (const char*)end - pass->from < PIECE) return;
    release(pass, pass->from, end);
    pass->from = end;
}

void wendi_read_pass_view(const wend_world* world, const char* first, const char* end) {
    const size_t page = wendi_page_size();
    const size_t at = (size_t)(first - world->file_view),
                 from = (at > AROUND ? at - AROUND : 0) / page * page,
                 to = (size_t)(end - world->file_view) / page * page;
    if (to > from) wendi_pages_drop(world->file_view + from, to - from);
}

// ---- which regions are loaded, and which of them does a query use?

int32_t wendi_ground_level(const struct wendi_ground* g) {
    return g->level;
}

static int32_t region_of(const struct wendi_ground* g, int32_t level, int32_t cluster) {
    const int32_t columns = g->world->graph.level[level - 1].clusters.columns, up = g->level - level;
    const int32_t row = cluster / columns, column = cluster - row * columns;
    return (row >> up) * g->regions.columns + (column >> up);
}

int32_t wendi_ground_region(const wendi_graph* graph, int32_t level, int32_t cluster) {
    WENDI_ASSERT(graph->ground && level <= graph->ground->level);
    return region_of(graph->ground, level, cluster);
}

wend_rect wendi_ground_area(const struct wendi_ground* g, int32_t region) {
    const int32_t row = region / g->regions.columns, column = region % g->regions.columns;
    wend_rect area = wendi_cluster_rect(&g->regions, region);
    if (column > 0) area.x++, area.width--;
    if (row > 0) area.y++, area.height--;
    if (column + 1 < g->regions.columns) area.width--;
    if (row + 1 < g->regions.rows) area.height--;
    return area;
}

void wendi_ground_need(struct wendi_ground* g, int32_t region) {
    const uint64_t now = atomic_load_explicit(&g->time, memory_order_relaxed);
    if (atomic_load_explicit(&g->needed[region], memory_order_relaxed) != now)
        atomic_store_explicit(&g->needed[region], now, memory_order_relaxed);
}

bool wendi_ground_has(struct wendi_ground* g, int32_t level, int32_t cluster) {
    if (level >= g->level) return true;
    const int32_t region = region_of(g, level, cluster);
    if (atomic_load_explicit(&g->states[region], memory_order_acquire) != WENDI_GROUND_LOADED) return false;
    wendi_ground_need(g, region);
    return true;
}

bool wendi_ground_has_tile(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4];
    bool has = true;
    if (!graph->ground) return true;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) has &= wendi_ground_has(graph->ground, 1, clusters[i]);
    return has;
}

bool wendi_ground_has_area(const wendi_graph* graph, wend_rect area) {
    const struct wendi_ground* g = graph->ground;
    if (!g) return true;
    const int32_t side = g->regions.size;
    const int32_t left = wendi_max(area.x - 1, 0) / side, top = wendi_max(area.y - 1, 0) / side;
    const int32_t right = wendi_min((area.x + area.width) / side, g->regions.columns - 1);
    const int32_t bottom = wendi_min((area.y + area.height) / side, g->regions.rows - 1);
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++)
            if (atomic_load_explicit(&g->states[y * g->regions.columns + x], memory_order_acquire) !=
                WENDI_GROUND_LOADED)
                return false;
    return true;
}

int32_t wendi_ground_begin_now(struct wendi_ground* g) {
    const int32_t turn = (int32_t)(atomic_load(&g->turn) % 2);
    atomic_fetch_add(&g->running[turn], 1);
    return turn;
}

void wendi_ground_end_now(struct wendi_ground* g, int32_t turn) {
    atomic_fetch_sub(&g->running[turn], 1);
}

uint64_t wendi_ground_unloads(const wendi_graph* graph) {
    return graph->ground ? atomic_load(&graph->ground->unloads) : 0;
}

bool wendi_ground_is_loaded(const struct wendi_ground* g, int32_t region) {
    return atomic_load_explicit(&g->states[region], memory_order_acquire) == WENDI_GROUND_LOADED;
}

void wendi_ground_tick(struct wendi_ground* g) {
    atomic_fetch_add(&g->time, 1);
}

size_t wendi_ground_bytes(const struct wendi_ground* g) {
    return atomic_load(&g->bytes);
}
size_t wendi_ground_budget(const struct wendi_ground* g) {
    return atomic_load(&g->budget);
}
void wendi_ground_set_budget(struct wendi_ground* g, size_t budget) {
    atomic_store(&g->budget, budget);
}
int32_t wendi_ground_loaded_count(const struct wendi_ground* g) {
    return atomic_load(&g->loaded);
}

// ---- which clusters of a mapped world does an edit check before it changes anything?
//
// Invariant: an unchecked cluster is as its file has it, and so is all that its check reads: its tiles and
// one tile around them, and the nodes on its border lines. Otherwise a later check would take the change for
// damage. So an edit checks beforehand the clusters that it touches and those around them; and on each level
// whose nodes it may change, the clusters that contain these and all those on the lines where nodes are
// chosen again.

static wend_result touch_around(const wendi_graph* graph, int32_t cluster) {
    const wendi_partition* clusters = &graph->clusters;
    const int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    wend_result result = WEND_OK;
    for (int32_t y = wendi_max(row - 1, 0); y <= wendi_min(row + 1, clusters->rows - 1); y++)
        for (int32_t x = wendi_max(column - 1, 0);
             x <= wendi_min(column + 1, clusters->columns - 1) && result == WEND_OK; x++)
            result = wendi_touch(graph, 1, y * clusters->columns + x);
    return result;
}

// The clusters of level 1 on the top and left line of a cluster.
static wend_result touch_lines(const wendi_graph* graph, int32_t level, int32_t cluster) {
    const wendi_partition* clusters = &graph->clusters;
    const wendi_cluster_span span =
        wendi_cluster_span_of(clusters, &graph->level[level - 1].clusters, cluster);
    wend_result result = WEND_OK;
    for (int32_t x = span.left; x < span.right && result == WEND_OK; x++)
        result = wendi_touch(graph, 1, span.top * clusters->columns + x);
    for (int32_t y = span.top; y < span.bottom && result == WEND_OK; y++)
        result = wendi_touch(graph, 1, y * clusters->columns + span.left);
    return result;
}

wend_result wendi_check_before_edit(const wendi_graph* graph, const wendi_cluster_list* touched,
                                    uint32_t levels) {
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    for (int32_t i = 0; i < touched->count && result == WEND_OK; i++)
        result = touch_around(graph, touched->data[i]);
    for (int32_t level = 2; level <= graph->level_count; level++) {
        int32_t last = -1; // touched clusters beside each other mostly have one parent
        if (!(levels >> (level - 1) & 1)) continue;
        for (int32_t i = 0; i < touched->count && result == WEND_OK; i++) {
            const int32_t cluster = wendi_cluster_containing(graph, level, touched->data[i]);
            if (cluster == last) continue;
            last = cluster;
            result = wendi_touch(graph, level, cluster);
            if (result == WEND_OK) result = touch_lines(graph, level, cluster);
        }
    }
    return result;
}

wend_result wendi_check_before_link_edit(const wend_world* world, const wend_link* link) {
    const wendi_graph* graph = &world->graph;
    const wend_tile ends[2] = {link->from, link->to};
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    for (int32_t k = 0; k < 2; k++) {
        int32_t clusters[4];
        if (!wendi_sheet_contains(world->grid, ends[k]))
            return WEND_OK; // refused by whoever changes the link
        const int32_t count = wendi_clusters_at(&graph->clusters, ends[k], clusters);
        for (int32_t i = 0; i < count && result == WEND_OK; i++) {
            result = touch_around(graph, clusters[i]);
            for (int32_t level = 2; level <= graph->level_count && result == WEND_OK; level++)
                result = wendi_touch(graph, level, wendi_cluster_containing(graph, level, clusters[i]));
        }
    }
    return result;
}
