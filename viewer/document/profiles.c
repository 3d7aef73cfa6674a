// profiles.c: how are the profiles of the open world made and changed? Each change builds the world again.
#include "document/document.h"
#include "platform/commands.h"
#include "profile_text.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What nav2 takes when its parameters do not say. [Units: m]
#define USUAL_INSCRIBED "0.1"
#define USUAL_INFLATION "0.55"

// Reads a definition at the end of a list, with the costs of terrain and the slopes that it does not name
// from another one.
static bool read_last(const scene* s, const char* text, const wend_profile_def* rest_opt,
                      profile_definitions* list, char* why) {
    const profile_text source = {.meanings = s->look.names};
    char reason[PROFILE_WHY];
    bool good = profile_text_read(&source, text, list, reason) == PROFILE_OK;
    wend_profile_def* last = good ? &list->items[list->count - 1] : NULL;
    for (int i = 0; good && rest_opt != NULL && i < WEND_CLASS_COUNT; i++)
        if (last->class_costs[i] < 0) last->class_costs[i] = rest_opt->class_costs[i];
    if (good && rest_opt != NULL) { // which no value here changes
        last->slopes = rest_opt->slopes;
        last->slope_count = rest_opt->slope_count;
        last->max_climb = rest_opt->max_climb;
        last->max_drop = rest_opt->max_drop;
    }
    return (good && profile_text_fits(last, s->grid, reason)) ||
           command_refuse(why, "profile %.*s", COMMAND_WHY - 9, reason);
}

// Builds the world again with these profiles, as a step that can be undone. removed, added: whose costs of
// links go with the change, or when it is undone; 0: none.
static void use(document* d, const profile_definitions* list, int32_t removed, int32_t added,
                int32_t chosen) {
    profile_change* change = malloc(sizeof *change);
    if (change == NULL) {
        document_check_edit(d, WEND_ERROR_MEMORY);
        return;
    }
    profile_definitions old;
    profile_definitions_of(d->scene.world, &old);
    profile_definitions_keep(&old, &change->before);
    profile_definitions_keep(list, &change->after);
    change->chosen_before = d->scene.query.profile;
    change->chosen_after = chosen;
    change->removed = removed;
    change->added = added;
    if (document_set_profiles(d, &change->after, removed, chosen))
        document_check_edit(d, edits_change(&d->edits, EDIT_PROFILES, change, 1));
    free(change);
}

// "agent", "agent-2", ...; in a robot's map "robot".
static void propose(const scene* s, char out[PROFILE_WHY]) {
    char name[WEND_MAX_PROFILE_NAME + 1];
    const char* base = s->frame.is_ros ? PROFILE_OF_INFLATE : "agent";
    snprintf(name, sizeof name, "%s", base);
    for (int i = 2; wend_world_find_profile(s->world, name) >= 0; i++)
        snprintf(name, sizeof name, "%s-%d", base, i);
    if (s->frame.is_ros)
        snprintf(out, PROFILE_WHY, "%s:inscribed=" USUAL_INSCRIBED ",inflation=" USUAL_INFLATION, name);
    else
        snprintf(out, PROFILE_WHY, "%s:radius=0.5", name);
}

// "NAME:KEY=VALUE,...", as wend bake --profile takes it; "": a proposal.
static bool run_new(void* owner, const char* value, char* why) {
    document* d = owner;
    const scene* s = &d->scene;
    profile_definitions list;
    char text[PROFILE_WHY];
    if (value[0] == '\0')
        propose(s, text);
    else
        snprintf(text, sizeof text, "%s", value);
    profile_definitions_of(s->world, &list);
    for (int i = 0; i < list.count; i++)
        snprintf(list.names[i], sizeof list.names[i], "%s", list.items[i].name);
    if (!read_last(s, text, NULL, &list, why)) return false;
    use(d, &list, 0, list.count, list.count);
    return true;
}

static const char* const keys[] = {"name",           "body",      "radius",    "margin", "margin-cost",
                                   "margin-falloff", "inscribed", "inflation", "scaling"};
enum { KEYS = sizeof keys / sizeof keys[0] };
typedef enum key {
    NAME,
    BODY,
    RADIUS,
    MARGIN,
    MARGIN_COST,
    MARGIN_FALLOFF,
    INSCRIBED,
    INFLATION,
    SCALING
} key;

// The text of a definition with one value changed.
static void write_changed(const scene* s, const wend_profile_def* def, int changed, const char* value,
                          char out[PROFILE_WHY]) {
    const wend_inflation* f = &def->inflation;
    const bool was_inflated = f->inflation_radius > 0;
    const bool inflated = changed == BODY ? strcmp(value, "inflated") == 0 : was_inflated;
    const double tile = (double)wend_grid_tile_size(s->grid);
    double numbers[KEYS] = {
        [RADIUS] = (double)def->radius,           [MARGIN] = (double)def->margin,
        [MARGIN_COST] = (double)def->margin_cost, [MARGIN_FALLOFF] = (double)def->margin_falloff,
        [INSCRIBED] = f->inscribed_radius,        [INFLATION] = f->inflation_radius,
        [SCALING] = f->cost_scaling_factor};
    if (inflated && !was_inflated) { // the same body
        numbers[INSCRIBED] = (double)def->radius * tile;
        numbers[INFLATION] = SDL_max(3 * numbers[INSCRIBED], tile);
        numbers[SCALING] = 1 / tile;
        numbers[MARGIN_COST] = (double)WEND_NAVFN_MARGIN_COST;
    } else if (!inflated && was_inflated) {
        const wend_profile_def usual = wend_default_profile_def();
        numbers[RADIUS] = SDL_min(f->inscribed_radius / tile, (double)WEND_MAX_PROFILE_REACH);
        numbers[MARGIN_COST] = (double)usual.margin_cost;
        numbers[MARGIN_FALLOFF] = (double)usual.margin_falloff;
    }
    int used = snprintf(out, PROFILE_WHY, "%.100s:", changed == NAME ? value : def->name);
    const char* comma = "";
    for (int i = RADIUS; i < KEYS; i++) {
        if (i != MARGIN_COST && (i >= INSCRIBED) != inflated) continue;
        if (changed == i)
            used += snprintf(out + used, (size_t)(PROFILE_WHY - used), "%s%s=%.60s", comma, keys[i], value);
        else
            used +=
                snprintf(out + used, (size_t)(PROFILE_WHY - used), "%s%s=%.9g", comma, keys[i], numbers[i]);
        comma = ",";
    }
}

// "KEY=VALUE" of the profile that plans: "name", "body" (radius or inflated), or a number of its definition.
static bool run_set(void* owner, const char* value, char* why) {
    document* d = owner;
    const scene* s = &d->scene;
    const int32_t chosen = s->query.profile;
    const size_t length = strcspn(value, "=");
    int changed = 0;
    while (changed < KEYS && (strlen(keys[changed]) != length || strncmp(keys[changed], value, length) != 0))
        changed++;
    if (changed == KEYS || value[length] != '=' || strcspn(value, ",:") != strlen(value))
        return command_refuse(why, "'%.40s': expected KEY=VALUE, such as radius=1.5", value);
    if (chosen == 0) return command_refuse(why, "no profile is chosen: the default is the map as it is");
    wend_profile_def def;
    if (wend_world_get_profile(s->world, chosen, &def) != WEND_OK) return true;
    char text[PROFILE_WHY];
    write_changed(s, &def, changed, value + length + 1, text);
    profile_definitions old, list = {.count = 0};
    profile_definitions_of(s->world, &old);
    // The definition that is read checks its name against those before it, so it comes last at first.
    for (int i = 0; i < old.count; i++) {
        if (i == chosen - 1) continue;
        list.items[list.count] = old.items[i];
        snprintf(list.names[list.count++], sizeof list.names[0], "%s", old.items[i].name);
    }
    if (!read_last(s, text, &def, &list, why)) return false;
    const wend_profile_def new_def = list.items[list.count - 1];
    for (int i = list.count - 1; i >= chosen; i--) list.items[i] = list.items[i - 1];
    list.items[chosen - 1] = new_def;
    use(d, &list, 0, 0, chosen);
    return true;
}

static void act_remove(void* owner) {
    document* d = owner;
    const scene* s = &d->scene;
    const int32_t removed = s->query.profile;
    int32_t link_count = 0;
    const wend_link* links = wend_grid_links(s->grid, &link_count);
    bool selective = false; // links have bits for the numbers of profiles, which would change
    for (int32_t i = 0; i < link_count; i++) selective |= links[i].profiles != UINT32_MAX;
    if (removed == 0 || selective) {
        notice_show(d->notice, removed != 0, "%s",
                    removed == 0 ? "the default is the map as it is, and stays"
                                 : "a link is for some profiles only, so none can be removed");
        return;
    }
    profile_definitions list;
    profile_definitions_of(s->world, &list);
    list.count--;
    for (int i = removed - 1; i < list.count; i++) list.items[i] = list.items[i + 1];
    use(d, &list, removed, 0, 0);
    if (link_count == 0) return;
    edits_reset(&d->edits); // the costs of links for the profile that is gone do not come back
    d->edits.saved_position = -1;
}

const command_def profile_commands[] = {
    COMMAND("profile_new", run_new, COMMAND_SETTING),
    COMMAND("profile_set", run_set, COMMAND_SETTING),
    COMMAND_ACT("profile_remove", act_remove, COMMAND_SETTING),
    COMMANDS_END,
};
