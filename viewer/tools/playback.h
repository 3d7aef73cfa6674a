// playback.h: how is the search of the current query recorded, and played like a film?
#ifndef WEND_VIEW_PLAYBACK_H
#define WEND_VIEW_PLAYBACK_H
#include "views/trace_layer.h"

#define PLAYBACK_SLOWEST 1.0f
#define PLAYBACK_FASTEST 10e6f

typedef struct playback {
    trace* trace; ///< NULL: nothing is recorded
    trace_layer layer;
    wend_path* path; ///< that the recorded search found
    wend_stats stats;
    bool open; ///< the player is; otherwise only the layer shows the end
    bool playing;
    bool stale;       ///< the plan changed since
    bool speed_kept;  ///< the person chose it; otherwise it suits the length of each part
    float speed;      ///< [Units: events a second] [Range: PLAYBACK_SLOWEST..PLAYBACK_FASTEST]
    double due;       ///< part of an event that should have happened since the last one
    int64_t limit;    ///< events kept of the next recording
    double record_ms; ///< that the last one took
    float bar_height; ///< of the player in the last frame [Units: pixels]
} playback;

struct app;

void playback_init(playback* p);
void playback_destroy(playback* p);
/// Another map is shown: forgets what was recorded.
void playback_forget(playback* p);

/// Records the current query and plays it from the start, or closes the player.
void playback_toggle(struct app* app);
void playback_set_playing(struct app* app, bool playing);
void playback_set_speed(struct app* app, float speed);
/// Goes to the state after so many events, as near as there are; it then stands still.
void playback_seek(struct app* app, int64_t position);
/// True when the key was meant for the player.
bool playback_press_key(struct app* app, const SDL_KeyboardEvent* event);

/// Once a frame: records again where the plan changed, and plays on.
void playback_follow(struct app* app, double seconds);
/// The layers of the set that may be seen now: the path appears when it was found.
uint32_t playback_layers(const struct app* app);

// ---- playback_draw.c

/// The open and closed lists, right on the map, with the corridor and where each tile was reached from.
void playback_draw_lists(struct app* app);
/// What lies above the other layers: nodes, where they were reached from, and the event that happened last.
void playback_draw(struct app* app);

// ---- panel_playback.c

/// The player above the line at the bottom, of the height status_height.
void playback_show_bar(struct app* app, float status_height);
/// A number with a space between thousands.
const char* playback_grouped(int64_t number, char out[32]);
/// The last event in words.
void playback_describe(const struct app* app, char* out, size_t size);
/// Members of the line of state, each with a comma before it.
void playback_report(const struct app* app);

#endif
