// tile_blocks.c: how are the tiles of a grid shared, copied, changed and counted?
#include <string.h>

#include "grid/class_count.h"
#include "grid/grid.h"

enum {
    SIDE = WENDI_TILES_BEFORE + WENDI_TILE_BLOCK + WENDI_TILES_AFTER,
    STRIDE = (SIDE + 7) / 8 * 8,
    OVERREAD = 64 // vector loads may read past the last tile
};

static void keep_block(const void* item) {
    wendi_shared_keep(*(wendi_shared* const*)item);
}

static void drop_block(void* item, const wend_allocator* allocator) {
    (void)allocator;
    wendi_shared_drop(*(wendi_shared**)item);
    *(wendi_shared**)item = NULL;
}

static size_t bytes_of_block(const void* item) {
    return wendi_shared_bytes(*(wendi_shared* const*)item);
}

static const wendi_item_kind block_items = {sizeof(wendi_shared*), keep_block, drop_block, bytes_of_block};

static int32_t columns_of(const wend_grid* grid) {
    return (grid->width + WENDI_TILE_BLOCK - 1) / WENDI_TILE_BLOCK;
}

static int32_t rows_of(const wend_grid* grid) {
    return (grid->height + WENDI_TILE_BLOCK - 1) / WENDI_TILE_BLOCK;
}

// The tiles of a block with its margin, as far as the map and the border around it reach.
static wend_rect area_of(const wend_grid* grid, int32_t column, int32_t row) {
    const int32_t x = column * WENDI_TILE_BLOCK - WENDI_TILES_BEFORE,
                  y = row * WENDI_TILE_BLOCK - WENDI_TILES_BEFORE;
    const int32_t left = wendi_max(x, -1), top = wendi_max(y, -1);
    return (wend_rect){left, top, wendi_min(x + SIDE, grid->width + 1) - left,
                       wendi_min(y + SIDE, grid->height + 1) - top};
}

static uint8_t* tile_in(wendi_shared* block, int32_t column, int32_t row, int32_t x, int32_t y) {
    const int32_t dx = x - column * WENDI_TILE_BLOCK + WENDI_TILES_BEFORE,
                  dy = y - row * WENDI_TILE_BLOCK + WENDI_TILES_BEFORE;
    WENDI_ASSERT(dx >= 0 && dx < SIDE && dy >= 0 && dy < SIDE);
    return (uint8_t*)wendi_shared_memory(block) + dy * STRIDE + dx;
}

wendi_tiles wendi_tiles_in_blocks(const wend_grid* grid, int32_t x, int32_t y) {
    const int32_t column = wendi_min(wendi_max(x, 0), grid->width - 1) / WENDI_TILE_BLOCK,
                  row = wendi_min(wendi_max(y, 0), grid->height - 1) / WENDI_TILE_BLOCK;
    wendi_shared* block = *wendi_item(&grid->blocks, row * columns_of(grid) + column);
    if (!block) return (wendi_tiles){grid->origin_tile + y * grid->stride + x, grid->stride};
    return (wendi_tiles){tile_in(block, column, row, x, y), STRIDE};
}

// True when no other version shares the rows.
static bool owns_rows(const wend_grid* grid) {
    return !grid->tile_use || wendi_is_only_use(grid->tile_use);
}

// The blocks that have some tiles: columns and rows, as a rectangle.
static wend_rect blocks_with(const wend_grid* grid, wend_rect area) {
    const int32_t left = wendi_max(area.x - WENDI_TILES_AFTER, 0) / WENDI_TILE_BLOCK,
                  top = wendi_max(area.y - WENDI_TILES_AFTER, 0) / WENDI_TILE_BLOCK,
                  right = wendi_min((area.x + area.width - 1 + WENDI_TILES_BEFORE) / WENDI_TILE_BLOCK,
                                    columns_of(grid) - 1),
                  bottom = wendi_min((area.y + area.height - 1 + WENDI_TILES_BEFORE) / WENDI_TILE_BLOCK,
                                     rows_of(grid) - 1);
    return (wend_rect){left, top, right - left + 1, bottom - top + 1};
}

// Gives the grid a block of its own, with the tiles that it has now.
static wend_result own_block(wend_grid* grid, int32_t column, int32_t row) {
    const int32_t index = row * columns_of(grid) + column;
    wend_result result = wendi_table_own(&grid->blocks.table, index);
    if (result != WEND_OK) return result;
    wendi_shared** at = wendi_item(&grid->blocks, index);
    if (*at && wendi_is_only_use(*at)) return WEND_OK;
    wendi_shared* made = wendi_shared_new(&grid->allocator, (size_t)STRIDE * SIDE + OVERREAD);
    if (!made) return WEND_ERROR_MEMORY;
    const wend_rect area = area_of(grid, column, row);
    for (int32_t y = area.y; y < area.y + area.height; y++)
        memcpy(tile_in(made, column, row, area.x, y),
               *at ? tile_in(*at, column, row, area.x, y) : grid->origin_tile + y * grid->stride + area.x,
               (size_t)area.width);
    wendi_shared_drop(*at);
    *at = made;
    return WEND_OK;
}

wend_result wendi_grid_own(wend_grid* grid, wend_rect area) {
    const bool own_rows = owns_rows(grid);
    if (own_rows && !grid->blocks.table.kind) return WEND_OK;
    wend_result result = grid->blocks.table.kind
                             ? WEND_OK
                             : wendi_table_make_empty(&block_items, columns_of(grid) * rows_of(grid),
                                                      &grid->allocator, &grid->blocks.table);
    const wend_rect blocks = blocks_with(grid, area);
    for (int32_t row = blocks.y; row < blocks.y + blocks.height; row++)
        for (int32_t column = blocks.x; column < blocks.x + blocks.width && result == WEND_OK; column++)
            if (!own_rows || *wendi_item(&grid->blocks, row * columns_of(grid) + column))
                result = own_block(grid, column, row);
    return result;
}

enum { PIECE = 1024 };

static bool is_zero(const uint8_t* classes, int32_t count) {
    static const uint8_t zeros[PIECE];
    WENDI_ASSERT(count <= PIECE);
    return memcmp(classes, zeros, (size_t)count) == 0;
}

// Zeros are not written over zeros: so tiles that are blocked from the beginning take no memory.
static void put(uint8_t* at, int32_t count, const uint8_t* classes_opt, uint8_t terrain_class) {
    for (int32_t i = 0; i < count; i += PIECE) {
        const int32_t taken = wendi_min(PIECE, count - i);
        const bool zero = classes_opt ? is_zero(classes_opt + i, taken) : terrain_class == 0;
        if (zero && is_zero(at + i, taken)) continue;
        if (classes_opt)
            memcpy(at + i, classes_opt + i, (size_t)taken);
        else
            memset(at + i, terrain_class, (size_t)taken);
    }
}

void wendi_put_tiles(wend_grid* grid, int32_t x, int32_t y, int32_t count, const uint8_t* classes_opt,
                     uint8_t terrain_class) {
    if (owns_rows(grid)) put(grid->origin_tile + y * grid->stride + x, count, classes_opt, terrain_class);
    if (!grid->blocks.table.kind) return;
    const wend_rect blocks = blocks_with(grid, (wend_rect){x, y, count, 1});
    for (int32_t row = blocks.y; row < blocks.y + blocks.height; row++)
        for (int32_t column = blocks.x; column < blocks.x + blocks.width; column++) {
            wendi_shared* block = *wendi_item(&grid->blocks, row * columns_of(grid) + column);
            if (!block) continue;
            const wend_rect area = area_of(grid, column, row);
            const int32_t first = wendi_max(x, area.x), end = wendi_min(x + count, area.x + area.width);
            WENDI_ASSERT(wendi_is_only_use(block));
            if (first < end)
                put(tile_in(block, column, row, first, y), end - first,
                    classes_opt ? classes_opt + (first - x) : NULL, terrain_class);
        }
}

int32_t wendi_tile_run(const wend_grid* grid, int32_t x, int32_t y, int32_t count, const uint8_t** out) {
    *out = wendi_tile(grid, x, y);
    if (!grid->blocks.table.kind) return count;
    const int32_t end = (wendi_max(x, 0) / WENDI_TILE_BLOCK + 1) * WENDI_TILE_BLOCK;
    return wendi_min(count, end < grid->width ? end - x : count);
}

void wendi_get_tiles(const wend_grid* grid, int32_t x, int32_t y, int32_t count, uint8_t* out) {
    const uint8_t* run;
    for (int32_t taken; count > 0; x += taken, out += taken, count -= taken) {
        taken = wendi_tile_run(grid, x, y, count, &run);
        memcpy(out, run, (size_t)taken);
    }
}

bool wendi_tiles_equal(const wend_grid* grid, int32_t x, int32_t y, int32_t count, const uint8_t* classes) {
    const uint8_t* run;
    bool equal = true;
    for (int32_t taken; count > 0 && equal; x += taken, classes += taken, count -= taken) {
        taken = wendi_tile_run(grid, x, y, count, &run);
        equal = memcmp(run, classes, (size_t)taken) == 0;
    }
    return equal;
}

void wendi_count_area(int64_t counts[WEND_CLASS_COUNT], const wend_grid* grid, wend_rect area, int32_t by) {
    wendi_class_count c;
    const uint8_t* run;
    wendi_class_count_begin(&c, counts, by, (int64_t)area.width * area.height);
    for (int32_t y = area.y; y < area.y + area.height; y++)
        for (int32_t x = 0, taken; x < area.width; x += taken) {
            taken = wendi_tile_run(grid, area.x + x, y, area.width - x, &run);
            wendi_class_count_add(&c, run, taken);
        }
    wendi_class_count_end(&c);
}

void wendi_count_rows(int64_t counts[WEND_CLASS_COUNT], const wend_grid* grid, int32_t y, int32_t end) {
    wendi_count_area(counts, grid, (wend_rect){0, y, grid->width, end - y}, 1);
    for (; y < end; y++)
        if (!wendi_is_floor_row(&grid->floors, y)) counts[0] -= grid->width; // as all of them are blocked
}
