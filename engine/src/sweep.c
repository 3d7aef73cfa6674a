// sweep.c: which form of the kernel this machine runs, and which width a cluster needs.
#include "sweep.h"

#include <string.h>

#if defined(__x86_64__) || defined(__i386__)
#define HAS_AVX2() __builtin_cpu_supports("avx2")
#endif

const wendi_sweep_kernel* wendi_sweep_form(int32_t index) {
    const wendi_sweep_kernel* forms[4] = {0};
    int32_t count = 0;
#ifdef HAS_AVX2
    if (HAS_AVX2()) forms[count++] = &wendi_sweep_avx2;
#endif
#if defined(__SSE2__) || defined(__ARM_NEON)
    forms[count++] = &wendi_sweep_128;
#endif
    forms[count++] = &wendi_sweep_plain;
    return index >= 0 && index < count ? forms[index] : NULL;
}

const wendi_sweep_kernel* wendi_sweep(void) {
    return wendi_sweep_form(0);
}

void wendi_sweeper_begin(wendi_sweeper* sweeper, const wendi_sweep_kernel* kernel, const wend_grid* grid,
                         wend_rect area, wendi_sense sense) {
    sweeper->kernel = kernel;
    sweeper->grid = grid;
    sweeper->area = area;
    sweeper->sense = sense;
    sweeper->longest_step = wendi_longest_step(grid);
    sweeper->narrow_ready = sweeper->wide_ready = false;
}

// True when a tile was not reached although a neighbour was: the sum did not fit its lane.
static bool saturated(const wend_grid* grid, wend_rect area, wendi_row16* field) {
    for (int32_t y = 0; y < area.height; y++) {
        for (int32_t x = 0; x < area.width; x++) {
            if (field[y][x] != UINT16_MAX || !wendi_open(grid, area.x + x, area.y + y)) continue;
            uint32_t moves = wendi_legal_moves(grid, wendi_tile(grid, area.x + x, area.y + y));
            for (; moves; moves &= moves - 1) {
                wend_tile step = wendi_direction[__builtin_ctz(moves)];
                int32_t nx = x + step.x, ny = y + step.y;
                if (nx >= 0 && ny >= 0 && nx < area.width && ny < area.height && field[ny][nx] != UINT16_MAX)
                    return true;
            }
        }
    }
    return false;
}

// False when the distances do not fit 16 bits.
static bool distances16(wendi_sweeper* s, wend_tile tile, wendi_field* out) {
    if (!s->narrow_ready) s->kernel->prepare16(&s->narrow, s->grid, s->area, s->sense);
    s->narrow_ready = true;
    _Alignas(64) wendi_row16 field[WENDI_LANES];
    memset(field, 0xff, (size_t)s->area.height * sizeof *field);
    field[tile.y - s->area.y][tile.x - s->area.x] = 0;
    int32_t most = s->kernel->run16(&s->narrow, field, 1u << (tile.y - s->area.y));
    if (most + s->longest_step >= UINT16_MAX && saturated(s->grid, s->area, field)) return false;
    for (int32_t y = 0; y < s->area.height; y++) {
        uint32_t* distance = out->distance + y * s->area.width;
        for (int32_t x = 0; x < s->area.width; x++)
            distance[x] = field[y][x] == UINT16_MAX ? WENDI_UNREACHED : field[y][x];
    }
    return true;
}

static void distances32(wendi_sweeper* s, wend_tile tile, wendi_field* out) {
    if (!s->wide_ready) s->kernel->prepare32(&s->wide, s->grid, s->area, s->sense);
    s->wide_ready = true;
    _Alignas(64) wendi_row32 field[WENDI_LANES];
    memset(field, 0xff, (size_t)s->area.height * sizeof *field);
    field[tile.y - s->area.y][tile.x - s->area.x] = 0;
    s->kernel->run32(&s->wide, field, 1u << (tile.y - s->area.y));
    for (int32_t y = 0; y < s->area.height; y++)
        memcpy(out->distance + y * s->area.width, field[y], (size_t)s->area.width * sizeof *out->distance);
}

void wendi_sweeper_distances(wendi_sweeper* s, wend_tile tile, wendi_field* out) {
    out->area = s->area;
    if (!s->grid->costs.narrow || !distances16(s, tile, out)) distances32(s, tile, out);
}
