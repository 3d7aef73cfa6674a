// thumbnails.c: what do map files look like?
#include "tools/thumbnails.h"
#include "connection_shapes.h"
#include "document/map_look.h"
#include "document/scene.h"
#include "platform/picture.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_BYTES = 1 << 26, MOST_TILES = 1 << 26 }; // of files that are looked at

void thumbnails_init(thumbnails* t, SDL_Renderer* renderer, bool at_once) {
    *t = (thumbnails){.renderer = renderer, .at_once = at_once};
}

static void forget(thumbnail* n) {
    texture_forget(&n->texture);
    free(n->pixels);
    *n = (thumbnail){.file = ""};
}

void thumbnails_destroy(thumbnails* t) {
    job_ask_to_stop(&t->job);
    job_wait(&t->job);
    forget(&t->made);
    for (int i = 0; i < THUMBNAILS; i++) forget(&t->list[i]);
}

void thumbnails_set_renderer(thumbnails* t, SDL_Renderer* renderer) {
    for (int i = 0; i < THUMBNAILS; i++) texture_forget(&t->list[i].texture);
    t->renderer = renderer;
}

// ---- making one

// Shrinks a picture to the size of a thumbnail.
static bool take_pixels(thumbnail* n, const uint32_t* pixels, int width, int height) {
    SDL_Point size =
        shrink_fit(width, height, SDL_min(width, THUMBNAIL_SIDE), SDL_min(height, THUMBNAIL_SIDE));
    n->pixels = malloc((size_t)size.x * (size_t)size.y * sizeof *n->pixels);
    if (n->pixels == NULL) return false;
    shrink_pixels(pixels, width, height, n->pixels, size.x, size.y);
    n->width = size.x;
    n->height = size.y;
    return true;
}

// An image looks as it is, on white where it is transparent.
static bool show_image(thumbnail* n, const wend_image_survey* survey) {
    const wend_survey_info info = wend_image_survey_get_info(survey);
    uint32_t* pixels = picture_of_survey(survey, 255);
    const bool shown = pixels != NULL && take_pixels(n, pixels, info.copy_width, info.copy_height);
    free(pixels);
    return shown;
}

// A picture of a grid in which each tile is a square of pixels, or each square of tiles a pixel.
typedef struct raster {
    const wend_grid* grid;
    const map_look* look;
    int32_t step, side; // tiles to a pixel, or pixels to a tile; the other is 1
    int32_t width, height;
    uint32_t* pixels;
} raster;

static bool is_hex(const wend_grid* grid) {
    return wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
}

// Of a tile. Hexagons are squares of which every other row, or column, is shifted by half.
static SDL_Point corner_of(const raster* r, wend_tile tile) {
    const wend_rect map = wend_grid_area(r->grid);
    const int32_t x = tile.x - map.x, y = tile.y - map.y;
    SDL_Point at = {x * r->side / r->step, y * r->side / r->step};
    const int half = r->side / 2;
    switch (wend_grid_connectivity(r->grid)) {
    case WEND_CONNECTIVITY_HEX_ODD_R:
        at.x += y % 2 * half;
        break;
    case WEND_CONNECTIVITY_HEX_EVEN_R:
        at.x += (y + 1) % 2 * half;
        break;
    case WEND_CONNECTIVITY_HEX_ODD_Q:
        at.y += x % 2 * half;
        break;
    case WEND_CONNECTIVITY_HEX_EVEN_Q:
        at.y += (x + 1) % 2 * half;
        break;
    default:
        break;
    }
    return at;
}

static void fill(const raster* r, SDL_Point at, int32_t side, uint32_t color) {
    for (int32_t y = at.y; y < at.y + side; y++)
        for (int32_t x = at.x; x < at.x + side; x++)
            if (x >= 0 && y >= 0 && x < r->width && y < r->height)
                r->pixels[(size_t)y * (size_t)r->width + (size_t)x] = color;
}

// Of the lowest floor; a link to another one fills the tile where it leaves.
static void draw_link(const raster* r, const wend_link* l) {
    if (l->from.floor > 0 && l->to.floor > 0) return;
    const wend_tile from = l->from.floor == 0 ? l->from : l->to, to = l->to.floor == 0 ? l->to : from;
    const SDL_Point a = corner_of(r, from), b = corner_of(r, to);
    const bool leaves = l->from.floor != l->to.floor;
    const int32_t thick = leaves ? r->side : SDL_max(r->side / 3, 1), middle = (r->side - thick) / 2;
    const int32_t steps = SDL_max(SDL_max(SDL_abs(b.x - a.x), SDL_abs(b.y - a.y)), 1);
    for (int32_t i = 0; i <= steps; i++)
        fill(r, (SDL_Point){a.x + (b.x - a.x) * i / steps + middle, a.y + (b.y - a.y) * i / steps + middle},
             thick, connection_color(l->kind));
}

// Closed steps to the right and down are lines between the tiles.
static void draw_steps(const raster* r, wend_tile tile) {
    const int32_t thick = SDL_max(r->side / 6, 1);
    const wend_tile next[2] = {{tile.x + 1, tile.y}, {tile.x, tile.y + 1}};
    for (int i = 0; i < 2; i++) {
        if (!wend_grid_contains(r->grid, next[i])) continue;
        const bool there = wend_grid_step_is_open(r->grid, tile, next[i]);
        const bool back = wend_grid_step_is_open(r->grid, next[i], tile);
        if (there && back) continue;
        SDL_Point at = corner_of(r, next[i]);
        for (int32_t k = 0; k < r->side; k++, at.x += i == 1, at.y += i == 0)
            fill(r, (SDL_Point){at.x - (i == 0 ? thick / 2 : 0), at.y - (i == 1 ? thick / 2 : 0)}, thick,
                 there || back ? PALETTE_ONE_WAY : PALETTE_CASING);
    }
}

// As the viewer shows a tile: its own picture, or else the colour of its class.
static uint32_t color_of(const raster* r, wend_tile tile) {
    const wend_rect map = wend_grid_area(r->grid);
    const size_t at = (size_t)(tile.y - map.y) * (size_t)map.width + (size_t)(tile.x - map.x);
    const uint32_t pixel = r->look->pixels != NULL ? r->look->pixels[at] : 0;
    return pixel >> 24 != 0 ? pixel & 0xFFFFFF : r->look->colors.colors[wend_grid_class(r->grid, tile)];
}

static void paint(const raster* r) {
    for (size_t i = 0; i < (size_t)r->width * (size_t)r->height; i++) r->pixels[i] = PALETTE_BLOCKED;
    const wend_rect map = wend_grid_area(r->grid);
    const int32_t right = map.x + map.width, bottom = map.y + map.height;
    for (int32_t y = map.y; y < bottom; y += r->step)
        for (int32_t x = map.x; x < right; x += r->step)
            fill(r, corner_of(r, (wend_tile){x, y}), r->side, color_of(r, (wend_tile){x, y}));
    const bool has_steps = wend_grid_closed_step_count(r->grid) > 0 && r->step == 1 && !is_hex(r->grid);
    for (int32_t y = map.y; y < bottom && has_steps; y++)
        for (int32_t x = map.x; x < right; x++) draw_steps(r, (wend_tile){x, y});
    int32_t count = 0;
    const wend_link* links = wend_grid_links(r->grid, &count);
    for (int32_t i = 0; i < count && r->step == 1; i++) draw_link(r, &links[i]);
}

// Any other map looks as the viewer shows it, on its lowest floor; of a large one, some of the tiles.
static bool show_grid(thumbnail* n, const wend_grid* grid, const map_look* look) {
    const int32_t columns = wend_grid_width(grid), rows = wend_grid_height(grid);
    const int32_t longest = SDL_max(columns, rows);
    raster r = {.grid = grid,
                .look = look,
                .step = (longest - 1) / (4 * THUMBNAIL_SIDE) + 1,
                .side = SDL_clamp(2 * THUMBNAIL_SIDE / longest, 1, 32)};
    const int32_t shift = is_hex(grid) ? r.side / 2 : 0;
    r.width = (columns + r.step - 1) / r.step * r.side + shift;
    r.height = (rows + r.step - 1) / r.step * r.side + shift;
    r.pixels = malloc((size_t)r.width * (size_t)r.height * sizeof *r.pixels);
    if (r.pixels != NULL) paint(&r);
    const bool shown = r.pixels != NULL && take_pixels(n, r.pixels, r.width, r.height);
    free(r.pixels);
    return shown;
}

static bool is_readable(const char* file) {
    struct stat status;
    return stat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= MOST_BYTES;
}

static bool show_world(thumbnail* n) {
    wend_world* world = NULL;
    if (wend_world_open(n->file, NULL, &world, NULL) != WEND_OK) return false;
    map_look look = look_of_world(world);
    const bool shown = show_grid(n, wend_world_grid(world), &look);
    look_free(&look);
    wend_world_destroy(world);
    return shown;
}

static bool show_map(thumbnail* n, const wend_import_def* def) {
    wend_grid* grid = NULL;
    wend_import_info info = {.warning = ""};
    if (wend_import_file(n->file, def, &grid, &info, NULL) != WEND_OK) return false;
    map_look look = look_of_import(&info, grid);
    const bool shown = look_read_picture(&look, n->file, def, &info, grid, MOST_BYTES) == WEND_OK &&
                       show_grid(n, grid, &look);
    look_free(&look);
    wend_grid_destroy(grid);
    return shown;
}

static bool make(thumbnail* n, job* j_opt) {
    wend_import_def def = wend_default_import_def();
    wend_image_survey* survey = NULL;
    if (j_opt != NULL) def.progress = job_report;
    def.progress_context = j_opt;
    def.max_tiles = def.max_decoded = MOST_TILES;
    if (!is_readable(n->file)) return false;
    if (scene_is_world(n->file)) return show_world(n);
    bool shown = false;
    const wend_result result =
        wend_image_survey_create(n->file, &def, THUMBNAIL_SIDE * THUMBNAIL_SIDE, &survey, NULL);
    if (result == WEND_OK)
        shown = show_image(n, survey);
    else if (result == WEND_ERROR_UNSUPPORTED)
        shown = show_map(n, &def);
    wend_image_survey_destroy(survey);
    return shown;
}

static void work(job* j, void* context) {
    thumbnail* n = context;
    n->state = make(n, j) ? THUMBNAIL_MADE : THUMBNAIL_NONE;
}

// ---- asking

// The entry of a file: its own, or else that of the one that was not asked for longest.
static thumbnail* entry_of(thumbnails* t, const char* file) {
    thumbnail* oldest = &t->list[0];
    for (int i = 0; i < THUMBNAILS; i++) {
        thumbnail* n = &t->list[i];
        if (strcmp(n->file, file) == 0) return n;
        if (n->asked < oldest->asked) oldest = n;
    }
    forget(oldest);
    snprintf(oldest->file, sizeof oldest->file, "%s", file);
    return oldest;
}

SDL_Texture* thumbnails_get(thumbnails* t, const char* file, int max_width, int max_height,
                            SDL_Point* size_out) {
    thumbnail* n = entry_of(t, file);
    n->asked = ++t->asked;
    if (n->state != THUMBNAIL_MADE) return NULL;
    *size_out = shrink_fit(n->width, n->height, max_width, max_height);
    if (n->max_width != max_width || n->max_height != max_height) texture_forget(&n->texture);
    n->max_width = max_width;
    n->max_height = max_height;
    if (n->texture == NULL)
        n->texture = shrink_to_texture(t->renderer, n->pixels, n->width, n->height, size_out->x, size_out->y);
    return n->texture;
}

static void take_made(thumbnails* t) {
    thumbnail* n = &t->list[t->making];
    if (strcmp(n->file, t->made.file) != 0) { // it was given up meanwhile
        forget(&t->made);
        return;
    }
    n->state = t->made.state;
    n->pixels = t->made.pixels;
    n->width = t->made.width;
    n->height = t->made.height;
    t->made = (thumbnail){.file = ""};
}

bool thumbnails_follow(thumbnails* t) {
    if (job_has_ended(&t->job)) take_made(t);
    if (job_is_running(&t->job)) return true;
    int next = 0;
    while (next < THUMBNAILS && (t->list[next].file[0] == '\0' || t->list[next].state != THUMBNAIL_WANTED))
        next++;
    if (next == THUMBNAILS) return false;
    t->making = next;
    t->made = (thumbnail){.file = ""};
    memcpy(t->made.file, t->list[next].file, sizeof t->made.file);
    if (!t->at_once && job_start(&t->job, work, &t->made)) return true;
    t->made.state = make(&t->made, NULL) ? THUMBNAIL_MADE : THUMBNAIL_NONE;
    take_made(t);
    return true;
}
