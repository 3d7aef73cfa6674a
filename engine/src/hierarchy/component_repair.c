// component_repair.c: which components did an edit join or split?
//
// Components that the edit joins are united. The edit may have split a component when it disconnects nodes
// that its clusters connected before. Floods then start from every group of nodes in that component and
// advance in turn. Floods that meet are still connected; a flood that runs out of parts has found a separate
// component. The last flood stops early and keeps the old label, so the work depends on the size of the edit
// and of the smaller components, not on the map. One-way connections take no part in this: they only lead
// from component to component.
#include "hierarchy/component.h"

#include <stdlib.h>
#include <string.h>

#include "core/containers.h"
#include "grid/links.h"
#include "hierarchy/abstract_graph.h"

// ---- groups

static int32_t index_of(const wendi_index_list* clusters, int32_t cluster) {
    return wendi_find_number(clusters->data, sizeof *clusters->data, 0, (int32_t)clusters->count,
                             (uint32_t)cluster);
}

// The same when the cluster is probably the one at an index, or beside it in the list.
static int32_t index_near(const wendi_index_list* clusters, int32_t index, int32_t cluster) {
    if (clusters->data[index] == cluster) return index;
    if (index > 0 && clusters->data[index - 1] == cluster) return index - 1;
    if (index + 1 < clusters->count && clusters->data[index + 1] == cluster) return index + 1;
    return index_of(clusters, cluster);
}

static int compare_outer(const void* a, const void* b) {
    uint32_t x = ((const wendi_outer_node*)a)->node, y = ((const wendi_outer_node*)b)->node;
    return (x > y) - (x < y);
}

// Unites the entries of one node in all clusters of the edit. Lists the node once if a cluster outside the
// edit shares it.
static wend_result add_node(const wendi_graph* graph, const wendi_index_list* clusters, int32_t index,
                            int32_t slot, wendi_groups* out) {
    uint32_t node = wendi_matrix_of(graph, 1, clusters->data[index])->nodes[slot];
    int32_t at[4], count = wendi_clusters_of(&graph->clusters, node, at), first = index, outside = -1;
    for (int32_t i = 0; i < count; i++) {
        int32_t other = index_near(clusters, index, at[i]);
        if (other < 0) outside = at[i];
        if (other < 0 || other >= first) continue;
        first = other;
        int32_t there = wendi_matrix_slot(wendi_matrix_of(graph, 1, at[i]), node);
        wendi_sets_unite(out->group_of, (uint32_t)(index * out->stride + slot),
                         (uint32_t)(other * out->stride + there));
    }
    if (outside < 0 || first < index) return WEND_OK;
    if (!WENDI_ROOM_FOR_ONE(&clusters->allocator, out->outer, out->outer_capacity, out->outer_count))
        return WEND_ERROR_MEMORY;
    out->outer[out->outer_count++] =
        (wendi_outer_node){node, index * out->stride + slot, outside,
                           wendi_matrix_slot(wendi_matrix_of(graph, 1, outside), node)};
    return WEND_OK;
}

wend_result wendi_groups_find(const wendi_graph* graph, const wendi_index_list* clusters, wendi_groups* out) {
    int32_t stride = 1;
    for (int32_t i = 0; i < clusters->count; i++)
        stride = wendi_max(stride, wendi_matrix_of(graph, 1, clusters->data[i])->count);
    size_t entries = (size_t)clusters->count * (size_t)stride;
    if (!WENDI_MAKE_ROOM(&clusters->allocator, out->group_of, out->group_of_capacity, 0, entries))
        return WEND_ERROR_MEMORY;
    uint32_t* group_of = out->group_of; // first as sets
    out->stride = stride;
    out->outer_count = 0;
    for (int32_t i = 0; i < clusters->count; i++) {
        uint8_t first[WENDI_MAX_CLUSTER_NODES];
        const wendi_matrix* matrix = wendi_matrix_of(graph, 1, clusters->data[i]);
        wendi_parts_of(matrix, first);
        for (int32_t k = 0; k < matrix->count; k++) group_of[i * stride + k] = (uint32_t)(first[k] - k);
    }
    for (int32_t i = 0; i < clusters->count; i++) {
        int32_t count = wendi_matrix_of(graph, 1, clusters->data[i])->count;
        for (int32_t k = 0; k < count; k++) {
            wend_result result = add_node(graph, clusters, i, k, out);
            if (result != WEND_OK) return result;
        }
    }
    for (int32_t i = 0; i < clusters->count; i++) {
        int32_t count = wendi_matrix_of(graph, 1, clusters->data[i])->count;
        for (int32_t k = 0; k < count; k++) {
            const uint32_t entry = (uint32_t)(i * stride + k), before = entry + group_of[entry];
            group_of[entry] = before == entry ? entry : group_of[before]; // which is a group already
        }
    }
    for (int32_t i = 0; i < out->outer_count; i++)
        out->outer[i].group = (int32_t)group_of[out->outer[i].group];
    if (out->outer_count > 0) qsort(out->outer, (size_t)out->outer_count, sizeof *out->outer, compare_outer);
    return WEND_OK;
}

// ---- types

typedef struct part { // of a cluster, identified by the slot of its first node
    int32_t cluster, first;
} part;

typedef struct flood { // from one group of nodes
    part* parts;       // visited; the first done of them are expanded
    size_t capacity;
    int32_t count, done;
    int32_t merged_into; // a flood that it met, or itself: union-find
    bool detached;       // ran out, and has a new label
} flood;

typedef struct visited_part { // entry of a hash table with linear probing
    part part;
    int32_t flood; // -1: empty
} visited_part;

typedef struct label_change { // an entry of the undo log
    int32_t cluster;          // whose label changed; -1: an entry of parent
    int32_t slot; // slot of the node, -1: the label for all nodes of the cluster; or the index in parent
    uint32_t before;
} label_change;

typedef struct wendi_component_repair {
    const wend_allocator* allocator;
    wendi_components* components;
    const wend_grid* grid;
    wendi_graph* graph;
    const wendi_index_list* clusters;
    const wendi_groups *before, *after;
    // By group:
    uint32_t* labels;
    int32_t* first_outer; // of groups before the edit: index of the first outer node; -1
    bool* flooded;        // a flood has started there: its component is known to be connected, or was split
    flood* floods;
    size_t flood_capacity;
    int32_t flood_count;
    visited_part* table;
    size_t table_capacity; // a power of two
    int32_t visited_count;
    // The undo log:
    wendi_parts* old_parts; // of the edit's clusters
    int32_t replaced;       // number of clusters with new parts
    label_change* changes;
    size_t change_capacity;
    int32_t change_count;
    uint32_t old_label_count;
    bool links_changed;
    // Of a world with one-way connections, after the edit:
    bool finds_reach;
    wendi_one_way_list one_ways;
    wendi_reach reach;
} repair;

// ---- changes that can be undone

static uint32_t* label_in(const repair* r, int32_t cluster, int32_t slot) {
    WENDI_ASSERT(cluster < r->components->cluster_count);
    if (cluster < 0) return &r->components->parent[slot];
    wendi_parts* parts = wendi_item(&r->components->parts, cluster);
    return slot < 0 ? &parts->label : &parts->labels[slot];
}

static wend_result change_label(repair* r, int32_t cluster, int32_t slot, uint32_t label) {
    if (!WENDI_ROOM_FOR_ONE(r->allocator, r->changes, r->change_capacity, r->change_count))
        return WEND_ERROR_MEMORY;
    wend_result result = cluster < 0 ? WEND_OK : wendi_hold_cluster(r->graph, r->components, cluster);
    if (result == WEND_OK && cluster >= 0) result = wendi_own_labels(r->components, cluster);
    if (result != WEND_OK) return result;
    uint32_t* at = label_in(r, cluster, slot);
    r->changes[r->change_count++] = (label_change){cluster, slot, *at};
    *at = label;
    return WEND_OK;
}

// Unites the components of two labels.
static wend_result join(repair* r, uint32_t a, uint32_t b) {
    a = wendi_component_root(r->components, a);
    b = wendi_component_root(r->components, b);
    if (a == b) return WEND_OK;
    return a < b ? change_label(r, -1, (int32_t)b, a - b) : change_label(r, -1, (int32_t)a, b - a);
}

static void undo_repair(repair* r) {
    WENDI_ASSERT(r->replaced <= r->clusters->count && r->old_label_count <= r->components->label_count);
    while (r->change_count > 0) {
        label_change c = r->changes[--r->change_count];
        *label_in(r, c.cluster, c.slot) = c.before;
    }
    while (r->replaced > 0) {
        int32_t cluster = r->clusters->data[--r->replaced];
        wendi_parts* parts = wendi_item(&r->components->parts, cluster);
        wendi_parts_free(r->components, parts);
        *parts = r->old_parts[r->replaced];
    }
    r->components->label_count = r->old_label_count;
}

// Frees the undo log and shortens the paths to the roots.
static void commit_repair(repair* r) {
    if (r->finds_reach) {
        wendi_components* c = r->components;
        wendi_one_way_list_free(&c->one_ways);
        wendi_reach_free(&c->reach, &c->allocator);
        c->one_ways = r->one_ways;
        c->reach = r->reach;
        r->one_ways = (wendi_one_way_list){0};
        r->reach = (wendi_reach){0};
    }
    for (int32_t i = 0; i < r->replaced; i++) {
        const wendi_parts* parts = wendi_item(&r->components->parts, r->clusters->data[i]);
        wendi_parts_free(r->components, &r->old_parts[i]);
        if (parts->count == 0 && r->components->label_count > 0)
            wendi_set_shorten(r->components->parent, parts->label);
        for (int32_t k = 0; k < parts->count; k++) wendi_set_shorten(r->components->parent, parts->labels[k]);
    }
}

// ---- floods

static size_t hash_of(const repair* r, part p) {
    uint64_t key = (uint64_t)(uint32_t)p.cluster << 8 | (uint64_t)p.first;
    return (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (r->table_capacity - 1);
}

static visited_part* find_visited(const repair* r, part p) {
    WENDI_ASSERT((size_t)r->visited_count < r->table_capacity);
    size_t at = hash_of(r, p);
    while (r->table[at].flood >= 0 &&
           (r->table[at].part.cluster != p.cluster || r->table[at].part.first != p.first))
        at = (at + 1) & (r->table_capacity - 1);
    return &r->table[at];
}

static wend_result grow_table(repair* r) {
    repair bigger = *r;
    bigger.table_capacity = r->table_capacity ? 2 * r->table_capacity : 256;
    bigger.table = wendi_alloc(r->allocator, bigger.table_capacity, sizeof *bigger.table);
    if (!bigger.table) return WEND_ERROR_MEMORY;
    for (size_t i = 0; i < bigger.table_capacity; i++) bigger.table[i].flood = -1;
    for (size_t i = 0; i < r->table_capacity; i++)
        if (r->table[i].flood >= 0) *find_visited(&bigger, r->table[i].part) = r->table[i];
    wendi_free(r->allocator, r->table, r->table_capacity, sizeof *r->table);
    *r = bigger;
    return WEND_OK;
}

static int32_t flood_root(const repair* r, int32_t f) {
    while (r->floods[f].merged_into != f) f = r->floods[f].merged_into;
    return f;
}

// Adds an unvisited part to a flood, or merges the flood with the one that visited it.
static wend_result visit_part(repair* r, int32_t f, part p) {
    if (2 * (size_t)r->visited_count >= r->table_capacity) {
        wend_result result = grow_table(r);
        if (result != WEND_OK) return result;
    }
    visited_part* s = find_visited(r, p);
    if (s->flood >= 0) {
        r->floods[flood_root(r, s->flood)].merged_into = flood_root(r, f);
        return WEND_OK;
    }
    *s = (visited_part){p, f};
    r->visited_count++;
    flood* at = &r->floods[f];
    if (!WENDI_ROOM_FOR_ONE(r->allocator, at->parts, at->capacity, at->count)) return WEND_ERROR_MEMORY;
    at->parts[at->count++] = p;
    return WEND_OK;
}

// The part that contains a node of a cluster.
static part part_at(const repair* r, int32_t cluster, int32_t slot) {
    WENDI_ASSERT(slot >= 0);
    const wendi_matrix* matrix = wendi_matrix_of(r->graph, 1, cluster);
    int32_t first = 0;
    while (first < slot && !wendi_in_one_part(matrix, slot, first)) first++;
    return (part){cluster, first};
}

// Expands the next part of a flood into the clusters that share its nodes.
static wend_result expand_flood(repair* r, int32_t f) {
    WENDI_ASSERT(r->floods[f].done < r->floods[f].count);
    part p = r->floods[f].parts[r->floods[f].done++];
    const wendi_matrix* matrix = wendi_matrix_of(r->graph, 1, p.cluster);
    for (int32_t k = p.first; k < matrix->count; k++) {
        if (k != p.first && !wendi_in_one_part(matrix, p.first, k)) continue;
        int32_t at[4], count = wendi_clusters_of(&r->graph->clusters, matrix->nodes[k], at);
        for (int32_t i = 0; i < count; i++) {
            if (at[i] == p.cluster) continue;
            wend_result result = wendi_open(r->graph, 1, at[i]);
            if (result != WEND_OK) return result;
            int32_t slot = wendi_matrix_slot(wendi_matrix_of(r->graph, 1, at[i]), matrix->nodes[k]);
            result = visit_part(r, f, part_at(r, at[i], slot));
            if (result != WEND_OK) return result;
        }
    }
    return WEND_OK;
}

static wend_result relabel(repair* r, const flood* f, uint32_t label) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < f->count && result == WEND_OK; i++) {
        part p = f->parts[i];
        const wendi_parts parts = wendi_parts_at(r->components, p.cluster);
        if (parts.count == 0) result = change_label(r, p.cluster, -1, label);
        const wendi_matrix* matrix = wendi_matrix_of(r->graph, 1, p.cluster);
        for (int32_t k = p.first; k < parts.count && result == WEND_OK; k++)
            if (k == p.first || wendi_in_one_part(matrix, p.first, k))
                result = change_label(r, p.cluster, k, label);
    }
    return result;
}

// True when no flood merged with this one has parts left to expand.
static bool is_exhausted(const repair* r, int32_t f) {
    int32_t merged_into = flood_root(r, f);
    for (int32_t i = 0; i < r->flood_count; i++)
        if (flood_root(r, i) == merged_into && r->floods[i].done < r->floods[i].count) return false;
    return true;
}

// Advances all floods in turn until one component remains, which keeps its label. Every flood that runs out
// gets a new label.
static wend_result flood_all(repair* r) {
    for (;;) {
        int32_t going = 0;
        for (int32_t f = 0; f < r->flood_count; f++) going += flood_root(r, f) == f && !r->floods[f].detached;
        if (going <= 1) return WEND_OK;
        for (int32_t f = 0; f < r->flood_count; f++) {
            if (r->floods[f].done == r->floods[f].count) continue;
            wend_result result = expand_flood(r, f);
            if (result != WEND_OK) return result;
        }
        for (int32_t f = 0; f < r->flood_count; f++) {
            if (flood_root(r, f) != f || r->floods[f].detached || !is_exhausted(r, f)) continue;
            if (going-- == 1) return WEND_OK; // the last component keeps its label
            uint32_t label;
            wend_result result = wendi_component_new(r->components, &label);
            if (result != WEND_OK) return result;
            for (int32_t i = 0; i < r->flood_count && result == WEND_OK; i++)
                if (flood_root(r, i) == f) result = relabel(r, &r->floods[i], label);
            if (result != WEND_OK) return result;
            r->floods[f].detached = true;
        }
    }
}

// Starts a flood from a group, at the part whose entry numbers the group.
static wend_result add_flood(repair* r, int32_t group) {
    if (!WENDI_ROOM_FOR_ONE(r->allocator, r->floods, r->flood_capacity, r->flood_count))
        return WEND_ERROR_MEMORY;
    int32_t f = r->flood_count++;
    r->floods[f] = (flood){.merged_into = f};
    const int32_t stride = r->after->stride;
    part first = {r->clusters->data[group / stride], group % stride};
    return visit_part(r, f, first);
}

static void free_floods(repair* r) {
    for (int32_t f = 0; f < r->flood_count; f++)
        wendi_free(r->allocator, r->floods[f].parts, r->floods[f].capacity, sizeof(part));
    wendi_free(r->allocator, r->table, r->table_capacity, sizeof *r->table);
    r->table = NULL;
    r->table_capacity = 0;
    r->flood_count = r->visited_count = 0;
}

static uint32_t component_of(const repair* r, const wendi_outer_node* outer) {
    return wendi_component_of(r->components, outer->cluster, outer->slot);
}

// Finds out whether the groups of a component are still connected, and labels those that are not.
static wend_result check_component(repair* r, uint32_t component) {
    wend_result result = WEND_OK;
    const wendi_outer_node* after = r->after->outer;
    for (int32_t i = 0; i < r->after->outer_count && result == WEND_OK; i++) {
        int32_t group = after[i].group;
        if (r->flooded[group] || component_of(r, &after[i]) != component) continue;
        r->flooded[group] = true;
        result = add_flood(r, group);
    }
    if (result == WEND_OK) result = flood_all(r);
    free_floods(r);
    return result;
}

// Checks the components of groups that the edit may have split. After a check everything with the old label
// is connected, so each component is checked once.
static wend_result check_splits(repair* r) {
    WENDI_ASSERT(r->before->outer_count == r->after->outer_count);
    const wendi_outer_node *before = r->before->outer, *after = r->after->outer;
    for (int32_t i = 0; i < r->after->outer_count; i++) {
        int32_t* first = &r->first_outer[before[i].group]; // first node of a group before the edit
        WENDI_ASSERT(before[i].node == after[i].node);
        if (*first < 0) *first = i;
        if (after[*first].group == after[i].group) continue;
        uint32_t component = component_of(r, &after[i]);
        if (component_of(r, &after[*first]) != component) continue; // already known to be separate
        if (r->flooded[after[i].group]) continue;
        wend_result result = check_component(r, component);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// Entries of the groups before or after the edit, of whichever there are more.
static size_t entry_count(const repair* r) {
    const int32_t before = r->before ? r->before->stride : 0;
    return (size_t)r->clusters->count * (size_t)wendi_max(before, r->after->stride);
}

// Labels each group: it takes the label of its neighbours, which it unites, or a new one if it has none.
static wend_result label_groups(repair* r) {
    const wendi_groups* after = r->after;
    const size_t entries = entry_count(r);
    for (size_t i = 0; i < entries; i++) {
        r->labels[i] = UINT32_MAX;
        r->first_outer[i] = -1;
    }
    for (int32_t i = 0; i < after->outer_count; i++) {
        uint32_t *label = &r->labels[after->outer[i].group], beside = component_of(r, &after->outer[i]);
        if (*label == UINT32_MAX) *label = beside;
        wend_result result = join(r, *label, beside);
        if (result != WEND_OK) return result;
    }
    for (int32_t i = 0; i < r->clusters->count; i++) {
        uint8_t first[WENDI_MAX_CLUSTER_NODES];
        uint32_t labels[WENDI_MAX_CLUSTER_NODES];
        int32_t cluster = r->clusters->data[i];
        const wendi_matrix* matrix = wendi_matrix_of(r->graph, 1, cluster);
        bool whole = wendi_parts_of(matrix, first);
        for (int32_t k = 0; k < matrix->count; k++) {
            uint32_t* label = &r->labels[after->group_of[i * after->stride + k]];
            wend_result result = WEND_OK;
            if (*label == UINT32_MAX) result = wendi_component_new(r->components, label);
            if (result != WEND_OK) return result;
            labels[k] = *label;
        }
        wendi_parts made;
        wend_result result = wendi_hold_cluster(r->graph, r->components, cluster);
        if (result == WEND_OK) result = wendi_parts_make(r->components, labels, matrix->count, whole, &made);
        if (result != WEND_OK) return result;
        wendi_parts* parts = wendi_item(&r->components->parts, cluster);
        r->old_parts[r->replaced++] = *parts;
        *parts = made;
    }
    return WEND_OK;
}

// ---- one-way connections

// Lists those of clusters of the edit, from index `at` on, up to a cluster.
static wend_result add_one_ways(repair* r, int32_t* at, int32_t last) {
    wend_result result = WEND_OK;
    for (; *at < r->clusters->count && r->clusters->data[*at] <= last && result == WEND_OK; (*at)++) {
        const int32_t cluster = r->clusters->data[*at];
        if (wendi_parts_at(r->components, cluster).count > 0)
            result = wendi_one_ways_add(wendi_matrix_of(r->graph, 1, cluster), cluster, &r->one_ways);
    }
    return result;
}

// Lists them after the edit: those of its clusters replace the old ones.
static wend_result list_one_ways(repair* r) {
    const wendi_one_way_list* old = &r->components->one_ways;
    int32_t at = 0;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < old->count && result == WEND_OK; i++) {
        result = add_one_ways(r, &at, old->data[i].cluster);
        if (at > 0 && r->clusters->data[at - 1] == old->data[i].cluster) continue;
        if (result == WEND_OK) result = wendi_one_way_list_push(&r->one_ways, old->data[i]);
    }
    return result == WEND_OK ? add_one_ways(r, &at, INT32_MAX) : result;
}

static bool same_one_ways(const wendi_one_way_list* a, const wendi_one_way_list* b) {
    return a->count == b->count &&
           (a->count == 0 || memcmp(a->data, b->data, (size_t)a->count * sizeof *a->data) == 0);
}

static bool same_parts(const repair* r, const wendi_parts* a, const wendi_parts* b) {
    bool same = a->count == b->count;
    if (same && a->count == 0) {
        const uint32_t labels = r->old_label_count;
        return a->label == b->label || (a->label < labels && b->label < labels &&
                                        wendi_component_root(r->components, a->label) ==
                                            wendi_component_root(r->components, b->label));
    }
    for (int32_t i = 0; i < a->count && same; i++)
        same = wendi_component_root(r->components, a->labels[i]) ==
               wendi_component_root(r->components, b->labels[i]);
    return same;
}

static bool has_links(const wend_grid* grid, wend_rect area) {
    wendi_link_search from = wendi_links_in(&grid->links, WENDI_LINK_FROM, area);
    wendi_link_search to = wendi_links_in(&grid->links, WENDI_LINK_TO, area);
    return wendi_next_link(&from) >= 0 || wendi_next_link(&to) >= 0;
}

// True when the edit may have changed what components lead to: a label, a one-way connection, or a link that
// can be taken.
static bool may_change_reach(const repair* r) {
    if (r->links_changed || r->change_count > 0 || r->components->label_count != r->old_label_count ||
        !same_one_ways(&r->components->one_ways, &r->one_ways))
        return true;
    for (int32_t i = 0; i < r->clusters->count; i++) {
        int32_t cluster = r->clusters->data[i];
        if (!same_parts(r, &r->old_parts[i], wendi_item(&r->components->parts, cluster)) ||
            has_links(r->grid, wendi_cluster_rect(&r->graph->clusters, cluster)))
            return true;
    }
    return false;
}

static wend_result find_reach(repair* r) {
    wend_result result = list_one_ways(r);
    if (result != WEND_OK) return result;
    const bool directed = r->one_ways.count > 0 || r->components->one_ways.count > 0 ||
                          r->grid->links.count > 0 || r->links_changed || wendi_has_one_ways(r->components);
    r->finds_reach = directed && may_change_reach(r);
    return r->finds_reach ? wendi_components_reach(r->components, r->grid, r->graph, &r->one_ways, &r->reach)
                          : WEND_OK;
}

void wendi_components_note_repair(const wendi_component_repair* r, wendi_changes* changes) {
    for (int32_t i = 0; r && i < r->change_count; i++) {
        const label_change* c = &r->changes[i];
        if (c->cluster >= 0)
            wendi_set_mark(changes, &changes->clusters[0], c->cluster, r->components->cluster_count);
        else
            wendi_set_mark(changes, &changes->joined, c->slot, (int32_t)r->components->label_count);
    }
}

void wendi_components_end_repair(wendi_component_repair* r, bool keep) {
    if (!r) return;
    if (keep)
        commit_repair(r);
    else
        undo_repair(r);
    wendi_one_way_list_free(&r->one_ways);
    wendi_reach_free(&r->reach, &r->components->allocator);
}

wend_result wendi_components_repair(wendi_components* components, const wend_grid* grid, wendi_graph* graph,
                                    const wendi_index_list* clusters, const wendi_groups* before_opt,
                                    const wendi_groups* after, bool links_changed,
                                    wendi_component_repair** out) {
    repair* r = wendi_alloc(&clusters->allocator, 1, sizeof *r);
    if (!r) return WEND_ERROR_MEMORY;
    *r = (repair){.allocator = &clusters->allocator,
                  .components = components,
                  .one_ways.allocator = components->allocator,
                  .grid = grid,
                  .links_changed = links_changed,
                  .graph = graph,
                  .clusters = clusters,
                  .before = before_opt,
                  .after = after,
                  .old_label_count = components->label_count};
    size_t count = (size_t)clusters->count, entries = entry_count(r);
    r->labels = wendi_alloc(r->allocator, entries, sizeof *r->labels);
    r->first_outer = wendi_alloc(r->allocator, entries, sizeof *r->first_outer);
    r->flooded = wendi_alloc_zeroed(r->allocator, entries, sizeof *r->flooded);
    r->old_parts = wendi_alloc(r->allocator, count, sizeof *r->old_parts);
    wend_result result =
        r->labels && r->first_outer && r->flooded && r->old_parts ? label_groups(r) : WEND_ERROR_MEMORY;
    if (result == WEND_OK && before_opt) result = check_splits(r);
    if (result == WEND_OK) result = find_reach(r);
    if (result == WEND_OK)
        *out = r;
    else
        wendi_components_end_repair(r, false);
    return result;
}
