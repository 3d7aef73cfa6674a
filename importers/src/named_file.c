// named_file.c: how does a map file that names others get at them?
#include "named_file.h"

#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "read_file.h"

static bool leads_outside(const char* path) {
    if (path[0] == '/') return true;
    for (const char* part = path; part; part = strchr(part, '/')) {
        if (*part == '/') part++;
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0)) return true;
    }
    return false;
}

wend_result wendi_named_path(wendi_job* by, wendi_place place, const char* path, char out[WENDI_MAX_PATH]) {
    if (leads_outside(path)) {
        if (!by->def->outside)
            return wendi_place_fail(
                by, place, WEND_ERROR_FORMAT,
                "%s lies outside the folder of this file; expected a file in it (--outside "
                "allows others)",
                path);
        wendi_job_warn(by, "reads %s, outside the folder of this file", path);
    }
    const char* slash = path[0] == '/' ? NULL : strrchr(by->name, '/');
    int folder = slash ? (int)(slash - by->name) + 1 : 0;
    int length = snprintf(out, WENDI_MAX_PATH, "%.*s%s", folder, by->name, path);
    if (length >= WENDI_MAX_PATH)
        return wendi_place_fail(by, place, WEND_ERROR_FORMAT, "the path has %d bytes; expected below %d",
                                length, WENDI_MAX_PATH);
    return WEND_OK;
}

wend_result wendi_named_import(wendi_job* by, wendi_place place, const char* path, wendi_job* named) {
    char file[WENDI_MAX_PATH];
    wend_result result = wendi_named_path(by, place, path, file);
    if (result != WEND_OK) return result;
    wend_error error = {.text = ""};
    wendi_file content;
    wendi_job job = *named;
    job.name = file;
    job.error_opt = &error;
    job.depth = by->depth + 1;
    result = strcmp(path, "-") == 0
                 ? wendi_job_fail(&job, WEND_ERROR_FORMAT, "is standard input; expected a file")
                 : wendi_file_read(file, job.def->allocator, &content, &error);
    if (result == WEND_OK) {
        job.bytes = content.bytes;
        job.size = content.size;
        result = wendi_job_run(&job);
        wendi_file_free(&content, job.def->allocator);
    }
    if (result != WEND_OK) return wendi_place_fail(by, place, result, "%s", error.text);
    if (job.info.warning[0]) wendi_job_warn(by, "%s", job.info.warning);
    uint64_t hash = job.info.source_hash;
    by->info.source_hash = wendi_hash(&hash, sizeof hash, by->info.source_hash);
    named->info = job.info;
    named->grid = job.grid;
    return WEND_OK;
}
