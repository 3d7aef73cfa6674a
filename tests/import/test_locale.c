// Does an import report the same in a program whose locale uses a decimal comma? Exit 77: no such locale can
// be created.
#include "files.h"
#include "read.h"
#include "unit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char* const texts[] = {
    "P2\n3 2\n255\n255 240 220\n217 216 0\n",                   // meanings
    "P2\n4 1\n255\n10 20 30 40\n",                              // a warning
    "1.5\n2\n2\n..\n.x\n",                                      // a side that is no whole number
    "1\n2.5\n2\n..\n.x\n",                                      // an error with a number
    "-0.5\n2\n2\n..\n.x\n",                                     // likewise
    "type octile\nheight 1\nwidth 3\nmap\n.ST\n",               // costs from the definition
    "image: a.pgm\nresolution: -0.5\norigin: [0, 0, 0]\n",      // YAML
    "wend recipe 1\nbase a.pgm blocked-below=0.25 rule=linear", // settings of a recipe; there is no such file
    "wend recipe 1\nbase a.pgm blocked-below=1.5",
};
enum { COUNT = sizeof texts / sizeof *texts };

typedef struct answer {
    wend_result result;
    char error[sizeof((wend_error*)NULL)->text];
    wend_import_info info;
    uint64_t hash;
} answer;

static void ask(const char* text, answer* out) {
    wend_import_def def = wend_default_import_def();
    def.letters = "~=2.5";
    def.swamp_cost = 1.25f;
    reading r = read_bytes(text, strlen(text), &def);
    memset(out, 0, sizeof *out);
    out->result = r.result;
    if (r.result != WEND_OK) {
        strcpy(out->error, r.error.text);
        return;
    }
    out->info = r.info;
    out->hash = wend_grid_hash(r.grid);
    wend_grid_destroy(r.grid);
}

static answer plain[COUNT], here[COUNT];

static void a_comma_in_the_locale_changes_nothing(void** state) {
    (void)state;
    char was[8];
    snprintf(was, sizeof was, "%.1f", 0.5);
    assert_string_equal(was, "0,5"); // of the host
    for (int32_t i = 0; i < COUNT; i++) {
        ask(texts[i], &here[i]);
        assert_int_equal(here[i].result, plain[i].result);
        assert_string_equal(here[i].error, plain[i].error);
        assert_true(here[i].hash == plain[i].hash);
        assert_string_equal(here[i].info.warning, plain[i].info.warning);
        assert_memory_equal(here[i].info.meanings, plain[i].info.meanings, sizeof here[i].info.meanings);
    }
    assert_non_null(strstr(plain[0].info.meanings[255], "1.0000"));
    assert_non_null(strstr(plain[1].info.warning, "0.157"));
    assert_non_null(strstr(plain[3].error, "2.5"));
    snprintf(was, sizeof was, "%.1f", 0.5);
    assert_string_equal(was, "0,5"); // still
}

static void errors_of_the_system_are_the_same(void** state) {
    (void)state;
    wend_import_def def = wend_default_import_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_error error;
    assert_int_equal(wend_import_file("none", &def, &grid, NULL, &error), WEND_ERROR_IO);
    assert_string_equal(error.text, "none: cannot be opened: No such file or directory");
    assert_int_equal(wend_world_open("none", NULL, &world, &error), WEND_ERROR_IO);
    assert_non_null(strstr(error.text, "No such file or directory"));
}

int main(void) {
    for (int32_t i = 0; i < COUNT; i++) ask(texts[i], &plain[i]);
    files_enter();
    char folder[1000];
    bool made = getcwd(folder, sizeof folder) != NULL &&
                system("localedef -i de_DE -f UTF-8 ./de_DE.UTF-8 >/dev/null 2>&1") == 0 &&
                setenv("LOCPATH", folder, 1) == 0 && setlocale(LC_ALL, "de_DE.UTF-8") != NULL;
    if (system("rm -rf ./de_DE.UTF-8") != 0) return 1;
    if (!made) {
        printf("skipped: localedef cannot make the locale de_DE.UTF-8 (Debian: locales)\n");
        files_leave();
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_comma_in_the_locale_changes_nothing),
        cmocka_unit_test(errors_of_the_system_are_the_same),
    };
    int failed = run_unit_tests(tests);
    files_leave();
    return failed;
}
