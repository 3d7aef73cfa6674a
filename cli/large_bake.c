// large_bake.c: bakes that are bounded in memory, through wend_bake.
#define _XOPEN_SOURCE 700 // sysconf
#include "large_bake.h"
#include "clock.h"
#include "output.h"

#include "wend/private.h"
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    MOST_TILE_BYTES = 24, // of a world and its build, except for maps of scattered single tiles
    USUAL_TILE_BYTES = 6,
    WORKER_BYTES = 12 << 20, // with less, tasks are so small that they waste time
    BASE_BYTES = 16 << 20
};

// ---- memory

static int64_t machine_bytes(void) {
    const long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0 ? (int64_t)pages * size : 0;
}

int large_bake_parse_memory(const char* text, int64_t* out) {
    const int64_t quarter = machine_bytes() / 4;
    *out = quarter > WEND_BAKE_MIN_MEMORY ? quarter : WEND_BAKE_MIN_MEMORY;
    if (text == NULL) return CLI_OK;
    static const char suffixes[] = "KMGT";
    char* end = NULL;
    const double number = strtod(text, &end);
    double unit = 1;
    const char* suffix = *end != '\0' ? strchr(suffixes, *end & ~0x20) : NULL;
    if (suffix != NULL) {
        for (const char* s = suffixes; s <= suffix; s++) unit *= 1024;
        end++;
    }
    const double bytes = number * unit;
    if (end == text || *end != '\0' || !(bytes >= (double)WEND_BAKE_MIN_MEMORY) || !(bytes <= 1e18))
        return command_fail(CLI_USAGE, "--memory expects at least %lldM, such as 2G, got '%s'",
                            (long long)WEND_BAKE_MIN_MEMORY >> 20, text);
    *out = (int64_t)bytes;
    return CLI_OK;
}

int large_bake_check_memory(const large_bake* large, const wend_grid* grid) {
    const int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    if (large->bake != NULL || tiles <= large->memory_bytes / USUAL_TILE_BYTES) return CLI_OK;
    char needed[32], allowed[32];
    return cli_fail(
        CLI_RESOURCE,
        "%s: %d x %d tiles need about %s to be baked in memory, as links, walls, closed steps, profiles, "
        "recipes, --dry-run and -o - are; allow more than %s with --memory",
        large->input, wend_grid_width(grid), wend_grid_height(grid),
        cli_bytes_text(tiles * USUAL_TILE_BYTES, needed), cli_bytes_text(large->memory_bytes, allowed));
}

// ---- signals

static volatile sig_atomic_t interrupted;

static void note_interrupt(int number) {
    (void)number;
    interrupted = 1;
}

// Lets a signal stop the work instead of the program. A second one ends the program at once.
static void watch_signals(void) {
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = note_interrupt, .sa_flags = (int)SA_RESETHAND}, before;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

bool large_bake_is_interrupted(void) {
    return interrupted != 0;
}

// ---- the bake

static const char* work_name(const large_bake* large, char buffer[4200]) {
    snprintf(buffer, 4200, "%s" WEND_BAKE_WORK_SUFFIX, large->output);
    return buffer;
}

static bool is_left(const large_bake* large) {
    char name[4200];
    return large->output != NULL && access(work_name(large, name), F_OK) == 0;
}

wend_result large_bake_create_grid(void* context, const wend_grid_def* def, wend_grid** out,
                                   wend_error* error_opt) {
    large_bake* large = context;
    const int64_t tiles = (int64_t)def->width * def->height;
    const bool fits = tiles <= large->memory_bytes / MOST_TILE_BYTES && large->ranks == NULL;
    if (large->output == NULL || large->in_memory || (fits && !(large->resume && is_left(large)))) {
        const wend_result result = wend_grid_create(def, out);
        if (result != WEND_OK && error_opt != NULL) {
            error_opt->result = result;
            snprintf(error_opt->text, sizeof error_opt->text, "%.300s: no grid of %d x %d tiles: %s",
                     large->input, def->width, def->height, wend_result_string(result));
        }
        return result;
    }
    if (large->ranks == NULL) watch_signals();
    wend_bake_def bake_def = wend_default_bake_def();
    bake_def.file = large->output;
    bake_def.memory_bytes = large->memory_bytes;
    const int64_t workers = (large->memory_bytes - BASE_BYTES) / WORKER_BYTES;
    bake_def.worker_count = workers < large->thread_count ? (int32_t)workers : large->thread_count;
    bake_def.resume = large->resume;
    if (large->ranks != NULL) bake_ranks_define(large->ranks, &bake_def);
    wend_result result = wend_bake_create(&bake_def, &large->bake, error_opt);
    if (result == WEND_OK) result = wend_bake_create_grid(large->bake, def, out, error_opt);
    large->has_failed = result != WEND_OK;
    if (result == WEND_OK && large->ranks == NULL)
        cli_note("%s: larger than --memory allows to bake in memory; tiles go to the file", large->input);
    return result;
}

// The command that was given, with --resume. Words are as the caller typed them.
static void tell_how_to_resume(const large_bake* large) {
    if (!is_left(large)) return;
    char name[4200];
    fprintf(stderr, "wend: %s keeps %lld of %lld tasks; the same command with --resume continues\n",
            work_name(large, name), (long long)wend_bake_get_info(large->bake).done_count,
            (long long)wend_bake_get_info(large->bake).task_count);
}

// The progress of the tasks and of what comes after them, as one.
typedef struct whole_progress {
    const wend_world_def* def;
    double from, to; ///< the part that is going on
} whole_progress;

static bool report_part(double fraction, void* context) {
    const whole_progress* p = context;
    return p->def->progress == NULL ||
           p->def->progress(p->from + fraction * (p->to - p->from), p->def->progress_context);
}

// Sets *result, or returns an exit code, the reason printed.
static int run_on_ranks(large_bake* large, const wend_world_def* def, wend_result* result,
                        wend_error* error) {
    whole_progress tasks = {def, 0, 0.92}, rest = {def, 0.92, 1};
    const uint64_t tasks_begin = clock_thread_ns(NULL);
    const int code = bake_ranks_run(large->ranks, large->bake, large->output, report_part, &tasks);
    const uint64_t tasks_end = clock_thread_ns(NULL);
    if (code != CLI_OK) return code;
    wend_world_def finish = *def;
    finish.progress = report_part;
    finish.progress_context = &rest;
    *result = wend_bake_finish(large->bake, &finish, error);
    if (*result == WEND_OK) bake_ranks_guard(large->ranks, NULL);
    cli_note("processor time of rank 0 besides its tasks: import %.3f s, inputs and results %.3f s, the file "
             "%.3f s",
             (double)tasks_begin * 1e-9, (double)(tasks_end - tasks_begin) * 1e-9,
             (double)(clock_thread_ns(NULL) - tasks_end) * 1e-9);
    return CLI_OK;
}

int large_bake_run(large_bake* large, wend_grid** grid_io, const wend_world_def* def) {
    wend_error error = {.text = ""};
    wend_result result = wend_bake_begin(large->bake, grid_io, def, &error);
    if (result == WEND_ERROR_UNSUPPORTED && *grid_io != NULL) {
        large_bake in_memory = *large;
        in_memory.bake = NULL;
        const int code = large_bake_check_memory(&in_memory, *grid_io);
        return code != CLI_OK ? code : cli_fail_error(&error, result, CLI_WRITING);
    }
    if (result != WEND_OK) // a work file that does not fit is an input
        return cli_fail_error(&error, result, result == WEND_ERROR_IO ? CLI_WRITING : CLI_READING);
    const wend_bake_info begun = wend_bake_get_info(large->bake);
    cli_note("%lld tasks, clusters of level %d each, of which %lld are done", (long long)begun.task_count,
             begun.task_level, (long long)begun.resumed_count);
    int code = CLI_OK;
    if (large->ranks != NULL)
        code = run_on_ranks(large, def, &result, &error);
    else
        result = wend_bake_run(large->bake, def, &error);
    large->info = wend_bake_get_info(large->bake);
    if (result == WEND_OK && code == CLI_OK) {
        output_note_written(large->output);
        return CLI_OK;
    }
    if (code == CLI_OK)
        code = result == WEND_ERROR_CANCELLED ? cli_fail(CLI_RESOURCE, "%s: interrupted", large->output)
                                              : cli_fail_error(&error, result, CLI_WRITING);
    tell_how_to_resume(large);
    return code;
}

// True when the file is what a bake left.
static bool is_work_file(const char* name) {
    char head[8] = "";
    FILE* stream = fopen(name, "rb");
    const bool is = stream != NULL && fread(head, 1, sizeof head, stream) == sizeof head &&
                    memcmp(head, "WENDBAKE", sizeof head) == 0;
    if (stream != NULL) fclose(stream);
    return is;
}

void large_bake_end(large_bake* large, bool written) {
    char name[4200];
    if (written && large->bake == NULL && is_left(large) && is_work_file(work_name(large, name)))
        unlink(name);
    wend_bake_destroy(large->bake);
    large->bake = NULL;
}
