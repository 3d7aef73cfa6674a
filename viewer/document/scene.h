// scene.h: which map, query and path are shown? Independent of the window.
#ifndef WEND_VIEW_SCENE_H
#define WEND_VIEW_SCENE_H
#include "document/import_choice.h"
#include "document/map_look.h"
#include "palette.h"
#include "profile_text.h"
#include "world_frame.h"
#include <wend/grid.h>
#include <wend/wend.h>

/// The events that listeners receive.
typedef enum scene_event {
    SCENE_CHANGING, ///< the world is about to change: after the return nobody may read it
    SCENE_CLOSING,  ///< another world is about to be loaded: give up what borrows from this one
    SCENE_KEPT,     ///< the other world was not loaded: the world is still the same
    SCENE_OPENED,   ///< the world is of another map
    SCENE_REBUILT,  ///< the world is of the same map, with another abstract graph
    SCENE_EDITED,   ///< the tiles in scene.changed were edited
    SCENE_RECOSTED, ///< classes have other costs
    SCENE_PLANNED,  ///< the query was answered
    SCENE_ENDING,   ///< the program ends: free everything
} scene_event;
typedef void scene_listener(void* context, scene_event event);
enum {
    SCENE_LISTENERS = 32,
    SCENE_GOALS = 32,
    SCENE_EXPLANATION = 80,
    SCENE_GROUND = 140,
    SCENE_FLOOR = 100
};

/// No tile of any map; -1, -1 may be one.
#define NO_TILE ((wend_tile){INT32_MIN / 2, INT32_MIN / 2})

static inline bool same_tile(wend_tile a, wend_tile b) {
    return a.x == b.x && a.y == b.y && a.floor == b.floor;
}

/// What the importer warns about.
typedef struct scene_warning {
    char text[400];   ///< "": nothing
    char colors[200]; ///< colours of an image of which only the brightness counts; "": nothing
    bool is_image;    ///< the import panel can change how it is read
    bool threshold;   ///< another threshold of brightness would cut better
    bool heights;     ///< the image may be a height map
    bool tiles;       ///< Tiled: its tiles can have costs by their names
    bool floor;       ///< Tiled: most places have no tile; they may be meant as floor
    char layer[WEND_LAYER_NAME_BYTES];    ///< Tiled: that may be meant to block; "": none
    char property[WEND_LAYER_NAME_BYTES]; ///< Tiled: that may be meant as the cost; "": none
} scene_warning;

/// Where the tiles of a Tiled map lie, which is read as a grid of squares.
typedef struct scene_layout {
    float isometric; ///< the height of a tile over its width; 0: they are squares, or hexagons
    wend_staggered staggered;
} scene_layout;

typedef struct scene {
    char name[256]; ///< the file without its folders, or a substitute
    wend_world* world;
    const wend_grid* grid;               ///< of the world
    world_frame frame;                   ///< where its tiles lie in the map's own coordinates
    char floor_names[WEND_FLOORS_BYTES]; ///< as in wend_import_info; floors beyond those have none
    wend_world_info info;
    wend_world_counts counts; ///< unless the world is mapped
    bool mapped; ///< the file of a large world is mapped: what is not looked at is not read. Changes, and
                 ///< layers that need the whole map, read and verify all of it
    map_look look;
    wend_query query;             ///< with several goals, they are those below
    wend_tile goals[SCENE_GOALS]; ///< the first is query.goal
    int goal_count;               ///< at least 1
    wend_search* search;
    wend_path* path;
    wend_stats stats;
    double length; ///< of the path without links; on the ground where the map has a coordinate system, else
                   ///< in the sides of tiles that frame has [Units: m, world units]
    bool clocked;  ///< times are measured
    scene_warning warning;
    scene_layout layout;                ///< how it is drawn
    char map_layers[WEND_LAYERS_BYTES]; ///< Tiled: as in wend_import_info; else ""
    uint64_t revision;                  ///< counts the changes that affect answers to queries
    bool nearest;      ///< the path leads to the nearest tile where an end is blocked or cannot be reached
    bool replan;       ///< the query or the map has changed since the last plan
    wend_rect changed; ///< edited tiles, of one floor, that listeners do not know yet; width 0: none
    bool recosted;     ///< class costs have changed, which listeners do not know yet
    struct {
        scene_listener* notify;
        void* context;
    } listeners[SCENE_LISTENERS];
    int listener_count;
} scene;

/// Did the importer warn about something?
bool scene_has_warning(const scene* s);
/// Adds a listener for all events. Listeners are called in the order in which they were added.
void scene_listen(scene* s, scene_listener* listener, void* context);
void scene_notify(scene* s, scene_event event);

/// How a file is loaded, and who receives the progress.
typedef struct scene_loading {
    import_choice choice;       ///< of images
    int64_t free_memory;        ///< maps that need more are refused; 0: no limit [Units: bytes]
    wend_progress_fn* progress; ///< may be NULL
    void* context;
    wend_tasks tasks;           ///< zero: serial
    int32_t cluster_size;       ///< 15 or 31; 0: the default
    int32_t level_count;        ///< 0: by the map's size
    const char* const* patches; ///< of a world, in order
    int patch_count;
    float least_cost, greatest_cost;     ///< to rebuild: the range that class costs may take; 0: as it is
    const profile_definitions* profiles; ///< to rebuild: instead of those of the world; NULL: as they are
    int32_t removed_profile;             ///< to rebuild: which of its profiles is not among them; 0: none
} scene_loading;

/// Creates an empty scene, to be filled by scene_load. with_clock: measure the times of plans. Errors:
/// MEMORY.
wend_result scene_create(bool with_clock, scene* out);
void scene_destroy(scene* s);

/// Looks at the first bytes; false also when the file cannot be read.
bool scene_is_world(const char* file);
/// Loads a world or, by importing and building, any map file; NULL: the built-in island. Chooses a start and
/// a goal, and plans. On failure, described in *error, the scene is unchanged.
wend_result scene_load(scene* s, const char* file_opt, const scene_loading* loading, wend_error* error);
/// Shows a new map of passable tiles. Errors: as scene_load, and LIMIT.
wend_result scene_new(scene* s, int32_t width, int32_t height, const scene_loading* loading,
                      wend_error* error);
/// Rebuilds the world of the map as it is now, with the cluster size and levels of loading and another
/// connectivity; the query stays. Errors: as scene_load.
wend_result scene_rebuild(scene* s, wend_connectivity connectivity, const scene_loading* loading,
                          wend_error* error);
/// Moves the start or the goal; the tile is clamped to the map.
void scene_move_end(scene* s, wend_tile* end, wend_tile tile);
/// Switches the measuring of times. Errors: MEMORY.
wend_result scene_set_clock(scene* s, bool clocked);
/// A monotonic clock; 0 when times are not measured.
int64_t scene_now_ns(const scene* s);
/// A tile of the map, passable or not, by a state of random_next.
wend_tile scene_random_tile(const wend_grid* grid, uint64_t* state);
/// The tiles of all floors.
int64_t scene_tile_count(const scene* s);
/// Can the algorithm of the query take the diagonal steps of hexagons on this map?
bool scene_has_hex_diagonals(const scene* s);
/// May searches of an algorithm reopen tiles and go on until the path is proven? Does it refine?
bool scene_may_reopen(wend_algorithm algorithm);
bool scene_refines(wend_algorithm algorithm);
/// Takes out of a query what its algorithm refuses: a person may set it at any time.
void scene_fit_algorithm(wend_query* query);
/// The query as it is planned: with the nearest tiles where those are wanted, and with those of its options
/// that algorithm and map have.
wend_query scene_planned_query(const scene* s);
/// The world as the profile of the query sees it.
const wend_world* scene_view(const scene* s);
/// The cost of a class for the profile of the query; 0: blocked.
float scene_class_cost(const scene* s, int terrain_class);
/// "floor 1" or, where it has a name, "floor 1, attic".
void scene_floor_text(const scene* s, int32_t floor, char out[SCENE_FLOOR]);
/// Why the profile of the query cannot enter a tile: "too narrow for tank (clearance 1.0, needs 1.5)"; "": it
/// can.
void scene_explain_tile(const scene* s, wend_tile tile, char out[SCENE_EXPLANATION]);
/// What a tile is for the profile of the query: "forest, cost 3", "sea, blocked".
void scene_describe_ground(const scene* s, wend_tile tile, char out[SCENE_GROUND]);
/// Plans the query. Errors: ARGUMENT (start or goal outside the map), MEMORY.
wend_result scene_plan(scene* s);

/// Replaces the goals [Range of count: 1..SCENE_GOALS]; tiles are moved onto the map.
void scene_set_goals(scene* s, const wend_tile* tiles, int count);
/// Makes a tile one more goal, or no goal any more; the last one stays. False: there are as many as can be.
bool scene_toggle_goal(scene* s, wend_tile tile);
/// Moves one of the goals.
void scene_move_goal(scene* s, int index, wend_tile tile);
/// "hpa", "exact", "astar", "dijkstra", "bfs", "greedy"; NULL past the last.
const char* scene_algorithm_name(int algorithm);

// ---- sample.c

/// An island made from a seed: shaded hills, woods, rivers of shallow water and a walled town. A class is
/// terrain << 4 | shade, so that the relief can be seen. The same on every machine. Errors: MEMORY.
wend_result sample_create(wend_grid** out);
/// The colour (0xFFRRGGBB) and the name of each class of that map.
void sample_look(wend_import_info* out);

// ---- save_map.c

/// Saves the map completely or not at all, in the format of the name's ending: .wend (a world, refreshed
/// first), .png (grey: 255 / cost, which the rule "inverse" reads back, and the default rule where no cost
/// exceeds 1.17) or .map (MovingAI: passable or blocked), both of one floor. note_out: what the format cannot
/// store, "" if it stores all. Errors: UNSUPPORTED (another ending), LIMIT (too large for the format), IO,
/// MEMORY.
wend_result save_map(scene* s, uint16_t floor, const char* file, char note_out[160], wend_error* error);
/// Saves the path likewise, by the name's ending: .csv (in the units of the map), .geojson or .gpx (in
/// degrees of WGS 84, where the map has a coordinate system). Its waypoints where they are smoothed, else its
/// tiles. Errors: UNSUPPORTED (another ending; no coordinate system), ARGUMENT (there is no path), IO,
/// MEMORY.
wend_result save_path(const scene* s, const char* file, wend_error* error);

#endif
