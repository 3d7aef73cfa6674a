// test_options.c: does a command take any number of options, and a command line any number of them?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "options.h"

enum { OPTIONS = 300 };

typedef struct arguments {
    bool flags[OPTIONS];
    option_list list;
} arguments;

static char names[OPTIONS][16];
static option table[OPTIONS + 2]; // the flags "name-0" and so on, and "list"
static const command many = {.name = "many", .options = table};

static void fill_table(void) {
    for (int i = 0; i < OPTIONS; i++) {
        snprintf(names[i], sizeof names[i], "name-%d", i);
        table[i] = (option){OPTION_FLAG, .name = names[i], .help = "", .offset = (size_t)i * sizeof(bool)};
    }
    table[OPTIONS] =
        (option){OPTION_LIST, .name = "list", .value = "N", .help = "", .offset = offsetof(arguments, list)};
}

// What parsing returns; the text says what it prints on standard error.
static int parse(int argc, char** argv, arguments* out, char text[200]) {
    FILE* caught = tmpfile();
    const int before = dup(2);
    assert_non_null(caught);
    fflush(stderr);
    assert_int_equal(dup2(fileno(caught), 2), 2);
    const int code = options_parse(&many, argc, argv, out);
    fflush(stderr);
    dup2(before, 2);
    close(before);
    rewind(caught);
    text[fread(text, 1, 199, caught)] = '\0';
    fclose(caught);
    return code;
}

static void commands_have_any_number_of_options(void** state) {
    (void)state;
    char words[OPTIONS][20], text[200], *argv[OPTIONS + 1] = {"many"};
    arguments found = {0};
    for (int i = 0; i < OPTIONS; i++) {
        snprintf(words[i], sizeof words[i], "--name-%d", i);
        argv[1 + i] = words[i];
    }
    assert_int_equal(parse(OPTIONS + 1, argv, &found, text), OPTIONS_GO);
    for (int i = 0; i < OPTIONS; i++) assert_true(found.flags[i]);
    argv[1] = "--nome-299";
    assert_int_equal(parse(2, argv, &found, text), CLI_USAGE);
    assert_non_null(strstr(text, "did you mean '--name-299'?"));
    table[OPTIONS - 1].need = REQUIRED;
    argv[1] = "--name-1";
    assert_int_equal(parse(2, argv, &found, text), CLI_USAGE);
    assert_non_null(strstr(text, "--name-299"));
    table[OPTIONS - 1].need = OPTIONAL;
}

static void options_repeat_any_number_of_times(void** state) {
    (void)state;
    enum { TIMES = 5000 };
    static char* argv[2 * TIMES + 1] = {"many"};
    char text[200];
    arguments found = {0};
    for (int i = 0; i < TIMES; i++) argv[1 + 2 * i] = "--list", argv[2 + 2 * i] = i % 2 ? "odd" : "even";
    assert_int_equal(parse(2 * TIMES + 1, argv, &found, text), OPTIONS_GO);
    assert_int_equal(found.list.count, TIMES);
    assert_string_equal(found.list.items[TIMES - 1], "odd");
    options_free(&many, &found);
}

int main(void) {
    fill_table();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_have_any_number_of_options),
        cmocka_unit_test(options_repeat_any_number_of_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
