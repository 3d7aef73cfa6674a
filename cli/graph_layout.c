// graph_layout.c: how is a graph without positions laid out? As springs and charges (Fruchterman and Reingold
// 1991), from a circle and always alike.
#include "graph_layout.h"

#include <math.h>
#include <stdlib.h>

enum { ROUNDS = 400 };

bool graph_layout_has_positions(const wend_graph* graph) {
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

canvas_point* graph_layout(const graph_question* q) {
    const int32_t count = wend_graph_node_count(q->graph);
    canvas_point* points = calloc((size_t)count, sizeof *points);
    if (points == NULL) return NULL;
    if (graph_layout_has_positions(q->graph)) {
        for (int32_t i = 0; i < count; i++) {
            wend_graph_position position = {0, 0};
            wend_graph_get_position(q->graph, i, &position);
            points[i] = (canvas_point){position.x, -position.y};
        }
        return points;
    }
    canvas_point* forces = calloc((size_t)count, sizeof *forces);
    int32_t* order = calloc((size_t)count, sizeof *order);
    int32_t* part = calloc((size_t)count, sizeof *part);
    if (forces == NULL || order == NULL || part == NULL) {
        free(points);
        points = NULL;
    } else {
        order_nodes(q, order, part);
        for (int32_t i = 0; i < count; i++) {
            const double angle = 2 * 3.14159265358979 * i / count, radius = sqrt(count) * 0.8;
            points[order[i]] = (canvas_point){radius * cos(angle), radius * sin(angle)};
        }
        relax(q->graph, part, points, forces);
        turn(q, points);
    }
    free(forces);
    free(order);
    free(part);
    return points;
}
