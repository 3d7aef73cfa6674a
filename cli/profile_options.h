// profile_options.h: --profile, --inflate and the profiles of recipes: how does a text define a profile, and
// how does the command line name one?
#ifndef PROFILE_OPTIONS_H
#define PROFILE_OPTIONS_H
#include "json.h"
#include "options.h"
#include "profile_text.h"
#include "wend/import.h"

/// Where the texts of definitions come from.
typedef struct profile_source {
    const char* label; ///< "bake: --profile", for messages
    int code;          ///< exit code of a bad definition
    const char (
        *meanings)[WEND_MEANING_BYTES]; ///< of the classes of the map, which may stand for their numbers
    const char* cost_unit;              ///< of the map
} profile_source;

/// Adds "NAME:radius=R,margin=M,CLASS=COST|blocked,...". CLI_OK or an exit code, the reason printed.
int profile_definitions_add(const profile_source* source, const char* text, profile_definitions* list);
/// Adds "inscribed=R,inflation=R,..." under the name robot.
int profile_definitions_inflate(const profile_source* source, const char* text, profile_definitions* list);
/// Do they fit a map? CLI_OK or an exit code, the reason printed.
int profile_definitions_check(const profile_definitions* list, const wend_grid* grid);

/// The world, or the view of the profile with a name; NULL: the world. CLI_OK or an exit code.
int profile_view(const wend_world* world, const char* name_opt, const wend_world** out);

/// What the profiles of a world need, as text and as `profiles`; nothing when it has none.
void profiles_print(const wend_world* world);
void profiles_json(cJSON* object, const wend_world* world);

/// The row of a command that shows or asks one profile.
#define PROFILE_OPTION(at_)                                                                                  \
    OPT_TEXT(0, "profile", "NAME", "for which agents: a profile of the world (see wend info)", at_, OPTIONAL)

#endif
