// layers.c: which layers can be switched, and under which name?
#include "views/layers.h"

const layer_def layer_defs[LAYER_COUNT] = {
    [LAYER_COSTS] = {"costs"},         [LAYER_CLUSTERS] = {"clusters"},
    [LAYER_ENTRANCES] = {"entrances"}, [LAYER_GRAPH] = {"graph"},
    [LAYER_ROUTE] = {"route"},         [LAYER_PATH] = {"path"},
    [LAYER_WAYPOINTS] = {"waypoints"}, [LAYER_AGENT] = {"agent"},
    [LAYER_LISTS] = {"lists"},         [LAYER_COMPONENTS] = {"components"},
    [LAYER_DISTANCE] = {"distance"},   [LAYER_FLOW] = {"flow"},
    [LAYER_NUMBERS] = {"numbers"},     [LAYER_CONNECTIONS] = {"connections"},
    [LAYER_CLEARANCE] = {"clearance"}, [LAYER_BLOCKED] = {"blocked"},
    [LAYER_GRID] = {"grid"},
};
