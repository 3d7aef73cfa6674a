// profile_text.c: how does a text such as "tank:radius=1.5,water=blocked" define a profile?
#include "profile_text.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static bool parse_number(const char* text, double* out) {
    char* end = NULL;
    if (!(*text == '-' || *text == '+' || *text == '.' || (*text >= '0' && *text <= '9'))) return false;
    *out = strtod(text, &end);
    return end != text && isfinite(*out) && *end == '\0';
}

// One definition, while it is read.
typedef struct reading {
    const profile_text* source;
    profile_definitions* list;
    wend_profile_def* def; // the last of the list
    char* why;
    bool has_scaling, has_margin_cost;
} reading;

typedef enum value_kind {
    FLOAT,
    DOUBLE,
    LIMIT // a float; none: infinity
} value_kind;

// Values of a definition that are one number. Those of inflation are in the units of the map: metres on a
// ROS map. profile_text_fits knows its tiles.
typedef struct number_key {
    const char* name;
    value_kind kind;
    size_t at;
    double most;
    const char* unit;
} number_key;
static const char map_units[] = " (metres on a ROS map)";
static const number_key numbers[] = {
    {"radius", FLOAT, offsetof(wend_profile_def, radius), (double)WEND_MAX_PROFILE_REACH, ""},
    {"margin", FLOAT, offsetof(wend_profile_def, margin), (double)WEND_MAX_PROFILE_REACH, ""},
    {"margin-cost", FLOAT, offsetof(wend_profile_def, margin_cost), (double)WEND_MAX_MARGIN_COST, ""},
    {"margin-falloff", FLOAT, offsetof(wend_profile_def, margin_falloff), 64, ""},
    {"inscribed", DOUBLE, offsetof(wend_profile_def, inflation.inscribed_radius), 1e6, map_units},
    {"inflation", DOUBLE, offsetof(wend_profile_def, inflation.inflation_radius), 1e6, map_units},
    {"scaling", DOUBLE, offsetof(wend_profile_def, inflation.cost_scaling_factor), 1e6, ""},
    {"max-climb", LIMIT, offsetof(wend_profile_def, max_climb), (double)INFINITY, ""},
    {"max-drop", LIMIT, offsetof(wend_profile_def, max_drop), (double)INFINITY, ""},
};
enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
static const char slope_key[] = "slope";

// What nav2 takes for cost_scaling_factor when its parameters do not say.
static const double usual_scaling = 10;

// The number of a class; -1: it is none.
static int class_number(const char* text) {
    char* end;
    const long number = strtol(text, &end, 10);
    return *text >= '0' && *text <= '9' && *end == '\0' && number < WEND_CLASS_COUNT ? (int)number : -1;
}

static profile_result fail(const reading* r, const char* format, ...) __attribute__((format(printf, 2, 3)));
static profile_result fail(const reading* r, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r->why, PROFILE_WHY, format, arguments);
    va_end(arguments);
    return PROFILE_BAD;
}

static profile_result unknown_key(const reading* r, const char* key) {
    const char* known[NUMBERS + 1 + WEND_CLASS_COUNT];
    size_t count = 0;
    for (int i = 0; i < NUMBERS; i++) known[count++] = numbers[i].name;
    known[count++] = slope_key;
    for (int k = 0; k < WEND_CLASS_COUNT; k++)
        if (r->source->meanings[k][0] != '\0') known[count++] = r->source->meanings[k];
    const char* near = r->source->suggest != NULL ? r->source->suggest(key, known, count) : NULL;
    return fail(r,
                "%s: '%s' is neither radius, margin, margin-cost, margin-falloff, inscribed, "
                "inflation, scaling, slope, max-climb, max-drop nor a class of the map (a number from 1 to "
                "255, or what it stands for)%s%s%s",
                r->def->name, key, near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
}

// Letters of a text grid may be given as they are.
static bool stands_for(const char* meaning, const char* key) {
    static const char letter[] = "letter ";
    const size_t length = sizeof letter - 1;
    return strcasecmp(meaning, key) == 0 ||
           (strncmp(meaning, letter, length) == 0 && strcmp(meaning + length, key) == 0);
}

static profile_result set_class(reading* r, const char* key, const char* value) {
    double cost = 0;
    const bool blocked = strcmp(value, "blocked") == 0;
    if (!blocked && !(parse_number(value, &cost) && cost >= (double)WEND_MIN_CLASS_COST &&
                      cost <= (double)WEND_MAX_CLASS_COST))
        return fail(r, "%s: %s=%s: a cost is a number from %g to %g, or blocked", r->def->name, key, value,
                    (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST);
    const int number = class_number(key);
    bool found = false;
    for (int k = 1; k < WEND_CLASS_COUNT; k++) {
        if (number >= 0 ? k != number : !stands_for(r->source->meanings[k], key)) continue;
        r->def->class_costs[k] = (float)cost;
        found = true;
    }
    return found ? PROFILE_OK : unknown_key(r, key);
}

static profile_result set_slope(reading* r, const char* value) {
    profile_definitions* list = r->list;
    wend_slope_point* points = list->slopes + list->slope_count;
    const char* expected = r->source->cost_unit;
    char unit[8];
    int32_t count;
    wend_error error;
    if (list->slope_count > PROFILE_SLOPES - WEND_MAX_SLOPE_POINTS)
        return fail(r, "%s: slope=%s: the functions of slope of all profiles have too many points",
                    r->def->name, value);
    const wend_result result = wend_slope_points(value, points, &count, unit, &error);
    if (result == WEND_ERROR_MEMORY) return PROFILE_NO_MEMORY;
    if (result != WEND_OK) return fail(r, "%s: slope=%s: %.400s", r->def->name, value, error.text);
    if (expected != NULL && unit[0] != '\0' && strcmp(unit, expected) != 0)
        return fail(r, "%s: slope=%s: costs would be in %s, and those of the map %s%s", r->def->name, value,
                    unit, expected[0] != '\0' ? "are in " : "have no unit", expected);
    r->def->slopes = points;
    r->def->slope_count = count;
    list->slope_count += count;
    return PROFILE_OK;
}

static profile_result set_number(reading* r, const number_key* key, const char* value) {
    double number = (double)INFINITY;
    const bool is_none = key->kind == LIMIT && strcmp(value, "none") == 0;
    const bool fits = is_none || (parse_number(value, &number) && number >= 0 && number <= key->most);
    if (!fits && key->kind == LIMIT)
        return fail(r, "%s: %s=%s: expected metres from 0 on, or none", r->def->name, key->name, value);
    if (!fits)
        return fail(r, "%s: %s=%s: expected a number from 0 to %g%s", r->def->name, key->name, value,
                    key->most, key->unit);
    const float single = (float)number;
    void* out = (char*)r->def + key->at;
    if (key->kind == DOUBLE)
        memcpy(out, &number, sizeof number);
    else
        memcpy(out, &single, sizeof single);
    r->has_margin_cost |= out == &r->def->margin_cost;
    r->has_scaling |= out == &r->def->inflation.cost_scaling_factor;
    return PROFILE_OK;
}

static profile_result set_value(reading* r, const char* key, const char* value) {
    if (strcmp(key, slope_key) == 0) return set_slope(r, value);
    for (int i = 0; i < NUMBERS; i++)
        if (strcmp(key, numbers[i].name) == 0) return set_number(r, &numbers[i], value);
    return set_class(r, key, value);
}

// Reads "KEY=VALUE,..." and destroys it.
static profile_result read_values(reading* r, char* text) {
    profile_result code = PROFILE_OK;
    while (code == PROFILE_OK && text != NULL) {
        char* next = strchr(text, ',');
        const bool is_slope = strncmp(text, slope_key, sizeof slope_key - 1) == 0;
        while (is_slope && next != NULL && strcspn(next + 1, ",") <= strcspn(next + 1, "="))
            next = strchr(next + 1, ','); // rwalk:A,B,C,D is one value
        if (next != NULL) *next++ = '\0';
        char* value = strchr(text, '=');
        if (value == NULL)
            return fail(r, "%s: '%s': expected KEY=VALUE, such as radius=1.5", r->def->name, text);
        *value++ = '\0';
        code = set_value(r, text, value);
        text = next;
    }
    return code;
}

// The name, and what follows the colon; NULL: nothing.
static profile_result read_name(const reading* r, const char* text, profile_definitions* list,
                                const char** values_out) {
    char* name = list->names[list->count];
    const size_t length = strcspn(text, ":");
    const bool fits = length >= 1 && length <= WEND_MAX_PROFILE_NAME &&
                      strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789_-") >= length;
    if (!fits)
        return fail(r, "%s: a name has 1 to %d characters of a-z, 0-9, _ and -, and a colon follows it", text,
                    WEND_MAX_PROFILE_NAME);
    bool taken = length == strlen("default") && memcmp(text, "default", length) == 0; // the world itself
    for (int i = 0; i < list->count; i++)
        taken |= strlen(list->names[i]) == length && memcmp(text, list->names[i], length) == 0;
    if (taken) return fail(r, "%.*s: the name is taken", (int)length, text);
    memcpy(name, text, length);
    name[length] = '\0';
    *values_out = text[length] == ':' && text[length + 1] != '\0' ? text + length + 1 : NULL;
    return PROFILE_OK;
}

// What follows from the values together.
static profile_result finish(reading* r) {
    wend_inflation* inflation = &r->def->inflation;
    if (inflation->inflation_radius == 0) {
        if (inflation->inscribed_radius == 0 && !r->has_scaling) return PROFILE_OK;
        return fail(r, "%s: expected inflation=R above 0 beside inscribed and scaling", r->def->name);
    }
    if (inflation->inscribed_radius > inflation->inflation_radius)
        return fail(r, "%s: inscribed=%.12g: expected at most the inflation radius, %.12g", r->def->name,
                    inflation->inscribed_radius, inflation->inflation_radius);
    if (r->def->radius > 0 || r->def->margin > 0)
        return fail(r, "%s: expected either radius and margin, or inscribed and inflation", r->def->name);
    if (!r->has_scaling) inflation->cost_scaling_factor = usual_scaling;
    if (!r->has_margin_cost) r->def->margin_cost = WEND_NAVFN_MARGIN_COST;
    for (int k = 1; k < WEND_CLASS_COUNT; k++)
        if (strcmp(r->source->meanings[k], "unknown") == 0) inflation->unknown_class = (uint8_t)k;
    return PROFILE_OK;
}

profile_result profile_text_read(const profile_text* source, const char* text, profile_definitions* list,
                                 char why[PROFILE_WHY]) {
    reading r = {.source = source, .list = list, .why = why};
    const char* values = NULL;
    if (list->count == WEND_MAX_PROFILES - 1) {
        snprintf(why, PROFILE_WHY, "a world has at most %d besides its own", WEND_MAX_PROFILES - 1);
        return PROFILE_TOO_MANY;
    }
    profile_result code = read_name(&r, text, list, &values);
    if (code != PROFILE_OK) return code;
    r.def = &list->items[list->count];
    *r.def = wend_default_profile_def();
    r.def->name = list->names[list->count];
    list->count++;
    if (values == NULL) return PROFILE_OK;
    char* copy = malloc(strlen(values) + 1);
    if (copy == NULL) {
        snprintf(why, PROFILE_WHY, "out of memory");
        return PROFILE_NO_MEMORY;
    }
    strcpy(copy, values);
    code = read_values(&r, copy);
    free(copy);
    return code == PROFILE_OK ? finish(&r) : code;
}

bool profile_text_fits(const wend_profile_def* def, const wend_grid* grid, char why[PROFILE_WHY]) {
    const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
    const bool hex = wend_grid_connectivity(grid) >= WEND_CONNECTIVITY_HEX_ODD_R;
    const float tile = wend_grid_tile_size(grid), most = WEND_MAX_PROFILE_REACH * tile;
    why[0] = '\0';
    if (hex &&
        ((double)def->radius > 0.28867513459481288 || def->margin > 0 || def->inflation.inflation_radius > 0))
        snprintf(why, PROFILE_WHY, "%s: on hexagons a radius is at most 0.2886, and there is no margin",
                 def->name);
    else if ((def->slope_count > 0 || def->max_climb >= 0 || def->max_drop >= 0) &&
             !wend_grid_has_elevations(grid))
        snprintf(why, PROFILE_WHY, "%s: slope, max-climb and max-drop need a map with heights of its tiles",
                 def->name);
    else if (def->radius > 0.5f && 2 * def->radius > (float)(width < height ? width : height))
        snprintf(why, PROFILE_WHY, "%s: radius %g is wider than the map of %d x %d tiles", def->name,
                 (double)def->radius, width, height);
    else if ((float)def->inflation.inflation_radius > most)
        snprintf(why, PROFILE_WHY, "%s: inflation=%.12g: expected at most %g, which is %g tiles of %g",
                 def->name, def->inflation.inflation_radius, (double)most, (double)WEND_MAX_PROFILE_REACH,
                 (double)tile);
    return why[0] == '\0';
}

void profile_definitions_keep(const profile_definitions* from, profile_definitions* to) {
    to->count = from->count;
    to->slope_count = 0;
    for (int i = 0; i < to->count; i++) {
        wend_profile_def* def = &to->items[i];
        *def = from->items[i];
        snprintf(to->names[i], sizeof to->names[i], "%s", def->name);
        def->name = to->names[i];
        if (def->slope_count == 0) continue;
        memcpy(to->slopes + to->slope_count, def->slopes, (size_t)def->slope_count * sizeof *def->slopes);
        def->slopes = to->slopes + to->slope_count;
        to->slope_count += def->slope_count;
    }
}

void profile_definitions_of(const wend_world* world, profile_definitions* out) {
    out->count = wend_world_profile_count(world) - 1;
    out->slope_count = 0;
    for (int i = 0; i < out->count; i++) wend_world_get_profile(world, i + 1, &out->items[i]);
}
