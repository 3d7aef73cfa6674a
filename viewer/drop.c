// drop.c: what becomes of a file that is dropped on the window?
#include "app.h"
#include <stdlib.h>
#include <string.h>

void app_show_dropped(app* a) {
    int count = a->files.count, index = file_list_add(&a->files, a->dropped);
    if (index < 0)
        app_say(a, true, "out of memory");
    else if (app_show_file(a, index))
        import_close(&a->import);
    else if (a->files.count > count)
        file_list_remove(&a->files, index);
}

static bool is_scenario(const char* file) {
    size_t length = file != NULL ? strlen(file) : 0;
    return length > 5 && strcmp(file + length - 5, ".scen") == 0;
}

// An image is asked how; anything else is shown.
static void open_dropped(app* a) {
    wend_error error = {.text = ""};
    wend_result result =
        scene_is_world(a->dropped) ? WEND_ERROR_UNSUPPORTED : import_open(a, a->dropped, &error);
    if (result == WEND_ERROR_UNSUPPORTED)
        app_leave(a, LEAVE_DROP);
    else if (result != WEND_OK)
        app_say(a, true, "%s", error.text[0] != '\0' ? error.text : wend_result_string(result));
}

void app_take_drop(app* a, const SDL_DropEvent* event) {
    if (event->type == SDL_DROPCOMPLETE) {
        a->more_dropped = false;
        return;
    }
    if (is_scenario(event->file)) { // it belongs to the map that is shown
        performance_take_scenario(a, event->file);
        SDL_free(event->file);
        return;
    }
    if (a->more_dropped) { // only the first can be shown
        if (file_list_add(&a->files, event->file) < 0) app_say(a, true, "out of memory");
    } else {
        SDL_free(a->dropped);
        a->dropped = event->file != NULL ? SDL_strdup(event->file) : NULL;
        if (a->dropped != NULL)
            open_dropped(a);
        else
            app_say(a, true, "out of memory");
    }
    a->more_dropped = true;
    SDL_free(event->file);
}
