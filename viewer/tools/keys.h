// keys.h: which key runs which command?
#ifndef WEND_VIEW_KEYS_H
#define WEND_VIEW_KEYS_H
#include "platform/commands.h"
#include <SDL.h>

/// Who receives the keys.
typedef enum keys_mode {
    KEYS_MAP,
    KEYS_PLAYER,  ///< the player is open and has something to play: some keys are its own
    KEYS_IMPORT,  ///< the import panel is open and receives the keys
    KEYS_QUESTION ///< about unsaved edits
} keys_mode;

void keys_press(const SDL_KeyboardEvent* event, keys_mode mode, commands* c);

typedef struct key_def {
    SDL_Keycode key, key_2;
    const char *name, *help;     ///< for the help; NULL where the key before says it
    const char *command, *value; ///< NULL: another place knows
} key_def;
/// The last has no key.
extern const key_def keys[];

#endif
