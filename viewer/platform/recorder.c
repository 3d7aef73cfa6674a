// recorder.c: which frames of the window are saved as pictures?
#include "platform/recorder.h"
#include "platform/picture.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MAX_FRAMES = 99999, PICTURE_PATH = RECORDER_PATH + 30 };

static void frame_name(const recorder* r, int number, char out[PICTURE_PATH]) {
    snprintf(out, PICTURE_PATH, "%s/frame-%05d.png", r->folder, number);
}

// The first unused name; format has one number.
static void choose_name(char* out, size_t size, const char* ending) {
    for (int i = 1; i < 1000; i++) {
        snprintf(out, size, "wend-view-%03d%s", i, ending);
        if (access(out, F_OK) != 0) return;
    }
}

static void set_on(recorder* r, bool on) {
    r->on = r->window->is_recording = on;
    window_show_title(r->window, NULL);
}

static void end(recorder* r) {
    if (!r->on) return;
    set_on(r, false);
    notice_show(r->notice, false, "%d frames are in %s", r->count, r->folder);
}

bool recorder_begin(recorder* r, const char* folder_opt) {
    end(r);
    r->count = 0;
    if (folder_opt == NULL)
        choose_name(r->folder, sizeof r->folder, "");
    else
        snprintf(r->folder, sizeof r->folder, "%s", folder_opt);
    char first[PICTURE_PATH];
    frame_name(r, 1, first);
    if (mkdir(r->folder, 0777) != 0 && errno != EEXIST)
        notice_show(r->notice, true, "%s: no folder to record to: %s", r->folder, strerror(errno));
    else if (access(first, F_OK) == 0)
        notice_show(r->notice, true, "%s: holds a recording already", r->folder);
    else
        set_on(r, true);
    return r->on;
}

bool recorder_wants_frame(const recorder* r) {
    return r->on || r->single_wanted;
}

static void save_single(recorder* r) {
    char file[40] = "";
    wend_error error;
    r->single_wanted = false;
    choose_name(file, sizeof file, ".png");
    if (picture_save_window(r->window->renderer, file, &error) == WEND_OK)
        notice_show(r->notice, false, "saved %s", file);
    else
        notice_show(r->notice, true, "%s", error.text);
}

bool recorder_take_frame(recorder* r) {
    if (r->single_wanted) save_single(r);
    if (!r->on) return true;
    char file[PICTURE_PATH];
    wend_error error = {.text = ""};
    frame_name(r, r->count + 1, file);
    bool saved = picture_save_window(r->window->renderer, file, &error) == WEND_OK;
    r->count += saved;
    if (saved && r->count < MAX_FRAMES) return true;
    end(r);
    if (!saved) notice_show(r->notice, true, "%s; %d frames before it are saved", error.text, r->count);
    return saved;
}

// ---- commands

// The value is a folder, "off", or "toggle" for a new folder or off.
static void take_record(void* owner, const char* value) {
    recorder* r = owner;
    bool toggle = strcmp(value, "toggle") == 0;
    if (strcmp(value, "off") == 0 || (toggle && r->on))
        end(r);
    else
        recorder_begin(r, toggle ? NULL : value); // shows a notice when it fails, as it is to a person
}

static void act_screenshot(void* owner) {
    ((recorder*)owner)->single_wanted = true;
}

const command_def recorder_commands[] = {COMMAND_TAKE("record", take_record, COMMAND_SETTING),
                                         COMMAND_ACT("screenshot", act_screenshot, COMMAND_ACTION),
                                         COMMANDS_END};
