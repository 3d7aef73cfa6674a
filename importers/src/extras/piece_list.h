// piece_list.h: the files of a map in pieces.
#ifndef WIMP_PIECE_LIST_H
#define WIMP_PIECE_LIST_H
#include "core/job.h"

typedef struct wimp_piece {
    int32_t x, y; ///< column and row, from the name
    char* path;
} wimp_piece;

typedef struct wimp_piece_list {
    wimp_piece* pieces; ///< row by row
    int32_t count, capacity;
    int32_t first_x, first_y, columns, rows; ///< the rectangle that holds them
    int32_t zoom, zoom_count;                ///< of a folder z/x/y: the level used, and how many there are
} wimp_piece_list;

/// pattern: a path with {x} and {y} in it, or a folder z/x/y or x/y. Errors: ARGUMENT (no {x} or {y}), IO,
/// FORMAT (two pieces for one position), LIMIT, MEMORY.
wend_result wimp_piece_list_find(const char* pattern, wimp_piece_list* out, wend_error* error_opt);
void wimp_piece_list_free(wimp_piece_list* list);
#endif
