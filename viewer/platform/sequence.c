// sequence.c: how do the frames of the window become numbered pictures, to make a film of?
#include "app.h"
#include "screenshot.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FRAMES = 99999, PICTURE_PATH = SEQUENCE_PATH + 30 };

static void show_title(const app* a) {
    char title[300];
    snprintf(title, sizeof title, "%s%s - wend-view", a->sequence.on ? "(recording) " : "", a->scene.name);
    SDL_SetWindowTitle(a->window, title);
}

static void frame_name(const sequence* s, int number, char out[PICTURE_PATH]) {
    snprintf(out, PICTURE_PATH, "%s/frame-%05d.png", s->folder, number);
}

// A folder that is not there yet.
static void choose_folder(char out[SEQUENCE_PATH]) {
    for (int i = 1; i < 1000; i++) {
        snprintf(out, SEQUENCE_PATH, "wend-view-%03d", i);
        if (access(out, F_OK) != 0) return;
    }
}

bool app_begin_sequence(app* a, const char* folder_opt) {
    sequence* s = &a->sequence;
    if (s->on) app_end_sequence(a);
    s->count = 0;
    if (folder_opt == NULL)
        choose_folder(s->folder);
    else
        snprintf(s->folder, sizeof s->folder, "%s", folder_opt);
    char first[PICTURE_PATH];
    frame_name(s, 1, first);
    if (mkdir(s->folder, 0777) != 0 && errno != EEXIST)
        app_say(a, true, "%s: no folder to record to: %s", s->folder, strerror(errno));
    else if (access(first, F_OK) == 0)
        app_say(a, true, "%s: holds a recording already", s->folder);
    else
        s->on = true;
    if (s->on) show_title(a);
    return s->on;
}

void app_end_sequence(app* a) {
    sequence* s = &a->sequence;
    if (!s->on) return;
    s->on = false;
    show_title(a);
    app_say(a, false, "%d frames are in %s", s->count, s->folder);
}

bool app_add_to_sequence(app* a) {
    sequence* s = &a->sequence;
    char file[PICTURE_PATH];
    wend_error error = {.text = ""};
    frame_name(s, s->count + 1, file);
    bool saved = screenshot_save(a->renderer, file, &error) == WEND_OK;
    s->count += saved;
    if (saved && s->count < MAX_FRAMES) return true;
    app_end_sequence(a);
    if (!saved) app_say(a, true, "%s; %d frames before it are saved", error.text, s->count);
    return saved;
}
