// profile_text.h: how does a text such as "tank:radius=1.5,water=blocked" define a profile? Recipes and
// command lines have such texts.
#ifndef PROFILE_TEXT_H
#define PROFILE_TEXT_H
#include <wend/import.h>
#include <wend/world.h>

enum { PROFILE_SLOPES = 8 * WEND_MAX_SLOPE_POINTS }; ///< of all profiles together

/// Definitions for wend_world_def. Copies are made by profile_definitions_keep. [Size: 100 KB]
typedef struct profile_definitions {
    wend_profile_def items[WEND_MAX_PROFILES - 1];
    char names[WEND_MAX_PROFILES - 1][WEND_MAX_PROFILE_NAME + 1];
    wend_slope_point slopes[PROFILE_SLOPES]; ///< of those profiles that have their own
    int count, slope_count;
} profile_definitions;

/// What a text may refer to.
typedef struct profile_text {
    const char (
        *meanings)[WEND_MEANING_BYTES]; ///< of the classes of the map, which may stand for their numbers
    const char* (*suggest)(const char* word, const char* const* known,
                           size_t count); ///< a known word that is like it, or NULL; NULL: no suggestions
    const char* cost_unit; ///< of the map, as wend_slope_points names it, which functions of slope must have,
                           ///< if they have one; NULL: it is not known
} profile_text;

typedef enum profile_result { PROFILE_OK, PROFILE_BAD, PROFILE_TOO_MANY, PROFILE_NO_MEMORY } profile_result;
enum { PROFILE_WHY = 1200 };

/// Adds "NAME:radius=R,margin=M,slope=FUNCTION,CLASS=COST|blocked,...". list: count and slope_count are 0 at
/// first. why: the reason of a failure; for BAD it begins with
/// the name of the profile.
profile_result profile_text_read(const profile_text* source, const char* text, profile_definitions* list,
                                 char why[PROFILE_WHY]);
/// The name of a profile that is defined by an inflation alone, as by wend bake --inflate.
#define PROFILE_OF_INFLATE "robot"
/// Does a definition fit a map? why: the reason if not, which begins with the name of the profile.
bool profile_text_fits(const wend_profile_def* def, const wend_grid* grid, char why[PROFILE_WHY]);
/// A copy that needs neither the other one nor a world whose names and slopes it borrows.
void profile_definitions_keep(const profile_definitions* from, profile_definitions* to);
/// The definitions of the profiles of a world; their names and slopes are borrowed from it.
void profile_definitions_of(const wend_world* world, profile_definitions* out);

#endif
