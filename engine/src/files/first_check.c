// first_check.c: may a cluster of a world in a file be read: is its ground loaded, is it checked, and how is
// it read with little memory and few waits?
#include "files/first_check.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "core/system.h"
#include "files/cluster_check.h"
#include "files/world_file.h"
#include "hierarchy/tile_index.h"

// ---- the clusters of a mapped world that are checked, and those that are not.

struct wendi_first_checks { // the states of the clusters follow it in memory
    wendi_source source;
    wend_world* world;
    struct wendi_ground* ground;         // of a streamed world; NULL: all ground is there
    const wendi_stored_clusters* stored; // of the world's file
    _Atomic uint32_t here_in_a_row;      // see want_cluster
    _Atomic uint8_t all;                 // of the whole world, with what is computed from all clusters
};

static struct wendi_first_checks* checks_of(const wendi_source* source) {
    return (struct wendi_first_checks*)(uintptr_t)source; // its first member
}

struct wendi_ground* wendi_ground_of(const wendi_graph* graph) {
    return graph->source ? checks_of(graph->source)->ground : NULL;
}

void wendi_set_ground(wend_world* world, struct wendi_ground* ground) {
    world->graph.region_level = ground->level;
    checks_of(world->graph.source)->ground = ground;
}

enum { UNCHECKED, CHECKING, CHECKED, DAMAGED };

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

// Asks the system for the matrix of a cluster that is not checked yet and, on level 1, for its tiles, unless
// they are in memory. here_in_a_row_io: how many clusters in a row were, shared by all threads.
static void want_cluster(const wend_world* world, int32_t level, int32_t cluster,
                         _Atomic uint32_t* here_in_a_row_io) {
    if (!may_be_missing(here_in_a_row_io)) return;
    bool missing = want_matrix(wendi_file_of(world)->stored, level, cluster);
    if (level == 1) missing |= want_tiles(world->grid, wendi_cluster_rect(&world->graph.clusters, cluster));
    if (missing) atomic_store_explicit(here_in_a_row_io, 0, memory_order_relaxed);
}

// ---- which pages of a mapped file can be given back to the system once they were read?
//
// Invariant: only pages are given back that hold what the unchanging mapping of the file holds. What
// patches, edits and machines of another byte order have written stays.

enum {
    BITS = 64,
    PIECE = 1 << 20,     // bytes: what is read before pages that follow each other are given back
    AROUND = 1 << 21,    // bytes: a system may map so many before the one that is touched
    MOST_NODES = 1 << 20 // of a cluster; entries that patches replace are not checked
};

typedef struct read_pass {
    const wend_world* world;
    size_t bytes, page;   // bytes: of all this
    const char* from;     // read, but not yet given back
    uint64_t unchanged[]; // a bit for each page that was found to hold what the file holds
} read_pass;

// The ground of a streamed world is there as long as it is loaded.
static void* pass_begin(wendi_source* source) {
    const wend_world* world = checks_of(source)->world;
    const wendi_world_file* f = wendi_file_of(world);
    if (!f->view || checks_of(source)->ground) return NULL;
    const size_t page = wendi_page_size(), words = f->size / page / BITS + 1,
                 bytes = sizeof(read_pass) + words * sizeof(uint64_t);
    read_pass* pass = wendi_alloc_zeroed(&world->allocator, 1, bytes);
    if (!pass) return NULL;
    pass->world = world;
    pass->bytes = bytes;
    pass->page = page;
    return pass;
}

static void pass_end(void* read) {
    read_pass* pass = read;
    const wend_allocator allocator = pass->world->allocator;
    wendi_free(&allocator, pass, 1, pass->bytes);
}

void wendi_read_pass_begin(const wend_world* world, wendi_pass* out) {
    wendi_source* source = world->graph.source;
    *out = (wendi_pass){.world = world, .read = source ? pass_begin(source) : NULL};
}

// ---- what was read

static bool is_unchanged(const read_pass* pass, size_t p) {
    return pass->unchanged[p / BITS] >> p % BITS & 1;
}

// Compares the pages that this pass has not compared yet, and gives those of the unchanging mapping
// back.
static void compare(read_pass* pass, size_t first, size_t last) {
    const wend_world* world = pass->world;
    const wendi_world_file* f = wendi_file_of(world);
    for (size_t p = first; p <= last; p++) {
        const size_t at = p * pass->page, rest = f->size - at;
        if (is_unchanged(pass, p)) continue;
        if (memcmp(f->bytes + at, f->view + at, rest < pass->page ? rest : pass->page) == 0)
            pass->unchanged[p / BITS] |= (uint64_t)1 << p % BITS;
    }
    wendi_pages_drop(f->view + first * pass->page, (last - first + 1) * pass->page);
}

// A page that is read in part is given back, too: the rest of a row comes back with the next one. A system
// maps pages around the one that is touched, also those before it, which were given back already.
static void release(read_pass* pass, const void* first, const void* end) {
    const wend_world* world = pass->world;
    const wendi_world_file* f = wendi_file_of(world);
    const char *from = first, *to = end;
    if (from < f->bytes || to > f->bytes + f->size || to <= from) return;
    const size_t at = (size_t)(from - f->bytes), last = (size_t)(to - f->bytes - 1) / pass->page;
    compare(pass, at / pass->page, last);
    for (size_t p = (at > AROUND ? at - AROUND : 0) / pass->page; p <= last;) {
        size_t run = p;
        while (run <= last && is_unchanged(pass, run)) run++;
        if (run > p) wendi_pages_drop(f->bytes + p * pass->page, (run - p) * pass->page);
        p = run + 1;
    }
}

static void pass_row(void* read, int32_t level, int32_t row) {
    read_pass* pass = read;
    const wend_world* world = pass->world;
    const wendi_graph* graph = &world->graph;
    const wendi_stored_clusters* stored = wendi_file_of(world)->stored;
    const wendi_partition* clusters = &graph->level[level - 1].clusters;
    const int32_t first = row * clusters->columns, last = first + clusters->columns - 1;
    const wendi_cluster_entry* entries = stored->directory[level - 1];
    const wendi_cluster_entry a = entries[first], z = entries[last];
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

void wendi_read_pass_from(const wendi_pass* pass, const void* first) {
    read_pass* read = pass->read;
    if (read) read->from = first;
}

void wendi_read_pass_to(const wendi_pass* pass, const void* end) {
    read_pass* read = pass->read;
    if (!read || (const char*)end - read->from < PIECE) return;
    release(read, read->from, end);
    read->from = end;
}

void wendi_read_pass_view(const wend_world* world, const char* first, const char* end) {
    const wendi_world_file* f = wendi_file_of(world);
    const size_t page = wendi_page_size();
    const size_t at = (size_t)(first - f->view), from = (at > AROUND ? at - AROUND : 0) / page * page,
                 to = (size_t)(end - f->view) / page * page;
    if (to > from) wendi_pages_drop(f->view + from, to - from);
}

// ---- which regions are loaded, and which of them does a query use?

void wendi_ground_need(struct wendi_ground* g, int32_t region) {
    const uint64_t now = atomic_load_explicit(&g->time, memory_order_relaxed);
    if (atomic_load_explicit(&g->needed[region], memory_order_relaxed) != now)
        atomic_store_explicit(&g->needed[region], now, memory_order_relaxed);
}

bool wendi_ground_is_loaded(const struct wendi_ground* g, int32_t region) {
    return atomic_load_explicit(&g->states[region], memory_order_acquire) == WENDI_GROUND_LOADED;
}

// True when a cluster may be used. Notes that its region was needed.
static bool ground_has(struct wendi_ground* g, int32_t level, int32_t cluster) {
    if (level >= g->level) return true;
    const int32_t region = wendi_region_of(&g->world->graph, level, cluster);
    if (!wendi_ground_is_loaded(g, region)) return false;
    wendi_ground_need(g, region);
    return true;
}

// ---- the clusters of a mapped world that are opened

static size_t words_of(const wendi_level* level) {
    return ((size_t)wendi_cluster_count(&level->clusters) + 15) / 16;
}

// The ground of a streamed world was read when it was loaded.
static void expect(wendi_source* source, int32_t level, int32_t cluster) {
    struct wendi_first_checks* checks = checks_of(source);
    if (checks->ground && level < checks->ground->level) return;
    want_cluster(checks->world, level, cluster, &checks->here_in_a_row);
}

static wend_result open_in_pass(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    if (checks->ground && !ground_has(checks->ground, level, cluster)) return WEND_ERROR_NOT_LOADED;
    return wendi_check_now(checks->world, level, cluster);
}

// What the check of a cluster stores is the same for every thread, and seen by those that find it checked. A
// damaged cluster is checked again by each that touches it.
wend_result wendi_open_in_pass(const wend_world* world, int32_t level, int32_t cluster) {
    return world->graph.source ? open_in_pass(checks_of(world->graph.source), level, cluster) : WEND_OK;
}

static wend_result open_cluster(wendi_source* source, int32_t level, int32_t cluster) {
    struct wendi_first_checks* checks = checks_of(source);
    wendi_expect(&checks->world->graph, level, cluster);
    return open_in_pass(checks, level, cluster);
}

static const wendi_source_kind file_source;

wend_result wendi_first_checks_make(wend_world* world, const struct wendi_stored_clusters* stored) {
    wendi_graph* graph = &world->graph;
    size_t words = 0;
    for (int32_t i = 0; i < graph->level_count; i++) words += words_of(&graph->level[i]);
    const size_t bytes = sizeof(struct wendi_first_checks) + words * sizeof(uint32_t);
    struct wendi_first_checks* checks = wendi_alloc_zeroed(&world->allocator, bytes, 1);
    if (!checks) return WEND_ERROR_MEMORY;
    graph->source = &checks->source;
    checks->source.kind = &file_source;
    checks->source.bytes = bytes;
    checks->world = world;
    checks->stored = stored;
    _Atomic uint32_t* states = (_Atomic uint32_t*)(checks + 1); // untouched ones take no memory
    for (int32_t i = 0; i < graph->level_count; i++) {
        wendi_level* level = &graph->level[i];
        level->opened = states;
        level->directory = stored->directory[i];
        level->stored_matrices = stored->matrices;
        states += words_of(level);
    }
    world->components.stored_opt = &graph->level[0];
    world->components.stored_labels = stored->labels;
    world->components.stored_label_count = stored->label_count;
    world->grid->world = world;
    return WEND_OK;
}

static void free_source(wendi_source* source) {
    struct wendi_first_checks* checks = checks_of(source);
    const wend_allocator allocator = checks->world->graph.allocator;
    if (checks->ground) checks->ground->free(checks->ground);
    wendi_free(&allocator, checks, source->bytes, 1);
}

static void belong(wendi_source* source, wend_world* world) {
    checks_of(source)->world = world;
}

// A cluster that is checked stays so: what lies around it may have been edited since. Passability bits belong
// to the checks, as those of the other version may be written by threads that check now.
static void share_level(const wend_world* world, wend_world* to, int32_t level) {
    const wendi_level* l = &world->graph.level[level - 1];
    const wendi_bits_table *bits = &world->graph.passability_bits, *made = &to->graph.passability_bits;
    for (int32_t c = 0; c < wendi_cluster_count(&l->clusters); c++) {
        const wendi_open_state state = wendi_open_state_of(l->opened, c);
        if (state == WENDI_UNOPENED || state == WENDI_OPENING) continue;
        if (level == 1 && bits->table.kind) *wendi_item(made, c) = *wendi_item(bits, c);
        wendi_set_open_state(to->graph.level[level - 1].opened, c, state);
    }
}

static bool all_are_checked(const wendi_source* source) {
    return atomic_load_explicit(&checks_of(source)->all, memory_order_acquire) == CHECKED;
}

// The clusters of patches are taken into memory when they are checked, and so are no longer shared: all of
// them are checked before.
static wend_result check_patched(wendi_source* source) {
    const wend_world* world = checks_of(source)->world;
    const wendi_world_file* f = wendi_file_of(world);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < f->patch_count; i++) {
        const wendi_patch* patch = &f->patches[i];
        const int32_t count = patch->first[WEND_MAX_LEVELS];
        for (int32_t k = 0; k < count && result == WEND_OK; k++)
            if ((int32_t)patch->clusters[k].level <= world->graph.level_count)
                result = open_cluster(source, (int32_t)patch->clusters[k].level,
                                      (int32_t)patch->clusters[k].cluster);
    }
    return result;
}

// What the other version has in memory counts as checked. Of a streamed world it has no ground: it reads what
// it touches, beside the budget, and no region comes or goes while it is made.
static wend_result share(const wendi_source* source, wend_world* to) {
    const struct wendi_first_checks* checks = checks_of(source);
    const wendi_graph* graph = &checks->world->graph;
    wend_result result = wendi_first_checks_make(to, checks->stored);
    if (!checks->world->components.stored_opt) to->components.stored_opt = NULL; // found again since
    if (result == WEND_OK && graph->passability_bits.table.kind)
        result = wendi_table_make(&wendi_bits_items, wendi_cluster_count(&graph->clusters), &graph->allocator,
                                  &to->graph.passability_bits.table);
    if (result != WEND_OK) return result;
    if (checks->ground) pthread_mutex_lock(&checks->ground->lock);
    for (int32_t level = 1; level <= graph->level_count; level++) share_level(checks->world, to, level);
    if (all_are_checked(source) && to->graph.holds_passable.table.kind) // a thread may just have made it
        atomic_store(&checks_of(to->graph.source)->all, CHECKED);
    if (checks->ground) pthread_mutex_unlock(&checks->ground->lock);
    return WEND_OK;
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
static bool begin_cluster(_Atomic uint32_t* opened, int32_t cluster) {
    _Atomic uint32_t* word = &opened[cluster / 16];
    uint32_t seen = atomic_load_explicit(word, memory_order_acquire);
    const int32_t shift = cluster % 16 * 2;
    for (;;) {
        const wendi_open_state state = (wendi_open_state)(seen >> shift & 3);
        if (state == WENDI_IN_PLACE || state == WENDI_IN_MEMORY) return false;
        if (state == WENDI_OPENING) {
            sched_yield();
            seen = atomic_load_explicit(word, memory_order_acquire);
        } else if (atomic_compare_exchange_weak_explicit(word, &seen, seen | (uint32_t)WENDI_OPENING << shift,
                                                         memory_order_acquire, memory_order_acquire)) {
            return true;
        }
    }
}

// A level that a refresh has added to a streamed world is all in memory. One that was dropped is not used.
wend_result wendi_check_now(wend_world* world, int32_t level, int32_t cluster) {
    struct wendi_first_checks* checks = checks_of(world->graph.source);
    _Atomic uint32_t* states = world->graph.level[level - 1].opened;
    if (!states || !begin_cluster(states, cluster)) return WEND_OK;
    bool memory = false;
    wendi_checked_cluster checked;
    const bool good = !wendi_check_cluster(world, checks->stored, level, cluster, &memory, &checked) &&
                      wendi_cluster_has_checksum(world, checks->stored, level, cluster, &checked);
    const bool patched = good && checked.source.entry != &checks->stored->directory[level - 1][cluster];
    if (patched) wendi_keep_cluster(world, level, cluster, &checked);
    if (good && level == 1) wendi_graph_read_passability(&world->graph, world->grid, cluster);
    wendi_set_open_state(states, cluster,
                         !good     ? WENDI_UNOPENED
                         : patched ? WENDI_IN_MEMORY
                                   : WENDI_IN_PLACE);
    return good ? WEND_OK : memory ? WEND_ERROR_MEMORY : WEND_ERROR_DAMAGED;
}

void wendi_forget_check(wend_world* world, int32_t level, int32_t cluster) {
    struct wendi_first_checks* checks = checks_of(world->graph.source);
    _Atomic uint32_t* states = checks->world->graph.level[level - 1].opened;
    if (states) wendi_set_open_state(states, cluster, WENDI_UNOPENED);
    atomic_store_explicit(&checks->all, UNCHECKED, memory_order_release);
}

static wend_result check_level(struct wendi_first_checks* checks, int32_t level, const wendi_pass* pass) {
    const wendi_partition* clusters = &checks->world->graph.level[level - 1].clusters;
    wend_result result = WEND_OK;
    for (int32_t row = 0; row < clusters->rows && result == WEND_OK; row++) {
        for (int32_t x = 0; x < clusters->columns && result == WEND_OK; x++)
            result = open_in_pass(checks, level, row * clusters->columns + x);
        if (result == WEND_OK) wendi_pass_row(pass, level, row);
    }
    return result;
}

static wend_result check_all(struct wendi_first_checks* checks, const wendi_pass* pass) {
    uint8_t seen;
    if (!begin_check(&checks->all, &seen)) return seen == CHECKED ? WEND_OK : WEND_ERROR_DAMAGED;
    wendi_graph* graph = &checks->world->graph;
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= graph->level_count && result == WEND_OK; level++)
        result = check_level(checks, level, pass);
    if (result == WEND_OK && !graph->holds_passable.table.kind)
        result = wendi_passable_index_make(graph, checks->world->grid, pass);
    const int state = result == WEND_OK ? CHECKED : result == WEND_ERROR_DAMAGED ? DAMAGED : UNCHECKED;
    atomic_store_explicit(&checks->all, (uint8_t)state, memory_order_release);
    return result;
}

// Whoever reads all of the world afterwards gets the pages back from the system, which has them in the file.
static wend_result open_all(wendi_source* source, const wendi_pass* pass_opt) {
    struct wendi_first_checks* checks = checks_of(source);
    if (pass_opt) return check_all(checks, pass_opt);
    if (all_are_checked(source)) return WEND_OK;
    wendi_pass pass = {.world = checks->world, .read = pass_begin(source)};
    const wend_result result = check_all(checks, &pass);
    wendi_pass_end(&pass);
    return result;
}

static wend_result hold_all(wendi_source* source) {
    wend_world* world = checks_of(source)->world;
    wendi_graph* graph = &world->graph;
    wend_result result = open_all(source, NULL);
    if (result != WEND_OK || wendi_has_regions(graph)) return result;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->clusters) && result == WEND_OK; c++)
        result = wendi_hold_cluster(graph, &world->components, c);
    for (int32_t level = 2; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters) && result == WEND_OK;
             c++)
            result = wendi_hold_matrix(graph, level, c);
    if (result != WEND_OK) return result;
    for (int32_t i = 0; i < graph->level_count; i++) graph->level[i].opened = NULL;
    world->components.stored_opt = NULL;
    free_source(source);
    graph->source = NULL;
    world->grid->world = NULL;
    return WEND_OK;
}

static bool is_here(wendi_source* source, int32_t level, int32_t cluster) {
    return ground_has(checks_of(source)->ground, level, cluster);
}

static int32_t begin_reading(wendi_source* source) {
    struct wendi_ground* g = checks_of(source)->ground;
    const int32_t turn = (int32_t)(atomic_load(&g->turn) % 2);
    atomic_fetch_add(&g->running[turn], 1);
    return turn;
}

static void end_reading(wendi_source* source, int32_t turn) {
    atomic_fetch_sub(&checks_of(source)->ground->running[turn], 1);
}

static const wendi_source_kind file_source = {.free = free_source,
                                              .open = open_cluster,
                                              .open_all = open_all,
                                              .all_are_open = all_are_checked,
                                              .hold_all = hold_all,
                                              .expect = expect,
                                              .pass_begin = pass_begin,
                                              .pass_row = pass_row,
                                              .pass_end = pass_end,
                                              .is_here = is_here,
                                              .begin_reading = begin_reading,
                                              .end_reading = end_reading,
                                              .prepare_share = check_patched,
                                              .share = share,
                                              .belong = belong};
