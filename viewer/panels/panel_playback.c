// panel_playback.c: what does the player of a search say and offer?
#include "app.h"
#include "platform/imgui_shim.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

enum { CELL_WIDTH = 152, SLIDER_WIDTH = 190 };

// ---- words

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

static void describe(const app* a, int64_t index, char* out, size_t size) {
    const trace_event event = trace_get(a->playback.trace, index), *e = &event;
    static const char* const verbs[] = {[WEND_EVENT_OPENED] = "opened",
                                        [WEND_EVENT_IMPROVED] = "improved",
                                        [WEND_EVENT_REOPENED] = "re-opened",
                                        [WEND_EVENT_CLOSED] = "closed"};
    const wend_query* q = &a->scene.query;
    const char* node = e->level > 0 ? "node " : "";
    bool start = e->from.x == q->start.x && e->from.y == q->start.y;
    switch (e->kind) {
    case WEND_EVENT_LINKED:
        snprintf(out, size, "%s linked to node %d, %d at cost %.2f", start ? "start" : "goal", e->tile.x,
                 e->tile.y, e->cost);
        break;
    case WEND_EVENT_CLOSED:
        snprintf(out, size, "closed %s%d, %d with cost %.2f", node, e->tile.x, e->tile.y, e->cost);
        break;
    case WEND_EVENT_CELL:
        snprintf(out, size, "took the cell of level %d at %d, %d, estimate %.2f", e->level, e->tile.x,
                 e->tile.y, e->cost);
        break;
    case WEND_EVENT_ROW:
        snprintf(out, size, "relaxes the row of node %d, %d in a cell of level %d", e->tile.x, e->tile.y,
                 e->level);
        break;
    case WEND_EVENT_LEG:
        snprintf(out, size, "route: from %d, %d to %d, %d", e->from.x, e->from.y, e->tile.x, e->tile.y);
        break;
    case WEND_EVENT_CORRIDOR:
        snprintf(out, size, "corridor: the cluster at %d, %d", e->tile.x, e->tile.y);
        break;
    case WEND_EVENT_SPREAD:
        snprintf(out, size, "spread costs over the cluster at %d, %d", e->tile.x, e->tile.y);
        break;
    default:
        snprintf(out, size, "%s %s%d, %d from %d, %d, cost %.2f", verbs[e->kind], node, e->tile.x, e->tile.y,
                 e->from.x, e->from.y, e->cost);
    }
}

void playback_describe(const app* a, char* out, size_t size) {
    const playback* p = &a->playback;
    int64_t position = trace_position(p->trace);
    wend_outcome outcome = wend_path_outcome(p->path);
    if (trace_total(p->trace) == 0)
        snprintf(out, size, "%s: known without a search", panel_outcome(outcome));
    else if (position == 0)
        snprintf(out, size, "before the first event");
    else if (position == trace_total(p->trace) && outcome == WEND_FOUND)
        snprintf(out, size, "found, cost %.2f", wend_path_cost(p->path));
    else if (position == trace_total(p->trace))
        snprintf(out, size, "%s", panel_outcome(outcome));
    else
        describe(a, position - 1, out, size);
}

// ---- the bar

static void show_buttons(app* a) {
    playback* p = &a->playback;
    int64_t position = trace_position(p->trace);
    if (gui_icon_button(GUI_TO_BEGIN, "to the begin (Ctrl+Left)", false)) playback_seek(a, 0);
    if (gui_icon_button(GUI_BACK, "a step back (Left; 100 with Shift)", true)) playback_seek(a, position - 1);
    if (p->playing && gui_icon_button(GUI_PAUSE, "pause (Space)", true))
        playback_set_playing(a, false);
    else if (!p->playing && gui_icon_button(GUI_PLAY, "play (Space)", true))
        playback_set_playing(a, true);
    if (gui_icon_button(GUI_FORWARD, "a step on (Right, O; 100 with Shift)", true))
        playback_seek(a, position + 1);
    if (gui_icon_button(GUI_TO_END, "to the end (Ctrl+Right)", true)) playback_seek(a, trace_count(p->trace));
    if (gui_icon_button(GUI_CLOSE, "close (P)", true)) playback_toggle(a);
    float speed = p->speed;
    char number[32], format[64];
    snprintf(format, sizeof format, "%s events/s", playback_grouped((int64_t)roundf(speed), number));
    if (gui_speed_slider(format, &speed, PLAYBACK_SLOWEST, PLAYBACK_FASTEST, SLIDER_WIDTH * a->scale))
        playback_set_speed(a, speed);
}

// In one line where there is room for the longest text, else in two, so that the bar keeps its height.
static void show_event(const app* a, float width) {
    const trace* t = a->playback.trace;
    char at[32], of[32], all[32], text[300], line[450];
    playback_describe(a, text, sizeof text);
    bool whole = trace_count(t) == trace_total(t), roomy = width > 5 * CELL_WIDTH * a->scale;
    snprintf(line, sizeof line, "%s of %s%s%s   %s", playback_grouped(trace_position(t), at),
             playback_grouped(trace_count(t), of), whole ? "" : " kept, of ",
             whole ? "" : playback_grouped(trace_total(t), all), roomy ? text : "");
    gui_text(GUI_PLAIN, line);
    if (!roomy) gui_text(GUI_PLAIN, text);
}

static void show_counters(const app* a, float width) {
    const playback* p = &a->playback;
    const trace_counters* now = trace_now(p->trace);
    const int64_t *tiles = now->kinds[0], *cells = now->kinds[1];
    int64_t clusters = cells[WEND_EVENT_CORRIDOR] + cells[WEND_EVENT_SPREAD];
    int64_t values[] = {
        tiles[WEND_EVENT_OPENED], tiles[WEND_EVENT_CLOSED], tiles[WEND_EVENT_REOPENED], now->open[0],
        cells[WEND_EVENT_OPENED], cells[WEND_EVENT_CLOSED], cells[WEND_EVENT_ROW],      clusters};
    static const char* const names[] = {"opened", "closed",       "re-opened", "open list",
                                        "nodes",  "nodes closed", "rows",      "clusters"};
    bool of_cells = trace_refinement(p->trace) > 0;
    for (int i = 0; i < (of_cells ? 8 : 4); i++) {
        char text[32];
        bool first = i == 0 || (i == 4 && width > 4 * CELL_WIDTH * a->scale); // tiles, then nodes
        gui_cell_of_line(names[i], playback_grouped(values[i], text), CELL_WIDTH * a->scale, first);
    }
}

void playback_show_bar(app* a, float status_height) {
    playback* p = &a->playback;
    if (!p->open || p->trace == NULL) return;
    SDL_Rect area = panel_free_area(a);
    float left = a->panel && area.x < a->camera.width / 2 ? (float)area.x - 12 * a->scale : 0;
    gui_begin_window("playback", left, (float)a->camera.height - status_height, 0, 1,
                     (float)a->camera.width - left, 0, 1);
    show_buttons(a);
    if (p->open) {
        int64_t position = trace_position(p->trace);
        if (gui_scrub_bar(&position, trace_count(p->trace), trace_refinement(p->trace)))
            playback_seek(a, position);
        show_event(a, (float)a->camera.width - left);
        show_counters(a, (float)a->camera.width - left);
    }
    float height = gui_end_window().height;
    if (height == p->bar_height || !p->open) return;
    p->bar_height = height; // which takes room from the map
    if (a->fitted) app_fit(a);
}

// ---- for programs

void playback_report(const app* a) {
    const playback* p = &a->playback;
    printf(",\"play_open\":%s,\"play_playing\":%s,\"play_speed\":%.6g,\"play_limit\":%" PRId64,
           p->open ? "true" : "false", p->playing ? "true" : "false", (double)p->speed, p->limit);
    if (p->trace == NULL) return;
    const trace_counters* now = trace_now(p->trace);
    const int64_t *tiles = now->kinds[0], *cells = now->kinds[1];
    char text[300];
    playback_describe(a, text, sizeof text);
    printf(",\"play_position\":%" PRId64 ",\"play_events\":%" PRId64 ",\"play_total\":%" PRId64
           ",\"play_refinement\":%" PRId64 ",\"play_text\":\"%s\"",
           trace_position(p->trace), trace_count(p->trace), trace_total(p->trace), trace_refinement(p->trace),
           text);
    printf(",\"play_opened\":%" PRId64 ",\"play_improved\":%" PRId64 ",\"play_reopened\":%" PRId64
           ",\"play_closed\":%" PRId64 ",\"play_open_list\":%" PRId64,
           tiles[WEND_EVENT_OPENED], tiles[WEND_EVENT_IMPROVED], tiles[WEND_EVENT_REOPENED],
           tiles[WEND_EVENT_CLOSED], now->open[0]);
    printf(",\"play_nodes\":%" PRId64 ",\"play_nodes_closed\":%" PRId64 ",\"play_rows\":%" PRId64
           ",\"play_clusters\":%" PRId64,
           cells[WEND_EVENT_OPENED], cells[WEND_EVENT_CLOSED], cells[WEND_EVENT_ROW],
           cells[WEND_EVENT_CORRIDOR] + cells[WEND_EVENT_SPREAD]);
    // What the search itself has counted.
    printf(",\"search_expanded\":%" PRId64 ",\"search_generated\":%" PRId64 ",\"search_reopened\":%" PRId64
           ",\"search_abstract_expanded\":%" PRId64 ",\"search_clusters\":%" PRId64 ",\"search_cost\":%.6f",
           p->stats.expanded, p->stats.generated, p->stats.reopened, p->stats.abstract_expanded,
           p->stats.clusters_refined, wend_path_cost(p->path));
}
