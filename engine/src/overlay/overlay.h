// overlay.h: what does an overlay consist of?
#ifndef WENDI_OVERLAY_H
#define WENDI_OVERLAY_H
#include "hierarchy/world.h"
#include "overlay/layers.h"
#include "overlay/palette.h"

struct wend_overlay {
    wendi_owner owner;        // of all but the worlds
    wend_allocator allocator; // of what it owns
    const wend_world* parent;
    wendi_shared* life; // of the parent
    wend_world* base;   // the parent as it was when the overlay last followed it; NULL: not yet
    wend_world* world;  // NULL: not made yet
    wendi_layers layers;
    wendi_palette palette;
    bool palette_is_valid;            // the world has its classes
    bool remembers[WEND_CLASS_COUNT]; // some tile may be remembered to be of the class
};

/// Makes an overlay of a world, or of that which a view belongs to, with some shapes. world_out: its world,
/// or the view there. Errors: ARGUMENT, UNSUPPORTED (a world with regions), LIMIT, MEMORY.
wend_result wendi_overlay_avoiding(const wend_world* world, const wend_shape* shapes, int32_t count,
                                   wend_overlay** overlay_out, const wend_world** world_out);
#endif
