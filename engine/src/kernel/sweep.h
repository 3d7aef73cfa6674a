// sweep.h: the distance kernel: costs of the cheapest ways inside one cluster by SIMD sweeps over its rows,
// one lane a column. It gives the same distances as the Dijkstra of cluster_distance.h, bit for bit, some
// thirty times faster.
//
// A row is relaxed from the row above or below: straight, and by both diagonals where the corner rule allows;
// then within the row, towards both ends, by log-step scans. Sweeps go down and up over the rows that changed
// until none does; on terrain about three times. Where two rows have the same tiles, news from one need not
// go back to it; at one cost it needs no scan either. Lanes are 16 bits wide; where a reachable tile
// saturates them, which is detected, the 32-bit form takes over.
#ifndef WENDI_SWEEP_H
#define WENDI_SWEEP_H
#include "kernel/cluster_distance.h"
#include "kernel/passability_bits.h"

enum { WENDI_LANES = WENDI_MAX_CLUSTER_SIDE, WENDI_SCAN_STEPS = 5 }; // scans by 1, 2, 4, 8, 16 columns

typedef uint16_t wendi_row16[WENDI_LANES];
typedef uint32_t wendi_row32[WENDI_LANES];

/// What a row of a cluster costs. Blocked tiles, and the lanes past the right edge, hold the lane's greatest
/// value throughout, which absorbs every sum.
///
/// A cluster under the kernel. Rows of the same tiles, one below the other, share what is prepared.
#define WENDI_DEFINE_SWEEP_CLUSTER(name, bits)                                                               \
    typedef struct wendi_steps##bits {                                                                       \
        _Alignas(64) wendi_row##bits straight; /* step into a tile along the row or column */                \
        wendi_row##bits from_west; /* diagonal step into a tile from its west side; blocked also where */    \
        wendi_row##bits from_east; /* the tile on that side forbids it */                                    \
        wendi_row##bits blocked;   /* greatest value or 0 */                                                 \
        wendi_row##bits right[WENDI_SCAN_STEPS]; /* cost of the last 1, 2, 4, 8, 16 steps of a walk along */ \
        wendi_row##bits left[WENDI_SCAN_STEPS];  /* the row that ends here */                                \
    } wendi_steps##bits;                                                                                     \
    typedef struct name {                                                                                    \
        wendi_steps##bits rows[WENDI_LANES];                                                                 \
        _Alignas(64) wendi_row##bits from_first; /* when open: walks along a row from its first tile, */     \
        wendi_row##bits from_last;               /* and from its last */                                     \
        uint32_t first_alike; /* bit a row: it has steps of its own; a row without has those of the row */   \
                              /* above */                                                                    \
        uint32_t scans_ready; /* bit for each of rows: right and left are there, made */                     \
                              /* when first needed */                                                        \
        uint32_t covers_below, covers_above; /* bit a row: a way by the next row that comes back is */       \
        const wend_grid* grid;               /* no dearer in this one */                                     \
        wend_rect area;                                                                                      \
        wendi_sense sense;                                                                                   \
        bool corners;      /* diagonals may cut corners */                                                   \
        bool uniform_cost; /* its passable tiles have one cost */                                            \
        bool unobstructed; /* and there are no others */                                                     \
    } name
WENDI_DEFINE_SWEEP_CLUSTER(wendi_sweep_cluster16, 16);
WENDI_DEFINE_SWEEP_CLUSTER(wendi_sweep_cluster32, 32);

/// No way. Two costs up to it add up without overflow.
enum { WENDI_FAR = (1 << 30) - 1 };
enum { WENDI_ROW_LANES = 8 }; // entries of a table's row at once

/// The kernel in the forms of one instruction set. run completes a field in which some tiles of the rows in
/// the set changed (bit a row) hold their distances and all other lanes the greatest value; rows past the
/// cell's height are not touched. It returns a bound on the distances that it set, often the greatest of
/// them: while that leaves room for a step, no sum was cut off at the lane's greatest value.
typedef struct wendi_sweep_kernel {
    const char* name;
    void (*prepare16)(wendi_sweep_cluster16* cluster, const wend_grid* grid,
                      const wendi_passability_bits* passability_bits_opt, wend_rect area, wendi_sense sense);
    void (*prepare32)(wendi_sweep_cluster32* cluster, const wend_grid* grid,
                      const wendi_passability_bits* passability_bits_opt, wend_rect area, wendi_sense sense);
    uint16_t (*run16)(wendi_sweep_cluster16* cluster, wendi_row16* field, uint32_t changed);
    uint32_t (*run32)(wendi_sweep_cluster32* cluster, wendi_row32* field, uint32_t changed);
    /// Lowers costs to those of a row, each a step more. No sum exceeds 31 bits. count is a multiple of
    /// WENDI_ROW_LANES.
    void (*min_plus)(int32_t* to, int32_t count, const int32_t* row, int32_t step);
    /// Costs between all pairs of count nodes from those of direct ways, WENDI_FAR: none (Floyd 1962). Rows
    /// are a multiple of WENDI_ROW_LANES apart and filled up with WENDI_FAR.
    void (*close_matrix)(int32_t* matrix, int32_t count, int32_t stride);
    /// Relaxes costs by a row of a table from a node at cost from. Where one falls, its estimate becomes the
    /// cost + rest. Returns the least of these. What is past the end is read up to the next multiple of
    /// WENDI_ROW_LANES; costs there must be below 0.
    int32_t (*relax_row)(const uint16_t* row, int32_t count, int32_t shift, int32_t from, const int32_t* h,
                         int32_t* g, int32_t* f);
    /// Takes the values up to a limit: they become INT32_MAX, their places go to places. Returns how many;
    /// the least of the others goes to *least_out. count is a multiple of WENDI_ROW_LANES.
    int32_t (*take_up_to)(int32_t limit, int32_t* values, int32_t count, int32_t* slots, int32_t* least_out);
    /// The lanes, a bit each, where mine is below a limit and, with above added, lower than theirs; those of
    /// mine, and the greatest value in all other lanes, go to lower, the least and the most of them to
    /// *least_out and *most_out. The greatest value of theirs is above every sum. above is within 16 bits and
    /// a sign.
    uint32_t (*lower16)(const uint16_t* mine, const uint16_t* theirs, int32_t above, uint16_t limit,
                        uint16_t* lower, uint16_t* least_out, uint16_t* most_out);
} wendi_sweep_kernel;

extern const wendi_sweep_kernel wendi_sweep_avx2, wendi_sweep_128, wendi_sweep_plain;
/// The fastest form that this machine runs.
const wendi_sweep_kernel* wendi_sweep(void);
/// All forms that this machine runs, for tests; NULL past the last.
const wendi_sweep_kernel* wendi_sweep_form(int32_t index);

/// One cluster under the kernel: prepared once, swept from any number of tiles.
typedef struct wendi_sweeper {
    const wendi_sweep_kernel* kernel;
    const wend_grid* grid;
    const wendi_passability_bits* passability_bits; // of the cluster; NULL: not known
    wend_rect area;
    wendi_sense sense;
    int32_t longest_step; // on the map
    bool narrow_ready, wide_ready;
    bool is_wide; // the distances are in field32
    _Alignas(64) wendi_row16 field16[WENDI_LANES];
    _Alignas(64) wendi_row32 field32[WENDI_LANES];
    wendi_sweep_cluster16 narrow;
    wendi_sweep_cluster32 wide;
} wendi_sweeper;

/// passability_bits_opt: only where all passable tiles of the map have one cost.
void wendi_sweeper_begin(wendi_sweeper* sweeper, const wendi_sweep_kernel* kernel, const wend_grid* grid,
                         const wendi_passability_bits* passability_bits_opt, wend_rect area,
                         wendi_sense sense);
/// Finds the distances from a passable tile to all, or from all to it.
void wendi_sweeper_run(wendi_sweeper* sweeper, wend_tile tile);
/// The distance of a tile of the cluster; WENDI_UNREACHED.
static inline uint32_t wendi_sweeper_at(const wendi_sweeper* s, wend_tile tile) {
    int32_t column = tile.x - s->area.x, row = tile.y - s->area.y;
    if (s->is_wide) return s->field32[row][column];
    return s->field16[row][column] == UINT16_MAX ? WENDI_UNREACHED : s->field16[row][column];
}
#endif
