// piece_list.c: which files are the pieces of a map? Folder by folder, those whose names match the pattern.
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // opendir, stat, strdup
#endif
#include "piece_list.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MAX_PIECES = 1 << 20, MAX_NUMBER = 1 << 28, MAX_PATTERN = 4000 };

// The numbers that a name has given so far.
typedef struct place {
    int32_t x, y;
    bool has_x, has_y;
} place;

typedef struct finder {
    const char* pattern; // for messages
    wendi_piece_list list;
    wend_error* error_opt;
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

// One part of the pattern, up to the next slash: letters as they are, {x}, {y}, and * for any ending.
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
    return wendi_import_fail(f->error_opt, WEND_ERROR_MEMORY, f->pattern, "out of memory");
}

static wend_result add(finder* f, const char* path, const place* where) {
    wendi_piece_list* l = &f->list;
    if (l->count == MAX_PIECES)
        return wendi_import_fail(f->error_opt, WEND_ERROR_LIMIT, f->pattern, "more than %d pieces, the limit",
                                 MAX_PIECES);
    if (l->count == l->capacity) {
        int32_t capacity = l->capacity ? l->capacity * 2 : 64;
        wendi_piece* pieces = realloc(l->pieces, (size_t)capacity * sizeof *pieces);
        if (!pieces) return fail_memory(f);
        l->pieces = pieces;
        l->capacity = capacity;
    }
    char* copy = strdup(path);
    if (!copy) return fail_memory(f);
    l->pieces[l->count++] = (wendi_piece){where->x, where->y, copy};
    return WEND_OK;
}

static bool has_placeholder(const char* part, size_t size) {
    return memchr(part, '{', size) || (size > 0 && part[size - 1] == '*');
}

static wend_result search(finder* f, const char* folder, const char* rest, place where);

// A name that a part of the pattern matches: a piece, or a folder to go on in.
static wend_result take(finder* f, const char* path, const char* rest, const place* where) {
    struct stat status;
    if (stat(path, &status) != 0) return WEND_OK; // gone, or a link to nothing
    if (*rest == 0) return S_ISREG(status.st_mode) ? add(f, path, where) : WEND_OK;
    return S_ISDIR(status.st_mode) ? search(f, path, rest, *where) : WEND_OK;
}

static wend_result search_names(finder* f, const char* folder, const char* part, size_t size,
                                const char* rest, const place* where) {
    const char* prefix = *folder ? folder : ".";
    DIR* names = opendir(prefix);
    if (!names)
        return wendi_import_fail(f->error_opt, WEND_ERROR_IO, f->pattern, "the folder %s cannot be read: %s",
                                 prefix, wendi_import_system_error(errno));
    wend_result result = WEND_OK;
    for (struct dirent* entry; result == WEND_OK && (entry = readdir(names)) != NULL;) {
        place found = *where;
        char path[2 * MAX_PATTERN];
        const char* slash = *folder && strcmp(folder, "/") != 0 ? "/" : "";
        if (!matches(part, size, entry->d_name, &found)) continue;
        if (snprintf(path, sizeof path, "%s%s%s", folder, slash, entry->d_name) < (int)sizeof path)
            result = take(f, path, rest, &found);
    }
    closedir(names);
    return result;
}

// folder: what of the pattern has been walked, "" for the one we are in; rest: what has not.
static wend_result search(finder* f, const char* folder, const char* rest, place where) {
    size_t size = strcspn(rest, "/");
    const char* next = rest + size + strspn(rest + size, "/");
    if (has_placeholder(rest, size)) return search_names(f, folder, rest, size, next, &where);
    char path[2 * MAX_PATTERN];
    const char* slash = *folder && strcmp(folder, "/") != 0 ? "/" : "";
    int length = size == 0 ? snprintf(path, sizeof path, "/") // the pattern begins with the root
                           : snprintf(path, sizeof path, "%s%s%.*s", folder, slash, (int)size, rest);
    return length < (int)sizeof path ? take(f, path, next, &where) : WEND_OK;
}

// ---- folders without a pattern

static bool is_folder(const char* path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

// The largest number that names a folder in it, and how many there are; false: none.
static bool largest_folder(const char* folder, int32_t* largest_out, int32_t* count_out) {
    DIR* names = opendir(folder);
    *count_out = 0;
    for (struct dirent* entry; names && (entry = readdir(names)) != NULL;) {
        char path[2 * MAX_PATTERN];
        const char* end = entry->d_name;
        int32_t number;
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (!take_number(&end, &number) || *end != 0 || !is_folder(path)) continue;
        if ((*count_out)++ == 0 || number > *largest_out) *largest_out = number;
    }
    if (names) closedir(names);
    return *count_out > 0;
}

// z/x/y when the numbered folders hold numbered folders, otherwise x/y.
static void pattern_of_folder(finder* f, const char* folder, char out[2 * MAX_PATTERN]) {
    char level[MAX_PATTERN + 20];
    int32_t largest, inner, inner_count;
    size_t length = strlen(folder);
    while (length > 1 && folder[length - 1] == '/') length--;
    bool has_levels = largest_folder(folder, &largest, &f->list.zoom_count);
    snprintf(level, sizeof level, "%.*s/%d", (int)length, folder, has_levels ? largest : 0);
    if (has_levels && largest_folder(level, &inner, &inner_count)) {
        f->list.zoom = largest;
        snprintf(out, 2 * MAX_PATTERN, "%s/{x}/{y}.*", level);
    } else {
        f->list.zoom_count = 0;
        snprintf(out, 2 * MAX_PATTERN, "%.*s/{x}/{y}.*", (int)length, folder);
    }
}

// ---- all of them

static int by_place(const void* a, const void* b) {
    const wendi_piece *left = a, *right = b;
    if (left->y != right->y) return left->y < right->y ? -1 : 1;
    if (left->x != right->x) return left->x < right->x ? -1 : 1;
    return strcmp(left->path, right->path);
}

static wend_result sort(finder* f) {
    wendi_piece_list* l = &f->list;
    if (l->count == 0)
        return wendi_import_fail(f->error_opt, WEND_ERROR_IO, f->pattern,
                                 "no file matches; expected names with numbers for {x} and {y}");
    qsort(l->pieces, (size_t)l->count, sizeof *l->pieces, by_place);
    int32_t last_x = l->pieces[0].x;
    l->first_x = l->pieces[0].x;
    for (int32_t i = 0; i < l->count; i++) {
        const wendi_piece* p = &l->pieces[i];
        if (p->x < l->first_x) l->first_x = p->x;
        if (p->x > last_x) last_x = p->x;
        if (i > 0 && p->x == p[-1].x && p->y == p[-1].y)
            return wendi_import_fail(f->error_opt, WEND_ERROR_FORMAT, p[-1].path,
                                     "is the piece %d, %d, and so is %s; expected one", p->x, p->y, p->path);
    }
    l->first_y = l->pieces[0].y;
    l->columns = last_x - l->first_x + 1;
    l->rows = l->pieces[l->count - 1].y - l->first_y + 1;
    return WEND_OK;
}

wend_result wendi_piece_list_find(const char* pattern, wendi_piece_list* out, wend_error* error_opt) {
    finder f = {.pattern = pattern, .error_opt = error_opt};
    char of_folder[2 * MAX_PATTERN];
    const char* names = pattern;
    if (strlen(pattern) > MAX_PATTERN)
        return wendi_import_fail(error_opt, WEND_ERROR_ARGUMENT, pattern,
                                 "is too long; the limit is %d bytes", MAX_PATTERN);
    if (is_folder(pattern)) {
        pattern_of_folder(&f, pattern, of_folder);
        names = of_folder;
    } else if (!strstr(pattern, "{x}") || !strstr(pattern, "{y}")) {
        return wendi_import_fail(error_opt, WEND_ERROR_ARGUMENT, pattern,
                                 "names no pieces; expected {x} and {y} in it, or a folder z/x/y");
    }
    wend_result result = search(&f, "", names, (place){0});
    if (result == WEND_OK) result = sort(&f);
    if (result == WEND_OK)
        *out = f.list;
    else
        wendi_piece_list_free(&f.list);
    return result;
}

void wendi_piece_list_free(wendi_piece_list* list) {
    for (int32_t i = 0; i < list->count; i++) free(list->pieces[i].path);
    free(list->pieces);
    *list = (wendi_piece_list){0};
}
