// rows.c: how do panels write lines of text with numbers in them?
#include "panels/rows.h"
#include <stdarg.h>
#include <stdio.h>

const char* const row_algorithms[WEND_ALGORITHM_COUNT] = {"HPA*", "exact", "A*", "Dijkstra", "BFS", "greedy"};

const char* const row_heuristics[WEND_HEURISTIC_COUNT] = {"octile", "Manhattan", "Chebyshev", "Euclidean",
                                                          "none"};

const char* const row_refinements[WEND_REFINEMENT_COUNT] = {"by sweeps over clusters", "by A* over tiles"};

void row_show_toned(gui_tone tone, const char* name, const char* format, ...) {
    char text[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gui_row(name, tone, text);
}

void row_paragraph(gui_tone tone, const char* format, ...) {
    char text[600];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    gui_paragraph(tone, text);
}

void row_ramp(uint32_t (*ramp)(float fraction), float most) {
    enum { STEPS = 24 };
    SDL_Color colors[STEPS];
    for (int i = 0; i < STEPS; i++) {
        uint32_t rgb = ramp(most * (float)i / (STEPS - 1));
        colors[i] = (SDL_Color){(Uint8)(rgb >> 16), (Uint8)(rgb >> 8), (Uint8)rgb, 255};
    }
    gui_gradient(colors, STEPS);
}

const char* row_outcome(wend_outcome outcome) {
    switch (outcome) {
    case WEND_FOUND:
        return "found";
    case WEND_PARTIAL:
        return "to the nearest tile";
    case WEND_NO_ROUTE:
        return "no route";
    case WEND_START_BLOCKED:
        return "start blocked";
    case WEND_GOAL_BLOCKED:
        return "goal blocked";
    default:
        return wend_outcome_string(outcome);
    }
}
