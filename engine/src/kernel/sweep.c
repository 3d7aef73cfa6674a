// sweep.c: which form of the kernel does this machine run, and which width does a cluster need?
#include "kernel/sweep.h"

#include <string.h>

#include "grid/links.h"
#include "grid/steps.h"

#if defined(__x86_64__) || defined(__i386__)
#define HAS_AVX2() __builtin_cpu_supports("avx2")
#endif

const wendi_sweep_kernel* wendi_sweep_form(int32_t index) {
    const wendi_sweep_kernel* forms[4] = {0};
    int32_t count = 0;
#ifdef HAS_AVX2
    if (HAS_AVX2()) forms[count++] = &wendi_sweep_avx2;
#endif
#if defined(__SSE2__) || defined(__ARM_NEON) || defined(__wasm_simd128__)
    forms[count++] = &wendi_sweep_128;
#endif
#if !defined(__wasm_simd128__) // which runs only where it has its form, and is loaded over a network
    forms[count++] = &wendi_sweep_plain;
#endif
    return index >= 0 && index < count ? forms[index] : NULL;
}

const wendi_sweep_kernel* wendi_sweep(void) {
#ifdef WENDI_ONLY_SWEEP // tests/golden/compilers.sh compares the forms
    return &WENDI_ONLY_SWEEP;
#else
    return wendi_sweep_form(0);
#endif
}

void wendi_sweeper_begin(wendi_sweeper* sweeper, const wendi_sweep_kernel* kernel, const wend_grid* grid,
                         const wendi_passability_bits* passability_bits_opt, wend_rect area,
                         wendi_sense sense) {
    sweeper->kernel = kernel;
    sweeper->grid = grid;
    sweeper->passability_bits = passability_bits_opt;
    sweeper->area = area;
    sweeper->sense = sense;
    sweeper->longest_step = grid->longest_step;
    sweeper->narrow_ready = sweeper->wide_ready = false;
    sweeper->has_links = grid->links.count > 0 && wendi_holds_link(grid, area);
}

uint32_t wendi_rows_beside_far(const wend_grid* grid, wend_rect area, wendi_row16* field) {
    const wendi_tiles tiles = wendi_tiles_at(grid, area.x, area.y);
    uint32_t rows = 0;
    for (int32_t y = 0; y < area.height; y++) {
        uint32_t far = 0;
        for (int32_t x = 0; x < WENDI_LANES; x++) far |= (uint32_t)(field[y][x] == UINT16_MAX) << x;
        if (far & wendi_passable_row(grid, tiles.at + y * tiles.stride, area.width)) rows |= 1u << y;
    }
    return (rows | rows << 1 | rows >> 1) & UINT32_MAX >> (WENDI_LANES - area.height);
}

// True when a tile has no distance although a step connects it with a tile that has one: the sum did not fit
// its lane. Looks at the steps that leave the tiles of paths to be extended: those with a distance or, when
// paths run the other way, those without.
static bool saturated(const wendi_sweeper* s) {
    const wend_rect area = s->area;
    // Where every step leads both ways, the few tiles without a distance show it too.
    const bool from_reached = s->sense == WENDI_FROM && wendi_has_closed_steps(s->grid);
    for (int32_t y = 0; y < area.height; y++) {
        for (int32_t x = 0; x < area.width; x++) {
            const bool reached = s->field16[y][x] != UINT16_MAX;
            if (reached != from_reached || !wendi_is_passable(s->grid, area.x + x, area.y + y)) continue;
            uint32_t moves = wendi_legal_moves(s->grid, area.x + x, area.y + y);
            for (; moves; moves &= moves - 1) {
                wend_tile step = wendi_direction[__builtin_ctz(moves)];
                int32_t nx = x + step.x, ny = y + step.y;
                if (nx >= 0 && ny >= 0 && nx < area.width && ny < area.height &&
                    (s->field16[ny][nx] != UINT16_MAX) != reached)
                    return true;
            }
        }
    }
    return false;
}

// Relaxes the links inside the cluster. Returns the rows that they improve; *fits_out: no sum exceeds the
// lane.
static uint32_t relax_links(wendi_sweeper* s, bool* fits_out) {
    const wend_grid* grid = s->grid;
    const uint32_t greatest = s->is_wide ? UINT32_MAX : UINT16_MAX;
    uint32_t dirty = 0;
    wendi_link_search search =
        wendi_links_in(&grid->links, s->sense == WENDI_FROM ? WENDI_LINK_FROM : WENDI_LINK_TO, s->area);
    wendi_usable_link link;
    *fits_out = true;
    while (wendi_next_inner_link(grid, &search, &link)) {
        const wend_tile to = link.there;
        uint32_t before = wendi_sweeper_at(s, link.here);
        if (before == WENDI_UNREACHED) continue;
        wend_cost cost = before + link.cost;
        if (cost >= wendi_sweeper_at(s, to)) continue;
        *fits_out &= cost < greatest;
        if (cost >= greatest) continue;
        int32_t column = to.x - s->area.x, row = to.y - s->area.y;
        if (s->is_wide)
            s->field32[row][column] = (uint32_t)cost;
        else
            s->field16[row][column] = (uint16_t)cost;
        dirty |= 1u << row;
    }
    return dirty;
}

// Returns a bound on the distances; UINT16_MAX: they do not fit 16 bits. Where the bound leaves no room for
// another step, some may not fit.
static int32_t run16(wendi_sweeper* s, int32_t column, int32_t row) {
    if (!s->narrow_ready) s->kernel->prepare16(&s->narrow, s->grid, s->passability_bits, s->area, s->sense);
    s->narrow_ready = true;
    s->longest_step = s->narrow.longest_step;
    memset(s->field16, 0xff, (size_t)s->area.height * sizeof *s->field16);
    s->field16[row][column] = 0;
    int32_t most = 0;
    bool fits = true;
    for (uint32_t dirty = 1u << row; dirty && fits;) {
        most = wendi_max(most, s->kernel->run16(&s->narrow, s->field16, dirty));
        dirty = s->has_links ? relax_links(s, &fits) : 0;
    }
    return fits ? most : UINT16_MAX;
}

static void prepare_wide(wendi_sweeper* s) {
    if (!s->wide_ready) s->kernel->prepare32(&s->wide, s->grid, s->passability_bits, s->area, s->sense);
    s->wide_ready = true;
}

static void run32(wendi_sweeper* s, int32_t column, int32_t row) {
    prepare_wide(s);
    memset(s->field32, 0xff, (size_t)s->area.height * sizeof *s->field32);
    s->field32[row][column] = 0;
    bool fits = true; // always: see WENDI_MAX_STEP and WENDI_MAX_LINK_COST
    for (uint32_t dirty = 1u << row; dirty;) {
        s->kernel->run32(&s->wide, s->field32, dirty);
        dirty = s->has_links ? relax_links(s, &fits) : 0;
    }
}

// ---- distances that do not fit 16 bits, 16 bits at a time
//
// Distances that do fit are exact, since the path to such a tile leads over tiles that are nearer. All others
// are found by sweeping on from those near the end of the lane, with a base subtracted. Distances below the
// base become 0, which is too much, so nothing gets too little; and the tile before one that did not fit lies
// at most a step below the end of the lane, so it is above the base.

static void begin_wide(wendi_sweeper* s) {
    for (int32_t y = 0; y < s->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++)
            s->field32[y][x] = s->field16[y][x] == UINT16_MAX ? WENDI_UNREACHED : s->field16[y][x];
}

// Subtracts a base. Returns the rows with distances above it.
static uint32_t rebase(wendi_sweeper* s, uint16_t base) {
    uint32_t dirty = 0;
    for (int32_t y = 0; y < s->area.height; y++) {
        uint16_t above = 0;
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            const uint16_t distance = s->field16[y][x];
            const uint16_t rest = (uint16_t)(distance > base ? distance - base : 0);
            const bool reached = distance != UINT16_MAX;
            above |= reached ? rest : 0;
            s->field16[y][x] = reached ? rest : UINT16_MAX;
        }
        dirty |= (uint32_t)(above != 0) << y;
    }
    return dirty;
}

static void widen(wendi_sweeper* s, uint32_t base) {
    for (int32_t y = 0; y < s->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            const uint32_t distance = base + s->field16[y][x], known = s->field32[y][x];
            const bool found = known == WENDI_UNREACHED && s->field16[y][x] != UINT16_MAX;
            s->field32[y][x] = found ? distance : known;
        }
}

// Long walks of expensive steps would take many parts: the wide form does what is left after a few.
static void run_on(wendi_sweeper* s, int32_t most) {
    enum { MOST_PARTS = 4 };
    const uint16_t step = (uint16_t)(UINT16_MAX - 1 - s->longest_step);
    uint32_t base = 0, dirty;
    begin_wide(s);
    for (int32_t part = 0; most + s->longest_step >= UINT16_MAX && (dirty = rebase(s, step)) != 0; part++) {
        if (part == MOST_PARTS) {
            prepare_wide(s);
            s->kernel->run32(&s->wide, s->field32, dirty);
            return;
        }
        base += step;
        most = s->kernel->run16(&s->narrow, s->field16, dirty);
        widen(s, base);
    }
}

void wendi_sweeper_run(wendi_sweeper* s, wend_tile tile) {
    const int32_t column = tile.x - s->area.x, row = tile.y - s->area.y;
    s->is_wide = false;
    const int32_t most = s->grid->narrow ? run16(s, column, row) : UINT16_MAX;
    if (s->longest_step < WENDI_LONG_STEP && most + s->longest_step < UINT16_MAX) return;
    const bool by_parts = s->grid->narrow && !s->has_links && s->longest_step <= UINT16_MAX / 4;
    const uint32_t rows = most == UINT16_MAX ? 0 : wendi_rows_beside_far(s->grid, s->area, s->field16);
    s->is_wide = most == UINT16_MAX || (rows != 0 && (by_parts || saturated(s)));
    if (!s->is_wide) return;
    if (by_parts) {
        run_on(s, most);
    } else if (rows != 0 && !s->has_links) {
        begin_wide(s);
        prepare_wide(s);
        s->kernel->run32(&s->wide, s->field32, rows);
    } else {
        run32(s, column, row);
    }
}
