// open_world.c: a player walks across a world of which little is in memory. The ground around the player and
// ahead on the path is loaded before it is needed, and a budget decides what is unloaded again.
#include <stdio.h>
#include <wend/wend.h>

enum { SIDE = 3000, STEPS_A_TICK = 4, TILES_AHEAD = 40, REGIONS_AHEAD = 4, BUDGET = 5 << 20 };

static const char file[] = "open_world.wend";

// Made once, by `wend bake` or a tool of yours: walls from side to side, with one door each.
static wend_result make_file(void) {
    wend_grid_def grid_def = wend_default_grid_def();
    wend_world_def def = wend_default_world_def();
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    grid_def.width = grid_def.height = SIDE;
    wend_result result = wend_grid_create(&grid_def, &grid);
    if (result != WEND_OK) return result;
    for (int32_t x = 100; x < SIDE; x += 100) {
        wend_grid_fill(grid, (wend_rect){x, 0, 3, SIDE}, 0);
        wend_grid_fill(grid, (wend_rect){x, x * 7 % (SIDE - 4), 3, 4}, 1);
    }
    result = wend_world_build(&grid, &def, &world);
    wend_grid_destroy(grid);
    if (result == WEND_OK) result = wend_world_save(world, file, NULL);
    wend_world_destroy(world);
    return result;
}

typedef struct player {
    wend_world* world;
    wend_search* search;
    wend_path* path;
    int64_t steps, ticks, waited;
    size_t most_ground;
} player;

// Loads the regions that the player needs next, as many as the budget permits. A game does this on a thread
// of its own: queries do not wait for it.
static wend_result load_ahead(player* p) {
    wend_rect regions[REGIONS_AHEAD];
    int32_t count = 0, loaded = 0;
    wend_result result = wend_path_regions(p->search, p->world, p->path, REGIONS_AHEAD, regions, &count);
    if (result == WEND_OK) result = wend_world_load_ahead(p->world, regions, count, &loaded, NULL);
    const size_t ground = wend_world_get_stream_info(p->world).ground_bytes;
    if (ground > p->most_ground) p->most_ground = ground;
    return result;
}

// One tick: refines the path ahead of the player, who then walks.
static wend_result walk(player* p) {
    int32_t count = 0;
    wend_result result = WEND_OK;
    wend_path_tiles(p->path, &count);
    if (count <= TILES_AHEAD) {
        result = load_ahead(p);
        if (result == WEND_OK) result = wend_path_refine(p->search, p->world, p->path, TILES_AHEAD, NULL);
        wend_path_tiles(p->path, &count);
    }
    const int32_t steps = count - 1 < STEPS_A_TICK ? count - 1 : STEPS_A_TICK;
    p->ticks++;
    p->waited += steps == 0;
    p->steps += steps;
    return result == WEND_OK ? wend_path_cut(p->search, p->world, p->path, steps) : result;
}

static bool has_arrived(const player* p) {
    int32_t count = 0;
    wend_path_tiles(p->path, &count);
    return count <= 1 && wend_path_get_rest(p->path) == WEND_REST_NONE;
}

int main(void) {
    player p = {0};
    wend_stream_def def = wend_default_stream_def();
    wend_search_def search_def = wend_default_search_def();
    def.budget_bytes = BUDGET;
    if (make_file() != WEND_OK || wend_world_stream(file, &def, &p.world, NULL) != WEND_OK) return 1;
    if (wend_search_create(&search_def, &p.search) != WEND_OK || wend_path_create(NULL, &p.path) != WEND_OK)
        return 1;
    wend_query query = wend_default_query((wend_tile){10, 10}, (wend_tile){SIDE - 10, SIDE - 10});
    query.first_tiles = TILES_AHEAD;
    if (wend_world_load(p.world, (wend_rect){query.start.x, query.start.y, 1, 1}, true, NULL) != WEND_OK ||
        wend_find_path(p.search, p.world, &query, p.path, NULL) != WEND_OK)
        return 1;
    printf("sets off: the goal is %s\n", wend_world_is_loaded(p.world, query.goal) ? "loaded" : "not loaded");
    while (!has_arrived(&p))
        if (walk(&p) != WEND_OK || p.waited > 1000) return 1; // the budget holds less than one region
    const wend_stream_info info = wend_world_get_stream_info(p.world);
    printf("arrived after %lld steps, waited in %lld ticks\n", (long long)p.steps, (long long)p.waited);
    printf("ground %s the budget, %d of %d regions loaded at the end\n",
           p.most_ground <= info.budget_bytes ? "within" : "above", info.loaded_count,
           info.columns * info.rows);
    wend_path_destroy(p.path);
    wend_search_destroy(p.search);
    wend_world_destroy(p.world);
    remove(file);
    return 0;
}
