// sweep_table.h: the end of each sweep_*.c: the table of the kernel's functions.
#include "kernel/matrix_kernel.h"

#define WENDI_SWEEP_TABLE(text)                                                                              \
    {                                                                                                        \
        text, narrow_prepare, wide_prepare, narrow_run, wide_run, min_plus, close_matrix, relax_row,         \
            take_up_to, lower16                                                                              \
    }
