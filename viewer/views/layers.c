// layers.c: which layers can be switched, by which key and under which name?
#include "views/layers.h"

const char* const layer_names[LAYER_COUNT] = {
    [LAYER_COSTS] = "costs",           [LAYER_CLUSTERS] = "clusters",   [LAYER_ENTRANCES] = "entrances",
    [LAYER_GRAPH] = "graph",           [LAYER_ROUTE] = "route",         [LAYER_PATH] = "path",
    [LAYER_AGENT] = "agent",           [LAYER_WAYPOINTS] = "waypoints", [LAYER_LISTS] = "lists",
    [LAYER_COMPONENTS] = "components", [LAYER_DISTANCE] = "distance",   [LAYER_FLOW] = "flow",
};

const char layer_keys[LAYER_COUNT] = {
    [LAYER_COSTS] = '1', [LAYER_CLUSTERS] = '2',   [LAYER_ENTRANCES] = '3', [LAYER_GRAPH] = '4',
    [LAYER_ROUTE] = '5', [LAYER_PATH] = '6',       [LAYER_WAYPOINTS] = '7', [LAYER_AGENT] = '8',
    [LAYER_LISTS] = '9', [LAYER_COMPONENTS] = '0', [LAYER_DISTANCE] = 'e',  [LAYER_FLOW] = 'g',
};

const char* const layer_labels[LAYER_COUNT] = {
    [LAYER_COSTS] = "1  costs instead of picture",
    [LAYER_CLUSTERS] = "2  clusters",
    [LAYER_ENTRANCES] = "3  entrances",
    [LAYER_GRAPH] = "4  nodes and edges",
    [LAYER_ROUTE] = "5  abstract path",
    [LAYER_PATH] = "6  path",
    [LAYER_WAYPOINTS] = "7  waypoints",
    [LAYER_AGENT] = "8  agent, boids, trails",
    [LAYER_LISTS] = "9  open and closed lists",
    [LAYER_COMPONENTS] = "0  connected areas",
    [LAYER_DISTANCE] = "E  distance map",
    [LAYER_FLOW] = "G  flow field",
};
