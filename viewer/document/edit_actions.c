// edit_actions.c: what do the editor's strokes, keys and buttons do to the running viewer?
#include "app.h"
#include <stdio.h>
#include <string.h>

static void check(app* a, wend_result result) {
    if (result == WEND_ERROR_UNSUPPORTED)
        app_say(a, true, "this map's costs have no passable class to paint with");
    else if (result != WEND_OK)
        app_say(a, true, "the edit failed: %s", wend_result_string(result));
}

void app_press_tool(app* a, bool erase) {
    wend_tile tile = camera_tile_at(&a->camera, a->pointer_x, a->pointer_y);
    check(a, editor_begin(&a->editor, &a->scene, tile, erase));
}

void app_move_tool(app* a) {
    wend_tile tile = camera_tile_at(&a->camera, a->pointer_x, a->pointer_y);
    check(a, editor_move(&a->editor, &a->scene, tile));
}

void app_release_tool(app* a) {
    check(a, editor_end(&a->editor, &a->scene));
}

void app_undo(app* a) {
    if (a->editor.position == 0) app_say(a, false, "there is nothing to undo");
    check(a, editor_undo(&a->editor, &a->scene));
}

void app_redo(app* a) {
    if (a->editor.position == a->editor.step_count) app_say(a, false, "there is nothing to do again");
    check(a, editor_redo(&a->editor, &a->scene));
}

void app_follow_edits(app* a) {
    editor* e = &a->editor;
    if (e->changed.width == 0) {
        check(a, editor_rest(e, &a->scene));
        return;
    }
    map_layer_update(a->map, e->changed);
    connected_restart(&a->connected);
    check(a, boids_follow_edit(&a->boids, e->changed));
    goal_field_restart(&a->goal_field);
    e->changed.width = 0;
    a->replan = true;
}

bool app_save(app* a, const char* file) {
    char note[160];
    wend_error error = {.text = ""};
    if (save_map(&a->scene, file, note, &error) != WEND_OK) {
        app_say(a, true, "%s", error.text);
        return false;
    }
    a->editor.saved_position = a->editor.position;
    app_say(a, false, "saved %s%s%s", file, note[0] != '\0' ? ": " : "", note);
    return true;
}

void app_propose_name(app* a) {
    const char* dot = strrchr(a->scene.name, '.');
    int stem = dot != NULL ? (int)(dot - a->scene.name) : (int)strlen(a->scene.name);
    snprintf(a->save_name, sizeof a->save_name, "%.*s-edited.wend", SDL_min(stem, 200), a->scene.name);
}

// ---- what would lose edits waits for an answer

static void go_on(app* a) {
    app_leaving leaving = a->asking;
    a->asking = LEAVE_NOT;
    switch (leaving) {
    case LEAVE_QUIT:
        a->quit = true;
        break;
    case LEAVE_PREVIOUS:
    case LEAVE_NEXT:
        app_switch_file(a, leaving == LEAVE_NEXT ? 1 : -1);
        break;
    case LEAVE_CHOOSE:
        if (a->chosen_file < a->files.count) app_show_file(a, a->chosen_file);
        break;
    case LEAVE_RELOAD:
        app_reload(a);
        break;
    case LEAVE_NEW:
        app_make_map(a);
        break;
    case LEAVE_BAKE:
        import_bake_now(a);
        break;
    case LEAVE_DROP:
        app_show_dropped(a);
        break;
    case LEAVE_NOT:
        break;
    }
}

void app_choose_file(app* a, int index) {
    a->chosen_file = index;
    app_leave(a, LEAVE_CHOOSE);
}

void app_leave(app* a, app_leaving leaving) {
    a->asking = leaving;
    if (!editor_is_unsaved(&a->editor)) go_on(a);
}

void app_answer(app* a, app_answer_kind answer) {
    if (answer == ANSWER_CANCEL)
        a->asking = LEAVE_NOT;
    else if (answer == ANSWER_DISCARD || app_save(a, a->save_name))
        go_on(a);
    else
        a->asking = LEAVE_NOT; // what went wrong is told
}
