// places.c: which places does a table list?
#include "places.h"
#include "clean_text.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "path_file.h"
#include "plan.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 4096, MOST_COLUMNS = 64, MOST_PLACES = 1 << 26 };

typedef struct table {
    const char* file;
    FILE* stream;
    int64_t line;
    const char* names[3]; // of the columns x, y and floor
    int columns[3];       // -1: there is none; floors are optional
    char text[LINE_BYTES];
} table;

static int fail(const table* t, const char* what) {
    return cli_fail(CLI_BAD_INPUT, "%s:%lld: %s", t->file, (long long)t->line, what);
}

// The next line that is not empty, without its end; false at the end of the file. *code_out: a line is too
// long, or cannot be read.
static bool next_line(table* t, int* code_out) {
    do {
        if (fgets(t->text, sizeof t->text, t->stream) == NULL) {
            if (ferror(t->stream)) *code_out = cli_fail(CLI_RESOURCE, "%s: %s", t->file, strerror(errno));
            return false;
        }
        t->line++;
        size_t length = strlen(t->text);
        if (length + 1 == sizeof t->text && t->text[length - 1] != '\n') {
            *code_out = fail(t, "the line is longer than 4 KB");
            return false;
        }
        while (length > 0 && (t->text[length - 1] == '\n' || t->text[length - 1] == '\r'))
            t->text[--length] = '\0';
    } while (t->text[0] == '\0');
    return true;
}

// Splits a line in place. Returns how many fields it has, at most MOST_COLUMNS; each without spaces around.
static int split(char* text, char* fields[MOST_COLUMNS]) {
    int count = 0;
    while (text != NULL && count < MOST_COLUMNS) {
        char* comma = strchr(text, ',');
        if (comma != NULL) *comma = '\0';
        while (*text == ' ' || *text == '\t') text++;
        for (size_t length = strlen(text);
             length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t');)
            text[--length] = '\0';
        fields[count++] = text;
        text = comma != NULL ? comma + 1 : NULL;
    }
    return count;
}

static int read_header(table* t) {
    char* fields[MOST_COLUMNS];
    int code = CLI_OK;
    t->columns[0] = t->columns[1] = t->columns[2] = -1;
    if (!next_line(t, &code))
        return code != CLI_OK ? code
                              : cli_fail(CLI_BAD_INPUT, "%s: empty, expected a header with %s and %s",
                                         t->file, t->names[0], t->names[1]);
    const char* text = t->text;
    if (strncmp(text, "\xef\xbb\xbf", 3) == 0) text += 3;
    memmove(t->text, text, strlen(text) + 1);
    const int count = split(t->text, fields);
    for (int i = 0; i < count; i++)
        for (int axis = 0; axis < 3; axis++)
            if (strcmp(fields[i], t->names[axis]) == 0) t->columns[axis] = i;
    if (t->columns[0] >= 0 && t->columns[1] >= 0) return CLI_OK;
    return cli_fail(CLI_BAD_INPUT, "%s:%lld: the header has no columns %s and %s, expected for example %s,%s",
                    t->file, (long long)t->line, t->names[0], t->names[1], t->names[0], t->names[1]);
}

typedef struct listed_place {
    world_point at;
    int32_t floor;
    int64_t line;
} listed_place;

static int read_place(table* t, listed_place* out) {
    char* fields[MOST_COLUMNS];
    const int count = split(t->text, fields);
    double numbers[3] = {0};
    for (int axis = 0; axis < (t->columns[2] >= 0 ? 3 : 2); axis++)
        if (t->columns[axis] >= count || !options_parse_number(fields[t->columns[axis]], &numbers[axis]))
            return cli_fail(CLI_BAD_INPUT, "%s:%lld: %s is not a number", t->file, (long long)t->line,
                            t->names[axis]);
    if (!(numbers[2] >= 0 && numbers[2] < WEND_MAX_FLOORS) || numbers[2] != (int32_t)numbers[2])
        return cli_fail(CLI_BAD_INPUT, "%s:%lld: %s is %g; expected the number of a floor, from 0", t->file,
                        (long long)t->line, t->names[2], numbers[2]);
    *out = (listed_place){{numbers[0], numbers[1]}, (int32_t)numbers[2], t->line};
    return CLI_OK;
}

// Lists the places in new memory, also after an error.
static int list_places(table* t, listed_place** list_out, int32_t* count_out) {
    int64_t capacity = 0;
    int code = read_header(t);
    while (code == CLI_OK && next_line(t, &code)) {
        if (*count_out == MOST_PLACES) return fail(t, "more than 2^26 places");
        *list_out = memory_grow(*list_out, *count_out, &capacity, sizeof **list_out, "places");
        code = read_place(t, &(*list_out)[*count_out]);
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
        char where[LINE_BYTES];
        snprintf(where, sizeof where, "%s:%lld:", t->file, (long long)place->line);
        const option_point point = {.given = true, .x = place->at.x, .y = place->at.y, .floor = place->floor};
        code = plan_tile_at(where, world, units, point, &out->tiles[out->count]);
        if (code == CLI_OK)
            out->blocked += !wend_grid_passable(wend_world_grid(world), out->tiles[out->count]);
    }
    return code == CLI_USAGE ? CLI_BAD_INPUT : code;
}

int places_read(const wend_world* world, int units, const char* file, places* out) {
    return places_read_columns(world, units, file, "x", "y", "floor", out);
}

bool places_have_column(const char* file, const char* name) {
    table t = {.file = file, .names = {name, name, name}};
    char* fields[MOST_COLUMNS];
    bool has = false;
    int code = CLI_OK;
    t.stream = fopen(file, "rb");
    if (t.stream == NULL) return false;
    const int count = next_line(&t, &code) ? split(t.text, fields) : 0;
    for (int i = 0; i < count; i++) has |= strcmp(fields[i], name) == 0;
    fclose(t.stream);
    return has;
}

int places_read_texts(const char* file, const char* name, int32_t count, char*** out) {
    table t = {.file = file, .names = {name, name, name}};
    int code = CLI_OK;
    enum { MOST_TEXT = 64 };
    t.stream = fopen(file, "rb");
    if (t.stream == NULL) return cli_fail(CLI_BAD_INPUT, "%s: %s", file, strerror(errno));
    const size_t pointers = (size_t)count * sizeof **out;
    char** texts = memory_for(count, sizeof **out + MOST_TEXT, "texts");
    code = read_header(&t);
    for (int32_t i = 0; i < count && code == CLI_OK && next_line(&t, &code); i++) {
        char* fields[MOST_COLUMNS];
        const int found = split(t.text, fields);
        texts[i] = (char*)texts + pointers + (size_t)i * MOST_TEXT;
        if (t.columns[0] >= found)
            code = fail(&t, "the line has fewer fields than the header");
        else if (strlen(fields[t.columns[0]]) >= MOST_TEXT)
            code = fail(&t, "a text is longer than 63 bytes");
        else
            strcpy(texts[i], fields[t.columns[0]]);
    }
    fclose(t.stream);
    if (code != CLI_OK) free(texts);
    if (code == CLI_OK) *out = texts;
    return code;
}

static int list_file(table* t, listed_place** list_out, int32_t* count_out) {
    t->stream = output_is_stream(t->file) ? stdin : fopen(t->file, "rb");
    if (t->stream == NULL) return cli_fail(CLI_BAD_INPUT, "%s: %s", t->file, strerror(errno));
    const int code = list_places(t, list_out, count_out);
    if (t->stream != stdin) fclose(t->stream);
    return code;
}

int places_read_points(const char* file, world_point** out, int32_t* count_out) {
    table t = {.file = file, .names = {"x", "y", "floor"}};
    listed_place* list = NULL;
    *out = NULL;
    *count_out = 0;
    int code = list_file(&t, &list, count_out);
    if (code == CLI_OK) *out = memory_for(*count_out, sizeof **out, "points");
    for (int32_t i = 0; i < *count_out && code == CLI_OK; i++) (*out)[i] = list[i].at;
    free(list);
    return code;
}

int places_read_columns(const wend_world* world, int units, const char* file, const char* x_name,
                        const char* y_name, const char* floor_name, places* out) {
    table t = {.file = file, .names = {x_name, y_name, floor_name}};
    listed_place* list = NULL;
    int32_t count = 0;
    *out = (places){0};
    int code = list_file(&t, &list, &count);
    if (code == CLI_OK && units == UNITS_LONLAT) {
        code = from_lonlat(world, list, count);
        units = UNITS_WORLD;
    }
    if (code == CLI_OK) code = find_tiles(&t, world, units, list, count, out);
    free(list);
    if (code != CLI_OK) places_destroy(out);
    return code;
}

void places_destroy(places* p) {
    free(p->tiles);
    *p = (places){0};
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
