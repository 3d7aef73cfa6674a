// graph_picture.c: what does a search over a graph look like?
#include "canvas.h"
#include "graph_question.h"
#include "memory.h"
#include "output.h"
#include "palette.h"
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ---- a graph without positions is laid out as springs and charges (Fruchterman and Reingold 1991), from a
// circle and always alike

enum { GRAPH_LAYOUT_MAX_NODES = 600 }; ///< without positions

enum { ROUNDS = 400 };

static bool graph_layout_has_positions(const wend_graph* graph) {
    wend_graph_position position;
    for (int32_t i = 0; i < wend_graph_node_count(graph); i++)
        if (!wend_graph_get_position(graph, i, &position)) return false;
    return true;
}

// The order of the nodes on the circle: breadth first from the start, so that neighbours are close together.
// part: the number, from 1, of the connected part of each node.
static void order_nodes(const graph_question* q, int32_t* order, int32_t* part) {
    const int32_t count = wend_graph_node_count(q->graph);
    int32_t listed = 0, parts = 0;
    for (int32_t next = -1; next < count; next++) {
        const int32_t first = next < 0 ? q->query.start : next;
        if (part[first] > 0) continue;
        part[first] = ++parts;
        int32_t at = listed;
        order[listed++] = first;
        for (; at < listed; at++) {
            for (int32_t i = 0; i < wend_graph_connection_count(q->graph); i++) {
                const wend_graph_connection c = wend_graph_get_connection(q->graph, i);
                const int32_t other = c.from == order[at] ? c.to : c.to == order[at] ? c.from : -1;
                if (other < 0 || part[other] > 0) continue;
                part[other] = parts;
                order[listed++] = other;
            }
        }
    }
}

// Moves a and b apart (force above 0) or together, along their line.
static void push(canvas_point* forces, const canvas_point* points, int32_t a, int32_t b, double force) {
    const double dx = points[a].x - points[b].x, dy = points[a].y - points[b].y;
    const double length = fmax(hypot(dx, dy), 1e-6);
    forces[a].x += dx / length * force;
    forces[a].y += dy / length * force;
    forces[b].x -= dx / length * force;
    forces[b].y -= dy / length * force;
}

static void relax(const wend_graph* graph, const int32_t* part, canvas_point* points, canvas_point* forces) {
    const int32_t count = wend_graph_node_count(graph);
    for (int round = 0; round < ROUNDS; round++) {
        const double most = 0.3 * (1 - (double)round / ROUNDS) + 0.002; // the longest move of a node
        for (int32_t i = 0; i < count; i++) forces[i] = (canvas_point){0, 0};
        for (int32_t a = 0; a < count; a++)
            for (int32_t b = 0; b < a; b++) {
                const double gap = fmax(hypot(points[a].x - points[b].x, points[a].y - points[b].y), 0.01);
                // Parts without a connection need not be far apart.
                if (part[a] == part[b] || gap < 1.6) push(forces, points, a, b, 1 / gap);
            }
        for (int32_t i = 0; i < wend_graph_connection_count(graph); i++) {
            const wend_graph_connection c = wend_graph_get_connection(graph, i);
            const double gap = hypot(points[c.from].x - points[c.to].x, points[c.from].y - points[c.to].y);
            if (c.from != c.to) push(forces, points, c.from, c.to, -gap * gap);
        }
        for (int32_t i = 0; i < count; i++) {
            const double pull = 0.08; // to the middle, so that parts without a connection stay near
            const double dx = forces[i].x - points[i].x * pull, dy = forces[i].y - points[i].y * pull;
            const double length = fmax(hypot(dx, dy), 1e-9);
            points[i].x += dx / length * fmin(length, most);
            points[i].y += dy / length * fmin(length, most);
        }
    }
}

// Turns the picture so that the goal, or the middle of all, is to the right of the start.
static void turn(const graph_question* q, canvas_point* points) {
    const int32_t count = wend_graph_node_count(q->graph);
    canvas_point to = {0, 0};
    for (int32_t i = 0; i < count; i++) to.x += points[i].x / count, to.y += points[i].y / count;
    if (q->query.goal >= 0 && q->query.goal != q->query.start) to = points[q->query.goal];
    const canvas_point from = points[q->query.start];
    const double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    if (!(length > 1e-9)) return;
    for (int32_t i = 0; i < count; i++) {
        const canvas_point p = points[i];
        points[i] = (canvas_point){(p.x * dx + p.y * dy) / length, (p.y * dx - p.x * dy) / length};
    }
}

// Positions of all nodes, with y down, to be freed: those of the graph, where y goes up, if every node has
// one; otherwise made so that connected nodes are near each other, with the start at the left.
static canvas_point* graph_layout(const graph_question* q) {
    const int32_t count = wend_graph_node_count(q->graph);
    canvas_point* points = memory_for(count, sizeof *points, "nodes");
    if (graph_layout_has_positions(q->graph)) {
        for (int32_t i = 0; i < count; i++) {
            wend_graph_position position = {0, 0};
            wend_graph_get_position(q->graph, i, &position);
            points[i] = (canvas_point){position.x, -position.y};
        }
        return points;
    }
    canvas_point* forces = memory_for(count, sizeof *forces, "nodes");
    int32_t* order = memory_for(count, sizeof *order, "nodes");
    int32_t* part = memory_for(count, sizeof *part, "nodes");
    order_nodes(q, order, part);
    for (int32_t i = 0; i < count; i++) {
        const double angle = 2 * 3.14159265358979 * i / count, radius = sqrt(count) * 0.8;
        points[order[i]] = (canvas_point){radius * cos(angle), radius * sin(angle)};
    }
    relax(q->graph, part, points, forces);
    turn(q, points);
    free(forces);
    free(order);
    free(part);
    return points;
}

// ---- shapes

enum {
    LONGEST_SIDE = 1200,
    LEGEND = 44,           // pixels below the graph
    MAX_LABELLED = 80,     // nodes whose names and costs are shown
    MAX_SVG_NODES = 20000, // an SVG of more would be of no use to anybody
};

typedef struct graph_drawing {
    const graph_question* q;
    canvas c;
    canvas_point* points; // of the nodes, in pixels
    bool* on_path;        // by edge
    double radius;        // of a node
    bool has_labels;
    double letters; // height of capitals
} graph_drawing;

static const color ink = {0x14, 0x18, 0x20}; // PALETTE_CASING
static const color faint = {150, 156, 166};
static const color paper = {255, 255, 255};

// ---- where everything is

static double nearest_gap(const canvas_point* points, int32_t count) {
    double least = INFINITY;
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = 0; b < a; b++) {
            const double gap = hypot(points[a].x - points[b].x, points[a].y - points[b].y);
            if (gap > 0 && gap < least) least = gap;
        }
    return least;
}

static double widest_name(const graph_question* q) {
    double widest = 0;
    for (int32_t i = 0; i < wend_graph_node_count(q->graph); i++)
        widest = fmax(widest, canvas_words_width(14, graph_node_text(q, i).text));
    return fmin(widest, 500);
}

// Moves the points into a picture with a margin; its size follows their shape.
static void fit(graph_drawing* d, int* width_out, int* height_out) {
    const int32_t count = wend_graph_node_count(d->q->graph);
    canvas_point low = {INFINITY, INFINITY}, high = {-INFINITY, -INFINITY};
    for (int32_t i = 0; i < count; i++) {
        low = (canvas_point){fmin(low.x, d->points[i].x), fmin(low.y, d->points[i].y)};
        high = (canvas_point){fmax(high.x, d->points[i].x), fmax(high.y, d->points[i].y)};
    }
    const double margin = d->has_labels ? fmax(70, widest_name(d->q) / 2 + 16) : 24;
    // A small graph gets a small picture, but room for its labels: 110 pixels between nodes, where that fits.
    const double across = fmax(high.x - low.x, high.y - low.y), most = across > 0 ? LONGEST_SIDE / across : 1;
    double scale = most;
    if (d->has_labels)
        scale = fmin(most, fmax((280 + 45.0 * count) / across, 110 / nearest_gap(d->points, count)));
    for (int32_t i = 0; i < count; i++) {
        d->points[i].x = margin + (d->points[i].x - low.x) * scale;
        d->points[i].y = margin + (d->points[i].y - low.y) * scale;
    }
    *width_out = (int)lround(fmax((high.x - low.x) * scale, 380) + 2 * margin);
    *height_out = (int)lround((high.y - low.y) * scale + 2 * margin) + LEGEND;
    if ((high.x - low.x) * scale < 380) // the legend is wider: centre the graph above it
        for (int32_t i = 0; i < count; i++) d->points[i].x += (380 - (high.x - low.x) * scale) / 2;
    const double gap = count <= 2000 ? nearest_gap(d->points, count) : 0;
    const double spacing = sqrt((high.x - low.x) * (high.y - low.y) / count) * scale; // if spread evenly
    d->radius = fmin(d->has_labels ? 22 : 8, fmax(gap * 0.32, fmin(spacing * 0.2, 6)));
    d->radius = fmax(d->radius, 1.2);
    d->letters = d->radius >= 14 ? 14 : 7;
}

// ---- edges

// Edges between the same two nodes are spread, so that each can be seen: the place of an edge among them.
static void place_edge(const graph_drawing* d, int32_t edge, int32_t* index_out, int32_t* count_out) {
    const wend_graph* graph = d->q->graph;
    const wend_graph_connection own = wend_graph_get_connection(graph, edge);
    *index_out = *count_out = 0;
    if (!d->has_labels) return; // too many for it to matter
    for (int32_t i = 0; i < wend_graph_connection_count(graph); i++) {
        if (wend_graph_edge_of(d->q->names, i) != i) break; // from here on ways back
        const wend_graph_connection c = wend_graph_get_connection(graph, i);
        if (!((c.from == own.from && c.to == own.to) || (c.from == own.to && c.to == own.from))) continue;
        if (i < edge) ++*index_out;
        ++*count_out;
    }
}

static canvas_point towards(canvas_point from, canvas_point to, double distance) {
    const double length = fmax(hypot(to.x - from.x, to.y - from.y), 1e-9);
    return (canvas_point){from.x + (to.x - from.x) / length * distance,
                          from.y + (to.y - from.y) / length * distance};
}

typedef struct edge_shape {
    canvas_point a, control, b;
    bool is_loop;
} edge_shape;

static edge_shape shape_of(const graph_drawing* d, int32_t edge) {
    const wend_graph_connection c = wend_graph_get_connection(d->q->graph, edge);
    int32_t index, count;
    place_edge(d, edge, &index, &count);
    edge_shape s = {.a = d->points[c.from], .b = d->points[c.to], .is_loop = c.from == c.to};
    if (s.is_loop) { // a circle to the lower right, whose far end is the control point
        const double away = d->radius * (1.9 + 0.4 * index);
        s.control = (canvas_point){s.a.x + away, s.a.y + away};
        return s;
    }
    // Bent to one side as seen from the node with the smaller number, so that both directions agree.
    const double side = c.from < c.to ? 1 : -1, bend = (index - (count - 1) / 2.0) * 60 * side;
    const double dx = s.b.x - s.a.x, dy = s.b.y - s.a.y, length = fmax(hypot(dx, dy), 1e-9);
    s.control = (canvas_point){(s.a.x + s.b.x) / 2 - dy / length * (count > 1 ? bend : 0),
                               (s.a.y + s.b.y) / 2 + dx / length * (count > 1 ? bend : 0)};
    s.a = towards(s.a, s.control, d->radius);
    s.b = towards(s.b, s.control, d->radius);
    return s;
}

static bool is_two_way(const graph_drawing* d, int32_t edge) {
    const wend_graph* graph = d->q->graph;
    for (int32_t i = wend_graph_connection_count(graph) - 1; i >= 0; i--) {
        const int32_t of = wend_graph_edge_of(d->q->names, i);
        if (of == i) return false; // before it there are no ways back
        if (of == edge) return true;
    }
    return false;
}

static bool is_seen(const graph_drawing* d, int32_t node) {
    return wend_graph_search_node(d->q->search, node).state != WEND_GRAPH_UNSEEN;
}

// A search may follow it: it is neither disabled nor of infinite cost.
static bool is_walkable(const graph_drawing* d, int32_t edge) {
    return wend_graph_is_enabled(d->q->graph, edge) &&
           isfinite(wend_graph_get_connection(d->q->graph, edge).cost);
}

// In a picture without labels the nodes are too small to be distinguished: there the edges show what was
// seen.
static color shade_of(const graph_drawing* d, int32_t edge) {
    const wend_graph_connection c = wend_graph_get_connection(d->q->graph, edge);
    if (d->on_path[edge]) return scene_color(PALETTE_PATH);
    if (!is_walkable(d, edge)) return faint;
    if (d->has_labels) return ink;
    return is_seen(d, c.from) && is_seen(d, c.to) ? scene_color(PALETTE_CLOSED) : faint;
}

static void draw_edge(graph_drawing* d, int32_t edge, bool casing) {
    const bool path = d->on_path[edge];
    const edge_shape s = shape_of(d, edge);
    const color shade = shade_of(d, edge);
    const double width = d->has_labels || d->radius > 2 ? 2 : 1;
    if (s.is_loop) {
        const canvas_point middle = {(s.a.x + s.control.x) / 2, (s.a.y + s.control.y) / 2};
        if (d->has_labels) canvas_circle(&d->c, middle, (s.control.y - s.a.y) * 0.7, width, shade);
        return;
    }
    if (casing) {
        canvas_curve(&d->c, s.a, s.control, s.b, width + 6, ink, false);
        return;
    }
    canvas_curve(&d->c, s.a, s.control, s.b, path ? width + 3 : width, shade, !is_walkable(d, edge));
    if (!d->has_labels || is_two_way(d, edge)) return;
    const color head = path ? ink : shade;
    canvas_arrow(&d->c, s.b, canvas_on_curve(s.a, s.control, s.b, 0.9), path ? 15 : 11, head);
}

static void draw_edge_cost(graph_drawing* d, int32_t edge) {
    const edge_shape s = shape_of(d, edge);
    const double cost = wend_graph_get_connection(d->q->graph, edge).cost;
    canvas_point at = canvas_on_curve(s.a, s.control, s.b, 0.5);
    if (s.is_loop) at = s.control;
    canvas_words(&d->c, at, d->letters * (d->c.is_svg ? 0.75 : 1), ink, true,
                 isinf(cost) ? "inf" : graph_number_text(cost).text);
}

// ---- nodes

static color fill_of(const graph_drawing* d, int32_t node) {
    const wend_graph_node state = wend_graph_search_node(d->q->search, node);
    if (node == d->q->query.start) return scene_color(PALETTE_START);
    if (graph_is_goal(d->q, node)) return scene_color(PALETTE_GOAL);
    if (state.state == WEND_GRAPH_IS_OPEN) return scene_color(PALETTE_OPEN);
    return state.state == WEND_GRAPH_IS_CLOSED ? scene_color(PALETTE_CLOSED) : paper;
}

// How near an edge of a node comes to a direction: the largest cosine of an angle between them.
static double crowding(const graph_drawing* d, int32_t node, canvas_point direction) {
    double most = -1;
    for (int32_t i = 0; i < wend_graph_connection_count(d->q->graph); i++) {
        if (wend_graph_edge_of(d->q->names, i) != i) break; // from here on ways back
        const wend_graph_connection c = wend_graph_get_connection(d->q->graph, i);
        if (c.from != node && c.to != node) continue;
        const canvas_point at = d->points[node], one = towards(at, shape_of(d, i).control, 1);
        most = fmax(most, (one.x - at.x) * direction.x + (one.y - at.y) * direction.y);
    }
    return most;
}

// Below a node, or where fewer edges are in the way. A name that is too wide for its node has the place
// above.
static canvas_point place_beside(const graph_drawing* d, int32_t node, double width, bool above_is_free) {
    static const canvas_point sides[] = {{0, 1}, {1, 0}, {-1, 0}, {0, -1}};
    static const double clear = 0.77; // 40 degrees from the next edge
    const canvas_point at = d->points[node];
    canvas_point best = at;
    double least = INFINITY;
    for (int i = 0; i < (above_is_free ? 4 : 3); i++) {
        const double away = d->radius + (sides[i].x == 0 ? d->letters : 6 + width / 2);
        const canvas_point place = {at.x + sides[i].x * away, at.y + sides[i].y * away};
        const bool is_inside = place.x >= width / 2 && place.x <= d->c.width - width / 2;
        const double crowded = fmax(crowding(d, node, sides[i]), clear) + (i > 0 && !is_inside ? 2 : 0);
        if (crowded < least) best = place, least = crowded;
    }
    return best;
}

// Beside the node: "2+7=9" for A*, g or h alone for the others.
static void draw_estimate(graph_drawing* d, int32_t node, bool above_is_free) {
    const wend_graph_node n = wend_graph_search_node(d->q->search, node);
    const wend_graph_query* query = &d->q->query;
    if (n.state == WEND_GRAPH_UNSEEN) return;
    char words[140];
    const double h = query->heuristic_weight * n.h, height = d->letters * (d->c.is_svg ? 0.7 : 1);
    if (query->algorithm == WEND_GRAPH_ASTAR && query->heuristic != WEND_GRAPH_NO_HEURISTIC)
        snprintf(words, sizeof words, "%.4g+%.4g=%.4g", n.g, h, n.g + h);
    else
        snprintf(words, sizeof words, "%.6g", query->algorithm == WEND_GRAPH_GREEDY ? n.h : n.g);
    const canvas_point at = place_beside(d, node, canvas_words_width(height, words), above_is_free);
    canvas_words(&d->c, at, height, (color){30, 80, 160}, true, words);
}

static void draw_node(graph_drawing* d, int32_t node) {
    const canvas_point at = d->points[node];
    const bool is_end = node == d->q->query.start || graph_is_goal(d->q, node);
    const double radius = d->has_labels ? d->radius : is_end ? fmax(7, d->radius) : d->radius;
    const bool is_tiny = radius < 3;
    const color fill = fill_of(d, node);
    canvas_disc(&d->c, at, radius, is_tiny ? 0 : d->has_labels ? 2 : 1, fill, is_tiny ? fill : ink);
    if (!d->has_labels) return;
    const graph_name name = graph_node_text(d->q, node);
    const double height = d->letters * (d->c.is_svg ? 0.8 : 1);
    const bool fits = canvas_words_width(height, name.text) < 1.8 * d->radius;
    const canvas_point label = {at.x, fits ? at.y : at.y - d->radius - d->letters};
    canvas_words(&d->c, label, height, ink, !fits, name.text);
    draw_estimate(d, node, fits);
}

static void draw_legend(graph_drawing* d) {
    const struct {
        const char* word;
        uint32_t color;
    } entries[] = {{"start", PALETTE_START},
                   {"goal", PALETTE_GOAL},
                   {"open", PALETTE_OPEN},
                   {"closed", PALETTE_CLOSED},
                   {"path", PALETTE_PATH}};
    double x = 24;
    const double y = d->c.height - 20;
    for (int i = 0; i < 5; i++) {
        const color shade = scene_color(entries[i].color);
        if (i < 4)
            canvas_disc(&d->c, (canvas_point){x, y}, 8, 1.5, shade, ink);
        else {
            canvas_line(&d->c, (canvas_point){x - 10, y}, (canvas_point){x + 10, y}, 8, ink);
            canvas_line(&d->c, (canvas_point){x - 10, y}, (canvas_point){x + 10, y}, 5, shade);
        }
        const double height = d->c.is_svg ? 10 : 14, width = canvas_words_width(height, entries[i].word);
        canvas_words(&d->c, (canvas_point){x + 14 + width / 2 + (i == 4 ? 6 : 0), y}, height, ink, false,
                     entries[i].word);
        x += 14 + width + 30;
    }
}

// ---- the picture

// The nodes of large graphs that say nothing are left out; the others come above them, the path last.
static void draw_nodes(graph_drawing* d) {
    const int32_t count = wend_graph_node_count(d->q->graph);
    for (int pass = 0; pass < 2; pass++)
        for (int32_t i = 0; i < count; i++) {
            const bool is_end = i == d->q->query.start || graph_is_goal(d->q, i);
            if (is_end == (pass == 1) && (is_seen(d, i) || is_end || d->radius >= 3)) draw_node(d, i);
        }
}

static void draw(graph_drawing* d) {
    const int32_t edges = wend_graph_connection_count(d->q->graph);
    int32_t edge_count = 0;
    while (edge_count < edges && wend_graph_edge_of(d->q->names, edge_count) == edge_count) edge_count++;
    for (int32_t i = 0; i < edge_count; i++)
        if (!d->on_path[i]) draw_edge(d, i, false);
    if (d->has_labels == false) draw_nodes(d); // under the path, which would disappear among them
    for (int32_t i = 0; i < edge_count; i++)
        if (d->on_path[i]) draw_edge(d, i, true);
    for (int32_t i = 0; i < edge_count; i++)
        if (d->on_path[i]) draw_edge(d, i, false);
    for (int32_t i = 0; i < edge_count && d->has_labels; i++) draw_edge_cost(d, i);
    if (d->has_labels) draw_nodes(d);
    draw_legend(d);
}

int graph_picture_write(const graph_question* q, const char* file) {
    const int32_t count = wend_graph_node_count(q->graph);
    const bool is_svg = file_ends_in(file, ".svg");
    if (is_svg && count > MAX_SVG_NODES)
        return command_fail(CLI_USAGE, "an SVG shows up to %d nodes, and the graph has %d: use a .png",
                            MAX_SVG_NODES, count);
    if (count > GRAPH_LAYOUT_MAX_NODES && !graph_layout_has_positions(q->graph))
        return command_fail(CLI_USAGE, "a picture of more than %d nodes needs their positions (--nodes)",
                            GRAPH_LAYOUT_MAX_NODES);
    graph_drawing d = {.q = q, .has_labels = count <= MAX_LABELLED};
    int width, height, path_count = 0;
    d.points = graph_layout(q);
    d.on_path = memory_for(wend_graph_connection_count(q->graph), sizeof *d.on_path, "connections");
    const int32_t* path = wend_graph_search_connections(q->search, &path_count);
    for (int32_t i = 0; i < path_count; i++) d.on_path[wend_graph_edge_of(q->names, path[i])] = true;
    fit(&d, &width, &height);
    canvas_begin(&d.c, is_svg, width, height);
    draw(&d);
    const int code = canvas_write(&d.c, file);
    canvas_end(&d.c);
    free(d.points);
    free(d.on_path);
    return code;
}
