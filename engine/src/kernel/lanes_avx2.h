// lanes_avx2.h: rows of 32 lanes of 16 bits in two AVX2 registers.
#ifndef WENDI_LANES_AVX2_H
#define WENDI_LANES_AVX2_H
#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct avx2 {
    __m256i lo, hi; // lanes 0-15, 16-31
} avx2;

static inline avx2 avx2_load(const uint16_t* row) {
    return (avx2){_mm256_load_si256((const __m256i*)row), _mm256_load_si256((const __m256i*)(row + 16))};
}
static inline void avx2_store(uint16_t* row, avx2 a) {
    _mm256_store_si256((__m256i*)row, a.lo);
    _mm256_store_si256((__m256i*)(row + 16), a.hi);
}
static inline avx2 avx2_fill(uint16_t value) {
    return (avx2){_mm256_set1_epi16((short)value), _mm256_set1_epi16((short)value)};
}
static inline avx2 avx2_min(avx2 a, avx2 b) {
    return (avx2){_mm256_min_epu16(a.lo, b.lo), _mm256_min_epu16(a.hi, b.hi)};
}
static inline avx2 avx2_add(avx2 a, avx2 b) {
    return (avx2){_mm256_adds_epu16(a.lo, b.lo), _mm256_adds_epu16(a.hi, b.hi)};
}
static inline avx2 avx2_either(avx2 a, avx2 b) {
    return (avx2){_mm256_or_si256(a.lo, b.lo), _mm256_or_si256(a.hi, b.hi)};
}
static inline bool avx2_same(avx2 a, avx2 b) {
    __m256i differ = _mm256_or_si256(_mm256_xor_si256(a.lo, b.lo), _mm256_xor_si256(a.hi, b.hi));
    return _mm256_testz_si256(differ, differ);
}
static inline avx2 avx2_most(avx2 a, avx2 b) {
    __m256i minus_one = _mm256_set1_epi16(-1);
    return (avx2){_mm256_max_epu16(a.lo, _mm256_sub_epi16(b.lo, minus_one)),
                  _mm256_max_epu16(a.hi, _mm256_sub_epi16(b.hi, minus_one))};
}
static inline avx2 avx2_of_bits(uint32_t bits) {
    const __m256i lane =
        _mm256_setr_epi16(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, (short)32768);
    __m256i lo = _mm256_set1_epi16((short)bits), hi = _mm256_set1_epi16((short)(bits >> 16));
    return (avx2){_mm256_cmpeq_epi16(_mm256_and_si256(lo, lane), lane),
                  _mm256_cmpeq_epi16(_mm256_and_si256(hi, lane), lane)};
}
static inline avx2 avx2_is_greatest(avx2 a) {
    __m256i greatest = _mm256_set1_epi16(-1);
    return (avx2){_mm256_cmpeq_epi16(a.lo, greatest), _mm256_cmpeq_epi16(a.hi, greatest)};
}

// Shifts go over the halves of a register by way of a copy that holds each half's neighbour.
#define WENDI_AVX2_SHIFTS(k)                                                                                 \
    static inline avx2 avx2_up##k(avx2 a) {                                                                  \
        __m256i greatest = _mm256_set1_epi16(-1);                                                            \
        __m256i below_lo = _mm256_permute2x128_si256(greatest, a.lo, 0x21);                                  \
        __m256i below_hi = _mm256_permute2x128_si256(a.lo, a.hi, 0x21);                                      \
        return (avx2){_mm256_alignr_epi8(a.lo, below_lo, 16 - 2 * k),                                        \
                      _mm256_alignr_epi8(a.hi, below_hi, 16 - 2 * k)};                                       \
    }                                                                                                        \
    static inline avx2 avx2_down##k(avx2 a) {                                                                \
        __m256i greatest = _mm256_set1_epi16(-1);                                                            \
        __m256i above_lo = _mm256_permute2x128_si256(a.lo, a.hi, 0x21);                                      \
        __m256i above_hi = _mm256_permute2x128_si256(a.hi, greatest, 0x21);                                  \
        return (avx2){_mm256_alignr_epi8(above_lo, a.lo, 2 * k), _mm256_alignr_epi8(above_hi, a.hi, 2 * k)}; \
    }
WENDI_AVX2_SHIFTS(1)
WENDI_AVX2_SHIFTS(2)
WENDI_AVX2_SHIFTS(4)
static inline avx2 avx2_up8(avx2 a) {
    __m256i greatest = _mm256_set1_epi16(-1);
    return (avx2){_mm256_permute2x128_si256(greatest, a.lo, 0x21),
                  _mm256_permute2x128_si256(a.lo, a.hi, 0x21)};
}
static inline avx2 avx2_down8(avx2 a) {
    __m256i greatest = _mm256_set1_epi16(-1);
    return (avx2){_mm256_permute2x128_si256(a.lo, a.hi, 0x21),
                  _mm256_permute2x128_si256(a.hi, greatest, 0x21)};
}
static inline avx2 avx2_up16(avx2 a) {
    return (avx2){_mm256_set1_epi16(-1), a.lo};
}
static inline avx2 avx2_down16(avx2 a) {
    return (avx2){a.hi, _mm256_set1_epi16(-1)};
}

// Looks up the 16-bit costs of 32 classes. passable_halves: the high halves of the classes that may have
// costs.
static inline void avx2_look_up(const uint8_t shuffles[16][4][16], uint32_t passable_halves,
                                const uint8_t* classes, avx2* straight_out, avx2* diagonal_out) {
    __m256i k = _mm256_loadu_si256((const __m256i*)classes);
    k = _mm256_permute4x64_epi64(k, 0xd8); // so that unpacking leaves the lanes in order
    __m256i low_half = _mm256_set1_epi8(15);
    __m256i low = _mm256_and_si256(k, low_half), high = _mm256_and_si256(_mm256_srli_epi16(k, 4), low_half);
    __m256i bytes[4];
    for (int i = 0; i < 4; i++) bytes[i] = _mm256_set1_epi8(-1);
    for (; passable_halves; passable_halves &= passable_halves - 1) {
        int half = __builtin_ctz(passable_halves);
        __m256i these = _mm256_cmpeq_epi8(high, _mm256_set1_epi8((char)half));
        for (int i = 0; i < 4; i++) {
            __m256i table = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i*)shuffles[half][i]));
            bytes[i] = _mm256_blendv_epi8(bytes[i], _mm256_shuffle_epi8(table, low), these);
        }
    }
    *straight_out =
        (avx2){_mm256_unpacklo_epi8(bytes[0], bytes[1]), _mm256_unpackhi_epi8(bytes[0], bytes[1])};
    *diagonal_out =
        (avx2){_mm256_unpacklo_epi8(bytes[2], bytes[3]), _mm256_unpackhi_epi8(bytes[2], bytes[3])};
}
#endif
