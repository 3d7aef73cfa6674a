// cluster_search.c: best-first search over clusters with the distance kernel.
#include "search/cluster_search.h"

enum { CLUSTERS_PER_CANCEL_CHECK = 64 }; // clusters, before the caller is asked whether to go on

void wendi_cluster_search_init(wendi_cluster_search* search, const wend_allocator* allocator) {
    search->fields.allocator = search->open.allocator = *allocator;
    search->cancel = (wendi_cancel){NULL, NULL};
    search->observer = (wend_search_observer){NULL, NULL};
}

void wendi_cluster_search_free(wendi_cluster_search* search) {
    wendi_distance_fields_free(&search->fields);
    wendi_heap_free(&search->open);
}

size_t wendi_cluster_search_bytes(const wendi_cluster_search* search) {
    return wendi_distance_fields_bytes(&search->fields) +
           search->open.capacity * sizeof *search->open.entries;
}

typedef struct context {
    wendi_cluster_search* s;
    wendi_distance_fields* fields;
    const wendi_cluster_query* query;
    wendi_heuristic heuristic;
    wend_cost best; // of the paths to the goal so far; only cheaper ones are wanted
} context;

static bool holds(wend_rect area, wend_tile tile) {
    return tile.x >= area.x && tile.y >= area.y && tile.x < area.x + area.width &&
           tile.y < area.y + area.height;
}

static int32_t index_of(wend_rect area, wend_tile tile) {
    return (tile.y - area.y) * WENDI_LANES + tile.x - area.x;
}

// A lower bound on the cost from any tile of an area to the goal.
static wend_cost bound_from(const context* c, wend_rect area) {
    wend_tile goal = c->query->goal;
    wend_tile nearest = {wendi_max(area.x, wendi_min(goal.x, area.x + area.width - 1)),
                         wendi_max(area.y, wendi_min(goal.y, area.y + area.height - 1))};
    return wendi_heuristic_between(&c->heuristic, nearest, goal);
}

// Queues a cluster that better costs came to. key: a lower bound on the paths through those.
static wend_result queue(const context* c, int32_t field, wend_cost key) {
    wendi_distance_field* f = &c->fields->items[field];
    if (key >= f->queue_key) return WEND_OK;
    f->queue_key = key;
    return wendi_heap_push(&c->s->open, key, (uint32_t)field);
}

static wend_result begin(const context* c) {
    const wendi_cluster_query* query = c->query;
    wend_result result = wendi_distance_fields_reset(c->fields, query->grid, query->graph);
    if (result != WEND_OK) return result;
    c->s->open.count = 0;
    for (int64_t i = 0; i < query->corridor_count; i++) {
        if (wendi_distance_fields_find(c->fields, query->corridor[i]) >= 0) continue;
        if (wendi_distance_fields_claim(c->fields, query->corridor[i]) < 0) return WEND_ERROR_MEMORY;
    }
    int32_t clusters[4], count = wendi_clusters_at(&query->graph->clusters, query->start, clusters);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        int32_t field = wendi_distance_fields_find(c->fields, clusters[i]);
        if (field < 0 && query->corridor) continue;
        if (field < 0) field = wendi_distance_fields_claim(c->fields, clusters[i]);
        if (field < 0) return WEND_ERROR_MEMORY;
        wendi_distance_field* f = &c->fields->items[field];
        result = wendi_distance_set(c->fields, f, index_of(f->area, query->start), 0);
        if (result == WEND_OK) result = queue(c, field, 0);
    }
    return result;
}

// Brings what a cluster knows of the tiles that it shares with a neighbour to that neighbour.
static wend_result relax_border(const context* c, int32_t field, int32_t other, wend_tile step) {
    wendi_distance_fields* fields = c->fields;
    wend_rect area = fields->items[field].area;
    wend_rect shared = {step.x > 0 ? area.x + area.width - 1 : area.x,
                        step.y > 0 ? area.y + area.height - 1 : area.y, step.x ? 1 : area.width,
                        step.y ? 1 : area.height};
    wend_tile first = {shared.x, shared.y};
    wendi_border_line line = {index_of(area, first), index_of(fields->items[other].area, first),
                              shared.width > 1 ? 1 : WENDI_LANES, shared.width * shared.height};
    wend_cost bound = bound_from(c, shared), least;
    wend_result result = wendi_relax_border(fields, &other, field, &line, c->best - bound, &least);
    if (result != WEND_OK || least == WENDI_NOT_REACHED) return result;
    return queue(c, other, least + bound);
}

// True when a neighbour across a corner hears of it by way of a third cluster that holds it.
static bool corner_is_relayed(const context* c, int32_t column, int32_t row, wend_tile step) {
    const int32_t columns = c->query->graph->clusters.columns;
    return !c->query->corridor ||
           wendi_distance_fields_find(c->fields, row * columns + column + step.x) >= 0 ||
           wendi_distance_fields_find(c->fields, (row + step.y) * columns + column) >= 0;
}

static wend_result relax_neighbours(const context* c, int32_t field) {
    const wendi_clusters* clusters = &c->query->graph->clusters;
    int32_t cluster = c->fields->items[field].cluster;
    int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        wend_tile step = wendi_direction[d];
        int32_t x = column + step.x, y = row + step.y;
        if (x < 0 || y < 0 || x >= clusters->columns || y >= clusters->rows) continue;
        if (d >= WENDI_STRAIGHT && corner_is_relayed(c, column, row, step)) continue;
        int32_t neighbour = y * clusters->columns + x,
                other = wendi_distance_fields_find(c->fields, neighbour);
        if (other < 0 && c->query->corridor) continue;
        if (other < 0) other = wendi_distance_fields_claim(c->fields, neighbour);
        if (other < 0) return WEND_ERROR_MEMORY;
        wend_result result = relax_border(c, field, other, step);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// ---- the way back

// Everything on the path to the goal is final: what is still pending could not have led to the goal more
// cheaply. So from each tile of it there is a step back to a tile whose cost is less by just that step.
typedef struct walk {
    const wendi_distance_field* field; // where the last step was found
    wend_tile tile;
    wend_cost cost;    // from the start to the tile
    int32_t direction; // of the last step
} walk;

// How a field is read, known where its loop is compiled.
typedef struct field_form {
    bool narrow;
    bool by_bits; // it knows its passable tiles, which all have one cost
} field_form;

WENDI_SPECIALISED bool is_passable(const context* c, const wendi_distance_field* f, uint32_t column,
                                   uint32_t row, field_form form) {
    return form.by_bits
               ? f->passability_bits->tiles[row] >> column & 1
               : wendi_is_passable(c->query->grid, f->area.x + (int32_t)column, f->area.y + (int32_t)row);
}

// True when the step back from the tile of the walk is within the field, to a tile with what is left of the
// cost; it is passable then.
WENDI_SPECIALISED bool leads_back(const context* c, const walk* w, int32_t direction, wend_cost left,
                                  field_form form) {
    const wendi_distance_field* f = w->field;
    uint32_t x = (uint32_t)(w->tile.x - f->area.x), y = (uint32_t)(w->tile.y - f->area.y);
    uint32_t column = x + (uint32_t)wendi_direction[direction].x,
             row = y + (uint32_t)wendi_direction[direction].y;
    if (column >= (uint32_t)f->area.width || row >= (uint32_t)f->area.height) return false;
    if (form.narrow ? f->cost[row][column] != left - f->base
                    : wendi_distance_at(c->fields, f, (int32_t)(row * WENDI_LANES + column)) != left)
        return false;
    return direction < WENDI_STRAIGHT || c->query->grid->connectivity != WEND_CONNECTIVITY_8 ||
           (is_passable(c, f, column, y, form) && is_passable(c, f, x, row, form));
}

// The direction of a step back within the field, and its cost; -1: there is none. Of equal ways the one
// straight on is taken.
WENDI_SPECIALISED int32_t direction_back(const context* c, const walk* w, wend_cost* step_out,
                                         field_form form) {
    const wend_grid* grid = c->query->grid;
    uint8_t entered = form.by_bits ? 0 : *wendi_tile(grid, w->tile.x, w->tile.y);
    const wend_cost straight = form.by_bits ? grid->cheapest_straight : grid->costs.straight[entered],
                    diagonal = form.by_bits ? grid->cheapest_diagonal : grid->costs.diagonal[entered];
    *step_out = w->direction < WENDI_STRAIGHT ? straight : diagonal;
    if (leads_back(c, w, w->direction, w->cost - *step_out, form)) return w->direction;
    *step_out = straight;
    for (int32_t d = 0; d < WENDI_STRAIGHT; d++)
        if (leads_back(c, w, d, w->cost - straight, form)) return d;
    *step_out = diagonal;
    for (int32_t d = WENDI_STRAIGHT; d < WENDI_DIRECTIONS && grid->connectivity != WEND_CONNECTIVITY_4; d++)
        if (leads_back(c, w, d, w->cost - diagonal, form)) return d;
    return -1;
}

// Goes back within the field as far as it leads, but not beyond the start. Returns how many tiles that is,
// which go to tiles.
WENDI_SPECIALISED int32_t walk_by(const context* c, walk* w, wend_tile* tiles, field_form form) {
    int32_t count = 0, direction;
    wend_cost step;
    walk at = *w; // in registers
    while (at.cost > 0 && (direction = direction_back(c, &at, &step, form)) >= 0) {
        wend_tile to = {at.tile.x + wendi_direction[direction].x, at.tile.y + wendi_direction[direction].y};
        at = (walk){at.field, to, at.cost - step, direction};
        tiles[count++] = to;
    }
    *w = at;
    return count;
}

static int32_t walk_in(const context* c, walk* w, wend_tile* tiles) {
    // What is left of the cost may be what marks a tile that was not reached.
    bool narrow = w->field->wide < 0 && w->cost - w->field->base <= UINT16_MAX;
    if (!narrow) return walk_by(c, w, tiles, (field_form){false, false});
    return w->field->passability_bits ? walk_by(c, w, tiles, (field_form){true, true})
                                      : walk_by(c, w, tiles, (field_form){true, false});
}

// Goes back within the last field or another that holds the tile.
static int32_t walk_on(const context* c, walk* w, wend_tile* tiles) {
    int32_t count = walk_in(c, w, tiles);
    if (count > 0 || w->cost == 0) return count;
    int32_t clusters[4], cluster_count = wendi_clusters_at(&c->query->graph->clusters, w->tile, clusters);
    for (int32_t i = 0; i < cluster_count; i++) {
        int32_t field = wendi_distance_fields_find(c->fields, clusters[i]);
        for (; field >= 0; field = w->field->older) {
            w->field = &c->fields->items[field];
            count = walk_in(c, w, tiles);
            if (count > 0) return count;
        }
    }
    return 0;
}

static wend_result walk_back(const context* c, int32_t field, bool* found_out, wendi_tile_list* out) {
    walk w = {&c->fields->items[field], c->query->goal, c->best, 0};
    wend_result result = wendi_tile_list_reserve(out, 1);
    if (result != WEND_OK) return result;
    out->data[0] = w.tile;
    out->count = 1;
    while (w.cost > 0) {
        result =
            wendi_tile_list_reserve(out, out->count + WENDI_MAX_CLUSTER_TILES); // costs fall at each step
        if (result != WEND_OK) return result;
        int32_t count = walk_on(c, &w, out->data + out->count);
        out->count += count;
        *found_out = count > 0; // a file made by hand may have no way
        if (!*found_out) return WEND_OK;
    }
    for (int64_t i = 0, j = out->count - 1; i < j; i++, j--) {
        wend_tile tile = out->data[i];
        out->data[i] = out->data[j];
        out->data[j] = tile;
    }
    return WEND_OK;
}

wend_result wendi_cluster_search_run(wendi_cluster_search* s, const wendi_cluster_query* query,
                                     bool* found_out, wendi_tile_list* out, wend_stats* stats) {
    wend_heuristic kind = query->grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE;
    context c = {s, &s->fields, query, wendi_heuristic_for(query->grid, kind, WENDI_WEIGHT_ONE),
                 query->limit};
    int32_t reached = -1; // the field in which the goal has its cost
    wend_result result = begin(&c);
    while (result == WEND_OK && s->open.count > 0) {
        wendi_heap_entry entry = wendi_heap_pop(&s->open);
        wendi_distance_field* f = &s->fields.items[entry.item];
        if (entry.key >= c.best) break;
        if (entry.key != f->queue_key) continue; // spread since
        result = wendi_propagate(&s->fields, f, c.best - bound_from(&c, f->area));
        if (result != WEND_OK) break;
        stats->clusters_refined++;
        wendi_notify_cluster(&s->observer, WEND_EVENT_PROPAGATED, 1, f->area, entry.key);
        if (stats->clusters_refined % CLUSTERS_PER_CANCEL_CHECK == 0 && wendi_is_cancelled(&s->cancel))
            return WEND_ERROR_CANCELLED;
        if (holds(f->area, query->goal)) {
            wend_cost cost = wendi_distance_at(&s->fields, f, index_of(f->area, query->goal));
            if (cost < c.best) c.best = cost, reached = (int32_t)entry.item;
        }
        result = relax_neighbours(&c, (int32_t)entry.item);
    }
    if (result != WEND_OK) return result;
    *found_out = reached >= 0;
    return *found_out ? walk_back(&c, reached, found_out, out) : WEND_OK;
}
