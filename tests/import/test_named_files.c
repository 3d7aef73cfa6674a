// Does a map reach only regular files of its own folder, however it names them? Every format that names files
// (YAML, TMX, TMJ, each line of a recipe) names every kind of thing that it must not read.
#include "files.h"
#include "read.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST_SECONDS = 60 }; // for all: nothing waits for a pipe

// ---- maps, with %s where they name a file

typedef struct namer {
    const char* file;
    const char* text;
} namer;

static const namer namers[] = {
    {"in/map.yaml",
     "image: %s\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n"},
    {"in/map.tmx",
     "<map orientation=\"orthogonal\" width=\"2\" height=\"1\" tilewidth=\"8\" tileheight=\"8\">"
     "<tileset firstgid=\"1\" source=\"%s\"/><layer width=\"2\" height=\"1\"><data "
     "encoding=\"csv\">1,2</data></layer></map>"},
    {"in/map.tmj",
     "{\"height\":1,\"layers\":[{\"data\":[1,2],\"height\":1,\"type\":\"tilelayer\",\"width\":2}],"
     "\"tilesets\":[{\"firstgid\":1,\"source\":\"%s\"}],\"width\":2}"},
    {"in/base.recipe", "wend recipe 1\nbase %s\n"},
    {"in/layer.recipe", "wend recipe 1\nbase good.pgm\nlayer %s\n"},
    {"in/mask.recipe", "wend recipe 1\nbase good.pgm\nlayer %s mask cost=3\n"},
    {"in/links.recipe", "wend recipe 1\nbase good.pgm\nlinks %s\n"},
    {"in/walls.recipe", "wend recipe 1\nbase good.pgm\nwalls %s\n"},
    {"in/palette.recipe", "wend recipe 1\nbase good.pgm rule=palette palette=%s\n"},
};
enum { NAMERS = sizeof namers / sizeof *namers };

// Good for all formats: each of them is refused for where it lies, or for what it is, not for what is in it.
static const struct {
    const char* name;
    bool for_tiled; // a Tiled map may reach its parent folder
} outside[] = {
    {"../out.pgm", false},   {"sub/../../out.pgm", false}, {"./../out.pgm", false},
    {"link.pgm", false},     {"sub/link.pgm", false},      {"/etc/passwd", true},
    {"../../far.pgm", true}, {"farlink.pgm", true},        {"sub/../../../far.pgm", true},
    {"/dev/null", true},
};
enum { OUTSIDE = sizeof outside / sizeof *outside };

// Inside, but no regular files.
static const char* const no_files[] = {"pipe", "sub", ".", "socket", "zero", "sub/pipe"};
enum { NO_FILES = sizeof no_files / sizeof *no_files };

static const char good[] = "P2 2 1 255 255 250\n";

static void make_pipe(const char* name) {
    assert_int_equal(mkfifo(name, 0600), 0);
}

static void make_socket(const char* name) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    snprintf(address.sun_path, sizeof address.sun_path, "%s", name);
    const int descriptor = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(descriptor >= 0);
    assert_int_equal(bind(descriptor, (struct sockaddr*)&address, sizeof address), 0);
    close(descriptor);
}

static int enter(void** state) {
    (void)state;
    files_enter();
    assert_int_equal(mkdir("home", 0700), 0);
    assert_int_equal(mkdir("home/in", 0700), 0);
    assert_int_equal(mkdir("home/in/sub", 0700), 0);
    files_put("far.pgm", good, sizeof good - 1);
    assert_int_equal(chdir("home"), 0);
    files_put("out.pgm", good, sizeof good - 1);
    files_put("in/good.pgm", good, sizeof good - 1);
    assert_int_equal(symlink("../out.pgm", "in/link.pgm"), 0);
    assert_int_equal(symlink("../../out.pgm", "in/sub/link.pgm"), 0);
    assert_int_equal(symlink("../../far.pgm", "in/farlink.pgm"), 0);
    assert_int_equal(symlink("good.pgm", "in/inlink.pgm"), 0);
    assert_int_equal(symlink("/dev/zero", "in/zero"), 0);
    make_pipe("in/pipe");
    make_pipe("in/sub/pipe");
    make_socket("in/socket");
    alarm(MOST_SECONDS);
    return 0;
}

static int leave(void** state) {
    (void)state;
    alarm(0);
    static const char* const names[] = {"in/sub/link.pgm", "in/sub/pipe",    "in/sub",        "in/good.pgm",
                                        "in/link.pgm",     "in/farlink.pgm", "in/inlink.pgm", "in/zero",
                                        "in/pipe",         "in/socket"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) remove(names[i]);
    for (int32_t i = 0; i < NAMERS; i++) remove(namers[i].file);
    remove("in");
    remove("out.pgm");
    if (chdir("..") != 0) return 1;
    remove("home");
    files_leave();
    return 0;
}

static wend_result import(const namer* n, const char* named, wend_error* error) {
    char text[1000];
    wend_grid* grid = NULL;
    const wend_import_def def = wend_default_import_def();
    const int length = snprintf(text, sizeof text, n->text, named);
    files_put(n->file, text, (size_t)length);
    const wend_result result = wend_import_file(n->file, &def, &grid, NULL, error);
    assert_true((grid != NULL) == (result == WEND_OK));
    wend_grid_destroy(grid);
    return result;
}

static bool is_tiled(const namer* n) {
    return strstr(n->file, ".tm") != NULL;
}

static void files_outside_are_refused(void** state) {
    (void)state;
    wend_error error;
    for (int32_t i = 0; i < NAMERS; i++)
        for (int32_t k = 0; k < OUTSIDE; k++) {
            if (is_tiled(&namers[i]) && !outside[k].for_tiled) continue;
            const wend_result result = import(&namers[i], outside[k].name, &error);
            if (result != WEND_ERROR_FORMAT || !strstr(error.text, "lies outside"))
                fail_msg("%s names %s: %s", namers[i].file, outside[k].name, error.text);
            check_error_line(&error, result, namers[i].file);
        }
}

static void only_regular_files_are_read(void** state) {
    (void)state;
    wend_error error;
    for (int32_t i = 0; i < NAMERS; i++)
        for (int32_t k = 0; k < NO_FILES; k++) {
            const wend_result result = import(&namers[i], no_files[k], &error);
            if (result == WEND_OK ||
                (!strstr(error.text, "expected a") && !strstr(error.text, "lies outside") &&
                 !strstr(error.text, "cannot be opened")))
                fail_msg("%s names %s: %s", namers[i].file, no_files[k], error.text);
            check_error_line(&error, result, namers[i].file);
        }
}

// Otherwise the two above could be refused for any reason.
static void files_inside_are_read(void** state) {
    (void)state;
    static const char* const names[] = {"good.pgm", "./good.pgm", "sub/../good.pgm", "inlink.pgm"};
    wend_error error = {.text = ""};
    for (size_t k = 0; k < 4; k++) {
        if (import(&namers[0], names[k], &error) != WEND_OK) fail_msg("%s: %s", names[k], error.text);
        if (import(&namers[3], names[k], &error) != WEND_OK) fail_msg("%s: %s", names[k], error.text);
        if (import(&namers[4], names[k], &error) != WEND_OK) fail_msg("%s: %s", names[k], error.text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_inside_are_read),
        cmocka_unit_test(files_outside_are_refused),
        cmocka_unit_test(only_regular_files_are_read),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
