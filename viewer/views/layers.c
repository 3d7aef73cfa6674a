// layers.c: which layers can be switched, by which key and under which name?
#include "views/layers.h"

const layer_def layer_defs[LAYER_COUNT] = {
    [LAYER_COSTS] = {"costs", '1', "1  costs instead of picture"},
    [LAYER_CLUSTERS] = {"clusters", '2', "2  clusters"},
    [LAYER_ENTRANCES] = {"entrances", '3', "3  entrances"},
    [LAYER_GRAPH] = {"graph", '4', "4  nodes and edges"},
    [LAYER_ROUTE] = {"route", '5', "5  abstract path"},
    [LAYER_PATH] = {"path", '6', "6  path"},
    [LAYER_WAYPOINTS] = {"waypoints", '7', "7  waypoints"},
    [LAYER_AGENT] = {"agent", '8', "8  agent, boids, trails"},
    [LAYER_LISTS] = {"lists", '9', "9  open and closed lists"},
    [LAYER_COMPONENTS] = {"components", '0', "0  connected components"},
    [LAYER_DISTANCE] = {"distance", 'e', "E  distance map"},
    [LAYER_FLOW] = {"flow", 'g', "G  flow field"},
    [LAYER_NUMBERS] = {"numbers", 'k', "K  f, g, h in large tiles"},
    [LAYER_CONNECTIONS] = {"connections", 'x', "X  walls, one-way steps, links"},
    [LAYER_CLEARANCE] = {"clearance", 'w', "W  clearance: room for bodies"},
};
