// patches.c: is every patch file either refused with a reason, or harmless? And are the rules kept by which
// patches follow their world and each other? tests/property/patches.c has what patches hold.
#include <stdlib.h>
#include <string.h>

#include "files.h"
#include "section_file.h"
#include "test_memory.h"
#include "unit.h"
#include "verify.h"
#include "wend/wend.h"

static wend_world* opened(const char* const* patches, int32_t count) {
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_map_patched("world", patches, count, NULL, &world, &error) != WEND_OK)
        fail_msg("%s", error.text);
    return world;
}

static void save_patch(const wend_world* world, int32_t kept, const char* file) {
    wend_error error;
    if (wend_world_save_patch(world, kept, file, &error) != WEND_OK) fail_msg("%s", error.text);
}

// Blocks a house and, now and then, makes a wall, a one-way step and a link.
static void change(wend_world* world, int32_t x, int32_t y) {
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){x, y, 3, 3}, 0),
                               wend_edit_wall((wend_tile){x + 4, y}, (wend_tile){x + 5, y}, true),
                               wend_edit_step((wend_tile){x + 4, y + 2}, (wend_tile){x + 5, y + 2}, true)};
    assert_ok(wend_world_keep_original(world));
    assert_ok(wend_world_edit(world, edits, 3, NULL));
    const wend_link link = wend_default_link((wend_tile){x + 4, y}, (wend_tile){5, 70}, 2);
    const wend_result linked = wend_world_add_link(world, &link, NULL);
    assert_true(linked == WEND_OK || linked == WEND_ERROR_ARGUMENT); // an end is blocked
    assert_ok(wend_world_refresh(world, 0, NULL));
}

// Makes the file "world", and the patches "1" and "2" that follow it.
static void make_files(const char* recipe_text) {
    map_recipe recipe = map_recipe_of(recipe_text);
    wend_world* world = map_make_linked_world(&recipe, 6);
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world_destroy(world);
    world = opened(NULL, 0);
    change(world, 40, 20);
    save_patch(world, 0, "1");
    wend_world_destroy(world);
    world = opened((const char*[]){"1"}, 1);
    change(world, 58, 33);
    save_patch(world, 1, "2");
    wend_world_destroy(world);
}

// ---- the rules

static void expect(const char* world, const char* const* patches, int32_t count, wend_result result,
                   const char* text) {
    wend_world* out = NULL;
    wend_error error = {.text = ""};
    assert_int_equal(wend_world_map_patched(world, patches, count, NULL, &out, &error), result);
    if (!strstr(error.text, text)) fail_msg("\"%s\" is not in \"%s\"", text, error.text);
    assert_null(out);
}

static void patches_follow_their_world_and_each_other(void** state) {
    (void)state;
    files_enter();
    make_files("rooms 130x100 8+mixed whole 31 5");
    wend_world* other = opened((const char*[]){"1"}, 1);
    change(other, 90, 80);
    save_patch(other, 0, "1b"); // in place of 1
    assert_ok(wend_world_save(other, "merged", NULL));
    wend_world_destroy(other);
    expect("merged", (const char*[]){"1"}, 1, WEND_ERROR_FORMAT, "1: a patch of another world than merged");
    expect("world", (const char*[]){"2"}, 1, WEND_ERROR_FORMAT, "2: number 2 of the patches of world, given");
    expect("world", (const char*[]){"2", "1"}, 2, WEND_ERROR_FORMAT, "in the order in which they were made");
    expect("world", (const char*[]){"1", "1"}, 2, WEND_ERROR_FORMAT, "1: number 1 of the patches");
    expect("world", (const char*[]){"1b", "2"}, 2, WEND_ERROR_FORMAT, "2: follows another patch than 1b");
    expect("world", (const char*[]){"missing"}, 1, WEND_ERROR_IO, "missing: cannot be opened");
    expect("world", (const char*[]){"world"}, 1, WEND_ERROR_FORMAT, "world: a world, expected a patch");
    expect("world", (const char*[]){"."}, 1, WEND_ERROR_IO, ".: ");
    files_put("empty", "", 0);
    files_put("text", "patch", 5);
    expect("world", (const char*[]){"empty"}, 1, WEND_ERROR_FORMAT, "empty: empty file");
    expect("world", (const char*[]){"text"}, 1, WEND_ERROR_FORMAT, "text: not a patch");
    expect("1", NULL, 0, WEND_ERROR_FORMAT, "1: not a .wend file");
    wend_world* both = opened((const char*[]){"1", "2"}, 2);
    assert_ok(wend_world_verify(both, NULL));
    save_patch(both, 0, "both"); // one patch in place of two, without a further change
    wend_world* squashed = opened((const char*[]){"both"}, 1);
    assert_true(map_hash(squashed) == map_hash(both));
    save_patch(squashed, 0, "again");
    size_t size, again_size;
    uint8_t *a = files_get("both", &size), *b = files_get("again", &again_size);
    assert_int_equal(size, again_size);
    assert_memory_equal(a, b, size);
    free(b);
    free(a);
    wend_world_destroy(squashed);
    wend_world_destroy(both);
    files_leave();
}

static void what_no_patch_can_hold_is_refused(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("rooms 130x100 8 unit 31 5");
    wend_world* world = map_make_world(&recipe);
    wend_error error;
    assert_int_equal(wend_world_save_patch(world, 0, "p", &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(
        strstr(error.text, "p: a world that was not opened from a file cannot be saved as a patch"));
    assert_ok(wend_world_save(world, "world", NULL));
    wend_world_destroy(world);
    world = opened(NULL, 0);
    const wend_edit edit = wend_edit_tiles((wend_rect){50, 50, 2, 2}, 0);
    assert_ok(wend_world_edit(world, &edit, 1, NULL));
    assert_int_equal(wend_world_save_patch(world, 0, "p", &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "must be refreshed"));
    assert_ok(wend_world_refresh(world, 0, NULL));
    assert_int_equal(wend_world_save_patch(world, 0, "no/folder/p", &error), WEND_ERROR_IO);
    assert_int_equal(wend_world_save_patch(world, 1, "p", &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_save_patch(world, -1, "p", &error), WEND_ERROR_ARGUMENT);
    assert_ok(wend_world_keep_original(world)); // of tiles that differ from the file
    assert_int_equal(wend_world_save_patch(world, 0, "p", &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "edited before their original was kept"));
    wend_world_destroy(world);
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "tank";
    profile.radius = 1;
    wend_world_def def = wend_default_world_def();
    def.profiles = &profile;
    def.profile_count = 1;
    world = map_build_world(map_make(&recipe), &def);
    assert_ok(wend_world_save(world, "profiles", NULL));
    wend_world_destroy(world);
    world = NULL;
    assert_ok(wend_world_map("profiles", NULL, &world, &error));
    assert_int_equal(wend_world_save_patch(world, 0, "p", &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "a world with profiles"));
    wend_world_destroy(world);
    files_leave();
}

// The original classes are the tiles of the file, not those of the patches.
static void the_original_is_that_of_the_file(void** state) {
    (void)state;
    files_enter();
    make_files("open 130x100 8 unit 31 5");
    wend_world* world = opened((const char*[]){"1", "2"}, 2);
    for (int32_t y = 0; y < 100; y++)
        for (int32_t x = 0; x < 130; x++)
            assert_int_equal(wend_world_original_class(world, (wend_tile){x, y}), 1);
    assert_int_equal(wend_grid_class(wend_world_grid(world), (wend_tile){41, 21}), 0);
    assert_int_equal(wend_grid_class(wend_world_grid(world), (wend_tile){59, 34}), 0);
    assert_ok(wend_world_save(world, "merged", NULL));
    wend_world_destroy(world);
    assert_ok(wend_world_open("merged", NULL, &world, NULL));
    assert_int_equal(wend_world_original_class(world, (wend_tile){41, 21}), 1);
    wend_world_destroy(world);
    files_leave();
}

// ---- damage

// Asks and edits a world with its patches. Returns how often the answer was DAMAGED.
static int32_t use(wend_world* world, wend_search* search, wend_path* path, rng* r) {
    int32_t damaged = 0;
    const wend_grid* grid = wend_world_grid(world);
    for (int32_t i = 0; i < 6; i++) {
        const wend_query query = wend_default_query(map_random_tile(grid, r), map_random_tile(grid, r));
        const wend_result result = wend_find_path(search, world, &query, path, NULL);
        damaged += result == WEND_ERROR_DAMAGED;
        if (result == WEND_ERROR_DAMAGED) continue;
        assert_int_equal(result, WEND_OK);
        char why[VERIFY_TEXT];
        const char* fault = verify_answer(grid, &query, path, why);
        if (fault) fail_msg("%s", fault);
    }
    const wend_tile at = map_random_tile(grid, r);
    const wend_edit edit = wend_edit_tiles((wend_rect){at.x, at.y, 1, 1}, (uint8_t)rng_below(r, 2));
    wend_result result = wend_world_edit(world, &edit, 1, NULL);
    if (result == WEND_OK) result = wend_world_refresh(world, 0, NULL);
    if (result == WEND_OK && rng_chance(r, 10)) result = wend_world_save_patch(world, 0, "new", NULL);
    assert_true(result == WEND_OK || result == WEND_ERROR_DAMAGED || result == WEND_ERROR_UNSUPPORTED);
    return damaged + (result == WEND_ERROR_DAMAGED);
}

static void damaged_patches_are_refused(void** state) {
    (void)state;
    files_enter();
    make_files("rooms 130x100 8+mixed whole 31 5");
    size_t size;
    uint8_t* bytes = files_get("1", &size);
    for (size_t i = 0; i < size; i += i < 700 ? 1 : 37) {
        files_poke("1", i, (uint8_t)(bytes[i] ^ 1 << i % 8));
        wend_world* out = NULL;
        wend_error error = {.text = ""};
        const wend_result result =
            wend_world_map_patched("world", (const char*[]){"1"}, 1, NULL, &out, &error);
        assert_true(result == WEND_ERROR_FORMAT || result == WEND_ERROR_UNSUPPORTED);
        assert_true(strncmp(error.text, "1: ", 3) == 0);
        assert_null(out);
        files_poke("1", i, bytes[i]);
    }
    for (size_t length = 0; length < size; length += length < 600 ? 7 : 101) {
        files_put("cut", bytes, length);
        expect("world", (const char*[]){"cut"}, 1, WEND_ERROR_FORMAT, "cut: ");
    }
    uint8_t* longer = malloc(size + 1);
    assert_non_null(longer);
    memcpy(longer, bytes, size);
    longer[size] = 0;
    files_put("long", longer, size + 1);
    expect("world", (const char*[]){"long"}, 1, WEND_ERROR_FORMAT, "long: damaged patch");
    free(longer);
    free(bytes);
    files_leave();
}

enum { SECTIONS = 12 };

// Files with right checksums but those of clusters, and impossible contents.
static void hostile_patches_are_refused_or_harmless(void** state) {
    (void)state;
    files_enter();
    static const char* const maps[] = {"noise 130x100 8 whole 15 4", "rooms 130x100 8+mixed byte 31 9",
                                       "islands 130x100 8cut wide 31 2"};
    wend_search* search = new_search();
    wend_path* path = new_path();
    rng r = rng_seeded(3);
    int32_t refused = 0, used = 0, damaged = 0;
    for (int32_t m = 0; m < 3; m++) {
        make_files(maps[m]);
        size_t size;
        uint8_t *saved = files_get("1", &size), *bytes = malloc(size);
        assert_non_null(bytes);
        for (int32_t i = 0; i < 150; i++) {
            memcpy(bytes, saved, size);
            const uint8_t* entry = file_entry(bytes, rng_below(&r, SECTIONS));
            const int32_t words = (int32_t)(get64(entry + ENTRY_SIZE_AT) / 4), count = rng_between(&r, 1, 3);
            for (int32_t k = 0; k < count && words > 0; k++) {
                const uint32_t word = nasty_word(&r);
                memcpy(bytes + get64(entry + ENTRY_OFFSET_AT) + 4 * rng_below(&r, words), &word, 4);
            }
            file_seal(bytes, size, SECTIONS);
            files_put("try", bytes, size);
            wend_world* world = NULL;
            wend_error error;
            const wend_result result =
                wend_world_map_patched("world", (const char*[]){"try"}, 1, NULL, &world, &error);
            if (result == WEND_OK)
                damaged += use(world, search, path, &r) > 0;
            else
                assert_true(result == WEND_ERROR_FORMAT || result == WEND_ERROR_MEMORY);
            refused += result != WEND_OK;
            used += result == WEND_OK;
            wend_world_destroy(world);
        }
        free(bytes);
        free(saved);
    }
    assert_true(refused > 40 && used > 100 && damaged > 30);
    wend_path_destroy(path);
    wend_search_destroy(search);
    files_leave();
}

// The entries of the table follow each other, and the sections have whole records in ascending order.
static void every_rule_of_a_patch_is_checked(void** state) {
    (void)state;
    enum { HEADER = -1, TABLE = -2 };
    enum { MAP, COSTS, CLUSTERS, TILES, NODES, MATRICES, LABELS, JOINS, ONE_WAYS, LINKS, EXITS };
    static const struct {
        int32_t section, entry; // of TABLE: the entry
        size_t at;              // within the header, the entry or the section
        uint32_t value;
        const char* says;
    } cases[] = {
        {HEADER, 0, 24, 10, "damaged patch: header"}, // sections
        {HEADER, 0, 28, 0, "damaged patch: header"},  // number
        {HEADER, 0, 8, 7, "byte order mark"},
        {HEADER, 0, 8, 0x04030201, "patch of another byte order"},
        {HEADER, 0, 12, 99, "patch format version 99"},
        {TABLE, MAP, 0, 2, "section table"},
        {TABLE, MAP, 4, 1, "section table"},
        {TABLE, NODES, 8, 64, "section table"},
        {TABLE, TILES, 16, 0, "section table"}, // a gap after it
        {TABLE, EXITS, 20, 1, "section table"}, // beyond the end of the file
        {TABLE, EXITS, 16, 0, "section table"}, // bytes after the last one
        {TABLE, MAP, 16, UINT32_MAX, "size of a section"},
        {TABLE, CLUSTERS, 16, UINT32_MAX, "size of a section"}, // UINT32_MAX: one byte less
        {TABLE, NODES, 16, UINT32_MAX, "size of a section"},
        {TABLE, LABELS, 16, UINT32_MAX, "size of a section"},
        {TABLE, ONE_WAYS, 16, UINT32_MAX, "size of a section"},
        {TABLE, LINKS, 16, UINT32_MAX, "size of a section"},
        {TABLE, EXITS, 16, UINT32_MAX, "size of a section"},
        {CLUSTERS, 0, 0, 0, "list of clusters"},
        {CLUSTERS, 0, 0, 17, "list of clusters"},
        {CLUSTERS, 0, 4, 0x40000000, "list of clusters"},
        {CLUSTERS, 0, 0, 2, "order of the clusters"},
        {CLUSTERS, 0, 4, 0xffff, "order of the clusters"},
        {ONE_WAYS, 0, 0, 0xffff, "one-way connections"},
        {EXITS, 0, 4, 2, "closed steps"},
    };
    files_enter();
    make_files("rooms 130x100 8+mixed whole 31 5");
    size_t size;
    uint8_t *saved = files_get("1", &size), *bytes = malloc(size);
    assert_non_null(bytes);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bytes, saved, size);
        const int32_t section = cases[i].section < 0 ? cases[i].entry : cases[i].section;
        uint8_t* entry = file_entry(bytes, section);
        uint8_t* at = (cases[i].section == HEADER  ? bytes
                       : cases[i].section == TABLE ? entry
                                                   : bytes + get64(entry + ENTRY_OFFSET_AT)) +
                      cases[i].at;
        assert_true(cases[i].section == HEADER || get64(entry + ENTRY_SIZE_AT) > 0);
        put32(at, cases[i].value == UINT32_MAX ? get32(at) - 1 : cases[i].value);
        file_seal(bytes, size, SECTIONS);
        files_put("try", bytes, size);
        wend_world* world = NULL;
        wend_error error = {.text = ""};
        const wend_result result =
            wend_world_map_patched("world", (const char*[]){"try"}, 1, NULL, &world, &error);
        if ((result != WEND_ERROR_FORMAT && result != WEND_ERROR_UNSUPPORTED) ||
            !strstr(error.text, cases[i].says))
            fail_msg("case %zu: \"%s\", expected \"%s\"", i, error.text, cases[i].says);
        assert_null(world);
    }
    free(bytes);
    free(saved);
    files_leave();
}

// Damage that only a cluster's own checksum finds is reported with the name of the patch.
static void a_damaged_cluster_of_a_patch_is_named(void** state) {
    (void)state;
    files_enter();
    make_files("rooms 400x300 8 whole 31 5");
    size_t size;
    uint8_t* bytes = files_get("1", &size);
    uint8_t* entry = file_entry(bytes, 5); // of the matrices
    bytes[get64(entry + ENTRY_OFFSET_AT) + get64(entry + ENTRY_SIZE_AT) - 8] ^=
        1; // of a cluster above level 1
    file_seal(bytes, size, SECTIONS);
    files_put("1", bytes, size);
    wend_world* world = opened((const char*[]){"1"}, 1);
    wend_error error;
    assert_int_equal(wend_world_verify(world, &error), WEND_ERROR_DAMAGED);
    assert_non_null(strstr(error.text, "1: damaged patch: cluster of level"));
    assert_int_equal(wend_world_save_patch(world, 0, "other", &error), WEND_ERROR_DAMAGED);
    assert_null(files_get("other", &size));
    wend_world_destroy(world);
    free(bytes);
    files_leave();
}

// ---- memory

// Every allocation fails once: nothing leaks, and no file is left half written.
static void missing_memory_changes_nothing(void** state) {
    (void)state;
    files_enter();
    make_files("rooms 130x100 8+mixed whole 31 5");
    test_memory memory = test_memory_new();
    const wend_allocator allocator = test_memory_allocator(&memory);
    const char* const patches[] = {"1", "2"};
    int32_t failures = 0;
    for (int32_t i = 0; i < 400; i++) {
        wend_world* world = NULL;
        wend_error error;
        memory.fail_at = memory.calls + i;
        const wend_result result = wend_world_map_patched("world", patches, 2, &allocator, &world, &error);
        memory.fail_at = -1;
        failures += result == WEND_ERROR_MEMORY;
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        wend_world_destroy(world);
        assert_int_equal(memory.live, 0);
        if (result == WEND_OK) break;
    }
    assert_in_range(failures, 10, 399);
    wend_world* world = NULL;
    assert_ok(wend_world_map_patched("world", patches, 2, &allocator, &world, NULL));
    const int32_t before = files_count();
    int32_t refused = 0;
    for (int32_t i = 0; i < 400; i++) {
        memory.fail_at = memory.calls + i;
        const wend_result result = wend_world_save_patch(world, 0, "all", NULL);
        memory.fail_at = -1;
        assert_true(result == WEND_OK || result == WEND_ERROR_MEMORY);
        assert_int_equal(files_count(), before + (result == WEND_OK));
        refused += result == WEND_ERROR_MEMORY;
        if (result == WEND_OK) break;
    }
    assert_in_range(refused, 5, 399);
    wend_world_destroy(world);
    assert_int_equal(memory.live, 0);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(patches_follow_their_world_and_each_other),
        cmocka_unit_test(what_no_patch_can_hold_is_refused),
        cmocka_unit_test(the_original_is_that_of_the_file),
        cmocka_unit_test(damaged_patches_are_refused),
        cmocka_unit_test(hostile_patches_are_refused_or_harmless),
        cmocka_unit_test(every_rule_of_a_patch_is_checked),
        cmocka_unit_test(a_damaged_cluster_of_a_patch_is_named),
        cmocka_unit_test(missing_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
