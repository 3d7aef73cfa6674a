// bakes.c: does a bake by tasks give the file of the build in memory, byte for byte? On random maps of every
// connectivity, with tasks of every size, on 1, 2 and 8 workers, in any order, some run twice, some returned,
// interrupted and resumed, also from a damaged work file. Results that were damaged or belong to another bake
// are refused. A third of the maps has elevations, lanes and rows of other sizes.
//     property_bakes [--maps N] [--first SEED] [--most SIDE]
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arguments.h"
#include "maps.h"
#include "test_memory.h"
#include "wend/private.h"
#include "wend/threads.h"

enum { MOST_TAKEN = 5 };

typedef struct bytes {
    void* data;
    size_t size;
} bytes;

typedef struct fixture {
    map_recipe recipe;
    rng random;
    char file[64], work[80];
    wend_threads* threads[3];
    test_memory memory;
    wend_allocator allocator;
    wend_grid* map;
    float tile_size;
    map_relief relief;     // of the map, which is given to copies of it
    bool by_hand;          // its tasks run one by one
    float least, greatest; // declared range of costs; 0: none
    wend_bake_def def;
    wend_world_def world_def;
    bool closes; // its relief closes steps
    wend_error error;
    int64_t bakes, reliefs, tasks, refused, interrupted, resumed, dropped, damaged, merged;
} fixture;

static const int32_t worker_counts[3] = {1, 2, 8};

static bool fails(const fixture* f, const char* what) {
    char text[MAP_RECIPE_TEXT];
    fprintf(stderr, "%s (%s): --maps 1 --first %llu, map \"%s\", task level %d\n", what, f->error.text,
            (unsigned long long)f->recipe.seed, map_recipe_print(&f->recipe, text), f->def.task_level);
    return false;
}

static bytes read_all(const char* name) {
    bytes out = {NULL, 0};
    FILE* stream = fopen(name, "rb");
    if (!stream) return out;
    fseek(stream, 0, SEEK_END);
    out.size = (size_t)ftell(stream);
    rewind(stream);
    out.data = malloc(out.size + 1);
    if (!out.data || fread(out.data, 1, out.size, stream) != out.size) abort();
    fclose(stream);
    return out;
}

static void write_all(const char* name, bytes from) {
    FILE* stream = fopen(name, "wb");
    if (!stream || fwrite(from.data, 1, from.size, stream) != from.size || fclose(stream) != 0) abort();
}

static wend_grid_def describe(const fixture* f) {
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(f->map);
    def.height = wend_grid_height(f->map);
    def.connectivity = wend_grid_connectivity(f->map);
    def.tile_size = f->tile_size;
    def.origin = wend_grid_origin(f->map);
    memcpy(def.class_costs, wend_grid_class_costs(f->map), sizeof def.class_costs);
    def.least_cost = f->least;
    def.greatest_cost = f->greatest;
    return def;
}

// ---- the world in memory

static bytes build(const fixture* f, uint64_t* hash_out, int64_t* dropped_io) {
    const wend_grid_def def = describe(f);
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    map_copy_to(f->map, grid);
    if (map_give_relief(grid, f->relief, f->recipe.seed) != WEND_OK) abort();
    wend_world* world = map_build_world(grid, &f->world_def);
    bytes out;
    if (f->def.keep_original && wend_world_keep_original(world) != WEND_OK) abort();
    if (wend_world_save_memory(world, NULL, &out.data, &out.size, NULL) != WEND_OK) abort();
    *hash_out = wend_world_hash(world);
    *dropped_io += wend_world_get_info(world).level_count < f->world_def.level_count;
    wend_world_destroy(world);
    return out;
}

// ---- bakes

// Fills the grid by rows, or by rectangles in any order.
static void fill(fixture* f, wend_grid* grid) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const bool pieces = rng_chance(&f->random, 30);
    if (pieces) {
        const size_t stride = height > 1 ? (size_t)(wend_grid_row(f->map, 1) - wend_grid_row(f->map, 0)) : 0;
        const int32_t half = (width + 1) / 2;
        wend_grid_fill(grid, (wend_rect){0, 0, width, height}, 0);
        wend_grid_write(grid, (wend_rect){half - 1, 0, width - half + 1, height},
                        wend_grid_row(f->map, 0) + half - 1, stride ? stride : (size_t)width);
        wend_grid_write(grid, (wend_rect){0, 0, half, height}, wend_grid_row(f->map, 0),
                        stride ? stride : (size_t)width);
        return;
    }
    for (int32_t y = 0; y < height; y++)
        wend_grid_write(grid, (wend_rect){0, y, width, 1}, wend_grid_row(f->map, y), 0);
}

static wend_result begin(fixture* f, wend_bake** out) {
    wend_bake* bake = NULL;
    wend_grid* grid = NULL;
    wend_grid_def def = describe(f);
    def.allocator = &f->allocator;
    wend_result result = wend_bake_create(&f->def, &bake, &f->error);
    if (result == WEND_OK) result = wend_bake_create_grid(bake, &def, &grid, &f->error);
    if (result == WEND_OK) {
        fill(f, grid);
        map_copy_to(f->map, grid);
        if (map_give_relief(grid, f->relief, f->recipe.seed) != WEND_OK) abort();
        result = wend_bake_begin(bake, &grid, &f->world_def, &f->error);
    }
    wend_grid_destroy(grid);
    if (result != WEND_OK) {
        wend_bake_destroy(bake);
        bake = NULL;
    }
    *out = bake;
    return result;
}

// A result that lost a bit, or comes from another bake, must be refused.
static bool refuses(fixture* f, wend_bake* bake, const void* output, size_t size) {
    uint8_t* copy = malloc(size);
    if (!copy) abort();
    memcpy(copy, output, size);
    copy[rng_below(&f->random, (int32_t)size)] ^= (uint8_t)(1u << rng_below(&f->random, 8));
    const wend_result result = wend_bake_put_result(bake, copy, size, &f->error);
    const wend_result cut = wend_bake_put_result(bake, output, size - 8, &f->error);
    free(copy);
    f->refused++;
    return (result == WEND_ERROR_FORMAT || result == WEND_ERROR_UNSUPPORTED) && cut == WEND_ERROR_FORMAT;
}

static bool run_one(fixture* f, wend_bake* bake, wend_bake_task* task) {
    void* output = NULL;
    size_t size = 0;
    bool good = wend_bake_run_task(task->input, task->input_size, &f->allocator, &output, &size, &f->error) ==
                WEND_OK;
    const size_t kept = task->input_size;
    if (good && rng_chance(&f->random, 10)) {
        uint8_t* input = task->input;
        input[rng_below(&f->random, (int32_t)kept)] ^= 1;
        void* none = NULL;
        size_t none_size = 0;
        const wend_result result =
            wend_bake_run_task(input, kept, &f->allocator, &none, &none_size, &f->error);
        good = result == WEND_ERROR_FORMAT || result == WEND_ERROR_UNSUPPORTED;
    }
    f->merged += task->level > wend_bake_get_info(bake).task_level;
    wend_bake_free_task(bake, task);
    if (good && rng_chance(&f->random, 10)) good = refuses(f, bake, output, size);
    for (int32_t i = rng_chance(&f->random, 10) ? 2 : 1; i > 0 && good; i--)
        good = wend_bake_put_result(bake, output, size, &f->error) == WEND_OK;
    if (output) f->allocator.free(output, size, f->allocator.context);
    f->tasks++;
    return good;
}

// Runs up to most tasks in any order; *done_out: all are done.
static bool run_some(fixture* f, wend_bake* bake, int64_t most, bool* done_out) {
    wend_bake_task taken[MOST_TAKEN];
    int32_t count = 0;
    bool good = true, more = true;
    while (good && (count > 0 || more) && most > 0) {
        while (count < MOST_TAKEN && (count == 0 || rng_chance(&f->random, 60))) {
            if (wend_bake_next_task(bake, &taken[count], &f->error) != WEND_OK) return false;
            more = taken[count].id >= 0;
            if (!more) break;
            count++;
        }
        if (count == 0) break;
        const int32_t i = rng_below(&f->random, count);
        if (rng_chance(&f->random, 10)) {
            good = wend_bake_return_task(bake, taken[i].id) == WEND_OK;
            wend_bake_free_task(bake, &taken[i]);
        } else {
            good = run_one(f, bake, &taken[i]);
            most--;
        }
        taken[i] = taken[--count];
        more = true;
    }
    for (int32_t i = 0; i < count; i++) wend_bake_free_task(bake, &taken[i]);
    const wend_bake_info info = wend_bake_get_info(bake);
    *done_out = info.done_count == info.task_count;
    return good;
}

// What a power failure may leave: a shorter work file, or one with bytes that are not right.
static void damage(fixture* f) {
    bytes work = read_all(f->work);
    if (work.size < 8192) {
        free(work.data);
        return;
    }
    const size_t at = 4096 + (size_t)rng_below(&f->random, (int32_t)(work.size - 4096));
    if (rng_chance(&f->random, 50))
        work.size = at;
    else
        ((uint8_t*)work.data)[at] ^= 4;
    write_all(f->work, work);
    free(work.data);
    f->damaged++;
}

static bool interrupt(fixture* f, wend_bake** bake_io) {
    bool done;
    const int64_t tasks = f->tasks;
    f->interrupted++;
    for (int32_t i = rng_between(&f->random, 1, 3); i > 0; i--) {
        if (!run_some(f, *bake_io, rng_below(&f->random, 12), &done)) return fails(f, "a task fails");
        const int64_t tasks_done = wend_bake_get_info(*bake_io).done_count;
        wend_bake_destroy(*bake_io);
        *bake_io = NULL;
        const bool damages = rng_chance(&f->random, 30);
        if (damages) damage(f);
        f->def.resume = true;
        if (begin(f, bake_io) != WEND_OK) return fails(f, "cannot be resumed");
        const int64_t resumed = wend_bake_get_info(*bake_io).resumed_count;
        f->resumed += resumed;
        // A lost result may have been the one that dropped levels: then theirs count again.
        if (damages ? resumed > f->tasks - tasks : resumed != tasks_done)
            return fails(f, "results were lost");
    }
    return true;
}

// Another map must not use the results, nor harm them.
static bool refuses_other_map(fixture* f) {
    wend_bake* bake = NULL;
    bytes before = read_all(f->work);
    wend_grid* map = f->map;
    f->map = map_copy(map, NULL);
    const wend_tile tile = map_random_tile(map, &f->random);
    const uint8_t other = wend_grid_class(map, tile) == 0;
    wend_grid_fill(f->map, (wend_rect){tile.x, tile.y, 1, 1}, other);
    f->def.resume = true;
    const wend_result result = begin(f, &bake);
    wend_bake_destroy(bake);
    wend_grid_destroy(f->map);
    f->map = map;
    bytes after = read_all(f->work);
    const bool same =
        before.size == after.size && (before.size == 0 || memcmp(before.data, after.data, after.size) == 0);
    free(before.data);
    free(after.data);
    return result == WEND_ERROR_FORMAT && same;
}

// A file that is none of a bake is not replaced.
static bool refuses_other_file(fixture* f) {
    static char text[] = "# my notes";
    const bytes notes = {text, sizeof text};
    wend_bake* bake = NULL;
    write_all(f->work, notes);
    f->def.resume = false;
    const wend_result result = begin(f, &bake);
    wend_bake_destroy(bake);
    bytes after = read_all(f->work);
    const bool same = after.size == notes.size && memcmp(after.data, notes.data, notes.size) == 0;
    free(after.data);
    remove(f->work);
    return result == WEND_ERROR_FORMAT && same;
}

static bool bake_and_compare(fixture* f, wend_bake* bake, const bytes* expected, uint64_t hash) {
    bool done = false, good;
    if (f->by_hand) {
        good = run_some(f, bake, INT64_MAX, &done);
        if (good && !done) return fails(f, "no task is left, but not all are done");
        good = good && wend_bake_finish(bake, &f->world_def, &f->error) == WEND_OK;
    } else {
        const int32_t workers = rng_below(&f->random, 3);
        wend_world_def def = f->world_def;
        def.tasks = wend_threads_tasks(f->threads[workers]);
        good = wend_bake_run(bake, &def, &f->error) == WEND_OK;
    }
    if (!good) return fails(f, "the bake fails");
    const wend_bake_info info = wend_bake_get_info(bake);
    const bool same_hash = info.finished && info.world_hash == hash;
    bytes made = read_all(f->file);
    const bool same = made.size == expected->size && memcmp(made.data, expected->data, made.size) == 0;
    free(made.data);
    f->bakes++;
    if (!same) return fails(f, "the file differs from that of the build in memory");
    return same_hash || fails(f, "the hash of the world differs");
}

// A map whose costs are so far apart that a cluster of a higher level may not fit 30 bits.
static wend_grid* make_steep(rng* random) {
    wend_grid_def def = wend_default_grid_def();
    def.width = rng_between(random, 500, 600); // so that a cluster has two lines this far apart
    def.height = rng_between(random, 17, 24);
    def.class_costs[1] = WEND_MIN_CLASS_COST;
    def.class_costs[2] = 64;
    for (int32_t k = 3; k < WEND_CLASS_COUNT; k++) // they ask for a fine unit
        def.class_costs[k] = WEND_MIN_CLASS_COST * (1 + 0.00713f * (float)k);
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    wend_grid_fill(grid, (wend_rect){0, 0, def.width, def.height}, 2);
    wend_grid_fill(grid, (wend_rect){0, 0, 1, 1}, 1);
    for (int32_t i = rng_below(random, 10); i >= 0; i--) {
        const wend_tile at = map_random_tile(grid, random);
        const wend_rect area = {
            at.x, at.y, rng_between(random, 1, def.width - at.x > 30 ? 30 : def.width - at.x),
            rng_between(random, 1, wend_grid_height(grid) - at.y > 9 ? 9 : wend_grid_height(grid) - at.y)};
        wend_grid_fill(grid, area, 0);
    }
    return grid;
}

static void set_up(fixture* f, uint64_t seed, int32_t most) {
    f->recipe = map_recipe_random_any(seed, most);
    f->recipe.seed = seed;
    if (seed % 5 > 0) f->recipe.exits = EXITS_OPEN;
    f->random = rng_seeded(seed);
    f->memory = test_memory_new();
    f->allocator = test_memory_allocator(&f->memory);
    const bool is_steep = seed % 30 == 7;
    f->map = is_steep ? make_steep(&f->random) : map_make(&f->recipe);
    wend_grid_cost_range(f->map, &f->least, &f->greatest);
    f->least /= 2;
    f->greatest *= 2;
    if (rng_chance(&f->random, 70) || f->least < WEND_MIN_CLASS_COST || f->greatest > WEND_MAX_CLASS_COST ||
        f->greatest > f->least * WEND_MAX_COST_RATIO)
        f->least = f->greatest = 0;
    f->world_def = wend_default_world_def();
    f->world_def.cluster_size = f->recipe.cluster_size;
    f->world_def.level_count = rng_chance(&f->random, 30) ? 5 : f->recipe.levels;
    if (is_steep) f->world_def.level_count = 6, f->world_def.cluster_size = 15;
    f->world_def.metadata = rng_chance(&f->random, 50) ? "a map of a property test" : NULL;
    const int32_t workers = rng_below(&f->random, 3);
    f->def = wend_default_bake_def();
    f->def.file = f->file;
    f->by_hand = rng_chance(&f->random, 40);
    if (f->by_hand) f->def.allocator = &f->allocator; // it is for one thread
    f->def.worker_count = worker_counts[workers];
    f->def.memory_bytes = WEND_BAKE_MIN_MEMORY << rng_below(&f->random, 6);
    f->def.task_level = rng_below(&f->random, 5);
    f->def.keep_original = rng_chance(&f->random, 20);
    f->error.text[0] = 0;
}

static bool has_closed_steps(const fixture* f) {
    return wend_grid_closed_step_count(f->map) > 0 || f->closes;
}

// Costs that are far apart leave no room for slopes.
static void choose_relief(fixture* f, uint64_t seed) {
    f->tile_size = rng_chance(&f->random, 50) ? 1 : 2.5f;
    f->relief = RELIEF_LEVEL;
    f->closes = false;
    if (seed % 3 > 0) return;
    map_relief relief = (map_relief)rng_between(&f->random, RELIEF_LEVEL + 1, MAP_RELIEF_COUNT - 1);
    const wend_grid_def def = describe(f);
    wend_grid* grid = NULL;
    if (wend_grid_create(&def, &grid) != WEND_OK) abort();
    map_copy_to(f->map, grid);
    wend_result result = map_give_relief(grid, relief, seed);
    if (result == WEND_OK && relief == RELIEF_CLIFFS && wend_grid_count_relief(grid).closed == 0)
        result = map_give_relief(grid, relief = RELIEF_HILLS, seed); // a map without cliffs
    if (result == WEND_OK) {
        f->relief = relief;
        f->closes = relief == RELIEF_CLIFFS || relief == RELIEF_LANES;
        f->reliefs++;
    }
    wend_grid_destroy(grid);
}

static bool check_map(fixture* f, uint64_t seed, int32_t most) {
    set_up(f, seed, most);
    choose_relief(f, seed);
    wend_bake* bake = NULL;
    uint64_t hash;
    bytes expected = build(f, &hash, &f->dropped);
    bytes old = {"the old world", 13};
    write_all(f->file, old);
    const bool tries_file = !has_closed_steps(f) && rng_chance(&f->random, 10);
    bool good = !tries_file || refuses_other_file(f) || fails(f, "a file that is none of a bake is replaced");
    wend_result result = begin(f, &bake);
    if (!good) {
        // told already
    } else if (has_closed_steps(f)) {
        good = result == WEND_ERROR_UNSUPPORTED || fails(f, "closed steps are not refused");
        f->refused++;
    } else {
        good = result == WEND_OK || fails(f, "the bake does not begin");
        if (good && rng_chance(&f->random, 50)) good = interrupt(f, &bake);
        if (good && rng_chance(&f->random, 10)) {
            wend_bake_destroy(bake);
            bake = NULL;
            good = refuses_other_map(f) || fails(f, "the work file of another map is used");
            if (good) good = begin(f, &bake) == WEND_OK || fails(f, "cannot be resumed");
        }
        bytes kept = read_all(f->file);
        if (good && (kept.size != old.size || memcmp(kept.data, old.data, old.size) != 0))
            good = fails(f, "the old world is gone before the new one is there");
        free(kept.data);
        good = good && bake_and_compare(f, bake, &expected, hash);
    }
    wend_bake_destroy(bake);
    if (good && !has_closed_steps(f) && access(f->work, F_OK) == 0) good = fails(f, "the work file is left");
    unlink(f->work);
    wend_grid_destroy(f->map);
    free(expected.data);
    if (f->memory.live != 0) good = fails(f, "memory was not given back");
    return good;
}

int main(int argc, char** argv) {
    const int64_t maps = number_argument(argc, argv, "--maps", 60);
    const int64_t first = number_argument(argc, argv, "--first", 1);
    const int64_t most = number_argument(argc, argv, "--most", 200);
    static fixture f;
    snprintf(f.file, sizeof f.file, "bakes_%d.wend", (int)getpid());
    snprintf(f.work, sizeof f.work, "%s" WEND_BAKE_WORK_SUFFIX, f.file);
    for (int32_t i = 0; i < 3; i++)
        if (wend_threads_create(worker_counts[i], &f.threads[i]) != WEND_OK) abort();
    int32_t failures = 0;
    for (int64_t i = 0; i < maps && failures < 5; i++)
        failures += !check_map(&f, (uint64_t)(first + i), (int32_t)most);
    for (int32_t i = 0; i < 3; i++) wend_threads_destroy(f.threads[i]);
    unlink(f.file);
    printf("%lld bakes compared, %lld maps with a relief, %lld tasks run one by one, %lld of them above the "
           "first tier, %lld "
           "interruptions, %lld results resumed, %lld damaged work files, %lld refusals, %lld worlds with "
           "fewer levels, %d failures\n",
           (long long)f.bakes, (long long)f.reliefs, (long long)f.tasks, (long long)f.merged,
           (long long)f.interrupted, (long long)f.resumed, (long long)f.damaged, (long long)f.refused,
           (long long)f.dropped, failures);
    return failures > 0 || f.bakes == 0 || f.reliefs == 0 || f.resumed == 0 || f.merged == 0 ||
           f.damaged == 0 || f.refused == 0 || f.dropped == 0;
}
