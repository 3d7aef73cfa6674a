// Does any text of a profile, as command lines and recipes have it, get a clean result?
#include <stdlib.h>
#include <string.h>

#include "profile_text.h"
#include "target.h"

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    static const char meanings[WEND_CLASS_COUNT][WEND_MEANING_BYTES] = {"blocked", "road", "deep water"};
    const profile_text source = {.meanings = meanings};
    static profile_definitions list;
    list.count = list.slope_count = 0;
    for (size_t at = 0; at < size;) { // a profile in each line
        const uint8_t* end = memchr(data + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - data) - at : size - at;
        char* text = malloc(length + 1);
        if (!text) return 0;
        memcpy(text, data + at, length);
        text[length] = '\0';
        char why[PROFILE_WHY] = "";
        const profile_result result = profile_text_read(&source, text, &list, why);
        if (result == PROFILE_BAD && (why[0] == '\0' || memchr(why, 0, sizeof why) == NULL)) __builtin_trap();
        if (list.count < 0 || list.count > WEND_MAX_PROFILES - 1) __builtin_trap();
        free(text);
        at += length + 1;
    }
    for (int i = 0; i < list.count; i++) {
        const wend_profile_def* p = &list.items[i];
        if (!(p->radius >= 0) || memchr(list.names[i], 0, sizeof list.names[i]) == NULL) __builtin_trap();
    }
    return 0;
}
