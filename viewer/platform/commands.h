// commands.h: how are commands queued and run? Keys, buttons and scripts push commands, each a name and a
// value. They run in one place, in order. The owner of a state registers the commands that change it.
#ifndef WEND_VIEW_COMMANDS_H
#define WEND_VIEW_COMMANDS_H
#include <stddef.h>
#include <wend/grid.h>

// ---- how are the values of commands parsed? On failure why, of COMMAND_WHY bytes, names the
// expected value.

enum { COMMAND_WHY = 200 };

/// Writes why; false, for the caller to return.
bool command_refuse(char* why, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// A finite number at the beginning of a text; *end_out: the rest of the text. Gives no reason.
bool parse_number(const char* text, double* out, const char** end_out);
/// "X,Y"; gives no reason.
bool parse_pair(const char* text, double* x, double* y);
bool parse_range(const char* value, double least, double most, double* out, char* why);
/// A tile of a map, "X,Y", or "X,Y,F" with its floor; without one it is on floor 0.
bool parse_tile(const char* text, const wend_grid* grid, wend_tile* out, char* why);
/// Two of them with a space between.
bool parse_tiles(const char* text, const wend_grid* grid, wend_tile out[2], char* why);
/// "0", "1" or "toggle".
bool parse_switch(bool* flag_io, const char* value, char* why);
/// The index of a word; name returns NULL past the last. -1: unknown.
int parse_word(const char* value, const char* what, const char* (*name)(int index), char* why);

// ---- how are they queued and run?

enum { COMMAND_TABLES = 40 };
#define COMMAND_NO_MEMBER SIZE_MAX

typedef enum command_kind {
    COMMAND_SETTING,     ///< a script may "set" it
    COMMAND_LOSES_EDITS, ///< as SETTING, but asks the user first while edits are unsaved
    COMMAND_ACTION,      ///< for keys and buttons only
    COMMAND_LEAVES,      ///< as ACTION, but asks the user first while edits are unsaved
} command_kind;

/// Runs a command. False: the value is wrong; why, of COMMAND_WHY bytes, explains it.
typedef bool command_run(void* owner, const char* value, char* why);

typedef struct command_def {
    const char* name;
    command_run* run; ///< NULL: the members below describe where the value is written
    command_kind kind;
    enum { VALUE_NONE, VALUE_SWITCH, VALUE_INT, VALUE_FLOAT, VALUE_DOUBLE, VALUE_WORD, VALUE_TEXT } type;
    size_t offset;                                 ///< of the member; COMMAND_NO_MEMBER: set has the value
    size_t size;                                   ///< of VALUE_TEXT: bytes of the member
    double least, most;                            ///< of numbers
    const char* (*word)(int index), *what;         ///< of VALUE_WORD: as parse_word wants them
    bool (*allowed)(const void* owner, char* why); ///< called before; NULL: always allowed
    void (*then)(void* owner);                     ///< called after; NULL: nothing
    void (*take)(void* owner, const char* value);  ///< runs the command with any value; NULL: see run
    void (*at)(void* owner, wend_tile tile);       ///< runs the command with a tile of the map; NULL: see run
    void (*turn)(void* owner, bool on); ///< of VALUE_SWITCH: sets it; NULL: the member is written directly
    bool (*on)(const void* owner);      ///< of VALUE_SWITCH: is it on? NULL: the member says it
    void (*set)(void* owner, double value); ///< of numbers and VALUE_WORD, whose index it gets: as turn
    const char* also;                       ///< of numbers: a word that is taken, too; NULL: none
    double also_value;                      ///< what it stands for
    bool (*is)(const void* owner, const char* value); ///< as commands_is; NULL: the member says it
} command_def;

#define COMMAND(name_, run_, kind_)                                                                          \
    { .name = name_, .run = run_, .kind = kind_ }
/// Accepts any value.
#define COMMAND_TAKE(name_, take_, kind_)                                                                    \
    { .name = name_, .take = take_, .kind = kind_ }
/// Ignores the value.
#define COMMAND_ACT(name_, then_, kind_)                                                                     \
    { .name = name_, .then = then_, .kind = kind_ }
#define COMMAND_SWITCH(name_, owner, member, ...)                                                            \
    { .name = name_, .type = VALUE_SWITCH, .offset = offsetof(owner, member), __VA_ARGS__ }
/// A switch set by a function.
#define COMMAND_TURN(name_, owner, member, turn_, kind_)                                                     \
    COMMAND_SWITCH(name_, owner, member, .turn = turn_, .kind = kind_)
#define COMMAND_NUMBER(name_, owner, member, type_, least_, most_, ...)                                      \
    {                                                                                                        \
        .name = name_, .type = type_, .offset = offsetof(owner, member), .least = least_, .most = most_,     \
        __VA_ARGS__                                                                                          \
    }
#define COMMAND_WORD(name_, owner, member, word_, what_, ...)                                                \
    {                                                                                                        \
        .name = name_, .type = VALUE_WORD, .offset = offsetof(owner, member), .word = word_, .what = what_,  \
        __VA_ARGS__                                                                                          \
    }
/// A number or a word that a function takes.
#define COMMAND_SET(name_, least_, most_, set_, ...)                                                         \
    {                                                                                                        \
        .name = name_, .type = VALUE_DOUBLE, .offset = COMMAND_NO_MEMBER, .least = least_, .most = most_,    \
        .set = set_, __VA_ARGS__                                                                             \
    }
#define COMMAND_CHOOSE(name_, word_, what_, set_, ...)                                                       \
    {                                                                                                        \
        .name = name_, .type = VALUE_WORD, .offset = COMMAND_NO_MEMBER, .word = word_, .what = what_,        \
        .set = set_, __VA_ARGS__                                                                             \
    }
#define COMMAND_TEXT(name_, owner, member, ...)                                                              \
    {                                                                                                        \
        .name = name_, .type = VALUE_TEXT, .offset = offsetof(owner, member),                                \
        .size = sizeof((owner*)0)->member, __VA_ARGS__                                                       \
    }
/// Takes a tile of the map.
#define COMMAND_AT(name_, at_)                                                                               \
    { .name = name_, .at = at_ }
/// The last of a table.
#define COMMANDS_END                                                                                         \
    { .name = NULL }

typedef struct command {
    const char* name; ///< NULL: none
    char* value;
    int line;   ///< of the script; 0: not from a script
    bool asked; ///< the user has agreed to lose unsaved edits
} command;

typedef struct commands {
    struct {
        const command_def* defs; ///< the last has no name
        void* owner;
    } tables[COMMAND_TABLES];
    int table_count;
    command* queue;
    int count, capacity;
    command waiting; ///< while the user is asked about unsaved edits
    bool (*has_unsaved)(const void* context);
    const void* unsaved_context;
    const wend_grid* const* grid; ///< the map of tiles that commands name
    bool out_of_memory;           ///< a command could not be queued
} commands;

/// Why a command was not run.
typedef struct command_refusal {
    int line; ///< as in command
    char why[COMMAND_WHY];
} command_refusal;

void commands_free(commands* c);
void commands_add(commands* c, const command_def* defs, void* owner);
/// Borrows the name until the command has run, and copies the value.
void commands_push(commands* c, const char* name, const char* value);
void commands_pushf(commands* c, const char* name, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
/// Pushes a command from a line of a script.
void commands_push_line(commands* c, const char* name, const char* value, int line);
/// Is what a command with this value sets as it would be afterwards? Of a switch: is it on, or with "0": is
/// it off? False for commands that only do something.
bool commands_is(const commands* c, const char* name, const char* value);
/// Runs the queued commands and those that they push. False: a command was refused; call again for the rest.
bool commands_run(commands* c, command_refusal* refusal_out);
/// Answers the question about unsaved edits: runs the waiting command, or drops it.
void commands_answer(commands* c, bool agreed);

#endif
