// pieces.c: how do the pieces of a map become one grid? They are read one by one, so memory holds the grid
// and a single piece.
#if !defined(_XOPEN_SOURCE)
#define _XOPEN_SOURCE 700 // opendir, stat, strdup
#endif
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "extras/pieces.h"

#include "core/hash.h"
#include "core/job.h"
#include "rules/relief.h"
#include "sink/tiles.h"

// ---- which files are the pieces? It searches folder by folder for names that match the pattern

typedef struct wimp_piece {
    int32_t x, y; ///< column and row, from the name
    char* path;
} wimp_piece;

typedef struct wimp_piece_list {
    wimp_piece* pieces; ///< row by row
    int32_t count;
    size_t capacity;
    int32_t first_x, first_y, columns, rows; ///< the rectangle that holds them
    int32_t zoom, zoom_count;                ///< of a folder z/x/y: the level used, and how many there are
} wimp_piece_list;

enum {
    MAX_PIECES = 1 << 20,
    MAX_NUMBER = 1 << 28,
    MAX_PATTERN = 4000,
    MAX_PATH = 2 * MAX_PATTERN,
    MAX_DEPTH = 16
};

// The numbers parsed from the names so far.
typedef struct numbers {
    int32_t x, y;
    bool has_x, has_y;
} numbers;

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
static bool matches(const char* part, size_t size, const char* name, numbers* where) {
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
static wend_result add(finder* f, const numbers* where) {
    wimp_piece_list* l = &f->list;
    if (l->count == MAX_PIECES)
        return wimp_fail(f->error_opt, WEND_ERROR_LIMIT, f->pattern, "more than %d pieces", MAX_PIECES);
    wimp_piece* pieces = wimp_grow_one(NULL, l->pieces, &l->capacity, l->count, sizeof *pieces);
    char* copy = pieces ? strdup(f->path) : NULL;
    if (pieces) l->pieces = pieces;
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

static wend_result search(finder* f, const char* rest, numbers where);

// Searches the folder f->path for names that match the part of the pattern.
static wend_result search_names(finder* f, const char* part, size_t size, const char* rest,
                                const numbers* where) {
    size_t length = strlen(f->path);
    const char* folder = length ? f->path : ".";
    DIR* names = opendir(folder);
    if (!names)
        return wimp_fail(f->error_opt, WEND_ERROR_IO, f->pattern, "the folder %s cannot be read: %s", folder,
                         wimp_system_error(errno));
    wend_result result = WEND_OK;
    for (struct dirent* entry; result == WEND_OK && (entry = readdir(names)) != NULL;) {
        numbers found = *where;
        if (matches(part, size, entry->d_name, &found) &&
            walk(f, length, entry->d_name, strlen(entry->d_name)))
            result = search(f, rest, found);
        f->path[length] = 0;
    }
    closedir(names);
    return result;
}

// Continues at f->path with the rest of the pattern: adds a piece or searches folders.
static wend_result search(finder* f, const char* rest, numbers where) {
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

static void piece_list_free(wimp_piece_list* list) {
    for (int32_t i = 0; i < list->count; i++) free(list->pieces[i].path);
    free(list->pieces);
    *list = (wimp_piece_list){0};
}

// pattern: a path with {x} and {y} in it, or a folder z/x/y or x/y. Errors: ARGUMENT (no {x} or {y}), IO,
// FORMAT (two pieces for one position), LIMIT, MEMORY.
static wend_result piece_list_find(const char* pattern, wimp_piece_list* out, wend_error* error_opt) {
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
    if (result == WEND_OK) result = search(f, names, (numbers){0});
    if (result == WEND_OK) result = sort(f);
    if (result == WEND_OK)
        *out = f->list;
    else
        piece_list_free(&f->list);
    free(f);
    return result;
}

// ---- one grid

typedef struct mosaic {
    wimp_job* job;          // of the whole map; it has no bytes
    wend_import_info piece; // of one
    wend_grid_def grid_def;
    wimp_piece_list list;
    int32_t width, height; // tiles of a piece
    int32_t file_width, file_height;
    float costs[WEND_CLASS_COUNT];   // those of the first piece, unless another needs the class
    bool is_taken[WEND_CLASS_COUNT]; // classes in use
    int32_t warned;                  // pieces
    bool has_lanes;                  // of tiles
    uint8_t* row;                    // of a piece
} mosaic;

static wend_result fail_size(const mosaic* m, const wimp_piece* piece, const wend_import_info* info) {
    return wimp_fail(m->job->error_opt, WEND_ERROR_FORMAT, piece->path,
                     "is %d x %d; expected %d x %d like %s", info->width, info->height, m->file_width,
                     m->file_height, m->list.pieces[0].path);
}

// The first piece determines the size of all pieces and of the map.
static wend_result make_grid(mosaic* m, const wend_grid* first, const wend_import_info* info) {
    wimp_job* job = m->job;
    int32_t k = job->def->downscale;
    m->width = wend_grid_width(first);
    m->height = wend_grid_height(first);
    m->file_width = info->width;
    m->file_height = info->height;
    *job->info = *info;
    job->info->warning[0] = 0;
    job->info->color_warning[0] = 0;
    job->info->suggested_below = 0; // what holds for one piece
    job->info->suggests_negate = job->info->suggests_free_thresh = job->info->suggests_height = false;
    memset(&job->info->colors, 0, sizeof job->info->colors);
    if (info->width % k != 0 || info->height % k != 0)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "pieces of %d x %d cannot be downscaled by %d; expected a divisor of both",
                             info->width, info->height, k);
    int64_t width = (int64_t)m->list.columns * info->width, height = (int64_t)m->list.rows * info->height;
    wend_result result = wimp_job_check_size(job, width, height);
    if (result != WEND_OK) return result;
    job->info->width = (int32_t)width;
    job->info->height = (int32_t)height;

    m->row = wimp_job_keep(job, (size_t)m->width);
    if (!m->row) return WEND_ERROR_MEMORY;
    wend_grid_def* def = &m->grid_def;
    *def = wimp_job_grid_like(job, first);
    def->width = m->list.columns * m->width;
    def->height = m->list.rows * m->height;
    memcpy(m->costs, wend_grid_class_costs(first), sizeof m->costs);
    def->connectivity = job->def->connectivity;
    if (job->def->create_grid)
        result = job->def->create_grid(job->def->create_grid_context, def, &job->grid, job->error_opt);
    else
        result = wend_grid_create(def, &job->grid);
    const int64_t tiles = (int64_t)def->width * def->height;
    if (result == WEND_OK && wend_grid_class_counts(job->grid)[0] != tiles)
        result = wend_grid_fill(job->grid, (wend_rect){0, 0, def->width, def->height}, 0);
    if (result == WEND_OK || job->def->create_grid) return result;
    return wimp_job_fail(job, result, "no grid of %d x %d tiles: %s", def->width, def->height,
                         wend_result_string(result));
}

// The class of the map for class c of a piece: the same class if its cost agrees with earlier pieces,
// otherwise another. -1: none is left.
static int32_t class_for(mosaic* m, int32_t c, float cost) {
    if (c > 0 && (!m->is_taken[c] || m->costs[c] == cost)) return c;
    if (cost == 0) return 0;
    for (int32_t other = 1; other < WEND_CLASS_COUNT; other++)
        if (m->is_taken[other] && m->costs[other] == cost) return other;
    for (int32_t other = WEND_CLASS_COUNT - 1; other > 0; other--)
        if (!m->is_taken[other]) return other;
    return -1;
}

static wend_result map_classes(mosaic* m, const wend_grid* grid, const wend_import_info* info,
                               const char* path, uint8_t map[WEND_CLASS_COUNT]) {
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) {
        if (wend_grid_class_counts(grid)[c] == 0) continue;
        float cost = wend_grid_class_costs(grid)[c];
        int32_t found = class_for(m, c, cost);
        if (found < 0)
            return wimp_fail(m->job->error_opt, WEND_ERROR_LIMIT, path,
                             "adds the cost %g, but all pieces together may have at most %d different costs",
                             (double)cost, WEND_CLASS_COUNT - 1);
        if (found > 0) m->is_taken[found] = true;
        if (found > 0) m->costs[found] = cost;
        map[c] = (uint8_t)found;
        if (found == c || m->job->info->class_colors[found] == 0)
            m->job->info->class_colors[found] = info->class_colors[c];
        if (found == c || m->job->info->meanings[found][0] == 0)
            memcpy(m->job->info->meanings[found], info->meanings[c], WEND_MEANING_BYTES);
    }
    return WEND_OK;
}

static wend_result put_piece(mosaic* m, const wimp_piece* piece, const wend_grid* grid,
                             const wend_import_info* info) {
    uint8_t map[WEND_CLASS_COUNT] = {0};
    wend_result result = map_classes(m, grid, info, piece->path, map);
    wend_rect area = {(piece->x - m->list.first_x) * m->width, (piece->y - m->list.first_y) * m->height,
                      m->width, 1};
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < m->height && result == WEND_OK; y++, area.y++) {
        const uint8_t* classes = wend_grid_row(grid, y);
        for (int32_t x = 0; x < m->width; x++) m->row[x] = map[classes[x]];
        result = wend_grid_write(m->job->grid, area, m->row, 0);
    }
    return result == WEND_OK ? result : wimp_job_fail(m->job, result, "%s", wend_result_string(result));
}

static void sum_up(mosaic* m, const wimp_piece* piece, const wend_import_info* info) {
    wend_import_info* all = m->job->info;
    if (info->darkest < all->darkest) all->darkest = info->darkest;
    if (info->brightest > all->brightest) all->brightest = info->brightest;
    const int32_t place[] = {piece->x, piece->y};
    all->source_hash = wimp_hash(place, sizeof place, all->source_hash);
    all->source_hash = wimp_hash(&info->source_hash, sizeof info->source_hash, all->source_hash);
    // an image without passable tiles, such as open sea, is normal for a piece; warn checks the whole map
    if (info->warning[0] && !info->is_image && m->warned++ == 0)
        wimp_job_warn(m->job, "%s: %s", piece->path, info->warning);
}

static wend_result take_piece(mosaic* m, const wimp_piece* piece) {
    const wend_import_info* info = &m->piece;
    wend_import_def def = *m->job->def;
    def.progress = NULL;
    def.create_grid = NULL; // that is for the whole
    wimp_job job = {.name = piece->path,
                    .def = &def,
                    .info = &m->piece,
                    .sink_kind = m->job->sink_kind,
                    .run_file = m->job->run_file,
                    .error_opt = m->job->error_opt};
    memset(&m->piece, 0, sizeof m->piece);
    wend_result result = job.run_file(&job, piece->path);
    m->has_lanes |= job.lanes != NULL;
    wimp_job_end(&job);
    if (result != WEND_OK) return result;
    wend_grid* grid = job.grid;
    if (!m->job->grid)
        result = make_grid(m, grid, info);
    else if (info->width != m->file_width || info->height != m->file_height)
        result = fail_size(m, piece, info);
    if (result == WEND_OK) result = put_piece(m, piece, grid, info);
    if (result == WEND_OK) sum_up(m, piece, info);
    wend_grid_destroy(grid);
    return result;
}

static void warn(mosaic* m) {
    wimp_job* job = m->job;
    int64_t places = (int64_t)m->list.columns * m->list.rows;
    if (m->warned > 1) wimp_job_warn(job, "further pieces with warnings: %d", m->warned - 1);
    if (m->has_lanes) wimp_job_warn(job, "the lanes of its tiles are left out, as it is read in pieces");
    if (m->list.zoom_count > 1)
        wimp_job_warn(job, "found %d zoom levels; using the finest, %d", m->list.zoom_count, m->list.zoom);
    if (m->list.count < places)
        wimp_job_warn(job, "%lld of %lld pieces are missing; their tiles are blocked",
                      (long long)(places - m->list.count), (long long)places);
    if (job->info->is_image && wend_grid_passable_count(job->grid) < wimp_tiles_enough_passable(job->grid))
        wimp_job_warn(job, "nearly nothing is passable: brightness is %.3f to %.3f",
                      (double)job->info->darkest, (double)job->info->brightest);
}

static wend_result take_all(mosaic* m) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < m->list.count && result == WEND_OK; i++) {
        result = take_piece(m, &m->list.pieces[i]);
        if (result == WEND_OK)
            result =
                wimp_job_progress(m->job, (double)(i + 1) / m->list.count, "piece", i + 1, m->list.count);
    }
    if (result != WEND_OK) return result;
    result = wend_grid_set_class_costs(m->job->grid, m->costs);
    return result == WEND_OK ? result : wimp_job_fail(m->job, result, "%s", wend_result_string(result));
}

wend_result wimp_read_pieces(wimp_job* job, const char* pattern) {
    if (job->def->rule == WEND_RULE_HEIGHT || wimp_goes_by_step(job->def))
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "heights cannot be read in pieces, since the slopes between them would be lost; "
                             "expected one image");
    mosaic* m = wimp_job_keep(job, sizeof *m);
    if (!m) return WEND_ERROR_MEMORY;
    m->job = job;
    wend_result result = piece_list_find(pattern, &m->list, job->error_opt);
    if (result == WEND_OK) result = take_all(m);
    if (result == WEND_OK) {
        warn(m);
    } else {
        wend_grid_destroy(job->grid);
        job->grid = NULL;
    }
    piece_list_free(&m->list);
    return result;
}
