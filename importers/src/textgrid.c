// textgrid.c: grids of letters: the ones of game courses, with a header of numbers, and bare ones.
//
//     10 // side of a tile
//     4  // tiles across
//     2  // tiles down
//     x..x
//     x.9x
//
// The class of a tile is its letter's code, so the letters can be read back from the classes.
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "letters.h"
#include "text.h"
#include "tiles.h"

enum {
    LOOKED_AT = 4096,         // bytes, to tell whether this is text
    MAX_UNCHECKED = 1 << 24,  // bytes of rows
    HEADER_NUMBERS = 3,       // side of a tile, width, height
    MOST_NUMBERS_IN_LINE = 3, // that have a meaning
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static wendi_span without_blanks_behind(wendi_span line) {
    while (line.size > 0 && is_blank(line.at[line.size - 1])) line.size--;
    return line;
}

// Cuts "// ..." off; returns what follows the slashes, of size 0 if there are none.
static wendi_span cut_comment(wendi_span* line) {
    for (size_t i = 0; i + 1 < line->size; i++) {
        if (line->at[i] != '/' || line->at[i + 1] != '/') continue;
        wendi_span comment = {line->at + i + 2, line->size - i - 2};
        line->size = i;
        return comment;
    }
    return (wendi_span){line->at + line->size, 0};
}

// The count of numbers in a line, if it has nothing else; 0 otherwise.
static int32_t numbers_in(wendi_span line, double numbers[MOST_NUMBERS_IN_LINE]) {
    int32_t count = 0;
    wendi_span word;
    cut_comment(&line);
    line = without_blanks_behind(line);
    for (; wendi_span_word(&line, &word); count++)
        if (count == MOST_NUMBERS_IN_LINE || !wendi_span_double(word, &numbers[count])) return 0;
    return count;
}

static bool is_comment(wendi_span line) {
    wendi_span word;
    return wendi_span_word(&line, &word) && word.size >= 2 && memcmp(word.at, "//", 2) == 0;
}

static bool is_text(const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if ((bytes[i] < ' ' && (bytes[i] < '\t' || bytes[i] > '\r')) || bytes[i] == 0x7f) return false;
    return true;
}

// "// letters a=1.5 b=blocked" is a legend: what follows the word.
static bool is_legend(wendi_span comment, wendi_span* entries_out) {
    wendi_span word, rest = without_blanks_behind(comment);
    if (!wendi_span_word(&rest, &word) || !wendi_span_equals(word, "letters")) return false;
    if (rest.size > 0) rest.at++, rest.size--; // only one: a further blank may be a letter
    *entries_out = rest;
    return true;
}

// The first line that is neither empty nor a comment.
static bool first_line(wendi_text* text, wendi_span* out, bool* has_legend_out) {
    *has_legend_out = false;
    while (wendi_text_line(text, out)) {
        wendi_span content = *out, entries;
        *has_legend_out = *has_legend_out || is_legend(cut_comment(&content), &entries);
        *out = without_blanks_behind(*out);
        if (out->size > 0 && !is_comment(*out)) return true;
    }
    return false;
}

// By a header of numbers, by a legend, by a first row of the usual letters, or by two rows of one length.
bool wendi_is_textgrid(const uint8_t* bytes, size_t size) {
    wendi_text text = wendi_text_of(bytes, size);
    size_t left = (size_t)(text.end - text.at), known = 0;
    wendi_span line, second;
    bool has_legend;
    double numbers[MOST_NUMBERS_IN_LINE];
    if (!is_text((const uint8_t*)text.at, left < LOOKED_AT ? left : LOOKED_AT)) return false;
    if (!first_line(&text, &line, &has_legend)) return false;
    if (has_legend || numbers_in(line, numbers) > 0) return true;
    while (known < line.size && wendi_letters_is_usual(line.at[known])) known++;
    if (known == line.size) return true;
    return wendi_text_line(&text, &second) && without_blanks_behind(second).size == line.size &&
           memchr(line.at, ' ', line.size) == NULL;
}

typedef struct reader {
    wendi_job* job;
    wendi_text text;
    wendi_letters letters;
    float class_costs[WEND_CLASS_COUNT];
    int32_t width, height;
    bool has_header;
    int32_t short_rows; // filled up
    bool has_axes;      // the side of a tile is given for x and y
} reader;

// ---- the header

static wend_result fail_letters(const reader* r, wendi_span bad, bool in_option) {
    char where[32] = "of --letters";
    if (!in_option) snprintf(where, sizeof where, "at line %d", r->text.line);
    return wendi_job_fail(r->job, in_option ? WEND_ERROR_ARGUMENT : WEND_ERROR_FORMAT,
                          "\"%.*s\" %s; expected LETTER=COST, the cost blocked, 0 or in 1/64..1024",
                          wendi_span_shown(bad), bad.at, where);
}

static wend_result read_comment(reader* r, wendi_span comment) {
    wendi_span entries, bad;
    if (!is_legend(comment, &entries) || wendi_letters_add(&r->letters, entries, &bad)) return WEND_OK;
    return fail_letters(r, bad, false);
}

static wend_result take_side(const reader* r, double number, const char* name, int32_t* out) {
    *out = number >= 1 && number <= WENDI_MAX_IMAGE_SIDE ? (int32_t)number : 0;
    if (*out > 0 && *out == number) return WEND_OK;
    return wendi_job_fail(r->job, WEND_ERROR_FORMAT,
                          "the %s is %g at line %d; expected a whole number in 1..%d", name, number,
                          r->text.line, WENDI_MAX_IMAGE_SIDE);
}

// Side of a tile, width and height: in a line each or all in one; the side also twice, for x and y.
static wend_result read_header(reader* r) {
    double values[HEADER_NUMBERS], in_line[MOST_NUMBERS_IN_LINE];
    int32_t count = 0;
    wendi_span line;
    while (count < HEADER_NUMBERS && wendi_text_line(&r->text, &line)) {
        wendi_span content = line, comment = cut_comment(&content);
        wend_result result = read_comment(r, comment);
        if (result != WEND_OK) return result;
        content = without_blanks_behind(content);
        if (content.size == 0) continue;
        int32_t more = numbers_in(content, in_line);
        if (count == 0 && more == 2) { // one for each axis
            if (in_line[0] != in_line[1])
                return wendi_job_fail(r->job, WEND_ERROR_UNSUPPORTED,
                                      "its tiles are %g x %g at line %d; expected square ones", in_line[0],
                                      in_line[1], r->text.line);
            more = 1;
            r->has_axes = true;
        }
        if (more == 0 || count + more > HEADER_NUMBERS)
            return wendi_job_fail(r->job, WEND_ERROR_FORMAT, "\"%.*s\" at line %d; expected the %s, a number",
                                  wendi_span_shown(content), content.at, r->text.line,
                                  count == 0   ? "side of a tile"
                                  : count == 1 ? "width"
                                               : "height");
        for (int32_t i = 0; i < more; i++) values[count++] = in_line[i];
    }
    if (count < HEADER_NUMBERS)
        return wendi_job_fail(r->job, WEND_ERROR_FORMAT,
                              "truncated: the header ends at line %d; expected the side of a tile, the width "
                              "and the height",
                              r->text.line);
    if (!(values[0] > 0 && values[0] <= 1e6))
        return wendi_job_fail(r->job, WEND_ERROR_FORMAT,
                              "the side of a tile is %g; expected more than 0 and at most 1000000",
                              values[0]);
    r->job->tile_size = (float)values[0];
    wend_result result = take_side(r, values[1], "width", &r->width);
    return result == WEND_OK ? take_side(r, values[2], "height", &r->height) : result;
}

// What may stand between the header and the rows: comments, empty lines, and three numbers, the place of the
// grid in the world of its game.
static wend_result skip_to_rows(reader* r) {
    for (wendi_text ahead = r->text;; r->text = ahead) {
        wendi_span line;
        if (!wendi_text_line(&ahead, &line)) return WEND_OK;
        wendi_span content = without_blanks_behind(line), comment = content;
        comment = cut_comment(&comment);
        double numbers[MOST_NUMBERS_IN_LINE];
        int32_t count = numbers_in(content, numbers);
        bool is_place = count == 3 && (r->has_axes || (r->width != 3 && content.size != (size_t)r->width));
        bool is_row = line.size == (size_t)r->width || (content.size > 0 && !is_comment(content));
        if (is_row && !is_place) return WEND_OK;
        if (is_place && (numbers[0] != 0 || numbers[1] != 0 || numbers[2] != 0))
            wendi_job_warn(r->job, "the place of the grid, line %d, is left out", ahead.line);
        r->text.line = ahead.line;
        wend_result result = read_comment(r, comment);
        if (result != WEND_OK) return result;
    }
}

// Of a grid without a header: its first row says how wide it is, and the rows are all there are.
static wend_result measure_rows(reader* r) {
    wendi_text text = r->text;
    wendi_span line;
    int64_t rows = 0, width = 0, gap = 0;
    while (wendi_text_line(&text, &line)) {
        line = without_blanks_behind(line);
        gap = line.size == 0 ? gap + 1 : 0;
        if (rows == 0) width = (int64_t)line.size;
        if (++rows > WENDI_MAX_IMAGE_SIDE) break;
    }
    rows -= gap;
    wend_result result = wendi_job_check_size(r->job, width, rows);
    if (result != WEND_OK) return result;
    r->width = (int32_t)width;
    r->height = (int32_t)rows;
    return WEND_OK;
}

// ---- rows

static wend_result fail_letter(const reader* r, char letter, size_t column) {
    char shown[8];
    bool printable = letter >= ' ' && letter <= '~';
    snprintf(shown, sizeof shown, printable ? "\"%c\"" : "0x%02x", (unsigned char)letter);
    return wendi_job_fail(
        r->job, WEND_ERROR_FORMAT,
        "%s at line %d column %zu has no cost; expected . x a digit, or a cost by --letters", shown,
        r->text.line, column);
}

// A row may have blanks between its letters: without them it is as long as it should be. Otherwise a blank is
// a tile.
static bool is_spaced(wendi_span line, int32_t width) {
    if (line.size == (size_t)width) return false;
    size_t letters = 0;
    for (size_t i = 0; i < line.size; i++) letters += !is_blank(line.at[i]);
    return letters == (size_t)width;
}

static wend_result read_row(reader* r, wendi_span line, wendi_tiles* tiles) {
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
    return wendi_job_fail(r->job, WEND_ERROR_FORMAT,
                          "line %d has %zu letters, row %d of %d; expected %d as %s (or --fill-short)",
                          r->text.line, line.size, tiles->y + 1, tiles->height, r->width,
                          r->has_header ? "the header says" : "the first row has");
}

static wend_result read_rows(reader* r, wendi_tiles* tiles) {
    wendi_span line, word;
    int32_t missing = 0;
    while (tiles->y < tiles->height) {
        wend_result result = WEND_OK;
        if (wendi_text_line(&r->text, &line)) {
            result = read_row(r, line, tiles);
        } else if (r->job->def->fill_short) {
            memset(tiles->row, ' ', (size_t)r->width);
            missing++;
        } else {
            return wendi_job_fail(r->job, WEND_ERROR_FORMAT,
                                  "truncated: %d rows; expected %d as the header says", tiles->y,
                                  tiles->height);
        }
        if (result == WEND_OK) result = wendi_tiles_next(tiles);
        if (result != WEND_OK) return result;
    }
    if (r->short_rows > 0)
        wendi_job_warn(r->job, "%d of %d rows are too short; what they lack is blocked", r->short_rows,
                       tiles->height);
    if (missing > 0) wendi_job_warn(r->job, "%d of %d rows are missing, and blocked", missing, tiles->height);
    while (wendi_text_line(&r->text, &line)) {
        line = without_blanks_behind(line);
        if (!wendi_span_word(&line, &word)) continue;
        wendi_job_warn(r->job, "what follows the last row, from line %d, is left out", r->text.line);
        break;
    }
    return WEND_OK;
}

// Of a large grid see at once that it is truncated, before memory is asked for; of a small one say in which
// row.
static wend_result check_data(const reader* r) {
    uint64_t needed = (uint64_t)r->height * ((uint64_t)r->width + 1) - 1;
    if (needed <= MAX_UNCHECKED || r->job->def->fill_short) return WEND_OK;
    return wendi_job_check_data(r->job, r->job->size - (size_t)(r->text.end - r->text.at), needed);
}

static wend_result read_sizes(reader* r) {
    wendi_text ahead = r->text;
    wendi_span line;
    double numbers[MOST_NUMBERS_IN_LINE];
    bool has_legend;
    r->has_header = first_line(&ahead, &line, &has_legend) && numbers_in(line, numbers) > 0;
    wend_result result = r->has_header ? read_header(r) : WEND_OK;
    if (result == WEND_OK) result = skip_to_rows(r);
    if (result != WEND_OK) return result;
    return r->has_header ? wendi_job_check_size(r->job, r->width, r->height) : measure_rows(r);
}

static wend_result read_grid(reader* r) {
    wendi_job* job = r->job;
    wendi_span bad;
    wend_result result = read_sizes(r);
    if (result == WEND_OK) result = check_data(r);
    const char* asked = job->def->letters;
    if (result == WEND_OK && asked &&
        !wendi_letters_add(&r->letters, (wendi_span){asked, strlen(asked)}, &bad))
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
    wendi_tiles tiles;
    result = wendi_tiles_begin(&tiles, job, r->width, r->height, r->class_costs);
    if (result != WEND_OK) return result;
    result = read_rows(r, &tiles);
    wendi_tiles_end(&tiles);
    return result;
}

wend_result wendi_read_textgrid(wendi_job* job) {
    reader* r = wendi_import_zeroed(job->def->allocator, sizeof *r);
    if (!r) return wendi_job_out_of_memory(job, sizeof *r);
    r->job = job;
    r->text = wendi_text_of(job->bytes, job->size);
    wendi_letters_set_usual(&r->letters);
    wend_result result = read_grid(r);
    wendi_import_free(job->def->allocator, r, sizeof *r);
    return result;
}
