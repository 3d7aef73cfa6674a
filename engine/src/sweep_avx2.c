// sweep_avx2.c: the kernel for AVX2; compiled with -mavx2, called only where the processor has it.
#include <string.h>

#include "sweep.h"

#if defined(__AVX2__) // empty on other processors
#include "lanes_avx2.h"
#include "lanes_plain.h"

// Pays for up to four high halves; and a whole row of classes must be there to load.
static inline bool shuffle_costs(const wend_grid* grid, wend_rect area, const uint8_t* classes,
                                 avx2* straight_out, avx2* across_out) {
    if (area.width != WENDI_LANES || __builtin_popcount(grid->open_halves) > 4) return false;
    avx2_look_up(grid->costs.shuffles, grid->open_halves, classes, straight_out, across_out);
    return true;
}

#define LANE          uint16_t
#define LANES         avx2
#define CELL          wendi_cell16
#define STEPS         wendi_steps16
#define NAME(f)       narrow_##f
#define OP(f)         avx2_##f
#define SHUFFLE_COSTS shuffle_costs
#include "sweep_kernel.h"

#define LANE    uint32_t
#define LANES   plain32
#define CELL    wendi_cell32
#define STEPS   wendi_steps32
#define NAME(f) wide_##f
#define OP(f)   plain32_##f
#include "sweep_kernel.h"

#include "sweep_table.h"
const wendi_sweep_kernel wendi_sweep_avx2 = WENDI_SWEEP_TABLE("AVX2");
#endif
