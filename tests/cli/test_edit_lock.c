// test_edit_lock.c: does an edit wait for another one of the same world, and notice what others changed
// meanwhile?
#define _DEFAULT_SOURCE
#include "edit_lock.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

// ---- the rest of the program

static char said[200];
static int notes;

int cli_fail(int code, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    return code;
}
void cli_note(const char* format, ...) {
    (void)format;
    notes++;
}

// ---- files

static char folder[] = "/tmp/edit_lock.XXXXXX";

static void write_file(const char* name, const char* text) {
    FILE* file = fopen(name, "wb");
    assert_non_null(file);
    assert_true(fputs(text, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

static void replace_file(const char* name, const char* text) {
    write_file("temporary", text);
    assert_int_equal(rename("temporary", name), 0);
}

static int enter(void** state) {
    (void)state;
    if (mkdtemp(folder) == NULL || chdir(folder) != 0) return 1;
    write_file("world", "old");
    return 0;
}

static int leave(void** state) {
    (void)state;
    unlink("world");
    unlink("patch");
    return chdir("/") != 0 || rmdir(folder) != 0;
}

// ---- tests

static void an_unchanged_file_may_be_replaced(void** state) {
    (void)state;
    edit_lock lock;
    assert_int_equal(edit_lock_take("world", "patch", &lock), CLI_OK);
    assert_true(lock.descriptor >= 0 && !lock.has_patch);
    assert_int_equal(edit_lock_check(&lock), CLI_OK);
    edit_lock_release(&lock);
    assert_int_equal(lock.descriptor, -1);
    const edit_lock none = EDIT_LOCK_NONE;
    assert_int_equal(edit_lock_check(&none), CLI_OK);
}

static void a_change_by_others_is_reported(void** state) {
    (void)state;
    edit_lock lock;
    assert_int_equal(edit_lock_take("world", NULL, &lock), CLI_OK);
    replace_file("world", "new");
    assert_int_equal(edit_lock_check(&lock), CLI_RESOURCE);
    assert_string_equal(said, "world: changed by another program while it was edited; edit it again");
    edit_lock_release(&lock);
    assert_int_equal(edit_lock_take("world", NULL, &lock), CLI_OK);
    write_file("world", "another"); // in place
    assert_int_equal(edit_lock_check(&lock), CLI_RESOURCE);
    edit_lock_release(&lock);
    assert_int_equal(edit_lock_take("world", "patch", &lock), CLI_OK);
    write_file("patch", "one");
    assert_int_equal(edit_lock_check(&lock), CLI_RESOURCE);
    assert_string_equal(said, "patch: changed by another program while it was edited; edit it again");
    edit_lock_release(&lock);
    assert_int_equal(edit_lock_take("world", "patch", &lock), CLI_OK);
    assert_true(lock.has_patch);
    assert_int_equal(edit_lock_check(&lock), CLI_OK);
    unlink("patch");
    assert_int_equal(edit_lock_check(&lock), CLI_RESOURCE);
    edit_lock_release(&lock);
}

// Whoever waited locks the file that the name leads to now.
static void an_edit_waits_for_another(void** state) {
    (void)state;
    int ready[2];
    assert_int_equal(pipe(ready), 0);
    const pid_t child = fork();
    if (child == 0) {
        edit_lock lock;
        if (edit_lock_take("world", NULL, &lock) != CLI_OK || write(ready[1], "x", 1) != 1) _exit(1);
        usleep(100000);
        FILE* file = fopen("temporary", "wb");
        if (file == NULL || fputs("by the other", file) < 0 || fclose(file) != 0) _exit(1);
        if (edit_lock_check(&lock) != CLI_OK || rename("temporary", "world") != 0) _exit(1);
        _exit(0);
    }
    char byte;
    assert_int_equal(read(ready[0], &byte, 1), 1);
    edit_lock lock;
    notes = 0;
    assert_int_equal(edit_lock_take("world", NULL, &lock), CLI_OK);
    assert_int_equal(notes, 1);
    int status = 1;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    char text[20] = "";
    assert_int_equal(read(lock.descriptor, text, sizeof text - 1), 12);
    assert_string_equal(text, "by the other");
    assert_int_equal(edit_lock_check(&lock), CLI_OK);
    edit_lock_release(&lock);
    close(ready[0]);
    close(ready[1]);
}

static void a_world_that_is_not_there_is_left_to_whoever_opens_it(void** state) {
    (void)state;
    edit_lock lock;
    assert_int_equal(edit_lock_take("missing", NULL, &lock), CLI_OK);
    assert_int_equal(lock.descriptor, -1);
    edit_lock_release(&lock);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_unchanged_file_may_be_replaced),
        cmocka_unit_test(a_change_by_others_is_reported),
        cmocka_unit_test(an_edit_waits_for_another),
        cmocka_unit_test(a_world_that_is_not_there_is_left_to_whoever_opens_it),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
