// app.h: what is the state of the running viewer, and what can be done with it? The parts: events and frames
// (app.c), settings by name (settings.c), panel and texts (panel.c), the line of state (report.c).
#ifndef WEND_VIEW_APP_H
#define WEND_VIEW_APP_H
#include "tools/agent.h"
#include "tools/boid_hand.h"
#include "tools/boids.h"
#include "views/camera.h"
#include "views/connected.h"
#include "platform/draw.h"
#include "document/editor.h"
#include "views/field_layer.h"
#include "document/file_list.h"
#include "tools/import_panel.h"
#include "views/layers.h"
#include "views/map_layer.h"
#include "tools/performance.h"
#include "tools/playback.h"
#include "document/save_map.h"
#include "document/scene.h"
#include "script/script.h"

/// Exit codes; documented in the man page, so they never change.
enum { APP_OK = 0, APP_USAGE = 2, APP_BAD_INPUT = 3, APP_RESOURCE = 4 };

/// What the command line asks for.
typedef struct app_options {
    bool headless;
    bool report;            ///< print the state as a line of JSON at the end
    int frames;             ///< end after so many frames, and when the script has ended; 0: never
    const char* screenshot; ///< file for a picture of the last frame; NULL: none
    const char* script;     ///< NULL: none
    const char* record;     ///< folder for pictures of all frames; NULL: none
    int width, height;      ///< of the window [Units: pixels]; 0: as it was last time
    float scale;            ///< of texts and lines; 0: by the display's density
    bool negate;            ///< images: dark is passable
    float blocked_below;    ///< images: brightness [Range: 0..1]; below 0: the importer's default
} app_options;

typedef enum app_drag {
    DRAG_NONE,
    DRAG_START,
    DRAG_GOAL,
    DRAG_MAP,
    DRAG_MINIMAP,
    DRAG_EDIT,
    DRAG_BOIDS
} app_drag;

/// What a person was about to do when unsaved edits made the window ask, and the answers.
typedef enum app_leaving {
    LEAVE_NOT,
    LEAVE_QUIT,
    LEAVE_PREVIOUS,
    LEAVE_NEXT,
    LEAVE_CHOOSE,
    LEAVE_RELOAD,
    LEAVE_NEW,
    LEAVE_DROP,
    LEAVE_BAKE,
} app_leaving;
typedef enum app_answer_kind { ANSWER_CANCEL, ANSWER_SAVE, ANSWER_DISCARD } app_answer_kind;

/// Parts of the panel that open and close.
typedef enum panel_section {
    SECTION_MAP,
    SECTION_BUILD,
    SECTION_PLAN,
    SECTION_EDIT,
    SECTION_BOIDS,
    SECTION_LAYERS,
    SECTION_COUNT
} panel_section;
extern const char* const panel_section_names[SECTION_COUNT];

/// Frames that are written as numbered pictures.
enum { SEQUENCE_PATH = 600 };
typedef struct sequence {
    bool on;
    int count; ///< written
    char folder[SEQUENCE_PATH];
} sequence;

typedef struct app {
    const app_options* options;
    SDL_Window* window;
    SDL_Rect place; ///< of the window when it is not maximised, as it was last time; of no width: unknown
    bool maximized; ///< likewise
    SDL_Renderer* renderer;
    float scale;       ///< of texts and lines
    float pixel_ratio; ///< pixels to a unit of the mouse's coordinates
    draw_batch batch;

    wend_threads* threads; ///< NULL: none could be started
    scene scene;
    int chosen_file; ///< of the list, that LEAVE_CHOOSE is about
    file_list files; ///< worlds and maps; the built-in island when there are none
    map_layer* map;
    connected connected;
    bool map_complete; ///< nothing coarser than it should be was drawn
    camera camera;
    bool fitted; ///< the camera still shows the whole map and follows the window's size
    agent agent;
    boids boids;
    goal_field goal_field;
    field_layer* field_layer; ///< NULL: not asked for yet
    boid_hand hand;
    bool follow;      ///< the camera keeps the selected boid, or the agent, in the middle
    float time_scale; ///< of all that walks [Range: 0.1..8]
    double ticks_due; ///< that were not walked yet

    uint32_t layers;
    int level; ///< of the clusters and the graph that are drawn; 0: the borders of all
    bool paused, panel, help;
    bool replan; ///< the query changed in this frame
    editor editor;
    performance performance;
    playback playback;
    char save_name[256];
    int new_width, new_height; ///< of the next new map [Units: tiles]
    app_leaving asking;
    import_panel import;
    char* dropped;     ///< the file that LEAVE_DROP is about; NULL: none
    bool more_dropped; ///< a file of the drop that is under way was taken already
    bool light;        ///< theme
    bool open[SECTION_COUNT];
    app_drag drag;
    Uint8 drag_button;
    float pointer_x, pointer_y; ///< [Units: pixels]
    bool pointer_inside;

    char message[600];
    bool message_is_error;
    int message_frames; ///< left to show it

    script* script;
    Uint32 setting_event;
    bool picture_wanted; ///< by F12
    sequence sequence;   ///< by F11
    bool quit;
    int exit_code;
    int frame;
    double frame_ms_sum, frame_ms_max; ///< without the first
    double cpu_ms_sum, cpu_ms_max;     ///< likewise, of processor time of this thread
    int slow_frames;                   ///< of more than 1/60 s of processor time
} app;

/// Runs until the person or the options end it, and returns the exit code. Takes the files.
int app_run(const app_options* options, file_list* files);
/// "wend-view: ..." as one line on stderr; control characters become '?'.
void app_complain(const char* text);

// ---- actions, by whatever input they come

void app_say(app* app, bool error, const char* format, ...) __attribute__((format(printf, 3, 4)));
void app_set_layers(app* app, uint32_t layers);
void app_set_start(app* app, wend_tile tile); ///< brought onto the map
void app_set_goal(app* app, wend_tile tile);  ///< likewise
void app_fit(app* app);
void app_set_light(app* app, bool light);
/// The colours that the map is drawn in.
const palette* app_palette(const app* app);
/// Begins a picture: finds out what is drawn to, and fills it with the background.
void app_clear(app* app);

// ---- load.c

/// Shows the file that the list begins with. For the start of the program: it says itself what went wrong.
wend_result app_load_first(app* app, wend_error* error);
/// Shows one of the files. On an error, described in *error, what was shown stays.
wend_result load_file(app* app, int index, wend_error* error);
/// How an image is read: as it was baked, or as the command line says.
import_choice load_choice(const app* app, const char* file_opt);
/// Shows one of the files; false, and told: what was shown stays.
bool app_show_file(app* app, int index);
/// Shows a neighbour among the files; step is 1 or -1.
void app_switch_file(app* app, int step);
/// Reads the file that is shown again.
void app_reload(app* app);
/// Shows an empty map of new_width x new_height tiles.
void app_make_map(app* app);
/// Builds the abstract graph anew; 0: the default size, levels by the size of the map.
void app_rebuild(app* app, wend_moves moves, int cluster_size, int level_count);

// ---- drop.c

/// A file is dropped on the window, or that was the last of them. Takes the event's text.
void app_take_drop(app* app, const SDL_DropEvent* event);
/// Shows the file that was dropped last, and adds it to the list.
void app_show_dropped(app* app);

// ---- edit_actions.c

/// The button of the chosen tool goes down, the pointer moves, the button comes up.
void app_press_tool(app* app, bool erase);
void app_move_tool(app* app);
void app_release_tool(app* app);
void app_undo(app* app);
void app_redo(app* app);
/// Shows what edits changed in this frame and plans again, or settles the world a little.
void app_follow_edits(app* app);
/// False, and told: it could not be saved.
bool app_save(app* app, const char* file);
void app_propose_name(app* app);
/// Shows one of the files, after asking when edits would be lost.
void app_choose_file(app* app, int index);
/// Does it, after asking when edits would be lost.
void app_leave(app* app, app_leaving leaving);
void app_answer(app* app, app_answer_kind answer);

/// Plans again and sends the agent off.
void app_run_again(app* app);

// ---- walk.c

/// Walks for the time of a frame, unless paused.
void app_walk(app* app, double seconds);
/// One tick while paused.
void app_step(app* app);
bool app_something_walks(const app* app);
void app_toggle_follow(app* app);
/// Brings whom the camera follows to the middle.
void app_follow(app* app);

// ---- field_actions.c

/// Another map.
void fields_forget(app* app);
/// The renderer has lost its textures.
void fields_lose_textures(app* app);
void fields_destroy(app* app);
/// Fills some more of what the layers need, all when whole, and draws the distance map over the map. True:
/// nothing is missing.
bool fields_draw_distance(app* app, bool whole);
void fields_draw_flow(app* app);
void fields_show_legend(const app* app);
void fields_report(const app* app);

// ---- boid_actions.c

void app_choose_boids(app* app, bool on);
/// The boid under the pointer, and the one whose state is shown; -1: none.
int app_boid_at_pointer(const app* app);
int app_shown_boid(const app* app);
void app_place_random_boids(app* app);
/// True: the tool of the boids took the press.
bool app_press_boids(app* app, Uint8 button);
void app_move_boids(app* app);
void app_release_boids(app* app);
void app_apply_boid_rules(app* app);
void app_share_goal(app* app, bool share);
void app_draw_boids(app* app);

// ---- sequence.c

/// Writes the frames from now on; NULL: to a new folder. False, and told: it cannot be written to.
bool app_begin_sequence(app* app, const char* folder_opt);
/// Says how many they were.
void app_end_sequence(app* app);
/// The frame that was drawn. False, and told: it could not be written, and the sequence is at its end.
bool app_add_to_sequence(app* app);

// ---- keys.c

void app_press_key(app* app, const SDL_KeyboardEvent* event);
/// The keys and what they do, for the help; NULL where the key before says it.
int app_key_count(void);
const char* app_key_name(int index);
const char* app_key_help(int index);

// ---- settings.c

/// Does a "set NAME VALUE". False: *why_out says what is wrong with it.
bool settings_apply(app* app, const char* name, const char* value, char why_out[200]);

// ---- panel.c

/// All texts and widgets of a frame, between gui_begin_frame and gui_end_frame.
void panel_show(app* app);
/// The picture while something long goes on; progress in 0..1. True: it shall stop.
bool panel_show_loading(app* app, const char* name, const char* doing, float progress);
/// The part of the window that panel and status line leave free.
SDL_Rect panel_free_area(const app* app);
/// An outcome in words.
const char* panel_outcome(wend_outcome outcome);

// ---- panel_status.c

/// The line at the bottom, of that height. [Units: pixels]
void panel_show_status(const app* app, float height);

// ---- panel_help.c

void panel_show_help(const app* app);

// ---- panel_edit.c

void panel_show_editor(app* a);
void panel_show_build(app* a);
void panel_show_question(app* a);

// ---- panel_boids.c

void panel_show_boids(app* a);

// ---- report.c, report_boids.c

void report_print(const app* app);
void report_boids(const app* app);

#endif
