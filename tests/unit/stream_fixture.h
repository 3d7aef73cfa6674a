// stream_fixture.h: a world that is loaded whole, and the same one streamed from a file.
#ifndef STREAM_FIXTURE_H
#define STREAM_FIXTURE_H
#include "maps.h"
#include "wend/stream.h"
#include "wend/wend.h"

typedef struct desk {
    map_recipe recipe;
    wend_world *whole, *world; // the same map, loaded whole and streamed
    const wend_grid* grid;     // of the whole
    wend_search* search;
    wend_path *path, *other;
    rng r;
} desk;

/// Streams a world from a file.
wend_world* streamed(const char* file, int32_t level, size_t budget);
/// Takes a world and streams it from the file "world".
desk desk_of(wend_world* whole, map_recipe recipe, int32_t level, uint64_t seed);
/// The same with a map made from a text.
desk big_desk(const char* text, int32_t level);
void clear(desk* d);

wend_rect all_of(const wend_grid* grid);
wend_tile middle_of(wend_rect area);
/// Up to so many tiles wide and high.
wend_rect random_area(desk* d, int32_t most);
#endif
