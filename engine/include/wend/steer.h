// wend/steer.h: an agent that walks a path: seek, arrive and path following. Pure functions of their inputs:
// the same steps on every machine.
#ifndef WEND_STEER_H
#define WEND_STEER_H
#include "wend/grid.h"
#include "wend/path.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_agent {
    wend_vec2 position;     ///< [Units: world units]
    wend_vec2 velocity;     ///< [Units: world units a second]
    float max_speed;        ///< > 0 [Units: world units a second]
    float max_acceleration; ///< > 0 [Units: world units a second squared]
    int32_t progress; ///< index of the tile of the path it stands on or passed last; start at 0; never falls
} wend_agent;

/// Acceleration that turns the velocity towards the target at full speed (Reynolds 1999, "seek").
WEND_API wend_vec2 wend_steer_seek(const wend_agent* agent, wend_vec2 target);
/// Like seek, slowing down within slow_radius so as to stop at the target (Reynolds 1999, "arrive").
WEND_API wend_vec2 wend_steer_arrive(const wend_agent* agent, wend_vec2 target, float slow_radius);

/// Moves the agent dt seconds along the path: seek along it, arrive at its end. It heads for the farthest
/// tile of the next few that it can walk to straight, never enters a blocked tile and never cuts a corner
/// that movement may not cut: a motion that would is replaced by the straight way to that tile. *arrived_out:
/// it stands at the goal. Errors: ARGUMENT (a path without tiles, dt not in (0, 1], NaN or infinite numbers,
/// an agent that sees no tile of the path from progress on); the agent then stays as it was.
WEND_API wend_result wend_steer_follow(wend_agent* agent, const wend_grid* grid, const wend_path* path,
                                       float dt, bool* arrived_out);

#ifdef __cplusplus
}
#endif
#endif
