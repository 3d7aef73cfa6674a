// panel_status.c: what lies under the pointer, and what has the program to say?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { PARTS = 14, PART = ANSWER_TEXT, GAP = 22 };

// The parts of the line from left to right; where there is no room for all, those of the highest rank go
// first.
typedef struct line {
    struct {
        char text[PART];
        char shorter[PART]; // takes its place before the part would go; "": none
        int rank;
    } parts[PARTS];
    int count;
} line;

static void add(line* l, int rank, const char* format, ...) __attribute__((format(printf, 3, 4)));
static void add(line* l, int rank, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(l->parts[l->count].text, PART, format, arguments);
    va_end(arguments);
    l->parts[l->count].shorter[0] = '\0';
    l->parts[l->count++].rank = rank;
}

static void describe_tile(const map_view* m, wend_tile tile, line* l) {
    const scene* s = m->scene;
    int side = s->info.cluster_size << (SDL_clamp(m->view->level, 1, s->info.level_count) - 1);
    const bool has_floors = wend_grid_floors(s->grid) > 1;
    const wend_rect map = wend_grid_area(s->grid); // clusters count from its first tile
    add(l, 1, "tile %d, %d", tile.x, tile.y);
    char ground[SCENE_GROUND], place[PLACE_TEXT];
    place_text(s, world_frame_center(&s->frame, tile), place);
    if (place_has_units(s)) add(l, 1, "%s", place);
    scene_describe_ground(s, tile, ground);
    add(l, 1, "%s", ground);
    add(l, 3, "class %d", wend_grid_class(s->grid, tile));
    if (!has_floors) add(l, 2, "cluster %d, %d", (tile.x - map.x) / side, (tile.y - map.y) / side);
    int64_t size = m->components != NULL ? components_size_at(m->components, tile) : -1;
    char number[32];
    if (size > 0) add(l, 4, "component of %s tile%s", playback_grouped(size, number), size == 1 ? "" : "s");
}

static void drop_last_rank(line* l) {
    int last = 0;
    for (int i = 1; i < l->count; i++)
        if (l->parts[i].rank > l->parts[last].rank) last = i;
    if (l->parts[last].shorter[0] != '\0') {
        memcpy(l->parts[last].text, l->parts[last].shorter, PART);
        l->parts[last].shorter[0] = '\0';
        l->parts[last].rank = 0;
        return;
    }
    l->count--;
    memmove(&l->parts[last], &l->parts[last + 1], (size_t)(l->count - last) * sizeof l->parts[0]);
}

static float width_of(const line* l, float gap) {
    float width = 0;
    for (int i = 0; i < l->count; i++) width += gui_text_width(l->parts[i].text) + gap;
    return width;
}

// What there is room for.
static line describe(const map_view* m) {
    const view* v = m->view;
    const wend_path* path = m->scene->path;
    line l = {.count = 0};
    wend_outcome outcome = wend_path_outcome(path);
    const bool has_path = outcome == WEND_FOUND || outcome == WEND_PARTIAL;
    char time[32] = "";
    if (m->scene->stats.total_ns > 0)
        snprintf(time, sizeof time, ", %.3g ms", (double)m->scene->stats.total_ns / 1e6);
    // First, and there at every size.
    char cost[COST_TEXT];
    world_frame_cost_text(&m->scene->frame, wend_path_cost(path), 2, cost);
    if (has_path)
        add(&l, 0, "%s, cost %s%s", row_outcome(outcome), cost, time);
    else
        add(&l, 0, "%s%s", row_outcome(outcome), time);
    if (has_path && place_has_units(m->scene))
        add(&l, 3, "length %.2f%s", m->scene->length, place_unit(m->scene));
    char floor[SCENE_FLOOR];
    scene_floor_text(m->scene, v->camera.floor, floor);
    if (wend_grid_floors(m->scene->grid) > 1) add(&l, 0, "%s", floor);
    wend_tile tile = view_pointer_tile(v);
    if (v->pointer_inside && wend_grid_contains(m->scene->grid, tile))
        describe_tile(m, tile, &l);
    else
        add(&l, 6, "no tile under the pointer");
    if (m->finding != NULL && m->found < 0)
        add(&l, 1, "no memory for the %s", m->finding);
    else if (m->finding != NULL)
        add(&l, 1, "finding %s, %d %%", m->finding, (int)(m->found * 100));
    if (m->busy) add(&l, 3, "refreshing clusters");
    add(&l, 5, "zoom %.3g", v->camera.zoom);
    char moved[ANSWER_TEXT];
    answer_text(m->scene, moved);
    if (moved[0] != '\0') {
        add(&l, 2, "%s", moved);
        answer_short_text(m->scene, l.parts[l.count - 1].shorter);
    }
    const float padding = 24 * v->scale, gap = GAP * v->scale;
    while (l.count > 1 && width_of(&l, gap) > (float)v->camera.width - padding + gap) drop_last_rank(&l);
    return l;
}

void panel_status_show(const map_view* m) {
    const view* v = m->view;
    const line l = describe(m);
    gui_begin_window("status", 0, (float)v->camera.height, 0, 1, (float)v->camera.width,
                     view_status_height(v), 1);
    for (int i = 0; i < l.count; i++) {
        if (i > 0) gui_same_line();
        if (i > 0) gui_text(GUI_PLAIN, " ");
        if (i > 0) gui_same_line();
        gui_text(GUI_PLAIN, l.parts[i].text);
    }
    gui_end_window();
}

void panel_status_text(const map_view* m, char out[STATUS_TEXT]) {
    const line l = describe(m);
    int used = 0;
    out[0] = '\0';
    for (int i = 0; i < l.count && used < STATUS_TEXT; i++)
        used +=
            snprintf(out + used, (size_t)(STATUS_TEXT - used), "%s%s", i > 0 ? " | " : "", l.parts[i].text);
}

// Does the marker of the start or the goal reach into a part of the window?
static bool has_end_within(const view* v, SDL_FRect part) {
    const float more = 16 * v->scale;
    const SDL_FRect wider = {part.x - more, part.y - more, part.w + 2 * more, part.h + 2 * more};
    const wend_tile ends[] = {v->scene->query.start, v->scene->query.goal};
    for (int i = 0; i < 2; i++) {
        const SDL_FPoint at = view_tile_center(v, ends[i]);
        if (view_shows_floor(v, ends[i].floor) && SDL_PointInFRect(&at, &wider)) return true;
    }
    return false;
}

// At the bottom where it would cover an end of the query.
void panel_status_show_notice(const notice* n, const view* v) {
    const SDL_Rect area = view_free_area(v);
    const float padding = 32 * v->scale;
    const float width = SDL_min(gui_text_width(n->text) + padding, (float)area.w);
    const float reach = 4 * gui_line_height(), middle = (float)area.x + (float)area.w / 2;
    const bool covers =
        has_end_within(v, (SDL_FRect){middle - width / 2, (float)area.y - reach, width, 2 * reach});
    gui_begin_window("message", middle, (float)(covers ? area.y + area.h : area.y), 0.5f, covers ? 1 : 0,
                     width, 0, 0.97f);
    gui_paragraph(n->is_error ? GUI_BAD : GUI_PLAIN, n->text);
    gui_end_window();
}

// In an upper corner of the map, where neither end is: a bar for each of the last frames.
void panel_status_show_frames(const frame_times* t, const view* v) {
    const SDL_Rect area = view_free_area(v);
    const float width = SDL_min(260 * v->scale, (float)area.w), most = 1000.0f / 30;
    const int count = SDL_min(t->count, FRAME_TIMES_KEPT);
    float sum = 0, longest = 0;
    for (int i = 0; i < count; i++) {
        sum += t->last[i];
        longest = fmaxf(longest, t->last[i]);
    }
    const bool covers = has_end_within(
        v, (SDL_FRect){(float)(area.x + area.w) - width, (float)area.y, width, 7 * gui_line_height()});
    gui_begin_window("frames", (float)(covers ? area.x : area.x + area.w), (float)area.y, covers ? 0 : 1, 0,
                     width, 0, 0.9f);
    row_show("frame", "%.2f ms", count > 0 ? (double)sum / count : 0.0);
    row_show("longest", "%.2f ms", (double)longest);
    const gui_canvas canvas = gui_begin_canvas(3 * gui_line_height());
    const float step = canvas.width / FRAME_TIMES_KEPT, bottom = canvas.y + canvas.height;
    const float limit = bottom - canvas.height * (1000.0f / 60) / most;
    for (int i = 0; i < count; i++) {
        const float ms = t->last[(t->count - count + i) % FRAME_TIMES_KEPT];
        const float x = canvas.x + (float)i * step, height = canvas.height * fminf(ms / most, 1);
        gui_canvas_box(x, bottom - height, x + fmaxf(step, 1), bottom,
                       gui_tone_color(ms > 1000.0f / 60 ? GUI_BAD : GUI_GOOD, 255));
    }
    gui_canvas_line(canvas.x, limit, canvas.x + canvas.width, limit, gui_tone_color(GUI_QUIET, 255),
                    v->scale);
    gui_canvas_text(canvas.x, limit, 0, 1, GUI_QUIET, "1/60 s");
    gui_end_window();
}

bool panel_messages_show(const notice* n, const window* w) {
    const float width = SDL_min(720 * w->scale, (float)w->width),
                height = SDL_min(420 * w->scale, (float)w->height);
    bool open = true;
    gui_begin_dialog("Messages", (float)w->width / 2, (float)w->height / 2, width, height, &open);
    if (n->logged == 0) gui_text(GUI_QUIET, "none so far");
    for (int i = n->logged - 1; i >= 0 && i >= n->logged - NOTICE_LOG; i--)
        gui_paragraph(n->log[i % NOTICE_LOG].is_error ? GUI_BAD : GUI_PLAIN, n->log[i % NOTICE_LOG].text);
    gui_end_window();
    return !open;
}
