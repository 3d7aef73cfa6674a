// scenarios_search.c: queries, paths and explanations without memory.
#include <stddef.h>

#include "scene.h"

static void begin_search(scene* s, int32_t variant) {
    const int32_t kind = variant / (STOCK_COUNT * WEND_ALGORITHM_COUNT); // mapped, streamed
    scene_begin_world(s, variant % STOCK_COUNT + kind * STOCK_COUNT);
    const wend_search_def def = wend_default_search_def();
    scene_must(wend_search_create(&def, &s->search));
    scene_must(wend_path_create(NULL, &s->path));
}

// With pending clusters.
static void begin_edited(scene* s, int32_t variant) {
    begin_search(s, variant);
    const wend_edit edit = wend_edit_tiles((wend_rect){20, 0, 1, 12}, 0);
    scene_must(wend_world_edit(s->world, &edit, 1, NULL));
    scene_must(wend_world_set_class_cost(s->world, 0, 2, 0));
}

static void begin_nothing(scene* s, int32_t variant) {
    s->stock = (stock)variant;
}

static wend_result create_search(scene* s, int32_t variant) {
    (void)variant;
    const wend_search_def def = wend_default_search_def();
    return wend_search_create(&def, &s->search);
}

static wend_result create_path(scene* s, int32_t variant) {
    (void)variant;
    return wend_path_create(NULL, &s->path);
}

static wend_query query_of(const scene* s, int32_t variant) {
    wend_query query = stock_query(s->stock);
    query.algorithm = (wend_algorithm)(variant / STOCK_COUNT % WEND_ALGORITHM_COUNT);
    query.smooth = query.algorithm != WEND_BFS;
    return query;
}

static wend_result find(scene* s, int32_t variant) {
    const wend_query query = query_of(s, variant);
    return wend_find_path(s->search, s->world, &query, s->path, NULL);
}

static wend_result find_by_astar(scene* s, int32_t variant) {
    wend_query query = query_of(s, variant);
    query.refinement = WEND_REFINE_ASTAR;
    return wend_find_path(s->search, s->world, &query, s->path, NULL);
}

static wend_result find_on_grid(scene* s, int32_t variant) {
    wend_query query = query_of(s, variant);
    if (query.algorithm == WEND_HPA) query.algorithm = WEND_EXACT;
    return wend_find_path_on_grid(s->search, wend_world_grid(s->world), &query, s->path, NULL);
}

static wend_result find_nearest_goal(scene* s, int32_t variant) {
    wend_query query = query_of(s, variant);
    const wend_tile goals[] = {query.goal, {3, 3}, {40, 4}, {22, 30}};
    query.goals = goals;
    query.goal_count = 4;
    return wend_find_path(s->search, s->world, &query, s->path, NULL);
}

static wend_result find_area(scene* s, int32_t variant) {
    wend_query query = query_of(s, variant);
    query.goal_area = (wend_rect){30, 20, 9, 9};
    return wend_find_path(s->search, s->world, &query, s->path, NULL);
}

static wend_result find_class(scene* s, int32_t variant) {
    wend_query query = query_of(s, variant);
    query.goal_class = 2;
    return wend_find_path(s->search, s->world, &query, s->path, NULL);
}

// From a tile around which walls are drawn.
static void begin_enclosed(scene* s, int32_t variant) {
    begin_search(s, variant);
    const wend_tile goal = query_of(s, variant).goal;
    wend_rect around = {goal.x > 2 ? goal.x - 2 : 0, goal.y > 2 ? goal.y - 2 : 0, 5, 5};
    if (around.x + around.width > 47) around.width = 47 - around.x;
    if (around.y + around.height > 40) around.height = 40 - around.y;
    const wend_edit edits[] = {wend_edit_tiles(around, 0),
                               wend_edit_tiles((wend_rect){goal.x, goal.y, 1, 1}, 1)};
    scene_must(wend_world_edit(s->world, edits, 2, NULL));
}

static wend_result find_partial(scene* s, int32_t variant) {
    wend_query query = query_of(s, variant);
    query.partial = true;
    query.snap = 3;
    return wend_find_path(s->search, s->world, &query, s->path, NULL);
}

static void begin_subgoals(scene* s, int32_t variant) {
    begin_search(s, variant);
    wend_world_destroy(s->world);
    scene_begin_one_cost(s);
    scene_must(wend_world_add_subgoals(s->world, 1 << 20, NULL, NULL));
}

static wend_result find_for_profile(scene* s, int32_t variant) {
    wend_query query = stock_query(STOCK_PROFILES);
    query.profile = 1 + variant % 2;
    query.partial = true;
    query.snap = 5;
    return wend_find_path(s->search, s->world, &query, s->path, NULL);
}

static void begin_profiles(scene* s, int32_t variant) {
    (void)variant;
    begin_search(s, STOCK_PROFILES);
}

static wend_result find_in_slices(scene* s, int32_t variant) {
    const wend_query query = query_of(s, variant);
    bool done = false;
    wend_result result = wend_search_begin(s->search, s->world, &query);
    if (result != WEND_OK) { // no query is at work, so there is nothing to finish
        if (wend_search_finish(s->search, s->path, NULL) != WEND_ERROR_ARGUMENT)
            scene_fails("finish takes a query that did not begin");
        return result;
    }
    while (result == WEND_OK && !done) result = wend_search_step(s->search, 20, &done);
    const wend_result finished = wend_search_finish(s->search, s->path, NULL);
    if (result != WEND_OK && finished != result) scene_fails("finish returns another error than step");
    return finished;
}

static void begin_short_path(scene* s, int32_t variant) {
    begin_search(s, variant);
    wend_query query = stock_query(s->stock);
    query.first_tiles = 2;
    query.smooth = true;
    scene_must(wend_find_path(s->search, s->world, &query, s->path, NULL));
    if (wend_path_get_rest(s->path) != WEND_REST_READY) scene_fails("a path without a rest");
    wend_search_destroy(s->search); // a new one has no memory yet
    s->search = NULL;
    scene_must(create_search(s, variant));
}

static wend_result refine(scene* s, int32_t variant) {
    (void)variant;
    return wend_path_refine(s->search, s->world, s->path, 40, NULL);
}

static void begin_broken_path(scene* s, int32_t variant) {
    begin_search(s, variant);
    wend_query query = stock_query(s->stock);
    query.smooth = variant % 2;
    scene_must(wend_find_path(s->search, s->world, &query, s->path, NULL));
    int32_t count = 0;
    const wend_tile middle = wend_path_tiles(s->path, &count)[count / 2];
    const wend_edit edit = wend_edit_tiles((wend_rect){middle.x, middle.y, 1, 1}, 0);
    scene_must(wend_world_edit(s->world, &edit, 1, NULL));
    wend_search_destroy(s->search);
    s->search = NULL;
    scene_must(create_search(s, variant));
}

static wend_result repair(scene* s, int32_t variant) {
    (void)variant;
    return wend_path_repair(s->search, s->world, s->path, NULL);
}

static wend_result cut(scene* s, int32_t variant) {
    (void)variant;
    int32_t count = 0;
    wend_path_tiles(s->path, &count);
    return wend_path_cut(s->search, s->world, s->path, count / 4);
}

static wend_result chase(scene* s, int32_t variant) {
    (void)variant;
    const wend_tile goal = wend_path_goal_tile(s->path);
    return wend_path_chase(s->search, s->world, s->path, (wend_tile){goal.x, goal.y > 0 ? goal.y - 1 : 1},
                           NULL);
}

static wend_result replan(scene* s, int32_t variant) {
    (void)variant;
    int32_t count = 0;
    const wend_tile walker = wend_path_tiles(s->path, &count)[count / 4];
    return wend_path_replan(s->search, s->world, s->path, walker, 5, NULL, NULL);
}

static void begin_paths(scene* s, int32_t variant) {
    begin_search(s, variant);
    for (int32_t i = 0; i < 3; i++) scene_must(wend_path_create(NULL, &s->paths[i]));
}

static wend_result find_alternatives(scene* s, int32_t variant) {
    (void)variant;
    const wend_query query = stock_query(s->stock);
    wend_alternatives_def def = wend_default_alternatives_def();
    def.max_share = 0.9f;
    int32_t count = 0;
    return wend_find_alternatives(s->search, s->world, &query, &def, 3, s->paths, &count);
}

static wend_result add_hash(const wend_path* path, int32_t query, void* sum) {
    *(uint64_t*)sum += wend_path_hash(path) * (uint64_t)(query + 1);
    return WEND_OK;
}

static wend_result find_paths(scene* s, int32_t variant) {
    (void)variant;
    wend_query queries[40];
    for (int32_t i = 0; i < 40; i++) {
        queries[i] = stock_query(s->stock);
        if (i % 3 == 0) queries[i].goal = queries[0].start;
    }
    uint64_t sum = 0;
    int32_t failed = 0;
    wend_batch_def def = wend_default_batch_def();
    def.answered = add_hash;
    def.context = &sum;
    const wend_result result = wend_find_paths(s->world, queries, 40, &def, &failed);
    if (result == WEND_OK) s->told = sum;
    return result;
}

static wend_result create_explanation(scene* s, int32_t variant) {
    (void)variant;
    return wend_explanation_create(NULL, &s->explanation);
}

static void begin_explanation(scene* s, int32_t variant) {
    begin_enclosed(s, variant);
    scene_must(create_explanation(s, variant));
}

static wend_result explain(scene* s, int32_t variant) {
    const wend_query query = query_of(s, variant);
    return wend_explain(s->search, s->world, query.start, query.goal, s->explanation);
}

enum { ALL = STOCK_COUNT, EACH = 3 * STOCK_COUNT * WEND_ALGORITHM_COUNT, EXACT = 2 * STOCK_COUNT };

const scenario search_scenarios[] = {
    {"create a search", 1, KEEPS, begin_nothing, create_search},
    {"create a path", 1, KEEPS, begin_nothing, create_path},
    {"find", EACH, KEEPS, begin_search, find},
    {"find while clusters are pending", EACH, KEEPS, begin_edited, find},
    {"find by A* within the corridor", EXACT, KEEPS, begin_search, find_by_astar},
    {"find on the grid", EACH, KEEPS, begin_search, find_on_grid},
    {"find the nearest goal", EACH, KEEPS, begin_search, find_nearest_goal},
    {"find an area", EACH, KEEPS, begin_search, find_area},
    {"find a class", EACH, KEEPS, begin_search, find_class},
    {"find a partial path", EACH, KEEPS, begin_enclosed, find_partial},
    {"find for a profile", 2, KEEPS, begin_profiles, find_for_profile},
    {"find by subgoals", 1, KEEPS, begin_subgoals, find},
    {"find in slices", EACH, KEEPS, begin_search, find_in_slices},
    {"refine", ALL, KEEPS_VALID, begin_short_path, refine},
    {"repair", ALL, KEEPS, begin_broken_path, repair},
    {"cut", ALL, KEEPS, begin_broken_path, cut},
    {"chase", ALL, KEEPS, begin_broken_path, chase},
    {"replan", ALL, KEEPS, begin_broken_path, replan},
    {"find alternatives", ALL, KEEPS_VALID, begin_paths, find_alternatives},
    {"find many paths", ALL, KEEPS, scene_begin_world, find_paths},
    {"create an explanation", 1, KEEPS, begin_nothing, create_explanation},
    {"explain", ALL, KEEPS, begin_explanation, explain},
    {NULL, 0, KEEPS, NULL, NULL},
};
