// panel_edit.c: which widgets drive the editor, and what do walls and links say under the pointer?
#include "document/place.h"
#include "panels/fields.h"
#include "panels/panel.h"
#include "tools/actions.h"
#include "views/connections.h"
#include <inttypes.h>
#include <stdio.h>

static void show_figures(const document* d) {
    const edits* e = &d->edits;
    if (e->step_count == 0) {
        gui_row("edits", GUI_QUIET, "none yet");
        return;
    }
    row_show("edits", "%d of %d%s", e->position, e->step_count, edits_are_unsaved(e) ? ", unsaved" : "");
    if (e->clusters_rebuilt > 0) row_show("rebuilt", "%" PRId64 " clusters", e->clusters_rebuilt);
    if (d->scene.clocked) row_show("in", "%.0f \xC2\xB5s", (double)e->edit_ns / 1e3);
    gui_row("", GUI_QUIET, e->refreshed ? "graph up to date" : "refreshing large clusters");
}

static void describe_step(const edit_step* step, char out[80]) {
    static const char* const names[] = {"tile", "link", "cost"};
    int64_t tiles = 0;
    for (int32_t i = 0; i < step->count && step->kind == EDIT_TILES; i++) {
        const wend_edit* edit = &step->tiles[i].done;
        if (edit->kind == WEND_EDIT_TILES) tiles += (int64_t)edit->area.width * edit->area.height;
    }
    const int64_t count = tiles > 0 ? tiles : step->count;
    const bool of_steps = step->kind == EDIT_TILES && tiles == 0;
    char number[32];
    if (step->kind == EDIT_PROFILES)
        snprintf(out, 80, "profiles");
    else
        snprintf(out, 80, "%s %s%s", playback_grouped(count, number),
                 of_steps ? "closed or open step" : names[step->kind], count == 1 ? "" : "s");
}

// All edits, the last one first; a click goes back, or forward, to one.
static void show_history(const edits* e, float scale, commands* c) {
    enum { LINES = 6 };
    if (e->step_count == 0) return;
    gui_begin_part("history", 0, (gui_line_height() + 5 * scale) * (float)SDL_min(e->step_count + 1, LINES));
    for (int i = e->step_count; i >= 0; i--) {
        char what[80] = "as it was opened", label[100];
        if (i > 0) describe_step(&e->steps[i - 1], what);
        snprintf(label, sizeof label, "%d: %s%s", i, what, i > e->position ? " (undone)" : "");
        if (gui_choice(i, label, i == e->position)) commands_pushf(c, "edit_position", "%d", i);
    }
    gui_end_part();
}

// ---- links, walls and one-way steps

static void show_link(const link_tool* t, commands* c) {
    static const char* const kinds[WEND_LINK_KIND_COUNT] = {"other", "tunnel", "lift",     "ladder",
                                                            "jump",  "ferry",  "teleport", "seam"};
    const wend_link* selected = link_tool_selected(t);
    const wend_link* shown = selected != NULL ? selected : &t->next;
    bool two_way = selected != NULL ? link_tool_partner(t, selected) != NULL : t->two_way;
    const scene* s = &t->document->scene;
    if (selected != NULL)
        row_show("link", "%d: %s to %s", selected->id, place_tile(s, selected->from).text,
                 place_tile(s, selected->to).text);
    else
        gui_row("link", GUI_QUIET, "the next one");
    if (t->floor_begun)
        gui_paragraph(GUI_PLAIN, "Show another floor and click where the link ends.");
    else if (wend_grid_floors(s->grid) > 1)
        gui_paragraph(GUI_QUIET,
                      "stairs: click where they begin, show the other floor, click where they end");
    field_combo(c, "link_kind", "kind", kinds, (int)shown->kind, link_tool_kind_name);
    field_decimal(c, "link_cost", "link cost", shown->cost, 0, WEND_MAX_LINK_COST);
    const int32_t profile = t->document->scene.query.profile;
    if (profile > 0) {
        char label[WEND_MAX_PROFILE_NAME + 16];
        snprintf(label, sizeof label, "for %s", wend_world_profile_name(t->document->scene.world, profile));
        const float own = shown->profile_costs[profile];
        field_decimal(c, "link_profile_cost", label, own >= 0 ? own : shown->cost, 0, WEND_MAX_LINK_COST);
    }
    field_checkbox(c, "link_two_way", "both ways", two_way);
    field_checkbox(c, "link_enabled", "enabled", shown->enabled);
    if (selected != NULL) field_button(c, "link_remove", "Remove link", "selected", false);
}

// What the tools of connections have to say and to set.
static void show_connections(const mouse* m, commands* c) {
    if (m->tool == TOOL_LINK) show_link(&m->links, c);
    if (m->tool == TOOL_WALL) gui_paragraph(GUI_QUIET, "left: wall along the edges; right: opens them");
    if (m->tool == TOOL_ONE_WAY)
        gui_paragraph(GUI_QUIET, "left: drag across edges in the open direction; right: opens them");
}

void panel_connections_show_counts(const wend_grid* grid) {
    int32_t links = 0;
    wend_grid_links(grid, &links);
    int64_t closed = wend_grid_closed_step_count(grid);
    if (links > 0) row_show("links", "%" PRId32, links);
    if (closed > 0) row_show("closed", "%" PRId64 " steps", closed);
}

bool panel_connections_text(const view* v, char out[CONNECTIONS_TEXT]) {
    const wend_grid* grid = v->scene->grid;
    out[0] = '\0';
    if (!view_has(v, LAYER_CONNECTIONS) || !v->pointer_inside || gui_covers(v->pointer_x, v->pointer_y))
        return false;
    int32_t link = connections_link_at_pointer(v);
    connections_describe(grid, view_pointer_tile(v), link, out);
    return out[0] != '\0';
}

void panel_connections_show_tooltip(const view* v) {
    char text[CONNECTIONS_TEXT];
    if (panel_connections_text(v, text)) gui_tooltip(text);
}

// ---- the section

// The tools with their keys.
static void show_tools(int tool, commands* c) {
    char labels[EDIT_TOOLS][80];
    const char* names[EDIT_TOOLS];
    for (int i = 0; i < EDIT_TOOLS; i++) names[i] = actions_label("tool", mouse_tool_name(i), labels[i]);
    field_combo(c, "tool", "tool", names, tool, mouse_tool_name);
}

void panel_edit_show(const document* d, const mouse* m, const fog* f, commands* c) {
    static const char* const inks[INK_COUNT] = {"wall", "cost", "as in the file"};
    const brush* b = &m->brush;
    int tool = m->tool == TOOL_BOIDS ? TOOL_LOOK : (int)m->tool, ink = (int)b->ink;
    show_tools(tool, c);
    show_connections(m, c);
    bool paints = tool <= TOOL_FILL;
    if (paints && gui_combo("paints", inks, INK_COUNT, &ink)) {
        if (ink == INK_COST)
            commands_pushf(c, "brush", "%.9g", (double)b->cost);
        else
            commands_push(c, "brush", ink == INK_WALL ? "wall" : "original");
    }
    if (paints && b->ink == INK_COST) field_slider(c, "brush", "cost", b->cost, 1, 100, "%.2f");
    if (tool == TOOL_BRUSH || tool == TOOL_LINE) field_slider_int(c, "size", "size", b->size, 1, BRUSH_MAX);
    if ((tool == TOOL_BRUSH || tool == TOOL_LINE) && place_has_units(&d->scene)) {
        char wide[PLACE_TEXT];
        place_length_text(&d->scene, b->size, wide);
        row_show("", "tiles, %s", wide);
    }
    if (tool == TOOL_OBSTACLE) {
        const obstacles* o = &m->obstacles;
        field_slider_int(c, "obstacle_size", "size", o->size, 1, BRUSH_MAX);
        field_slider(c, "obstacle_seconds", "time", o->seconds, 0, 120,
                     o->seconds > 0 ? "%.0f s" : "until removed");
        field_button(c, "obstacles_remove", "Remove obstacles", "", false);
    }
    if (tool == TOOL_DANGER) {
        gui_paragraph(GUI_QUIET, "left: the agent pays more there; right: takes it back");
        field_slider_int(c, "danger_size", "size", f->size, 1, BRUSH_MAX);
        field_slider(c, "danger_cost", "costs", f->cost, 0, 100, "%.1f more");
    }
    field_button(c, "undo", "Undo", "", false);
    field_button(c, "redo", "Redo", "", true);
    show_figures(d);
    show_history(&d->edits, m->view->scale, c);
    field_text(c, "save-name", "file", d->save_name, sizeof d->save_name);
    field_button(c, "save", "Save", "", false);
    field_number(c, "new-columns", "columns", d->new_columns, 1, 32768);
    field_number(c, "new-rows", "rows", d->new_rows, 1, 32768);
    field_button(c, "new", "New empty map", "", false);
}

void panel_edit_show_question(const document* d, const window* w, commands* c) {
    char text[400], save[420], time[32];
    const char *yes = save, *discard = "Delete: lose them", *stay = "Esc: stay";
    if (d->autosave.found != NULL) {
        snprintf(text, sizeof text, "%.200s was edited but not saved (%s).", d->scene.name,
                 autosave_found_time(&d->autosave, time));
        yes = "Return: show the edits";
        stay = "Esc: decide later";
    } else if (d->replacing.file[0] != '\0') {
        snprintf(text, sizeof text, "%.380s exists already.", d->replacing.file);
        yes = "Return: replace";
        discard = NULL;
        stay = "Esc: keep";
    } else if (!edits_are_unsaved(&d->edits)) {
        snprintf(text, sizeof text, "Quit?");
        yes = "Return: quit";
        discard = NULL;
    } else {
        snprintf(text, sizeof text, "This map has edits that are not saved.");
        snprintf(save, sizeof save, "Return: %s %.380s",
                 replacing_loses(&d->replacing, d->save_name) ? "replace" : "save as", d->save_name);
    }
    gui_begin_window("question", (float)w->width / 2, (float)w->height / 2, 0.5f, 0.5f, 0, 0, 1);
    gui_text(GUI_PLAIN, text);
    field_button(c, "answer", yes, "yes", false);
    if (discard != NULL) field_button(c, "answer", discard, "discard", false);
    field_button(c, "answer", stay, "stay", true);
    gui_end_window();
}
