// ros_yaml.c: what does the YAML of a ROS map contain? It reads the keys that nav2's map server reads and
// skips all others, as the server does. Aliases are never expanded, so a small file stays small.
#include "formats/ros_yaml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <yaml.h>

#include "core/text.h"

enum { MAX_YAML_BYTES = 1 << 18, MAX_DEPTH = 64, MAX_VALUES = 3 }; // libyaml is slow for deep nesting

typedef enum key_id { IMAGE, RESOLUTION, ORIGIN, NEGATE, OCCUPIED, FREE, MODE, KEY_COUNT } key_id;
static const struct {
    const char* name;
    bool is_list, is_optional;
} keys[KEY_COUNT] = {
    {"image", false, false},  {"resolution", false, false},      {"origin", true, false},
    {"negate", false, false}, {"occupied_thresh", false, false}, {"free_thresh", false, false},
    {"mode", false, true}};

typedef struct reader {
    wimp_job* job;
    yaml_parser_t parser;
    yaml_event_t event; ///< the current event
    bool has_event;
    int32_t depth; ///< open lists and mappings
    bool seen[KEY_COUNT];
    wimp_ros_yaml* out;
} reader;

static wimp_place place_of(yaml_mark_t mark) {
    return (wimp_place){(int32_t)mark.line + 1, (int32_t)mark.column + 1};
}

#define fail_here(r, ...)                                                                                    \
    wimp_place_fail((r)->job, place_of((r)->event.start_mark), WEND_ERROR_FORMAT, __VA_ARGS__)

static wend_result next(reader* r) {
    if (r->has_event) yaml_event_delete(&r->event);
    r->has_event = yaml_parser_parse(&r->parser, &r->event);
    if (r->has_event) {
        yaml_event_type_t type = r->event.type;
        r->depth += type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
        r->depth -= type == YAML_SEQUENCE_END_EVENT || type == YAML_MAPPING_END_EVENT;
        return r->depth <= MAX_DEPTH ? WEND_OK : fail_here(r, "nested deeper than %d", MAX_DEPTH);
    }
    if (r->parser.error == YAML_MEMORY_ERROR)
        return wimp_job_fail(r->job, WEND_ERROR_MEMORY, "out of memory in the YAML reader");
    const char* problem = r->parser.problem ? r->parser.problem : "an error";
    return wimp_place_fail(r->job, place_of(r->parser.problem_mark), WEND_ERROR_FORMAT, "damaged YAML: %s",
                           problem);
}

static wimp_span scalar_of(const reader* r) {
    return (wimp_span){(const char*)r->event.data.scalar.value, r->event.data.scalar.length};
}

static wend_result take_number(reader* r, key_id key, double* out) {
    wimp_span text = scalar_of(r);
    if (wimp_span_signed(text, out)) return WEND_OK;
    return fail_here(r, "%s has '%.*s'; expected a number", keys[key].name, wimp_span_shown(text), text.at);
}

// A boolean: an integer, of which 0 is false, or one of YAML's words.
static wend_result take_truth(reader* r, bool* out) {
    static const char* const words[][2] = {{"false", "true"}, {"no", "yes"}, {"off", "on"}, {"n", "y"}};
    wimp_span text = scalar_of(r);
    int32_t number;
    if (wimp_span_int(text, &number)) {
        *out = number != 0;
        return WEND_OK;
    }
    char lower[8] = "";
    for (size_t i = 0; i < text.size && i + 1 < sizeof lower; i++)
        lower[i] = (char)(text.at[i] >= 'A' && text.at[i] <= 'Z' ? text.at[i] + 32 : text.at[i]);
    for (int32_t i = 0; i < 8 && text.size + 1 < sizeof lower; i++)
        if (strcmp(lower, words[i / 2][i % 2]) == 0) {
            *out = i % 2;
            return WEND_OK;
        }
    return fail_here(r, "negate has '%.*s'; expected 0 or 1", wimp_span_shown(text), text.at);
}

static wend_result take_mode(reader* r) {
    wimp_span text = scalar_of(r);
    for (int32_t m = 0; m < WEND_ROS_MODE_COUNT; m++)
        if (wimp_span_equals(text, wend_ros_mode_name((wend_ros_mode)m))) {
            r->out->mode = (wend_ros_mode)m;
            return WEND_OK;
        }
    return fail_here(r, "the mode is '%.*s'; expected trinary, scale or raw", wimp_span_shown(text), text.at);
}

static wend_result take_image(reader* r) {
    wimp_span text = scalar_of(r);
    if (text.size == 0 || text.size >= WIMP_MAX_PATH || memchr(text.at, 0, text.size))
        return fail_here(r, "the image's name has %zu bytes; expected 1 to %d, none of them zero", text.size,
                         WIMP_MAX_PATH - 1);
    memcpy(r->out->image, text.at, text.size);
    r->out->image[text.size] = 0;
    r->out->image_place = place_of(r->event.start_mark);
    return WEND_OK;
}

static wend_result take_scalar(reader* r, key_id key) {
    wimp_ros_yaml* out = r->out;
    switch (key) {
    case IMAGE:
        return take_image(r);
    case RESOLUTION: {
        wend_result result = take_number(r, key, &out->resolution);
        if (result != WEND_OK || (out->resolution >= 1e-9 && out->resolution <= 1e9)) return result;
        return fail_here(r, "the resolution is %g; expected metres per pixel, above 0", out->resolution);
    }
    case NEGATE:
        return take_truth(r, &out->negate);
    case OCCUPIED:
        return take_number(r, key, &out->occupied_thresh);
    case FREE:
        return take_number(r, key, &out->free_thresh);
    default:
        return take_mode(r);
    }
}

// After the start of the list: reads its numbers and its end.
static wend_result take_origin(reader* r) {
    int32_t count = 0;
    r->out->origin_place = place_of(r->event.start_mark);
    for (;;) {
        wend_result result = next(r);
        if (result != WEND_OK) return result;
        if (r->event.type == YAML_SEQUENCE_END_EVENT && count == MAX_VALUES) return WEND_OK;
        if (r->event.type != YAML_SCALAR_EVENT || count == MAX_VALUES)
            return fail_here(r, "the origin %s; expected 3 numbers: x, y, yaw",
                             r->event.type == YAML_SEQUENCE_END_EVENT ? "ends too early"
                                                                      : "has another value here");
        double* number = &r->out->origin[count++];
        result = take_number(r, ORIGIN, number);
        if (result == WEND_OK && !(fabs(*number) <= 1e9))
            result = fail_here(r, "the origin has %g; expected metres within 1e9", *number);
        if (result != WEND_OK) return result;
    }
}

// The current event starts a value; moves to its last event.
static wend_result skip_value(reader* r) {
    yaml_event_type_t type = r->event.type;
    bool opens = type == YAML_SEQUENCE_START_EVENT || type == YAML_MAPPING_START_EVENT;
    int32_t outside = r->depth - opens;
    while (r->depth > outside) {
        wend_result result = next(r);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result take_pair(reader* r) {
    if (r->event.type != YAML_SCALAR_EVENT) return fail_here(r, "%s", "this key is not a word");
    key_id key = IMAGE;
    while (key < KEY_COUNT && !wimp_span_equals(scalar_of(r), keys[key].name)) key++;
    if (key < KEY_COUNT && r->seen[key]) return fail_here(r, "%s is given twice", keys[key].name);
    wend_result result = next(r);
    if (result != WEND_OK) return result;
    if (key == KEY_COUNT) return skip_value(r);
    r->seen[key] = true;
    yaml_event_type_t wanted = keys[key].is_list ? YAML_SEQUENCE_START_EVENT : YAML_SCALAR_EVENT;
    if (r->event.type != wanted)
        return fail_here(r, "%s is %s; expected %s", keys[key].name,
                         r->event.type == YAML_SCALAR_EVENT           ? "a single value"
                         : r->event.type == YAML_SEQUENCE_START_EVENT ? "a list"
                         : r->event.type == YAML_ALIAS_EVENT          ? "an alias"
                                                                      : "a mapping",
                         keys[key].is_list ? "a list of 3 numbers" : "a single value");
    return keys[key].is_list ? take_origin(r) : take_scalar(r, key);
}

static wend_result read_document(reader* r) {
    wend_result result = next(r);
    while (result == WEND_OK &&
           (r->event.type == YAML_STREAM_START_EVENT || r->event.type == YAML_DOCUMENT_START_EVENT))
        result = next(r);
    if (result != WEND_OK) return result;
    if (r->event.type != YAML_MAPPING_START_EVENT)
        return fail_here(r, "%s", "expected a mapping: image: FILE ...");
    for (;;) {
        result = next(r);
        if (result == WEND_OK && r->event.type == YAML_MAPPING_END_EVENT) break;
        if (result == WEND_OK) result = take_pair(r);
        if (result != WEND_OK) return result;
    }
    for (key_id key = IMAGE; key < KEY_COUNT; key++)
        if (!r->seen[key] && !keys[key].is_optional)
            return fail_here(
                r,
                "missing '%s'; expected image, resolution, origin, negate, occupied_thresh and free_thresh",
                keys[key].name);
    if (r->out->free_thresh > r->out->occupied_thresh)
        return fail_here(r, "free_thresh (%g) is above occupied_thresh (%g)", r->out->free_thresh,
                         r->out->occupied_thresh);
    return WEND_OK;
}

wend_result wimp_ros_yaml_read(wimp_job* job, wimp_ros_yaml* out) {
    memset(out, 0, sizeof *out);
    out->mode = WEND_ROS_TRINARY;
    if (job->size > MAX_YAML_BYTES)
        return wimp_job_fail(job, WEND_ERROR_LIMIT, "the YAML has %zu bytes; the limit is %d", job->size,
                             MAX_YAML_BYTES);
    reader r = {.job = job, .out = out};
    if (!yaml_parser_initialize(&r.parser))
        return wimp_job_fail(job, WEND_ERROR_MEMORY, "out of memory in the YAML reader");
    yaml_parser_set_input_string(&r.parser, job->bytes, job->size);
    wend_result result = read_document(&r);
    if (r.has_event) yaml_event_delete(&r.event);
    yaml_parser_delete(&r.parser);
    return result;
}
