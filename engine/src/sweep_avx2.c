// sweep_avx2.c: the kernel for AVX2; compiled with -mavx2, called only where the processor has it.
#include "sweep.h"

#if defined(__AVX2__) // empty on other processors
#include "lanes_avx2.h"
#include "lanes_plain.h"

#define LANE    uint16_t
#define LANES   avx2
#define CELL    wendi_cell16
#define NAME(f) narrow_##f
#define OP(f)   avx2_##f
#include "sweep_kernel.h"

#define LANE    uint32_t
#define LANES   plain32
#define CELL    wendi_cell32
#define NAME(f) wide_##f
#define OP(f)   plain32_##f
#include "sweep_kernel.h"

#include "sweep_table.h"
const wendi_sweep_kernel wendi_sweep_avx2 = WENDI_SWEEP_TABLE("AVX2");
#endif
