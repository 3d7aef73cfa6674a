// read_pass.c: does a pass over a mapped world give back what it has read, and nothing that edits or patches
// have written?
#include "files/first_check.h"
#include "files/world_file.h"

#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "resident.h"
#include "test_memory.h"
#include "unit.h"
#include "wend/wend.h"

enum {
    MOST_KB = 5 << 10
}; // of the file in memory: a few rows of clusters, edited ones, and pages around them

typedef struct fixture {
    test_memory memory;
    wend_allocator allocator;
    wend_world *world, *map; // built, and with its file mapped
    const char* patches[2];
} fixture;

static wend_world* opened(fixture* f, int32_t patches) {
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_map_patched("world", f->patches, patches, &f->allocator, &world, &error) != WEND_OK)
        fail_msg("%s", error.text);
    return world;
}

// Houses all over the map, and other edits of both worlds.
static void change(wend_world* const worlds[2], int32_t first) {
    for (int32_t w = 0; w < 2; w++) {
        const wend_grid* grid = wend_world_grid(worlds[w]);
        for (int32_t i = 0; i < 3; i++) {
            const int32_t x = (first + i * 867) % (wend_grid_width(grid) - 8),
                          y = (first + i * 331) % (wend_grid_height(grid) - 8);
            const wend_edit edits[] = {wend_edit_tiles((wend_rect){x, y, 5, 4}, (uint8_t)(i % 3)),
                                       wend_edit_wall((wend_tile){x, y}, (wend_tile){x + 1, y}, true)};
            assert_ok(wend_world_edit(worlds[w], edits, 2, NULL));
        }
        assert_ok(wend_world_refresh(worlds[w], 0, NULL));
    }
}

// The file of a large map, with two patches.
static void begin(fixture* f) {
    files_enter();
    *f = (fixture){.memory = test_memory_new(), .patches = {"1", "2"}};
    f->allocator = test_memory_allocator(&f->memory);
    map_recipe recipe = map_recipe_of("noise 2600x1300 8 whole 31 4");
    f->world = map_make_world(&recipe);
    assert_ok(wend_world_save(f->world, "world", NULL));
    for (int32_t i = 0; i < 2; i++) {
        wend_world* map = opened(f, i);
        change((wend_world*[]){f->world, map}, 11 + 1000 * i);
        assert_ok(wend_world_save_patch(map, i, f->patches[i], NULL));
        wend_world_destroy(map);
    }
    f->map = opened(f, 2);
}

static void end(fixture* f) {
    wend_world_destroy(f->map);
    wend_world_destroy(f->world);
    assert_int_equal(f->memory.live, 0);
    files_leave();
}

static int64_t held_kb(const wend_world* map) {
    const int64_t file = resident_kb(wendi_file_of(map)->bytes), view = resident_kb(wendi_file_of(map)->view);
    return file < 0 ? -1 : file + view;
}

typedef struct output {
    const wend_world* map;
    char* bytes;
    size_t size, used;
    int64_t most_kb; // held while the pieces came
} output;

static wend_result take(void* context, const void* bytes, size_t size) {
    enum { EVERY = 1 << 21 };
    output* o = context;
    assert_true(size <= o->size - o->used);
    memcpy(o->bytes + o->used, bytes, size);
    const bool looks = o->used / EVERY != (o->used + size) / EVERY;
    o->used += size;
    const int64_t now = looks ? held_kb(o->map) : 0;
    if (now > o->most_kb) o->most_kb = now;
    return WEND_OK;
}

// Saves the mapped world, in pieces: it must be what the built one is saved as.
static int64_t save_and_compare(const fixture* f) {
    output o = {.map = f->map};
    void* expected = NULL;
    assert_ok(wend_world_save_memory(f->world, NULL, &expected, &o.size, NULL));
    o.bytes = malloc(o.size);
    assert_non_null(o.bytes);
    assert_ok(wend_world_save_pieces(f->map, take, &o, NULL));
    assert_true(o.used == o.size && memcmp(expected, o.bytes, o.size) == 0);
    free(o.bytes);
    free(expected);
    return o.most_kb;
}

// Skips the test where the system does not tell what of a file is in memory.
static void begin_or_skip(fixture* f) {
    begin(f);
    if (held_kb(f->map) >= 0) return;
    end(f);
    skip();
}

// What does not grow with the tiles may stay: passes find and save everything with the same few pages.
static void a_merge_holds_little_of_the_file(void** state) {
    (void)state;
    fixture f;
    begin_or_skip(&f);
    assert_true(wendi_file_of(f.map)->size > (size_t)MOST_KB * 1024 * 4);
    const size_t before = f.memory.live_bytes;
    assert_ok(wend_world_verify(f.map, NULL));
    assert_in_range(held_kb(f.map), 1, MOST_KB);
    wend_world_counts counts, built;
    assert_ok(wend_world_count(f.map, &counts));
    assert_ok(wend_world_count(f.world, &built));
    assert_memory_equal(&counts, &built, sizeof counts);
    assert_in_range(held_kb(f.map), 1, MOST_KB);
    assert_in_range(save_and_compare(&f), 1, MOST_KB);
    assert_in_range(held_kb(f.map), 1, MOST_KB);
    assert_true(wend_world_hash(f.map) == wend_world_hash(f.world));
    assert_in_range(held_kb(f.map), 1, MOST_KB);
    assert_true(f.memory.peak_bytes - before < wendi_file_of(f.map)->size / 50);
    end(&f);
}

// Whatever needs all of a world reads it in passes.
static void what_needs_all_of_a_world_holds_little_of_it(void** state) {
    (void)state;
    fixture f;
    begin_or_skip(&f);
    wend_search* search = new_search();
    wend_explanation *a = NULL, *b = NULL;
    assert_ok(wend_explanation_create(NULL, &a));
    assert_ok(wend_explanation_create(NULL, &b));
    wend_tile from, to;
    rng r = rng_seeded(1);
    assert_true(map_random_open_tile(wend_world_grid(f.world), &r, &from));
    assert_true(map_random_open_tile(wend_world_grid(f.world), &r, &to));
    assert_ok(wend_explain(search, f.map, from, to, a));
    assert_in_range(held_kb(f.map), 1, MOST_KB);
    assert_ok(wend_explain(search, f.world, from, to, b));
    const wend_explanation_info mapped = wend_explanation_get_info(a), built = wend_explanation_get_info(b);
    assert_true(mapped.to.component_tiles == built.to.component_tiles && built.to.component_tiles > 0);
    for (int32_t level = 1; level <= 2; level++) {
        const wend_level_info of_map = wend_world_get_level_info(f.map, level),
                              of_world = wend_world_get_level_info(f.world, level);
        assert_true(of_map.edge_count == of_world.edge_count && of_world.edge_count > 0);
        assert_in_range(held_kb(f.map), 1, MOST_KB);
    }
    assert_ok(wend_world_keep_original(f.map)); // the patches have changed tiles: this is a copy
    assert_in_range(held_kb(f.map), 1, MOST_KB);
    assert_int_equal(wend_world_original_class(f.map, to), wend_grid_class(wend_world_grid(f.world), to));
    wend_explanation_destroy(b);
    wend_explanation_destroy(a);
    wend_search_destroy(search);
    // The class that fewest tiles have changes its cost where it lies.
    const wend_grid* grid = wend_world_grid(f.world);
    int32_t rare = 1;
    for (int32_t k = 2; k <= map_last_class(grid); k++)
        if (grid->class_counts[k] < grid->class_counts[rare]) rare = k;
    wend_world* fresh = opened(&f, 2);
    assert_ok(wend_world_set_class_cost(f.world, 0, (uint8_t)rare, 1));
    assert_ok(wend_world_set_class_cost(fresh, 0, (uint8_t)rare, 1));
    assert_true(wend_world_hash(fresh) == wend_world_hash(f.world));
    wend_world_destroy(fresh);
    end(&f);
}

// Edits of an open world lie in pages that no file has.
static void what_edits_wrote_is_kept(void** state) {
    (void)state;
    fixture f;
    begin(&f);
    for (int32_t i = 0; i < 2; i++) {
        change((wend_world*[]){f.world, f.map}, 2100 + 300 * i);
        assert_true(wend_world_hash(f.map) == wend_world_hash(f.world));
    }
    assert_ok(wend_world_save(f.map, "merged", NULL));
    assert_true(wend_world_hash(f.map) == wend_world_hash(f.world));
    wend_world* merged = NULL;
    assert_ok(wend_world_open("merged", NULL, &merged, NULL));
    assert_true(wend_world_hash(merged) == wend_world_hash(f.world));
    wend_world_destroy(merged);
    end(&f);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_merge_holds_little_of_the_file),
                                       cmocka_unit_test(what_needs_all_of_a_world_holds_little_of_it),
                                       cmocka_unit_test(what_edits_wrote_is_kept)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
