// pieces.c: how does a map that is cut into pieces become one grid? Piece by piece, row by row of them:
// beside the grid there is never more than one piece in memory.
#include <stdio.h>
#include <string.h>

#include "hash.h"
#include "piece_list.h"

enum { NEARLY_NOTHING = 1000 }; // fewer than 1 passable tile in 1000

typedef struct mosaic {
    wendi_job job;          // without bytes: name, definition, error, info, grid
    wend_import_info info;  // of all
    wend_import_info piece; // of one
    wend_grid_def grid_def;
    wendi_piece_list list;
    int32_t width, height; // tiles of a piece
    int32_t file_width, file_height;
    float costs[WEND_CLASS_COUNT];   // those of the first piece, unless another needs the class
    bool is_taken[WEND_CLASS_COUNT]; // a class that tiles have got
    int32_t warned;                  // pieces
} mosaic;

static wend_result fail_size(const mosaic* m, const wendi_piece* piece, const wend_import_info* info) {
    return wendi_import_fail(m->job.error_opt, WEND_ERROR_FORMAT, piece->path,
                             "is %d x %d; expected %d x %d as %s is", info->width, info->height,
                             m->file_width, m->file_height, m->list.pieces[0].path);
}

// The first piece says how large all are, and so the whole.
static wend_result make_grid(mosaic* m, const wend_grid* first, const wend_import_info* info) {
    wendi_job* job = &m->job;
    int32_t k = job->def->downscale;
    m->width = wend_grid_width(first);
    m->height = wend_grid_height(first);
    m->file_width = info->width;
    m->file_height = info->height;
    *job->info = *info;
    job->info->warning[0] = 0;
    if (info->width % k != 0 || info->height % k != 0)
        return wendi_job_fail(job, WEND_ERROR_UNSUPPORTED,
                              "pieces of %d x %d cannot be downscaled by %d; expected a divisor of both",
                              info->width, info->height, k);
    int64_t width = (int64_t)m->list.columns * info->width, height = (int64_t)m->list.rows * info->height;
    wend_result result = wendi_job_check_size(job, width, height);
    if (result != WEND_OK) return result;
    job->info->width = (int32_t)width;
    job->info->height = (int32_t)height;

    wend_grid_def* def = &m->grid_def;
    *def = wend_default_grid_def();
    def->width = m->list.columns * m->width;
    def->height = m->list.rows * m->height;
    memcpy(def->class_costs, wend_grid_class_costs(first), sizeof def->class_costs);
    memcpy(m->costs, wend_grid_class_costs(first), sizeof m->costs);
    def->connectivity = job->def->connectivity;
    def->tile_size = wend_grid_tile_size(first);
    def->origin = wend_grid_origin(first);
    def->allocator = job->def->allocator;
    result = wend_grid_create(def, &job->grid);
    if (result == WEND_OK) result = wend_grid_fill(job->grid, (wend_rect){0, 0, def->width, def->height}, 0);
    if (result == WEND_OK) return WEND_OK;
    return wendi_job_fail(job, result, "no grid of %d x %d tiles: %s", def->width, def->height,
                          wend_result_string(result));
}

// Keeps a class where it is if its cost is the same in the pieces before; otherwise finds another for it. -1:
// none is left.
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
            return wendi_import_fail(
                m->job.error_opt, WEND_ERROR_LIMIT, path,
                "has the cost %g, one too many: the pieces have more than %d different ones", (double)cost,
                WEND_CLASS_COUNT - 1);
        if (found > 0) m->is_taken[found] = true;
        if (found > 0) m->costs[found] = cost;
        map[c] = (uint8_t)found;
        if (found == c || m->job.info->meanings[found][0] == 0)
            memcpy(m->job.info->meanings[found], info->meanings[c], WEND_MEANING_BYTES);
    }
    return WEND_OK;
}

static wend_result put_piece(mosaic* m, const wendi_piece* piece, const wend_grid* grid,
                             const wend_import_info* info, uint8_t* row) {
    uint8_t map[WEND_CLASS_COUNT] = {0};
    wend_result result = map_classes(m, grid, info, piece->path, map);
    wend_rect area = {(piece->x - m->list.first_x) * m->width, (piece->y - m->list.first_y) * m->height,
                      m->width, 1};
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < m->height && result == WEND_OK; y++, area.y++) {
        const uint8_t* classes = wend_grid_row(grid, y);
        for (int32_t x = 0; x < m->width; x++) row[x] = map[classes[x]];
        result = wend_grid_write(m->job.grid, area, row, 0);
    }
    return result == WEND_OK ? result : wendi_job_fail(&m->job, result, "%s", wend_result_string(result));
}

static void sum_up(mosaic* m, const wendi_piece* piece, const wend_import_info* info) {
    wend_import_info* all = m->job.info;
    if (info->darkest < all->darkest) all->darkest = info->darkest;
    if (info->brightest > all->brightest) all->brightest = info->brightest;
    const int32_t place[] = {piece->x, piece->y};
    all->source_hash = wendi_hash(place, sizeof place, all->source_hash);
    all->source_hash = wendi_hash(&info->source_hash, sizeof info->source_hash, all->source_hash);
    // That nothing is passable in a piece, as in the middle of a sea, says little; see the end of all.
    if (info->warning[0] && !info->is_image && m->warned++ == 0)
        wendi_job_warn(&m->job, "%s: %s", piece->path, info->warning);
}

static wend_result take_piece(mosaic* m, const wendi_piece* piece) {
    wend_import_def def = *m->job.def;
    const wend_import_info* info = &m->piece;
    wend_grid* grid = NULL;
    def.progress = NULL;
    wend_result result = wend_import_file(piece->path, &def, &grid, &m->piece, m->job.error_opt);
    if (result != WEND_OK) return result;
    if (!m->job.grid)
        result = make_grid(m, grid, info);
    else if (info->width != m->file_width || info->height != m->file_height)
        result = fail_size(m, piece, info);
    uint8_t* row = result == WEND_OK ? wendi_import_alloc(def.allocator, (size_t)m->width) : NULL;
    if (result == WEND_OK && !row) result = wendi_job_out_of_memory(&m->job, (uint64_t)m->width);
    if (result == WEND_OK) result = put_piece(m, piece, grid, info, row);
    if (result == WEND_OK) sum_up(m, piece, info);
    wendi_import_free(def.allocator, row, (size_t)m->width);
    wend_grid_destroy(grid);
    return result;
}

static void warn(mosaic* m) {
    wendi_job* job = &m->job;
    int64_t places = (int64_t)m->list.columns * m->list.rows;
    int64_t tiles = (int64_t)wend_grid_width(job->grid) * wend_grid_height(job->grid);
    if (m->warned > 1) wendi_job_warn(job, "and warnings for %d other pieces", m->warned - 1);
    if (m->list.zoom_count > 1)
        wendi_job_warn(job, "of %d levels the finest is taken, %d", m->list.zoom_count, m->list.zoom);
    if (m->list.count < places)
        wendi_job_warn(job, "%lld of %lld pieces are missing, and blocked",
                       (long long)(places - m->list.count), (long long)places);
    if (job->info->is_image && wend_grid_passable_count(job->grid) * NEARLY_NOTHING < tiles)
        wendi_job_warn(job, "nearly nothing is passable: brightness is %.3f to %.3f",
                       (double)job->info->darkest, (double)job->info->brightest);
}

static wend_result take_all(mosaic* m) {
    const wend_import_def* def = m->job.def;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < m->list.count && result == WEND_OK; i++) {
        result = take_piece(m, &m->list.pieces[i]);
        if (result == WEND_OK && def->progress &&
            !def->progress((double)(i + 1) / m->list.count, def->progress_context))
            result = wendi_job_fail(&m->job, WEND_ERROR_CANCELLED, "cancelled at piece %d of %d", i + 1,
                                    m->list.count);
    }
    if (result != WEND_OK) return result;
    result = wend_grid_set_class_costs(m->job.grid, m->costs);
    return result == WEND_OK ? result : wendi_job_fail(&m->job, result, "%s", wend_result_string(result));
}

wend_result wend_import_pieces(const char* pattern, const wend_import_def* def, wend_grid** out,
                               wend_import_info* info_opt, wend_error* error_opt) {
    if (!pattern || !def || !out) return WEND_ERROR_ARGUMENT;
    wend_result result = wendi_import_check_def(def, pattern, error_opt);
    if (result != WEND_OK) return result;
    if (def->rule == WEND_RULE_HEIGHT)
        return wendi_import_fail(
            error_opt, WEND_ERROR_UNSUPPORTED, pattern,
            "heights in pieces: the slopes between them would be lost; expected one image");
    mosaic* m = wendi_import_zeroed(def->allocator, sizeof *m);
    if (!m) return wendi_import_fail(error_opt, WEND_ERROR_MEMORY, pattern, "out of memory");
    m->job = (wendi_job){.name = pattern, .def = def, .info = &m->info, .error_opt = error_opt};
    result = wendi_piece_list_find(pattern, &m->list, error_opt);
    if (result == WEND_OK) result = take_all(m);
    if (result == WEND_OK) {
        warn(m);
        *out = m->job.grid;
        if (info_opt) *info_opt = m->info;
    } else {
        wend_grid_destroy(m->job.grid);
    }
    wendi_piece_list_free(&m->list);
    wendi_import_free(def->allocator, m, sizeof *m);
    return result;
}
