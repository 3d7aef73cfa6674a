// profile_options.h: --profile: how does the command line define a profile, and name one?
#ifndef PROFILE_OPTIONS_H
#define PROFILE_OPTIONS_H
#include "json.h"
#include "options.h"
#include "wend/import.h"

/// Definitions from the command line, for wend_world_def.
typedef struct profile_definitions {
    wend_profile_def items[WEND_MAX_PROFILES - 1];
    char names[WEND_MAX_PROFILES - 1][WEND_MAX_PROFILE_NAME + 1];
    int count;
} profile_definitions;

/// Reads "NAME:radius=R,margin=M,CLASS=COST|blocked,...". meanings: of the classes of the map, which may
/// stand for their numbers. CLI_OK or an exit code, the reason printed.
int profile_definitions_read(const char* command_name, const option_list* texts,
                             const char (*meanings)[WEND_MEANING_BYTES], profile_definitions* out);
/// Do they fit a map? CLI_OK or an exit code, the reason printed.
int profile_definitions_check(const char* command_name, const profile_definitions* list,
                              const wend_grid* grid);
/// The definitions of the profiles of a world; their names are borrowed from it.
void profile_definitions_of(const wend_world* world, profile_definitions* out);

/// The world, or the view of the profile with a name; NULL: the world. CLI_OK or an exit code.
int profile_view(const char* command_name, const wend_world* world, const char* name_opt,
                 const wend_world** out);

/// What the profiles of a world need, as text and as `profiles`; nothing when it has none.
void profiles_print(const wend_world* world);
void profiles_json(cJSON* object, const wend_world* world);

/// The row of a command that shows or asks one profile.
#define PROFILE_OPTION(at_)                                                                                  \
    OPT_TEXT(0, "profile", "NAME", "for which agents: a profile of the world (see wend info)", at_, OPTIONAL)

#endif
