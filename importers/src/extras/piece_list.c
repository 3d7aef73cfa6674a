// piece_list.c: which files are the pieces of a map? It searches folder by folder for names that match the
// pattern.
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // opendir, stat, strdup
#endif
#include "extras/piece_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    MAX_PIECES = 1 << 20,
    MAX_NUMBER = 1 << 28,
    MAX_PATTERN = 4000,
    MAX_PATH = 2 * MAX_PATTERN,
    MAX_DEPTH = 16
};

// The numbers parsed from the names so far.
typedef struct place {
    int32_t x, y;
    bool has_x, has_y;
} place;

typedef struct finder {
    const char* pattern; // for messages
    wimp_piece_list list;
    wend_error* error_opt;
    int32_t depth;            // open folders with placeholders
    char path[MAX_PATH];      // the part of the path searched so far; "": the working directory
    char of_folder[MAX_PATH]; // the pattern made for a folder
} finder;

static bool take_number(const char** name, int32_t* out) {
    const char* at = *name;
    bool negative = *at == '-';
    int64_t value = 0;
    if (negative) at++;
    if (*at < '0' || *at > '9') return false;
    for (; *at >= '0' && *at <= '9'; at++) {
        value = value * 10 + (*at - '0');
        if (value > MAX_NUMBER) return false;
    }
    *out = (int32_t)(negative ? -value : value);
    *name = at;
    return true;
}

// Matches one part of the pattern, up to the next slash: literal characters, {x}, {y}, and a final * for any
// ending.
static bool matches(const char* part, size_t size, const char* name, place* where) {
    for (size_t i = 0; i < size; i++) {
        bool is_x = size - i >= 3 && memcmp(part + i, "{x}", 3) == 0;
        bool is_y = size - i >= 3 && memcmp(part + i, "{y}", 3) == 0;
        if (is_x || is_y) {
            int32_t number, *known = is_x ? &where->x : &where->y;
            bool* has = is_x ? &where->has_x : &where->has_y;
            if (!take_number(&name, &number) || (*has && *known != number)) return false;
            *known = number;
            *has = true;
            i += 2;
        } else if (part[i] == '*' && i + 1 == size) {
            return *name != 0;
        } else if (*name++ != part[i]) {
            return false;
        }
    }
    return *name == 0;
}

static wend_result fail_memory(const finder* f) {
    return wimp_fail(f->error_opt, WEND_ERROR_MEMORY, f->pattern, "out of memory");
}

// Adds the file f->path.
static wend_result add(finder* f, const place* where) {
    wimp_piece_list* l = &f->list;
    if (l->count == MAX_PIECES)
        return wimp_fail(f->error_opt, WEND_ERROR_LIMIT, f->pattern, "more than %d pieces", MAX_PIECES);
    if (l->count == l->capacity) {
        int32_t capacity = l->capacity ? l->capacity * 2 : 64;
        wimp_piece* pieces = realloc(l->pieces, (size_t)capacity * sizeof *pieces);
        if (!pieces) return fail_memory(f);
        l->pieces = pieces;
        l->capacity = capacity;
    }
    char* copy = strdup(f->path);
    if (!copy) return fail_memory(f);
    l->pieces[l->count++] = (wimp_piece){where->x, where->y, copy};
    return WEND_OK;
}

static bool has_placeholder(const char* part, size_t size) {
    return memchr(part, '{', size) || (size > 0 && part[size - 1] == '*');
}

// Appends a part to f->path, which has the given length. False: too long.
static bool walk(finder* f, size_t length, const char* part, size_t size) {
    bool needs_slash = length > 0 && f->path[length - 1] != '/';
    if (length + needs_slash + size >= MAX_PATH) return false;
    if (needs_slash) f->path[length++] = '/';
    memcpy(f->path + length, part, size);
    f->path[length + size] = 0;
    return true;
}

static wend_result search(finder* f, const char* rest, place where);

// Searches the folder f->path for names that match the part of the pattern.
static wend_result search_names(finder* f, const char* part, size_t size, const char* rest,
                                const place* where) {
    size_t length = strlen(f->path);
    const char* folder = length ? f->path : ".";
    DIR* names = opendir(folder);
    if (!names)
        return wimp_fail(f->error_opt, WEND_ERROR_IO, f->pattern, "the folder %s cannot be read: %s", folder,
                         wimp_system_error(errno));
    wend_result result = WEND_OK;
    for (struct dirent* entry; result == WEND_OK && (entry = readdir(names)) != NULL;) {
        place found = *where;
        if (matches(part, size, entry->d_name, &found) &&
            walk(f, length, entry->d_name, strlen(entry->d_name)))
            result = search(f, rest, found);
        f->path[length] = 0;
    }
    closedir(names);
    return result;
}

// Continues at f->path with the rest of the pattern: adds a piece or searches folders.
static wend_result search(finder* f, const char* rest, place where) {
    struct stat status = {0};
    for (;;) {
        bool is_begin = f->path[0] == 0;
        // Whatever has the name of a piece is one, so that reading it names a folder or a dangling link.
        if (*rest == 0) return !is_begin && lstat(f->path, &status) == 0 ? add(f, &where) : WEND_OK;
        if (!is_begin && (stat(f->path, &status) != 0 || !S_ISDIR(status.st_mode))) return WEND_OK;
        const char* part = rest;
        size_t size = strcspn(part, "/");
        rest += size + strspn(rest + size, "/");
        if (has_placeholder(part, size)) {
            if (f->depth == MAX_DEPTH)
                return wimp_fail(f->error_opt, WEND_ERROR_LIMIT, f->pattern,
                                 "more than %d folders with placeholders", MAX_DEPTH);
            f->depth++;
            wend_result result = search_names(f, part, size, rest, &where);
            f->depth--;
            return result;
        }
        bool is_root = size == 0; // the pattern begins with a slash
        if (!walk(f, strlen(f->path), is_root ? "/" : part, is_root ? 1 : size)) return WEND_OK;
    }
}

// ---- folders without a pattern

static bool is_folder(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// Finds the largest number that names a folder in f->path, and how many such folders there are; false: none.
static bool largest_folder(finder* f, size_t length, int32_t* largest_out, int32_t* count_out) {
    DIR* names = opendir(f->path);
    *count_out = 0;
    for (struct dirent* entry; names && (entry = readdir(names)) != NULL; f->path[length] = 0) {
        const char* end = entry->d_name;
        int32_t number;
        if (!take_number(&end, &number) || *end != 0 ||
            !walk(f, length, entry->d_name, strlen(entry->d_name)) || !is_folder(f->path))
            continue;
        if ((*count_out)++ == 0 || number > *largest_out) *largest_out = number;
    }
    if (names) closedir(names);
    return *count_out > 0;
}

// Takes z/x/y when numbered folders contain numbered folders, otherwise x/y.
static void pattern_of_folder(finder* f, const char* folder) {
    char number[16] = "0";
    int32_t largest, inner, inner_count;
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/') length--;
    walk(f, 0, folder, length);
    bool has_levels = largest_folder(f, length, &largest, &f->list.zoom_count);
    if (has_levels) snprintf(number, sizeof number, "%d", largest);
    walk(f, length, number, strlen(number));
    has_levels = has_levels && largest_folder(f, strlen(f->path), &inner, &inner_count);
    f->list.zoom = has_levels ? largest : 0;
    f->list.zoom_count = has_levels ? f->list.zoom_count : 0;
    if (!has_levels) f->path[length] = 0;
    snprintf(f->of_folder, sizeof f->of_folder, "%.*s/{x}/{y}.*", MAX_PATTERN + 20, f->path);
    f->path[0] = 0;
}

// ---- all of them

static int by_place(const void* a, const void* b) {
    const wimp_piece *left = a, *right = b;
    if (left->y != right->y) return left->y < right->y ? -1 : 1;
    if (left->x != right->x) return left->x < right->x ? -1 : 1;
    return strcmp(left->path, right->path);
}

static wend_result sort(finder* f) {
    wimp_piece_list* l = &f->list;
    if (l->count == 0)
        return wimp_fail(f->error_opt, WEND_ERROR_IO, f->pattern,
                         "no file matches; expected names with numbers for {x} and {y}");
    qsort(l->pieces, (size_t)l->count, sizeof *l->pieces, by_place);
    int32_t last_x = l->pieces[0].x;
    l->first_x = l->pieces[0].x;
    for (int32_t i = 0; i < l->count; i++) {
        const wimp_piece* p = &l->pieces[i];
        if (p->x < l->first_x) l->first_x = p->x;
        if (p->x > last_x) last_x = p->x;
        if (i > 0 && p->x == p[-1].x && p->y == p[-1].y)
            return wimp_fail(f->error_opt, WEND_ERROR_FORMAT, p[-1].path,
                             "is piece %d, %d, but so is %s; expected only one", p->x, p->y, p->path);
    }
    l->first_y = l->pieces[0].y;
    l->columns = last_x - l->first_x + 1;
    l->rows = l->pieces[l->count - 1].y - l->first_y + 1;
    return WEND_OK;
}

wend_result wimp_piece_list_find(const char* pattern, wimp_piece_list* out, wend_error* error_opt) {
    if (strlen(pattern) > MAX_PATTERN)
        return wimp_fail(error_opt, WEND_ERROR_ARGUMENT, pattern, "is too long; the limit is %d bytes",
                         MAX_PATTERN);
    finder* f = calloc(1, sizeof *f);
    if (!f) return wimp_fail(error_opt, WEND_ERROR_MEMORY, pattern, "out of memory");
    f->pattern = pattern;
    f->error_opt = error_opt;
    const char* names = pattern;
    wend_result result = WEND_OK;
    if (is_folder(pattern)) {
        pattern_of_folder(f, pattern);
        names = f->of_folder;
    } else if (!strstr(pattern, "{x}") || !strstr(pattern, "{y}")) {
        result = wimp_fail(error_opt, WEND_ERROR_ARGUMENT, pattern,
                           "names no pieces; expected a pattern with {x} and {y}, or a folder z/x/y or x/y");
    }
    if (result == WEND_OK) result = search(f, names, (place){0});
    if (result == WEND_OK) result = sort(f);
    if (result == WEND_OK)
        *out = f->list;
    else
        wimp_piece_list_free(&f->list);
    free(f);
    return result;
}

void wimp_piece_list_free(wimp_piece_list* list) {
    for (int32_t i = 0; i < list->count; i++) free(list->pieces[i].path);
    free(list->pieces);
    *list = (wimp_piece_list){0};
}
