// settings_boids.c: what can a script set of the boids?
#include "settings.h"
#include <stdio.h>
#include <string.h>

static bool set_boids(app* a, const char* value, char* why) {
    bool on = a->hand.on;
    if (!setting_switch(&on, value, why)) return false;
    app_choose_boids(a, on);
    return true;
}

static bool set_group(app* a, const char* value, char* why) {
    double count = 1;
    if (!setting_range(value, 1, BOIDS_A_CLICK, &count, why)) return false;
    a->hand.group = (int)count;
    return true;
}

static bool set_random(app* a, const char* value, char* why) {
    double count = 0;
    int placed = 0;
    if (!setting_range(value, 1, BOIDS_MAX, &count, why)) return false;
    if (boids_place_random(&a->boids, (int)count, &placed) != WEND_OK || placed < (int)count)
        app_say(a, true, "only %d boids found a place", placed);
    return true;
}

// The number of a boid that is there.
static bool set_select(app* a, const char* value, char* why) {
    double number = 0;
    if (strcmp(value, "all") == 0) {
        for (int i = 0; i < a->boids.count; i++) a->boids.items[i].selected = true;
        return true;
    }
    if (!setting_range(value, 0, BOIDS_MAX, &number, why)) return false;
    boids_select_only(&a->boids, (int)number - 1);
    return true;
}

static bool set_send(app* a, const char* value, char* why) {
    wend_tile tile;
    if (!setting_tile(a, value, &tile, why)) return false;
    if (boids_send_selected(&a->boids, tile) != WEND_OK) app_say(a, true, "boids need a free tile there");
    return true;
}

static bool set_share(app* a, const char* value, char* why) {
    bool share = a->boids.rules.share;
    if (!setting_switch(&share, value, why)) return false;
    app_share_goal(a, share);
    return true;
}

static bool set_follow(app* a, const char* value, char* why) {
    bool follow = a->follow;
    if (!setting_switch(&follow, value, why)) return false;
    if (follow != a->follow) app_toggle_follow(a);
    return true;
}

static bool set_time(app* a, const char* value, char* why) {
    double scale = 1;
    if (!setting_range(value, 0.1, 8, &scale, why)) return false;
    a->time_scale = (float)scale;
    return true;
}

static bool set_number(app* a, const char* value, float* out, double least, double most, char* why) {
    double number = 0;
    if (!setting_range(value, least, most, &number, why)) return false;
    *out = (float)number;
    app_apply_boid_rules(a);
    return true;
}

static bool set_boid_speed(app* a, const char* value, char* why) {
    return set_number(a, value, &a->boids.rules.speed, 0.5, 50, why);
}
static bool set_boid_acceleration(app* a, const char* value, char* why) {
    return set_number(a, value, &a->boids.rules.acceleration, 1, 400, why);
}
static bool set_boid_radius(app* a, const char* value, char* why) {
    return set_number(a, value, &a->boids.rules.radius, 0.05, 0.5, why);
}
static bool set_arrive_radius(app* a, const char* value, char* why) {
    return set_number(a, value, &a->boids.rules.arrive_radius, 0.5, 20, why);
}
static bool set_neighbours(app* a, const char* value, char* why) {
    return set_number(a, value, &a->boids.rules.neighbours, 1, 16, why);
}

static const char* wish_name(int index) {
    return index < WISH_COUNT ? boid_wish_names[index] : NULL;
}

// NAME, off; or NAME=WEIGHT, on.
static bool set_wish(app* a, const char* value, char* why) {
    char name[32];
    size_t length = strcspn(value, "=");
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), value);
    int wish = setting_word(name, "wish", wish_name, why);
    if (wish < 0) return false;
    double weight = 1, least = wish == WISH_AVOID ? 0.05 : 0, most = wish == WISH_ARRIVE ? 1 : 5;
    bool on = value[length] == '=';
    if (on && strcmp(value + length, "=off") == 0) on = false;
    if (on && !setting_range(value + length + 1, least, most, &weight, why)) return false;
    a->boids.rules.on[wish] = on;
    if (on) a->boids.rules.weight[wish] = (float)weight;
    app_apply_boid_rules(a);
    return true;
}

const view_setting settings_boids[] = {
    {"boids", set_boids},
    {"boid_group", set_group},
    {"boid_random", set_random},
    {"boid_select", set_select},
    {"boid_send", set_send},
    {"boid_speed", set_boid_speed},
    {"boid_acceleration", set_boid_acceleration},
    {"boid_radius", set_boid_radius},
    {"boid_arrive_radius", set_arrive_radius},
    {"boid_neighbours", set_neighbours},
    {"boid_wish", set_wish},
    {"boid_share", set_share},
    {"camera_follow", set_follow},
    {"time_scale", set_time},
    {NULL, NULL},
};
