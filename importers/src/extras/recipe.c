// recipe.c: what does a map recipe contain?
#include "extras/recipe.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

#include "core/def.h"

enum { MAX_RECIPE_BYTES = 1 << 18 };

typedef struct reader {
    wimp_job* job;
    wimp_text text;
    wimp_span line; ///< the current line
    wimp_recipe* out;
} reader;

#define fail_at(r, at_, ...)                                                                                 \
    wimp_fail_at((r)->job->error_opt, (r)->job->name, (r)->text.line > 0 ? (r)->text.line : 1,               \
                 (int32_t)((at_) - (r)->line.at) + 1, __VA_ARGS__)

// ---- settings: name=value

typedef enum kind { NUMBER, DOUBLE, COST, FLAG, RANGE, RULE, CHANNEL, ROS_MODE, LEGEND } kind;

static const struct setting {
    const char* name;
    kind kind;
    size_t offset; ///< in the definition
    double min, max;
} settings[] = {
    {"rule", RULE, offsetof(wend_import_def, rule), 0, 0},
    {"channel", CHANNEL, offsetof(wend_import_def, channel), 0, 0},
    {"blocked-below", NUMBER, offsetof(wend_import_def, blocked_below), 0, 1},
    {"transparent-below", NUMBER, offsetof(wend_import_def, transparent_below), 0, 1},
    {"negate", FLAG, offsetof(wend_import_def, negate), 0, 0},
    {"cost-range", RANGE, offsetof(wend_import_def, cheapest), 0, 0},
    {"palette", LEGEND, 0, 0, 0},
    {"ros-mode", ROS_MODE, offsetof(wend_import_def, ros_mode), 0, 0},
    {"occupied-thresh", DOUBLE, offsetof(wend_import_def, occupied_thresh), 0, 1},
    {"free-thresh", DOUBLE, offsetof(wend_import_def, free_thresh), 0, 1},
    {"unknown-cost", COST, offsetof(wend_import_def, unknown_cost), 0, 0},
    {"height-scale", NUMBER, offsetof(wend_import_def, height_scale), 1e-6, 1e6},
    {"max-climb", NUMBER, offsetof(wend_import_def, max_climb), 1e-6, 1e6},
    {"sea-level", NUMBER, offsetof(wend_import_def, sea_level), 0, 1e6},
    {"swamp-cost", COST, offsetof(wend_import_def, swamp_cost), 0, 0},
    {"water-cost", COST, offsetof(wend_import_def, water_cost), 0, 0},
};
enum { SETTING_COUNT = sizeof settings / sizeof settings[0] };

static bool is_passable_cost(double value) {
    return value >= (double)WEND_MIN_CLASS_COST && value <= (double)WEND_MAX_CLASS_COST;
}

static wend_result take_cost(const reader* r, wimp_span value, float* out) {
    if (wimp_span_cost(value, false, out)) return WEND_OK;
    return fail_at(r, value.at, "'%.*s' is not a cost; expected %g to %g, or blocked", wimp_span_shown(value),
                   value.at, (double)WEND_MIN_CLASS_COST, (double)WEND_MAX_CLASS_COST);
}

static wend_result take_range(const reader* r, wimp_span value, float* out) {
    const char* comma = value.size ? memchr(value.at, ',', value.size) : NULL;
    size_t size = comma ? (size_t)(comma - value.at) : 0;
    double first, second;
    if (!comma || !wimp_span_double((wimp_span){value.at, size}, &first) ||
        !wimp_span_double((wimp_span){comma + 1, value.size - size - 1}, &second) ||
        !is_passable_cost(first) || !is_passable_cost(second))
        return fail_at(r, value.at,
                       "'%.*s' is not a cost range; expected two costs of %g to %g with a comma between them",
                       wimp_span_shown(value), value.at, (double)WEND_MIN_CLASS_COST,
                       (double)WEND_MAX_CLASS_COST);
    out[0] = (float)first;
    out[1] = (float)second;
    return WEND_OK;
}
_Static_assert(offsetof(wend_import_def, costliest) == offsetof(wend_import_def, cheapest) + sizeof(float),
               "a range is two floats");

// Parses a name of an enumeration that starts at 0.
static wend_result take_name(const reader* r, wimp_span value, int32_t count, const char* (*name_of)(int32_t),
                             int32_t* out) {
    char names[100] = "";
    for (int32_t i = 0; i < count; i++) {
        if (wimp_span_equals(value, name_of(i))) {
            *out = i;
            return WEND_OK;
        }
        wimp_append(names, sizeof names, "%s%s", i ? ", " : "", name_of(i));
    }
    return fail_at(r, value.at, "'%.*s' is not one of %s", wimp_span_shown(value), value.at, names);
}

static const char* rule_name(int32_t i) {
    return wend_image_rule_name((wend_image_rule)i);
}
static const char* channel_name(int32_t i) {
    return wend_channel_name((wend_channel)i);
}
static const char* ros_mode_name(int32_t i) {
    return wend_ros_mode_name((wend_ros_mode)i);
}

static wend_result take_setting(const reader* r, const struct setting* s, wimp_span value,
                                wimp_recipe_layer* layer) {
    void* field = (char*)&layer->def + s->offset;
    int32_t choice = 0;
    double number;
    wend_result result = WEND_OK;
    switch (s->kind) {
    case NUMBER:
    case DOUBLE:
        if (!wimp_span_double(value, &number) || number < s->min || number > s->max)
            return fail_at(r, value.at, "%s is '%.*s'; expected a number in %g..%g", s->name,
                           wimp_span_shown(value), value.at, s->min, s->max);
        if (s->kind == DOUBLE)
            *(double*)field = number;
        else
            *(float*)field = (float)number;
        return WEND_OK;
    case COST:
        return take_cost(r, value, field);
    case RANGE:
        return take_range(r, value, field);
    case RULE:
        result = take_name(r, value, WEND_RULE_COUNT, rule_name, &choice);
        layer->def.rule = (wend_image_rule)choice;
        return result;
    case CHANNEL:
        result = take_name(r, value, WEND_CHANNEL_COUNT, channel_name, &choice);
        layer->def.channel = (wend_channel)choice;
        return result;
    case ROS_MODE:
        result = take_name(r, value, WEND_ROS_MODE_COUNT, ros_mode_name, &choice);
        layer->def.ros_mode = (wend_ros_mode)choice;
        return result;
    case LEGEND:
        if (value.size == 0) return fail_at(r, value.at, "%s", "palette is empty; expected a file");
        layer->legend = value;
        return WEND_OK;
    default:
        return WEND_OK;
    }
}

// ---- lines

// Takes the next word, or a quoted string.
static wend_result take_word(const reader* r, wimp_span* rest, wimp_span* out) {
    while (rest->size && wimp_is_blank(*rest->at)) rest->at++, rest->size--;
    if (rest->size == 0 || *rest->at != '"') {
        wimp_span_word(rest, out);
        return WEND_OK;
    }
    const char* end = memchr(rest->at + 1, '"', rest->size - 1);
    if (!end) return fail_at(r, rest->at, "%s", "missing closing quote");
    *out = (wimp_span){rest->at + 1, (size_t)(end - rest->at) - 1};
    rest->size -= out->size + 2;
    rest->at = end + 1;
    return WEND_OK;
}

// What a line with a file is. A floor takes the settings of a base.
typedef enum line_role { BASE, FLOOR, LAYER } line_role;

static wend_result take_pair(const reader* r, wimp_span word, line_role role, wimp_recipe_layer* layer) {
    static const char* const ways[] = {"max", "sum", "override"};
    const char* equals = memchr(word.at, '=', word.size);
    wimp_span name = {word.at, equals ? (size_t)(equals - word.at) : word.size};
    wimp_span value = {equals ? equals + 1 : word.at + word.size, equals ? word.size - name.size - 1 : 0};
    for (int32_t i = 0; i < SETTING_COUNT; i++) {
        if (!wimp_span_equals(name, settings[i].name)) continue;
        if (equals && settings[i].kind == FLAG)
            return fail_at(r, equals, "%s takes no value", settings[i].name);
        if (!equals && settings[i].kind != FLAG)
            return fail_at(r, value.at, "%s needs a value: %s=...", settings[i].name, settings[i].name);
        if (settings[i].kind == FLAG) *(bool*)((char*)&layer->def + settings[i].offset) = true;
        return take_setting(r, &settings[i], value, layer);
    }
    if (role != LAYER)
        return fail_at(r, word.at, "'%.*s' is not a setting of a %s", wimp_span_shown(name), name.at,
                       role == BASE ? "base" : "floor");
    if (wimp_span_equals(word, "mask")) {
        layer->is_mask = true;
        return WEND_OK;
    }
    if (equals && wimp_span_equals(name, "cost")) {
        layer->has_mask_cost = true;
        return take_cost(r, value, &layer->mask_cost);
    }
    if (equals && wimp_span_equals(name, "above")) {
        double above;
        if (!wimp_span_double(value, &above) || above > 1)
            return fail_at(r, value.at, "above is '%.*s'; expected a brightness of 0 to 1",
                           wimp_span_shown(value), value.at);
        layer->above = (float)above;
        return WEND_OK;
    }
    for (int32_t i = 0; equals && wimp_span_equals(name, "combine") && i < 3; i++)
        if (wimp_span_equals(value, ways[i])) {
            layer->combine = (wimp_combine)i;
            return WEND_OK;
        }
    if (equals && wimp_span_equals(name, "combine"))
        return fail_at(r, value.at, "'%.*s' is not one of max, sum, override", wimp_span_shown(value),
                       value.at);
    return fail_at(r, word.at, "'%.*s' is not a setting of a layer", wimp_span_shown(name), name.at);
}

// Turns the settings of a mask into a threshold rule.
static wend_result finish_mask(const reader* r, wimp_recipe_layer* layer, const char* at) {
    if (!layer->is_mask && (layer->has_mask_cost || layer->above >= 0))
        return fail_at(r, at, "%s", "cost and above need a mask; expected the word mask");
    if (!layer->is_mask) return WEND_OK;
    if (!layer->has_mask_cost) return fail_at(r, at, "%s", "a mask needs a cost: cost=C or cost=blocked");
    if (layer->def.rule != WEND_RULE_BRIGHTNESS || layer->def.blocked_below >= 0)
        return fail_at(r, at, "%s", "a mask takes neither rule nor blocked-below; expected above=F");
    layer->def.rule = WEND_RULE_THRESHOLD;
    layer->def.blocked_below = layer->above >= 0 ? layer->above : 0.5f;
    return WEND_OK;
}

// May a line with a file stand here?
static wend_result check_role(const reader* r, const char* at, line_role role) {
    const wimp_recipe* out = r->out;
    if (role == BASE && out->floor_count > 0)
        return fail_at(r, at, "%s", "a base after a floor; expected floor NAME FILE");
    if (role == BASE && out->count > 0) return fail_at(r, at, "%s", "a second base; expected a layer");
    if (role == FLOOR && out->count > 0 && out->floor_count == 0)
        return fail_at(r, at, "%s", "a floor after a base; expected a floor in its place");
    if (role == LAYER && out->count == 0)
        return fail_at(r, at, "%s", "a layer before the base; expected base FILE");
    if (role == FLOOR && out->floor_count == WIMP_MAX_FLOORS)
        return fail_at(r, at, "more than %d floors", WIMP_MAX_FLOORS);
    const int32_t first = out->floor_count > 0 ? out->floors[out->floor_count - 1].first : 0;
    if (role == LAYER && out->count - first == WIMP_MAX_LAYERS)
        return fail_at(r, at, "more than %d layers", WIMP_MAX_LAYERS - 1);
    if (out->count == WIMP_MAX_RECIPE_FILES)
        return fail_at(r, at, "more than %d files of floors and layers", WIMP_MAX_RECIPE_FILES);
    return WEND_OK;
}

// NAME of a floor. Its height is one world unit above the floor before it, until the line gives one.
static wend_result take_floor_name(reader* r, wimp_span* rest) {
    wimp_recipe* out = r->out;
    wimp_recipe_floor* floor = &out->floors[out->floor_count];
    wimp_span name;
    wend_result result = take_word(r, rest, &name);
    if (result != WEND_OK) return result;
    if (name.size == 0) return fail_at(r, rest->at, "%s", "the line ends; expected the name of a floor");
    if (memchr(name.at, 0, name.size) || memchr(name.at, '=', name.size) ||
        name.size >= WEND_LAYER_NAME_BYTES)
        return fail_at(r, name.at, "'%.*s' is not the name of a floor; expected at most %d bytes without =",
                       wimp_span_shown(name), name.at, WEND_LAYER_NAME_BYTES - 1);
    for (int32_t i = 0; i < out->floor_count; i++) {
        const wimp_recipe_floor* other = &out->floors[i];
        if (other->name.size == name.size && memcmp(other->name.at, name.at, name.size) == 0)
            return fail_at(r, name.at, "the floor '%.*s' is also at line %d; expected a different name",
                           wimp_span_shown(name), name.at, other->place.line);
    }
    *floor = (wimp_recipe_floor){.place = {r->text.line, (int32_t)(name.at - r->line.at) + 1},
                                 .name = name,
                                 .height = out->floor_count > 0 ? floor[-1].height + 1 : 0,
                                 .first = out->count,
                                 .count = 1};
    return WEND_OK;
}

// height=H; *found_out is false for another word.
static wend_result take_height(const reader* r, wimp_span word, bool* found_out) {
    static const char key[] = "height=";
    const size_t length = sizeof key - 1;
    double height = 0;
    *found_out = word.size >= length && memcmp(word.at, key, length) == 0;
    if (!*found_out) return WEND_OK;
    const wimp_span value = {word.at + length, word.size - length};
    if (!wimp_span_signed(value, &height) || fabs(height) > 1e6)
        return fail_at(r, value.at, "height is '%.*s'; expected a number in -1e+06..1e+06",
                       wimp_span_shown(value), value.at);
    r->out->floors[r->out->floor_count].height = (float)height;
    return WEND_OK;
}

// Adds the floor whose line has been read.
static wend_result finish_floor(reader* r, const char* at) {
    wimp_recipe* out = r->out;
    const wimp_recipe_floor* floor = &out->floors[out->floor_count];
    if (out->floor_count > 0 && !(floor->height > floor[-1].height))
        return fail_at(r, at,
                       "the height is %g, but the floor below, '%.*s', has %g; expected floors from the "
                       "lowest to the highest, no two at one height",
                       (double)floor->height, wimp_span_shown(floor[-1].name), floor[-1].name.at,
                       (double)floor[-1].height);
    out->floor_count++;
    return WEND_OK;
}

static wend_result take_layer(reader* r, wimp_span keyword, wimp_span rest, line_role role) {
    wimp_recipe* out = r->out;
    wend_result result = check_role(r, keyword.at, role);
    if (result == WEND_OK && role == FLOOR) result = take_floor_name(r, &rest);
    if (result != WEND_OK) return result;
    wimp_recipe_layer* layer = &out->layers[out->count];
    const wend_import_def* def = r->job->def;
    *layer = (wimp_recipe_layer){.def = wimp_def_beside(def), .above = -1};
    layer->def.progress = NULL; // the recipe reports layer by layer
    layer->def.connectivity = def->connectivity;
    layer->def.outside = def->outside;
    layer->def.root = def->root;
    layer->def.gdal = def->gdal;
    result = take_word(r, &rest, &layer->file);
    if (result != WEND_OK) return result;
    if (layer->file.size == 0) return fail_at(r, rest.at, "%s", "the line ends; expected a file");
    layer->place = (wimp_place){r->text.line, (int32_t)(layer->file.at - r->line.at) + 1};
    wimp_span word;
    while (wimp_span_word(&rest, &word)) {
        bool is_height = false;
        if (role == FLOOR) result = take_height(r, word, &is_height);
        if (result == WEND_OK && !is_height) result = take_pair(r, word, role, layer);
        if (result != WEND_OK) return result;
    }
    result = finish_mask(r, layer, keyword.at);
    if (result != WEND_OK) return result;
    layer->def.legend = layer->legend.size ? "" : NULL; // the path is resolved later
    const char* wrong = wimp_def_problem(&layer->def);
    if (wrong) return fail_at(r, layer->file.at, "%s", wrong);
    if (layer->legend.size && layer->def.rule != WEND_RULE_PALETTE)
        return fail_at(r, layer->legend.at, "%s", "palette needs rule=palette");
    if (role == FLOOR) {
        result = finish_floor(r, keyword.at);
        if (result != WEND_OK) return result;
    } else if (role == LAYER && out->floor_count > 0) {
        out->floors[out->floor_count - 1].count++;
    }
    out->count++;
    return WEND_OK;
}

// ---- stairs, links and seams

// "X,Y,F"; its floor and place on the map are checked when the maps are known.
static wend_result take_tile(const reader* r, wimp_span* rest, wimp_recipe_join* join, int32_t index) {
    wimp_span word;
    int32_t numbers[3] = {0};
    int32_t count = 0;
    if (!wimp_span_word(rest, &word))
        return fail_at(r, rest->at, "%s", "the line ends; expected a tile: X,Y,F, its column, row and floor");
    for (wimp_span left = word; count < 3; count++) {
        const char* comma = left.size ? memchr(left.at, ',', left.size) : NULL;
        const wimp_span number = {left.at, comma ? (size_t)(comma - left.at) : left.size};
        if (!wimp_span_int(number, &numbers[count]) || (comma == NULL) != (count == 2)) break;
        if (comma) left = (wimp_span){comma + 1, left.size - number.size - 1};
    }
    if (count < 3)
        return fail_at(r, word.at, "'%.*s' is not a tile; expected X,Y,F, its column, row and floor",
                       wimp_span_shown(word), word.at);
    join->places[index] = (wimp_place){r->text.line, (int32_t)(word.at - r->line.at) + 1};
    if (numbers[2] >= WIMP_MAX_FLOORS)
        return fail_at(r, word.at, "'%.*s' is on floor %d; expected 0..%d", wimp_span_shown(word), word.at,
                       numbers[2], WIMP_MAX_FLOORS - 1);
    join->tiles[index] = (wend_tile){numbers[0], numbers[1], (uint16_t)numbers[2]};
    return WEND_OK;
}

static const char* link_kind_name(int32_t i) {
    return wend_link_kind_string((wend_link_kind)i);
}

// cost=C, duration=S, kind=K, id=N or two-way of stairs and links.
static wend_result take_join_setting(const reader* r, wimp_span word, wimp_recipe_join* join) {
    const char* equals = memchr(word.at, '=', word.size);
    const wimp_span name = {word.at, equals ? (size_t)(equals - word.at) : word.size};
    const wimp_span value = {equals ? equals + 1 : word.at + word.size,
                             equals ? word.size - name.size - 1 : 0};
    const bool is_cost = wimp_span_equals(name, "cost"), is_duration = wimp_span_equals(name, "duration");
    int32_t choice = 0;
    double number = 0;
    if (wimp_span_equals(word, "two-way")) {
        join->two_way = true;
        return WEND_OK;
    }
    if (equals && (is_cost || is_duration)) {
        const double most = is_cost ? (double)WEND_MAX_LINK_COST : 1e9;
        if (!wimp_span_double(value, &number) || number > most)
            return fail_at(r, value.at, "%s is '%.*s'; expected a number in 0..%.6g",
                           is_cost ? "cost" : "duration", wimp_span_shown(value), value.at, most);
        *(is_cost ? &join->cost : &join->duration) = (float)number;
        return WEND_OK;
    }
    if (equals && wimp_span_equals(name, "id")) {
        if (wimp_span_int(value, &join->id)) return WEND_OK;
        return fail_at(r, value.at, "id is '%.*s'; expected a whole number", wimp_span_shown(value),
                       value.at);
    }
    if (equals && wimp_span_equals(name, "kind")) {
        const wend_result result = take_name(r, value, WEND_LINK_KIND_COUNT, link_kind_name, &choice);
        join->kind = (wend_link_kind)choice;
        return result;
    }
    return fail_at(r, word.at,
                   "'%.*s' is not a setting of stairs and links; expected cost=C, duration=S, "
                   "kind=K, id=N or two-way",
                   wimp_span_shown(word), word.at);
}

static wend_result take_link(const reader* r, wimp_span* rest, wimp_recipe_join* join) {
    wend_result result = take_tile(r, rest, join, 0);
    if (result == WEND_OK) result = take_tile(r, rest, join, 1);
    wimp_span word;
    while (result == WEND_OK && wimp_span_word(rest, &word)) result = take_join_setting(r, word, join);
    if (result == WEND_OK && join->cost < 0)
        result = fail_at(r, rest->at, "%s", "the line ends; expected cost=C");
    return result;
}

static wend_result take_seam(const reader* r, wimp_span* rest, wimp_recipe_join* join) {
    wend_result result = WEND_OK;
    wimp_span word;
    for (int32_t i = 0; i < 4 && result == WEND_OK; i++) {
        if (i == 2 && (!wimp_span_word(rest, &word) || !wimp_span_equals(word, "to")))
            return fail_at(r, word.at,
                           "'%.*s' is unexpected; expected the word to, then the two ends of the other side",
                           wimp_span_shown(word), word.at);
        result = take_tile(r, rest, join, i);
    }
    return result;
}

// stairs A B ..., link A B ... or seam A A to B B.
static wend_result take_join(reader* r, wimp_span keyword, wimp_span* rest) {
    wimp_recipe* out = r->out;
    if (out->join_count == WIMP_MAX_JOINS)
        return fail_at(r, keyword.at, "more than %d stairs, links and seams; expected links FILE",
                       WIMP_MAX_JOINS);
    wimp_recipe_join* join = &out->joins[out->join_count];
    *join = (wimp_recipe_join){.is_seam = wimp_span_equals(keyword, "seam"),
                               .two_way = wimp_span_equals(keyword, "stairs"),
                               .cost = -1,
                               .id = -1};
    const wend_result result = join->is_seam ? take_seam(r, rest, join) : take_link(r, rest, join);
    if (result == WEND_OK) out->join_count++;
    return result;
}

static wend_result take_connections(reader* r, wimp_span keyword, wimp_span* rest) {
    wimp_recipe* out = r->out;
    if (out->connection_count == WIMP_MAX_CONNECTION_FILES)
        return fail_at(r, keyword.at, "more than %d files of links and walls", WIMP_MAX_CONNECTION_FILES);
    wimp_recipe_connections* file = &out->connections[out->connection_count];
    file->is_links = wimp_span_equals(keyword, "links");
    wend_result result = take_word(r, rest, &file->file);
    if (result != WEND_OK) return result;
    if (file->file.size == 0) return fail_at(r, rest->at, "%s", "the line ends; expected a file");
    file->place = (wimp_place){r->text.line, (int32_t)(file->file.at - r->line.at) + 1};
    out->connection_count++;
    return WEND_OK;
}

// Only the name is checked here: the rest may name classes, which are not known yet.
static wend_result take_profile(const reader* r, wimp_span* rest) {
    char* list = r->job->info->profiles;
    wimp_span word;
    wend_result result = take_word(r, rest, &word);
    if (result != WEND_OK) return result;
    if (word.size == 0)
        return fail_at(r, word.at, "%s", "the line ends; expected a profile, such as tank:radius=1.5");
    size_t name = 0;
    while (name < word.size && word.at[name] &&
           strchr("abcdefghijklmnopqrstuvwxyz0123456789_-", word.at[name]))
        name++;
    if (name == 0 || (name < word.size && word.at[name] != ':'))
        return fail_at(r, word.at,
                       "'%.*s' is not a profile; expected a name of a-z, 0-9, _ and -, then a colon",
                       wimp_span_shown(word), word.at);
    const size_t used = strlen(list);
    if (memchr(word.at, 0, word.size) || used + word.size + 2 > sizeof r->job->info->profiles)
        return fail_at(r, word.at, "the profiles have more than %d bytes", WEND_PROFILES_BYTES - 1);
    if (used > 0) list[used] = '\n';
    memcpy(list + used + (used > 0), word.at, word.size);
    list[used + (used > 0) + word.size] = 0;
    return WEND_OK;
}

static wend_result take_number(const reader* r, wimp_span* rest, const char* what, double* out) {
    wimp_span word;
    if (!wimp_span_word(rest, &word)) return fail_at(r, word.at, "the line ends; expected %s", what);
    if (!wimp_span_signed(word, out) || fabs(*out) > 1e9)
        return fail_at(r, word.at, "'%.*s' is not a number; expected %s", wimp_span_shown(word), word.at,
                       what);
    return WEND_OK;
}

static wend_result take_line(reader* r, wimp_span keyword, wimp_span rest) {
    wimp_recipe* out = r->out;
    wend_result result;
    static const char* const roles[] = {"base", "floor", "layer"};
    for (int32_t i = 0; i < 3; i++)
        if (wimp_span_equals(keyword, roles[i])) return take_layer(r, keyword, rest, (line_role)i);
    if (wimp_span_equals(keyword, "resolution")) {
        double value = 0;
        if (out->has_resolution) return fail_at(r, keyword.at, "%s", "a second resolution");
        result = take_number(r, &rest, "the side of a pixel", &value);
        if (result == WEND_OK && !(value >= 1e-6 && value <= 1e6))
            result = fail_at(r, keyword.at, "the resolution is %g; expected 1e-06..1e+06", value);
        out->has_resolution = true;
        out->resolution = (float)value;
    } else if (wimp_span_equals(keyword, "origin")) {
        double x = 0, y = 0;
        if (out->has_origin) return fail_at(r, keyword.at, "%s", "a second origin");
        result = take_number(r, &rest, "x of the top-left corner", &x);
        if (result == WEND_OK) result = take_number(r, &rest, "y of the top-left corner", &y);
        out->has_origin = true;
        out->origin = (wend_vec2){(float)x, (float)y};
    } else if (wimp_span_equals(keyword, "links") || wimp_span_equals(keyword, "walls")) {
        result = take_connections(r, keyword, &rest);
    } else if (wimp_span_equals(keyword, "stairs") || wimp_span_equals(keyword, "link") ||
               wimp_span_equals(keyword, "seam")) {
        result = take_join(r, keyword, &rest);
    } else if (wimp_span_equals(keyword, "profile")) {
        result = take_profile(r, &rest);
    } else {
        return fail_at(r, keyword.at,
                       "'%.*s' is not a recipe keyword; expected base, floor, layer, resolution, origin, "
                       "links, walls, stairs, link, seam or profile",
                       wimp_span_shown(keyword), keyword.at);
    }
    wimp_span word;
    if (result == WEND_OK && wimp_span_word(&rest, &word))
        return fail_at(r, word.at, "'%.*s' is unexpected; expected the end of the line",
                       wimp_span_shown(word), word.at);
    return result;
}

// Cuts off a comment: // outside quotes, at the start or after a blank.
static wimp_span without_comment(wimp_span line) {
    bool quoted = false;
    for (size_t i = 0; i + 1 < line.size; i++) {
        if (line.at[i] == '"') quoted = !quoted;
        if (!quoted && line.at[i] == '/' && line.at[i + 1] == '/' &&
            (i == 0 || wimp_is_blank(line.at[i - 1])))
            return (wimp_span){line.at, i};
    }
    return line;
}

wend_result wimp_recipe_read(wimp_job* job, wimp_recipe* out) {
    out->count = out->connection_count = out->floor_count = out->join_count = 0;
    out->has_resolution = out->has_origin = false;
    reader r = {.job = job, .text = wimp_text_of(job->bytes, job->size), .out = out};
    if (job->size > MAX_RECIPE_BYTES)
        return wimp_job_fail(job, WEND_ERROR_LIMIT, "the recipe has %zu bytes; the limit is %d", job->size,
                             MAX_RECIPE_BYTES);
    wimp_text_line(&r.text, &r.line);
    wimp_span rest = without_comment(r.line), words[4] = {{0}};
    for (int32_t i = 0; i < 4; i++) wimp_span_word(&rest, &words[i]);
    if (!wimp_span_equals(words[2], "1") || words[3].size)
        return fail_at(&r, words[2].at, "%s", "unknown recipe version; expected wend recipe 1");
    while (wimp_text_line(&r.text, &r.line)) {
        wimp_span keyword;
        rest = without_comment(r.line);
        if (!wimp_span_word(&rest, &keyword)) continue;
        wend_result result = take_line(&r, keyword, rest);
        if (result != WEND_OK) return result;
    }
    if (out->count == 0) return fail_at(&r, r.line.at, "%s", "the recipe has no base; expected base FILE");
    if (out->floor_count == 0) out->floors[0] = (wimp_recipe_floor){.count = out->count};
    return WEND_OK;
}
