// first_check.c: the clusters of a mapped world that are checked, and those that are not.
#include "hierarchy/first_check.h"

#include <sched.h>
#include <stdatomic.h>
#include <string.h>

#include "hierarchy/cluster_check.h"
#include "hierarchy/ground.h"
#include "hierarchy/passable_index.h"
#include "hierarchy/read_pass.h"

struct wendi_first_checks { // the states of the clusters and the name of the file follow it in memory
    wend_world* world;
    wendi_stored_clusters stored;
    _Atomic uint32_t here_in_a_row; // see read_pass.c
    _Atomic uint8_t all;            // of the whole world, with what is computed from all clusters
};

enum { UNCHECKED, CHECKING, CHECKED, DAMAGED };

static size_t words_of(const wendi_level* level) {
    return ((size_t)wendi_cluster_count(&level->clusters) + 15) / 16;
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

// The ground of a streamed world was read when it was loaded.
void wendi_read_ahead_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    const struct wendi_ground* ground = checks->world->graph.ground;
    if (ground && level < wendi_ground_level(ground)) return;
    wendi_want_cluster(checks->world, level, cluster, &checks->here_in_a_row);
}

// What the check of a cluster stores is the same for every thread, and seen by those that find it checked. A
// damaged cluster is checked again by each that touches it.
wend_result wendi_touch_now(struct wendi_first_checks* checks, int32_t level, int32_t cluster) {
    wendi_read_ahead(&checks->world->graph, level, cluster);
    return wendi_touch_in_pass(&checks->world->graph, level, cluster);
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

void wendi_read_ahead_at(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4];
    if (!graph->first_checks) return;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count; i++) wendi_read_ahead(graph, 1, clusters[i]);
}

wend_result wendi_touch_tile(const wendi_graph* graph, wend_tile tile) {
    int32_t clusters[4];
    wend_result result = WEND_OK;
    if (!graph->first_checks) return WEND_OK;
    wendi_read_ahead_at(graph, tile);
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, clusters);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = wendi_touch(graph, 1, clusters[i]);
    return result;
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
