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
#include "saved_world.h"
#include "section_file.h"
#include "test_memory.h"
#include "unit.h"
#include "verify.h"
#include "wend/wend.h"

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
    assert_non_null(strstr(error.text, "version 9, expected 8"));
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
    enum { LINKS = 7, RECORD = 104 };
    static const struct {
        int32_t at;
        uint32_t value;
    } bad[] = {{0, 20},          {0, UINT32_MAX},  {4, 18},          {8, 0x7fffffff},  {12, 0x80000000},
               {16, 0xbf800000}, {16, 0x7fc00000}, {16, 0x4b000000}, {20, 0xbf800000}, {20, 0x7f800000},
               {24, 8},          {24, UINT32_MAX}, {28, UINT32_MAX}, {RECORD + 28, 0}, {36, 2},
               {48, 0x7fc00000}, {100, 0x7f800000}};
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

// What the sections say of each other, and each number that could be out of range.
static void every_rule_of_a_file_is_checked(void** state) {
    (void)state;
    enum { HEADER = -1, SIZE = -2 }; // SIZE: a section has one byte less
    enum {
        MAP,
        COSTS,
        TILES,
        METADATA,
        MATRICES,
        ORIGINAL,
        EXITS,
        LINKS,
        PROFILES,
        PROFILE_MATRICES,
        NODES,
        DIRECTORY,
        LABELS,
        ONE_WAYS
    };
    static const struct {
        int32_t section; // where a value is changed
        size_t at;       // of SIZE: the section
        uint32_t value;
        const char* says;
    } cases[] = {
        {HEADER, 24, 13, "number of sections"},
        {SIZE, MAP, 0, "section table"},
        {SIZE, COSTS, 0, "size of the map"},
        {SIZE, TILES, 0, "size of the map"},
        {SIZE, ORIGINAL, 0, "size of the original"},
        {SIZE, EXITS, 0, "size of the closed steps"},
        {SIZE, LINKS, 0, "size of the links"},
        {SIZE, PROFILES, 0, "size of the profiles"},
        {SIZE, PROFILE_MATRICES, 0, "size of the matrices of profiles"},
        {SIZE, NODES, 0, "size of the node sets"},
        {SIZE, DIRECTORY, 0, "size of the directory"},
        {SIZE, LABELS, 0, "size of the directory"},
        {SIZE, ONE_WAYS, 0, "size of the one-way connections"},
        {MAP, 0, 0, "size of the map"},
        {MAP, 0, 7, "size of the map"},
        {MAP, 4, 0, "size of the map"},
        {MAP, 8, 99, "map settings out of range"},
        {MAP, 12, 0, "range of costs"},
        {MAP, 12, 0x7fffffff, "range of costs"},
        {MAP, 16, 0, "map settings out of range"},
        {MAP, 28, 5, "cluster settings"},
        {MAP, 32, 0x00020000, "cluster settings"}, // no levels of 2
        {MAP, 32, 0x00010002, "cluster settings"}, // 2 levels of 1
        {MAP, 32, 0x00630001, "cluster settings"}, // 99 wanted
        {MAP, 36, 1, "size of the abstract graph"},
        {MAP, 44, UINT32_MAX, "counts out of range"}, // the upper half of a count
        {MAP, 44, 1, "counts out of range"},
        {MAP, 52, UINT32_MAX, "counts out of range"},
        {MAP, 52, 1, "counts out of range"},
        {MAP, 60, UINT32_MAX, "counts out of range"},
        {MAP, 60, 1, "counts out of range"},
        {MAP, 64, 0x7fc00000, "range of costs"}, // NaN
        {MAP, 64, 0x44000000, "range of costs"}, // 512, above the greatest
        {MAP, 68, 0x7fc00000, "range of costs"},
        {MAP, 72, 2, "range of costs"},
        {MAP, 76, UINT32_MAX, "number of components"},
        {MAP, 84, 1, "number of tiles of a class"},
        {EXITS, 0, 0x7fffffff, "page of closed steps"},
        {PROFILES, 31, 'x', "name of a profile"},
        {PROFILES, 32, 0x7fc00000, "profile out of range"},
        {PROFILES, 1072, 0, "levels of a profile"},
        {PROFILES, 1072, 99, "levels of a profile"},
        {PROFILES, 1076, 1, "size of the abstract graph"},
        {PROFILES, 1084, UINT32_MAX, "counts out of range"},
        {PROFILES, 1128, 999, "unknown class of a profile"},
        {PROFILE_MATRICES, 0, 5, "shared costs of a profile"},
        {ONE_WAYS, 0, 0x7fffffff, "one-way connections"},
        {ONE_WAYS, 0, UINT32_MAX, "one-way connections"},
        {ONE_WAYS, 4, 0x0000ffff, "one-way connections"}, // slots: from, to
        {ONE_WAYS, 4, 0x00007fff, "one-way connections"},
        {ONE_WAYS, 4, 0xffff0000, "one-way connections"},
        {ONE_WAYS, 4, 0x7fff0000, "one-way connections"},
    };
    files_enter();
    const map_recipe recipe = map_recipe_of("rooms 130x100 8+mixed whole 31 5");
    wend_profile_def profile = wend_default_profile_def();
    profile.name = "tank";
    profile.radius = 1;
    wend_world_def def = map_world_def(&recipe);
    def.profiles = &profile;
    def.profile_count = 1;
    wend_world* world = map_build_world(map_make(&recipe), &def);
    const wend_edit edits[] = {wend_edit_wall((wend_tile){44, 20}, (wend_tile){45, 20}, true),
                               wend_edit_step((wend_tile){44, 22}, (wend_tile){45, 22}, true)};
    const wend_link link = wend_default_link((wend_tile){44, 20}, (wend_tile){5, 70}, 2);
    edit(world);
    assert_ok(wend_world_edit(world, edits, 2, NULL));
    assert_ok(wend_world_add_link(world, &link, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
    size_t size;
    uint8_t *good = saved(world, &size), *bad = malloc(size);
    assert_non_null(bad);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        memcpy(bad, good, size);
        const bool is_size = cases[i].section == SIZE;
        uint8_t* entry = file_entry(bad, is_size ? (int32_t)cases[i].at : cases[i].section);
        if (is_size)
            put64(entry + ENTRY_SIZE_AT, get64(entry + ENTRY_SIZE_AT) - 1);
        else
            put32((cases[i].section == HEADER ? bad : bad + get64(entry + ENTRY_OFFSET_AT)) + cases[i].at,
                  cases[i].value);
        if (cases[i].section != HEADER && get64(entry + ENTRY_SIZE_AT) + is_size == 0)
            fail_msg("case %zu: the section is empty", i);
        file_seal(bad, size, SECTIONS);
        wend_world* opened;
        wend_error error = {.text = ""};
        const wend_result result = open_bytes(bad, size, &opened, &error);
        if (result != WEND_ERROR_FORMAT || !strstr(error.text, cases[i].says))
            fail_msg("case %zu: \"%s\", expected \"%s\"", i, error.text, cases[i].says);
    }
    free(bad);
    free(good);
    wend_world_destroy(world);
    files_leave();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_rule_of_a_file_is_checked),
        cmocka_unit_test(links_out_of_range_are_refused),
        cmocka_unit_test(what_is_saved_is_opened),
        cmocka_unit_test(settings_and_metadata_return),
        cmocka_unit_test(memory_and_pieces_are_the_file),
        cmocka_unit_test(memory_is_refused_like_a_file),
        cmocka_unit_test(every_flipped_bit_is_refused),
        cmocka_unit_test(every_other_length_is_refused),
        cmocka_unit_test(other_files_are_named_for_what_they_are),
        cmocka_unit_test(a_failed_save_leaves_the_old_file),
        cmocka_unit_test(hostile_files_are_refused_or_harmless),
    };
    return run_unit_tests(tests);
}
