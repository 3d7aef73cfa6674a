// refine.c: which parts of an abstract path need a search, in which corridor, and which tiles come of it?
#include "search/refine.h"

#include <string.h>

#include "hierarchy/abstract_graph.h"
#include "hierarchy/open.h"
#include "search/goals.h"

// ---- over which tiles does a leg lead that costs no more than its octile distance?
//
// Such a path takes only two kinds of steps. The search runs towards the right: it keeps, for each row,
// the set of tiles that these steps reach, and walks back from the end.

typedef struct octile_search {
    const uint32_t* passable; // by row of the cluster
    bool diagonals, corners;  // steps that are allowed; corners: diagonals may cut them
    bool along;               // more columns than rows: rows are walked along, and left by diagonal steps
    int32_t left, right;      // columns of the ends
    int32_t row, by, rows;    // of the left end; to the next row; rows to the right end
    uint32_t reached[WENDI_MAX_CLUSTER_SIDE]; // tiles of each row, from the left end on
} octile_search;

static uint32_t row_at(const octile_search* s, int32_t k) {
    return s->passable[s->row + k * s->by];
}

// All tiles that steps to the right lead to. The carry of the sum runs to the end of each run of tiles.
static uint32_t fill(uint32_t reached, uint32_t passable) {
    return (((passable + reached) ^ passable) | reached) & passable;
}

// The tiles of row k that a diagonal step may enter from the row before.
static uint32_t entered_across(const octile_search* s, int32_t k) {
    const uint32_t before = row_at(s, k - 1), here = row_at(s, k);
    return s->corners ? here : here & before & here << 1;
}

// True when the steps reach the right end.
static bool reach(octile_search* s) {
    const uint32_t columns = UINT32_MAX >> (31 - s->right) & UINT32_MAX << s->left;
    uint32_t reached = 1u << s->left;
    if (s->along || !s->diagonals) reached = fill(reached, row_at(s, 0) & columns);
    s->reached[0] = reached;
    for (int32_t k = 1; k <= s->rows && reached; k++) {
        const uint32_t here = row_at(s, k) & columns;
        if (!s->diagonals)
            reached = fill(reached & here, here);
        else if (s->along)
            reached = fill(reached << 1 & entered_across(s, k) & columns, here);
        else
            reached = (reached << 1 & entered_across(s, k) & columns) | (reached & here);
        s->reached[k] = reached;
    }
    return reached >> s->right & 1;
}

// Whether the tile in a column of row k was entered from the left, from the row before, or from both sides.
typedef struct octile_ways {
    bool straight, other;
} octile_ways;
static octile_ways ways_into(const octile_search* s, int32_t x, int32_t k) {
    const bool left = x > s->left && s->reached[k] >> (x - 1) & 1;
    if (k == 0) return (octile_ways){left, false};
    const bool above = s->reached[k - 1] >> x & 1;
    if (!s->diagonals) return (octile_ways){left, above};
    const bool across = x > s->left && s->reached[k - 1] >> (x - 1) & 1 && entered_across(s, k) >> x & 1;
    return (octile_ways){s->along ? left : above, across};
}

int32_t wendi_octile_tiles(const wendi_passability_bits* bits, wend_connectivity connectivity,
                           wend_tile corner, wend_tile from, wend_tile to,
                           wend_tile out[WENDI_MAX_OCTILE_TILES]) {
    WENDI_ASSERT(!wendi_is_hex(connectivity));
    const bool forward = from.x <= to.x;
    const wend_tile a = forward ? from : to, b = forward ? to : from;
    octile_search s = {.passable = bits->tiles,
                       .diagonals = connectivity != WEND_CONNECTIVITY_4,
                       .corners = connectivity != WEND_CONNECTIVITY_8,
                       .left = a.x - corner.x,
                       .right = b.x - corner.x,
                       .row = a.y - corner.y,
                       .by = b.y < a.y ? -1 : 1,
                       .rows = wendi_abs(b.y - a.y)};
    WENDI_ASSERT(s.left >= 0 && s.right < WENDI_MAX_CLUSTER_SIDE && s.rows < WENDI_MAX_CLUSTER_SIDE);
    s.along = s.right - s.left > s.rows;
    if (!reach(&s)) return -1;
    const int32_t columns = s.right - s.left;
    const int32_t count = s.diagonals ? wendi_max(columns, s.rows) : columns + s.rows;
    bool straight = true; // the last step
    int32_t x = s.right, k = s.rows;
    for (int32_t i = 0; i < count; i++) {
        if (!forward && i > 0) out[i - 1] = (wend_tile){corner.x + x, corner.y + s.row + k * s.by};
        if (forward) out[count - 1 - i] = (wend_tile){corner.x + x, corner.y + s.row + k * s.by};
        const octile_ways ways = ways_into(&s, x, k);
        WENDI_ASSERT(ways.straight || ways.other);
        straight = straight ? ways.straight : !ways.other;
        const bool sideways = s.diagonals ? !straight || s.along : straight;
        const bool vertical = s.diagonals ? !straight || !s.along : !straight;
        x -= sideways;
        k -= vertical;
    }
    if (!forward && count > 0) out[count - 1] = to;
    return count;
}

// ---- which legs of an abstract path need a search, and how wide may it roam?

enum {
    MOSTLY_STRAIGHT = 75, // percent of the legs
    FREE_STEPS = 12       // of each kind between a bend and a node: then the path may be bound to the node
};

// Where a path costs so many percent more than a straight line over the cheapest tiles, the search may enter
// all clusters of the box around its legs, with a margin of one on each side, if there are not too many. On
// maps of many costs, terrain has few such paths and noise has many. See docs/decisions/0018 and 0028.
typedef struct box_rule {
    int32_t detour, most_clusters;
} box_rule;
static const box_rule rule_of_one_cost = {10, 36}, rule_of_many_costs = {100, 30};

// True when the costs of the legs are known and nothing leads on but steps: then no path costs less than a
// straight line over the cheapest tiles, and where all passable tiles cost the same, that costs what its
// steps cost.
static bool has_steps_only(const wend_world* world, const wendi_legs* legs) {
    return legs->costs_opt && world->grid->links.count == 0;
}

// True when tiles need no search to be found.
static bool shows_tiles(const wend_world* world) {
    return world->graph.passability_bits.table.kind && !wendi_has_closed_steps(world->grid);
}

// ---- the box

// False when the query wants only the first part of the path.
static bool is_whole(const wendi_legs* legs) {
    wend_cost cost = 0;
    for (int64_t i = 1; i < legs->count; i++) cost += legs->costs_opt[i];
    return cost == legs->cost;
}

static int64_t straight_legs(const wendi_legs* legs, const wendi_heuristic* least) {
    int64_t count = 0;
    for (int64_t i = 1; i < legs->count; i++)
        count += legs->costs_opt[i] == wendi_heuristic_between(least, legs->tiles[i - 1], legs->tiles[i]);
    return count;
}

// The box around the clusters of an abstract path. False: it has too many.
static bool find_box(const wendi_partition* clusters, const wendi_legs* legs, int32_t most_clusters,
                     wendi_cluster_span* out) {
    wendi_cluster_span box = {INT32_MAX, 0, INT32_MAX, 0};
    for (int64_t i = 1; i < legs->count; i++) {
        const wendi_cluster_span around = wendi_clusters_around(clusters, legs->clusters[i]);
        box.left = wendi_min(box.left, around.left);
        box.right = wendi_max(box.right, around.right);
        box.top = wendi_min(box.top, around.top);
        box.bottom = wendi_max(box.bottom, around.bottom);
        if ((box.right - box.left) * (box.bottom - box.top) > most_clusters) return false;
    }
    *out = box;
    return true;
}

// Whether the search may enter a box.
static bool is_wide(const wend_world* world, const wendi_legs* legs, const wendi_heuristic* least,
                    wendi_cluster_span* out) {
    const wend_cost straight = wendi_heuristic_between(least, legs->tiles[0], legs->tiles[legs->count - 1]);
    const box_rule rule = wendi_has_uniform_cost(world->grid) ? rule_of_one_cost : rule_of_many_costs;
    return !wendi_has_regions(&world->graph) && (legs->cost - straight) * 100 > straight * rule.detour &&
           find_box(&world->graph.clusters, legs, rule.most_clusters, out) && is_whole(legs);
}

// ---- the parts of the path

static bool has_free_steps(wend_tile a, wend_tile b) {
    const int32_t dx = wendi_abs(a.x - b.x), dy = wendi_abs(a.y - b.y);
    return wendi_min(wendi_min(dx, dy), wendi_abs(dx - dy)) >= FREE_STEPS;
}

// Searches the legs around a node, on both sides up to nodes that the path may be bound to: however the bend
// moves within FREE_STEPS tiles, a straight line to it still leads over them.
static void search_around(bool* searched, const wendi_legs* legs, int64_t node) {
    const wend_tile* tiles = legs->tiles;
    bool free = false;
    for (int64_t i = node; i > 0 && !free; i--) {
        searched[i] = true;
        free = has_free_steps(tiles[i - 1], tiles[node]);
    }
    free = false;
    for (int64_t i = node + 1; i < legs->count && !free; i++) {
        searched[i] = true;
        free = has_free_steps(tiles[i], tiles[node]);
    }
}

// A run begins at a node; its legs together cost what a straight line would cost. A bend is where it ends.
static void search_bends(bool* searched, const wendi_legs* legs, const wendi_heuristic* least) {
    const wend_tile* tiles = legs->tiles;
    wend_cost cost = 0;
    for (int64_t i = 1, begin = 0; i < legs->count; i++) {
        const wend_cost leg = legs->costs_opt[i];
        const bool straight = leg == wendi_heuristic_between(least, tiles[i - 1], tiles[i]);
        cost += leg;
        if (straight && cost == wendi_heuristic_between(least, tiles[begin], tiles[i])) continue;
        if (begin < i - 1 || !straight) search_around(searched, legs, i - 1);
        if (!straight) search_around(searched, legs, i);
        begin = straight ? i - 1 : i;
        cost = straight ? leg : 0;
    }
}

// Divides an abstract path. Errors: MEMORY.
static wend_result choose_parts(wendi_path_parts* parts, const wend_world* world, const wendi_legs* legs) {
    if (!WENDI_MAKE_ROOM(&parts->allocator, parts->searched, parts->capacity, 0, legs->count))
        return WEND_ERROR_MEMORY;
    bool* searched = parts->searched;
    const bool steps_only = has_steps_only(world, legs),
               straight = steps_only && wendi_has_uniform_cost(world->grid);
    const wendi_heuristic least = wendi_heuristic_of_walks(world->grid);
    const bool mostly_straight =
        straight && straight_legs(legs, &least) * 100 >= (legs->count - 1) * MOSTLY_STRAIGHT;
    parts->wide = steps_only && is_wide(world, legs, &least, &parts->box);
    const bool by_bends = mostly_straight && !parts->wide && shows_tiles(world);
    memset(searched, !by_bends, (size_t)legs->count * sizeof *searched);
    if (by_bends) search_bends(searched, legs, &least);
    return WEND_OK;
}

// Goes to the part after one, to the first after {0}. False: that was the last.
static bool next_part(const wendi_path_parts* parts, const wendi_legs* legs, wendi_path_part* part) {
    const int64_t end = legs->count - 1;
    part->first = part->last;
    if (part->first == end) return false;
    part->searched = parts->searched[part->first + 1];
    while (part->last < end && parts->searched[part->last + 1] == part->searched) part->last++;
    return true;
}

static wendi_legs legs_of_part(const wendi_legs* legs, const wendi_path_part* part) {
    wendi_legs out = *legs;
    out.tiles += part->first;
    out.clusters += part->first;
    out.count = part->last - part->first + 1;
    if (out.count == legs->count) return out;
    out.costs_opt += part->first;
    out.cost = 0;
    for (int64_t i = 1; i < out.count; i++) out.cost += out.costs_opt[i];
    return out;
}

// Adds the tiles of a part that needs no search; its first is the last one of the list, unless that is
// empty. *found_out is set to false when the legs do not lie in their clusters, which only a corrupt file
// may cause. Errors: MEMORY, DAMAGED.
static wend_result add_tiles_of_part(const wend_world* world, const wendi_legs* legs,
                                     const wendi_path_part* part, bool* found_out, wendi_tile_list* out) {
    const wendi_graph* graph = &world->graph;
    wend_result result = out->count > 0 ? WEND_OK : wendi_tile_list_push(out, legs->tiles[part->first]);
    for (int64_t i = part->first + 1; i <= part->last && result == WEND_OK; i++) {
        const int32_t cluster = legs->clusters[i];
        const wend_rect area = wendi_cluster_rect(&graph->clusters, cluster);
        result = wendi_open(graph, 1, cluster);
        if (result == WEND_OK) result = wendi_tile_list_reserve(out, out->count + WENDI_MAX_OCTILE_TILES);
        if (result != WEND_OK) break;
        const int32_t count = wendi_octile_tiles(wendi_item(&graph->passability_bits, cluster),
                                                 world->grid->connectivity, (wend_tile){area.x, area.y},
                                                 legs->tiles[i - 1], legs->tiles[i], out->data + out->count);
        *found_out = count >= 0;
        if (count < 0) break;
        out->count += count;
    }
    return result;
}

// ---- which clusters make up the corridor, and how is it searched?
//
// One search covers the corridor of all legs of a part, so that the path may leave the nodes of the
// abstract path where that is cheaper.

enum { FEW_CLUSTERS = 12 };

void wendi_refine_init(wendi_refine* refine, const wend_allocator* allocator) {
    *refine = (wendi_refine){.corridor.allocator = *allocator, .parts.allocator = *allocator};
}

static wend_result add(wendi_refine* refine, int32_t cluster) {
    WENDI_ASSERT(cluster >= 0);
    // Neighbouring legs add the same clusters: most repeats are among the last few.
    for (int64_t i = refine->corridor.count; i > 0 && i + 8 > refine->corridor.count; i--)
        if (refine->corridor.data[i - 1] == cluster) return WEND_OK;
    return wendi_index_list_push(&refine->corridor, cluster);
}

// Adds the clusters within one tile of a node, as far as they are here: those of its two legs and, near a
// crossing, the others there. cluster: one that has the node.
static wend_result add_around(wendi_refine* refine, const wendi_graph* graph, wend_tile node,
                              int32_t cluster) {
    const wendi_partition* clusters = &graph->clusters;
    int32_t row = cluster / clusters->columns, column = cluster - row * clusters->columns;
    int32_t x = node.x - column * clusters->size, y = node.y - row * clusters->size; // in the cluster
    int32_t left = wendi_max(column - (x <= 1), 0), top = wendi_max(row - (y <= 1), 0);
    int32_t right = wendi_min(column + (x >= clusters->size - 1), clusters->columns - 1);
    int32_t bottom = wendi_min(row + (y >= clusters->size - 1), clusters->rows - 1);
    wend_result result = WEND_OK;
    for (int32_t r = top; r <= bottom; r++)
        for (int32_t c = left; c <= right && result == WEND_OK; c++)
            if (wendi_is_here(graph, 1, r * clusters->columns + c))
                result = add(refine, r * clusters->columns + c);
    return result;
}

// Adds a cluster that holds a tile, one that is here if there is one.
static wend_result add_some(wendi_refine* refine, const wendi_graph* graph, wend_tile tile) {
    int32_t at[4], k = 0;
    const int32_t count = wendi_clusters_at(&graph->clusters, tile, at);
    while (k + 1 < count && !wendi_is_here(graph, 1, at[k])) k++;
    return add(refine, at[k]);
}

// Clusters of neighbouring legs have a node in common. In one row or column of clusters they are the same or
// share a side; otherwise they meet at a crossing.
static bool share_a_side(const wendi_partition* clusters, int32_t a, int32_t b) {
    return a / clusters->columns == b / clusters->columns || a % clusters->columns == b % clusters->columns;
}

static wend_result add_box(wendi_refine* refine, const wendi_partition* clusters, wendi_cluster_span box) {
    wend_result result = WEND_OK;
    for (int32_t r = box.top; r < box.bottom; r++)
        for (int32_t c = box.left; c < box.right && result == WEND_OK; c++)
            result = add(refine, r * clusters->columns + c);
    return result;
}

// The clusters around a crossing may make the path cheaper. On maps of uniform cost they hardly ever do
// unless the path goes over the crossing, so there they are added only in that case. On a map of few clusters
// the refinement may enter all of them: then the path is the cheapest of all, and finding it takes hardly
// longer.
static wend_result find_corridor(wendi_refine* refine, const wend_world* world, const wendi_legs* legs) {
    const wendi_partition* clusters = &world->graph.clusters;
    const bool passes_by = !wendi_has_uniform_cost(world->grid);
    wend_result result = WEND_OK;
    refine->corridor.count = 0;
    WENDI_ASSERT(legs->count >= 2);
    if (wendi_cluster_count(clusters) <= FEW_CLUSTERS && !wendi_has_regions(&world->graph))
        return add_box(refine, clusters, (wendi_cluster_span){0, clusters->columns, 0, clusters->rows});
    if (refine->parts.wide) return add_box(refine, clusters, refine->parts.box);
    for (int64_t i = 1; i < legs->count && result == WEND_OK; i++) {
        const int32_t* cluster = &legs->clusters[i];
        if (cluster[0] < 0 && i == 1) result = add_some(refine, &world->graph, legs->tiles[0]); // of a piece
        if (cluster[0] < 0 && i + 1 == legs->count && result == WEND_OK)
            result = add_some(refine, &world->graph, legs->tiles[i]);
        const bool before_link = i + 1 < legs->count && cluster[1] < 0;
        if (cluster[0] < 0 && !before_link) continue; // the legs on both sides have the ends of the link
        if (cluster[0] < 0) {                         // only links meet there
            if (result == WEND_OK) result = add_some(refine, &world->graph, legs->tiles[i]);
            continue;
        }
        result = add(refine, cluster[0]);
        if (result != WEND_OK || i + 1 == legs->count || before_link) continue;
        if (passes_by || !share_a_side(clusters, cluster[0], cluster[1]))
            result = add_around(refine, &world->graph, legs->tiles[i], cluster[0]);
    }
    return result;
}

// ---- the two forms

static wend_result sweep(const wendi_refine* refine, wendi_cluster_search* search, const wend_world* world,
                         const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                         wendi_path_link_list* links, wend_stats* stats) {
    wendi_cluster_query query = {.grid = world->grid,
                                 .graph = &world->graph,
                                 .start = legs->tiles[0],
                                 .goal = legs->tiles[legs->count - 1],
                                 .corridor = refine->corridor.data,
                                 .corridor_count = refine->corridor.count,
                                 .limit = legs->cost + 1,
                                 .append = true};
    return wendi_cluster_search_run(search, &query, found_out, out, links, stats);
}

static wend_result search_tiles(const wendi_refine* refine, wendi_flat* flat, const wend_world* world,
                                const wendi_legs* legs, bool* found_out, wendi_tile_list* out,
                                wendi_path_link_list* links, wend_stats* stats) {
    const wendi_partition* clusters = &world->graph.clusters;
    wend_result result = wendi_flat_reset(flat, world->grid, true);
    for (int64_t i = 0; i < refine->corridor.count && result == WEND_OK; i++) {
        const wend_rect area = wendi_cluster_rect(clusters, refine->corridor.data[i]);
        result = wendi_open(&world->graph, 1, refine->corridor.data[i]);
        if (result == WEND_OK) result = wendi_flat_allow(flat, area);
        if (result == WEND_OK) wendi_notify_cluster(&flat->observer, WEND_EVENT_CORRIDOR, 1, area, 0);
    }
    if (result != WEND_OK) return result;
    stats->clusters_refined += refine->corridor.count;
    wendi_flat_query query = {.start = legs->tiles[0],
                              .goal = legs->tiles[legs->count - 1],
                              .heuristic = wendi_heuristic_for(world->grid, WEND_OCTILE, WENDI_WEIGHT_ONE),
                              .cluster_size = clusters->size};
    result = wendi_flat_search(flat, world->grid, &query, found_out, stats);
    if (result != WEND_OK || !*found_out) return result;
    return wendi_flat_walk_back(flat, query.start, query.goal, out, links);
}

// Searches the parts that may change, and writes the others down.
wend_result wendi_refine_legs(wendi_refine* refine, wendi_cluster_search* sweep_opt, wendi_flat* flat_opt,
                              const wend_world* world, const wendi_legs* legs, bool* found_out,
                              wendi_tile_list* out, wendi_path_link_list* links, wend_stats* stats) {
    wendi_path_part part = {0};
    wend_result result = choose_parts(&refine->parts, world, legs);
    out->count = links->count = 0;
    *found_out = true;
    while (result == WEND_OK && *found_out && next_part(&refine->parts, legs, &part)) {
        const wendi_legs its_legs = legs_of_part(legs, &part);
        if (!part.searched) {
            result = add_tiles_of_part(world, legs, &part, found_out, out);
            continue;
        }
        result = find_corridor(refine, world, &its_legs);
        for (int64_t i = 0; i < refine->corridor.count; i++)
            wendi_expect(&world->graph, 1, refine->corridor.data[i]);
        if (result != WEND_OK) return result;
        if (sweep_opt)
            result = sweep(refine, sweep_opt, world, &its_legs, found_out, out, links, stats);
        else
            result = search_tiles(refine, flat_opt, world, &its_legs, found_out, out, links, stats);
    }
    return result;
}
