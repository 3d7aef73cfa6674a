// commands.c: how are commands queued and run, and how are their values parsed?
#include "platform/commands.h"
#include "platform/memory.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- values

bool command_refuse(char* why, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, COMMAND_WHY, format, arguments);
    va_end(arguments);
    return false;
}

bool parse_number(const char* text, double* out, const char** end_out) {
    char* end = NULL;
    double value = strtod(text, &end);
    if (end == text || !isfinite(value)) return false;
    *out = value;
    *end_out = end;
    return true;
}

bool parse_pair(const char* text, double* x, double* y) {
    const char* end = NULL;
    return parse_number(text, x, &end) && *end == ',' && parse_number(end + 1, y, &end) && *end == '\0';
}

bool parse_range(const char* value, double least, double most, double* out, char* why) {
    const char* end = NULL;
    if (parse_number(value, out, &end) && *end == '\0' && *out >= least && *out <= most) return true;
    return command_refuse(why, "'%.40s' is no number from %g to %g", value, least, most);
}

bool parse_tile(const char* text, const wend_grid* grid, wend_tile* out, char* why) {
    const wend_rect map = wend_grid_area(grid);
    const int32_t floors = wend_grid_floors(grid);
    double at[3] = {0, 0, 0}; // column, row, floor
    const char* rest = text;
    int count = 0;
    while (count < 3 && parse_number(rest, &at[count], &rest) && at[count] == floor(at[count]) &&
           (++count < 2 || *rest != '\0') && *rest == ',')
        rest++;
    if (count < 2 || *rest != '\0' || rest[-1] == ',')
        return command_refuse(why, "'%.40s' is no tile, expected X,Y%s in whole numbers", text,
                              floors > 1 ? " or X,Y,F" : "");
    if (at[0] < map.x || at[1] < map.y || at[0] >= map.x + map.width || at[1] >= map.y + map.height) {
        const int used = snprintf(why, COMMAND_WHY, "tile %.0f,%.0f is outside the map of %d x %d", at[0],
                                  at[1], map.width, map.height);
        if (map.x != 0 || map.y != 0)
            snprintf(why + used, (size_t)(COMMAND_WHY - used), " from %d,%d on", map.x, map.y);
        return false;
    }
    if (at[2] < 0 || at[2] >= floors)
        return command_refuse(why, "tile %.40s: the map has floors 0 to %d", text, floors - 1);
    *out = (wend_tile){(int32_t)at[0], (int32_t)at[1], (uint16_t)at[2]};
    return true;
}

bool parse_tiles(const char* text, const wend_grid* grid, wend_tile out[2], char* why) {
    char first[40];
    const char* space = strchr(text, ' ');
    if (space == NULL || space - text >= (ptrdiff_t)sizeof first)
        return command_refuse(why, "'%.40s' are no two tiles, expected \"X,Y X,Y\"", text);
    snprintf(first, sizeof first, "%.*s", (int)(space - text), text);
    return parse_tile(first, grid, &out[0], why) && parse_tile(space + 1, grid, &out[1], why);
}

bool parse_switch(bool* flag_io, const char* value, char* why) {
    bool toggle = strcmp(value, "toggle") == 0;
    if (!toggle && strcmp(value, "0") != 0 && strcmp(value, "1") != 0)
        return command_refuse(why, "'%s' is no switch, expected 0, 1 or toggle", value);
    *flag_io = toggle ? !*flag_io : value[0] == '1';
    return true;
}

int parse_word(const char* value, const char* what, const char* (*name)(int index), char* why) {
    int used = snprintf(why, COMMAND_WHY, "unknown %s '%.40s', expected", what, value);
    for (int i = 0; name(i) != NULL; i++) {
        if (strcmp(value, name(i)) == 0) return i;
        if (used < COMMAND_WHY) used += snprintf(why + used, (size_t)(COMMAND_WHY - used), " %s", name(i));
    }
    return -1;
}

// ---- the queue

enum { VALUE = 512 }; // bytes of a formatted value: more than the name of a file has

void commands_free(commands* c) {
    for (int i = 0; i < c->count; i++) free(c->queue[i].value);
    free(c->queue);
    free(c->waiting.value);
    *c = (commands){.count = 0};
}

void commands_add(commands* c, const command_def* defs, void* owner) {
    c->tables[c->table_count].defs = defs;
    c->tables[c->table_count++].owner = owner;
}

// Takes ownership of the value.
static bool append(commands* c, command added) {
    if (!memory_grow(&c->queue, c->count, &c->capacity, sizeof *c->queue)) return false;
    c->queue[c->count++] = added;
    return true;
}

void commands_push_line(commands* c, const char* name, const char* value, int line) {
    size_t size = strlen(value) + 1;
    char* copy = malloc(size);
    if (copy != NULL && append(c, (command){name, memcpy(copy, value, size), line, false})) return;
    free(copy);
    c->out_of_memory = true;
}

void commands_push(commands* c, const char* name, const char* value) {
    commands_push_line(c, name, value, 0);
}

void commands_pushf(commands* c, const char* name, const char* format, ...) {
    char value[VALUE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(value, sizeof value, format, arguments);
    va_end(arguments);
    commands_push(c, name, value);
}

// The definition of a command and its owner; NULL, with the reason in why: unknown.
static const command_def* find(const commands* c, const command* wanted, void** owner_out, char* why) {
    int used = snprintf(why, COMMAND_WHY, "unknown setting '%.20s' (", wanted->name);
    for (int table = 0; table < c->table_count; table++) {
        for (const command_def* def = c->tables[table].defs; def->name != NULL; def++) {
            bool setting = def->kind == COMMAND_SETTING || def->kind == COMMAND_LOSES_EDITS;
            *owner_out = c->tables[table].owner;
            if ((setting || wanted->line == 0) && strcmp(wanted->name, def->name) == 0) return def;
            if (setting && used < COMMAND_WHY - 20)
                used += snprintf(why + used, (size_t)(COMMAND_WHY - used), "%s ", def->name);
        }
    }
    why[used - 1] = ')';
    return NULL;
}

bool commands_is(const commands* c, const char* name, const char* value) {
    void* owner = NULL;
    char why[COMMAND_WHY];
    const command_def* def = find(c, &(command){.name = name}, &owner, why);
    const bool negated = strcmp(value, "0") == 0;
    if (def == NULL) return false;
    if (def->is != NULL) return def->is(owner, value) != negated;
    if (def->on != NULL) return def->on(owner) != negated;
    if (def->offset == COMMAND_NO_MEMBER) return false;
    const void* member = (const char*)owner + def->offset;
    if (def->type == VALUE_SWITCH) return *(const bool*)member != negated;
    const char* word = def->type == VALUE_WORD ? def->word(*(const int*)member) : NULL;
    return word != NULL && strcmp(word, value) == 0;
}

// The number that a value is, or the index of its word.
static bool parse_as(const command_def* def, const char* value, double* out, char* why) {
    if (def->type == VALUE_WORD) return (*out = parse_word(value, def->what, def->word, why)) >= 0;
    if (def->type != VALUE_INT && def->type != VALUE_FLOAT && def->type != VALUE_DOUBLE) return true;
    *out = def->also_value;
    return (def->also != NULL && strcmp(value, def->also) == 0) ||
           parse_range(value, def->least, def->most, out, why);
}

// Writes the value to the owner's member that the definition names.
static bool set(void* owner, const command_def* def, const char* value, char* why) {
    double number = 0;
    if (!parse_as(def, value, &number, why)) return false;
    if (def->set != NULL) {
        def->set(owner, number);
        return true;
    }
    void* member = (char*)owner + def->offset;
    switch (def->type) {
    case VALUE_NONE:
        return true;
    case VALUE_SWITCH: {
        bool on = def->on != NULL ? def->on(owner) : *(bool*)member;
        if (!parse_switch(&on, value, why)) return false;
        if (def->turn != NULL)
            def->turn(owner, on);
        else
            *(bool*)member = on;
        return true;
    }
    case VALUE_WORD:
    case VALUE_INT:
        *(int*)member = (int)number;
        return true;
    case VALUE_TEXT:
        if (strlen(value) < def->size) {
            memcpy(member, value, strlen(value) + 1);
            return true;
        }
        return command_refuse(why, "'%.40s...' is too long, expected at most %zu bytes", value,
                              def->size - 1);
    case VALUE_FLOAT:
        *(float*)member = (float)number;
        return true;
    default:
        *(double*)member = number;
        return true;
    }
}

static bool perform(const commands* c, void* owner, const command_def* def, const char* value, char* why) {
    wend_tile tile;
    if (def->allowed != NULL && !def->allowed(owner, why)) return false;
    if (def->at != NULL && !parse_tile(value, *c->grid, &tile, why)) return false;
    if (def->at != NULL) def->at(owner, tile);
    if (def->take != NULL) def->take(owner, value);
    if (def->run != NULL ? !def->run(owner, value, why) : !set(owner, def, value, why)) return false;
    if (def->then != NULL) def->then(owner);
    return true;
}

// Takes ownership of the command.
static bool run(commands* c, command next, char* why) {
    void* owner = NULL;
    const command_def* def = find(c, &next, &owner, why);
    bool asks = def != NULL && (def->kind == COMMAND_LOSES_EDITS || def->kind == COMMAND_LEAVES);
    if (asks && !next.asked && c->has_unsaved(c->unsaved_context)) {
        free(c->waiting.value);
        c->waiting = next;
        return true;
    }
    bool done = def != NULL && perform(c, owner, def, next.value, why);
    free(next.value);
    return done;
}

bool commands_run(commands* c, command_refusal* refusal_out) {
    if (c->out_of_memory) {
        c->out_of_memory = false;
        *refusal_out = (command_refusal){0, "out of memory"};
        return false;
    }
    while (c->count > 0) {
        command next = c->queue[0];
        memmove(c->queue, c->queue + 1, (size_t)--c->count * sizeof *c->queue);
        refusal_out->line = next.line;
        if (!run(c, next, refusal_out->why)) return false;
    }
    return true;
}

void commands_answer(commands* c, bool agreed) {
    command next = c->waiting;
    c->waiting = (command){.name = NULL};
    next.asked = true;
    if (agreed && next.name != NULL && append(c, next)) return;
    free(next.value);
}
