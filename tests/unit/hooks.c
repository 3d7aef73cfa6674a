// hooks.c: internal checks and log lines reach the host's hooks; without hooks a failed check aborts, and
// says where. Linked with an engine that has its checks in every build type.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "agents/neighbours.h"
#include "hierarchy/entrance.h"
#include "wend/wend.h"

typedef struct heard {
    int32_t failures, lines;
    char condition[100], file[300], text[600];
    int32_t line;
    wend_log_level level;
} heard;

static void note_failure(const char* condition, const char* file, int32_t line, void* context) {
    heard* h = context;
    h->failures++;
    snprintf(h->condition, sizeof h->condition, "%s", condition);
    snprintf(h->file, sizeof h->file, "%s", file);
    h->line = line;
}

static void note_line(wend_log_level level, const char* text, void* context) {
    heard* h = context;
    h->lines++;
    h->level = level;
    snprintf(h->text, sizeof h->text, "%s", text);
}

static void a_failed_check_reaches_the_host(void** state) {
    (void)state;
    heard h = {0};
    const wend_hooks hooks = {.assert_failed = note_failure, .context = &h};
    wend_set_hooks(&hooks);
    wendi_partition clusters = wendi_partition_of(100, 100, 31);
    wendi_cluster_rect(&clusters, 3);
    assert_int_equal(h.failures, 0);
    wendi_cluster_rect(&clusters, -1); // no such cluster
    assert_int_equal(h.failures, 1);
    assert_non_null(strstr(h.condition, "cluster >= 0"));
    assert_non_null(strstr(h.file, "entrance.c"));
    assert_true(h.line > 0);
    WENDI_ASSERT(h.failures == 1);
    WENDI_ASSERT(h.failures == 7);
    assert_int_equal(h.failures, 2);
    assert_string_equal(h.condition, "h.failures == 7");
    assert_non_null(strstr(h.file, "hooks.c"));
    wend_set_hooks(NULL);
}

static void without_hooks_a_failed_check_aborts(void** state) {
    (void)state;
    const wend_hooks only_log = {.log = note_line};
    for (int32_t i = 0; i < 2; i++) {
        int ends[2];
        assert_int_equal(pipe(ends), 0);
        pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            signal(SIGABRT, SIG_DFL);
            dup2(ends[1], STDERR_FILENO);
            wend_set_hooks(i == 1 ? &only_log : NULL);
            wendi_partition clusters = wendi_partition_of(100, 100, 31);
            wendi_cluster_rect(&clusters, 1000);
            _exit(0);
        }
        close(ends[1]);
        char text[600] = "";
        size_t used = 0;
        for (ssize_t got; used < sizeof text - 1; used += (size_t)got)
            if ((got = read(ends[0], text + used, sizeof text - 1 - used)) <= 0) break;
        close(ends[0]);
        int status = 0;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
        assert_non_null(strstr(text, "entrance.c:"));
        assert_non_null(strstr(text, "cluster >= 0 && cluster < "));
    }
}

static void failures_are_logged(void** state) {
    (void)state;
    heard h = {0};
    const wend_hooks hooks = {.log = note_line, .context = &h};
    wend_world* world = NULL;
    wend_error error;
    assert_int_equal(wend_world_open("no/such.wend", NULL, &world, NULL), WEND_ERROR_IO); // nobody listens
    wend_set_hooks(&hooks);
    assert_int_equal(wend_world_open("no/such.wend", NULL, &world, &error), WEND_ERROR_IO);
    assert_int_equal(h.lines, 1);
    assert_int_equal(h.level, WEND_LOG_WARNING);
    assert_string_equal(h.text, error.text);
    assert_int_equal(wend_world_open("no/such.wend", NULL, &world, NULL), WEND_ERROR_IO);
    assert_int_equal(h.lines, 2); // also when no error text is wanted
    wend_set_hooks(NULL);
    assert_int_equal(wend_world_open("no/such.wend", NULL, &world, NULL), WEND_ERROR_IO);
    assert_int_equal(h.lines, 2);
}

// A world that is built, searched, edited, refreshed, walked by a crowd, saved and opened.
static void work(wend_connectivity connectivity, bool costs) {
    wend_grid_def grid_def = wend_default_grid_def();
    grid_def.width = 200;
    grid_def.height = 150;
    grid_def.connectivity = connectivity;
    grid_def.class_costs[2] = costs ? 5 : 1;
    wend_grid* grid = NULL;
    wend_world *world = NULL, *copy = NULL;
    wend_world_def world_def = wend_default_world_def();
    world_def.cluster_size = 15;
    assert_int_equal(wend_grid_create(&grid_def, &grid), WEND_OK);
    for (int32_t i = 0; i < 60; i++) // walls and ground all over
        wend_grid_fill(grid, (wend_rect){i * 37 % 180, i * 53 % 140, 1 + i % 17, 1 + i % 9}, i % 3 ? 2 : 0);
    assert_int_equal(wend_world_build(&grid, &world_def, &world), WEND_OK);
    wend_search_def search_def = wend_default_search_def();
    wend_search* search = NULL;
    wend_path* path = NULL;
    assert_int_equal(wend_search_create(&search_def, &search), WEND_OK);
    assert_int_equal(wend_path_create(NULL, &path), WEND_OK);
    for (int32_t i = 0; i < 40; i++) {
        wend_query query = wend_default_query((wend_tile){i * 29 % 200, i * 71 % 150},
                                              (wend_tile){i * 83 % 200, i * 47 % 150});
        query.algorithm = (wend_algorithm)(i % WEND_ALGORITHM_COUNT);
        query.refinement = (wend_refinement)(i / 5 % WEND_REFINEMENT_COUNT);
        query.smooth = true;
        assert_int_equal(wend_find_path(search, world, &query, path, NULL), WEND_OK);
        wend_edit edit = {.area = {i * 31 % 180, i * 17 % 140, 1 + i % 5, 1 + i % 7},
                          .terrain_class = (uint8_t)(i % 3)};
        assert_int_equal(wend_world_edit(world, &edit, 1, NULL), WEND_OK);
        if (i % 8 == 7) assert_int_equal(wend_world_refresh(world, 0, NULL), WEND_OK);
    }
    wend_world_counts counts;
    assert_int_equal(wend_world_count(world, &counts), WEND_OK);
    wend_crowd_def crowd_def = wend_default_crowd_def();
    wend_crowd* crowd = NULL;
    assert_int_equal(wend_crowd_create(world, &crowd_def, &crowd), WEND_OK);
    wend_agent_id ids[40] = {{0}};
    for (int32_t i = 0; i < 40; i++) {
        wend_agent body = {.position = {(float)(i * 5 % 200) + 0.5f, (float)(i * 7 % 150) + 0.5f},
                           .max_speed = 5,
                           .max_acceleration = 30,
                           .radius = 0.3f};
        if (wend_crowd_add(crowd, &body, &ids[i]) == WEND_OK)
            wend_crowd_send(crowd, ids[i], (wend_tile){i % 2 ? 100 : 60, 75});
    }
    for (int32_t i = 0; i < 200; i++) {
        assert_int_equal(wend_crowd_tick(crowd, 1.0f / 20), WEND_OK);
        if (i % 10 == 0) wend_crowd_remove(crowd, ids[i / 10]);
    }
    assert_int_equal(wend_world_refresh(world, 0, NULL), WEND_OK);
    void* bytes = NULL;
    size_t size = 0;
    assert_int_equal(wend_world_save_memory(world, NULL, &bytes, &size, NULL), WEND_OK);
    assert_int_equal(wend_world_open_memory(bytes, size, NULL, &copy, NULL), WEND_OK);
    assert_true(wend_world_hash(copy) == wend_world_hash(world));
    free(bytes);
    wend_crowd_destroy(crowd);
    wend_path_destroy(path);
    wend_search_destroy(search);
    wend_world_destroy(copy);
    wend_world_destroy(world);
}

static void ordinary_work_fails_no_check(void** state) {
    (void)state;
    heard h = {0};
    const wend_hooks hooks = {.assert_failed = note_failure, .context = &h};
    wend_set_hooks(&hooks);
    for (int32_t c = 0; c < WEND_CONNECTIVITY_COUNT; c++)
        for (int32_t costs = 0; costs < 2; costs++) work((wend_connectivity)c, costs);
    wend_set_hooks(NULL);
    if (h.failures > 0) fail_msg("%d failed, the last: %s:%d: %s", h.failures, h.file, h.line, h.condition);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_failed_check_reaches_the_host),
        cmocka_unit_test(without_hooks_a_failed_check_aborts),
        cmocka_unit_test(failures_are_logged),
        cmocka_unit_test(ordinary_work_fails_no_check),
    };
    return cmocka_run_group_tests_name(__FILE__, tests, NULL, NULL);
}
