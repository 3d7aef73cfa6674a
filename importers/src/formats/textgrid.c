// textgrid.c: grids of letters, with a header of numbers, as in game courses, or without one.
//
//     10 // side of a tile
//     4  // tiles across
//     2  // tiles down
//     x..x
//     x.9x
//
// The class of a tile is the code of its letter, so the letters can be restored from the classes.
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "formats/formats.h"
#include "formats/letters.h"
#include "sink/tiles.h"

enum {
    LOOKED_AT = 4096,         // bytes, to tell whether this is text
    MAX_UNCHECKED = 1 << 24,  // bytes of rows
    HEADER_NUMBERS = 3,       // side of a tile, width, height
    MOST_NUMBERS_IN_LINE = 3, // that have a meaning
};

static bool is_blank(char c) {
    return wimp_is_blank(c) || c == '\r';
}

// Cuts off a comment and returns its text after the slashes, of size 0 without one.
static wimp_span cut_comment(wimp_span* line) {
    for (size_t i = 0; i + 1 < line->size; i++) {
        if (line->at[i] != '/' || line->at[i + 1] != '/') continue;
        wimp_span comment = {line->at + i + 2, line->size - i - 2};
        line->size = i;
        return comment;
    }
    return (wimp_span){line->at + line->size, 0};
}

// How many numbers a line has; 0 when it has anything else.
static int32_t numbers_in(wimp_span line, double numbers[MOST_NUMBERS_IN_LINE]) {
    int32_t count = 0;
    wimp_span word;
    cut_comment(&line);
    line = wimp_span_trimmed(line);
    for (; wimp_span_word(&line, &word); count++)
        if (count == MOST_NUMBERS_IN_LINE || !wimp_span_double(word, &numbers[count])) return 0;
    return count;
}

static bool is_comment(wimp_span line) {
    wimp_span word;
    return wimp_span_word(&line, &word) && word.size >= 2 && memcmp(word.at, "//", 2) == 0;
}

static bool is_text(const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if ((bytes[i] < ' ' && (bytes[i] < '\t' || bytes[i] > '\r')) || bytes[i] == 0x7f) return false;
    return true;
}

// Recognises the legend "// letters a=1.5 b=blocked" and returns the text after "letters".
static bool is_legend(wimp_span comment, wimp_span* entries_out) {
    wimp_span word, rest = wimp_span_trimmed(comment);
    if (!wimp_span_word(&rest, &word) || !wimp_span_equals(word, "letters")) return false;
    if (rest.size > 0) rest.at++, rest.size--; // only one: a further blank may be a letter
    *entries_out = rest;
    return true;
}

// Finds the first line that is neither empty nor a comment.
static bool first_line(wimp_text* text, wimp_span* out, bool* has_legend_out) {
    *has_legend_out = false;
    while (wimp_text_line(text, out)) {
        wimp_span content = *out, entries;
        *has_legend_out = *has_legend_out || is_legend(cut_comment(&content), &entries);
        *out = wimp_span_trimmed(*out);
        if (out->size > 0 && !is_comment(*out)) return true;
    }
    return false;
}

// Text with a header of numbers, a legend, a first row of the usual letters, or two rows of equal length.
static bool is_textgrid(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size);
    size_t left = (size_t)(text.end - text.at), known = 0;
    wimp_span line, second;
    bool has_legend;
    double numbers[MOST_NUMBERS_IN_LINE];
    if (!is_text((const uint8_t*)text.at, left < LOOKED_AT ? left : LOOKED_AT)) return false;
    if (!first_line(&text, &line, &has_legend)) return false;
    if (has_legend || numbers_in(line, numbers) > 0) return true;
    while (known < line.size && wimp_letters_is_usual(line.at[known])) known++;
    if (known == line.size) return true;
    return wimp_text_line(&text, &second) && wimp_span_trimmed(second).size == line.size &&
           memchr(line.at, ' ', line.size) == NULL;
}

typedef struct reader {
    wimp_job* job;
    wimp_text text;
    wimp_letters letters;
    float class_costs[WEND_CLASS_COUNT];
    int32_t width, height;
    bool has_header;
    int32_t short_rows; // filled up
    bool has_axes;      // the side of a tile is given for x and y
} reader;

// ---- the header

static wend_result fail_letters(const reader* r, wimp_span bad, bool in_option) {
    char where[32] = "in letters";
    if (!in_option) snprintf(where, sizeof where, "at line %d", r->text.line);
    return wimp_job_fail(r->job, in_option ? WEND_ERROR_ARGUMENT : WEND_ERROR_FORMAT,
                         "\"%.*s\" %s; expected LETTER=COST, the cost blocked, 0 or in 1/64..1024",
                         wimp_span_shown(bad), bad.at, where);
}

static wend_result read_comment(reader* r, wimp_span comment) {
    wimp_span entries, bad;
    if (!is_legend(comment, &entries) || wimp_letters_add(&r->letters, entries, &bad)) return WEND_OK;
    return fail_letters(r, bad, false);
}

static wend_result take_side(const reader* r, double number, const char* name, int32_t* out) {
    *out = number >= 1 && number <= WIMP_MAX_IMAGE_SIDE ? (int32_t)number : 0;
    if (*out > 0 && *out == number) return WEND_OK;
    return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                         "the %s is %g at line %d; expected a whole number in 1..%d", name, number,
                         r->text.line, WIMP_MAX_IMAGE_SIDE);
}

// Reads tile side, width and height, on one line or several; the side may be given for x and for y.
static wend_result read_header(reader* r) {
    double values[HEADER_NUMBERS], in_line[MOST_NUMBERS_IN_LINE];
    int32_t count = 0;
    wimp_span line;
    while (count < HEADER_NUMBERS && wimp_text_line(&r->text, &line)) {
        wimp_span content = line, comment = cut_comment(&content);
        wend_result result = read_comment(r, comment);
        if (result != WEND_OK) return result;
        content = wimp_span_trimmed(content);
        if (content.size == 0) continue;
        int32_t more = numbers_in(content, in_line);
        if (count == 0 && more == 2) { // one for each axis
            if (in_line[0] != in_line[1])
                return wimp_job_fail(r->job, WEND_ERROR_UNSUPPORTED,
                                     "the tiles are %g x %g at line %d; expected square tiles", in_line[0],
                                     in_line[1], r->text.line);
            more = 1;
            r->has_axes = true;
        }
        if (more == 0 || count + more > HEADER_NUMBERS)
            return wimp_job_fail(r->job, WEND_ERROR_FORMAT, "\"%.*s\" at line %d; expected the %s, a number",
                                 wimp_span_shown(content), content.at, r->text.line,
                                 count == 0   ? "side of a tile"
                                 : count == 1 ? "width"
                                              : "height");
        for (int32_t i = 0; i < more; i++) values[count++] = in_line[i];
    }
    if (count < HEADER_NUMBERS)
        return wimp_job_fail(
            r->job, WEND_ERROR_FORMAT,
            "truncated: the header ends at line %d; expected the side of a tile, the width and the height",
            r->text.line);
    if (!(values[0] > 0 && values[0] <= 1e6))
        return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                             "the side of a tile is %g; expected more than 0 and at most 1000000", values[0]);
    r->job->tile_size = (float)values[0];
    wend_result result = take_side(r, values[1], "width", &r->width);
    return result == WEND_OK ? take_side(r, values[2], "height", &r->height) : result;
}

// Skips what may stand between header and rows: comments, empty lines, and three numbers, the position of the
// grid in its game.
static wend_result skip_to_rows(reader* r) {
    for (wimp_text ahead = r->text;; r->text = ahead) {
        wimp_span line;
        if (!wimp_text_line(&ahead, &line)) return WEND_OK;
        wimp_span content = wimp_span_trimmed(line), comment = content;
        comment = cut_comment(&comment);
        double numbers[MOST_NUMBERS_IN_LINE];
        int32_t count = numbers_in(content, numbers);
        bool is_place = count == 3 && (r->has_axes || (r->width != 3 && content.size != (size_t)r->width));
        bool is_row = line.size == (size_t)r->width || (content.size > 0 && !is_comment(content));
        if (is_row && !is_place) return WEND_OK;
        if (is_place && (numbers[0] != 0 || numbers[1] != 0 || numbers[2] != 0))
            wimp_job_warn(r->job, "ignored the position of the grid at line %d", ahead.line);
        r->text.line = ahead.line;
        wend_result result = read_comment(r, comment);
        if (result != WEND_OK) return result;
    }
}

// Measures a grid without a header: the first row determines the width, and every line is a row.
static wend_result measure_rows(reader* r) {
    wimp_text text = r->text;
    wimp_span line;
    int64_t rows = 0, width = 0, gap = 0;
    while (wimp_text_line(&text, &line)) {
        line = wimp_span_trimmed(line);
        gap = line.size == 0 ? gap + 1 : 0;
        if (rows == 0) width = (int64_t)line.size;
        if (++rows > WIMP_MAX_IMAGE_SIDE) break;
    }
    rows -= gap;
    wend_result result = wimp_job_check_size(r->job, width, rows);
    if (result != WEND_OK) return result;
    r->width = (int32_t)width;
    r->height = (int32_t)rows;
    return WEND_OK;
}

// ---- rows

static wend_result fail_letter(const reader* r, char letter, size_t column) {
    char shown[8];
    wimp_show_letter(letter, shown);
    return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                         "%s at line %d column %zu has no cost; expected . x a digit, or an entry in letters",
                         shown, r->text.line, column);
}

// Does a row have blanks between its letters? Then it has the expected length without them. Otherwise a blank
// is a tile.
static bool is_spaced(wimp_span line, int32_t width) {
    if (line.size == (size_t)width) return false;
    size_t letters = 0;
    for (size_t i = 0; i < line.size; i++) letters += !is_blank(line.at[i]);
    return letters == (size_t)width;
}

static wend_result read_row(reader* r, wimp_span line, wimp_tiles* tiles) {
    size_t width = (size_t)r->width, x = 0;
    while (line.size > width && is_blank(line.at[line.size - 1])) line.size--;
    bool spaced = is_spaced(line, r->width);
    for (size_t i = 0; i < line.size && x < width; i++) {
        uint8_t letter = is_blank(line.at[i]) ? ' ' : (uint8_t)line.at[i];
        if (spaced && letter == ' ') continue;
        if (r->letters.costs[letter] < 0) return fail_letter(r, (char)letter, i + 1);
        tiles->row[x++] = letter;
    }
    if (spaced || line.size == width) return WEND_OK;
    if (r->job->def->fill_short && line.size < width) {
        memset(tiles->row + x, ' ', width - x);
        r->short_rows++;
        return WEND_OK;
    }
    return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                         "line %d has %zu letters, row %d of %d; expected %d as %s, unless fill_short is set",
                         r->text.line, line.size, tiles->y + 1, tiles->height, r->width,
                         r->has_header ? "the header says" : "the first row has");
}

static wend_result read_rows(reader* r, wimp_tiles* tiles) {
    wimp_span line;
    int32_t missing = 0;
    while (tiles->y < tiles->height) {
        wend_result result = WEND_OK;
        if (wimp_text_line(&r->text, &line)) {
            result = read_row(r, line, tiles);
        } else if (r->job->def->fill_short) {
            memset(tiles->row, ' ', (size_t)r->width);
            missing++;
        } else {
            return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                                 "truncated: %d rows; expected %d as the header says", tiles->y,
                                 tiles->height);
        }
        if (result == WEND_OK) result = wimp_tiles_next(tiles);
        if (result != WEND_OK) return result;
    }
    if (r->short_rows > 0)
        wimp_job_warn(r->job, "%d of %d rows are too short; the missing tiles are blocked", r->short_rows,
                      tiles->height);
    if (missing > 0)
        wimp_job_warn(r->job, "%d of %d rows are missing; their tiles are blocked", missing, tiles->height);
    if (wimp_text_has_more(&r->text))
        wimp_job_warn(r->job, "ignored the text after the last row, from line %d", r->text.line);
    return WEND_OK;
}

// A truncated large grid is refused before memory is allocated; for a small one the message names the row.
static wend_result check_data(const reader* r) {
    uint64_t needed = (uint64_t)r->height * ((uint64_t)r->width + 1) - 1;
    if (needed <= MAX_UNCHECKED || r->job->def->fill_short) return WEND_OK;
    return wimp_job_check_data(r->job, r->job->size - (size_t)(r->text.end - r->text.at), needed);
}

static wend_result read_sizes(reader* r) {
    wimp_text ahead = r->text;
    wimp_span line;
    double numbers[MOST_NUMBERS_IN_LINE];
    bool has_legend;
    r->has_header = first_line(&ahead, &line, &has_legend) && numbers_in(line, numbers) > 0;
    wend_result result = r->has_header ? read_header(r) : WEND_OK;
    if (result == WEND_OK) result = skip_to_rows(r);
    if (result != WEND_OK) return result;
    return r->has_header ? wimp_job_check_size(r->job, r->width, r->height) : measure_rows(r);
}

static wend_result read_grid(reader* r) {
    wimp_job* job = r->job;
    wimp_span bad;
    wend_result result = read_sizes(r);
    if (result == WEND_OK) result = check_data(r);
    const char* asked = job->def->letters;
    if (result == WEND_OK && asked && !wimp_letters_add(&r->letters, (wimp_span){asked, strlen(asked)}, &bad))
        result = fail_letters(r, bad, true);
    if (result != WEND_OK) return result;
    job->info->width = r->width;
    job->info->height = r->height;
    snprintf(job->info->rule, sizeof job->info->rule, "letters");

    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) {
        r->class_costs[c] = r->letters.costs[c] > 0 ? r->letters.costs[c] : 0;
        if (r->letters.costs[c] < 0) continue;
        if (c == ' ')
            snprintf(job->info->meanings[c], WEND_MEANING_BYTES, "blank");
        else
            snprintf(job->info->meanings[c], WEND_MEANING_BYTES, "letter %c", c);
    }
    wimp_tiles tiles;
    result = wimp_tiles_begin(&tiles, job, r->width, r->height, r->class_costs);
    if (result != WEND_OK) return result;
    result = read_rows(r, &tiles);
    wimp_tiles_end(&tiles);
    return result;
}

static wend_result read_textgrid(wimp_job* job) {
    reader* r = wimp_zeroed(job->def->allocator, sizeof *r);
    if (!r) return wimp_job_out_of_memory(job, sizeof *r);
    r->job = job;
    r->text = wimp_text_of(job->bytes, job->size);
    wimp_letters_set_usual(&r->letters);
    wend_result result = read_grid(r);
    wimp_free(job->def->allocator, r, sizeof *r);
    return result;
}

const wimp_format wimp_format_textgrid = {
    "textgrid", "text grid: letters and digits, with or without a header of numbers", is_textgrid,
    read_textgrid, false};
