// splice.h: how is a path put together from parts of others?
#ifndef WENDI_SPLICE_H
#define WENDI_SPLICE_H
#include "search/path_check.h"

/// Scratch memory of a repair.
typedef struct wendi_splice {
    wendi_leg_list legs;        // that an edit has broken
    wend_path leg;              // a new one
    wendi_tile_list tiles;      // of the path that is put together
    wendi_path_link_list links; // between them
} wendi_splice;

void wendi_splice_init(wendi_splice* splice, const wend_allocator* allocator);
void wendi_splice_free(wendi_splice* splice);
size_t wendi_splice_bytes(const wendi_splice* splice);

/// Begins a path without tiles.
void wendi_splice_begin(wendi_splice* splice);
/// Appends the tiles from .. to of a path, with the links between them. The first is where the tiles so far
/// end. Where the path would go there and back, it turns round earlier. Errors: MEMORY.
wend_result wendi_splice_append(wendi_splice* splice, const wend_path* path, int64_t from, int64_t to);
#endif
