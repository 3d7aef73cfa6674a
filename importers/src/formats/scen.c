// scen.c: scenario files of the MovingAI benchmarks: one problem per line.
//
//     version 1
//     0  maps/dao/arena.map  49 49  1 11  1 12  1.0
//     (bucket, map, its width and height, start, goal, optimal length)
#include <stdlib.h>
#include <string.h>

#include "core/read_file.h"
#include "core/text.h"

struct wend_scenario {
    wend_scenario_problem* problems;
    int32_t count;
    size_t capacity;
};

#define EXPECTED "expected bucket, map, width, height, start x, y, goal x, y, length"

typedef struct reader {
    const char* name;
    wend_error* error_opt;
    wimp_text text;
} reader;

static wend_result fail_field(const reader* r, const char* field, wimp_span word) {
    if (word.size == 0)
        return wimp_fail(r->error_opt, WEND_ERROR_FORMAT, r->name, "line %d has no %s; " EXPECTED,
                         r->text.line, field);
    return wimp_fail(r->error_opt, WEND_ERROR_FORMAT, r->name, "the %s is \"%.*s\" at line %d; " EXPECTED,
                     field, wimp_span_shown(word), word.at, r->text.line);
}

// Parses from both ends, since the name of the map may contain spaces.
static wend_result read_problem(const reader* r, wimp_span line, wend_scenario_problem* out) {
    wend_scenario_problem p = {.line = r->text.line};
    wimp_span word;
    wimp_span_word(&line, &word);
    if (!wimp_span_int(word, &p.bucket)) return fail_field(r, "bucket", word);
    wimp_span_last_word(&line, &word);
    if (!wimp_span_double(word, &p.optimal_cost)) return fail_field(r, "length", word);
    const struct {
        const char* name;
        int32_t* value;
    } fields[] = {{"goal y", &p.goal.y},   {"goal x", &p.goal.x}, {"start y", &p.start.y},
                  {"start x", &p.start.x}, {"height", &p.height}, {"width", &p.width}};
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        wimp_span_last_word(&line, &word);
        if (!wimp_span_int(word, fields[i].value)) return fail_field(r, fields[i].name, word);
    }
    if (!wimp_span_word(&line, &word)) return fail_field(r, "map", word);
    const wend_tile ends[] = {p.start, p.goal};
    for (int32_t i = 0; i < 2; i++)
        if (ends[i].x >= p.width || ends[i].y >= p.height)
            return wimp_fail(r->error_opt, WEND_ERROR_FORMAT, r->name,
                             "the %s (%d, %d) at line %d is outside the map of %d x %d", i ? "goal" : "start",
                             ends[i].x, ends[i].y, r->text.line, p.width, p.height);
    *out = p;
    return WEND_OK;
}

static wend_result add(const reader* r, wend_scenario* scenario, const wend_scenario_problem* problem) {
    void* grown =
        wimp_grow_one(NULL, scenario->problems, &scenario->capacity, scenario->count, sizeof *problem);
    if (!grown)
        return wimp_fail(r->error_opt, WEND_ERROR_MEMORY, r->name, "out of memory at line %d", r->text.line);
    scenario->problems = grown;
    scenario->problems[scenario->count++] = *problem;
    return WEND_OK;
}

// The version line is optional, but must come first.
static wend_result read_version(const reader* r, wimp_span line) {
    wimp_span version;
    wimp_span_word(&line, &version);
    if (wimp_span_equals(version, "1") || wimp_span_equals(version, "1.0")) return WEND_OK;
    return wimp_fail(r->error_opt, WEND_ERROR_UNSUPPORTED, r->name,
                     "the version is \"%.*s\" at line %d; expected 1 or 1.0", wimp_span_shown(version),
                     version.at, r->text.line);
}

static wend_result read_lines(reader* r, wend_scenario* scenario) {
    wimp_span line, word;
    bool first = true;
    while (wimp_text_line(&r->text, &line)) {
        wimp_span rest = line;
        if (!wimp_span_word(&rest, &word)) continue;
        wend_result result;
        if (first && wimp_span_equals(word, "version")) {
            result = read_version(r, rest);
        } else {
            wend_scenario_problem problem;
            result = read_problem(r, line, &problem);
            if (result == WEND_OK) result = add(r, scenario, &problem);
        }
        if (result != WEND_OK) return result;
        first = false;
    }
    if (scenario->count > 0) return WEND_OK;
    return wimp_fail(r->error_opt, WEND_ERROR_FORMAT, r->name, "no problems found; " EXPECTED);
}

wend_result wend_scenario_load(const char* file, wend_scenario** out, wend_error* error_opt) {
    if (!file || !out) return WEND_ERROR_ARGUMENT;
    wimp_file content;
    wend_result result = wimp_file_read(file, NULL, &content, error_opt);
    if (result != WEND_OK) return result;
    reader r = {wimp_file_name(file), error_opt, wimp_text_of(content.bytes, content.size)};
    wend_scenario* scenario = calloc(1, sizeof *scenario);
    if (scenario)
        result = read_lines(&r, scenario);
    else
        result = wimp_fail(error_opt, WEND_ERROR_MEMORY, r.name, "out of memory");
    wimp_file_free(&content, NULL);
    if (result != WEND_OK) {
        wend_scenario_destroy(scenario);
        return result;
    }
    *out = scenario;
    return WEND_OK;
}

void wend_scenario_destroy(wend_scenario* scenario) {
    if (!scenario) return;
    free(scenario->problems);
    free(scenario);
}

const wend_scenario_problem* wend_scenario_problems(const wend_scenario* scenario, int32_t* count_out) {
    if (!count_out) return NULL;
    *count_out = scenario ? scenario->count : 0;
    return scenario ? scenario->problems : NULL;
}
