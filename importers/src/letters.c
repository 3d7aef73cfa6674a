// letters.c: what does a tile cost whose terrain is a letter?
#include "letters.h"

wendi_letters wendi_letters_usual(void) {
    static const char walls[] = "xXwW#@* ";
    wendi_letters letters;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) letters.costs[c] = -1;
    for (const char* wall = walls; *wall; wall++) letters.costs[(uint8_t)*wall] = 0;
    for (int32_t digit = 0; digit <= 9; digit++) letters.costs['0' + digit] = (float)digit;
    letters.costs['.'] = 1;
    letters.costs['-'] = 1.5f;
    letters.costs['^'] = 2;
    return letters;
}

static bool is_between(char c) {
    return c == ' ' || c == '\t' || c == ',';
}

static bool read_cost(wendi_span text, float* out) {
    double cost;
    if (wendi_span_equals(text, "blocked")) {
        *out = 0;
        return true;
    }
    if (!wendi_span_double(text, &cost)) return false;
    *out = (float)cost;
    return cost == 0 || (*out >= WEND_MIN_CLASS_COST && *out <= WEND_MAX_CLASS_COST);
}

bool wendi_letters_add(wendi_letters* letters, wendi_span text, wendi_span* bad_out) {
    while (text.size > 0) {
        bool is_letter = text.size > 2 && text.at[1] == '=' && text.at[2] != '=';
        if (is_between(*text.at) && !is_letter) {
            text.at++, text.size--;
            continue;
        }
        size_t size = 1; // the first byte is the letter, whatever it is
        while (size < text.size && !is_between(text.at[size])) size++;
        uint8_t letter = (uint8_t)*text.at;
        float cost;
        bool good = size > 2 && text.at[1] == '=' && letter >= ' ' && letter <= '~' &&
                    read_cost((wendi_span){text.at + 2, size - 2}, &cost);
        if (!good) {
            *bad_out = (wendi_span){text.at, size};
            return false;
        }
        letters->costs[letter] = cost;
        text.at += size;
        text.size -= size;
    }
    return true;
}
