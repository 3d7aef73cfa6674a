// fleet_picture.c: what does a plan of a fleet look like?
#include "fleet_picture.h"
#include "drawing.h"
#include "output.h"
#include "palette.h"
#include "png_out.h"
#include "scene.h"
#include "tile_plane.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILM_BYTES = 256 << 20, MOST_FILM_TILES = 1 << 22, BODY_COLORS = 8 };
static const double STEP_SECONDS = 0.3, BODY_RADIUS = 0.35; // bodies of this radius never touch

static const char* const body_colors[BODY_COLORS] = {"#e4572e", "#17bebb", "#ffc914", "#2e86ab",
                                                     "#76b041", "#a23b72", "#f18f01", "#5d5fef"};

// ---- a film

typedef struct film {
    char* text;
    size_t size, capacity;
    bool failed;
} film;

static void add(film* f, const char* format, ...) __attribute__((format(printf, 2, 3)));
static void add(film* f, const char* format, ...) {
    enum { PIECE = 512 };
    if (f->failed) return;
    if (f->size + PIECE > f->capacity) {
        const size_t capacity = f->capacity > 0 ? f->capacity * 2 : 1 << 16;
        char* grown = capacity <= MOST_FILM_BYTES ? realloc(f->text, capacity) : NULL;
        if (grown == NULL) {
            f->failed = true;
            return;
        }
        f->text = grown;
        f->capacity = capacity;
    }
    va_list arguments;
    va_start(arguments, format);
    f->size += (size_t)vsnprintf(f->text + f->size, PIECE, format, arguments);
    va_end(arguments);
}

static void add_tile(film* f, tile_plane plane, wend_tile tile, int32_t run, uint32_t fill) {
    wend_vec2 corners[6];
    if (!plane.is_hex) {
        add(f, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"1\" fill=\"#%06x\"/>\n", tile.x - plane.left,
            tile.y - plane.top, run, (unsigned)fill);
        return;
    }
    const int count = tile_plane_corners(plane, tile, corners);
    add(f, "<polygon fill=\"#%06x\" points=\"", (unsigned)fill);
    for (int i = 0; i < count; i++) add(f, "%.3f,%.3f ", (double)corners[i].x, (double)corners[i].y);
    add(f, "\"/>\n");
}

static void add_map(film* f, const wend_grid* grid, tile_plane plane) {
    const palette colors = palette_costs(grid);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    uint8_t most = 1; // the class of most passable tiles is the ground
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
        if (counts[k] > counts[most]) most = (uint8_t)k;
    const wend_vec2 size = tile_plane_size(plane, width, height);
    add(f, "<rect width=\"%.3f\" height=\"%.3f\" fill=\"#%06x\"/>\n<g shape-rendering=\"%s\">\n",
        (double)size.x, (double)size.y, (unsigned)(plane.is_hex ? PALETTE_BLOCKED : colors.colors[most]),
        plane.is_hex ? "auto" : "crispEdges");
    for (int32_t y = plane.top; y < plane.top + height; y++)
        for (int32_t x = plane.left, run; x < plane.left + width; x += run) {
            const uint8_t class = wend_grid_class(grid, (wend_tile){x, y});
            run = 1;
            while (!plane.is_hex && x + run < plane.left + width &&
                   wend_grid_class(grid, (wend_tile){x + run, y}) == class)
                run++;
            if (class != most || plane.is_hex)
                add_tile(f, plane, (wend_tile){x, y}, run, colors.colors[class]);
        }
    add(f, "</g>\n");
}

static void add_mover(film* f, const fleet_plan* p, tile_plane plane, int32_t mover, double widest) {
    // Wider than a tile, a body takes whole tiles, unless paths may cut corners.
    const double radius = widest > 0.5 && isfinite(widest) ? ceil(2 * widest) / 2 : BODY_RADIUS;
    add(f, "<circle r=\"%.2f\" fill=\"%s\" stroke=\"#141820\" stroke-width=\".06\">", radius,
        body_colors[mover % BODY_COLORS]);
    add(f,
        "<title>%d</title><animateTransform attributeName=\"transform\" type=\"translate\" dur=\"%.1fs\" "
        "repeatCount=\"indefinite\" values=\"",
        mover, STEP_SECONDS * (double)(p->moments > 1 ? p->moments - 1 : 1));
    for (int64_t k = 0; k < p->moments; k++) {
        const wend_vec2 at = tile_plane_center(plane, fleet_plan_at(p, k, mover));
        add(f, "%s%.5g,%.5g", k > 0 ? ";" : "", (double)at.x, (double)at.y);
    }
    add(f, "\"/></circle>\n");
}

static int write_film(const fleet_plan* p, const wend_world* world, const int32_t* profiles,
                      const char* file) {
    film f = {0};
    const wend_grid* grid = wend_world_grid(world);
    const tile_plane plane = tile_plane_of(grid);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const wend_vec2 size = tile_plane_size(plane, width, height);
    if ((int64_t)width * height > MOST_FILM_TILES)
        return cli_fail(CLI_RESOURCE, "%s: a film of more than %d tiles is too large, expected OUT.png", file,
                        MOST_FILM_TILES);
    const double scale = fmin(32, fmax(2, 1200 / (double)size.x));
    add(&f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.3f "
        "%.3f\">\n",
        (double)size.x * scale, (double)size.y * scale, (double)size.x, (double)size.y);
    add_map(&f, grid, plane);
    for (int32_t i = 0; i < p->movers; i++)
        add_mover(&f, p, plane, i, (double)wend_world_widest_body(world, profiles != NULL ? profiles[i] : 0));
    add(&f, "</svg>\n");
    const int code =
        f.failed ? cli_fail(CLI_RESOURCE,
                            "%s: the film takes more than %d MB of memory: show fewer movers or steps, or "
                            "write OUT.png",
                            file, MOST_FILM_BYTES >> 20)
                 : output_write(file, f.text, f.size);
    free(f.text);
    return code;
}

// ---- how often each tile was entered

static int write_heat(const fleet_plan* p, const wend_world* world, const char* file) {
    const wend_grid* grid = wend_world_grid(world);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const double scale = scene_default_scale(grid);
    picture out = {0};
    int code = scene_draw(&(scene){.world = world, .layers = SCENE_COSTS, .level = 1, .scale = scale}, &out);
    if (code != CLI_OK) return code;
    const tile_plane plane = tile_plane_of(grid);
    uint32_t* entered = calloc((size_t)width * (size_t)height, sizeof *entered);
    uint32_t most = 1;
    for (int64_t k = 1; entered != NULL && k < p->moments; k++)
        for (int32_t i = 0; i < p->movers; i++) {
            const wend_tile tile = fleet_plan_at(p, k, i), before = fleet_plan_at(p, k - 1, i);
            if (tile.x == before.x && tile.y == before.y) continue;
            uint32_t* count = &entered[(int64_t)(tile.y - plane.top) * width + tile.x - plane.left];
            if (++*count > most) most = *count;
        }
    for (int32_t y = 0; entered != NULL && y < height; y++)
        for (int32_t x = 0; x < width; x++) {
            const uint32_t count = entered[(int64_t)y * width + x];
            if (count == 0) continue;
            const uint32_t rgb = palette_distance(sqrtf((float)count / (float)most));
            const wend_vec2 at = tile_plane_center(plane, (wend_tile){plane.left + x, plane.top + y});
            const float px = at.x * (float)scale, py = at.y * (float)scale;
            picture_line(&out, px, py, px, py, fmaxf(1, (float)scale * .9f),
                         (color){(uint8_t)(rgb >> 16), (uint8_t)(rgb >> 8), (uint8_t)rgb}, 1);
        }
    code = entered != NULL ? png_write(&out, file) : cli_fail(CLI_RESOURCE, "%s: out of memory", file);
    free(entered);
    picture_destroy(&out);
    return code;
}

int fleet_picture_write(const fleet_plan* p, const wend_world* world, const int32_t* profiles,
                        const char* file) {
    return file_ends_in(file, ".svg") ? write_film(p, world, profiles, file) : write_heat(p, world, file);
}
