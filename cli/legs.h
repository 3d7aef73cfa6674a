// legs.h: how do the paths of many places look on one picture, such as those to jobs, or of a tour?
#ifndef LEGS_H
#define LEGS_H
#include "cli.h"

typedef struct leg {
    wend_tile from, to; ///< with a path between them
} leg;

typedef struct legs {
    const leg* items;
    int32_t count;
    const wend_tile *starts, *goals; ///< shown by markers
    int32_t start_count, goal_count;
    double scale; ///< pixels per tile; 0: so that it has 512 to 2048 pixels
} legs;

/// The rows of a command that writes such a picture, for arguments with render and scale.
#define LEGS_OPTIONS(type)                                                                                   \
    OPT_OUTPUT(0, "render", "OUT.png|svg", ".png .svg",                                                      \
               "draw the places and the paths between them on the map", offsetof(type, render), OPTIONAL),   \
        OPT_NUMBER("scale", "K", "of the picture: pixels per tile; 0: a picture of 512..2048 pixels",        \
                   offsetof(type, scale), 0, 256)

/// Plans the legs and draws them. CLI_OK or an exit code.
int legs_write(const wend_world* world, const legs* all, const char* file);

#endif
