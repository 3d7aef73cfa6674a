// color_warning.c: what does a rule based on brightness ignore in a colour image?
#include "sink/colors.h"

#include <stdio.h>
#include <string.h>

enum { LISTED = 2 }; // colours of one cost

typedef struct text {
    char at[200];
    size_t used;
} text;

#define add(t, ...)                                                                                          \
    do {                                                                                                     \
        if ((t)->used < sizeof(t)->at) {                                                                     \
            wimp_print((t)->at + (t)->used, sizeof(t)->at - (t)->used, __VA_ARGS__);                         \
            (t)->used += strlen((t)->at + (t)->used);                                                        \
        }                                                                                                    \
    } while (0)

static bool is_first_of_cost(const wend_image_colors* c, int32_t at) {
    for (int32_t i = 0; i < at; i++)
        if (c->list[i].cost == c->list[at].cost) return false;
    return true;
}

// "grass (30.0 %), forest (9.1 %) and 2 more are blocked"; nothing when no other colour has the same cost.
static void add_group(text* t, const wend_image_colors* c, int32_t first, bool is_first_group) {
    int32_t count = 0;
    float cost = c->list[first].cost;
    for (int32_t i = first; i < c->count; i++) count += c->list[i].cost == cost;
    if (count < 2) return;
    add(t, "%s", is_first_group ? ": " : "; ");
    for (int32_t i = first, listed = 0; i < c->count && listed < LISTED; i++) {
        const wend_image_color* color = &c->list[i];
        if (color->cost != cost) continue;
        add(t, "%s%s (%.1f %%)",
            listed == 0           ? ""
            : listed + 1 == count ? " and "
                                  : ", ",
            color->name, 100 * (double)color->pixels / (double)c->pixels);
        listed++;
    }
    if (count > LISTED) add(t, " and %d more", count - LISTED);
    if (cost > 0)
        add(t, " cost %.4g", (double)cost);
    else
        add(t, " are blocked");
}

void wimp_colors_warn(wimp_job* job) {
    const wend_image_colors* c = &job->info->colors;
    const wend_import_def* def = job->def;
    if (!c->has_hues || def->rule != WEND_RULE_BRIGHTNESS || def->channel != WEND_CHANNEL_MAX) return;
    static const char more[] = "; and more";
    text t = {.used = 0};
    if (c->is_few || c->distinct <= WEND_MAX_DISTINCT)
        add(&t, "%d colours, of which only the brightness counts", c->is_few ? c->count : c->distinct);
    else
        add(&t, "over %d colours, of which only the brightness counts", WEND_MAX_DISTINCT);
    const size_t head = t.used;
    for (int32_t i = 0; c->is_few && i < c->count; i++) {
        const size_t before = t.used;
        if (is_first_of_cost(c, i)) add_group(&t, c, i, before == head);
        if (t.used + sizeof more <= sizeof t.at) continue;
        t.used = before; // no room for this group
        add(&t, "%s", more);
        break;
    }
    snprintf(job->info->color_warning, sizeof job->info->color_warning, "%s", t.at);
}
