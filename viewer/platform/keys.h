// keys.h: which key, with which others held, does a text name, and which was pressed? Menus, the help and
// scripts write keys in one way.
#ifndef WEND_VIEW_KEYS_H
#define WEND_VIEW_KEYS_H
#include <SDL.h>

typedef struct keys_stroke {
    SDL_Keycode key;
    int modifiers; ///< of KMOD_CTRL, KMOD_SHIFT, KMOD_ALT, KMOD_GUI
} keys_stroke;

/// The keys that are held, of KMOD_LCTRL and KMOD_LSHIFT, written before a key or a button with "+"; text_io:
/// moved behind them.
int keys_read_modifiers(const char** text_io);
/// A key by its name, "Esc" and "Del" included; SDLK_UNKNOWN: there is none.
SDL_Keycode keys_read_key(const char* name);
/// A key as it is written, "Ctrl+Shift+S".
keys_stroke keys_read(const char* text, size_t length);
/// The key that was pressed. The characters + - ? stand in other places on other keyboards, most of them with
/// Shift, which does not count then.
keys_stroke keys_of(const SDL_KeyboardEvent* event);
#endif
