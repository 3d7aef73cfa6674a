// component.h: which parts of the map are connected. Passable tiles that reach each other form a component;
// it either has nodes, which carry its number, or lies wholly inside one cluster (a pocket).
#ifndef WENDI_COMPONENT_H
#define WENDI_COMPONENT_H
#include "abstract.h"

typedef struct wendi_components {
    wend_allocator allocator;
    uint32_t node_count;
    uint32_t* of_node; // component of each node, numbered by first node
    int64_t count;     // components, pockets included
    int64_t largest;   // tiles in the largest
} wendi_components;

/// *out is freed by wendi_components_free, also after an error. Errors: MEMORY.
wend_result wendi_components_find(const wend_grid* grid, const wendi_abstract* abstract,
                                  wendi_components* out);
void wendi_components_free(wendi_components* components);
size_t wendi_components_bytes(const wendi_components* components);
#endif
