// overlay_fixture.h: overlays and what tiles cost in them.
#ifndef WEND_TEST_OVERLAY_FIXTURE_H
#define WEND_TEST_OVERLAY_FIXTURE_H
#include <math.h>

#include "unit.h"
#include "wend/wend.h"

static inline wend_overlay* overlay_of(const wend_world* parent) {
    wend_overlay* made = NULL;
    assert_ok(wend_overlay_create(parent, &made));
    return made;
}

static inline float cost_at(const wend_world* world, int32_t x, int32_t y) {
    return wend_grid_cost(wend_world_grid(world), (wend_tile){x, y});
}

static inline const wend_world* world_of(wend_overlay* overlay) {
    const wend_world* world = NULL;
    assert_ok(wend_overlay_world(overlay, &world));
    return world;
}

static inline wend_shape blocked_rect(int32_t x, int32_t y, int32_t width, int32_t height) {
    return wend_shape_rect((wend_rect){x, y, width, height}, INFINITY);
}
#endif
