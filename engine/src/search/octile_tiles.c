// octile_tiles.c: over which tiles does a leg lead that costs no more than its octile distance?
//
// Such a path takes only two kinds of steps. The search runs towards the right: it keeps, for each row, the
// set of tiles that these steps reach, and walks back from the end.
#include "search/octile_tiles.h"

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
