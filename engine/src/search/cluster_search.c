// cluster_search.c: a propagation from the start to the goal, and the walk back along its costs.
#include "search/refine.h"

#include "grid/links.h"
#include "grid/steps.h"

enum { CLUSTERS_PER_CANCEL_CHECK = 64 };

void wendi_cluster_search_init(wendi_cluster_search* search, const wend_allocator* allocator) {
    wendi_propagation_init(&search->propagation, allocator);
    search->cancel = (wendi_cancel){NULL, NULL};
    search->observer = (wend_search_observer){NULL, NULL};
}

// ---- the walk back

// Invariant: all costs on the cheapest path to the goal are final, as what is still in the queue cannot lead
// to the goal for less. So from each tile on it, some step leads back to a tile whose cost is lower by
// exactly that step.
typedef struct walk {
    const wend_grid* grid;
    const wendi_distance_field* field; // where the last step was found
    wend_tile tile;
    wend_cost cost;    // from the start to the tile
    int32_t direction; // of the last step
} walk;

// How to read a field: constants where the loops over it are compiled.
typedef struct field_form {
    bool narrow;
    bool by_bits; // it has passability bits, and all passable tiles have one cost
    bool closes;  // the map has closed steps
} field_form;

// Where steps cost by their direction, the one back to each neighbour is tried at its own cost.
static int32_t directed_back(const walk* w, wend_cost* step_out, bool narrow);

WENDI_SPECIALISED bool is_passable(const walk* w, uint32_t column, uint32_t row, field_form form) {
    const wendi_distance_field* f = w->field;
    return form.by_bits ? f->passability_bits->tiles[row] >> column & 1
                        : wendi_is_passable(w->grid, f->area.x + (int32_t)column, f->area.y + (int32_t)row);
}

// True when the step back stays within the field and leads to a tile with the cost that is left, which is
// then passable.
WENDI_SPECIALISED bool leads_back(const walk* w, int32_t direction, wend_cost left, field_form form) {
    const wendi_distance_field* f = w->field;
    uint32_t x = (uint32_t)(w->tile.x - f->area.x), y = (uint32_t)(w->tile.y - f->area.y);
    uint32_t column = x + (uint32_t)wendi_direction[direction].x,
             row = y + (uint32_t)wendi_direction[direction].y;
    if (column >= (uint32_t)f->area.width || row >= (uint32_t)f->area.height) return false;
    if (form.narrow ? f->cost[row][column] != left - f->base
                    : wendi_distance_at(f, (int32_t)(row * WENDI_LANES + column)) != left)
        return false;
    const wend_tile from = {f->area.x + (int32_t)column, f->area.y + (int32_t)row};
    if (form.closes && wendi_closed_steps(w->grid, from.x, from.y) >> wendi_opposite(direction) & 1)
        return false;
    return direction < WENDI_STRAIGHT || w->grid->connectivity != WEND_CONNECTIVITY_8 ||
           (is_passable(w, column, y, form) && is_passable(w, x, row, form));
}

// The direction of a step back within the field, and its cost; -1: there is none. Prefers the direction of
// the last step.
WENDI_SPECIALISED int32_t direction_back(const walk* w, wend_cost* step_out, field_form form) {
    const wend_grid* grid = w->grid;
    if (form.closes && wendi_has_directions(grid)) return directed_back(w, step_out, form.narrow);
    uint8_t entered = form.by_bits ? 0 : *wendi_tile(grid, w->tile.x, w->tile.y);
    const wend_cost straight = form.by_bits ? grid->cheapest_straight : grid->costs.straight[entered],
                    diagonal = form.by_bits ? grid->cheapest_diagonal : grid->costs.diagonal[entered];
    *step_out = w->direction < WENDI_STRAIGHT ? straight : diagonal;
    if (leads_back(w, w->direction, w->cost - *step_out, form)) return w->direction;
    *step_out = straight;
    for (int32_t d = 0; d < WENDI_STRAIGHT; d++)
        if (leads_back(w, d, w->cost - straight, form)) return d;
    *step_out = diagonal;
    for (int32_t d = WENDI_STRAIGHT; d < WENDI_DIRECTIONS && grid->connectivity != WEND_CONNECTIVITY_4; d++)
        if (leads_back(w, d, w->cost - diagonal, form)) return d;
    return -1;
}

static int32_t directed_back(const walk* w, wend_cost* step_out, bool narrow) {
    const wend_grid* grid = w->grid;
    const field_form form = {narrow, false, true};
    const int32_t count = grid->connectivity == WEND_CONNECTIVITY_4 ? WENDI_STRAIGHT : WENDI_DIRECTIONS;
    for (int32_t i = -1; i < count; i++) {
        const int32_t d = i < 0 ? w->direction : i;
        const wend_tile from = wendi_beside(w->tile, d);
        if (!wendi_sheet_contains(grid, from)) continue;
        *step_out = wendi_step_cost(grid, from.x, from.y, wendi_opposite(d));
        if (*step_out > 0 && leads_back(w, d, w->cost - *step_out, form)) return d;
    }
    return -1;
}

// Walks back as far as the field leads, at most to the start. Writes the tiles and returns their number.
WENDI_SPECIALISED int32_t walk_by(walk* w, wend_tile* tiles, field_form form) {
    int32_t count = 0, direction;
    wend_cost step;
    walk at = *w; // in registers
    while (at.cost > 0 && (direction = direction_back(&at, &step, form)) >= 0) {
        at.tile.x += wendi_direction[direction].x;
        at.tile.y += wendi_direction[direction].y;
        at.cost -= step;
        at.direction = direction;
        tiles[count++] = at.tile;
    }
    *w = at;
    return count;
}

static int32_t walk_in_field(walk* w, wend_tile* tiles) {
    // Farther above the base, the cost that is left could equal the mark of tiles that were not reached.
    bool narrow = !w->field->wide && w->cost - w->field->base <= UINT16_MAX;
    if (wendi_has_closed_steps(w->grid) || wendi_has_directions(w->grid))
        return walk_by(w, tiles, (field_form){narrow, false, true});
    if (!narrow) return walk_by(w, tiles, (field_form){false, false, false});
    return w->field->passability_bits ? walk_by(w, tiles, (field_form){true, true, false})
                                      : walk_by(w, tiles, (field_form){true, false, false});
}

// Walks back within the last field or, where that leads nowhere, another field that holds the tile.
static int32_t walk_on(const wendi_propagation* p, walk* w, wend_tile* tiles) {
    int32_t count = walk_in_field(w, tiles);
    if (count > 0 || w->cost == 0) return count;
    int32_t clusters[4], cluster_count = wendi_clusters_at(&p->def.clusters, w->tile, clusters);
    for (int32_t i = 0; i < cluster_count; i++) {
        const wendi_distance_field* field = wendi_propagation_find(p, clusters[i]);
        for (; field; field = field->older) {
            w->field = field;
            count = walk_in_field(w, tiles);
            if (count > 0) return count;
        }
    }
    return 0;
}

// Walks back over the first link that leads to the tile at its cost. Returns its index; -1: there is none.
static int32_t walk_link(const wendi_propagation* p, walk* w) {
    wendi_link_search search = wendi_links_at(&w->grid->links, WENDI_LINK_TO, w->tile);
    wendi_usable_link link;
    while (wendi_next_usable_link(w->grid, &search, &link)) {
        if (wendi_propagation_cost_at(p, link.there) != w->cost - link.cost) continue;
        w->tile = link.there;
        w->cost -= link.cost;
        w->direction = 0;
        return link.index;
    }
    return -1;
}

// A link does not stay in the field of the last step: the walk goes on in another that holds its tile.
static wendi_distance_field* field_at(const wendi_propagation* p, wend_tile tile) {
    int32_t clusters[4], count = wendi_clusters_at(&p->def.clusters, tile, clusters);
    wendi_distance_field* field = NULL;
    for (int32_t i = 0; i < count && !field; i++) field = wendi_propagation_find(p, clusters[i]);
    return field;
}

// Adds the tiles and the links between them to the lists.
static wend_result walk_back(const wendi_propagation* p, bool* found_out, wendi_tile_list* out,
                             wendi_path_link_list* links) {
    const int64_t first = out->count, first_link = links->count;
    walk w = {p->def.grid, p->target, p->def.target, p->def.limit, 0};
    wend_result result = wendi_tile_list_push(out, w.tile);
    if (result != WEND_OK) return result;
    while (w.cost > 0) {
        // Costs fall with each step, so one field holds at most one step per tile.
        result = wendi_tile_list_reserve(out, out->count + WENDI_MAX_CLUSTER_TILES);
        if (result != WEND_OK) return result;
        int32_t count = walk_on(p, &w, out->data + out->count), link = -1;
        out->count += count;
        if (count > 0) continue;
        if (w.grid->links.count > 0) link = walk_link(p, &w);
        *found_out = link >= 0; // a world file edited by hand may lead nowhere
        if (!*found_out) return WEND_OK;
        w.field = field_at(p, w.tile);
        result = wendi_path_link_list_push(
            links, (wend_path_link){w.grid->links.data[link].id, (int32_t)out->count, 0});
        if (result != WEND_OK) return result;
        out->data[out->count++] = w.tile;
    }
    wendi_tile_list_reverse_from(out, first);
    wendi_path_link_list_reverse_from(links, first_link);
    for (int64_t i = first_link; i < links->count; i++)
        links->data[i].tile = (int32_t)(first + out->count - 1) - links->data[i].tile;
    return WEND_OK;
}

// ---- the search

wend_result wendi_cluster_search_begin(wendi_cluster_search* s, const wendi_cluster_query* query) {
    const wendi_graph* graph = query->graph;
    wendi_propagation_def def = {
        .grid = query->grid,
        .clusters = graph->clusters,
        .graph_opt = graph,
        .bits_opt = wendi_bits_of(graph, query->grid),
        .sense = WENDI_FROM,
        .confined = query->corridor != NULL,
        .has_target = true,
        .target = query->goal,
        .targets = query->goals,
        .limit = query->limit,
        .observer = s->observer,
    };
    wend_result result = WEND_OK;
    s->append = query->append;
    wendi_propagation_begin(&s->propagation, &def);
    for (int64_t i = 0; i < query->corridor_count && result == WEND_OK; i++)
        result = wendi_propagation_add_cluster(&s->propagation, query->corridor[i]);
    return result == WEND_OK ? wendi_propagation_set_cost(&s->propagation, query->start, 0) : result;
}

wend_result wendi_cluster_search_step(wendi_cluster_search* s, int64_t max_clusters, bool* done_out,
                                      bool* found_out, wendi_tile_list* out, wendi_path_link_list* links,
                                      wend_stats* stats) {
    wendi_propagation* p = &s->propagation;
    const int64_t before = p->propagated, scanned = p->scanned;
    int64_t left = max_clusters;
    wend_result result = WEND_OK;
    *done_out = *found_out = false;
    while (result == WEND_OK && !*done_out && left > 0) {
        // Checks for cancellation after the same clusters, however the search is sliced.
        int64_t to_check = CLUSTERS_PER_CANCEL_CHECK - p->propagated % CLUSTERS_PER_CANCEL_CHECK;
        int64_t count = left < to_check ? left : to_check;
        result = wendi_propagation_run(p, count, done_out);
        left -= count;
        if (result == WEND_OK && !*done_out && count == to_check && wendi_is_cancelled(&s->cancel))
            result = WEND_ERROR_CANCELLED;
    }
    stats->clusters_refined += p->propagated - before;
    stats->scanned += p->scanned - scanned;
    if (result != WEND_OK || !*done_out) return result;
    *found_out = p->target != NULL;
    if (!s->append)
        out->count = links->count = 0;
    else if (out->count > 0)
        out->count--; // the start is found again
    return *found_out ? walk_back(p, found_out, out, links) : WEND_OK;
}

wend_result wendi_cluster_search_run(wendi_cluster_search* s, const wendi_cluster_query* query,
                                     bool* found_out, wendi_tile_list* out, wendi_path_link_list* links,
                                     wend_stats* stats) {
    bool done;
    wend_result result = wendi_cluster_search_begin(s, query);
    if (result != WEND_OK) return result;
    return wendi_cluster_search_step(s, INT64_MAX, &done, found_out, out, links, stats);
}
