// simulate.c: `wend simulate`: moves agents without a window; reports numbers, a trace and a picture.
#include "clock.h"
#include "drawing.h"
#include "json.h"
#include "memory.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "path_length.h"
#include "plan.h"
#include "problems.h"
#include "progress.h"
#include "trails.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct simulate_arguments {
    view_options of;
    const char *scenario, *output, *render;
    plan_options plan;
    option_list profiles;
    option_point to;
    int64_t agents, random, seed, ticks, first_tiles;
    double dt, speed, acceleration, radius;
    bool formation, both_ways, claims;
} simulate_arguments;

#define AT(member) offsetof(simulate_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_POINT("from", "start", AT(plan.from), OPTIONAL),
    OPT_POINT("to", "goal", AT(to), OPTIONAL),
    OPT_CHOICE("units", PLAN_UNITS_HELP, AT(plan.units), plan_unit_names),
    OPT_INTEGER("agents", "N", "number of agents, in formation around the start", AT(agents), 1,
                WEND_MAX_CROWD),
    OPT_FLAG(0, "formation", "give each agent its own tile around the goal", AT(formation)),
    OPT_FLAG(0, "both-ways", "every other agent walks from the goal to the start", AT(both_ways)),
    OPT_INTEGER("random", "N", "instead of --from and --to: N agents, each between two random tiles",
                AT(random), 0, WEND_MAX_CROWD),
    OPT_TEXT(0, "scen", "FILE",
             "instead of --from and --to: one agent for each problem of a MovingAI scenario", AT(scenario),
             OPTIONAL),
    OPT_INTEGER("seed", "S", "seed of --random", AT(seed), 0, INT32_MAX),
    OPT_INTEGER("ticks", "N", "stop after N; 0: when all have arrived or had ten times the time they need",
                AT(ticks), 0, 100000000),
    OPT_INTEGER("first-tiles", "N",
                "each agent plans N tiles of a long path before it sets out, and more as it walks; 0: all",
                AT(first_tiles), 0, INT32_MAX),
    OPT_FLAG(0, "claims", "no two bodies ever overlap: where others are near, one agent to a tile",
             AT(claims)),
    OPT_NUMBER("dt", "S", "seconds per tick", AT(dt), 0.0001, 1),
    OPT_NUMBER("speed", "V", "top speed in tiles per second", AT(speed), 0.001, 10000),
    OPT_NUMBER("acceleration", "A", "in tiles per second squared; 0: eight times the speed", AT(acceleration),
               0, 1000000),
    OPT_LIST("profile", "NAME", "profile of the agents; may be repeated: they take the profiles in turn",
             AT(profiles)),
    OPT_NUMBER("radius", "R", "body radius in tiles; by default that of the profile, or 0.2", AT(radius), 0,
               64),
    OVERLAY_OPTIONS(view_options, overlay),
    OPT_OUTPUT('o', "output", "TRACE.json", "-", "write every position at every tick; - is standard output",
               AT(output), OPTIONAL),
    OPT_OUTPUT(0, "render", "OUT.png", ".png", "draw the trails", AT(render), OPTIONAL),
    COMMON_OPTIONS(view_options),
};

static int check_arguments(void* arguments) {
    simulate_arguments* a = arguments;
    a->of.units = a->plan.units;
    const bool ends = a->plan.from.given || a->to.given;
    if (ends + (a->random > 0) + (a->scenario != NULL) > 1)
        return command_fail(CLI_USAGE, "--from and --to, --random and --scen exclude each other");
    if (a->random == 0 && a->scenario == NULL && !(a->plan.from.given && a->to.given))
        return command_fail(CLI_USAGE,
                            "nothing to simulate; expected --from and --to, --random N or --scen FILE");
    if (a->profiles.count > WEND_MAX_PROFILES)
        return command_fail(CLI_USAGE, "--profile: at most %d times", WEND_MAX_PROFILES);
    return CLI_OK;
}

// ---- starts and goals

typedef struct kind { ///< of agents: those of a profile
    int32_t profile;
    const wend_world* view;
    double radius; ///< [Units: tiles]
} kind;

typedef struct errand {
    wend_tile start, goal;
    double length;   ///< of the tile path [Units: tiles]
    int64_t arrived; ///< at this tick; -1: not yet
} errand;

typedef struct simulation {
    const wend_world* world; ///< that they walk on
    wend_crowd* crowd;
    kind kinds[WEND_MAX_PROFILES]; ///< agent i is of the kind i modulo kind_count
    int32_t kind_count;
    errand* errands;
    int32_t count;
    trails trails;
    int64_t ticks;
    double microseconds; ///< of CPU time that the ticks took
    bool has_ends;
    wend_tile from, to; ///< the ends of the command line, if it has any
} simulation;

// ---- kinds of agents

static double default_radius(const wend_world* world, int32_t profile) {
    wend_profile_def def;
    if (wend_world_get_profile(world, profile, &def) != WEND_OK) return 0.2;
    const double inscribed =
        def.inflation.inscribed_radius / (double)wend_grid_tile_size(wend_world_grid(world));
    if (def.inflation.inflation_radius > 0 && inscribed > 0) return inscribed;
    return def.radius > 0 ? (double)def.radius : 0.2;
}

static const kind* kind_of(const simulation* s, int32_t agent) {
    return &s->kinds[agent % s->kind_count];
}

// The kind that needs the most room: where it finds places, the others do too.
static const kind* widest_kind(const simulation* s) {
    const kind* widest = &s->kinds[0];
    for (int32_t i = 1; i < s->kind_count; i++)
        if (s->kinds[i].radius > widest->radius) widest = &s->kinds[i];
    return widest;
}

// A body that its paths have no room for is refused before anything else is done.
static int find_kinds(const simulate_arguments* a, simulation* s) {
    s->kind_count = a->profiles.count > 0 ? a->profiles.count : 1;
    for (int32_t i = 0; i < s->kind_count; i++) {
        kind* k = &s->kinds[i];
        const char* name = a->profiles.count > 0 ? a->profiles.items[i] : NULL;
        int code = profile_view(s->world, name, &k->view);
        if (code != CLI_OK) return code;
        k->profile = name != NULL ? wend_world_find_profile(s->world, name) : 0;
        k->radius = isnan(a->radius) ? default_radius(s->world, k->profile) : a->radius;
        const double widest = (double)wend_world_widest_body(s->world, k->profile);
        if (k->radius > widest * (1 + 1e-6))
            return command_fail(CLI_NEGATIVE,
                                "a body of radius %g tiles is wider than %g, for which the paths of profile "
                                "%s have room; expected a profile with that radius (see wend bake --profile)",
                                k->radius, widest, wend_world_profile_name(s->world, k->profile));
    }
    return CLI_OK;
}

// Chooses tiles around the ends of the query.
static int gather(const simulate_arguments* a, const wend_query* query, simulation* s) {
    const wend_grid* grid = wend_world_grid(widest_kind(s)->view);
    s->count = (int32_t)a->agents;
    s->errands = memory_for(s->count, sizeof *s->errands, "agents");
    wend_tile* places = memory_for(s->count * 2, sizeof *places, "agents");
    wend_tile *starts = places, *goals = places + s->count;
    int32_t spacing = (int32_t)fmin(64, ceil(2 * widest_kind(s)->radius)), found[2] = {1, 1};
    if (spacing < 1) spacing = 1;
    starts[0] = query->start;
    goals[0] = query->goal;
    // Agents that start at the goal need tiles there, too.
    wend_result result = wend_formation_tiles(grid, query->start, s->count, spacing, NULL, starts, &found[0]);
    if (result == WEND_OK && (a->formation || a->both_ways))
        result = wend_formation_tiles(grid, query->goal, s->count, spacing, NULL, goals, &found[1]);
    int code = cli_result(result, "simulate");
    for (int end = 0; end < (a->formation || a->both_ways ? 2 : 1) && code == CLI_OK; end++)
        if (found[end] < s->count)
            code = command_fail(CLI_USAGE, "only %d of %d agents find a place round --%s", found[end],
                                s->count, end == 0 ? "from" : "to");
    for (int32_t i = 0; i < s->count && code == CLI_OK; i++) {
        wend_tile goal = a->formation ? goals[i] : query->goal;
        s->errands[i] = (errand){.start = starts[i], .goal = goal};
        if (a->both_ways && i % 2 == 1)
            s->errands[i] = (errand){.start = goals[i], .goal = a->formation ? starts[i] : query->start};
    }
    free(places);
    return code;
}

// Takes the problems of a list for the agents of one kind.
static void take_list(const problem_list* lots, int32_t kind_index, simulation* s) {
    if (s->errands == NULL) {
        s->count = (int32_t)lots->count;
        s->errands = memory_for(s->count, sizeof *s->errands, "agents");
    }
    for (int32_t i = 0; i < s->count; i++)
        if (i % s->kind_count == kind_index)
            s->errands[i] = (errand){.start = lots->items[i].start, .goal = lots->items[i].goal};
}

static int take_problems(const simulate_arguments* a, simulation* s) {
    int code = CLI_OK;
    for (int32_t k = 0; k < s->kind_count && code == CLI_OK; k++) {
        problem_list lots = {0};
        wend_error error = {.text = ""};
        wend_result result = a->scenario != NULL
                                 ? problems_from_scenario(a->scenario, a->of.world, wend_world_grid(s->world),
                                                          0, &lots, &error)
                                 : problems_on_ways(a->of.world, s->kinds[k].view, a->random,
                                                    (uint64_t)a->seed, &lots, &error);
        if (result == WEND_ERROR_LIMIT && a->scenario == NULL)
            return cli_fail(CLI_NEGATIVE, "%s", error.text);
        if (result != WEND_OK) return cli_fail_error(&error, result, CLI_READING);
        take_list(&lots, k, s);
        problems_free(&lots);
    }
    return code;
}

// Plans the tile path of each errand. *longest_out: the length of the longest one.
static int measure_ways(simulation* s, double* longest_out) {
    wend_search* search = NULL;
    wend_path* path = NULL;
    wend_search_def def = wend_default_search_def();
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) result = wend_path_create(NULL, &path);
    for (int32_t i = 0; i < s->count && result == WEND_OK; i++) {
        errand* e = &s->errands[i];
        wend_query query = wend_default_query(e->start, e->goal);
        query.profile = kind_of(s, i)->profile;
        result = wend_find_path(search, s->world, &query, path, NULL);
        e->length = path_length(path, wend_world_grid(s->world));
        e->arrived = -1;
        *longest_out = fmax(*longest_out, e->length);
    }
    wend_path_destroy(path);
    wend_search_destroy(search);
    return cli_result(result, "simulate");
}

// With claims each agent needs its own tile: one whose tile is taken starts on the nearest that is not.
static wend_result add_nearby(const simulation* s, int32_t i, wend_agent* agent, wend_agent_id* id_out) {
    enum { MOST = 1024 };
    const wend_grid* grid = wend_world_grid(kind_of(s, i)->view);
    wend_tile* tiles = memory_for(MOST, sizeof *tiles, "tiles");
    int32_t found = 0;
    wend_result result = wend_formation_tiles(grid, s->errands[i].start, MOST, 1, NULL, tiles, &found);
    if (result == WEND_OK) result = WEND_ERROR_LIMIT;
    for (int32_t k = 0; k < found && result == WEND_ERROR_LIMIT; k++) {
        agent->position = wend_grid_center(grid, tiles[k]);
        agent->floor = tiles[k].floor;
        result = wend_crowd_add(s->crowd, agent, id_out);
    }
    free(tiles);
    return result;
}

static int add_agents(const simulate_arguments* a, simulation* s) {
    const wend_grid* grid = wend_world_grid(s->world);
    const float size = wend_grid_tile_size(grid);
    wend_crowd_def def = wend_default_crowd_def();
    def.work_per_tick = INT32_MAX; // all set out at once
    def.first_tiles = (int32_t)a->first_tiles;
    def.claims = a->claims;
    wend_result result = wend_crowd_create(s->world, &def, &s->crowd);
    double acceleration = a->acceleration > 0 ? a->acceleration : 8 * a->speed;
    for (int32_t i = 0; i < s->count && result == WEND_OK; i++) {
        const kind* k = kind_of(s, i);
        const wend_tile start = s->errands[i].start;
        char at[CLI_TILE_TEXT];
        wend_agent agent = {.position = wend_grid_center(grid, start),
                            .floor = start.floor,
                            .max_speed = (float)a->speed * size,
                            .max_acceleration = (float)acceleration * size,
                            .radius = (float)k->radius * size,
                            .profile = k->profile};
        wend_agent_id id;
        result = wend_crowd_add(s->crowd, &agent, &id);
        if (result == WEND_ERROR_LIMIT && a->claims) result = add_nearby(s, i, &agent, &id);
        if (result == WEND_ERROR_ARGUMENT)
            return command_fail(CLI_NEGATIVE, "tile %s is blocked: no agent can start there",
                                cli_tile_text(start, at));
        if (result == WEND_ERROR_LIMIT)
            return command_fail(CLI_NEGATIVE, "a body of radius %g tiles does not fit at tile %s", k->radius,
                                cli_tile_text(start, at));
        if (result == WEND_OK) result = wend_crowd_send(s->crowd, id, s->errands[i].goal);
    }
    return cli_result(result, "simulate");
}

// ---- the simulation

static bool all_done(simulation* s) {
    bool done = true;
    int32_t count = 0;
    const wend_agent_id* ids = wend_crowd_ids(s->crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        wend_agent_state state = wend_crowd_state(s->crowd, ids[i]);
        if (state == WEND_AGENT_ARRIVED && s->errands[i].arrived < 0) s->errands[i].arrived = s->ticks;
        done &= state == WEND_AGENT_ARRIVED || state == WEND_AGENT_NO_ROUTE || state == WEND_AGENT_STUCK ||
                state == WEND_AGENT_BLOCKED;
    }
    return done;
}

static int walk(const simulate_arguments* a, simulation* s, double longest) {
    double limit = a->ticks > 0 ? (double)a->ticks : ceil(10 * (longest / a->speed + 10) / a->dt);
    s->trails = trails_begin(s->crowd, s->world, a->dt, a->output != NULL);
    progress bar = progress_start("walking", a->of.common.quiet || a->of.common.json);
    int code = CLI_OK;
    while (code == CLI_OK && (double)s->ticks < limit) {
        uint64_t begun = clock_thread_ns(NULL);
        wend_result result = wend_crowd_tick(s->crowd, (float)a->dt);
        s->microseconds += clock_thread_us_since(begun);
        s->ticks++;
        code = cli_result(result, "simulate");
        trails_add(&s->trails);
        if (code == CLI_OK && all_done(s) && a->ticks == 0) break;
        progress_report((double)s->ticks / limit, &bar);
    }
    progress_end(&bar);
    return code;
}

// ---- the report

typedef struct summary {
    int32_t arrived, no_route, stuck, blocked;
    double detour_sum, detour_max, time_sum, time_max;
    int32_t compared;
} summary;

// Compares the distance and time of the arrived agents with their tile path at full speed. Very short paths
// are left out.
static summary summarise(const simulate_arguments* a, const simulation* s) {
    summary sum = {0};
    int32_t count = 0;
    const wend_agent_id* ids = wend_crowd_ids(s->crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        const errand* e = &s->errands[i];
        wend_agent_state state = wend_crowd_state(s->crowd, ids[i]);
        sum.no_route += state == WEND_AGENT_NO_ROUTE;
        sum.stuck += state == WEND_AGENT_STUCK;
        sum.blocked += state == WEND_AGENT_BLOCKED;
        if (e->arrived < 0) continue;
        sum.arrived++;
        if (e->length < 5) continue;
        double detour = s->trails.agents[i].length / e->length;
        double time = (double)e->arrived * a->dt / (e->length / a->speed);
        sum.compared++;
        sum.detour_sum += detour;
        sum.time_sum += time;
        sum.detour_max = fmax(sum.detour_max, detour);
        sum.time_max = fmax(sum.time_max, time);
    }
    return sum;
}

// The agents of each kind, where profiles were given.
static void report_kinds(const simulate_arguments* a, const simulation* s, cJSON* json_opt) {
    cJSON* array =
        json_opt != NULL && a->profiles.count > 0 ? cJSON_AddArrayToObject(json_opt, "profiles") : NULL;
    for (int32_t k = 0; k < a->profiles.count; k++) {
        const char* name = a->profiles.items[k];
        int32_t agents = 0, arrived = 0;
        for (int32_t i = k; i < s->count; i += s->kind_count, agents++) arrived += s->errands[i].arrived >= 0;
        if (array == NULL) {
            fprintf(a->output != NULL && output_is_stream(a->output) ? stderr : stdout,
                    "profile      %s: radius %g, %d of %d arrived\n", name, s->kinds[k].radius, arrived,
                    agents);
            continue;
        }
        cJSON* row = json_row(array);
        json_text(row, "name", name);
        json_number(row, "radius", s->kinds[k].radius, 6);
        json_integer(row, "agents", agents);
        json_integer(row, "arrived", arrived);
    }
}

static void report(const simulate_arguments* a, const simulation* s) {
    summary sum = summarise(a, s);
    wend_crowd_stats stats = wend_crowd_get_stats(s->crowd);
    uint64_t hash = wend_crowd_hash(s->crowd);
    double compared = sum.compared > 0 ? sum.compared : 1;
    double us = s->microseconds / fmax(1, (double)s->ticks * s->count);
    if (a->of.common.json) {
        cJSON* json = view_json(&a->of);
        if (s->has_ends) {
            json_tile_as(json, "from", s->from);
            json_tiles(json, "to", &s->to, 1);
        }
        json_integer(json, "agents", s->count);
        json_integer(json, "arrived", sum.arrived);
        json_integer(json, "no_route", sum.no_route);
        json_integer(json, "stuck", sum.stuck);
        json_integer(json, "blocked", sum.blocked);
        report_kinds(a, s, json);
        json_integer(json, "ticks", s->ticks);
        json_number(json, "simulated_s", (double)s->ticks * a->dt, 4);
        json_integer(json, "blocked_ticks", stats.blocked_ticks);
        json_integer(json, "collisions", stats.collisions);
        json_number(json, "detour_mean", sum.detour_sum / compared, 4);
        json_number(json, "detour_max", sum.detour_max, 4);
        json_number(json, "time_mean", sum.time_sum / compared, 4);
        json_number(json, "time_max", sum.time_max, 4);
        json_integer(json, "plans", stats.plans);
        json_integer(json, "replans", stats.replans);
        json_integer(json, "forced_passes", stats.forced_passes);
        if (a->first_tiles > 0) json_integer(json, "pieces", stats.pieces);
        json_number(json, "us_per_agent_tick", us, 3);
        json_hash(json, "hash", hash);
        json_print(json);
        return;
    }
    FILE* out = a->output != NULL && output_is_stream(a->output) ? stderr : stdout;
    fprintf(out, "agents       %d, %d arrived, %d without a route", s->count, sum.arrived, sum.no_route);
    if (sum.stuck > 0) fprintf(out, ", %d stuck", sum.stuck);
    if (sum.blocked > 0) fprintf(out, ", %d blocked by others", sum.blocked);
    fprintf(out, "\n");
    report_kinds(a, s, NULL);
    fprintf(out, "simulated    %lld tick%s, %.2f s\n", (long long)s->ticks, cli_plural(s->ticks),
            (double)s->ticks * a->dt);
    fprintf(out, "walls        %lld tick%s on blocked tiles\n", (long long)stats.blocked_ticks,
            cli_plural(stats.blocked_ticks));
    fprintf(out, "collisions   %lld\n", (long long)stats.collisions);
    fprintf(out, "detour       %.3f times the tile path, at most %.3f\n", sum.detour_sum / compared,
            sum.detour_max);
    fprintf(out, "duration     %.3f times that at full speed, at most %.3f\n", sum.time_sum / compared,
            sum.time_max);
    fprintf(out, "plans        %lld, %lld replans, %lld forced passes\n", (long long)stats.plans,
            (long long)stats.replans, (long long)stats.forced_passes);
    if (a->first_tiles > 0)
        fprintf(out, "pieces       %lld times more of a path on the way\n", (long long)stats.pieces);
    fprintf(out, "computed     %.3f us an agent and tick\n", us);
    fprintf(out, "hash         %016llx\n", (unsigned long long)hash);
}

static int write_files(const simulate_arguments* a, const simulation* s) {
    const int code = a->render != NULL ? trails_render(&s->trails, s->world, a->render) : CLI_OK;
    return code == CLI_OK && a->output != NULL ? trails_write(&s->trails, a->output) : code;
}

// Sets the errands; CLI_NEGATIVE when there is no path from --from to --to.
static int prepare(const simulate_arguments* a, simulation* s) {
    if (a->random > 0 || a->scenario != NULL) return take_problems(a, s);
    plan_options ends = a->plan;
    option_point to = a->to;
    ends.to = (option_points){&to, 1};
    int code = CLI_OK;
    for (int32_t k = 0; k < s->kind_count && code == CLI_OK; k++) {
        plan p;
        code = plan_make(s->kinds[k].view, &ends, &p);
        if (code != CLI_OK) return code;
        const wend_outcome outcome = wend_path_outcome(p.path);
        if (outcome != WEND_FOUND && a->profiles.count > 0)
            code = command_fail(CLI_NEGATIVE, "nobody of profile %s can walk there: %s", a->profiles.items[k],
                                wend_outcome_string(outcome));
        else if (outcome != WEND_FOUND)
            code = command_fail(CLI_NEGATIVE, "nobody can walk there: %s", wend_outcome_string(outcome));
        else if (k + 1 == s->kind_count)
            code = gather(a, &p.query, s);
        s->has_ends = true;
        s->from = p.query.start;
        s->to = p.query.goal;
        plan_destroy(&p);
    }
    return code;
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const simulate_arguments* a = arguments;
    simulation s = {.world = world};
    double longest = 0;
    int code = find_kinds(a, &s);
    if (code == CLI_OK) code = prepare(a, &s);
    if (code == CLI_OK) code = measure_ways(&s, &longest);
    if (code == CLI_OK) code = add_agents(a, &s);
    if (code == CLI_OK) code = walk(a, &s, longest);
    if (code == CLI_OK) code = write_files(a, &s);
    if (code == CLI_OK) report(a, &s);
    trails_free(&s.trails);
    wend_crowd_destroy(s.crowd);
    free(s.errands);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    simulate_arguments a = {
        .plan = plan_default_options(), .agents = 1, .seed = 1, .dt = 1.0 / 30, .speed = 4, .radius = NAN};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_simulate = {
    .name = "simulate",
    .summary = "run agents without a window",
    .details = "Agents plan, walk and avoid each other until all have arrived. The report has the number of "
               "arrivals, of ticks\n"
               "on blocked tiles (always 0) and of collisions (two bodies that came to overlap by more than "
               "a tenth), and the\n"
               "distance and time compared with the tile path walked at full speed. With several profiles "
               "the crowd is mixed.\n"
               "Exits with 1 when there is no path, or when a body does not fit.",
    .example = "wend simulate island.wend --random 200 --seed 7 --render trails.png",
    .options = options,
    .bonds = OPTION_BONDS({"agents", "from", false}, {"formation", "from", false},
                          {"both-ways", "from", false}, {"seed", "random", false}),
    .run = run,
};
