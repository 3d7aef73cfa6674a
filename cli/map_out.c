// map_out.c: writes a generated map as PGM, PNG (8-bit grey) or MovingAI map.
#include "map_out.h"
#include "path_file.h"
#include "raster_out.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char* map_format_name(map_format format) {
    static const char* const names[MAP_FORMAT_COUNT] = {"pgm", "png", "movingai"};
    return names[format];
}

map_format map_format_of(const char* file) {
    return file_ends_in(file, ".png") ? MAP_PNG : file_ends_in(file, ".map") ? MAP_MOVINGAI : MAP_PGM;
}

typedef struct made_up {
    const map_rows_def* def;
    map_rows* rows;
    bool in_letters;
    int64_t blocked;
} made_up;

static void next_row(void* context, uint8_t* row) {
    made_up* m = context;
    const size_t width = (size_t)m->def->width;
    map_rows_next(m->rows, row);
    for (size_t x = 0; x < width; x++) m->blocked += row[x] == 0;
    if (!m->in_letters) return;
    for (size_t x = 0; x < width; x++) row[x] = row[x] == 0 ? '@' : '.';
}

int map_write(const map_rows_def* def, const char* file, map_format format, progress* bar,
              int64_t* blocked_out, int64_t* bytes_out) {
    static const raster_kind kinds[MAP_FORMAT_COUNT] = {
        [MAP_PGM] = RASTER_PGM, [MAP_PNG] = RASTER_PNG, [MAP_MOVINGAI] = RASTER_LINES};
    char header[96];
    snprintf(header, sizeof header, "type octile\nheight %d\nwidth %d\nmap\n", def->height, def->width);
    made_up m = {.def = def, .rows = map_rows_create(def), .in_letters = format == MAP_MOVINGAI};
    if (m.rows == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory", file);
    const raster r = {kinds[format], def->width, def->height, header, next_row, &m};
    int code = raster_write(&r, file, bar, bytes_out);
    *blocked_out = m.blocked;
    map_rows_destroy(m.rows);
    return code;
}

uint8_t* map_to_memory(const map_rows_def* def, size_t* size_out) {
    char header[64];
    snprintf(header, sizeof header, "P5\n%d %d\n255\n", def->width, def->height);
    const size_t width = (size_t)def->width, start = strlen(header);
    *size_out = start + width * (size_t)def->height;
    map_rows* rows = map_rows_create(def);
    uint8_t* bytes = rows != NULL ? malloc(*size_out) : NULL;
    if (bytes != NULL) {
        memcpy(bytes, header, start);
        for (int32_t y = 0; y < def->height; y++) map_rows_next(rows, bytes + start + (size_t)y * width);
    }
    map_rows_destroy(rows);
    return bytes;
}
