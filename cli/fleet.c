// fleet.c: `wend fleet`: plans for many movers that never stand in each other, and checks any such plan.
#include "clean_text.h"
#include "clock.h"
#include "fleet_plan.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "places.h"
#include "plan.h"
#include "problems.h"
#include "progress.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct fleet_arguments {
    view_options of;
    option_list lifts;
    const char *scenario, *movers, *tasks, *check, *output, *render;
    int64_t agents, random, seed, steps, threads;
    double step_seconds;
    wend_fleet_def def;
} fleet_arguments;

#define AT(member) offsetof(fleet_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_TEXT(0, "scen", "FILE.scen", "a mover for each problem of a MovingAI or MAPF scenario", AT(scenario),
             OPTIONAL),
    OPT_INTEGER("agents", "N", "only for the first N problems; 0: for all", AT(agents), 0, WEND_MAX_FLEET),
    OPT_TEXT(0, "movers", "FILE.csv",
             "instead: a table of movers with the header x,y or, with their goals, x,y,to_x,to_y; a column "
             "profile names the profile of each; - is standard input",
             AT(movers), OPTIONAL),
    OPT_INTEGER("random", "N", "instead: N movers on random tiles; with goals, unless there are --tasks",
                AT(random), 0, WEND_MAX_FLEET),
    OPT_INTEGER("seed", "S", "seed of --random", AT(seed), 0, INT32_MAX),
    OPT_TEXT(0, "tasks", "FILE.csv",
             "tasks for free movers: a table with the header x,y or, to bring something from place to place, "
             "x,y,to_x,to_y; - is standard input",
             AT(tasks), OPTIONAL),
    OPT_INTEGER("steps", "N", "stop after N steps; 0: when all are at their goals, or stuck", AT(steps), 0,
                10000000),
    OPT_CHOICE("units", PLAN_UNITS_HELP, AT(of.units), plan_unit_names),
    OPT_INT32("look-ahead", "N", "for N clusters along its path a mover knows what leaving it would cost",
              AT(def.look_ahead), 2, 64),
    OPT_INT32("patience", "N", "a mover that came no nearer to its goal for N steps is stuck",
              AT(def.patience), 1, INT32_MAX),
    OPT_INT32("at-once", "N", "at most N movers are on their way at once, where more would only jam; 0: all",
              AT(def.at_once), 0, WEND_MAX_FLEET),
    OPT_INT32("directions", "N", "4: no diagonal steps; 8: all steps of the map", AT(def.directions), 4, 8),
    OPT_FLAG(0, "turns",
             "a mover first turns to where it steps, by 45 degrees a step, or by 90 with --directions 4",
             AT(def.turns)),
    OPT_NUMBER("step-seconds", "S",
               "how long a step is: a link takes as many as its duration needs; 0: each takes one",
               AT(step_seconds), 0, 1e9),
    OPT_LIST("lift", "N:ID,...", "at most N movers at a time on these links; may be repeated", AT(lifts)),
    PROFILE_OPTION(AT(of.profile)),
    OPT_INTEGER("threads", "N", "number of threads; 0: one for each processor", AT(threads), 0, 256),
    OPT_TEXT(0, "check", "PLAN", "check a plan of any program, .json or .csv, instead of making one",
             AT(check), OPTIONAL),
    OPT_OUTPUT('o', "output", "PLAN", ".json .csv -",
               "where every mover is after every step: PLAN.json or PLAN.csv; - is standard output",
               AT(output), OPTIONAL),
    OPT_OUTPUT(0, "render", "OUT", ".png .svg",
               "OUT.svg: a film for browsers; OUT.png: how often each tile was entered", AT(render),
               OPTIONAL),
    COMMON_OPTIONS(view_options),
};

static int check_arguments(void* arguments) {
    const fleet_arguments* a = arguments;
    const int sources = (a->scenario != NULL) + (a->movers != NULL) + (a->random > 0);
    if (sources > 1) return command_fail(CLI_USAGE, "--scen, --movers and --random exclude each other");
    if (a->check != NULL && (a->random > 0 || a->tasks != NULL || a->output != NULL))
        return command_fail(CLI_USAGE,
                            "--check makes no plan; of the movers it takes --scen or --movers only");
    if (a->check == NULL && sources == 0)
        return command_fail(CLI_USAGE,
                            "no movers; expected --scen FILE, --movers FILE or --random N, or --check PLAN");
    if (a->def.directions != 4 && a->def.directions != 8)
        return command_fail(CLI_USAGE, "--directions %d: expected 4 or 8", a->def.directions);
    if (a->tasks != NULL && a->scenario != NULL)
        return command_fail(CLI_USAGE, "--scen gives movers goals, so they take no --tasks");
    return CLI_OK;
}

typedef struct entrant { // who is to be a mover
    wend_tile start, goal;
    bool has_goal;
    int32_t profile;
    int32_t mover;   // its number; -1: it found no place
    const char* why; // it found none
    int64_t cost;    // steps until it is at its goal for good
} entrant;

typedef struct answer {
    const wend_world* world;
    wend_fleet* fleet;
    entrant* entrants;
    int32_t count, placed;
    int32_t task_count;
    fleet_plan plan; // of the movers; without steps unless they are to be written
    fleet_check check;
    int32_t* profiles; // by mover; NULL: all are of profile 0
    wend_fleet_stats stats;
    int64_t sum_of_costs;
    size_t bytes;
    double us;
} answer;

// ---- who is to move where

static int take_scenario(const fleet_arguments* a, answer* r) {
    problem_list list = {0};
    wend_error error = {.text = ""};
    const wend_result result =
        problems_from_scenario(a->scenario, a->of.world, wend_world_grid(r->world), 0, &list, &error);
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
    r->count = (int32_t)(a->agents > 0 && a->agents < list.count ? a->agents : list.count);
    if (a->agents > list.count)
        cli_warn("%s has %lld problem%s only, fewer than --agents %lld", a->scenario, (long long)list.count,
                 cli_plural(list.count), (long long)a->agents);
    r->entrants = memory_for(r->count, sizeof *r->entrants, "movers");
    for (int32_t i = 0; i < r->count; i++)
        r->entrants[i] =
            (entrant){.start = list.items[i].start, .goal = list.items[i].goal, .has_goal = true};
    problems_free(&list);
    return CLI_OK;
}

// Places of a table by pairs of columns; the second pair may be missing. The caller closes the table.
static int read_pairs(const fleet_arguments* a, const wend_world* world, const char* file, table* t,
                      places* first, places* second) {
    static const char *const from[] = {"x", "y", "floor"}, *const to[] = {"to_x", "to_y", "to_floor"};
    int code = table_open(file, t);
    if (code == CLI_OK) code = places_read_columns(world, a->of.units, t, from, first);
    if (code == CLI_OK && table_has(t, to[0])) code = places_read_columns(world, a->of.units, t, to, second);
    return code;
}

// The profile of each mover. CLI_OK or an exit code.
static int take_profiles(table* t, answer* r) {
    char** names = NULL;
    int code = places_read_texts(t, "profile", r->count, &names);
    r->profiles = memory_for(r->count, sizeof *r->profiles, "movers");
    for (int32_t i = 0; i < r->count && code == CLI_OK; i++) {
        int32_t found = names[i][0] == '\0' ? 0 : -1;
        for (int32_t k = 0; k < wend_world_profile_count(r->world); k++)
            if (strcmp(wend_world_profile_name(r->world, k), names[i]) == 0) found = k;
        r->entrants[i].profile = found;
        if (found < 0)
            code = cli_fail(CLI_BAD_INPUT, "%s: mover %d: the world has no profile '%s' (see wend info)",
                            t->file, i, shown(names[i]));
    }
    free(names);
    return code;
}

static int take_movers(const fleet_arguments* a, answer* r) {
    places starts = {0}, goals = {0};
    table t;
    int code = read_pairs(a, r->world, a->movers, &t, &starts, &goals);
    if (code == CLI_OK) {
        r->count = starts.count;
        r->entrants = memory_for(r->count, sizeof *r->entrants, "movers");
        for (int32_t i = 0; i < r->count; i++) {
            r->entrants[i].start = starts.tiles[i];
            r->entrants[i].has_goal = goals.count > 0;
            if (goals.count > 0) r->entrants[i].goal = goals.tiles[i];
        }
    }
    if (code == CLI_OK && table_has(&t, "profile")) code = take_profiles(&t, r);
    table_close(&t);
    places_destroy(&starts);
    places_destroy(&goals);
    return code;
}

static int compare_tiles(const void* a, const void* b) {
    const wend_tile *p = a, *q = b;
    if (p->floor != q->floor) return p->floor < q->floor ? -1 : 1;
    return p->y != q->y ? (p->y < q->y ? -1 : 1) : p->x < q->x ? -1 : p->x > q->x;
}

// Starts differ already; the goals of several movers are made to differ by taking another's start, of those
// that are nobody's goal. So that all movers can be at their goals at once.
static int take_random(const fleet_arguments* a, answer* r) {
    problem_list list = {0};
    wend_error error = {.text = ""};
    const wend_result result =
        problems_on_ways(a->of.world, r->world, a->random, (uint64_t)a->seed, &list, &error);
    if (result == WEND_ERROR_LIMIT) return cli_fail(CLI_NEGATIVE, "%s", error.text);
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
    r->count = (int32_t)list.count;
    r->entrants = memory_for(r->count, sizeof *r->entrants, "movers");
    wend_tile* goals = memory_for(r->count, sizeof *goals, "movers");
    int32_t used = 0;
    for (int32_t i = 0; i < r->count; i++) goals[i] = list.items[i].goal;
    qsort(goals, (size_t)r->count, sizeof *goals, compare_tiles);
    bool* is_taken = memory_for(r->count, sizeof *is_taken, "movers"); // the sorted goals that somebody has
    for (int32_t i = 0; i < r->count; i++) {
        const wend_tile goal = list.items[i].goal;
        const wend_tile* at = bsearch(&goal, goals, (size_t)r->count, sizeof *goals, compare_tiles);
        while (at > goals && compare_tiles(at - 1, &goal) == 0) at--;
        bool* mark = &is_taken[at - goals];
        r->entrants[i] = (entrant){.start = list.items[i].start, .goal = goal, .has_goal = a->tasks == NULL};
        for (; *mark; used++) { // another one has it
            while (used < r->count && bsearch(&list.items[used].start, goals, (size_t)r->count, sizeof *goals,
                                              compare_tiles) != NULL)
                used++;
            if (used >= r->count) break;
            if (!wend_world_connected(r->world, list.items[i].start, list.items[used].start)) continue;
            r->entrants[i].goal = list.items[used++].start;
            break;
        }
        *mark = true;
    }
    free(is_taken);
    free(goals);
    problems_free(&list);
    return CLI_OK;
}

static const char* why_no_place(const answer* r, const entrant* e) {
    const wend_grid* grid = wend_world_grid(wend_world_profile(r->world, e->profile));
    if (!wend_grid_passable(grid, e->start)) return "start_blocked";
    return r->placed < WEND_MAX_FLEET ? "start_taken" : "no_place";
}

static int place_movers(answer* r) {
    for (int32_t i = 0; i < r->count; i++) {
        entrant* e = &r->entrants[i];
        e->mover = -1;
        wend_result result = wend_fleet_add(r->fleet, e->start, e->profile, 0, &e->mover);
        if (result == WEND_ERROR_LIMIT) {
            e->why = why_no_place(r, e);
            continue;
        }
        if (r->profiles != NULL) r->profiles[r->placed] = e->profile;
        r->placed++;
        if (result == WEND_OK && e->has_goal) result = wend_fleet_send(r->fleet, e->mover, e->goal);
        if (result != WEND_OK) return command_fail(CLI_RESOURCE, "%s", wend_result_string(result));
    }
    if (r->placed < r->count)
        cli_warn("left out are movers that begin on a tile that is blocked or taken: %d of %d",
                 r->count - r->placed, r->count);
    return r->placed > 0 ? CLI_OK : command_fail(CLI_NEGATIVE, "no mover has a place to begin");
}

static int take_tasks(const fleet_arguments* a, answer* r) {
    places from = {0}, to = {0};
    table t;
    int code = read_pairs(a, r->world, a->tasks, &t, &from, &to);
    table_close(&t);
    const int32_t blocked = from.blocked + to.blocked;
    if (code == CLI_OK && blocked > 0)
        code = cli_fail(CLI_BAD_INPUT, "%s: %d place%s blocked, expected passable tiles", a->tasks, blocked,
                        blocked == 1 ? " is" : "s are");
    for (int32_t i = 0; i < from.count && code == CLI_OK; i++) {
        const wend_tile stops[2] = {from.tiles[i], to.count > 0 ? to.tiles[i] : from.tiles[i]};
        int32_t task;
        code = cli_result(wend_fleet_add_task(r->fleet, stops, to.count > 0 ? 2 : 1, &task), "fleet");
        r->task_count++;
    }
    places_destroy(&from);
    places_destroy(&to);
    return code;
}

// ---- the steps

// Notes where all movers are. keep: as one more moment of the plan, else in place of the last.
static void note_tiles(answer* r, bool keep) {
    if (!keep && r->plan.moments == 2) {
        memcpy(r->plan.tiles, r->plan.tiles + r->plan.movers, (size_t)r->plan.movers * sizeof *r->plan.tiles);
        r->plan.moments = 1;
    }
    wend_tile* now = fleet_plan_add(&r->plan);
    int32_t count = 0;
    const wend_mover* movers = wend_fleet_movers(r->fleet, &count);
    for (int32_t i = 0; i < count; i++) now[i] = movers[i].tile;
}

static void note_costs(answer* r) {
    for (int32_t i = 0; i < r->count; i++) {
        entrant* e = &r->entrants[i];
        if (e->mover < 0 || !e->has_goal) continue;
        const wend_tile tile = wend_fleet_mover(r->fleet, e->mover)->tile;
        if (!cli_same_tile(tile, e->goal)) e->cost = r->stats.steps + 1;
    }
}

// True when nothing will change any more: all have arrived or have no route, or for long nobody came nearer
// to its goal than ever before. Those who have arrived and make way count as neither: they may go to and fro.
static bool is_done(const fleet_arguments* a, const answer* r, int64_t* still_io) {
    if (a->steps > 0) return r->stats.steps >= a->steps;
    int32_t count = 0;
    const wend_mover* movers = wend_fleet_movers(r->fleet, &count);
    ++*still_io;
    for (int32_t i = 0; i<count&& * still_io> 0; i++)
        if (movers[i].state == WEND_MOVER_MOVING) *still_io = 0;
    const bool tasks_left = r->stats.waiting_tasks > 0 && r->stats.no_route < r->stats.movers;
    return (r->stats.moving == 0 && !tasks_left) || *still_io > a->def.patience;
}

static int walk(const fleet_arguments* a, answer* r) {
    const bool keep = a->output != NULL || a->render != NULL;
    int64_t still = 0;
    r->plan.movers = r->placed;
    r->check.profiles = r->profiles;
    progress bar = progress_start("moving", a->of.common.quiet || a->of.common.json);
    wend_result result = WEND_OK;
    note_tiles(r, keep);
    r->stats = wend_fleet_get_stats(r->fleet);
    note_costs(r);
    while (result == WEND_OK && (r->stats.steps == 0 || !is_done(a, r, &still))) {
        const uint64_t begun = clock_wall_ns(NULL);
        result = wend_fleet_step(r->fleet);
        r->us += (double)(clock_wall_ns(NULL) - begun) / 1e3;
        if (result != WEND_OK) break;
        note_tiles(r, keep);
        r->stats = wend_fleet_get_stats(r->fleet);
        const wend_tile* after = r->plan.tiles + (r->plan.moments - 1) * r->plan.movers;
        result = fleet_check_step(r->world, after - r->plan.movers, after, r->plan.movers, r->stats.steps,
                                  &r->check);
        note_costs(r);
        const size_t bytes = r->stats.steps % 32 == 1 ? wend_fleet_bytes(r->fleet) : 0;
        r->bytes = bytes > r->bytes ? bytes : r->bytes;
        progress_report(a->steps > 0 ? (double)r->stats.steps / (double)a->steps
                                     : 1 - (double)r->stats.moving / (double)(r->placed > 0 ? r->placed : 1),
                        &bar);
    }
    progress_end(&bar);
    for (int32_t i = 0; i < r->count; i++) r->sum_of_costs += r->entrants[i].cost;
    return world_result(r->world, "fleet", result);
}

// ---- the report

static bool is_at_goal(const answer* r, const entrant* e) {
    if (e->mover < 0) return false;
    const wend_mover* m = wend_fleet_mover(r->fleet, e->mover);
    return !e->has_goal || cli_same_tile(m->tile, e->goal);
}

// How many are where they should be, all at once.
static int32_t count_arrived(const answer* r) {
    int32_t arrived = 0;
    for (int32_t i = 0; i < r->count; i++) arrived += is_at_goal(r, &r->entrants[i]);
    return arrived;
}

static const char* state_of(const answer* r, const entrant* e) {
    return e->mover < 0 ? e->why : wend_mover_state_string(wend_fleet_mover(r->fleet, e->mover)->state);
}

static void add_left(cJSON* json, const answer* r) {
    cJSON* left = cJSON_AddArrayToObject(json, "left");
    for (int32_t i = 0; i < r->count; i++) {
        const entrant* e = &r->entrants[i];
        if (is_at_goal(r, e)) continue;
        int32_t blockers[16];
        cJSON* row = json_row(left);
        json_integer(row, "agent", i);
        json_text(row, "state", state_of(r, e));
        json_tile_as(row, "tile", e->mover < 0 ? e->start : wend_fleet_mover(r->fleet, e->mover)->tile);
        if (e->has_goal) json_tile_as(row, "goal", e->goal);
        const int32_t count = e->mover < 0 ? 0 : wend_fleet_blockers(r->fleet, e->mover, blockers, 16);
        if (count > 0) {
            cJSON* behind = cJSON_AddArrayToObject(row, "behind");
            for (int32_t k = 0; k < count && k < 16; k++)
                for (int32_t n = 0; n < r->count; n++)
                    if (r->entrants[n].mover == blockers[k])
                        cJSON_AddItemToArray(behind, cJSON_CreateNumber(n));
        }
    }
}

static void add_conflicts(cJSON* json, const fleet_check* check) {
    json_integer(json, "conflicts", check->conflicts);
    if (check->shown == 0) return;
    cJSON* first = cJSON_AddArrayToObject(json, "first_conflicts");
    for (int32_t i = 0; i < check->shown; i++) {
        const fleet_conflict* c = &check->first[i];
        cJSON* row = json_row(first);
        json_integer(row, "step", c->step);
        json_text(row, "kind", wend_conflict_kind_string(c->conflict.kind));
        json_integer(row, "first", c->conflict.first);
        json_integer(row, "second", c->conflict.second);
        json_tile_as(row, "tile", c->conflict.tile);
    }
}

static void print_conflicts(FILE* out, const fleet_check* check) {
    char at[CLI_TILE_TEXT];
    fprintf(out, "conflicts    %lld\n", (long long)check->conflicts);
    for (int32_t i = 0; i < check->shown; i++) {
        const fleet_conflict* c = &check->first[i];
        fprintf(out, "  step %-6lld %s: mover %d", (long long)c->step,
                wend_conflict_kind_string(c->conflict.kind), c->conflict.first);
        if (c->conflict.second >= 0) fprintf(out, " and %d", c->conflict.second);
        fprintf(out, " at %s\n", cli_tile_text(c->conflict.tile, at));
    }
}

static void print_json(const fleet_arguments* a, const answer* r) {
    const int32_t arrived = count_arrived(r);
    cJSON* json = view_json(&a->of);
    json_integer(json, "agents", r->count);
    json_integer(json, "placed", r->placed);
    if (a->tasks == NULL) {
        cJSON_AddBoolToObject(json, "solved", arrived == r->count);
        json_integer(json, "arrived", arrived);
        json_integer(json, "sum_of_costs", r->sum_of_costs);
    } else {
        json_integer(json, "tasks", r->task_count);
    }
    json_integer(json, "tasks_done", r->stats.tasks_done);
    json_integer(json, "no_route", r->stats.no_route);
    json_integer(json, "stuck", r->stats.stuck);
    add_conflicts(json, &r->check);
    json_integer(json, "steps", r->stats.steps);
    json_number(json, "us_per_step", r->us / fmax(1, (double)r->stats.steps), 1);
    json_integer(json, "plans", r->stats.plans);
    json_integer(json, "bytes", (int64_t)r->bytes);
    json_hash(json, "hash", wend_fleet_hash(r->fleet));
    if (a->tasks == NULL) add_left(json, r);
    if (a->output != NULL) json_text(json, "output", a->output);
    if (a->render != NULL) json_text(json, "picture", a->render);
    json_print(json);
}

static void print_text(const fleet_arguments* a, const answer* r) {
    FILE* out = a->output != NULL && output_is_stream(a->output) ? stderr : stdout;
    const int32_t arrived = count_arrived(r);
    char bytes[32];
    cli_bytes_text((int64_t)r->bytes, bytes);
    fprintf(out, "movers       %d", r->placed);
    if (r->placed < r->count) fprintf(out, " of %d", r->count);
    if (a->tasks == NULL) fprintf(out, ", %d at their goals", arrived);
    if (r->stats.no_route > 0) fprintf(out, ", %d without a route", r->stats.no_route);
    if (r->stats.stuck > 0) fprintf(out, ", %d stuck", r->stats.stuck);
    fprintf(out, "\nsteps        %lld\n", (long long)r->stats.steps);
    if (a->tasks != NULL)
        fprintf(out, "tasks        %lld of %d done\n", (long long)r->stats.tasks_done, r->task_count);
    else
        fprintf(out, "sum of costs %lld\n", (long long)r->sum_of_costs);
    print_conflicts(out, &r->check);
    fprintf(out, "computed     %.1f us a step, %lld path%s, %s of memory\n",
            r->us / fmax(1, (double)r->stats.steps), (long long)r->stats.plans, cli_plural(r->stats.plans),
            bytes);
    fprintf(out, "hash         %016llx\n", (unsigned long long)wend_fleet_hash(r->fleet));
    if (a->output != NULL && !output_is_stream(a->output))
        fprintf(out, "written      %s\n", shown(a->output));
    if (a->render != NULL) fprintf(out, "picture      %s\n", shown(a->render));
}

// ---- checking a plan

// With a scenario or a table: does every mover begin at its start and end at its goal?
static int check_ends(const fleet_arguments* a, const fleet_plan* p, answer* r, int32_t* wrong_out) {
    if (p->movers != r->count)
        return command_fail(CLI_NEGATIVE, "the plan has %d mover%s, but the %s %d", p->movers,
                            cli_plural(p->movers), a->movers != NULL ? "table" : "scenario", r->count);
    for (int32_t i = 0; i < p->movers; i++) {
        const wend_tile first = fleet_plan_at(p, 0, i), last = fleet_plan_at(p, p->moments - 1, i);
        const entrant* e = &r->entrants[i];
        *wrong_out += !cli_same_tile(first, e->start) || (e->has_goal && !cli_same_tile(last, e->goal));
    }
    return CLI_OK;
}

static int check_plan(const fleet_arguments* a, answer* r) {
    fleet_plan p = {0};
    int32_t wrong_ends = 0;
    int code = fleet_plan_read(a->check, wend_world_grid(r->world), &p);
    if (code == CLI_OK && a->scenario != NULL) code = take_scenario(a, r);
    if (code == CLI_OK && a->movers != NULL) code = take_movers(a, r);
    if (code == CLI_OK && r->entrants != NULL) code = check_ends(a, &p, r, &wrong_ends);
    for (int32_t i = 0; i < r->count && r->profiles != NULL; i++) r->profiles[i] = r->entrants[i].profile;
    r->check.profiles = r->profiles;
    if (code == CLI_OK) code = fleet_plan_check(&p, r->world, &r->check);
    if (code == CLI_OK && a->render != NULL) code = fleet_picture_write(&p, r->world, r->profiles, a->render);
    if (code == CLI_OK && a->of.common.json) {
        cJSON* json = view_json(&a->of);
        json_text(json, "plan", a->check);
        json_integer(json, "agents", p.movers);
        json_integer(json, "steps", p.moments - 1);
        add_conflicts(json, &r->check);
        if (r->entrants != NULL) json_integer(json, "wrong_ends", wrong_ends);
        json_print(json);
    } else if (code == CLI_OK) {
        printf("movers       %d\nsteps        %lld\n", p.movers, (long long)p.moments - 1);
        print_conflicts(stdout, &r->check);
        if (r->entrants != NULL)
            printf("ends         %d mover%s not begin or end where the %s says\n", wrong_ends,
                   wrong_ends == 1 ? " does" : "s do", a->scenario != NULL ? "scenario" : "table");
    }
    fleet_plan_free(&p);
    return code == CLI_OK && r->check.conflicts + wrong_ends > 0 ? CLI_NEGATIVE : code;
}

// ---- rules of links

// "N:ID,ID,...". CLI_OK or an exit code.
static int read_lift(const char* text, const wend_grid* grid, wend_lift* out) {
    char* end;
    int64_t ids = 1;
    for (const char* at = text; *at != '\0'; at++) ids += *at == ',';
    const long long capacity = strtoll(text, &end, 10);
    int32_t* links = memory_for(ids, sizeof *links, "links");
    *out = (wend_lift){links, 0, (int32_t)capacity};
    bool is_read = end != text && *end == ':' && capacity >= 1 && capacity <= WEND_MAX_FLEET;
    while (is_read && *end != '\0') {
        const char* from = end + 1;
        const long long id = strtoll(from, &end, 10);
        is_read = end != from && (*end == ',' || *end == '\0') && id >= 0 && id <= INT32_MAX;
        if (is_read && wend_grid_find_link(grid, (int32_t)id) == NULL)
            return command_fail(CLI_USAGE,
                                "--lift %s: the world has no link %lld (wend export --links lists them)",
                                text, id);
        if (is_read) links[out->count++] = (int32_t)id;
    }
    return is_read && out->count > 0
               ? CLI_OK
               : command_fail(CLI_USAGE, "--lift %s: expected N:ID,..., how many movers and the ids of links",
                              text);
}

// The lifts belong to the rules, which free_rules frees, also after an error.
static int take_rules(const fleet_arguments* a, answer* r) {
    wend_link_rules* rules = &r->check.rules;
    int code = CLI_OK;
    rules->step_seconds = (float)a->step_seconds;
    if (a->lifts.count == 0) return CLI_OK;
    wend_lift* lifts = memory_for(a->lifts.count, sizeof *lifts, "lifts");
    rules->lifts = lifts;
    for (int i = 0; i < a->lifts.count && code == CLI_OK; i++)
        code = read_lift(a->lifts.items[i], wend_world_grid(r->world), &lifts[rules->lift_count++]);
    return code;
}

static void free_rules(answer* r) {
    for (int32_t i = 0; i < r->check.rules.lift_count; i++) free((void*)r->check.rules.lifts[i].links);
    free((void*)r->check.rules.lifts);
    fleet_check_free(&r->check);
}

// ---- the command

static int make_plan(const fleet_arguments* a, answer* r) {
    wend_threads* threads = NULL;
    wend_fleet_def def = a->def;
    def.links = r->check.rules;
    wend_result result = a->threads != 1 ? wend_threads_create((int32_t)a->threads, &threads) : WEND_OK;
    def.tasks = wend_threads_tasks(threads);
    if (result == WEND_OK) result = wend_fleet_create(r->world, &def, &r->fleet);
    int code = world_result(r->world, "fleet", result);
    if (result == WEND_ERROR_ARGUMENT)
        code = command_fail(CLI_USAGE, "--directions 4 and --turns: not on hexagons");
    if (code == CLI_OK)
        code = a->scenario != NULL ? take_scenario(a, r)
               : a->movers != NULL ? take_movers(a, r)
                                   : take_random(a, r);
    if (code == CLI_OK) code = place_movers(r);
    if (code == CLI_OK && a->tasks != NULL) code = take_tasks(a, r);
    if (code == CLI_OK) code = walk(a, r);
    if (code == CLI_OK && a->output != NULL) code = fleet_plan_write(&r->plan, a->output);
    if (code == CLI_OK && a->render != NULL)
        code = fleet_picture_write(&r->plan, r->world, r->profiles, a->render);
    if (code == CLI_OK && a->of.common.json)
        print_json(a, r);
    else if (code == CLI_OK && !(a->of.common.quiet && a->output != NULL))
        print_text(a, r);
    if (code == CLI_OK) {
        const bool all = a->tasks != NULL ? r->stats.tasks_done == r->task_count || a->steps > 0
                                          : count_arrived(r) == r->count;
        code = all && r->check.conflicts == 0 ? CLI_OK : CLI_NEGATIVE;
    }
    wend_fleet_destroy(r->fleet);
    wend_threads_destroy(threads);
    return code;
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const fleet_arguments* a = arguments;
    answer r = {.world = world};
    int code = take_rules(a, &r);
    if (code == CLI_OK) code = a->check != NULL ? check_plan(a, &r) : make_plan(a, &r);
    free_rules(&r);
    free(r.profiles);
    free(r.entrants);
    fleet_plan_free(&r.plan);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    fleet_arguments a = {.seed = 1, .def = wend_default_fleet_def()};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_fleet = {
    .name = "fleet",
    .summary = "plans for many movers that never stand in each other; checks any such plan",
    .details =
        "Moves many movers at once, a tile each: in every step each waits or goes to a neighbour, no "
        "two are on one "
        "tile, and no\n"
        "two pass through each other. Movers have goals, or do tasks one after the other. Every step "
        "is checked for "
        "conflicts by\n"
        "an independent checker, which --check runs on any plan. The exit code is 1 when a mover is not "
        "at its goal in "
        "the end,\n"
        "when tasks are left without --steps, or when a plan has conflicts. For maps and scenarios of "
        "the MAPF "
        "benchmarks, bake\n"
        "with --move 4.",
    .example = "wend fleet island.wend --random 50 -o plan.json --render heat.png",
    .options = options,
    .run = run,
};
