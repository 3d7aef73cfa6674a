// sight.c: `wend sight`: does one tile see another, and which tiles does one see?
#include "area_map.h"
#include "clean_text.h"
#include "clock.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "plan.h"
#include "raster_out.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct sight_arguments {
    view_options of;
    const char *output, *mask, *blockers;
    option_points from;
    option_point to;
    double range, scale, simplify;
    bool through_walls;
} sight_arguments;

#define AT(member) offsetof(sight_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_POINTS("from", "where the eye is; repeat for several: what any of them sees", AT(from), REQUIRED),
    OPT_POINT("to", "does it see this tile? Exits with 1 if not", AT(to), OPTIONAL),
    OPT_NUMBER("range", "R", "it sees no farther, from centre to centre, in --units", AT(range), 0, 1e9),
    OPT_TEXT(0, "blockers", "C,C...",
             "the terrain classes that block sight, instead of those that block paths", AT(blockers),
             OPTIONAL),
    OPT_FLAG(0, "through-walls", "walls between two tiles do not block sight", AT(through_walls)),
    OPT_OUTPUT('o', "output", "OUT", AREA_MAP_ENDINGS,
               "OUT.png, OUT.tif (distances), OUT.geojson (a polygon) or OUT.csv (x,y,distance)", AT(output),
               OPTIONAL),
    OPT_OUTPUT(0, "mask", "OUT.png|pgm", ".png .pgm",
               "a grey image, white where a tile is seen, for --fog of wend path", AT(mask), OPTIONAL),
    AREA_MAP_OPTIONS(sight_arguments),
    OPT_CHOICE("units", PLAN_UNITS_HELP, AT(of.units), plan_unit_names),
    PROFILE_OPTION(AT(of.profile)),
    COMMON_OPTIONS(view_options),
};

typedef struct answer {
    wend_sight_def def;
    bool blockers[WEND_CLASS_COUNT];
    wend_tile* eyes;
    wend_tile to, blocker;
    bool sees;
    wend_tile* tiles;
    int64_t count;
    area_map map;
    uint64_t total_ns;
} answer;

static int read_blockers(const char* text, bool out[WEND_CLASS_COUNT]) {
    const char* at = text;
    while (true) {
        char* end;
        const long k = strtol(at, &end, 10);
        if (end == at || *at == ' ' || k < 0 || k >= WEND_CLASS_COUNT || (*end != ',' && *end != '\0'))
            return command_fail(CLI_USAGE, "--blockers expects terrain classes 0..%d, as in 0,3, got '%s'",
                                WEND_CLASS_COUNT - 1, text);
        out[k] = true;
        if (*end == '\0') return CLI_OK;
        at = end + 1;
    }
}

static int read_eyes(const sight_arguments* a, const wend_world* world, answer* r) {
    const int count = a->from.count;
    const world_frame frame = world_frame_of(world);
    const double tile = a->of.units == UNITS_TILES ? 1 : world_frame_tile_size(&frame);
    int code = CLI_OK;
    r->eyes = memory_for(count, sizeof *r->eyes, "eyes");
    for (int i = 0; i < count && code == CLI_OK; i++)
        code = plan_tile("from", world, a->of.units, a->from.items[i], &r->eyes[i]);
    if (code == CLI_OK && a->to.given) code = plan_tile("to", world, a->of.units, a->to, &r->to);
    for (int i = 1; i < count && code == CLI_OK; i++)
        if (r->eyes[i].floor != r->eyes[0].floor)
            code = command_fail(CLI_USAGE, "--from: eyes on floors %d and %d; give those of one floor",
                                r->eyes[0].floor, r->eyes[i].floor);
    r->def = wend_default_sight_def();
    if (!isnan(a->range)) r->def.range = (float)(a->range / tile);
    r->def.through_walls = a->through_walls;
    if (code == CLI_OK && a->blockers != NULL) {
        code = read_blockers(a->blockers, r->blockers);
        r->def.blockers = r->blockers;
    }
    return code;
}

static int fail(const wend_world* world, wend_result result) {
    return result == WEND_ERROR_UNSUPPORTED
               ? command_fail(CLI_USAGE, "the map has hexagons, expected squares")
               : world_result(world, "sight", result);
}

static int look_at(const wend_world* world, answer* r) {
    const uint64_t begun = clock_wall_ns(NULL);
    const wend_result result =
        wend_line_of_sight(wend_world_grid(world), &r->def, r->eyes[0], r->to, &r->sees, &r->blocker);
    r->total_ns = clock_wall_ns(NULL) - begun;
    return result == WEND_OK ? CLI_OK : fail(world, result);
}

// The part of the map in which all that is seen lies.
static wend_rect area_in_range(const answer* r, int count, const wend_grid* grid) {
    const wend_rect map = wend_grid_area(grid);
    const int32_t width = map.x + map.width, height = map.y + map.height;
    const int32_t reach = r->def.range < WEND_MAX_SIDE ? (int32_t)r->def.range : WEND_MAX_SIDE;
    int32_t floors;
    const wend_rect eyes = area_map_around(r->eyes, count, &floors);
    const int32_t left = eyes.x > map.x + reach ? eyes.x - reach : map.x;
    const int32_t top = eyes.y > map.y + reach ? eyes.y - reach : map.y;
    const int32_t right = eyes.x + eyes.width < width - reach ? eyes.x + eyes.width + reach : width;
    const int32_t bottom = eyes.y + eyes.height < height - reach ? eyes.y + eyes.height + reach : height;
    return (wend_rect){left, top, right - left, bottom - top, eyes.floor};
}

static double distance_to(const answer* r, int count, wend_tile tile) {
    double least = INFINITY;
    for (int i = 0; i < count; i++)
        least = fmin(least, hypot((double)tile.x - r->eyes[i].x, (double)tile.y - r->eyes[i].y));
    return least;
}

// A mask has a pixel for each tile of the map.
typedef struct mask_writer {
    const uint8_t* seen; // of an area
    wend_rect area, map;
    int32_t row; // counted from the first one
} mask_writer;

static void next_row(void* context, uint8_t* bytes) {
    mask_writer* w = context;
    const int32_t y = w->map.y + w->row++ - w->area.y;
    memset(bytes, 0, (size_t)w->map.width);
    for (int32_t x = 0; x < w->area.width && y >= 0 && y < w->area.height; x++)
        bytes[w->area.x - w->map.x + x] = w->seen[(int64_t)y * w->area.width + x] ? 255 : 0;
}

static int write_mask(const char* file, const wend_grid* grid, wend_rect area, const uint8_t* seen) {
    mask_writer w = {.seen = seen, .area = area, .map = wend_grid_area(grid)};
    int64_t bytes;
    const raster r = {.kind = file_ends_in(file, ".png") ? RASTER_PNG : RASTER_PGM,
                      .width = w.map.width,
                      .height = w.map.height,
                      .next_row = next_row,
                      .context = &w};
    progress bar = progress_start("writing", true);
    const int code = raster_write(&r, file, &bar, &bytes);
    progress_end(&bar);
    return code;
}

static int make_map(const sight_arguments* a, const wend_world* world, answer* r) {
    const wend_rect area = area_in_range(r, a->from.count, wend_world_grid(world));
    const int64_t all = (int64_t)area.width * area.height;
    uint8_t* seen = memory_for(all, 1, "tiles");
    const uint64_t begun = clock_wall_ns(NULL);
    wend_result result = WEND_OK;
    for (int i = 0; i < a->from.count && result == WEND_OK; i++)
        result = wend_visible_tiles(wend_world_grid(world), &r->def, r->eyes[i], area, seen);
    r->total_ns = clock_wall_ns(NULL) - begun;
    for (int64_t i = 0; i < all; i++) r->count += seen[i];
    r->tiles = memory_for(r->count, sizeof *r->tiles, "tiles");
    int code = result == WEND_OK ? CLI_OK : fail(world, result);
    int64_t at = 0;
    for (int64_t i = 0; i < all && code == CLI_OK; i++)
        if (seen[i])
            r->tiles[at++] = (wend_tile){area.x + (int32_t)(i % area.width),
                                         area.y + (int32_t)(i / area.width), area.floor};
    if (code == CLI_OK && a->mask != NULL) code = write_mask(a->mask, wend_world_grid(world), area, seen);
    free(seen);
    if (code != CLI_OK) return code;
    area_map_begin(world, r->tiles, r->count, 1, &r->map);
    r->map.starts = r->eyes;
    r->map.start_count = a->from.count;
    double farthest = 0;
    for (int64_t i = 0; i < r->count; i++)
        farthest = fmax(farthest, distance_to(r, a->from.count, r->tiles[i]));
    area_map_divide(&r->map, farthest);
    for (int64_t i = 0; i < r->count; i++)
        area_map_set_band(&r->map, r->tiles[i], distance_to(r, a->from.count, r->tiles[i]));
    return CLI_OK;
}

static void print_json(const sight_arguments* a, const answer* r) {
    cJSON* json = view_json(&a->of);
    json_tiles(json, "from", r->eyes, a->from.count);
    if (a->to.given) {
        json_tiles(json, "to", &r->to, 1);
        cJSON_AddBoolToObject(json, "sees", r->sees);
        if (r->blocker.floor != WEND_NO_FLOOR) json_tile_as(json, "blocker", r->blocker);
    } else {
        json_integer(json, "tile_count", r->map.tiles);
        json_number(json, "distance_max", r->map.most, 6);
    }
    json_number(json, "us_total", (double)r->total_ns / 1e3, 1);
    view_json_print(&a->of, json);
}

static void print_text(const sight_arguments* a, const answer* r, const wend_world* world) {
    char at[PLAN_PLACE_BYTES];
    if (a->to.given) {
        plan_place(world, a->of.units, r->blocker, at);
        if (r->blocker.floor != WEND_NO_FLOOR)
            printf("sight        blocked at %s\n", at);
        else
            printf("sight        %s\n", r->sees                           ? "free"
                                        : r->to.floor != r->eyes[0].floor ? "none, as it is on another floor"
                                                                          : "out of range");
    } else {
        plan_distance(world, a->of.units, r->map.most, at);
        printf("visible      %lld tile%s, up to %s away\n", (long long)r->map.tiles, cli_plural(r->map.tiles),
               at);
    }
    printf("time         %.1f us\n", (double)r->total_ns / 1e3);
    view_print_written(&a->of);
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const sight_arguments* a = arguments;
    answer r = {.blocker = {-1, -1, WEND_NO_FLOOR}};
    int code = read_eyes(a, world, &r);
    if (code == CLI_OK) code = a->to.given ? look_at(world, &r) : make_map(a, world, &r);
    if (code == CLI_OK && a->output != NULL)
        code = area_map_write(&r.map, "distance", a->scale, a->simplify, a->output);
    if (code == CLI_OK && a->of.common.json)
        print_json(a, &r);
    else if (code == CLI_OK && view_speaks(&a->of, false))
        print_text(a, &r, world);
    if (code == CLI_OK && a->to.given && !r.sees) code = CLI_NEGATIVE;
    area_map_destroy(&r.map);
    free(r.eyes);
    free(r.tiles);
    return code;
}

static int check_arguments(void* arguments) {
    const sight_arguments* a = arguments;
    if (a->to.given && a->from.count > 1)
        return command_fail(CLI_USAGE, "--to asks for one line: give one --from");
    return CLI_OK;
}

static int run(const command* self, int argc, char** argv) {
    sight_arguments a = {.range = NAN};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_sight = {
    .name = "sight",
    .summary = "what a tile sees: lines of sight, fields of view",
    .details =
        "Finds all tiles that are seen from --from, within --range, or with --to whether that tile is seen.\n"
        "One tile sees another when the straight line between their centres passes through no blocked tile "
        "and no wall.",
    .example = "wend sight island.wend --from 150,200 --range 60 -o view.png",
    .options = options,
    .bonds = OPTION_BONDS({"scale", "output", false}, {"simplify", "output", false}, {"output", "to", true},
                          {"mask", "to", true}),
    .run = run,
};
