// map_view.h: how are the map, its connected components and the costs to the goal drawn?
#ifndef WEND_VIEW_MAP_VIEW_H
#define WEND_VIEW_MAP_VIEW_H
#include "document/scene.h"
#include "palette.h"
#include "platform/draw.h"
#include "views/components.h"
#include "views/field_layer.h"
#include "views/hatching.h"
#include "views/map_layer.h"
#include "views/view.h"
#include <wend/world.h>

// ---- clearance.c

/// The clearance of every tile, found some rows at a time so that no frame waits for it.
typedef struct clearance {
    const wend_world* world;
    int32_t profile, floor, width, height;
    int32_t done;    ///< rows
    int32_t shown;   ///< rows from the top that have a shade, be it of before the last change
    uint8_t* shades; ///< by tile: 0 for blocked ones, otherwise quarters of a tile
    float* row;      ///< some of them
    int32_t rows;
} clearance;

/// Borrows the world. NULL when out of memory, and on hexagons.
clearance* clearance_create(const wend_world* world, int32_t profile, int32_t floor);
void clearance_destroy(clearance* c);
/// Begins again for a profile, or after a change of the map; old shades stay until they are replaced.
void clearance_restart(clearance* c, int32_t profile);
/// Processes about this many further tiles. *changed_out: the rows whose shades are new; height 0: none.
/// True: all are.
bool clearance_work(clearance* c, int64_t tiles, wend_rect* changed_out);
/// Violet where it is narrow, half a tile, to pale where it is wide, 16 tiles and more.
palette clearance_palette(void);

// ---- floor_pictures.c

enum { FLOOR_PICTURES = 32 }; ///< a list of more floors has none

/// Small pictures, made when they are asked for and again after an edit of their floor.
typedef struct floor_pictures {
    const view* view;
    palette colors;
    SDL_Point size; ///< of all [Units: pixels]
    SDL_Texture* textures[FLOOR_PICTURES];
    bool stale[FLOOR_PICTURES];
} floor_pictures;

/// Borrows both.
void floor_pictures_init(floor_pictures* f, view* v, scene* s);
/// Destroys the textures, before their renderer is destroyed or with the owner.
void floor_pictures_forget(floor_pictures* f);
/// NULL: there are too many floors, or no memory. *size_out: of all of them, in pixels.
SDL_Texture* floor_pictures_get(floor_pictures* f, int32_t floor, SDL_Point* size_out);

// ---- map_view.c

typedef struct map_view {
    view* view;
    const scene* scene;
    wend_tasks tasks;  ///< zero: serial
    map_layer* map;    ///< NULL: no map is open, or there was no memory for its picture
    palette colors;    ///< of its classes
    bool pixels_shown; ///< the map shows pixels of its own, where it has any
    bool tints_shown;  ///< what is blocked is tinted
    bool busy;         ///< clusters are pending, as the owner knows
    hatching hatching;
    floor_pictures floor_pictures;    ///< of the list of floors
    int32_t floor;                    ///< of the pictures below
    uint32_t* below;                  ///< pixels of the floor below that, dimmed, seen where it is blocked;
                                      ///< NULL: there is none, or no memory
    uint64_t version;                 ///< changes with the map
    components* components;           ///< connected components of the profile; NULL: no memory, or no map
    const wend_grid* components_grid; ///< that they are of; NULL: none yet
    map_layer* components_picture;    ///< NULL: not asked for yet
    clearance* clearance;             ///< NULL: not asked for yet
    map_layer* clearance_picture;     ///< NULL: not asked for yet
    map_layer* costs_picture;         ///< of a profile; NULL: its costs are not shown
    const uint8_t* costs_tiles;       ///< that it borrows
    palette costs_colors;             ///< of its classes
    goal_field goal_field;
    field_layer* field_layer; ///< NULL: not asked for yet
    bool complete;            ///< nothing coarser than it should be was drawn
    const char* finding;      ///< what the shown layer shows, while it is being found; else NULL
    Uint64 pieces_end_ms;     ///< when the last pieces of it ended, or these have to
    float found;              ///< how much of that is [Range: 0..1]; below 0: there is no memory for it
} map_view;

/// Commands of the distance map in steps.
extern const command_def map_view_commands[];

/// Borrows view and scene.
void map_view_init(map_view* m, view* v, scene* s, wend_tasks tasks);
/// Destroys all textures, before their renderer is destroyed (NULL) or after another one was created.
void map_view_set_renderer(map_view* m, SDL_Renderer* renderer);

/// Draws the map, or the layer that replaces it, and the distance map. whole: completely, however long it
/// takes.
void map_view_draw(map_view* m, bool whole);
void map_view_draw_flow(map_view* m);
void map_view_draw_minimap(map_view* m);

// ---- minimap.c

/// Where the small map is; width 0: it is not shown, as the window shows the whole map, or has no room for
/// it.
SDL_Rect minimap_area(const view* v);
/// Draws a layer there, with a frame round what the window shows.
void minimap_draw(view* v, map_layer* layer);
/// Looks at what is under the pointer there.
void minimap_look(view* v);

#endif
