// named_file.c: how does a map file reach the files that it names?
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // realpath
#endif
#include "core/named_file.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/read_file.h"

static bool is_inside(const char* path, const char* folder) {
    size_t length = strlen(folder);
    if (length > 0 && folder[length - 1] == '/') length--; // the root of all folders
    return strncmp(path, folder, length) == 0 && (path[length] == '/' || path[length] == 0);
}

// ---- the folder that a file may name files in

static bool holds_project(const char* folder) {
    static const char ending[] = ".tiled-project";
    DIR* entries = opendir(folder);
    bool found = false;
    for (struct dirent* e = entries ? readdir(entries) : NULL; e && !found; e = readdir(entries)) {
        size_t length = strlen(e->d_name);
        found = length >= sizeof ending - 1 && strcmp(e->d_name + length + 1 - sizeof ending, ending) == 0;
    }
    if (entries) closedir(entries);
    return found;
}

// Cuts off the last part of a path; false at the root of all folders.
static bool to_parent(char* path) {
    char* slash = strrchr(path, '/');
    if (!slash || !path[1]) return false;
    slash[slash == path] = 0;
    return true;
}

// Changes a folder into that of its project: the nearest one above, or else the parent.
static bool find_project(char* folder) {
    char* at = malloc(strlen(folder) + 2);
    if (!at) return false;
    strcpy(at, folder);
    bool found = holds_project(at);
    while (!found && to_parent(at)) found = holds_project(at);
    if (found)
        strcpy(folder, at);
    else
        to_parent(folder);
    free(at);
    return true;
}

// realpath. NULL: there is no such file, or memory is short, which sets *is_short.
static char* real_path(const char* file, bool* is_short) {
    errno = 0;
    char* real = realpath(file, NULL);
    *is_short |= !real && errno == ENOMEM;
    return real;
}

// The real path of the folder of the naming file; NULL as above.
static char* real_folder_of(const char* by, bool* is_short) {
    const char* slash = strrchr(by, '/');
    size_t size = slash ? (size_t)(slash - by) + 1 : 0;
    char* folder = malloc(size + 2);
    *is_short |= !folder;
    if (!folder) return NULL;
    memcpy(folder, by, size);
    memcpy(folder + size, ".", 2);
    char* real = real_path(folder, is_short);
    free(folder);
    return real;
}

// Takes "." and ".." out of a path; a ".." that leads above the beginning of a relative one stays.
static void normalise(char* path) {
    char *to = path, *floor = path; // nothing before floor can be taken back
    if (*path == '/') to = floor = path + 1;
    for (const char* part = to; *part;) {
        const size_t size = strcspn(part, "/");
        const bool is_up = size == 2 && memcmp(part, "..", 2) == 0;
        const char* next = part + size + (part[size] == '/');
        if (is_up && to > floor) {
            for (to--; to > floor && to[-1] != '/';) to--;
        } else if (size > 0 && !(size == 1 && *part == '.') && !(is_up && *path == '/')) {
            memmove(to, part, size);
            to += size;
            if (*next) *to++ = '/';
            if (is_up) floor = to;
        }
        part = next;
    }
    if (to > floor && to[-1] == '/') to--;
    *to = 0;
}

// The path of a named file without "." and "..", whether it exists or not. NULL: out of memory.
static char* resolve(const char* folder, const char* path) {
    char* out = malloc(strlen(folder) + strlen(path) + 2);
    if (!out) return NULL;
    sprintf(out, "%s/%s", path[0] == '/' ? "" : folder, path);
    normalise(out);
    return out;
}

// Does a path lead above the folder that it begins in? Errors: MEMORY.
static wend_result leads_outside(const char* path, bool* outside_out) {
    char* plain = resolve(".", path);
    if (!plain) return WEND_ERROR_MEMORY;
    *outside_out = plain[0] == '/' || (strncmp(plain, "..", 2) == 0 && (plain[2] == '/' || plain[2] == 0));
    free(plain);
    return WEND_OK;
}

// Does a named file lie outside of a folder other than that of the naming file, as named or by a symbolic
// link? Errors: MEMORY.
static wend_result leaves_root(const wimp_job* by, const char* path, const char* file, bool* outside_out) {
    bool is_short = false;
    char* folder = real_folder_of(by->name, &is_short);
    char* named = folder ? resolve(folder, path) : NULL;
    char* real = real_path(file, &is_short);
    char* root = by->def->root ? real_path(by->def->root, &is_short) : NULL;
    is_short |= folder && (!named || (!by->def->root && !find_project(folder)));
    const char* limit = by->def->root ? root : folder;
    *outside_out = !named || !limit || !is_inside(named, limit) || (real && !is_inside(real, limit));
    free(folder);
    free(named);
    free(real);
    free(root);
    return is_short ? WEND_ERROR_MEMORY : WEND_OK;
}

// Does a symbolic link lead out of the folder of the naming file? A missing file does not. Errors: MEMORY.
static wend_result links_outside(const char* file, const char* by, bool* outside_out) {
    bool is_short = false;
    char *real = real_path(file, &is_short), *real_folder = real_folder_of(by, &is_short);
    *outside_out = real && real_folder && !is_inside(real, real_folder);
    free(real);
    free(real_folder);
    return is_short ? WEND_ERROR_MEMORY : WEND_OK;
}

// Does a named file lie where it may not, unless the definition allows that? Errors: MEMORY.
static wend_result lies_outside(const wimp_job* by, const char* path, const char* file, bool* outside_out) {
    if (by->def->root || by->is_in_project) return leaves_root(by, path, file, outside_out);
    const wend_result result = leads_outside(path, outside_out);
    return result != WEND_OK || *outside_out ? result : links_outside(file, by->name, outside_out);
}

// out has room for WIMP_MAX_PATH bytes.
static wend_result find_path(wimp_job* by, wimp_place place, const char* path, char* out) {
    const char* slash = path[0] == '/' ? NULL : strrchr(by->name, '/');
    int folder = slash ? (int)(slash - by->name) + 1 : 0;
    int length = snprintf(out, WIMP_MAX_PATH, "%.*s%s", folder, by->name, path);
    if (length >= WIMP_MAX_PATH)
        return wimp_place_fail(by, place, WEND_ERROR_FORMAT, "the path has %d bytes; expected below %d",
                               length, WIMP_MAX_PATH);
    if (by->def->open) {
        normalise(out);
        return WEND_OK;
    }
    if (by->has_no_files)
        return wimp_place_fail(by, place, WEND_ERROR_UNSUPPORTED,
                               "names the file %s, but the map is no file itself; expected a definition with "
                               "open",
                               path);
    bool outside;
    if (lies_outside(by, path, out, &outside) != WEND_OK) return wimp_job_out_of_memory(by, WIMP_MAX_PATH);
    if (!outside) return WEND_OK;
    if (!by->def->outside && (by->def->root || by->is_in_project))
        return wimp_place_fail(by, place, WEND_ERROR_FORMAT,
                               "%s lies outside the %s; expected a file inside it, unless %s is set", path,
                               by->def->root ? "root" : "project of this map and its parent folder",
                               by->def->root ? "outside" : "root or outside");
    if (!by->def->outside)
        return wimp_place_fail(
            by, place, WEND_ERROR_FORMAT,
            "%s lies outside the folder of this file; expected a file inside it, unless outside is set",
            path);
    wimp_job_warn(by, "reads %s, outside the folder of this file", path);
    return WEND_OK;
}

wend_result wimp_named_path(wimp_job* by, wimp_place place, const char* path, char** out) {
    char* found = wimp_job_get(by, WIMP_MAX_PATH);
    const wend_result result = found ? find_path(by, place, path, found) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) *out = found;
    return result;
}

wend_result wimp_named_import(wimp_job* by, wimp_place place, const char* path, wimp_job* named) {
    char* file = NULL;
    wend_result found = wimp_named_path(by, place, path, &file);
    if (found != WEND_OK) return found;
    wend_error* error = wimp_job_get(by, sizeof *error);
    if (!error) return WEND_ERROR_MEMORY;
    wimp_job job = *named;
    memset(job.info, 0, sizeof *job.info);
    job.name = file;
    job.error_opt = error;
    job.depth = by->depth + 1;
    job.sink_kind = by->sink_kind;
    job.run_file = by->run_file;
    if (by->picture && !job.picture) job.picture = by->picture;
    wend_result result = strcmp(path, "-") == 0
                             ? wimp_job_fail(&job, WEND_ERROR_FORMAT, "is standard input; expected a file")
                             : job.run_file(&job, file);
    wimp_job_end(&job);
    if (result != WEND_OK) return wimp_place_fail(by, place, result, "%s", error->text);
    if (job.info->warning[0]) wimp_job_warn(by, "%s", job.info->warning);
    uint64_t hash = job.info->source_hash;
    by->named_hash = wimp_hash(&hash, sizeof hash, by->named_hash);
    named->grid = job.grid;
    return WEND_OK;
}
