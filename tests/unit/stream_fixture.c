// stream_fixture.c: how do tests make a world that is loaded whole and the same one streamed?
#include "stream_fixture.h"

#include "core/base.h"
#include "unit.h"

wend_world* streamed(const char* file, int32_t level, size_t budget) {
    wend_stream_def def = wend_default_stream_def();
    def.region_level = level;
    def.budget_bytes = budget;
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_stream(file, &def, &world, &error) != WEND_OK) fail_msg("%s", error.text);
    return world;
}

desk desk_of(wend_world* whole, map_recipe recipe, int32_t level, uint64_t seed) {
    desk d = {.recipe = recipe, .whole = whole, .r = rng_seeded(seed)};
    d.grid = wend_world_grid(d.whole);
    assert_ok(wend_world_save(d.whole, "world", NULL));
    d.world = streamed("world", level, 0);
    d.search = new_search();
    d.path = new_path();
    d.other = new_path();
    return d;
}

desk big_desk(const char* text, int32_t level) {
    map_recipe recipe = map_recipe_of(text);
    return desk_of(map_make_world(&recipe), recipe, level, 5);
}

void clear(desk* d) {
    wend_path_destroy(d->path);
    wend_path_destroy(d->other);
    wend_search_destroy(d->search);
    wend_world_destroy(d->world);
    wend_world_destroy(d->whole);
}

wend_rect all_of(const wend_grid* grid) {
    return (wend_rect){0, 0, wend_grid_width(grid), wend_grid_height(grid)};
}

wend_tile middle_of(wend_rect area) {
    return (wend_tile){area.x + area.width / 2, area.y + area.height / 2};
}

wend_rect random_area(desk* d, int32_t most) {
    const wend_tile a = map_random_tile(d->grid, &d->r);
    const int32_t width = rng_between(&d->r, 1, most), height = rng_between(&d->r, 1, most);
    return (wend_rect){a.x, a.y, wendi_min(width, wend_grid_width(d->grid) - a.x),
                       wendi_min(height, wend_grid_height(d->grid) - a.y)};
}
