// letters.c: what does a tile cost whose terrain is a letter?
#include "letters.h"

static float usual_cost(char letter) {
    switch (letter) {
    case 'x':
    case 'X':
    case 'w':
    case 'W':
    case '#':
    case '@':
    case '*':
    case ' ':
        return 0;
    case '.':
        return 1;
    case '-':
        return 1.5f;
    case '^':
        return 2;
    default:
        return letter >= '0' && letter <= '9' ? (float)(letter - '0') : -1;
    }
}

bool wendi_letters_is_usual(char letter) {
    return usual_cost(letter) >= 0;
}

void wendi_letters_set_usual(wendi_letters* letters) {
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) letters->costs[c] = usual_cost((char)c);
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
