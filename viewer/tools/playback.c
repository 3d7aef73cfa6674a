// playback.c: how is the search of the current query recorded, and played like a film?
#include "playback.h"
#include "platform/work.h"
#include <math.h>

enum { LEAP = 100 }; // events, with Shift

#define SECONDS_A_PART 6.0  // the search over cells takes at first, and that over tiles
#define QUICK_MS       25.0 // to record: follows a marker while it is dragged

void playback_init(playback* p) {
    *p = (playback){.speed = 100, .limit = TRACE_LIMIT};
}

void playback_destroy(playback* p) {
    playback_forget(p);
    wend_path_destroy(p->path);
    p->path = NULL;
}

void playback_forget(playback* p) {
    trace_layer_reset(&p->layer);
    trace_destroy(p->trace);
    p->trace = NULL;
    p->stale = true;
}

// ---- recording

typedef struct recording {
    const scene* scene;
    trace* trace;
    wend_path* path;
    wend_stats stats;
    double units;
    work* work;
    int64_t closed, passable;
    bool failed;
} recording;

static void take_event(const wend_event* event, void* context) {
    recording* r = context;
    r->closed += event->kind == WEND_EVENT_CLOSED && event->level == 0;
    if (!r->failed) r->failed = !trace_add(r->trace, event, r->units);
}

static bool goes_on(void* context) {
    recording* r = context;
    double fraction = (double)r->closed / (double)SDL_max(r->passable, 1);
    return work_progress(fmin(fraction, 1), r->work) && !r->failed;
}

static wend_result record(work* w, void* context) {
    recording* r = context;
    r->work = w;
    wend_search_def def = wend_default_search_def();
    def.observer = (wend_search_observer){take_event, r};
    def.go_on = goes_on;
    def.go_on_context = r;
    wend_search* search = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result != WEND_OK) return result;
    // The kernel takes a cluster at once; A* shows every tile, and finds the same cost.
    wend_query query = r->scene->query;
    query.refinement = WEND_REFINE_ASTAR;
    result = wend_find_path(search, r->scene->world, &query, r->path, &r->stats);
    wend_search_destroy(search);
    return r->failed ? WEND_ERROR_MEMORY : result;
}

// Records the current query; false, and told: it cannot be.
static bool record_query(app* a) {
    playback* p = &a->playback;
    playback_forget(p);
    p->stale = false;
    const scene* s = &a->scene;
    Uint64 began = SDL_GetPerformanceCounter();
    recording r = {.scene = s,
                   .trace = trace_create(a->camera.map_width, a->camera.map_height, p->limit),
                   .units = s->query.algorithm == WEND_BFS ? 1 : wend_grid_cost_units(s->grid),
                   .passable = wend_grid_passable_count(s->grid)};
    wend_result result = r.trace != NULL ? wend_path_create(NULL, &r.path) : WEND_ERROR_MEMORY;
    work w = {.name = s->name, .doing = "recording the search", .run = record, .context = &r};
    if (result == WEND_OK) result = work_run(a, &w);
    p->record_ms =
        (double)(SDL_GetPerformanceCounter() - began) * 1e3 / (double)SDL_GetPerformanceFrequency();
    if (result != WEND_OK) {
        trace_destroy(r.trace);
        wend_path_destroy(r.path);
        app_say(a, true, "the search is not recorded: %s", wend_result_string(result));
        return false;
    }
    wend_path_destroy(p->path);
    p->path = r.path;
    p->stats = r.stats;
    p->trace = r.trace;
    p->layer.renderer = a->renderer;
    char all[32], kept[32];
    if (trace_count(p->trace) < trace_total(p->trace))
        app_say(a, false, "the search made %s events, of which the first %s are kept",
                playback_grouped(trace_total(p->trace), all), playback_grouped(trace_count(p->trace), kept));
    return true;
}

// ---- playing

// The player is open and has something to show; between another map and the next frame it has not.
static bool is_loaded(const playback* p) {
    return p->open && p->trace != NULL;
}

// Until the person chooses a speed each part of the search gets its own.
static void suit_speed(playback* p) {
    int64_t count = trace_count(p->trace), turn = trace_refinement(p->trace);
    bool of_cells = trace_position(p->trace) < turn;
    double events = (double)(of_cells ? turn : count - turn);
    if (!p->speed_kept) p->speed = (float)fmin(fmax(events / SECONDS_A_PART, 4), (double)PLAYBACK_FASTEST);
}

static void start(app* a) {
    trace_seek(a->playback.trace, 0);
    a->playback.due = 0;
    suit_speed(&a->playback);
}

void playback_toggle(app* a) {
    playback* p = &a->playback;
    p->open = !p->open;
    p->playing = p->open;
    if (p->open && (p->trace == NULL || p->stale)) p->open = p->playing = record_query(a);
    if (p->open)
        start(a);
    else if (p->trace != NULL)
        trace_seek(p->trace, trace_count(p->trace));
    if (!p->open) p->bar_height = 0;
    if (a->fitted) app_fit(a);
}

void playback_set_playing(app* a, bool playing) {
    playback* p = &a->playback;
    if (!is_loaded(p)) return;
    p->playing = playing;
    if (playing && trace_position(p->trace) == trace_count(p->trace)) start(a);
}

void playback_set_speed(app* a, float speed) {
    a->playback.speed = SDL_clamp(speed, PLAYBACK_SLOWEST, PLAYBACK_FASTEST);
    a->playback.speed_kept = true;
}

void playback_seek(app* a, int64_t position) {
    playback* p = &a->playback;
    if (!is_loaded(p)) return;
    p->playing = false;
    trace_seek(p->trace, SDL_clamp(position, 0, trace_count(p->trace)));
    suit_speed(p);
}

bool playback_press_key(app* a, const SDL_KeyboardEvent* event) {
    if (!is_loaded(&a->playback)) return false;
    int64_t at = trace_position(a->playback.trace);
    int64_t leap = (event->keysym.mod & KMOD_SHIFT) != 0 ? LEAP : 1;
    if ((event->keysym.mod & KMOD_CTRL) != 0) leap = trace_count(a->playback.trace);
    switch (event->keysym.sym) {
    case SDLK_SPACE:
        if (event->repeat == 0) playback_set_playing(a, !a->playback.playing);
        return true;
    case SDLK_o:
    case SDLK_RIGHT:
        playback_seek(a, at + leap);
        return true;
    case SDLK_LEFT:
        playback_seek(a, at - leap);
        return true;
    default:
        return false;
    }
}

static void play_on(playback* p, double seconds) {
    int64_t at = trace_position(p->trace), count = trace_count(p->trace), turn = trace_refinement(p->trace);
    p->due += seconds * (double)p->speed;
    int64_t events = (int64_t)p->due;
    p->due -= (double)events;
    if (!p->speed_kept && at < turn && at + events > turn) events = turn - at; // the speed changes there
    trace_seek(p->trace, SDL_min(at + events, count));
    suit_speed(p);
    p->playing = trace_position(p->trace) < count;
}

void playback_follow(app* a, double seconds) {
    playback* p = &a->playback;
    bool wanted = p->open || (a->layers >> LAYER_LISTS & 1) != 0;
    if (wanted && p->stale && (a->drag == DRAG_NONE || p->record_ms < QUICK_MS)) {
        bool ended = p->open && p->trace != NULL && trace_position(p->trace) == trace_count(p->trace);
        if (!record_query(a))
            p->open = p->playing = false;
        else if (p->open && !ended)
            start(a);
    }
    if (is_loaded(p) && p->playing && a->drag == DRAG_NONE) play_on(p, seconds);
}

uint32_t playback_layers(const app* a) {
    const playback* p = &a->playback;
    if (!is_loaded(p)) return a->layers;
    uint32_t hidden = 1u << LAYER_AGENT;
    if (trace_position(p->trace) < trace_refinement(p->trace)) hidden |= 1u << LAYER_ROUTE;
    if (trace_position(p->trace) < trace_total(p->trace)) hidden |= 1u << LAYER_PATH | 1u << LAYER_WAYPOINTS;
    return a->layers & ~hidden;
}
