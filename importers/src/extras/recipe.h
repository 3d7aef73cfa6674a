// recipe.h: a map recipe: a text file that names a base map and layers over it.
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
// Files lie in the folder of the recipe. Settings that a base or a layer does not give have their defaults.
#ifndef WIMP_RECIPE_H
#define WIMP_RECIPE_H
#include "core/format.h"
#include "core/named_file.h"
#include "core/text.h"

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

enum { WIMP_MAX_LAYERS = 64, WIMP_MAX_CONNECTION_FILES = 16 };

typedef struct wimp_recipe {
    wimp_recipe_layer layers[WIMP_MAX_LAYERS]; ///< the first is the base
    int32_t count;                             ///< at least 1
    wimp_recipe_connections connections[WIMP_MAX_CONNECTION_FILES];
    int32_t connection_count;
    bool has_resolution, has_origin;
    float resolution;
    wend_vec2 origin;
} wimp_recipe;

extern const wimp_format wimp_format_recipe;

/// Spans point into the job's bytes. Errors: FORMAT, with line and column; LIMIT.
wend_result wimp_recipe_read(wimp_job* job, wimp_recipe* out);
#endif
