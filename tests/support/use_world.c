// use_world.c: every function that reads or changes a world, with checks that hold for any world.
#include "use_world.h"

#include <stdlib.h>
#include <string.h>

#include "verify.h"

bool world_user_make(world_user* out) {
    const wend_search_def def = wend_default_search_def();
    *out = (world_user){0};
    return wend_search_create(&def, &out->search) == WEND_OK &&
           wend_path_create(NULL, &out->path) == WEND_OK &&
           wend_path_create(NULL, &out->paths[0]) == WEND_OK &&
           wend_path_create(NULL, &out->paths[1]) == WEND_OK &&
           wend_field_create(NULL, &out->field) == WEND_OK &&
           wend_explanation_create(NULL, &out->explanation) == WEND_OK;
}

void world_user_free(world_user* user) {
    wend_explanation_destroy(user->explanation);
    wend_field_destroy(user->field);
    wend_path_destroy(user->paths[1]);
    wend_path_destroy(user->paths[0]);
    wend_path_destroy(user->path);
    wend_search_destroy(user->search);
}

static wend_tile some_tile(const wend_grid* grid, rng* r) {
    wend_tile tile = {0, 0};
    for (int32_t i = 0; i < 8; i++) { // a passable one, as a rule
        tile = (wend_tile){rng_below(r, wend_grid_width(grid)), rng_below(r, wend_grid_height(grid))};
        if (wend_grid_cost(grid, tile) > 0) break;
    }
    return tile;
}

static const char* ask(world_user* user, const wend_world* world, rng* r) {
    static char why[VERIFY_TEXT];
    const wend_grid* grid = wend_world_grid(world);
    wend_query query = wend_default_query(some_tile(grid, r), some_tile(grid, r));
    query.refinement = (wend_refinement)rng_below(r, WEND_REFINEMENT_COUNT);
    query.algorithm = (wend_algorithm)(rng_chance(r, 70) ? WEND_HPA : rng_below(r, WEND_ALGORITHM_COUNT));
    query.first_tiles = rng_chance(r, 20) ? 10 : 0;
    query.snap = rng_chance(r, 20) ? 3 : 0;
    (void)wend_world_connected(world, query.start, query.goal);
    const wend_result result = wend_find_path(user->search, world, &query, user->path, NULL);
    if (result == WEND_ERROR_DAMAGED) return NULL;
    if (result != WEND_OK) return "a query fails";
    if (query.snap > 0) return NULL; // its ends are other tiles
    return verify_answer(grid, &query, user->path, why);
}

static const char* find_alternatives(world_user* user, const wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_query query = wend_default_query(some_tile(grid, r), some_tile(grid, r));
    const wend_alternatives_def def = wend_default_alternatives_def();
    int32_t count = 0;
    const wend_result result =
        wend_find_alternatives(user->search, world, &query, &def, 2, user->paths, &count);
    if (result == WEND_ERROR_DAMAGED) return NULL;
    return result == WEND_OK && count >= 0 && count <= 2 ? NULL : "alternatives";
}

static const char* explain(world_user* user, const wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_result result =
        wend_explain(user->search, world, some_tile(grid, r), some_tile(grid, r), user->explanation);
    return result == WEND_OK || result == WEND_ERROR_DAMAGED ? NULL : "an explanation";
}

static const char* fill_field(world_user* user, const wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile from = some_tile(grid, r), to = some_tile(grid, r);
    const wend_result result = wend_field_fill(user->field, grid, WEND_FIELD_TO, &to, 1, 30);
    if (result == WEND_ERROR_DAMAGED) return NULL;
    if (result != WEND_OK) return "a field";
    return wend_field_cost(user->field, from) >= 0 ? NULL : "a cost of a field";
}

static const char* expand_field(world_user* user, const wend_world* world, rng* r) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile from = some_tile(grid, r), to = some_tile(grid, r);
    bool found;
    wend_result result = wend_field_set_goals(user->field, world, &to, 1);
    if (result == WEND_ERROR_DAMAGED) return NULL;
    if (result != WEND_OK) return "goals of a field";
    result = wend_field_expand_to(user->field, user->search, from, &found);
    return result == WEND_OK || result == WEND_ERROR_DAMAGED ? NULL : "an expansion of a field";
}

static void ignore_line(wend_draw_kind kind, wend_vec2 a, wend_vec2 b, void* context) {
    (void)kind, (void)a, (void)b, (void)context;
}
static void ignore_rect(wend_draw_kind kind, wend_rect r, void* context) {
    (void)kind, (void)r, (void)context;
}

static const char* look(world_user* user, const wend_world* world, rng* r) {
    (void)user, (void)r;
    const wend_grid* grid = wend_world_grid(world);
    const int64_t tiles = (int64_t)wend_grid_width(grid) * wend_grid_height(grid);
    const wend_world_info info = wend_world_get_info(world);
    wend_world_counts counts;
    const wend_result counted = wend_world_count(world, &counts);
    if (counted != WEND_ERROR_DAMAGED && counted != WEND_OK) return "counting fails";
    if (counted == WEND_OK &&
        (counts.component_count < 0 || counts.component_count > tiles || counts.largest_component < 0 ||
         counts.largest_component > tiles || counts.edge_count < 0))
        return "counts out of range";
    if (info.level_count < 1 || info.level_count > WEND_MAX_LEVELS) return "levels out of range";
    if (strlen(wend_world_metadata(world)) > WEND_MAX_METADATA) return "the metadata is too long";
    for (int32_t i = 0; i < WEND_CLASS_COUNT; i++)
        if (!(wend_grid_class_costs(grid)[i] >= 0)) return "a class cost out of range";
    (void)wend_world_original_class(world, (wend_tile){0, 0});
    wend_debug_draw draw = {.line = ignore_line, .rect = ignore_rect, .view = {0, 0, 100, 100}};
    const wend_result drawn = wend_world_draw(world, UINT32_MAX, &draw);
    if (drawn != WEND_ERROR_DAMAGED && drawn != WEND_OK) return "drawing fails";
    (void)wend_world_hash(world);
    return NULL;
}

typedef const char* question(world_user* user, const wend_world* world, rng* random);

static question* const questions[] = {look,    ask,        ask,         ask, find_alternatives,
                                      explain, fill_field, expand_field};
enum { QUESTIONS = sizeof questions / sizeof *questions };

const char* use_world(world_user* user, const wend_world* world, rng* random) {
    const char* fault = NULL;
    for (int32_t p = 0; p < wend_world_profile_count(world); p++)
        for (int32_t i = 0; i < QUESTIONS && !fault; i++)
            fault = questions[i](user, wend_world_profile(world, p), random);
    return fault;
}

static const char* use_world_once(world_user* user, const wend_world* world, rng* random) {
    const wend_world* view = wend_world_profile(world, rng_below(random, wend_world_profile_count(world)));
    return questions[rng_below(random, QUESTIONS)](user, view, random);
}

static bool is_refusal(wend_result result) {
    return result == WEND_OK || result == WEND_ERROR_DAMAGED || result == WEND_ERROR_ARGUMENT ||
           result == WEND_ERROR_LIMIT || result == WEND_ERROR_UNSUPPORTED;
}

static const char* edit_tiles(wend_world* world, rng* random) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile at = some_tile(grid, random);
    const wend_edit edits[] = {
        wend_edit_tiles((wend_rect){at.x, at.y, 1, 1}, (uint8_t)rng_below(random, 3)),
        wend_edit_wall(at, (wend_tile){at.x + (at.x + 1 < wend_grid_width(grid) ? 1 : -1), at.y},
                       rng_chance(random, 50)),
    };
    return is_refusal(wend_world_edit(world, edits, wend_grid_width(grid) > 1 ? 2 : 1, NULL)) ? NULL
                                                                                              : "an edit";
}

// The id is -1 if it is refused.
static const char* add_link(wend_world* world, rng* random, int32_t* id_out) {
    const wend_grid* grid = wend_world_grid(world);
    const wend_tile from = some_tile(grid, random), to = some_tile(grid, random);
    const wend_link link = wend_default_link(from, to, 2);
    const wend_result added = wend_world_add_link(world, &link, id_out);
    if (added != WEND_OK) *id_out = -1;
    return is_refusal(added) ? NULL : "adding a link";
}

static const char* remove_link(wend_world* world, int32_t id) {
    return id < 0 || is_refusal(wend_world_remove_link(world, id)) ? NULL : "removing a link";
}

static const char* set_class_cost(wend_world* world) {
    if (!is_refusal(wend_world_set_class_cost(world, 0, 1, 1.5f))) return "a class cost";
    return is_refusal(wend_world_refresh(world, 0, NULL)) ? NULL : "a refresh";
}

// What is saved: NULL if that is refused.
static const char* save_and_open(const wend_world* world, wend_world** out) {
    void* bytes = NULL;
    size_t size;
    const wend_result saved = wend_world_save_memory(world, NULL, &bytes, &size, NULL);
    *out = NULL;
    const bool opened = saved != WEND_OK || wend_world_open_memory(bytes, size, NULL, out, NULL) == WEND_OK;
    free(bytes);
    if (!is_refusal(saved)) return "saving";
    return opened ? NULL : "what it saves cannot be opened";
}

const char* change_world(world_user* user, wend_world* world, rng* random) {
    int32_t id = -1;
    wend_world* again = NULL;
    const char* fault = edit_tiles(world, random);
    if (!fault) fault = add_link(world, random, &id);
    if (!fault) fault = use_world(user, world, random);
    if (!fault) fault = remove_link(world, id);
    if (!fault) fault = set_class_cost(world);
    if (!fault) fault = save_and_open(world, &again);
    if (!fault && again) fault = use_world(user, again, random);
    wend_world_destroy(again);
    return fault;
}

const char* do_one_thing(world_user* user, wend_world* world, rng* random) {
    int32_t id = -1;
    wend_world* again = NULL;
    const char* fault = NULL;
    switch (rng_below(random, 8)) {
    case 0:
        fault = edit_tiles(world, random);
        break;
    case 1:
        fault = add_link(world, random, &id);
        break;
    case 2:
        fault = set_class_cost(world);
        break;
    case 3:
        fault = save_and_open(world, &again);
        break;
    default:
        break; // it stays as it was
    }
    if (!fault) fault = use_world_once(user, again ? again : world, random);
    if (!fault) fault = remove_link(world, id);
    wend_world_destroy(again);
    return fault;
}
