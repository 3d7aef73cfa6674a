// boid_tool.c: how does the user place, select and send boids, and how are they drawn?
#include "tools/boid_tool.h"
#include "platform/commands.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool check(boid_tool* t, wend_result result) {
    if (result == WEND_OK) return true;
    if (result == WEND_ERROR_ARGUMENT)
        notice_show(t->notice, true, "boids need a free tile there");
    else if (result == WEND_ERROR_LIMIT && t->boids.count < BOIDS_MAX)
        notice_show(t->notice, true, "a body of that width has no room there");
    else if (result == WEND_ERROR_LIMIT)
        notice_show(t->notice, true, "there are %d boids, as many as there can be", t->boids.count);
    else
        notice_show(t->notice, true, "the boids failed: %s", wend_result_string(result));
    return false;
}

static void listen(void* context, scene_event event) {
    boid_tool* t = context;
    if (event == SCENE_ENDING) boids_destroy(&t->boids);
    if (event == SCENE_OPENED || event == SCENE_REBUILT)
        check(t, boids_set_world(&t->boids, t->scene->world, event == SCENE_REBUILT));
    const wend_grid* grid = t->scene->grid;
    for (int32_t f = 0; event == SCENE_RECOSTED && f < wend_grid_floors(grid); f++) {
        wend_rect all = wend_grid_area(grid);
        all.floor = (uint16_t)f;
        if (!check(t, boids_follow_edit(&t->boids, all))) break;
    }
    if (event == SCENE_EDITED) check(t, boids_follow_edit(&t->boids, t->scene->changed));
}

static wend_vec2 pointer_place(const boid_tool* t) {
    return view_from_screen(t->view, t->view->pointer_x, t->view->pointer_y);
}

int boid_tool_at_pointer(const boid_tool* t) {
    const view* v = t->view;
    if (!v->pointer_inside || t->boids.count == 0) return -1;
    float reach = 8 * v->scale / (float)v->camera.zoom * wend_grid_tile_size(t->scene->grid);
    return boids_at(&t->boids, pointer_place(t), v->camera.floor, reach);
}

static void place(boid_tool* t, wend_tile tile) {
    int placed = 0;
    if (check(t, boids_place(&t->boids, tile, t->group, &placed)) && placed < t->group)
        notice_show(t->notice, false, "only %d of %d boids found a place", placed, t->group);
    if (placed > 0) boids_select_only(&t->boids, -1);
    for (int i = t->boids.count - placed; i < t->boids.count; i++) t->boids.items[i].selected = true;
}

// ---- the mouse

static bool is_in_selection(const boid_tool* t) {
    wend_vec2 low, high, at = pointer_place(t);
    return boids_selection_box(&t->boids, t->view->camera.floor, &low, &high) && at.x >= low.x &&
           at.x <= high.x && at.y >= low.y && at.y <= high.y;
}

bool boid_tool_press(boid_tool* t, bool left, bool on_marker, bool* taken_out) {
    int number = boid_tool_at_pointer(t);
    *taken_out = number >= 0; // elsewhere the right button moves the map
    if (!left && number >= 0) boids_remove(&t->boids, number);
    if (!left || (number < 0 && on_marker)) return false;
    if (number >= 0 && !t->boids.items[number].selected) boids_select_only(&t->boids, number);
    t->number = number;
    t->grip = number >= 0 || is_in_selection(t) ? GRIP_ERRAND : GRIP_BOX;
    t->moved = false;
    t->from_x = t->view->pointer_x;
    t->from_y = t->view->pointer_y;
    *taken_out = true;
    return true;
}

void boid_tool_move(boid_tool* t) {
    const view* v = t->view;
    t->moved |= hypotf(v->pointer_x - t->from_x, v->pointer_y - t->from_y) > 5 * v->scale;
}

void boid_tool_release(boid_tool* t) {
    wend_tile tile = view_pointer_tile(t->view);
    wend_vec2 from = view_from_screen(t->view, t->from_x, t->from_y), to = pointer_place(t);
    if (!t->moved && t->number >= 0)
        boids_select_only(&t->boids, t->number);
    else if (!t->moved)
        place(t, tile);
    else if (t->grip == GRIP_ERRAND)
        check(t, boids_send_selected(&t->boids, tile));
    else
        boids_select_within(&t->boids, (wend_vec2){fminf(from.x, to.x), fminf(from.y, to.y)},
                            (wend_vec2){fmaxf(from.x, to.x), fmaxf(from.y, to.y)}, tile.floor);
    t->grip = GRIP_NONE;
}

enum { TRAIL_LINES = 3000 }; // drawn in a frame at most

static const SDL_Color casing_color = {20, 24, 32, 255};
static const SDL_Color hand_color = {255, 255, 255, 255};
static const SDL_Color trail_color = {120, 200, 255, 170};
static const SDL_Color velocity_color = {255, 90, 200, 255};
static const SDL_Color target_color = {255, 170, 0, 255};

static SDL_Color color_of(wend_agent_state state) {
    static const SDL_Color colors[WEND_AGENT_STATE_COUNT] = {
        [WEND_AGENT_IDLE] = {225, 225, 225, 255},     [WEND_AGENT_WAITING] = {150, 150, 160, 255},
        [WEND_AGENT_WALKING] = {64, 190, 255, 255},   [WEND_AGENT_ARRIVED] = {110, 235, 110, 255},
        [WEND_AGENT_NO_ROUTE] = {255, 80, 80, 255},   [WEND_AGENT_STUCK] = {255, 80, 80, 255},
        [WEND_AGENT_NEAR_GOAL] = {235, 210, 90, 255},
    };
    return colors[state].a > 0 ? colors[state] : colors[WEND_AGENT_WALKING]; // in other ways, as over a link
}

// True when a boid is on the shown floor.
static bool is_shown(const boids* b, int number, const view* v) {
    return view_shows_floor(v, boids_body(b, number)->floor);
}

// ---- trails

static void draw_trail(const boids* b, int number, view* v, int points, float width, SDL_Color color) {
    const boid* it = &b->items[number];
    SDL_FPoint last = view_to_screen(v, boids_body(b, number)->position);
    for (int i = 1; i <= points && i <= it->trail_count; i++) {
        const int at = (it->trail_next + BOID_TRAIL - i) % BOID_TRAIL;
        SDL_FPoint next = view_to_screen(v, it->trail[at]);
        if (!view_shows_floor(v, it->trail_floors[at])) return; // it came over stairs
        if (hypotf(next.x - last.x, next.y - last.y) < 1.5f && i < it->trail_count) continue;
        draw_line(&v->batch, last, next, width, color);
        last = next;
    }
}

void boid_tool_draw_trails(const boids* b, view* v) {
    int seen = 0;
    for (int i = 0; i < b->count; i++)
        seen += is_shown(b, i, v) && view_sees(v, view_to_screen(v, boids_body(b, i)->position), 0);
    int points = seen > 0 ? TRAIL_LINES / seen : 0;
    if (points < 4) return; // many short trails would be useless
    for (int i = 0; i < b->count; i++)
        if (is_shown(b, i, v) && view_sees(v, view_to_screen(v, boids_body(b, i)->position), 0))
            draw_trail(b, i, v, points, 1.5f * v->scale, trail_color);
}

// ---- bodies

static void draw_arrow(draw_batch* batch, SDL_FPoint from, SDL_FPoint to, float scale, SDL_Color color) {
    float length = hypotf(to.x - from.x, to.y - from.y);
    if (length < 2 * scale) return;
    float head = fminf(8 * scale, length);
    SDL_FPoint way = {(to.x - from.x) / length, (to.y - from.y) / length};
    SDL_FPoint neck = {to.x - way.x * head, to.y - way.y * head};
    draw_line(batch, from, neck, 3 * scale, color);
    draw_wedge(batch, to, way.x, way.y, 0, head, head * 0.6f, color);
}

// The path ahead, the waypoint it heads for, its body and its velocity for half a second.
static void draw_shown(const boids* b, int number, view* v) {
    draw_batch* batch = &v->batch;
    float scale = v->scale;
    const wend_agent* body = boids_body(b, number);
    SDL_FPoint at = view_to_screen(v, body->position), last = at;
    wend_vec2 target;
    int index = 0, count = 0;
    draw_trail(b, number, v, BOID_TRAIL, 3 * scale, trail_color);
    if (boids_target(b, number, &target, &index, &count)) {
        int32_t points = 0, floor_count = 0;
        const wend_vec2* path = wend_crowd_path(b->crowd, boids_id(b, number), &points);
        const uint16_t* floors = wend_crowd_path_floors(b->crowd, boids_id(b, number), &floor_count);
        for (int i = index; i < points; i++) {
            SDL_FPoint next = view_to_screen(v, path[i]);
            const bool here = floors == NULL || (view_shows_floor(v, floors[i]) &&
                                                 (i == index || view_shows_floor(v, floors[i - 1])));
            if (here) draw_line(batch, last, next, 1.5f * scale, target_color);
            last = next;
        }
        SDL_FPoint mark = view_to_screen(v, target);
        if (floors == NULL || view_shows_floor(v, floors[index])) {
            draw_disc(batch, mark, 6 * scale, casing_color);
            draw_disc(batch, mark, 4.5f * scale, target_color);
        }
    }
    float zoom = (float)v->camera.zoom / wend_grid_tile_size(v->scene->grid);
    draw_ring(batch, at, fmaxf(body->radius * zoom, 2 * scale), 1.5f * scale, hand_color);
    SDL_FPoint tip = {at.x + body->velocity.x * zoom * 0.5f, at.y + body->velocity.y * zoom * 0.5f};
    draw_arrow(batch, at, tip, scale, velocity_color);
}

// Selected ones have a white rim. The boid shown, unless it is -1, also shows its body, its velocity and the
// path ahead.
static void draw_boids(const boids* b, view* v, int shown) {
    enum { MANY = 2500, RIMMED = 6000 };
    draw_batch* batch = &v->batch;
    float scale = v->scale;
    if (b->count == 0) return;
    const float zoom = (float)v->camera.zoom / wend_grid_tile_size(v->scene->grid);
    const float side = fmaxf(3, roundf(3 * scale)), rim = fmaxf(1, roundf(scale));
    for (int i = 0; i < b->count; i++) {
        const wend_agent* body = boids_body(b, i);
        SDL_FPoint at = view_to_screen(v, body->position);
        float size = body->radius * zoom;
        const bool dots = size < 2.2f * scale && b->count > MANY / 5; // small and numerous boids are squares
        size = fmaxf(size, 4.5f * scale);
        if (!is_shown(b, i, v) || !view_sees(v, at, size)) continue;
        if (body->radius * zoom > v->camera.zoom / 2) // wider than a tile
            draw_ring(batch, at, size, 1.5f * scale, color_of(boids_state(b, i)));
        bool held = b->items[i].selected;
        SDL_Color color = color_of(boids_state(b, i));
        if (dots) {
            SDL_FRect dot = {at.x - side / 2, at.y - side / 2, side, side};
            const SDL_FRect rimmed = {dot.x - rim, dot.y - rim, side + 2 * rim, side + 2 * rim};
            if (b->count <= RIMMED) draw_rect(batch, rimmed, casing_color); // to be seen on any ground
            draw_rect(batch, dot, held ? hand_color : color);
            continue;
        }
        if (held || b->count <= MANY) draw_dart(batch, at, body->velocity, size + 1.5f * scale, casing_color);
        if (held) draw_dart(batch, at, body->velocity, size, hand_color);
        draw_dart(batch, at, body->velocity, held ? 0.55f * size : size, color);
    }
    if (shown >= 0 && shown < b->count && is_shown(b, shown, v)) draw_shown(b, shown, v);
}

// The box of a selecting drag, in pixels, or of the selected boids.
static void draw_box(SDL_FPoint a, SDL_FPoint b, draw_batch* batch, float scale) {
    draw_frame(batch, a, b, 3.5f * scale, casing_color);
    draw_frame(batch, a, b, 1.5f * scale, hand_color);
}

// The destination of a drag.
static void draw_errand(SDL_FPoint from, SDL_FPoint to, draw_batch* batch, float scale) {
    draw_arrow(batch, from, to, 1.6f * scale, casing_color);
    draw_arrow(batch, from, to, scale, target_color);
}

void boid_tool_draw(const boid_tool* t, int shown, bool in_hand) {
    const boids* b = &t->boids;
    view* v = t->view;
    if (b->count > 0) draw_boids(b, v, shown);
    if (!in_hand) return;
    SDL_FPoint from = {t->from_x, t->from_y}, to = {v->pointer_x, v->pointer_y};
    wend_vec2 low, high;
    bool dragged = t->grip != GRIP_NONE && t->moved;
    if (dragged && t->grip == GRIP_BOX) {
        draw_box(from, to, &v->batch, v->scale);
    } else if (boids_selection_box(b, v->camera.floor, &low, &high)) {
        float margin = 8 * v->scale;
        SDL_FPoint first = view_to_screen(v, low), last = view_to_screen(v, high);
        draw_box((SDL_FPoint){first.x - margin, first.y - margin},
                 (SDL_FPoint){last.x + margin, last.y + margin}, &v->batch, v->scale);
    }
    if (dragged && t->grip == GRIP_ERRAND) draw_errand(from, to, &v->batch, v->scale);
}

// ---- commands

static void apply_rules(void* owner) {
    boid_tool* t = owner;
    check(t, boids_apply_rules(&t->boids));
}

static void send_again(void* owner) {
    boid_tool* t = owner;
    check(t, boids_send_again(&t->boids));
}

static void place_random(void* owner, double count) {
    boid_tool* t = owner;
    int placed = 0;
    if (check(t, boids_place_random(&t->boids, (int)count, &placed)) && placed < (int)count)
        notice_show(t->notice, true, "only %d boids found a place", placed);
}

// Selects a boid by its number.
static bool run_select(void* owner, const char* value, char* why) {
    boid_tool* t = owner;
    double number = 0;
    if (strcmp(value, "all") == 0) {
        for (int i = 0; i < t->boids.count; i++) t->boids.items[i].selected = true;
        return true;
    }
    if (!parse_range(value, 0, BOIDS_MAX, &number, why)) return false;
    boids_select_only(&t->boids, (int)number - 1);
    return true;
}

// "selected" or "all"
static void take_remove(void* owner, const char* value) {
    boid_tool* t = owner;
    if (strcmp(value, "all") == 0)
        boids_clear(&t->boids);
    else
        boids_remove_selected(&t->boids);
}

static void send_to(void* owner, wend_tile tile) {
    boid_tool* t = owner;
    check(t, boids_send_selected(&t->boids, tile));
}

// By its name or number; boids that are there keep theirs.
static bool run_profile(void* owner, const char* value, char* why) {
    boid_tool* t = owner;
    const wend_world* world = t->scene->world;
    double profile = wend_world_find_profile(world, value);
    if (profile < 0 && !parse_range(value, 0, wend_world_profile_count(world) - 1, &profile, why))
        return false;
    t->boids.rules.profile = (int)profile;
    return true;
}

static const char* wish_name(int index) {
    return index < WISH_COUNT ? boid_wish_names[index] : NULL;
}

// NAME or NAME=off switches a wish off; NAME=WEIGHT switches it on.
static bool run_wish(void* owner, const char* value, char* why) {
    boid_tool* t = owner;
    char name[32];
    size_t length = strcspn(value, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), value);
    int wish = parse_word(name, "wish", wish_name, why);
    if (wish < 0) return false;
    double weight = 1, least = wish == WISH_AVOID ? 0.05 : 0, most = wish == WISH_ARRIVE ? 1 : 5;
    bool on = value[length] == '=';
    if (on && strcmp(value + length, "=off") == 0) on = false;
    if (on && !parse_range(value + length + 1, least, most, &weight, why)) return false;
    t->boids.rules.on[wish] = on;
    if (on) t->boids.rules.weight[wish] = (float)weight;
    apply_rules(t);
    return true;
}

#define RULE(name_, member, least_, most_)                                                                   \
    COMMAND_NUMBER(name_, boid_tool, boids.rules.member, VALUE_FLOAT, least_, most_, .then = apply_rules)

static const command_def boid_commands[] = {
    COMMAND_NUMBER("boid_group", boid_tool, group, VALUE_INT, 1, BOIDS_A_CLICK, .then = NULL),
    COMMAND_SET("boid_random", 1, BOIDS_MAX, place_random, .kind = COMMAND_SETTING),
    COMMAND("boid_select", run_select, COMMAND_SETTING),
    COMMAND_AT("boid_send", send_to),
    COMMAND("boid_profile", run_profile, COMMAND_SETTING),
    RULE("boid_speed", speed, 0.5, 50),
    RULE("boid_acceleration", acceleration, 1, 400),
    RULE("boid_radius", radius, 0.05, 0.5),
    RULE("boid_arrive_radius", arrive_radius, 0.5, 20),
    RULE("boid_neighbours", neighbours, 1, 16),
    COMMAND("boid_wish", run_wish, COMMAND_SETTING),
    COMMAND_SWITCH("boid_share", boid_tool, boids.rules.share, .then = send_again),
    COMMAND_TAKE("remove-boids", take_remove, COMMAND_ACTION),
    COMMANDS_END,
};

void boid_tool_init(boid_tool* t, document* d, view* v) {
    *t = (boid_tool){.scene = &d->scene, .view = v, .notice = d->notice, .group = 1};
    boids_init(&t->boids);
    scene_listen(&d->scene, listen, t);
    commands_add(d->commands, boid_commands, t);
}
