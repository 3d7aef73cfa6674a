// sweep_plain.c: the kernel in plain C.
#include <string.h>

#include "kernel/sweep.h"

#define WENDI_PLAIN_16

WENDI_TRUSTED_BEGIN

#include "kernel/lanes_plain.h"

#define PLAIN
#define NARROW
#define LANES plain16
#define OP(f) plain16_##f
#include "kernel/sweep_kernel.h"

#define LANES plain32
#define OP(f) plain32_##f
#include "kernel/sweep_kernel.h"

#include "kernel/sweep_table.h"
const wendi_sweep_kernel wendi_sweep_plain = WENDI_SWEEP_TABLE("plain C");
