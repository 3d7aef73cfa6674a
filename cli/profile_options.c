// profile_options.c: profiles on the command line, in recipes and in reports.
#include "profile_options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// ---- definitions

// One definition, while it is read.
typedef struct reading {
    const profile_source* source;
    wend_profile_def* def;
    bool has_scaling, has_margin_cost;
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

// In the units of the map: metres on a ROS map. profile_definitions_check knows its tiles.
static const struct {
    const char* name;
    size_t at; // in wend_inflation
    double most;
    const char* unit;
} lengths[] = {
    {"inscribed", offsetof(wend_inflation, inscribed_radius), 1e6, " (metres on a ROS map)"},
    {"inflation", offsetof(wend_inflation, inflation_radius), 1e6, " (metres on a ROS map)"},
    {"scaling", offsetof(wend_inflation, cost_scaling_factor), 1e6, ""},
};
enum { LENGTHS = sizeof lengths / sizeof lengths[0] };

// What nav2 takes when its parameters do not say: cost_scaling_factor, and NavFn's 50 + 0.8 c over 50.
static const double usual_scaling = 10;
static const float usual_inflated_cost = 4.032f;

// The number of a class; -1: it is none.
static int class_number(const char* text) {
    char* end;
    const long number = strtol(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && number < WEND_CLASS_COUNT ? (int)number : -1;
}

static int unknown_key(reading* r, const char* key) {
    const char* known[MEASURES + LENGTHS + WEND_CLASS_COUNT];
    size_t count = 0;
    for (int i = 0; i < MEASURES; i++) known[count++] = measures[i].name;
    for (int i = 0; i < LENGTHS; i++) known[count++] = lengths[i].name;
    for (int k = 0; k < WEND_CLASS_COUNT; k++)
        if (r->source->meanings[k][0] != '\0') known[count++] = r->source->meanings[k];
    const char* near = options_suggest(key, known, count);
    return cli_fail(
        r->source->code,
        "%s %s: '%s' is neither radius, margin, margin-cost, margin-falloff, inscribed, "
        "inflation, scaling nor a class of the map (a number from 1 to 255, or what it stands for)%s%s%s",
        r->source->label, r->def->name, key, near ? "; did you mean '" : "", near ? near : "",
        near ? "'?" : "");
}

// Letters of a text grid may be given as they are.
static bool stands_for(const char* meaning, const char* key) {
    static const char letter[] = "letter ";
    const size_t length = sizeof letter - 1;
    return strcasecmp(meaning, key) == 0 ||
           (strncmp(meaning, letter, length) == 0 && strcmp(meaning + length, key) == 0);
}

static int set_class(reading* r, const char* key, const char* value) {
    double cost = 0;
    const bool blocked = strcmp(value, "blocked") == 0;
    if (!blocked && !(options_parse_number(value, &cost) && cost >= (double)WEND_MIN_CLASS_COST &&
                      cost <= (double)WEND_MAX_CLASS_COST))
        return cli_fail(r->source->code, "%s %s: %s=%s: a cost is a number from %g to %g, or blocked",
                        r->source->label, r->def->name, key, value, (double)WEND_MIN_CLASS_COST,
                        (double)WEND_MAX_CLASS_COST);
    const int number = class_number(key);
    bool found = false;
    for (int k = 1; k < WEND_CLASS_COUNT; k++) {
        if (number >= 0 ? k != number : !stands_for(r->source->meanings[k], key)) continue;
        r->def->class_costs[k] = (float)cost;
        found = true;
    }
    return found ? CLI_OK : unknown_key(r, key);
}

static int set_value(reading* r, const char* key, const char* value) {
    for (int i = 0; i < MEASURES; i++) {
        if (strcmp(key, measures[i].name) != 0) continue;
        double number;
        if (!options_parse_number(value, &number) || !(number >= 0 && number <= measures[i].most))
            return cli_fail(r->source->code, "%s %s: %s=%s: expected a number from 0 to %g", r->source->label,
                            r->def->name, key, value, measures[i].most);
        const float stored = (float)number;
        if (measures[i].at == offsetof(wend_profile_def, margin_cost)) r->has_margin_cost = true;
        memcpy((char*)r->def + measures[i].at, &stored, sizeof stored);
        return CLI_OK;
    }
    for (int i = 0; i < LENGTHS; i++) {
        if (strcmp(key, lengths[i].name) != 0) continue;
        double number;
        if (!options_parse_number(value, &number) || !(number >= 0 && number <= lengths[i].most))
            return cli_fail(r->source->code, "%s %s: %s=%s: expected a number from 0 to %g%s",
                            r->source->label, r->def->name, key, value, lengths[i].most, lengths[i].unit);
        memcpy((char*)&r->def->inflation + lengths[i].at, &number, sizeof number);
        if (lengths[i].at == offsetof(wend_inflation, cost_scaling_factor)) r->has_scaling = true;
        return CLI_OK;
    }
    return set_class(r, key, value);
}

// Reads "KEY=VALUE,..." and destroys it.
static int read_values(reading* r, char* text) {
    int code = CLI_OK;
    while (code == CLI_OK && text != NULL) {
        char* next = strchr(text, ',');
        if (next != NULL) *next++ = '\0';
        char* value = strchr(text, '=');
        if (value == NULL)
            return cli_fail(r->source->code, "%s %s: '%s': expected KEY=VALUE, such as radius=1.5",
                            r->source->label, r->def->name, text);
        *value++ = '\0';
        code = set_value(r, text, value);
        text = next;
    }
    return code;
}

// The name, and what follows the colon; NULL: nothing.
static int read_name(const profile_source* source, const char* text, profile_definitions* list,
                     const char** values_out) {
    char* name = list->names[list->count];
    const size_t length = strcspn(text, ":");
    const bool fits = length >= 1 && length <= WEND_MAX_PROFILE_NAME &&
                      strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") >= length;
    if (!fits)
        return cli_fail(source->code,
                        "%s %s: a name has 1 to %d characters of a-z, 0-9, _ and -, and a colon follows it",
                        source->label, text, WEND_MAX_PROFILE_NAME);
    bool taken = length == strlen("default") && memcmp(text, "default", length) == 0; // the world itself
    for (int i = 0; i < list->count; i++)
        taken |= strlen(list->names[i]) == length && memcmp(text, list->names[i], length) == 0;
    if (taken) return cli_fail(source->code, "%s %.*s: the name is taken", source->label, (int)length, text);
    memcpy(name, text, length);
    name[length] = '\0';
    *values_out = text[length] == ':' && text[length + 1] != '\0' ? text + length + 1 : NULL;
    return CLI_OK;
}

// What follows from the values together.
static int finish(reading* r) {
    wend_inflation* inflation = &r->def->inflation;
    if (inflation->inflation_radius == 0) {
        if (inflation->inscribed_radius == 0 && !r->has_scaling) return CLI_OK;
        return cli_fail(r->source->code, "%s %s: expected inflation=R above 0 beside inscribed and scaling",
                        r->source->label, r->def->name);
    }
    if (inflation->inscribed_radius > inflation->inflation_radius)
        return cli_fail(r->source->code, "%s %s: inscribed=%g: expected at most the inflation radius, %g",
                        r->source->label, r->def->name, inflation->inscribed_radius,
                        inflation->inflation_radius);
    if (r->def->radius > 0 || r->def->margin > 0)
        return cli_fail(r->source->code,
                        "%s %s: expected either radius and margin, or inscribed and inflation",
                        r->source->label, r->def->name);
    if (!r->has_scaling) inflation->cost_scaling_factor = usual_scaling;
    if (!r->has_margin_cost) r->def->margin_cost = usual_inflated_cost;
    for (int k = 1; k < WEND_CLASS_COUNT; k++)
        if (strcmp(r->source->meanings[k], "unknown") == 0) inflation->unknown_class = (uint8_t)k;
    return CLI_OK;
}

int profile_definitions_add(const profile_source* source, const char* text, profile_definitions* list) {
    if (list->count == WEND_MAX_PROFILES - 1)
        return cli_fail(source->code, "%s: a world has at most %d besides its own", source->label,
                        WEND_MAX_PROFILES - 1);
    const char* values = NULL;
    int code = read_name(source, text, list, &values);
    if (code != CLI_OK) return code;
    wend_profile_def* def = &list->items[list->count];
    *def = wend_default_profile_def();
    def->name = list->names[list->count];
    list->count++;
    if (values == NULL) return CLI_OK;
    char* copy = strdup(values);
    if (copy == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory", source->label);
    reading r = {.source = source, .def = def};
    code = read_values(&r, copy);
    free(copy);
    return code == CLI_OK ? finish(&r) : code;
}

int profile_definitions_inflate(const profile_source* source, const char* text, profile_definitions* list) {
    char* whole = malloc(sizeof PROFILE_OF_INFLATE + strlen(text) + 1);
    if (whole == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory", source->label);
    sprintf(whole, "%s:%s", PROFILE_OF_INFLATE, text);
    int code = profile_definitions_add(source, whole, list);
    free(whole);
    if (code == CLI_OK && list->items[list->count - 1].inflation.inflation_radius == 0)
        code = cli_fail(source->code, "%s: expected inscribed=R,inflation=R and, if not 10, scaling=F",
                        source->label);
    return code;
}

int profile_definitions_check(const char* command_name, const profile_definitions* list,
                              const wend_grid* grid) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const bool hex = wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
    for (int i = 0; i < list->count; i++) {
        const wend_profile_def* def = &list->items[i];
        if (hex && (def->radius > 0.5f || def->margin > 0 || def->inflation.inflation_radius > 0))
            return cli_fail(CLI_USAGE,
                            "%s: profile %s: on hexagons a radius is at most 0.2886, and there is no margin",
                            command_name, def->name);
        if (def->radius > 0.5f && 2 * def->radius > (float)(width < height ? width : height))
            return cli_fail(CLI_USAGE, "%s: profile %s: radius %g is wider than the map of %d x %d tiles",
                            command_name, def->name, (double)def->radius, width, height);
        const double tile = (double)wend_grid_tile_size(grid), most = (double)WEND_MAX_PROFILE_REACH * tile;
        if (def->inflation.inflation_radius > most)
            return cli_fail(CLI_USAGE,
                            "%s: profile %s: inflation=%g: expected at most %g, which is %g tiles of %g",
                            command_name, def->name, def->inflation.inflation_radius, most,
                            (double)WEND_MAX_PROFILE_REACH, tile);
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
        printf("profile      %s: ", def.name);
        if (def.inflation.inflation_radius > 0)
            printf("inflated, inscribed %g, inflation %g, scaling %g, extra cost %g, ",
                   def.inflation.inscribed_radius, def.inflation.inflation_radius,
                   def.inflation.cost_scaling_factor, (double)def.margin_cost);
        else
            printf("radius %g, ", (double)def.radius);
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
        if (def.inflation.inflation_radius > 0) {
            cJSON* inflation = cJSON_AddObjectToObject(row, "inflation");
            json_number(inflation, "inscribed_radius", def.inflation.inscribed_radius, 6);
            json_number(inflation, "inflation_radius", def.inflation.inflation_radius, 6);
            json_number(inflation, "cost_scaling_factor", def.inflation.cost_scaling_factor, 6);
            json_integer(inflation, "unknown_class", def.inflation.unknown_class);
        }
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
