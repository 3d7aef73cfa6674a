// lanes_avx2_wide.h: rows of 32 lanes of 32 bits in four AVX2 registers.
#ifndef WENDI_LANES_AVX2_WIDE_H
#define WENDI_LANES_AVX2_WIDE_H
#include <immintrin.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct avx2w {
    __m256i v[4]; // lanes 0-7, 8-15, 16-23, 24-31
} avx2w;

static inline avx2w avx2w_load(const uint32_t* row) {
    avx2w a;
    for (int i = 0; i < 4; i++) a.v[i] = _mm256_load_si256((const __m256i*)(row + 8 * i));
    return a;
}
static inline void avx2w_store(uint32_t* row, avx2w a) {
    for (int i = 0; i < 4; i++) _mm256_store_si256((__m256i*)(row + 8 * i), a.v[i]);
}
static inline avx2w avx2w_fill(uint32_t value) {
    __m256i v = _mm256_set1_epi32((int)value);
    return (avx2w){{v, v, v, v}};
}
static inline avx2w avx2w_min(avx2w a, avx2w b) {
    for (int i = 0; i < 4; i++) a.v[i] = _mm256_min_epu32(a.v[i], b.v[i]);
    return a;
}
// Saturates: where the sum wraps, it is below either operand.
static inline avx2w avx2w_add(avx2w a, avx2w b) {
    const __m256i greatest = _mm256_set1_epi32(-1);
    for (int i = 0; i < 4; i++) {
        __m256i sum = _mm256_add_epi32(a.v[i], b.v[i]);
        __m256i fits = _mm256_cmpeq_epi32(_mm256_max_epu32(sum, a.v[i]), sum);
        a.v[i] = _mm256_or_si256(sum, _mm256_xor_si256(fits, greatest));
    }
    return a;
}
static inline avx2w avx2w_either(avx2w a, avx2w b) {
    for (int i = 0; i < 4; i++) a.v[i] = _mm256_or_si256(a.v[i], b.v[i]);
    return a;
}
static inline bool avx2w_same(avx2w a, avx2w b) {
    __m256i differ = _mm256_xor_si256(a.v[0], b.v[0]);
    for (int i = 1; i < 4; i++) differ = _mm256_or_si256(differ, _mm256_xor_si256(a.v[i], b.v[i]));
    return _mm256_testz_si256(differ, differ);
}
static inline avx2w avx2w_most(avx2w a, avx2w b) {
    const __m256i minus_one = _mm256_set1_epi32(-1);
    for (int i = 0; i < 4; i++) a.v[i] = _mm256_max_epu32(a.v[i], _mm256_sub_epi32(b.v[i], minus_one));
    return a;
}
static inline avx2w avx2w_of_bits(uint32_t bits) {
    const __m256i lane = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    avx2w a;
    for (int i = 0; i < 4; i++) {
        __m256i these = _mm256_set1_epi32((int)(bits >> 8 * i & 255));
        a.v[i] = _mm256_cmpeq_epi32(_mm256_and_si256(these, lane), lane);
    }
    return a;
}
static inline avx2w avx2w_is_greatest(avx2w a) {
    const __m256i greatest = _mm256_set1_epi32(-1);
    for (int i = 0; i < 4; i++) a.v[i] = _mm256_cmpeq_epi32(a.v[i], greatest);
    return a;
}

// Shifts by whole registers; beyond the row every lane holds the greatest value.
static inline __m256i avx2w_register(avx2w a, int i) {
    return i < 0 || i > 3 ? _mm256_set1_epi32(-1) : a.v[i];
}
#define WENDI_AVX2W_REGISTER_SHIFTS(k)                                                                       \
    static inline avx2w avx2w_up##k(avx2w a) {                                                               \
        avx2w b;                                                                                             \
        for (int i = 0; i < 4; i++) b.v[i] = avx2w_register(a, i - (k) / 8);                                 \
        return b;                                                                                            \
    }                                                                                                        \
    static inline avx2w avx2w_down##k(avx2w a) {                                                             \
        avx2w b;                                                                                             \
        for (int i = 0; i < 4; i++) b.v[i] = avx2w_register(a, i + (k) / 8);                                 \
        return b;                                                                                            \
    }
WENDI_AVX2W_REGISTER_SHIFTS(8)
WENDI_AVX2W_REGISTER_SHIFTS(16)

// Lanes 4-7 of the register before and 0-3 of this one; lanes 4-7 of this one and 0-3 of the one after.
static inline __m256i avx2w_halves_before(avx2w a, int i) {
    return _mm256_permute2x128_si256(avx2w_register(a, i - 1), a.v[i], 0x21);
}
static inline __m256i avx2w_halves_after(avx2w a, int i) {
    return _mm256_permute2x128_si256(a.v[i], avx2w_register(a, i + 1), 0x21);
}
static inline avx2w avx2w_up4(avx2w a) {
    avx2w b;
    for (int i = 0; i < 4; i++) b.v[i] = avx2w_halves_before(a, i);
    return b;
}
static inline avx2w avx2w_down4(avx2w a) {
    avx2w b;
    for (int i = 0; i < 4; i++) b.v[i] = avx2w_halves_after(a, i);
    return b;
}
#define WENDI_AVX2W_SHIFTS(k)                                                                                \
    static inline avx2w avx2w_up##k(avx2w a) {                                                               \
        avx2w b;                                                                                             \
        for (int i = 0; i < 4; i++)                                                                          \
            b.v[i] = _mm256_alignr_epi8(a.v[i], avx2w_halves_before(a, i), 16 - 4 * (k));                    \
        return b;                                                                                            \
    }                                                                                                        \
    static inline avx2w avx2w_down##k(avx2w a) {                                                             \
        avx2w b;                                                                                             \
        for (int i = 0; i < 4; i++) b.v[i] = _mm256_alignr_epi8(avx2w_halves_after(a, i), a.v[i], 4 * (k));  \
        return b;                                                                                            \
    }
WENDI_AVX2W_SHIFTS(1)
WENDI_AVX2W_SHIFTS(2)
#endif
