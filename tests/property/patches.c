// patches.c: does a world with patches equal the same edits on a world in memory? Random edits of tiles,
// steps, links and class costs go to a world that was built and to one whose file is mapped.
// - Both answer alike, before and after a refresh.
// - The file with its patches, mapped or merged, is the built world, byte for byte.
// - A patch replaces the last ones or follows them.
// - With --damage 1, a bit of the file is flipped: an edit or answer is right or DAMAGED, and an edit that is
//   DAMAGED changes nothing. Without the damage, the patch and the file are the edits that succeeded.
//     property_patches [--maps N] [--first SEED] [--rounds N] [--most SIDE] [--damage 1]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "files.h"
#include "maps.h"
#include "wend/wend.h"

enum { MOST_PATCHES = 8, NAME = 16, QUERIES = 4 };

typedef struct fixture {
    int64_t rounds, most, damage; // the arguments
    map_recipe recipe;
    uint64_t seed;
    int32_t classes; // 1 .. classes have costs
    rng random;
    wend_world *built, *map;
    wend_search* search;
    wend_path *path, *other;
    char names[MOST_PATCHES][NAME];
    const char* patches[MOST_PATCHES];
    int32_t patch_count;
    size_t flipped_at; // the byte of the file with a flipped bit
    uint8_t flipped_from;
    int64_t edits, answers, saved, stacked, replaced, whole, merged, bytes, damaged;
} fixture;

static bool fails(const fixture* f, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s: --maps 1 --first %llu --rounds %lld --most %lld --damage %lld, map \"%s\"\n", what,
            (unsigned long long)f->seed, (long long)f->rounds, (long long)f->most, (long long)f->damage,
            map_recipe_print(&f->recipe, text));
    return false;
}

// True when the file is damaged and that is the answer of the mapped world: then the built one stays as it
// is.
static bool meets_damage(fixture* f, wend_result of_map) {
    const bool damaged = f->damage && of_map == WEND_ERROR_DAMAGED;
    f->damaged += damaged;
    return damaged;
}

// ---- edits of both worlds

static wend_tile random_tile(fixture* f) {
    wend_tile tile = map_random_tile(wend_world_grid(f->built), &f->random);
    if (rng_chance(&f->random, 25)) tile.x = tile.x / f->recipe.cluster_size * f->recipe.cluster_size;
    if (rng_chance(&f->random, 25)) tile.y = tile.y / f->recipe.cluster_size * f->recipe.cluster_size;
    return tile;
}

static wend_edit random_edit(fixture* f) {
    const wend_grid* grid = wend_world_grid(f->built);
    const wend_tile tile = random_tile(f);
    wend_rect area = {tile.x, tile.y, 1, 1};
    if (rng_chance(&f->random, 30)) {
        wend_tile to = {tile.x + rng_between(&f->random, -1, 1), tile.y + rng_between(&f->random, -1, 1)};
        const bool closed = rng_chance(&f->random, 70);
        if (wend_grid_contains(grid, to) && (to.x != tile.x || to.y != tile.y))
            return rng_chance(&f->random, 60) ? wend_edit_wall(tile, to, closed)
                                              : wend_edit_step(tile, to, closed);
    }
    if (rng_chance(&f->random, 30)) { // a house, or a wall that may cut the map
        area.width = rng_between(&f->random, 1, wend_grid_width(grid) - tile.x);
        area.height = rng_between(&f->random, 1, wend_grid_height(grid) - tile.y);
        if (rng_chance(&f->random, 70)) area.width = area.width < 4 ? area.width : 4;
        if (rng_chance(&f->random, 70)) area.height = area.height < 4 ? area.height : 4;
    }
    const int32_t terrain = rng_chance(&f->random, 55) ? 0 : rng_between(&f->random, 1, f->classes);
    return wend_edit_tiles(area, (uint8_t)terrain);
}

static bool edit_tiles(fixture* f) {
    wend_edit batch[4];
    const int32_t count = rng_between(&f->random, 1, 4);
    for (int32_t i = 0; i < count; i++) batch[i] = random_edit(f);
    int32_t a = 0, b = 0;
    const wend_result of_map = wend_world_edit(f->map, batch, count, &b);
    if (meets_damage(f, of_map)) return true;
    if (of_map != WEND_OK) return fails(f, "an edit of the file failed");
    if (wend_world_edit(f->built, batch, count, &a) != WEND_OK) return fails(f, "an edit failed");
    return a == b || fails(f, "the worlds rebuilt different clusters");
}

static bool edit_link(fixture* f) {
    int32_t count;
    const wend_link* links = wend_grid_links(wend_world_grid(f->built), &count);
    const int32_t id = count > 0 ? links[rng_below(&f->random, count)].id : 0;
    const float cost = (float)(rng_unit(&f->random) * 40);
    const bool adds = rng_chance(&f->random, 60), removes = rng_chance(&f->random, 50),
               enabled = rng_chance(&f->random, 60);
    wend_link link = wend_default_link(random_tile(f), random_tile(f), cost);
    if (rng_chance(&f->random, 20)) link.profile_costs[3] = cost / 2; // stored for worlds that have profiles
    wend_world* const worlds[2] = {f->map, f->built};
    wend_result results[2];
    for (int32_t i = 0; i < 2; i++) {
        results[i] = adds      ? wend_world_add_link(worlds[i], &link, NULL)
                     : removes ? wend_world_remove_link(worlds[i], id)
                               : wend_world_set_link(worlds[i], id, cost, enabled);
        if (i == 0 && meets_damage(f, results[0])) return true;
    }
    return results[0] == results[1] || fails(f, "an edit of a link ended differently");
}

static bool edit_cost(fixture* f) {
    const uint8_t terrain = (uint8_t)rng_between(&f->random, 1, f->classes);
    const float cost =
        wend_grid_class_costs(wend_world_grid(f->built))[rng_between(&f->random, 0, f->classes)];
    const wend_result b = wend_world_set_class_cost(f->map, 0, terrain, cost);
    if (meets_damage(f, b)) return true;
    const wend_result a = wend_world_set_class_cost(f->built, 0, terrain, cost);
    return a == b || fails(f, "a change of a cost ended differently");
}

static bool ask(fixture* f) {
    for (int32_t i = 0; i < QUERIES; i++) {
        const wend_query query = wend_default_query(random_tile(f), random_tile(f));
        if (wend_find_path(f->search, f->built, &query, f->path, NULL) != WEND_OK) abort();
        const wend_result of_map = wend_find_path(f->search, f->map, &query, f->other, NULL);
        if (meets_damage(f, of_map)) continue;
        if (of_map != WEND_OK) return fails(f, "a query failed");
        if (wend_path_hash(f->path) != wend_path_hash(f->other)) return fails(f, "other paths");
        const bool connected = wend_world_connected(f->map, query.start, query.goal);
        if (wend_world_connected(f->built, query.start, query.goal) != connected &&
            !(f->damage && !connected))
            return fails(f, "other components");
        f->answers++;
    }
    return true;
}

static bool refresh(fixture* f, int32_t clusters) {
    bool a, b;
    if (wend_world_refresh(f->built, clusters, &a) != WEND_OK ||
        wend_world_refresh(f->map, clusters, &b) != WEND_OK)
        return fails(f, "a refresh failed");
    return a == b || fails(f, "one world is refreshed, the other is not");
}

static bool edit(fixture* f) {
    const int32_t kind = rng_below(&f->random, 100);
    f->edits++;
    if (!(kind < 70 ? edit_tiles(f) : kind < 92 ? edit_link(f) : edit_cost(f)) || !ask(f)) return false;
    if (f->damage || rng_chance(&f->random, 60)) return true;
    return refresh(f, rng_between(&f->random, 1, 3)) && ask(f);
}

// ---- files

static bool same_files(const wend_world* a, const wend_world* b) {
    void *bytes_a = NULL, *bytes_b = NULL;
    size_t size_a, size_b;
    if (wend_world_save_memory(a, NULL, &bytes_a, &size_a, NULL) != WEND_OK ||
        wend_world_save_memory(b, NULL, &bytes_b, &size_b, NULL) != WEND_OK)
        abort();
    const bool same = size_a == size_b && memcmp(bytes_a, bytes_b, size_a) == 0;
    free(bytes_b);
    free(bytes_a);
    return same;
}

static wend_world* open_patched(const fixture* f) {
    wend_world* world = NULL;
    wend_error error;
    if (wend_world_map_patched("base.wend", f->patches, f->patch_count, NULL, &world, &error) != WEND_OK)
        fprintf(stderr, "%s\n", error.text);
    return world;
}

// Flips a bit of the file, somewhere in the tiles or what follows them. Damage that opening finds goes again.
static void flip_bit(fixture* f) {
    enum { TILES = 64 + 14 * 32 + 2128 + 1024 };
    size_t size;
    uint8_t* bytes = files_get("base.wend", &size);
    f->flipped_at = TILES + (size_t)rng_below(&f->random, (int32_t)(size - TILES));
    f->flipped_from = bytes[f->flipped_at];
    files_poke("base.wend", f->flipped_at, (uint8_t)(f->flipped_from ^ 1 << rng_below(&f->random, 8)));
    wend_world* world = NULL;
    if (wend_world_map("base.wend", NULL, &world, NULL) != WEND_OK)
        files_poke("base.wend", f->flipped_at, f->flipped_from);
    wend_world_destroy(world);
    free(bytes);
}

// Saves the built world as the new file, without patches.
static bool begin_again(fixture* f) {
    wend_world_destroy(f->map);
    f->map = NULL;
    f->patch_count = 0;
    if (wend_world_save(f->built, "base.wend", NULL) != WEND_OK) abort();
    if (f->damage) flip_bit(f);
    f->map = open_patched(f);
    return f->map || fails(f, "the file cannot be opened");
}

// Saves the changes as a patch and opens the file with it.
static bool save_patch(fixture* f) {
    wend_error error;
    int32_t kept = rng_chance(&f->random, 50) ? f->patch_count : rng_between(&f->random, 0, f->patch_count);
    if (kept == MOST_PATCHES) kept--;
    const wend_result result = wend_world_save_patch(f->map, kept, f->names[kept], &error);
    if (result == WEND_ERROR_UNSUPPORTED) {
        f->whole++;
        return begin_again(f);
    }
    if (result != WEND_OK) return fails(f, error.text);
    f->stacked += kept > 0;
    f->replaced += kept < f->patch_count;
    f->saved++;
    f->patch_count = kept + 1;
    size_t size;
    free(files_get(f->names[kept], &size));
    f->bytes += (int64_t)size;
    wend_world_destroy(f->map);
    f->map = open_patched(f);
    if (!f->map) return fails(f, "the patches cannot be opened");
    if (!ask(f)) return false;
    if (!rng_chance(&f->random, 60)) return true; // otherwise its clusters stay unchecked
    wend_world* merged = open_patched(f);
    const bool same = merged && same_files(merged, f->built);
    const bool equal = same && map_hash(merged) == map_hash(f->built);
    wend_world_destroy(merged);
    f->merged++;
    return equal || fails(f, "a merged file is not the edited world");
}

// What was edited in spite of the damage is right once the damage has gone.
static bool save_despite_damage(fixture* f) {
    const wend_result result = wend_world_save_patch(f->map, 0, f->names[0], NULL);
    if (result == WEND_ERROR_UNSUPPORTED || meets_damage(f, result)) return true;
    if (result != WEND_OK) return fails(f, "a patch cannot be saved");
    f->saved++;
    files_poke("base.wend", f->flipped_at, f->flipped_from);
    f->patch_count = 1;
    wend_world* merged = open_patched(f);
    const bool same = merged && same_files(merged, f->built);
    wend_world_destroy(merged);
    f->merged += same;
    return same || fails(f, "a patch that was made beside damage is not the edited world");
}

// ---- maps

static bool check_damaged_round(fixture* f) {
    for (int32_t i = 0; i < 4; i++)
        if (!edit(f)) return false;
    const wend_result result = wend_world_refresh(f->map, 0, NULL);
    if (!meets_damage(f, result) && result != WEND_OK) return fails(f, "a refresh failed");
    if (wend_world_refresh(f->built, 0, NULL) != WEND_OK) abort();
    if (result == WEND_OK && !(ask(f) && save_despite_damage(f))) return false;
    return begin_again(f);
}

static bool check_round(fixture* f) {
    if (f->damage) return check_damaged_round(f);
    if (rng_chance(&f->random, 30) &&
        (wend_world_keep_original(f->built) != WEND_OK || wend_world_keep_original(f->map) != WEND_OK))
        return fails(f, "the original cannot be kept");
    const int32_t edits = rng_between(&f->random, 0, 5);
    for (int32_t i = 0; i < edits; i++)
        if (!edit(f)) return false;
    return refresh(f, 0) && save_patch(f);
}

static wend_world* build(fixture* f) {
    wend_grid* grid = map_make(&f->recipe);
    if (rng_chance(&f->random, 40))
        map_add_links(grid, &f->random, f->recipe.cluster_size, rng_below(&f->random, 12));
    wend_world_def def = wend_default_world_def();
    def.cluster_size = f->recipe.cluster_size;
    def.level_count = f->recipe.levels;
    return map_build_world(grid, &def);
}

static bool check_map(fixture* f, uint64_t seed) {
    f->seed = seed;
    f->random = rng_seeded(seed);
    f->recipe = map_recipe_random_any(seed, (int32_t)f->most);
    f->built = build(f);
    const float* costs = wend_grid_class_costs(wend_world_grid(f->built));
    f->classes = 1;
    while (f->classes < WEND_CLASS_COUNT - 1 && costs[f->classes + 1] > 0) f->classes++;
    bool good = begin_again(f);
    for (int64_t i = 0; i < f->rounds && good; i++) good = check_round(f);
    wend_world_destroy(f->map);
    wend_world_destroy(f->built);
    f->map = NULL;
    return good;
}

int main(int argc, char** argv) {
    static fixture f;
    const int64_t maps = number_argument(argc, argv, "--maps", 100),
                  first = number_argument(argc, argv, "--first", 1);
    f.rounds = number_argument(argc, argv, "--rounds", 6);
    f.most = number_argument(argc, argv, "--most", 160);
    f.damage = number_argument(argc, argv, "--damage", 0);
    for (int32_t i = 0; i < MOST_PATCHES; i++) {
        snprintf(f.names[i], NAME, "%d.patch", i + 1);
        f.patches[i] = f.names[i];
    }
    wend_search_def def = wend_default_search_def();
    if (wend_search_create(&def, &f.search) != WEND_OK || wend_path_create(NULL, &f.path) != WEND_OK ||
        wend_path_create(NULL, &f.other) != WEND_OK)
        abort();
    files_enter();
    int32_t failures = 0;
    for (int64_t i = 0; i < maps && failures < 5; i++) failures += !check_map(&f, (uint64_t)(first + i));
    files_leave();
    wend_path_destroy(f.other);
    wend_path_destroy(f.path);
    wend_search_destroy(f.search);
    printf(
        "%lld edits on %lld maps, %lld answers; %lld patches of %lld bytes, %lld of them after others, %lld "
        "in place of others; %lld merged; %lld worlds saved as a whole; %lld times damage; %d failures\n",
        (long long)f.edits, (long long)maps, (long long)f.answers, (long long)f.saved,
        (long long)(f.bytes / (f.saved + !f.saved)), (long long)f.stacked, (long long)f.replaced,
        (long long)f.merged, (long long)f.whole, (long long)f.damaged, failures);
    if (f.damage) return failures > 0 || f.damaged == 0 || f.merged == 0;
    return failures > 0 || f.stacked == 0 || f.replaced == 0 || f.merged == 0;
}
