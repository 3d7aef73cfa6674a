// link_edits.c: worlds whose links come, go and change, and whose tiles change under them. Queries find legal
// paths exactly where the textbook Dijkstra finds one, none cheaper, before and after a refresh; a refreshed
// world equals a build of the changed map, byte for byte. Where memory runs out, nothing has changed.
//     property_link_edits [--maps N] [--first SEED] [--edits N]
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dijkstra.h"
#include "maps.h"
#include "test_memory.h"
#include "verify.h"
#include "wend/wend.h"

typedef struct fixture {
    map_recipe recipe;
    test_memory memory;
    wend_world* world;
    wend_search* search;
    wend_path* path;
    rng random;
    int64_t edits, answers, by_links, builds, refused;
} fixture;

static bool fails(const fixture* f, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s, seed %llu, map \"%s\"\n", what, (unsigned long long)f->recipe.seed,
            map_recipe_print(&f->recipe, text));
    return false;
}

static wend_world_def def_of(const fixture* f) {
    wend_world_def def = wend_default_world_def();
    def.cluster_size = f->recipe.cluster_size;
    def.level_count = f->recipe.levels;
    return def;
}

// Ends of links may be blocked by now, so the tiles come after the links.
static wend_grid* copy_map(const fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_grid* copy = map_make(&f->recipe);
    wend_grid_fill(copy, (wend_rect){0, 0, f->recipe.width, f->recipe.height}, 1);
    int32_t count;
    const wend_link* links = wend_grid_links(grid, &count);
    for (int32_t i = count; i-- > 0;)
        if (wend_grid_add_link(copy, &links[i], NULL) != WEND_OK) abort();
    for (int32_t y = 0; y < f->recipe.height; y++)
        wend_grid_write(copy, (wend_rect){0, y, f->recipe.width, 1}, wend_grid_row(grid, y), 0);
    return copy;
}

static bool equals_a_build(fixture* f) {
    wend_world_def def = def_of(f);
    wend_world* fresh = map_build_world(copy_map(f), &def);
    void *a, *b;
    size_t a_size, b_size;
    if (wend_world_save_memory(f->world, NULL, &a, &a_size, NULL) != WEND_OK ||
        wend_world_save_memory(fresh, NULL, &b, &b_size, NULL) != WEND_OK)
        abort();
    bool good = a_size == b_size && memcmp(a, b, a_size) == 0;
    if (!good) fails(f, "an edited world differs from a new one");
    if (wend_world_hash(f->world) != wend_world_hash(fresh)) good = fails(f, "it has another hash");
    wend_world* opened = NULL;
    if (wend_world_open_memory(a, a_size, NULL, &opened, NULL) != WEND_OK ||
        wend_world_hash(opened) != wend_world_hash(fresh))
        good = fails(f, "a saved world differs from the one opened");
    free(a);
    free(b);
    wend_world_destroy(opened);
    wend_world_destroy(fresh);
    f->builds++;
    return good;
}

static bool check_query(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_tile start = map_random_tile(grid, &f->random), goal = map_random_tile(grid, &f->random);
    wend_query query = wend_default_query(start, goal);
    if (wend_find_path(f->search, f->world, &query, f->path, NULL) != WEND_OK) abort();
    char text[VERIFY_TEXT];
    const char* fault = verify_answer(grid, &query, f->path, text);
    if (fault) return fails(f, fault);
    oracle* truth = oracle_of_grid(grid);
    double optimum = oracle_at(truth, oracle_distances(truth, ORACLE_UNITS, start, false), goal);
    oracle_destroy(truth);
    bool found = wend_path_outcome(f->path) == WEND_FOUND;
    if (found != isfinite(optimum)) return fails(f, "a path where there is none, or none where there is one");
    if (wend_world_connected(f->world, start, goal) != found)
        return fails(f, "wend_world_connected says otherwise than the query");
    if (found && (double)wend_path_integer_cost(f->path) < optimum)
        return fails(f, "cheaper than the optimum");
    int32_t links;
    wend_path_links(f->path, &links);
    f->answers += found;
    f->by_links += found && links > 0;
    return true;
}

static wend_result edit_tiles(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    int32_t count;
    const wend_link* links = wend_grid_links(grid, &count);
    wend_tile at = map_random_tile(grid, &f->random);
    if (count > 0 && rng_chance(&f->random, 60)) // an end of a link
        at = rng_chance(&f->random, 50) ? links[rng_below(&f->random, count)].from
                                        : links[rng_below(&f->random, count)].to;
    wend_edit edit = wend_edit_tiles((wend_rect){at.x, at.y, 1, 1}, (uint8_t)rng_chance(&f->random, 60));
    return wend_world_edit(f->world, &edit, 1, NULL);
}

static wend_result add_link(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->world);
    wend_tile from = map_random_tile(grid, &f->random), to = map_random_tile(grid, &f->random);
    if (rng_chance(&f->random, 40))
        to = (wend_tile){from.x + rng_between(&f->random, -6, 6), from.y + rng_between(&f->random, -6, 6)};
    if (rng_chance(&f->random, 30)) from.x = from.x / f->recipe.cluster_size * f->recipe.cluster_size;
    if (rng_chance(&f->random, 30)) to.y = to.y / f->recipe.cluster_size * f->recipe.cluster_size;
    wend_link link = wend_default_link(from, to, (float)(rng_unit(&f->random) * 40));
    if (rng_chance(&f->random, 20)) link.cost = 0;
    if (rng_chance(&f->random, 10)) link.enabled = false;
    return wend_world_add_link(f->world, &link, NULL);
}

static wend_result random_edit(fixture* f) {
    int32_t count;
    const wend_link* links = wend_grid_links(wend_world_grid(f->world), &count);
    int32_t id = count > 0 ? links[rng_below(&f->random, count)].id : 0;
    switch (rng_below(&f->random, 6)) {
    case 0:
    case 1:
        return edit_tiles(f);
    case 2:
        return wend_world_remove_link(f->world, id);
    case 3:
        return wend_world_set_link(f->world, id, (float)(rng_unit(&f->random) * 40),
                                   rng_chance(&f->random, 60));
    default:
        return add_link(f);
    }
}

// An edit, or one that runs out of memory and must change nothing.
static bool edit(fixture* f) {
    bool fail = rng_chance(&f->random, 10);
    uint64_t before = fail ? wend_world_hash(f->world) : 0;
    if (fail) f->memory.fail_at = f->memory.calls + rng_below(&f->random, 12);
    wend_result result = random_edit(f);
    f->memory.fail_at = -1;
    f->edits += result == WEND_OK;
    f->refused += result == WEND_ERROR_MEMORY;
    if (result == WEND_ERROR_MEMORY && !fail) return fails(f, "out of memory");
    if (fail && result != WEND_OK && wend_world_hash(f->world) != before)
        return fails(f, "an edit that failed has changed something");
    return true;
}

static bool check_map(fixture* f, uint64_t seed, int32_t edits) {
    f->recipe = map_recipe_random(seed, 160);
    f->recipe.seed = seed;
    f->random = rng_seeded(seed);
    f->memory = test_memory_new();
    wend_allocator allocator = test_memory_allocator(&f->memory);
    wend_grid* model = map_make(&f->recipe);
    wend_grid_def def = wend_default_grid_def(); // the same grid with an allocator that can fail
    def.width = f->recipe.width;
    def.height = f->recipe.height;
    def.connectivity = wend_grid_connectivity(model);
    memcpy(def.class_costs, wend_grid_class_costs(model), sizeof def.class_costs);
    def.allocator = &allocator;
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    for (int32_t y = 0; y < def.height; y++)
        wend_grid_write(grid, (wend_rect){0, y, def.width, 1}, wend_grid_row(model, y), 0);
    wend_grid_destroy(model);
    map_add_links(grid, &f->random, f->recipe.cluster_size, rng_below(&f->random, 12));
    wend_world_def world_def = def_of(f);
    world_def.allocator = &allocator;
    f->world = map_build_world(grid, &world_def);
    bool good = true;
    for (int32_t i = 0; i < edits && good; i++) {
        good = edit(f) && check_query(f);
        bool refreshed = false;
        if (rng_chance(&f->random, 50))
            wend_world_refresh(f->world, rng_between(&f->random, 1, 3), &refreshed);
        if (!good || !rng_chance(&f->random, 40)) continue;
        while (!refreshed)
            if (wend_world_refresh(f->world, rng_between(&f->random, 0, 4), &refreshed) != WEND_OK) abort();
        good = equals_a_build(f) && check_query(f);
    }
    wend_world_destroy(f->world);
    if (f->memory.live != 0) good = fails(f, "memory was not given back");
    return good;
}

int main(int argc, char** argv) {
    int64_t maps = 40, first = 1, edits = 40;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (strcmp(argv[i], "--maps") == 0) maps = atoll(argv[i + 1]);
        if (strcmp(argv[i], "--first") == 0) first = atoll(argv[i + 1]);
        if (strcmp(argv[i], "--edits") == 0) edits = atoll(argv[i + 1]);
    }
    static fixture f;
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK) abort();
    int32_t failures = 0;
    for (int64_t i = 0; i < maps && failures < 5; i++)
        failures += !check_map(&f, (uint64_t)(first + i), (int32_t)edits);
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    printf("%lld edits on %lld maps, %lld without memory, %lld builds compared, %lld paths, %lld of them by "
           "links, %d failures\n",
           (long long)f.edits, (long long)maps, (long long)f.refused, (long long)f.builds,
           (long long)f.answers, (long long)f.by_links, failures);
    return failures > 0 || f.answers == 0 || f.builds == 0 || f.by_links == 0 || f.refused == 0;
}
