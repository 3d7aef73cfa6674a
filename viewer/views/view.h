// view.h: which part of the map does the window show, with which layers, and where is the pointer?
#ifndef WEND_VIEW_VIEW_H
#define WEND_VIEW_VIEW_H
#include "document/scene.h"
#include "platform/commands.h"
#include "platform/draw.h"
#include "platform/window.h"
#include "views/camera.h"
#include <stdint.h>

/// In the order of the panel; a set of layers has the bits 1u << layer.
typedef enum view_layer {
    LAYER_COSTS = 0, ///< the map by its costs rather than as a picture
    LAYER_CLUSTERS,
    LAYER_ENTRANCES,
    LAYER_GRAPH, ///< abstract nodes and edges
    LAYER_ROUTE, ///< the abstract path
    LAYER_PATH,  ///< the tile path
    LAYER_WAYPOINTS,
    LAYER_AGENT,       ///< with its trail
    LAYER_LISTS,       ///< the open and closed lists of the search
    LAYER_COMPONENTS,  ///< each connected component in its own colour, instead of the map's
    LAYER_DISTANCE,    ///< cost of the path from each tile to the goal
    LAYER_FLOW,        ///< directions of these paths
    LAYER_NUMBERS,     ///< f, g and h of the search, in tiles that have room for them
    LAYER_CONNECTIONS, ///< walls, one-way steps and links
    LAYER_CLEARANCE,   ///< distance to what blocks the profile, instead of the map's colours
    LAYER_BLOCKED,     ///< blocked ground tinted and hatched
    LAYER_GRID,        ///< lines between tiles that are large enough
    LAYER_COUNT
} view_layer;

#define LAYERS_DEFAULT                                                                                       \
    (1u << LAYER_CLUSTERS | 1u << LAYER_ENTRANCES | 1u << LAYER_GRAPH | 1u << LAYER_ROUTE |                  \
     1u << LAYER_PATH | 1u << LAYER_AGENT | 1u << LAYER_NUMBERS | 1u << LAYER_CONNECTIONS |                  \
     1u << LAYER_BLOCKED | 1u << LAYER_GRID)
/// As commands name them; NULL past the last.
const char* view_layer_name(int layer);

typedef struct view {
    const window* window;
    const scene* scene;
    camera camera;
    bool fitted; ///< the camera still shows the whole map and follows the window's size
    bool follow; ///< the camera follows the agent or a boid
    bool bars;   ///< menus and tool bar are shown
    uint32_t layers;
    int level; ///< of the clusters and the graph that are drawn; 0: the borders of all
    float scale;
    draw_batch batch;
    float pointer_x, pointer_y; ///< [Units: pixels]
    bool pointer_inside;
    float panel_width,
        bar_height;      ///< room that the panels on the left and the player take; 0: they are not shown
    float top;           ///< that the bars above the map took when room was taken last
    float banner_height; ///< of what the program says above the map; 0: nothing
    float dock_width;    ///< room that the performance window takes at the right edge; 0: none
} view;

/// Commands of the view: the camera and the layers.
extern const command_def view_commands[];

/// Borrows both.
void view_init(view* v, const window* w, scene* s);
/// Adapts to the window's size.
void view_update_size(view* v);
/// The part of the window that panels and status line leave free.
SDL_Rect view_free_area(const view* v);
/// What of the map is seen in it; where nothing is, all of it.
SDL_Rect view_seen_map(const view* v);
/// Height of the menus and the tool bar. [Units: pixels]
float view_top_height(const view* v);
/// Height of the line at the bottom. [Units: pixels]
float view_status_height(const view* v);
void view_fit(view* v);
/// Reserves room for panels, and fits the map again.
void view_take_room(view* v, float panel_width, float bar_height);
/// What the program says above the map takes this much; likewise.
void view_take_banner(view* v, float height);
/// Reserves room at the right edge. Start and goal stay in sight: a map that is fitted is fitted again, any
/// other moves, and shrinks where it must.
void view_take_dock(view* v, float dock_width);
/// Shows another floor of the map, at the same position.
void view_show_floor(view* v, int32_t floor);
/// Is a tile, or a position on a floor, on the shown floor?
bool view_shows_floor(const view* v, int32_t floor);
/// Moves the map with the pointer by dx, dy pixels, and stops following.
void view_pan(view* v, float dx, float dy);

/// Is a pixel in the window, or no farther than a margin from it?
bool view_sees(const view* v, SDL_FPoint at, float margin);
bool view_has(const view* v, view_layer layer);
/// The colours of the classes that the map is drawn in.
palette view_palette(const view* v);
/// The tile under the pointer, which may lie outside the map.
wend_tile view_pointer_tile(const view* v);
/// The middle of a tile.
SDL_FPoint view_tile_center(const view* v, wend_tile tile);
/// Converts between positions of the world and pixels of the window.
SDL_FPoint view_to_screen(const view* v, wend_vec2 place);
wend_vec2 view_from_screen(const view* v, float x, float y);

#endif
