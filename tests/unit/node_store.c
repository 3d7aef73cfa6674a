// node_store.c: are search nodes separate, unvisited after a reset, on the right terrain, and stored only
// where touched?
#include "search/node_store.h"

#include "test_memory.h"
#include "unit.h"

static void packing_keeps_all_parts(void** state) {
    (void)state;
    const wend_cost costs[] = {0, 1, 408, INT32_MAX, ((wend_cost)1 << 49) - 1};
    for (int32_t c = 0; c < 5; c++) {
        for (int32_t d = 0; d < 8; d++) {
            for (uint32_t s = 0; s < 4; s++) {
                wendi_node node = wendi_node_make(costs[c], d, s);
                assert_true(wendi_node_cost(node) == costs[c]);
                assert_int_equal(wendi_node_direction(node), d);
                assert_int_equal(wendi_node_state(node), s);
            }
        }
    }
}

static wendi_node* node_of(wendi_node_store* store, int32_t x, int32_t y) {
    return wendi_node_at(store, wendi_node_index(store, (wend_tile){x, y}));
}

// A map of patches, large enough to have homogeneous tiles.
static wend_grid* patchy_grid(int32_t width, int32_t height) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    uint8_t row[1000];
    for (int32_t y = 0; y < height; y++) {
        for (int32_t x = 0; x < width; x++) row[x] = (uint8_t)(x / 5 * 7 + y / 4 * 3) % 4;
        assert_ok(wend_grid_write(grid, (wend_rect){0, y, width, 1}, row, 0));
    }
    return grid;
}

static bool is_homogeneous(const wend_grid* grid, int32_t x, int32_t y) {
    uint8_t here = *wendi_tile(grid, x, y);
    bool homogeneous = true;
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++)
        homogeneous &= *wendi_tile(grid, x + wendi_direction[d].x, y + wendi_direction[d].y) == here;
    return homogeneous;
}

static void nodes_are_apart_and_forgotten(void** state) {
    (void)state;
    static const int32_t sizes[][2] = {{100, 70}, {1, 1}, {33, 500}, {64, 64}, {700, 3}, {128, 65}};
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_node_store store;
    wendi_node_store_init(&store, &allocator);
    for (int32_t i = 0; i < 6; i++) {
        int32_t width = sizes[i][0], height = sizes[i][1], homogeneous = 0;
        wend_grid* grid = patchy_grid(width, height);
        assert_ok(wendi_node_store_reset(&store, grid, WENDI_NODE_UNSEEN));
        for (int32_t y = 0; y < height; y++) {
            for (int32_t x = 0; x < width; x++) {
                wendi_node* node = node_of(&store, x, y);
                assert_non_null(node);
                assert_true((*node & ~(wendi_node)WENDI_NODE_TERRAIN) == WENDI_NODE_UNSEEN);
                assert_int_equal(wendi_node_class(*node), *wendi_tile(grid, x, y));
                assert_true(!(*node & WENDI_NODE_HOMOGENEOUS) == !is_homogeneous(grid, x, y));
                homogeneous += (*node & WENDI_NODE_HOMOGENEOUS) != 0;
                wendi_node_set(node, wendi_node_make(y * width + x, 0, WENDI_OPEN));
            }
        }
        assert_true(width < 50 || height < 50 || homogeneous > width * height / 20);
        for (int32_t k = 0; k < width * height; k++) {
            wendi_node node = *node_of(&store, k % width, k / width);
            assert_int_equal(wendi_node_cost(node), k);
            assert_int_equal(wendi_node_class(node), *wendi_tile(grid, k % width, k / width));
        }
        assert_true(owner.bytes == memory.live_bytes);
        wend_grid_destroy(grid);
    }
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
}

static bool lacks_a_step(const wend_grid* grid, wend_tile tile) {
    for (int32_t d = 0; d < WENDI_DIRECTIONS; d++) {
        const wend_tile to = {tile.x + wendi_direction[d].x, tile.y + wendi_direction[d].y};
        if (!wend_grid_can_step(grid, tile, to)) return true;
    }
    return false;
}

// A tile is homogeneous only if no step of it or of its neighbours is closed.
static void closed_steps_are_marked_around(void** state) {
    (void)state;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_node_store store;
    wendi_node_store_init(&store, &allocator);
    rng r = rng_seeded(1);
    int32_t beside = 0;
    for (int32_t k = 0; k < 40; k++) {
        const int32_t width = rng_between(&r, 2, 150), height = rng_between(&r, 2, 150);
        map_recipe recipe = map_recipe_of("open 2x2 8 unit 31 1");
        recipe.width = width;
        recipe.height = height;
        wend_grid* grid = map_make(&recipe);
        for (int32_t i = rng_between(&r, 1, 9); i > 0; i--) {
            const int32_t x = rng_below(&r, width - 1), edge = x / WENDI_BLOCK_SIDE * WENDI_BLOCK_SIDE;
            const wend_tile a = {rng_chance(&r, 50) ? x : edge, rng_below(&r, height)};
            assert_ok(wend_grid_set_step(grid, a, (wend_tile){a.x + 1, a.y}, false));
        }
        assert_ok(wendi_node_store_reset(&store, grid, WENDI_NODE_UNSEEN));
        for (int32_t y = 2; y + 2 < height; y++) {
            for (int32_t x = 2; x + 2 < width; x++) {
                bool closed = false;
                for (int32_t i = 0; i < 9; i++)
                    closed |= lacks_a_step(grid, (wend_tile){x + i % 3 - 1, y + i / 3 - 1});
                beside += closed;
                assert_true(!(*node_of(&store, x, y) & WENDI_NODE_HOMOGENEOUS) == closed);
            }
        }
        wend_grid_destroy(grid);
    }
    assert_true(beside > 500);
    wendi_owner_end(&owner);
}

// At the edge of the map, the search reads nodes beyond it that belong to the same block.
static void nodes_beyond_the_map_are_blocked(void** state) {
    (void)state;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wend_grid* grid = patchy_grid(70, 70);
    wendi_node_store store;
    wendi_node_store_init(&store, &allocator);
    assert_ok(wendi_node_store_reset(&store, grid, WENDI_NODE_UNSEEN));
    for (int32_t i = 0; i < 70; i++) {
        assert_int_equal(wendi_node_class(*node_of(&store, 70, i)), 0);
        assert_int_equal(wendi_node_class(*node_of(&store, i, 70)), 0);
    }
    wendi_owner_end(&owner);
    wend_grid_destroy(grid);
}

static void a_short_search_on_a_huge_map_is_small(void** state) {
    (void)state;
    wend_grid_def def = wend_default_grid_def();
    def.width = 40000;
    def.height = 1500;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_node_store store;
    wendi_node_store_init(&store, &allocator);
    assert_ok(wendi_node_store_reset(&store, grid, WENDI_NODE_UNSEEN));
    for (int32_t i = 0; i < 100; i++) assert_non_null(node_of(&store, 39900 + i, 1499));
    assert_true(memory.live_bytes < 1000 * 1000); // the nodes of all tiles would be 480 MB
    int64_t calls = memory.calls;
    assert_ok(wendi_node_store_reset(&store, grid, WENDI_NODE_UNSEEN));
    for (int32_t i = 0; i < 100; i++)
        assert_int_equal(wendi_node_state(*node_of(&store, i, i)), WENDI_UNSEEN);
    assert_int_equal(memory.calls, calls); // nothing new
    wendi_owner_end(&owner);
    assert_int_equal(memory.live, 0);
    wend_grid_destroy(grid);
}

// Numbers and tiles convert into each other, and the numbers of the largest maps of all shapes fit 32 bits.
static void numbers_are_one_to_one(void** state) {
    (void)state;
    static const int32_t sizes[][2] = {
        {100, 70},         {1, 1},         {32, 33},       {1 << 20, 2047},
        {2047, 1 << 20},   {46340, 46340}, {32769, 65533}, {(1 << 19) + 1, 4095},
        {4097, (1 << 19)}, {65533, 32769}};
    rng random = rng_seeded(9);
    for (int32_t i = 0; i < 10; i++) {
        int32_t width = sizes[i][0], height = sizes[i][1];
        test_memory memory = test_memory_new();
        const wend_allocator host = test_memory_allocator(&memory);
        wendi_owner owner;
        const wend_allocator allocator = wendi_owner_begin(&owner, &host);
        wendi_node_store store;
        wendi_node_store_init(&store, &allocator);
        wend_grid grid = {.width = width, .height = height}; // its tiles are not read
        assert_ok(wendi_node_store_reset(&store, &grid, WENDI_NODE_UNSEEN));
        for (int32_t k = 0; k < 10000; k++) {
            wend_tile tile = {rng_below(&random, width), rng_below(&random, height)};
            if (k == 0) tile = (wend_tile){width - 1, height - 1};
            uint32_t index = wendi_node_index(&store, tile);
            assert_true(index / WENDI_BLOCK_NODES < store.directory_capacity);
            wend_tile back = wendi_node_store_tile(&store, index);
            assert_int_equal(back.x, tile.x);
            assert_int_equal(back.y, tile.y);
        }
        assert_true(store.directory_capacity <= (size_t)1 << 22);
        wendi_owner_end(&owner);
    }
}

static void survives_without_memory(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    const wend_allocator host = test_memory_allocator(&memory);
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, &host);
    wendi_node_store store;
    wendi_node_store_init(&store, &allocator);
    wend_grid* grid = patchy_grid(100, 100);
    memory.fail_at = 0;
    assert_int_equal(wendi_node_store_reset(&store, grid, WENDI_NODE_UNSEEN), WEND_ERROR_MEMORY);
    memory.fail_at = -1;
    int64_t n = 0;
    for (bool claimed = false; !claimed; n++) { // the n-th allocation of a first touch fails
        assert_ok(wendi_node_store_reset(&store, grid, WENDI_NODE_UNSEEN));
        memory.fail_at = memory.calls + n;
        claimed = node_of(&store, 50, 50);
        memory.fail_at = -1;
        assert_non_null(node_of(&store, 50, 50));
        assert_int_equal(wendi_node_state(*node_of(&store, 50, 50)), WENDI_UNSEEN);
        wendi_owner_end(&owner);
        wendi_node_store_init(&store, &allocator);
    }
    assert_int_equal(n, 4); // three allocations failed
    assert_int_equal(memory.live, 0);
    wend_grid_destroy(grid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(closed_steps_are_marked_around),
        cmocka_unit_test(nodes_beyond_the_map_are_blocked),
        cmocka_unit_test(packing_keeps_all_parts),
        cmocka_unit_test(nodes_are_apart_and_forgotten),
        cmocka_unit_test(numbers_are_one_to_one),
        cmocka_unit_test(a_short_search_on_a_huge_map_is_small),
        cmocka_unit_test(survives_without_memory),
    };
    return run_unit_tests(tests);
}
