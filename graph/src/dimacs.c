// dimacs.c: road networks as in the 9th DIMACS challenge: arcs (.gr) and coordinates (.co).
//
//     c comment                    c comment
//     p sp 3 2                     p aux sp co 3
//     a 1 2 10                     v 1 -73530767 41085396
//     a 2 3 7                      v 2 -73530538 41086098
//     (nodes, arcs; from, to, cost)
#include <string.h>

#include "formats.h"

enum { SHORTEST_ARC = 7 }; // bytes: "a 1 1 0", without its line break

bool wgr_is_dimacs(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size);
    wimp_span line, word;
    while (wimp_text_line(&text, &line)) {
        if (!wimp_span_word(&line, &word)) continue;
        if (wimp_span_equals(word, "c") || wimp_span_equals(word, "p")) return true;
        int32_t node;
        const bool is_item = wimp_span_equals(word, "a") || wimp_span_equals(word, "v");
        return is_item && wimp_span_word(&line, &word) && wimp_span_int(word, &node);
    }
    return false;
}

typedef struct reader {
    wgr_data* data;
    wimp_text text;
    size_t size;
    int32_t nodes, items, seen; // as the problem line says; the arcs or coordinates so far
    bool has_problem;
} reader;

// What differs between .gr and .co files. line is what follows the first word of the line.
typedef struct file_kind {
    const char *letter, *items, *lines, *problem; // of items, and for messages: items, all lines, the problem
    wend_result (*read_item)(reader* r, wimp_span line);
    wend_result (*read_problem)(reader* r, wimp_span line, wimp_span whole);
} file_kind;

static wend_result fail_line(const reader* r, wimp_span line, const char* expected) {
    line = wimp_span_trimmed(line);
    return wgr_fail(r->data, WEND_ERROR_FORMAT, "\"%.*s\" at line %d; expected %s", wimp_span_shown(line),
                    line.at, r->text.line, expected);
}

static bool take_int(wimp_span* line, int32_t* out) {
    wimp_span word;
    return wimp_span_word(line, &word) && wimp_span_int(word, out);
}

static bool is_over(wimp_span line) {
    wimp_span word;
    return !wimp_span_word(&line, &word);
}

static wend_result read_file(wgr_data* data, const file_kind* kind, const uint8_t* bytes, size_t size) {
    reader r = {.data = data, .text = wimp_text_of(bytes, size), .size = size};
    wimp_span line, word;
    while (wimp_text_line(&r.text, &line)) {
        const wimp_span whole = line;
        wend_result result = WEND_OK;
        if (!wimp_span_word(&line, &word) || wimp_span_equals(word, "c")) continue;
        if (wimp_span_equals(word, kind->letter))
            result = kind->read_item(&r, line);
        else if (!wimp_span_equals(word, "p"))
            result = fail_line(&r, whole, kind->lines);
        else if (r.has_problem)
            result = wgr_fail(data, WEND_ERROR_FORMAT, "a second problem line at line %d; expected one",
                              r.text.line);
        else
            result = kind->read_problem(&r, line, whole);
        if (result != WEND_OK) return result;
    }
    if (!r.has_problem)
        return wgr_fail(data, WEND_ERROR_FORMAT, "no problem line; expected %s", kind->problem);
    if (r.seen == r.items) return WEND_OK;
    return wgr_fail(data, WEND_ERROR_FORMAT, "%s%d %s up to line %d; expected %d as the problem line says",
                    r.seen < r.items ? "truncated: " : "", r.seen, kind->items, r.text.line, r.items);
}

// ---- arcs

static wend_result read_problem(reader* r, wimp_span line, wimp_span whole) {
    wimp_span word;
    if (!wimp_span_word(&line, &word) || !wimp_span_equals(word, "sp"))
        return wgr_fail(r->data, WEND_ERROR_UNSUPPORTED,
                        "the problem is \"%.*s\" at line %d; expected p sp NODES ARCS", wimp_span_shown(word),
                        word.at, r->text.line);
    if (!take_int(&line, &r->nodes) || !take_int(&line, &r->items) || !is_over(line) || r->nodes < 1)
        return fail_line(r, whole, "p sp NODES ARCS");
    r->has_problem = true;
    if ((uint64_t)r->items * (SHORTEST_ARC + 1) > (uint64_t)r->size + 1)
        return wgr_fail(r->data, WEND_ERROR_FORMAT, "truncated: %d arcs do not fit into a file of %zu bytes",
                        r->items, r->size);
    return wgr_number_nodes(r->data, r->nodes);
}

static wend_result read_arc(reader* r, wimp_span line) {
    wimp_span from, to, cost;
    wend_graph_connection edge;
    if (!r->has_problem)
        return wgr_fail(r->data, WEND_ERROR_FORMAT,
                        "an arc at line %d before the problem line; expected p sp NODES ARCS", r->text.line);
    wimp_span_word(&line, &from);
    wimp_span_word(&line, &to);
    wimp_span_word(&line, &cost);
    wend_result result = wgr_node(r->data, from, r->text.line, &edge.from);
    if (result == WEND_OK) result = wgr_node(r->data, to, r->text.line, &edge.to);
    if (result == WEND_OK) {
        int32_t whole;
        if (wimp_span_int(cost, &whole)) // the usual case, much faster
            edge.cost = whole;
        else
            result = wgr_cost(r->data, cost, r->text.line, &edge.cost);
    }
    if (result != WEND_OK) return result;
    if (!is_over(line)) return fail_line(r, line, "the end of the line, after a FROM TO COST");
    if (r->seen++ == r->items)
        return wgr_fail(r->data, WEND_ERROR_FORMAT,
                        "another arc at line %d; expected %d as the problem line says", r->text.line,
                        r->items);
    return wgr_add_edge(r->data, edge, r->data->def->two_way);
}

wend_result wgr_read_dimacs(wgr_data* data, const uint8_t* bytes, size_t size) {
    static const file_kind arcs = {
        "a", "arcs", "a line that begins with a, p or c", "p sp NODES ARCS", read_arc, read_problem};
    return read_file(data, &arcs, bytes, size);
}

// ---- coordinates

static wend_result read_coordinate_problem(reader* r, wimp_span line, wimp_span whole) {
    static const char* const words[] = {"aux", "sp", "co"};
    wimp_span word;
    for (int32_t i = 0; i < 3; i++)
        if (!wimp_span_word(&line, &word) || !wimp_span_equals(word, words[i]))
            return fail_line(r, whole, "p aux sp co NODES");
    if (!take_int(&line, &r->items) || !is_over(line)) return fail_line(r, whole, "p aux sp co NODES");
    r->has_problem = true;
    return WEND_OK;
}

static wend_result read_coordinate(reader* r, wimp_span line) {
    wimp_span name, x, y;
    wend_graph_position position;
    int32_t node;
    wimp_span_word(&line, &name);
    wimp_span_word(&line, &x);
    wimp_span_word(&line, &y);
    wend_result result = wgr_node(r->data, name, r->text.line, &node);
    if (result == WEND_OK) result = wgr_coordinate(r->data, "x", x, r->text.line, &position.x);
    if (result == WEND_OK) result = wgr_coordinate(r->data, "y", y, r->text.line, &position.y);
    if (result != WEND_OK) return result;
    if (!is_over(line)) return fail_line(r, line, "the end of the line, after v NODE X Y");
    r->seen++;
    return wgr_place(r->data, node, position, name, r->text.line);
}

wend_result wgr_read_coordinates(wgr_data* data, const uint8_t* bytes, size_t size) {
    static const file_kind coordinates = {"v",
                                          "coordinates",
                                          "a line that begins with v, p or c",
                                          "p aux sp co NODES",
                                          read_coordinate,
                                          read_coordinate_problem};
    return read_file(data, &coordinates, bytes, size);
}
