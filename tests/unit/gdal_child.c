// gdal_child.c: how long does an importer wait for a program that reads rasters, and does that end with its
// host? The programs here are scripts.
#include "core/gdal_child.h"

#include "core/child.h"
#include "files.h"
#include "unit.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#if WIMP_HAS_CHILDREN

static wimp_talk_request request;

static wimp_gdal_child start(const char* text, int raster) {
    wimp_gdal_child child;
    wend_error error;
    files_put("program", text, strlen(text));
    assert_int_equal(chmod("program", 0700), 0);
    const wend_result result = wimp_gdal_start("./program", &request, raster, NULL, 0, "map", &child, &error);
    if (result != WEND_OK) fail_msg("%s", error.text);
    return child;
}

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void silence_ends(void** state) {
    (void)state;
    wimp_gdal_child child = start("#!/bin/sh\nexec sleep 1000\n", -1);
    wend_error error;
    char bytes[10];
    child.patience_ms = 300;
    const double begin = seconds();
    assert_false(wimp_gdal_read(&child, bytes, sizeof bytes));
    assert_true(seconds() - begin < 60);
    wimp_gdal_end(&child);
    assert_true(seconds() - begin < 60);
    assert_int_equal(wimp_gdal_fail_early(&child, "map", &error), WEND_ERROR_FORMAT);
    assert_non_null(strstr(error.text, "map: ./program has said nothing for"));
}

// Signals of the host, as of a timer, are no progress.
static void nothing(int number) {
    (void)number;
}

static void silence_ends_under_signals(void** state) {
    (void)state;
    const struct sigaction ignore = {.sa_handler = nothing};
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
    const struct itimerspec often = {{0, 50000000}, {0, 50000000}};
    timer_t timer;
    assert_int_equal(sigaction(SIGUSR1, &ignore, NULL), 0);
    wimp_gdal_child child = start("#!/bin/sh\nexec sleep 1000\n", -1);
    assert_int_equal(timer_create(CLOCK_MONOTONIC, &event, &timer), 0);
    assert_int_equal(timer_settime(timer, 0, &often, NULL), 0);
    char byte;
    child.patience_ms = 500;
    assert_false(wimp_gdal_read(&child, &byte, 1));
    assert_true(child.is_silent);
    timer_delete(timer);
    wimp_gdal_end(&child);
}

static void progress_extends_the_time(void** state) {
    (void)state;
    wimp_gdal_child child =
        start("#!/bin/sh\nfor i in 1 2 3 4 5 6; do sleep 0.5; printf x; done\nsleep 1000\n", -1);
    char bytes[6];
    child.patience_ms = 2000;
    assert_true(wimp_gdal_read(&child, bytes, sizeof bytes)); // after 3 seconds
    assert_memory_equal(bytes, "xxxxxx", 6);
    assert_false(child.is_silent);
    assert_false(wimp_gdal_read(&child, bytes, 1));
    assert_true(child.is_silent);
    wimp_gdal_end(&child);
}

// An end is not silence.
static void an_early_end(void** state) {
    (void)state;
    wimp_gdal_child child = start("#!/bin/sh\nhead -c 1 > /dev/null\n", -1); // once it was asked
    char byte;
    assert_false(wimp_gdal_read(&child, &byte, 1));
    assert_false(child.is_silent);
    wimp_gdal_end(&child);
}

// The raster is open in the program, whatever else the host has open, and nothing more.
static void the_raster_is_open(void** state) {
    (void)state;
    files_put("map", "content", 7);
    FILE* other = fopen("map", "r");
    FILE* map = fopen("map", "r");
    assert_true(map && other);
    wimp_gdal_child child =
        start("#!/bin/sh\ncat <&3\n(: <&4) 2>/dev/null && echo more\necho end\n", fileno(map));
    char bytes[11];
    assert_true(wimp_gdal_read(&child, bytes, sizeof bytes));
    assert_memory_equal(bytes, "contentend\n", 11);
    wimp_gdal_end(&child);
    fclose(map);
    fclose(other);
}

// A host that is killed cannot end its program.
static void it_ends_with_its_host(void** state) {
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    fflush(stdout);
    const pid_t host = fork();
    if (host == 0) {
        wimp_gdal_child child = start("#!/bin/sh\nprintf x >&3\nexec sleep 1000\n", ends[1]);
        (void)child;
        close(ends[0]);
        for (;;) pause();
    }
    close(ends[1]);
    char byte = 0;
    assert_int_equal(read(ends[0], &byte, 1), 1); // it runs
    assert_int_equal(kill(host, SIGKILL), 0);
    assert_int_equal(waitpid(host, NULL, 0), host);
    alarm(60);
    assert_int_equal(read(ends[0], &byte, 1), 0); // nobody holds the pipe any more
    alarm(0);
    close(ends[0]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(silence_ends),       cmocka_unit_test(silence_ends_under_signals),
        cmocka_unit_test(an_early_end),       cmocka_unit_test(progress_extends_the_time),
        cmocka_unit_test(the_raster_is_open), cmocka_unit_test(it_ends_with_its_host),
    };
    files_enter();
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    files_leave();
    return failed;
}
#else
int main(void) {
    puts("skipped: this system has no such children");
    return 77;
}
#endif
