// fleet_tool.c: how does the window run a fleet: movers that never stand in each other?
#include "tools/fleet_tool.h"
#include "platform/commands.h"
#include "views/tile_raster.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STEPS = 8, // in a frame
    MOST_BLOCKS = 1 << 20,
    TRIES = 200,    // for a tile
    PLANS = 200,    // in a step, so that no frame is late
    LISTED = 64,    // conflicts of a step that are looked at
    HEAT_LEAST = 3, // pixels
};

static void end_fleet(fleet_tool* t) {
    wend_fleet_destroy(t->fleet);
    free(t->before);
    free(t->after);
    free(t->profile_of);
    free(t->links);
    free(t->lifts);
    free(t->lift_links);
    free(t->waits);
    t->fleet = NULL;
    t->before = t->after = NULL;
    t->profile_of = t->lift_links = NULL;
    t->links = NULL;
    t->lifts = NULL;
    t->rules = (wend_link_rules){0};
    t->waits = NULL;
    t->count = 0;
    t->share = 0;
    t->conflicts = t->reached = 0;
    t->most_waits = 0;
    t->step_ns = 0;
}

static void listen(void* context, scene_event event) {
    fleet_tool* t = context;
    if (event == SCENE_CLOSING || event == SCENE_OPENED || event == SCENE_REBUILT || event == SCENE_ENDING)
        end_fleet(t);
    t->edited |= event == SCENE_EDITED || event == SCENE_RECOSTED;
}

// ---- beginning

// A goal that a mover can reach and that no other one has, as far as some tries find one.
static wend_result send(fleet_tool* t, int32_t mover) {
    const wend_world* world = wend_world_profile(t->document->scene.world, t->profile_of[mover]);
    const wend_tile here = wend_fleet_mover(t->fleet, mover)->tile;
    for (int tries = 0; tries < TRIES; tries++) {
        const wend_tile goal = scene_random_tile(t->document->scene.grid, &t->random);
        if (wend_grid_passable(wend_world_grid(world), goal) && wend_world_connected(world, here, goal))
            return wend_fleet_send(t->fleet, mover, goal);
    }
    return WEND_OK;
}

static wend_result add_movers(fleet_tool* t) {
    const int32_t profiles = t->profiles ? wend_world_profile_count(t->document->scene.world) : 1;
    for (int64_t tries = 0; t->count < t->movers && tries < (int64_t)TRIES * t->movers; tries++) {
        const wend_tile tile = scene_random_tile(t->document->scene.grid, &t->random);
        const int32_t profile = (int32_t)(tries % profiles); // by try: one may fit nowhere
        int32_t mover = 0;
        wend_result result = wend_fleet_add(t->fleet, tile, profile, 0, &mover);
        if (result == WEND_ERROR_LIMIT) continue; // blocked or taken
        if (result == WEND_OK) t->profile_of[mover] = profile;
        if (result == WEND_OK) result = send(t, mover);
        if (result != WEND_OK) return result;
        t->before[t->count] = t->after[t->count] = tile;
        t->count++;
    }
    return WEND_OK;
}

static bool touch(const wend_link* a, const wend_link* b) {
    return same_tile(a->from, b->from) || same_tile(a->from, b->to) || same_tile(a->to, b->from) ||
           same_tile(a->to, b->to);
}

// Links of the kind lift that meet, up and down and from floor to floor, are one lift.
static wend_result set_links(fleet_tool* t) {
    int32_t count = 0, listed = 0;
    const wend_link* links = wend_grid_links(t->document->scene.grid, &count);
    t->rules.step_seconds = t->step_seconds;
    if (t->lift == 0 || count == 0) return WEND_OK;
    bool* known = calloc((size_t)count, sizeof *known);
    t->lifts = calloc((size_t)count, sizeof *t->lifts);
    t->lift_links = calloc((size_t)count, sizeof *t->lift_links);
    const bool made = known && t->lifts && t->lift_links;
    t->rules.lifts = t->lifts;
    for (int32_t i = 0; i < count && made; i++) {
        if (known[i] || links[i].kind != WEND_LINK_LIFT) continue;
        const int32_t first = listed;
        t->lift_links[listed++] = i;
        known[i] = true;
        for (int32_t at = first; at < listed; at++)
            for (int32_t k = i + 1; k < count; k++) {
                if (known[k] || links[k].kind != WEND_LINK_LIFT ||
                    !touch(&links[t->lift_links[at]], &links[k]))
                    continue;
                t->lift_links[listed++] = k;
                known[k] = true;
            }
        t->lifts[t->rules.lift_count++] = (wend_lift){t->lift_links + first, listed - first, t->lift};
    }
    for (int32_t i = 0; i < listed; i++) t->lift_links[i] = links[t->lift_links[i]].id;
    free(known);
    return made ? WEND_OK : WEND_ERROR_MEMORY;
}

static void begin_fleet(fleet_tool* t) {
    end_fleet(t);
    const scene* s = &t->document->scene;
    wend_fleet_def def = wend_default_fleet_def();
    def.turns = t->turns && wend_grid_connectivity(s->grid) < WEND_CONNECTIVITY_HEX_ODD_R;
    def.plans_per_step = PLANS;
    def.tasks = t->document->tasks;
    t->random = 1;
    t->edited = false;
    const int64_t width = wend_grid_width(s->grid), height = wend_grid_height(s->grid);
    const int64_t floors = wend_grid_floors(s->grid);
    for (t->block = 1; (width / t->block + 1) * (height / t->block + 1) * floors > MOST_BLOCKS;)
        t->block *= 2;
    t->columns = (int)(width / t->block + 1);
    t->rows = (int)(height / t->block + 1);
    t->before = calloc((size_t)t->movers, sizeof *t->before);
    t->after = calloc((size_t)t->movers, sizeof *t->after);
    t->waits = calloc((size_t)t->columns * (size_t)t->rows * (size_t)floors, sizeof *t->waits);
    t->profile_of = calloc((size_t)t->movers, sizeof *t->profile_of);
    t->links = calloc((size_t)t->movers, sizeof *t->links);
    const bool made = t->before && t->after && t->waits && t->profile_of && t->links;
    wend_result result = made ? set_links(t) : WEND_ERROR_MEMORY;
    def.links = t->rules;
    if (result == WEND_OK) result = wend_fleet_create(s->world, &def, &t->fleet);
    if (result == WEND_OK) result = add_movers(t);
    if (result != WEND_OK) {
        notice_show(t->document->notice, true, "the fleet failed: %s", wend_result_string(result));
        end_fleet(t);
    } else if (t->count < t->movers) {
        notice_show(t->document->notice, true, "only %d movers found a tile", t->count);
    }
}

// ---- a step

// An edit may have put a mover where no step leads; what pairs of movers do to each other always counts.
static void count_conflicts(fleet_tool* t) {
    wend_conflict list[LISTED];
    const wend_world* world = t->document->scene.world;
    int32_t found = 0;
    if (wend_check_profile_moves(world, t->profile_of, t->before, t->after, t->count, list, LISTED, &found) !=
        WEND_OK)
        return;
    for (int32_t i = 0; i < found && i < LISTED; i++) t->conflicts += !t->edited || list[i].second >= 0;
    if (wend_check_links(world, t->profile_of, &t->rules, t->before, t->after, t->count, t->links, list,
                         LISTED, &found) == WEND_OK &&
        !t->edited)
        t->conflicts += found;
    t->edited = false;
}

static void count_wait(fleet_tool* t, wend_tile at) {
    const wend_rect map = wend_grid_area(t->document->scene.grid);
    uint32_t* waits =
        &t->waits[(at.floor * t->rows + (at.y - map.y) / t->block) * t->columns + (at.x - map.x) / t->block];
    if (++*waits > t->most_waits) t->most_waits = *waits;
}

static void step(fleet_tool* t) {
    memcpy(t->before, t->after, (size_t)t->count * sizeof *t->before);
    const Uint64 began = SDL_GetPerformanceCounter();
    wend_result result = wend_fleet_step(t->fleet);
    t->step_ns = (double)(SDL_GetPerformanceCounter() - began) * 1e9 / (double)SDL_GetPerformanceFrequency();
    for (int32_t i = 0; i < t->count && result == WEND_OK; i++) {
        const wend_mover* mover = wend_fleet_mover(t->fleet, i);
        t->after[i] = mover->tile;
        const bool stays = same_tile(mover->tile, t->before[i]);
        const bool there = same_tile(mover->tile, mover->goal);
        if (stays && !there && (mover->state == WEND_MOVER_MOVING || mover->state == WEND_MOVER_STUCK))
            count_wait(t, mover->tile);
        if (!there || (stays && !t->lifelong)) continue;
        t->reached++;
        if (t->lifelong) result = send(t, i);
    }
    if (result != WEND_OK) {
        notice_show(t->document->notice, true, "the fleet failed: %s", wend_result_string(result));
        end_fleet(t);
        return;
    }
    count_conflicts(t);
}

void fleet_tool_frame(fleet_tool* t, double seconds) {
    if (t->fleet == NULL || t->paused) return;
    t->share += seconds * (double)t->speed;
    for (int i = 0; i < MOST_STEPS && t->share >= 1 && t->fleet != NULL; i++) {
        step(t);
        t->share -= 1;
    }
    if (t->share >= 1) t->share = 1; // steps that take too long are not caught up with
}

bool fleet_tool_moves(const fleet_tool* t) {
    if (t->fleet == NULL || t->paused) return false;
    return t->lifelong || t->share < 1 || wend_fleet_get_stats(t->fleet).moving > 0;
}

// ---- drawing

void fleet_tool_draw_heat(const fleet_tool* t) {
    if (t->fleet == NULL || !t->heat || t->most_waits == 0) return;
    view* v = t->view;
    const wend_rect map = wend_grid_area(t->document->scene.grid);
    const float zoom = (float)v->camera.zoom;
    const float side = fmaxf(zoom * (float)t->block, HEAT_LEAST * v->scale);
    const float most = logf(1 + (float)t->most_waits);
    for (int y = 0; y < t->rows; y++)
        for (int x = 0; x < t->columns; x++) {
            const uint32_t waits = t->waits[(v->camera.floor * t->rows + y) * t->columns + x];
            if (waits == 0) continue;
            const wend_tile corner = {map.x + x * t->block, map.y + y * t->block};
            const SDL_FPoint first = view_tile_center(v, corner);
            const float left = first.x - zoom / 2, top = first.y - zoom / 2;
            if (left > (float)v->camera.width || top > (float)v->camera.height || left + side < 0 ||
                top + side < 0)
                continue;
            const float share = logf(1 + (float)waits) / most;
            const SDL_Color color = {255, (Uint8)(200 * (1 - share)), 30, (Uint8)(30 + 170 * share)};
            SDL_FPoint corners[6];
            if (t->block == 1 && tile_raster_suits(&v->camera))
                draw_convex(&v->batch, corners, camera_tile_corners(&v->camera, corner, corners), color);
            else
                draw_rect(&v->batch, (SDL_FRect){left, top, side, side}, color);
        }
}

static SDL_Color color_of(wend_mover_state state) {
    static const SDL_Color colors[WEND_MOVER_STATE_COUNT] = {
        [WEND_MOVER_IDLE] = {225, 225, 225, 255},    [WEND_MOVER_MOVING] = {64, 190, 255, 255},
        [WEND_MOVER_ARRIVED] = {110, 235, 110, 255}, [WEND_MOVER_NO_ROUTE] = {200, 110, 255, 255},
        [WEND_MOVER_STUCK] = {255, 80, 80, 255},
    };
    return colors[state];
}

void fleet_tool_draw(const fleet_tool* t) {
    static const SDL_Color casings[] = {
        {20, 24, 32, 255}, {255, 205, 40, 255}, {240, 90, 240, 255}}; // by profile
    enum { CASINGS = sizeof casings / sizeof *casings };
    static const wend_vec2 ways[8] = {{1, 0},  {0.7f, 0.7f},   {0, 1},  {-0.7f, 0.7f},
                                      {-1, 0}, {-0.7f, -0.7f}, {0, -1}, {0.7f, -0.7f}};
    enum { RIMMED = 6000 };
    if (t->fleet == NULL) return;
    view* v = t->view;
    const float zoom = (float)v->camera.zoom, share = (float)fmin(t->share, 1);
    const float size = 0.35f * zoom, dot = fmaxf(2 * v->scale, size);
    for (int i = 0; i < t->count; i++) {
        // Between two floors a mover is on the one where it began, until the step ends.
        const bool changes = t->before[i].floor != t->after[i].floor;
        const wend_tile first = changes && share >= 1 ? t->after[i] : t->before[i];
        const wend_tile last = changes ? first : t->after[i];
        if (!view_shows_floor(v, first.floor)) continue;
        const SDL_FPoint from = view_tile_center(v, first), to = view_tile_center(v, last);
        const SDL_FPoint at = {from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share};
        if (!view_sees(v, at, zoom)) continue;
        const wend_mover* mover = wend_fleet_mover(t->fleet, i);
        const SDL_Color color = color_of(mover->state);
        if (size < 3 * v->scale) {
            draw_rect(&v->batch, (SDL_FRect){at.x - dot / 2, at.y - dot / 2, dot, dot}, color);
            continue;
        }
        const int32_t profile = t->profile_of[i];
        const float rim = (profile > 0 ? 3 : 1) * v->scale, length = size * (float)mover->width;
        if (t->count <= RIMMED)
            draw_dart(&v->batch, at, ways[mover->heading], length + rim, casings[profile % CASINGS]);
        draw_dart(&v->batch, at, ways[mover->heading], length, color);
    }
}

// ---- commands

static void begin_again(void* owner) {
    fleet_tool* t = owner;
    if (t->fleet != NULL) begin_fleet(t);
}

// The number of movers to begin with; 0 ends the fleet.
static void set_count(void* owner, double count) {
    fleet_tool* t = owner;
    if (count < 1) {
        end_fleet(t);
        return;
    }
    t->movers = (int)count;
    t->shown = true;
    begin_fleet(t);
}

static void act_step(void* owner) {
    fleet_tool* t = owner;
    if (t->fleet == NULL) return;
    t->paused = true;
    step(t);
    t->share = 1;
}

static const command_def fleet_commands[] = {
    COMMAND_SET("fleet", 0, FLEET_TOOL_MOST, set_count, .kind = COMMAND_SETTING),
    COMMAND_SWITCH("fleet_panel", fleet_tool, shown, .then = NULL),
    COMMAND_NUMBER("fleet_movers", fleet_tool, movers, VALUE_INT, 1, FLEET_TOOL_MOST, .then = NULL),
    COMMAND_NUMBER("fleet_speed", fleet_tool, speed, VALUE_FLOAT, 0.5, 60, .then = NULL),
    COMMAND_SWITCH("fleet_paused", fleet_tool, paused, .then = NULL),
    COMMAND_ACT("fleet_step", act_step, COMMAND_SETTING),
    COMMAND_SWITCH("fleet_lifelong", fleet_tool, lifelong, .then = NULL),
    COMMAND_SWITCH("fleet_turns", fleet_tool, turns, .then = begin_again),
    COMMAND_SWITCH("fleet_heat", fleet_tool, heat, .then = NULL),
    COMMAND_SWITCH("fleet_profiles", fleet_tool, profiles, .then = begin_again),
    COMMAND_NUMBER("fleet_lift", fleet_tool, lift, VALUE_INT, 0, 1000, .then = begin_again),
    COMMAND_NUMBER("fleet_step_seconds", fleet_tool, step_seconds, VALUE_FLOAT, 0, 60, .then = begin_again),
    COMMANDS_END,
};

void fleet_tool_init(fleet_tool* t, document* d, view* v) {
    *t = (fleet_tool){
        .document = d, .view = v, .movers = 300, .lifelong = true, .heat = true, .speed = 6, .random = 1};
    scene_listen(&d->scene, listen, t);
    commands_add(d->commands, fleet_commands, t);
}
