// classes.c: what does each terrain class of a grid mean and cost, and how many tiles have it?
#include "classes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BAR_WIDTH = 30, MOST_PASSABLE_GROUPS = 10, COST_BINS = 8, MOST_BLOCKED_KINDS = 4 };
_Static_assert(MOST_PASSABLE_GROUPS + MOST_BLOCKED_KINDS <= CLASS_GROUPS_MAX, "all groups have room");

static bool is_one_over_brightness(const char* rule) {
    return strcmp(rule, "brightness") == 0 || strcmp(rule, "luma") == 0 || strcmp(rule, "inverse") == 0;
}

void classes_json(cJSON* object, const class_table* table, bool with_unused) {
    const float* costs = wend_grid_class_costs(table->grid);
    const int64_t* counts = wend_grid_class_counts(table->grid);
    const bool one_over_brightness = is_one_over_brightness(table->rule);
    cJSON* classes = cJSON_AddArrayToObject(object, "classes");
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        if (counts[i] == 0 && !(with_unused && costs[i] > 0)) continue;
        cJSON* row = json_row(classes);
        json_integer(row, "class", i);
        if (one_over_brightness && costs[i] > 0) json_number(row, "brightness", 1 / (double)costs[i], 6);
        json_number(row, "cost", (double)costs[i], 6);
        json_integer(row, "tile_count", counts[i]);
        json_text(row, "stands_for", table->meanings[i]);
    }
}

void classes_print(const class_table* table) {
    const float* costs = wend_grid_class_costs(table->grid);
    const int64_t* counts = wend_grid_class_counts(table->grid);
    printf("class        cost        tiles  stands for\n");
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        char cost[16] = "blocked";
        if (counts[i] == 0) continue;
        if (costs[i] > 0) snprintf(cost, sizeof cost, "%.4f", (double)costs[i]);
        printf("%5d  %10s %12lld%s%s\n", i, cost, (long long)counts[i],
               table->meanings[i][0] != '\0' ? "  " : "", table->meanings[i]);
    }
}

// ---- groups

typedef struct cost_class {
    int id;
    float cost;
} cost_class;

static size_t first_word(const char* text) {
    return strcspn(text, " ");
}

static bool same_word(const char* a, const char* b) {
    const size_t length = first_word(a);
    return length == first_word(b) && memcmp(a, b, length) == 0;
}

// Sorts the classes that have tiles by cost, blocked ones last and grouped by their first word. Returns the
// number of passable classes.
static int sort_classes(const class_table* table, cost_class* out, int* count_out) {
    const float* costs = wend_grid_class_costs(table->grid);
    const int64_t* counts = wend_grid_class_counts(table->grid);
    int passable = 0;
    for (int i = WEND_CLASS_COUNT - 1; i >= 0; i--) { // of equal costs the higher class first: it is brighter
        if (counts[i] == 0 || costs[i] <= 0) continue;
        int at = passable++;
        for (; at > 0 && out[at - 1].cost > costs[i]; at--) out[at] = out[at - 1];
        out[at] = (cost_class){i, costs[i]};
    }
    int count = passable;
    for (int i = WEND_CLASS_COUNT - 1; i >= 0; i--) {
        if (counts[i] == 0 || costs[i] > 0) continue;
        int at = count, behind = count;
        while (at > passable && !same_word(table->meanings[out[at - 1].id], table->meanings[i])) at--;
        if (at == passable) at = count;
        for (; behind > at; behind--) out[behind] = out[behind - 1];
        out[at] = (cost_class){i, 0};
        count++;
    }
    *count_out = count;
    return passable;
}

static void label_group(const class_table* table, const cost_class* classes, int count, char* out,
                        size_t size) {
    const char *first = table->meanings[classes[0].id], *last = table->meanings[classes[count - 1].id];
    bool alike = true;
    for (int i = 1; i < count; i++) alike = alike && same_word(first, table->meanings[classes[i].id]);
    if (count == 1 || strcmp(first, last) == 0)
        snprintf(out, size, "%s", first);
    else if (alike &&
             last[first_word(last)] == ' ') // "brightness 0.8510" and "brightness 0.9020": the word once
        snprintf(out, size, "%s to %s", first, last + first_word(last) + 1);
    else if (count == 2)
        snprintf(out, size, "%s, %s", first, last);
    else
        snprintf(out, size, "%s and %d more", first, count - 1);
}

// Combines consecutive classes of a sorted list.
static class_group make_group(const class_table* table, const cost_class* classes, int count) {
    const int64_t* counts = wend_grid_class_counts(table->grid);
    class_group group = {
        .blocked = classes[0].cost <= 0, .cheapest = classes[0].cost, .costliest = classes[count - 1].cost};
    for (int i = 0; i < count; i++) group.tiles += counts[classes[i].id];
    if (table->meanings[classes[0].id][0] != '\0')
        label_group(table, classes, count, group.label, sizeof group.label);
    return group;
}

static int group_passable(const class_table* table, const cost_class* sorted, int passable,
                          class_group* out) {
    int groups = 0;
    if (passable <= MOST_PASSABLE_GROUPS) {
        for (int i = 0; i < passable; i++) out[groups++] = make_group(table, &sorted[i], 1);
        return groups;
    }
    // equal steps of the logarithm of the cost
    const double low = log((double)sorted[0].cost), span = log((double)sorted[passable - 1].cost) - low;
    for (int i = 0, bin = 1; i < passable; bin++) {
        int stop = i;
        while (stop < passable &&
               (bin >= COST_BINS || log((double)sorted[stop].cost) - low <= span * bin / COST_BINS))
            stop++;
        if (stop > i) out[groups++] = make_group(table, &sorted[i], stop - i);
        i = stop;
    }
    return groups;
}

static int group_blocked(const class_table* table, const cost_class* sorted, int count, class_group* out) {
    int groups = 0;
    if (count <= MOST_BLOCKED_KINDS) {
        for (int i = 0; i < count; i++) out[groups++] = make_group(table, &sorted[i], 1);
        return groups;
    }
    for (int i = 0; i < count;) {
        int stop = i + 1;
        while (stop < count && (groups == MOST_BLOCKED_KINDS - 1 ||
                                same_word(table->meanings[sorted[i].id], table->meanings[sorted[stop].id])))
            stop++;
        out[groups++] = make_group(table, &sorted[i], stop - i);
        i = stop;
    }
    return groups;
}

int classes_group(const class_table* table, class_group out[CLASS_GROUPS_MAX]) {
    cost_class sorted[WEND_CLASS_COUNT];
    int count;
    const int passable = sort_classes(table, sorted, &count);
    const int groups = group_passable(table, sorted, passable, out);
    return groups + group_blocked(table, &sorted[passable], count - passable, &out[groups]);
}

const char* classes_cost_text(const class_group* group, char buffer[32]) {
    if (group->blocked)
        snprintf(buffer, 32, "blocked");
    else if (group->cheapest < group->costliest)
        snprintf(buffer, 32, "%.4g to %.4g", (double)group->cheapest, (double)group->costliest);
    else
        snprintf(buffer, 32, "%.4g", (double)group->cheapest);
    return buffer;
}

void classes_print_histogram(const class_table* table) {
    class_group groups[CLASS_GROUPS_MAX];
    const int count = classes_group(table, groups);
    const double all = (double)cli_tile_count(table->grid);
    int64_t most = 1;
    for (int i = 0; i < count; i++)
        if (groups[i].tiles > most) most = groups[i].tiles;
    for (int i = 0; i < count; i++) {
        char cost[32], bar[BAR_WIDTH + 1];
        const int length = (int)ceil((double)groups[i].tiles / (double)most * BAR_WIDTH);
        memset(bar, '#', sizeof bar);
        bar[length] = '\0';
        printf("%-12s %-16s %6.2f %%  %-*s%s%s\n", i == 0 ? "costs" : "", classes_cost_text(&groups[i], cost),
               100.0 * (double)groups[i].tiles / all, groups[i].label[0] != '\0' ? BAR_WIDTH : 0, bar,
               groups[i].label[0] != '\0' ? "  " : "", groups[i].label);
    }
}

// ---- the main colours of an image, and names of files in commands that are shown for them

static double share_of(const wend_image_colors* colors, int64_t pixels) {
    return colors->pixels > 0 ? 100.0 * (double)pixels / (double)colors->pixels : 0;
}

static const char* cost_text(float cost, char out[16]) {
    if (cost > 0)
        snprintf(out, 16, "%.4g", (double)cost);
    else
        snprintf(out, 16, "blocked");
    return out;
}

void color_table_json(cJSON* object, const wend_image_colors* colors) {
    cJSON* array = cJSON_AddArrayToObject(object, "colors");
    for (int32_t i = 0; i < colors->count; i++) {
        const wend_image_color* c = &colors->list[i];
        char shade[8];
        snprintf(shade, sizeof shade, "#%02x%02x%02x", c->red, c->green, c->blue);
        cJSON* row = json_row(array);
        json_text(row, "color", shade);
        json_text(row, "name", c->name);
        json_number(row, "cost", (double)c->cost, 6);
        json_integer(row, "pixels", c->pixels);
        json_number(row, "share_pct", share_of(colors, c->pixels), 4);
    }
    json_integer(object, "distinct", colors->distinct);
    json_integer(object, "far_pixels", colors->far_pixels);
}

void color_table_print(const wend_image_colors* colors) {
    for (int32_t i = 0; i < colors->count; i++) {
        const wend_image_color* c = &colors->list[i];
        char cost[16];
        printf("%-12s #%02x%02x%02x %8s %6.2f %%  %s\n", i == 0 ? "colours" : "", c->red, c->green, c->blue,
               cost_text(c->cost, cost), share_of(colors, c->pixels), c->name);
    }
    if (colors->far_pixels > 0)
        printf("%-12s %-16s %6.2f %%  far from all of these\n", "", "others",
               share_of(colors, colors->far_pixels));
}

void color_table_name(const char* map, const char* ending, char out[COLOR_NAME_MAX]) {
    const char *name = strcmp(map, "-") == 0 ? "map" : cli_basename(map), *dot = strrchr(name, '.');
    const int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    snprintf(out, COLOR_NAME_MAX, "%.*s%s", stem, name, ending);
}

const char* color_table_quoted(const char* word, char* out) {
    const char* plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+,:=@%";
    const size_t length = strlen(word);
    if (length > 0 && length < COLOR_NAME_MAX && strspn(word, plain) == length) return word;
    char* to = out;
    *to++ = '\'';
    for (const char* c = word; *c != '\0' && to < out + 4 * COLOR_NAME_MAX - 8; c++) {
        if (*c == '\'') {
            memcpy(to, "'\\''", 4);
            to += 4;
        } else {
            *to++ = *c;
        }
    }
    *to++ = '\'';
    *to = '\0';
    return out;
}
