// stream.c: how is a streamed world opened, and which of its regions are loaded and unloaded?
#include "wend/stream.h"

#include "hierarchy/ground_load.h"

enum { REGION_SIDE = 500 }; // about so many tiles, by default

wend_stream_def wend_default_stream_def(void) {
    return (wend_stream_def){.cookie = WENDI_COOKIE};
}

static int32_t default_level(const wendi_graph* graph) {
    int32_t level = 2;
    while (level < graph->level_count && graph->level[level].clusters.size <= REGION_SIDE) level++;
    return level;
}

static wend_result begin(wend_world* world, const char* file, const wend_stream_def* def,
                         wend_error* error_opt) {
    const wendi_graph* graph = &world->graph;
    const int32_t level = def->region_level > 0 ? def->region_level : default_level(graph);
    if (!world->file_mapped)
        return wendi_fail(
            error_opt, WEND_ERROR_UNSUPPORTED,
            "%s: worlds with profiles cannot be streamed, and none where files cannot be mapped", file);
    if (graph->level_count < 2)
        return wendi_fail(error_opt, WEND_ERROR_UNSUPPORTED, "%s: a world of one level cannot be streamed",
                          file);
    if (level > graph->level_count)
        return wendi_fail(error_opt, WEND_ERROR_LIMIT, "%s: regions of level %d, but the world has %d levels",
                          file, (int)level, (int)graph->level_count);
    const wend_result result = wendi_ground_make(world, level, def->budget_bytes);
    return result == WEND_OK ? WEND_OK
                             : wendi_fail(error_opt, result, "%s: not enough memory for this world", file);
}

wend_result wend_world_stream(const char* file, const wend_stream_def* def, wend_world** out,
                              wend_error* error_opt) {
    if (!file || !def || !out) return WEND_ERROR_ARGUMENT;
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (def->region_level < 0 || def->region_level == 1 || def->region_level > WEND_MAX_LEVELS)
        return WEND_ERROR_ARGUMENT;
    wend_world* world = NULL;
    wend_result result = wendi_world_map_for_stream(file, def->allocator, &world, error_opt);
    if (result == WEND_OK) result = begin(world, file, def, error_opt);
    if (result == WEND_OK)
        *out = world;
    else
        wend_world_destroy(world);
    return result;
}

// ---- regions

// The columns and rows of regions with tiles of an area. A tile on a line between regions lies in both.
static bool find_regions(const wend_world* world, wend_rect area, wendi_cluster_span* out) {
    const wend_grid* grid = world->grid;
    if (!world->graph.ground || area.x < 0 || area.y < 0 || area.width < 1 || area.height < 1 ||
        area.x >= grid->width || area.y >= grid->height || area.width > grid->width - area.x ||
        area.height > grid->height - area.y)
        return false;
    const wendi_partition* regions = &world->graph.ground->regions;
    const int32_t size = regions->size;
    *out = (wendi_cluster_span){
        .left = wendi_max(area.x - 1, 0) / size,
        .top = wendi_max(area.y - 1, 0) / size,
        .right = wendi_min((area.x + area.width - 1) / size, regions->columns - 1) + 1,
        .bottom = wendi_min((area.y + area.height - 1) / size, regions->rows - 1) + 1,
    };
    out->left = wendi_min(out->left, regions->columns - 1);
    out->top = wendi_min(out->top, regions->rows - 1);
    return true;
}

static int32_t columns_of(const wend_world* world) {
    return world->graph.ground->regions.columns;
}

static void note_needed(struct wendi_ground* ground, wendi_cluster_span span, int32_t columns) {
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right; x++) wendi_ground_need(ground, y * columns + x);
}

// Loads the regions of a span, or none that was not loaded before.
static wend_result load(wend_world* world, wendi_cluster_span span, bool make_room, wendi_kept_regions kept,
                        wend_error* error_opt) {
    struct wendi_ground* ground = world->graph.ground;
    const int32_t columns = columns_of(world), width = span.right - span.left,
                  count = width * (span.bottom - span.top);
    wend_result result = WEND_OK;
    bool* before = wendi_alloc_zeroed(&world->allocator, (size_t)count, sizeof *before);
    if (!before)
        return wendi_fail(error_opt, WEND_ERROR_MEMORY, "not enough memory to load %d regions", (int)count);
    int32_t i = 0;
    for (; i < count && result == WEND_OK; i++) {
        const int32_t region = (span.top + i / width) * columns + span.left + i % width;
        before[i] = wendi_ground_is_loaded(ground, region);
        if (!before[i]) result = wendi_ground_load(ground, region, make_room, kept, error_opt);
    }
    if (result != WEND_OK)
        for (i -= 2; i >= 0; i--)
            if (!before[i])
                wendi_ground_unload(ground, (span.top + i / width) * columns + span.left + i % width);
    wendi_free(&world->allocator, before, (size_t)count, sizeof *before);
    return result;
}

wend_result wend_world_load(wend_world* world, wend_rect area, bool make_room, wend_error* error_opt) {
    wendi_cluster_span span;
    if (!world || !find_regions(world, area, &span)) return WEND_ERROR_ARGUMENT;
    struct wendi_ground* ground = world->graph.ground;
    wendi_ground_lock(ground);
    wendi_ground_tick(ground);
    note_needed(ground, span, columns_of(world));
    const wend_result result = load(world, span, make_room, (wendi_kept_regions){&span, 1}, error_opt);
    wendi_ground_unlock(ground);
    return result;
}

// Regions that are to be loaded later are the last to make room for those before them.
static wend_result load_ahead(wend_world* world, const wendi_cluster_span* spans, int32_t count,
                              int32_t* loaded_out, wend_error* error_opt) {
    struct wendi_ground* ground = world->graph.ground;
    wendi_ground_tick(ground);
    for (int32_t i = 0; i < count; i++) note_needed(ground, spans[i], columns_of(world));
    wend_result result = WEND_OK;
    int32_t loaded = 0;
    for (; loaded < count && result == WEND_OK; loaded++)
        result = load(world, spans[loaded], true, (wendi_kept_regions){spans, loaded + 1}, error_opt);
    if (result != WEND_OK) loaded--;
    if (result == WEND_OK || result == WEND_ERROR_LIMIT) *loaded_out = loaded;
    return result == WEND_ERROR_LIMIT ? WEND_OK : result;
}

wend_result wend_world_load_ahead(wend_world* world, const wend_rect* areas, int32_t count,
                                  int32_t* loaded_out, wend_error* error_opt) {
    enum { MOST_AREAS = 64 };
    wendi_cluster_span spans[MOST_AREAS];
    if (!world || !world->graph.ground || count < 0 || (count > 0 && !areas) || !loaded_out)
        return WEND_ERROR_ARGUMENT;
    count = wendi_min(count, MOST_AREAS);
    for (int32_t i = 0; i < count; i++)
        if (!find_regions(world, areas[i], &spans[i])) return WEND_ERROR_ARGUMENT;
    wendi_ground_lock(world->graph.ground);
    const wend_result result = load_ahead(world, spans, count, loaded_out, error_opt);
    wendi_ground_unlock(world->graph.ground);
    return result;
}

static wend_result unload(wend_world* world, wendi_cluster_span span) {
    struct wendi_ground* ground = world->graph.ground;
    const int32_t columns = columns_of(world);
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right; x++)
            if (wendi_ground_is_loaded(ground, y * columns + x) &&
                wendi_ground_is_changed(ground, y * columns + x))
                return WEND_ERROR_UNSUPPORTED;
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right; x++)
            if (wendi_ground_is_loaded(ground, y * columns + x)) wendi_ground_unload(ground, y * columns + x);
    return WEND_OK;
}

wend_result wend_world_unload(wend_world* world, wend_rect area) {
    wendi_cluster_span span;
    if (!world || !find_regions(world, area, &span)) return WEND_ERROR_ARGUMENT;
    wendi_ground_lock(world->graph.ground);
    const wend_result result = unload(world, span);
    wendi_ground_unlock(world->graph.ground);
    return result;
}

wend_result wend_world_set_budget(wend_world* world, size_t budget_bytes) {
    if (!world || !world->graph.ground) return WEND_ERROR_ARGUMENT;
    wendi_ground_set_budget(world->graph.ground, budget_bytes);
    return WEND_OK;
}

// ---- information

bool wend_world_is_loaded(const wend_world* world, wend_tile tile) {
    return world && wend_grid_contains(world->grid, tile) && wendi_ground_has_tile(&world->graph, tile);
}

wend_rect wend_world_region(const wend_world* world, wend_tile tile) {
    if (!world || !world->graph.ground || !wend_grid_contains(world->grid, tile)) return (wend_rect){0};
    const wendi_partition* regions = &world->graph.ground->regions;
    const int32_t column = wendi_min(tile.x / regions->size, regions->columns - 1);
    const int32_t row = wendi_min(tile.y / regions->size, regions->rows - 1);
    return wendi_ground_area(world->graph.ground, row * regions->columns + column);
}

wend_stream_info wend_world_get_stream_info(const wend_world* world) {
    if (!world || !world->graph.ground) return (wend_stream_info){0};
    const struct wendi_ground* ground = world->graph.ground;
    const wendi_partition* regions = &ground->regions;
    return (wend_stream_info){.region_size = regions->size,
                              .columns = regions->columns,
                              .rows = regions->rows,
                              .loaded_count = wendi_ground_loaded_count(ground),
                              .ground_bytes = wendi_ground_bytes(ground),
                              .budget_bytes = wendi_ground_budget(ground)};
}
