// overlay_options.h: which shapes, dangers and unknown ground does a query avoid, this time?
#ifndef OVERLAY_OPTIONS_H
#define OVERLAY_OPTIONS_H
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

/// Makes the world that the options describe, over another one, which must outlive it; without any that
/// world itself. The caller destroys *overlay_out, which may be NULL, when it no longer needs *out. CLI_OK or
/// an exit code, the reason printed.
int overlay_open(const char* command_name, const wend_world* world, int units, const overlay_options* options,
                 wend_overlay** overlay_out, const wend_world** out);

/// Opens a world by world_open or world_map, and does the work of a command with it: on
/// the view of a profile, for a name, and with an overlay, for options. units: of their shapes. CLI_OK or an
/// exit code.
typedef int world_opener(const char* file, const option_list* patches_opt, wend_world** out);
typedef int view_work(const void* arguments, const wend_world* view);
int overlay_work(const char* command_name, world_opener* opener, const char* file, const option_list* patches,
                 const char* name_opt, const overlay_options* options_opt, int units, view_work* work,
                 const void* arguments);

/// What commands that ask one world have in common; the first member of their arguments.
typedef struct view_options {
    common_options common;
    option_list patches;
    const char *world, *profile;
    int units;
    overlay_options overlay;
    world_opener* opener; ///< NULL: world_open
} view_options;

/// The run of such a command: parses the arguments, checks them, and does the work by overlay_work.
int view_run(const command* self, int argc, char** argv, view_options* arguments,
             int (*check)(void* arguments), view_work* work);

#endif
