// overlay.h: what does an overlay consist of?
#ifndef WENDI_OVERLAY_H
#define WENDI_OVERLAY_H
#include "hierarchy/world.h"
#include "overlay/layers.h"
#include "overlay/palette.h"

struct wend_overlay {
    wend_allocator allocator;
    const wend_world* parent;
    uint32_t layout;    // of its grid when the overlay was made
    wendi_shared* life; // of the parent
    wend_world* base;   // the parent as it was when the overlay last followed it; NULL: not yet
    wend_world* world;  // NULL: not made yet
    wendi_layers layers;
    wendi_palette palette;
    bool palette_is_valid;            // the world has its classes
    bool remembers[WEND_CLASS_COUNT]; // some tile may be remembered to be of the class
};

/// False: a world with regions, or one that does not begin at column 0 and row 0.
bool wendi_may_have_overlays(const wend_world* world);
/// Makes an overlay of a world, or of that which a view belongs to, with some shapes. world_out: its world,
/// or the view there. Errors: ARGUMENT, UNSUPPORTED (a world with regions), LIMIT, MEMORY.
wend_result wendi_overlay_avoiding(const wend_world* world, const wend_shape* shapes, int32_t count,
                                   wend_overlay** overlay_out, const wend_world** world_out);
#endif
