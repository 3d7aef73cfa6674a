// wall_file.c: which walls does a list or a picture show?
#include "extras/wall_file.h"

#include <string.h>

#include "core/def.h"
#include "core/hash.h"
#include "core/read_file.h"
#include "extras/table.h"
#include "wend/link.h"

enum { X, Y, FLOOR, TO_X, TO_Y, ONE_WAY, COLUMN_COUNT };
static const wimp_column columns[COLUMN_COUNT] = {{"x", true},    {"y", true},    {"floor", false},
                                                  {"to_x", true}, {"to_y", true}, {"one_way", false}};

// ---- a list

// In a hexagonal map, tiles of shifted rows or columns have other neighbours than the rest.
static bool are_neighbours(const wend_grid* grid, wend_tile a, wend_tile b) {
    int32_t dx = b.x - a.x, dy = b.y - a.y, row = a.y;
    const wend_connectivity layout = wend_grid_connectivity(grid);
    if (dx < -1 || dx > 1 || dy < -1 || dy > 1 || (dx == 0 && dy == 0)) return false;
    if (layout <= WEND_CONNECTIVITY_8_CUT) return true;
    if (layout == WEND_CONNECTIVITY_HEX_ODD_Q || layout == WEND_CONNECTIVITY_HEX_EVEN_Q) {
        const int32_t along = dx;
        dx = dy;
        dy = along;
        row = a.x;
    }
    const bool shifts_even = layout == WEND_CONNECTIVITY_HEX_EVEN_R || layout == WEND_CONNECTIVITY_HEX_EVEN_Q;
    const bool is_shifted = (row % 2 == 0) == shifts_even;
    return dy == 0 || dx == 0 || dx == (is_shifted ? 1 : -1);
}

static wend_result read_row(const wimp_table* t, wend_grid* grid) {
    wend_tile a = {0, 0}, b = {0, 0};
    bool one_way = false;
    wend_result result = wimp_table_tile(t, X, grid, &a);
    if (result == WEND_OK) result = wimp_table_place(t, TO_X, grid, &b);
    b.floor = a.floor;
    if (result == WEND_OK) result = wimp_table_bool(t, ONE_WAY, &one_way);
    if (result != WEND_OK) return result;
    if (!are_neighbours(grid, a, b))
        return wimp_table_fail(t, t->cells[X],
                               "(%d, %d) and (%d, %d) are not neighbours; expected two tiles "
                               "with a common edge or corner",
                               a.x, a.y, b.x, b.y);
    result = one_way ? wend_grid_set_step(grid, b, a, false) : wend_grid_set_wall(grid, a, b, true);
    if (result == WEND_OK) return WEND_OK;
    return wimp_fail(t->csv.error_opt, result, t->csv.name, "line %d: %s", t->csv.text.line,
                     wend_result_string(result));
}

static wend_result read_list(wimp_job* job, const char* name, const wimp_file* content) {
    wimp_table t;
    wend_result result =
        wimp_table_begin(&t, content->bytes, content->size, name, job->error_opt, columns, COLUMN_COUNT);
    for (bool more = true; result == WEND_OK;) {
        result = wimp_table_next(&t, &more);
        if (!more) break;
        if (result == WEND_OK) result = read_row(&t, job->grid);
    }
    return result;
}

// ---- a picture

// Walls of a grid, where tiles of another one, of twice the size plus one, block and are not transparent.
static wend_result copy_walls(wend_grid* grid, const wend_grid* doubled, bool has_invisible) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const float* costs = wend_grid_class_costs(doubled);
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < height && result == WEND_OK; y++) {
        const uint8_t* row = wend_grid_row(doubled, 2 * y + 1);
        const uint8_t* below = wend_grid_row(doubled, 2 * y + 2);
        for (int32_t x = 0; x < width && result == WEND_OK; x++) {
            const wend_tile tile = {x, y};
            const uint8_t right = row[2 * x + 2], down = below[2 * x + 1];
            if (x + 1 < width && costs[right] <= 0 && (right != 0 || !has_invisible))
                result = wend_grid_set_wall(grid, tile, (wend_tile){x + 1, y}, true);
            if (y + 1 < height && costs[down] <= 0 && (down != 0 || !has_invisible) && result == WEND_OK)
                result = wend_grid_set_wall(grid, tile, (wend_tile){x, y + 1}, true);
        }
    }
    return result;
}

static wend_result copy_picture(wimp_job* job, const wimp_job* picture) {
    const int32_t width = wend_grid_width(picture->grid), height = wend_grid_height(picture->grid);
    const int32_t columns_wanted = 2 * wend_grid_width(job->grid) + 1;
    const int32_t rows_wanted = 2 * wend_grid_height(job->grid) + 1;
    if (!picture->info->is_image)
        return wimp_job_fail(picture, WEND_ERROR_FORMAT,
                             "is a map (%s); expected a picture of walls, or a list with the columns x, y, "
                             "to_x, to_y",
                             picture->info->format);
    if (width != columns_wanted || height != rows_wanted)
        return wimp_job_fail(
            picture, WEND_ERROR_FORMAT,
            "has %d x %d pixels; expected %d x %d, twice the %d x %d tiles of the map plus 1", width, height,
            columns_wanted, rows_wanted, wend_grid_width(job->grid), wend_grid_height(job->grid));
    const wend_result result = copy_walls(job->grid, picture->grid, true);
    if (result == WEND_ERROR_MEMORY) wimp_job_fail(picture, result, "out of memory for walls");
    const uint64_t hash = picture->info->source_hash;
    job->named_hash = wimp_hash(&hash, sizeof hash, job->named_hash);
    return result;
}

static wend_result read_picture(wimp_job* job, const char* file) {
    if (wend_grid_connectivity(job->grid) > WEND_CONNECTIVITY_8_CUT)
        return wimp_fail(job->error_opt, WEND_ERROR_UNSUPPORTED, wimp_file_name(file),
                         "is not a list of walls; expected one for a map of hexagons");
    wimp_beside* beside = wimp_beside_begin(job, file);
    if (!beside) return WEND_ERROR_MEMORY;
    const int64_t most = job->def->max_tiles;
    beside->def.rule = WEND_RULE_THRESHOLD;
    beside->def.blocked_below = 0.5f;
    beside->def.max_tiles = most < WEND_MAX_TILES / 5 ? 5 * most : WEND_MAX_TILES;
    wend_result result = job->run_file(&beside->job, file);
    if (result == WEND_OK) result = copy_picture(job, &beside->job);
    wimp_beside_end(beside);
    return result;
}

wend_result wimp_wall_file_read(wimp_job* job, const char* file) {
    wimp_file content;
    wend_result result = wimp_other_file_read(job->def, file, &content, NULL, job->error_opt);
    if (result != WEND_OK) return result;
    const bool is_list = wimp_table_is_one(content.bytes, content.size, columns[X].name);
    if (is_list) {
        result = read_list(job, wimp_file_name(file), &content);
        job->named_hash = wimp_hash(content.bytes, content.size, job->named_hash);
    }
    wimp_file_free(&content, job->def->allocator);
    if (!is_list && result == WEND_OK && strcmp(file, "-") == 0)
        return wimp_fail(job->error_opt, WEND_ERROR_UNSUPPORTED, wimp_file_name(file),
                         "is not a list of walls; expected a picture of walls as a file");
    return is_list || result != WEND_OK ? result : read_picture(job, file);
}

// ---- a map with thin walls

static wend_result make_half(wimp_job* job, wend_grid** out) {
    const wend_grid* doubled = job->grid;
    wend_grid_def def = wimp_job_grid_like(job, doubled);
    def.width /= 2;
    def.height /= 2;
    wend_result result = wend_grid_create(&def, out);
    uint8_t* row = result == WEND_OK ? wimp_job_get(job, (size_t)def.width) : NULL;
    if (result == WEND_OK && !row) result = WEND_ERROR_MEMORY;
    for (int32_t y = 0; y < def.height && result == WEND_OK; y++) {
        const uint8_t* pixels = wend_grid_row(doubled, 2 * y + 1);
        for (int32_t x = 0; x < def.width; x++) row[x] = pixels[2 * x + 1];
        result = wend_grid_write(*out, (wend_rect){0, y, def.width, 1}, row, 0);
    }
    return result == WEND_OK ? copy_walls(*out, doubled, false) : result;
}

wend_result wimp_thin_walls(wimp_job* job) {
    const int32_t width = wend_grid_width(job->grid), height = wend_grid_height(job->grid);
    int32_t links = 0;
    wend_grid_links(job->grid, &links);
    if (wend_grid_floors(job->grid) > 1)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "has %d floors; thin walls need a map of one",
                             wend_grid_floors(job->grid));
    if (width % 2 == 0 || height % 2 == 0 || width < 3 || height < 3)
        return wimp_job_fail(job, WEND_ERROR_FORMAT,
                             "has %d x %d pixels; expected odd sides of at least 3: tiles with walls between "
                             "and around them",
                             width, height);
    if (wend_grid_connectivity(job->grid) > WEND_CONNECTIVITY_8_CUT)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "has hexagons; thin walls need square tiles");
    if (links > 0 || wend_grid_closed_step_count(job->grid) > 0)
        return wimp_job_fail(job, WEND_ERROR_FORMAT,
                             "has links or one-way tiles, which have no place between thin walls");
    wend_grid* half = NULL;
    wend_result result = make_half(job, &half);
    if (result != WEND_OK) {
        wend_grid_destroy(half);
        return wimp_job_fail(job, result, "%s", wend_result_string(result));
    }
    wend_grid_destroy(job->grid);
    job->grid = half;
    return WEND_OK;
}
