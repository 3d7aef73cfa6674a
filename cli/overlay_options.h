// overlay_options.h: which shapes, dangers and unknown ground does a query avoid, this time?
#ifndef OVERLAY_OPTIONS_H
#define OVERLAY_OPTIONS_H
#include "json.h"
#include "profile_options.h"
#include "world_file.h"

typedef struct overlay_options {
    option_list avoid, danger;
    const char* fog; ///< NULL: all ground is known
} overlay_options;

/// The rows of these options in a command's table.
#define OVERLAY_OPTIONS(type, member)                                                                        \
    OPT_LIST("avoid", "SHAPE[@FLOOR]",                                                                       \
             "keep out of disc:X,Y,R, rect:X,Y,W,H or polygon:FILE.csv, or with =COST pay more in it",       \
             offsetof(type, member.avoid)),                                                                  \
        OPT_TEXT(0, "fog", "IMAGE[@FLOOR][=COST]",                                                           \
                 "ground where the image is dark is unknown: blocked, or passable at COST",                  \
                 offsetof(type, member.fog), OPTIONAL),                                                      \
        OPT_LIST("danger", "IMAGE[@FLOOR]=SCALE", "a tile costs SCALE times the brightness, 0 to 1, more",   \
                 offsetof(type, member.danger))

typedef int world_opener(const char* file, const option_list* patches_opt, wend_world** out);
typedef int view_work(const void* arguments, const wend_world* view);

/// What commands that ask one world have in common; the first member of their arguments.
typedef struct view_options {
    common_options common;
    option_list patches;
    const char *world, *profile;
    int units;
    overlay_options overlay;
    world_opener* opener;     ///< NULL: world_open
    const command* self;      ///< for the work and the answer
    const wend_world* opened; ///< for the work: the world itself, without overlay and profile
    const wend_world* map;    ///< likewise: with the overlay
} view_options;

/// The rows of the world, and of what a query of one may ask for.
#define VIEW_WORLD                                                                                           \
    OPT_OPERAND("WORLD", "a baked world", offsetof(view_options, world)), PATCH_OPTION(view_options)
#define VIEW_QUERY                                                                                           \
    OPT_CHOICE("units", PLAN_UNITS_HELP, offsetof(view_options, units), plan_unit_names),                    \
        OVERLAY_OPTIONS(view_options, overlay), PROFILE_OPTION(offsetof(view_options, profile))

/// The run of such a command: parses the arguments, checks them, opens the world, and does the work on it,
/// or on the view of a profile, with an overlay, where the arguments ask for them. check_opt may still change
/// the arguments. CLI_OK or an exit code.
int view_run(const command* self, int argc, char** argv, view_options* arguments,
             int (*check_opt)(void* arguments), view_work* work);
/// The beginning of its answer: the world and the profile.
cJSON* view_json(const view_options* arguments);
/// The end of it, and its print: the files that the options name as outputs.
void view_json_print(const view_options* arguments, cJSON* json);
/// Is the answer to be told as a text? Not where standard output holds a file, nor with --quiet where a file
/// holds it, unless it has a list that no file holds.
bool view_speaks(const view_options* arguments, bool has_list);
/// The end of the text: the files.
void view_print_written(const view_options* arguments);

#endif
