// connect.c: how do links and walls of a definition get onto a map?
#include "extras/connect.h"

#include "core/hash.h"
#include "extras/link_file.h"
#include "extras/wall_file.h"
#include "wend/link.h"

wend_result wimp_connect(wimp_job* job) {
    const wend_import_def* def = job->def;
    wend_result result = WEND_OK;
    job->named_hash = 0;
    if (def->thin_walls) result = wimp_thin_walls(job);
    if (result == WEND_OK && def->walls) result = wimp_wall_file_read(job, def->walls);
    if (result == WEND_OK && def->links) result = wimp_link_file_read(job, def->links);
    if (job->named_hash)
        job->info->source_hash = wimp_hash(&job->named_hash, sizeof job->named_hash, job->info->source_hash);
    return result;
}

// Adds a link even if an end of it is blocked: a grid takes only links between passable tiles, and a link
// whose end is blocked later stays.
static wend_result add_link(wend_grid* to, const wend_link* link) {
    uint8_t classes[2] = {wend_grid_class(to, link->from), wend_grid_class(to, link->to)};
    const wend_tile ends[2] = {link->from, link->to};
    int32_t passable = 1;
    while (passable < WEND_CLASS_COUNT && wend_grid_class_costs(to)[passable] <= 0) passable++;
    if (passable == WEND_CLASS_COUNT) return WEND_OK; // nothing on this map ever leads anywhere
    for (int32_t i = 0; i < 2; i++)
        if (!wend_grid_passable(to, ends[i]))
            wend_grid_fill(to, (wend_rect){ends[i].x, ends[i].y, 1, 1}, (uint8_t)passable);
    wend_result result = wend_grid_add_link(to, link, NULL);
    for (int32_t i = 0; i < 2; i++)
        if (wend_grid_class(to, ends[i]) != classes[i])
            wend_grid_fill(to, (wend_rect){ends[i].x, ends[i].y, 1, 1}, classes[i]);
    return result;
}

wend_result wimp_copy_connections(const wend_grid* from, wend_grid* to) {
    static const wend_tile directions[] = {{1, 0}, {0, 1},  {-1, 0},  {0, -1},
                                           {1, 1}, {-1, 1}, {-1, -1}, {1, -1}};
    wend_result result = WEND_OK;
    const bool has_steps = wend_grid_closed_step_count(from) > 0;
    for (int32_t y = 0; y < wend_grid_height(from) && has_steps; y++) {
        for (int32_t x = 0; x < wend_grid_width(from); x++) {
            const uint8_t closed = wend_grid_closed_steps(from, (wend_tile){x, y});
            for (int32_t d = 0; d < 8 && closed && result == WEND_OK; d++)
                if (closed >> d & 1)
                    result = wend_grid_set_step(to, (wend_tile){x, y},
                                                (wend_tile){x + directions[d].x, y + directions[d].y}, false);
        }
    }
    int32_t count = 0;
    const wend_link* links = wend_grid_links(from, &count);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) result = add_link(to, &links[i]);
    return result;
}
