// wesnoth.c: maps of The Battle for Wesnoth: hexagons with a flat top, columns shifted, one terrain code a
// tile.
//
//     border_size=1
//     usage=map
//
//     Gg, Gg^Fp, Ww, 1 Ke
//     Hh, Mm,    Wo, Gg
//
// A code has a base and perhaps an overlay after ^. Costs are those of people on foot. The tiles of the
// border, which the game shows but nobody enters, are left out.
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "formats/formats.h"
#include "sink/tiles.h"

enum { LOOKED_AT = 4096, CODE_BYTES = 16, FIRST_CLASS = 1, MOST_CODES = WEND_CLASS_COUNT - FIRST_CLASS };
enum { MOST_GIVEN = 256 }; // entries of def.letters

// ---- codes

static bool is_code_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("_^|/\\", c));
}

// Takes "1 Ke" or "Gg^Fp" off a line, up to the comma. False: not a terrain code.
static bool take_code(wimp_span* rest, wimp_span* out) {
    const char* comma = rest->size ? memchr(rest->at, ',', rest->size) : NULL;
    wimp_span cell = {rest->at, comma ? (size_t)(comma - rest->at) : rest->size};
    const size_t taken = cell.size + (comma != NULL);
    rest->at += taken;
    rest->size -= taken;
    wimp_span word = {cell.at, 0}, next;
    for (int32_t i = 0; i < 3; i++) { // where a player starts may stand before the code
        if (!wimp_span_word(&cell, &next)) break;
        word = i < 2 ? next : (wimp_span){next.at, 0};
    }
    *out = word;
    if (word.size < 2 || word.size >= CODE_BYTES || *word.at == '^' || *word.at == '|') return false;
    for (size_t i = 0; i < word.size; i++)
        if (!is_code_letter(word.at[i])) return false;
    return (*word.at >= 'A' && *word.at <= 'Z') || *word.at == '_';
}

static bool is_header(wimp_span line) {
    return line.size > 0 && memchr(line.at, '=', line.size) && !memchr(line.at, ',', line.size) &&
           !memchr(line.at, '"', line.size);
}

// Several codes in the first row.
static bool is_wesnoth(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size < LOOKED_AT ? size : LOOKED_AT);
    wimp_span line, code;
    while (wimp_text_line(&text, &line)) {
        line = wimp_span_trimmed(line);
        if (line.size == 0 || is_header(line)) continue;
        int32_t count = 0;
        const bool is_cut = text.at == text.end && size > LOOKED_AT;
        while (line.size > 0) {
            if (!take_code(&line, &code)) return is_cut && line.size == 0 && count > 1;
            count++;
        }
        return count > 1;
    }
    return false;
}

// ---- costs, as the game gives them to people on foot, and colours

// What the first letters of a code mean; the first entry that fits counts.
typedef struct terrain {
    const char* prefix;
    float cost;
    uint32_t color; ///< 0xRRGGBB
} terrain;

static const terrain bases[] = {
    {"Wo", 0, 0x2C5E86}, {"Wwf", 1, 0x6FA9B8}, {"Wwr", 2, 0x5C93B0}, {"W", 3, 0x4683A8}, {"S", 3, 0x6C7A4B},
    {"D", 2, 0xDCC48A},  {"A", 3, 0xEEF3F6},   {"H", 2, 0xA98F5A},   {"M", 3, 0x8A7D6F}, {"U", 2, 0x5D5148},
    {"Q", 0, 0x1E1C22},  {"X", 0, 0x1A1B20},   {"_", 0, 0x101116},   {"G", 1, 0x7FA650}, {"R", 1, 0xB79B6F},
    {"I", 1, 0xB08B63},  {"C", 1, 0x9C9285},   {"K", 1, 0xA69A8A},   {"F", 2, 0x3F6E3A}, {"V", 1, 0xC08457},
};
static const terrain overlays[] = {
    // that cover the tile; of their costs usual_cost knows
    {"^F", 0, 0x3F6E3A}, {"^U", 0, 0x8A6F9C}, {"^V", 0, 0xC08457},
    {"^B", 0, 0x96744A}, {"^X", 0, 0x3A3733}, {"^P", 0, 0x6B4F36},
};

// NULL: none is known.
static const terrain* find_terrain(const terrain* list, size_t count, wimp_span code) {
    for (size_t i = 0; i < count; i++) {
        const size_t length = strlen(list[i].prefix);
        if (code.size >= length && memcmp(code.at, list[i].prefix, length) == 0) return &list[i];
    }
    return NULL;
}

static const terrain* base_of(wimp_span code) {
    return find_terrain(bases, sizeof bases / sizeof *bases, code);
}

static float highest(float a, float b) {
    return a == 0 || b == 0 ? 0 : a > b ? a : b;
}

// -1: unknown.
static float usual_cost(wimp_span code) {
    const char* caret = memchr(code.at, '^', code.size);
    const float base = base_of(code) ? base_of(code)->cost : -1;
    if (base < 0 || !caret || caret + 1 == code.at + code.size) return base;
    const bool is_open = code.at[code.size - 1] == 'o';
    switch (caret[1]) {
    case 'F': // forest
    case 'U': // mushrooms
        return highest(base, 2);
    case 'V': // village
        return 1;
    case 'B': // bridge
        return 1;
    case 'X': // impassable
        return 0;
    case 'P': // gate
        return is_open ? base : 0;
    default: // decoration
        return base;
    }
}

// 0xFFRRGGBB, of the overlay where it covers the tile; 0: not known.
static uint32_t color_of(wimp_span code) {
    const char* caret = memchr(code.at, '^', code.size);
    const wimp_span overlay = {caret, caret ? (size_t)(code.at + code.size - caret) : 0};
    const terrain* found = find_terrain(overlays, sizeof overlays / sizeof *overlays, overlay);
    if (!found) found = base_of(code);
    return found ? 0xFF000000u | found->color : 0;
}

// ---- the map

typedef struct given {
    wimp_span code;
    float cost;
} given;

typedef struct reader {
    wimp_job* job;
    wimp_text text;
    int32_t border, width, height; ///< width and height with the border
    given given[MOST_GIVEN];
    int32_t given_count;
    char codes[MOST_CODES][CODE_BYTES];
    int32_t code_count;
    float class_costs[WEND_CLASS_COUNT];
} reader;

// "Gg=1 Ww=3 ^Fp=2 X*=blocked": the whole code, its base, its overlay, or a beginning.
static wend_result read_given(reader* r) {
    const char* text = r->job->def->letters;
    if (!text) return WEND_OK;
    wimp_span rest = {text, strlen(text)}, word;
    while (wimp_span_word(&rest, &word)) {
        const char* equals = memchr(word.at, '=', word.size);
        const size_t size = equals ? (size_t)(equals - word.at) : 0;
        given entry = {{word.at, size}, 0};
        if (size == 0 || !wimp_span_cost((wimp_span){equals + 1, word.size - size - 1}, true, &entry.cost))
            return wimp_job_fail(
                r->job, WEND_ERROR_ARGUMENT,
                "\"%.*s\" in letters; expected CODE=COST, the cost blocked, 0 or in 1/64..1024",
                wimp_span_shown(word), word.at);
        if (r->given_count == MOST_GIVEN)
            return wimp_job_fail(r->job, WEND_ERROR_LIMIT, "more than %d entries in letters", MOST_GIVEN);
        r->given[r->given_count++] = entry;
    }
    return WEND_OK;
}

static bool equals(wimp_span a, wimp_span b) {
    return a.size == b.size && memcmp(a.at, b.at, a.size) == 0;
}

static bool matches(wimp_span pattern, wimp_span code) {
    const char* caret = memchr(code.at, '^', code.size);
    const wimp_span base = {code.at, caret ? (size_t)(caret - code.at) : code.size};
    const wimp_span overlay = {code.at + base.size, code.size - base.size};
    if (pattern.at[pattern.size - 1] == '*') {
        pattern.size--;
        if (pattern.size > 0 && *pattern.at == '^') code = overlay;
        return code.size >= pattern.size && memcmp(pattern.at, code.at, pattern.size) == 0;
    }
    return equals(pattern, code) || equals(pattern, base) || equals(pattern, overlay);
}

// The last entry that matches counts; -1: unknown.
static float cost_of(const reader* r, wimp_span code) {
    for (int32_t i = r->given_count - 1; i >= 0; i--)
        if (matches(r->given[i].code, code)) return r->given[i].cost;
    return usual_cost(code);
}

static wend_result class_of(reader* r, wimp_span code, int32_t column, uint8_t* out) {
    for (int32_t i = 0; i < r->code_count; i++) {
        if (!wimp_span_equals(code, r->codes[i])) continue;
        *out = (uint8_t)(FIRST_CLASS + i);
        return WEND_OK;
    }
    const float cost = cost_of(r, code);
    if (cost < 0)
        return wimp_job_fail(
            r->job, WEND_ERROR_FORMAT,
            "line %d, column %d: the terrain \"%.*s\" has no cost; expected an entry in letters",
            r->text.line, column, wimp_span_shown(code), code.at);
    if (r->code_count == MOST_CODES)
        return wimp_job_fail(r->job, WEND_ERROR_LIMIT, "line %d, column %d: more than %d terrain codes",
                             r->text.line, column, MOST_CODES);
    const int32_t class = FIRST_CLASS + r->code_count;
    snprintf(r->codes[r->code_count++], CODE_BYTES, "%.*s", (int)code.size, code.at);
    r->class_costs[class] = cost;
    snprintf(r->job->info->meanings[class], WEND_MEANING_BYTES, "terrain %.*s", (int)code.size, code.at);
    r->job->info->class_colors[class] = color_of(code);
    *out = (uint8_t) class;
    return WEND_OK;
}

// The lines of the header: border_size matters.
static wend_result read_header(reader* r) {
    wimp_text ahead = r->text;
    wimp_span line;
    r->border = 1; // of every map that does not say otherwise
    while (wimp_text_line(&ahead, &line)) {
        line = wimp_span_trimmed(line);
        if (line.size > 0 && !is_header(line)) return WEND_OK;
        r->text = ahead;
        static const char key[] = "border_size=";
        const size_t length = sizeof key - 1;
        if (line.size <= length || memcmp(line.at, key, length) != 0) continue;
        const wimp_span value = {line.at + length, line.size - length};
        if (!wimp_span_int(value, &r->border) || r->border > 100)
            return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                                 "line %d, column %zu: the border_size is '%.*s'; expected 0 to 100",
                                 ahead.line, length + 1, wimp_span_shown(value), value.at);
    }
    return WEND_OK;
}

// Counts rows and columns, and gives each code a class.
static wend_result survey(reader* r) {
    const wimp_text start = r->text;
    wimp_span line, code;
    int32_t first_line = 0;
    while (wimp_text_line(&r->text, &line)) {
        line = wimp_span_trimmed(line);
        if (line.size == 0) continue;
        const char* line_at = line.at;
        int32_t width = 0;
        for (; line.size > 0; width++) {
            uint8_t class;
            const bool good = take_code(&line, &code);
            const int32_t column = (int32_t)(code.at - line_at) + 1;
            if (!good)
                return wimp_job_fail(
                    r->job, WEND_ERROR_FORMAT,
                    "line %d, column %d: '%.*s' is not a terrain code; expected one such as Gg or Gg^Fp",
                    r->text.line, column, wimp_span_shown(code), code.at);
            wend_result result = class_of(r, code, column, &class);
            if (result != WEND_OK) return result;
        }
        if (r->height == 0) r->width = width, first_line = r->text.line;
        if (width != r->width)
            return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                                 "line %d has %d codes, row %d; expected %d as line %d has", r->text.line,
                                 width, r->height + 1, r->width, first_line);
        if (++r->height > WIMP_MAX_IMAGE_SIDE) break;
    }
    r->text = start;
    return WEND_OK;
}

static wend_result read_rows(reader* r, wimp_tiles* tiles) {
    wimp_span line, code;
    for (int32_t y = 0; y < r->height - r->border && wimp_text_line(&r->text, &line);) {
        line = wimp_span_trimmed(line);
        if (line.size == 0) continue;
        if (y++ < r->border) continue;
        for (int32_t x = 0; x < r->width - r->border; x++) {
            uint8_t class = 0;
            if (!take_code(&line, &code)) break; // cannot be: all were read before
            wend_result result = class_of(r, code, 1, &class);
            if (result != WEND_OK) return result;
            if (x >= r->border) tiles->row[x - r->border] = class;
        }
        wend_result result = wimp_tiles_next(tiles);
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

static wend_result read_map(reader* r) {
    wimp_job* job = r->job;
    wend_result result = read_given(r);
    if (result == WEND_OK) result = read_header(r);
    if (result == WEND_OK) result = survey(r);
    if (result != WEND_OK) return result;
    const int32_t width = r->width - 2 * r->border, height = r->height - 2 * r->border;
    result = wimp_job_check_size(job, width > 0 ? width : 0, height > 0 ? height : 0);
    if (result == WEND_OK) result = wimp_job_set_hex(job, WEND_CONNECTIVITY_HEX_ODD_Q);
    if (result != WEND_OK) return result;
    // The game shifts its even columns, which it counts from 1, without the border.
    job->info->width = width;
    job->info->height = height;
    snprintf(job->info->rule, sizeof job->info->rule, "terrain");
    wimp_tiles tiles;
    result = wimp_tiles_begin(&tiles, job, width, height, r->class_costs);
    return result == WEND_OK ? read_rows(r, &tiles) : result;
}

static wend_result read_wesnoth(wimp_job* job) {
    reader* r = wimp_job_get(job, sizeof *r);
    if (!r) return WEND_ERROR_MEMORY;
    r->job = job;
    r->text = wimp_text_of(job->bytes, job->size);
    return read_map(r);
}

const wimp_format wimp_format_wesnoth = {
    "wesnoth", "Wesnoth map: hexagons of terrain codes", is_wesnoth, read_wesnoth, false, false};
