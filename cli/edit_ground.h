// edit_ground.h: ground that `wend edit` adds to a world and removes from it.
#ifndef EDIT_GROUND_H
#define EDIT_GROUND_H
#include "options.h"

#include <wend/wend.h>

typedef struct ground_edits {
    option_list added, removed;
} ground_edits;

#define GROUND_EDIT_OPTIONS(type, member)                                                                    \
    OPT_LIST(                                                                                                \
        "add-ground", "X,Y=FILE",                                                                            \
        "the map in FILE, with its first tile at X,Y, in tiles; also to the left of and above the map, "     \
        "which grows; its costs must be costs of WORLD; may be repeated",                                    \
        offsetof(type, member.added)),                                                                       \
        OPT_LIST(                                                                                            \
            "remove-ground", "X,Y,W,H",                                                                      \
            "W x H tiles from X,Y, in tiles, are no ground any more; the map shrinks where its edges go",    \
            offsetof(type, member.removed))

/// Adds ground, then removes some. *tiles_out: how many were added. CLI_OK or an exit code.
int ground_edits_apply(const ground_edits* edits, wend_world* world, int64_t* tiles_out);

#endif
