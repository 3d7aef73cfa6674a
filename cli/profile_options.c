// profile_options.c: profiles on the command line and in reports.
#include "profile_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- definitions

// One definition, while it is read.
typedef struct reading {
    const char* command;
    const char (*meanings)[WEND_MEANING_BYTES];
    wend_profile_def* def;
} reading;

static const struct {
    const char* name;
    size_t at;
    double most;
} measures[] = {
    {"radius", offsetof(wend_profile_def, radius), (double)WEND_MAX_PROFILE_REACH},
    {"margin", offsetof(wend_profile_def, margin), (double)WEND_MAX_PROFILE_REACH},
    {"margin-cost", offsetof(wend_profile_def, margin_cost), (double)WEND_MAX_MARGIN_COST},
    {"margin-falloff", offsetof(wend_profile_def, margin_falloff), 64},
};
enum { MEASURES = sizeof measures / sizeof measures[0] };

// The number of a class; -1: it is none.
static int class_number(const char* text) {
    char* end;
    const long number = strtol(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && number < WEND_CLASS_COUNT ? (int)number : -1;
}

static int unknown_key(const reading* r, const char* key) {
    const char* known[MEASURES + WEND_CLASS_COUNT];
    size_t count = 0;
    for (; count < MEASURES; count++) known[count] = measures[count].name;
    for (int k = 0; k < WEND_CLASS_COUNT; k++)
        if (r->meanings[k][0] != '\0') known[count++] = r->meanings[k];
    const char* near = options_suggest(key, known, count);
    return cli_fail(CLI_USAGE,
                    "%s: --profile %s: '%s' is neither radius, margin, margin-cost, margin-falloff nor a "
                    "class of the map (a number from 1 to 255, or what it stands for)%s%s%s",
                    r->command, r->def->name, key, near ? "; did you mean '" : "", near ? near : "",
                    near ? "'?" : "");
}

// Letters of a text grid may be given as they are.
static bool stands_for(const char* meaning, const char* key) {
    static const char letter[] = "letter ";
    const size_t length = sizeof letter - 1;
    return strcasecmp(meaning, key) == 0 ||
           (strncmp(meaning, letter, length) == 0 && strcmp(meaning + length, key) == 0);
}

static int set_class(const reading* r, const char* key, const char* value) {
    double cost = 0;
    const bool blocked = strcmp(value, "blocked") == 0;
    if (!blocked && !(options_parse_number(value, &cost) && cost >= (double)WEND_MIN_CLASS_COST &&
                      cost <= (double)WEND_MAX_CLASS_COST))
        return cli_fail(CLI_USAGE, "%s: --profile %s: %s=%s: a cost is a number from %g to %g, or blocked",
                        r->command, r->def->name, key, value, (double)WEND_MIN_CLASS_COST,
                        (double)WEND_MAX_CLASS_COST);
    const int number = class_number(key);
    bool found = false;
    for (int k = 1; k < WEND_CLASS_COUNT; k++) {
        if (number >= 0 ? k != number : !stands_for(r->meanings[k], key)) continue;
        r->def->class_costs[k] = (float)cost;
        found = true;
    }
    return found ? CLI_OK : unknown_key(r, key);
}

static int set_value(const reading* r, const char* key, const char* value) {
    for (int i = 0; i < MEASURES; i++) {
        if (strcmp(key, measures[i].name) != 0) continue;
        double number;
        if (!options_parse_number(value, &number) || !(number >= 0 && number <= measures[i].most))
            return cli_fail(CLI_USAGE, "%s: --profile %s: %s=%s: expected a number from 0 to %g", r->command,
                            r->def->name, key, value, measures[i].most);
        const float stored = (float)number;
        memcpy((char*)r->def + measures[i].at, &stored, sizeof stored);
        return CLI_OK;
    }
    return set_class(r, key, value);
}

// Reads "KEY=VALUE,..." and destroys it.
static int read_values(const reading* r, char* text) {
    int code = CLI_OK;
    while (code == CLI_OK && text != NULL) {
        char* next = strchr(text, ',');
        if (next != NULL) *next++ = '\0';
        char* value = strchr(text, '=');
        if (value == NULL)
            return cli_fail(CLI_USAGE, "%s: --profile %s: '%s': expected KEY=VALUE, such as radius=1.5",
                            r->command, r->def->name, text);
        *value++ = '\0';
        code = set_value(r, text, value);
        text = next;
    }
    return code;
}

// The name, and what follows the colon; NULL: nothing.
static int read_name(const char* command_name, const char* text, profile_definitions* list,
                     const char** values_out) {
    char* name = list->names[list->count];
    const size_t length = strcspn(text, ":");
    const bool fits = length >= 1 && length <= WEND_MAX_PROFILE_NAME &&
                      strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") >= length;
    if (!fits)
        return cli_fail(CLI_USAGE,
                        "%s: --profile %s: a name has 1 to %d characters of a-z, 0-9, _ and -, and a colon "
                        "follows it",
                        command_name, text, WEND_MAX_PROFILE_NAME);
    memcpy(name, text, length);
    name[length] = '\0';
    bool taken = strcmp(name, "default") == 0; // the world itself
    for (int i = 0; i < list->count; i++) taken |= strcmp(name, list->names[i]) == 0;
    if (taken) return cli_fail(CLI_USAGE, "%s: --profile %s: the name is taken", command_name, name);
    *values_out = text[length] == ':' && text[length + 1] != '\0' ? text + length + 1 : NULL;
    return CLI_OK;
}

int profile_definitions_read(const char* command_name, const option_list* texts,
                             const char (*meanings)[WEND_MEANING_BYTES], profile_definitions* out) {
    out->count = 0;
    if (texts->count >= WEND_MAX_PROFILES)
        return cli_fail(CLI_USAGE, "%s: --profile: a world has at most %d besides its own", command_name,
                        WEND_MAX_PROFILES - 1);
    for (int i = 0; i < texts->count; i++) {
        const char* values = NULL;
        int code = read_name(command_name, texts->items[i], out, &values);
        if (code != CLI_OK) return code;
        wend_profile_def* def = &out->items[i];
        *def = wend_default_profile_def();
        def->name = out->names[i];
        out->count++;
        if (values == NULL) continue;
        char* copy = strdup(values);
        if (copy == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory", command_name);
        code = read_values(&(reading){command_name, meanings, def}, copy);
        free(copy);
        if (code != CLI_OK) return code;
    }
    return CLI_OK;
}

int profile_definitions_check(const char* command_name, const profile_definitions* list,
                              const wend_grid* grid) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const bool hex = wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
    for (int i = 0; i < list->count; i++) {
        const wend_profile_def* def = &list->items[i];
        if (hex && (def->radius > 0.5f || def->margin > 0))
            return cli_fail(CLI_USAGE,
                            "%s: --profile %s: on hexagons a radius is at most 0.5, and there is no margin",
                            command_name, def->name);
        if (def->radius > 0.5f && 2 * def->radius > (float)(width < height ? width : height))
            return cli_fail(CLI_USAGE, "%s: --profile %s: radius %g is wider than the map of %d x %d tiles",
                            command_name, def->name, (double)def->radius, width, height);
    }
    return CLI_OK;
}

void profile_definitions_of(const wend_world* world, profile_definitions* out) {
    out->count = wend_world_profile_count(world) - 1;
    for (int i = 0; i < out->count; i++) wend_world_get_profile(world, i + 1, &out->items[i]);
}

// ---- one profile

int profile_view(const char* command_name, const wend_world* world, const char* name_opt,
                 const wend_world** out) {
    const int32_t count = wend_world_profile_count(world);
    const int32_t index = name_opt != NULL ? wend_world_find_profile(world, name_opt) : 0;
    if (index >= 0) {
        *out = wend_world_profile(world, index);
        return CLI_OK;
    }
    char names[WEND_MAX_PROFILES * (WEND_MAX_PROFILE_NAME + 3)] = "";
    size_t used = 0;
    for (int32_t i = 0; i < count && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                                 wend_world_profile_name(world, i));
    return cli_fail(CLI_USAGE, "%s: --profile %s: the world has no such profile, but %s", command_name,
                    name_opt, names);
}

// ---- reports

static int64_t passable_of(const wend_world* view) {
    return wend_grid_passable_count(wend_world_grid(view));
}

void profiles_print(const wend_world* world) {
    char bytes[32];
    for (int32_t i = 1; i < wend_world_profile_count(world); i++) {
        const wend_world* view = wend_world_profile(world, i);
        wend_profile_def def;
        if (wend_world_get_profile(world, i, &def) != WEND_OK) continue;
        printf("profile      %s: radius %g, ", def.name, (double)def.radius);
        if (def.margin > 0)
            printf("margin %g (extra cost %g, fall-off %g), ", (double)def.margin, (double)def.margin_cost,
                   (double)def.margin_falloff);
        int changed = 0;
        for (int k = 1; k < WEND_CLASS_COUNT; k++) changed += def.class_costs[k] >= 0;
        if (changed > 0) printf("costs of %d class%s, ", changed, changed == 1 ? "" : "es");
        printf("%lld passable tiles, %s\n", (long long)passable_of(view),
               cli_bytes_text((int64_t)wend_world_get_info(view).bytes, bytes));
    }
}

void profiles_json(cJSON* object, const wend_world* world) {
    if (wend_world_profile_count(world) == 1) return;
    cJSON* array = cJSON_AddArrayToObject(object, "profiles");
    for (int32_t i = 1; i < wend_world_profile_count(world); i++) {
        const wend_world* view = wend_world_profile(world, i);
        const wend_world_info info = wend_world_get_info(view);
        wend_profile_def def;
        if (wend_world_get_profile(world, i, &def) != WEND_OK) continue;
        cJSON* row = cJSON_CreateObject();
        json_text(row, "name", def.name);
        json_number(row, "radius", (double)def.radius, 6);
        json_number(row, "margin", (double)def.margin, 6);
        json_number(row, "margin_cost", (double)def.margin_cost, 6);
        json_number(row, "margin_falloff", (double)def.margin_falloff, 6);
        cJSON* costs = cJSON_AddArrayToObject(row, "class_costs"); // those that the profile changes
        for (int k = 1; k < WEND_CLASS_COUNT; k++) {
            if (def.class_costs[k] < 0) continue;
            cJSON* entry = cJSON_CreateObject();
            json_integer(entry, "class", k);
            json_number(entry, "cost", (double)def.class_costs[k], 6);
            cJSON_AddItemToArray(costs, entry);
        }
        json_integer(row, "passable", passable_of(view));
        json_integer(row, "levels", info.level_count);
        json_integer(row, "bytes", (int64_t)info.bytes);
        json_integer(row, "grid_bytes", (int64_t)info.grid_bytes);
        cJSON_AddItemToArray(array, row);
    }
}
