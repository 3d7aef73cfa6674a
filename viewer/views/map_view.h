// map_view.h: how are the map, its connected components and the costs to the goal drawn?
#ifndef WEND_VIEW_MAP_VIEW_H
#define WEND_VIEW_MAP_VIEW_H
#include "views/clearance.h"
#include "views/components.h"
#include "views/field_layer.h"
#include "views/floor_pictures.h"
#include "views/hatching.h"
#include "views/map_layer.h"
#include "views/view.h"

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
void map_view_destroy(map_view* m);
/// Destroys all textures, before their renderer is destroyed (NULL) or after another one was created.
void map_view_set_renderer(map_view* m, SDL_Renderer* renderer);

/// Draws the map, or the layer that replaces it, and the distance map. whole: completely, however long it
/// takes.
void map_view_draw(map_view* m, bool whole);
void map_view_draw_flow(map_view* m);
void map_view_draw_minimap(map_view* m);

#endif
