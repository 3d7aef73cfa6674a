// field_numbers.c: a field as lines of numbers, one row of the map at a time.
#include "field_numbers.h"
#include "output.h"

#include "wend/private.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LETTERS = 32 }; // of a number and the separator before it

typedef struct writer {
    const field_map* map;
    field_kind kind;
    bool csv;
    int cell;     // letters of a number in a table, with the space before it
    int decimals; // of costs
    int32_t y;    // next row, of all floors
    char* line;
} writer;

// Whole costs need no decimals; a table for people has one, a file for programs three.
static int decimals_of(const field_map* map, bool csv) {
    for (int32_t row = 0; row < field_map_rows(map); row++) {
        for (int32_t x = 0; x < wend_grid_width(map->grid); x++) {
            double cost = field_map_cost(map, field_map_tile(map, x, row));
            if (isfinite(cost) && cost != floor(cost)) return csv ? 3 : 1;
        }
    }
    return 0;
}

static int text_of(const writer* w, wend_tile tile, char out[MOST_LETTERS]) {
    const field_map* map = w->map;
    double cost = field_map_cost(map, tile);
    if (isinf(cost))
        return w->csv ? 0 : snprintf(out, MOST_LETTERS, wend_grid_passable(map->grid, tile) ? "." : "#");
    if (w->kind == FIELD_COSTS) return snprintf(out, MOST_LETTERS, "%.*f", w->decimals, cost);
    int number = w->kind == FIELD_FLOW ? field_map_keypad(map, tile) : field_map_nearest(map, tile);
    return snprintf(out, MOST_LETTERS, "%d", number);
}

static writer begin(const field_map* map, field_kind kind, bool csv) {
    writer w = {.map = map, .kind = kind, .csv = csv};
    w.decimals = kind == FIELD_COSTS ? decimals_of(map, csv) : 0;
    double most = kind == FIELD_COSTS ? map->most : kind == FIELD_NEAREST ? map->end_count - 1 : 9;
    char text[MOST_LETTERS];
    w.cell = snprintf(text, sizeof text, "%.*f", w.decimals, most) + 1;
    return w;
}

// A wend_file_piece_fn: the next row.
static wend_result give_row(void* context, const void** bytes_out, size_t* size_out) {
    writer* w = context;
    const int32_t width = wend_grid_width(w->map->grid);
    size_t used = 0;
    *bytes_out = w->line;
    *size_out = 0;
    if (w->y == field_map_rows(w->map)) return WEND_OK;
    for (int32_t x = 0; x < width; x++) {
        char text[MOST_LETTERS];
        int length = text_of(w, field_map_tile(w->map, x, w->y), text);
        int before = w->csv ? x > 0 : x > 0 ? w->cell - length : w->cell - 1 - length;
        memset(w->line + used, w->csv ? ',' : ' ', (size_t)before);
        memcpy(w->line + used + before, text, (size_t)length);
        used += (size_t)(before + length);
    }
    w->line[used++] = '\n';
    w->y++;
    *size_out = used;
    return output_end_is_asked() ? WEND_ERROR_CANCELLED : WEND_OK;
}

int field_numbers_write(const field_map* map, field_kind kind, bool csv, const char* file) {
    writer w = begin(map, kind, csv);
    w.line = malloc((size_t)wend_grid_width(map->grid) * MOST_LETTERS + 1);
    if (w.line == NULL) return cli_fail(CLI_RESOURCE, "out of memory for a row of numbers");
    const int code = output_write_pieces(file, give_row, &w);
    free(w.line);
    return code;
}

int64_t field_numbers_width(const field_map* map, field_kind kind) {
    return (int64_t)begin(map, kind, false).cell * wend_grid_width(map->grid) - 1;
}
