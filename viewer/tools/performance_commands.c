// performance_commands.c: which commands does the performance window know?
#include "platform/parse.h"
#include "tools/performance.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static void turn_performance(void* owner, bool open) {
    performance_set_open(owner, open);
}

static const char* measure_name(int index) {
    static const char* const names[] = {"query", "scenario", "cancel", "wait", NULL};
    return names[index];
}

static bool run_measure(void* owner, const char* value, char* why) {
    performance* p = owner;
    static void (*const acts[])(performance * p) = {performance_compare, performance_run, performance_cancel,
                                                    performance_wait};
    int act = parse_word(value, "measurement", measure_name, why);
    if (act >= 0) acts[act](p);
    return act >= 0;
}

static bool run_scenario(void* owner, const char* value, char* why) {
    performance* p = owner;
    if (strlen(value) < sizeof p->scenario) {
        strcpy(p->scenario, value);
        return true;
    }
    snprintf(why, COMMAND_WHY, "the name of the scenario is too long");
    return false;
}

// "N" or "N,SEED"
static bool run_random(void* owner, const char* value, char* why) {
    performance* p = owner;
    double count = 0, seed = p->seed;
    const char* end = NULL;
    bool one = parse_number(value, &count, &end) && *end == '\0';
    if ((!one && !parse_pair(value, &count, &seed)) || count < 1 || count > PERFORMANCE_MOST_RANDOM ||
        seed < 0 || seed > INT32_MAX || count != floor(count) || seed != floor(seed)) {
        snprintf(why, COMMAND_WHY, "'%.40s' is no number of queries, expected N or N,SEED, N up to %d", value,
                 PERFORMANCE_MOST_RANDOM);
        return false;
    }
    p->scenario[0] = '\0';
    p->random_count = (int)count;
    p->seed = (int)seed;
    return true;
}

static bool run_csv(void* owner, const char* value, char* why) {
    performance* p = owner;
    why[0] = '\0';
    performance_save(p, (performance_tab)p->tab, value); // a failure is told in the window
    return true;
}

static bool run_take_scenario(void* owner, const char* value, char* why) {
    why[0] = '\0';
    performance_take_scenario(owner, value);
    return true;
}

const command_def performance_commands[] = {
    COMMAND_TURN("performance", performance, open, turn_performance, COMMAND_SETTING),
    COMMAND_WORD("tab", performance, tab, performance_tab_name, "tab", .then = NULL),
    COMMAND("measure", run_measure, COMMAND_SETTING),
    COMMAND_SWITCH("follow", performance, follow, .then = NULL),
    COMMAND_SWITCH("fill", performance, fill, .then = NULL),
    COMMAND("scenario", run_scenario, COMMAND_SETTING),
    COMMAND("random", run_random, COMMAND_SETTING),
    COMMAND("csv", run_csv, COMMAND_SETTING),
    COMMAND("take-scenario", run_take_scenario, COMMAND_ACTION),
    COMMANDS_END,
};
