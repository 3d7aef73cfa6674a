// How much memory and time does the import of a large PNG take in addition to libspng's decoding? usage:
// import_large [FILE.png...]; without files it creates some of each kind, and fails if they need more memory
// than documented, from the file or through a pipe.
#if !defined(_GNU_SOURCE)
#define _GNU_SOURCE // wait4
#endif
#include <spng.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "wend/import.h"

enum { SIDE = 4096, MOST_RUNS = 3 };
static int runs = 1;                      // the best of which counts
static const double promised_bytes = 1.5; // a tile, above the grid

// Those of this program itself would be counted, too.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

static double cpu_seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

// ---- files of our own

typedef struct kind {
    const char* name;
    uint8_t color_type, bits;
    bool interlaced;
    int32_t sample_bits; // of a pixel
} kind;

static const kind kinds[] = {
    {"1-bit", SPNG_COLOR_TYPE_GRAYSCALE, 1, false, 1},
    {"palette", SPNG_COLOR_TYPE_INDEXED, 8, false, 8},
    {"grey", SPNG_COLOR_TYPE_GRAYSCALE, 8, false, 8},
    {"grey, 16-bit", SPNG_COLOR_TYPE_GRAYSCALE, 16, false, 16},
    {"RGB", SPNG_COLOR_TYPE_TRUECOLOR, 8, false, 24},
    {"RGBA, 16-bit", SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 16, false, 64},
    {"grey, interlaced", SPNG_COLOR_TYPE_GRAYSCALE, 8, true, 8},
    {"RGBA, interlaced", SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 8, true, 32},
    {"RGBA 16, interlaced", SPNG_COLOR_TYPE_TRUECOLOR_ALPHA, 16, true, 64},
};

// Noise, hardly compressed: the file is as large as its pixels, so that holding it in memory would show.
static bool write_png(const char* file, const kind* k) {
    const size_t row_bytes = ((size_t)SIDE * (size_t)k->sample_bits + 7) / 8;
    const size_t size = k->interlaced ? row_bytes * SIDE : row_bytes;
    FILE* out = fopen(file, "wb");
    spng_ctx* png = spng_ctx_new(SPNG_CTX_ENCODER);
    uint8_t* pixels = malloc(size);
    struct spng_ihdr head = {.width = SIDE,
                             .height = SIDE,
                             .bit_depth = k->bits,
                             .color_type = k->color_type,
                             .interlace_method = k->interlaced};
    struct spng_plte plte = {.n_entries = 256};
    uint64_t random = 88172645463325252u;
    bool good = out && png && pixels && spng_set_png_file(png, out) == 0 && spng_set_ihdr(png, &head) == 0;
    for (uint32_t i = 0; i < 256; i++) plte.entries[i].green = (uint8_t)i;
    if (good && k->color_type == SPNG_COLOR_TYPE_INDEXED) good = spng_set_plte(png, &plte) == 0;
    good = good && spng_set_option(png, SPNG_IMG_COMPRESSION_LEVEL, 0) == 0 &&
           spng_set_option(png, SPNG_FILTER_CHOICE, SPNG_DISABLE_FILTERING) == 0;
    for (int32_t y = 0; good && y < SIDE; y++) {
        uint8_t* row = pixels + (k->interlaced ? row_bytes * (size_t)y : 0);
        for (size_t i = 0; i < row_bytes; i++) {
            random ^= random << 13, random ^= random >> 7, random ^= random << 17;
            row[i] = (uint8_t)(random >> 32);
        }
        if (k->interlaced) continue;
        if (y == 0)
            good = spng_encode_image(png, NULL, 0, SPNG_FMT_PNG,
                                     SPNG_ENCODE_PROGRESSIVE | SPNG_ENCODE_FINALIZE) == 0;
        int code = good ? spng_encode_row(png, pixels, row_bytes) : 0;
        good = good && (code == 0 || code == SPNG_EOI);
    }
    if (good && k->interlaced)
        good = spng_encode_image(png, pixels, size, SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE) == 0;
    spng_ctx_free(png);
    free(pixels);
    if (out && fclose(out) != 0) good = false;
    return good;
}

// ---- what is measured, each in its own child process

typedef struct figures {
    int32_t width, height;
    size_t pixel_bytes; ///< that libspng gives for all pixels
    double spng_s, import_s;
    int64_t grid_bytes, peak_bytes;
    uint64_t hash; ///< of the grid and of the file
    bool good;
} figures;

static void decode(const char* file, figures* f) {
    FILE* in = fopen(file, "rb");
    spng_ctx* png = spng_ctx_new(0);
    struct spng_ihdr head;
    size_t size = 0;
    f->good = in && png && spng_set_png_file(png, in) == 0 && spng_get_ihdr(png, &head) == 0 &&
              spng_decoded_image_size(png, SPNG_FMT_PNG, &size) == 0;
    if (!f->good) return;
    f->width = (int32_t)head.width;
    f->height = (int32_t)head.height;
    f->pixel_bytes = size;
    const size_t row_bytes = size / head.height;
    uint8_t* row = malloc(row_bytes);
    struct spng_row_info info;
    int code = spng_decode_image(png, NULL, 0, SPNG_FMT_PNG, SPNG_DECODE_PROGRESSIVE);
    while (row && code == 0 && spng_get_row_info(png, &info) == 0)
        code = spng_decode_row(png, row, row_bytes);
    f->good = row && code == SPNG_EOI;
    free(row);
    spng_ctx_free(png);
    fclose(in);
}

static void import(const char* file, figures* f) {
    wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    wend_import_info info;
    f->good = wend_import_file(file, &def, &grid, &info, &error) == WEND_OK;
    if (f->good) {
        f->grid_bytes = (int64_t)wend_grid_bytes(grid);
        f->hash = wend_grid_hash(grid) ^ info.source_hash;
    } else
        printf("%s\n", error.text);
    wend_grid_destroy(grid);
}

// The same through a pipe, which another process fills.
static void import_piped(const char* file, figures* f) {
    int ends[2];
    if (pipe(ends) != 0) _exit(2);
    const pid_t writer = fork();
    if (writer == 0) {
        static char bytes[1 << 16];
        FILE* in = fopen(file, "rb");
        size_t got;
        close(ends[0]);
        while (in && (got = fread(bytes, 1, sizeof bytes, in)) > 0)
            for (size_t at = 0; at < got;) {
                const ssize_t put = write(ends[1], bytes + at, got - at);
                if (put <= 0) _exit(1);
                at += (size_t)put;
            }
        _exit(in == NULL);
    }
    close(ends[1]);
    if (writer < 0 || dup2(ends[0], STDIN_FILENO) < 0) _exit(2);
    close(ends[0]);
    import("-", f);
    int status = 1;
    f->good = waitpid(writer, &status, 0) == writer && status == 0 && f->good;
}

// Adds to the figures; the best time of a few counts.
static void in_child(void work(const char* file, figures* f), const char* file, figures* f, double* seconds) {
    for (int32_t run = 0; run < runs; run++) {
        int ends[2];
        if (pipe(ends) != 0) exit(2);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            double start = cpu_seconds();
            work(file, f);
            double taken = cpu_seconds() - start;
            if (write(ends[1], f, sizeof *f) != sizeof *f ||
                write(ends[1], &taken, sizeof taken) != sizeof taken)
                _exit(2);
            fflush(stdout);
            _exit(0);
        }
        close(ends[1]);
        double taken = 0;
        f->good = child > 0 && read(ends[0], f, sizeof *f) == sizeof *f && f->good &&
                  read(ends[0], &taken, sizeof taken) == sizeof taken;
        close(ends[0]);
        struct rusage usage = {.ru_maxrss = 0};
        if (child > 0) wait4(child, NULL, 0, &usage);
        f->peak_bytes = (int64_t)usage.ru_maxrss * 1024;
        if (run == 0 || taken < *seconds) *seconds = taken;
        if (!f->good) return;
    }
}

static double bytes_above_grid(const figures* f) {
    return (double)(f->peak_bytes - f->grid_bytes) / ((double)f->width * f->height);
}

static bool measure(const char* file, const char* name) {
    figures f = {.good = false}, piped;
    in_child(decode, file, &f, &f.spng_s);
    double spng_s = f.spng_s;
    if (f.good) in_child(import, file, &f, &f.import_s);
    piped = f;
    if (f.good) in_child(import_piped, file, &piped, &piped.import_s);
    if (!f.good || !piped.good || f.hash != piped.hash) {
        printf("%s: cannot be read%s\n", name, f.good ? " from a pipe, or gives another map" : "");
        return false;
    }
    const double tiles = (double)f.width * f.height;
    double above = bytes_above_grid(&f);
    if (bytes_above_grid(&piped) > above) above = bytes_above_grid(&piped);
    printf("%-20s %6d x %-6d %9.1f %9.1f %12.3f %10.3f\n", name, f.width, f.height, tiles / spng_s / 1e6,
           tiles / f.import_s / 1e6, (double)f.pixel_bytes / tiles, above);
    if (SANITIZED || above < promised_bytes) return true;
    printf("%s: %.3f bytes a tile above the grid; expected less than %.3f\n", name, above, promised_bytes);
    return false;
}

int main(int count, char** arguments) {
    bool good = true;
    if (count > 1) runs = MOST_RUNS;
    printf("%-20s %15s %9s %9s %12s %10s\n%-20s %15s %9s %9s %12s %10s\n", "", "", "libspng", "import",
           "pixels in", "above grid", "PNG", "size", "Mpixel/s", "Mpixel/s", "all, B/pixel", "B/tile");
    for (int i = 1; i < count; i++) {
        const char* slash = strrchr(arguments[i], '/');
        good = measure(arguments[i], slash ? slash + 1 : arguments[i]) && good;
    }
    for (size_t i = 0; count == 1 && i < sizeof kinds / sizeof *kinds; i++) {
        static const char file[] = "import_large.png";
        // In a child as well, so that its memory is not the next ones'.
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) _exit(!write_png(file, &kinds[i]));
        int status = 1;
        good = child > 0 && waitpid(child, &status, 0) == child && status == 0 &&
               measure(file, kinds[i].name) && good;
        remove(file);
    }
    return !good;
}
