// trails.c: records, writes and draws the positions of agents.
#include "trails.h"
#include "memory.h"
#include "output.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- keeping

static trail_point point_of(const wend_agent* agent) {
    return (trail_point){.at = agent->position, .floor = agent->floor};
}

static void push_point(trail* t, trail_point point) {
    t->points = memory_grow(t->points, t->count, &t->capacity, sizeof *t->points, "points of trails");
    t->points[t->count++] = point;
}

static void push_frame(trails* t, const wend_agent* agents) {
    if (!t->keep_frames) return;
    t->frames = memory_grow(t->frames, t->frame_count, &t->frame_capacity,
                            (size_t)t->agent_count * sizeof *t->frames, "ticks");
    trail_point* frame = t->frames + t->frame_count++ * t->agent_count;
    for (int32_t i = 0; i < t->agent_count; i++) frame[i] = point_of(&agents[i]);
}

trails trails_begin(const wend_crowd* crowd, const wend_world* world, double dt, bool keep_frames) {
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    trails out = {.crowd = crowd,
                  .grid = wend_world_grid(world),
                  .frame = world_frame_of(world),
                  .tile_size = (double)wend_grid_tile_size(wend_world_grid(world)),
                  .dt = dt,
                  .agents = memory_for(count, sizeof(trail), "agents"),
                  .agent_count = count,
                  .keep_frames = keep_frames};
    for (int32_t i = 0; i < count; i++) {
        out.agents[i].last = point_of(&agents[i]);
        out.agents[i].link = -1;
        push_point(&out.agents[i], out.agents[i].last);
    }
    push_frame(&out, agents);
    return out;
}

static double tiles_between(const trails* t, trail_point a, trail_point b) {
    return hypot((double)(b.at.x - a.at.x), (double)(b.at.y - a.at.y)) / t->tile_size;
}

static void lengthen(const trails* t, trail* own, trail_point here, int32_t link) {
    const bool leaves = own->link >= 0 && link < 0;
    if (link >= 0 && link != own->link) {
        const wend_link* taken = wend_grid_find_link(t->grid, link);
        if (taken != NULL && taken->kind == WEND_LINK_SEAM) own->length += 1;
    }
    own->link = link;
    if (link < 0 && !leaves) {
        own->length += tiles_between(t, own->last, here);
        own->last = here;
        if (tiles_between(t, own->points[own->count - 1], here) >= 0.3) push_point(own, here);
    } else if (leaves) {
        push_point(own, own->last); // where the link began
        here.begins = true;
        own->last = here;
        push_point(own, here);
    }
}

void trails_add(trails* t) {
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(t->crowd, &count);
    const wend_agent_id* ids = wend_crowd_ids(t->crowd, &count);
    float progress;
    for (int32_t i = 0; i < count; i++)
        lengthen(t, &t->agents[i], point_of(&agents[i]), wend_crowd_link(t->crowd, ids[i], &progress));
    push_frame(t, agents);
}

void trails_free(trails* t) {
    for (int32_t i = 0; t->agents != NULL && i < t->agent_count; i++) free(t->agents[i].points);
    free(t->agents);
    free(t->frames);
}

// ---- writing

static void add_position(const trails* t, bool first, wend_vec2 position, int32_t floor, file_text* out) {
    const int decimals = t->frame.geo.has_transform ? 9 : 4; // they may be degrees
    const world_point at = world_frame_position(&t->frame, position);
    file_text_add(out, "%s[%.*f,%.*f", first ? "" : ",", decimals, at.x, decimals, at.y);
    if (cli_shows_floors()) file_text_add(out, ",%d", floor);
    file_text_add(out, "]");
}

static void add_agent(const trails* t, int32_t i, file_text* out) {
    int32_t count = 0, floor_count = 0;
    const wend_agent_id id = wend_crowd_ids(t->crowd, &count)[i];
    const wend_agent* agent = wend_crowd_agent(t->crowd, id);
    const wend_vec2* path = wend_crowd_path(t->crowd, id, &count);
    const uint16_t* floors = wend_crowd_path_floors(t->crowd, id, &floor_count);
    file_text_add(out, "%s\n{\"radius\":%.4f,\"speed\":%.4f,\"state\":\"%s\",\"path\":[", i > 0 ? "," : "",
                  (double)agent->radius, (double)agent->max_speed,
                  wend_agent_state_string(wend_crowd_state(t->crowd, id)));
    for (int32_t k = 0; k < count; k++)
        add_position(t, k == 0, path[k], k < floor_count ? floors[k] : 0, out);
    file_text_add(out, "]}");
}

// An output_row_fn: the head, the agents, the frames, the tail.
static void add_row(void* context, int64_t row, file_text* out) {
    const trails* t = context;
    const int64_t index = row - 1 - t->agent_count;
    if (row == 0) {
        file_text_add(out, "{\"dt\":%.9f,\"agents\":[", t->dt);
    } else if (index < 0) {
        add_agent(t, (int32_t)row - 1, out);
    } else if (index < t->frame_count) {
        const trail_point* frame = t->frames + index * t->agent_count;
        file_text_add(out, index == 0 ? "],\n\"frames\":[\n[" : ",\n[");
        for (int32_t i = 0; i < t->agent_count; i++)
            add_position(t, i == 0, frame[i].at, frame[i].floor, out);
        file_text_add(out, "]");
    } else {
        file_text_add(out, "]}\n");
    }
}

int trails_write(const trails* t, const char* file) {
    return output_write_rows(file, 2 + t->agent_count + t->frame_count, add_row, (void*)t);
}

// ---- drawing

// Distinct from each other and from the colours of the map.
static const color trail_colors[] = {{214, 39, 40},   {31, 119, 180}, {44, 160, 44},   {255, 127, 14},
                                     {148, 103, 189}, {23, 190, 207}, {227, 119, 194}, {188, 160, 20},
                                     {0, 90, 120},    {130, 30, 60}};
enum { TRAIL_COLORS = sizeof trail_colors / sizeof trail_colors[0] };

typedef struct pen {
    drawing* d;
    tile_plane plane;
    wend_vec2 corner;         ///< of the plane, in the world
    double tile_size, pixels; ///< of a tile
} pen;

static pen pen_of(const trails* t, const scene* s, drawing* d) {
    const wend_rect map = wend_grid_area(t->grid);
    const wend_tile first = {map.x, map.y};
    pen p = {d, scene_plane(s), wend_grid_center(t->grid, first), t->tile_size, s->scale};
    const wend_vec2 center = tile_plane_center(p.plane, first);
    p.corner.x -= (float)((double)center.x * t->tile_size);
    p.corner.y -= (float)((double)center.y * t->tile_size);
    return p;
}

static wend_vec2 on_picture(const pen* p, trail_point point) {
    const double x = (double)(point.at.x - p->corner.x) / p->tile_size +
                     (double)p->plane.floor_step * point.floor,
                 y = (double)(point.at.y - p->corner.y) / p->tile_size;
    return (wend_vec2){(float)(x * p->pixels), (float)(y * p->pixels)};
}

static void line(const pen* p, trail_point from, trail_point to, float width, color ink, float opacity) {
    const wend_vec2 a = on_picture(p, from), b = on_picture(p, to);
    drawing_line(p->d, a.x, a.y, b.x, b.y, width, ink, opacity);
}

// A scene's extra.
static wend_result draw(const scene* s, drawing* d) {
    const trails* t = s->extra_context;
    const pen c = pen_of(t, s, d);
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(t->crowd, &count);
    // Few trails are drawn strongly, many weakly, so that crowded places stand out.
    float width = fmaxf(1.2f, (float)s->scale * 0.1f), opacity = count <= 20    ? 0.9f
                                                                 : count <= 300 ? 0.5f
                                                                                : 0.25f;
    for (int32_t i = 0; i < count; i++) {
        const trail* own = &t->agents[i];
        const color ink = trail_colors[i % TRAIL_COLORS];
        for (int32_t k = 1; k < own->count; k++)
            if (!own->points[k].begins) line(&c, own->points[k - 1], own->points[k], width, ink, opacity);
        line(&c, own->points[own->count - 1], own->last, width, ink, opacity);
    }
    for (int32_t i = 0; i < count; i++) {
        const trail_point here = point_of(&agents[i]);
        float body = fmaxf(3, 2 * agents[i].radius * (float)(c.pixels / c.tile_size));
        line(&c, here, here, body + 2, (color){20, 24, 32}, 1);
        line(&c, here, here, body, trail_colors[i % TRAIL_COLORS], 1);
    }
    return WEND_OK;
}

int trails_render(const trails* t, const wend_world* world, const char* file) {
    return scene_write_extra(world, SCENE_COSTS, draw, t, file);
}
