// profiles.c: how does a text such as "tank:radius=1.5" define a profile? As for `wend bake --profile`.
#include "native.h"
#include "profile_text.h"

#include <stdlib.h>
#include <string.h>

_Static_assert(WENDPY_WHY == PROFILE_WHY, "the reason of a failure fits");

bool wendpy_profile_read(const char* text, const void* meanings_opt, const char* unit_opt,
                         wend_profile_def* out, char* name_out, wend_slope_point* slopes_out, char* why_out) {
    static const char none[WEND_CLASS_COUNT][WEND_MEANING_BYTES];
    const profile_text source = {
        meanings_opt != NULL ? (const char(*)[WEND_MEANING_BYTES])meanings_opt : none, NULL, unit_opt};
    profile_definitions* list = calloc(1, sizeof *list);
    strcpy(why_out, "out of memory");
    const bool done = list != NULL && profile_text_read(&source, text, list, why_out) == PROFILE_OK;
    if (done) {
        *out = list->items[0];
        out->name = name_out;
        memcpy(name_out, list->names[0], sizeof list->names[0]);
        if (out->slope_count > 0) {
            memcpy(slopes_out, out->slopes, (size_t)out->slope_count * sizeof *slopes_out);
            out->slopes = slopes_out;
        }
    }
    free(list);
    return done;
}
