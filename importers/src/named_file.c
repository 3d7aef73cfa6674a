// named_file.c: how does a map file that names others get at them?
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // realpath
#endif
#include "named_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "read_file.h"

static bool leads_outside(const char* path) {
    int32_t depth = 0;
    if (path[0] == '/') return true;
    for (const char* part = path; part && depth >= 0; part = strchr(part, '/')) {
        if (*part == '/') part++;
        bool is_up = strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == 0);
        bool is_here = *part == '/' || *part == 0 || (part[0] == '.' && (part[1] == '/' || part[1] == 0));
        depth += is_up ? -1 : !is_here;
    }
    return depth < 0;
}

// Does a link lead out of the folder that holds the naming file? What is not there leads nowhere.
static bool links_outside(const char* file, const char* by) {
    const char* slash = strrchr(by, '/');
    size_t folder_size = slash ? (size_t)(slash - by) + 1 : 0;
    char* folder = malloc(folder_size + 2);
    if (!folder) return true;
    memcpy(folder, by, folder_size);
    memcpy(folder + folder_size, ".", 2);
    char *real = realpath(file, NULL), *real_folder = realpath(folder, NULL);
    free(folder);
    size_t length = real_folder ? strlen(real_folder) : 0;
    bool outside = real && length > 1 && (strncmp(real, real_folder, length) != 0 || real[length] != '/');
    free(real);
    free(real_folder);
    return outside;
}

// *out: the path, of WENDI_MAX_PATH bytes.
static wend_result find_path(wendi_job* by, wendi_place place, const char* path, char* out) {
    const char* slash = path[0] == '/' ? NULL : strrchr(by->name, '/');
    int folder = slash ? (int)(slash - by->name) + 1 : 0;
    int length = snprintf(out, WENDI_MAX_PATH, "%.*s%s", folder, by->name, path);
    if (length >= WENDI_MAX_PATH)
        return wendi_place_fail(by, place, WEND_ERROR_FORMAT, "the path has %d bytes; expected below %d",
                                length, WENDI_MAX_PATH);
    if (!leads_outside(path) && !links_outside(out, by->name)) return WEND_OK;
    if (!by->def->outside)
        return wendi_place_fail(by, place, WEND_ERROR_FORMAT,
                                "%s lies outside the folder of this file; expected a file in it (--outside "
                                "allows others)",
                                path);
    wendi_job_warn(by, "reads %s, outside the folder of this file", path);
    return WEND_OK;
}

wend_result wendi_named_path(wendi_job* by, wendi_place place, const char* path, char** out) {
    const wend_allocator* allocator = by->def->allocator;
    char* found = wendi_import_alloc(allocator, WENDI_MAX_PATH);
    if (!found) return wendi_job_out_of_memory(by, WENDI_MAX_PATH);
    wend_result result = find_path(by, place, path, found);
    if (result == WEND_OK)
        *out = found;
    else
        wendi_import_free(allocator, found, WENDI_MAX_PATH);
    return result;
}

static wend_result import_path(wendi_job* by, wendi_place place, const char* path, const char* file,
                               wendi_job* named) {
    wend_error* error = wendi_import_zeroed(by->def->allocator, sizeof *error);
    if (!error) return wendi_job_out_of_memory(by, sizeof *error);
    wendi_job job = *named;
    memset(job.info, 0, sizeof *job.info);
    job.name = file;
    job.error_opt = error;
    job.depth = by->depth + 1;
    wend_result result = strcmp(path, "-") == 0
                             ? wendi_job_fail(&job, WEND_ERROR_FORMAT, "is standard input; expected a file")
                             : wendi_job_run_file(&job, file);
    if (result != WEND_OK) wendi_place_fail(by, place, result, "%s", error->text);
    wendi_import_free(by->def->allocator, error, sizeof *error);
    if (result != WEND_OK) return result;
    if (job.info->warning[0]) wendi_job_warn(by, "%s", job.info->warning);
    uint64_t hash = job.info->source_hash;
    by->named_hash = wendi_hash(&hash, sizeof hash, by->named_hash);
    named->grid = job.grid;
    return WEND_OK;
}

wend_result wendi_named_import(wendi_job* by, wendi_place place, const char* path, wendi_job* named) {
    char* file = NULL;
    wend_result result = wendi_named_path(by, place, path, &file);
    if (result != WEND_OK) return result;
    result = import_path(by, place, path, file, named);
    wendi_import_free(by->def->allocator, file, WENDI_MAX_PATH);
    return result;
}
