// link_bounds.c: the shortcuts that a grid keeps, and the bounds that follow from them.
#include "search/link_bounds.h"

#include <string.h>

#include "grid/links.h"
#include "hierarchy/world.h"
#include "maps.h"
#include "test_memory.h"
#include "unit.h"

enum { SIDE = 96, MOST = 400, FLOOR_HEIGHT = SIDE / 3 - 1 }; // three floors with rows between fit

static wend_grid* make(wend_connectivity connectivity, int32_t side) {
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = side;
    def.connectivity = connectivity;
    def.class_costs[1] = 2;
    def.class_costs[2] = 3;
    def.class_costs[3] = 1;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

static wend_link random_link(const wend_grid* grid, rng* r) {
    wend_link link = wend_default_link(map_random_tile(grid, r), map_random_tile(grid, r), 0);
    link.cost = (float)rng_below(r, rng_chance(r, 50) ? 20 : 300);
    return link;
}

static void add_links(wend_grid* grid, rng* r, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        const wend_link link = random_link(grid, r);
        if (link.from.x != link.to.x || link.from.y != link.to.y)
            assert_ok(wend_grid_add_link(grid, &link, NULL));
    }
}

// ---- the shortcuts

static void assert_same_ends(const wendi_shortcut_ends* a, const wendi_shortcut_ends* b, int32_t count) {
    const size_t size = (size_t)count * sizeof *a->x,
                 boxes = (size_t)wendi_shortcut_blocks(count) * sizeof *a->left;
    assert_memory_equal(a->x, b->x, size);
    assert_memory_equal(a->y, b->y, size);
    assert_memory_equal(a->left, b->left, boxes);
    assert_memory_equal(a->right, b->right, boxes);
    assert_memory_equal(a->top, b->top, boxes);
    assert_memory_equal(a->bottom, b->bottom, boxes);
}

// The kept shortcuts are those that are found anew, and these are right.
static void check_kept(const wend_grid* grid) {
    const wend_allocator allocator = wendi_allocator(NULL);
    const wendi_shortcuts* kept = &grid->shortcuts;
    const wendi_walk_costs walk = wendi_walk_costs_of(grid);
    wendi_shortcuts fresh = {0};
    assert_ok(wendi_shortcuts_reserve(&fresh, &allocator, (size_t)grid->links.count));
    wendi_shortcuts_find(&fresh, &grid->links, &walk);
    assert_int_equal(kept->count, fresh.count);
    assert_int_equal(kept->pitch, fresh.pitch);
    assert_int_equal(kept->steps, fresh.steps);
    assert_int_equal(kept->enabled, fresh.enabled);
    assert_memory_equal(kept->counts, fresh.counts, sizeof kept->counts);
    assert_memory_equal(kept->wraps, fresh.wraps, sizeof kept->wraps);
    assert_int_equal(kept->counts[kept->pitch > 0], kept->count);
    if (kept->count > 0) {
        assert_same_ends(&kept->ends[WENDI_LINK_FROM], &fresh.ends[WENDI_LINK_FROM], kept->count);
        assert_same_ends(&kept->ends[WENDI_LINK_TO], &fresh.ends[WENDI_LINK_TO], kept->count);
        assert_memory_equal(kept->cost, fresh.cost, (size_t)kept->count * sizeof *kept->cost);
        assert_memory_equal(kept->id, fresh.id, (size_t)kept->count * sizeof *kept->id);
    }
    const wendi_heuristic h = wendi_heuristic_for(
        grid, grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
    int32_t count = 0;
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        const wend_cost cost = wendi_link_cost(grid, link);
        const bool expected = link->enabled && cost < wendi_heuristic_between(&h, link->from, link->to);
        bool found = false;
        for (int32_t k = 0; k < kept->count && !found; k++)
            found = kept->id[k] == link->id && kept->cost[k] == cost;
        assert_int_equal(found, expected);
        count += expected;
    }
    assert_int_equal(kept->count, count);
    wendi_shortcuts_free(&fresh, &allocator);
}

// Tiles of other costs change what a walk costs at least, and with it which links are shortcuts.
static void change_tiles(wend_grid* grid, rng* r) {
    const wend_tile tile = map_random_tile(grid, r);
    const bool all = rng_chance(r, 20);
    const wend_rect area = all ? (wend_rect){0, 0, SIDE, SIDE} : (wend_rect){tile.x, tile.y, 1, 1};
    assert_ok(wend_grid_fill(grid, area, (uint8_t)rng_between(r, all, 3)));
}

static void change_costs(wend_grid* grid, rng* r) {
    float costs[WEND_CLASS_COUNT];
    memcpy(costs, wend_grid_class_costs(grid), sizeof costs);
    costs[rng_between(r, 1, 3)] = (float)rng_between(r, 1, 4);
    if (rng_chance(r, 10)) costs[3] = 1.37f; // in other units
    wend_grid_set_class_costs(grid, costs);  // may be refused
}

static void shortcuts_follow_every_change(void** state) {
    (void)state;
    static const wend_connectivity connectivities[] = {WEND_CONNECTIVITY_4, WEND_CONNECTIVITY_8,
                                                       WEND_CONNECTIVITY_8_CUT, WEND_CONNECTIVITY_HEX_ODD_R};
    for (size_t c = 0; c < sizeof connectivities / sizeof *connectivities; c++) {
        wend_grid* grid = make(connectivities[c], SIDE);
        rng r = rng_seeded(c + 1);
        int32_t most = 0, least = INT32_MAX;
        for (int32_t change = 0; change < 500; change++) {
            int32_t count = 0;
            const wend_link* links = wend_grid_links(grid, &count);
            const int32_t kind = rng_below(&r, 10), id = count > 0 ? links[rng_below(&r, count)].id : -1;
            if (kind < 5 || count == 0)
                for (int32_t i = 0; i < 2; i++) {
                    wend_link link = random_link(grid, &r);
                    if (rng_chance(&r, 20) && count > 0) link.to = links[0].to; // several lead to one tile
                    if (rng_chance(&r, 30)) link.id = rng_below(&r, 5000);
                    wend_grid_add_link(grid, &link, NULL); // may be refused
                    links = wend_grid_links(grid, &count);
                }
            else if (kind == 5)
                assert_ok(wend_grid_remove_link(grid, id));
            else if (kind < 8)
                assert_ok(wend_grid_set_link(grid, id, (float)rng_below(&r, 150), rng_chance(&r, 80)));
            else if (kind == 8)
                change_tiles(grid, &r);
            else
                change_costs(grid, &r);
            check_kept(grid);
            if (change < 100) continue;
            most = wendi_max(most, grid->shortcuts.count);
            least = wendi_min(least, grid->shortcuts.count);
        }
        assert_true(most > 3 * WENDI_SHORTCUT_BLOCK && least < most);
        wend_grid_destroy(grid);
    }
}

// Links that come all at once, from another map or with a file, and not at all when memory runs out.
static void shortcuts_come_with_their_links(void** state) {
    (void)state;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    rng r = rng_seeded(5);
    wend_grid* from = make(WEND_CONNECTIVITY_8, SIDE);
    add_links(from, &r, 150);
    wend_grid_def def = wend_default_grid_def();
    def.width = def.height = SIDE;
    def.allocator = &allocator;
    wend_grid* to = NULL;
    assert_ok(wend_grid_create(&def, &to));
    wend_link own = wend_default_link((wend_tile){0, 0}, (wend_tile){90, 90}, 1);
    own.id = 1000;
    assert_ok(wend_grid_add_link(to, &own, NULL));
    wend_result result = WEND_ERROR_MEMORY;
    for (int32_t fails = 0; result != WEND_OK; fails++) {
        memory.fail_at = memory.calls + fails;
        result = wend_grid_copy_connections(from, to);
        memory.fail_at = -1;
        assert_true(result == WEND_OK || (fails < 50 && result == WEND_ERROR_MEMORY));
        assert_int_equal(to->links.count, result == WEND_OK ? from->links.count + 1 : 1);
        check_kept(to);
    }
    assert_true(to->shortcuts.count > 50);
    wend_grid_destroy(from);
    wend_world_def world_def = wend_default_world_def();
    world_def.allocator = &allocator;
    wend_world *world = NULL, *opened = NULL;
    assert_ok(wend_world_build(&to, &world_def, &world));
    void* bytes = NULL;
    size_t size = 0;
    assert_ok(wend_world_save_memory(world, &allocator, &bytes, &size, NULL));
    assert_ok(wend_world_open_memory(bytes, size, &allocator, &opened, NULL));
    check_kept(opened->grid);
    assert_int_equal(opened->grid->shortcuts.count, world->grid->shortcuts.count);
    allocator.free(bytes, size, allocator.context);
    wend_world_destroy(world);
    wend_world_destroy(opened);
    assert_int_equal(memory.live, 0);
}

// ---- the bounds

typedef struct truth { // by shortcut, in the order of the grid: least cost of a path over links from its
                       // first end
    wend_cost rest[MOST];
} truth;

static wend_tile end_of(const wend_grid* grid, wendi_link_side side, int32_t i) {
    const wendi_shortcut_ends* ends = &grid->shortcuts.ends[side];
    return (wend_tile){ends->x[i], ends->y[i]};
}

static wend_cost expected_at(const wend_grid* grid, const wendi_heuristic* h, const truth* t, wend_tile tile,
                             wend_tile goal) {
    wend_cost least = wendi_heuristic_between(h, tile, goal);
    for (int32_t i = 0; i < grid->shortcuts.count; i++) {
        const wend_cost by = wendi_heuristic_between(h, tile, end_of(grid, WENDI_LINK_FROM, i)) + t->rest[i];
        least = by < least ? by : least;
    }
    return least;
}

// By relaxing all pairs of shortcuts until nothing changes (Bellman and Ford).
static void find_truth(const wend_grid* grid, const wendi_heuristic* h, wend_tile goal, truth* t) {
    const wendi_shortcuts* s = &grid->shortcuts;
    for (int32_t i = 0; i < s->count; i++)
        t->rest[i] = s->cost[i] + wendi_heuristic_between(h, end_of(grid, WENDI_LINK_TO, i), goal);
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < s->count; i++)
            for (int32_t k = 0; k < s->count; k++) {
                const wend_cost by = s->cost[i] + t->rest[k] +
                                     wendi_heuristic_between(h, end_of(grid, WENDI_LINK_TO, i),
                                                             end_of(grid, WENDI_LINK_FROM, k));
                if (by >= t->rest[i]) continue;
                t->rest[i] = by;
                changed = true;
            }
    }
}

static wend_cost bound_of(wendi_link_bounds* b, const wendi_heuristic* h, wend_tile tile) {
    return wendi_link_bound_by(b, wendi_link_bounds_all(b), tile, wendi_link_bounds_direct(b, h, tile));
}

// All ways to ask for a bound give the same one, and no tile of an area has a lower one than the area.
static void check_ways(wendi_link_bounds* b, const wendi_heuristic* h, wend_tile tile, wend_cost bound) {
    wend_cost at = wendi_link_bounds_direct(b, h, tile);
    const wend_cost direct = at;
    assert_true(wendi_link_bounds_at(b, tile, &at));
    assert_int_equal(at, bound);
    for (int32_t side = 1; side <= SIDE; side *= 4) { // the last one is the whole map
        const wend_rect area = {wendi_min(tile.x, SIDE - side), wendi_min(tile.y, SIDE - side), side, side};
        wendi_link_points near;
        assert_true(wendi_link_bounds_near(b, area, &near));
        assert_int_equal(wendi_link_bound_by(b, near, tile, direct), bound);
        int32_t x[8] = {tile.x}, y[8] = {wendi_on_plane(b->pitch, tile).y}, lowered[8] = {(int32_t)direct};
        wendi_link_bounds_lower(b, near, x, y, 8, lowered);
        assert_int_equal(lowered[0], bound);
        const wend_cost of_area = wendi_link_bounds_of_area(b, area);
        assert_true(of_area <= bound || bound == direct);
    }
}

static void bounds_are_exact(void** state) {
    (void)state;
    static const wend_connectivity connectivities[] = {WEND_CONNECTIVITY_4, WEND_CONNECTIVITY_8,
                                                       WEND_CONNECTIVITY_HEX_ODD_R};
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_link_bounds bounds;
    wendi_link_bounds_init(&bounds, &allocator);
    rng r = rng_seeded(3);
    int32_t lower = 0;
    for (int32_t round = 0; round < 60; round++) {
        wend_grid* grid = make(connectivities[round % 3], SIDE);
        add_links(grid, &r, rng_below(&r, rng_chance(&r, 30) ? 120 : 12));
        const wendi_heuristic h = wendi_heuristic_for(
            grid, grid->connectivity == WEND_CONNECTIVITY_4 ? WEND_MANHATTAN : WEND_OCTILE, WENDI_WEIGHT_ONE);
        const wend_tile start = map_random_tile(grid, &r), goal = map_random_tile(grid, &r);
        static truth t;
        find_truth(grid, &h, goal, &t);
        assert_ok(wendi_link_bounds_begin(&bounds, grid, &h, start, goal, NULL, NULL, 0));
        for (int32_t i = 0; i < 20; i++) {
            const wend_tile tile = i == 0 ? start : map_random_tile(grid, &r);
            const wend_cost bound = bound_of(&bounds, &h, tile),
                            expected = expected_at(grid, &h, &t, tile, goal);
            // Other tiles than the start may lie beyond the cap. On hexagons the distance between two links
            // is estimated without regard to their rows.
            const bool exact = i == 0 && !wendi_is_hex(grid->connectivity);
            assert_true(exact ? bound == expected : bound <= expected);
            lower += bound < wendi_link_bounds_direct(&bounds, &h, tile);
            check_ways(&bounds, &h, tile, bound);
        }
        wend_grid_destroy(grid);
    }
    assert_true(lower > 100);
    wendi_owner_end(&owner);
}

// The same with several goals. The last one was taken out, and is not to lower a bound any more, neither of a
// tile nor of the area round it.
static void bounds_of_several_goals_agree(void** state) {
    (void)state;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_link_bounds bounds;
    wendi_goals goals;
    wendi_link_bounds_init(&bounds, &allocator);
    wendi_goals_init(&goals, &allocator);
    rng r = rng_seeded(5);
    int32_t lower = 0;
    for (int32_t round = 0; round < 40; round++) {
        wend_grid* grid = make(WEND_CONNECTIVITY_8, SIDE);
        add_links(grid, &r, rng_between(&r, 10, 60));
        const wendi_heuristic h = wendi_heuristic_for(grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
        const wend_tile last = {rng_below(&r, SIDE), SIDE - 1};
        const wend_tile tiles[] = {{rng_below(&r, SIDE), 0}, {rng_below(&r, SIDE), 1}, last};
        assert_ok(wendi_goals_set(&goals, grid, tiles, 3));
        wendi_goals_remove(&goals, wendi_goals_find(&goals, last));
        assert_int_equal(goals.count, 2);
        assert_ok(wendi_link_bounds_begin(&bounds, grid, &h, last, tiles[0], &goals, NULL, 0));
        for (int32_t i = 0; i < 20; i++) {
            const wend_tile tile = {wendi_max(0, wendi_min(SIDE - 1, last.x + rng_between(&r, -9, 9))),
                                    SIDE - 1 - rng_below(&r, 9)};
            const wend_cost bound = bound_of(&bounds, &h, tile),
                            direct = wendi_link_bounds_direct(&bounds, &h, tile);
            const wend_cost a = wendi_heuristic_between(&h, tile, tiles[0]),
                            b = wendi_heuristic_between(&h, tile, tiles[1]);
            assert_int_equal(direct, a < b ? a : b);
            lower += bound < direct;
            check_ways(&bounds, &h, tile, bound);
        }
        wend_grid_destroy(grid);
    }
    assert_true(lower > 100);
    wendi_owner_end(&owner);
}

// ---- floors

static wend_grid* make_floors(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = SIDE;
    def.height = FLOOR_HEIGHT;
    def.floors = 3;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    return grid;
}

static wend_tile random_tile_of_floors(rng* r) {
    return (wend_tile){rng_below(r, SIDE), rng_below(r, FLOOR_HEIGHT), (uint16_t)rng_below(r, 3), 0};
}

// Along a row from a floor to the next, whose tiles lie above each other, side by side, or elsewhere.
static void add_seam(wend_grid* grid, rng* r) {
    const wend_tile a = {rng_below(r, SIDE - 8), rng_below(r, FLOOR_HEIGHT - 1), (uint16_t)rng_below(r, 2),
                         0};
    const wend_tile a_last = {a.x + rng_below(r, 3), a.y, a.floor, 0};
    wend_tile b = a, b_last = a_last;
    b.floor++, b_last.floor++;
    if (rng_chance(r, 50)) b.y++, b_last.y++;
    if (rng_chance(r, 15)) b.x += 4, b_last.x += 4;
    const wend_seam seam = wend_default_seam(a, a_last, b, b_last);
    wend_grid_add_seam(grid, &seam, NULL); // refused where it begins on another
}

static void remove_seams(wend_grid* grid, rng* r) {
    int32_t count;
    wend_grid_links(grid, &count);
    for (int32_t i = count; i-- > 0;) {
        const wend_link* link = &wend_grid_links(grid, &count)[i];
        if (link->kind == WEND_LINK_SEAM && rng_chance(r, 95))
            assert_ok(wend_grid_remove_link(grid, link->id));
    }
}

static void check_bounds_of_floors(wendi_link_bounds* bounds, const wend_grid* grid, rng* r) {
    const wendi_floors* floors = &grid->floors;
    wendi_heuristic h = wendi_heuristic_for(grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
    const wend_tile start = wendi_to_sheet(floors, random_tile_of_floors(r)),
                    goal = wendi_to_sheet(floors, random_tile_of_floors(r));
    static truth t;
    if (grid->shortcuts.count > MOST) return;
    find_truth(grid, &h, goal, &t);
    assert_ok(wendi_link_bounds_begin(bounds, grid, &h, start, goal, NULL, NULL, 0));
    for (int32_t i = 0; i < 8; i++) {
        const wend_tile tile = i == 0 ? start : wendi_to_sheet(floors, random_tile_of_floors(r));
        const wend_cost bound = bound_of(bounds, &h, tile), expected = expected_at(grid, &h, &t, tile, goal);
        assert_true(i == 0 ? bound == expected : bound <= expected);
        check_ways(bounds, &h, tile, bound);
    }
}

// Shortcuts lie on the plane while most of those on the sheet are steps there, and bounds are right on both.
static void floors_lie_over_each_other_where_seams_join_them(void** state) {
    (void)state;
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_link_bounds bounds;
    wendi_link_bounds_init(&bounds, &allocator);
    wend_grid* grid = make_floors();
    rng r = rng_seeded(11);
    int32_t flips = 0, on_plane = 0;
    for (int32_t change = 0; change < 600; change++) {
        int32_t count;
        const wend_link* links = wend_grid_links(grid, &count);
        const int32_t kind = rng_below(&r, 12), id = count > 0 ? links[rng_below(&r, count)].id : -1;
        const int32_t pitch = grid->shortcuts.pitch;
        const wend_link link =
            wend_default_link(random_tile_of_floors(&r), random_tile_of_floors(&r), (float)rng_below(&r, 60));
        if (change % 60 == 59)
            remove_seams(grid, &r);
        else if (kind < 3)
            add_seam(grid, &r);
        else if (kind < 7 || count == 0)
            wend_grid_add_link(grid, &link, NULL);
        else if (kind < 10)
            assert_ok(wend_grid_remove_link(grid, id));
        else
            assert_ok(wend_grid_set_link(grid, id, (float)rng_below(&r, 60), rng_chance(&r, 80)));
        check_kept(grid);
        check_bounds_of_floors(&bounds, grid, &r);
        flips += grid->shortcuts.pitch != pitch;
        on_plane += grid->shortcuts.pitch > 0 && grid->shortcuts.count > 0;
    }
    assert_true(flips > 10 && on_plane > 50 && on_plane < 550);
    wend_grid_destroy(grid);
    wendi_owner_end(&owner);
}

// So many shortcuts that the search over them ends early. No link and no step lets a bound fall by more than
// it costs, so every bound is below the cost of every path.
static void bounds_of_many_links_are_consistent(void** state) {
    (void)state;
    enum { LARGE = 1024 };
    wendi_owner owner;
    const wend_allocator allocator = wendi_owner_begin(&owner, NULL);
    wendi_link_bounds bounds;
    wendi_link_bounds_init(&bounds, &allocator);
    wend_grid* grid = make(WEND_CONNECTIVITY_8, LARGE);
    rng r = rng_seeded(4);
    add_links(grid, &r, 12000);
    const wendi_heuristic h = wendi_heuristic_for(grid, WEND_OCTILE, WENDI_WEIGHT_ONE);
    for (int32_t round = 0; round < 8; round++) {
        const wend_tile start = map_random_tile(grid, &r), goal = map_random_tile(grid, &r);
        assert_ok(wendi_link_bounds_begin(&bounds, grid, &h, start, goal, NULL, NULL, 0));
        assert_true(!bounds.unknown && bounds.cap < INT32_MAX && bound_of(&bounds, &h, start) > 0);
        assert_int_equal(bound_of(&bounds, &h, goal), 0);
        for (int32_t i = 0; i < grid->links.count; i++) {
            const wend_link* link = &grid->links.data[i];
            assert_true(bound_of(&bounds, &h, link->from) <=
                        wendi_link_cost(grid, link) + bound_of(&bounds, &h, link->to));
        }
        for (int32_t i = 0; i < 500; i++) {
            const wend_tile tile = map_random_tile(grid, &r);
            const wend_tile step = {wendi_min(tile.x + 1, LARGE - 1),
                                    wendi_min(tile.y + rng_below(&r, 2), LARGE - 1)};
            const wend_cost by = wendi_heuristic_between(&h, tile, step);
            const wend_cost a = bound_of(&bounds, &h, tile), b = bound_of(&bounds, &h, step);
            assert_true(a <= b + by && b <= a + by);
        }
    }
    wend_grid_destroy(grid);
    wendi_owner_end(&owner);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shortcuts_follow_every_change),
        cmocka_unit_test(shortcuts_come_with_their_links),
        cmocka_unit_test(bounds_are_exact),
        cmocka_unit_test(bounds_of_several_goals_agree),
        cmocka_unit_test(floors_lie_over_each_other_where_seams_join_them),
        cmocka_unit_test(bounds_of_many_links_are_consistent),
    };
    return run_unit_tests(tests);
}
