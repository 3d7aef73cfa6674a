// movingai.c: maps of the MovingAI benchmarks: a header of words, then one letter per tile.
//
//     type octile
//     height 3
//     width 4
//     map
//     ..T@
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "formats/formats.h"
#include "sink/tiles.h"

enum { MAX_UNCHECKED = 1 << 24 }; // bytes of rows
enum { GROUND = 1, SWAMP = 2, WATER = 3, OUTSIDE = 4, TREES = 5 };

// 0: not a map letter.
static uint8_t class_of(char letter) {
    switch (letter) {
    case '.':
    case 'G':
        return GROUND;
    case 'S':
        return SWAMP;
    case 'W':
        return WATER;
    case '@':
    case 'O':
        return OUTSIDE;
    case 'T':
        return TREES;
    default:
        return 0;
    }
}

static bool is_movingai(const uint8_t* bytes, size_t size) {
    static const char* const first_words[] = {"type", "height", "width"};
    wimp_text text = wimp_text_of(bytes, size < 200 ? size : 200);
    wimp_span line, word = {0};
    while (wimp_text_line(&text, &line) && !wimp_span_word(&line, &word)) continue;
    for (int32_t i = 0; i < 3; i++)
        if (wimp_span_equals(word, first_words[i])) return true;
    return false;
}

typedef struct header {
    int32_t width, height; ///< 0: not read yet
    bool has_type;
} header;

static wend_result read_size(wimp_job* job, const wimp_text* text, const char* word, wimp_span line,
                             int32_t* out) {
    wimp_span number;
    wimp_span_word(&line, &number);
    wimp_span rest;
    if (!wimp_span_int(number, out) || wimp_span_word(&line, &rest))
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "the %s is \"%.*s\" at line %d; expected a number", word,
                             wimp_span_shown(number), number.at, text->line);
    if (*out == 0)
        return wimp_job_fail(job, WEND_ERROR_FORMAT, "the %s is 0 at line %d; expected at least 1", word,
                             text->line);
    return WEND_OK;
}

// Reads up to and including the line "map".
static wend_result read_header(wimp_job* job, wimp_text* text, header* out) {
    wimp_span line, word;
    while (wimp_text_line(text, &line)) {
        if (!wimp_span_word(&line, &word)) continue;
        wend_result result = WEND_OK;
        if (wimp_span_equals(word, "map")) {
            if (out->width > 0 && out->height > 0) return WEND_OK;
            return wimp_job_fail(
                job, WEND_ERROR_FORMAT, "the map begins at line %d without a %s; expected \"%s N\" before it",
                text->line, out->width ? "height" : "width", out->width ? "height" : "width");
        } else if (wimp_span_equals(word, "height")) {
            result = read_size(job, text, "height", line, &out->height);
        } else if (wimp_span_equals(word, "width")) {
            result = read_size(job, text, "width", line, &out->width);
        } else if (wimp_span_equals(word, "type")) {
            wimp_span type;
            wimp_span_word(&line, &type);
            out->has_type = true;
            if (!wimp_span_equals(type, "octile"))
                return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED,
                                     "the type is \"%.*s\" at line %d; expected octile",
                                     wimp_span_shown(type), type.at, text->line);
        } else {
            return wimp_job_fail(job, WEND_ERROR_FORMAT,
                                 "\"%.*s\" at line %d; expected type, height, width or map",
                                 wimp_span_shown(word), word.at, text->line);
        }
        if (result != WEND_OK) return result;
    }
    return wimp_job_fail(job, WEND_ERROR_FORMAT, "truncated: the header ends at line %d; expected \"map\"",
                         text->line);
}

// Lower-case letters, and the position of the first.
typedef struct small_letters {
    int64_t count;
    int32_t line, column;
    char letter;
} small_letters;

static wend_result fail_letter(wimp_job* job, char letter, int32_t line, size_t column) {
    char shown[8];
    wimp_show_letter(letter, shown);
    return wimp_job_fail(job, WEND_ERROR_FORMAT,
                         "%s at line %d column %zu is not a terrain letter; expected one of . G S W @ O T",
                         shown, line, column);
}

static wend_result read_row(wimp_job* job, const wimp_text* text, wimp_span line, wimp_tiles* tiles,
                            small_letters* small) {
    size_t width = (size_t)tiles->width;
    while (line.size > width && (line.at[line.size - 1] == ' ' || line.at[line.size - 1] == '\t'))
        line.size--;
    for (size_t x = 0; x < line.size && x < width; x++) {
        char letter = line.at[x];
        uint8_t class = class_of(letter);
        if (class == 0 && letter >= 'a' && letter <= 'z') {
            class = class_of((char)(letter - 'a' + 'A'));
            if (class != 0 && small->count++ == 0)
                *small = (small_letters){1, text->line, (int32_t)x + 1, letter};
        }
        if (class == 0) return fail_letter(job, letter, text->line, x + 1);
        tiles->row[x] = class;
    }
    if (line.size != width)
        return wimp_job_fail(
            job, WEND_ERROR_FORMAT, "line %d has %zu letter%s, row %d of %d; expected %d as the width says",
            text->line, line.size, line.size == 1 ? "" : "s", tiles->y + 1, tiles->height, tiles->width);
    return WEND_OK;
}

static wend_result read_rows(wimp_job* job, wimp_text* text, wimp_tiles* tiles) {
    small_letters small = {0};
    wimp_span line;
    wend_result result = WEND_OK;
    while (tiles->y < tiles->height && result == WEND_OK) {
        if (!wimp_text_line(text, &line))
            return wimp_job_fail(job, WEND_ERROR_FORMAT, "truncated: %d rows; expected %d as the height says",
                                 tiles->y, tiles->height);
        result = read_row(job, text, line, tiles, &small);
        if (result == WEND_OK) result = wimp_tiles_next(tiles);
    }
    if (result != WEND_OK) return result;
    if (small.count > 0)
        wimp_job_warn(job,
                      "lower-case letters read as upper case: %lld, the first is \"%c\" at line %d column %d",
                      (long long)small.count, small.letter, small.line, small.column);
    if (wimp_text_has_more(text))
        wimp_job_warn(job, "ignored the text after the last row, from line %d", text->line);
    return WEND_OK;
}

static wend_result read_movingai(wimp_job* job) {
    wimp_text text = wimp_text_of(job->bytes, job->size);
    header head = {0};
    wend_result result = read_header(job, &text, &head);
    if (result == WEND_OK) result = wimp_job_check_size(job, head.width, head.height);
    if (result != WEND_OK) return result;
    if (!head.has_type) wimp_job_warn(job, "no type given; assuming octile");
    job->info->width = head.width;
    job->info->height = head.height;
    snprintf(job->info->rule, sizeof job->info->rule, "movingai");
    // Every row but the last ends in a line break. A truncated large map is refused before memory is
    // allocated; for a small one the message names the row.
    uint64_t needed = (uint64_t)head.height * ((uint64_t)head.width + 1) - 1;
    size_t offset = job->size - (size_t)(text.end - text.at);
    if (needed > MAX_UNCHECKED) result = wimp_job_check_data(job, offset, needed);
    if (result != WEND_OK) return result;

    float class_costs[WEND_CLASS_COUNT] = {
        [GROUND] = 1, [SWAMP] = job->def->swamp_cost, [WATER] = job->def->water_cost};
    uint32_t* colors = job->info->class_colors; // ground and what lies outside are shown by their costs
    colors[SWAMP] = 0xFF7F8F5Au;
    colors[WATER] = 0xFF4A83A8u;
    colors[TREES] = 0xFF3F6E3Au;
    wimp_tiles tiles;
    result = wimp_tiles_begin(&tiles, job, head.width, head.height, class_costs);
    return result == WEND_OK ? read_rows(job, &text, &tiles) : result;
}

const wimp_format wimp_format_movingai = {
    "movingai", "MovingAI .map: type octile", is_movingai, read_movingai, false, false};
