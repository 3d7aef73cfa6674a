// fleet_plan.c: where is each mover of a fleet after each step?
#include "fleet_plan.h"
#include "drawing.h"
#include "input.h"
#include "json.h"
#include "memory.h"
#include "output.h"
#include "palette.h"
#include "scene.h"
#include "tile_plane.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 10000000 };
enum { MOVER, STEP, X, Y, FLOOR, COLUMNS };
static const char* const column_names[] = {"mover", "step", "x", "y", "floor"};

// ---- a plan in memory

wend_tile* fleet_plan_add(fleet_plan* p) {
    p->tiles = memory_grow(p->tiles, p->moments, &p->capacity,
                           (size_t)(p->movers > 0 ? p->movers : 1) * sizeof *p->tiles, "steps of a plan");
    return p->tiles + p->moments++ * p->movers;
}

void fleet_plan_free(fleet_plan* p) {
    free(p->tiles);
    *p = (fleet_plan){0};
}

// ---- writing

typedef struct plan_file {
    const fleet_plan* plan;
    bool csv;
} plan_file;

// An output_row_fn: where a mover is at a moment, the path of one mover after the other.
static void add_place(void* context, int64_t row, file_text* out) {
    const plan_file* f = context;
    const fleet_plan* p = f->plan;
    const int64_t moment = row % p->moments;
    const int32_t mover = (int32_t)(row / p->moments);
    const bool ends = moment + 1 == p->moments;
    char tile[CLI_TILE_TEXT];
    cli_tile_text(fleet_plan_at(p, moment, mover), tile);
    if (f->csv && row == 0) file_text_add(out, "mover,step,x,y%s\n", cli_shows_floors() ? ",floor" : "");
    if (f->csv)
        file_text_add(out, "%d,%lld,%s\n", mover, (long long)moment, tile);
    else
        file_text_add(out, "%s[%s]%s",
                      row == 0      ? "{\"paths\":[["
                      : moment == 0 ? ",\n["
                                    : ",",
                      tile,
                      !ends                    ? ""
                      : mover + 1 == p->movers ? "]]}\n"
                                               : "]");
}

int fleet_plan_write(const fleet_plan* p, const char* file) {
    plan_file f = {p, file_ends_in(file, ".csv")};
    return output_write_rows(file, p->moments * p->movers, add_place, &f);
}

// ---- reading

// Makes room for moments up to one, in which movers wait where they were last.
static void reach_moment(fleet_plan* p, int64_t moment) {
    while (p->moments <= moment) {
        wend_tile* now = fleet_plan_add(p);
        for (int32_t i = 0; i < p->movers; i++)
            now[i] = p->moments > 1 ? now[i - p->movers] : (wend_tile){-1, -1, WEND_NO_FLOOR};
    }
}

static int set_tile(const char* file, const wend_grid* grid, fleet_plan* p, int64_t moment, int32_t mover,
                    double x, double y, double floor) {
    const double most = 1 << 30; // rows and columns of maps that grow end before
    const bool fits = fabs(x) < most && fabs(y) < most && floor >= 0 && floor < WEND_MAX_FLOORS;
    const wend_tile tile = {fits ? (int32_t)x : 0, fits ? (int32_t)y : 0, fits ? (uint16_t)floor : 0};
    if (!fits || tile.x != x || tile.y != y || tile.floor != floor || !wend_grid_contains(grid, tile))
        return cli_fail(CLI_BAD_INPUT,
                        cli_shows_floors() ? "%s: mover %d, step %lld: %g,%g,%g is no tile of the map"
                                           : "%s: mover %d, step %lld: %g,%g is no tile of the map",
                        file, mover, (long long)moment, x, y, floor);
    p->tiles[moment * p->movers + mover] = tile;
    return CLI_OK;
}

static int take_json(const char* file, const wend_grid* grid, const char* text, fleet_plan* out) {
    cJSON* json = cJSON_Parse(text);
    const cJSON *paths = json != NULL ? cJSON_GetObjectItem(json, "paths") : NULL, *path, *tile;
    int code = CLI_OK;
    if (!cJSON_IsArray(paths)) {
        static const char form[] = "{\"paths\": [[[x,y], ...], ...]}";
        int64_t line = 1;
        for (const char* at = text; json == NULL && at < cJSON_GetErrorPtr(); at++) line += *at == '\n';
        code = json == NULL
                   ? cli_fail(CLI_BAD_INPUT, "%s:%lld: not JSON, expected %s", file, (long long)line, form)
                   : cli_fail(CLI_BAD_INPUT, "%s: no array \"paths\", expected %s", file, form);
        cJSON_Delete(json);
        return code;
    }
    int64_t most = 0;
    cJSON_ArrayForEach(path, paths) {
        const int64_t length = cJSON_GetArraySize(path);
        if (length == 0)
            code = cli_fail(CLI_BAD_INPUT, "%s: the path of mover %d is empty, expected at least its start",
                            file, out->movers);
        if (code != CLI_OK) break;
        most = length > most ? length : most;
        out->movers++;
    }
    if (code == CLI_OK) reach_moment(out, most - 1);
    int32_t mover = 0;
    cJSON_ArrayForEach(path, paths) {
        int64_t moment = 0;
        if (code != CLI_OK) break;
        cJSON_ArrayForEach(tile, path) {
            const cJSON *x = cJSON_GetArrayItem(tile, 0), *y = cJSON_GetArrayItem(tile, 1);
            const cJSON* floor = cJSON_GetArrayItem(tile, 2);
            if (!cJSON_IsNumber(x) || !cJSON_IsNumber(y))
                code = cli_fail(CLI_BAD_INPUT, "%s: mover %d, step %lld: expected [x,y]", file, mover,
                                (long long)moment);
            else
                code = set_tile(file, grid, out, moment, mover, x->valuedouble, y->valuedouble,
                                cJSON_IsNumber(floor) ? floor->valuedouble : 0);
            if (code != CLI_OK) break;
            moment++;
        }
        for (; moment > 0 && moment < most; moment++)
            out->tiles[moment * out->movers + mover] = fleet_plan_at(out, moment - 1, mover);
        mover++;
    }
    cJSON_Delete(json);
    return code;
}

// The rows of a table, one after the other. False: there are no more. *code_out: a row is wrong.
static bool next_row(table* t, const int columns[COLUMNS], double out[COLUMNS], int* code_out) {
    if (!table_next(t, code_out)) return false;
    out[FLOOR] = 0;
    for (int i = 0; i < COLUMNS && *code_out == CLI_OK; i++)
        if (columns[i] >= 0) *code_out = table_number(t, columns[i], column_names[i], &out[i]);
    if (*code_out != CLI_OK) return false;
    const double most[] = {[MOVER] = WEND_MAX_FLEET - 1, [STEP] = MOST_STEPS};
    for (int i = 0; i < 2 && *code_out == CLI_OK; i++)
        if (!(out[i] >= 0 && out[i] <= most[i]) || out[i] != floor(out[i]))
            *code_out = table_fail(t, "%s is %.12g, expected a whole number in 0..%.0f", column_names[i],
                                   out[i], most[i]);
    return *code_out == CLI_OK;
}

static int take_table(table* t, const wend_grid* grid, fleet_plan* out) {
    double row[COLUMNS], last = -1;
    int columns[COLUMNS], code = table_find(t, column_names, COLUMNS, COLUMNS - 1, columns);
    while (code == CLI_OK && next_row(t, columns, row, &code)) {
        out->movers = row[MOVER] >= out->movers ? (int32_t)row[MOVER] + 1 : out->movers;
        last = fmax(row[STEP], last);
    }
    if (code == CLI_OK && (last + 1) * out->movers > 2e9)
        code = cli_fail(CLI_RESOURCE, "%s: %d movers in %.0f steps are more than 2 * 10^9 tiles", t->file,
                        out->movers, last);
    if (code == CLI_OK) reach_moment(out, (int64_t)last);
    if (code == CLI_OK) code = table_find(t, column_names, COLUMNS, COLUMNS - 1, columns);
    while (code == CLI_OK && next_row(t, columns, row, &code))
        code =
            set_tile(t->file, grid, out, (int64_t)row[STEP], (int32_t)row[MOVER], row[X], row[Y], row[FLOOR]);
    for (int32_t i = 0; i < out->movers && code == CLI_OK; i++) {
        if (fleet_plan_at(out, 0, i).floor == WEND_NO_FLOOR)
            code = cli_fail(CLI_BAD_INPUT, "%s: mover %d has no step 0, where it begins", t->file, i);
        for (int64_t k = 1; k < out->moments && code == CLI_OK; k++)
            if (fleet_plan_at(out, k, i).floor == WEND_NO_FLOOR)
                out->tiles[k * out->movers + i] = fleet_plan_at(out, k - 1, i);
    }
    return code;
}

static int read_table(const char* file, const wend_grid* grid, fleet_plan* out) {
    table t;
    int code = table_open(file, &t);
    if (code == CLI_OK) code = take_table(&t, grid, out);
    table_close(&t);
    return code;
}

static int read_json(const char* file, const wend_grid* grid, fleet_plan* out) {
    int64_t size;
    int code;
    char* text = input_read(file, &size, &code);
    if (text != NULL) code = take_json(file, grid, text, out);
    free(text);
    return code;
}

int fleet_plan_read(const char* file, const wend_grid* grid, fleet_plan* out) {
    *out = (fleet_plan){0};
    int code = (file_ends_in(file, ".csv") ? read_table : read_json)(file, grid, out);
    if (code == CLI_OK && out->movers == 0)
        code = cli_fail(CLI_BAD_INPUT, "%s: the plan has no movers", file);
    if (code == CLI_OK && out->movers > WEND_MAX_FLEET)
        code = cli_fail(CLI_BAD_INPUT, "%s: more than %d movers", file, WEND_MAX_FLEET);
    if (code != CLI_OK) fleet_plan_free(out);
    return code;
}

// ---- checking

wend_result fleet_check_step(const wend_world* world, const wend_tile* before, const wend_tile* after,
                             int32_t movers, int64_t step, fleet_check* io) {
    wend_conflict found[FLEET_SHOWN];
    wend_result result = WEND_OK;
    if (io->uses == NULL) io->uses = memory_for(movers, sizeof *io->uses, "movers");
    for (int32_t k = 0; k < 2 && result == WEND_OK; k++) {
        int32_t count = 0;
        if (k == 1)
            result = wend_check_links(world, io->profiles, &io->rules, before, after, movers, io->uses, found,
                                      FLEET_SHOWN, &count);
        else if (io->profiles != NULL)
            result = wend_check_profile_moves(world, io->profiles, before, after, movers, found, FLEET_SHOWN,
                                              &count);
        else
            result =
                wend_check_moves(wend_world_grid(world), before, after, movers, found, FLEET_SHOWN, &count);
        if (result != WEND_OK) break;
        for (int32_t i = 0; i < count && i < FLEET_SHOWN && io->shown < FLEET_SHOWN; i++)
            io->first[io->shown++] = (fleet_conflict){found[i], step};
        io->conflicts += count;
    }
    return result;
}

void fleet_check_free(fleet_check* check) {
    free(check->uses);
    check->uses = NULL;
}

int fleet_plan_check(const fleet_plan* p, const wend_world* world, fleet_check* out) {
    // A step on the spot finds those that begin on one tile.
    wend_result result = fleet_check_step(world, p->tiles, p->tiles, p->movers, 0, out);
    for (int32_t i = 0; i < p->movers && result == WEND_OK; i++) {
        const wend_tile tile = fleet_plan_at(p, 0, i);
        const int32_t profile = out->profiles != NULL ? out->profiles[i] : 0;
        if (wend_grid_passable(wend_world_grid(wend_world_profile(world, profile)), tile)) continue;
        if (out->shown < FLEET_SHOWN)
            out->first[out->shown++] = (fleet_conflict){{WEND_CONFLICT_BLOCKED, i, -1, tile}, 0};
        out->conflicts++;
    }
    for (int64_t k = 1; k < p->moments && result == WEND_OK; k++)
        result = fleet_check_step(world, p->tiles + (k - 1) * p->movers, p->tiles + k * p->movers, p->movers,
                                  k, out);
    return cli_result(result, "fleet");
}

enum { MOST_FILM_BYTES = 256 << 20, MOST_FILM_TILES = 1 << 22, BODY_COLORS = 8 };
static const double STEP_SECONDS = 0.3, BODY_RADIUS = 0.35; // bodies of this radius never touch

static const char* const body_colors[BODY_COLORS] = {"#e4572e", "#17bebb", "#ffc914", "#2e86ab",
                                                     "#76b041", "#a23b72", "#f18f01", "#5d5fef"};

// ---- a film

static void add_tile(file_text* f, tile_plane plane, wend_tile tile, int32_t run, uint32_t fill) {
    wend_vec2 corners[6];
    if (!plane.is_hex) {
        const wend_vec2 center = tile_plane_center(plane, tile);
        file_text_add(f, "<rect x=\"%.0f\" y=\"%.0f\" width=\"%d\" height=\"1\" fill=\"#%06x\"/>\n",
                      (double)center.x - 0.5, (double)center.y - 0.5, run, (unsigned)fill);
        return;
    }
    const int count = tile_plane_corners(plane, tile, corners);
    file_text_add(f, "<polygon fill=\"#%06x\" points=\"", (unsigned)fill);
    for (int i = 0; i < count; i++)
        file_text_add(f, "%.3f,%.3f ", (double)corners[i].x, (double)corners[i].y);
    file_text_add(f, "\"/>\n");
}

static void add_floor(file_text* f, const wend_grid* grid, tile_plane plane, int32_t floor, uint8_t ground,
                      const palette* colors) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const wend_vec2 size = tile_plane_size(plane, width, height);
    file_text_add(f, "<rect x=\"%.0f\" width=\"%.3f\" height=\"%.3f\" fill=\"#%06x\"/>\n",
                  (double)plane.floor_step * floor, (double)size.x, (double)size.y,
                  (unsigned)(plane.is_hex ? PALETTE_BLOCKED : colors->colors[ground]));
    for (int32_t y = plane.top; y < plane.top + height; y++)
        for (int32_t x = plane.left, run; x < plane.left + width; x += run) {
            const wend_tile tile = {x, y, (uint16_t)floor};
            const uint8_t class = wend_grid_class(grid, tile);
            run = 1;
            while (!plane.is_hex && x + run < plane.left + width &&
                   wend_grid_class(grid, (wend_tile){x + run, y, tile.floor}) == class)
                run++;
            if (class != ground || plane.is_hex) add_tile(f, plane, tile, run, colors->colors[class]);
        }
}

static void add_map(file_text* f, const wend_grid* grid, tile_plane plane) {
    const palette colors = palette_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    uint8_t most = 1; // the class of most passable tiles is the ground
    for (int32_t k = 1; k < WEND_CLASS_COUNT; k++)
        if (counts[k] > counts[most]) most = (uint8_t)k;
    file_text_add(f, "<g shape-rendering=\"%s\">\n", plane.is_hex ? "auto" : "crispEdges");
    for (int32_t i = 0; i < wend_grid_floors(grid); i++) add_floor(f, grid, plane, i, most, &colors);
    file_text_add(f, "</g>\n");
}

static void add_mover(file_text* f, const fleet_plan* p, tile_plane plane, int32_t mover, double widest) {
    // Wider than a tile, a body takes whole tiles, unless paths may cut corners.
    const double radius = widest > 0.5 && isfinite(widest) ? ceil(2 * widest) / 2 : BODY_RADIUS;
    file_text_add(f, "<circle r=\"%.2f\" fill=\"%s\" stroke=\"#141820\" stroke-width=\".06\">", radius,
                  body_colors[mover % BODY_COLORS]);
    file_text_add(
        f,
        "<title>%d</title><animateTransform attributeName=\"transform\" type=\"translate\" dur=\"%.1fs\" "
        "repeatCount=\"indefinite\" values=\"",
        mover, STEP_SECONDS * (double)(p->moments > 1 ? p->moments - 1 : 1));
    for (int64_t k = 0; k < p->moments; k++) {
        const wend_vec2 at = tile_plane_center(plane, fleet_plan_at(p, k, mover));
        file_text_add(f, "%s%.5g,%.5g", k > 0 ? ";" : "", (double)at.x, (double)at.y);
    }
    file_text_add(f, "\"/></circle>\n");
}

static int write_film(const fleet_plan* p, const wend_world* world, const int32_t* profiles,
                      const char* file) {
    file_text f = {.size = 0};
    const wend_grid* grid = wend_world_grid(world);
    const tile_plane plane = tile_plane_of_floors(grid);
    wend_vec2 size = tile_plane_size(plane, wend_grid_width(grid), wend_grid_height(grid));
    size.x += plane.floor_step * (float)(wend_grid_floors(grid) - 1);
    if (cli_tile_count(grid) > MOST_FILM_TILES)
        return cli_fail(CLI_RESOURCE, "%s: a film of more than %d tiles is too large, expected OUT.png", file,
                        MOST_FILM_TILES);
    const double scale = fmin(32, fmax(2, 1200 / (double)size.x));
    file_text_add(
        &f,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" viewBox=\"0 0 %.3f "
        "%.3f\">\n",
        (double)size.x * scale, (double)size.y * scale, (double)size.x, (double)size.y);
    add_map(&f, grid, plane);
    for (int32_t i = 0; i < p->movers && f.size <= MOST_FILM_BYTES; i++)
        add_mover(&f, p, plane, i, (double)wend_world_widest_body(world, profiles != NULL ? profiles[i] : 0));
    file_text_add(&f, "</svg>\n");
    if (f.size <= MOST_FILM_BYTES) return output_write_text(&f, file);
    free(f.bytes);
    return cli_fail(CLI_RESOURCE,
                    "%s: the film takes more than %d MB of memory: show fewer movers or steps, or write "
                    "OUT.png",
                    file, MOST_FILM_BYTES >> 20);
}

// ---- how often each tile was entered

static int64_t place_in(wend_rect map, wend_tile tile) {
    return ((int64_t)tile.floor * map.height + tile.y - map.y) * map.width + tile.x - map.x;
}

// A scene's extra.
static wend_result draw_heat(const scene* s, drawing* d) {
    const fleet_plan* p = s->extra_context;
    const wend_grid* grid = wend_world_grid(s->world);
    const wend_rect map = wend_grid_area(grid);
    const tile_plane plane = scene_plane(s);
    uint32_t* entered = memory_for(cli_tile_count(grid), sizeof *entered, "tiles");
    uint32_t most = 1;
    for (int64_t k = 1; k < p->moments; k++)
        for (int32_t i = 0; i < p->movers; i++) {
            const wend_tile tile = fleet_plan_at(p, k, i);
            if (cli_same_tile(tile, fleet_plan_at(p, k - 1, i))) continue;
            uint32_t* count = &entered[place_in(map, tile)];
            if (++*count > most) most = *count;
        }
    for (int32_t f = 0; f < wend_grid_floors(grid); f++)
        for (int32_t y = map.y; y < map.y + map.height; y++)
            for (int32_t x = map.x; x < map.x + map.width; x++) {
                const wend_tile tile = {x, y, (uint16_t)f};
                const uint32_t count = entered[place_in(map, tile)];
                if (count == 0) continue;
                const uint32_t rgb = palette_distance(sqrtf((float)count / (float)most));
                const wend_vec2 at = tile_plane_center(plane, tile);
                scene_add_line(s, at, at, fmaxf(1, (float)s->scale * .9f), rgb, d);
            }
    free(entered);
    return WEND_OK;
}

int fleet_picture_write(const fleet_plan* p, const wend_world* world, const int32_t* profiles,
                        const char* file) {
    return file_ends_in(file, ".svg") ? write_film(p, world, profiles, file)
                                      : scene_write_extra(world, SCENE_COSTS, draw_heat, p, file);
}
