// edit_commands.c: how are edits undone, and how is the cost of a class changed?
#include "document/document.h"
#include "platform/commands.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

// ---- undone and done again

// What is undone may be on a floor that is not shown.
static void say_floor(document* d, bool undo) {
    char floor[SCENE_FLOOR];
    if (wend_grid_floors(d->scene.grid) == 1 || d->scene.changed.width == 0) return;
    scene_floor_text(&d->scene, d->scene.changed.floor, floor);
    notice_show(d->notice, false, "%s on %s", undo ? "undone" : "done again", floor);
}

// Undoes the last edit, or does the next one again. False: it stays as it is.
static bool step_edits(document* d, bool undo) {
    edits* e = &d->edits;
    const int before = e->position;
    const edit_step* next = edits_next(e, undo);
    if (next == NULL || next->kind != EDIT_PROFILES) {
        document_check_edit(d, edits_go(e, undo));
        if (e->position != before) say_floor(d, undo);
        return e->position != before;
    }
    const profile_change* c = next->profiles;
    const bool changed = document_set_profiles(d, undo ? &c->before : &c->after, undo ? c->added : c->removed,
                                               undo ? c->chosen_before : c->chosen_after);
    if (changed) e->position += undo ? -1 : 1;
    return changed;
}

static void undo_or_redo(document* d, bool undo) {
    if (edits_next(&d->edits, undo) == NULL && !d->edits.open)
        notice_show(d->notice, false, "there is nothing to %s", undo ? "undo" : "do again");
    step_edits(d, undo);
}

static void act_undo(void* owner) {
    undo_or_redo(owner, true);
}

static void act_redo(void* owner) {
    undo_or_redo(owner, false);
}

// Undoes or redoes edits until so many are applied.
static bool run_edit_position(void* owner, const char* value, char* why) {
    document* d = owner;
    edits* e = &d->edits;
    double wanted = 0;
    if (!parse_range(value, 0, e->step_count, &wanted, why)) return false;
    while (!e->open && e->position != (int)wanted && step_edits(d, e->position > (int)wanted)) continue;
    return true;
}

// ---- the costs of classes

// The range of costs that a rebuilt world takes, so that a cost fits and there is room for others.
static void widen_range(const scene* s, float cost, scene_loading* loading) {
    float least = cost, most = cost, known_least, known_most;
    if (palette_cost_range(s->grid, &known_least, &known_most)) {
        least = SDL_min(least, known_least);
        most = SDL_max(most, known_most);
    }
    if (wend_grid_cost_range(s->grid, &known_least, &known_most)) {
        least = SDL_min(least, known_least);
        most = SDL_max(most, known_most);
    }
    for (int32_t i = 1; i < wend_world_profile_count(s->world); i++) {
        wend_profile_def def;
        if (wend_world_get_profile(s->world, i, &def) != WEND_OK) continue;
        for (int k = 0; k < WEND_CLASS_COUNT; k++) {
            if (def.class_costs[k] <= 0 || !isfinite(def.class_costs[k])) continue;
            least = SDL_min(least, def.class_costs[k]);
            most = SDL_max(most, def.class_costs[k]);
        }
    }
    loading->least_cost = least;
    loading->greatest_cost = SDL_min(SDL_max(most, 4 * least), WEND_MAX_CLASS_COST);
}

// Letters of a text grid may be given as they are.
static bool is_name(const char* name, const char* word) {
    static const char letter[] = "letter ";
    const size_t length = sizeof letter - 1;
    return strcmp(name, word) == 0 ||
           (strncmp(name, letter, length) == 0 && strcmp(name + length, word) == 0);
}

// The classes of a name, or of a number. Returns how many there are.
static int find_classes(const scene* s, const char* text, size_t length, uint8_t out[WEND_CLASS_COUNT]) {
    char word[WEND_MEANING_BYTES];
    snprintf(word, sizeof word, "%.*s", (int)SDL_min(length, sizeof word - 1), text);
    double number = 0;
    const char* end = NULL;
    int count = 0;
    for (int i = 1; i < WEND_CLASS_COUNT && word[0] != '\0'; i++)
        if (is_name(s->look.names[i], word)) out[count++] = (uint8_t)i;
    if (count == 0 && parse_number(word, &number, &end) && *end == '\0' && number >= 1 &&
        number < WEND_CLASS_COUNT)
        out[count++] = (uint8_t)number;
    return count;
}

// A cost that the world was not built for builds the graph again.
static wend_result change_costs(document* d, cost_change* changes, int count) {
    scene* s = &d->scene;
    wend_result result = edits_change(&d->edits, EDIT_COSTS, changes, count);
    if (result != WEND_ERROR_LIMIT || changes[0].after == 0) return result;
    scene_loading loading = {.cluster_size = s->info.cluster_size, .level_count = s->info.level_count};
    widen_range(s, changes[0].after, &loading);
    if ((double)loading.greatest_cost > (double)WEND_MAX_COST_RATIO * (double)loading.least_cost)
        return result;
    return document_rebuild(d, wend_grid_connectivity(s->grid), &loading)
               ? edits_change(&d->edits, EDIT_COSTS, changes, count)
               : WEND_OK;
}

// "CLASS=COST" or "CLASS=blocked", for the profile that plans.
static bool run_class_cost(void* owner, const char* value, char* why) {
    document* d = owner;
    scene* s = &d->scene;
    const char* equals = strrchr(value, '=');
    uint8_t classes[WEND_CLASS_COUNT];
    const int found = equals != NULL ? find_classes(s, value, (size_t)(equals - value), classes) : 0;
    double cost = 0;
    if (found == 0)
        return command_refuse(why, "'%.60s': expected CLASS=COST, a class of 1 to 255 or its name", value);
    if (strcmp(equals + 1, "blocked") != 0 &&
        !parse_range(equals + 1, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST, &cost, why))
        return false;
    cost_change changes[WEND_CLASS_COUNT];
    int count = 0;
    for (int i = 0; i < found; i++) {
        const cost_change change = {.profile = s->query.profile,
                                    .terrain_class = classes[i],
                                    .before = scene_class_cost(s, classes[i]),
                                    .after = (float)cost};
        if (change.before != change.after) changes[count++] = change;
    }
    if (count == 0 || d->edits.open) return true;
    const wend_result result = change_costs(d, changes, count);
    if (result == WEND_ERROR_LIMIT)
        notice_show(d->notice, true, "the costs of a map may differ by a factor of %g at most",
                    (double)WEND_MAX_COST_RATIO);
    else
        document_check_edit(d, result);
    return true;
}

const command_def edit_commands[] = {
    COMMAND("class_cost", run_class_cost, COMMAND_SETTING),
    COMMAND("edit_position", run_edit_position, COMMAND_SETTING),
    COMMAND_ACT("undo", act_undo, COMMAND_ACTION),
    COMMAND_ACT("redo", act_redo, COMMAND_ACTION),
    COMMANDS_END,
};
