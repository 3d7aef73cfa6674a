// grid_header.c: what does a line in the header of a text grid say?
#include "formats/grid_header.h"

#include <string.h>

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_one_of(wimp_span span, const char* const* words) {
    for (; *words; words++)
        if (wimp_span_equals_ignoring_case(span, *words)) return true;
    return false;
}

static const char* const units[] = {"px",     "pixel",   "pixels", "mm",     "cm",   "m",
                                    "metre",  "meter",   "metres", "meters", "unit", "units",
                                    "tile",   "tiles",   "cell",   "cells",  "node", "nodes",
                                    "column", "columns", "cols",   "row",    "rows", NULL};
static const char* const widths[] = {"width", "columns", "cols", NULL};
static const char* const heights[] = {"height", "rows", NULL};
static const char* const sides[] = {"tile", "cell", "node", "side", "tilesize", "cellsize", "nodesize", NULL};
static const char* const maps[] = {"map", "grid", "level", NULL};
static const char* const fillers[] = {"size",   "of",     "in",    "the",   "a",
                                      "number", "pixels", "tiles", "cells", NULL};

// What the words before the number name. "tile width" is a side, "width in tiles" a width, and "map size"
// both width and height.
static wimp_header_name name_of(wimp_span label) {
    wimp_header_name found = WIMP_HEADER_UNNAMED;
    bool has_map = false, has_size = false;
    for (size_t i = 0; i < label.size;) {
        if (!is_letter(label.at[i])) {
            if (!wimp_is_blank(label.at[i]) && !memchr("_-().", label.at[i], 5)) return WIMP_HEADER_UNNAMED;
            i++;
            continue;
        }
        size_t end = i;
        while (end < label.size && is_letter(label.at[end])) end++;
        wimp_span word = {label.at + i, end - i};
        i = end;
        wimp_header_name name = is_one_of(word, sides)     ? WIMP_HEADER_SIDE
                                : is_one_of(word, widths)  ? WIMP_HEADER_WIDTH
                                : is_one_of(word, heights) ? WIMP_HEADER_HEIGHT
                                                           : WIMP_HEADER_UNNAMED;
        bool is_map = is_one_of(word, maps);
        has_map |= is_map;
        has_size |= wimp_span_equals_ignoring_case(word, "size");
        if (name == WIMP_HEADER_UNNAMED && !is_map && !is_one_of(word, fillers)) return WIMP_HEADER_UNNAMED;
        if (found == WIMP_HEADER_UNNAMED) found = name;
    }
    if (found == WIMP_HEADER_UNNAMED && has_size) return has_map ? WIMP_HEADER_SIZE : WIMP_HEADER_SIDE;
    return found;
}

// Takes "16", "16px", "16," or "16 px" off a line.
static bool take_number(wimp_span* line, wimp_header_line* out) {
    wimp_span word, rest, after;
    if (out->count == WIMP_HEADER_NUMBERS || !wimp_span_word(line, &word)) return false;
    if (word.at[word.size - 1] == ',') word.size--;
    if (!wimp_span_double(word, &out->numbers[out->count])) {
        size_t digits = 0;
        while (digits < word.size && !is_letter(word.at[digits])) digits++;
        after = (wimp_span){word.at + digits, word.size - digits};
        if (!wimp_span_double((wimp_span){word.at, digits}, &out->numbers[out->count]) ||
            !is_one_of(after, units))
            return false;
        out->has_unit = true;
    }
    out->count++;
    rest = *line;
    if (wimp_span_word(&rest, &after)) {
        if (after.at[after.size - 1] == ',') after.size--;
        if (is_one_of(after, units)) {
            out->has_unit = true;
            *line = rest;
        }
    }
    return true;
}

bool wimp_header_line_read(wimp_span line, wimp_header_line* out) {
    *out = (wimp_header_line){.name = WIMP_HEADER_UNNAMED};
    for (size_t i = 0; i + 1 < line.size; i++)
        if (line.at[i] == '/' && line.at[i + 1] == '/') line.size = i;
    line = wimp_span_trimmed(line);
    while (line.size > 0 && wimp_is_blank(*line.at)) line.at++, line.size--;
    if (line.size == 0) return false;
    if (is_letter(*line.at)) {
        size_t end = 0;
        while (end < line.size && line.at[end] != ':' && line.at[end] != '=' &&
               !(line.at[end] >= '0' && line.at[end] <= '9'))
            end++;
        out->name = name_of((wimp_span){line.at, end});
        if (out->name == WIMP_HEADER_UNNAMED) return false;
        if (end < line.size && (line.at[end] == ':' || line.at[end] == '=')) end++;
        line = (wimp_span){line.at + end, line.size - end};
    }
    while (wimp_span_trimmed(line).size > 0) {
        wimp_span rest = line, word;
        if (!wimp_span_word(&rest, &word)) break; // only blanks are left
        if (!take_number(&line, out)) return false;
    }
    if (out->name == WIMP_HEADER_SIZE) return out->count == 2;
    return out->name == WIMP_HEADER_UNNAMED ? out->count > 0 : out->count == 1;
}
