// world_file.c: are .wend files read back unchanged, and are files with any damaged bit or length, and files
// made to do harm, refused?
#define _XOPEN_SOURCE 700
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "files.h"
#include "section_file.h"
#include "test_memory.h"
#include "unit.h"
#include "verify.h"
#include "wend/wend.h"
#include "world_seal.h"

// ---- the layout, as docs/file-format.md has it

enum { SECTIONS = 14 };

// The bytes of try.wend in memory get the answer that the file got, in the same words.
static void open_in_memory(const wend_world* from_file, wend_result expected, const wend_error* error) {
    size_t size;
    wend_world* world = NULL;
    wend_error again = {0};
    uint8_t* bytes = files_get("try.wend", &size);
    assert_non_null(bytes);
    assert_int_equal(wend_world_open_memory(bytes, size, NULL, &world, &again), expected);
    free(bytes); // not needed any longer
    if (expected == WEND_OK) {
        assert_true(wend_world_hash(world) == wend_world_hash(from_file));
    } else {
        assert_null(world);
        assert_int_equal(again.result, expected);
        assert_memory_equal(again.text, "memory: ", 8);
        assert_string_equal(again.text + 8, error->text + 10);
    }
    wend_world_destroy(world);
}

// Opens try.wend and looks at the error.
static wend_result try_open(wend_world** out, wend_error* error) {
    *out = NULL;
    *error = (wend_error){0};
    wend_result result = wend_world_open("try.wend", NULL, out, error);
    open_in_memory(*out, result, error);
    if (result == WEND_OK) return result;
    assert_null(*out);
    assert_int_equal(error->result, result);
    assert_int_equal(strncmp(error->text, "try.wend: ", 10), 0); // names the file, in one line
    assert_null(strpbrk(error->text, "\n\t\x1b"));
    return result;
}

static wend_result open_bytes(const uint8_t* bytes, size_t size, wend_world** out, wend_error* error) {
    files_put("try.wend", bytes, size);
    return try_open(out, error);
}

static uint8_t* saved(const wend_world* world, size_t* size_out) {
    assert_ok(wend_world_save(world, "saved.wend", NULL));
    uint8_t* bytes = files_get("saved.wend", size_out);
    assert_non_null(bytes);
    return bytes;
}

// Keeps the classes as they are, then changes a tile.
static void edit(wend_world* world) {
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){0, 0, 1, 1},
                                               !wend_grid_class(wend_world_grid(world), (wend_tile){0, 0}))};
    assert_ok(wend_world_keep_original(world));
    assert_ok(wend_world_edit(world, edits, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
}

static wend_world* small_world(void) {
    map_recipe recipe = map_recipe_of("noise 20x18 8 unit 15 4");
    wend_world* world = map_make_linked_world(&recipe, 6);
    edit(world);
    return world;
}

// ---- round trips

static void what_is_saved_is_opened(void** state) {
    (void)state;
    files_enter();
    for (uint64_t seed = 1; seed <= 250; seed++) {
        map_recipe recipe = map_recipe_random_any(seed, 80);
        wend_world *world = map_make_linked_world(&recipe, seed % 3 ? 0 : 20), *opened = NULL;
        size_t size, again_size;
        if (seed % 2) edit(world);
        uint8_t* bytes = saved(world, &size);
        assert_ok(wend_world_open("saved.wend", NULL, &opened, NULL));
        wend_tile tile = {0, 0};
        assert_on(&recipe, wend_world_original_class(opened, tile) == wend_world_original_class(world, tile));
        assert_on(&recipe, wend_world_hash(opened) == wend_world_hash(world));
        wend_world_info a = wend_world_get_info(world), b = wend_world_get_info(opened);
        a.bytes = b.bytes; // an opened world keeps the file; lists of links may have more room than they need
        if (seed % 3 == 0) a.grid_bytes = b.grid_bytes;
        assert_memory_equal(&a, &b, sizeof a);
        wend_world_counts counts = map_count(world), again_counts = map_count(opened);
        assert_memory_equal(&counts, &again_counts, sizeof counts);
        uint8_t* again = saved(opened, &again_size);
        assert_on(&recipe, size == again_size && memcmp(bytes, again, size) == 0);
        free(again);
        free(bytes);
        wend_world_destroy(opened);
        wend_world_destroy(world);
    }
    assert_int_equal(files_count(), 1);
    files_leave();
}

static void settings_and_metadata_return(void** state) {
    (void)state;
    files_enter();
    wend_grid_def def = wend_default_grid_def();
    def.width = 40;
    def.height = 20;
    def.connectivity = WEND_CONNECTIVITY_8_CUT;
    def.tile_size = 0.05f;
    def.origin = (wend_vec2){-12.5f, 1e6f};
    def.class_costs[3] = 2.5f;
    def.class_costs[4] = 0;
    wend_grid* grid = NULL;
    assert_ok(wend_grid_create(&def, &grid));
    wend_world_def world_def = wend_default_world_def();
    world_def.level_count =
        WEND_MAX_LEVELS; // as many as suit the size, and more after an edit of a large map
    world_def.metadata = "{\"source\":\"caf\xc3\xa9.png\"}";
    wend_world *world = NULL, *opened = NULL;
    assert_ok(wend_world_build(&grid, &world_def, &world));
    assert_ok(wend_world_save(world, "w", NULL));
    assert_ok(wend_world_open("w", NULL, &opened, NULL));
    assert_string_equal(wend_world_metadata(opened), world_def.metadata);
    const wend_grid* g = wend_world_grid(opened);
    assert_int_equal(wend_grid_connectivity(g), WEND_CONNECTIVITY_8_CUT);
    assert_true(wend_grid_tile_size(g) == 0.05f);
    assert_true(wend_grid_origin(g).x == -12.5f && wend_grid_origin(g).y == 1e6f);
    assert_memory_equal(wend_grid_class_costs(g), wend_grid_class_costs(wend_world_grid(world)),
                        sizeof def.class_costs);
    wend_world_destroy(opened);
    wend_world_destroy(world);
    files_leave();
}

// ---- memory

typedef struct sink {
    uint8_t* bytes;
    size_t used, size;
    int32_t pieces, fail_at; // piece at which it refuses; -1: none
} sink;

static wend_result take_piece(void* context, const void* bytes, size_t size) {
    sink* s = context;
    assert_true(size > 0);
    if (s->pieces++ == s->fail_at) return WEND_ERROR_CANCELLED;
    assert_true(size <= s->size - s->used);
    memcpy(s->bytes + s->used, bytes, size);
    s->used += size;
    return WEND_OK;
}

static void memory_and_pieces_are_the_file(void** state) {
    (void)state;
    files_enter();
    test_memory counted = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&counted);
    for (uint64_t seed = 1; seed <= 40; seed++) {
        map_recipe recipe = map_recipe_random_any(seed + 40, 80);
        wend_world *world = map_make_linked_world(&recipe, seed % 3 ? 0 : 20), *opened = NULL;
        if (seed % 2) edit(world);
        size_t size, memory_size = 0;
        uint8_t* bytes = saved(world, &size);
        void* memory = NULL;
        assert_ok(wend_world_save_memory(world, &allocator, &memory, &memory_size, NULL));
        assert_on(&recipe, memory_size == size && memcmp(memory, bytes, size) == 0);
        sink s = {malloc(size), 0, size, 0, -1};
        assert_ok(wend_world_save_pieces(world, take_piece, &s, NULL));
        assert_on(&recipe, s.used == size && memcmp(s.bytes, bytes, size) == 0);
        s = (sink){s.bytes, 0, size, 0, s.pieces / 2}; // the host's own answer comes back
        assert_int_equal(wend_world_save_pieces(world, take_piece, &s, NULL), WEND_ERROR_CANCELLED);
        assert_int_equal(s.pieces, s.fail_at + 1);
        assert_ok(wend_world_open_memory(memory, memory_size, &allocator, &opened, NULL));
        allocator.free(memory, memory_size, allocator.context);
        assert_on(&recipe, wend_world_hash(opened) == wend_world_hash(world));
        wend_world_destroy(opened);
        assert_int_equal(counted.live, 0);
        free(s.bytes);
        free(bytes);
        wend_world_destroy(world);
    }
    files_leave();
}

static void memory_is_refused_like_a_file(void** state) {
    (void)state;
    wend_world* world = small_world();
    const wend_edit change = {.area = {3, 3, 2, 2}, .terrain_class = 1};
    wend_error error;
    void* bytes = NULL;
    size_t size = 7;
    test_memory memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&memory);
    memory.fail_at = memory.calls;
    assert_int_equal(wend_world_save_memory(world, &allocator, &bytes, &size, &error), WEND_ERROR_MEMORY);
    assert_string_equal(error.text, "world: not enough memory to save");
    wend_world* opened = NULL;
    assert_int_equal(wend_world_open_memory("", 0, NULL, &opened, &error), WEND_ERROR_FORMAT);
    assert_string_equal(error.text, "memory: empty file, expected a .wend file");
    assert_int_equal(wend_world_open_memory(NULL, 0, NULL, &opened, &error), WEND_ERROR_FORMAT);
    assert_int_equal(wend_world_open_memory(NULL, 9, NULL, &opened, &error), WEND_ERROR_ARGUMENT);
    assert_ok(wend_world_edit(world, &change, 1, NULL)); // and not refreshed
    sink s = {NULL, 0, 0, 0, 0};
    assert_int_equal(wend_world_save_memory(world, NULL, &bytes, &size, &error), WEND_ERROR_UNSUPPORTED);
    assert_int_equal(wend_world_save_pieces(world, take_piece, &s, &error), WEND_ERROR_UNSUPPORTED);
    assert_true(bytes == NULL && size == 7 && s.pieces == 0 && opened == NULL);
    wend_world_destroy(world);
}

// ---- damage

static void every_flipped_bit_is_refused(void** state) {
    (void)state;
    files_enter();
    wend_world* world = small_world();
    size_t size;
    uint8_t* bytes = saved(world, &size);
    files_put("try.wend", bytes, size);
    for (size_t bit = 0; bit < size * 8; bit++) {
        wend_world* opened;
        wend_error error;
        files_poke("try.wend", bit / 8, (uint8_t)(bytes[bit / 8] ^ 1 << bit % 8));
        wend_result result = try_open(&opened, &error);
        if (result != WEND_ERROR_FORMAT && result != WEND_ERROR_UNSUPPORTED)
            fail_msg("bit %zu of byte %zu: %s", bit % 8, bit / 8, wend_result_string(result));
        files_poke("try.wend", bit / 8, bytes[bit / 8]);
    }
    free(bytes);
    wend_world_destroy(world);
    files_leave();
}

static void every_other_length_is_refused(void** state) {
    (void)state;
    files_enter();
    wend_world *world = small_world(), *opened;
    wend_error error;
    size_t size;
    uint8_t* bytes = saved(world, &size);
    files_put("try.wend", bytes, size);
    for (size_t length = size; length-- > 0;) {
        assert_int_equal(truncate("try.wend", (off_t)length), 0);
        assert_int_equal(try_open(&opened, &error), WEND_ERROR_FORMAT);
    }
    uint8_t* longer = calloc(size + 64, 1);
    assert_non_null(longer);
    memcpy(longer, bytes, size);
    assert_int_equal(open_bytes(longer, size + 1, &opened, &error), WEND_ERROR_FORMAT);
    assert_int_equal(open_bytes(longer, size + 64, &opened, &error), WEND_ERROR_FORMAT);
    free(longer);
    free(bytes);
    wend_world_destroy(world);
    files_leave();
}

static void other_files_are_named_for_what_they_are(void** state) {
    (void)state;
    files_enter();
    wend_world *world = small_world(), *opened = NULL;
    wend_error error;
    size_t size;
    uint8_t* bytes = saved(world, &size);
    bytes[FILE_VERSION_AT] = WEND_FORMAT_VERSION + 1;
    file_seal(bytes, size, SECTIONS);
    assert_int_equal(open_bytes(bytes, size, &opened, &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "version 8, expected 7"));
    bytes[FILE_VERSION_AT] = WEND_FORMAT_VERSION;
    const uint8_t swapped[4] = {bytes[11], bytes[10], bytes[9], bytes[8]};
    memcpy(bytes + 8, swapped, 4);
    assert_int_equal(open_bytes(bytes, size, &opened, &error), WEND_ERROR_UNSUPPORTED);
    assert_non_null(strstr(error.text, "byte order"));
    assert_int_equal(open_bytes((const uint8_t*)"", 0, &opened, &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "empty"));
    assert_int_equal(open_bytes((const uint8_t*)"\x89PNG\r\n\x1a\n and more", 17, &opened, &error),
                     WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "not a .wend file"));
    free(bytes);

    assert_int_equal(mkdir("folder", 0777), 0);
    assert_int_equal(wend_world_open("folder", NULL, &opened, &error), WEND_ERROR_IO);
    assert_int_equal(wend_world_open("missing", NULL, &opened, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "No such file"));
    assert_int_equal(wend_world_open(NULL, NULL, &opened, &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_open("saved.wend", NULL, NULL, &error), WEND_ERROR_ARGUMENT);
    assert_null(opened);
    assert_int_equal(wend_world_save(NULL, "x", &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_save(world, NULL, &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(wend_world_save(world, "folder", &error), WEND_ERROR_IO);
    assert_int_equal(wend_world_save(world, "missing/world", &error), WEND_ERROR_IO);
    wend_world_destroy(world);
    files_leave();
}

static void a_failed_save_leaves_the_old_file(void** state) {
    (void)state;
    files_enter();
    map_recipe recipe = map_recipe_of("noise 300x300 8 whole 15 4");
    wend_world* world = map_make_world(&recipe);
    files_put("world", "old", 3);
    struct rlimit limit, narrow;
    getrlimit(RLIMIT_FSIZE, &limit);
    narrow = limit;
    narrow.rlim_cur = 50000;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &narrow);
    wend_error error = {0};
    wend_result result = wend_world_save(world, "world", &error);
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, handler);
    assert_int_equal(result, WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "world: write failed"));
    assert_true(files_hold("world", "old"));
    assert_int_equal(files_count(), 1);
    wend_world_destroy(world);
    files_leave();
}

// ---- files made to do harm: every checksum is right

static void ignore_line(wend_draw_kind kind, wend_vec2 a, wend_vec2 b, void* context) {
    (void)kind, (void)a, (void)b, (void)context;
}
static void ignore_rect(wend_draw_kind kind, wend_rect r, void* context) {
    (void)kind, (void)r, (void)context;
}

// Whatever the file said, queries end, paths are legal and numbers are in range.
static void use(const wend_world* world, wend_search* search, wend_path* path, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    wend_world_info info = wend_world_get_info(world);
    int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    wend_world_counts counts = map_count(world);
    assert_true(counts.component_count >= 0 && counts.component_count <= tiles);
    assert_true(counts.largest_component >= 0 && counts.largest_component <= tiles);
    assert_true(counts.edge_count >= 0 && counts.edge_count <= info.node_count * 4 * 128);
    assert_true(strlen(wend_world_metadata(world)) <= WEND_MAX_METADATA);
    for (int32_t i = 0; i < 4; i++) {
        wend_tile start = map_random_tile(grid, r), goal = map_random_tile(grid, r);
        if (rng_chance(r, 70)) map_random_open_tile(grid, r, &start), map_random_open_tile(grid, r, &goal);
        wend_query query = wend_default_query(start, goal);
        query.refinement = (wend_refinement)rng_below(r, WEND_REFINEMENT_COUNT);
        query.algorithm = (wend_algorithm)(rng_chance(r, 70) ? WEND_HPA : rng_below(r, WEND_ALGORITHM_COUNT));
        char why[VERIFY_TEXT];
        assert_ok(wend_find_path(search, world, &query, path, NULL));
        const char* fault = verify_answer(grid, &query, path, why);
        if (fault) fail_msg("%s", fault);
        wend_world_connected(world, start, goal);
    }
    for (int32_t i = 1; i < wend_world_profile_count(world); i++)
        use(wend_world_profile(world, i), search, path, r);
    wend_world_original_class(world, (wend_tile){0, 0});
    wend_debug_draw draw = {.line = ignore_line, .rect = ignore_rect, .view = {0, 0, 1000, 1000}};
    assert_ok(wend_world_draw(world, UINT32_MAX, &draw));
    wend_world_hash(world);
}

// Overwrites some words of one section, or of the table.
static void poison(uint8_t* file, size_t size, rng* r) {
    int32_t section = rng_between(r, 0, SECTIONS - 1);
    const uint8_t* entry = file_entry(file, section);
    uint64_t offset = get64(entry + ENTRY_OFFSET_AT), length = get64(entry + ENTRY_SIZE_AT);
    if (rng_chance(r, 10)) offset = FILE_TABLE_AT, length = SECTIONS * FILE_ENTRY;
    int32_t words = (int32_t)(length / 4), count = rng_chance(r, 50) ? 1 : rng_between(r, 1, 40);
    if (words == 0 || offset + length > size) return;
    if (rng_chance(r, 5)) { // all of it
        uint32_t word = nasty_word(r);
        for (int32_t i = 0; i < words; i++) put32(file + offset + 4 * i, word);
    }
    for (int32_t i = 0; i < count; i++) put32(file + offset + 4 * rng_below(r, words), nasty_word(r));
}

static void hostile_files_are_refused_or_harmless(void** state) {
    (void)state;
    files_enter();
    static const char* const maps[] = {"noise 20x18 8 whole 15 4", "islands 70x50 8cut wide 15 2",
                                       "rooms 100x64 4+mixed byte 31 9", "maze 65x47 8 unit 15 11",
                                       "open 1x1 8 unit 15 1"};
    wend_search* search = new_search(); // one for all: it must not take harm either
    wend_path* path = new_path();
    int32_t used = 0, refused = 0;
    rng r = rng_seeded(6);
    for (int32_t m = 0; m < 5; m++) {
        map_recipe recipe = map_recipe_of(maps[m]);
        wend_profile_def profiles[2] = {wend_default_profile_def(), wend_default_profile_def()};
        profiles[0].name = "tank";
        profiles[0].radius = recipe.width > 1 ? 1 : 0;
        profiles[1].name = "same";
        wend_world_def def = map_world_def(&recipe);
        def.profiles = profiles;
        def.profile_count = m < 4 ? m % 3 : 1;
        wend_world *world = map_build_world(map_make(&recipe), &def), *opened;
        size_t size;
        if (m % 2) edit(world);
        uint8_t *bytes = saved(world, &size), *poisoned = malloc(size);
        assert_non_null(poisoned);
        for (int32_t i = 0; i < 200; i++) {
            memcpy(poisoned, bytes, size);
            poison(poisoned, size, &r);
            file_seal(poisoned, size, SECTIONS);
            wend_error error;
            wend_result result = open_bytes(poisoned, size, &opened, &error);
            if (result == WEND_OK) use(opened, search, path, &r);
            used += result == WEND_OK;
            refused += result == WEND_ERROR_FORMAT;
            wend_world_destroy(opened);
        }
        free(poisoned);
        free(bytes);
        wend_world_destroy(world);
    }
    assert_true(used > 150 && refused > 150);
    wend_path_destroy(path);
    wend_search_destroy(search);
    files_leave();
}

// Every field of a link, and the number of links.
static void links_out_of_range_are_refused(void** state) {
    (void)state;
    enum { LINKS = 7, RECORD = 40 };
    static const struct {
        int32_t at;
        uint32_t value;
    } bad[] = {{0, 20},          {0, UINT32_MAX},  {4, 18},          {8, 0x7fffffff},  {12, 0x80000000},
               {16, 0xbf800000}, {16, 0x7fc00000}, {16, 0x4b000000}, {20, 0xbf800000}, {20, 0x7f800000},
               {24, 7},          {24, UINT32_MAX}, {28, UINT32_MAX}, {RECORD + 28, 0}, {36, 2}};
    files_enter();
    wend_world* world = small_world();
    size_t size;
    uint8_t* bytes = saved(world, &size);
    const uint8_t* entry = file_entry(bytes, LINKS);
    uint8_t* links = bytes + get64(entry + ENTRY_OFFSET_AT);
    int32_t count = 0;
    wend_grid_links(wend_world_grid(world), &count);
    assert_true(count >= 2);
    assert_int_equal(get64(entry + ENTRY_SIZE_AT), count * RECORD);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        wend_world* opened;
        wend_error error;
        uint8_t before[4];
        memcpy(before, links + bad[i].at, 4);
        put32(links + bad[i].at, bad[i].value);
        file_seal(bytes, size, SECTIONS);
        assert_int_equal(open_bytes(bytes, size, &opened, &error), WEND_ERROR_FORMAT);
        assert_non_null(strstr(error.text, "link out of range"));
        memcpy(links + bad[i].at, before, 4);
    }
    put64(file_entry(bytes, LINKS) + ENTRY_SIZE_AT, (uint64_t)count * RECORD - 1);
    file_seal(bytes, size, SECTIONS);
    wend_world* opened;
    wend_error error;
    assert_int_equal(open_bytes(bytes, size, &opened, &error), WEND_ERROR_FORMAT);
    free(bytes);
    wend_world_destroy(world);
    files_leave();
}

// ---- rows of tiles

enum { WIDE_HEIGHT = 70 };

// From one row of tiles of a file to the next.
static size_t row_bytes(int32_t width) {
    const size_t least = (size_t)width + 2;
    if (least < 2048) return least;
    const size_t lines = (least + 63) / 64;
    return 64 * (lines % 2 == 1 ? lines : lines + 1);
}

static wend_world* wide_world(int32_t width) {
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = WIDE_HEIGHT;
    for (int32_t k = 1; k < 6; k++) def.class_costs[k] = (float)k;
    wend_grid* grid;
    assert_ok(wend_grid_create(&def, &grid));
    rng r = {(uint64_t)width};
    for (int32_t i = 0; i < 3000; i++) {
        const wend_rect at = {rng_below(&r, width - 8), rng_below(&r, WIDE_HEIGHT - 8), 1 + rng_below(&r, 8),
                              1 + rng_below(&r, 8)};
        wend_grid_fill(grid, at, (uint8_t)rng_below(&r, 6));
    }
    wend_profile_def profiles[2] = {wend_default_profile_def(), wend_default_profile_def()};
    profiles[0].name = "wide";
    profiles[0].radius = 1.2f; // its view has tiles of its own,
    profiles[1].name = "slow";
    profiles[1].class_costs[2] = 9; // and this one those of the map
    wend_world_def world_def = wend_default_world_def();
    world_def.profiles = profiles;
    world_def.profile_count = 2;
    wend_world* world;
    assert_ok(wend_world_build(&grid, &world_def, &world));
    return world;
}

// The file without room between the rows, as wide maps were once written.
static uint8_t* without_room(const uint8_t* bytes, size_t size, int32_t width, size_t* size_out) {
    uint8_t* out = calloc(1, size);
    assert_non_null(out);
    memcpy(out, bytes, FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY);
    size_t at = FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY;
    for (int32_t i = 0; i < WORLD_SECTIONS; i++) {
        uint8_t* entry = file_entry(out, i);
        const uint8_t* from = bytes + get64(entry + ENTRY_OFFSET_AT);
        size_t length = (size_t)get64(entry + ENTRY_SIZE_AT);
        put64(entry + ENTRY_OFFSET_AT, at);
        if (i == WORLD_TILES) {
            const size_t row = (size_t)width + 2;
            for (size_t y = 0; y < WIDE_HEIGHT + 2; y++)
                memcpy(out + at + y * row, from + y * row_bytes(width), row);
            put64(entry + ENTRY_SIZE_AT, length = row * (WIDE_HEIGHT + 2));
        } else {
            memcpy(out + at, from, length);
        }
        at += (length + 63) / 64 * 64;
    }
    put64(out + FILE_SIZE_AT, at);
    world_seal(out, at);
    *size_out = at;
    return out;
}

static void same_paths(const wend_world* a, const wend_world* b, int32_t width) {
    wend_search* search;
    wend_path* paths[2];
    wend_search_def def = wend_default_search_def();
    assert_ok(wend_search_create(&def, &search));
    for (int32_t i = 0; i < 2; i++) assert_ok(wend_path_create(NULL, &paths[i]));
    rng r = {(uint64_t)width};
    for (int32_t i = 0; i < 30; i++) {
        wend_query query = wend_default_query((wend_tile){rng_below(&r, width), rng_below(&r, WIDE_HEIGHT)},
                                              (wend_tile){rng_below(&r, width), rng_below(&r, WIDE_HEIGHT)});
        query.profile = i % 3;
        query.partial = true;
        const wend_result result = wend_find_path(search, a, &query, paths[0], NULL);
        assert_int_equal(wend_find_path(search, b, &query, paths[1], NULL), result);
        if (result != WEND_OK) continue;
        int32_t counts[2];
        const wend_tile* tiles[2];
        for (int32_t k = 0; k < 2; k++) tiles[k] = wend_path_tiles(paths[k], &counts[k]);
        assert_int_equal(counts[0], counts[1]);
        if (counts[0] > 0) assert_memory_equal(tiles[0], tiles[1], (size_t)counts[0] * sizeof **tiles);
    }
    for (int32_t i = 0; i < 2; i++) wend_path_destroy(paths[i]);
    wend_search_destroy(search);
}

static void rows_of_wide_maps_lie_apart(void** state) {
    (void)state;
    files_enter();
    static const int32_t widths[] = {2045, 2046, 2110, 2111};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        const int32_t width = widths[i];
        const size_t row = row_bytes(width);
        wend_world *world = wide_world(width), *opened[3];
        size_t size, short_size;
        uint8_t* bytes = saved(world, &size);
        const world_section tiles = world_section_of(bytes, size, WORLD_TILES);
        assert_int_equal(tiles.size, row * (WIDE_HEIGHT + 2));
        for (size_t y = 0; y < WIDE_HEIGHT + 2; y++)
            for (size_t x = (size_t)width + 2; x < row; x++) assert_int_equal(tiles.bytes[y * row + x], 0);
        uint8_t* without = without_room(bytes, size, width, &short_size);
        assert_true(row == (size_t)width + 2 ? short_size == size : short_size < size);
        assert_ok(wend_world_open_memory(bytes, size, NULL, &opened[0], NULL));
        assert_ok(wend_world_open_memory(without, short_size, NULL, &opened[1], NULL));
        files_put("without.wend", without, short_size);
        assert_ok(wend_world_map("without.wend", NULL, &opened[2], NULL));
        for (int32_t k = 0; k < 3; k++) {
            assert_true(wend_world_hash(opened[k]) == wend_world_hash(world));
            same_paths(world, opened[k], width);
            if (k > 0) edit(opened[k]);
        }
        edit(opened[0]); // and what is saved then has the room
        size_t edited_size, again_size;
        uint8_t* edited = saved(opened[0], &edited_size);
        for (int32_t k = 1; k < 3; k++) {
            uint8_t* again = saved(opened[k], &again_size);
            assert_int_equal(again_size, edited_size);
            assert_memory_equal(again, edited, edited_size);
            free(again);
        }
        for (int32_t k = 0; k < 3; k++) wend_world_destroy(opened[k]);
        // Any other distance of the rows is refused.
        put64(file_entry(bytes, WORLD_TILES) + ENTRY_SIZE_AT, tiles.size - (WIDE_HEIGHT + 2));
        world_seal(bytes, size);
        wend_world* none = NULL;
        assert_int_equal(wend_world_open_memory(bytes, size, NULL, &none, NULL), WEND_ERROR_FORMAT);
        free(edited);
        free(without);
        free(bytes);
        wend_world_destroy(world);
    }
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_out_of_range_are_refused),
        cmocka_unit_test(what_is_saved_is_opened),
        cmocka_unit_test(settings_and_metadata_return),
        cmocka_unit_test(memory_and_pieces_are_the_file),
        cmocka_unit_test(memory_is_refused_like_a_file),
        cmocka_unit_test(every_flipped_bit_is_refused),
        cmocka_unit_test(every_other_length_is_refused),
        cmocka_unit_test(other_files_are_named_for_what_they_are),
        cmocka_unit_test(a_failed_save_leaves_the_old_file),
        cmocka_unit_test(rows_of_wide_maps_lie_apart),
        cmocka_unit_test(hostile_files_are_refused_or_harmless),
    };
    return run_unit_tests(tests);
}
