// world_action.c: actions as lines of text: the kind, then KEY=NUMBER,NUMBER... for each field.
#include "world_action.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char* const kinds[ACTION_KIND_COUNT] = {"change", "ask",     "compare", "repair",
                                                     "field",  "explain", "walk"};

// ---- writing

static void write_operation(FILE* out, const world_operation* o) {
    const wend_link* link = &o->link;
    fprintf(out, " operation=%d profile=%d class=%d cost=%.9g clusters=%d tile=%d,%d budget=%lld",
            (int)o->kind, o->profile, o->terrain_class, (double)o->cost, o->clusters, o->tile.x, o->tile.y,
            (long long)o->budget_us);
    fprintf(out, " area=%d,%d,%d,%d", o->area.x, o->area.y, o->area.width, o->area.height);
    fprintf(out, " link=%d,%d,%d,%d,%.9g,%d,%u,%d", link->from.x, link->from.y, link->to.x, link->to.y,
            (double)link->cost, link->id, (unsigned)link->profiles, link->enabled);
    for (int32_t p = 1; p <= MODEL_PROFILES; p++)
        if (link->profile_costs[p] >= 0)
            fprintf(out, " link_cost=%d,%.9g", p, (double)link->profile_costs[p]);
    for (int32_t i = 0; i < o->edit_count; i++) {
        const wend_edit* e = &o->edits[i];
        fprintf(out, " edit=%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d", (int)e->kind, e->area.x, e->area.y,
                e->area.width, e->area.height, e->terrain_class, e->from.x, e->from.y, e->to.x, e->to.y,
                e->closed);
        if (e->kind == WEND_EDIT_ELEVATION) fprintf(out, " elevation=%.9g", (double)e->elevation);
    }
}

static void write_query(FILE* out, const action* a) {
    const wend_query* q = &a->query;
    fprintf(out,
            " start=%d,%d goal=%d,%d algorithm=%d refinement=%d snap=%.9g partial=%d smooth=%d profile=%d "
            "grid=%d",
            q->start.x, q->start.y, q->goal.x, q->goal.y, (int)q->algorithm, (int)q->refinement,
            (double)q->snap, q->partial, q->smooth, q->profile, a->on_grid);
    fprintf(out, " slices=%d loads=%d tiles=%d", a->in_slices, a->loads, q->first_tiles);
    for (int32_t i = 0; i < q->goal_count; i++) fprintf(out, " goals=%d,%d", a->goals[i].x, a->goals[i].y);
}

void script_write(FILE* out, const script_head* head, const action* actions, int32_t count) {
    fprintf(out, "# property_random_worlds --script FILE does this again\nworld seed=%llu most=%d files=%d\n",
            (unsigned long long)head->seed, head->most, head->by_file);
    for (int32_t i = 0; i < count; i++) {
        fprintf(out, "%s", kinds[actions[i].kind]);
        if (actions[i].kind == CHANGE) write_operation(out, &actions[i].operation);
        if (actions[i].kind != CHANGE && actions[i].kind != COMPARE) write_query(out, &actions[i]);
        fprintf(out, "\n");
    }
}

// ---- reading

enum { MOST_NUMBERS = 11 };

static int32_t read_numbers(const char* text, double numbers[MOST_NUMBERS]) {
    int32_t count = 0;
    for (char* end; count < MOST_NUMBERS; text = end + 1) {
        numbers[count++] = strtod(text, &end);
        if (end == text) return -1;
        if (*end != ',') return *end == '\0' ? count : -1;
    }
    return -1;
}

// How many numbers a key has; 0: there is no such key.
static int32_t take(action* a, const char* key, const double* n) {
    world_operation* o = &a->operation;
    wend_query* q = &a->query;
    const struct {
        const char* key;
        int32_t* to;
    } whole[] = {{"profile", a->kind == CHANGE ? &o->profile : &q->profile},
                 {"clusters", &o->clusters},
                 {"tiles", &q->first_tiles}};
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        if (strcmp(key, whole[i].key) == 0) return *whole[i].to = (int32_t)n[0], 1;
    const struct {
        const char* key;
        wend_tile* to;
    } tiles[] = {{"tile", &o->tile}, {"start", &q->start}, {"goal", &q->goal}};
    for (size_t i = 0; i < sizeof tiles / sizeof *tiles; i++)
        if (strcmp(key, tiles[i].key) == 0)
            return *tiles[i].to = (wend_tile){(int32_t)n[0], (int32_t)n[1]}, 2;
    if (strcmp(key, "operation") == 0) return o->kind = (operation_kind)n[0], 1;
    if (strcmp(key, "class") == 0) return o->terrain_class = (uint8_t)n[0], 1;
    if (strcmp(key, "cost") == 0) return o->cost = (float)n[0], 1;
    if (strcmp(key, "budget") == 0) return o->budget_us = (int64_t)n[0], 1;
    if (strcmp(key, "algorithm") == 0) return q->algorithm = (wend_algorithm)n[0], 1;
    if (strcmp(key, "refinement") == 0) return q->refinement = (wend_refinement)n[0], 1;
    if (strcmp(key, "snap") == 0) return q->snap = (float)n[0], 1;
    if (strcmp(key, "partial") == 0) return q->partial = n[0] != 0, 1;
    if (strcmp(key, "smooth") == 0) return q->smooth = n[0] != 0, 1;
    if (strcmp(key, "grid") == 0) return a->on_grid = n[0] != 0, 1;
    if (strcmp(key, "loads") == 0) return a->loads = n[0] != 0, 1;
    if (strcmp(key, "area") == 0)
        return o->area = (wend_rect){(int32_t)n[0], (int32_t)n[1], (int32_t)n[2], (int32_t)n[3]}, 4;
    if (strcmp(key, "slices") == 0) return a->in_slices = n[0] != 0, 1;
    if (strcmp(key, "goals") == 0 && q->goal_count < MOST_GOALS)
        return a->goals[q->goal_count++] = (wend_tile){(int32_t)n[0], (int32_t)n[1]}, 2;
    if (strcmp(key, "elevation") == 0 && o->edit_count > 0)
        return o->edits[o->edit_count - 1].elevation = (float)n[0], 1;
    if (strcmp(key, "link") == 0) {
        o->link = wend_default_link((wend_tile){(int32_t)n[0], (int32_t)n[1]},
                                    (wend_tile){(int32_t)n[2], (int32_t)n[3]}, (float)n[4]);
        o->link.id = (int32_t)n[5];
        o->link.profiles = (uint32_t)n[6];
        o->link.enabled = n[7] != 0;
        return 8;
    }
    if (strcmp(key, "link_cost") == 0 && n[0] >= 1 && n[0] <= MODEL_PROFILES)
        return o->link.profile_costs[(int32_t)n[0]] = (float)n[1], 2;
    if (strcmp(key, "edit") == 0 && o->edit_count < OPERATION_EDITS) {
        o->edits[o->edit_count++] = (wend_edit){
            .kind = (wend_edit_kind)n[0],
            .area = {(int32_t)n[1], (int32_t)n[2], (int32_t)n[3], (int32_t)n[4]},
            .terrain_class = (uint8_t)n[5],
            .from = {(int32_t)n[6], (int32_t)n[7]},
            .to = {(int32_t)n[8], (int32_t)n[9]},
            .closed = n[10] != 0,
        };
        return 11;
    }
    return 0;
}

static bool read_action(char* line, action* out) {
    char* word = strtok(line, " \n");
    int32_t kind = 0;
    while (kind < ACTION_KIND_COUNT && strcmp(word, kinds[kind]) != 0) kind++;
    if (kind == ACTION_KIND_COUNT) return false;
    *out = (action){.kind = (action_kind)kind,
                    .query = wend_default_query((wend_tile){0, 0}, (wend_tile){0, 0})};
    while ((word = strtok(NULL, " \n"))) {
        double numbers[MOST_NUMBERS] = {0};
        char* equals = strchr(word, '=');
        if (!equals) return false;
        *equals = '\0';
        const int32_t count = read_numbers(equals + 1, numbers);
        if (count < 1 || take(out, word, numbers) != count) return false;
    }
    return true;
}

int32_t script_read(FILE* in, script_head* head, action actions[MOST_ACTIONS]) {
    char line[1000];
    int32_t count = -1;
    *head = (script_head){0};
    for (int32_t number = 1; fgets(line, sizeof line, in); number++) {
        if (line[0] == '#' || line[0] == '\n') continue;
        unsigned long long seed;
        const bool is_head = count < 0 && sscanf(line, "world seed=%llu most=%d files=%d", &seed, &head->most,
                                                 &head->by_file) >= 2;
        if (is_head) head->seed = seed;
        if (is_head || (count >= 0 && count < MOST_ACTIONS && read_action(line, &actions[count]))) {
            count++;
            continue;
        }
        fprintf(stderr, "line %d is not understood\n", number);
        return -1;
    }
    return count;
}
