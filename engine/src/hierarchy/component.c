// component.c: which nodes reach each other, and can a path lead from tile to tile?
#include "hierarchy/component.h"

#include <math.h>
#include <string.h>

#include "core/containers.h"
#include "grid/links.h"
#include "hierarchy/abstract_graph.h"

// ---- which tiles reach each other? Union-find over the parts of clusters.

uint32_t wendi_component_root(const wendi_components* components, uint32_t label) {
    return wendi_set_of(components->parent, label);
}

// The parts of a cluster that was opened once and is read in place.
static wendi_parts parts_of_entry(const wendi_components* components, const wendi_cluster_entry* entry) {
    if (!entry->parted) return (wendi_parts){.label = entry->label};
    uint32_t* labels = components->stored_labels + entry->label;
    return (wendi_parts){.label = labels[0], .count = (int16_t)entry->count, .labels = labels};
}

wendi_parts wendi_parts_at(const wendi_components* components, int32_t cluster) {
    const wendi_level* stored = components->stored_opt;
    const wendi_cluster_entry* entry = stored ? wendi_entry_in_place(stored, cluster) : NULL;
    return entry ? parts_of_entry(components, entry) : *wendi_item(&components->parts, cluster);
}

static uint32_t label_at(const wendi_components* components, int32_t cluster, int32_t slot) {
    const wendi_parts parts = wendi_parts_at(components, cluster);
    return parts.count > 0 ? parts.labels[slot] : parts.label;
}

uint32_t wendi_component_of(const wendi_components* components, int32_t cluster, int32_t slot) {
    return wendi_component_root(components, label_at(components, cluster, slot));
}

wend_result wendi_hold_cluster(wendi_graph* graph, wendi_components* components, int32_t cluster) {
    wend_result result = wendi_table_own(&components->parts.table, cluster);
    if (result != WEND_OK || wendi_is_in_memory(graph, 1, cluster)) // then its parts are in memory too
        return result == WEND_OK ? wendi_hold_matrix(graph, 1, cluster) : result;
    const wendi_parts parts = wendi_parts_at(components, cluster);
    result = wendi_hold_matrix(graph, 1, cluster);
    if (result == WEND_OK && components->stored_opt) *wendi_item(&components->parts, cluster) = parts;
    return result;
}

// ---- the labels of a cluster

static size_t own_bytes(const void* item) {
    const wendi_parts* parts = item;
    return parts->owns_memory ? wendi_counted_bytes(parts->labels) : 0;
}

static void keep_parts(const void* item) {
    const wendi_parts* parts = item;
    if (parts->owns_memory) wendi_counted_keep(parts->labels);
}

static void drop_parts(void* item, const wend_allocator* allocator) {
    wendi_parts* parts = item;
    if (parts->owns_memory) wendi_counted_drop(parts->labels, allocator);
    *parts = (wendi_parts){0};
}

static const wendi_item_kind parts_items = {sizeof(wendi_parts), keep_parts, drop_parts, own_bytes};

// Errors: MEMORY.
static wend_result give_labels(const wend_allocator* allocator, const uint32_t* labels, int32_t count,
                               wendi_parts* out) {
    const size_t bytes = (size_t)count * sizeof *labels;
    out->labels = wendi_counted_new(allocator, bytes);
    if (!out->labels) return WEND_ERROR_MEMORY;
    out->count = (int16_t)count;
    out->owns_memory = true;
    memcpy(out->labels, labels, bytes);
    return WEND_OK;
}

wend_result wendi_own_labels(const wendi_components* components, int32_t cluster) {
    wendi_parts *parts = wendi_item(&components->parts, cluster), own = *parts;
    if (parts->count == 0) return WEND_OK;
    if (parts->owns_memory && wendi_counted_is_only_use(parts->labels)) return WEND_OK;
    wend_result result = give_labels(&components->allocator, parts->labels, parts->count, &own);
    if (result != WEND_OK) return result;
    drop_parts(parts, &components->allocator);
    *parts = own;
    return WEND_OK;
}

wend_result wendi_component_new(wendi_components* components, uint32_t* out) {
    WENDI_ASSERT(components->label_count <= components->label_capacity);
    if (components->label_count == UINT32_MAX) return WEND_ERROR_LIMIT;
    if (!WENDI_ROOM_FOR_ONE(&components->allocator, components->parent, components->label_capacity,
                            components->label_count))
        return WEND_ERROR_MEMORY;
    components->parent[components->label_count] = 0;
    *out = components->label_count++;
    return WEND_OK;
}

bool wendi_parts_of(const wendi_matrix* matrix, uint8_t first[WENDI_MAX_CLUSTER_NODES]) {
    bool whole = true;
    for (int32_t i = 0; i < matrix->count; i++) {
        int32_t k = 0;
        while (k < i && (first[k] != k || !wendi_in_one_part(matrix, k, i))) k++;
        first[i] = (uint8_t)k;
        whole &= k == 0;
    }
    return whole;
}

void wendi_parts_free(const wendi_components* components, wendi_parts* parts) {
    drop_parts(parts, &components->allocator);
}

wend_result wendi_parts_make(const wendi_components* components, const uint32_t* labels, int32_t count,
                             bool whole, wendi_parts* out) {
    wendi_parts made = {.label = count > 0 ? labels[0] : 0};
    wend_result result = whole ? WEND_OK : give_labels(&components->allocator, labels, count, &made);
    if (result != WEND_OK) return result;
    *out = made;
    return WEND_OK;
}

WENDI_LIST_FUNCTIONS(wendi_one_way_list, wendi_one_way)

wend_result wendi_one_ways_add(const wendi_matrix* matrix, int32_t cluster, wendi_one_way_list* list) {
    uint8_t first[WENDI_MAX_CLUSTER_NODES];
    if (wendi_parts_of(matrix, first)) return WEND_OK;
    for (int32_t i = 0; i < matrix->count; i++) {
        for (int32_t k = 0; k < matrix->count && first[i] == i; k++) {
            if (k == i || first[k] != k || !wendi_has_path(matrix, i, k)) continue;
            const wend_result result =
                wendi_one_way_list_push(list, (wendi_one_way){cluster, (int16_t)i, (int16_t)k});
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

// Gives each part of a cluster a new label.
static wend_result label_parts(wendi_components* components, const wendi_matrix* matrix, int32_t cluster) {
    uint8_t first[WENDI_MAX_CLUSTER_NODES];
    uint32_t labels[WENDI_MAX_CLUSTER_NODES];
    if (matrix->count == 0) return WEND_OK; // its parts are zero, in a page that may never be written
    bool whole = wendi_parts_of(matrix, first);
    for (int32_t i = 0; i < matrix->count; i++) {
        wend_result result = WEND_OK;
        if (first[i] == i)
            result = wendi_component_new(components, &labels[i]);
        else
            labels[i] = labels[first[i]];
        if (result != WEND_OK) return result;
    }
    return wendi_parts_make(components, labels, matrix->count, whole,
                            wendi_item(&components->parts, cluster));
}

// Unites the parts of a cluster with those of earlier clusters that share nodes on its top and left line. The
// smaller label becomes the root, which numbers the roots in map order.
static void join_parts(wendi_components* components, const wendi_graph* graph, int32_t cluster) {
    const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
    for (int32_t i = 0; i < matrix->count && matrix->nodes[i] / WENDI_BORDER_INDEX_COUNT == (uint32_t)cluster;
         i++) {
        int32_t at[4], count = wendi_clusters_of(&graph->clusters, matrix->nodes[i], at);
        for (int32_t k = 0; k < count && at[k] != cluster; k++) {
            const wendi_matrix* other = wendi_matrix_of(graph, 1, at[k]);
            if (other->count == 0) continue; // it lies outside of the part of a map that a bake looks at
            int32_t slot = wendi_matrix_slot(other, matrix->nodes[i]);
            wendi_sets_unite(components->parent, label_at(components, cluster, i),
                             label_at(components, at[k], slot));
        }
    }
}

// Replaces every label by its root and numbers the roots without gaps.
static void flatten(wendi_components* components, const wendi_graph* graph) {
    uint32_t roots = 0, *numbers = components->parent; // in place of the parents, from the first label on
    for (uint32_t label = 0; label < components->label_count; label++) {
        const uint32_t parent = label + components->parent[label]; // at most label, and numbered before it
        numbers[label] = parent == label ? roots++ : numbers[parent];
    }
    for (int32_t i = 0; i < components->cluster_count; i++) {
        wendi_parts* parts = wendi_item(&components->parts, i);
        if (wendi_matrix_of(graph, 1, i)->count > 0) parts->label = numbers[parts->label];
        for (int32_t k = 0; k < parts->count; k++) parts->labels[k] = numbers[parts->labels[k]];
    }
    if (roots > 0) memset(components->parent, 0, roots * sizeof *components->parent);
    components->label_count = roots;
}

// Clusters with one-way connections and ends of links were opened with the world. Once their region is not
// here, only edits that bring it back change them: until then they are as their source has them.

// The component of a node of a cluster that need not be here.
static uint32_t component_of(const wendi_components* components, const wendi_graph* graph, int32_t cluster,
                             int32_t slot) {
    if (!wendi_is_unopened(graph, 1, cluster)) return wendi_component_of(components, cluster, slot);
    const wendi_parts parts = parts_of_entry(components, &components->stored_opt->directory[cluster]);
    return wendi_component_root(components, parts.count > 0 ? parts.labels[slot] : parts.label);
}

// The slot of a node of a cluster that need not be here.
static int32_t slot_of(const wendi_graph* graph, const wend_grid* grid, int32_t cluster, uint32_t node) {
    if (!wendi_is_unopened(graph, 1, cluster))
        return wendi_matrix_slot(wendi_matrix_of(graph, 1, cluster), node);
    uint32_t nodes[WENDI_MAX_CLUSTER_NODES];
    return wendi_slot_of(nodes, wendi_cluster_nodes(graph, grid, 1, cluster, nodes), node);
}

// False: the tile is no node.
static bool component_at(const wendi_components* components, const wend_grid* grid, const wendi_graph* graph,
                         wend_tile tile, uint32_t* out) {
    int32_t clusters[4];
    wendi_clusters_at(&graph->clusters, tile, clusters);
    const uint32_t node = wendi_node_at_tile(&graph->clusters, tile);
    const int32_t slot = slot_of(graph, grid, clusters[0], node);
    if (slot >= 0) *out = component_of(components, graph, clusters[0], slot);
    return slot >= 0;
}

wend_result wendi_components_reach(const wendi_components* components, const wend_grid* grid,
                                   const wendi_graph* graph, const wendi_one_way_list* one_ways,
                                   wendi_reach* out) {
    const wend_allocator* allocator = &components->allocator;
    wendi_component_edge_list edges = {.allocator = *allocator};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < one_ways->count && result == WEND_OK; i++) {
        const wendi_one_way* way = &one_ways->data[i];
        result = wendi_component_edge_list_push(
            &edges, (wendi_component_edge){component_of(components, graph, way->cluster, way->from),
                                           component_of(components, graph, way->cluster, way->to)});
    }
    for (int32_t i = 0; i < grid->links.count && result == WEND_OK; i++) {
        const wend_link* link = &grid->links.data[i];
        uint32_t from, to;
        if (!wendi_link_is_usable(grid, link) || wendi_link_levels(graph, link) == 0) continue;
        // Pairs of a seam that are no nodes lead nowhere else than those that are.
        if (component_at(components, grid, graph, link->from, &from) &&
            component_at(components, grid, graph, link->to, &to))
            result = wendi_component_edge_list_push(&edges, (wendi_component_edge){from, to});
        else
            WENDI_ASSERT(link->kind == WEND_LINK_SEAM);
    }
    if (result == WEND_OK) result = wendi_reach_find(&edges, allocator, out);
    wendi_component_edge_list_free(&edges);
    return result;
}

wend_result wendi_components_begin(const wend_allocator* allocator, int32_t cluster_count,
                                   uint32_t label_count, wendi_components* out) {
    *out = (wendi_components){
        .allocator = *allocator, .cluster_count = cluster_count, .one_ways.allocator = *allocator};
    wend_result result = wendi_table_make(&parts_items, cluster_count, allocator, &out->parts.table);
    out->parent = wendi_alloc_zeroed(allocator, label_count, sizeof *out->parent);
    out->label_capacity = out->parent ? label_count : 0;
    out->label_count = (uint32_t)out->label_capacity;
    return result == WEND_OK && out->label_count != label_count ? WEND_ERROR_MEMORY : result;
}

wend_result wendi_components_share(const wendi_components* c, wendi_components* out) {
    const size_t labels = c->label_count, ways = (size_t)c->one_ways.count;
    *out = *c;
    out->parts.table = wendi_table_share(&c->parts.table);
    out->parent = wendi_alloc_copy(&c->allocator, c->parent, labels, sizeof *c->parent);
    out->label_capacity = out->parent ? labels : 0;
    out->one_ways.data = wendi_alloc_copy(&c->allocator, c->one_ways.data, ways, sizeof *c->one_ways.data);
    out->one_ways.capacity = out->one_ways.data ? ways : 0;
    const wend_result result = wendi_reach_copy(&c->reach, &c->allocator, &out->reach);
    return out->label_capacity == labels && out->one_ways.capacity == ways ? result : WEND_ERROR_MEMORY;
}

wend_result wendi_components_find(const wend_grid* grid, const wendi_graph* graph, wendi_components* out) {
    wend_result begun =
        wendi_components_begin(&graph->allocator, wendi_cluster_count(&graph->clusters), 0, out);
    if (begun != WEND_OK) return begun;
    for (int32_t i = 0; i < out->cluster_count; i++) {
        wend_result result = label_parts(out, wendi_matrix_of(graph, 1, i), i);
        wendi_table_note(&out->parts.table, i);
        if (result == WEND_OK && wendi_item(&out->parts, i)->count > 0)
            result = wendi_one_ways_add(wendi_matrix_of(graph, 1, i), i, &out->one_ways);
        if (result != WEND_OK) return result;
        join_parts(out, graph, i);
    }
    flatten(out, graph);
    return wendi_components_reach(out, grid, graph, &out->one_ways, &out->reach);
}

void wendi_components_free(wendi_components* components) {
    wendi_table_free(&components->parts.table);
    wendi_free(&components->allocator, components->parent, components->label_capacity,
               sizeof *components->parent);
    wendi_one_way_list_free(&components->one_ways);
    wendi_reach_free(&components->reach, &components->allocator);
    *components = (wendi_components){.allocator = components->allocator};
}

size_t wendi_components_bytes(const wendi_components* components) {
    return wendi_table_bytes(&components->parts.table) +
           components->label_capacity * sizeof *components->parent +
           components->one_ways.capacity * sizeof *components->one_ways.data + components->reach.block_bytes;
}

// ---- queries

int32_t wendi_components_in(const wendi_graph* graph, const wendi_components* components, int32_t cluster,
                            const wendi_tile_set* tiles, uint32_t* list, int32_t count) {
    const wendi_matrix* matrix = wendi_matrix_of(graph, 1, cluster);
    wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
    for (int32_t n = 0; n < matrix->count; n++) {
        wend_tile tile = wendi_node_tile(&graph->clusters, matrix->nodes[n]);
        if (!wendi_tile_set_holds(tiles, area, tile)) continue;
        uint32_t component = wendi_component_of(components, cluster, n);
        bool listed = false;
        for (int32_t i = count; i > 0 && !listed; i--) listed = list[i - 1] == component;
        if (!listed) list[count++] = component;
    }
    return count;
}

int32_t wendi_components_around(const wend_grid* grid, const wendi_graph* graph,
                                const wendi_components* components, wend_tile tile, wend_tile other,
                                wendi_sense sense, uint32_t* list, bool* direct_io) {
    int32_t clusters[4], cluster_count = wendi_clusters_at(&graph->clusters, tile, clusters), count = 0;
    for (int32_t i = 0; i < cluster_count; i++) {
        wend_rect area = wendi_cluster_rect(&graph->clusters, clusters[i]);
        wendi_tile_set reached;
        wendi_reach_cluster(grid, area, tile, sense, &reached);
        *direct_io |= wendi_area_contains(area, other) && wendi_tile_set_holds(&reached, area, other);
        count = wendi_components_in(graph, components, clusters[i], &reached, list, count);
    }
    return count;
}

bool wendi_components_connect(const wend_grid* grid, const wendi_graph* graph,
                              const wendi_components* components, wend_tile from, wend_tile to) {
    uint32_t ahead[4 * WENDI_MAX_CLUSTER_NODES], behind[4 * WENDI_MAX_CLUSTER_NODES];
    bool direct = false; // inside one cluster
    int32_t ahead_count =
        wendi_components_around(grid, graph, components, from, to, WENDI_FROM, ahead, &direct);
    if (direct) return true;
    int32_t behind_count =
        wendi_components_around(grid, graph, components, to, from, WENDI_TO, behind, &direct);
    return direct || wendi_reach_leads(&components->reach, &components->allocator, ahead, ahead_count, behind,
                                       behind_count);
}

// ---- can a path lead from tile to tile?

// The parts of a cluster, which need not be here, and the number of its nodes. False: its source names labels
// that it does not have.
static bool find_parts(const wendi_graph* graph, const wendi_components* components, int32_t cluster,
                       wendi_parts* out, int32_t* nodes_out) {
    const wendi_level* level = &graph->level[0];
    const wendi_cluster_entry* entry = wendi_open(graph, 1, cluster) == WEND_OK
                                           ? wendi_entry_in_place(level, cluster)
                                           : &level->directory[cluster];
    if (!entry) {
        *out = *wendi_item(&components->parts, cluster);
        *nodes_out = wendi_item(&level->matrices, cluster)->count;
        return true;
    }
    const uint64_t labels = components->stored_label_count;
    if (entry->count > WENDI_MAX_CLUSTER_NODES ||
        (entry->parted && (entry->label > labels || entry->count > labels - entry->label)))
        return false;
    *out = parts_of_entry(components, entry);
    *nodes_out = (int32_t)entry->count;
    return true;
}

// The components of the nodes of some clusters, without consecutive repeats. False: as find_parts.
static bool components_of(const wendi_graph* graph, const wendi_components* components,
                          const int32_t* clusters, int32_t cluster_count,
                          uint32_t out[4 * WENDI_MAX_CLUSTER_NODES], int32_t* count_out) {
    int32_t count = 0;
    for (int32_t i = 0; i < cluster_count; i++) {
        wendi_parts parts;
        int32_t nodes;
        if (!find_parts(graph, components, clusters[i], &parts, &nodes)) return false;
        for (int32_t n = 0; n < (parts.count > 0 ? parts.count : wendi_min(nodes, 1)); n++) {
            const uint32_t label = parts.count > 0 ? parts.labels[n] : parts.label;
            if (label >= components->label_count) return false;
            const uint32_t root = wendi_component_root(components, label);
            if (count == 0 || out[count - 1] != root) out[count++] = root;
        }
    }
    *count_out = count;
    return true;
}

bool wendi_may_lead(const wendi_graph* graph, const wendi_components* components, wend_tile from,
                    wend_tile to) {
    const wendi_partition* clusters = &graph->clusters;
    int32_t from_clusters[4], to_clusters[4], ahead_count, behind_count;
    if (wendi_share_cluster(clusters, from, to)) return true; // perhaps inside it
    const int32_t from_count = wendi_clusters_at(clusters, from, from_clusters),
                  to_count = wendi_clusters_at(clusters, to, to_clusters);
    uint32_t ahead[4 * WENDI_MAX_CLUSTER_NODES], behind[4 * WENDI_MAX_CLUSTER_NODES];
    return !components_of(graph, components, from_clusters, from_count, ahead, &ahead_count) ||
           !components_of(graph, components, to_clusters, to_count, behind, &behind_count) ||
           wendi_reach_leads(&components->reach, &components->allocator, ahead, ahead_count, behind,
                             behind_count);
}

bool wendi_may_lead_near(const wendi_graph* graph, const wendi_components* components, wend_tile from,
                         wend_tile to, double radius) {
    enum { MOST_CLUSTERS = 1024 }; // to be looked at; more of them are taken to have a way
    const wendi_partition* clusters = &graph->clusters;
    const int32_t size = clusters->size, reach = (int32_t)fmin(ceil(radius), (double)size * MOST_CLUSTERS);
    const int32_t left = wendi_max(to.x - reach, 0) / size, top = wendi_max(to.y - reach, 0) / size,
                  right = wendi_min((to.x + reach) / size, clusters->columns - 1),
                  bottom = wendi_min((to.y + reach) / size, clusters->rows - 1), columns = right - left + 1;
    const int64_t around = radius > 0 ? (int64_t)columns * (bottom - top + 1) : 0;
    bool may_lead = isinf(radius) || around > MOST_CLUSTERS;
    for (int32_t i = -1; i < around && !may_lead; i++) {
        wend_tile tile = to;
        if (i >= 0)
            tile = (wend_tile){wendi_min((left + i % columns) * size + size / 2, clusters->width - 1),
                               wendi_min((top + i / columns) * size + size / 2, clusters->height - 1)};
        may_lead = wendi_may_lead(graph, components, from, tile);
    }
    return may_lead;
}

bool wendi_may_be_connected(const wendi_graph* graph, const wendi_components* components, wend_tile a,
                            wend_tile b) {
    return wendi_has_one_ways(components) || wendi_may_lead(graph, components, a, b);
}
