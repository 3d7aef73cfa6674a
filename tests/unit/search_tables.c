// search_tables.c: do the directory of active clusters and the table of distance fields hold what was put
// there, and does their memory follow what a search touches instead of the map?
#include "core/containers.h"
#include "search/abstract_state.h"
#include "search/propagate.h"

#include <stdlib.h>

#include "test_memory.h"
#include "unit.h"

// ---- the directory of active clusters

enum { MOST_SIDE = 300 };

typedef struct reference { // the number at each column and row; -1: none
    int32_t side, at[MOST_SIDE][MOST_SIDE];
} reference;

static void clear(reference* r, int32_t side) {
    r->side = side;
    for (int32_t y = 0; y < side; y++)
        for (int32_t x = 0; x < side; x++) r->at[y][x] = -1;
}

static bool is_free(const reference* r, int32_t x, int32_t y, int32_t shift) {
    for (int32_t b = y >> shift << shift; b < (y >> shift << shift) + (1 << shift) && b < r->side; b++)
        for (int32_t a = x >> shift << shift; a < (x >> shift << shift) + (1 << shift) && a < r->side; a++)
            if (r->at[b][a] >= 0) return false;
    return true;
}

static void fill(reference* r, int32_t x, int32_t y, int32_t shift, int32_t number) {
    for (int32_t b = y >> shift << shift; b < (y >> shift << shift) + (1 << shift) && b < r->side; b++)
        for (int32_t a = x >> shift << shift; a < (x >> shift << shift) + (1 << shift) && a < r->side; a++)
            r->at[b][a] = number;
}

static void directory_agrees_with_a_plane(void** state) {
    (void)state;
    static reference r;
    rng random = rng_seeded(7);
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_cluster_directory directory;
    wendi_cluster_directory_init(&directory, &allocator);
    const int32_t sides[] = {1, 2, 15, 16, 17, 64, 255, 256, 257, MOST_SIDE};
    for (int32_t round = 0; round < 40; round++) {
        const int32_t side = sides[round % 10], narrow = rng_chance(&random, 30) ? 1 : side;
        clear(&r, side);
        assert_ok(wendi_cluster_directory_begin(&directory, side, narrow));
        for (int32_t number = 0; number < 200; number++) {
            const int32_t x = rng_below(&random, side), y = rng_below(&random, narrow);
            const int32_t shift = rng_below(&random, 10); // also squares larger than the map
            if (!is_free(&r, x, y, shift)) continue;
            assert_ok(wendi_cluster_directory_set(&directory, x, y, shift, number));
            fill(&r, x, y, shift, number);
        }
        for (int32_t y = 0; y < narrow; y++)
            for (int32_t x = 0; x < side; x++)
                assert_int_equal(wendi_cluster_directory_at(&directory, x, y), r.at[y][x]);
    }
    assert_true(owner.bytes == memory.live_bytes);
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
}

// On a map of a million columns, a large cluster and a small one take a page for each step between them.
static void directory_is_small_on_a_huge_map(void** state) {
    (void)state;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_cluster_directory directory;
    wendi_cluster_directory_init(&directory, &allocator);
    assert_ok(wendi_cluster_directory_begin(&directory, 1 << 20, 1 << 20));
    assert_ok(wendi_cluster_directory_set(&directory, 5, 7, 18, 1));
    assert_ok(wendi_cluster_directory_set(&directory, 1000000, 999999, 0, 2));
    assert_int_equal(wendi_cluster_directory_at(&directory, (1 << 18) - 1, 0), 1);
    assert_int_equal(wendi_cluster_directory_at(&directory, 1000000, 999999), 2);
    assert_int_equal(wendi_cluster_directory_at(&directory, 1000001, 999999), -1);
    assert_true(owner.bytes <= sizeof(wendi_owner) + (size_t)16 * WENDI_PAGE_ENTRIES * sizeof(uint32_t));
    wendi_owner_end(&owner);
}

static void directory_survives_without_memory(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_cluster_directory directory;
    wendi_cluster_directory_init(&directory, &allocator);
    memory.fail_at = memory.calls;
    assert_int_equal(wendi_cluster_directory_begin(&directory, 100, 100), WEND_ERROR_MEMORY);
    assert_ok(wendi_cluster_directory_begin(&directory, 1 << 20, 1 << 20));
    memory.fail_at = memory.calls;
    memory.fail_on = true;
    wend_result result = WEND_OK;
    int32_t set = 0;
    while (result == WEND_OK) {
        result = wendi_cluster_directory_set(&directory, set * 5000, 3, 0, set);
        set += result == WEND_OK;
    }
    assert_int_equal(result, WEND_ERROR_MEMORY);
    for (int32_t i = 0; i <= set; i++)
        assert_int_equal(wendi_cluster_directory_at(&directory, i * 5000, 3), i < set ? i : -1);
    memory.fail_at = -1;
    memory.fail_on = false;
    assert_ok(wendi_cluster_directory_set(&directory, set * 5000, 3, 0, set)); // later it goes on
    assert_int_equal(wendi_cluster_directory_at(&directory, set * 5000, 3), set);
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
}

// ---- the table of distance fields

static void table_agrees_with_a_list(void** state) {
    (void)state;
    enum { CLUSTERS = 5000 };
    static wendi_distance_field* list[CLUSTERS];
    static wendi_distance_field fields[64];
    static int32_t order[CLUSTERS];
    rng random = rng_seeded(9);
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_field_table table = {0};
    wendi_field_table_init(&table, &allocator);
    assert_null(wendi_field_table_at(&table, 3));
    for (int32_t round = 0; round < 20; round++) {
        const int32_t most = round % 2 ? 40 : 3000, apart = rng_chance(&random, 50) ? 1 : 419431;
        int32_t count = 0;
        for (int32_t i = 0; i < CLUSTERS; i++) list[i] = NULL;
        for (int32_t i = 0; i < most; i++) {
            const int32_t cluster = rng_below(&random, CLUSTERS);
            assert_ok(wendi_field_table_reserve(&table));
            if (!list[cluster]) order[count++] = cluster;
            list[cluster] = &fields[rng_below(&random, 64)];
            wendi_field_table_set(&table, cluster * apart, list[cluster]);
        }
        assert_int_equal(table.count, count);
        for (int32_t i = 0; i < CLUSTERS; i++)
            assert_ptr_equal(wendi_field_table_at(&table, i * apart), list[i]);
        for (int32_t i = count - 1; i >= 0; i--) { // in any order
            const int32_t k = rng_below(&random, i + 1), cluster = order[k];
            order[k] = order[i];
            wendi_field_table_remove_run(&table, cluster * apart);
        }
        assert_int_equal(table.count, 0);
        for (int32_t i = 0; i < CLUSTERS; i++) assert_null(wendi_field_table_at(&table, i * apart));
    }
    memory.fail_at = memory.calls;
    memory.fail_on = true;
    wend_result result = WEND_OK;
    int32_t set = 0;
    for (; result == WEND_OK; set++) {
        result = wendi_field_table_reserve(&table);
        if (result == WEND_OK) wendi_field_table_set(&table, set, &fields[0]);
    }
    assert_int_equal(result, WEND_ERROR_MEMORY);
    for (int32_t i = 0; i < set - 1; i++) assert_ptr_equal(wendi_field_table_at(&table, i), &fields[0]);
    assert_true(owner.bytes == memory.live_bytes);
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
}

// ---- the memory of a query

static size_t bytes_of_query(int32_t side) {
    wend_world* world = new_world(side, side, false);
    wend_search* search = new_search();
    wend_path* path = new_path();
    const wend_query query = wend_default_query((wend_tile){40, 50}, (wend_tile){500, 300});
    assert_ok(wend_find_path(search, world, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    const size_t bytes = wend_search_bytes(search);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(world);
    return bytes;
}

// The larger map has 9,500 clusters of level 1, 24 times as many; with two more levels, a search may touch a
// few more of them.
static void memory_follows_the_path(void** state) {
    (void)state;
    const size_t small = bytes_of_query(620), large = bytes_of_query(3000);
    assert_true(large < small + (size_t)32 * 1024);
    assert_int_equal(wend_search_bytes(NULL), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(directory_agrees_with_a_plane),
        cmocka_unit_test(directory_is_small_on_a_huge_map),
        cmocka_unit_test(directory_survives_without_memory),
        cmocka_unit_test(table_agrees_with_a_list),
        cmocka_unit_test(memory_follows_the_path),
    };
    return run_unit_tests(tests);
}
