// places.c: which places does a table list?
#include "places.h"
#include "clean_text.h"
#include "clock.h"
#include "memory.h"
#include "output.h"
#include "path_file.h"
#include "plan.h"
#include "world_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_PLACES = 1 << 26, MOST_TEXT = 64 };

typedef struct listed_place {
    world_point at;
    int32_t floor;
    int64_t line;
} listed_place;

static int read_place(const table* t, const char* const* names, const int* columns, listed_place* out) {
    double numbers[3] = {0};
    int code = CLI_OK;
    for (int axis = 0; axis < (columns[2] >= 0 ? 3 : 2) && code == CLI_OK; axis++)
        code = table_number(t, columns[axis], names[axis], &numbers[axis]);
    if (code != CLI_OK) return code;
    if (!(numbers[2] >= 0 && numbers[2] < WEND_MAX_FLOORS) || numbers[2] != (int32_t)numbers[2])
        return table_fail(t, "%s is %g; expected the number of a floor, from 0", names[2], numbers[2]);
    *out = (listed_place){{numbers[0], numbers[1]}, (int32_t)numbers[2], t->line};
    return CLI_OK;
}

// Lists the places in new memory, also after an error.
static int list_places(table* t, const char* const* names, listed_place** list_out, int32_t* count_out) {
    int64_t capacity = 0;
    int columns[3], code = table_find(t, names, 3, 2, columns);
    while (code == CLI_OK && table_next(t, &code)) {
        if (*count_out == MOST_PLACES) return table_fail(t, "more than 2^26 places");
        *list_out = memory_grow(*list_out, *count_out, &capacity, sizeof **list_out, "places");
        code = read_place(t, names, columns, &(*list_out)[*count_out]);
        *count_out += code == CLI_OK;
    }
    if (code == CLI_OK && *count_out == 0)
        code = cli_fail(CLI_BAD_INPUT, "%s: lists no place, expected a line X,Y for each", t->file);
    return code;
}

// Longitudes and latitudes become positions of the map, all at once.
static int from_lonlat(const wend_world* world, listed_place* list, int32_t count) {
    const world_frame frame = world_frame_of(world);
    world_point* points = memory_for(count, sizeof *points, "places");
    for (int32_t i = 0; i < count; i++) points[i] = list[i].at;
    const int code = lonlat_to_positions(&frame, points, count);
    for (int32_t i = 0; i < count && code == CLI_OK; i++) list[i].at = points[i];
    free(points);
    return code;
}

static int find_tiles(const table* t, const wend_world* world, int units, const listed_place* list,
                      int32_t count, places* out) {
    int code = CLI_OK;
    out->tiles = memory_for(count, sizeof *out->tiles, "places");
    for (; out->count < count && code == CLI_OK; out->count++) {
        const listed_place* place = &list[out->count];
        char where[TABLE_LINE_BYTES];
        snprintf(where, sizeof where, "%s:%lld:", t->file, (long long)place->line);
        const option_point point = {.given = true, .x = place->at.x, .y = place->at.y, .floor = place->floor};
        code = plan_tile_at(where, world, units, point, &out->tiles[out->count]);
        if (code == CLI_OK)
            out->blocked += !wend_grid_passable(wend_world_grid(world), out->tiles[out->count]);
    }
    return code == CLI_USAGE ? CLI_BAD_INPUT : code;
}

static const char* const plain_names[] = {"x", "y", "floor"};

int places_read(const wend_world* world, int units, const char* file, places* out) {
    table t;
    *out = (places){0};
    int code = table_open(file, &t);
    if (code == CLI_OK) code = places_read_columns(world, units, &t, plain_names, out);
    table_close(&t);
    return code;
}

int places_read_texts(table* t, const char* name, int32_t count, char*** out) {
    const size_t pointers = (size_t)count * sizeof **out;
    char** texts = memory_for(count, sizeof **out + MOST_TEXT, "texts");
    int column, code = table_find(t, &name, 1, 1, &column);
    for (int32_t i = 0; i < count && code == CLI_OK && table_next(t, &code); i++) {
        texts[i] = (char*)texts + pointers + (size_t)i * MOST_TEXT;
        if (column >= t->count)
            code = table_fail(t, "the line has fewer fields than the header");
        else if (strlen(t->fields[column]) >= MOST_TEXT)
            code = table_fail(t, "a text is longer than 63 bytes");
        else
            strcpy(texts[i], t->fields[column]);
    }
    *out = texts;
    return code;
}

int places_read_points(const char* file, world_point** out, int32_t* count_out) {
    listed_place* list = NULL;
    table t;
    *out = NULL;
    *count_out = 0;
    int code = table_open(file, &t);
    if (code == CLI_OK) code = list_places(&t, plain_names, &list, count_out);
    table_close(&t);
    if (code == CLI_OK) *out = memory_for(*count_out, sizeof **out, "points");
    for (int32_t i = 0; i < *count_out && code == CLI_OK; i++) (*out)[i] = list[i].at;
    free(list);
    return code;
}

int places_read_columns(const wend_world* world, int units, table* t, const char* const* names, places* out) {
    listed_place* list = NULL;
    int32_t count = 0;
    *out = (places){0};
    int code = list_places(t, names, &list, &count);
    if (code == CLI_OK && units == UNITS_LONLAT) {
        code = from_lonlat(world, list, count);
        units = UNITS_WORLD;
    }
    if (code == CLI_OK) code = find_tiles(t, world, units, list, count, out);
    free(list);
    if (code != CLI_OK) places_destroy(out);
    return code;
}

void places_destroy(places* p) {
    free(p->tiles);
    *p = (places){0};
}

int places_costs(const wend_world* world, const places* sources, const places* targets,
                 const wend_matrix_def* def, int64_t threads, double* costs_out, uint64_t* ns_out) {
    wend_matrix_search* search = NULL;
    wend_threads* pool = NULL;
    wend_matrix_def with_threads = *def;
    const uint64_t begun = clock_wall_ns(NULL);
    wend_result result = wend_matrix_search_create(NULL, &search);
    if (result == WEND_OK && threads != 1) result = wend_threads_create((int32_t)threads, &pool);
    with_threads.tasks = wend_threads_tasks(pool);
    if (result == WEND_OK)
        result = wend_cost_matrix(search, world, sources->tiles, sources->count, targets->tiles,
                                  targets->count, &with_threads, costs_out);
    *ns_out = clock_wall_ns(NULL) - begun;
    wend_threads_destroy(pool);
    wend_matrix_search_destroy(search);
    return world_result(world, cli_command_name(), result);
}

// ---- longitude and latitude

// Of a library call that goes by coordinates.
static int lonlat_fail(wend_result result, const wend_error* error) {
    const bool usage = result == WEND_ERROR_FORMAT || result == WEND_ERROR_ARGUMENT;
    return command_fail(usage ? CLI_USAGE : cli_exit_code(result, CLI_WORKING), "%s", error->text);
}

static int transform(const world_frame* frame, bool to_wgs84, world_point* points_io, int32_t count) {
    wend_error error = {.text = ""};
    const wend_result result = path_file_transform(frame, to_wgs84, points_io, count, &error);
    return result == WEND_OK ? CLI_OK : lonlat_fail(result, &error);
}

int lonlat_of_positions(const world_frame* frame, world_point* points_io, int32_t count) {
    return transform(frame, true, points_io, count);
}

int lonlat_to_positions(const world_frame* frame, world_point* points_io, int32_t count) {
    return transform(frame, false, points_io, count);
}

int lonlat_write_way(const char* world_file, const wend_world* world, wend_path* const* paths, int32_t count,
                     bool by_waypoints, double cost_scale, path_format format, const char* file) {
    file_text text = {.size = 0};
    wend_error error;
    char name[256];
    snprintf(name, sizeof name, "%s", cli_basename(world_file));
    clean_text(name);
    const wend_result result =
        path_file_of(name, world, paths, count, by_waypoints, cost_scale, format, &text, &error);
    if (result == WEND_OK) return output_write_text(&text, file);
    free(text.bytes);
    return lonlat_fail(result, &error);
}
