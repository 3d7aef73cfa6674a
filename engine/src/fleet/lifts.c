// lifts.c: for how many steps is a mover on a link, and of which lift is a link?
#include "fleet/lifts.h"

#include <math.h>
#include <string.h>

#include "grid/links.h"
#include "grid/steps.h"

enum { MOST_STEPS = 1 << 30 };

// ---- rules

bool wendi_link_rules_are_valid(const wend_link_rules* r) {
    if (!(r->step_seconds >= 0) || !isfinite(r->step_seconds) || r->lift_count < 0 ||
        r->lift_count > WEND_MAX_LINKS || (r->lift_count > 0 && !r->lifts))
        return false;
    for (int32_t i = 0; i < r->lift_count; i++)
        if (!r->lifts[i].links || r->lifts[i].count < 1 || r->lifts[i].count > WEND_MAX_LINKS ||
            r->lifts[i].capacity < 1)
            return false;
    return true;
}

bool wendi_has_link_rules(const wend_link_rules* r) {
    return r->step_seconds > 0 || r->lift_count > 0;
}

wend_result wendi_link_rules_copy(const wend_allocator* allocator, const wend_link_rules* rules,
                                  wend_link_rules* out) {
    *out = *rules;
    if (rules->lift_count == 0) return WEND_OK;
    wend_lift* lifts = wendi_alloc_copy(allocator, rules->lifts, (size_t)rules->lift_count, sizeof *lifts);
    for (int32_t i = 0; i < rules->lift_count && lifts; i++) {
        lifts[i].links =
            wendi_alloc_copy(allocator, lifts[i].links, (size_t)lifts[i].count, sizeof *lifts[i].links);
        if (!lifts[i].links) return WEND_ERROR_MEMORY;
    }
    out->lifts = lifts;
    return lifts ? WEND_OK : WEND_ERROR_MEMORY;
}

// ---- links

const wend_link* wendi_link_taken(const wend_grid* grid, wend_tile from, wend_tile to) {
    if (wendi_is_same(from, to) || grid->links.count == 0) return NULL;
    if (wendi_are_near(from, to)) {
        const int32_t direction = wendi_direction_of(to.x - from.x, to.y - from.y);
        if (wendi_legal_moves(grid, from.x, from.y) >> direction & 1) return NULL;
    }
    return wendi_link_between(grid, from, to);
}

int32_t wendi_link_steps(const wend_link_rules* r, const wend_link* link) {
    if (!(r->step_seconds > 0)) return 1;
    // A millionth less, so that .3 seconds are three steps of .1, which floats cannot say.
    const double steps = ceil((double)link->duration / (double)r->step_seconds * (1 - 1e-6));
    return steps < 1 ? 1 : steps > MOST_STEPS ? MOST_STEPS : (int32_t)steps;
}

bool wendi_is_of_lift(const wend_lift* lift, int32_t link) {
    for (int32_t i = 0; i < lift->count; i++)
        if (lift->links[i] == link) return true;
    return false;
}
