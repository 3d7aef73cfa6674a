// sweep_plain.c: the kernel in plain C.
#include <string.h>

#include "kernel/sweep.h"

#define WENDI_PLAIN_16
#include "kernel/unchecked_lanes.h"

#include "kernel/lanes_plain.h"

#define LANE uint16_t
#define NARROW
#define LANES   plain16
#define CLUSTER wendi_sweep_cluster16
#define STEPS   wendi_steps16
#define NAME(f) narrow_##f
#define OP(f)   plain16_##f
#include "kernel/sweep_kernel.h"

#define LANE    uint32_t
#define LANES   plain32
#define CLUSTER wendi_sweep_cluster32
#define STEPS   wendi_steps32
#define NAME(f) wide_##f
#define OP(f)   plain32_##f
#include "kernel/sweep_kernel.h"

#include "kernel/sweep_table.h"
const wendi_sweep_kernel wendi_sweep_plain = WENDI_SWEEP_TABLE("plain C");
