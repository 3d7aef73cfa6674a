// sparse.c: does ground that is blocked and empty cost next to nothing?
#include <stdio.h>
#include <stdlib.h>

#include "unit.h"
#include "wend/wend.h"

// Bytes of the process in memory, without those of files, as code comes in when it is run; 0: this system
// does not tell, or the build keeps notes about all memory.
static int64_t resident_bytes(void) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    return 0;
#elif defined(__has_feature)
#if __has_feature(memory_sanitizer) || __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
    return 0;
#endif
#endif
    FILE* file = fopen("/proc/self/statm", "r");
    long long pages = 0, of_files = 0;
    const bool read = file && fscanf(file, "%*s %lld %lld", &pages, &of_files) == 2;
    if (file) fclose(file);
    return read ? (pages - of_files) * 4096 : 0;
}

enum { SIDE = 8192 };

static wend_world* sea(int32_t side) {
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = grid_def.height = side;
    uint8_t* classes = calloc((size_t)side, (size_t)side);
    grid_def.classes = classes;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&grid_def, &grid));
    free(classes);
    wend_world* world = build_world(grid);
    return world;
}

static void blocked_ground_costs_next_to_nothing(void** state) {
    (void)state;
    const int64_t before = resident_bytes(), tiles = (int64_t)SIDE * SIDE;
    if (before == 0) skip();
    wend_world* world = sea(SIDE);
    assert_in_range(resident_bytes() - before, 0, tiles / 50);
    assert_true(wend_world_hash(world) != 0);
    assert_in_range(resident_bytes() - before, 0, tiles / 25);

    // An island costs what it would cost alone, give or take a page for each row.
    const wend_edit island = wend_edit_tiles((wend_rect){4000, 4000, 200, 200}, 1);
    assert_ok(wend_world_edit(world, &island, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_in_range(resident_bytes() - before, 0, tiles / 20);
    wend_search* search = NULL;
    wend_path* path = new_path();
    const wend_search_def search_def = wend_default_search_def();
    assert_ok(wend_search_create(&search_def, &search));
    wend_query query = wend_default_query((wend_tile){4000, 4000}, (wend_tile){4199, 4199});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    query.goal = (wend_tile){10, 10};
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_GOAL_BLOCKED);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(blocked_ground_costs_next_to_nothing)};
    return run_unit_tests(tests);
}
