// import.c: from a file, or bytes, to a grid.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "read_file.h"

#define COOKIE 0x494d5054

const char* wend_image_rule_name(wend_image_rule rule) {
    switch (rule) {
    case WEND_RULE_BRIGHTNESS:
        return "brightness";
    case WEND_RULE_LUMA:
        return "luma";
    default:
        return "unknown";
    }
}

const char* wend_import_format_name(int32_t index) {
    const wendi_format* format = wendi_format_at(index);
    return format ? format->name : NULL;
}

const char* wend_import_format_description(int32_t index) {
    const wendi_format* format = wendi_format_at(index);
    return format ? format->description : NULL;
}

wend_import_def wend_default_import_def(void) {
    return (wend_import_def){.rule = WEND_RULE_BRIGHTNESS,
                             .blocked_below = 0.85f,
                             .downscale = 1,
                             .moves = WEND_MOVES_8,
                             .swamp_cost = 1,
                             .max_tiles = WEND_MAX_TILES,
                             .cookie = COOKIE};
}

static bool is_cost(float cost) {
    return cost == 0 || (cost >= WEND_MIN_CLASS_COST && cost <= WEND_MAX_CLASS_COST);
}

wend_result wendi_import_check_def(const wend_import_def* def, const char* name, wend_error* error_opt) {
    if (def->cookie != COOKIE)
        return wendi_import_fail(error_opt, WEND_ERROR_DEF, name,
                                 "the definition was not made by wend_default_import_def");
    const char* wrong = NULL;
    if ((int)def->rule < 0 || def->rule >= WEND_RULE_COUNT) wrong = "the image rule is none";
    if (!(def->blocked_below >= 0 && def->blocked_below <= 1)) wrong = "blocked_below is not in 0..1";
    if (def->downscale < 1) wrong = "downscale is below 1";
    if ((int)def->moves < 0 || def->moves >= WEND_MOVES_COUNT) wrong = "the rule of movement is none";
    if (!is_cost(def->swamp_cost)) wrong = "swamp_cost is neither 0 nor in 1/64..1024";
    if (!is_cost(def->water_cost)) wrong = "water_cost is neither 0 nor in 1/64..1024";
    if (def->max_tiles < 1 || def->max_tiles > WEND_MAX_TILES) wrong = "max_tiles is not in 1..2^31";
    return wrong ? wendi_import_fail(error_opt, WEND_ERROR_ARGUMENT, name, "%s", wrong) : WEND_OK;
}

static wend_result fail_unknown(const wendi_job* job) {
    if (job->size == 0)
        return wendi_job_fail(job, WEND_ERROR_FORMAT, "the file is empty; expected an image or a map");
    char names[200] = "";
    size_t used = 0;
    for (int32_t i = 0; wendi_format_at(i) && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 wendi_format_at(i)->name);
    return wendi_job_fail(job, WEND_ERROR_FORMAT, "is no map file that is known; expected one of %s", names);
}

void wendi_source_hash_add(wendi_job* job, const void* bytes, size_t size) {
    job->info.source_hash = wendi_hash(bytes, size, job->info.source_hash);
}

static wend_result import_bytes(wendi_job* job, wend_grid** out, wend_import_info* info_opt) {
    const wendi_format* format = wendi_format_of(job->bytes, job->size);
    if (!format) return fail_unknown(job);
    snprintf(job->info.format, sizeof job->info.format, "%s", format->name);
    if (!job->stream) job->info.source_hash = wendi_hash(job->bytes, job->size, 0);
    wend_result result = format->read(job);
    if (result != WEND_OK) {
        wend_grid_destroy(job->grid);
        return result;
    }
    if (job->stream) job->info.source_hash = wendi_stream_finish(job->stream);
    *out = job->grid;
    if (info_opt) *info_opt = job->info;
    return WEND_OK;
}

wend_result wend_import_memory(const void* bytes, size_t size, const char* name, const wend_import_def* def,
                               wend_grid** out, wend_import_info* info_opt, wend_error* error_opt) {
    if ((!bytes && size > 0) || !name || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_import_check_def(def, name, error_opt);
    if (result != WEND_OK) return result;
    wendi_job job = {.bytes = bytes, .size = size, .name = name, .def = def, .error_opt = error_opt};
    return import_bytes(&job, out, info_opt);
}

// NULL for standard input, and when memory runs out. The caller frees it.
static char* folder_of(const char* file) {
    if (strcmp(file, "-") == 0) return NULL;
    const char* slash = strrchr(file, '/');
    size_t length = slash == file ? 1 : slash ? (size_t)(slash - file) : 0;
    char* folder = malloc(length + 2);
    if (folder) snprintf(folder, length + 2, "%.*s", length ? (int)length : 1, length ? file : ".");
    return folder;
}

// A PNG is read from the file as it goes, so that not even the file is in memory.
static wend_result import_stream(wendi_stream* stream, wendi_job* job, wend_grid** out,
                                 wend_import_info* info_opt) {
    uint8_t head[64];
    size_t size = stream->size > 0 ? wendi_stream_peek(stream, head, sizeof head) : 0;
    if (wendi_is_png(head, size)) {
        job->bytes = head;
        job->size = (size_t)stream->size;
        job->stream = stream;
        return import_bytes(job, out, info_opt);
    }
    wendi_file content;
    wend_result result =
        wendi_stream_read_all(stream, job->name, job->def->allocator, &content, job->error_opt);
    if (result != WEND_OK) return result;
    job->bytes = content.bytes;
    job->size = content.size;
    result = import_bytes(job, out, info_opt);
    wendi_file_free(&content, job->def->allocator);
    return result;
}

wend_result wend_import_file(const char* file, const wend_import_def* def, wend_grid** out,
                             wend_import_info* info_opt, wend_error* error_opt) {
    if (!file || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_import_check_def(def, wendi_file_name(file), error_opt);
    if (result != WEND_OK) return result;
    wendi_stream stream;
    result = wendi_stream_open(file, &stream, error_opt);
    if (result != WEND_OK) return result;
    char* folder = folder_of(file);
    wendi_job job = {.name = wendi_file_name(file), .folder = folder, .def = def, .error_opt = error_opt};
    result = import_stream(&stream, &job, out, info_opt);
    free(folder);
    wendi_stream_close(&stream);
    return result;
}
