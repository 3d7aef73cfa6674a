// movingai.c: maps of the MovingAI benchmarks: a header of words, then a letter a tile.
//
//     type octile
//     height 3
//     width 4
//     map
//     ..T@
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "text.h"
#include "tiles.h"

enum { MAX_UNCHECKED = 1 << 24 }; // bytes of rows
enum { GROUND = 1, SWAMP = 2, WATER = 3, OUTSIDE = 4, TREES = 5 };

// 0: no letter of a map.
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

bool wendi_is_movingai(const uint8_t* bytes, size_t size) {
    static const char* const first_words[] = {"type", "height", "width"};
    wendi_text text = wendi_text_of(bytes, size < 200 ? size : 200);
    wendi_span line, word = {0};
    while (wendi_text_line(&text, &line) && !wendi_span_word(&line, &word)) continue;
    for (int32_t i = 0; i < 3; i++)
        if (wendi_span_equals(word, first_words[i])) return true;
    return false;
}

typedef struct header {
    int32_t width, height; ///< 0: not given yet
    bool has_type;
} header;

static wend_result read_size(wendi_job* job, const wendi_text* text, const char* word, wendi_span line,
                             int32_t* out) {
    wendi_span number;
    wendi_span_word(&line, &number);
    wendi_span rest;
    if (!wendi_span_int(number, out) || wendi_span_word(&line, &rest))
        return wendi_job_fail(job, WEND_ERROR_FORMAT, "the %s is \"%.*s\" at line %d; expected a number",
                              word, wendi_span_shown(number), number.at, text->line);
    if (*out == 0)
        return wendi_job_fail(job, WEND_ERROR_FORMAT, "the %s is 0 at line %d; expected at least 1", word,
                              text->line);
    return WEND_OK;
}

// Up to and with the line "map".
static wend_result read_header(wendi_job* job, wendi_text* text, header* out) {
    wendi_span line, word;
    while (wendi_text_line(text, &line)) {
        if (!wendi_span_word(&line, &word)) continue;
        wend_result result = WEND_OK;
        if (wendi_span_equals(word, "map")) {
            if (out->width > 0 && out->height > 0) return WEND_OK;
            return wendi_job_fail(
                job, WEND_ERROR_FORMAT, "the map begins at line %d without a %s; expected \"%s N\" before it",
                text->line, out->width ? "height" : "width", out->width ? "height" : "width");
        } else if (wendi_span_equals(word, "height")) {
            result = read_size(job, text, "height", line, &out->height);
        } else if (wendi_span_equals(word, "width")) {
            result = read_size(job, text, "width", line, &out->width);
        } else if (wendi_span_equals(word, "type")) {
            wendi_span type;
            wendi_span_word(&line, &type);
            out->has_type = true;
            if (!wendi_span_equals(type, "octile"))
                return wendi_job_fail(job, WEND_ERROR_UNSUPPORTED,
                                      "the type is \"%.*s\" at line %d; expected octile",
                                      wendi_span_shown(type), type.at, text->line);
        } else {
            return wendi_job_fail(job, WEND_ERROR_FORMAT,
                                  "\"%.*s\" at line %d; expected type, height, width or map",
                                  wendi_span_shown(word), word.at, text->line);
        }
        if (result != WEND_OK) return result;
    }
    return wendi_job_fail(job, WEND_ERROR_FORMAT, "truncated: the header ends at line %d; expected \"map\"",
                          text->line);
}

// Letters that are capitals elsewhere, and the first of them.
typedef struct small_letters {
    int64_t count;
    int32_t line, column;
    char letter;
} small_letters;

static wend_result fail_letter(wendi_job* job, char letter, int32_t line, size_t column) {
    char shown[8];
    bool printable = letter >= ' ' && letter <= '~';
    snprintf(shown, sizeof shown, printable ? "\"%c\"" : "0x%02x", (unsigned char)letter);
    return wendi_job_fail(job, WEND_ERROR_FORMAT,
                          "%s at line %d column %zu is no terrain; expected one of . G S W @ O T", shown,
                          line, column);
}

static wend_result read_row(wendi_job* job, const wendi_text* text, wendi_span line, wendi_tiles* tiles,
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
        return wendi_job_fail(job, WEND_ERROR_FORMAT,
                              "line %d has %zu letters, row %d of %d; expected %d as the width says",
                              text->line, line.size, tiles->y + 1, tiles->height, tiles->width);
    return WEND_OK;
}

static wend_result read_rows(wendi_job* job, wendi_text* text, wendi_tiles* tiles) {
    small_letters small = {0};
    wendi_span line, word;
    wend_result result = WEND_OK;
    while (tiles->y < tiles->height && result == WEND_OK) {
        if (!wendi_text_line(text, &line))
            return wendi_job_fail(job, WEND_ERROR_FORMAT,
                                  "truncated: %d rows; expected %d as the height says", tiles->y,
                                  tiles->height);
        result = read_row(job, text, line, tiles, &small);
        if (result == WEND_OK) result = wendi_tiles_next(tiles);
    }
    if (result != WEND_OK) return result;
    if (small.count > 0)
        wendi_job_warn(job,
                       "small letters are read as capitals: %lld, the first is \"%c\" at line %d column %d",
                       (long long)small.count, small.letter, small.line, small.column);
    while (wendi_text_line(text, &line)) {
        if (!wendi_span_word(&line, &word)) continue;
        wendi_job_warn(job, "what follows the last row, from line %d, is left out", text->line);
        break;
    }
    return WEND_OK;
}

wend_result wendi_read_movingai(wendi_job* job) {
    wendi_text text = wendi_text_of(job->bytes, job->size);
    header head = {0};
    wend_result result = read_header(job, &text, &head);
    if (result == WEND_OK) result = wendi_job_check_size(job, head.width, head.height);
    if (result != WEND_OK) return result;
    if (!head.has_type) wendi_job_warn(job, "no type is given; octile is taken");
    job->info->width = head.width;
    job->info->height = head.height;
    snprintf(job->info->rule, sizeof job->info->rule, "movingai");
    // A line end follows each row but the last. Of a large map see at once that it is truncated, before
    // memory is asked for; of a small one say in which row.
    uint64_t needed = (uint64_t)head.height * ((uint64_t)head.width + 1) - 1;
    size_t offset = job->size - (size_t)(text.end - text.at);
    if (needed > MAX_UNCHECKED) result = wendi_job_check_data(job, offset, needed);
    if (result != WEND_OK) return result;

    float class_costs[WEND_CLASS_COUNT] = {
        [GROUND] = 1, [SWAMP] = job->def->swamp_cost, [WATER] = job->def->water_cost};
    wendi_tiles tiles;
    result = wendi_tiles_begin(&tiles, job, head.width, head.height, class_costs);
    if (result != WEND_OK) return result;
    result = read_rows(job, &text, &tiles);
    wendi_tiles_end(&tiles);
    return result;
}
