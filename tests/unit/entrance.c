// entrance.c: are entrances the runs of passable tiles on border lines, and are nodes their cheapest tiles?
#include "hierarchy/entrance.h"

#include "unit.h"

enum { MAPS = 300 };

static int32_t cost_at(const wend_grid* grid, const wendi_side* side, int32_t i) {
    wend_tile tile = {side->first.x + i * side->step.x, side->first.y + i * side->step.y};
    return wend_grid_straight_cost(grid, wend_grid_class(grid, tile));
}

static bool is_crossing(const wendi_partition* c, wend_tile t) {
    return t.x > 0 && t.y > 0 && t.x < c->width - 1 && t.y < c->height - 1 && t.x % c->size == 0 &&
           t.y % c->size == 0;
}

// Every tile of every shared line belongs to one side, but for the crossings.
static void sides_cover_the_lines(void** state) {
    (void)state;
    static const int32_t lengths[] = {1, 2, 15, 16, 17, 31, 32, 33, 61, 62, 63, 64, 80};
    static int32_t seen[80][80];
    for (int32_t i = 0; i < 13 * 13 * 2; i++) {
        wendi_partition c = wendi_partition_of(lengths[i / 2 % 13], lengths[i / 26], i % 2 ? 15 : 31);
        for (int32_t y = 0; y < 80; y++)
            for (int32_t x = 0; x < 80; x++) seen[y][x] = 0;
        for (int32_t k = 0; k < wendi_cluster_count(&c); k++) {
            for (wendi_side_kind kind = WENDI_SIDE_TOP; kind <= WENDI_SIDE_LEFT; kind++) {
                wendi_side s = wendi_side_of(&c, k, kind);
                for (int32_t n = 0; n < s.length; n++)
                    seen[s.first.y + n * s.step.y][s.first.x + n * s.step.x]++;
            }
            wend_tile crossing;
            if (wendi_crossing_of(&c, k, &crossing)) {
                assert_true(is_crossing(&c, crossing));
                seen[crossing.y][crossing.x]++;
            }
        }
        for (int32_t y = 0; y < c.height; y++) {
            for (int32_t x = 0; x < c.width; x++) {
                bool line = (x % c.size == 0 && x > 0 && x < c.width - 1) ||
                            (y % c.size == 0 && y > 0 && y < c.height - 1);
                assert_int_equal(seen[y][x], line);
            }
        }
    }
}

static void check_side(const map_recipe* recipe, const wend_grid* grid, const wendi_partition* c,
                       const wendi_side* s) {
    uint32_t nodes = wendi_side_nodes(grid, c, s);
    int32_t used = 0, from = 0, length;
    int32_t at = 0; // where the next run must begin
    while ((length = wendi_next_entrance(grid, s, &from)) > 0) {
        for (; at < from; at++) assert_on(recipe, cost_at(grid, s, at) == 0);
        int32_t cheapest = INT32_MAX, chosen = INT32_MAX, first = used;
        for (; at < from + length; at++) {
            int32_t cost = cost_at(grid, s, at);
            assert_on(recipe, cost > 0);
            if (cost < cheapest) cheapest = cost;
            if (!(nodes >> at & 1)) continue;
            if (cost < chosen) chosen = cost;
            used++;
        }
        assert_on(recipe, at == s->length || cost_at(grid, s, at) == 0); // maximal
        wend_tile before = {s->first.x + (from - 1) * s->step.x, s->first.y + (from - 1) * s->step.y};
        wend_tile after = {s->first.x + at * s->step.x, s->first.y + at * s->step.y};
        bool reached = (is_crossing(c, before) && wend_grid_passable(grid, before)) ||
                       (is_crossing(c, after) && wend_grid_passable(grid, after));
        assert_on(recipe, used > first || reached); // no entrance is lost
        if (used > first) assert_on(recipe, chosen == cheapest);
        assert_on(recipe, used - first <= (length + 1) / 2); // ridges lie between them
        from = at;
    }
    for (; at < s->length; at++) assert_on(recipe, cost_at(grid, s, at) == 0);
    assert_on(recipe, used == __builtin_popcount(nodes)); // none elsewhere
}

static void nodes_stand_on_the_cheapest_tiles(void** state) {
    (void)state;
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        map_recipe recipe = map_recipe_random(seed, 100);
        wend_grid* grid = map_make(&recipe);
        wendi_partition c = wendi_partition_of(recipe.width, recipe.height, recipe.cluster_size);
        for (int32_t k = 0; k < wendi_cluster_count(&c); k++) {
            for (wendi_side_kind kind = WENDI_SIDE_TOP; kind <= WENDI_SIDE_LEFT; kind++) {
                wendi_side s = wendi_side_of(&c, k, kind);
                check_side(&recipe, grid, &c, &s);
            }
        }
        wend_grid_destroy(grid);
    }
}

// A wall at x = 15 with one door five tiles wide: its node is on the cheapest of them, ties to the middle.
// More nodes are beyond ridges, where tiles cost 8 times as much.
static void a_door_by_hand(void** state) {
    (void)state;
    static const struct {
        uint8_t door[5];
        uint32_t nodes;
    } cases[] = {
        {{1, 1, 1, 1, 1}, 1 << 2},          {{3, 3, 3, 3, 2}, 1 << 4},
        {{2, 3, 3, 3, 2}, 1 << 0},          {{2, 1, 2, 1, 2}, 1 << 1},
        {{4, 3, 3, 2, 2}, 1 << 3},          {{1, 7, 7, 7, 1}, 1 << 0}, // 7 is no ridge
        {{1, 8, 8, 8, 1}, 1 << 0 | 1 << 4}, {{1, 8, 1, 8, 1}, 1 << 0 | 1 << 2 | 1 << 4},
        {{2, 8, 1, 8, 8}, 1 << 2},           // 8 is a ridge beside 1 and none beside 2
        {{1, 8, 1, 1, 8}, 1 << 0 | 1 << 2}}; // the middle of the entrance, and one node beyond the ridge
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        wend_grid_def def = wend_default_grid_def();
        def.width = 31;
        def.height = 15;
        for (int32_t k = 1; k <= 8; k++) def.class_costs[k] = (float)k;
        wend_grid* grid = NULL;
        assert_ok(wend_grid_create(&def, &grid));
        assert_ok(wend_grid_fill(grid, (wend_rect){15, 0, 1, 15}, 0));
        assert_ok(wend_grid_write(grid, (wend_rect){15, 4, 1, 5}, cases[i].door, 1));
        wendi_partition c = wendi_partition_of(31, 15, 15);
        wendi_side s = wendi_side_of(&c, 1, WENDI_SIDE_LEFT);
        assert_int_equal(s.length, 15); // to the map's edges, where no line crosses
        assert_int_equal(wendi_side_nodes(grid, &c, &s), cases[i].nodes << 4);
        wend_grid_destroy(grid);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_cover_the_lines),
        cmocka_unit_test(nodes_stand_on_the_cheapest_tiles),
        cmocka_unit_test(a_door_by_hand),
    };
    return run_unit_tests(tests);
}
