// sweep_kernel.h: the kernel itself, written once. Each sweep_*.c includes it with these macros:
//   NARROW    defined for lanes of 16 bits; else they have 32
//   LANES     a row of 32 lanes in registers
//   OP(f)     the operations on LANES: load, store, fill (one value in all lanes), min, add (saturating),
//             either (bitwise or), same (all lanes equal), is_greatest (lane by lane: all bits or none), most
//             (the greater of a and b + 1, where the greatest value counts as 0), of_bits (the greatest value
//             in lane x where bit x is set, else 0), up1 .. up16 (lane x takes that of x - k; the first k the
//             greatest value), down1 .. down16
//   SHUFFLE_COSTS(grid, area, classes, straight_out, across_out)  looks up the costs of a whole row with
//             byte shuffles; false where it cannot
#ifndef SHUFFLE_COSTS
#define SHUFFLE_COSTS(grid, area, classes, straight_out, across_out) false
#endif

// The loops of narrow lanes are compiled for each form of a cluster: without that, compilers call them. Wide
// lanes are seldom used, plain C would be four times as large, and WebAssembly is loaded over a network.
#if defined(NARROW) && !defined(PLAIN) && !defined(__wasm_simd128__)
#define SPECIALISED WENDI_SPECIALISED
#else
#define SPECIALISED static inline
#endif
#ifdef NARROW
#define LANE    uint16_t
#define CLUSTER wendi_sweep_cluster16
#define STEPS   wendi_steps16 // what a row of it costs
#define NAME(f) narrow_##f    // the name of a function in this form
#else
#define LANE    uint32_t
#define CLUSTER wendi_sweep_cluster32
#define STEPS   wendi_steps32
#define NAME(f) wide_##f
#endif

#define GREATEST ((LANE) ~(LANE)0)

static inline LANES NAME(at)(const LANE* row) {
    return OP(load)(row);
}

// The greatest of all lanes, at least 1.
static inline LANE NAME(greatest_in)(LANES row) {
    _Alignas(64) LANE lanes[WENDI_LANES];
    OP(store)(lanes, row);
    LANE greatest = 1;
    for (int32_t x = 0; x < WENDI_LANES; x++) greatest = lanes[x] > greatest ? lanes[x] : greatest;
    return greatest;
}

// ---- costs of steps

static inline LANE NAME(lane)(int32_t cost) {
    return cost > 0 ? (LANE)cost : GREATEST;
}

// The costs of straight and diagonal steps into the tiles of a row.
static inline void NAME(look_up)(const CLUSTER* cluster, const uint8_t* classes, LANES* straight_out,
                                 LANES* across_out) {
    const wend_grid* grid = cluster->grid;
    if (SHUFFLE_COSTS(grid, cluster->area, classes, straight_out, across_out)) return;
    const bool diagonals = grid->connectivity != WEND_CONNECTIVITY_4;
    _Alignas(64) LANE straight[WENDI_LANES], across[WENDI_LANES];
    for (int32_t x = 0; x < cluster->area.width; x++) {
        straight[x] = NAME(lane)(grid->costs.straight[classes[x]]);
        across[x] = diagonals ? NAME(lane)(grid->costs.diagonal[classes[x]]) : GREATEST;
    }
    for (int32_t x = cluster->area.width; x < WENDI_LANES; x++) straight[x] = across[x] = GREATEST;
    *straight_out = NAME(at)(straight);
    *across_out = NAME(at)(across);
}

static inline void NAME(set_steps)(CLUSTER* cluster, int32_t row, LANES straight, LANES across,
                                   LANES blocked) {
    STEPS* steps = &cluster->rows[row];
    LANES west = across, east = across;
    if (!cluster->corners) {
        east = OP(either)(east, OP(down1)(blocked));
        west = OP(either)(west, OP(up1)(blocked));
    }
    OP(store)(steps->straight, straight);
    OP(store)(steps->blocked, blocked);
    OP(store)(steps->from_west, west);
    OP(store)(steps->from_east, east);
}

// The row whose steps a row shares.
static inline int32_t NAME(like)(const CLUSTER* cluster, int32_t row) {
    return 31 - __builtin_clz(cluster->first_alike & UINT32_MAX >> (31 - row));
}

// A row covers a neighbouring row of equal tiles and, at one cost, a row that has only some of its passable
// tiles. same: the row equals the row above.
static inline void NAME(compare_rows)(CLUSTER* cluster, int32_t row, bool same) {
    bool below = same, above = same;
    if (!same && cluster->uniform_cost) {
        LANES a = NAME(at)(cluster->rows[NAME(like)(cluster, row - 1)].blocked);
        LANES b = NAME(at)(cluster->rows[row].blocked), both = OP(either)(a, b);
        below = OP(same)(both, b);
        above = OP(same)(both, a);
    }
    cluster->covers_below |= (uint32_t)below << (row - 1);
    cluster->covers_above |= (uint32_t)above << row;
}

// The greatest value in the lanes of tiles that may not be left in a direction.
static inline LANES NAME(closed)(const CLUSTER* cluster, int32_t direction, int32_t row) {
    return OP(of_bits)(cluster->closed.rows[direction][row]);
}

// ---- relaxation

// The distances d of the neighbouring row `row - by` plus the costs of the steps between that row, whose
// steps are `from`, and this one, whose steps are `into`.
static inline LANES NAME(from_row)(const CLUSTER* cluster, int32_t row, int32_t by, const STEPS* into,
                                   const STEPS* from, LANES d, wendi_sense sense, bool corners, bool masked) {
    LANES straight, west, east;
    if (sense == WENDI_FROM) {
        LANES down = d, to_east = d, to_west = d; // without the tiles that may not be left
        if (masked) {
            const int32_t at = row - by;
            down = OP(either)(d, NAME(closed)(cluster, by > 0 ? WENDI_SOUTH : WENDI_NORTH, at));
            to_east = OP(either)(d, NAME(closed)(cluster, by > 0 ? WENDI_SOUTH_EAST : WENDI_NORTH_EAST, at));
            to_west = OP(either)(d, NAME(closed)(cluster, by > 0 ? WENDI_SOUTH_WEST : WENDI_NORTH_WEST, at));
        }
        straight = OP(add)(down, NAME(at)(into->straight));
        LANES into_west = NAME(at)(into->from_west), into_east = NAME(at)(into->from_east);
        if (!corners) {
            LANES blocked = NAME(at)(from->blocked);
            into_west = OP(either)(into_west, blocked);
            into_east = OP(either)(into_east, blocked);
        }
        west = OP(add)(OP(up1)(to_east), into_west);
        east = OP(add)(OP(down1)(to_west), into_east);
    } else { // paths run the other way: a step enters the tile of the neighbouring row
        LANES blocked = NAME(at)(into->blocked);
        straight = OP(either)(OP(add)(d, NAME(at)(from->straight)), blocked);
        west = OP(add)(d, NAME(at)(from->from_east));
        east = OP(add)(d, NAME(at)(from->from_west));
        if (!corners) {
            west = OP(either)(west, blocked);
            east = OP(either)(east, blocked);
        }
        west = OP(either)(OP(up1)(west), blocked);
        east = OP(either)(OP(down1)(east), blocked);
        if (masked) {
            straight = OP(either)(straight, NAME(closed)(cluster, by > 0 ? WENDI_NORTH : WENDI_SOUTH, row));
            west = OP(either)(west, NAME(closed)(cluster, by > 0 ? WENDI_NORTH_WEST : WENDI_SOUTH_WEST, row));
            east = OP(either)(east, NAME(closed)(cluster, by > 0 ? WENDI_NORTH_EAST : WENDI_SOUTH_EAST, row));
        }
    }
    return OP(min)(straight, OP(min)(west, east));
}

// The same where steps cost by their direction.
static inline LANES NAME(from_row_directed)(const CLUSTER* cluster, int32_t row, int32_t by, LANES d) {
    const LANE(*steps)[WENDI_LANES] = cluster->directed_rows[row].by;
    const int32_t straight = by > 0 ? WENDI_NORTH : WENDI_SOUTH,
                  west = by > 0 ? WENDI_NORTH_WEST : WENDI_SOUTH_WEST,
                  east = by > 0 ? WENDI_NORTH_EAST : WENDI_SOUTH_EAST;
    return OP(min)(
        OP(add)(d, NAME(at)(steps[straight])),
        OP(min)(OP(add)(OP(up1)(d), NAME(at)(steps[west])), OP(add)(OP(down1)(d), NAME(at)(steps[east]))));
}

// What single steps along a row cost: to the right into each tile, and to the left.
static inline void NAME(steps_along)(const CLUSTER* cluster, int32_t row, bool directed, LANES* right_out,
                                     LANES* left_out) {
    if (directed) {
        *right_out = NAME(at)(cluster->directed_rows[row].by[WENDI_WEST]);
        *left_out = NAME(at)(cluster->directed_rows[row].by[WENDI_EAST]);
        return;
    }
    const int32_t like = NAME(like)(cluster, row);
    const STEPS* steps = &cluster->rows[like];
    LANES straight = NAME(at)(steps->straight), right = straight, left = straight;
    if (cluster->sense == WENDI_TO) {
        LANES blocked = NAME(at)(steps->blocked);
        right = OP(either)(OP(up1)(straight), blocked);
        left = OP(either)(OP(down1)(straight), blocked);
    }
    if (cluster->masked) {
        LANES east = NAME(closed)(cluster, WENDI_EAST, like), west = NAME(closed)(cluster, WENDI_WEST, like);
        right = OP(either)(right, cluster->sense == WENDI_TO ? west : OP(up1)(east));
        left = OP(either)(left, cluster->sense == WENDI_TO ? east : OP(down1)(west));
    }
    *right_out = right;
    *left_out = left;
}

// One step of the scans, by k lanes: right_steps and left_steps are what k steps cost.
#define SCAN(k)                                                                                              \
    right = OP(min)(right, OP(add)(OP(up##k)(right), right_steps));                                          \
    left = OP(min)(left, OP(add)(OP(down##k)(left), left_steps))
// The cost of 2k steps is that of k steps plus that of the k steps before them.
#define DOUBLE_STEPS(k)                                                                                      \
    right_steps = OP(add)(right_steps, OP(up##k)(right_steps));                                              \
    left_steps = OP(add)(left_steps, OP(down##k)(left_steps))

// Relaxes a row along itself, in both directions. Most rows are scanned once or twice, so tables of the costs
// of 2, 4, 8 and 16 steps would not pay: those of a whole cluster fill the first cache.
SPECIALISED LANES NAME(along_row)(const CLUSTER* cluster, int32_t row, LANES d, bool directed) {
    LANES right = d, left = d, right_steps, left_steps;
    NAME(steps_along)(cluster, row, directed, &right_steps, &left_steps);
    SCAN(1);
    DOUBLE_STEPS(1);
    SCAN(2);
    DOUBLE_STEPS(2);
    SCAN(4);
    DOUBLE_STEPS(4);
    SCAN(8);
    DOUBLE_STEPS(8);
    SCAN(16);
    return OP(min)(right, left);
}

// As along_row, for a row with costs that were set from outside. Costs that came from a whole row of another
// cluster are mostly complete already: where relaxing by one step improves nothing, more steps improve
// nothing either. Costs that came from columns are at the ends of the row; an unobstructed cluster relaxes
// them without a scan.
SPECIALISED LANES NAME(along_seeds)(const CLUSTER* cluster, int32_t row, LANES d, const LANE* seeds,
                                    bool directed) {
    if (cluster->unobstructed) {
        LANES first = OP(fill)(seeds[0]), last = OP(fill)(seeds[cluster->area.width - 1]);
        d = OP(min)(d, OP(min)(OP(add)(first, NAME(at)(cluster->from_first)),
                               OP(add)(last, NAME(at)(cluster->from_last))));
    }
    LANES right = d, left = d, right_steps, left_steps;
    NAME(steps_along)(cluster, row, directed, &right_steps, &left_steps);
    SCAN(1);
    return OP(same)(OP(min)(right, left), d) ? d : NAME(along_row)(cluster, row, d, directed);
}

typedef struct NAME(dirty_rows) {
    uint32_t seeds;    // rows with costs from outside that were not relaxed along the row
    uint32_t down, up; // rows that the row below, above, was not relaxed from
    LANES most;        // the greatest distance set in each lane, plus one
} NAME(dirty_rows);

// Relaxes the rows after a dirty row in turn, down (by 1) or up (by -1), until one does not improve.
SPECIALISED void NAME(relax_rows)(const CLUSTER* cluster, LANE (*field)[WENDI_LANES], int32_t row, int32_t by,
                                  wendi_sense sense, bool corners, bool masked, bool directed,
                                  NAME(dirty_rows) * dirty) {
    const int32_t end = by > 0 ? cluster->area.height : -1;
    uint32_t *ahead = by > 0 ? &dirty->down : &dirty->up, *back = by > 0 ? &dirty->up : &dirty->down;
    LANES d = NAME(at)(field[row]);
    const STEPS* from = &cluster->rows[directed ? 0 : NAME(like)(cluster, row)];
    if (dirty->seeds >> row & 1) {
        d = NAME(along_seeds)(cluster, row, d, field[row], directed);
        OP(store)(field[row], d);
        dirty->most = OP(most)(dirty->most, d);
        dirty->seeds &= ~(1u << row);
    }
    for (;;) {
        *ahead &= ~(1u << row);
        const bool covers = (by > 0 ? cluster->covers_below : cluster->covers_above) >> row & 1;
        row += by;
        if (row == end) return;
        const STEPS* into = &cluster->rows[directed ? 0 : NAME(like)(cluster, row)];
        LANES old = NAME(at)(field[row]);
        d = OP(min)(old, directed ? NAME(from_row_directed)(cluster, row, by, d)
                                  : NAME(from_row)(cluster, row, by, into, from, d, sense, corners, masked));
        if (dirty->seeds >> row & 1) {
            d = NAME(along_seeds)(cluster, row, d, field[row], directed);
            dirty->seeds &= ~(1u << row);
        } else {
            if (OP(same)(d, old)) return;
            // A path from a covering row through this one and back costs no less than the same path within
            // the covering row, so nothing goes back. At one cost, all steps along the row may come before
            // the step into this row, and those have been relaxed.
            if (!covers) *back |= 1u << row;
            if (!covers || !cluster->uniform_cost) d = NAME(along_row)(cluster, row, d, directed);
        }
        OP(store)(field[row], d);
        dirty->most = OP(most)(dirty->most, d);
        from = into;
    }
}

// Returns the greatest distance set in each lane, plus one. Sense, corners, masked and directed are those of
// the cluster, given as constants where the caller can.
SPECIALISED LANES NAME(sweep)(const CLUSTER* cluster, LANE (*field)[WENDI_LANES], uint32_t dirty_set,
                              wendi_sense sense, bool corners, bool masked, bool directed) {
    NAME(dirty_rows) dirty = {dirty_set, dirty_set, dirty_set, OP(fill)(0)};
    while (dirty.down | dirty.up) {
        while (dirty.down) NAME(relax_rows)
        (cluster, field, __builtin_ctz(dirty.down), 1, sense, corners, masked, directed, &dirty);
        while (dirty.up) NAME(relax_rows)
        (cluster, field, 31 - __builtin_clz(dirty.up), -1, sense, corners, masked, directed, &dirty);
    }
    return dirty.most;
}

static LANE NAME(run)(const CLUSTER* cluster, LANE (*field)[WENDI_LANES], uint32_t dirty_set) {
    const wendi_sense sense = cluster->sense;
    const bool corners = cluster->corners;
    LANES most = cluster->directed ? NAME(sweep)(cluster, field, dirty_set, WENDI_FROM, false, false, true)
                 : cluster->masked ? NAME(sweep)(cluster, field, dirty_set, sense, corners, true, false)
                 : sense == WENDI_FROM && !corners
                     ? NAME(sweep)(cluster, field, dirty_set, WENDI_FROM, false, false, false)
                     : NAME(sweep)(cluster, field, dirty_set, sense, corners, false, false);
    return (LANE)(NAME(greatest_in)(most) - 1);
}

// ---- preparation

// Reads the classes of the tiles. Returns true when all of them are equal and passable.
static inline bool NAME(prepare_by_tiles)(CLUSTER* cluster) {
    const wend_grid* grid = cluster->grid;
    const wend_rect area = cluster->area;
    const wendi_tiles tiles = wendi_tiles_at(grid, area.x, area.y);
    const uint8_t *first = tiles.at, *row = first;
    cluster->first_alike = cluster->covers_below = cluster->covers_above = 0;
    for (int32_t y = 0; y < area.height; y++) {
        __builtin_prefetch(first + y * tiles.stride);
        __builtin_prefetch(first + y * tiles.stride + area.width - 1);
    }
    for (int32_t y = 0; y < area.height; y++, row += tiles.stride) {
        bool same =
            y > 0 && (area.width == WENDI_LANES ? memcmp(row - tiles.stride, row, WENDI_LANES) == 0
                                                : memcmp(row - tiles.stride, row, (size_t)area.width) == 0);
        if (!same) {
            LANES straight, across;
            NAME(look_up)(cluster, row, &straight, &across);
            NAME(set_steps)(cluster, y, straight, across, OP(is_greatest)(straight));
            cluster->first_alike |= 1u << y;
        }
        if (y > 0) NAME(compare_rows)(cluster, y, same);
    }
    return cluster->first_alike == 1 && wendi_is_passable(grid, area.x, area.y) &&
           memcmp(first, first + 1, (size_t)area.width - 1) == 0;
}

// Reads the passability bits of a cluster whose passable tiles all have one cost. Returns true when all tiles
// are passable.
static inline bool NAME(prepare_by_bits)(CLUSTER* cluster, const wendi_passability_bits* bits) {
    const wend_grid* grid = cluster->grid;
    const int32_t across_cost = grid->connectivity == WEND_CONNECTIVITY_4 ? 0 : grid->cheapest_diagonal;
    const LANES straight = OP(fill)((LANE)grid->cheapest_straight),
                across = OP(fill)(NAME(lane)(across_cost));
    cluster->first_alike = bits->unlike_above | 1;
    cluster->covers_below = ~bits->lacks_below;
    cluster->covers_above = ~bits->lacks_above;
    for (uint32_t rows = cluster->first_alike; rows; rows &= rows - 1) {
        int32_t y = __builtin_ctz(rows);
        LANES blocked = OP(of_bits)(~bits->tiles[y]);
        NAME(set_steps)(cluster, y, OP(either)(straight, blocked), OP(either)(across, blocked), blocked);
    }
    return bits->unlike_above == 0 && bits->tiles[0] == UINT32_MAX >> (WENDI_LANES - cluster->area.width);
}

// Reads the closed steps. Then no row covers another, and rows share their steps only if the same steps along
// the row are closed.
static void NAME(prepare_masks)(CLUSTER* cluster) {
    wendi_closed_bits* closed = &cluster->closed;
    wendi_closed_bits_read(cluster->grid, cluster->area, closed);
    const uint32_t *east = closed->rows[WENDI_EAST], *west = closed->rows[WENDI_WEST];
    cluster->covers_below = cluster->covers_above = 0;
    for (int32_t y = 1; y < cluster->area.height; y++) {
        if (cluster->first_alike >> y & 1 || (east[y] == east[y - 1] && west[y] == west[y - 1])) continue;
        const STEPS* like = &cluster->rows[NAME(like)(cluster, y)];
        STEPS* steps = &cluster->rows[y];
        OP(store)(steps->straight, NAME(at)(like->straight));
        OP(store)(steps->blocked, NAME(at)(like->blocked));
        OP(store)(steps->from_west, NAME(at)(like->from_west));
        OP(store)(steps->from_east, NAME(at)(like->from_east));
        cluster->first_alike |= 1u << y;
    }
    cluster->unobstructed &= cluster->first_alike == 1 && (east[0] | west[0]) == 0;
}

static inline LANE NAME(narrowed)(int32_t cost) {
#ifdef NARROW
    return (LANE)(cost < WENDI_LONG_STEP ? cost : WENDI_LONG_STEP);
#else
    return (LANE)cost;
#endif
}

// The costs of steps of one direction between a row of tiles and its neighbours, before those that may not be
// taken are left out. base: what steps into the tiles cost that are entered.
static inline void NAME(directed_costs)(const wend_grid* grid, wend_rect area, int32_t y, int32_t direction,
                                        wendi_sense sense, const int32_t* base, LANE out[WENDI_LANES]) {
    const int64_t stride = grid->relief.stride, here = (area.y + y) * stride + area.x,
                  there = here + wendi_direction[direction].y * stride + wendi_direction[direction].x;
    const int64_t from = sense == WENDI_FROM ? there : here, to = sense == WENDI_FROM ? here : there;
    const int32_t step = sense == WENDI_FROM ? wendi_opposite(direction) : direction;
    const wendi_slope_table* t = grid->relief.table;
    const int32_t entered = area.y + y + (sense == WENDI_FROM ? 0 : wendi_direction[direction].y);
    const int32_t band = t->bands ? t->bands[entered] : 0, reach = t->reach;
    const float* factors =
        t->factors + (int64_t)(WENDI_STEP_KINDS * band + t->kinds[step]) * (2 * reach + 1) + reach;
    const int32_t first = wendi_direction[direction].x < 0,
                  last = area.width - (wendi_direction[direction].x > 0);
    float product[WENDI_LANES];
    const int16_t* elevations = grid->relief.elevations;
    for (int32_t x = first; x < last; x++) {
        int32_t climb = elevations ? elevations[to + x] - elevations[from + x] : 0;
        climb = climb < reach ? climb : reach;
        climb = climb > -reach ? climb : -reach;
        product[x] = factors[climb];
    }
    const uint8_t* lanes = grid->relief.lanes;
    for (int32_t x = first; x < last && lanes; x++) product[x] *= t->lanes[lanes[to + x] & 15][step];
    for (int32_t x = first; x < last; x++) {
        product[x] *= (float)base[x];
        const int32_t cost = (int32_t)(product[x] + 0.5f), least = product[x] > 0;
        const int32_t raised = cost > least ? cost : least;
        out[x] = raised > 0 ? NAME(narrowed)(raised) : GREATEST;
    }
    if (first > 0) out[0] = GREATEST;
    for (int32_t x = last; x < WENDI_LANES; x++) out[x] = GREATEST;
}

// Bit x: that of the tile beside x.
static inline uint32_t NAME(bits_beside)(uint32_t bits, int32_t dx) {
    return dx > 0 ? bits >> 1 : dx < 0 ? bits << 1 : bits;
}

#ifdef NARROW
// Costs of a step between each tile of a row and another tile, and back.
static inline void NAME(pair_row)(const uint32_t* pairs, const int16_t* restrict from,
                                  const int16_t* restrict to, int32_t count, uint16_t* restrict there,
                                  uint16_t* restrict back) {
    for (int32_t x = 0; x < count; x++) {
        const uint32_t pair = pairs[to[x] - from[x]];
        there[x] = (uint16_t)pair;
        back[x] = (uint16_t)(pair >> 16);
    }
}

// The same from a table, where all passable tiles are of one class and all rows of one size. A pair of tiles
// is looked up once for both its steps.
static inline void NAME(pair_costs_of)(CLUSTER* cluster, int32_t columns) {
    static const int32_t ways[4] = {WENDI_EAST, WENDI_SOUTH, WENDI_SOUTH_EAST, WENDI_SOUTH_WEST};
    const wend_grid* grid = cluster->grid;
    const wend_rect area = cluster->area;
    const wendi_slope_table* t = grid->relief.table;
    const int64_t stride = grid->relief.stride, row = 2 * (int64_t)t->reach + 1;
    const int32_t band = t->bands ? t->bands[area.y] : 0;
    const bool sent = cluster->sense == WENDI_TO; // a path from here leaves by the way there
    for (int32_t i = 0; i < 4; i++) {
        const int32_t d = ways[i], dx = wendi_direction[d].x, dy = wendi_direction[d].y, first = dx < 0;
        const uint32_t* pairs = grid->relief.pairs + (WENDI_STEP_KINDS * band + t->kinds[d]) * row + t->reach;
        const int16_t* from = grid->relief.elevations + area.y * stride + area.x + first;
        for (int32_t y = 0; y + dy < area.height; y++, from += stride) {
            uint16_t *here = cluster->directed_rows[y].by[d] + first,
                     *other = cluster->directed_rows[y + dy].by[wendi_opposite(d)] + first + dx;
            const int16_t* to = from + dy * stride + dx;
            if (dx == 0)
                NAME(pair_row)(pairs, from, to, columns, sent ? here : other, sent ? other : here);
            else
                NAME(pair_row)(pairs, from, to, columns - 1, sent ? here : other, sent ? other : here);
        }
    }
}

static void NAME(pair_costs)(CLUSTER* cluster) {
    if (cluster->area.width == WENDI_LANES)
        NAME(pair_costs_of)(cluster, WENDI_LANES);
    else
        NAME(pair_costs_of)(cluster, cluster->area.width);
}

// True when the tables of pairs serve a cluster.
static bool NAME(has_pairs)(const CLUSTER* cluster, const wendi_tiles* tiles) {
    const wend_grid* grid = cluster->grid;
    const wendi_relief* r = &grid->relief;
    const wend_rect area = cluster->area;
    if (!r->pairs || !r->elevations ||
        (r->table->bands && r->table->bands[area.y] != r->table->bands[area.y + area.height - 1]))
        return false;
    const uint8_t *row = tiles->at, usual = *row;
    uint8_t alike[WENDI_LANES];
    memset(alike, usual, sizeof alike);
    const bool is_usual = grid->costs.straight[usual] == 0 || grid->costs.straight[usual] == r->pair_cost;
    for (int32_t y = 0; y < area.height; y++, row += tiles->stride)
        for (int32_t x = is_usual && memcmp(row, alike, (size_t)area.width) == 0 ? area.width : 0;
             x < area.width;) {
            const int32_t cost = grid->costs.straight[row[x]];
            if (cost != 0 && cost != r->pair_cost) return false;
            const uint8_t k = row[x];
            do x++;
            while (x < area.width && row[x] == k);
        }
    return true;
}
#endif

// Leaves out the steps that may not be taken, and finds the longest of the others.
static void NAME(mask_directed)(CLUSTER* cluster, const uint32_t* passable) {
    const bool from = cluster->sense == WENDI_FROM, four = cluster->grid->connectivity == WEND_CONNECTIVITY_4;
    const wend_rect area = cluster->area;
    LANES most = OP(fill)(0);
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
            LANE* out = cluster->directed_rows[y].by[d];
            const int32_t dx = wendi_direction[d].x, other = y + wendi_direction[d].y;
            if (other < 0 || other >= area.height || (four && d >= WENDI_STRAIGHT)) {
                OP(store)(out, OP(fill)(GREATEST));
                continue;
            }
            uint32_t open = passable[y + 1] & NAME(bits_beside)(passable[other + 1], dx);
            if (d >= WENDI_STRAIGHT && !cluster->corners)
                open &= NAME(bits_beside)(passable[y + 1], dx) & passable[other + 1];
            if (cluster->masked)
                open &= from ? ~NAME(bits_beside)(cluster->closed.rows[wendi_opposite(d)][other], dx)
                             : ~cluster->closed.rows[d][y];
            const LANES costs = OP(either)(NAME(at)(out), OP(of_bits)(~open));
            most = OP(most)(most, costs);
            OP(store)(out, costs);
        }
    cluster->longest_step = (int32_t)(NAME(greatest_in)(most) - 1); // each plus one
#ifdef NARROW
    // No sum that fits has such a step.
    for (int32_t y = 0; y < area.height && cluster->longest_step >= WENDI_LONG_STEP; y++)
        for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
            for (int32_t x = 0; x < WENDI_LANES; x++) {
                LANE* cost = &cluster->directed_rows[y].by[d][x];
                *cost = *cost >= WENDI_LONG_STEP ? GREATEST : *cost;
            }
#endif
}

// The cost of each step, by direction.
static void NAME(prepare_directed)(CLUSTER* cluster) {
    const wend_grid* grid = cluster->grid;
    const wend_rect area = cluster->area;
    const bool from = cluster->sense == WENDI_FROM;
    const wendi_tiles tiles = wendi_tiles_at(grid, area.x, area.y);
    uint32_t passable[WENDI_LANES + 2] = {0}; // from the row above the cluster on
    for (int32_t y = 0; y < area.height; y++)
        passable[y + 1] = wendi_passable_row(grid, tiles.at + y * tiles.stride, area.width);
    if (cluster->masked) wendi_closed_bits_read(grid, area, &cluster->closed);
    cluster->first_alike = UINT32_MAX;
    cluster->covers_below = cluster->covers_above = 0;
#ifdef NARROW
    if (NAME(has_pairs)(cluster, &tiles)) {
        NAME(pair_costs)(cluster);
        NAME(mask_directed)(cluster, passable);
        return;
    }
#endif
    int32_t level[3][WENDI_LANES + 2] = {{0}}; // costs of a row, the one before and the next
    for (int32_t y = -1; y < area.height; y++) {
        int32_t* next = level[(y + 1) % 3];
        for (int32_t x = 0; x < area.width && y + 1 < area.height; x++)
            next[x + 1] = grid->costs.straight[tiles.at[(y + 1) * tiles.stride + x]];
        for (int32_t d = 0; d < WENDI_DIRECTIONS && y >= 0; d++) {
            const int32_t dx = wendi_direction[d].x, other = y + wendi_direction[d].y;
            if (other < 0 || other >= area.height) continue;
            const int32_t* base = from ? &level[y % 3][1] : &level[other % 3][1 + dx];
            NAME(directed_costs)(grid, area, y, d, cluster->sense, base, cluster->directed_rows[y].by[d]);
        }
    }
    NAME(mask_directed)(cluster, passable);
}

static void NAME(prepare)(CLUSTER* cluster, const wend_grid* grid,
                          const wendi_passability_bits* passability_bits_opt, wend_rect area,
                          wendi_sense sense) {
    cluster->grid = grid;
    cluster->area = area;
    cluster->sense = sense;
    cluster->corners = grid->connectivity != WEND_CONNECTIVITY_8;
    cluster->directed = wendi_has_directions(grid);
    cluster->longest_step = grid->longest_step;
    if (cluster->directed) {
        cluster->masked = grid->exits.pages || wendi_is_hex(grid->connectivity);
        cluster->uniform_cost = cluster->unobstructed = false;
        NAME(prepare_directed)(cluster);
        return;
    }
    cluster->masked = wendi_area_has_closed_steps(grid, area);
    cluster->uniform_cost = grid->uniform_cost;
    cluster->unobstructed = passability_bits_opt ? NAME(prepare_by_bits)(cluster, passability_bits_opt)
                                                 : NAME(prepare_by_tiles)(cluster);
    if (cluster->masked) NAME(prepare_masks)(cluster);
    if (!cluster->unobstructed) return;
    cluster->uniform_cost = true;
    _Alignas(64) LANE ends[2][WENDI_LANES];
    memset(ends, 0xff, sizeof ends);
    ends[0][0] = ends[1][area.width - 1] = 0;
    OP(store)(cluster->from_first, NAME(along_row)(cluster, 0, NAME(at)(ends[0]), false));
    OP(store)(cluster->from_last, NAME(along_row)(cluster, 0, NAME(at)(ends[1]), false));
}

#undef GREATEST
#undef LANE
#undef SPECIALISED
#undef LANES
#undef CLUSTER
#undef STEPS
#undef NAME
#undef OP
#undef SHUFFLE_COSTS
#undef NARROW
#undef SCAN
#undef DOUBLE_STEPS
