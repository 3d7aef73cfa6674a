// settings_performance.c: what can a script set of the performance window?
#include "settings.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static bool set_performance(app* a, const char* value, char* why) {
    bool open = a->performance.open;
    if (!setting_switch(&open, value, why)) return false;
    performance_set_open(a, open);
    return true;
}

static bool set_tab(app* a, const char* value, char* why) {
    int tab = setting_word(value, "tab", performance_tab_name, why);
    if (tab >= 0) a->performance.tab = tab;
    return tab >= 0;
}

static const char* measure_name(int index) {
    static const char* const names[] = {"query", "scenario", "cancel", "wait", NULL};
    return names[index];
}

static bool set_measure(app* a, const char* value, char* why) {
    static void (*const acts[])(app * a) = {performance_compare, performance_run, performance_cancel,
                                            performance_wait};
    int act = setting_word(value, "measurement", measure_name, why);
    if (act >= 0) acts[act](a);
    return act >= 0;
}

static bool set_follow(app* a, const char* value, char* why) {
    return setting_switch(&a->performance.follow, value, why);
}

static bool set_fill(app* a, const char* value, char* why) {
    return setting_switch(&a->performance.fill, value, why);
}

static bool set_scenario(app* a, const char* value, char* why) {
    if (strlen(value) < sizeof a->performance.scenario) {
        strcpy(a->performance.scenario, value);
        return true;
    }
    snprintf(why, SETTING_WHY, "the name of the scenario is too long");
    return false;
}

// "N" or "N,SEED"
static bool set_random(app* a, const char* value, char* why) {
    double count = 0, seed = a->performance.seed;
    const char* end = NULL;
    bool one = setting_number(value, &count, &end) && *end == '\0';
    if ((!one && !setting_pair(value, &count, &seed)) || count < 1 || count > PERFORMANCE_MOST_RANDOM ||
        seed < 0 || seed > INT32_MAX || count != floor(count) || seed != floor(seed)) {
        snprintf(why, SETTING_WHY, "'%.40s' is no number of queries, expected N or N,SEED, N up to %d", value,
                 PERFORMANCE_MOST_RANDOM);
        return false;
    }
    a->performance.scenario[0] = '\0';
    a->performance.random_count = (int)count;
    a->performance.seed = (int)seed;
    return true;
}

static bool set_csv(app* a, const char* value, char* why) {
    why[0] = '\0';
    performance_save(a, (performance_tab)a->performance.tab, value); // a failure is told in the window
    return true;
}

const view_setting settings_performance[] = {
    {"performance", set_performance}, {"tab", set_tab},   {"measure", set_measure},
    {"follow", set_follow},           {"fill", set_fill}, {"scenario", set_scenario},
    {"random", set_random},           {"csv", set_csv},   {NULL, NULL},
};
