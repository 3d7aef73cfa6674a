// mapped_edits.c: does an edit of a mapped world check just the clusters that it touches, and change nothing
// when one of them is damaged?
#define _DEFAULT_SOURCE // truncate, siginfo_t
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "files/first_check.h"
#include "files/world_file.h"
#include "mapped_fixture.h"

// Clusters of level 1 that have been checked: the others have no matrix yet.
static int32_t checked_clusters(const wend_world* world) {
    int32_t count = 0;
    for (int32_t c = 0; c < wendi_cluster_count(&world->graph.clusters); c++)
        count += wendi_matrix_of(&world->graph, 1, c)->count > 0;
    return count;
}

static wend_edit one_tile(int32_t x, int32_t y, uint8_t terrain_class) {
    return wend_edit_tiles((wend_rect){x, y, 1, 1}, terrain_class);
}

// ---- what is checked

static void an_edit_checks_the_clusters_around_it(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("noise 900x900 8 unit 31 12");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world* map = mapped("world");
    const wend_edit edit = one_tile(450, 450, 0);
    assert_ok(wend_world_edit(map, &edit, 1, NULL));
    assert_in_range(checked_clusters(map), 1, 40); // of 841
    const wend_tile at = {450, 450};
    assert_ok(wend_world_refresh_near(map, at, 0, NULL));
    assert_in_range(checked_clusters(map), 1, 60);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_true(map_hash(map) == map_hash(world));
    const wend_world_counts a = map_count(map), b = map_count(world);
    assert_memory_equal(&a, &b, sizeof a);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

// Rows of one cluster, with walls between them that leave one way through all of them.
static int32_t winding_rows(wend_edit* out, uint8_t walls, uint8_t rows) {
    const int32_t x = 5 * 31, y = 5 * 31;
    int32_t count = 0;
    for (int32_t i = 1; i <= 30; i++) {
        out[count++] = wend_edit_tiles((wend_rect){x, y + i, 32, 1}, i % 2 == 0 ? walls : rows);
        if (i % 2 == 0) out[count++] = one_tile(i % 4 == 0 ? x + 1 : x + 30, y + i, rows);
    }
    return count;
}

// The costs of one cluster do not fit any level above it. What is not checked yet still has the nodes of all
// levels of the file.
static void clusters_can_be_checked_after_an_edit_drops_levels(void** state) {
    (void)state;
    files_enter();
    wend_edit edits[60];
    const wend_grid_def def = map_costs_far_apart(400, 400);
    wend_world_def world_def = wend_default_world_def();
    world_def.level_count = 3;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    assert_ok(wend_grid_fill(grid, (wend_rect){0, 0, 400, 400}, 1));
    const int32_t count = winding_rows(edits, 0, 1);
    for (int32_t i = 0; i < count; i++)
        assert_ok(wend_grid_fill(grid, edits[i].area, edits[i].terrain_class));
    wend_world* world = map_build_world(grid, &world_def);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world* map = mapped("world");
    wend_world* both[2] = {world, map};
    for (int32_t i = 0; i < 2; i++) {
        assert_ok(wend_world_edit(both[i], edits, winding_rows(edits, 0, 2), NULL));
        assert_int_equal(wend_world_get_info(both[i]).level_count, 1);
    }
    assert_in_range(checked_clusters(map), 1, 40); // of 169
    wend_search* search = new_search();
    wend_path* path = new_path();
    wend_query query = wend_default_query((wend_tile){3, 3}, (wend_tile){390, 20});
    assert_ok(wend_find_path(search, map, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_FOUND);
    for (int32_t i = 0; i < 2; i++) {
        assert_ok(wend_world_refresh(both[i], 0, NULL)); // as a build, it adds none above costs too large
        assert_int_equal(wend_world_get_info(both[i]).level_count, 1);
        assert_ok(wend_world_edit(both[i], edits, winding_rows(edits, 0, 1), NULL));
        assert_ok(wend_world_refresh(both[i], 0, NULL));
        assert_int_equal(wend_world_get_info(both[i]).level_count, 3);
    }
    const char* fault = map_compare(map, world);
    if (fault) fail_msg("%s", fault);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

// A link far across the map changes clusters at both its ends and on several levels.
static void a_link_checks_the_clusters_at_its_ends(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("open 900x900 8 unit 31 12");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world* map = mapped("world");
    const wend_link link = wend_default_link((wend_tile){70, 40}, (wend_tile){800, 620}, 3);
    int32_t id;
    assert_ok(wend_world_add_link(map, &link, &id));
    assert_in_range(checked_clusters(map), 1, 80);
    assert_ok(wend_world_add_link(world, &link, NULL));
    assert_ok(wend_world_set_link(map, id, 5, true));
    assert_ok(wend_world_set_link(world, id, 5, true));
    assert_ok(wend_world_refresh(map, 0, NULL));
    assert_in_range(checked_clusters(map), 1, 400);
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_true(map_hash(map) == map_hash(world));
    assert_ok(wend_world_remove_link(map, id));
    assert_ok(wend_world_refresh(map, 0, NULL));
    wend_world* before = mapped("world");
    assert_true(map_hash(map) == map_hash(before));
    wend_world_destroy(before);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

// ---- damage

// The byte of a tile in a file as docs/file-format.md has it.
static size_t tile_at(const uint8_t* file, int32_t x, int32_t y) {
    uint64_t tiles;
    uint32_t width;
    memcpy(&tiles, file + 64 + 2 * 32 + 8, sizeof tiles);
    memcpy(&width, file + 64 + 14 * 32, sizeof width);
    return (size_t)tiles + (size_t)(y + 1) * (width + 2) + (size_t)x + 1;
}

static void edits_beside_damage_fail_and_others_do_not(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("rooms 400x400 8 byte 31 12");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_save(world, "world", NULL));
    size_t size;
    uint8_t* bytes = files_get("world", &size);
    const size_t at = tile_at(bytes, 200, 200);
    files_poke("world", at, (uint8_t)(bytes[at] ^ 1));
    wend_world* map = mapped("world");
    const wend_grid* grid = wend_world_grid(map);
    const wend_edit near_it = one_tile(215, 190, 0), far_away = one_tile(20, 390, 0);
    const uint8_t before = wend_grid_class(grid, (wend_tile){215, 190});
    const uint64_t version = wend_world_version(map);
    for (int32_t i = 0; i < 2; i++) { // damage stays damage
        assert_int_equal(wend_world_edit(map, &near_it, 1, NULL), WEND_ERROR_DAMAGED);
        assert_int_equal(wend_grid_class(grid, (wend_tile){215, 190}), before);
        assert_true(wend_world_version(map) == version);
    }
    const wend_link link = wend_default_link((wend_tile){20, 20}, (wend_tile){196, 201}, 3);
    const wend_edit opened[] = {one_tile(20, 20, 1), one_tile(196, 201, 1)};
    assert_int_equal(wend_world_edit(map, opened, 2, NULL), WEND_ERROR_DAMAGED);
    assert_int_equal(wend_world_add_link(map, &link, NULL), WEND_ERROR_DAMAGED);
    int32_t links;
    wend_grid_links(grid, &links);
    assert_int_equal(links, 0);
    assert_ok(wend_world_edit(map, &far_away, 1, NULL));
    assert_ok(wend_world_refresh_near(map, (wend_tile){20, 390}, 0, NULL));
    wend_error error;
    assert_int_equal(wend_world_verify(map, &error), WEND_ERROR_DAMAGED);
    assert_non_null(strstr(error.text, "cluster of level 1 with the tiles 186,186 to 217,217"));
    free(bytes);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

// A wall that cuts the map in two sends floods over all of one half: they meet the damage, and the edit fails
// with nothing changed.
static void floods_of_a_repair_check_what_they_read(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("open 640x640 8 unit 31 12");
    wend_grid* grid = map_make(&recipe);
    wend_grid_fill(grid, (wend_rect){320, 0, 1, 640}, 0);
    wend_grid_fill(grid, (wend_rect){320, 10, 1, 1}, 1); // a gate
    wend_world* world = build_world(grid);
    assert_ok(wend_world_save(world, "world", NULL));
    size_t size;
    uint8_t* bytes = files_get("world", &size);
    const size_t left = tile_at(bytes, 160, 600), right = tile_at(bytes, 480, 600);
    files_poke("world", left, 0);
    files_poke("world", right, 0);
    wend_world* map = mapped("world");
    const wend_edit shut = one_tile(320, 10, 0);
    const wend_tile a = {300, 10}, b = {340, 10};
    assert_int_equal(wend_world_edit(map, &shut, 1, NULL), WEND_ERROR_DAMAGED);
    assert_int_equal(wend_grid_class(wend_world_grid(map), (wend_tile){320, 10}), 1);
    assert_true(wend_world_connected(map, a, b));
    wend_world_destroy(map);
    files_poke("world", left, 1);
    files_poke("world", right, 1);
    map = mapped("world");
    assert_ok(wend_world_edit(map, &shut, 1, NULL));
    assert_false(wend_world_connected(map, a, b));
    assert_ok(wend_world_edit(world, &shut, 1, NULL));
    assert_ok(wend_world_refresh(map, 0, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_true(map_hash(map) == map_hash(world));
    free(bytes);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

// ---- files that are cut

static const wend_world* used;
static volatile sig_atomic_t in_file;

static void end_for_cut_file(int signal, siginfo_t* info, void* context) {
    (void)signal, (void)context;
    in_file = wend_world_is_mapped_at(used, info->si_addr);
    _exit(in_file ? 4 : 5);
}

// A host can tell that a fault comes from a world's file, and not from something else of its own.
static void a_host_knows_faults_in_the_file(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("rooms 400x400 8 byte 31 12");
    wend_world* world = map_make_world(&recipe);
    assert_ok(wend_world_save(world, "world", NULL));
    assert_false(wend_world_is_mapped_at(world, wend_grid_row(wend_world_grid(world), 3)));
    wend_world* map = mapped("world");
    assert_true(wend_world_is_mapped_at(map, wend_grid_row(wend_world_grid(map), 3)));
    assert_false(wend_world_is_mapped_at(map, wendi_file_of(map)->bytes +
                                                  wendi_file_of(map)->size)); // within the last page
    assert_false(wend_world_is_mapped_at(map, &recipe));
    assert_false(wend_world_is_mapped_at(map, NULL));
    const pid_t child = fork();
    if (child == 0) {
        struct sigaction action = {.sa_sigaction = end_for_cut_file, .sa_flags = SA_SIGINFO};
        used = map;
        if (sigaction(SIGBUS, &action, NULL) != 0 || truncate("world", 5000) != 0) _exit(1);
        (void)wend_world_verify(map, NULL);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 4);
    wend_world_destroy(map);
    wend_world_destroy(world);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_edit_checks_the_clusters_around_it),
        cmocka_unit_test(clusters_can_be_checked_after_an_edit_drops_levels),
        cmocka_unit_test(a_link_checks_the_clusters_at_its_ends),
        cmocka_unit_test(edits_beside_damage_fail_and_others_do_not),
        cmocka_unit_test(floods_of_a_repair_check_what_they_read),
        cmocka_unit_test(a_host_knows_faults_in_the_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
