// autosave.c: where are unsaved edits kept in case the program ends before a person saves them?
#define _POSIX_C_SOURCE 200809L
#include "document/autosave.h"
#include <SDL_timer.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

enum {
    MOST_TILES = 1 << 26, // of a copy: half a second
    QUICK_MS = 50,        // nobody notices that
    SHARE = 20,
};

static const char* const endings[AUTOSAVE_KINDS] = {"wend", "patch"};

static bool exists(const char* file) {
    struct stat status;
    return file[0] != '\0' && stat(file, &status) == 0 && S_ISREG(status.st_mode);
}

void autosave_begin(autosave* a, const char* file_opt) {
    *a = (autosave){.on = a->on};
    char stem[REMEMBER_PATH];
    if (!a->on) return;
    if (file_opt == NULL || strcmp(file_opt, "-") == 0) {
        if (!remember_path("unsaved map", true, stem)) return;
    } else if (snprintf(stem, sizeof stem, "%s", file_opt) >= (int)sizeof stem) {
        return;
    }
    for (int i = 0; i < AUTOSAVE_KINDS; i++) {
        snprintf(a->files[i], AUTOSAVE_PATH, "%s.autosave.%s", stem, endings[i]);
        if (a->found == NULL && exists(a->files[i])) a->found = a->files[i];
    }
}

void autosave_end(autosave* a) {
    if (a->written != NULL) remove(a->written);
    a->written = NULL;
}

void autosave_stop(autosave* a) {
    autosave_end(a);
    a->files[0][0] = '\0';
}

static wend_result save(autosave* a, scene* s, int kept_patches, const char** file_out, wend_error* error) {
    wend_result result = WEND_ERROR_UNSUPPORTED;
    *file_out = a->files[1];
    if (s->mapped) result = wend_world_save_patch(s->world, kept_patches, *file_out, error);
    if (result != WEND_ERROR_UNSUPPORTED) return result;
    *file_out = a->files[0];
    if (scene_tile_count(s) > MOST_TILES) {
        snprintf(error->text, sizeof error->text, "a map of this size is not copied while it is edited");
        return WEND_ERROR_LIMIT;
    }
    return wend_world_save(s->world, *file_out, error);
}

wend_result autosave_follow(autosave* a, scene* s, const edits* e, int kept_patches, wend_error* error) {
    if (!edits_are_unsaved(e)) autosave_end(a);
    const uint64_t now_ms = SDL_GetTicks64();
    const bool is_due = edits_are_unsaved(e) && !e->open && e->refreshed && now_ms >= a->next_ms &&
                        (a->written == NULL || a->revision != s->revision);
    if (!is_due || a->failed || a->found != NULL || a->files[0][0] == '\0') return WEND_OK;
    const char* file = NULL;
    wend_result result = save(a, s, kept_patches, &file, error);
    const uint64_t took_ms = SDL_GetTicks64() - now_ms;
    a->next_ms = took_ms > QUICK_MS ? now_ms + took_ms * SHARE : 0;
    a->failed = result != WEND_OK;
    if (result != WEND_OK) return result;
    if (a->written != file) autosave_end(a); // a rebuilt world is no longer mapped
    a->written = file;
    a->revision = s->revision;
    return WEND_OK;
}

// ---- what was found

const char* autosave_found_time(const autosave* a, char text_out[32]) {
    struct stat status;
    struct tm parts;
    snprintf(text_out, 32, "an earlier session");
    if (stat(a->found, &status) == 0 && localtime_r(&status.st_mtime, &parts) != NULL)
        strftime(text_out, 32, "%e %b, %H:%M", &parts);
    return text_out + (text_out[0] == ' ');
}

bool autosave_found_is_patch(const autosave* a) {
    return a->found == a->files[1];
}

void autosave_take_found(autosave* a, uint64_t revision) {
    a->written = a->found;
    a->found = NULL;
    a->revision = revision;
}

void autosave_delete_found(autosave* a) {
    remove(a->found);
    a->found = NULL;
}

bool autosave_move_found(autosave* a, char file_out[AUTOSAVE_PATH]) {
    const char* ending = strrchr(a->found, '.');
    snprintf(file_out, AUTOSAVE_PATH, "%.*s.old%s", (int)(ending - a->found), a->found, ending);
    a->failed = rename(a->found, file_out) != 0;
    a->found = NULL;
    return !a->failed;
}
