// import_steps.c: which choices did a person make in the import panel, to be undone and done again?
#include "tools/import_steps.h"
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 100 }; // older ones are forgotten

bool import_steps_begin(import_steps* s, const import_choice* first) {
    *s = (import_steps){.list = malloc(MOST_STEPS * sizeof *s->list), .count = 1};
    if (s->list != NULL) s->list[0] = *first;
    return s->list != NULL;
}

void import_steps_end(import_steps* s) {
    free(s->list);
    *s = (import_steps){.list = NULL};
}

void import_steps_take(import_steps* s, const import_choice* c, uint32_t widget) {
    if (memcmp(&s->list[s->position], c, sizeof *c) == 0) return;
    const bool goes_on = widget != 0 && widget == s->widget;
    if (!goes_on && s->position == MOST_STEPS - 1)
        memmove(s->list, s->list + 1, (MOST_STEPS - 1) * sizeof *s->list);
    else if (!goes_on)
        s->position++;
    s->list[s->position] = *c;
    s->count = s->position + 1;
    s->widget = widget;
}

static bool go(import_steps* s, int step, import_choice* out) {
    const int to = s->position + step;
    if (to < 0 || to >= s->count) return false;
    s->position = to;
    s->widget = 0;
    *out = s->list[to];
    return true;
}

bool import_steps_undo(import_steps* s, import_choice* out) {
    return go(s, -1, out);
}

bool import_steps_redo(import_steps* s, import_choice* out) {
    return go(s, 1, out);
}
