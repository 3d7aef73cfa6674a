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

static void push_point(trail* t, wend_vec2 point) {
    t->points = memory_grow(t->points, t->count, &t->capacity, sizeof *t->points, "points of trails");
    t->points[t->count++] = point;
}

static void push_frame(trails* t, const wend_agent* agents) {
    if (!t->keep_frames) return;
    t->frames = memory_grow(t->frames, t->frame_count, &t->frame_capacity,
                            (size_t)t->agent_count * sizeof *t->frames, "ticks");
    wend_vec2* frame = t->frames + t->frame_count++ * t->agent_count;
    for (int32_t i = 0; i < t->agent_count; i++) frame[i] = agents[i].position;
}

trails trails_begin(const wend_crowd* crowd, const wend_world* world, double dt, bool keep_frames) {
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(crowd, &count);
    trails out = {.crowd = crowd,
                  .frame = world_frame_of(world),
                  .tile_size = (double)wend_grid_tile_size(wend_world_grid(world)),
                  .dt = dt,
                  .agents = memory_for(count, sizeof(trail), "agents"),
                  .agent_count = count,
                  .keep_frames = keep_frames};
    for (int32_t i = 0; i < count; i++) {
        out.agents[i].last = agents[i].position;
        push_point(&out.agents[i], agents[i].position);
    }
    push_frame(&out, agents);
    return out;
}

void trails_add(trails* t) {
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(t->crowd, &count);
    for (int32_t i = 0; i < count; i++) {
        trail* own = &t->agents[i];
        wend_vec2 here = agents[i].position, point = own->points[own->count - 1];
        own->length += hypot((double)(here.x - own->last.x), (double)(here.y - own->last.y)) / t->tile_size;
        own->last = here;
        double off = hypot((double)(here.x - point.x), (double)(here.y - point.y)) / t->tile_size;
        if (off >= 0.3) push_point(own, here);
    }
    push_frame(t, agents);
}

void trails_free(trails* t) {
    for (int32_t i = 0; t->agents != NULL && i < t->agent_count; i++) free(t->agents[i].points);
    free(t->agents);
    free(t->frames);
}

// ---- writing

typedef struct writer {
    const trails* t;
    file_text text;
    int64_t next; // piece: the head, the agents, the frames, the tail
} writer;

static void print_positions(writer* w, const wend_vec2* positions, int32_t count) {
    const int decimals = w->t->frame.geo.has_transform ? 9 : 4; // they may be degrees
    file_text_add(&w->text, "[");
    for (int32_t i = 0; i < count; i++) {
        const world_point at = world_frame_position(&w->t->frame, positions[i]);
        file_text_add(&w->text, "%s[%.*f,%.*f]", i > 0 ? "," : "", decimals, at.x, decimals, at.y);
    }
    file_text_add(&w->text, "]");
}

static void print_agent(writer* w, int32_t i) {
    int32_t count = 0, path_count = 0;
    wend_agent_id id = wend_crowd_ids(w->t->crowd, &count)[i];
    const wend_agent* agent = wend_crowd_agent(w->t->crowd, id);
    const wend_vec2* path = wend_crowd_path(w->t->crowd, id, &path_count);
    file_text_add(&w->text,
                  "%s\n{\"radius\":%.4f,\"speed\":%.4f,\"state\":\"%s\",\"path\":", i > 0 ? "," : "",
                  (double)agent->radius, (double)agent->max_speed,
                  wend_agent_state_string(wend_crowd_state(w->t->crowd, id)));
    print_positions(w, path, path_count);
    file_text_add(&w->text, "}");
}

static wend_result give_piece(void* context, const void** bytes_out, size_t* size_out) {
    writer* w = context;
    const trails* t = w->t;
    int64_t piece = w->next++, frame = piece - 1 - t->agent_count;
    w->text.size = 0;
    if (piece == 0)
        file_text_add(&w->text, "{\"dt\":%.9f,\"agents\":[", t->dt);
    else if (frame < 0)
        print_agent(w, (int32_t)piece - 1);
    else if (frame < t->frame_count) {
        file_text_add(&w->text, frame == 0 ? "],\n\"frames\":[\n" : ",\n");
        print_positions(w, t->frames + frame * t->agent_count, t->agent_count);
    } else if (frame == t->frame_count)
        file_text_add(&w->text, "]}\n");
    *bytes_out = w->text.bytes;
    *size_out = w->text.size;
    return w->text.failed ? WEND_ERROR_MEMORY : WEND_OK;
}

int trails_write(const trails* t, const char* file) {
    writer w = {.t = t};
    const int code = output_write_pieces(file, give_piece, &w);
    free(w.text.bytes);
    return code;
}

// ---- drawing

// Distinct from each other and from the colours of the map.
static const color trail_colors[] = {{214, 39, 40},   {31, 119, 180}, {44, 160, 44},   {255, 127, 14},
                                     {148, 103, 189}, {23, 190, 207}, {227, 119, 194}, {188, 160, 20},
                                     {0, 90, 120},    {130, 30, 60}};
enum { TRAIL_COLORS = sizeof trail_colors / sizeof trail_colors[0] };

typedef struct pen {
    drawing* d;
    wend_vec2 origin;
    float pixels; ///< in a world unit
} pen;

static void line(const pen* p, wend_vec2 a, wend_vec2 b, float width, color ink, float opacity) {
    drawing_line(p->d, (a.x - p->origin.x) * p->pixels, (a.y - p->origin.y) * p->pixels,
                 (b.x - p->origin.x) * p->pixels, (b.y - p->origin.y) * p->pixels, width, ink, opacity);
}

// A scene's extra.
static wend_result draw(const scene* s, drawing* d) {
    const trails* t = s->extra_context;
    const wend_grid* grid = wend_world_grid(s->world);
    const wend_rect map = wend_grid_area(grid);
    wend_vec2 corner = wend_grid_origin(grid);
    corner.x += (float)(map.x * t->tile_size);
    corner.y += (float)(map.y * t->tile_size);
    const pen c = {d, corner, (float)(s->scale / t->tile_size)};
    int32_t count = 0;
    const wend_agent* agents = wend_crowd_agents(t->crowd, &count);
    // Few trails are drawn strongly, many weakly, so that crowded places stand out.
    float width = fmaxf(1.2f, (float)s->scale * 0.1f), opacity = count <= 20    ? 0.9f
                                                                 : count <= 300 ? 0.5f
                                                                                : 0.25f;
    for (int32_t i = 0; i < count; i++) {
        const trail* own = &t->agents[i];
        for (int32_t k = 1; k < own->count; k++)
            line(&c, own->points[k - 1], own->points[k], width, trail_colors[i % TRAIL_COLORS], opacity);
        line(&c, own->points[own->count - 1], own->last, width, trail_colors[i % TRAIL_COLORS], opacity);
    }
    for (int32_t i = 0; i < count; i++) {
        float body = fmaxf(3, 2 * agents[i].radius * c.pixels);
        line(&c, agents[i].position, agents[i].position, body + 2, (color){20, 24, 32}, 1);
        line(&c, agents[i].position, agents[i].position, body, trail_colors[i % TRAIL_COLORS], 1);
    }
    return WEND_OK;
}

int trails_render(const trails* t, const wend_world* world, const char* file) {
    return scene_write_extra(world, SCENE_COSTS, draw, t, file);
}
