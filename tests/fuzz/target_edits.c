// Does any list of the edits of wend edit either change a world or fail with a message, and can the world be
// used after it? In each line an option and its value, as in "set 3,4,2,1=blocked".
#include <stdlib.h>
#include <string.h>

#include "edit_connections.h"
#include "edit_costs.h"
#include "pool.h"
#include "target.h"
#include "tile_set.h"
#include "use_up.h"

enum { MOST_LINES = 16, MOST_LENGTH = 100 };

typedef struct edits {
    char texts[MOST_LINES][MOST_LENGTH + 1];
    const char* items[8][MOST_LINES];
    option_list lists[8];
} edits;

static const char* const names[8] = {"set",     "class-cost", "link",    "unlink",
                                     "disable", "wall",       "one-way", "no-wall"};

static void must(bool condition) {
    if (!condition) __builtin_trap();
}

static void read_lines(const uint8_t* data, size_t size, edits* out) {
    for (int32_t line = 0; line < MOST_LINES && size > 0; line++) {
        const uint8_t* end = memchr(data, '\n', size);
        const size_t length = end ? (size_t)(end - data) : size, taken = length + (end != NULL);
        const size_t kept = length < MOST_LENGTH ? length : MOST_LENGTH;
        memcpy(out->texts[line], data, kept);
        data += taken;
        size -= taken;
        char* value = strchr(out->texts[line], ' ');
        if (!value) continue;
        *value++ = '\0';
        for (int32_t i = 0; i < 8; i++)
            if (strcmp(out->texts[line], names[i]) == 0) out->items[i][out->lists[i].count++] = value;
    }
    for (int32_t i = 0; i < 8; i++) out->lists[i].items = out->items[i];
}

// A failure has its message, as a person reads it.
static bool is_done(int code) {
    if (code == CLI_OK) return true;
    must(code == CLI_USAGE || code == CLI_RESOURCE || code == CLI_NEGATIVE);
    must(cli_last_error()->code == code && cli_last_error()->text[0] != '\0');
    return false;
}

static bool set_tiles(const option_list* texts, wend_world* world) {
    static tile_set sets[MOST_LINES];
    float class_costs[WEND_CLASS_COUNT];
    int new_costs;
    for (int i = 0; i < texts->count; i++)
        if (!is_done(tile_set_parse(texts->items[i], true, &sets[i])) ||
            !is_done(
                tile_area_check("set", wend_world_grid(world), sets[i].numbers, sets[i].text, &sets[i].area)))
            return false;
    if (!is_done(tile_sets_find_classes(sets, texts->count, world, class_costs, &new_costs))) return false;
    for (int i = 0; i < texts->count; i++) {
        if (sets[i].kind == SET_ORIGINAL) continue;
        const wend_edit edit = wend_edit_tiles(sets[i].area, sets[i].terrain_class);
        must(wend_world_edit(world, &edit, 1, NULL) == WEND_OK);
    }
    return true;
}

static bool change_connections(const edits* e, wend_world* world) {
    const connection_edits connections = {.links = e->lists[2],
                                          .unlinks = e->lists[3],
                                          .disables = e->lists[4],
                                          .walls = e->lists[5],
                                          .one_ways = e->lists[6],
                                          .no_walls = e->lists[7],
                                          .two_way = true};
    edit_list steps = {0};
    link_changes changed = {0};
    bool done = is_done(connection_edits_read_steps(&connections, wend_world_grid(world), &steps));
    if (done && steps.count > 0) {
        const wend_result result = wend_world_edit(world, steps.items, steps.count, NULL);
        must(result == WEND_OK || result == WEND_ERROR_ARGUMENT);
    }
    free(steps.items);
    return done && is_done(connection_edits_change_links(&connections, world, &changed));
}

static wend_world* small_world(void) {
    wend_grid_def def = wend_default_grid_def();
    def.width = 18;
    def.allocator = pool_allocator();
    def.height = 9;
    def.class_costs[2] = 3;
    wend_grid* grid = NULL;
    wend_world* world = NULL;
    wend_world_def world_def = wend_default_world_def();
    wend_profile_def tank = wend_default_profile_def();
    tank.name = "tank";
    tank.radius = 1;
    world_def.cluster_size = 15;
    world_def.allocator = pool_allocator();
    world_def.profiles = &tank;
    world_def.profile_count = 1;
    must(wend_grid_create(&def, &grid) == WEND_OK);
    must(wend_grid_fill(grid, (wend_rect){4, 1, 1, 8}, 0) == WEND_OK);
    must(wend_grid_fill(grid, (wend_rect){9, 0, 3, 4}, 2) == WEND_OK);
    must(wend_world_build(&grid, &world_def, &world) == WEND_OK);
    return world;
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static edits e;
    static wend_world* world; // kept until it has changed
    cli_silence();
    memset(&e, 0, sizeof e);
    read_lines(data, size, &e);
    if (!world) world = small_world();
    const uint64_t before = wend_world_hash(world);
    int changed = 0;
    if (set_tiles(&e.lists[0], world) && change_connections(&e, world))
        (void)is_done(edit_costs_apply(&e.lists[1], world, &changed));
    if (!thorough && wend_world_hash(world) == before) return 0; // most lists are wrong
    use_up(world, rng_of_input(data, size));
    world = NULL;
    return 0;
}
