// judge.c: is an answer right?
#include "judge.h"

#include <stdio.h>

bool judge_file_costs_apply(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    for (int i = 0; i < WEND_CLASS_COUNT; i++)
        if (counts[i] > 0 && costs[i] > 0 && costs[i] != 1) return false;
    int32_t link_count = 0;
    wend_grid_links(grid, &link_count);
    return link_count == 0 && wend_grid_closed_step_count(grid) == 0 &&
           wend_grid_connectivity(grid) == WEND_CONNECTIVITY_8;
}

bool judge_is_optimal(wend_algorithm algorithm) {
    return algorithm == WEND_EXACT || algorithm == WEND_ASTAR || algorithm == WEND_DIJKSTRA;
}

// Judges the cost of a legal path by the scenario's optimum. Files print at least 2 decimals or 6 digits, and
// the integer costs may prefer a path that is 0.0002 % too long. A path within that is optimal.
static const char* judge_by_file(const judge_case* c, double* excess, char text[VERIFY_TEXT]) {
    const problem* p = c->problem;
    double cost = wend_path_cost(c->path), digits = 0.0051 + 6e-6 * p->file_cost;
    const bool is_longer = cost > p->file_cost * (1 + 4e-6) + digits;
    *excess = is_longer && p->file_cost > 0 ? cost / p->file_cost - 1 : 0;
    if (cost < p->file_cost - digits)
        snprintf(text, VERIFY_TEXT, "cost %.6f is below the optimum %.6f of line %d", cost, p->file_cost,
                 p->line);
    else if (c->is_optimal && is_longer)
        snprintf(text, VERIFY_TEXT, "cost %.6f is above the optimum %.6f of line %d", cost, p->file_cost,
                 p->line);
    else
        return NULL;
    return text;
}

// Compares it with the integer cost of flat A* over the tiles, which uses neither clusters nor components.
static const char* judge_by_astar(const judge_case* c, double* excess, char text[VERIFY_TEXT]) {
    wend_cost cost = wend_path_integer_cost(c->path), best = wend_path_integer_cost(c->reference_opt);
    *excess = best > 0 ? (double)cost / (double)best - 1 : 0;
    if (cost >= best && (cost == best || !c->is_optimal)) return NULL;
    snprintf(text, VERIFY_TEXT, "integer cost %lld, but flat A* found %lld", (long long)cost,
             (long long)best);
    return text;
}

// Scenarios mark an unreachable goal by a length of 0 between two different tiles.
static bool is_unreachable_by_file(const problem* p) {
    return p->file_cost == 0 && (p->start.x != p->goal.x || p->start.y != p->goal.y);
}

bool judge_expects_path(const judge_case* c) {
    return c->reference_opt != NULL ? wend_path_outcome(c->reference_opt) == WEND_FOUND
                                    : !is_unreachable_by_file(c->problem);
}

// NULL when the outcome is the expected one. A file does not distinguish a blocked goal from an unreachable
// one.
static const char* judge_outcome(const judge_case* c, char text[VERIFY_TEXT]) {
    const wend_outcome outcome = wend_path_outcome(c->path);
    const problem* p = c->problem;
    if (c->reference_opt != NULL) {
        const wend_outcome expected = wend_path_outcome(c->reference_opt);
        if (outcome == expected) return NULL;
        snprintf(text, VERIFY_TEXT, "%s, expected %s", wend_outcome_string(outcome),
                 wend_outcome_string(expected));
    } else if (outcome != WEND_FOUND && judge_expects_path(c)) {
        snprintf(text, VERIFY_TEXT, "%s, but line %d has a path of length %.6f", wend_outcome_string(outcome),
                 p->line, p->file_cost);
    } else if (outcome == WEND_FOUND && !judge_expects_path(c)) {
        snprintf(text, VERIFY_TEXT,
                 "found a path of cost %.6f, but by line %d the goal is unreachable (length 0)",
                 wend_path_cost(c->path), p->line);
    } else {
        return NULL;
    }
    return text;
}

const char* judge_answer(const judge_case* c, double* excess_out, char text[VERIFY_TEXT]) {
    *excess_out = 0;
    const char* misjudged = judge_outcome(c, text);
    if (misjudged != NULL) return misjudged;
    if (wend_path_outcome(c->path) != WEND_FOUND) return NULL;
    const char* fault = verify_path(c->grid, c->path, c->problem->start, c->problem->goal, text);
    if (fault != NULL) return fault;
    return c->reference_opt != NULL ? judge_by_astar(c, excess_out, text)
                                    : judge_by_file(c, excess_out, text);
}
