// features_ask.c: is what is asked answered as a textbook would?
#include "place.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verify.h"

// ---- queries

typedef struct question {
    wend_query query;
    wend_tile goals[MOST_GOALS];
    wend_shape shapes[3];
} question;

static void draw_question(place* p, question* q) {
    static const wend_algorithm algorithms[] = {WEND_HPA,   WEND_HPA,   WEND_HPA,      WEND_HPA,
                                                WEND_EXACT, WEND_ASTAR, WEND_DIJKSTRA, WEND_BFS};
    static const float radii[] = {0, 0, 0, 1, 3.7f, INFINITY};
    const wend_grid* grid = wend_world_grid(p->asked);
    q->query = wend_default_query(place_tile(p, grid), place_tile(p, grid));
    wend_query* w = &q->query;
    w->profile = rng_below(&p->r, wend_world_profile_count(p->asked));
    w->algorithm = algorithms[rng_below(&p->r, 8)];
    w->refinement = (wend_refinement)rng_below(&p->r, WEND_REFINEMENT_COUNT);
    w->smooth = rng_chance(&p->r, 25);
    w->snap = radii[rng_below(&p->r, 6)];
    w->partial = rng_chance(&p->r, 40);
    if (rng_chance(&p->r, 20)) w->first_tiles = rng_between(&p->r, 1, 40);
    const int32_t dice = rng_below(&p->r, 100);
    if (dice < 12) {
        w->goal_count = rng_between(&p->r, 1, MOST_GOALS);
        for (int32_t i = 0; i < w->goal_count; i++) q->goals[i] = place_tile(p, grid);
        w->goals = q->goals;
    } else if (dice < 22) {
        w->goal_area = place_area(p, grid);
    } else if (dice < 30) {
        w->goal_class = rng_below(&p->r, 4);
    }
    if (!rng_chance(&p->r, 20)) return;
    w->avoid_count = rng_between(&p->r, 1, 3);
    for (int32_t i = 0; i < w->avoid_count; i++) q->shapes[i] = place_shape(p, grid);
    w->avoid = q->shapes;
}

static wend_result ask(place* p, const wend_world* world, const wend_query* query, wend_path* out) {
    const int32_t dice = rng_below(&p->r, 100);
    if (dice < 15) {
        wend_result result = wend_search_begin(p->search, world, query);
        for (bool done = false; result == WEND_OK && !done;) result = wend_search_step(p->search, 9, &done);
        return result == WEND_OK ? wend_search_finish(p->search, out, NULL) : result;
    }
    return wend_find_path(p->search, world, query, out, NULL);
}

// All goals of a query, before they give way. -1: too many.
static int32_t list_goals(const wend_query* q, const wend_world* world, wend_tile goals[MOST_TILES]) {
    int32_t count = 0;
    const wend_grid* grid = wend_world_grid(world);
    if (q->goal_count > 0) {
        for (int32_t i = 0; i < q->goal_count; i++) goals[i] = q->goals[i];
        return q->goal_count;
    }
    for (int32_t i = 0; i < tile_count(grid); i++) {
        const wend_tile t = tile_of(grid, i);
        const wend_rect a = q->goal_area;
        const bool within = a.width > 0 && t.x >= a.x && t.y >= a.y && t.x < a.x + a.width &&
                            t.y < a.y + a.height && t.floor == a.floor;
        if (within || (q->goal_class >= 0 && wend_grid_class(grid, t) == q->goal_class)) goals[count++] = t;
    }
    if (count == 0 && q->goal_class < 0) goals[count++] = q->goal;
    return count;
}

static const char* check_path(const wend_grid* grid, const wend_path* path) {
    static char text[VERIFY_TEXT];
    int32_t count, points, floors;
    const wend_tile* tiles = wend_path_tiles(path, &count);
    const char* fault = verify_path(grid, path, wend_path_start_tile(path), tiles[count - 1], text);
    const bool leads_on = wend_path_get_rest(path) == WEND_REST_READY; // farther than its tiles
    if (fault && (!leads_on || strcmp(fault, "the abstract path does not lead from start to goal") != 0))
        return fault;
    const wend_tile* nodes = wend_path_route(path, &points);
    for (int32_t i = 0; i < points; i++)
        if (!wend_grid_passable(grid, nodes[i])) return "an abstract node on a blocked tile";
    const wend_vec2* at = wend_path_waypoints(path, &points);
    const uint16_t* on = wend_path_waypoint_floors(path, &floors);
    if (wend_grid_floors(grid) == 1) return on ? "floors on a map of one floor" : NULL;
    if (floors != points || on[0] != tiles[0].floor || on[points - 1] != tiles[count - 1].floor)
        return "waypoints on other floors";
    for (int32_t i = 0; i < points; i++) {
        wend_tile under;
        if (wend_grid_tile_at_floor(grid, at[i], on[i], &under) != WEND_OK ||
            !wend_grid_passable(grid, under))
            return "a waypoint off its floor";
    }
    return NULL;
}

static wend_tile list[MOST_TILES];

// world: where the answer is that of.
static const char* check_answer(place* p, const wend_world* world, const wend_query* q, wend_result result) {
    const wend_grid* grid = wend_world_grid(view_of(world, q->profile));
    int32_t count = list_goals(q, world, list);
    const bool named = q->goal_area.width == 0 && q->goal_class < 0;
    if (result != WEND_OK) {
        fprintf(stderr, "%s\n", wend_result_string(result));
        return "a query fails";
    }
    const wend_tile start = place_snap(p, grid, q->start, (double)q->snap);
    for (int32_t i = 0; i < count && named; i++) list[i] = place_snap(p, grid, list[i], (double)q->snap);
    place_distances(p, grid, start);
    double best = INFINITY;
    bool passable = false;
    for (int32_t i = 0; i < count; i++) {
        best = fmin(best, p->distances[index_of(grid, list[i])]);
        passable |= wend_grid_passable(grid, list[i]);
    }
    const bool starts = wend_grid_passable(grid, start);
    wend_outcome expected = !starts                   ? WEND_START_BLOCKED
                            : isfinite(best)          ? WEND_FOUND
                            : q->partial && count > 0 ? WEND_PARTIAL
                            : passable                ? WEND_NO_ROUTE
                                                      : WEND_GOAL_BLOCKED;
    if (wend_path_get_rest(p->path) == WEND_REST_READY) { // of first_tiles
        const char* fault = check_path(grid, p->path);
        if (fault) return fault;
        if (q->avoid_count > 0) return NULL; // is refined on the world itself
        for (int32_t i = 0; i < 1000 && wend_path_get_rest(p->path) == WEND_REST_READY; i++)
            if (wend_path_refine(p->search, world, p->path, 16, NULL) != WEND_OK) return "refining fails";
    }
    if (wend_path_outcome(p->path) != expected) {
        fprintf(stderr, "%s, not %s\n", wend_outcome_string(wend_path_outcome(p->path)),
                wend_outcome_string(expected));
        return "another outcome";
    }
    p->n.found += expected == WEND_FOUND;
    p->n.partial += expected == WEND_PARTIAL;
    p->n.none += expected == WEND_NO_ROUTE;
    if (expected != WEND_FOUND && expected != WEND_PARTIAL) return NULL;
    if (!same_tile(wend_path_start_tile(p->path), start)) return "another start";
    int32_t tiles;
    const wend_tile last = wend_path_tiles(p->path, &tiles)[tiles - 1];
    if (expected == WEND_PARTIAL) {
        wend_tile nearest = last;
        place_nearest(p, grid, true, list, count, INFINITY, &nearest);
        if (!same_tile(nearest, last)) {
            fprintf(stderr, "%d,%d,%d not %d,%d,%d\n", last.x, last.y, last.floor, nearest.x, nearest.y,
                    nearest.floor);
            return "a partial path ends elsewhere";
        }
        best = p->distances[index_of(grid, last)];
    }
    const char* fault = check_path(grid, p->path);
    if (fault) return fault;
    const double cost = (double)wend_path_integer_cost(p->path);
    if (cost < best) return "cheaper than the optimum";
    const bool optimal = q->algorithm != WEND_HPA && q->algorithm != WEND_BFS;
    if (optimal && cost != best) return "not the optimum";
    if (cost > 3 * best + 3 * wend_grid_cost_units(grid) && q->algorithm == WEND_HPA)
        return "much above the optimum";
    return NULL;
}

// Of a world that is not edited meanwhile, by a service without workers.
static const char* serve(place* p, const question* q) {
    wend_service_def def = wend_default_service_def();
    wend_service* service = NULL;
    def.worker_count = 0;
    def.refresh_clusters = rng_chance(&p->r, 50) ? 4 : 0;
    if (p->form == SNAPSHOT || p->overlay || q->query.first_tiles > 0) return NULL;
    if (wend_service_create(p->world, &def, &service) != WEND_OK) return "a service fails";
    wend_ticket ticket;
    wend_answer answer;
    const char* fault = NULL;
    const wend_result result = wend_service_submit(service, &q->query, 0, 0, &ticket);
    if (result != WEND_OK || wend_service_wait(service, ticket, &answer) != WEND_OK) {
        fault = "a service does not answer";
    } else if (answer.result != WEND_OK || wend_path_hash(answer.path) != wend_path_hash(p->path)) {
        fault = wend_path_outcome(answer.path) == wend_path_outcome(p->path) &&
                        wend_path_outcome(answer.path) == WEND_FOUND && def.refresh_clusters > 0
                    ? NULL // by larger clusters
                    : "a service answers otherwise";
        wend_path_destroy(answer.path);
    } else {
        wend_path_destroy(answer.path);
    }
    p->n.served++;
    wend_service_destroy(service);
    return fault;
}

const char* place_query(place* p) {
    question q;
    draw_question(p, &q);
    const wend_world* world = p->asked;
    wend_overlay* above = NULL;
    const char* fault = NULL;
    if (q.query.avoid_count > 0 && !place_takes_overlays(p)) {
        p->n.refused++;
        return ask(p, p->asked, &q.query, p->path) == WEND_ERROR_UNSUPPORTED
                   ? NULL
                   : "areas to avoid are not refused";
    }
    if (q.query.avoid_count > 0) { // the answer is that on an overlay
        if (wend_overlay_create(p->asked, &above) != WEND_OK) return "an overlay of an overlay fails";
        for (int32_t i = 0; i < q.query.avoid_count; i++) {
            int32_t handle;
            if (wend_overlay_add(above, &q.shapes[i], &handle) != WEND_OK) return "a shape fails";
        }
        const wend_result result = wend_overlay_world(above, &world);
        if (result == WEND_ERROR_LIMIT) {
            wend_overlay_destroy(above);
            return ask(p, p->asked, &q.query, p->path) == WEND_ERROR_LIMIT ? NULL : "too many costs to avoid";
        }
        if (result != WEND_OK) return "an overlay fails";
        wend_query plain = q.query;
        plain.avoid_count = 0;
        plain.avoid = NULL;
        p->n.avoided++;
        if (wend_find_path(p->search, world, &plain, p->other, NULL) != WEND_OK)
            return "a query on an overlay fails";
    }
    const wend_result result = ask(p, p->asked, &q.query, p->path);
    if (result == WEND_OK && above && wend_path_hash(p->other) != wend_path_hash(p->path))
        fault = "avoiding gives another path than an overlay";
    if (!fault) fault = check_answer(p, world, &q.query, result);
    if (!fault && rng_chance(&p->r, 15)) fault = serve(p, &q);
    if (!fault && !above && wend_path_outcome(p->path) == WEND_FOUND && !p->overlay &&
        rng_chance(&p->r, 40)) {
        wend_path* path = p->held;
        p->held = p->path;
        p->path = path;
        p->holds = true;
        p->held_profile = q.query.profile;
    }
    if (fault)
        fprintf(stderr,
                "algorithm %d, profile %d, %d,%d,%d to %d,%d,%d, %d goals, area %d, class %d, snap %g, "
                "partial %d, "
                "tiles %d, avoid %d: ",
                (int)q.query.algorithm, q.query.profile, q.query.start.x, q.query.start.y,
                q.query.start.floor, q.query.goal.x, q.query.goal.y, q.query.goal.floor, q.query.goal_count,
                q.query.goal_area.width, q.query.goal_class, (double)q.query.snap, q.query.partial,
                q.query.first_tiles, q.query.avoid_count);
    wend_overlay_destroy(above);
    return fault;
}

// ---- what else is asked

static bool differs(double found, double best) {
    return isfinite(found) != isfinite(best) || (isfinite(best) && fabs(found - best) > 1e-6 * (best + 1));
}

const char* place_fields(place* p) {
    const int32_t profile = rng_below(&p->r, wend_world_profile_count(p->asked));
    const wend_grid* grid = wend_world_grid(view_of(p->asked, profile));
    const double unit = wend_grid_cost_units(grid);
    const wend_tile start = place_tile(p, grid);
    place_distances(p, grid, start);
    if (wend_world_verify(p->asked, NULL) != WEND_OK) return "a world is not verified";
    if (wend_field_fill(p->field, grid, WEND_FIELD_FROM, &start, 1, INFINITY) != WEND_OK)
        return "a field fails";
    for (int32_t i = 0; i < tile_count(grid); i++)
        if (differs(wend_field_cost(p->field, tile_of(grid, i)), p->distances[i] / unit)) {
            const wend_tile t = tile_of(grid, i);
            fprintf(stderr, "from %d,%d,%d to %d,%d,%d: ", start.x, start.y, start.floor, t.x, t.y, t.floor);
            return "another cost in a field";
        }
    wend_tile targets[6];
    double costs[6];
    for (int32_t i = 0; i < 6; i++) targets[i] = place_tile(p, grid);
    wend_matrix_def def = wend_default_matrix_def();
    def.profile = profile;
    if (wend_cost_matrix(p->matrix, p->asked, &start, 1, targets, 6, &def, costs) != WEND_OK)
        return "a matrix fails";
    for (int32_t i = 0; i < 6; i++)
        if (differs(costs[i], p->distances[index_of(grid, targets[i])] / unit))
            return "another cost in a matrix";
    double least = INFINITY, cost = 0;
    for (int32_t i = 0; i < 3; i++) least = fmin(least, p->distances[index_of(grid, targets[i])] / unit);
    int32_t nearest = 0;
    if (wend_field_nearest(p->back, grid, start, targets, 3, &nearest, &cost) != WEND_OK)
        return "nearest fails";
    if (differs(cost, least)) return "another cost of the nearest";
    if (wend_corridor_fill(p->field, p->back, grid, &start, 1, targets, 3, 20, &cost) != WEND_OK)
        return "a corridor fails";
    if (differs(cost, least)) return "another cost of a corridor";
    // Costs to goals, by the steps of planned paths.
    if (wend_field_set_goals(p->field, view_of(p->asked, profile), &targets[0], 1) != WEND_OK)
        return "goals fail";
    bool found = false;
    const wend_result result = wend_field_expand_to(p->field, p->search, start, &found);
    if (result != WEND_OK) return "a field is not expanded";
    const double best = p->distances[index_of(grid, targets[0])] / unit;
    if (found != isfinite(best)) return "a field finds otherwise";
    if (found && wend_field_cost(p->field, start) < best - 1e-6 * (best + 1)) return "a field is too cheap";
    return NULL;
}

// One row of a matrix. exact: the entries are those of the best paths.
static const char* check_row(const place* p, const wend_grid* grid, const wend_matrix_def* def,
                             const wend_tile* targets, int32_t count, bool exact, const double* costs) {
    int32_t kept = 0, within = 0;
    double most_kept = 0, least_left = INFINITY;
    for (int32_t i = 0; i < count; i++) {
        const double best = p->distances[index_of(grid, targets[i])] / wend_grid_cost_units(grid);
        const bool close = fabs(best - def->limit) < 1e-6 * (best + 1);
        const bool wanted = isfinite(best) && best <= def->limit;
        within += wanted;
        kept += isfinite(costs[i]) != 0;
        if (isfinite(costs[i])) {
            most_kept = fmax(most_kept, best);
            if (costs[i] < best - 1e-6 * (best + 1)) return "an entry of a matrix is too cheap";
            if (exact && differs(costs[i], best)) return "another cost in a matrix";
            if (costs[i] > 1.5 * best + 3 && !close) return "an entry of a matrix costs too much";
        } else if (wanted && !close) {
            least_left = fmin(least_left, best);
            if (def->nearest == 0 && (exact || !isfinite(def->limit)))
                return "an entry of a matrix is missing";
        }
    }
    if (def->nearest == 0) return NULL;
    if (kept > def->nearest) return "too many of the nearest";
    if (!exact) return NULL;
    if (kept < def->nearest && kept + 1 < within) return "too few of the nearest";
    return least_left < most_kept - 1e-6 * (most_kept + 1) ? "others are the nearest" : NULL;
}

const char* place_many(place* p) {
    enum { MOST = 100, ALWAYS_EXACT = 64 };
    static wend_tile sources[MOST], targets[MOST];
    static double costs[MOST * MOST];
    const bool large = rng_chance(&p->r, 30);
    const int32_t least = large ? ALWAYS_EXACT + 1 : 1, most = large ? MOST : 12;
    const int32_t rows = rng_between(&p->r, least, most), count = rng_between(&p->r, least, most);
    wend_matrix_def def = wend_default_matrix_def();
    def.profile = rng_below(&p->r, wend_world_profile_count(p->asked));
    def.exact = rng_chance(&p->r, 30);
    if (rng_chance(&p->r, 25)) def.limit = rng_below(&p->r, 60);
    if (rng_chance(&p->r, 25)) def.nearest = rng_between(&p->r, 1, count);
    const wend_grid* grid = wend_world_grid(view_of(p->asked, def.profile));
    for (int32_t i = 0; i < rows; i++) sources[i] = place_tile(p, grid);
    for (int32_t i = 0; i < count; i++) targets[i] = place_tile(p, grid);
    if (wend_cost_matrix(p->matrix, p->asked, sources, rows, targets, count, &def, costs) != WEND_OK)
        return "a matrix fails";
    p->n.matrices++;
    const char* fault = NULL;
    for (int32_t i = 0; i < 2 && !fault; i++) {
        const int32_t row = rng_below(&p->r, rows);
        place_distances(p, grid, sources[row]);
        fault = check_row(p, grid, &def, targets, count, def.exact || !large,
                          costs + (size_t)row * (size_t)count);
    }
    if (fault)
        fprintf(stderr, "%d x %d, profile %d, exact %d, limit %g, nearest %d: ", rows, count, def.profile,
                def.exact, def.limit, def.nearest);
    return fault;
}

const char* place_alternatives(place* p) {
    enum { MOST = 3 };
    static wend_path* paths[MOST];
    for (int32_t i = 0; i < MOST && !paths[i]; i++)
        if (wend_path_create(NULL, &paths[i]) != WEND_OK) abort();
    question q;
    draw_question(p, &q);
    q.query.first_tiles = 0;
    if (q.query.algorithm == WEND_BFS) q.query.algorithm = WEND_HPA;
    int32_t count = 0;
    const wend_alternatives_def def = wend_default_alternatives_def();
    const wend_result result =
        wend_find_alternatives(p->search, p->asked, &q.query, &def, MOST, paths, &count);
    const wend_result plain = wend_find_path(p->search, p->asked, &q.query, p->path, NULL);
    if (result != WEND_OK || plain != WEND_OK) // shapes to avoid are refused by both
        return result == plain && q.query.avoid_count > 0 ? NULL : "alternatives fail";
    if (wend_path_hash(p->path) != wend_path_hash(paths[0])) return "the first alternative is another path";
    if (q.query.avoid_count > 0) return NULL; // place_query compares it with an overlay
    const wend_grid* grid = wend_world_grid(view_of(p->asked, q.query.profile));
    for (int32_t i = 0; i < count; i++) {
        const char* fault = check_path(grid, paths[i]);
        if (fault) return fault;
    }
    return check_answer(p, p->asked, &q.query, WEND_OK);
}

const char* place_explain(place* p) {
    const int32_t profile = rng_below(&p->r, wend_world_profile_count(p->asked));
    const wend_world* view = view_of(p->asked, profile);
    const wend_grid* grid = wend_world_grid(view);
    const wend_tile from = place_tile(p, grid), to = place_tile(p, grid);
    if (wend_explain(p->search, view, from, to, p->explanation) != WEND_OK) return "an explanation fails";
    place_distances(p, grid, from);
    const bool reaches = isfinite(p->distances[index_of(grid, to)]);
    int32_t count = 0;
    const wend_opening* openings = wend_explanation_openings(p->explanation, &count);
    p->n.explained++;
    if (wend_world_connected(view, from, to) != reaches) return "wend_world_connected is wrong";
    if ((wend_explanation_get_info(p->explanation).outcome == WEND_FOUND) != reaches)
        return "another explanation";
    if (count > 0 && reaches) return "openings where a path exists";
    if (count == 0 && !reaches && wend_grid_floors(grid) == 1) return "no openings without a path";
    if (count == 0 || profile > 0 || p->form == STREAMED) return NULL;
    // Once all is open, a path leads there.
    wend_world* open = NULL;
    if (wend_world_fork(p->asked, &open) != WEND_OK) return "a fork fails";
    wend_result result = WEND_OK;
    bool by_slope = false;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const wend_opening* o = &openings[i];
        wend_edit e = wend_edit_step(o->from, o->to, false);
        if (o->kind == WEND_OPENING_TILE)
            e = wend_edit_tiles((wend_rect){o->from.x, o->from.y, 1, 1, o->from.floor}, 1);
        if (o->kind == WEND_OPENING_WALL) e = wend_edit_wall(o->from, o->to, false);
        by_slope |= o->kind == WEND_OPENING_SLOPE || wend_grid_class_costs(grid)[1] == 0;
        if (o->kind == WEND_OPENING_LINK) by_slope |= !(wend_grid_find_link(grid, o->link)->profiles & 1);
        if (o->kind == WEND_OPENING_LINK)
            result = wend_world_set_link(open, o->link, 1, true);
        else
            result = wend_world_edit(open, &e, 1, NULL);
    }
    const bool opened = result == WEND_OK && wend_world_connected(open, from, to);
    wend_world_destroy(open);
    if (result != WEND_OK) return "an opening cannot be opened";
    if (opened || by_slope || p->has_relief) return NULL;
    fprintf(stderr, "%d,%d,%d to %d,%d,%d:", from.x, from.y, from.floor, to.x, to.y, to.floor);
    for (int32_t i = 0; i < count; i++)
        fprintf(stderr, " %s %d,%d,%d-%d,%d,%d %d", wend_opening_kind_string(openings[i].kind),
                openings[i].from.x, openings[i].from.y, openings[i].from.floor, openings[i].to.x,
                openings[i].to.y, openings[i].to.floor, openings[i].link);
    return "openings open nothing";
}

// A path that was kept through changes.
const char* place_repair(place* p) {
    if (!p->holds) return NULL;
    const wend_world* view = view_of(p->world, p->held_profile);
    const wend_grid* grid = wend_world_grid(view);
    int32_t broken = -2, count = 0;
    const bool valid = wend_path_is_valid(p->held, p->world, &broken);
    const wend_tile start = wend_path_start_tile(p->held);
    wend_tile goal = wend_path_goal_tile(p->held);
    if (valid != (broken < 0)) return "a path is valid and broken";
    wend_path_tiles(p->held, &count);
    if (valid) {
        const char* fault = check_path(grid, p->held);
        if (fault) return fault;
    }
    p->n.repaired++;
    const int32_t dice = rng_below(&p->r, 4);
    wend_result result;
    bool replaced = false;
    if (dice == 0 && count > 1 && valid) {
        result = wend_path_cut(p->search, p->world, p->held, rng_below(&p->r, count));
    } else if (dice == 1) {
        goal = place_tile(p, grid);
        result = wend_path_chase(p->search, p->world, p->held, goal, NULL);
    } else if (dice == 2) {
        result = wend_path_replan(p->search, p->world, p->held, start, 5, &replaced, NULL);
    } else {
        result = wend_path_repair(p->search, p->world, p->held, NULL);
    }
    if (result != WEND_OK) return "a repair fails";
    p->holds = wend_path_outcome(p->held) == WEND_FOUND;
    if (!p->holds) return NULL;
    const char* fault = check_path(grid, p->held);
    if (fault) return fault;
    place_distances(p, grid, wend_path_start_tile(p->held));
    const double best = p->distances[index_of(grid, wend_path_goal_tile(p->held))];
    return (double)wend_path_integer_cost(p->held) < best ? "a repaired path is cheaper than the best" : NULL;
}

const char* place_sight(place* p) {
    const wend_grid* grid = wend_world_grid(p->asked);
    const wend_tile from = place_tile(p, grid), to = place_tile(p, grid);
    static uint8_t seen[MOST_TILES];
    wend_sight_def def = wend_default_sight_def();
    if (rng_chance(&p->r, 50)) def.range = (float)rng_between(&p->r, 1, 30);
    bool sees = false, back = false;
    wend_tile blocker;
    wend_rect all = wend_grid_area(grid);
    all.floor = to.floor;
    const wend_result result = wend_line_of_sight(grid, &def, from, to, &sees, &blocker);
    if (p->is_hex) return result == WEND_ERROR_UNSUPPORTED ? NULL : "sight on hexagons";
    if (result != WEND_OK) return "sight fails";
    if (wend_line_of_sight(grid, &def, to, from, &back, &blocker) != WEND_OK) return "sight fails";
    if (sees && from.floor != to.floor) return "a ceiling is seen through";
    if (sees != back && wend_grid_passable(grid, from) && wend_grid_passable(grid, to))
        return "sight that is not mutual";
    memset(seen, 0, sizeof seen);
    if (wend_visible_tiles(grid, &def, from, all, seen) != WEND_OK) return "visible tiles fail";
    const bool visible = seen[(to.y - all.y) * all.width + to.x - all.x] != 0;
    return visible == sees ? NULL : "a tile is visible and not seen";
}
