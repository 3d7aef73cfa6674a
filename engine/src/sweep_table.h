// sweep_table.h: the end of each sweep_*.c: the kernel's functions with the cost tables of their width.
#include "matrix_kernel.h"

static void prepare16(wendi_cell16* cell, const wend_grid* grid, wend_rect area, wendi_sense sense) {
    narrow_prepare(cell, grid, area, sense, grid->costs.straight16, grid->costs.diagonal16);
}

static void prepare32(wendi_cell32* cell, const wend_grid* grid, wend_rect area, wendi_sense sense) {
    uint32_t straight[WEND_CLASS_COUNT], diagonal[WEND_CLASS_COUNT];
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++) {
        bool open = grid->costs.straight[k] != 0;
        straight[k] = open ? (uint32_t)grid->costs.straight[k] : UINT32_MAX;
        diagonal[k] = open && grid->moves != WEND_MOVES_4 ? (uint32_t)grid->costs.diagonal[k] : UINT32_MAX;
    }
    wide_prepare(cell, grid, area, sense, straight, diagonal);
}

#define WENDI_SWEEP_TABLE(text)                                                                              \
    { text, prepare16, prepare32, narrow_run, wide_run, relax, relax_row, block_minima }
