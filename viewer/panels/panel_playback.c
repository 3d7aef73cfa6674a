// panel_playback.c: what does the player of a search say and offer?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CELL_WIDTH = 152, SLIDER_WIDTH = 190 };

// ---- words

static void describe_event(const recording* r, const scene* s, char* out, size_t size) {
    const trace_event event = trace_get(r->trace, r->trace->position - 1), *e = &event;
    static const char* const verbs[] = {[WEND_EVENT_OPENED] = "opened",
                                        [WEND_EVENT_IMPROVED] = "improved",
                                        [WEND_EVENT_REOPENED] = "re-opened",
                                        [WEND_EVENT_CLOSED] = "closed"};
    const char* node = e->level > 0 ? "node " : "";
    const tile_text to = place_tile(s, e->tile), from = place_tile(s, e->from);
    bool start = same_tile(e->from, s->query.start);
    switch (e->kind) {
    case WEND_EVENT_LINKED:
        snprintf(out, size, "%s linked to node %s at cost %.2f", start ? "start" : "goal", to.text, e->cost);
        break;
    case WEND_EVENT_GOAL:
        if (same_tile(e->tile, e->from))
            snprintf(out, size, "searches for all goals that are left");
        else
            snprintf(out, size, "searches for the goal at %s", to.text);
        break;
    case WEND_EVENT_CLUSTER:
        snprintf(out, size, "took the cluster of level %d at %s, estimate %.2f", e->level, to.text, e->cost);
        break;
    case WEND_EVENT_ROW:
        snprintf(out, size, "relaxes the row of node %s in a cluster of level %d", to.text, e->level);
        break;
    case WEND_EVENT_LEG:
        snprintf(out, size, "route: from %s to %s", from.text, to.text);
        break;
    case WEND_EVENT_CORRIDOR:
        snprintf(out, size, "corridor: the cluster at %s", to.text);
        break;
    case WEND_EVENT_PROPAGATED:
        snprintf(out, size, "propagated costs over the cluster at %s", to.text);
        break;
    default:
        snprintf(out, size, "%s %s%s from %s: g %.2f, h %.2f, f %.2f", verbs[e->kind], node, to.text,
                 from.text, e->cost, e->heuristic,
                 trace_estimate(&(trace_values){.cost = e->cost, .heuristic = e->heuristic}, r->greedy));
    }
}

static void describe_search(const recording* r, const scene* s, char* out, size_t size) {
    int64_t position = r->trace->position;
    wend_outcome outcome = wend_path_outcome(r->path);
    if (r->trace->total == 0)
        snprintf(out, size, "%s: known without a search", row_outcome(outcome));
    else if (position == 0)
        snprintf(out, size, "before the first event");
    else if (position == r->trace->total && outcome == WEND_FOUND)
        snprintf(out, size, "found, cost %.2f", wend_path_cost(r->path));
    else if (position == r->trace->total)
        snprintf(out, size, "%s", row_outcome(outcome));
    else
        describe_event(r, s, out, size);
}

void panel_playback_describe(const playback* p, char* out, size_t size) {
    describe_search(&p->search, &p->document->scene, out, size);
}

// What the search knows of a tile or a node.
static int describe_values(const recording* r, const scene* s, const trace_values* v, char* out,
                           size_t size) {
    const char* state = v->state == TRACE_OPEN ? "open" : "closed";
    char name[60], parent[80] = "the search begins here";
    const bool over_link =
        v->level == 0 && (v->tile.floor != v->parent.floor || abs(v->tile.x - v->parent.x) > 1 ||
                          abs(v->tile.y - v->parent.y) > 1);
    if (v->level > 0)
        snprintf(name, sizeof name, "node of level %d", v->level);
    else
        snprintf(name, sizeof name, "tile %s", place_tile(s, v->tile).text);
    if (!same_tile(v->tile, v->parent))
        snprintf(parent, sizeof parent, "parent %s%s", place_tile(s, v->parent).text,
                 over_link ? " over a link" : "");
    return snprintf(out, size, "%s: %s\ng %.2f   h %.2f   f %.2f\n%s", name, state, v->cost, v->heuristic,
                    trace_estimate(v, r->greedy), parent);
}

static bool describe_pointer(const playback* p, const recording* r, char* out, size_t size) {
    trace_values tile, node;
    size_t used = 0;
    if (!playback_values_at_pointer(p, r, &tile, &node)) return false;
    if (tile.state != TRACE_UNSEEN) used = (size_t)describe_values(r, &p->document->scene, &tile, out, size);
    if (node.state == TRACE_UNSEEN) return true;
    if (used > 0) used += (size_t)snprintf(out + used, size - used, "\n");
    describe_values(r, &p->document->scene, &node, out + used, size - used);
    return true;
}

bool panel_playback_describe_pointer(const playback* p, char* out, size_t size) {
    if (!p->pair->shown) return describe_pointer(p, &p->search, out, size);
    bool any = false;
    size_t used = 0;
    for (int side = 0; side < PAIR_SIDES; side++) {
        char text[300] = "not reached";
        any |= describe_pointer(p, &p->pair->searches[side], text, sizeof text);
        used += (size_t)snprintf(out + used, size - used, "%s%c: %s", side > 0 ? "\n" : "", 'A' + side, text);
    }
    return any;
}

void panel_playback_show_tooltip(const playback* p) {
    char text[PLAYBACK_TEXT];
    const view* v = p->view;
    if (!gui_covers(v->pointer_x, v->pointer_y) && panel_playback_describe_pointer(p, text, sizeof text))
        gui_tooltip(text);
}

// ---- the bar

static void show_buttons(const playback* p, commands* c) {
    const struct {
        gui_icon icon;
        const char *name, *hint, *command, *value;
    } buttons[] = {
        {ICON_TO_BEGIN, "to begin", "to the begin (Ctrl+Left)", "play_position", "0"},
        {ICON_BACK, "back", "a step back (Left; 100 with Shift)", "play-by", "-1"},
        {p->playing ? ICON_PAUSE_PLAYER : ICON_PLAY, p->playing ? "pause" : "play",
         p->playing ? "pause (Space)" : "play (Space)", "playing", p->playing ? "0" : "1"},
        {ICON_FORWARD, "forward", "a step on (Right, O; 100 with Shift)", "play-by", "1"},
        {ICON_TO_END, "to end", "to the end (Ctrl+Right)", "play_position", "end"},
        {ICON_CLOSE, "close", "close (P)", "player", "0"},
    };
    for (size_t i = 0; i < sizeof buttons / sizeof buttons[0]; i++)
        if (gui_player_button(buttons[i].icon, buttons[i].name, buttons[i].hint, i > 0))
            commands_push(c, buttons[i].command, buttons[i].value);
    float speed = p->speed;
    char number[32], format[64];
    snprintf(format, sizeof format, "%s events/s", playback_grouped((int64_t)roundf(speed), number));
    if (gui_speed_slider(format, &speed, PLAYBACK_SLOWEST, PLAYBACK_FASTEST, SLIDER_WIDTH * p->view->scale))
        commands_pushf(c, "play_speed", "%.9g", (double)speed);
}

// In one line where there is room for the longest text, else in two, cut before "from", so that the bar keeps
// its height.
static void show_event(const playback* p, float width) {
    const trace* t = p->search.trace;
    char at[32], of[32], all[32], text[300], line[450];
    panel_playback_describe(p, text, sizeof text);
    bool whole = t->count == t->total, roomy = width > 5 * CELL_WIDTH * p->view->scale;
    char* rest = roomy ? NULL : strstr(text, " from ");
    if (rest != NULL) *rest++ = '\0';
    snprintf(line, sizeof line, "%s of %s%s%s   %s", playback_grouped(t->position, at),
             playback_grouped(t->count, of), whole ? "" : " kept, of ",
             whole ? "" : playback_grouped(t->total, all), text);
    gui_text(GUI_PLAIN, line);
    // Which of the two searches that is.
    const bool refines = scene_refines(p->document->scene.query.algorithm);
    if (refines && roomy && t->position > t->refinement && t->position < t->total) {
        gui_same_line();
        gui_text(GUI_QUIET, "  A* over tiles");
    }
    if (!roomy) gui_text(GUI_PLAIN, rest != NULL ? rest : "");
}

static void show_counters(const playback* p, float width) {
    const trace_counters* now = &p->search.trace->now;
    const int64_t *tiles = now->kinds[0], *nodes = now->kinds[1];
    int64_t clusters = nodes[WEND_EVENT_CORRIDOR] + nodes[WEND_EVENT_PROPAGATED];
    int64_t values[] = {
        tiles[WEND_EVENT_OPENED], tiles[WEND_EVENT_CLOSED], tiles[WEND_EVENT_REOPENED], now->open[0],
        nodes[WEND_EVENT_OPENED], nodes[WEND_EVENT_CLOSED], nodes[WEND_EVENT_ROW],      clusters};
    static const char* const names[] = {"opened", "closed",       "re-opened", "open list",
                                        "nodes",  "nodes closed", "rows",      "clusters"};
    bool abstract = p->search.trace->refinement > 0;
    for (int i = 0; i < (abstract ? 8 : 4); i++) {
        char text[32];
        bool first = i == 0 || (i == 4 && width > 4 * CELL_WIDTH * p->view->scale); // tiles, then nodes
        gui_cell_of_line(names[i], playback_grouped(values[i], text), CELL_WIDTH * p->view->scale, first);
    }
}

// A line for each of two searches: how far it is, and its last event.
static void show_pair(const playback* p) {
    for (int side = 0; side < PAIR_SIDES; side++) {
        const recording* r = &p->pair->searches[side];
        char at[32], of[32], text[300], line[450];
        describe_search(r, &p->document->scene, text, sizeof text);
        snprintf(line, sizeof line, "%c  %s of %s   %s", 'A' + side, playback_grouped(r->trace->position, at),
                 playback_grouped(r->trace->count, of), text);
        gui_swatch(trace_pair_colors[side]);
        gui_text(GUI_PLAIN, line);
    }
}

void panel_playback_show(const playback* p, commands* c) {
    if (!playback_is_loaded(p)) return;
    view* v = p->view;
    SDL_Rect area = view_free_area(v);
    float left = v->panel_width > 0 && area.x < v->camera.width / 2 ? (float)area.x - 12 * v->scale : 0;
    float width = (float)v->camera.width - left;
    gui_begin_window("playback", left, (float)v->camera.height - view_status_height(v), 0, 1, width, 0, 1);
    show_buttons(p, c);
    int64_t position = playback_position(p);
    if (gui_scrub_bar(&position, playback_length(p), playback_turn(p)))
        commands_pushf(c, "play_position", "%" PRId64, position);
    if (p->pair->shown) {
        show_pair(p);
    } else {
        show_event(p, width);
        show_counters(p, width);
    }
    view_take_room(v, v->panel_width, gui_end_window().height);
}
