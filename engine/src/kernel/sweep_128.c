// sweep_128.c: the kernel for SSE2 and NEON, which every 64-bit x86 and ARM processor has, and for
// WebAssembly with SIMD.
#include <string.h>

#include "kernel/sweep.h"

#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__) // empty on other processors
WENDI_TRUSTED_BEGIN

#include "kernel/lanes_128.h"
#include "kernel/lanes_plain.h"

#define NARROW
#define LANES quad
#define OP(f) quad_##f
#include "kernel/sweep_kernel.h"

#if defined(__wasm_simd128__)
#define LANES oct
#define OP(f) oct_##f
#else
#define LANES plain32
#define OP(f) plain32_##f
#endif
#include "kernel/sweep_kernel.h"

#include "kernel/sweep_table.h"
const wendi_sweep_kernel wendi_sweep_128 = WENDI_SWEEP_TABLE("128 bit");
#endif
