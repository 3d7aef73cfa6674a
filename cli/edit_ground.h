// edit_ground.h: ground that `wend edit` adds to a world and removes from it.
#ifndef EDIT_GROUND_H
#define EDIT_GROUND_H
#include "options.h"

#include <wend/wend.h>

typedef struct ground_edits {
    option_list added, removed;
    double height_scale; ///< of images of heights; 0: images are no heights
} ground_edits;

#define GROUND_EDIT_OPTIONS(type, member)                                                                    \
    OPT_LIST(                                                                                                \
        "add-ground", "X,Y[,F]=FILE",                                                                        \
        "the map in FILE, with its first tile at X,Y, in tiles, on floor F; also to the left of and above "  \
        "the map, which grows; its costs must be costs of WORLD; may be repeated",                           \
        offsetof(type, member.added)),                                                                       \
        OPT_NUMBER("height-scale", "H",                                                                      \
                   "--add-ground: images are heights, H from black to white; of rasters: metres a unit",     \
                   offsetof(type, member.height_scale), 1e-6, 1e6),                                          \
        OPT_LIST(                                                                                            \
            "remove-ground", "X,Y,W,H[,F]",                                                                  \
            "W x H tiles from X,Y, in tiles, are no ground any more; the map shrinks where its edges go",    \
            offsetof(type, member.removed))

/// Adds ground, then removes some. *tiles_out: how many were added. CLI_OK or an exit code.
int ground_edits_apply(const ground_edits* edits, wend_world* world, int64_t* tiles_out);

#endif
