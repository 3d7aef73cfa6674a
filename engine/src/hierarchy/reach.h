// reach.h: which components lead to others without a way back?
//
// One-way steps and links lead from component to component. Components on a cycle of such edges reach each
// other, and form a group. Between groups the edges make no cycle: each leads to a group of a lower number.
#ifndef WENDI_REACH_H
#define WENDI_REACH_H
#include "core/base.h"

/// An edge between the components of two root labels.
typedef struct wendi_component_edge {
    uint32_t from, to;
} wendi_component_edge;

WENDI_LIST(wendi_component_edge_list, wendi_component_edge);

typedef struct wendi_reach { // all zero: there are no edges
    uint32_t* labels;        // root labels of the components with an edge, ascending
    uint32_t* groups;        // the group of each of them
    uint32_t* first;         // by group: its first edge; one more entry for the end
    uint32_t* to;            // by edge: the group that it leads to
    uint32_t label_count, group_count, edge_count;
    void* block; // memory of all four
    size_t block_bytes;
} wendi_reach;

/// Finds the groups. Sorts the edges; loops and repeats are allowed. Free *out by wendi_reach_free. Errors:
/// MEMORY.
wend_result wendi_reach_find(wendi_component_edge_list* edges, const wend_allocator* allocator,
                             wendi_reach* out);
/// Errors: MEMORY.
wend_result wendi_reach_copy(const wendi_reach* reach, const wend_allocator* allocator, wendi_reach* out);
void wendi_reach_free(wendi_reach* reach, const wend_allocator* allocator);

/// A number for the component of a root label, the same for all components of a group: below
/// group_count + the number of labels.
uint32_t wendi_reach_number(const wendi_reach* reach, uint32_t label);
/// True when one of some components leads to one of others, or is one of them; or perhaps, when memory for a
/// search over many thousands of groups is missing. Root labels.
bool wendi_reach_leads(const wendi_reach* reach, const wend_allocator* allocator, const uint32_t* from,
                       int32_t from_count, const uint32_t* to, int32_t to_count);

/// Words of 32 bits in a set of groups.
static inline size_t wendi_reach_set_words(const wendi_reach* reach) {
    return (size_t)reach->group_count / 32 + 1;
}
/// Sets all groups that some components lead to, their own included, and clears the others. Root labels.
void wendi_reach_all(const wendi_reach* reach, const uint32_t* from, int32_t from_count,
                     uint32_t* groups_out);
/// True when the group of a root label is in a set. False for a component without edges, and without groups.
bool wendi_reach_holds(const wendi_reach* reach, const uint32_t* groups, uint32_t label);
#endif
