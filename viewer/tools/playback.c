// playback.c: how is the search of the current query recorded and played back?
#include "tools/playback.h"
#include "platform/parse.h"
#include "platform/work.h"
#include "views/trace_layer.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_A_PART 6.0  // the abstract search takes at first, and that over tiles
#define QUICK_MS       25.0 // to record: follows a marker while it is dragged

static void forget(playback* p) {
    trace_layer_reset(&p->layer);
    trace_destroy(p->trace);
    p->trace = NULL;
    p->stale = true;
}

static void listen(void* context, scene_event event) {
    playback* p = context;
    if (event == SCENE_OPENED || event == SCENE_REBUILT) forget(p);
    if (event == SCENE_PLANNED) p->stale = true;
}

void playback_init(playback* p, document* d, view* v) {
    *p = (playback){.document = d, .view = v, .speed = 100, .limit = TRACE_LIMIT};
    scene_listen(&d->scene, listen, p);
}

void playback_destroy(playback* p) {
    forget(p);
    wend_path_destroy(p->path);
    p->path = NULL;
}

void playback_set_renderer(playback* p, SDL_Renderer* renderer) {
    trace_layer_reset(&p->layer);
    p->layer.renderer = renderer;
}

// ---- recording

typedef struct recording {
    const scene* scene;
    trace* trace;
    wend_path* path;
    wend_stats stats;
    double units;
    job* job;
    int64_t closed, passable;
    bool failed;
} recording;

static void take_event(const wend_event* event, void* context) {
    recording* r = context;
    r->closed += event->kind == WEND_EVENT_CLOSED && event->level == 0;
    if (!r->failed) r->failed = !trace_add(r->trace, event, r->units);
}

static bool should_cancel(void* context) {
    recording* r = context;
    double fraction = (double)r->closed / (double)SDL_max(r->passable, 1);
    return !job_report(fmin(fraction, 1), r->job) || r->failed;
}

static wend_result record(job* j, void* context) {
    recording* r = context;
    r->job = j;
    wend_search_def def = wend_default_search_def();
    def.observer = (wend_search_observer){take_event, r};
    def.should_cancel = should_cancel;
    def.cancel_context = r;
    wend_search* search = NULL;
    wend_result result = wend_search_create(&def, &search);
    if (result != WEND_OK) return result;
    // The kernel takes a cluster at once; A* shows every tile, and finds the same cost.
    wend_query query = scene_planned_query(r->scene);
    query.refinement = WEND_REFINE_ASTAR;
    result = wend_find_path(search, r->scene->world, &query, r->path, &r->stats);
    wend_search_destroy(search);
    return r->failed ? WEND_ERROR_MEMORY : result;
}

// Records the current query. Shows a notice and returns false when that fails.
static bool record_query(playback* p) {
    forget(p);
    p->stale = false;
    const scene* s = &p->document->scene;
    notice* n = p->document->notice;
    Uint64 began = SDL_GetPerformanceCounter();
    recording r = {.scene = s,
                   .trace = trace_create(wend_grid_width(s->grid), wend_grid_height(s->grid), p->limit),
                   .units = s->query.algorithm == WEND_BFS ? 1 : wend_grid_cost_units(s->grid),
                   .passable = wend_grid_passable_count(s->grid)};
    wend_result result = r.trace != NULL ? wend_path_create(NULL, &r.path) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) result = work_run(p->view->window, s->name, "recording the search", record, &r);
    p->record_ms =
        (double)(SDL_GetPerformanceCounter() - began) * 1e3 / (double)SDL_GetPerformanceFrequency();
    if (result != WEND_OK) {
        trace_destroy(r.trace);
        wend_path_destroy(r.path);
        notice_show(n, true, "the search is not recorded: %s", wend_result_string(result));
        return false;
    }
    wend_path_destroy(p->path);
    p->path = r.path;
    p->stats = r.stats;
    p->trace = r.trace;
    p->greedy = s->query.algorithm == WEND_GREEDY;
    p->layer.renderer = p->view->window->renderer;
    char all[32], kept[32];
    if (p->trace->count < p->trace->total)
        notice_show(n, false, "the search made %s events, of which the first %s are kept",
                    playback_grouped(p->trace->total, all), playback_grouped(p->trace->count, kept));
    return true;
}

// ---- playing

bool playback_is_loaded(const playback* p) {
    return p->open && p->trace != NULL;
}

// Each part of the search has its own speed until the user chooses one.
static void suit_speed(playback* p) {
    int64_t count = p->trace->count, turn = p->trace->refinement;
    bool abstract = p->trace->position < turn;
    double events = (double)(abstract ? turn : count - turn);
    if (!p->speed_kept) p->speed = (float)fmin(fmax(events / SECONDS_A_PART, 4), (double)PLAYBACK_FASTEST);
}

static void start(playback* p) {
    trace_seek(p->trace, 0);
    p->due = 0;
    suit_speed(p);
}

static void toggle(playback* p) {
    p->open = !p->open;
    p->playing = p->open;
    if (p->open && (p->trace == NULL || p->stale)) p->open = p->playing = record_query(p);
    if (p->open)
        start(p);
    else if (p->trace != NULL)
        trace_seek(p->trace, p->trace->count);
    if (!p->open) view_take_room(p->view, p->view->panel_width, 0);
}

static void seek(playback* p, int64_t position) {
    if (!playback_is_loaded(p)) return;
    p->playing = false;
    trace_seek(p->trace, SDL_clamp(position, 0, p->trace->count));
    suit_speed(p);
}

static void play_on(playback* p, double seconds) {
    int64_t at = p->trace->position, count = p->trace->count, turn = p->trace->refinement;
    p->due += seconds * (double)p->speed;
    int64_t events = (int64_t)p->due;
    p->due -= (double)events;
    if (!p->speed_kept && at < turn && at + events > turn) events = turn - at; // the speed changes there
    trace_seek(p->trace, SDL_min(at + events, count));
    suit_speed(p);
    p->playing = p->trace->position < count;
}

void playback_follow(playback* p, double seconds, bool dragging) {
    bool wanted = p->open || view_has(p->view, LAYER_LISTS);
    if (wanted && p->stale && (!dragging || p->record_ms < QUICK_MS)) {
        bool ended = p->open && p->trace != NULL && p->trace->position == p->trace->count;
        if (!record_query(p))
            p->open = p->playing = false;
        else if (p->open && !ended)
            start(p);
    }
    if (playback_is_loaded(p) && p->playing && !dragging) play_on(p, seconds);
}

// ---- what is seen

uint32_t playback_layers(const playback* p) {
    uint32_t hidden = 1u << LAYER_AGENT;
    if (!playback_is_loaded(p)) return p->view->layers;
    if (p->trace->position < p->trace->refinement) hidden |= 1u << LAYER_ROUTE;
    if (p->trace->position < p->trace->total) hidden |= 1u << LAYER_PATH | 1u << LAYER_WAYPOINTS;
    return p->view->layers & ~hidden;
}

static bool is_shown(const playback* p) {
    return p->trace != NULL && (p->open || view_has(p->view, LAYER_LISTS));
}

void playback_draw_below(playback* p) {
    if (!is_shown(p)) return;
    trace_layer_draw(&p->layer, p->trace, &p->view->camera);
    search_marks_draw_below(p->view, p->trace);
}

void playback_draw(const playback* p) {
    if (is_shown(p)) search_marks_draw(p->view, p->trace, p->open);
}

void playback_draw_values(const playback* p) {
    if (is_shown(p) && view_has(p->view, LAYER_NUMBERS)) tile_values_draw(p->view, p->trace, p->greedy);
}

bool playback_values_at_pointer(const playback* p, trace_values* tile_out, trace_values* node_out) {
    *tile_out = *node_out = (trace_values){.state = TRACE_UNSEEN};
    if (!is_shown(p) || !p->view->pointer_inside) return false;
    const wend_tile tile = view_pointer_tile(p->view);
    bool known = trace_values_at(p->trace, tile, tile_out);
    return trace_node_values_at(p->trace, tile, node_out) || known;
}

double playback_estimate(const playback* p, const trace_values* values) {
    return trace_estimate(values, p->greedy);
}

const char* playback_grouped(int64_t number, char out[32]) {
    char digits[24];
    int count = snprintf(digits, sizeof digits, "%" PRId64, number), used = 0;
    for (int i = 0; i < count; i++) {
        if (i > 0 && (count - i) % 3 == 0) out[used++] = ' ';
        out[used++] = digits[i];
    }
    out[used] = '\0';
    return out;
}

// ---- commands

static void turn_player(void* owner, bool open) {
    playback* p = owner;
    if (open != p->open) toggle(p);
}

static void turn_playing(void* owner, bool playing) {
    playback* p = owner;
    if (!p->open) toggle(p);
    if (!playback_is_loaded(p)) return;
    p->playing = playing;
    if (playing && p->trace->position == p->trace->count) start(p);
}

// An event, or one of the places of the bar.
static bool run_position(void* owner, const char* value, char* why) {
    playback* p = owner;
    if (!p->open) toggle(p);
    if (p->trace == NULL) return true; // and there was a notice
    double position = 0;
    if (strcmp(value, "end") == 0)
        position = (double)p->trace->count;
    else if (strcmp(value, "refinement") == 0)
        position = (double)p->trace->refinement;
    else if (!parse_range(value, 0, 1e9, &position, why))
        return false;
    seek(p, (int64_t)position);
    return true;
}

// Goes forward by a number of events, or back when it is negative.
static bool run_by(void* owner, const char* value, char* why) {
    playback* p = owner;
    double events = 0;
    if (!parse_range(value, -1e9, 1e9, &events, why)) return false;
    if (playback_is_loaded(p)) seek(p, p->trace->position + (int64_t)events);
    return true;
}

static void keep_speed(void* owner) {
    ((playback*)owner)->speed_kept = true;
}

static void record_again(void* owner) {
    ((playback*)owner)->stale = true;
}

const command_def playback_commands[] = {
    COMMAND_TURN("player", playback, open, turn_player, COMMAND_SETTING),
    COMMAND_TURN("playing", playback, playing, turn_playing, COMMAND_SETTING),
    COMMAND("play_position", run_position, COMMAND_SETTING),
    COMMAND_NUMBER("play_speed", playback, speed, VALUE_FLOAT, (double)PLAYBACK_SLOWEST,
                   (double)PLAYBACK_FASTEST, .then = keep_speed),
    COMMAND_NUMBER("play_limit", playback, limit, VALUE_INT, 0, 100e6, .then = record_again),
    COMMAND("play-by", run_by, COMMAND_ACTION),
    COMMANDS_END,
};
