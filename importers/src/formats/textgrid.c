// textgrid.c: grids of letters, with a header of numbers, as in game courses, or without one.
//
//     10 // side of a tile
//     4  // tiles across
//     2  // tiles down
//     x..x  // the first row
//     x.9x
//
// The class of a tile is the code of its letter, so the letters can be restored from the classes.
#include <stdio.h>
#include <string.h>

#include "core/text.h"
#include "formats/formats.h"
#include "formats/grid_header.h"
#include "formats/one_way.h"
#include "sink/tiles.h"
#include "wend/grid.h"

// ---- letters: what does one cost, and which are one-way tiles?

typedef struct wimp_letters {
    float costs[WEND_CLASS_COUNT];       ///< of each byte; 0: blocked, negative: not a terrain
    wimp_arrow arrows[WEND_CLASS_COUNT]; ///< of each byte
    bool is_given[WEND_CLASS_COUNT];     ///< by an entry, not by the usual meaning
} wimp_letters;

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
    case '<':
    case '>':
    case 'v':
        return 1;
    case '-':
        return 1.5f;
    case '^':
        return 2;
    default:
        return letter >= '0' && letter <= '9' ? (float)(letter - '0') : -1;
    }
}

static bool wimp_letters_is_usual(char letter) {
    return usual_cost(letter) >= 0;
}

// The usual meanings: . costs 1, a digit its value (0: blocked), - is 1.5 and ^ is 2; x X w W # @ * and the
// blank are blocked; < > v are one-way tiles of cost 1.
static void wimp_letters_set_usual(wimp_letters* letters) {
    memset(letters, 0, sizeof *letters);
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) letters->costs[c] = usual_cost((char)c);
    letters->arrows['<'] = WIMP_ARROW_LEFT;
    letters->arrows['>'] = WIMP_ARROW_RIGHT;
    letters->arrows['v'] = WIMP_ARROW_DOWN;
}

static bool is_between(char c) {
    return wimp_is_blank(c) || c == ',';
}

// Adds entries such as "^=3 *=blocked u=up": a letter, '=', and a cost, "blocked" or the direction of a
// one-way tile (left, right, up, down), separated by blanks or commas. False: *bad_out is the first
// malformed entry; the entries before it have been added.
static bool wimp_letters_add(wimp_letters* letters, wimp_span text, wimp_span* bad_out) {
    while (text.size > 0) {
        bool is_letter = text.size > 2 && text.at[1] == '=' && text.at[2] != '=';
        if (is_between(*text.at) && !is_letter) {
            text.at++, text.size--;
            continue;
        }
        size_t size = 1; // the first byte is always the letter
        while (size < text.size && !is_between(text.at[size])) size++;
        uint8_t letter = (uint8_t)*text.at;
        wimp_span value = {text.at + 2, size > 2 ? size - 2 : 0};
        wimp_arrow arrow = size > 2 ? wimp_arrow_from_name(value) : WIMP_ARROW_NONE;
        float cost = 1;
        bool good = size > 2 && text.at[1] == '=' && letter >= ' ' && letter <= '~' &&
                    (arrow != WIMP_ARROW_NONE || wimp_span_cost(value, true, &cost));
        if (!good) {
            *bad_out = (wimp_span){text.at, size};
            return false;
        }
        letters->costs[letter] = cost;
        letters->arrows[letter] = arrow;
        letters->is_given[letter] = true;
        text.at += size;
        text.size -= size;
    }
    return true;
}

// ---- recognising

enum {
    LOOKED_AT = 4096,        // bytes, to tell whether this is text
    MAX_UNCHECKED = 1 << 24, // bytes of rows
    MISSING = 0,             // the class of tiles that the file lacks
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
    bool has_legend, has_plain = false;
    wimp_header_line header;
    if (!is_text((const uint8_t*)text.at, left < LOOKED_AT ? left : LOOKED_AT)) return false;
    if (!first_line(&text, &line, &has_legend)) return false;
    if (has_legend || wimp_header_line_read(line, &header)) return true;
    cut_comment(&line);
    line = wimp_span_trimmed(line);
    for (; known < line.size && (wimp_letters_is_usual(line.at[known]) || wimp_is_blank(line.at[known]));
         known++)
        has_plain |= !memchr("<>v", line.at[known], 3);
    if (known == line.size && has_plain) return true; // an arrow alone may be the start of XML
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
    bool has_axes;       // the side of a tile is given for x and y
    bool is_spaced;      // every second letter is a blank, in a grid without a header
    int32_t short_rows;  // filled up
    int32_t arrow_count; // one-way tiles read
    uint8_t missing;     // the class of what short rows lack
} reader;

// ---- the header

static wend_result fail_letters(const reader* r, wimp_span bad, bool in_option) {
    char where[32] = "in letters";
    if (!in_option) snprintf(where, sizeof where, "at line %d", r->text.line);
    return wimp_job_fail(r->job, in_option ? WEND_ERROR_ARGUMENT : WEND_ERROR_FORMAT,
                         "\"%.*s\" %s; expected LETTER=COST, the cost blocked, 0 or in 1/64..1024, or the "
                         "direction of a one-way tile: left, right, up, down",
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

// What the header has said so far.
typedef struct grid_header {
    double values[WIMP_HEADER_NUMBERS]; ///< side of a tile, width, height
    bool has[WIMP_HEADER_NUMBERS];
    bool has_names;
} grid_header;

static const char* const value_names[] = {"side of a tile", "width", "height"};

static int32_t first_missing(const grid_header* h) {
    int32_t i = 0;
    while (i < WIMP_HEADER_NUMBERS && h->has[i]) i++;
    return i;
}

static void set_value(grid_header* h, int32_t index, double value) {
    h->values[index] = value;
    h->has[index] = true;
}

// Takes the numbers of a line. False: there are more than are missing.
static bool take_numbers(grid_header* h, const wimp_header_line* line, int32_t count) {
    if (line->name == WIMP_HEADER_SIZE) {
        set_value(h, WIMP_HEADER_WIDTH, line->numbers[0]);
        set_value(h, WIMP_HEADER_HEIGHT, line->numbers[1]);
    } else if (line->name != WIMP_HEADER_UNNAMED) {
        set_value(h, (int32_t)line->name, line->numbers[0]);
    }
    h->has_names |= line->name != WIMP_HEADER_UNNAMED;
    if (line->name != WIMP_HEADER_UNNAMED) return true;
    for (int32_t i = 0; i < count; i++) {
        int32_t index = first_missing(h);
        if (index == WIMP_HEADER_NUMBERS) return false;
        set_value(h, index, line->numbers[i]);
    }
    return true;
}

// The header ends with its last number; after names, the side may be missing or follow.
static bool is_complete(const reader* r, const grid_header* h) {
    if (first_missing(h) == WIMP_HEADER_NUMBERS) return true;
    if (!h->has_names || !h->has[WIMP_HEADER_WIDTH] || !h->has[WIMP_HEADER_HEIGHT]) return false;
    wimp_text ahead = r->text;
    wimp_span line;
    wimp_header_line next;
    while (wimp_text_line(&ahead, &line))
        if (wimp_span_trimmed(line).size > 0 && !is_comment(line))
            return !wimp_header_line_read(line, &next) || next.name == WIMP_HEADER_UNNAMED;
    return true;
}

static wend_result finish_header(reader* r, const grid_header* h) {
    if (!h->has[WIMP_HEADER_WIDTH] || !h->has[WIMP_HEADER_HEIGHT])
        return wimp_job_fail(
            r->job, WEND_ERROR_FORMAT,
            "truncated: the header ends at line %d; expected the side of a tile, the width and the height",
            r->text.line);
    double side = h->values[WIMP_HEADER_SIDE];
    if (h->has[WIMP_HEADER_SIDE] && !(side > 0 && side <= 1e6))
        return wimp_job_fail(r->job, WEND_ERROR_FORMAT,
                             "the side of a tile is %g; expected more than 0 and at most 1000000", side);
    if (h->has[WIMP_HEADER_SIDE]) r->job->tile_size = (float)side;
    wend_result result = take_side(r, h->values[WIMP_HEADER_WIDTH], "width", &r->width);
    return result == WEND_OK ? take_side(r, h->values[WIMP_HEADER_HEIGHT], "height", &r->height) : result;
}

// Reads tile side, width and height, on one line or several; the side may be given for x and for y.
static wend_result read_header(reader* r) {
    grid_header h = {.has_names = false};
    wimp_span line;
    while (!is_complete(r, &h) && wimp_text_line(&r->text, &line)) {
        wimp_span content = line, comment = cut_comment(&content);
        wend_result result = read_comment(r, comment);
        if (result != WEND_OK) return result;
        content = wimp_span_trimmed(content);
        if (content.size == 0) continue;
        wimp_header_line read;
        bool is_header = wimp_header_line_read(content, &read);
        bool two_axes = is_header && !h.has[WIMP_HEADER_SIDE] && read.name == WIMP_HEADER_UNNAMED &&
                        read.count == 2 && !h.has_names;
        if (two_axes && read.numbers[0] != read.numbers[1])
            return wimp_job_fail(r->job, WEND_ERROR_UNSUPPORTED,
                                 "the tiles are %g x %g at line %d; expected square tiles: the side of a "
                                 "tile, then the width and the height of the map",
                                 read.numbers[0], read.numbers[1], r->text.line);
        r->has_axes |= two_axes;
        const int32_t missing = first_missing(&h);
        if (!is_header || !take_numbers(&h, &read, two_axes ? 1 : read.count))
            return wimp_job_fail(r->job, WEND_ERROR_FORMAT, "\"%.*s\" at line %d; expected the %s, a number",
                                 wimp_span_shown(content), content.at, r->text.line, value_names[missing]);
    }
    return finish_header(r, &h);
}

// ---- lines of rows

// A letter / begins a comment with the next one, unless it is a letter of the map.
static bool has_comments(const reader* r) {
    return r->letters.costs['/'] < 0;
}

// A row without its comment. Of the blanks before the comment those that belong to the row remain: the row
// has width letters, where width is known.
static wimp_span row_of(const reader* r, wimp_span line, size_t width) {
    if (has_comments(r)) cut_comment(&line);
    while (line.size > width && is_blank(line.at[line.size - 1])) line.size--;
    return line;
}

// The next line that is a row: comments with nothing before them are none.
static bool next_row(const reader* r, wimp_text* text, wimp_span* out) {
    while (wimp_text_line(text, out))
        if (!has_comments(r) || !is_comment(*out)) return true;
    return false;
}

// Skips what may come between header and rows: comments, empty lines, and three numbers, the position of the
// grid in its game.
static wend_result skip_to_rows(reader* r) {
    for (wimp_text ahead = r->text;; r->text = ahead) {
        wimp_span line;
        if (!wimp_text_line(&ahead, &line)) return WEND_OK;
        wimp_span content = line, comment = cut_comment(&content);
        wimp_header_line read;
        content = wimp_span_trimmed(content);
        bool is_place = wimp_header_line_read(content, &read) && read.name == WIMP_HEADER_UNNAMED &&
                        read.count == 3 &&
                        (r->has_axes || (r->width != 3 && content.size != (size_t)r->width));
        bool is_row = !is_comment(line) && (line.size == (size_t)r->width || content.size > 0);
        if (is_row && !is_place) return WEND_OK;
        if (is_place && (read.numbers[0] != 0 || read.numbers[1] != 0 || read.numbers[2] != 0))
            wimp_job_warn(r->job, "ignored the position of the grid at line %d", ahead.line);
        r->text.line = ahead.line;
        wend_result result = read_comment(r, comment);
        if (result != WEND_OK) return result;
    }
}

// Is every second letter a blank, and only those?
static bool alternates(wimp_span line) {
    for (size_t i = 0; i < line.size; i++)
        if (is_blank(line.at[i]) != (i % 2 == 1)) return false;
    return line.size % 2 == 1;
}

// Measures a grid without a header: the first row determines the width, and every line is a row.
static wend_result measure_rows(reader* r) {
    wimp_text text = r->text;
    wimp_span line;
    int64_t rows = 0, width = 0, gap = 0;
    bool is_spaced = true;
    while (next_row(r, &text, &line)) {
        line = row_of(r, line, 0);
        gap = line.size == 0 ? gap + 1 : 0;
        if (rows == 0) width = (int64_t)line.size;
        if (line.size > 0) is_spaced = is_spaced && alternates(line);
        if (++rows > WIMP_MAX_IMAGE_SIDE) break;
    }
    rows -= gap;
    r->is_spaced = is_spaced && width > 1;
    if (r->is_spaced) width = (width + 1) / 2;
    wend_result result = wimp_job_check_size(r->job, width, rows);
    if (result != WEND_OK) return result;
    r->width = (int32_t)width;
    r->height = (int32_t)rows;
    return WEND_OK;
}

// ---- what ^ and the blank mean

// ^ costs 2 and is an arrow only in a map with another one. A blank is blocked, as outside of rooms of dots,
// and floor in a map where no other letter would be passable, as in a maze of # and blanks.
static void decide_letters(reader* r) {
    wimp_letters* letters = &r->letters;
    const bool asks_caret = !letters->is_given['^'], asks_blank = !letters->is_given[' '];
    bool has_arrow = false, has_floor = false, has_caret = false;
    wimp_text text = r->text;
    wimp_span line;
    for (int32_t y = 0; y < r->height && next_row(r, &text, &line); y++) {
        line = row_of(r, line, (size_t)r->width);
        for (size_t i = 0; i < line.size; i++) {
            uint8_t letter = (uint8_t)line.at[i];
            has_caret |= letter == '^' && asks_caret;
            has_arrow |= letters->arrows[letter] != WIMP_ARROW_NONE;
            has_floor |= letters->costs[letter] > 0 && letters->arrows[letter] == WIMP_ARROW_NONE &&
                         letter != ' ' && !(letter == '^' && asks_caret);
        }
    }
    if (has_caret && has_arrow) {
        letters->costs['^'] = 1;
        letters->arrows['^'] = WIMP_ARROW_UP;
    }
    if (asks_blank && !has_floor && !(has_caret && !has_arrow)) letters->costs[' '] = 1;
    r->missing = letters->costs[' '] == 0 ? ' ' : MISSING;
}

// ---- rows

static wend_result fail_letter(const reader* r, int32_t y, char letter, size_t column) {
    char shown[8];
    wimp_show_letter(letter, shown);
    return wimp_job_fail(
        r->job, WEND_ERROR_FORMAT,
        "%s at line %d column %zu, row %d of %d, has no cost; expected . x a digit, or an entry in letters",
        shown, r->text.line, column, y + 1, r->height);
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
    if (line.size > width) line = row_of(r, line, width);
    bool spaced = r->is_spaced || is_spaced(line, r->width);
    for (size_t i = 0; i < line.size && x < width; i++) {
        uint8_t letter = is_blank(line.at[i]) ? ' ' : (uint8_t)line.at[i];
        if (spaced && letter == ' ') continue;
        bool is_comment = letter == '/' && i + 1 < line.size && line.at[i + 1] == '/' && has_comments(r);
        if (is_comment) {
            line.size = i;
            break;
        }
        if (r->letters.costs[letter] < 0) return fail_letter(r, tiles->y, (char)letter, i + 1);
        r->arrow_count += r->letters.arrows[letter] != WIMP_ARROW_NONE;
        tiles->row[x++] = letter;
    }
    if (spaced ? x == width : line.size == width) return WEND_OK;
    if (r->job->def->fill_short && line.size < width) {
        memset(tiles->row + x, r->missing, width - x);
        r->short_rows++;
        return WEND_OK;
    }
    const size_t count = spaced ? x : line.size;
    return wimp_job_fail(
        r->job, WEND_ERROR_FORMAT,
        "line %d has %zu letter%s, row %d of %d; expected %d as %s, unless fill_short is set", r->text.line,
        count, count == 1 ? "" : "s", tiles->y + 1, tiles->height, r->width,
        r->has_header ? "the header says" : "the first row has");
}

static wend_result read_rows(reader* r, wimp_tiles* tiles) {
    wimp_span line;
    int32_t missing = 0;
    while (tiles->y < tiles->height) {
        wend_result result = WEND_OK;
        if (next_row(r, &r->text, &line)) {
            result = read_row(r, line, tiles);
        } else if (r->job->def->fill_short) {
            memset(tiles->row, r->missing, (size_t)r->width);
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
    while (next_row(r, &r->text, &line)) {
        if (wimp_span_trimmed(line).size == 0) continue;
        wimp_job_warn(r->job, "ignored the text after the last row, from line %d", r->text.line);
        break;
    }
    return WEND_OK;
}

// Closes the steps around the one-way tiles.
static wend_result close_steps(reader* r) {
    wimp_job* job = r->job;
    wend_grid* grid = job->grid;
    if (r->arrow_count == 0) return WEND_OK;
    if (job->def->downscale > 1)
        return wimp_job_fail(job, WEND_ERROR_ARGUMENT,
                             "has %d one-way tiles, which downscaling would lose; expected downscale 1",
                             r->arrow_count);
    for (int32_t y = 0; y < r->height; y++) {
        for (int32_t x = 0; x < r->width; x++) {
            const wimp_arrow arrow = r->letters.arrows[wend_grid_row(grid, y)[x]];
            wend_result result = wimp_one_way_tile(grid, (wend_tile){x, y}, arrow);
            if (result == WEND_ERROR_UNSUPPORTED)
                return wimp_job_fail(job, result,
                                     "one-way tile in row %d column %d; expected none among "
                                     "hexagons, which have other directions",
                                     y + 1, x + 1);
            if (result != WEND_OK) return wimp_job_fail(job, result, "out of memory for one-way tiles");
        }
    }
    return WEND_OK;
}

// A first row such as 1113 is a number, too. It is no header when the next line is as long and no number.
static bool is_row_of_digits(wimp_span line, const wimp_header_line* header, wimp_text ahead) {
    wimp_span next;
    wimp_header_line numbers;
    return header->name == WIMP_HEADER_UNNAMED && header->count == 1 && wimp_text_line(&ahead, &next) &&
           next.size == line.size && !wimp_header_line_read(next, &numbers);
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
    wimp_header_line header;
    bool has_legend;
    r->has_header = first_line(&ahead, &line, &has_legend) && wimp_header_line_read(line, &header) &&
                    !is_row_of_digits(line, &header, ahead);
    wend_result result = r->has_header ? read_header(r) : WEND_OK;
    if (result == WEND_OK) result = skip_to_rows(r);
    if (result != WEND_OK) return result;
    return r->has_header ? wimp_job_check_size(r->job, r->width, r->height) : measure_rows(r);
}

static void name_classes(reader* r) {
    char(*meanings)[WEND_MEANING_BYTES] = r->job->info->meanings;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) {
        r->class_costs[c] = r->letters.costs[c] > 0 ? r->letters.costs[c] : 0;
        if (r->letters.costs[c] < 0) continue;
        if (r->letters.arrows[c] != WIMP_ARROW_NONE)
            snprintf(meanings[c], WEND_MEANING_BYTES, "letter %c, one way %s", c,
                     wimp_arrow_name(r->letters.arrows[c]));
        else if (c == ' ')
            snprintf(meanings[c], WEND_MEANING_BYTES, "blank");
        else
            snprintf(meanings[c], WEND_MEANING_BYTES, "letter %c", c);
    }
    if (r->missing == MISSING) snprintf(meanings[MISSING], WEND_MEANING_BYTES, "wall or missing");
}

static wend_result read_grid(reader* r) {
    wimp_job* job = r->job;
    wimp_span bad;
    wend_result result = read_sizes(r);
    if (result == WEND_OK) result = check_data(r);
    const char* asked = job->def->letters;
    if (result == WEND_OK && asked && !wimp_letters_add(&r->letters, wimp_span_of(asked), &bad))
        result = fail_letters(r, bad, true);
    if (result != WEND_OK) return result;
    job->info->width = r->width;
    job->info->height = r->height;
    snprintf(job->info->rule, sizeof job->info->rule, "letters");
    decide_letters(r);
    name_classes(r);
    wimp_tiles tiles;
    result = wimp_tiles_begin(&tiles, job, r->width, r->height, r->class_costs);
    if (result != WEND_OK) return result;
    result = read_rows(r, &tiles);
    return result == WEND_OK ? close_steps(r) : result;
}

static wend_result read_textgrid(wimp_job* job) {
    reader* r = wimp_job_get(job, sizeof *r);
    if (!r) return WEND_ERROR_MEMORY;
    r->job = job;
    r->text = wimp_text_of(job->bytes, job->size);
    wimp_letters_set_usual(&r->letters);
    return read_grid(r);
}

const wimp_format wimp_format_textgrid = {
    "textgrid",  "text grid: letters, digits and arrows, with or without a header of numbers",
    is_textgrid, read_textgrid,
    false,       false};
