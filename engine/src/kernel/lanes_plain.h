// lanes_plain.h: rows of 32 lanes in plain C, which compilers turn into whatever vectors they have.
#ifndef WENDI_LANES_PLAIN_H
#define WENDI_LANES_PLAIN_H
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define WENDI_PLAIN_LANES(bits)                                                                              \
    typedef struct plain##bits {                                                                             \
        uint##bits##_t v[32];                                                                                \
    } plain##bits;                                                                                           \
    static inline plain##bits plain##bits##_load(const uint##bits##_t* row) {                                \
        plain##bits a;                                                                                       \
        memcpy(&a, row, sizeof a);                                                                           \
        return a;                                                                                            \
    }                                                                                                        \
    static inline void plain##bits##_store(uint##bits##_t* row, plain##bits a) {                             \
        memcpy(row, &a, sizeof a);                                                                           \
    }                                                                                                        \
    static inline plain##bits plain##bits##_fill(uint##bits##_t value) {                                     \
        plain##bits a;                                                                                       \
        for (int x = 0; x < 32; x++) a.v[x] = value;                                                         \
        return a;                                                                                            \
    }                                                                                                        \
    static inline plain##bits plain##bits##_most(plain##bits a, plain##bits b) {                             \
        for (int x = 0; x < 32; x++) {                                                                       \
            uint##bits##_t more = (uint##bits##_t)(b.v[x] + 1);                                              \
            a.v[x] = a.v[x] > more ? a.v[x] : more;                                                          \
        }                                                                                                    \
        return a;                                                                                            \
    }                                                                                                        \
    static inline plain##bits plain##bits##_min(plain##bits a, plain##bits b) {                              \
        for (int x = 0; x < 32; x++) a.v[x] = a.v[x] < b.v[x] ? a.v[x] : b.v[x];                             \
        return a;                                                                                            \
    }                                                                                                        \
    static inline plain##bits plain##bits##_add(plain##bits a, plain##bits b) {                              \
        for (int x = 0; x < 32; x++) {                                                                       \
            uint##bits##_t room = (uint##bits##_t) ~a.v[x];                                                  \
            a.v[x] = (uint##bits##_t)(a.v[x] + (b.v[x] < room ? b.v[x] : room));                             \
        }                                                                                                    \
        return a;                                                                                            \
    }                                                                                                        \
    static inline plain##bits plain##bits##_either(plain##bits a, plain##bits b) {                           \
        for (int x = 0; x < 32; x++) a.v[x] |= b.v[x];                                                       \
        return a;                                                                                            \
    }                                                                                                        \
    static inline bool plain##bits##_same(plain##bits a, plain##bits b) {                                    \
        return memcmp(&a, &b, sizeof a) == 0;                                                                \
    }                                                                                                        \
    static inline plain##bits plain##bits##_of_bits(uint32_t set) {                                          \
        plain##bits a;                                                                                       \
        for (int x = 0; x < 32; x++) a.v[x] = set >> x & 1 ? UINT##bits##_MAX : 0;                           \
        return a;                                                                                            \
    }                                                                                                        \
    static inline plain##bits plain##bits##_is_greatest(plain##bits a) {                                     \
        for (int x = 0; x < 32; x++) a.v[x] = a.v[x] == UINT##bits##_MAX ? UINT##bits##_MAX : 0;             \
        return a;                                                                                            \
    }                                                                                                        \
    static inline plain##bits plain##bits##_up(plain##bits a, int k) {                                       \
        plain##bits b;                                                                                       \
        memset(&b, 0xff, sizeof b);                                                                          \
        for (int x = k; x < 32; x++) b.v[x] = a.v[x - k];                                                    \
        return b;                                                                                            \
    }                                                                                                        \
    static inline plain##bits plain##bits##_down(plain##bits a, int k) {                                     \
        plain##bits b;                                                                                       \
        memset(&b, 0xff, sizeof b);                                                                          \
        for (int x = k; x < 32; x++) b.v[x - k] = a.v[x];                                                    \
        return b;                                                                                            \
    }                                                                                                        \
    WENDI_PLAIN_SHIFTS(bits, 1)                                                                              \
    WENDI_PLAIN_SHIFTS(bits, 2)                                                                              \
    WENDI_PLAIN_SHIFTS(bits, 4) WENDI_PLAIN_SHIFTS(bits, 8) WENDI_PLAIN_SHIFTS(bits, 16)

#define WENDI_PLAIN_SHIFTS(bits, k)                                                                          \
    static inline plain##bits plain##bits##_up##k(plain##bits a) {                                           \
        return plain##bits##_up(a, k);                                                                       \
    }                                                                                                        \
    static inline plain##bits plain##bits##_down##k(plain##bits a) {                                         \
        return plain##bits##_down(a, k);                                                                     \
    }

WENDI_PLAIN_LANES(32)
#ifdef WENDI_PLAIN_16
WENDI_PLAIN_LANES(16)
#endif
#endif
