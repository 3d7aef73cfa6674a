// pieces.c: how do the pieces of a map become one grid? They are read one by one, so memory holds the grid
// and a single piece.
#include <string.h>

#include "extras/pieces.h"

#include "core/hash.h"
#include "extras/piece_list.h"
#include "rules/relief.h"
#include "sink/tiles.h"

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
                             const wend_import_info* info, uint8_t* row) {
    uint8_t map[WEND_CLASS_COUNT] = {0};
    wend_result result = map_classes(m, grid, info, piece->path, map);
    wend_rect area = {(piece->x - m->list.first_x) * m->width, (piece->y - m->list.first_y) * m->height,
                      m->width, 1};
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < m->height && result == WEND_OK; y++, area.y++) {
        const uint8_t* classes = wend_grid_row(grid, y);
        for (int32_t x = 0; x < m->width; x++) row[x] = map[classes[x]];
        result = wend_grid_write(m->job->grid, area, row, 0);
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
    if (result != WEND_OK) return result;
    wend_grid* grid = job.grid;
    if (!m->job->grid)
        result = make_grid(m, grid, info);
    else if (info->width != m->file_width || info->height != m->file_height)
        result = fail_size(m, piece, info);
    uint8_t* row = result == WEND_OK ? wimp_alloc(def.allocator, (size_t)m->width) : NULL;
    if (result == WEND_OK && !row) result = wimp_job_out_of_memory(m->job, (uint64_t)m->width);
    if (result == WEND_OK) result = put_piece(m, piece, grid, info, row);
    if (result == WEND_OK) sum_up(m, piece, info);
    wimp_free(def.allocator, row, (size_t)m->width);
    wend_grid_destroy(grid);
    return result;
}

static void warn(mosaic* m) {
    wimp_job* job = m->job;
    int64_t places = (int64_t)m->list.columns * m->list.rows;
    if (m->warned > 1) wimp_job_warn(job, "further pieces with warnings: %d", m->warned - 1);
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
    const wend_allocator* allocator = job->def->allocator;
    if (job->def->rule == WEND_RULE_HEIGHT || wimp_goes_by_step(job->def))
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                             "heights cannot be read in pieces, since the slopes between them would be lost; "
                             "expected one image");
    mosaic* m = wimp_zeroed(allocator, sizeof *m);
    if (!m) return wimp_job_out_of_memory(job, sizeof *m);
    m->job = job;
    wend_result result = wimp_piece_list_find(pattern, &m->list, job->error_opt);
    if (result == WEND_OK) result = take_all(m);
    if (result == WEND_OK) {
        warn(m);
    } else {
        wend_grid_destroy(job->grid);
        job->grid = NULL;
    }
    wimp_piece_list_free(&m->list);
    wimp_free(allocator, m, sizeof *m);
    return result;
}
