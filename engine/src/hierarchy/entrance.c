// entrance.c: where do clusters lie, and which tiles on the lines between them, and pairs of seams, become
// nodes?
#include "hierarchy/entrance.h"

#include "grid/steps.h"
#include "wend/world.h"

// ---- which tiles of an entrance become nodes?
//
// The basin of a tile is the longest run around it, crossings included, of tiles that cost less than RIDGE
// times as much. Invariant: every basin of a tile that may be chosen holds a node, as every entrance does. So
// a path that crosses the line on a cheap tile finds a node that it reaches along cheap tiles. Without the
// invariant, two cheap ways through one segment had one node, and the other way was lost: 63 x 33 tiles of
// .25 and 1024 had a path of cost 1039 instead of 11. See docs/decisions/0028.

// Tiles of an entrance for each node, by level.
static const int32_t node_spacing[WEND_MAX_LEVELS] = {6, 6, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384};

wendi_side wendi_side_of(const wendi_partition* clusters, int32_t cluster, wendi_side_kind kind) {
    int32_t size = clusters->size, column = cluster % clusters->columns, row = cluster / clusters->columns;
    bool top = kind == WENDI_SIDE_TOP;
    // The side covers [a, b) along its axis: crossings are left out, the edge of the map is not.
    int32_t along = top ? column : row, along_count = top ? clusters->columns : clusters->rows;
    int32_t map_end = top ? clusters->width : clusters->height;
    int32_t a = along * size + (along > 0), b = along + 1 < along_count ? (along + 1) * size : map_end;
    if ((top ? row : column) == 0) b = a;
    WENDI_ASSERT(b >= a);
    return (wendi_side){top ? (wend_tile){a, row * size} : (wend_tile){column * size, a},
                        top ? (wend_tile){1, 0} : (wend_tile){0, 1}, b - a};
}

bool wendi_crossing_of(const wendi_partition* clusters, int32_t cluster, wend_tile* out) {
    int32_t column = cluster % clusters->columns, row = cluster / clusters->columns;
    *out = (wend_tile){column * clusters->size, row * clusters->size};
    return column > 0 && row > 0;
}

static wend_tile tile_at(const wendi_side* side, int32_t i) {
    return (wend_tile){side->first.x + i * side->step.x, side->first.y + i * side->step.y};
}

// The tiles of a side, or the pairs of a seam. Tiles of a side are read again and again, so it is noted where
// they lie: of a grid that shares its tiles, those of one block.
typedef struct side_tiles {
    const wend_grid* grid;
    const wendi_side* side;
    const wendi_side* beyond_opt; // the other side of a seam
    const int32_t* costs;         // by class; 0: blocked
    const uint8_t* at;            // tile begin; from one to the next are step bytes
    int64_t step;
    int32_t begin, end; // these tiles are known; none: begin == end
    bool may_be_closed; // steps along the side
    bool has_slopes;    // or lanes, which count
} side_tiles;

static side_tiles tiles_of(const wend_grid* grid, const wendi_side* side, const wendi_side* beyond_opt) {
    const wendi_relief* relief = &grid->relief;
    return (side_tiles){.grid = grid,
                        .side = side,
                        .beyond_opt = beyond_opt,
                        .costs = grid->costs.straight,
                        .may_be_closed = grid->exits.pages || wendi_relief_closes(grid),
                        .has_slopes = !beyond_opt && wendi_has_directions(grid) &&
                                      (relief->elevations || relief->lanes)};
}

static void find_tiles(side_tiles* t, int32_t i) {
    const wendi_side* s = t->side;
    const wend_tile tile = tile_at(s, i);
    const wendi_tiles found = wendi_tiles_at(t->grid, tile.x, tile.y);
    const int32_t in_block = (s->step.x ? tile.x : tile.y) % WENDI_TILE_BLOCK;
    const bool blocks = t->grid->blocks.table.kind;
    t->step = s->step.x ? 1 : found.stride;
    t->begin = !blocks ? -1 : in_block < 0 ? i : i - in_block;
    t->end = !blocks ? s->length + 1 : in_block < 0 ? i + 1 : t->begin + WENDI_TILE_BLOCK;
    t->at = found.at + (t->begin - i) * t->step;
}

static int32_t tile_cost(const side_tiles* t, const wendi_side* s, int32_t i) {
    return t->costs[*wendi_tile(t->grid, s->first.x + i * s->step.x, s->first.y + i * s->step.y)];
}

// A pair costs what its tiles cost on average, and is blocked where one of them is. The sides of a seam may
// lead to the left or upwards.
static int32_t pair_cost(const side_tiles* t, int32_t i) {
    const int32_t cost = tile_cost(t, t->side, i), beyond = tile_cost(t, t->beyond_opt, i);
    return cost == 0 || beyond == 0 ? 0 : wendi_max(cost / 2 + beyond / 2, 1);
}

static inline int32_t cost_at(side_tiles* t, int32_t i) {
    if (t->beyond_opt) return pair_cost(t, i);
    if (i < t->begin || i >= t->end) find_tiles(t, i);
    return t->costs[t->at[(i - t->begin) * t->step]];
}

// True when steps lead both ways between tile i of a side and the next, if both are passable. Either may be
// the crossing at an end of the side.
static bool is_joined(const side_tiles* t, const wendi_side* side, int32_t i) {
    if (!t->may_be_closed) return true;
    const wend_grid* grid = t->grid;
    const int32_t onward = side->step.x ? WENDI_EAST : WENDI_SOUTH;
    const bool back = side->step.x + side->step.y < 0; // only seams may lead to the left, or up
    wend_tile tile = tile_at(side, i + back), next = tile_at(side, i + !back);
    return !(wendi_closed_steps(grid, tile.x, tile.y) >> onward & 1) &&
           !(wendi_closed_steps(grid, next.x, next.y) >> wendi_opposite(onward) & 1);
}

// Tiles of a side that are an entrance.
typedef struct tile_run {
    int32_t from, length; // 0: there are no more
    int32_t least, most;  // that they cost
} tile_run;

static void add_cost(tile_run* run, int32_t cost) {
    run->least = wendi_min(run->least, cost);
    run->most = wendi_max(run->most, cost);
}

static tile_run next_entrance(side_tiles* t, int32_t from) {
    const wendi_side *side = t->side, *beyond = t->beyond_opt;
    while (from < side->length && cost_at(t, from) == 0) from++;
    tile_run run = {from, 0, INT32_MAX, 0};
    for (int32_t i = from, cost; i < side->length && (cost = cost_at(t, i)) != 0; i++) {
        const bool joined =
            i == from || (is_joined(t, side, i - 1) && (!beyond || is_joined(t, beyond, i - 1)));
        if (!joined) break;
        add_cost(&run, cost);
        run.length++;
    }
    return run;
}

int32_t wendi_next_entrance(const wend_grid* grid, const wendi_side* side, int32_t* from_io) {
    side_tiles tiles = tiles_of(grid, side, NULL);
    const tile_run run = next_entrance(&tiles, *from_io);
    *from_io = run.from;
    return run.length;
}

// True when tile i, before the first or after the last tile of a side, is a passable crossing, not at the
// edge of the map, and steps lead both ways between it and the side.
static bool is_reached(const side_tiles* t, const wendi_partition* clusters, int32_t i) {
    const wendi_side* side = t->side;
    wend_tile tile = tile_at(side, i);
    int32_t along = side->step.x ? tile.x : tile.y, end = side->step.x ? clusters->width : clusters->height;
    return along > 0 && along < end - 1 && along % clusters->size == 0 &&
           wendi_is_passable(t->grid, tile.x, tile.y) && is_joined(t, side, wendi_min(i, side->length - 1));
}

// ---- slopes and lanes
//
// Where steps cost by their direction, a steep part of a line keeps ways apart as a ridge does. There
// segments are shorter, and their nodes lie where a path crosses the line at the least cost. Neither depends
// on more than the classes of the line and the elevations and lanes of the line and of the tiles beside it,
// so that an edit changes the nodes of no other line. See docs/decisions/0030.

enum { LEVEL_WEIGHT = 64, MOST_WEIGHT = 5 * LEVEL_WEIGHT / 2 }; // of a tile in the length of a segment

// How long the step between tile i and the next counts: half of it for its length, and half for what it costs
// there and back beside level ground.
static int32_t weight_at(const side_tiles* t, int32_t i) {
    const wendi_slope_table* slopes = t->grid->relief.table;
    const wend_tile tile = tile_at(t->side, i), next = tile_at(t->side, i + 1);
    const int32_t onward = t->side->step.x ? WENDI_EAST : WENDI_SOUTH;
    const float there = wendi_step_factor(t->grid, tile.x, tile.y, onward),
                back = wendi_step_factor(t->grid, next.x, next.y, wendi_opposite(onward)),
                level = wendi_level_factor(slopes, tile.y, onward);
    const float weight = level > 0 ? LEVEL_WEIGHT / 2 * (1 + (there + back) / (2 * level)) : MOST_WEIGHT;
    return weight < LEVEL_WEIGHT ? LEVEL_WEIGHT : weight < MOST_WEIGHT ? (int32_t)weight : MOST_WEIGHT;
}

// What a closed step counts beside one over level ground. What the steepest step of the map costs would not
// do: an edit anywhere may change it.
enum { CLOSED = 8 };

// What entering and leaving the line at tile i costs on average, by straight steps, if all tiles beside it
// had its class.
static int32_t crossing_cost(side_tiles* t, int32_t i) {
    const int32_t cost = cost_at(t, i);
    if (!t->has_slopes) return cost;
    const wend_tile tile = tile_at(t->side, i);
    float sum = 0;
    for (int32_t k = 0; k < 2; k++) {
        const int32_t d = (t->side->step.x ? WENDI_SOUTH : WENDI_EAST) ^ (2 * k);
        const float out = wendi_step_factor(t->grid, tile.x, tile.y, d),
                    in = wendi_step_factor(t->grid, tile.x + wendi_direction[d].x,
                                           tile.y + wendi_direction[d].y, wendi_opposite(d));
        const float level = wendi_level_factor(t->grid->relief.table, tile.y, d);
        const float closed = CLOSED * (level > 0 ? level : 1);
        sum += (out > 0 ? out : closed) + (in > 0 ? in : closed);
    }
    const float mean = (float)cost * (sum / 4);
    return mean < (float)(INT32_MAX / 2) ? (int32_t)mean : INT32_MAX / 2;
}

// ---- nodes

static void consider(int32_t cost, int32_t index, int32_t begin, int32_t end, wendi_choice* best) {
    int32_t off_center = wendi_abs(2 * index - (begin + end - 1));
    if (best->index < 0 || cost < best->cost || (cost == best->cost && off_center < best->off_center))
        *best = (wendi_choice){index, cost, off_center};
}

void wendi_consider_tile(const wend_grid* grid, const wendi_side* side, int32_t index, int32_t begin,
                         int32_t end, wendi_choice* best) {
    WENDI_ASSERT(index >= 0 && index < side->length);
    side_tiles t = tiles_of(grid, side, NULL);
    consider(crossing_cost(&t, index), index, begin, end, best);
}

// Terrain, and most game maps, have no ridges between passable tiles of a line; 4 instead of 8 makes worlds
// of noise a quarter larger.
enum { RIDGE = 8 };

// An entrance whose nodes of a level are chosen.
typedef struct entrance {
    const wendi_side_choice* nodes;
    side_tiles tiles;
    int32_t from, length, segments;
    int32_t first, last; // tiles, with the passable crossings that it touches
    int64_t weight;      // of all its tiles
    struct {
        int32_t index;
        int64_t before; // weight of the tiles before it
    } at; // where slopes give tiles different weights: a tile near the last one that was asked for
} entrance;

static int32_t weight_of(const entrance* e, int32_t i) {
    return i + 1 < e->from + e->length && e->tiles.has_slopes ? weight_at(&e->tiles, i) : LEVEL_WEIGHT;
}

static void forward(entrance* e) {
    e->at.before += weight_of(e, e->at.index++);
}

static void backward(entrance* e) {
    e->at.before -= weight_of(e, --e->at.index);
}

static void measure(entrance* e, int32_t spacing) {
    e->at.index = e->from;
    e->at.before = 0;
    e->weight = (int64_t)e->length * LEVEL_WEIGHT;
    if (e->tiles.has_slopes) {
        while (e->at.index < e->from + e->length) forward(e);
        e->weight = e->at.before;
    }
    const int64_t most = (int64_t)spacing * LEVEL_WEIGHT;
    e->segments = (int32_t)((2 * e->weight + most) / (2 * most));
}

// The last tile before which lies at most the share of i segments.
static int32_t segment_begin(entrance* e, int32_t i) {
    const int64_t share = e->weight * i / e->segments;
    if (!e->tiles.has_slopes) return e->from + (int32_t)(share / LEVEL_WEIGHT);
    while (e->at.before > share) backward(e);
    while (e->at.index < e->from + e->length && e->at.before + weight_of(e, e->at.index) <= share) forward(e);
    return e->at.index;
}

// The segment of a tile.
static int32_t segment_of(entrance* e, int32_t index) {
    int64_t before = (int64_t)(index - e->from) * LEVEL_WEIGHT;
    if (e->tiles.has_slopes) {
        while (e->at.index > index) backward(e);
        while (e->at.index < index) forward(e);
        before = e->at.before;
    }
    const int32_t i = (int32_t)(before * e->segments / e->weight);
    return i + (index >= segment_begin(e, i + 1));
}

// The cheapest in a segment of those that may be chosen; -1: there is none.
static int32_t node_of_segment(entrance* e, int32_t i) {
    const int32_t begin = segment_begin(e, i);
    return e->nodes->best(e->nodes->context, begin, segment_begin(e, i + 1));
}

static bool may_choose(const entrance* e, int32_t index) {
    return e->nodes->best(e->nodes->context, index, index + 1) == index;
}

static bool is_node_of_segment(entrance* e, int32_t index) {
    return e->segments > 0 && node_of_segment(e, segment_of(e, index)) == index;
}

// True when of the tiles in its basin that may be chosen, a tile is the cheapest, the first of equal ones,
// and no crossing or node of a segment lies there. The basins of cheaper tiles in the basin are parts of it,
// so the choice does not depend on an order.
static bool is_alone(entrance* e, int32_t index) {
    const int32_t cost = cost_at(&e->tiles, index);
    const int64_t ridge = (int64_t)cost * RIDGE;
    for (int32_t step = -1; step <= 1; step += 2) {
        for (int32_t i = index + step; i >= e->first && i <= e->last; i += step) {
            const int32_t other = cost_at(&e->tiles, i);
            if (other >= ridge) break;
            if (i < e->from || i >= e->from + e->length) return false; // a crossing
            if (!may_choose(e, i)) continue;
            if (other < cost || (other == cost && step < 0) || is_node_of_segment(e, i)) return false;
        }
    }
    return !is_node_of_segment(e, index);
}

static bool has_ridges(entrance* e, tile_run run) {
    if (e->first < e->from) add_cost(&run, cost_at(&e->tiles, e->first));
    if (e->last >= e->from + e->length) add_cost(&run, cost_at(&e->tiles, e->last));
    return run.most >= (int64_t)run.least * RIDGE;
}

// level_clusters NULL: there are no crossings, as on a seam.
static void choose(side_tiles* tiles, const wendi_partition* level_clusters_opt, int32_t level,
                   const wendi_side_choice* nodes) {
    const int32_t spacing = node_spacing[level - 1];
    const wendi_side* side = tiles->side;
    entrance e = {.nodes = nodes, .tiles = *tiles};
    for (tile_run run; (run = next_entrance(tiles, e.from)).length > 0;) {
        const int32_t end = run.from + run.length;
        e.from = run.from;
        e.length = run.length;
        const bool crossings = level_clusters_opt != NULL;
        e.first = e.from - (crossings && e.from == 0 && is_reached(tiles, level_clusters_opt, -1));
        e.last = end - 1 + (crossings && end == side->length && is_reached(tiles, level_clusters_opt, end));
        measure(&e, spacing);
        if (e.segments == 0 && e.first == e.from && e.last == end - 1) e.segments = 1;
        for (int32_t i = 0; i < e.segments; i++) {
            const int32_t index = node_of_segment(&e, i);
            if (index >= 0) nodes->choose(nodes->context, index);
        }
        const bool ridges = has_ridges(&e, run);
        for (int32_t i = e.from; i < end && ridges; i++)
            if (may_choose(&e, i) && is_alone(&e, i)) nodes->choose(nodes->context, i);
        e.from = end;
    }
}

void wendi_choose_on_side(const wend_grid* grid, const wendi_partition* level_clusters,
                          const wendi_side* side, int32_t level, const wendi_side_choice* nodes) {
    side_tiles tiles = tiles_of(grid, side, NULL);
    choose(&tiles, level_clusters, level, nodes);
}

// The tiles of a side within a cluster, some of which may be chosen.
typedef struct some_tiles {
    side_tiles tiles;
    uint32_t allowed, nodes;
} some_tiles;

static int32_t best_tile(void* context, int32_t begin, int32_t end) {
    some_tiles* some = context;
    wendi_choice best = {-1, 0, 0};
    for (int32_t i = begin; i < end; i++)
        if (some->allowed >> i & 1) consider(crossing_cost(&some->tiles, i), i, begin, end, &best);
    return best.index;
}

static void choose_tile(void* context, int32_t index) {
    some_tiles* some = context;
    WENDI_ASSERT(index >= 0 && index < 32);
    some->nodes |= 1u << index;
}

uint32_t wendi_side_nodes(const wend_grid* grid, const wendi_partition* clusters, const wendi_side* side) {
    some_tiles some = {tiles_of(grid, side, NULL), UINT32_MAX, 0};
    const wendi_side_choice choice = {best_tile, choose_tile, &some};
    wendi_choose_on_side(grid, clusters, side, 1, &choice);
    return some.nodes;
}

// ---- which pairs of a seam become nodes?
//
// The links of a seam have every second id. Those from a cluster to a cluster, without a turn or a gap, are a
// run. Its nodes are chosen as on a side, with the pairs in the place of tiles. Invariant: between pairs of a
// run without a node between them, steps lead both ways on both sides, within a cluster; so what is reached
// over one of them is reached over a node. Runs do not depend on tiles, nor on the level.

// The link whose id is so much more, near an index; -1: there is none.
static int32_t link_after(const wendi_links* links, int32_t index, int32_t more) {
    const int64_t id = (int64_t)links->data[index].id + more;
    const int32_t step = more < 0 ? -1 : 1;
    for (int32_t i = index + step, n = 0; n < 4 && i >= 0 && i < links->count; i += step, n++)
        if (links->data[i].id == id) return i;
    return -1;
}

// The step from a tile to one beside it; 0, 0: it is none, or diagonal.
static wend_tile step_between(wend_tile from, wend_tile to) {
    const int32_t dx = to.x - from.x, dy = to.y - from.y;
    return wendi_abs(dx) + wendi_abs(dy) == 1 ? (wend_tile){dx, dy} : (wend_tile){0, 0};
}

typedef struct pair_step {
    wend_tile here, there; // at either end of the links
} pair_step;

// From a link of a seam to the next one. False: they do not lie beside each other.
static bool find_step(const wend_link* link, const wend_link* next, pair_step* out) {
    *out = (pair_step){step_between(link->from, next->from), step_between(link->to, next->to)};
    return link->kind == WEND_LINK_SEAM && next->kind == WEND_LINK_SEAM &&
           wendi_link_is_enabled(link) == wendi_link_is_enabled(next) && (out->here.x || out->here.y) &&
           (out->there.x || out->there.y);
}

static bool have_same_clusters(const wendi_partition* clusters, wend_tile a, wend_tile b) {
    int32_t of_a[4], of_b[4];
    const int32_t count = wendi_clusters_at(clusters, a, of_a);
    bool same = wendi_clusters_at(clusters, b, of_b) == count;
    for (int32_t i = 0; i < count && same; i++) same = of_a[i] == of_b[i];
    return same;
}

// True when a link and the next one are in one run. They are not where the links turn.
static bool is_in_run(const wend_grid* grid, const wendi_partition* clusters, int32_t index, int32_t next) {
    const wendi_links* links = &grid->links;
    if (index < 0 || next < 0) return false;
    const wend_link *link = &links->data[index], *after = &links->data[next];
    pair_step step, turn;
    if (!find_step(link, after, &step) || !have_same_clusters(clusters, link->from, after->from) ||
        !have_same_clusters(clusters, link->to, after->to))
        return false;
    const int32_t before = link_after(links, index, -2);
    return before < 0 || !find_step(&links->data[before], link, &turn) ||
           (turn.here.x == step.here.x && turn.here.y == step.here.y && turn.there.x == step.there.x &&
            turn.there.y == step.there.y);
}

static void find_run(const wend_grid* grid, const wendi_partition* clusters, int32_t index, int32_t level,
                     wendi_seam_run* out) {
    const wendi_links* links = &grid->links;
    int32_t first = index, length = 1;
    for (int32_t before; is_in_run(grid, clusters, before = link_after(links, first, -2), first);)
        first = before;
    pair_step step = {{1, 0}, {1, 0}};
    for (int32_t at = first, next; is_in_run(grid, clusters, at, next = link_after(links, at, 2));
         at = next) {
        find_step(&links->data[at], &links->data[next], &step);
        length++;
    }
    WENDI_ASSERT(length <= 32);
    const wend_link* link = &links->data[first];
    const wendi_side here = {link->from, step.here, length}, there = {link->to, step.there, length};
    side_tiles tiles = tiles_of(grid, &here, &there);
    some_tiles some = {tiles, UINT32_MAX, 0};
    const wendi_side_choice choice = {best_tile, choose_tile, &some};
    for (int32_t n = 1; n <= level; n++) {
        if (n > 1) some.allowed = some.nodes;
        some.nodes = 0;
        choose(&tiles, NULL, n, &choice);
    }
    *out = (wendi_seam_run){link->id, length, some.nodes};
}

bool wendi_is_seam_node(const wend_grid* grid, const wendi_partition* clusters, int32_t index, int32_t level,
                        wendi_seam_reader* reader) {
    const int32_t id = grid->links.data[index].id;
    wendi_seam_run* run = &reader->runs[id & 1];
    if (run->length == 0 || id < run->first || (id - run->first) / 2 >= run->length)
        find_run(grid, clusters, index, level, run);
    return run->nodes >> (id - run->first) / 2 & 1;
}

// ---- which tiles make up a cluster, and which clusters contain a tile?

static int32_t clusters_along(int32_t length, int32_t size) {
    return wendi_max(1, (length - 1 + size - 1) / size);
}

wendi_partition wendi_partition_of(int32_t width, int32_t height, int32_t size) {
    WENDI_ASSERT(width >= 1 && height >= 1 && size >= 1);
    return (wendi_partition){width, height, size, clusters_along(width, size), clusters_along(height, size)};
}

wend_rect wendi_cluster_rect(const wendi_partition* clusters, int32_t cluster) {
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(clusters));
    int32_t x = cluster % clusters->columns * clusters->size,
            y = cluster / clusters->columns * clusters->size;
    return (wend_rect){x, y, wendi_min(clusters->size + 1, clusters->width - x),
                       wendi_min(clusters->size + 1, clusters->height - y)};
}

wendi_cluster_span wendi_cluster_span_of(const wendi_partition* clusters,
                                         const wendi_partition* level_clusters, int32_t cluster) {
    int32_t scale = level_clusters->size / clusters->size;
    WENDI_ASSERT(cluster >= 0 && cluster < wendi_cluster_count(level_clusters) && scale >= 1);
    int32_t left = cluster % level_clusters->columns * scale, top = cluster / level_clusters->columns * scale;
    return (wendi_cluster_span){left, wendi_min(left + scale, clusters->columns), top,
                                wendi_min(top + scale, clusters->rows)};
}

// First and last cluster along one axis that contain a coordinate.
static void clusters_on_axis(int32_t at, int32_t size, int32_t count, int32_t* first, int32_t* last) {
    int32_t index = at / size;
    *first = at % size == 0 && index > 0 ? index - 1 : index;
    *last = wendi_min(index, count - 1);
}

int32_t wendi_clusters_at(const wendi_partition* clusters, wend_tile tile, int32_t out[4]) {
    int32_t left, right, top, bottom, count = 0;
    clusters_on_axis(tile.x, clusters->size, clusters->columns, &left, &right);
    clusters_on_axis(tile.y, clusters->size, clusters->rows, &top, &bottom);
    WENDI_ASSERT(left >= 0 && left <= right && right <= left + 1 && right < clusters->columns);
    WENDI_ASSERT(top >= 0 && top <= bottom && bottom <= top + 1 && bottom < clusters->rows);
    for (int32_t y = top; y <= bottom; y++)
        for (int32_t x = left; x <= right; x++) out[count++] = y * clusters->columns + x;
    return count;
}

wendi_cluster_span wendi_clusters_with(const wendi_partition* clusters, wend_rect area) {
    const int32_t size = clusters->size;
    return (wendi_cluster_span){
        .left = wendi_max(area.x - 1, 0) / size,
        .right = wendi_min((area.x + area.width - 1) / size, clusters->columns - 1) + 1,
        .top = wendi_max(area.y - 1, 0) / size,
        .bottom = wendi_min((area.y + area.height - 1) / size, clusters->rows - 1) + 1};
}

wendi_cluster_span wendi_clusters_around(const wendi_partition* clusters, int32_t cluster) {
    const int32_t row = cluster / clusters->columns, column = cluster - row * clusters->columns;
    return (wendi_cluster_span){.left = wendi_max(column - 1, 0),
                                .right = wendi_min(column + 2, clusters->columns),
                                .top = wendi_max(row - 1, 0),
                                .bottom = wendi_min(row + 2, clusters->rows)};
}

int32_t wendi_clusters_of(const wendi_partition* clusters, uint32_t node, int32_t out[4]) {
    if (node >= WENDI_FIRST_LINK_NODE)
        return wendi_clusters_at(clusters, wendi_node_tile(clusters, node), out);
    const int32_t cluster = (int32_t)(node / WENDI_BORDER_INDEX_COUNT), columns = clusters->columns;
    const uint32_t border_index = node % WENDI_BORDER_INDEX_COUNT;
    int32_t count = 0;
    if (border_index < WENDI_LEFT_BORDER_INDEX) { // beyond the top line
        const bool crossing = border_index == 0 && cluster % columns > 0;
        if (crossing) out[count++] = cluster - columns - 1;
        out[count++] = cluster - columns;
        if (crossing) out[count++] = cluster - 1;
    } else {
        out[count++] = cluster - 1;
    }
    out[count++] = cluster;
    WENDI_ASSERT(out[0] >= 0 && cluster < wendi_cluster_count(clusters));
    return count;
}

bool wendi_may_have_node(const wendi_partition* clusters, wend_tile tile) {
    const int32_t size = clusters->size;
    const bool on_line = (tile.y > 0 && tile.y % size == 0 && tile.y / size < clusters->rows) ||
                         (tile.x > 0 && tile.x % size == 0 && tile.x / size < clusters->columns);
    return on_line || (int64_t)tile.y * clusters->width + tile.x < INT64_C(1) << 31;
}

uint32_t wendi_node_at_tile(const wendi_partition* clusters, wend_tile tile) {
    WENDI_ASSERT(wendi_may_have_node(clusters, tile));
    int32_t column = wendi_min(tile.x / clusters->size, clusters->columns - 1);
    int32_t row = wendi_min(tile.y / clusters->size, clusters->rows - 1);
    int32_t x = tile.x - column * clusters->size, y = tile.y - row * clusters->size;
    int32_t cluster = row * clusters->columns + column;
    if (y == 0 && row > 0) return wendi_node_on(cluster, x);
    if (x == 0 && column > 0) return wendi_node_on(cluster, WENDI_LEFT_BORDER_INDEX + y);
    return WENDI_FIRST_LINK_NODE + (uint32_t)((int64_t)tile.y * clusters->width + tile.x);
}

// True when clusters `shift` levels above the first .. last ones of two tiles along an axis have one in
// common.
static bool meet(const int32_t a[2], const int32_t b[2], int32_t shift) {
    for (int32_t i = 0; i < 2; i++)
        for (int32_t k = 0; k < 2; k++)
            if (a[i] >> shift == b[k] >> shift) return true;
    return false;
}

int32_t wendi_levels_apart(const wendi_partition* clusters, wend_tile a, wend_tile b, int32_t level_count) {
    int32_t ax[2], ay[2], bx[2], by[2], level = 0;
    clusters_on_axis(a.x, clusters->size, clusters->columns, &ax[0], &ax[1]);
    clusters_on_axis(a.y, clusters->size, clusters->rows, &ay[0], &ay[1]);
    clusters_on_axis(b.x, clusters->size, clusters->columns, &bx[0], &bx[1]);
    clusters_on_axis(b.y, clusters->size, clusters->rows, &by[0], &by[1]);
    while (level < level_count && !(meet(ax, bx, level) && meet(ay, by, level))) level++;
    return level;
}

// True when a cluster of one tile lies at most so many columns and rows from a cluster of the other.
static bool are_within(const wendi_partition* clusters, wend_tile a, wend_tile b, int32_t most) {
    int32_t a0, a1, b0, b1;
    clusters_on_axis(a.x, clusters->size, clusters->columns, &a0, &a1);
    clusters_on_axis(b.x, clusters->size, clusters->columns, &b0, &b1);
    if (b0 > a1 + most || a0 > b1 + most) return false;
    clusters_on_axis(a.y, clusters->size, clusters->rows, &a0, &a1);
    clusters_on_axis(b.y, clusters->size, clusters->rows, &b0, &b1);
    return b0 <= a1 + most && a0 <= b1 + most;
}

bool wendi_share_cluster(const wendi_partition* clusters, wend_tile a, wend_tile b) {
    return are_within(clusters, a, b, 0);
}

bool wendi_clusters_near(const wendi_partition* clusters, wend_tile a, wend_tile b) {
    return are_within(clusters, a, b, 1);
}
