// world_info.c: what does a world answer without a search?
#include <string.h>

#include "core/hash.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/matrix_build.h"
#include "hierarchy/open.h"
#include "hierarchy/world.h"
#include "wend/private.h"

wend_result wend_world_read_tiles(const wend_world* world, wend_rect area, uint8_t* classes, size_t stride) {
    if (!world || !classes) return WEND_ERROR_ARGUMENT;
    area = wendi_area_to_sheet(&world->grid->floors, area);
    if (!wendi_is_valid_area(world->grid, area)) return WEND_ERROR_ARGUMENT;
    const wend_result result = wendi_open_area(&world->graph, area, 0);
    return result == WEND_OK ? wendi_sheet_read(world->grid, area, classes, stride) : result;
}

uint8_t wend_world_original_class(const wend_world* world, wend_tile tile) {
    if (!world) return 0;
    const wend_grid* grid = world->grid;
    tile = wendi_to_sheet(&grid->floors, tile);
    if (!world->original || !wendi_sheet_contains(grid, tile)) return wendi_sheet_class(grid, tile);
    return world->original[tile.y * world->original_stride + tile.x];
}

// ---- how many components are there, and how large are they?

// A cluster whose tiles are counted. Tiles on its right and lower line are left to the neighbour beyond, if
// there is one.
typedef struct count_job {
    const wend_grid* grid;
    const wendi_graph* graph;
    wendi_components* components;
    int64_t* tiles; // by wendi_reach_number
    int32_t cluster, rows;
    wend_rect area;
    uint32_t columns;
    bool two_way;
    wendi_tile_set passable, remaining;
} count_job;

// Removes some tiles, in the rows first .. last, from the remaining ones. Returns how many of them count.
static int64_t remove_tiles(count_job* job, const wendi_tile_set* tiles, int32_t first, int32_t last) {
    int64_t count = 0;
    for (int32_t y = first; y <= last; y++) {
        uint32_t row = job->remaining.row[y] & tiles->row[y];
        job->remaining.row[y] &= ~row;
        if (y <= job->rows) count += __builtin_popcount(row & job->columns);
    }
    return count;
}

static void count_enclosed(count_job* job, int64_t size) {
    job->components->count++;
    if (size > job->components->largest) job->components->largest = size;
}

static uint32_t number_at(const count_job* job, int32_t slot) {
    return wendi_reach_number(&job->components->reach,
                              wendi_component_of(job->components, job->cluster, slot));
}

// The tiles that reach some tiles and are reached by them.
static wendi_tile_set both_ways(const count_job* job, const wendi_tile_set* from) {
    wendi_tile_set ahead = *from, behind = *from;
    if (job->two_way) {
        wendi_flood_over(job->grid, job->area, &job->passable, WENDI_FROM, &ahead);
        return ahead;
    }
    wendi_reach_within(job->grid, job->area, WENDI_FROM, &ahead);
    wendi_reach_within(job->grid, job->area, WENDI_TO, &behind);
    for (int32_t y = 1; y <= job->area.height; y++) ahead.row[y] &= behind.row[y];
    return ahead;
}

// True when none of the numbers before i equals that one.
static bool is_first(const uint32_t* numbers, int32_t i) {
    for (int32_t k = 0; k < i; k++)
        if (numbers[k] == numbers[i]) return false;
    return true;
}

// A tile belongs to a group of components when nodes of the group reach it and it reaches nodes of the group,
// which need not be the same ones.
static void count_tiles(count_job* job) {
    const wendi_matrix* matrix = wendi_matrix_of(job->graph, 1, job->cluster);
    uint32_t numbers[WENDI_MAX_CLUSTER_NODES];
    for (int32_t i = 0; i < matrix->count; i++) numbers[i] = number_at(job, i);
    for (int32_t i = 0; i < matrix->count; i++) {
        wendi_tile_set nodes = {{0}};
        if (!is_first(numbers, i)) continue;
        for (int32_t k = i; k < matrix->count; k++) {
            wend_tile at = wendi_node_tile(&job->graph->clusters, matrix->nodes[k]);
            if (numbers[k] == numbers[i] && wendi_is_passable(job->grid, at.x, at.y))
                wendi_tile_set_add(&nodes, job->area, at);
        }
        wendi_tile_set group = both_ways(job, &nodes);
        job->tiles[numbers[i]] += remove_tiles(job, &group, 1, job->area.height);
    }
    for (int32_t row = 1; row <= job->area.height; row++) {
        while (job->remaining.row[row]) {
            const uint32_t tile = job->remaining.row[row] & ~(job->remaining.row[row] - 1);
            wendi_flood group = {.first = 1, .last = job->area.height};
            group.tiles.row[row] = tile;
            if (job->two_way) // many of them are small
                wendi_flood_from(job->grid, job->area, &job->passable, row, tile, &group);
            else
                group.tiles = both_ways(job, &group.tiles);
            count_enclosed(job, remove_tiles(job, &group.tiles, group.first, group.last));
        }
    }
}

void wendi_components_count_cluster(const wend_grid* grid, const wendi_graph* graph,
                                    wendi_components* components, int32_t cluster,
                                    int64_t* tiles) { // NOLINT(readability-non-const-parameter): the job
                                                      // writes there
    const wendi_partition* clusters = &graph->clusters;
    wend_rect area = wendi_cluster_rect(clusters, cluster);
    int32_t width = area.width - (cluster % clusters->columns + 1 < clusters->columns);
    count_job job = {.grid = grid,
                     .graph = graph,
                     .components = components,
                     .tiles = tiles,
                     .cluster = cluster,
                     .rows = area.height - (cluster / clusters->columns + 1 < clusters->rows),
                     .area = area,
                     .columns = UINT32_MAX >> (WENDI_MAX_CLUSTER_SIDE - width),
                     .two_way = wendi_is_two_way(grid, area),
                     .passable = wendi_passable_tiles(grid, area)};
    job.remaining = job.passable;
    count_tiles(&job);
}

// Counts the tiles of all components, by number, and the enclosed components.
static void count_all(const wend_grid* grid, const wendi_graph* graph, wendi_components* components,
                      const wendi_pass* pass_opt, int64_t* tiles) {
    WENDI_ASSERT(components->cluster_count == wendi_cluster_count(&graph->clusters));
    components->count = components->largest = 0;
    for (int32_t i = 0; i < components->cluster_count; i++) {
        wendi_components_count_cluster(grid, graph, components, i, tiles);
        wendi_pass_cluster(pass_opt, 1, i);
    }
}

void wendi_components_sizes(const wend_grid* grid, const wendi_graph* graph,
                            const wendi_components* components, const wendi_pass* pass, int64_t* tiles) {
    wendi_components counted = *components; // its totals are dropped
    memset(tiles, 0, wendi_component_numbers(components) * sizeof *tiles);
    count_all(grid, graph, &counted, pass, tiles);
}

wend_result wendi_components_count(const wend_grid* grid, const wendi_graph* graph,
                                   wendi_components* components, const wendi_pass* pass_opt) {
    const size_t numbers = wendi_component_numbers(components);
    int64_t* tiles = wendi_alloc_zeroed(&components->allocator, numbers, sizeof *tiles);
    if (!tiles) return WEND_ERROR_MEMORY;
    count_all(grid, graph, components, pass_opt, tiles);
    for (size_t i = 0; i < numbers; i++) {
        components->count += tiles[i] > 0;
        if (tiles[i] > components->largest) components->largest = tiles[i];
    }
    wendi_free(&components->allocator, tiles, numbers, sizeof *tiles);
    components->counted = true;
    return WEND_OK;
}

// ---- information

// Directed pairs of nodes that the clusters of one level, or of all, connect.
static int64_t count_level_edges(const wend_world* world, const wend_grid* grid, int32_t level,
                                 const struct wendi_pass* pass_opt) {
    const wendi_graph* graph = &world->graph;
    int64_t edges = 0;
    for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++) {
        edges += level > 1 || !wendi_is_pending(graph, c)
                     ? wendi_count_edges(wendi_matrix_of(graph, level, c))
                     : wendi_count_reach(graph, grid, c);
        wendi_pass_cluster(pass_opt, level, c);
    }
    return edges;
}

int64_t wendi_count_all_edges(const wend_world* world, const wend_grid* grid,
                              const struct wendi_pass* pass_opt) {
    int64_t edges = 0;
    for (int32_t level = 1; level <= world->graph.level_count; level++)
        edges += count_level_edges(world, grid, level, pass_opt);
    return edges;
}

static wend_result count(const wend_world* world, const wendi_pass* pass, wend_world_counts* out) {
    wendi_components counted = world->components; // shallow copy
    const wend_result result = wendi_components_count(world->grid, &world->graph, &counted, pass);
    if (result != WEND_OK) return result;
    *out = (wend_world_counts){.edge_count = wendi_count_all_edges(world, world->grid, pass),
                               .component_count = counted.count,
                               .largest_component = counted.largest};
    return WEND_OK;
}

wend_result wend_world_count(const wend_world* world, wend_world_counts* out) {
    if (!world || !out) return WEND_ERROR_ARGUMENT;
    if (world->components.counted) {
        *out = (wend_world_counts){.edge_count = world->edge_count,
                                   .component_count = world->components.count,
                                   .largest_component = world->components.largest};
        return WEND_OK;
    }
    wendi_pass pass;
    wend_result result = wendi_pass_begin(world, &pass);
    if (result == WEND_OK) result = count(world, &pass, out);
    wendi_pass_end(&pass);
    return result;
}

static size_t profiles_bytes(const wend_world* world) {
    size_t bytes = (size_t)world->profiles.count * sizeof *world->profiles.data;
    for (int32_t i = 0; i < world->profiles.count; i++)
        bytes += wend_world_get_info(world->profiles.data[i].view).bytes +
                 wendi_derivation_bytes(&world->profiles.data[i].derivation);
    return bytes;
}

// The original classes and what was opened, without the tiles that count with the grid.
static size_t file_bytes(const wend_world* world) {
    size_t bytes = world->file_bytes + wendi_shared_bytes(world->original_use);
    if (world->changes_opt) bytes += world->changes_opt->owner.bytes;
    return bytes;
}

wend_world_info wend_world_get_info(const wend_world* world) {
    if (!world) return (wend_world_info){0};
    const wendi_graph* graph = &world->graph;
    size_t grid_bytes = wend_grid_bytes(world->grid);
    wend_world_info info = {
        .cluster_size = graph->clusters.size,
        .columns = graph->clusters.columns,
        .rows = graph->clusters.rows,
        .level_count = graph->level_count,
        .bytes = sizeof *world + world->metadata_size + 1 + grid_bytes + wendi_grid_use_bytes(world->grid) +
                 wendi_graph_bytes(graph) + wendi_components_bytes(&world->components) +
                 profiles_bytes(world) + file_bytes(world) + wend_world_subgoal_bytes(world),
        .grid_bytes = grid_bytes,
    };
    for (int32_t level = 1; level <= graph->level_count; level++) {
        info.cluster_count += wendi_cluster_count(&graph->level[level - 1].clusters);
        info.node_count += wendi_count_nodes(graph, world->grid, level);
    }
    return info;
}

wend_level_info wend_world_get_level_info(const wend_world* world, int32_t level) {
    if (!world || level < 1 || level > world->graph.level_count) return (wend_level_info){0};
    const wendi_graph* graph = &world->graph;
    const wendi_partition* level_clusters = &graph->level[level - 1].clusters;
    wend_level_info info = {0};
    wendi_pass pass;
    if (wendi_pass_begin(world, &pass) == WEND_OK)
        info = (wend_level_info){.cluster_size = level_clusters->size,
                                 .columns = level_clusters->columns,
                                 .rows = level_clusters->rows,
                                 .node_count = wendi_count_nodes(graph, world->grid, level),
                                 .edge_count = count_level_edges(world, world->grid, level, &pass)};
    wendi_pass_end(&pass);
    return info;
}

static bool is_connected(const wend_world* world, wend_tile from, wend_tile to) {
    const wend_grid* grid = world->grid;
    const wend_tile ends[] = {from, to};
    if (!wendi_tile_is_here(&world->graph, from) || !wendi_tile_is_here(&world->graph, to))
        return wendi_may_lead(&world->graph, &world->components, from, to);
    return wendi_sheet_passable(grid, from) && wendi_sheet_passable(grid, to) &&
           wendi_open_tiles(&world->graph, ends, 2) == WEND_OK &&
           wendi_components_connect(grid, &world->graph, &world->components, from, to);
}

bool wend_world_connected(const wend_world* world, wend_tile from, wend_tile to) {
    return world && wendi_world_connected(world, wendi_to_sheet(&world->grid->floors, from),
                                          wendi_to_sheet(&world->grid->floors, to));
}

bool wendi_world_connected(const wend_world* world, wend_tile from, wend_tile to) {
    if (!wendi_sheet_contains(world->grid, from) || !wendi_sheet_contains(world->grid, to)) return false;
    const int32_t turn = wendi_begin_reading(&world->graph);
    const bool connected = is_connected(world, from, to);
    wendi_end_reading(&world->graph, turn);
    return connected;
}

// ---- the hash

uint64_t wendi_hash_group(XXH3_state_t* state, const uint64_t* hashes, int32_t count) {
    const uint64_t sum = wendi_sum(hashes, (size_t)count, &wendi_u64, 0), hash = sum != 0 ? sum : 1;
    wendi_hash_u64(state, hash);
    return hash;
}

// The closed steps from a tile to others of an area. Each step belongs to a cluster that has both its tiles.
static uint32_t closed_inside(const wend_grid* grid, wend_rect area, int32_t x, int32_t y) {
    uint32_t closed = wendi_exits_declared(&grid->exits, x, y), inside = 0;
    for (; closed; closed &= closed - 1) {
        const wend_tile step = wendi_direction[__builtin_ctz(closed)];
        if (wendi_area_contains(area, (wend_tile){x + step.x, y + step.y})) inside |= closed & -closed;
    }
    return inside;
}

static uint64_t hash_steps(const wend_grid* grid, wend_rect area, uint64_t hash) {
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = area.x; x < area.x + area.width; x++) {
            const uint32_t closed = closed_inside(grid, area, x, y);
            const uint64_t steps[] = {(uint64_t)(uint32_t)x << 32 | (uint32_t)y, closed};
            if (closed) hash = wendi_sum(steps, 2, &wendi_u64, hash);
        }
    return hash;
}

static uint64_t hash_tiles(const wend_grid* grid, wend_rect area, uint64_t hash) {
    float costs[WENDI_MAX_CLUSTER_SIDE * WENDI_MAX_CLUSTER_SIDE], *to = costs;
    for (int32_t y = area.y; y < area.y + area.height; y++) {
        const uint8_t* row = wendi_tile(grid, area.x, y);
        for (int32_t x = 0; x < area.width; x++) *to++ = grid->class_costs[row[x]]; // never -0
    }
    hash = wendi_sum(costs, (size_t)(to - costs), &wendi_u32, hash);
    return grid->exits.pages ? hash_steps(grid, area, hash) : hash;
}

uint64_t wendi_hash_cluster(const wendi_matrix* matrix_opt, const wend_grid* level_1_opt, wend_rect area) {
    uint64_t hash = 0;
    if (matrix_opt)
        hash = wendi_sum_of_matrix(matrix_opt,
                                   (uint64_t)(uint32_t)matrix_opt->count << 32 | (uint32_t)matrix_opt->shift);
    if (level_1_opt) hash = hash_tiles(level_1_opt, area, hash);
    if (level_1_opt && wendi_has_directions(level_1_opt)) hash = wendi_relief_sum(level_1_opt, area, hash);
    return hash != 0 ? hash : 1;
}

void wendi_hash_begin(XXH3_state_t* state, const wend_grid* grid, int32_t cluster_size, bool refreshed) {
    XXH3_64bits_reset(state);
    wendi_grid_hash_frame(state, grid);
    wendi_hash_u64(state, (uint64_t)cluster_size << 1 | refreshed);
}

static uint64_t known(const wendi_noted_table* kept_opt, int32_t index) {
    return kept_opt ? atomic_load_explicit(wendi_item(kept_opt, index), memory_order_relaxed) : 0;
}

// Any thread that notes something notes the same.
static void keep(const wendi_noted_table* kept_opt, int32_t index, uint64_t hash) {
    if (kept_opt) atomic_store_explicit(wendi_item(kept_opt, index), hash, memory_order_relaxed);
}

static void hash_nodes(XXH3_state_t* state, const wend_world* world, int32_t level,
                       const wendi_noted_table* kept_opt) {
    const wendi_word_table* nodes = &world->graph.level[level - 1].nodes;
    const int32_t count = wendi_cluster_count(&world->graph.clusters);
    for (int32_t at = 0, group = 0; at < count; at += WENDI_NODE_SETS_HASHED, group++) {
        const uint64_t hash = known(kept_opt, group);
        const int32_t sets = wendi_min(count - at, WENDI_NODE_SETS_HASHED);
        if (hash != 0)
            wendi_hash_u64(state, hash);
        else
            keep(kept_opt, group, wendi_hash_group(state, wendi_item(nodes, at), sets));
    }
}

// Whether a query has computed a pending matrix does not count.
static uint64_t hash_cluster(const wend_world* world, int32_t level, int32_t cluster) {
    const wendi_graph* graph = &world->graph;
    const bool pending = level == 1 && wendi_is_pending(graph, cluster);
    return wendi_hash_cluster(pending ? NULL : wendi_matrix_of(graph, level, cluster),
                              level == 1 ? world->grid : NULL, wendi_cluster_rect(&graph->clusters, cluster));
}

static void hash_group(XXH3_state_t* state, const wend_world* world, int32_t level, int32_t first,
                       int32_t count, const wendi_noted_table* kept_opt, const wendi_pass* pass) {
    uint64_t hashes[WENDI_CLUSTERS_HASHED];
    const int32_t at = first / WENDI_CLUSTERS_HASHED * WENDI_CHUNK_ITEMS;
    for (int32_t i = 0; i < count; i++) {
        hashes[i] = known(kept_opt, at + i);
        if (hashes[i] != 0) continue;
        hashes[i] = hash_cluster(world, level, first + i);
        keep(kept_opt, at + i, hashes[i]);
        wendi_pass_cluster(pass, level, first + i);
    }
    keep(kept_opt, at + WENDI_CLUSTERS_HASHED, wendi_hash_group(state, hashes, count));
}

static void hash_clusters(XXH3_state_t* state, const wend_world* world, int32_t level,
                          const wendi_noted_table* kept_opt, const wendi_pass* pass) {
    const int32_t count = wendi_cluster_count(&world->graph.level[level - 1].clusters);
    for (int32_t at = 0; at < count; at += WENDI_CLUSTERS_HASHED) {
        const int32_t group = at / WENDI_CLUSTERS_HASHED * WENDI_CHUNK_ITEMS + WENDI_CLUSTERS_HASHED;
        const uint64_t hash = known(kept_opt, group);
        if (hash != 0)
            wendi_hash_u64(state, hash);
        else
            hash_group(state, world, level, at, wendi_min(count - at, WENDI_CLUSTERS_HASHED), kept_opt, pass);
    }
}

static void hash_levels(XXH3_state_t* state, const wend_world* world, const wendi_kept_hashes* kept,
                        const wendi_pass* pass) {
    wendi_hash_begin(state, world->grid, world->graph.clusters.size, world->refreshed);
    for (int32_t level = 1; level <= world->graph.level_count; level++) {
        hash_nodes(state, world, level, kept ? &kept->nodes[level - 1] : NULL);
        hash_clusters(state, world, level, kept ? &kept->clusters[level - 1] : NULL, pass);
    }
}

static uint64_t hash_world(const wend_world* world, bool keeps) {
    wendi_pass pass;
    XXH3_state_t state;
    if (!world) return 0;
    const bool opened = wendi_pass_begin(world, &pass) == WEND_OK;
    if (opened) hash_levels(&state, world, keeps ? wendi_kept_hashes_of(&world->graph) : NULL, &pass);
    wendi_pass_end(&pass);
    if (!opened) return 0;
    for (int32_t i = 0; i < world->profiles.count; i++)
        wendi_hash_u64(&state, hash_world(world->profiles.data[i].view, keeps));
    return XXH3_64bits_digest(&state);
}

uint64_t wend_world_hash(const wend_world* world) {
    return hash_world(world, true);
}

uint64_t wend_world_full_hash(const wend_world* world) {
    return hash_world(world, false);
}
