// layers.h: which layers can be switched, and under which name?
#ifndef WEND_VIEW_LAYERS_H
#define WEND_VIEW_LAYERS_H
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

typedef struct layer_def {
    const char* name; ///< in scripts
} layer_def;
extern const layer_def layer_defs[LAYER_COUNT];

#endif
