// settings_playback.c: what can a script set of the player?
#include "settings.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool set_player(app* a, const char* value, char* why) {
    bool open = a->playback.open;
    if (!setting_switch(&open, value, why)) return false;
    if (open != a->playback.open) playback_toggle(a);
    return true;
}

static bool set_playing(app* a, const char* value, char* why) {
    bool playing = a->playback.playing;
    if (!setting_switch(&playing, value, why)) return false;
    if (!a->playback.open) playback_toggle(a);
    playback_set_playing(a, playing);
    return true;
}

// An event, or one of the places of the bar.
static bool set_position(app* a, const char* value, char* why) {
    playback* p = &a->playback;
    if (!p->open) playback_toggle(a);
    if (p->trace == NULL) return true; // and that was told
    double position = 0;
    if (strcmp(value, "end") == 0)
        position = (double)trace_count(p->trace);
    else if (strcmp(value, "refinement") == 0)
        position = (double)trace_refinement(p->trace);
    else if (!setting_range(value, 0, 1e9, &position, why))
        return false;
    playback_seek(a, (int64_t)position);
    return true;
}

static bool set_speed(app* a, const char* value, char* why) {
    double speed = 1;
    if (!setting_range(value, (double)PLAYBACK_SLOWEST, (double)PLAYBACK_FASTEST, &speed, why)) return false;
    playback_set_speed(a, (float)speed);
    return true;
}

static bool set_limit(app* a, const char* value, char* why) {
    double limit = 0;
    if (!setting_range(value, 0, 100e6, &limit, why)) return false;
    a->playback.limit = (int64_t)limit;
    a->playback.stale = true;
    return true;
}

const view_setting settings_playback[] = {
    {"player", set_player},    {"playing", set_playing},  {"play_position", set_position},
    {"play_speed", set_speed}, {"play_limit", set_limit}, {NULL, NULL},
};
