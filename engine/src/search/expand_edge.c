// expand_edge.c: how does an abstract path become one of level 1, edge by edge?
#include "search/abstract_state.h"

#include "grid/links.h"
#include "hierarchy/open.h"

// ---- how are the child edges found? Most edges expand to at most three, found by scanning the
// matrices of the children. For the others, the abstract search runs among the children.

enum { MOST_SHARED = 512 }; // nodes that two children share; further ones are left to the search

typedef struct child_set { // the children of the edge's cluster
    const wendi_edge* edge;
    const wendi_partition* clusters; // of level 1
    int32_t level, count;
    int32_t x[4], y[4];
    const wendi_graph* graph;
    const wendi_level* of;
    wendi_matrix matrices[4][1]; // used as pointers
    uint32_t at_start, at_end;   // children that the edge's ends lie in or on the border of
    int32_t from[4], to[4];      // by child: slots of the edge's ends; -1: the child does not have it
} child_set;

typedef struct sharing { // nodes that two children share
    int32_t count;
    uint16_t here[MOST_SHARED], there[MOST_SHARED]; // slots in the first child and in the second
} sharing;

// ---- the children

// The children that a node lies in or on the border of, a bit for each.
static uint32_t children_at(const child_set* f, uint32_t node) {
    if (node >= WENDI_FIRST_LINK_NODE) return (1u << f->count) - 1; // inside one of them
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT),
                  border_index = (int32_t)(node % WENDI_BORDER_INDEX_COUNT);
    const int32_t row = cluster / f->clusters->columns, column = cluster - row * f->clusters->columns;
    const int32_t on_top = border_index < WENDI_LEFT_BORDER_INDEX, on_left = border_index == 0 || !on_top;
    const int32_t shift = f->level - 1;
    const int32_t left = (column - on_left) >> shift, right = column >> shift;
    const int32_t top = (row - on_top) >> shift, bottom = row >> shift;
    uint32_t children = 0;
    for (int32_t c = 0; c < f->count; c++)
        children |= (uint32_t)((f->x[c] == left || f->x[c] == right) && (f->y[c] == top || f->y[c] == bottom))
                    << c;
    return children;
}

// The work on an edge begins with three steps. Each fetches into the caches what the next one reads, because
// large maps do not fit into them: between two steps there is time for other edges.

static void list_children(const wend_world* world, const wendi_edge* edge, child_set* f) {
    const wendi_graph* a = &world->graph;
    WENDI_ASSERT(edge->level > 1 && edge->level <= a->level_count && edge->cost >= 0);
    const wendi_partition *parents = &a->level[edge->level - 1].clusters,
                          *children = &a->level[edge->level - 2].clusters;
    const int32_t row = edge->cluster / parents->columns, column = edge->cluster - row * parents->columns;
    f->edge = edge;
    f->graph = a;
    f->clusters = &a->clusters;
    f->level = edge->level - 1;
    f->of = &a->level[f->level - 1];
    f->count = 0;
    for (int32_t y = 2 * row; y < 2 * row + 2 && y < children->rows; y++) {
        const int32_t first = y * children->columns + 2 * column;
        if (f->of->opened)
            __builtin_prefetch(&f->of->directory[first]);
        else
            __builtin_prefetch(wendi_item(&f->of->matrices, first));
        for (int32_t x = 2 * column; x < 2 * column + 2 && x < children->columns; x++) {
            f->x[f->count] = x;
            f->y[f->count++] = y;
        }
    }
    WENDI_ASSERT(f->count >= 1);
    f->at_start = children_at(f, edge->from);
    f->at_end = children_at(f, edge->to);
}

static int32_t cluster_of(const child_set* f, int32_t c) {
    return f->y[c] * f->of->clusters.columns + f->x[c];
}

static void read_ahead(const child_set* f, uint32_t children) {
    for (int32_t c = 0; c < f->count; c++)
        if (children >> c & 1) wendi_expect(f->graph, f->level, cluster_of(f, c));
}

// Opens the matrices of some children, a bit for each. Errors: as wendi_open.
static wend_result open_matrices(child_set* f, uint32_t children) {
    for (int32_t c = 0; c < f->count; c++) {
        if (!(children >> c & 1)) continue;
        const wend_result opened = wendi_open(f->graph, f->level, cluster_of(f, c));
        if (opened != WEND_OK) return opened;
        f->matrices[c][0] = wendi_matrix_at(f->graph, f->level, cluster_of(f, c));
        for (int32_t i = 0; i < f->matrices[c]->count; i += 16) __builtin_prefetch(f->matrices[c]->nodes + i);
    }
    return WEND_OK;
}

// The matrices of the children that have an end of the edge. Most paths need no others. In a world with
// regions, all children must be here, as refinement reads those around the edge, too.
static wend_result open_ends(child_set* f) {
    return open_matrices(f, wendi_has_regions(f->graph) ? ~UINT32_C(0) : f->at_start | f->at_end);
}

static void find_slots(child_set* f) {
    for (int32_t c = 0; c < f->count; c++) {
        const wendi_matrix* matrix = f->matrices[c];
        f->from[c] = f->to[c] = -1;
        if (!((f->at_start | f->at_end) >> c & 1)) continue;
        f->from[c] = f->at_start >> c & 1 ? wendi_matrix_slot(matrix, f->edge->from) : -1;
        f->to[c] = f->at_end >> c & 1 ? wendi_matrix_slot(matrix, f->edge->to) : -1;
        for (int32_t i = 0; f->from[c] >= 0 && i < matrix->count; i += 32)
            __builtin_prefetch(wendi_matrix_row(matrix, f->from[c]) + i);
    }
}

// ---- the nodes that two children share

// Lists them in ascending order. Children above or beside each other share a line of clusters of level 1, and
// the crossing at its end; others share a crossing.
static void share(const child_set* f, int32_t c, int32_t d, sharing* out) {
    const wendi_matrix *first = f->matrices[c], *second = f->matrices[d];
    const int32_t shift = f->level - 1, columns = f->clusters->columns;
    const int32_t left = wendi_max(f->x[c], f->x[d]) << shift, top = wendi_max(f->y[c], f->y[d]) << shift;
    const int32_t right = left + (f->x[c] == f->x[d] ? 1 << shift : 0),
                  bottom = top + (f->y[c] == f->y[d] ? 1 << shift : 0);
    const uint32_t begin = wendi_node_on(top * columns + left, 0),
                   end = (uint32_t)(bottom * columns + right) * WENDI_BORDER_INDEX_COUNT;
    const int32_t first_count = wendi_min(first->count, UINT16_MAX);
    const int32_t second_count = wendi_min(second->count, UINT16_MAX);
    out->count = 0;
    for (int32_t i = wendi_matrix_slot_from(first, begin), k = wendi_matrix_slot_from(second, begin);
         i < first_count && k < second_count && out->count < MOST_SHARED;) {
        const uint32_t a = first->nodes[i], b = second->nodes[k];
        if (a > end || b > end) break;
        out->here[out->count] = (uint16_t)i;
        out->there[out->count] = (uint16_t)k;
        out->count += a == b;
        i += a <= b;
        k += b <= a;
    }
}

// In 64 bits, for sums with WENDI_UNREACHED.
static int64_t cost_of(const wendi_matrix* matrix, int32_t from, int32_t to) {
    return wendi_matrix_cost(matrix, from, to);
}

// ---- paths by few child edges

static wendi_edge child_edge(const child_set* f, int32_t child, int32_t from, int32_t to) {
    const wendi_matrix* matrix = f->matrices[child];
    WENDI_ASSERT(from >= 0 && from < matrix->count && to >= 0 && to < matrix->count);
    return (wendi_edge){matrix->nodes[from], matrix->nodes[to], (int32_t)wendi_matrix_cost(matrix, from, to),
                        f->level, cluster_of(f, child)};
}

// Each of these looks for a path of so many child edges that costs no more than the edge. Puts them in out,
// from the last to the first, and returns how many; 0: no such path.

static int32_t by_one(const child_set* f, wendi_edge out[3]) {
    for (int32_t c = 0; c < f->count; c++) {
        if (f->from[c] < 0 || f->to[c] < 0) continue;
        if (cost_of(f->matrices[c], f->from[c], f->to[c]) > f->edge->cost) continue;
        out[0] = child_edge(f, c, f->from[c], f->to[c]);
        return 1;
    }
    return 0;
}

static int32_t by_two(const child_set* f, int32_t c, int32_t d, const sharing* nodes, wendi_edge out[3]) {
    for (int32_t i = 0; i < nodes->count; i++) {
        const int64_t head = cost_of(f->matrices[c], f->from[c], nodes->here[i]);
        if (head > f->edge->cost) continue;
        if (head + cost_of(f->matrices[d], nodes->there[i], f->to[d]) > f->edge->cost) continue;
        out[1] = child_edge(f, c, f->from[c], nodes->here[i]);
        out[0] = child_edge(f, d, nodes->there[i], f->to[d]);
        return 2;
    }
    return 0;
}

// Through c, then d, then e.
static int32_t by_three(const child_set* f, int32_t c, int32_t d, int32_t e, const sharing* before,
                        const sharing* after, wendi_edge out[3]) {
    uint32_t tails[MOST_SHARED];
    for (int32_t k = 0; k < after->count; k++)
        tails[k] = wendi_matrix_cost(f->matrices[e], after->there[k], f->to[e]);
    for (int32_t i = 0; i < before->count; i++) {
        const int64_t left = f->edge->cost - cost_of(f->matrices[c], f->from[c], before->here[i]);
        for (int32_t k = 0; k < after->count && left >= 0; k++) {
            if (cost_of(f->matrices[d], before->there[i], after->here[k]) + tails[k] > left) continue;
            out[2] = child_edge(f, c, f->from[c], before->here[i]);
            out[1] = child_edge(f, d, before->there[i], after->here[k]);
            out[0] = child_edge(f, e, after->there[k], f->to[e]);
            return 3;
        }
    }
    return 0;
}

static int32_t by_one_or_two(const child_set* f, wendi_edge out[3]) {
    int32_t count = by_one(f, out);
    sharing nodes;
    for (int32_t c = 0; c < f->count && count == 0; c++) {
        for (int32_t d = 0; d < f->count && count == 0; d++) {
            if (d == c || f->from[c] < 0 || f->to[d] < 0) continue;
            share(f, c, d, &nodes);
            count = by_two(f, c, d, &nodes, out);
        }
    }
    return count;
}

// The slot of a tile in a child; -1: it is no node of it.
static int32_t slot_at(const child_set* f, int32_t c, wend_tile tile) {
    return wendi_matrix_slot(f->matrices[c], wendi_node_at_tile(f->clusters, tile));
}

// Through c to one of its nodes, over a link from there, then through d.
static int32_t by_link_to(const child_set* f, const wend_grid* grid, int32_t c, int32_t d, int32_t before,
                          int32_t index, wendi_edge out[3]) {
    const wend_link* link = &grid->links.data[index];
    const int32_t last = slot_at(f, d, link->to);
    if (last < 0 || !wendi_link_is_usable(grid, link)) return 0;
    const wend_cost cost = wendi_link_cost(grid, link);
    if (cost_of(f->matrices[c], f->from[c], before) + cost + cost_of(f->matrices[d], last, f->to[d]) >
        f->edge->cost)
        return 0;
    int32_t count = 0;
    if (last != f->to[d]) out[count++] = child_edge(f, d, last, f->to[d]);
    out[count++] =
        (wendi_edge){f->matrices[c]->nodes[before], f->matrices[d]->nodes[last], (int32_t)cost, 0, index};
    if (before != f->from[c]) out[count++] = child_edge(f, c, f->from[c], before);
    return count;
}

// Through c, over a link from one of its nodes, then through another child.
static int32_t by_link_from(const child_set* f, const wend_grid* grid, int32_t c, int32_t slot,
                            wendi_edge out[3]) {
    const wend_tile tile = wendi_node_tile(f->clusters, f->matrices[c]->nodes[slot]);
    wendi_link_search search = wendi_links_at(&grid->links, WENDI_LINK_FROM, tile);
    for (int32_t i; (i = wendi_next_link(&search)) >= 0;)
        for (int32_t d = 0; d < f->count; d++) {
            if (d == c || f->to[d] < 0) continue;
            const int32_t count = by_link_to(f, grid, c, d, slot, i, out);
            if (count > 0) return count;
        }
    return 0;
}

// Links whose ends lie on border lines are left to the search: they are few, and their nodes lie among many
// others.
static int32_t by_link(const child_set* f, const wend_grid* grid, int32_t c, wendi_edge out[3]) {
    const wendi_matrix* matrix = f->matrices[c];
    int32_t count = 0;
    for (int32_t i = matrix->count; count == 0 && i-- > 0 && matrix->nodes[i] >= WENDI_FIRST_LINK_NODE;)
        if (cost_of(matrix, f->from[c], i) < f->edge->cost) count = by_link_from(f, grid, c, i, out);
    return count;
}

static int32_t by_any_link(const child_set* f, const wend_grid* grid, wendi_edge out[3]) {
    int32_t count = 0;
    for (int32_t c = 0; c < f->count && count == 0; c++)
        if (f->from[c] >= 0) count = by_link(f, grid, c, out);
    return count;
}

// All matrices must be open.
static int32_t by_any_three(const child_set* f, wendi_edge out[3]) {
    int32_t count = 0;
    sharing before, after;
    for (int32_t c = 0; c < f->count && count == 0; c++) {
        for (int32_t d = 0; d < f->count && count == 0; d++) {
            if (d == c || f->from[c] < 0) continue;
            share(f, c, d, &before);
            for (int32_t e = 0; e < f->count && count == 0 && before.count > 0; e++) {
                if (d == e || f->to[e] < 0) continue;
                share(f, d, e, &after);
                count = by_three(f, c, d, e, &before, &after, out);
            }
        }
    }
    return count;
}

// ---- edges

static wend_result expand(wendi_abstract_search* search, const wend_world* world, child_set* f,
                          bool* found_out, wendi_edge_list* edges_out) {
    wendi_edge path[3];
    const wendi_edge* edge = f->edge;
    wend_result result = WEND_OK;
    int32_t count = by_one_or_two(f, path);
    if (count == 0 && world->grid->links.count > 0) count = by_any_link(f, world->grid, path);
    if (count == 0) {
        read_ahead(f, ~(f->at_start | f->at_end));
        result = open_matrices(f, ~(f->at_start | f->at_end));
        if (result != WEND_OK) return result;
        count = by_any_three(f, path);
    }
    *found_out = count > 0;
    if (count == 0)
        return wendi_search_children(search, world, edge->level, edge->cluster, edge->from, edge->to,
                                     edge->cost, found_out, edges_out);
    for (int32_t i = 0; i < count && result == WEND_OK; i++)
        result = wendi_edge_list_push(edges_out, path[i]);
    return result;
}

wend_result wendi_expand_edge(wendi_abstract_search* search, const wend_world* world, const wendi_edge* edge,
                              bool* found_out, wendi_edge_list* edges_out) {
    child_set f;
    list_children(world, edge, &f);
    read_ahead(&f, f.at_start | f.at_end);
    const wend_result result = open_ends(&f);
    if (result != WEND_OK) return result;
    find_slots(&f);
    return expand(search, world, &f, found_out, edges_out);
}

enum { LISTED_AHEAD = 6, OPENED_AHEAD = 4, FOUND_AHEAD = 2, EDGES_AHEAD = 8 };
enum { READ_AHEAD = 64 }; // edges in the list whose children at their ends are asked for at once

static bool has_new_end(const child_set* f) {
    for (int32_t c = 0; c < f->count; c++)
        if ((f->at_start | f->at_end) >> c & 1 && wendi_is_unopened(f->graph, f->level, cluster_of(f, c)))
            return true;
    return false;
}

static void read_edges_ahead(const wend_world* world, const wendi_edge_list* edges, int32_t level,
                             int32_t first, int32_t end) {
    for (int32_t i = first; i < end; i++) {
        if (edges->data[i].level != level) continue;
        child_set f;
        list_children(world, &edges->data[i], &f);
        read_ahead(&f, f.at_start | f.at_end);
    }
}

// Expands the edges of one level, which is above 1. The first steps are taken ahead.
static wend_result expand_level(wendi_abstract_search* search, const wend_world* world,
                                const wendi_edge_list* edges, int32_t level, bool* found_out,
                                wendi_edge_list* out) {
    child_set sets[EDGES_AHEAD];
    const int32_t count = (int32_t)edges->count;
    int32_t read = 0; // edges whose children are in memory, or are being read
    wend_result result = WEND_OK;
    for (int32_t i = -LISTED_AHEAD; i < count && result == WEND_OK && *found_out; i++) {
        const int32_t listed = i + LISTED_AHEAD, opened = i + OPENED_AHEAD, found = i + FOUND_AHEAD;
        if (listed < count && edges->data[listed].level == level)
            list_children(world, &edges->data[listed], &sets[listed % EDGES_AHEAD]);
        if (opened >= 0 && opened < count && edges->data[opened].level == level) {
            const int32_t ahead = wendi_min(opened + READ_AHEAD, count);
            if (opened + READ_AHEAD / 2 >= read && has_new_end(&sets[opened % EDGES_AHEAD])) {
                read_edges_ahead(world, edges, level, wendi_max(opened, read), ahead);
                read = ahead;
            }
            result = open_ends(&sets[opened % EDGES_AHEAD]);
        }
        if (found >= 0 && found < count && edges->data[found].level == level)
            find_slots(&sets[found % EDGES_AHEAD]);
        if (i < 0 || result != WEND_OK) continue;
        result = edges->data[i].level == level ? expand(search, world, &sets[i % EDGES_AHEAD], found_out, out)
                                               : wendi_edge_list_push(out, edges->data[i]);
    }
    return result;
}

// Replaces all edges of level 2 and above by edges of level 1, in the same order and as wendi_expand_edge
// would. spare: another list, whose contents are lost. Not for worlds with regions.
static wend_result expand_all(wendi_abstract_search* search, const wend_world* world, bool* found_out,
                              wendi_edge_list* edges_io, wendi_edge_list* spare) {
    wend_result result = WEND_OK;
    WENDI_ASSERT(!wendi_has_regions(&world->graph));
    *found_out = true;
    for (int32_t level = world->graph.level_count; level > 1 && result == WEND_OK && *found_out; level--) {
        spare->count = 0;
        result = expand_level(search, world, edges_io, level, found_out, spare);
        const wendi_edge_list expanded = *spare;
        *spare = *edges_io;
        *edges_io = expanded;
    }
    return result;
}

// ---- how does the route of a query come from the abstract search? Its edges are expanded from the start
// on, only as far as the query needs.

// As many steps as no path has: all edges are expanded.
static const int64_t WHOLE_PATH = INT64_MAX / 2;

WENDI_LIST_FUNCTIONS(wendi_cost_list, wend_cost)

void wendi_route_init(wendi_route* route, const wend_allocator* allocator) {
    *route = (wendi_route){.edges.allocator = *allocator,
                           .spare.allocator = *allocator,
                           .tiles.allocator = *allocator,
                           .clusters.allocator = *allocator,
                           .costs.allocator = *allocator};
    wendi_abstract_search_init(&route->search, allocator);
}

static wend_result add(wendi_route* route, wend_tile tile, int32_t cluster, wend_cost cost) {
    route->clusters.count = route->costs.count = route->tiles.count; // one of each to a tile
    wend_result result = wendi_index_list_push(&route->clusters, cluster);
    if (result == WEND_OK) result = wendi_cost_list_push(&route->costs, cost);
    return result == WEND_OK ? wendi_tile_list_push(&route->tiles, tile) : result;
}

// The cluster in which an inserted tile is linked to a node at the least cost, which goes to *cost_out.
static int32_t link_cluster(const wend_world* world, const wendi_insertion* at, uint32_t node,
                            wend_cost* cost_out) {
    int32_t best = 0;
    *cost_out = WENDI_UNREACHED;
    for (int32_t i = 0; i < at->cluster_count; i++) {
        int32_t slot = wendi_matrix_slot(wendi_matrix_of(&world->graph, 1, at->clusters[i]), node);
        if (slot < 0 || at->distance[i][slot] >= *cost_out) continue;
        *cost_out = at->distance[i][slot];
        best = at->clusters[i];
    }
    return best;
}

static int32_t steps_to(const wendi_route* route, wend_tile tile) {
    return wendi_steps_between(route->tiles.data[route->tiles.count - 1], tile);
}

// Lists the end tiles of the edges, from the last in the list on. Edges of larger clusters are expanded
// first, until there are enough steps.
static wend_result list_edges(wendi_route* route, const wend_world* world, int64_t steps, bool* found_out) {
    wendi_edge_list* edges = &route->edges;
    wend_result result = WEND_OK;
    WENDI_ASSERT(route->ready == route->tiles.count);
    route->rest_count = 0;
    route->waits = false;
    if (steps >= WHOLE_PATH && !wendi_has_regions(&world->graph))
        result = expand_all(&route->search, world, found_out, edges, &route->spare);
    while (edges->count > 0 && result == WEND_OK && *found_out) {
        wendi_edge edge = edges->data[--edges->count];
        if (edge.level > 1 && steps > 0) {
            result = wendi_expand_edge(&route->search, world, &edge, found_out, edges);
            if (result != WEND_ERROR_NOT_LOADED) continue;
            route->waits = true;
            result = WEND_OK;
        }
        wend_tile tile = wendi_node_tile(&world->graph.clusters, edge.to);
        route->waits |= steps > 0 && edge.level == 0 && !wendi_tile_is_here(&world->graph, tile);
        if (route->waits) steps = 0;
        bool wanted = steps > 0;
        if (!wanted && route->rest_count == 0)
            route->rest_count = edges->count + 1; // none is added from now on
        route->cost += edge.cost;
        steps -= edge.level > 0 ? steps_to(route, tile) : 1;
        result = add(route, tile, edge.level > 0 ? edge.cluster : -1, edge.cost);
        if (!wanted) continue;
        route->ready = route->tiles.count;
        route->ready_cost = route->cost;
    }
    return result;
}

// Lists the abstract path up to its last node.
static wend_result list(wendi_route* route, const wend_world* world, const wendi_insertion* from,
                        uint32_t last, int64_t steps, bool* found_out) {
    uint32_t first = route->edges.count > 0 ? route->edges.data[route->edges.count - 1].from : last;
    wend_tile tile = wendi_node_tile(&world->graph.clusters, first);
    int32_t cluster = link_cluster(world, from, first, &route->cost);
    route->tiles.count = 0;
    wend_result result = add(route, from->tile, -1, 0);
    if (result == WEND_OK) {
        steps -= steps_to(route, tile);
        result = add(route, tile, cluster, route->cost);
    }
    route->ready = route->tiles.count;
    route->ready_cost = route->cost;
    return result == WEND_OK ? list_edges(route, world, steps, found_out) : result;
}

// Adds the leg to the goal, if that is here.
static wend_result add_goal(wendi_route* route, wend_tile goal) {
    const bool whole = route->ready == route->tiles.count && route->goal_cluster >= 0;
    route->cost += route->goal_cost;
    const wend_result result = add(route, goal, route->goal_cluster, route->goal_cost);
    if (whole) route->ready = route->tiles.count;
    WENDI_ASSERT(route->ready >= 2 && route->ready <= route->tiles.count);
    return result;
}

wend_result wendi_route_search(wendi_route* route, const wend_world* world, const wendi_insertion* from,
                               wend_tile goal, const wendi_insertion* to_opt, int64_t steps, wend_cost below,
                               bool* found_out, wend_stats* stats) {
    uint32_t last = WENDI_NO_NODE;
    wend_result result = wendi_search_graph(&route->search, world, from, goal, to_opt, below,
                                            steps == INT64_MAX, found_out, &last, &route->edges, stats);
    if (result == WEND_OK && *found_out) result = list(route, world, from, last, steps, found_out);
    if (result != WEND_OK || !*found_out) return result;
    route->goal_cluster = -1;
    route->goal_cost = 0;
    if (to_opt) route->goal_cluster = link_cluster(world, to_opt, last, &route->goal_cost);
    return add_goal(route, goal);
}

wend_result wendi_route_extend(wendi_route* route, const wend_world* world, int64_t steps, bool* found_out) {
    const wend_tile goal = route->tiles.data[route->tiles.count - 1];
    WENDI_ASSERT(!route->waits && route->ready < route->tiles.count);
    route->tiles.count = route->ready;
    route->cost = route->ready_cost;
    route->edges.count = route->rest_count;
    *found_out = true;
    const wend_result result = list_edges(route, world, steps, found_out);
    return result == WEND_OK && *found_out ? add_goal(route, goal) : result;
}
