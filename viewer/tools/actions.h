// actions.h: which actions are there, and which keys run them? Keys, menus, the tool bar, the help window,
// tooltips and the man page all read this one table.
#ifndef WEND_VIEW_ACTIONS_H
#define WEND_VIEW_ACTIONS_H
#include "platform/commands.h"
#include <SDL.h>

typedef enum menu { MENU_FILE, MENU_EDIT, MENU_VIEW, MENU_TOOLS, MENU_PLAN, MENU_HELP, MENU_COUNT } menu;

typedef enum action_flag {
    ACTION_REPEATS = 1, ///< while the key is held
    ACTION_PLAYER = 2,  ///< the key is its own only while the player is open
    ACTION_PARTED = 4,  ///< a line separates it from the entry before
} action_flag;

/// One action. The last of the table has no command.
typedef struct action {
    menu menu;
    const char* submenu; ///< NULL: it stands in the menu itself
    const char* label;   ///< in the menu
    const char* keys;    ///< as people write them, separated by ", "; "": none
    const char* hint;    ///< what it does: tooltip, help window and man page
    const char *command, *value;
    unsigned flags; ///< of action_flag
} action;
extern const action actions[];
const char* actions_menu_name(menu m);
/// The action that runs a command with a value; NULL: none.
const action* actions_find(const char* name, const char* value);
/// "LABEL (KEY)", or the label alone.
const char* actions_label(const char* name, const char* value, char out[80]);

/// Who receives the keys.
typedef enum keys_mode {
    KEYS_MAP,
    KEYS_PLAYER,   ///< the player is open and has something to play: some keys are its own
    KEYS_IMPORT,   ///< the import panel is open and receives the keys
    KEYS_BROWSER,  ///< the window that asks for a file
    KEYS_QUESTION, ///< about unsaved edits, or whether to quit
} keys_mode;
void actions_press(const SDL_KeyboardEvent* event, keys_mode mode, commands* c);
/// Prints keys and what they do, one action on each line, separated by a tab.
void actions_print(void);

#endif
