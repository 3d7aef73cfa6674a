// pair.c: how do two searches answer the query of the document, side by side?
#include "tools/pair.h"
#include "platform/commands.h"
#include <stdio.h>
#include <string.h>

enum { LIMIT = TRACE_LIMIT / 2 }; // events kept of each search

#define QUICK_MS 25.0 // to record: follows a marker while it is dragged

static void forget(pair* p) {
    trace_layer_reset(&p->layer);
    for (int side = 0; side < PAIR_SIDES; side++) recording_clear(&p->searches[side]);
    p->stale = true;
}

static void listen(void* context, scene_event event) {
    pair* p = context;
    if (event == SCENE_OPENED || event == SCENE_REBUILT || event == SCENE_ENDING) forget(p);
    if (event == SCENE_OPENED) {
        int stem = (int)strcspn(p->document->scene.name, ".");
        snprintf(p->picture, sizeof p->picture, "%.*s-searches.png", SDL_min(stem, 200),
                 p->document->scene.name);
    }
    if (event == SCENE_PLANNED) p->stale = true;
}

void pair_set_renderer(pair* p, SDL_Renderer* renderer) {
    trace_layer_reset(&p->layer);
    p->layer.renderer = renderer;
}

// ---- both searches

static void set_side(wend_query* query, const pair_side* side) {
    query->algorithm = side->algorithm;
    query->heuristic = side->heuristic;
    query->heuristic_weight = side->weight;
    scene_fit_algorithm(query);
}

static void list_queries(const pair* p, wend_query out[PAIR_SIDES]) {
    for (int side = 0; side < PAIR_SIDES; side++) {
        out[side] = compare_query_of(&p->document->scene);
        set_side(&out[side], &p->sides[side]);
    }
}

bool pair_is_recorded(const pair* p) {
    return p->searches[PAIR_A].trace != NULL && p->searches[PAIR_B].trace != NULL;
}

int64_t pair_length(const pair* p) {
    return SDL_max(p->searches[PAIR_A].trace->count, p->searches[PAIR_B].trace->count);
}

void pair_seek(pair* p, int64_t position) {
    p->position = SDL_clamp(position, 0, pair_length(p));
    for (int side = 0; side < PAIR_SIDES; side++) {
        trace* t = p->searches[side].trace;
        trace_seek(t, SDL_min(p->position, t->count));
    }
}

static void count_block(pair* p, const trace_block* first, const trace_block* second) {
    static const trace_block none;
    const trace_block *a = first != NULL ? first : &none, *b = second != NULL ? second : &none;
    for (int i = 0; i < TRACE_SIDE * TRACE_SIDE; i++) {
        bool by_a = (a->tiles[i] & 3) == TRACE_CLOSED, by_b = (b->tiles[i] & 3) == TRACE_CLOSED;
        p->both += by_a && by_b;
        p->only[PAIR_A] += by_a && !by_b;
        p->only[PAIR_B] += by_b && !by_a;
    }
}

// At the end of both searches.
static void count_tiles(pair* p) {
    const trace *a = p->searches[PAIR_A].trace, *b = p->searches[PAIR_B].trace;
    p->only[PAIR_A] = p->only[PAIR_B] = p->both = 0;
    for (int32_t i = 0; i < a->block_count; i++)
        count_block(p, a->blocks[i],
                    trace_block_at(b, a->blocks[i]->column, a->blocks[i]->row, a->blocks[i]->floor));
    for (int32_t i = 0; i < b->block_count; i++)
        if (trace_block_at(a, b->blocks[i]->column, b->blocks[i]->row, b->blocks[i]->floor) == NULL)
            count_block(p, NULL, b->blocks[i]);
}

// False, after a notice: one of them could not be recorded.
bool pair_record(pair* p) {
    bool whole = !pair_is_recorded(p) || p->position == pair_length(p);
    int64_t position = p->position;
    forget(p);
    p->stale = p->asked = false;
    wend_query queries[PAIR_SIDES];
    list_queries(p, queries);
    for (int side = 0; side < PAIR_SIDES; side++) {
        queries[side].hex_diagonals = false; // which some of the algorithms do not have
        if (recording_make(&p->searches[side], p->document, &queries[side], LIMIT)) continue;
        forget(p);
        p->stale = false; // otherwise every frame would try again
        return false;
    }
    p->layer.renderer = p->view->window->renderer;
    count_tiles(p);
    pair_seek(p, whole ? pair_length(p) : position);
    return true;
}

void pair_follow(pair* p, bool shown, bool automatic, bool dragging) {
    p->shown = shown;
    double ms = p->searches[PAIR_A].ms + p->searches[PAIR_B].ms;
    bool wanted = p->asked || (automatic && p->stale && (!dragging || ms < QUICK_MS));
    if (shown && wanted) pair_record(p);
}

// ---- measures

void pair_prepare(pair* p) {
    wend_query queries[PAIR_SIDES];
    list_queries(p, queries);
    compare_prepare(&p->measures, &p->document->scene, queries, PAIR_SIDES, COMPARE_RUNS);
}

bool pair_is_measured(const pair* p) {
    wend_query queries[PAIR_SIDES];
    list_queries(p, queries);
    return compare_is_of(&p->measures, &p->document->scene, queries);
}

// ---- what is seen

void pair_draw_below(pair* p) {
    if (!p->shown || !pair_is_recorded(p)) return;
    trace_layer_draw(&p->layer, p->searches[PAIR_A].trace, p->searches[PAIR_B].trace, &p->view->camera);
}

void pair_draw(const pair* p) {
    if (!p->shown || !pair_is_recorded(p)) return;
    const trace* traces[PAIR_SIDES];
    const wend_path* paths[PAIR_SIDES] = {NULL, NULL};
    for (int side = 0; side < PAIR_SIDES; side++) {
        const recording* r = &p->searches[side];
        traces[side] = r->trace;
        if (r->trace->position == r->trace->count) paths[side] = r->path;
    }
    search_marks_draw_pair(p->view, traces, paths);
}

// ---- sides

bool pair_has_heuristic(const pair_side* side) {
    return side->algorithm == WEND_ASTAR || side->algorithm == WEND_GREEDY;
}

bool pair_has_weight(const pair_side* side) {
    return side->algorithm == WEND_ASTAR;
}

// ---- commands

// "astar", "astar,octile" or "astar,octile,1.5": what is left out stays.
static bool parse_side(pair_side* side, const char* value, char* why) {
    char words[80];
    snprintf(words, sizeof words, "%s", value);
    char* heuristic = strchr(words, ',');
    if (heuristic != NULL) *heuristic++ = '\0';
    char* weight = heuristic != NULL ? strchr(heuristic, ',') : NULL;
    if (weight != NULL) *weight++ = '\0';
    pair_side read = *side;
    int algorithm = parse_word(words, "algorithm", scene_algorithm_name, why);
    int chosen = heuristic != NULL ? parse_word(heuristic, "heuristic", document_heuristic_name, why) : 0;
    double factor = 0;
    if (algorithm < 0 || chosen < 0 || (weight != NULL && !parse_range(weight, 0, 16, &factor, why)))
        return false;
    read.algorithm = (wend_algorithm)algorithm;
    if (heuristic != NULL) read.heuristic = (wend_heuristic)chosen;
    if (weight != NULL) read.weight = (float)factor;
    *side = read;
    return true;
}

static bool set_parsed_side(pair* p, int side, const char* value, char* why) {
    p->stale = true;
    return parse_side(&p->sides[side], value, why);
}

static bool run_a(void* owner, const char* value, char* why) {
    return set_parsed_side(owner, PAIR_A, value, why);
}

static bool run_b(void* owner, const char* value, char* why) {
    return set_parsed_side(owner, PAIR_B, value, why);
}

static void act_swap(void* owner) {
    pair* p = owner;
    pair_side a = p->sides[PAIR_A];
    p->sides[PAIR_A] = p->sides[PAIR_B];
    p->sides[PAIR_B] = a;
    p->stale = true;
}

static void take_picture(void* owner, const char* value) {
    pair* p = owner;
    snprintf(p->picture, sizeof p->picture, "%s", value);
    if (p->shown && pair_is_recorded(p))
        p->picture_wanted = true;
    else
        notice_show(p->document->notice, true, "%s: not saved: the two searches are not shown", value);
}

static const command_def pair_commands[] = {
    COMMAND("pair_a", run_a, COMMAND_SETTING),
    COMMAND("pair_b", run_b, COMMAND_SETTING),
    COMMAND_ACT("pair-swap", act_swap, COMMAND_ACTION),
    COMMAND_TAKE("pair_picture", take_picture, COMMAND_SETTING),
    COMMAND_TEXT("pair-picture-name", pair, picture, .kind = COMMAND_ACTION),
    COMMANDS_END,
};

void pair_init(pair* p, document* d, view* v) {
    *p = (pair){.document = d, .view = v, .stale = true};
    p->sides[PAIR_A] = (pair_side){WEND_ASTAR, WEND_OCTILE, 1};
    p->sides[PAIR_B] = (pair_side){WEND_HPA, WEND_OCTILE, 1};
    scene_listen(&d->scene, listen, p);
    commands_add(d->commands, pair_commands, p);
}
