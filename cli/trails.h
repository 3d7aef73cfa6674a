// trails.h: where were the agents of a simulation? Writes all positions as a JSON trace, the trails as a
// picture.
#ifndef TRAILS_H
#define TRAILS_H
#include "cli.h"
#include "world_frame.h"

typedef struct trail_point {
    wend_vec2 at;
    uint16_t floor;
    bool begins; ///< behind a link, which is not drawn
} trail_point;

typedef struct trail {
    trail_point* points; ///< some tenths of a tile apart
    int32_t count;
    int64_t capacity;
    double length; ///< of the whole trail, steps over seams too, without its links [Units: tiles]
    trail_point last;
    int32_t link; ///< that the agent is on; -1: none
} trail;

typedef struct trails {
    const wend_crowd* crowd;
    const wend_grid* grid;
    world_frame frame;
    double tile_size, dt;
    trail* agents;
    int32_t agent_count;
    trail_point* frames; ///< positions of all agents, tick after tick, the first before any; NULL: not kept
    int64_t frame_count, frame_capacity;
    bool keep_frames;
} trails;

/// Begins with the current positions.
trails trails_begin(const wend_crowd* crowd, const wend_world* world, double dt, bool keep_frames);
/// After each tick.
void trails_add(trails* t);
void trails_free(trails* t);

/// {"dt", "agents": [{"radius", "speed", "state", "path"}], "frames": [[[x,y], ...], ...]}, positions in the
/// world units of the map's own format (world_frame.h), with the floor where the map has several; - is
/// standard output. CLI_OK or an exit code.
int trails_write(const trails* t, const char* file);
/// A picture of the map, the trails, and the agents at their ends. Returns CLI_OK or an exit code.
int trails_render(const trails* t, const wend_world* world, const char* file);

#endif
