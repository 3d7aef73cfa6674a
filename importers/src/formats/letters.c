// letters.c: what does a letter of a text grid cost?
#include "formats/letters.h"

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

bool wimp_letters_is_usual(char letter) {
    return usual_cost(letter) >= 0;
}

void wimp_letters_set_usual(wimp_letters* letters) {
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) letters->costs[c] = usual_cost((char)c);
}

static bool is_between(char c) {
    return wimp_is_blank(c) || c == ',';
}

bool wimp_letters_add(wimp_letters* letters, wimp_span text, wimp_span* bad_out) {
    while (text.size > 0) {
        bool is_letter = text.size > 2 && text.at[1] == '=' && text.at[2] != '=';
        if (is_between(*text.at) && !is_letter) {
            text.at++, text.size--;
            continue;
        }
        size_t size = 1; // the first byte is always the letter
        while (size < text.size && !is_between(text.at[size])) size++;
        uint8_t letter = (uint8_t)*text.at;
        float cost;
        bool good = size > 2 && text.at[1] == '=' && letter >= ' ' && letter <= '~' &&
                    wimp_span_cost((wimp_span){text.at + 2, size - 2}, true, &cost);
        if (!good) {
            *bad_out = (wimp_span){text.at, size};
            return false;
        }
        letters->costs[letter] = cost;
        text.at += size;
        text.size -= size;
    }
    return true;
}
