// observe.c: does an observer receive what the search did? Checks counters and the order of events, and that
// the answers are the same without it.
#include <stdlib.h>
#include <string.h>

#include "search/goals.h"
#include "unit.h"

enum { MAPS = 120, QUERIES = 3, LOG_EVENTS = 64 };

// What the events alone say about a tile or the node on it.
typedef struct knowledge {
    enum { UNSEEN, OPEN, CLOSED } state;
    wend_cost cost;
    wend_tile parent;
} knowledge;

typedef struct watcher {
    map_recipe recipe;
    const wend_grid* grid;
    wend_query query;
    int32_t width;
    knowledge *tiles, *nodes;
    int64_t tile_events[WEND_EVENT_COUNT], node_events[WEND_EVENT_COUNT];
    int64_t scanned;    // tiles of the clusters that were propagated
    wend_tile closed;   // last
    wend_tile leg;      // end of the last one
    wend_tile tried;    // of several goals, the last
    int32_t searches;   // that GOAL began
    bool linked;        // the map has links
    int64_t over_links; // tiles that were reached so
    bool in_corridor;   // the search over tiles is
    wend_event log[LOG_EVENTS];
    int32_t logged;
} watcher;

static bool same(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y;
}

static bool is_neighbour(wend_tile a, wend_tile b) {
    return abs(a.x - b.x) <= 1 && abs(a.y - b.y) <= 1 && !same(a, b);
}

static knowledge* known(const watcher* w, knowledge* of, wend_tile tile) {
    return &of[(size_t)tile.y * (size_t)w->width + (size_t)tile.x];
}

// An event says what the definition of the query's heuristic says, or less where links lead to the goal, or
// in the abstract search up to half as much again (search/abstract_state.h).
static void check_heuristic(const watcher* w, const wend_event* e) {
    const wend_query* q = &w->query;
    if (w->in_corridor && q->first_tiles > 0) return; // the search leads to some node of the abstract path
    bool hierarchical = q->algorithm == WEND_HPA || q->algorithm == WEND_EXACT;
    bool four = wend_grid_connectivity(w->grid) == WEND_CONNECTIVITY_4;
    wend_heuristic kind = q->algorithm == WEND_ASTAR || q->algorithm == WEND_GREEDY ? q->heuristic
                          : !hierarchical                                           ? WEND_NO_HEURISTIC
                          : four && (e->level > 0 || !w->in_corridor)               ? WEND_MANHATTAN
                                                                                    : WEND_OCTILE;
    float weight = q->algorithm == WEND_ASTAR ? q->heuristic_weight : 1;
    const wendi_heuristic h = wendi_heuristic_for(w->grid, kind, (int32_t)(weight * WENDI_WEIGHT_ONE));
    bool one_by_one = q->algorithm == WEND_HPA && !same(w->tried, q->start);
    wend_tile goal = q->goal_count == 0 ? q->goal : w->tried;
    wend_cost least = INT64_MAX;
    if (q->goal_count == 0 || one_by_one) least = wendi_heuristic_between(&h, e->tile, goal);
    for (int32_t i = 0; i < q->goal_count && !one_by_one; i++) {
        wend_cost bound = wendi_heuristic_between(&h, e->tile, q->goals[i]);
        if (wend_grid_passable(w->grid, q->goals[i]) && bound < least) least = bound;
    }
    if (w->linked) {
        assert_on(&w->recipe, e->heuristic >= 0);
        if (one_by_one || q->goal_count == 0) assert_on(&w->recipe, e->heuristic <= least);
        return;
    }
    if (e->level > 0 && q->algorithm == WEND_HPA && !wendi_has_uniform_cost(w->grid)) {
        assert_on(&w->recipe, e->heuristic >= least && 2 * e->heuristic <= 3 * least);
        return;
    }
    // Of several goals, those that cannot be reached or are too far are left out.
    assert_on(&w->recipe, q->goal_count == 0 || one_by_one ? e->heuristic == least : e->heuristic >= least);
}

// True when a usable link leads from one tile to the other.
static bool is_linked(const watcher* w, wend_tile from, wend_tile to) {
    int32_t count;
    const wend_link* links = wend_grid_links(w->grid, &count);
    for (int32_t i = 0; i < count; i++)
        if (same(links[i].from, from) && same(links[i].to, to) &&
            wend_grid_link_is_usable(w->grid, links[i].id))
            return true;
    return false;
}

// A closed node was reached from the start, or from a closed node that costs less.
static void check_node_parent(const watcher* w, const wend_event* e) {
    const knowledge* parent = known(w, w->nodes, e->from);
    bool closed = parent->state != UNSEEN &&
                  (parent->cost < e->cost || (parent->cost == e->cost && is_linked(w, e->from, e->tile)));
    assert_on(&w->recipe, closed || same(e->from, w->query.start));
}

static void check_push(watcher* w, const wend_event* e, knowledge* k) {
    bool cheaper = k->state != UNSEEN && e->cost < k->cost;
    assert_on(&w->recipe, e->kind == WEND_EVENT_OPENED     ? k->state == UNSEEN
                          : e->kind == WEND_EVENT_IMPROVED ? k->state == OPEN && cheaper
                                                           : k->state == CLOSED && cheaper);
    if (e->level == 0) {
        bool start = same(e->tile, w->query.start) && e->cost == 0;
        const knowledge* from = known(w, w->tiles, e->from);
        const bool linked = is_linked(w, e->from, e->tile), beside = is_neighbour(e->tile, e->from);
        assert_on(&w->recipe, start || ((beside || linked) && from->state == CLOSED));
        assert_on(&w->recipe, start || e->cost > from->cost || (linked && e->cost == from->cost));
        w->over_links += !start && !beside;
        assert_on(&w->recipe, !start || same(e->from, e->tile));
    }
    check_heuristic(w, e);
    *k = (knowledge){OPEN, e->cost, e->from};
}

// What was known before says nothing of a search for another goal.
static void begin_search(watcher* w, wend_tile goal) {
    size_t size = (size_t)w->width * (size_t)wend_grid_height(w->grid);
    memset(w->tiles, 0, size * sizeof *w->tiles);
    memset(w->nodes, 0, size * sizeof *w->nodes);
    w->in_corridor = false;
    w->leg = w->query.start;
    w->node_events[WEND_EVENT_LEG] = 0;
    w->tried = goal;
    w->searches++;
}

static void watch(const wend_event* e, void* context) {
    watcher* w = context;
    bool of_tile = e->level == 0 && e->kind != WEND_EVENT_LEG;
    if (w->logged < LOG_EVENTS) w->log[w->logged++] = *e;
    (of_tile ? w->tile_events : w->node_events)[e->kind]++;
    if (e->kind == WEND_EVENT_PROPAGATED) w->scanned += (int64_t)e->area.width * e->area.height;
    if (!w->tiles) return;
    knowledge* k = known(w, of_tile ? w->tiles : w->nodes, e->tile);
    switch (e->kind) {
    case WEND_EVENT_OPENED:
    case WEND_EVENT_IMPROVED:
    case WEND_EVENT_REOPENED:
        check_push(w, e, k);
        break;
    case WEND_EVENT_CLOSED: // a node that is closed at more than its least reported cost stays open
        assert_on(&w->recipe, k->state == OPEN);
        assert_on(&w->recipe, of_tile ? e->cost == k->cost : e->cost >= k->cost);
        check_heuristic(w, e);
        if (of_tile) assert_on(&w->recipe, same(e->from, k->parent));
        if (!of_tile) check_node_parent(w, e);
        if (e->cost == k->cost) k->state = CLOSED;
        w->closed = e->tile;
        break;
    case WEND_EVENT_ROW:
        assert_on(&w->recipe, same(e->tile, w->closed));
        check_heuristic(w, e);
        break;
    case WEND_EVENT_LEG:
        assert_on(&w->recipe, same(e->from, w->leg));
        w->leg = e->tile;
        break;
    case WEND_EVENT_GOAL:
        assert_on(&w->recipe, w->query.goal_count > 0 || w->query.first_tiles > 0);
        assert_on(&w->recipe, same(e->from, w->query.start));
        begin_search(w, e->tile);
        break;
    default:
        w->in_corridor |= e->kind == WEND_EVENT_CORRIDOR;
        assert_on(&w->recipe, e->level > 0 && e->area.width > 0 && e->area.height > 0);
    }
}

static wend_search* observed_search(watcher* w) {
    wend_search_def def = wend_default_search_def();
    def.observer = (wend_search_observer){watch, w};
    wend_search* search = NULL;
    assert_ok(wend_search_create(&def, &search));
    return search;
}

static void check_counters(const watcher* w, const wend_stats* stats) {
    const int64_t *t = w->tile_events, *n = w->node_events;
    assert_on(&w->recipe, t[WEND_EVENT_CLOSED] == stats->expanded);
    assert_on(&w->recipe,
              t[WEND_EVENT_OPENED] + t[WEND_EVENT_IMPROVED] + t[WEND_EVENT_REOPENED] == stats->generated);
    assert_on(&w->recipe, t[WEND_EVENT_REOPENED] == stats->reopened);
    assert_on(&w->recipe, n[WEND_EVENT_ROW] == stats->abstract_expanded);
    assert_on(&w->recipe, n[WEND_EVENT_CORRIDOR] + n[WEND_EVENT_PROPAGATED] == stats->clusters_refined);
    assert_on(&w->recipe, w->scanned == stats->scanned);
}

// One query with an observer and one without: the same path, the same counters. Over tiles, this compares the
// general form of the flat search with the fast one.
static void compare(watcher* w, wend_search* observed, wend_search* plain, const wend_world* world,
                    wend_path* path, int64_t totals[WEND_EVENT_COUNT]) {
    wend_stats stats, seen;
    size_t size = (size_t)w->width * (size_t)wend_grid_height(wend_world_grid(world));
    w->tiles = calloc(size, sizeof *w->tiles);
    w->nodes = calloc(size, sizeof *w->nodes);
    assert_true(w->tiles && w->nodes);
    for (int32_t i = 0; i < WEND_EVENT_COUNT; i++) w->tile_events[i] = w->node_events[i] = 0;
    w->scanned = 0;
    w->leg = w->tried = w->query.start;
    w->in_corridor = false;
    assert_ok(wend_find_path(plain, world, &w->query, path, &stats));
    uint64_t hash = wend_path_hash(path);
    assert_ok(wend_find_path(observed, world, &w->query, path, &seen));
    assert_on(&w->recipe, wend_path_hash(path) == hash);
    assert_on(&w->recipe, seen.expanded == stats.expanded && seen.generated == stats.generated &&
                              seen.reopened == stats.reopened &&
                              seen.abstract_expanded == stats.abstract_expanded &&
                              seen.clusters_refined == stats.clusters_refined);
    check_counters(w, &seen);
    int32_t legs = 0;
    wend_path_route(path, &legs);
    if (legs > 0 && w->query.goal_count == 0)
        assert_on(&w->recipe, w->node_events[WEND_EVENT_LEG] == legs - 1 && same(w->leg, w->query.goal));
    for (int32_t i = 0; i < WEND_EVENT_COUNT; i++) totals[i] += w->tile_events[i] + w->node_events[i];
    free(w->tiles);
    free(w->nodes);
}

static void events_match_every_search(void** state) {
    (void)state;
    int64_t totals[WEND_EVENT_COUNT] = {0};
    watcher w = {.width = 0};
    wend_search *observed = observed_search(&w), *plain = new_search();
    wend_path* path = new_path();
    for (uint64_t seed = 1; seed <= MAPS; seed++) {
        w.recipe = map_recipe_random_any(seed, 160);
        rng r = rng_seeded(seed);
        wend_grid* made = map_make(&w.recipe);
        if (seed % 3 == 0) map_add_links(made, &r, w.recipe.cluster_size, 8);
        wend_world_def def = map_world_def(&w.recipe);
        wend_world* world = map_build_world(made, &def);
        const wend_grid* grid = wend_world_grid(world);
        int32_t link_count;
        wend_grid_links(grid, &link_count);
        w.linked = link_count > 0;
        w.width = wend_grid_width(grid);
        w.grid = grid;
        for (int32_t i = 0; i < QUERIES * 2 * WEND_ALGORITHM_COUNT; i++) {
            w.query = wend_default_query(map_random_tile(grid, &r), map_random_tile(grid, &r));
            w.query.algorithm = (wend_algorithm)(i % WEND_ALGORITHM_COUNT);
            w.query.heuristic = (wend_heuristic)rng_below(&r, WEND_HEURISTIC_COUNT);
            w.query.heuristic_weight = (float)rng_between(&r, 0, 12) / 4;
            w.query.refinement = (wend_refinement)rng_below(&r, WEND_REFINEMENT_COUNT);
            const bool may_reopen = w.query.algorithm == WEND_ASTAR || w.query.algorithm == WEND_DIJKSTRA;
            w.query.reopen = may_reopen && i % 4 < 2;
            w.query.until_proven = may_reopen && i % 5 < 2;
            if (rng_below(&r, 4) == 0) w.query.first_tiles = rng_between(&r, 1, 60);
            wend_tile goals[8];
            for (int32_t k = 0; k < 8; k++) goals[k] = map_random_tile(grid, &r);
            w.query.goals = goals;
            w.query.goal_count = rng_below(&r, 4) == 0 ? rng_between(&r, 1, 8) : 0;
            compare(&w, observed, plain, world, path, totals);
        }
        wend_world_destroy(world);
    }
    for (int32_t i = 0; i < WEND_EVENT_COUNT; i++) assert_true(totals[i] > 0); // every kind occurred
    assert_true(w.searches > MAPS && w.over_links > MAPS);
    wend_path_destroy(path);
    wend_search_destroy(plain);
    wend_search_destroy(observed);
}

static void expect(const watcher* w, int32_t units, int32_t index, wend_event_kind kind, int32_t x,
                   int32_t from_x, int32_t cost, int32_t heuristic) {
    assert_true(index < w->logged);
    const wend_event* e = &w->log[index];
    assert_int_equal(e->kind, kind);
    assert_int_equal(e->level, 0);
    assert_tile(e->tile, x, 0);
    assert_tile(e->from, from_x, 0);
    assert_int_equal(e->cost, cost * units);
    assert_int_equal(e->heuristic, heuristic * units);
    assert_int_equal(e->area.width, 0);
}

static void a_corridor_by_hand(void** state) {
    (void)state;
    watcher w = {.width = 0};
    wend_search* search = observed_search(&w);
    wend_path* path = new_path();
    wend_grid* grid = map_from_text("...#.\n", WEND_CONNECTIVITY_8);
    wend_query query = wend_default_query((wend_tile){1, 0}, (wend_tile){2, 0});
    query.algorithm = WEND_ASTAR;
    int32_t units = wend_grid_cost_units(grid);
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    assert_int_equal(w.logged, 5);
    expect(&w, units, 0, WEND_EVENT_OPENED, 1, 1, 0, 1);
    expect(&w, units, 1, WEND_EVENT_CLOSED, 1, 1, 0, 1);
    expect(&w, units, 2, WEND_EVENT_OPENED, 2, 1, 1, 0);
    expect(&w, units, 3, WEND_EVENT_OPENED, 0, 1, 1, 2);
    expect(&w, units, 4, WEND_EVENT_CLOSED, 2, 1, 1, 0);
    w.logged = 0;
    query.goal = (wend_tile){4, 0};
    assert_ok(wend_find_path_on_grid(search, grid, &query, path, NULL));
    assert_int_equal(wend_path_outcome(path), WEND_NO_ROUTE);
    assert_int_equal(w.logged, 6); // each of the three tiles opened and closed
    wend_grid_destroy(grid);
    wend_path_destroy(path);
    wend_search_destroy(search);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_corridor_by_hand),
        cmocka_unit_test(events_match_every_search),
    };
    return run_unit_tests(tests);
}
