// tiled_objects.h: the object layers of a Tiled map: objects joined by properties are links, lines are walls.
//
// The floor of an object is that of its layer.
//
// An object with the property "to", an object or the name of one, is a link from its tile to that of the
// other. Its properties: cost (required), kind, two_way, duration, enabled. Without kind, the class of the
// object may be one. Lines, polygons and rectangles are walls along the edges of tiles when their layer is
// named "walls", their class is "wall", or their property "wall" is true. The property "one_way" of a wall
// (left, right, up, down) is the direction in which it can be passed. The property "to_floor" takes the place
// of "to" for a link to the same tile of another floor, or from the first end of a line to its last on that
// floor. A line or rectangle of the class or kind "seam" is a seam with another one, "to", or with the same
// tiles of another floor, "to_floor". Shapes block the tiles under them when their layer or their class has
// the name of the collision layer, or their property of that name is true.
#ifndef WIMP_TILED_OBJECTS_H
#define WIMP_TILED_OBJECTS_H
#include "formats/one_way.h"
#include "formats/tiled_layout.h"
#include "wend/link.h"

typedef struct wimp_tiled_object {
    int32_t id, layer;
    wimp_place place;
    double x, y;         ///< its middle, or the first end of a line [Units: pixels]
    double end_x, end_y; ///< the last end of a line
    size_t name;         ///< offset in texts; 0: none
    size_t to_name;      ///< likewise
    int32_t to_id;       ///< 0: none
    int32_t floor;
    int32_t to_floor; ///< -1: none
    bool has_ends;    ///< a line, or a seam
    bool two_way, has_cost;
    bool is_end;    ///< of a link
    wend_link link; ///< cost, kind, duration, enabled
} wimp_tiled_object;

typedef struct wimp_tiled_wall {
    wend_tile from, to; ///< corners of tiles; one coordinate is equal
    wimp_arrow one_way;
    int32_t layer, floor;
} wimp_tiled_wall;

enum { WIMP_TILED_NAMED_LAYERS = 8 }; ///< whose names a warning may state

typedef struct wimp_tiled_objects {
    wimp_job* job;
    const char *cost_name, *collision_name;
    wimp_tiled_layout layout;
    wimp_tiled_shapes shapes; ///< that block tiles
    wimp_tiled_object* objects;
    int32_t object_count;
    size_t object_capacity;
    wimp_tiled_wall* walls;
    int32_t wall_count;
    size_t wall_capacity;
    char* texts; ///< zero-terminated, the first is ""
    size_t text_size, text_capacity;
    int32_t layer_count;
    char layer_names[WIMP_TILED_NAMED_LAYERS][WEND_LAYER_NAME_BYTES]; ///< of the first of them
    int64_t edge_count;                                               ///< tile edges of all walls
    int32_t off_count; ///< corners of walls that are off those of tiles
    double most_off;   ///< [Units: tiles]

    // the current layer and object
    int32_t floor;
    bool layer_is_walls, is_wall, layer_is_collision, is_collision;
    bool is_shape, is_line; ///< no rectangle; a line or a polygon
    bool has_shape;         ///< in shapes
    double x, y, rotation;  ///< as in the file [Units: pixels, pixels, degrees clockwise]
    wimp_tiled_object current;
    double left, top, right, bottom; ///< of the current object
    wimp_arrow one_way;
    int32_t first_wall; ///< of the current object
    char bad[200];      ///< what is wrong with it, if it turns out to be a link or a wall; "": nothing
} wimp_tiled_objects;

/// Is it the name of what blocks? "collisions" is where "collision" is wanted. Case does not matter.
bool wimp_tiled_is_collision(const char* name_opt, const char* collision_name);

void wimp_tiled_objects_begin(wimp_tiled_objects* objects, wimp_job* job, const char* cost_name,
                              const char* collision_name);

void wimp_tiled_objects_start_layer(wimp_tiled_objects* objects, const char* const* attributes);
void wimp_tiled_object_start(wimp_tiled_objects* objects, wimp_document* document,
                             const char* const* attributes);
void wimp_tiled_object_property(wimp_tiled_objects* objects, wimp_document* document,
                                const char* const* attributes);
/// An element within an object: point, ellipse, polygon, polyline, text.
void wimp_tiled_object_shape(wimp_tiled_objects* objects, wimp_document* document, const char* name,
                             const char* const* attributes);
void wimp_tiled_object_end(wimp_tiled_objects* objects, wimp_document* document);

/// Adds the links and walls to the job's grid. Warns of ignored layers and of corners that are off. Errors:
/// ARGUMENT (downscaled), FORMAT, LIMIT, UNSUPPORTED, MEMORY.
wend_result wimp_tiled_objects_connect(wimp_tiled_objects* objects);
#endif
