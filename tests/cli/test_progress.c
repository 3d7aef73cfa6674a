// test_progress.c: what does a progress bar show on a terminal, and what does it estimate?
#define _XOPEN_SOURCE 700
#include "clock.h"
#include "progress.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// ---- the rest of the program

static uint64_t now_ns;
static int notes;

uint64_t clock_wall_ns(void* context) {
    (void)context;
    return now_ns;
}
double cli_seconds_since(uint64_t start_ns) {
    return (double)(now_ns - start_ns) * 1e-9;
}
void cli_note(const char* format, ...) {
    (void)format;
    notes++;
}

// ---- the estimate

static void the_estimate(void** state) {
    (void)state;
    char text[32];
    assert_string_equal(progress_remaining(0.5, 0.9, text), ""); // too early
    assert_string_equal(progress_remaining(0.01, 100, text), "");
    assert_string_equal(progress_remaining(0, 100, text), "");
    assert_string_equal(progress_remaining(0.5, 10, text), "about 10 s left");
    assert_string_equal(progress_remaining(0.25, 30, text), "about 90 s left");
    assert_string_equal(progress_remaining(0.25, 31, text), "about 2 min left");
    assert_string_equal(progress_remaining(0.5, 3540, text), "about 59 min left");
    assert_string_equal(progress_remaining(0.5, 3600, text), "about 1 h 0 min left");
    assert_string_equal(progress_remaining(0.02, 360000, text), "about 4900 h 0 min left");
    assert_string_equal(progress_remaining(1, 50, text), "about 0 s left");
    assert_string_equal(progress_remaining(2, 50, text), "");
}

// ---- on a terminal

static char said[4096];

// What the bar writes to stderr, if that is a new terminal or else a pipe.
static void record(bool is_terminal) {
    int ends[2] = {-1, -1};
    if (is_terminal) {
        ends[0] = posix_openpt(O_RDWR | O_NOCTTY);
        if (ends[0] < 0) skip(); // a machine without /dev/pts
        assert_true(ends[0] >= 0 && grantpt(ends[0]) == 0 && unlockpt(ends[0]) == 0);
        ends[1] = open(ptsname(ends[0]), O_RDWR | O_NOCTTY);
    } else {
        assert_int_equal(pipe(ends), 0);
    }
    assert_true(ends[1] >= 0);
    fflush(stderr);
    const int before = dup(2);
    dup2(ends[1], 2);
    now_ns = 5000000000;
    progress bar = progress_start("build", false);
    progress_report(0.1, &bar); // too early
    now_ns += 4000000000;
    progress_report(0.5, &bar);
    now_ns += 1000000;
    progress_report(0.6, &bar); // too soon after the last one
    progress_end(&bar);
    fprintf(stderr, "end");
    fflush(stderr);
    dup2(before, 2);
    close(before);
    // A terminal may hand over less than was written: read until the last word is there.
    size_t size = 0;
    said[0] = '\0';
    do {
        const ssize_t got = read(ends[0], said + size, sizeof said - 1 - size);
        if (got <= 0) break;
        size += (size_t)got;
        said[size] = '\0';
    } while (!strstr(said, "end") && size < sizeof said - 1);
    close(ends[0]);
    close(ends[1]);
}

static void a_terminal_shows_the_bar(void** state) {
    (void)state;
    notes = 0;
    record(true);
    static const char bar[] = "\rbuild    [###############...............]  50 %  about 4 s left";
    assert_memory_equal(said, bar, strlen(bar));
    char* wiped = strchr(said + 1, '\r'); // blanks over all of it
    assert_non_null(wiped);
    assert_true(strspn(wiped + 1, " ") >= (size_t)(wiped - said) - 1);
    assert_string_equal(strrchr(said, '\r'), "\rend");
    assert_true(wiped - said < 80); // fits on a line
    assert_int_equal(notes, 1);
}

static void a_pipe_shows_none(void** state) {
    (void)state;
    record(false);
    assert_string_equal(said, "end");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_estimate),
        cmocka_unit_test(a_terminal_shows_the_bar),
        cmocka_unit_test(a_pipe_shows_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
