// series.h: functions of real numbers that give the same bits on every machine, as those of libm need not.
#ifndef WIMP_SERIES_H
#define WIMP_SERIES_H

/// e to the power of x, to 14 digits. [Range of x: -30..30]
static inline double wimp_exp(double x) {
    const double small = x / 1024;
    double term = 1, sum = 1;
    for (int i = 1; i <= 8; i++) sum += term = term * small / i;
    for (int i = 0; i < 10; i++) sum *= sum;
    return sum;
}

/// The sine of an angle in radians, to 12 digits. [Range of x: -2..2]
static inline double wimp_sin(double x) {
    const double square = x * x;
    double term = x, sum = x;
    for (int i = 1; i <= 11; i++) sum += term = -term * square / ((2 * i) * (2 * i + 1));
    return sum;
}

/// The cosine, likewise.
static inline double wimp_cos(double x) {
    const double square = x * x;
    double term = 1, sum = 1;
    for (int i = 1; i <= 11; i++) sum += term = -term * square / ((2 * i - 1) * (2 * i));
    return sum;
}
#endif
