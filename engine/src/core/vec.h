// vec.h: small vectors in double precision. Only + - * / and sqrt, which every machine rounds alike.
#ifndef WENDI_VEC_H
#define WENDI_VEC_H
#include <math.h>

#include "core/base.h"

typedef struct wendi_vec {
    double x, y;
} wendi_vec;

static inline wendi_vec wendi_add(wendi_vec a, wendi_vec b) {
    return (wendi_vec){a.x + b.x, a.y + b.y};
}
static inline wendi_vec wendi_sub(wendi_vec a, wendi_vec b) {
    return (wendi_vec){a.x - b.x, a.y - b.y};
}
static inline wendi_vec wendi_scale(wendi_vec a, double k) {
    return (wendi_vec){a.x * k, a.y * k};
}
static inline bool wendi_is_finite(wend_vec2 a) {
    return isfinite(a.x) && isfinite(a.y);
}
/// Rounds to a float. volatile, because gcc 12 drops the rounding when the float becomes a double again, and
/// an agent would then be elsewhere than its stored position.
static inline float wendi_to_float(double x) {
    volatile float kept = (float)x;
    return kept;
}
/// a + k b
static inline wendi_vec wendi_along(wendi_vec a, wendi_vec b, double k) {
    return (wendi_vec){a.x + b.x * k, a.y + b.y * k};
}
static inline double wendi_dot(wendi_vec a, wendi_vec b) {
    return a.x * b.x + a.y * b.y;
}
/// Positive when b is clockwise of a, as seen with y down.
static inline double wendi_cross(wendi_vec a, wendi_vec b) {
    return a.x * b.y - a.y * b.x;
}
static inline double wendi_length(wendi_vec a) {
    return sqrt(wendi_dot(a, a));
}
static inline double wendi_gap(wendi_vec a, wendi_vec b) {
    return wendi_length(wendi_sub(a, b));
}
/// Zero stays zero.
static inline wendi_vec wendi_unit(wendi_vec a) {
    double l = wendi_length(a);
    return l > 0 ? (wendi_vec){a.x / l, a.y / l} : (wendi_vec){0, 0};
}
static inline wendi_vec wendi_limited(wendi_vec a, double most) {
    double l = wendi_length(a);
    return l > most ? wendi_scale(a, most / l) : a;
}
static inline double wendi_clamp(double value, double least, double most) {
    return value < least ? least : value > most ? most : value;
}
/// Where on the segment from a to b the point nearest to p lies, as a share of its length.
static inline double wendi_share(wendi_vec a, wendi_vec b, wendi_vec p) {
    wendi_vec way = wendi_sub(b, a);
    double square = wendi_dot(way, way);
    return square > 0 ? wendi_clamp(wendi_dot(wendi_sub(p, a), way) / square, 0, 1) : 0;
}
static inline double wendi_gap_to_segment(wendi_vec a, wendi_vec b, wendi_vec p) {
    return wendi_gap(wendi_along(a, wendi_sub(b, a), wendi_share(a, b, p)), p);
}
#endif
