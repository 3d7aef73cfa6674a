// recipe.h: a map recipe: a text file that names a base map and layers over it, or the floors of a building.
//
//     wend recipe 1                                  // must be the first line
//     base  land.png rule=luma blocked-below=0.3
//     layer forest.png mask cost=3                   // applies where the image is bright
//     layer rivers.png mask cost=10 above=0.25
//     layer cliffs.png mask cost=blocked
//     layer slopes.png rule=height height-scale=300 combine=sum
//     layer "old bridges.png" mask cost=1 combine=override
//     resolution 0.5                                 // side of a pixel
//     origin 100 -20                                 // of the top-left corner
//     links tunnels.csv                              // see link_file.h
//     walls walls.png                                // see wall_file.h
//     profile tank:radius=1.5,3=blocked              // the program that bakes the recipe reads it
//
// With floors there is no base; layers lie over the floor before them:
//
//     wend recipe 1
//     floor ground ground.png rule=threshold         // floor 0; heights ascend
//     floor first first.png rule=threshold height=3  // floor 1
//     layer carpets.png mask cost=2                  // over the first floor
//     stairs 4,5,0 6,5,1 cost=5                      // both ways: column, row, floor
//     seam 9,0,0 9,3,0 to 9,0,1 9,3,1                // the ends of one side, then of the other
//     link 1,1,0 1,1,1 cost=4 kind=lift duration=9 two-way
//
// Files lie in the folder of the recipe. Settings that a base or a layer does not give have their defaults.
#ifndef WIMP_RECIPE_H
#define WIMP_RECIPE_H
#include "core/named_file.h"
#include "core/text.h"
#include "formats/formats.h"
#include "wend/link.h"

typedef enum wimp_combine {
    WIMP_COMBINE_MAX,      ///< the higher cost; blocked is the highest
    WIMP_COMBINE_SUM,      ///< the sum; blocked stays blocked
    WIMP_COMBINE_OVERRIDE, ///< the layer's cost
} wimp_combine;

typedef struct wimp_recipe_layer {
    wimp_place place; ///< of the file name
    wimp_span file, legend;
    wend_import_def def;
    bool is_mask;
    bool has_mask_cost;
    float mask_cost; ///< 0: blocked
    float above;     ///< brightness from which a mask applies; negative: not given
    wimp_combine combine;
} wimp_recipe_layer;

/// A file of links or walls.
typedef struct wimp_recipe_connections {
    wimp_place place; ///< of the file name
    wimp_span file;
    bool is_links;
} wimp_recipe_connections;

/// A floor: its map, and the layers over that.
typedef struct wimp_recipe_floor {
    wimp_place place; ///< of the name
    wimp_span name;
    float height;         ///< [Units: world units]
    int32_t first, count; ///< its layers; the first is the map
} wimp_recipe_floor;

/// A line that joins two floors, or two places of one.
typedef struct wimp_recipe_join {
    wimp_place places[4]; ///< of the tiles
    wend_tile tiles[4];   ///< from and to; of a seam the ends of one side, then of the other
    bool is_seam, two_way;
    float cost, duration;
    wend_link_kind kind;
    int32_t id; ///< -1: any
} wimp_recipe_join;

enum {
    WIMP_MAX_LAYERS = 64,        ///< of a map without floors, or of a floor
    WIMP_MAX_RECIPE_FILES = 512, ///< floors and layers of all
    WIMP_MAX_JOINS = 4096,
    WIMP_MAX_CONNECTION_FILES = 16
};

typedef struct wimp_recipe {
    wimp_recipe_layer layers[WIMP_MAX_RECIPE_FILES]; ///< the first is the base, or the map of the first floor
    int32_t count;                                   ///< at least 1
    wimp_recipe_floor floors[WIMP_MAX_FLOORS];
    int32_t floor_count; ///< 0: it has a base
    wimp_recipe_join joins[WIMP_MAX_JOINS];
    int32_t join_count;
    wimp_recipe_connections connections[WIMP_MAX_CONNECTION_FILES];
    int32_t connection_count;
    bool has_resolution, has_origin;
    float resolution;
    wend_vec2 origin;
} wimp_recipe;

/// Spans point into the job's bytes. Errors: FORMAT, with line and column; LIMIT.
wend_result wimp_recipe_read(wimp_job* job, wimp_recipe* out);
#endif
