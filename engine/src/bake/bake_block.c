// bake_block.c: are blocks that come from elsewhere what they say, and which grid do tasks see?
#include "bake/bake_block.h"

#include <string.h>

#include "core/hash.h"
#include "hierarchy/world.h"
#include "hierarchy/world_layout.h"

static uint64_t checksum_of(const wendi_block_header* block, uint64_t size) {
    wendi_block_header header = *block;
    header.checksum = 0;
    return XXH3_64bits_withSeed(block + 1, (size_t)(size - sizeof header),
                                XXH3_64bits(&header, sizeof header));
}

void wendi_block_seal(wendi_block_header* block, const char magic[WENDI_BLOCK_MAGIC], uint64_t size) {
    memcpy(block->magic, magic, WENDI_BLOCK_MAGIC);
    block->byte_order = WENDI_BYTE_ORDER_MARK;
    block->version = WENDI_BAKE_VERSION;
    block->size = size;
    block->zero = 0;
    block->checksum = checksum_of(block, size);
}

wend_result wendi_block_check(const void* bytes, size_t size, const char magic[WENDI_BLOCK_MAGIC],
                              const char* what, wend_error* error_opt) {
    const wendi_block_header* block = bytes;
    if (size < sizeof *block || memcmp(block->magic, magic, WENDI_BLOCK_MAGIC) != 0)
        return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: %zu bytes that are none", what, size);
    if (block->byte_order != WENDI_BYTE_ORDER_MARK)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: made on a machine of the other byte order; bake on machines of one kind",
                          what);
    if (block->version != WENDI_BAKE_VERSION)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED,
                          "%s: version %lu, expected %d; run the same version of Wend everywhere", what,
                          (unsigned long)block->version, WENDI_BAKE_VERSION);
    if (block->size != size || block->checksum != checksum_of(block, size))
        return wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: damaged: %zu bytes, expected %llu%s", what, size,
                          (unsigned long long)block->size,
                          block->size == size ? " with another checksum" : "");
    return WEND_OK;
}

bool wendi_block_holds(const wendi_block_header* block, uint64_t at, uint64_t count, uint64_t size) {
    return at % 8 == 0 && at <= block->size && count <= (block->size - at) / size;
}

// ---- grids

bool wendi_settings_are_valid(const wendi_bake_settings* s) {
    return s->width >= 1 && s->height >= 1 && s->width <= WEND_MAX_SIDE && s->height <= WEND_MAX_SIDE &&
           (s->cluster_size == 15 || s->cluster_size == 31) && s->level_count >= 1 &&
           s->level_count <= WEND_MAX_LEVELS && s->task_level >= 1 && s->task_level <= s->level_count &&
           s->task_level <= WEND_BAKE_MAX_TASK_LEVEL;
}

wend_result wendi_bake_grid(const wendi_bake_settings* settings, int32_t width, int32_t height,
                            const wend_allocator* allocator, wend_grid** out) {
    uint8_t nowhere[1] = {0}; // wendi_bake_grid_aim says where the tiles are
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    def.connectivity = (wend_connectivity)settings->connectivity;
    def.allocator = allocator;
    memcpy(def.class_costs, settings->class_costs, sizeof def.class_costs);
    wend_grid* grid = NULL;
    wend_result result = wendi_grid_create_in_place(&def, nowhere, wendi_tile_stride(def.width),
                                                    settings->class_counts, &grid);
    if (result == WEND_OK) result = wendi_grid_set_costs(grid, settings->class_costs, settings->cost_unit);
    if (result != WEND_OK) {
        wend_grid_destroy(grid);
        return result;
    }
    grid->cost_range = (wendi_cost_range){settings->least_cost, settings->greatest_cost,
                                          settings->range_declared == 1, settings->cost_unit};
    *out = grid;
    return WEND_OK;
}

// The tile 0,0 may lie far before the memory that holds the part of the map: no tile outside of that is read.
void wendi_bake_grid_aim(wend_grid* grid, const uint8_t* at, int32_t x, int32_t y, int64_t stride) {
    const uintptr_t origin = (uintptr_t)at - (uintptr_t)((int64_t)y * stride + x);
    grid->stride = stride;
    grid->origin_tile = (uint8_t*)origin; // tasks do not write tiles
}

wendi_window wendi_window_of(const wendi_bake_settings* settings, int32_t cluster) {
    const wendi_partition clusters = wendi_bake_partition(settings, 1),
                          parts = wendi_bake_partition(settings, settings->task_level);
    wendi_window window = {.span = wendi_cluster_span_of(&clusters, &parts, cluster),
                           .area = wendi_cluster_rect(&parts, cluster)};
    window.has_right = window.span.right < clusters.columns;
    window.has_bottom = window.span.bottom < clusters.rows;
    return window;
}
