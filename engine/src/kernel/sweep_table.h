// sweep_table.h: relaxation by rows of a matrix, comparison of border lines, and the table of the kernel's
// functions, with which each sweep_*.c ends. Plain C that compilers vectorise.
#include "kernel/link_kernel.h"

static void min_plus(int32_t* restrict to, int32_t count, const int32_t* restrict row, int32_t step) {
    for (int32_t k = 0; k < count; k += WENDI_ROW_LANES) {
        for (int32_t i = k; i < k + WENDI_ROW_LANES; i++) {
            int32_t through = step + row[i];
            to[i] = through < to[i] ? through : to[i];
        }
    }
}

static void close_matrix(int32_t* matrix, int32_t count, int32_t stride) {
    for (int32_t via = 0; via < count; via++) {
        const int32_t* row = matrix + (size_t)via * (size_t)stride;
        for (int32_t i = 0; i < count; i++) {
            int32_t* to = matrix + (size_t)i * (size_t)stride;
            if (to[via] < WENDI_FAR && i != via) min_plus(to, stride, row, to[via]);
        }
    }
}

#ifndef HAS_ROW_KERNEL
static int32_t relax_row(const uint16_t* restrict row, int32_t count, int32_t shift, int32_t from,
                         const int32_t* restrict h, int32_t* restrict g, int32_t* restrict f) {
    int32_t least = INT32_MAX;
    for (int32_t k = 0; k < count; k++) {
        int32_t through = from + ((int32_t)row[k] << shift);
        bool lower = through < g[k] && row[k] != UINT16_MAX;
        int32_t lower_f = (int32_t)((uint32_t)through + (uint32_t)h[k]); // wraps for entries without an edge
        g[k] = lower ? through : g[k];
        f[k] = lower ? lower_f : f[k];
        least = lower && lower_f < least ? lower_f : least;
    }
    return least;
}

static int32_t take_up_to(int32_t limit, int32_t* restrict values, int32_t count, int32_t* restrict slots,
                          int32_t* restrict least_out) {
    int32_t taken = 0, least = INT32_MAX;
    for (int32_t k = 0; k < count; k++) {
        if (values[k] > limit) {
            least = values[k] < least ? values[k] : least;
            continue;
        }
        values[k] = INT32_MAX;
        slots[taken++] = k;
    }
    *least_out = least;
    return taken;
}

static uint32_t lower16(const uint16_t* restrict mine, const uint16_t* restrict theirs, int32_t above,
                        uint16_t limit, uint16_t* restrict lower, uint16_t* least_out, uint16_t* most_out) {
    uint32_t bits = 0;
    uint16_t least = UINT16_MAX, most = 0;
    for (int32_t x = 0; x < WENDI_LANES; x++) {
        bool is_lower = (mine[x] + above < theirs[x] || theirs[x] == UINT16_MAX) && mine[x] < limit;
        bits |= (uint32_t)is_lower << x;
        lower[x] = is_lower ? mine[x] : UINT16_MAX;
        least = lower[x] < least ? lower[x] : least;
        most = is_lower && mine[x] > most ? mine[x] : most;
    }
    *least_out = least;
    *most_out = most;
    return bits;
}
#endif

#ifndef WENDI_HAS_PASSABLE_ROWS
static void passable_rows(const wend_grid* grid, wendi_tiles first, int32_t rows, uint32_t* out) {
    for (int32_t y = 0; y < rows; y++)
        out[y] = wendi_passable_row(grid, first.at + (ptrdiff_t)y * (ptrdiff_t)first.stride, WENDI_LANES);
}
#endif

#define WENDI_SWEEP_TABLE(text)                                                                              \
    {                                                                                                        \
        text, narrow_prepare, wide_prepare, narrow_run, wide_run, min_plus, close_matrix, relax_row,         \
            take_up_to, lower16, passable_rows, least_value, lower_bounds, bound_by, bounds_of_area,         \
            relax_in, relax_shortcuts                                                                        \
    }

WENDI_TRUSTED_END
