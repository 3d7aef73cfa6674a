// commands.h: what shall be done next? Keys, buttons and scripts push commands, each a name and a value; they
// are run in one place, in their order. Whoever owns a piece of state registers the commands that change it.
#ifndef WEND_VIEW_COMMANDS_H
#define WEND_VIEW_COMMANDS_H
#include "platform/parse.h"
#include <stddef.h>

enum { COMMAND_TABLES = 16 };

typedef enum command_kind {
    COMMAND_SETTING,     ///< a script may "set" it
    COMMAND_LOSES_EDITS, ///< likewise, but while edits are unsaved the person is asked first
    COMMAND_ACTION,      ///< for keys and buttons only
    COMMAND_LEAVES,      ///< likewise, and the person is asked first
} command_kind;

/// Runs a command. False: why, of COMMAND_WHY bytes, says what is wrong with the value.
typedef bool command_run(void* owner, const char* value, char* why);

typedef struct command_def {
    const char* name;
    command_run* run; ///< NULL: what follows says which member of the owner takes the value
    command_kind kind;
    enum { VALUE_NONE, VALUE_SWITCH, VALUE_INT, VALUE_FLOAT, VALUE_DOUBLE, VALUE_WORD } type;
    size_t offset;
    double least, most;                            ///< of numbers
    const char* (*word)(int index), *what;         ///< of VALUE_WORD: as parse_word wants them
    bool (*allowed)(const void* owner, char* why); ///< asked before; NULL: always
    void (*then)(void* owner);                     ///< done after; NULL: nothing
    void (*take)(void* owner, const char* value);  ///< runs it, and takes every value; NULL: see run
    void (*turn)(void* owner, bool on); ///< of VALUE_SWITCH: sets it; NULL: nothing more is to be done
} command_def;

#define COMMAND(name_, run_, kind_)                                                                          \
    { .name = name_, .run = run_, .kind = kind_ }
/// Takes every value.
#define COMMAND_TAKE(name_, take_, kind_)                                                                    \
    { .name = name_, .take = take_, .kind = kind_ }
/// Takes no value.
#define COMMAND_ACT(name_, then_, kind_)                                                                     \
    { .name = name_, .then = then_, .kind = kind_ }
#define COMMAND_SWITCH(name_, owner, member, ...)                                                            \
    { .name = name_, .type = VALUE_SWITCH, .offset = offsetof(owner, member), __VA_ARGS__ }
/// A switch that a function sets.
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
/// The last of a table.
#define COMMANDS_END                                                                                         \
    { .name = NULL }

typedef struct command {
    const char* name; ///< NULL: none
    char* value;
    int line;   ///< of the script that it comes from; 0: it comes from none
    bool asked; ///< the person has agreed to lose unsaved edits
} command;

typedef struct commands {
    struct {
        const command_def* defs; ///< the last has no name
        void* owner;
    } tables[COMMAND_TABLES];
    int table_count;
    command* queue;
    int count, capacity;
    command waiting; ///< until the person says what becomes of unsaved edits
    bool (*has_unsaved)(const void* context);
    const void* unsaved_context;
    bool out_of_memory; ///< a command was lost
} commands;

/// Why a command was not run.
typedef struct command_refusal {
    int line; ///< as in command
    char why[COMMAND_WHY];
} command_refusal;

void commands_free(commands* c);
void commands_add(commands* c, const command_def* defs, void* owner);
/// The name is borrowed until the command was run, the value is copied.
void commands_push(commands* c, const char* name, const char* value);
void commands_pushf(commands* c, const char* name, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
/// The same from a line of a script.
void commands_push_line(commands* c, const char* name, const char* value, int line);
/// Runs what is in the queue, and what that pushes. False: a command was refused; call it again for the rest.
bool commands_run(commands* c, command_refusal* refusal_out);
/// Answers the question about unsaved edits: runs the command that waits, or drops it.
void commands_answer(commands* c, bool go_on);

#endif
