// keys.c: which key, with which others held, does a text name, and which was pressed?
#include "platform/keys.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

int keys_read_modifiers(const char** text_io) {
    int held = 0;
    if (strncmp(*text_io, "Ctrl+", 5) == 0 && (*text_io)[5] != '\0') {
        held |= KMOD_LCTRL;
        *text_io += 5;
    }
    if (strncmp(*text_io, "Shift+", 6) == 0 && (*text_io)[6] != '\0') {
        held |= KMOD_LSHIFT;
        *text_io += 6;
    }
    return held;
}

SDL_Keycode keys_read_key(const char* name) {
    return strcmp(name, "Esc") == 0   ? SDLK_ESCAPE
           : strcmp(name, "Del") == 0 ? SDLK_DELETE
                                      : SDL_GetKeyFromName(name);
}

// Whichever of two keys is held.
static int either(int held) {
    return ((held & KMOD_CTRL) != 0 ? KMOD_CTRL : 0) | ((held & KMOD_SHIFT) != 0 ? KMOD_SHIFT : 0) |
           ((held & KMOD_ALT) != 0 ? KMOD_ALT : 0) | ((held & KMOD_GUI) != 0 ? KMOD_GUI : 0);
}

keys_stroke keys_read(const char* text, size_t length) {
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)SDL_min(length, sizeof name - 1), text);
    const char* rest = name;
    const int held = keys_read_modifiers(&rest);
    return (keys_stroke){keys_read_key(rest), either(held)};
}

keys_stroke keys_of(const SDL_KeyboardEvent* event) {
    keys_stroke s = {event->keysym.sym, either(event->keysym.mod)};
    bool shift = (s.modifiers & KMOD_SHIFT) != 0;
    SDL_Keycode key = s.key;
    if (key == SDLK_EQUALS || key == SDLK_KP_PLUS) s.key = SDLK_PLUS;
    if (key == SDLK_KP_MINUS) s.key = SDLK_MINUS;
    if (shift && (key == SDLK_SLASH || key == 0xDF)) s.key = SDLK_QUESTION; // 0xDF: German
    if (s.key == SDLK_PLUS || s.key == SDLK_MINUS || s.key == SDLK_QUESTION) s.modifiers &= ~KMOD_SHIFT;
    return s;
}
