// performance.c: what does the performance window measure, and when?
#include "performance.h"
#include "app.h"
#include <stdio.h>
#include <string.h>

enum {
    REST_FRAMES = 15,          // before a query that changes is compared
    MODEST_TILES = 4096 * 4096 // on larger maps searches over tiles take seconds and hundreds of megabytes
};

const char* performance_tab_name(int tab) {
    static const char* const names[TAB_COUNT] = {"query", "history", "scenario"};
    return tab < TAB_COUNT ? names[tab] : NULL;
}

const char* performance_work_name(performance_work work) {
    static const char* const names[] = {"nothing", "query", "plan", "scenario"};
    return names[work];
}

// From here on nothing reads the world; what was measured until then is taken in the next frame.
static void stop_reading(void* context) {
    performance* p = context;
    job_make_let_go(&p->job);
}

void performance_init(app* a) {
    performance* p = &a->performance;
    p->follow = p->fill = true;
    p->random_count = 200;
    p->seed = 1;
    a->scene.stop_readers = stop_reading;
    a->scene.readers = p;
}

void performance_destroy(app* a) {
    job_ask_to_stop(&a->performance.job);
    job_wait(&a->performance.job);
    scen_run_clear(&a->performance.run);
}

// ---- what the window shows

void performance_note_plan(app* a) {
    const scene* s = &a->scene;
    plan_record* r = history_add(&a->performance.history);
    snprintf(r->map, sizeof r->map, "%.60s", s->name);
    r->query = s->query;
    r->revision = s->revision;
    r->outcome = wend_path_outcome(s->path);
    r->cost = wend_path_cost(s->path);
    r->integer_cost = wend_path_integer_cost(s->path);
    r->plan_ns = s->stats.total_ns;
}

bool performance_is_modest(const app* a) {
    const wend_grid* grid = a->scene.grid;
    return (int64_t)wend_grid_width(grid) * wend_grid_height(grid) <= MODEST_TILES;
}

void performance_note_map(app* a) {
    performance* p = &a->performance;
    const char* file = file_list_current(&a->files);
    if (file == NULL || !scen_run_find(file, p->scenario)) p->scenario[0] = '\0';
    p->follow = p->fill = performance_is_modest(a);
    p->compare_revision = 0;
    p->compare_wanted = p->run_wanted = false;
    scen_run_clear(&p->run);
    int stem = (int)strcspn(a->scene.name, ".");
    static const char* const endings[TAB_COUNT] = {"query", "plans", "scenario"};
    for (int i = 0; i < TAB_COUNT; i++)
        snprintf(p->csv[i], sizeof p->csv[i], "%.*s-%s.csv", SDL_min(stem, 200), a->scene.name, endings[i]);
}

bool performance_is_current(const app* a) {
    const performance* p = &a->performance;
    return p->compare_revision == a->scene.revision &&
           compare_same_query(&p->comparison.query, &a->scene.query) &&
           p->comparison.clocked == a->scene.clocked;
}

// ---- what is measured

static bool begin(app* a, performance_work work, job_work* run, void* context) {
    performance* p = &a->performance;
    p->work = work;
    if (job_start(&p->job, run, context)) return true;
    p->work = MEASURE_NOTHING;
    p->follow = p->fill = false; // or it would be tried, and told, in every frame
    app_say(a, true, "no thread could be started to measure in");
    return false;
}

static bool begin_comparison(app* a) {
    performance* p = &a->performance;
    p->compare_wanted = false;
    p->comparison.world = a->scene.world;
    p->comparison.query = a->scene.query;
    p->comparison.clocked = a->scene.clocked;
    atomic_store(&p->comparison.done, 0);
    p->compare_revision = a->scene.revision;
    return begin(a, MEASURE_QUERY, compare_work, &p->comparison);
}

static bool begin_scenario(app* a) {
    performance* p = &a->performance;
    scen_run* r = &p->run;
    p->run_wanted = false;
    scen_run_clear(r);
    r->world = a->scene.world;
    snprintf(r->map, sizeof r->map, "%s", a->scene.name);
    snprintf(r->scenario, sizeof r->scenario, "%s", p->scenario);
    r->random_count = p->random_count;
    r->seed = (uint64_t)p->seed;
    r->algorithm = a->scene.query.algorithm;
    r->clocked = a->scene.clocked;
    r->edited = a->editor.position != 0;
    p->run_revision = a->scene.revision;
    return begin(a, MEASURE_SCENARIO, scen_run_work, r);
}

static bool begin_plan(app* a) {
    performance* p = &a->performance;
    const plan_record* next = history_next(&p->history, a->scene.revision);
    if (next == NULL) return false;
    p->filling = (history_filling){a->scene.world, a->scene.clocked, *next};
    return begin(a, MEASURE_PLAN, history_fill_work, &p->filling);
}

// True: something began. What a person asked for comes first, the plans of the past last.
static bool begin_next(app* a) {
    performance* p = &a->performance;
    // An edit ends a measurement, so none begins while one is likely; and large cells come to rest first.
    if (!a->editor.settled || a->editor.stroke) return false;
    if (p->run_wanted) return begin_scenario(a);
    if (p->compare_wanted) return begin_comparison(a);
    return p->open && p->fill && p->rest >= REST_FRAMES && begin_plan(a);
}

static void take(app* a) {
    performance* p = &a->performance;
    performance_work work = p->work;
    p->work = MEASURE_NOTHING;
    if (work == MEASURE_PLAN && p->filling.record.compared) history_take(&p->history, &p->filling.record);
    // What was not given up by a person, who stops the following too, is begun again.
    if (work == MEASURE_QUERY && atomic_load(&p->comparison.done) < WEND_ALGORITHM_COUNT && p->follow)
        p->compare_wanted = p->open;
    if (work != MEASURE_SCENARIO) return;
    if (p->run.result == WEND_ERROR_CANCELLED)
        app_say(a, false, "the run was stopped after %lld problems", (long long)p->run.trial.count);
    else if (p->run.result != WEND_OK)
        app_say(a, true, "%s", p->run.error.text);
}

static void watch_query(app* a) {
    performance* p = &a->performance;
    bool same = compare_same_query(&p->seen, &a->scene.query) && p->seen_revision == a->scene.revision;
    p->rest = a->options->headless ? REST_FRAMES : same ? SDL_min(p->rest + 1, REST_FRAMES) : 0;
    p->seen = a->scene.query;
    p->seen_revision = a->scene.revision;
    if (!p->open || !p->follow || p->tab != TAB_QUERY || performance_is_current(a)) return;
    if (p->work == MEASURE_QUERY) job_ask_to_stop(&p->job); // it answers another query
    if (p->rest >= REST_FRAMES) p->compare_wanted = true;
}

void performance_follow(app* a) {
    performance* p = &a->performance;
    watch_query(a);
    do {
        if (job_has_ended(&p->job)) take(a);
        if (p->work == MEASURE_PLAN && (p->compare_wanted || p->run_wanted)) job_ask_to_stop(&p->job);
        if (p->work != MEASURE_NOTHING || !begin_next(a)) break;
        // Without times nothing depends on how fast this machine is, so no picture may either.
        if (a->options->headless && !a->scene.clocked) job_wait(&p->job);
    } while (!job_is_running(&p->job));
}

void performance_wait(app* a) {
    performance* p = &a->performance;
    do {
        job_wait(&p->job);
        performance_follow(a);
    } while (p->work != MEASURE_NOTHING);
}

// ---- what a person does

void performance_set_open(app* a, bool open) {
    performance* p = &a->performance;
    p->open = open;
    if (open) return;
    p->compare_wanted = false;
    if (p->work != MEASURE_SCENARIO) job_ask_to_stop(&p->job);
}

void performance_compare(app* a) {
    a->performance.compare_wanted = true;
    if (a->performance.work == MEASURE_QUERY) job_ask_to_stop(&a->performance.job);
}

void performance_run(app* a) {
    a->performance.run_wanted = true;
    if (a->performance.work == MEASURE_SCENARIO) job_ask_to_stop(&a->performance.job);
}

void performance_take_scenario(app* a, const char* file) {
    performance* p = &a->performance;
    if (strlen(file) >= sizeof p->scenario) {
        app_say(a, true, "the name of that scenario is too long");
        return;
    }
    strcpy(p->scenario, file);
    p->tab = TAB_SCENARIO;
    performance_set_open(a, true);
    performance_run(a);
}

void performance_cancel(app* a) {
    performance* p = &a->performance;
    if (p->work == MEASURE_QUERY || p->compare_wanted) p->follow = false;
    if (p->work == MEASURE_PLAN) p->fill = false;
    p->compare_wanted = p->run_wanted = false;
    job_ask_to_stop(&p->job);
}
