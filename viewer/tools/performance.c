// performance.c: what does the performance window measure, and when?
#include "tools/performance.h"
#include "platform/commands.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum {
    REST_FRAMES = 15,          // frames without a change before a query is compared
    MODEST_TILES = 4096 * 4096 // on larger maps searches over tiles take seconds and hundreds of megabytes
};

const char* performance_tab_name(int tab) {
    static const char* const names[TAB_COUNT] = {"query", "pair", "history", "scenario"};
    return tab < TAB_COUNT ? names[tab] : NULL;
}

const char* performance_work_name(performance_work work) {
    static const char* const names[] = {"nothing", "query", "pair", "plan", "scenario"};
    return names[work];
}

static void note_plan(performance* p);
static void note_map(performance* p);

static void listen(void* context, scene_event event) {
    performance* p = context;
    // Stops reading the world before the return; the next frame takes the results so far.
    if (event == SCENE_CHANGING) job_make_let_go(&p->job);
    if (event == SCENE_OPENED) note_map(p);
    if (event == SCENE_PLANNED) note_plan(p);
    if (event != SCENE_ENDING) return;
    job_wait(&p->job);
    scen_run_clear(&p->run);
}

// ---- what the window shows

static void note_plan(performance* p) {
    const scene* s = &p->document->scene;
    plan_record* r = history_add(&p->history);
    snprintf(r->map, sizeof r->map, "%.60s", s->name);
    r->query = scene_planned_query(s);
    if (s->goal_count > 1) { // the others answer for the one that was reached
        r->query.goal = s->goals[SDL_max(wend_path_goal(s->path), 0)];
        r->query.goals = NULL;
        r->query.goal_count = 0;
    }
    r->revision = s->revision;
    r->outcome = wend_path_outcome(s->path);
    r->cost = wend_path_cost(s->path);
    r->integer_cost = wend_path_integer_cost(s->path);
    r->plan_ns = s->stats.total_ns;
}

bool performance_is_modest(const performance* p) {
    return scene_tile_count(&p->document->scene) <= MODEST_TILES;
}

static void note_map(performance* p) {
    const char* file = file_list_current(&p->document->files);
    if (file == NULL || !scen_run_find(file, p->scenario)) p->scenario[0] = '\0';
    p->follow = p->fill = performance_is_modest(p);
    p->comparison.revision = 0;
    p->wanted = 0;
    scen_run_clear(&p->run);
    int stem = (int)strcspn(p->document->scene.name, ".");
    static const char* const endings[TAB_COUNT] = {"query", "searches", "plans", "scenario"};
    for (int i = 0; i < TAB_COUNT; i++)
        snprintf(p->csv[i], sizeof p->csv[i], "%.*s-%s.csv", SDL_min(stem, 200), p->document->scene.name,
                 endings[i]);
}

bool performance_shows_pair(const performance* p) {
    return p->open && p->tab == TAB_PAIR;
}

static void list_queries(const performance* p, wend_query out[WEND_ALGORITHM_COUNT]) {
    for (int i = 0; i < WEND_ALGORITHM_COUNT; i++) {
        out[i] = compare_query_of(&p->document->scene);
        out[i].algorithm = (wend_algorithm)i;
        scene_fit_algorithm(&out[i]);
    }
}

bool performance_is_current(const performance* p) {
    wend_query queries[WEND_ALGORITHM_COUNT];
    list_queries(p, queries);
    return compare_is_of(&p->comparison, &p->document->scene, queries);
}

// ---- what is measured

bool performance_wants(const performance* p, performance_work work) {
    return (p->wanted >> work & 1) != 0;
}

static bool begin(performance* p, performance_work work, job_work* run, void* context) {
    p->work = work;
    p->wanted &= ~(1u << work);
    if (job_start(&p->job, run, context)) return true;
    p->work = MEASURE_NOTHING;
    p->follow = p->fill = false; // otherwise every frame would retry with a notice
    notice_show(p->document->notice, true, "no thread could be started to measure in");
    return false;
}

static bool begin_comparison(performance* p) {
    wend_query queries[WEND_ALGORITHM_COUNT];
    list_queries(p, queries);
    compare_prepare(&p->comparison, &p->document->scene, queries, WEND_ALGORITHM_COUNT, COMPARE_RUNS);
    return begin(p, MEASURE_QUERY, compare_work, &p->comparison);
}

static bool begin_pair(performance* p) {
    pair_prepare(p->pair);
    return begin(p, MEASURE_PAIR, compare_work, &p->pair->measures);
}

static bool begin_scenario(performance* p) {
    scen_run* r = &p->run;
    scen_run_clear(r);
    r->world = p->document->scene.world;
    snprintf(r->map, sizeof r->map, "%s", p->document->scene.name);
    snprintf(r->scenario, sizeof r->scenario, "%s", p->scenario);
    r->random_count = p->random_count;
    r->seed = (uint64_t)p->seed;
    r->algorithm = p->document->scene.query.algorithm;
    r->clocked = p->document->scene.clocked;
    r->edited = p->document->edits.position != 0;
    p->run_revision = p->document->scene.revision;
    return begin(p, MEASURE_SCENARIO, scen_run_work, r);
}

static bool begin_plan(performance* p) {
    const plan_record* next = history_next(&p->history, p->document->scene.revision);
    if (next == NULL) return false;
    wend_query queries[HISTORY_COLUMNS];
    history_queries(next, p->document->scene.grid, queries);
    compare_prepare(&p->filling, &p->document->scene, queries, HISTORY_COLUMNS, 1);
    p->filled_number = next->number;
    return begin(p, MEASURE_PLAN, compare_work, &p->filling);
}

// True: a measurement began. Requests of the user come first, comparisons of old plans last.
static bool begin_next(performance* p) {
    // An edit ends a measurement, so none begins while edits are likely, and pending clusters are refreshed
    // first.
    if (!p->document->edits.refreshed || p->document->edits.open) return false;
    if (performance_wants(p, MEASURE_SCENARIO)) return begin_scenario(p);
    if (performance_wants(p, MEASURE_QUERY)) return begin_comparison(p);
    if (performance_wants(p, MEASURE_PAIR)) return begin_pair(p);
    return p->open && p->fill && p->rest >= REST_FRAMES && begin_plan(p);
}

static void take(performance* p) {
    performance_work work = p->work;
    p->work = MEASURE_NOTHING;
    if (work == MEASURE_PLAN && atomic_load(&p->filling.done) == HISTORY_COLUMNS)
        history_take(&p->history, p->filled_number, p->filling.columns);
    // Restarts what was interrupted, unless the user cancelled it.
    const comparison* c = work == MEASURE_QUERY ? &p->comparison : &p->pair->measures;
    if ((work == MEASURE_QUERY || work == MEASURE_PAIR) && atomic_load(&c->done) < c->count && p->follow &&
        p->open)
        p->wanted |= 1u << work;
    if (work != MEASURE_SCENARIO) return;
    if (p->run.result == WEND_ERROR_CANCELLED)
        notice_show(p->document->notice, false, "the run was stopped after %lld problems",
                    (long long)p->run.trial.count);
    else if (p->run.result != WEND_OK)
        notice_show(p->document->notice, true, "%s", p->run.error.text);
}

static void watch_query(performance* p) {
    const wend_query asked = compare_query_of(&p->document->scene);
    bool same = compare_same_query(&p->seen, &asked) && p->seen_revision == p->document->scene.revision;
    p->rest = p->document->window->headless ? REST_FRAMES : same ? SDL_min(p->rest + 1, REST_FRAMES) : 0;
    compare_copy_query(&asked, &p->seen, p->seen_goals);
    p->seen_revision = p->document->scene.revision;
    bool two = performance_shows_pair(p);
    bool current = two ? pair_is_measured(p->pair) : performance_is_current(p);
    if (!p->open || !p->follow || (p->tab != TAB_QUERY && !two) || current) return;
    const performance_work work = two ? MEASURE_PAIR : MEASURE_QUERY;
    if (p->work == work) job_ask_to_stop(&p->job); // it answers another query
    if (p->rest >= REST_FRAMES) p->wanted |= 1u << work;
}

void performance_follow(performance* p) {
    watch_query(p);
    do {
        if (job_has_ended(&p->job)) take(p);
        if (p->work == MEASURE_PLAN && p->wanted != 0) job_ask_to_stop(&p->job);
        if (p->work != MEASURE_NOTHING || !begin_next(p)) break;
        // Without times no picture may depend on the speed of the machine.
        if (p->document->window->headless && !p->document->scene.clocked) job_wait(&p->job);
    } while (!job_is_running(&p->job));
}

static void wait_for_all(performance* p) {
    do {
        job_wait(&p->job);
        performance_follow(p);
    } while (p->work != MEASURE_NOTHING);
}

// ---- requests of the user

static void set_open(void* owner, bool open) {
    performance* p = owner;
    p->open = open;
    if (open) return;
    p->wanted &= 1u << MEASURE_SCENARIO;
    if (p->work != MEASURE_SCENARIO) job_ask_to_stop(&p->job);
}

// The window on the tab of the two searches: opens it, or closes it where it is open there.
static void turn_pair(void* owner, bool shown) {
    if (shown) ((performance*)owner)->tab = TAB_PAIR;
    set_open(owner, shown);
}

static bool has_pair(const void* owner) {
    return performance_shows_pair(owner);
}

static void want(performance* p, performance_work work) {
    p->wanted |= 1u << work;
    if (p->work == work) job_ask_to_stop(&p->job);
}

static void want_comparison(performance* p) {
    want(p, MEASURE_QUERY);
}

// Opens the tab, records both searches and measures them.
static void want_pair(performance* p) {
    p->tab = TAB_PAIR;
    p->open = p->pair->asked = true;
    want(p, MEASURE_PAIR);
}

static void want_run(performance* p) {
    want(p, MEASURE_SCENARIO);
}

// Opens the window on a scenario, and runs it.
static void open_scenario(void* owner, const char* file) {
    performance* p = owner;
    if (strlen(file) >= sizeof p->scenario) {
        notice_show(p->document->notice, true, "the name of that scenario is too long");
        return;
    }
    strcpy(p->scenario, file);
    p->tab = TAB_SCENARIO;
    set_open(p, true);
    want_run(p);
}

// Cancels current and requested measurements, and stops automatic ones.
static void cancel(performance* p) {
    if (performance_wants(p, MEASURE_QUERY) || performance_wants(p, MEASURE_PAIR) ||
        p->work == MEASURE_QUERY || p->work == MEASURE_PAIR)
        p->follow = false;
    if (p->work == MEASURE_PLAN) p->fill = false;
    p->wanted = 0;
    job_ask_to_stop(&p->job);
}

static const char* measure_name(int index) {
    static const char* const names[] = {"query", "pair", "scenario", "cancel", "wait", NULL};
    return names[index];
}

static void measure(void* owner, double act) {
    static void (*const acts[])(performance * p) = {want_comparison, want_pair, want_run, cancel,
                                                    wait_for_all};
    acts[(int)act](owner);
}

// "N" or "N,SEED"
static bool run_random(void* owner, const char* value, char* why) {
    performance* p = owner;
    double count = 0, seed = p->seed;
    const char* end = NULL;
    bool one = parse_number(value, &count, &end) && *end == '\0';
    if ((!one && !parse_pair(value, &count, &seed)) || count < 1 || count > PERFORMANCE_MOST_RANDOM ||
        seed < 0 || seed > INT32_MAX || count != floor(count) || seed != floor(seed))
        return command_refuse(why, "'%.40s' is no number of queries, expected N or N,SEED, N up to %d", value,
                              PERFORMANCE_MOST_RANDOM);
    p->scenario[0] = '\0';
    p->random_count = (int)count;
    p->seed = (int)seed;
    return true;
}

static void take_csv(void* owner, const char* value) {
    performance_save(owner, value);
}

static void take_csv_name(void* owner, const char* value) {
    performance* p = owner;
    snprintf(p->csv[p->tab], sizeof p->csv[p->tab], "%s", value);
}

static const command_def performance_commands[] = {
    COMMAND_TURN("performance", performance, open, set_open, COMMAND_SETTING),
    COMMAND_SWITCH("pair", performance, open, .turn = turn_pair, .on = has_pair),
    COMMAND_WORD("tab", performance, tab, performance_tab_name, "tab", .then = NULL),
    COMMAND_CHOOSE("measure", measure_name, "measurement", measure, .kind = COMMAND_SETTING),
    COMMAND_SWITCH("follow", performance, follow, .then = NULL),
    COMMAND_SWITCH("fill", performance, fill, .then = NULL),
    COMMAND_TEXT("scenario", performance, scenario, .then = NULL),
    COMMAND("random", run_random, COMMAND_SETTING),
    COMMAND_TAKE("csv", take_csv, COMMAND_SETTING),
    COMMAND_TAKE("csv-name", take_csv_name, COMMAND_ACTION),
    COMMAND_TAKE("take-scenario", open_scenario, COMMAND_ACTION),
    COMMANDS_END,
};

void performance_init(performance* p, document* d, pair* two) {
    p->document = d;
    p->pair = two;
    p->follow = p->fill = true;
    p->random_count = 200;
    p->seed = 1;
    scene_listen(&d->scene, listen, p);
    commands_add(d->commands, performance_commands, p);
}
