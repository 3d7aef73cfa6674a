// playback.c: how is the search of the current query recorded and played back?
#include "tools/playback.h"
#include "platform/commands.h"
#include "views/trace_layer.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SECONDS_A_PART  6.0  // the abstract search takes at first, and that over tiles
#define SECONDS_A_FLOOR 0.5  // that a floor is shown at least: a search may alternate between two
#define QUICK_MS        25.0 // to record: follows a marker while it is dragged

static void forget(playback* p) {
    trace_layer_reset(&p->layer);
    recording_clear(&p->search);
    p->stale = true;
}

static void listen(void* context, scene_event event) {
    playback* p = context;
    if (event == SCENE_OPENED || event == SCENE_REBUILT || event == SCENE_ENDING) forget(p);
    if (event == SCENE_PLANNED) p->stale = true;
}

void playback_set_renderer(playback* p, SDL_Renderer* renderer) {
    trace_layer_reset(&p->layer);
    p->layer.renderer = renderer;
}

// ---- recording

static bool shows_pair(const playback* p) {
    return p->pair->shown;
}

// Records the current query. Shows a notice and returns false when that fails.
static bool record_query(playback* p) {
    forget(p);
    p->stale = false;
    const wend_query query = scene_planned_query(&p->document->scene);
    if (!recording_make(&p->search, p->document, &query, p->limit)) return false;
    const trace* t = p->search.trace;
    p->layer.renderer = p->view->window->renderer;
    char all[32], kept[32];
    if (t->count < t->total)
        notice_show(p->document->notice, false, "the search made %s events, of which the first %s are kept",
                    playback_grouped(t->total, all), playback_grouped(t->count, kept));
    return true;
}

// ---- playing

bool playback_is_loaded(const playback* p) {
    return p->open && (shows_pair(p) ? pair_is_recorded(p->pair) : p->search.trace != NULL);
}

int64_t playback_position(const playback* p) {
    return shows_pair(p) ? p->pair->position : p->search.trace->position;
}

int64_t playback_length(const playback* p) {
    return shows_pair(p) ? pair_length(p->pair) : p->search.trace->count;
}

int64_t playback_turn(const playback* p) {
    return shows_pair(p) ? 0 : p->search.trace->refinement;
}

static void go_to(playback* p, int64_t position) {
    if (shows_pair(p))
        pair_seek(p->pair, position);
    else
        trace_seek(p->search.trace, position);
}

// Shows the floor of the last event. seconds: for so long it shows no other one.
static void follow_floor(playback* p, double seconds) {
    const trace* t = p->search.trace;
    if (shows_pair(p) || t->position == 0) return;
    const trace_event e = trace_get(t, t->position - 1);
    const bool of_area =
        e.kind == WEND_EVENT_CORRIDOR || e.kind == WEND_EVENT_PROPAGATED || e.kind == WEND_EVENT_CLUSTER;
    const int32_t floor = of_area ? e.area.floor : e.tile.floor;
    if (view_shows_floor(p->view, floor)) return;
    view_show_floor(p->view, floor);
    p->floor_seconds = seconds;
}

// Each part of the search has its own speed until the user chooses one.
static void suit_speed(playback* p) {
    int64_t length = playback_length(p), turn = playback_turn(p);
    bool abstract = playback_position(p) < turn;
    double events = (double)(abstract ? turn : length - turn);
    if (!p->speed_kept) p->speed = (float)fmin(fmax(events / SECONDS_A_PART, 4), (double)PLAYBACK_FASTEST);
}

static void start(playback* p) {
    go_to(p, 0);
    p->due = 0;
    suit_speed(p);
}

// Closed, the player leaves the end on the map.
static void close_player(playback* p) {
    p->open = p->playing = false;
    if (p->search.trace != NULL) trace_seek(p->search.trace, p->search.trace->count);
    if (pair_is_recorded(p->pair)) pair_seek(p->pair, pair_length(p->pair));
    view_take_room(p->view, p->view->panel_width, 0);
}

static void toggle(playback* p) {
    if (p->open) {
        close_player(p);
        return;
    }
    p->open = true;
    if (shows_pair(p))
        p->open = (pair_is_recorded(p->pair) && !p->pair->stale) || pair_record(p->pair);
    else if (p->search.trace == NULL || p->stale)
        p->open = record_query(p);
    p->playing = p->open;
    if (playback_is_loaded(p)) start(p);
}

static void seek(playback* p, int64_t position) {
    if (!playback_is_loaded(p)) return;
    p->playing = false;
    go_to(p, SDL_clamp(position, 0, playback_length(p)));
    follow_floor(p, 0);
    suit_speed(p);
}

static void play_on(playback* p, double seconds) {
    int64_t at = playback_position(p), length = playback_length(p), turn = playback_turn(p);
    p->due += seconds * (double)p->speed;
    int64_t events = (int64_t)p->due;
    p->due -= (double)events;
    if (!p->speed_kept && at < turn && at + events > turn) events = turn - at; // the speed changes there
    go_to(p, SDL_min(at + events, length));
    p->floor_seconds -= seconds;
    if (p->floor_seconds <= 0 || playback_position(p) == length) follow_floor(p, SECONDS_A_FLOOR);
    suit_speed(p);
    p->playing = playback_position(p) < length;
}

// The search of the query itself, unless the map shows a pair of others.
static void follow_query(playback* p, bool dragging) {
    bool wanted = p->open || view_has(p->view, LAYER_LISTS);
    if (!wanted || !p->stale || (dragging && p->search.ms >= QUICK_MS)) return;
    const trace* t = p->search.trace;
    bool ended = p->open && t != NULL && t->position == t->count;
    if (!record_query(p))
        p->open = p->playing = false;
    else if (p->open && !ended)
        start(p);
}

void playback_follow(playback* p, double seconds, bool dragging) {
    if (!shows_pair(p)) follow_query(p, dragging);
    if (playback_is_loaded(p) && p->playing && !dragging) play_on(p, seconds);
}

// ---- what is seen

static bool is_shown(const playback* p) {
    return !shows_pair(p) && p->search.trace != NULL && (p->open || view_has(p->view, LAYER_LISTS));
}

uint32_t playback_layers(const playback* p) {
    const uint32_t ends = 1u << LAYER_PATH | 1u << LAYER_WAYPOINTS, agent = 1u << LAYER_AGENT;
    uint32_t hidden = is_shown(p) && tile_values_have_room(p->view) ? 0 : 1u << LAYER_NUMBERS;
    if (shows_pair(p)) hidden |= ends | agent | 1u << LAYER_ROUTE;
    if (shows_pair(p) || !playback_is_loaded(p)) return p->view->layers & ~hidden;
    const trace* t = p->search.trace;
    hidden |= agent;
    if (t->position < t->refinement) hidden |= 1u << LAYER_ROUTE;
    if (t->position < t->total) hidden |= ends;
    return p->view->layers & ~hidden;
}

void playback_draw_below(playback* p) {
    pair_draw_below(p->pair);
    if (!is_shown(p)) return;
    trace_layer_draw(&p->layer, p->search.trace, NULL, &p->view->camera);
    search_marks_draw_below(p->view, p->search.trace);
}

void playback_draw(const playback* p) {
    pair_draw(p->pair);
    if (is_shown(p)) search_marks_draw(p->view, p->search.trace, p->open);
}

void playback_draw_values(const playback* p) {
    if (is_shown(p) && view_has(p->view, LAYER_NUMBERS))
        tile_values_draw(p->view, p->search.trace, p->search.greedy);
}

bool playback_values_at_pointer(const playback* p, const recording* search, trace_values* tile_out,
                                trace_values* node_out) {
    *tile_out = *node_out = (trace_values){.state = TRACE_UNSEEN};
    if (search->trace == NULL || !(shows_pair(p) || is_shown(p)) || !p->view->pointer_inside) return false;
    const wend_tile tile = view_pointer_tile(p->view);
    bool known = trace_values_at(search->trace, tile, tile_out);
    return trace_node_values_at(search->trace, tile, node_out) || known;
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
    if (playing && playback_position(p) == playback_length(p)) start(p);
}

// An event, or one of the places of the bar.
static bool run_position(void* owner, const char* value, char* why) {
    playback* p = owner;
    if (!p->open) toggle(p);
    if (!playback_is_loaded(p)) return true; // and there was a notice
    double position = 0;
    if (strcmp(value, "end") == 0)
        position = (double)playback_length(p);
    else if (strcmp(value, "refinement") == 0)
        position = (double)playback_turn(p);
    else if (!parse_range(value, 0, 1e9, &position, why))
        return false;
    seek(p, (int64_t)position);
    return true;
}

// Goes forward by a number of events, or back when it is negative.
static void play_by(void* owner, double events) {
    playback* p = owner;
    if (playback_is_loaded(p)) seek(p, playback_position(p) + (int64_t)events);
}

static void keep_speed(void* owner) {
    ((playback*)owner)->speed_kept = true;
}

static void record_again(void* owner) {
    ((playback*)owner)->stale = true;
}

static const command_def playback_commands[] = {
    COMMAND_TURN("player", playback, open, turn_player, COMMAND_SETTING),
    COMMAND_TURN("playing", playback, playing, turn_playing, COMMAND_SETTING),
    COMMAND("play_position", run_position, COMMAND_SETTING),
    COMMAND_NUMBER("play_speed", playback, speed, VALUE_FLOAT, (double)PLAYBACK_SLOWEST,
                   (double)PLAYBACK_FASTEST, .then = keep_speed),
    COMMAND_NUMBER("play_limit", playback, limit, VALUE_INT, 0, 100e6, .then = record_again),
    COMMAND_SET("play-by", -1e9, 1e9, play_by, .kind = COMMAND_ACTION),
    COMMANDS_END,
};

void playback_init(playback* p, document* d, view* v, pair* two) {
    *p = (playback){.document = d, .view = v, .pair = two, .speed = 100, .limit = TRACE_LIMIT};
    scene_listen(&d->scene, listen, p);
    commands_add(d->commands, playback_commands, p);
}
