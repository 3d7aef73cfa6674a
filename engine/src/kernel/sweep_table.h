// sweep_table.h: the table of the kernel's functions, with which each sweep_*.c ends.
#include "kernel/link_kernel.h"
#include "kernel/matrix_kernel.h"

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
