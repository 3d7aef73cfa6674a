// boid_actions.c: what do the tool of the boids, its keys and its buttons do to the running viewer?
#include "app.h"
#include "boids_draw.h"
#include "views/overlay.h"
#include <math.h>

static bool check(app* a, wend_result result) {
    if (result == WEND_OK) return true;
    if (result == WEND_ERROR_ARGUMENT)
        app_say(a, true, "boids need a free tile there");
    else if (result == WEND_ERROR_LIMIT)
        app_say(a, true, "there are %d boids, as many as there can be", a->boids.count);
    else
        app_say(a, true, "the boids failed: %s", wend_result_string(result));
    return false;
}

void app_choose_boids(app* a, bool on) {
    if (a->drag != DRAG_NONE || a->editor.stroke) return;
    a->hand.on = on;
    if (!on) return;
    a->editor.tool = TOOL_LOOK;
    a->open[SECTION_BOIDS] = a->hand.reveal = true;
}

static wend_vec2 place_at(const app* a, float x, float y) {
    return boids_from_screen(a->scene.grid, &a->camera, x, y);
}

int app_boid_at_pointer(const app* a) {
    if (!a->pointer_inside || a->boids.count == 0) return -1;
    float reach = 8 * a->scale / (float)a->camera.zoom * wend_grid_tile_size(a->scene.grid);
    return boids_at(&a->boids, place_at(a, a->pointer_x, a->pointer_y), reach);
}

int app_shown_boid(const app* a) {
    int under = a->hand.on && a->drag == DRAG_NONE ? app_boid_at_pointer(a) : -1;
    return under >= 0 ? under : boids_selected(&a->boids);
}

static void place(app* a, wend_tile tile) {
    int placed = 0;
    if (check(a, boids_place(&a->boids, tile, a->hand.group, &placed)) && placed < a->hand.group)
        app_say(a, false, "only %d of %d boids found a place", placed, a->hand.group);
    if (placed > 0) boids_select_only(&a->boids, -1);
    for (int i = a->boids.count - placed; i < a->boids.count; i++) a->boids.items[i].selected = true;
}

void app_place_random_boids(app* a) {
    enum { AT_ONCE = 100 };
    int placed = 0;
    if (check(a, boids_place_random(&a->boids, AT_ONCE, &placed)) && placed < AT_ONCE)
        app_say(a, false, "no free tile was found");
}

// ---- the mouse

static bool is_in_selection(const app* a) {
    wend_vec2 low, high, at = place_at(a, a->pointer_x, a->pointer_y);
    return boids_selection_box(&a->boids, &low, &high) && at.x >= low.x && at.x <= high.x && at.y >= low.y &&
           at.y <= high.y;
}

bool app_press_boids(app* a, Uint8 button) {
    if (!a->hand.on || (button != SDL_BUTTON_LEFT && button != SDL_BUTTON_RIGHT)) return false;
    int number = app_boid_at_pointer(a);
    if (button == SDL_BUTTON_RIGHT) {
        if (number >= 0) boids_remove(&a->boids, number);
        return number >= 0; // elsewhere it moves the map
    }
    int marker = overlay_marker_at(&a->scene, &a->camera, a->pointer_x, a->pointer_y, a->scale);
    if (number < 0 && marker != MARKER_NONE) return false;
    if (number >= 0 && !a->boids.items[number].selected) boids_select_only(&a->boids, number);
    a->hand.number = number;
    a->hand.grip = number >= 0 || is_in_selection(a) ? GRIP_ERRAND : GRIP_BOX;
    a->hand.moved = false;
    a->hand.from_x = a->pointer_x;
    a->hand.from_y = a->pointer_y;
    a->drag = DRAG_BOIDS;
    return true;
}

void app_move_boids(app* a) {
    float dx = a->pointer_x - a->hand.from_x, dy = a->pointer_y - a->hand.from_y;
    a->hand.moved |= hypotf(dx, dy) > 5 * a->scale;
}

void app_release_boids(app* a) {
    boid_hand* h = &a->hand;
    wend_tile tile = camera_tile_at(&a->camera, a->pointer_x, a->pointer_y);
    wend_vec2 from = place_at(a, h->from_x, h->from_y), to = place_at(a, a->pointer_x, a->pointer_y);
    if (!h->moved && h->number >= 0)
        boids_select_only(&a->boids, h->number);
    else if (!h->moved)
        place(a, tile);
    else if (h->grip == GRIP_ERRAND)
        check(a, boids_send_selected(&a->boids, tile));
    else
        boids_select_within(&a->boids, (wend_vec2){fminf(from.x, to.x), fminf(from.y, to.y)},
                            (wend_vec2){fmaxf(from.x, to.x), fmaxf(from.y, to.y)});
    h->grip = GRIP_NONE;
}

// ---- what the panel and scripts change

void app_apply_boid_rules(app* a) {
    check(a, boids_apply_rules(&a->boids));
}

void app_share_goal(app* a, bool share) {
    a->boids.rules.share = share;
    check(a, boids_send_again(&a->boids));
}

// ---- frames

void app_draw_boids(app* a) {
    const boids* b = &a->boids;
    if (b->count > 0) boids_draw(b, &a->camera, app_shown_boid(a), &a->batch, a->scale);
    if (!a->hand.on) return;
    SDL_FPoint from = {a->hand.from_x, a->hand.from_y}, to = {a->pointer_x, a->pointer_y};
    wend_vec2 low, high;
    if (a->drag == DRAG_BOIDS && a->hand.moved && a->hand.grip == GRIP_BOX) {
        boids_draw_box(from, to, &a->batch, a->scale);
    } else if (boids_selection_box(b, &low, &high)) {
        float margin = 8 * a->scale;
        SDL_FPoint first = boids_to_screen(a->scene.grid, &a->camera, low);
        SDL_FPoint last = boids_to_screen(a->scene.grid, &a->camera, high);
        boids_draw_box((SDL_FPoint){first.x - margin, first.y - margin},
                       (SDL_FPoint){last.x + margin, last.y + margin}, &a->batch, a->scale);
    }
    if (a->drag == DRAG_BOIDS && a->hand.moved && a->hand.grip == GRIP_ERRAND)
        boids_draw_errand(from, to, &a->batch, a->scale);
}
