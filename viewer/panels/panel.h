// panel.h: which panels are there, where are they, which of their sections are open, and what is in them and
// in the other panels?
#ifndef WEND_VIEW_PANEL_H
#define WEND_VIEW_PANEL_H
#include "document/document.h"
#include "platform/frame_times.h"
#include "platform/imgui_shim.h"
#include "platform/notice.h"
#include "tools/browser.h"
#include "tools/fleet_tool.h"
#include "tools/heights.h"
#include "tools/import.h"
#include "tools/mouse.h"
#include "tools/performance.h"
#include "tools/places.h"
#include "tools/playback.h"
#include "tools/thumbnails.h"
#include "tools/walk.h"
#include "tools/why.h"
#include "views/connections.h"
#include "views/map_view.h"

typedef enum panel_section {
    SECTION_MAP,
    SECTION_BUILD,
    SECTION_PLAN,
    SECTION_PROFILES,
    SECTION_TERRAIN,
    SECTION_EDIT,
    SECTION_BOIDS,
    SECTION_LAYERS,
    SECTION_COUNT
} panel_section;

typedef struct panel {
    view* view;
    bool over_map;            ///< they are shown even where they cover most of the map
    bool shown;               ///< the main panel and that of the layers, those of them that are open
    bool main;                ///< the main panel is open
    bool help;                ///< the window with the keys is shown
    bool start;               ///< the start page is shown
    bool frames;              ///< the graph of frame times is shown
    bool open[SECTION_COUNT]; ///< that of the layers is a separate panel
    gui_pane main_pane, layers_pane, performance_pane;
    bool docked;      ///< the performance window stands at the right edge, beside the map
    bool world_units; ///< start and goal are shown in units of the world
    int revealed;     ///< a section that is scrolled to in the next frame; SECTION_COUNT: none
} panel;

/// Commands of the panel.
extern const command_def panel_commands[];

/// Borrows the view.
void panel_init(panel* p, view* v);
/// The sections as scripts name them; NULL past the last.
const char* panel_section_name(int section);

/// Before the panels of a frame: in a narrow window they give way to the performance window, so that the map
/// keeps some room.
void panel_follow(panel* p, bool performance_open);
/// The order of a frame: panel_begin, the sections one after the other, panel_end; then the layers between
/// panel_begin_layers and gui_end_window. Sections are shown by the files that own them. False: it is closed,
/// do not end it.
bool panel_begin(panel* p, commands* c);
bool panel_begin_layers(panel* p, commands* c);
/// The performance window; close it with gui_end_window.
void panel_begin_performance(panel* p, commands* c);
/// Reserves the room of panels at the left and right edge of the window.
void panel_take_room(const panel* p);
/// The heading; true: the section is open.
bool panel_begin_section(panel* p, panel_section section);
void panel_end(void);

// ---- what they hold: each in the file of its name

/// The window that asks for a file.
void panel_browser_show(browser* b, const window* w, commands* c);
void panel_boids_show(const mouse* m, const walk* w, commands* c);
/// How many links and closed steps there are: lines of the map's figures.
void panel_connections_show_counts(const wend_grid* grid);
/// What the link and the edges under the pointer are; false: nothing of this is there, or shown.
bool panel_connections_text(const view* v, char out[CONNECTIONS_TEXT]);
/// The same beside the pointer.
void panel_connections_show_tooltip(const view* v);
/// Keys and mouse; true: the user has closed the window.
bool panel_help_show(const window* w);
/// Menus and the tool bar; usable: false while another window takes all clicks.
void panel_menu_show(const document* d, const playback* b, const view* v, bool usable, commands* c);
void panel_import_show(import* p, const view* v, commands* c);
void panel_layers_show(const view* v, commands* c);
/// What the colours of costs and distances mean, while they are shown.
void panel_layers_show_legend(const map_view* m, commands* c);
/// The files and the figures of the map; scale: of the window.
void panel_map_show(const document* d, map_view* m, commands* c, float scale);
/// Movement and clusters.
void panel_map_show_build(const scene* s, commands* c);
/// Within panel_begin_performance.
void panel_performance_show(const performance* p, const view* v, commands* c);
/// Whether a comparison is of what is asked now, how far it has come, and the button that begins or ends it.
void panel_performance_show_state(const performance* p, performance_work work, const comparison* c,
                                  bool asked, bool current, commands* q);
/// The two searches side by side, within panel_begin_performance.
void panel_pair_show(const performance* p, commands* c);
/// Saves the searches on the map, which was just drawn, and below it what they are, under the name of the
/// picture; shows a notice. The map has to be drawn again afterwards.
void panel_pair_save_picture(pair* p, notice* n);
/// playing: the player is open. resting: nothing walks.
void panel_plan_show(const scene* s, const agent* walker, const fog* f, bool world_units, bool resting,
                     notice* n, commands* c);
/// The player above the line at the bottom, while it is open.
void panel_playback_show(const playback* p, commands* c);
/// The last event in words.
void panel_playback_describe(const playback* p, char* out, size_t size);
enum { PLAYBACK_TEXT = 640 };
/// g, h, f and the parent of what lies under the pointer, in lines, PLAYBACK_TEXT at most; false: the search
/// knows nothing of it.
bool panel_playback_describe_pointer(const playback* p, char* out, size_t size);
/// The same beside the pointer.
void panel_playback_show_tooltip(const playback* p);
/// The kinds of agents, and what the one that plans is.
void panel_profiles_show(const document* d, commands* c);
/// The classes of the map and their costs for the profile that plans.
void panel_terrain_show(const document* d, commands* c);
/// A fleet that runs, while its panel is open.
void panel_fleet_show(const fleet_tool* t, const view* v, commands* c);
/// A tour, what lies within a cost, territories: while one of them is shown.
void panel_places_show(const places_tool* p, const view* v, commands* c);
/// The path's profile of heights, while it is shown.
void panel_heights_show(const heights_tool* h, const view* v, commands* c);
/// The explanation why no path leads to the goal, while it is shown.
void panel_why_show(const why_tool* w, const view* v, commands* c);
/// What can be opened first; true: the user has closed it.
bool panel_start_show(const document* d, thumbnails* pictures, const view* v, commands* c);
/// The line at the bottom.
void panel_status_show(const map_view* m);
enum { STATUS_TEXT = 1500 };
/// Its text, with " | " between the parts.
void panel_status_text(const map_view* m, char out[STATUS_TEXT]);
/// A message for a while, which covers neither start nor goal.
void panel_status_show_notice(const notice* n, const view* v);
/// The processor times of the last frames.
void panel_status_show_frames(const frame_times* t, const view* v);
/// What the importer warned about, with buttons that open the import panel where it can be cured. Returns its
/// height.
float panel_warning_show(const document* d, const view* v, commands* c);

/// Why a file was not opened, with a button that opens it in spite of that. Returns its height.
float panel_refused_show(const document* d, const view* v, commands* c);
/// The messages so far; true: the user has closed the window.
bool panel_messages_show(const notice* n, const window* w);

void panel_edit_show(const document* d, const mouse* m, const fog* f, commands* c);
/// Asks what becomes of unsaved edits, or where there are none, whether to quit.
void panel_edit_show_question(const document* d, const window* w, commands* c);

#endif
