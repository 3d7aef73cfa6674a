// sweep.h: what do the cheapest paths inside one cluster cost? The sweep kernel: SIMD sweeps over the rows of
// the cluster, one lane for each column. The distances equal those of Dijkstra's algorithm, bit for bit, and
// take about a thirtieth of the time.
//
// The kernel relaxes a row from the row above or below: by straight steps, and by both diagonals where the
// corner rule allows them; then within the row, towards both ends, by log-step scans. Sweeps go down and up
// over the dirty rows until there are none, which takes about three sweeps on terrain. Between two rows of
// equal tiles, improved costs need not go back to the row that they came from; at one cost, they need no scan
// either. Clusters with closed steps are swept by a second form of the kernel, which masks these steps and
// takes no such short cuts, and clusters of maps where steps cost by their direction by a third one, which
// has a cost for each step. Lanes are 16 bits wide. Where distances saturate their lane, the sweep continues
// from those near its end with a base subtracted; with links in the cluster or with steps of a quarter of the
// lane, the 32-bit form takes over.
#ifndef WENDI_SWEEP_H
#define WENDI_SWEEP_H
#include "kernel/passability_bits.h"

enum { WENDI_LANES = WENDI_MAX_CLUSTER_SIDE };

typedef uint16_t wendi_row16[WENDI_LANES];
typedef uint32_t wendi_row32[WENDI_LANES];

/// wendi_steps: what steps into the tiles of a row cost. Lanes of blocked tiles and lanes beyond the right
/// edge hold the greatest value of the lane, which absorbs every sum.
///
/// wendi_sweep_cluster: a cluster as the kernel reads it. Consecutive rows of equal tiles share their steps.
#define WENDI_DEFINE_SWEEP_CLUSTER(name, bits)                                                               \
    typedef struct wendi_steps##bits {                                                                       \
        _Alignas(64) wendi_row##bits straight; /* step into a tile along the row or column */                \
        wendi_row##bits from_west; /* diagonal step into a tile from its west side; blocked also where */    \
        wendi_row##bits from_east; /* the tile on that side forbids it */                                    \
        wendi_row##bits blocked;   /* greatest value or 0 */                                                 \
    } wendi_steps##bits;                                                                                     \
    /* What steps cost by their direction, in place of the above: for each direction to a neighbour, of a */ \
    /* path that comes from there (WENDI_FROM) or leads on there (WENDI_TO); the greatest value: none may */ \
    typedef struct wendi_directed_steps##bits {                                                              \
        _Alignas(64) wendi_row##bits by[WENDI_DIRECTIONS];                                                   \
    } wendi_directed_steps##bits;                                                                            \
    typedef struct name {                                                                                    \
        union {                                                                                              \
            wendi_steps##bits rows[WENDI_LANES];                                                             \
            wendi_directed_steps##bits directed_rows[WENDI_LANES]; /* if directed */                         \
        };                                                                                                   \
        _Alignas(64) wendi_row##bits from_first; /* if unobstructed: costs of walks along a row from its */  \
        wendi_row##bits from_last;               /* first tile and from its last */                          \
        uint32_t first_alike; /* one bit for each row: set if its tiles differ from the row above; only */   \
                              /* such rows have steps */                                                     \
        uint32_t covers_below, covers_above; /* likewise: a path that leaves the row for the row below, */   \
        const wend_grid* grid;               /* above, and comes back costs no less than one that stays */   \
        wend_rect area;                                                                                      \
        wendi_sense sense;                                                                                   \
        bool directed; /* steps cost by their direction: no row shares its steps, or covers another */       \
        int32_t longest_step; /* at least that of the cluster; the narrow form: if it is WENDI_LONG_STEP, */ \
                              /* some step does not fit, and is left out */                                  \
        bool corners;         /* diagonals may cut corners */                                                \
        bool uniform_cost;    /* all passable tiles cost the same */                                         \
        bool unobstructed;    /* and all tiles are passable, and no step along a row is closed */            \
        bool masked;          /* some steps are closed: */                                                   \
        wendi_closed_bits closed;                                                                            \
    } name
WENDI_DEFINE_SWEEP_CLUSTER(wendi_sweep_cluster16, 16);
WENDI_DEFINE_SWEEP_CLUSTER(wendi_sweep_cluster32, 32);

/// Not reachable. The sum of two costs up to it does not overflow.
enum { WENDI_FAR = (1 << 30) - 1 };
enum { WENDI_ROW_LANES = 8 }; // entries of a matrix row that the kernel processes at once

/// First ends of links, as arrays, and what is left from there at least when a path takes the link. The
/// arrays are filled up to a multiple of WENDI_ROW_LANES with points from which WENDI_NO_LINK is left.
typedef struct wendi_link_points {
    const int32_t *x, *y, *rest;
    int32_t count;
} wendi_link_points;
enum { WENDI_NO_LINK = INT32_MAX / 2 };
static inline int32_t wendi_row_lanes(int32_t count) {
    return (count + WENDI_ROW_LANES - 1) & ~(WENDI_ROW_LANES - 1);
}

/// What is left to a goal from the ends of shortcuts. A path towards it takes one end of them first.
typedef struct wendi_shortcut_rests {
    const wendi_shortcuts* shortcuts;
    wendi_link_side first;
    int32_t most, least; // a distance is most x the longer side + least x the shorter one
    int32_t* rest;       // least cost known from the second end
    int32_t* direct;     // least cost straight from the first end; -1: the shortcut is done, and rest is 0
    int32_t* need;       // by block: only paths that cost less from a second end lower the key
    int32_t* key; // by block: least cost from a first end by a shortcut, where that is below the direct
                  // one; INT32_MAX: there is none
    int32_t* gap; // scratch, by block
} wendi_shortcut_rests;

/// The functions of the kernel, compiled for one instruction set. run completes a field: all lanes hold
/// distances or, for tiles without one, the greatest value; those that improved since the field was last
/// complete lie in the rows of the set `dirty`, one bit for each row. Rows beyond the cluster's height are
/// not touched. run returns an upper bound on the distances that it set. While that leaves room for one more
/// step, no sum was cut off at the greatest value of the lane.
typedef struct wendi_sweep_kernel {
    const char* name;
    void (*prepare16)(wendi_sweep_cluster16* cluster, const wend_grid* grid,
                      const wendi_passability_bits* passability_bits_opt, wend_rect area, wendi_sense sense);
    void (*prepare32)(wendi_sweep_cluster32* cluster, const wend_grid* grid,
                      const wendi_passability_bits* passability_bits_opt, wend_rect area, wendi_sense sense);
    uint16_t (*run16)(const wendi_sweep_cluster16* cluster, wendi_row16* field, uint32_t dirty);
    uint32_t (*run32)(const wendi_sweep_cluster32* cluster, wendi_row32* field, uint32_t dirty);
    /// Lowers costs to those of a row plus step, where these are lower. Sums must fit 31 bits. count is a
    /// multiple of WENDI_ROW_LANES.
    void (*min_plus)(int32_t* to, int32_t count, const int32_t* row, int32_t step);
    /// Turns the costs of direct edges between count nodes, WENDI_FAR where there is none, into the costs of
    /// cheapest paths between all pairs (Floyd 1962). Rows are a multiple of WENDI_ROW_LANES apart and filled
    /// up with WENDI_FAR.
    void (*close_matrix)(int32_t* matrix, int32_t count, int32_t stride);
    /// Relaxes the costs g by a matrix row of a node at cost `from`. Where a cost falls, f becomes g + h.
    /// Returns the least of these f. Reads up to the next multiple of WENDI_ROW_LANES entries; g must be
    /// negative beyond the end.
    int32_t (*relax_row)(const uint16_t* row, int32_t count, int32_t shift, int32_t from, const int32_t* h,
                         int32_t* g, int32_t* f);
    /// Takes the values up to a limit: sets them to INT32_MAX and writes their indices to slots. Returns how
    /// many there were; *least_out is the least of the others. count is a multiple of WENDI_ROW_LANES.
    int32_t (*take_up_to)(int32_t limit, int32_t* values, int32_t count, int32_t* slots, int32_t* least_out);
    /// Compares two lines of border costs. Returns one bit for each lane where mine is below the limit and
    /// mine + above is lower than theirs; the greatest value of theirs exceeds every sum. These values of
    /// mine, and the greatest value in all other lanes, go to lower, the least and the greatest of them to
    /// *least_out and *most_out. above lies within -UINT16_MAX .. UINT16_MAX.
    uint32_t (*lower16)(const uint16_t* mine, const uint16_t* theirs, int32_t above, uint16_t limit,
                        uint16_t* lower, uint16_t* least_out, uint16_t* most_out);
    /// The passable tiles of some rows of WENDI_LANES tiles, a bit for each.
    void (*passable_rows)(const wend_grid* grid, wendi_tiles first, int32_t rows, uint32_t* out);
    /// The least of some values; INT32_MAX: there are none.
    int32_t (*least_value)(const int32_t* values, int32_t count);
    /// Lowers bounds of tiles to their distance from a tile plus rest. A distance is most x the longer side +
    /// least x the shorter one.
    void (*lower_bounds)(int32_t most, int32_t least, int32_t x, int32_t y, int32_t rest,
                         const int32_t* tiles_x, const int32_t* tiles_y, int32_t count, int32_t* bounds);
    /// The least of the bounds by some links for a tile; WENDI_NO_LINK or more: there are none.
    int32_t (*bound_by)(int32_t most, int32_t least, wendi_link_points points, int32_t x, int32_t y);
    /// The least bound by each link for the tiles of an area. Returns a number that for each of these tiles
    /// some bound does not exceed; WENDI_NO_LINK or more: there are no links. least_out has room for whole
    /// lanes.
    int32_t (*bounds_of_area)(int32_t most, int32_t least, wendi_link_points points, wend_rect area,
                              int32_t* least_out);
    /// Lowers what is left from the shortcuts of a block to what is left by way of a tile, from which
    /// from_there is left, and finds its need and key.
    void (*relax_block)(const wendi_shortcut_rests* rests, int32_t block, int32_t x, int32_t y,
                        int32_t from_there);
    /// The same for all blocks where that may lower the key. Returns how many these are.
    int32_t (*relax_shortcuts)(const wendi_shortcut_rests* rests, int32_t x, int32_t y, int32_t from_there);
} wendi_sweep_kernel;

extern const wendi_sweep_kernel wendi_sweep_avx2, wendi_sweep_128, wendi_sweep_plain;
/// The fastest form of the kernel that this machine runs.
const wendi_sweep_kernel* wendi_sweep(void);
/// All forms that this machine runs, for tests; NULL past the last.
const wendi_sweep_kernel* wendi_sweep_form(int32_t index);

/// Distances inside one cluster, which is prepared once and then swept from any number of tiles. Paths may
/// take the links inside it.
typedef struct wendi_sweeper {
    const wendi_sweep_kernel* kernel;
    const wend_grid* grid;
    const wendi_passability_bits* passability_bits; // of the cluster; NULL: read its tiles
    wend_rect area;
    wendi_sense sense;
    int32_t longest_step; // on the map
    bool narrow_ready, wide_ready;
    bool is_wide;   // the distances are in field32
    bool has_links; // links lie in the area, with both ends
    _Alignas(64) wendi_row16 field16[WENDI_LANES];
    _Alignas(64) wendi_row32 field32[WENDI_LANES];
    wendi_sweep_cluster16 narrow;
    wendi_sweep_cluster32 wide;
} wendi_sweeper;

/// The rows of a complete narrow field with passable tiles that have no distance, and the rows beside them: a
/// sum that did not fit can only be that of such a tile. One bit for each.
uint32_t wendi_rows_beside_far(const wend_grid* grid, wend_rect area, wendi_row16* field);

/// passability_bits_opt: only where all passable tiles of the map have one cost.
void wendi_sweeper_begin(wendi_sweeper* sweeper, const wendi_sweep_kernel* kernel, const wend_grid* grid,
                         const wendi_passability_bits* passability_bits_opt, wend_rect area,
                         wendi_sense sense);
/// Computes the distances from a passable tile to all tiles, or from all tiles to it.
void wendi_sweeper_run(wendi_sweeper* sweeper, wend_tile tile);
/// The distance of a tile of the cluster, or WENDI_UNREACHED.
static inline uint32_t wendi_sweeper_at(const wendi_sweeper* s, wend_tile tile) {
    int32_t column = tile.x - s->area.x, row = tile.y - s->area.y;
    if (s->is_wide) return s->field32[row][column];
    return s->field16[row][column] == UINT16_MAX ? WENDI_UNREACHED : s->field16[row][column];
}

/// Between these two, the kernels compute whole vectors, also lanes beyond the end of a row, which nobody
/// uses. MemorySanitizer takes that for a use of what was never set: it trusts them.
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#define WENDI_TRUSTED_BEGIN                                                                                  \
    _Pragma("clang attribute push(__attribute__((no_sanitize(\"memory\"))), apply_to = function)")
#define WENDI_TRUSTED_END _Pragma("clang attribute pop")
#endif
#endif
#ifndef WENDI_TRUSTED_BEGIN
#define WENDI_TRUSTED_BEGIN
#define WENDI_TRUSTED_END
#endif
#endif
