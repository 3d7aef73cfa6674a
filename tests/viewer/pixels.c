// pixels.c: what does a picture contain? For the shell scripts that test the viewer.
//
//   pixels size FILE             WIDTHxHEIGHT
//   pixels at FILE X Y           RRGGBB of a pixel
//   pixels count FILE RRGGBB     how many pixels have exactly this colour
//   pixels colors FILE           how many different colours there are
//   pixels others FILE X Y WIDTH HEIGHT RRGGBB RRGGBB
//                                how many pixels of a rectangle have neither colour
//   pixels differ FILE FILE2 [N [ROWS]]
//                                how many pixels (of the upper ROWS) differ, by more than N (0) in a channel;
//                                pictures of different sizes are an error
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define STB_IMAGE_IMPLEMENTATION
#define STBI_ONLY_PNG
#include <stb/stb_image.h>

typedef struct image {
    int width, height;
    unsigned char* rgb;
} image;

static image load(const char* file) {
    image i = {0};
    int channels = 0;
    i.rgb = stbi_load(file, &i.width, &i.height, &channels, 3);
    if (i.rgb == NULL) {
        fprintf(stderr, "%s: %s\n", file, stbi_failure_reason());
        exit(2);
    }
    return i;
}

static uint32_t color_at(const image* i, long pixel) {
    const unsigned char* p = i->rgb + 3 * pixel;
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static long count_color(const image* i, uint32_t color) {
    long count = 0;
    for (long n = 0; n < (long)i->width * i->height; n++) count += color_at(i, n) == color;
    return count;
}

static long count_colors(const image* i) {
    unsigned char* seen = calloc(1 << 21, 1);
    long count = 0;
    for (long n = 0; seen != NULL && n < (long)i->width * i->height; n++) {
        uint32_t color = color_at(i, n);
        unsigned char bit = (unsigned char)(1u << (color & 7));
        count += (seen[color >> 3] & bit) == 0;
        seen[color >> 3] |= bit;
    }
    free(seen);
    return count;
}

static bool is_different(const image* a, const image* b, long pixel, long tolerance) {
    bool different = false;
    for (long i = 3 * pixel; i < 3 * pixel + 3; i++)
        different |= labs((long)a->rgb[i] - b->rgb[i]) > tolerance;
    return different;
}

static long count_different(const image* a, const image* b, long tolerance, long rows) {
    if (a->width != b->width || a->height != b->height) {
        fprintf(stderr, "%dx%d is not the size of %dx%d\n", a->width, a->height, b->width, b->height);
        exit(2);
    }
    long count = 0;
    for (long n = 0; n < (long)a->width * (rows < a->height ? rows : a->height); n++)
        count += is_different(a, b, n, tolerance);
    return count;
}

// argv: FILE X Y WIDTH HEIGHT RRGGBB RRGGBB; -1: the rectangle is not in the picture.
static long count_others(const image* a, char** argv) {
    long place[4], count = 0;
    for (int i = 0; i < 4; i++) place[i] = strtol(argv[3 + i], NULL, 10);
    uint32_t one = (uint32_t)strtoul(argv[7], NULL, 16), other = (uint32_t)strtoul(argv[8], NULL, 16);
    if (place[0] < 0 || place[1] < 0 || place[0] + place[2] > a->width || place[1] + place[3] > a->height)
        return -1;
    for (long n = 0; n < place[2] * place[3]; n++) {
        uint32_t color = color_at(a, (place[1] + n / place[2]) * a->width + place[0] + n % place[2]);
        count += color != one && color != other;
    }
    return count;
}

int main(int argc, char** argv) {
    const char* what = argc > 2 ? argv[1] : "";
    image first = argc > 2 ? load(argv[2]) : (image){0};
    int code = 0;
    if (strcmp(what, "size") == 0) {
        printf("%dx%d\n", first.width, first.height);
    } else if (strcmp(what, "colors") == 0) {
        printf("%ld\n", count_colors(&first));
    } else if (strcmp(what, "count") == 0 && argc == 4) {
        printf("%ld\n", count_color(&first, (uint32_t)strtoul(argv[3], NULL, 16)));
    } else if (strcmp(what, "at") == 0 && argc == 5) {
        long x = strtol(argv[3], NULL, 10), y = strtol(argv[4], NULL, 10);
        if (x < 0 || y < 0 || x >= first.width || y >= first.height)
            code = 2;
        else
            printf("%06X\n", color_at(&first, y * first.width + x));
    } else if (strcmp(what, "others") == 0 && argc == 9) {
        long count = count_others(&first, argv);
        printf("%ld\n", count);
        if (count < 0) code = 2;
    } else if (strcmp(what, "differ") == 0 && argc >= 4 && argc <= 6) {
        image second = load(argv[3]);
        printf("%ld\n", count_different(&first, &second, argc > 4 ? strtol(argv[4], NULL, 10) : 0,
                                        argc > 5 ? strtol(argv[5], NULL, 10) : first.height));
        stbi_image_free(second.rgb);
    } else {
        fprintf(stderr, "usage: see pixels.c\n");
        code = 2;
    }
    stbi_image_free(first.rgb);
    return code;
}
