// sweep_table.h: the table of the kernel's functions, with which each sweep_*.c ends.
#include "kernel/link_kernel.h"
#include "kernel/matrix_kernel.h"

#define WENDI_SWEEP_TABLE(text)                                                                              \
    {                                                                                                        \
        text, narrow_prepare, wide_prepare, narrow_run, wide_run, min_plus, close_matrix, relax_row,         \
            take_up_to, lower16, least_value, lower_bounds, bound_by, bounds_of_area, relax_in,              \
            relax_shortcuts                                                                                  \
    }
