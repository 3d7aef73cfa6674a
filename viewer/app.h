// app.h: what is the state of the running viewer, and what can be done with it? The parts: events and frames
// (app.c), settings by name (settings.c), panel and texts (panel.c), the line of state (report.c).
#ifndef WEND_VIEW_APP_H
#define WEND_VIEW_APP_H
#include "agent.h"
#include "camera.h"
#include "draw.h"
#include "layers.h"
#include "map_layer.h"
#include "scene.h"
#include "script.h"

/// Exit codes; documented in the man page, so they never change.
enum { APP_OK = 0, APP_USAGE = 2, APP_BAD_INPUT = 3, APP_RESOURCE = 4 };

/// What the command line asks for.
typedef struct app_options {
    char* const* files; ///< worlds or maps; the built-in island when there are none
    int file_count;
    bool headless;
    bool report;            ///< print the state as a line of JSON at the end
    int frames;             ///< end after so many frames, and when the script has ended; 0: never
    const char* screenshot; ///< file for a picture of the last frame; NULL: none
    const char* script;     ///< NULL: none
    int width, height;      ///< of the window [Units: pixels]
    float scale;            ///< of texts and lines; 0: by the display's density
    bool negate;            ///< images: dark is passable
    float blocked_below;    ///< images: brightness [Range: 0..1]; below 0: the importer's default
} app_options;

typedef enum app_drag { DRAG_NONE, DRAG_START, DRAG_GOAL, DRAG_MAP } app_drag;

typedef struct app {
    const app_options* options;
    SDL_Window* window;
    SDL_Renderer* renderer;
    float scale;       ///< of texts and lines
    float pixel_ratio; ///< pixels to a unit of the mouse's coordinates
    draw_batch batch;

    scene scene;
    int file; ///< index of the file that is shown
    map_layer* map;
    bool map_complete; ///< nothing coarser than it should be was drawn
    camera camera;
    bool fitted; ///< the camera still shows the whole map and follows the window's size
    agent agent;
    double agent_lag; ///< time that passed and that the agent has not walked yet [Units: seconds]

    uint32_t layers;
    bool paused, panel, help;
    bool replan; ///< the query changed in this frame
    app_drag drag;
    float pointer_x, pointer_y; ///< [Units: pixels]
    bool pointer_inside;

    char message[600];
    bool message_is_error;
    int message_frames; ///< left to show it

    script* script;
    Uint32 setting_event;
    Uint32 shown_ticks;  ///< when the loading picture was last drawn [Units: milliseconds]
    bool picture_wanted; ///< by F12
    bool quit;
    int exit_code;
    int frame;
    double frame_ms_sum, frame_ms_max; ///< without the first
} app;

/// Runs until the person or the options end it, and returns the exit code.
int app_run(const app_options* options);
/// "wend-view: ..." as one line on stderr; control characters become '?'.
void app_complain(const char* text);

// ---- actions, by whatever input they come

void app_say(app* app, bool error, const char* format, ...) __attribute__((format(printf, 3, 4)));
void app_set_layers(app* app, uint32_t layers);
void app_set_start(app* app, wend_tile tile); ///< brought onto the map
void app_set_goal(app* app, wend_tile tile);  ///< likewise
void app_fit(app* app);

/// The keys and what they do, for the help; NULL past the last.
const char* app_key_name(int index);
const char* app_key_help(int index);

// ---- settings.c

/// Does a "set NAME VALUE". False: *why_out says what is wrong with it.
bool settings_apply(app* app, const char* name, const char* value, char why_out[200]);

// ---- panel.c

/// All texts and widgets of a frame, between gui_begin_frame and gui_end_frame.
void panel_show(app* app);
/// The picture while a map loads; progress in 0..1, below 0: unknown.
void panel_show_loading(app* app, const char* name, float progress);
/// The part of the window that panel and status line leave free.
SDL_Rect panel_free_area(const app* app);
/// An outcome in words.
const char* panel_outcome(wend_outcome outcome);

// ---- report.c

void report_print(const app* app);

#endif
