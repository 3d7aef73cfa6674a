// lanes_128.h: rows of 32 lanes of 16 bits in four registers of 128 bits: SSE2, NEON or
// WebAssembly's.
#ifndef WENDI_LANES_128_H
#define WENDI_LANES_128_H
#include <stdbool.h>
#include <stdint.h>

#if defined(__SSE2__)
#include <emmintrin.h>
typedef __m128i reg128;
static inline reg128 reg128_load(const uint16_t* p) {
    return _mm_load_si128((const __m128i*)p);
}
static inline void reg128_store(uint16_t* p, reg128 a) {
    _mm_store_si128((__m128i*)p, a);
}
static inline reg128 reg128_greatest(void) {
    return _mm_set1_epi16(-1);
}
static inline reg128 reg128_fill(uint16_t value) {
    return _mm_set1_epi16((short)value);
}
static inline reg128 reg128_max(reg128 a, reg128 b) {
    return _mm_add_epi16(b, _mm_subs_epu16(a, b));
}
static inline reg128 reg128_more(reg128 a) {
    return _mm_sub_epi16(a, _mm_set1_epi16(-1));
}
static inline reg128 reg128_min(reg128 a, reg128 b) {
    return _mm_sub_epi16(a, _mm_subs_epu16(a, b));
}
static inline reg128 reg128_add(reg128 a, reg128 b) {
    return _mm_adds_epu16(a, b);
}
static inline reg128 reg128_either(reg128 a, reg128 b) {
    return _mm_or_si128(a, b);
}
static inline reg128 reg128_equal(reg128 a, reg128 b) {
    return _mm_cmpeq_epi16(a, b);
}
static inline reg128 reg128_both(reg128 a, reg128 b) {
    return _mm_and_si128(a, b);
}
static inline bool reg128_all_set(reg128 a) {
    return _mm_movemask_epi8(a) == 0xffff;
}
// Lanes 8 - k .. 15 - k of the pair (before, a).
#define reg128_up(before, a, k) _mm_or_si128(_mm_slli_si128(a, 2 * (k)), _mm_srli_si128(before, 16 - 2 * (k)))
// Lanes k .. k + 7 of the pair (a, after).
#define reg128_down(a, after, k) _mm_or_si128(_mm_srli_si128(a, 2 * (k)), _mm_slli_si128(after, 16 - 2 * (k)))
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
typedef v128_t reg128;
static inline reg128 reg128_load(const uint16_t* p) {
    return wasm_v128_load(p);
}
static inline void reg128_store(uint16_t* p, reg128 a) {
    wasm_v128_store(p, a);
}
static inline reg128 reg128_greatest(void) {
    return wasm_u16x8_const_splat(UINT16_MAX);
}
static inline reg128 reg128_fill(uint16_t value) {
    return wasm_u16x8_splat(value);
}
static inline reg128 reg128_max(reg128 a, reg128 b) {
    return wasm_u16x8_max(a, b);
}
static inline reg128 reg128_more(reg128 a) {
    return wasm_i16x8_add(a, wasm_u16x8_const_splat(1));
}
static inline reg128 reg128_min(reg128 a, reg128 b) {
    return wasm_u16x8_min(a, b);
}
static inline reg128 reg128_add(reg128 a, reg128 b) {
    return wasm_u16x8_add_sat(a, b);
}
static inline reg128 reg128_either(reg128 a, reg128 b) {
    return wasm_v128_or(a, b);
}
static inline reg128 reg128_equal(reg128 a, reg128 b) {
    return wasm_i16x8_eq(a, b);
}
static inline reg128 reg128_both(reg128 a, reg128 b) {
    return wasm_v128_and(a, b);
}
static inline bool reg128_all_set(reg128 a) {
    return wasm_i16x8_all_true(a); // of lanes that are all zeros or all ones
}
// Lanes FIRST .. FIRST + 7 of the pair (a, b).
#define reg128_lanes(a, b, first)                                                                            \
    wasm_i16x8_shuffle(a, b, (first), (first) + 1, (first) + 2, (first) + 3, (first) + 4, (first) + 5,       \
                       (first) + 6, (first) + 7)
#define reg128_up(before, a, k)  reg128_lanes(before, a, 8 - (k))
#define reg128_down(a, after, k) reg128_lanes(a, after, k)
#else
#include <arm_neon.h>
typedef uint16x8_t reg128;
static inline reg128 reg128_load(const uint16_t* p) {
    return vld1q_u16(p);
}
static inline void reg128_store(uint16_t* p, reg128 a) {
    vst1q_u16(p, a);
}
static inline reg128 reg128_greatest(void) {
    return vdupq_n_u16(UINT16_MAX);
}
static inline reg128 reg128_fill(uint16_t value) {
    return vdupq_n_u16(value);
}
static inline reg128 reg128_max(reg128 a, reg128 b) {
    return vmaxq_u16(a, b);
}
static inline reg128 reg128_more(reg128 a) {
    return vaddq_u16(a, vdupq_n_u16(1));
}
static inline reg128 reg128_min(reg128 a, reg128 b) {
    return vminq_u16(a, b);
}
static inline reg128 reg128_add(reg128 a, reg128 b) {
    return vqaddq_u16(a, b);
}
static inline reg128 reg128_either(reg128 a, reg128 b) {
    return vorrq_u16(a, b);
}
static inline reg128 reg128_equal(reg128 a, reg128 b) {
    return vceqq_u16(a, b);
}
static inline reg128 reg128_both(reg128 a, reg128 b) {
    return vandq_u16(a, b);
}
static inline bool reg128_all_set(reg128 a) {
    uint64x2_t halves = vreinterpretq_u64_u16(a);
    return (vgetq_lane_u64(halves, 0) & vgetq_lane_u64(halves, 1)) == UINT64_MAX;
}
#define reg128_up(before, a, k)  vextq_u16(before, a, 8 - (k))
#define reg128_down(a, after, k) vextq_u16(a, after, k)
#endif

typedef struct quad {
    reg128 v[4];
} quad;

static inline quad quad_load(const uint16_t* row) {
    return (quad){{reg128_load(row), reg128_load(row + 8), reg128_load(row + 16), reg128_load(row + 24)}};
}
static inline void quad_store(uint16_t* row, quad a) {
    for (int i = 0; i < 4; i++) reg128_store(row + 8 * i, a.v[i]);
}
static inline quad quad_fill(uint16_t value) {
    reg128 v = reg128_fill(value);
    return (quad){{v, v, v, v}};
}
static inline quad quad_most(quad a, quad b) {
    for (int i = 0; i < 4; i++) a.v[i] = reg128_max(a.v[i], reg128_more(b.v[i]));
    return a;
}
static inline quad quad_min(quad a, quad b) {
    for (int i = 0; i < 4; i++) a.v[i] = reg128_min(a.v[i], b.v[i]);
    return a;
}
static inline quad quad_add(quad a, quad b) {
    for (int i = 0; i < 4; i++) a.v[i] = reg128_add(a.v[i], b.v[i]);
    return a;
}
static inline quad quad_either(quad a, quad b) {
    for (int i = 0; i < 4; i++) a.v[i] = reg128_either(a.v[i], b.v[i]);
    return a;
}
static inline bool quad_same(quad a, quad b) {
    reg128 equal = reg128_equal(a.v[0], b.v[0]);
    for (int i = 1; i < 4; i++) equal = reg128_both(equal, reg128_equal(a.v[i], b.v[i]));
    return reg128_all_set(equal);
}
static inline quad quad_of_bits(uint32_t bits) {
    _Alignas(16) static const uint16_t lane[8] = {1, 2, 4, 8, 16, 32, 64, 128};
    const reg128 one_each = reg128_load(lane);
    quad a;
    for (int i = 0; i < 4; i++)
        a.v[i] = reg128_equal(reg128_both(reg128_fill((uint16_t)(bits >> 8 * i & 255)), one_each), one_each);
    return a;
}
static inline quad quad_is_greatest(quad a) {
    for (int i = 0; i < 4; i++) a.v[i] = reg128_equal(a.v[i], reg128_greatest());
    return a;
}

#define WENDI_QUAD_SHIFTS(k)                                                                                 \
    static inline quad quad_up##k(quad a) {                                                                  \
        return (quad){{reg128_up(reg128_greatest(), a.v[0], k), reg128_up(a.v[0], a.v[1], k),                \
                       reg128_up(a.v[1], a.v[2], k), reg128_up(a.v[2], a.v[3], k)}};                         \
    }                                                                                                        \
    static inline quad quad_down##k(quad a) {                                                                \
        return (quad){{reg128_down(a.v[0], a.v[1], k), reg128_down(a.v[1], a.v[2], k),                       \
                       reg128_down(a.v[2], a.v[3], k), reg128_down(a.v[3], reg128_greatest(), k)}};          \
    }
WENDI_QUAD_SHIFTS(1)
WENDI_QUAD_SHIFTS(2)
WENDI_QUAD_SHIFTS(4)
static inline quad quad_up8(quad a) {
    return (quad){{reg128_greatest(), a.v[0], a.v[1], a.v[2]}};
}
static inline quad quad_down8(quad a) {
    return (quad){{a.v[1], a.v[2], a.v[3], reg128_greatest()}};
}
static inline quad quad_up16(quad a) {
    return (quad){{reg128_greatest(), reg128_greatest(), a.v[0], a.v[1]}};
}
static inline quad quad_down16(quad a) {
    return (quad){{a.v[2], a.v[3], reg128_greatest(), reg128_greatest()}};
}

#if defined(__wasm_simd128__)
// Rows of 32 lanes of 32 bits in eight registers. The plain form would do, but clang 14 compiles it wrongly
// with SIMD: relaxing a row left some costs above 16 bits as they were.
typedef struct oct {
    v128_t v[8];
} oct;

#define WENDI_OCT_EACH(a, expression)                                                                        \
    for (int i = 0; i < 8; i++) (a).v[i] = expression;                                                       \
    return a
static inline oct oct_fill(uint32_t value) {
    oct a;
    WENDI_OCT_EACH(a, wasm_u32x4_splat(value));
}
static inline oct oct_load(const uint32_t* row) {
    oct a;
    WENDI_OCT_EACH(a, wasm_v128_load(row + 4 * i));
}
static inline void oct_store(uint32_t* row, oct a) {
    for (int i = 0; i < 8; i++) wasm_v128_store(row + 4 * i, a.v[i]);
}
static inline oct oct_most(oct a, oct b) {
    WENDI_OCT_EACH(a, wasm_u32x4_max(a.v[i], wasm_i32x4_add(b.v[i], wasm_u32x4_const_splat(1))));
}
static inline oct oct_min(oct a, oct b) {
    WENDI_OCT_EACH(a, wasm_u32x4_min(a.v[i], b.v[i]));
}
static inline oct oct_add(oct a, oct b) {
    WENDI_OCT_EACH(a, wasm_i32x4_add(a.v[i], wasm_u32x4_min(b.v[i], wasm_v128_not(a.v[i]))));
}
static inline oct oct_either(oct a, oct b) {
    WENDI_OCT_EACH(a, wasm_v128_or(a.v[i], b.v[i]));
}
static inline bool oct_same(oct a, oct b) {
    v128_t differ = wasm_v128_xor(a.v[0], b.v[0]);
    for (int i = 1; i < 8; i++) differ = wasm_v128_or(differ, wasm_v128_xor(a.v[i], b.v[i]));
    return !wasm_v128_any_true(differ);
}
static inline oct oct_of_bits(uint32_t bits) {
    const v128_t lane = wasm_u32x4_const(1, 2, 4, 8);
    oct a;
    WENDI_OCT_EACH(a, wasm_i32x4_eq(wasm_v128_and(wasm_u32x4_splat(bits >> 4 * i), lane), lane));
}
static inline oct oct_is_greatest(oct a) {
    WENDI_OCT_EACH(a, wasm_i32x4_eq(a.v[i], wasm_u32x4_const_splat(UINT32_MAX)));
}
// The register that is k registers away; the greatest values beyond either end.
static inline v128_t oct_at(const oct* a, int i) {
    return i >= 0 && i < 8 ? a->v[i] : wasm_u32x4_const_splat(UINT32_MAX);
}
// Lanes first .. first + 3 of a pair.
#define oct_lanes(a, b, first) wasm_i32x4_shuffle(a, b, (first), (first) + 1, (first) + 2, (first) + 3)
#define WENDI_OCT_SHIFTS(k)                                                                                  \
    static inline oct oct_up##k(oct a) {                                                                     \
        oct b;                                                                                               \
        WENDI_OCT_EACH(b, oct_lanes(oct_at(&a, i - 1), a.v[i], 4 - (k)));                                    \
    }                                                                                                        \
    static inline oct oct_down##k(oct a) {                                                                   \
        oct b;                                                                                               \
        WENDI_OCT_EACH(b, oct_lanes(a.v[i], oct_at(&a, i + 1), k));                                          \
    }
WENDI_OCT_SHIFTS(1)
WENDI_OCT_SHIFTS(2)
#define WENDI_OCT_MOVES(k)                                                                                   \
    static inline oct oct_up##k(oct a) {                                                                     \
        oct b;                                                                                               \
        WENDI_OCT_EACH(b, oct_at(&a, i - (k) / 4));                                                          \
    }                                                                                                        \
    static inline oct oct_down##k(oct a) {                                                                   \
        oct b;                                                                                               \
        WENDI_OCT_EACH(b, oct_at(&a, i + (k) / 4));                                                          \
    }
WENDI_OCT_MOVES(4)
WENDI_OCT_MOVES(8)
WENDI_OCT_MOVES(16)
#endif
#endif
