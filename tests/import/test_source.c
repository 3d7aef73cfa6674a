// Are maps read from memory, callbacks and streams as from files, and do the files that they name come from
// the host, or from nowhere?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "test_memory.h"

// A file of a made file system, read in pieces of some bytes.
typedef struct made_file {
    const char* name;
    const void* bytes;
    size_t size;
    size_t at, piece; // piece 0: in memory
    size_t fails_at;  // 0: never
    int32_t opened, closed;
} made_file;

static wend_result read_made(void* context, void* out, size_t size, size_t* got_out) {
    made_file* f = context;
    size_t left = f->size - f->at;
    assert_true(size > 0 && f->closed < f->opened);
    if (f->fails_at && f->at >= f->fails_at) return WEND_ERROR_CANCELLED;
    if (left > f->piece) left = f->piece;
    if (left > size) left = size;
    memcpy(out, (const char*)f->bytes + f->at, left);
    f->at += left;
    *got_out = left;
    return WEND_OK;
}

static void close_made(void* context) {
    ((made_file*)context)->closed++;
}

static wend_source source_of(made_file* f) {
    wend_source source = {.close = close_made, .context = f};
    f->at = 0;
    f->opened = 1;
    f->closed = 0;
    if (f->piece == 0) {
        source.bytes = f->bytes;
        source.size = f->size;
    } else {
        source.read = read_made;
    }
    return source;
}

enum { MADE_MAX = 8 };
typedef struct made_files {
    made_file list[MADE_MAX];
    int32_t count;
    char asked[200]; // names that open got, each with a blank behind it
} made_files;

static void add_text(made_files* files, const char* name, const char* text, size_t piece) {
    files->list[files->count++] =
        (made_file){.name = name, .bytes = text, .size = strlen(text), .piece = piece};
}

static wend_result open_made(void* context, const char* name, wend_source* out) {
    made_files* files = context;
    strcat(strcat(files->asked, name), " ");
    for (int32_t i = 0; i < files->count; i++) {
        if (strcmp(files->list[i].name, name) != 0) continue;
        const int32_t before = files->list[i].opened;
        assert_int_equal(files->list[i].closed, before); // never twice at once
        *out = source_of(&files->list[i]);
        files->list[i].opened = files->list[i].closed = before;
        files->list[i].opened++;
        return WEND_OK;
    }
    return WEND_ERROR_IO;
}

static void check_closed(const made_files* files) {
    for (int32_t i = 0; i < files->count; i++) assert_int_equal(files->list[i].opened, files->list[i].closed);
}

static void same_map_from_anywhere(void** state) {
    (void)state;
    static bytes file;
    picture grey = {.width = 40, .height = 30, .channels = 1};
    for (int32_t i = 0; i < 1200; i++) grey.samples[i] = (uint16_t)(i * 7919 % 256);
    make_png(&file, &grey, &(png_kind){.bits = 8});
    const wend_import_def def = wend_default_import_def();
    wend_grid *wanted = NULL, *grid = NULL;
    wend_import_info info, wanted_info;
    wend_error error;
    assert_ok(wend_import_memory(file.data, file.size, "a.png", &def, &wanted, &wanted_info, &error));
    files_put("import_source.png", file.data, file.size);
    for (int32_t way = 0; way < 5; way++) {
        made_file made = {.bytes = file.data,
                          .size = file.size,
                          .piece = way == 0   ? 0
                                   : way == 1 ? 1
                                              : 100000};
        const wend_source source = source_of(&made);
        FILE* stream = way == 3   ? fopen("import_source.png", "rb")
                       : way == 4 ? popen("cat import_source.png", "r")
                                  : NULL;
        wend_result result = way < 3 ? wend_import_source(&source, "a.png", &def, &grid, &info, &error)
                                     : wend_import_stream(stream, "a.png", &def, &grid, &info, &error);
        if (result != WEND_OK) fail_msg("way %d: %s", way, error.text);
        if (way < 3) assert_int_equal(made.closed, 1);
        if (way == 3) assert_int_equal(fclose(stream), 0);
        if (way == 4) assert_int_equal(pclose(stream), 0);
        assert_int_equal(wend_grid_hash(grid), wend_grid_hash(wanted));
        assert_true(info.source_hash == wanted_info.source_hash);
        assert_string_equal(info.format, "png");
        wend_grid_destroy(grid);
    }
    wend_grid_destroy(wanted);
}

static wend_result fail_read(void* context, void* out, size_t size, size_t* got_out) {
    (void)context, (void)out, (void)size, (void)got_out;
    return WEND_ERROR_STALE;
}

static wend_result read_too_much(void* context, void* out, size_t size, size_t* got_out) {
    (void)context, (void)out;
    *got_out = size + 1;
    return WEND_OK;
}

static void failures(void** state) {
    (void)state;
    const wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    wend_source source = {.read = fail_read};
    assert_int_equal(wend_import_source(&source, "a.map", &def, &grid, NULL, &error), WEND_ERROR_STALE);
    assert_string_equal(error.text, "a.map: cannot be read: out of date");
    source.read = read_too_much;
    assert_int_equal(wend_import_source(&source, "a.map", &def, &grid, NULL, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "a.map: the source read 65537 bytes; expected at most 65536"));
    source = (wend_source){.size = 3};
    assert_int_equal(wend_import_source(&source, "a.map", &def, &grid, NULL, &error), WEND_ERROR_ARGUMENT);
    source = (wend_source){.bytes = "", .size = 0};
    assert_int_equal(wend_import_source(&source, "a.map", &def, &grid, NULL, &error), WEND_ERROR_FORMAT);
    assert_string_equal(error.text, "a.map: the file is empty; expected an image or a map");
    // closed whatever happens, and not after an argument that is wrong
    made_file made = {.bytes = "P1 1", .size = 4, .piece = 1};
    source = source_of(&made);
    assert_int_equal(wend_import_source(&source, "a", &def, &grid, NULL, &error), WEND_ERROR_FORMAT);
    assert_int_equal(made.closed, 1);
    made.fails_at = 2;
    source = source_of(&made);
    assert_int_equal(wend_import_source(&source, "a", &def, &grid, NULL, &error), WEND_ERROR_CANCELLED);
    assert_int_equal(made.closed, 1);
    source = source_of(&made);
    assert_int_equal(wend_import_source(&source, NULL, &def, &grid, NULL, &error), WEND_ERROR_ARGUMENT);
    assert_int_equal(made.closed, 0);
    // a directory opens as a stream, but cannot be read
    FILE* folder = fopen(".", "r");
    if (folder) {
        assert_int_equal(wend_import_stream(folder, "dot", &def, &grid, NULL, &error), WEND_ERROR_IO);
        fclose(folder);
    }
}

static void memory_runs_out(void** state) {
    (void)state;
    for (int32_t failures = 0;; failures++) {
        made_files files = {.count = 0};
        add_text(&files, "s.tsx", "<tileset><tile id=\"0\"/></tileset>", 5);
        made_file made = {
            .piece = 3,
            .bytes = "<map width=\"1\" height=\"1\"><tileset firstgid=\"1\" source=\"s.tsx\"/><layer "
                     "width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>"};
        made.size = strlen(made.bytes);
        const wend_source source = source_of(&made);
        test_memory memory = test_memory_new();
        memory.fail_at = failures;
        wend_allocator allocator = test_memory_allocator(&memory);
        wend_import_def def = wend_default_import_def();
        def.allocator = &allocator;
        def.open = open_made;
        def.open_context = &files;
        wend_grid* grid = NULL;
        wend_result result = wend_import_source(&source, "m.tmx", &def, &grid, NULL, NULL);
        wend_grid_destroy(grid);
        assert_int_equal(memory.live, 0);
        assert_int_equal(made.closed, 1);
        check_closed(&files);
        if (result == WEND_OK) break;
        assert_int_equal(result, WEND_ERROR_MEMORY);
        assert_true(failures < 100);
    }
}

// ---- files that a map names

#define TMX(source)                                                                                          \
    "<map width=\"1\" height=\"1\">\n<tileset firstgid=\"1\" source=\"" source                               \
    "\"/><layer width=\"1\" height=\"1\"><data encoding=\"csv\">1</data></layer></map>"
#define TSX                                                                                                  \
    "<tileset><tile id=\"0\"><properties><property name=\"cost\" "                                           \
    "value=\"7\"/></properties></tile></tileset>"

static void check_import(made_files* files, const char* name, const char* text,
                         const wend_import_def* def_opt, float cost, const char* asked) {
    made_file made = {.bytes = text, .size = strlen(text), .piece = 9};
    const wend_source source = source_of(&made);
    wend_import_def def = def_opt ? *def_opt : wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    files->asked[0] = 0;
    def.open = open_made;
    def.open_context = files;
    if (wend_import_source(&source, name, &def, &grid, NULL, &error) != WEND_OK) fail_msg("%s", error.text);
    if (wend_grid_cost(grid, (wend_tile){0, 0}) != cost)
        fail_msg("%s costs %g", text, (double)wend_grid_cost(grid, (wend_tile){0, 0}));
    assert_string_equal(files->asked, asked);
    wend_grid_destroy(grid);
    check_closed(files);
}

static void named_files(void** state) {
    (void)state;
    made_files files = {.count = 0};
    add_text(&files, "s.tsx", TSX, 7);
    add_text(&files, "levels/s.tsx", TSX, 0);
    add_text(&files, "../up/s.tsx", TSX, 0);
    add_text(&files, "levels/a.pgm", "P2 1 1 255 128", 2);
    add_text(&files, "legend", "128,128,128 9\n", 3);
    add_text(&files, "levels/l.legend", "128,128,128 5\n", 3);
    add_text(&files, "levels/links", "x,y,to_x,to_y,cost\n0,0,1,0,5\n", 3);
    add_text(&files, "levels/walls", "P1 5 3 00000 00100 00000", 1);
    check_import(&files, "m.tmx", TMX("s.tsx"), NULL, 7, "s.tsx ");
    check_import(&files, "levels/m.tmx", TMX("./s.tsx"), NULL, 7, "levels/s.tsx ");
    check_import(&files, "levels/m.tmx", TMX("../s.tsx"), NULL, 7, "s.tsx ");
    check_import(&files, "levels/m.tmx", TMX("x//../../levels/./s.tsx"), NULL, 7, "levels/s.tsx ");
    check_import(&files, "levels/m.tmx", TMX("../../up/s.tsx"), NULL, 7, "../up/s.tsx ");
    check_import(&files, "m.tmx", TMX("../x/../up/s.tsx"), NULL, 7, "../up/s.tsx ");
    check_import(&files, "m.tmx", TMX("none.tsx"), NULL, 1, "none.tsx "); // with a warning, as in a folder
    check_import(&files, "levels/m.yaml",
                 "image: a.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\n"
                 "free_thresh: 0.5\n",
                 NULL, 1, "levels/a.pgm ");
    check_import(
        &files, "levels/m.recipe",
        "wend recipe 1\nbase a.pgm rule=palette palette=l.legend\nlayer a.pgm mask cost=3 above=0.4\n", NULL,
        5, "levels/a.pgm levels/l.legend levels/a.pgm ");
    // those of the definition, too
    wend_import_def def = wend_default_import_def();
    def.rule = WEND_RULE_PALETTE;
    def.legend = "legend";
    check_import(&files, "m.pgm", "P2 1 1 255 128", &def, 9, "legend ");
    def = wend_default_import_def();
    def.links = "levels/links";
    def.walls = "levels/walls";
    check_import(&files, "m.txt", "..\n", &def, 1, "levels/walls levels/walls levels/links ");
    files.list[0].name = "two"; // in place of s.tsx
    files.list[0].bytes = "..\n";
    files.list[0].size = 3;
    check_import(&files, "levels/m.recipe", "wend recipe 1\nbase ../two\nlinks links\nwalls walls\n", NULL, 1,
                 "two levels/links levels/walls levels/walls ");
    // also for a file
    def = wend_default_import_def();
    def.open = open_made;
    def.open_context = &files;
    wend_grid* grid = NULL;
    wend_error error;
    files_put("import_source.recipe", "wend recipe 1\nbase two\n", 23);
    assert_ok(wend_import_file("./import_source.recipe", &def, &grid, NULL, &error));
    assert_int_equal(wend_grid_width(grid), 2);
    wend_grid_destroy(grid);
}

static wend_result refuse(void* context, const char* name, wend_source* out) {
    (void)context, (void)name, (void)out;
    return WEND_ERROR_UNSUPPORTED;
}

static void named_files_without_a_host(void** state) {
    (void)state;
    static const char* const maps[] = {TMX("s.tsx"), "wend recipe 1\nbase a.pgm\n",
                                       ("image: a.pgm\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\n"
                                        "occupied_thresh: 0.65\nfree_thresh: 0.5\n")};
    files_put("s.tsx", TSX, sizeof TSX - 1); // here, but nothing says that the map is here, too
    files_put("a.pgm", "P2 1 1 255 128", 14);
    for (size_t i = 0; i < 3; i++) {
        const wend_source source = {.bytes = maps[i], .size = strlen(maps[i])};
        wend_import_def def = wend_default_import_def();
        wend_grid* grid = NULL;
        wend_error error;
        assert_int_equal(wend_import_source(&source, "m", &def, &grid, NULL, &error), WEND_ERROR_UNSUPPORTED);
        if (!strstr(error.text, "but the map is no file itself")) fail_msg("%s", error.text);
        assert_non_null(strstr(error.text, i == 0 ? "m: line 2, column 1: names the file s.tsx" : "a.pgm"));
        def.open = refuse;
        assert_int_equal(wend_import_source(&source, "m", &def, &grid, NULL, &error), WEND_ERROR_UNSUPPORTED);
        if (!strstr(error.text, i == 0 ? "m: s.tsx: cannot be opened" : "a.pgm: cannot be opened"))
            fail_msg("%s", error.text);
    }
    assert_int_equal(unlink("s.tsx"), 0);
    assert_int_equal(unlink("a.pgm"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_map_from_anywhere),
        cmocka_unit_test(failures),
        cmocka_unit_test(memory_runs_out),
        cmocka_unit_test(named_files),
        cmocka_unit_test(named_files_without_a_host),
    };
    return run_unit_tests(tests);
}
