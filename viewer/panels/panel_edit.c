// panel_edit.c: which widgets drive the editor and shape the map?
#include "app.h"
#include "platform/imgui_shim.h"
#include <inttypes.h>
#include <stdio.h>

static void show_figures(const app* a) {
    const editor* e = &a->editor;
    char text[120];
    if (e->step_count == 0) {
        gui_row("edits", GUI_QUIET, "none yet");
        return;
    }
    snprintf(text, sizeof text, "%d of %d%s", e->position, e->step_count,
             editor_is_unsaved(e) ? ", unsaved" : "");
    gui_row("edits", GUI_PLAIN, text);
    snprintf(text, sizeof text, "%" PRId64 " clusters", e->clusters_rebuilt);
    gui_row("rebuilt", GUI_PLAIN, text);
    if (a->scene.clocked) {
        snprintf(text, sizeof text, "%.0f \xC2\xB5s", (double)e->edit_ns / 1e3);
        gui_row("in", GUI_PLAIN, text);
    }
    gui_row("", GUI_QUIET, e->settled ? "settled" : "settling large cells");
}

void panel_show_editor(app* a) {
    static const char* const tools[TOOL_COUNT] = {"look (V)", "brush (B)", "line (L)", "rectangle (T)",
                                                  "flood fill (F)"};
    static const char* const inks[INK_COUNT] = {"wall", "cost", "as in the file"};
    editor* e = &a->editor;
    int tool = (int)e->tool, ink = (int)e->ink;
    if (gui_combo("tool", tools, TOOL_COUNT, &tool) && !e->stroke) {
        e->tool = (edit_tool)tool;
        app_choose_boids(a, false);
    }
    if (gui_combo("paints", inks, INK_COUNT, &ink) && !e->stroke) e->ink = (edit_ink)ink;
    if (e->ink == INK_COST) gui_slider("cost", &e->cost, 1, 100, "%.2f");
    if (e->tool == TOOL_BRUSH || e->tool == TOOL_LINE) gui_slider_int("size", &e->size, 1, BRUSH_MAX);
    if (gui_button("Undo", false)) app_undo(a);
    if (gui_button("Redo", true)) app_redo(a);
    show_figures(a);
    gui_text_field("file", a->save_name, sizeof a->save_name);
    if (gui_button("Save", false)) app_save(a, a->save_name);
    gui_number("columns", &a->new_width, 1, 32768);
    gui_number("rows", &a->new_height, 1, 32768);
    if (gui_button("New empty map", false)) app_leave(a, LEAVE_NEW);
}

void panel_show_build(app* a) {
    static const char* const moves[WEND_MOVES_COUNT] = {"8 neighbours", "4 neighbours", "8, cutting corners"};
    static const char* const sizes[] = {"15 tiles", "31 tiles"};
    int move = (int)wend_grid_moves(a->scene.grid), size = a->scene.info.cluster_size == 15 ? 0 : 1;
    int levels = a->scene.info.level_count;
    if (gui_combo("movement", moves, WEND_MOVES_COUNT, &move)) app_rebuild(a, (wend_moves)move, 0, 0);
    if (gui_combo("clusters of", sizes, 2, &size))
        app_rebuild(a, wend_grid_moves(a->scene.grid), size == 0 ? 15 : 31, 0);
    if (gui_late_slider_int("levels", &levels, 1, WEND_MAX_LEVELS))
        app_rebuild(a, wend_grid_moves(a->scene.grid), a->scene.info.cluster_size, levels);
}

void panel_show_question(app* a) {
    gui_begin_window("question", (float)a->camera.width / 2, (float)a->camera.height / 2, 0.5f, 0.5f, 0, 0,
                     1);
    gui_text(GUI_PLAIN, "This map has edits that are not saved.");
    char text[400];
    snprintf(text, sizeof text, "Return: save as %s", a->save_name);
    if (gui_button(text, false)) app_answer(a, ANSWER_SAVE);
    if (gui_button("Delete: lose them", false)) app_answer(a, ANSWER_DISCARD);
    if (gui_button("Esc: stay", true)) app_answer(a, ANSWER_CANCEL);
    gui_end_window();
}
