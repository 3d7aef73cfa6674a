// playback.h: how is the search of the current query recorded and played back?
#ifndef WEND_VIEW_PLAYBACK_H
#define WEND_VIEW_PLAYBACK_H
#include "document/document.h"
#include "tools/pair.h"
#include "tools/recording.h"
#include "views/trace_layer.h"
#include "views/view.h"

#define PLAYBACK_SLOWEST 1.0f
#define PLAYBACK_FASTEST 10e6f

typedef struct playback {
    document* document;
    view* view;
    pair* pair;       ///< played in place of the query's search while it is shown
    recording search; ///< of the query
    trace_layer layer;
    bool open; ///< the player is; otherwise only the layer shows the end
    bool playing;
    bool stale;           ///< the plan changed since
    bool speed_kept;      ///< the person chose it; otherwise it suits the length of each part
    float speed;          ///< [Units: events a second] [Range: PLAYBACK_SLOWEST..PLAYBACK_FASTEST]
    double due;           ///< part of an event that should have happened since the last one
    double floor_seconds; ///< until the player may show another floor
    int limit;            ///< events kept of the next recording
} playback;

/// Borrows all.
void playback_init(playback* p, document* d, view* v, pair* two);
/// Destroys all textures, before their renderer is destroyed (NULL) or after another one was created.
void playback_set_renderer(playback* p, SDL_Renderer* renderer);
/// True when the player is open and has a recording; it has none between a new map and the next frame.
bool playback_is_loaded(const playback* p);
/// Events that have happened, and all. Only with a recording, as the next one.
int64_t playback_position(const playback* p);
int64_t playback_length(const playback* p);
/// The first event of the search over tiles that follows an abstract one; 0: none, or there are two searches.
int64_t playback_turn(const playback* p);

/// Called in every frame: records again when the plan has changed, and plays. dragging: a drag is in
/// progress.
void playback_follow(playback* p, double seconds, bool dragging);
/// The layers of the view that are visible now: the path appears when it has been found, and numbers only
/// with a recording and in tiles with room for them.
uint32_t playback_layers(const playback* p);
/// The open and closed lists, right on the map, with the corridor and where each tile was reached from.
void playback_draw_below(playback* p);
/// What lies above the other layers.
void playback_draw(const playback* p);
/// The values in the tiles, within a frame of widgets.
void playback_draw_values(const playback* p);
/// What a search knows of the tile under the pointer and of the abstract node there; false: nothing, or it is
/// not shown.
bool playback_values_at_pointer(const playback* p, const recording* search, trace_values* tile_out,
                                trace_values* node_out);
/// A number with a space between thousands.
const char* playback_grouped(int64_t number, char out[32]);

#endif
