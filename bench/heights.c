// heights.c: fractal hills as raw heights, the same on every machine.
//     bench_heights WIDTH HEIGHT SEED RELIEF SHARE >HEIGHTS
// Floats of this machine, row by row: octaves of value noise whose sides halve from 1/4 of the larger side to
// 2 tiles. RELIEF: the range of the largest octave, in metres; each smaller one has SHARE of the one before:
// .4 are rounded hills, .6 rough ones.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

// From -1 to 1 at each corner of a lattice.
static double corner(uint64_t seed, int64_t x, int64_t y) {
    uint64_t z =
        seed * 0x9e3779b97f4a7c15u + (uint64_t)x * 0xbf58476d1ce4e5b9u + (uint64_t)y * 0x94d049bb133111ebu;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (double)(z >> 31 & 0xffffffff) / 2147483648.0 - 1;
}

static double smooth(double t) {
    return t * t * t * (t * (t * 6 - 15) + 10); // its second derivative is 0 at both ends
}

static double noise(uint64_t seed, int64_t side, int64_t x, int64_t y) {
    const int64_t left = x / side, top = y / side;
    const double u = smooth((double)(x % side) / (double)side), v = smooth((double)(y % side) / (double)side);
    const double above = corner(seed, left, top) * (1 - u) + corner(seed, left + 1, top) * u;
    const double below = corner(seed, left, top + 1) * (1 - u) + corner(seed, left + 1, top + 1) * u;
    return above * (1 - v) + below * v;
}

int main(int argc, char** argv) {
    if (argc != 6) {
        fprintf(stderr, "usage: bench_heights WIDTH HEIGHT SEED RELIEF SHARE >HEIGHTS\n");
        return 2;
    }
    const int64_t width = atoll(argv[1]), height = atoll(argv[2]);
    const uint64_t seed = (uint64_t)atoll(argv[3]);
    const double relief = atof(argv[4]), share = atof(argv[5]);
    for (int64_t y = 0; y < height; y++)
        for (int64_t x = 0; x < width; x++) {
            double sum = 0, range = relief / 2;
            uint64_t octave = 0;
            for (int64_t side = (width > height ? width : height) / 4; side >= 2; side /= 2, range *= share)
                sum += range * noise(seed * 64 + octave++, side, x, y);
            const float metres = (float)(sum + relief);
            if (fwrite(&metres, sizeof metres, 1, stdout) != 1) return 4;
        }
    return fflush(stdout) == 0 ? 0 : 4;
}
