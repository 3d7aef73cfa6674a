// sweep_avx2.c: the kernel for AVX2; compiled with -mavx2, called only where the processor has it.
#include <string.h>

#include "kernel/sweep.h"

#if defined(__AVX2__) // empty on other processors
WENDI_TRUSTED_BEGIN

#include "kernel/lanes_avx2.h"
#include "kernel/lanes_avx2_wide.h"

// Pays for up to four high halves of classes. Needs a row of full width to load.
static inline bool shuffle_costs(const wend_grid* grid, wend_rect area, const uint8_t* classes,
                                 avx2* straight_out, avx2* across_out) {
    if (area.width != WENDI_LANES || __builtin_popcount(grid->passable_halves) > 4) return false;
    avx2_look_up(grid->costs.shuffles, grid->passable_halves, classes, straight_out, across_out);
    return true;
}

#define NARROW
#define LANES         avx2
#define OP(f)         avx2_##f
#define SHUFFLE_COSTS shuffle_costs
#include "kernel/sweep_kernel.h"

#define LANES avx2w
#define OP(f) avx2w_##f
#include "kernel/sweep_kernel.h"

static int32_t least_of(__m256i values) {
    __m128i m = _mm_min_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256(values, 1));
    m = _mm_min_epi32(m, _mm_shuffle_epi32(m, 0x4e));
    m = _mm_min_epi32(m, _mm_shuffle_epi32(m, 0xb1));
    return _mm_cvtsi128_si32(m);
}

static int32_t relax_row(const uint16_t* restrict row, int32_t count, int32_t shift, int32_t from,
                         const int32_t* restrict h, int32_t* restrict g, int32_t* restrict f) {
    const __m256i base = _mm256_set1_epi32(from), no_edge = _mm256_set1_epi32(UINT16_MAX);
    const __m128i by = _mm_cvtsi32_si128(shift);
    __m256i least = _mm256_set1_epi32(INT32_MAX);
    for (int32_t k = 0; k < count; k += WENDI_ROW_LANES) {
        __m256i entries = _mm256_cvtepu16_epi32(_mm_loadu_si128((const __m128i*)(row + k)));
        __m256i through = _mm256_add_epi32(base, _mm256_sll_epi32(entries, by));
        __m256i g_lanes = _mm256_loadu_si256((const __m256i*)(g + k));
        __m256i lower =
            _mm256_andnot_si256(_mm256_cmpeq_epi32(entries, no_edge), _mm256_cmpgt_epi32(g_lanes, through));
        if (_mm256_testz_si256(lower, lower)) continue;
        __m256i h_lanes = _mm256_loadu_si256((const __m256i*)(h + k));
        __m256i old = _mm256_loadu_si256((const __m256i*)(f + k));
        __m256i f_lanes = _mm256_add_epi32(through, h_lanes);
        _mm256_storeu_si256((__m256i*)(g + k), _mm256_blendv_epi8(g_lanes, through, lower));
        _mm256_storeu_si256((__m256i*)(f + k), _mm256_blendv_epi8(old, f_lanes, lower));
        least = _mm256_min_epi32(least,
                                 _mm256_or_si256(_mm256_and_si256(lower, f_lanes),
                                                 _mm256_andnot_si256(lower, _mm256_set1_epi32(INT32_MAX))));
    }
    return least_of(least);
}

static int32_t take_up_to(int32_t limit, int32_t* restrict values, int32_t count, int32_t* restrict slots,
                          int32_t* restrict least_out) {
    const __m256i most = _mm256_set1_epi32(INT32_MAX), bound = _mm256_set1_epi32(limit);
    __m256i least = most;
    int32_t taken = 0;
    for (int32_t k = 0; k < count; k += WENDI_ROW_LANES) {
        __m256i these = _mm256_loadu_si256((const __m256i*)(values + k));
        uint32_t above = (uint32_t)_mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(these, bound)));
        if (above != 0xff) {
            __m256i left = _mm256_blendv_epi8(most, these, _mm256_cmpgt_epi32(these, bound));
            _mm256_storeu_si256((__m256i*)(values + k), left);
            for (uint32_t lanes = above ^ 0xff; lanes; lanes &= lanes - 1)
                slots[taken++] = k + __builtin_ctz(lanes);
            these = left;
        }
        least = _mm256_min_epi32(least, these);
    }
    *least_out = least_of(least);
    return taken;
}

static uint16_t least16(__m256i a, __m256i b) {
    __m256i m = _mm256_min_epu16(a, b);
    __m128i least = _mm_min_epu16(_mm256_castsi256_si128(m), _mm256_extracti128_si256(m, 1));
    return (uint16_t)_mm_cvtsi128_si32(_mm_minpos_epu16(least));
}

// Bits set where mine + more < theirs + room, or theirs is the greatest value, and mine is below the limit.
static __m256i is_lower(__m256i mine, __m256i theirs, __m256i more, __m256i room, __m256i limit) {
    const __m256i greatest = _mm256_set1_epi16(-1), zero = _mm256_setzero_si256();
    __m256i by = _mm256_subs_epu16(_mm256_adds_epu16(theirs, room), _mm256_adds_epu16(mine, more));
    by = _mm256_or_si256(by, _mm256_cmpeq_epi16(theirs, greatest));
    by = _mm256_min_epu16(by, _mm256_subs_epu16(limit, mine));
    return _mm256_xor_si256(_mm256_cmpeq_epi16(by, zero), greatest);
}

static uint32_t lower16(const uint16_t* restrict mine, const uint16_t* restrict theirs, int32_t above,
                        uint16_t limit, uint16_t* restrict lower, uint16_t* least_out, uint16_t* most_out) {
    const __m256i more = _mm256_set1_epi16((short)(above > 0 ? above : 0)),
                  room = _mm256_set1_epi16((short)(above < 0 ? -above : 0)),
                  below = _mm256_set1_epi16((short)limit), greatest = _mm256_set1_epi16(-1);
    avx2 m = avx2_load(mine), t = avx2_load(theirs);
    __m256i lo = is_lower(m.lo, t.lo, more, room, below), hi = is_lower(m.hi, t.hi, more, room, below);
    __m256i packed = _mm256_permute4x64_epi64(_mm256_packs_epi16(lo, hi), 0xd8);
    uint32_t bits = (uint32_t)_mm256_movemask_epi8(packed);
    if (bits == 0) return 0;
    avx2 lowered = {_mm256_or_si256(m.lo, _mm256_xor_si256(lo, greatest)),
                    _mm256_or_si256(m.hi, _mm256_xor_si256(hi, greatest))};
    avx2_store(lower, lowered);
    *least_out = least16(lowered.lo, lowered.hi);
    // The greatest value is the complement of the least of the complements.
    *most_out = (uint16_t)~least16(_mm256_xor_si256(_mm256_and_si256(m.lo, lo), greatest),
                                   _mm256_xor_si256(_mm256_and_si256(m.hi, hi), greatest));
    return bits;
}
#define HAS_ROW_KERNEL

// A class is blocked if both bytes of its cost are 255, the default of classes that are not in use.
static void passable_rows(const wend_grid* grid, wendi_tiles first, int32_t rows, uint32_t* out) {
    const __m256i low_half = _mm256_set1_epi8(15), all = _mm256_set1_epi8(-1);
    __m256i halves[4], tables[4]; // of classes that are passable
    int32_t count = 0;
    if (!grid->costs.narrow || __builtin_popcount(grid->passable_halves) > 4) {
        for (int32_t y = 0; y < rows; y++)
            out[y] = wendi_passable_row(grid, first.at + (ptrdiff_t)y * (ptrdiff_t)first.stride, WENDI_LANES);
        return;
    }
    for (uint32_t left = grid->passable_halves; left; left &= left - 1, count++) {
        const int half = __builtin_ctz(left);
        const __m128i* bytes = (const __m128i*)grid->costs.shuffles[half];
        halves[count] = _mm256_set1_epi8((char)half);
        tables[count] =
            _mm256_broadcastsi128_si256(_mm_and_si128(_mm_loadu_si128(bytes), _mm_loadu_si128(bytes + 1)));
    }
    for (int32_t y = 0; y < rows; y++, first.at += first.stride) {
        const __m256i k = _mm256_loadu_si256((const __m256i*)first.at);
        const __m256i low = _mm256_and_si256(k, low_half),
                      high = _mm256_and_si256(_mm256_srli_epi16(k, 4), low_half);
        __m256i costs = all;
        for (int32_t i = 0; i < count; i++)
            costs = _mm256_blendv_epi8(costs, _mm256_shuffle_epi8(tables[i], low),
                                       _mm256_cmpeq_epi8(high, halves[i]));
        out[y] = ~(uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(costs, all));
    }
}
#define WENDI_HAS_PASSABLE_ROWS

#include "kernel/sweep_table.h"
const wendi_sweep_kernel wendi_sweep_avx2 = WENDI_SWEEP_TABLE("AVX2");
#endif
