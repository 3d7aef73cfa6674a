// scene.c: which map is shown, and how does another one take its place?
#define _POSIX_C_SOURCE 200809L
#include "document/scene.h"
#include "clock.h"
#include "cut_file.h"
#include "platform/memory.h"
#include "random.h"
#include "world_source.h"
#include <cjson/cJSON.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <wend/legend.h>
#include <wend/private.h>

enum { LEAST_MAPPED_BYTES = 64 << 20 }; // files of worlds from this size on are mapped
enum { EXIT_RESOURCE = 4 };             // as in main.c

wend_result scene_set_clock(scene* s, bool clocked) {
    wend_search_def def = wend_default_search_def();
    if (clocked) def.clock_ns = clock_wall_ns;
    wend_search* search = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result != WEND_OK) return result;
    wend_search_destroy(s->search);
    s->search = search;
    s->clocked = clocked;
    return WEND_OK;
}

int64_t scene_now_ns(const scene* s) {
    return s->clocked ? (int64_t)clock_wall_ns(NULL) : 0;
}

wend_result scene_create(bool with_clock, scene* out) {
    scene s = {.query = wend_default_query((wend_tile){0, 0}, (wend_tile){0, 0}), .nearest = true};
    wend_result result = scene_set_clock(&s, with_clock);
    if (result == WEND_OK) result = wend_path_create(NULL, &s.path);
    if (result != WEND_OK) {
        wend_search_destroy(s.search);
        return result;
    }
    *out = s;
    return WEND_OK;
}

void scene_listen(scene* s, scene_listener* listener, void* context) {
    s->listeners[s->listener_count].notify = listener;
    s->listeners[s->listener_count++].context = context;
}

void scene_notify(scene* s, scene_event event) {
    for (int i = 0; i < s->listener_count; i++) s->listeners[i].notify(s->listeners[i].context, event);
}

void scene_destroy(scene* s) {
    scene_notify(s, SCENE_CHANGING);
    scene_notify(s, SCENE_ENDING);
    wend_path_destroy(s->path);
    wend_search_destroy(s->search);
    wend_world_destroy(s->world);
    look_free(&s->look);
    *s = (scene){0};
}

bool scene_is_world(const char* file) {
    char magic[5] = {0};
    FILE* in = fopen(file, "rb");
    if (in == NULL) return false;
    bool whole = fread(magic, 1, sizeof magic, in) == sizeof magic;
    fclose(in);
    return whole && memcmp(magic, "\x89WEND", sizeof magic) == 0;
}

static int64_t file_bytes(const char* file) {
    struct stat status;
    return stat(file, &status) == 0 ? (int64_t)status.st_size : 0;
}

static wend_result fail(wend_error* error, wend_result result, const char* name, const char* doing) {
    error->result = result;
    snprintf(error->text, sizeof error->text, "%s: %s: %s", name, doing, wend_result_string(result));
    return result;
}

// Errors: MEMORY when less than these bytes are free; the message names both numbers.
static wend_result check_memory(int64_t needed, const char* name, const scene_loading* loading,
                                wend_error* error) {
    if (loading->free_memory == 0 || needed <= loading->free_memory) return WEND_OK;
    char need[32], have[32];
    error->result = WEND_ERROR_MEMORY;
    snprintf(error->text, sizeof error->text, "%.300s: needs about %s of memory, and %s are free", name,
             memory_text(needed, need), memory_text(loading->free_memory, have));
    return WEND_ERROR_MEMORY;
}

// Importing and building share one progress bar, half each.
typedef struct half {
    const scene_loading* loading;
    double base;
} half;

static bool half_progress(double fraction, void* context) {
    const half* h = context;
    return h->loading->progress(h->base + fraction / 2, h->loading->context);
}

// What a world is built with besides its grid.
typedef struct world_extras {
    profile_definitions profiles;
    const char* metadata; // NULL: none
} world_extras;

// Takes ownership of the grid, also on failure.
static wend_result build(wend_grid* grid, const char* name, const scene_loading* loading,
                         const world_extras* extras, wend_world** out, wend_error* error) {
    half building = {loading, 0.5};
    wend_world_def def = wend_default_world_def();
    if (loading->progress != NULL) def.progress = half_progress;
    def.progress_context = &building;
    def.tasks = loading->tasks;
    if (loading->cluster_size > 0) def.cluster_size = loading->cluster_size;
    def.level_count = loading->level_count;
    def.profiles = extras->profiles.items;
    def.profile_count = extras->profiles.count;
    def.metadata = extras->metadata;
    wend_result result = wend_world_build(&grid, &def, out);
    if (result == WEND_OK) return WEND_OK;
    wend_grid_destroy(grid);
    return fail(error, result, name, "cannot build the abstract graph");
}

// The profiles of a recipe, one a line.
static wend_result read_profiles(const wend_import_info* info, const char* name, profile_definitions* out,
                                 wend_error* error) {
    const profile_text source = {.meanings = info->meanings};
    char lines[WEND_PROFILES_BYTES], why[PROFILE_WHY];
    snprintf(lines, sizeof lines, "%s", info->profiles);
    char* line = lines[0] != '\0' ? lines : NULL;
    while (line != NULL) {
        char* next = strchr(line, '\n');
        if (next != NULL) *next++ = '\0';
        if (profile_text_read(&source, line, out, why) != PROFILE_OK) {
            error->result = WEND_ERROR_FORMAT;
            snprintf(error->text, sizeof error->text, "%.150s: profile %.280s", name, why);
            return WEND_ERROR_FORMAT;
        }
        line = next;
    }
    return WEND_OK;
}

// Explains the limit in the error.
static void tell_memory(int64_t room, wend_error* error) {
    char text[32];
    size_t used = strlen(error->text);
    snprintf(error->text + used, sizeof error->text - used, ", for which the %s of free memory are enough",
             memory_text(room, text));
}

bool scene_has_warning(const scene* s) {
    return s->warning.text[0] != '\0' || s->warning.colors[0] != '\0' || s->warning.heights;
}

static void take_warnings(const wend_import_info* info, scene_warning* out) {
    snprintf(out->text, sizeof out->text, "%s", info->warning);
    snprintf(out->colors, sizeof out->colors, "%s", info->color_warning);
    snprintf(out->layer, sizeof out->layer, "%s", info->obstacle_layer);
    snprintf(out->property, sizeof out->property, "%s", info->number_property);
    out->heights = info->suggests_height;
    out->floor = info->suggests_floor;
    out->tiles = strcmp(info->format, "tiled") == 0;
    out->is_image = info->is_image;
    out->threshold = info->suggested_below > 0 || info->suggests_negate;
}

static wend_result sample_import(wend_grid** out, wend_import_info* info, wend_error* error) {
    wend_result result = sample_create(out);
    if (result != WEND_OK) return fail(error, result, "sample map", "cannot be made");
    sample_look(info);
    return WEND_OK;
}

// Everything has been reported already; it may still be cancelled.
static bool last_progress(double fraction, void* context) {
    const scene_loading* loading = context;
    (void)fraction;
    return loading->progress(0.5, loading->context);
}

// Each name of the tiles becomes a terrain of its own: by a legend that is written, read and removed. out:
// its name.
static wend_result legend_of_tiles(const char* file, const wend_import_def* def, char out[64],
                                   wend_error* error) {
    char* text = malloc(WEND_LEGEND_TEXT_BYTES);
    if (text == NULL) return fail(error, WEND_ERROR_MEMORY, file, "cannot list its tiles");
    wend_result result = wend_legend_of_tiles(file, def, text, error);
    const char* folder = getenv("TMPDIR");
    const bool fits = folder != NULL && strlen(folder) < 40;
    snprintf(out, 64, "%s/wend-tiles-XXXXXX", fits ? folder : "/tmp");
    const int written = result == WEND_OK ? mkstemp(out) : -1;
    if (result == WEND_OK && written < 0) result = fail(error, WEND_ERROR_IO, out, "cannot be written");
    if (written >= 0) {
        const ssize_t size = (ssize_t)strlen(text);
        if (write(written, text, (size_t)size) != size)
            result = fail(error, WEND_ERROR_IO, out, "cannot be written");
        close(written);
    }
    free(text);
    return result;
}

static wend_result file_import(const char* file, const scene_loading* loading, wend_grid** out,
                               wend_import_info* info, map_look* look, wend_error* error) {
    half importing = {loading, 0};
    wend_import_def def = import_choice_def(&loading->choice);
    int64_t most = loading->free_memory > 0 ? memory_tiles(loading->free_memory) : def.max_tiles;
    if (most < def.max_tiles) def.max_tiles = most;
    if (loading->progress != NULL) def.progress = half_progress;
    def.progress_context = &importing;
    char of_tiles[64] = "";
    wend_result result = WEND_OK;
    if (loading->choice.by_tiles) result = legend_of_tiles(file, &def, of_tiles, error);
    if (of_tiles[0] != '\0') def.legend = of_tiles;
    if (result == WEND_OK) result = wend_import_file(file, &def, out, info, error);
    if (of_tiles[0] != '\0') unlink(of_tiles);
    if (result == WEND_ERROR_LIMIT && def.max_tiles == most) tell_memory(loading->free_memory, error);
    if (result != WEND_OK) return result;
    *look = look_of_import(info, *out);
    if (loading->progress != NULL) def.progress = last_progress;
    def.progress_context = (void*)loading;
    // A quarter of what is free: the graph needs most of it.
    result = look_read_picture(look, file, &def, info, *out,
                               loading->free_memory > 0 ? loading->free_memory / 4 : INT64_MAX);
    if (result == WEND_OK)
        result = look_read_drawing(look, file, &def, info, *out,
                                   loading->free_memory > 0 ? loading->free_memory / 4 : INT64_MAX);
    if (result != WEND_OK) wend_grid_destroy(*out);
    return result == WEND_OK ? WEND_OK : fail(error, result, file, "cannot read the picture");
}

// A world that was baked from a picture by its brightness stores no colours. Where that picture still lies
// beside the world, unchanged, the map has its colours; tiles that were edited since have those of their
// class.
static void look_beside(const char* file, const wend_world* world, const scene_loading* loading,
                        map_look* look) {
    enum { MOST_TILES = 1 << 24 }; // the picture is read twice
    const wend_grid* grid = wend_world_grid(world);
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const world_source source = world_source_read(wend_world_metadata(world));
    wend_import_def def = wend_default_import_def();
    const bool by_tone = strcmp(source.rule, wend_image_rule_name(WEND_RULE_BRIGHTNESS)) == 0 ||
                         strcmp(source.rule, wend_image_rule_name(WEND_RULE_THRESHOLD)) == 0;
    const char* slash = strrchr(file, '/');
    char path[1024];
    if (!by_tone || source.name[0] == '\0' || strchr(source.name, '/') != NULL ||
        (int64_t)width * height > MOST_TILES ||
        snprintf(path, sizeof path, "%.*s%s", slash != NULL ? (int)(slash + 1 - file) : 0, file,
                 source.name) >= (int)sizeof path ||
        file_bytes(path) == 0)
        return;
    if (strcmp(source.rule, wend_image_rule_name(WEND_RULE_THRESHOLD)) == 0) def.rule = WEND_RULE_THRESHOLD;
    def.downscale = (int32_t)source.downscale;
    def.negate = source.negate;
    def.blocked_below = (float)source.blocked_below;
    def.connectivity = wend_grid_connectivity(grid);
    wend_grid* read = NULL;
    wend_import_info* info = calloc(1, sizeof *info);
    if (info != NULL && wend_import_file(path, &def, &read, info, NULL) == WEND_OK &&
        info->source_hash == source.hash && info->colors.has_hues && wend_grid_width(read) == width &&
        wend_grid_height(read) == height)
        look_read_picture(look, path, &def, info, grid,
                          loading->free_memory > 0 ? loading->free_memory / 4 : INT64_MAX);
    if (look->pixels != NULL) look_mark_edited(look, read, grid);
    wend_grid_destroy(read);
    free(info);
}

// The world of any map file, what it looks like and what the importer says of it.
static wend_result import_and_build(const char* file_opt, const char* name, const scene_loading* loading,
                                    scene* next, wend_error* error) {
    wend_grid* grid = NULL;
    wend_import_info info = {.warning = ""};
    world_extras extras = {.metadata = NULL};
    wend_result result = file_opt == NULL ? sample_import(&grid, &info, error)
                                          : file_import(file_opt, loading, &grid, &info, &next->look, error);
    if (result != WEND_OK) return result;
    if (file_opt == NULL) next->look = look_of_import(&info, grid);
    result = read_profiles(&info, name, &extras.profiles, error);
    const world_source source = world_source_of_import(&info, file_name_of(name),
                                                       file_opt != NULL ? loading->choice.def.downscale : 1);
    char* metadata = world_source_write(&source);
    extras.metadata = metadata;
    if (result == WEND_OK)
        result = build(grid, name, loading, &extras, &next->world, error);
    else
        wend_grid_destroy(grid);
    cJSON_free(metadata);
    if (result != WEND_OK) look_free(&next->look);
    take_warnings(&info, &next->warning);
    memcpy(next->map_layers, info.layers, sizeof info.layers);
    next->layout = (scene_layout){info.isometric, info.staggered};
    return result;
}

// Chooses two distant tiles of the component with most tiles of a fixed sample, which gives an interesting
// path on any map. Where nothing is passable both stay in the middle.
static void choose_ends(const wend_world* world, wend_query* query) {
    enum { SAMPLES = 96, TRIES = 40000 };
    const wend_grid* grid = wend_world_grid(world);
    const wend_rect map = wend_grid_area(grid);
    const int32_t floors = wend_grid_floors(grid);
    wend_tile tiles[SAMPLES];
    int component_of[SAMPLES], sizes[SAMPLES] = {0}, count = 0, largest = 0;
    uint64_t state = 1;
    query->start = query->goal = (wend_tile){map.x + map.width / 2, map.y + map.height / 2};
    for (int i = 0; i < TRIES && count < SAMPLES; i++) {
        uint64_t random = random_next(&state);
        wend_tile tile = {map.x + (int32_t)((random >> 32) % (uint64_t)map.width),
                          map.y + (int32_t)((uint32_t)random % (uint32_t)map.height), (uint16_t)(i % floors)};
        if (!wend_grid_passable(grid, tile)) continue;
        int component = 0; // index of the first sample in the same component
        while (component < count && !wend_world_connected(world, tiles[component], tile)) component++;
        component_of[count] = component;
        tiles[count++] = tile;
        if (++sizes[component] > sizes[largest]) largest = component;
    }
    int64_t farthest = -1;
    for (int i = 0; i < count; i++) {
        for (int j = i; j < count; j++) {
            if (component_of[i] != largest || component_of[j] != largest) continue;
            int64_t dx = tiles[i].x - tiles[j].x, dy = tiles[i].y - tiles[j].y;
            if (dx * dx + dy * dy <= farthest) continue;
            farthest = dx * dx + dy * dy;
            bool forward = tiles[i].x <= tiles[j].x; // start on the left, or below
            if (tiles[i].floor != tiles[j].floor) forward = tiles[i].floor < tiles[j].floor;
            query->start = forward ? tiles[i] : tiles[j];
            query->goal = forward ? tiles[j] : tiles[i];
        }
    }
}

// Whose map is it? That of the robot, where it is made for one: a profile of its name, or the only one.
static int32_t first_profile(const wend_world* world) {
    const int32_t robot = wend_world_find_profile(world, PROFILE_OF_INFLATE);
    return robot > 0 ? robot : world_frame_of(world).is_ros && wend_world_profile_count(world) == 2 ? 1 : 0;
}

// The scene that follows, without anything of the map.
static scene without_map(const scene* s) {
    scene next = *s;
    next.world = NULL;
    next.goal_count = 1;
    next.mapped = false;
    next.look = (map_look){.pixels = NULL};
    next.warning = (scene_warning){.text = ""};
    next.layout = (scene_layout){0};
    next.map_layers[0] = '\0';
    return next;
}

// Shows the world of the next scene. On failure destroys what is new in that and leaves the scene unchanged.
static wend_result adopt(scene* s, scene* next, bool other_map, const char* name, wend_error* error) {
    const world_source source = world_source_read(wend_world_metadata(next->world));
    next->grid = wend_world_grid(next->world);
    next->frame = world_frame_of(next->world);
    next->info = wend_world_get_info(next->world);
    memcpy(next->floor_names, source.floors, sizeof next->floor_names);
    next->counts = (wend_world_counts){0};
    if (next->query.profile >= wend_world_profile_count(next->world)) next->query.profile = 0;
    next->goals[0] = next->query.goal;
    wend_result result = next->mapped ? WEND_OK : wend_world_count(next->world, &next->counts);
    if (result == WEND_OK) result = scene_plan(next);
    if (result != WEND_OK) {
        wend_world_destroy(next->world);
        if (other_map) look_free(&next->look);
        return fail(error, result, name, "cannot plan");
    }
    wend_world_destroy(s->world);
    if (other_map) look_free(&s->look);
    next->revision++;
    *s = *next;
    if (s->query.goals != NULL) s->query.goals = s->goals;
    return WEND_OK;
}

// Only squares are drawn where the first tile is another than (0, 0).
static wend_result check_shown(const wend_world* world, const char* name, wend_error* error) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_rect area = wend_grid_area(grid);
    char what[112];
    if ((area.x == 0 && area.y == 0) || wend_grid_connectivity(grid) < WEND_CONNECTIVITY_HEX_ODD_R)
        return WEND_OK;
    snprintf(what, sizeof what,
             "begins at column %d and row %d, but a window shows maps of hexagons from 0 and 0 on", area.x,
             area.y);
    return fail(error, WEND_ERROR_UNSUPPORTED, name, what);
}

// A baked world and what it looks like. Large ones, and those with patches, are mapped.
static wend_result open_world(const char* file, const scene_loading* loading, scene* next,
                              wend_error* error) {
    next->mapped = loading->patch_count > 0 || file_bytes(file) >= LEAST_MAPPED_BYTES;
    if (next->mapped) cut_file_prepare("wend-view", file, EXIT_RESOURCE);
    wend_result result = next->mapped ? WEND_OK : check_memory(file_bytes(file), file, loading, error);
    if (result == WEND_OK)
        result = next->mapped ? wend_world_map_patched(file, loading->patches, loading->patch_count, NULL,
                                                       &next->world, error)
                              : wend_world_open(file, NULL, &next->world, error);
    if (result != WEND_OK) return result;
    next->look = look_of_world(next->world);
    if (!next->mapped) look_beside(file, next->world, loading, &next->look);
    return WEND_OK;
}

wend_result scene_load(scene* s, const char* file_opt, const scene_loading* loading, wend_error* error) {
    const char* name = file_opt != NULL ? file_opt : "sample map";
    const bool is_world = file_opt != NULL && scene_is_world(file_opt);
    if (loading->patch_count > 0 && !is_world) {
        error->result = WEND_ERROR_UNSUPPORTED;
        snprintf(error->text, sizeof error->text, "%.300s: only a baked world has patches", name);
        return error->result;
    }
    scene next = without_map(s);
    wend_result result = is_world ? open_world(file_opt, loading, &next, error)
                                  : import_and_build(file_opt, name, loading, &next, error);
    if (result != WEND_OK) return result;
    result = check_shown(next.world, name, error);
    if (result != WEND_OK) {
        wend_world_destroy(next.world);
        look_free(&next.look);
        return result;
    }
    next.query.profile = first_profile(next.world);
    choose_ends(wend_world_profile(next.world, next.query.profile), &next.query);
    const char* shown = file_opt != NULL ? file_name_of(file_opt) : "sample island";
    snprintf(next.name, sizeof next.name, "%s", strcmp(shown, "-") == 0 ? "standard input" : shown);
    return adopt(s, &next, true, name, error);
}

wend_result scene_new(scene* s, int32_t width, int32_t height, const scene_loading* loading,
                      wend_error* error) {
    enum { SMALL_MAP = 4 * 31, SMALL_CLUSTERS = 15 }; // so that both levels of a search show
    scene_loading with_clusters = *loading;
    if (width <= SMALL_MAP && height <= SMALL_MAP) with_clusters.cluster_size = SMALL_CLUSTERS;
    wend_result result = check_memory(memory_of_map((int64_t)width * height), "new map", loading, error);
    if (result != WEND_OK) return result;
    // One class for each common cost of the editor's brush.
    static const float costs[] = {0, 1, 1.25f, 1.5f, 2, 2.5f, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100};
    wend_grid_def def = wend_default_grid_def();
    def.width = width;
    def.height = height;
    for (size_t i = 0; i < WEND_CLASS_COUNT; i++)
        def.class_costs[i] = i < sizeof costs / sizeof costs[0] ? costs[i] : 0;
    wend_grid* grid = NULL;
    result = wend_grid_create(&def, &grid);
    if (result != WEND_OK) return fail(error, result, "new map", "cannot be made");
    scene next = without_map(s);
    const world_extras none = {.metadata = NULL};
    result = build(grid, "new map", &with_clusters, &none, &next.world, error);
    if (result != WEND_OK) return result;
    next.query.start = (wend_tile){width / 8, height / 2};
    next.query.goal = (wend_tile){width - 1 - width / 8, height / 2};
    next.look = look_of_world(next.world);
    snprintf(next.name, sizeof next.name, "new map");
    return adopt(s, &next, true, "new map", error);
}

// Links cost the profiles after a removed one what they cost before.
static wend_result close_gap(const wend_grid* from, int32_t removed, wend_grid* to) {
    int32_t count = 0;
    wend_result result = WEND_OK;
    const wend_link* links = wend_grid_links(from, &count);
    for (int32_t i = 0; i < count; i++)
        for (int p = removed; p < WEND_MAX_PROFILES && result == WEND_OK; p++)
            result = wend_grid_set_link_cost(to, links[i].id, p,
                                             p + 1 < WEND_MAX_PROFILES ? links[i].profile_costs[p + 1] : -1);
    return result;
}

static wend_result copy_floor(const wend_grid* from, int32_t floor, wend_grid* to) {
    wend_rect all = wend_grid_area(from);
    all.floor = (uint16_t)floor;
    const uint8_t* first = wend_grid_floor_row(from, floor, all.y);
    const uint8_t* second = wend_grid_floor_row(from, floor, all.y + 1);
    const wend_result result = wend_grid_set_floor_height(to, floor, wend_grid_floor_height(from, floor));
    if (result != WEND_OK) return result;
    return wend_grid_write(to, all, first, second != NULL ? (size_t)(second - first) : 0);
}

wend_result scene_rebuild(scene* s, wend_connectivity connectivity, const scene_loading* loading,
                          wend_error* error) {
    wend_grid_def def = wend_default_grid_def();
    def.width = wend_grid_width(s->grid);
    def.height = wend_grid_height(s->grid);
    def.floors = wend_grid_floors(s->grid);
    memcpy(def.class_costs, wend_grid_class_costs(s->grid), sizeof def.class_costs);
    def.connectivity = connectivity;
    def.tile_size = wend_grid_tile_size(s->grid);
    def.origin = wend_grid_origin(s->grid);
    if (loading->least_cost > 0) {
        def.least_cost = loading->least_cost;
        def.greatest_cost = loading->greatest_cost;
    } else if (!wend_grid_cost_range(s->grid, &def.least_cost, &def.greatest_cost)) {
        def.least_cost = def.greatest_cost = 0;
    }
    wend_result result =
        check_memory(memory_of_map((int64_t)def.width * def.height * def.floors), s->name, loading, error);
    if (result != WEND_OK) return result;
    wend_grid* grid = NULL;
    result = wend_grid_create(&def, &grid);
    if (result == WEND_OK) result = wend_grid_copy_first(s->grid, grid);
    for (int32_t f = 0; f < def.floors && result == WEND_OK; f++) result = copy_floor(s->grid, f, grid);
    if (result == WEND_OK) result = wend_grid_copy_connections(s->grid, grid);
    if (result == WEND_OK && loading->removed_profile > 0)
        result = close_gap(s->grid, loading->removed_profile, grid);
    if (result != WEND_OK) {
        wend_grid_destroy(grid);
        return fail(error, result, s->name, "cannot be copied");
    }
    scene next = *s;
    next.warning = (scene_warning){.text = ""};
    next.mapped = false;
    world_extras extras = {.metadata = wend_world_metadata(s->world)};
    if (loading->profiles != NULL)
        extras.profiles = *loading->profiles;
    else
        profile_definitions_of(s->world, &extras.profiles);
    result = build(grid, s->name, loading, &extras, &next.world, error);
    return result == WEND_OK ? adopt(s, &next, false, s->name, error) : result;
}
