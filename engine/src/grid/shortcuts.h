// shortcuts.h: which links of a grid are shortcuts, that may cost less than a walk?
#ifndef WENDI_SHORTCUTS_H
#define WENDI_SHORTCUTS_H
#include "grid/link_list.h"

/// On the plane, all floors lie over each other. pitch: of the floors; 0: the plane is the sheet.
static inline wend_tile wendi_on_plane(int32_t pitch, wend_tile tile) {
    if (pitch > 0) tile.y %= pitch;
    return tile;
}
/// An area that holds all tiles of an area of the sheet on the plane.
static inline wend_rect wendi_area_on_plane(int32_t pitch, wend_rect area) {
    if (pitch == 0) return area;
    const int32_t floor = area.y / pitch;
    const bool is_on_one = (area.y + area.height - 1) / pitch == floor;
    area.y = is_on_one ? area.y - floor * pitch : 0;
    area.height = is_on_one ? area.height : pitch;
    return area;
}

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
    const wendi_floors* floors;
} wendi_walk_costs;

/// Pairs of a seam between the first and the last column, or row, are no shortcuts but wrap the map: bounds
/// then take the way around into account.
///
/// On a map of several floors, what a walk costs at least is the distance of its ends on the sheet or on the
/// plane, where all floors lie over each other. Both are consistent. On the sheet each seam and each flight
/// of stairs is a shortcut, and bounds over them know the way from floor to floor; on the plane hardly any
/// is. The shortcuts are those on the plane where most of those on the sheet are seams that cost a step
/// there.
typedef struct wendi_shortcuts { // by the second end, along a Z-order curve, and id
    wendi_shortcut_ends ends[2]; // by wendi_link_side
    int32_t *cost, *id;          // of the links
    int32_t count;               // the rest of the last block holds no shortcuts
    int32_t pitch;          // they are those of walks on the plane, where their ends lie; 0: on the sheet
    int32_t counts[2];      // how many there are on the sheet, and on the plane
    int32_t steps, enabled; // seams that are none on the plane and cost a step, among the enabled links
    int32_t wraps[2];       // links that wrap the map in x and in y
    int32_t* memory;        // of all these arrays
    size_t capacity;        // in shortcuts, whole blocks
} wendi_shortcuts;

static inline int32_t wendi_shortcut_blocks(int32_t count) {
    return (count + WENDI_SHORTCUT_BLOCK - 1) / WENDI_SHORTCUT_BLOCK;
}

/// Errors: MEMORY.
wend_result wendi_shortcuts_copy(const wendi_shortcuts* shortcuts, const wend_allocator* allocator,
                                 wendi_shortcuts* out);
void wendi_shortcuts_free(wendi_shortcuts* shortcuts, const wend_allocator* allocator);

size_t wendi_shortcuts_bytes(const wendi_shortcuts* shortcuts);

/// Makes room for so many shortcuts in all. Errors: MEMORY.
wend_result wendi_shortcuts_reserve(wendi_shortcuts* shortcuts, const wend_allocator* allocator,
                                    size_t count);

/// Appends a shortcut; once all are appended, wendi_shortcuts_bound finds the blocks. There is room for it.
void wendi_shortcuts_append(wendi_shortcuts* shortcuts, wend_tile from, wend_tile to, int32_t cost,
                            int32_t id);

/// Finds the areas of all blocks from that of a shortcut on.
void wendi_shortcuts_bound(wendi_shortcuts* shortcuts, int32_t first);

/// Finds all shortcuts among the links again. There is room for as many as there are links.
void wendi_shortcuts_find(wendi_shortcuts* shortcuts, const wendi_links* links, const wendi_walk_costs* walk);

/// Adds a link that was added, if it is a shortcut. There is room for it.
void wendi_shortcuts_add(wendi_shortcuts* shortcuts, const wend_link* link, const wendi_walk_costs* walk);

/// Removes a link, as it was added, if it is there.
void wendi_shortcuts_remove(wendi_shortcuts* shortcuts, const wend_link* link, const wendi_walk_costs* walk);

/// The pitch that suits the links as they are. Once they have changed, and it is another than that of the
/// shortcuts, these are to be found again.
int32_t wendi_shortcuts_pitch(const wendi_shortcuts* shortcuts, const wendi_walk_costs* walk);
#endif
