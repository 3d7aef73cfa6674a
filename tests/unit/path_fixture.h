// path_fixture.h: a path along a row of an open world, for tests of what edits do to it.
#ifndef PATH_FIXTURE_H
#define PATH_FIXTURE_H
#include "unit.h"
#include "wend/repair.h"

static inline wend_tile tile_of(const wend_path* path, int32_t i) {
    int32_t count;
    return wend_path_tiles(path, &count)[i];
}

typedef struct fixture {
    wend_world* world;
    wend_search* search;
    wend_path* path;
} fixture;

// A world with a path along row y.
static inline fixture path_along(int32_t width, int32_t height, int32_t y, bool smooth) {
    fixture f = {new_world(width, height, true), new_search(), new_path()};
    wend_query query = wend_default_query((wend_tile){2, y}, (wend_tile){width - 3, y});
    query.smooth = smooth;
    assert_ok(wend_find_path(f.search, f.world, &query, f.path, NULL));
    assert_int_equal(wend_path_outcome(f.path), WEND_FOUND);
    return f;
}

static inline void end(fixture* f) {
    wend_path_destroy(f->path);
    wend_search_destroy(f->search);
    wend_world_destroy(f->world);
}
#endif
