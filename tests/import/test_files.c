// Which sources can a map come from, and what does the error say when a file cannot be read?
#include "files.h"
#include "read.h"
#include "unit.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const char checkers[] = "P1 2 2 01 10";

static wend_result import_file(const char* name, wend_grid** grid, wend_error* error) {
    wend_import_def def = wend_default_import_def();
    wend_import_info info;
    wend_result result = wend_import_file(name, &def, grid, &info, error);
    if (result != WEND_OK) check_error_line(error, result, strcmp(name, "-") == 0 ? "standard input" : name);
    return result;
}

static void check_checkers(wend_grid* grid) {
    assert_int_equal(wend_grid_passable_count(grid), 2);
    assert_true(wend_grid_passable(grid, (wend_tile){0, 0}));
    wend_grid_destroy(grid);
}

static void the_content_counts_not_the_name(void** state) {
    (void)state;
    static bytes file;
    picture p = {.width = 2, .height = 2, .channels = 1, .samples = {255, 0, 0, 255}};
    make_png(&file, &p, &(png_kind){.bits = 8});
    files_put("import_files.jpg", file.data, file.size);
    wend_grid* grid;
    wend_error error;
    assert_ok(import_file("import_files.jpg", &grid, &error));
    check_checkers(grid);
    wend_import_info a, b;
    wend_import_def def = wend_default_import_def();
    assert_ok(wend_import_file("import_files.jpg", &def, &grid, &a, NULL));
    wend_grid_destroy(grid);
    assert_ok(wend_import_memory(file.data, file.size, "x", &def, &grid, &b, NULL));
    wend_grid_destroy(grid);
    assert_true(a.source_hash == b.source_hash && a.source_hash != 0);
    assert_string_equal(a.format, "png");
    assert_ok(wend_import_file("import_files.jpg", &def, &grid, NULL, NULL));
    wend_grid_destroy(grid);
    remove("import_files.jpg");
}

static void what_is_no_file(void** state) {
    (void)state;
    wend_grid* grid = NULL;
    wend_error error;
    assert_int_equal(import_file("no such file", &grid, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "cannot be opened: No such file or directory"));
    assert_int_equal(import_file("/", &grid, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "is a directory; expected a file"));
    assert_int_equal(import_file("/dev/zero", &grid, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "expected a regular file"));
    files_put("import_files.empty", "", 0);
    assert_int_equal(import_file("import_files.empty", &grid, &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "the file is empty"));
    remove("import_files.empty");
    assert_null(grid);
}

static void standard_input(void** state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    int saved = dup(0);
    assert_int_equal(dup2(ends[0], 0), 0);
    assert_int_equal(write(ends[1], checkers, sizeof checkers - 1), (ssize_t)sizeof checkers - 1);
    close(ends[1]);
    close(ends[0]);
    wend_grid* grid;
    wend_error error;
    wend_result result = import_file("-", &grid, &error);
    wend_grid* none;
    wend_result again = import_file("-", &none, &error); // all has been read
    dup2(saved, 0);
    close(saved);
    assert_ok(result);
    check_checkers(grid);
    assert_int_equal(again, WEND_ERROR_FORMAT);
}

// More than one buffer long, with a comment as filling.
static void a_pipe_of_any_length(void** state) {
    (void)state;
    static const char name[] = "import_files.fifo";
    remove(name);
    assert_int_equal(mkfifo(name, 0600), 0);
    enum { FILLING = 300000 };
    pid_t writer = fork();
    if (writer == 0) {
        int fd = open(name, O_WRONLY);
        char* text = malloc(FILLING);
        if (fd < 0 || !text) _exit(1);
        memset(text, 'c', FILLING);
        text[0] = '#';
        text[FILLING - 1] = '\n';
        bool good = write(fd, "P1", 2) == 2;
        for (ssize_t at = 0, put_now; good && at < FILLING; at += put_now)
            good = (put_now = write(fd, text + at, (size_t)(FILLING - at))) > 0;
        good = good && write(fd, checkers + 2, sizeof checkers - 3) > 0;
        _exit(good ? 0 : 1);
    }
    wend_grid* grid;
    wend_error error;
    wend_result result = import_file(name, &grid, &error);
    int status;
    assert_int_equal(waitpid(writer, &status, 0), writer);
    remove(name);
    assert_int_equal(status, 0);
    assert_ok(result);
    check_checkers(grid);
}

static void names_in_messages(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_error error;
    static const struct {
        const char *name, *shown;
    } cases[] = {
        {"a\nb\tc\x7f.png", "a?b?c?.png"},
        {"gr\xc3\xbc\xc3\x9f.png", "gr\xc3\xbc\xc3\x9f.png"},
        {"\xff\xfe.png", "??.png"},
        {"\xc3", "?"},
        {"\xed\xa0\x80", "???"},
        {"\xc2\x85", "??"},
        {"\xf0\x9f\x97\xba", "\xf0\x9f\x97\xba"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(wend_import_memory("zz", 2, cases[i].name, &def, &grid, NULL, &error),
                         WEND_ERROR_FORMAT);
        check_error_line(&error, WEND_ERROR_FORMAT, cases[i].shown);
    }
    // the tail of a long name, whole characters, and the message after it
    char name[3001] = {0};
    for (int32_t i = 0; i < 3000; i++) name[i] = "\xe2\x82\xac"[i % 3];
    assert_int_equal(wend_import_memory("zz", 2, name, &def, &grid, NULL, &error), WEND_ERROR_FORMAT);
    assert_int_equal(strncmp(error.text, "...\xe2\x82\xac", 6), 0);
    assert_null(strchr(error.text, '?'));
    assert_non_null(strstr(error.text, "expected one of png"));
}

static reading read_checkers(const wend_import_def* def, const void* context) {
    (void)context;
    reading r = {.grid = NULL};
    r.result = wend_import_file("import_files.pbm", def, &r.grid, NULL, NULL);
    return r;
}

static void out_of_memory_while_reading(void** state) {
    (void)state;
    files_put("import_files.pbm", checkers, sizeof checkers - 1);
    check_out_of_memory(wend_default_import_def(), read_checkers, NULL);
    remove("import_files.pbm");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_content_counts_not_the_name),
        cmocka_unit_test(what_is_no_file),
        cmocka_unit_test(standard_input),
        cmocka_unit_test(a_pipe_of_any_length),
        cmocka_unit_test(names_in_messages),
        cmocka_unit_test(out_of_memory_while_reading),
    };
    return run_unit_tests(tests);
}
