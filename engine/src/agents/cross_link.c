// cross_link.c: stretches between links, and the time on a link.
#include "agents/cross_link.h"

#include "core/vec.h"
#include "grid/links.h"

wendi_stretch wendi_stretch_at(const wend_path_link* links, int32_t link_count, int32_t waypoint,
                               int32_t waypoint_count) {
    int32_t next = 0; // the first link that is still ahead
    while (next < link_count && links[next].waypoint < waypoint) next++;
    int32_t first = next > 0 ? links[next - 1].waypoint + 1 : 0;
    int32_t last = next < link_count ? links[next].waypoint : waypoint_count - 1;
    WENDI_ASSERT(first <= waypoint && waypoint <= last && last < waypoint_count);
    return (wendi_stretch){first, last - first + 1, next < link_count ? next : -1};
}

bool wendi_crossing_begin(const wend_grid* grid, const wend_agent* agent, int32_t id, wend_vec2 from,
                          wend_vec2 to, wendi_crossing* out) {
    const wend_link* link = wend_grid_find_link(grid, id);
    if (!link || !wendi_link_is_usable(grid, link)) return false;
    double walk = (double)link->cost * (double)grid->tile_size / (double)agent->max_speed;
    *out = (wendi_crossing){
        .id = id, .from = from, .to = to, .duration = link->duration > 0 ? (double)link->duration : walk};
    return true;
}

bool wendi_crossing_move(wendi_crossing* c, wend_agent* agent, double dt) {
    const wend_vec2 before = agent->position;
    c->elapsed += dt;
    bool done = c->elapsed >= c->duration;
    double share = done ? 1 : c->elapsed / c->duration;
    if (done) {
        agent->position = c->to;
        agent->velocity = (wend_vec2){0, 0};
        return true;
    }
    agent->position =
        (wend_vec2){wendi_to_float((double)c->from.x + ((double)c->to.x - (double)c->from.x) * share),
                    wendi_to_float((double)c->from.y + ((double)c->to.y - (double)c->from.y) * share)};
    agent->velocity = (wend_vec2){wendi_to_float(((double)agent->position.x - (double)before.x) / dt),
                                  wendi_to_float(((double)agent->position.y - (double)before.y) / dt)};
    return false;
}

const wend_link* wendi_link_between(const wend_grid* grid, wend_tile from, wend_tile to) {
    const wend_link* best = NULL;
    for (int32_t i = 0; i < grid->links.count; i++) {
        const wend_link* link = &grid->links.data[i];
        if (link->from.x != from.x || link->from.y != from.y || link->to.x != to.x || link->to.y != to.y)
            continue;
        if (wendi_link_is_usable(grid, link) && (!best || link->cost < best->cost)) best = link;
    }
    return best;
}
