// shortcuts.h: which links save a walk? Those that are enabled and cost less than any walk between their ends
// can. They alone lower the bounds on the costs of paths (search/link_bounds.h), so a grid keeps them, as
// arrays for loops that compilers vectorise. Shortcuts that lead to one part of the map are neighbours in the
// arrays, so the tiles of a whole block can be ruled out at once.
#ifndef WENDI_SHORTCUTS_H
#define WENDI_SHORTCUTS_H
#include "grid/link_list.h"

enum { WENDI_SHORTCUT_BLOCK = 16 };

/// One end of each shortcut.
typedef struct wendi_shortcut_ends {
    int32_t *x, *y;
    int32_t *left, *right, *top, *bottom; // by block: the tiles lie within these columns and rows
} wendi_shortcut_ends;

/// What a walk costs at least. Sums of these are exact on every machine.
typedef struct wendi_walk_costs {
    wend_connectivity connectivity;
    int32_t straight, diagonal; // cheapest steps; 0: no tile is passable
    int32_t unit;               // of costs
} wendi_walk_costs;

typedef struct wendi_shortcuts { // by the second end, along a Z-order curve, and id
    wendi_shortcut_ends ends[2]; // by wendi_link_side
    int32_t *cost, *id;          // of the links
    int32_t count;               // the rest of the last block holds no shortcuts
    int32_t* memory;             // of all these arrays
    size_t capacity;             // in shortcuts, whole blocks
} wendi_shortcuts;

static inline int32_t wendi_shortcut_blocks(int32_t count) {
    return (count + WENDI_SHORTCUT_BLOCK - 1) / WENDI_SHORTCUT_BLOCK;
}

void wendi_shortcuts_free(wendi_shortcuts* shortcuts, const wend_allocator* allocator);
size_t wendi_shortcuts_bytes(const wendi_shortcuts* shortcuts);
/// Makes room for so many shortcuts in all. Errors: MEMORY.
wend_result wendi_shortcuts_reserve(wendi_shortcuts* shortcuts, const wend_allocator* allocator,
                                    size_t count);

/// The least cost of a walk between two tiles, if nothing is in the way.
wend_cost wendi_walk_bound(const wendi_walk_costs* walk, wend_tile a, wend_tile b);
/// Appends a shortcut; once all are appended, wendi_shortcuts_bound finds the blocks. There is room for it.
void wendi_shortcuts_append(wendi_shortcuts* shortcuts, wend_tile from, wend_tile to, int32_t cost,
                            int32_t id);
/// Finds the areas of all blocks from that of a shortcut on.
void wendi_shortcuts_bound(wendi_shortcuts* shortcuts, int32_t first);
/// Finds all shortcuts among the links anew. There is room for as many as there are links.
void wendi_shortcuts_find(wendi_shortcuts* shortcuts, const wendi_links* links, const wendi_walk_costs* walk);
/// Adds a link that was added, if it is a shortcut. There is room for it.
void wendi_shortcuts_add(wendi_shortcuts* shortcuts, const wend_link* link, const wendi_walk_costs* walk);
/// Removes a link, if it is there.
void wendi_shortcuts_remove(wendi_shortcuts* shortcuts, const wend_link* link);
#endif
