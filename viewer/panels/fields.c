// fields.c: which widgets show a setting and push the command that changes it, and how do panels write lines
// of text with numbers in them?
#include "panels/fields.h"
#include "document/document.h"
#include "document/place.h"
#include "platform/imgui_shim.h"
#include <stdarg.h>
#include <stdio.h>

void field_button(commands* c, const char* setting, const char* label, const char* value, bool beside) {
    if (gui_button(label, beside)) commands_push(c, setting, value);
}

void field_checkbox(commands* c, const char* setting, const char* label, bool on) {
    if (gui_checkbox(label, &on)) commands_push(c, setting, "toggle");
}

void field_combo(commands* c, const char* setting, const char* name, const char* const* choices, int chosen,
                 const char* (*word)(int index)) {
    int count = 0;
    while (word(count) != NULL) count++;
    if (gui_combo(name, choices, count, &chosen)) commands_push(c, setting, word(chosen));
}

void field_words(commands* c, const char* setting, const char* name, const char* (*word)(int index),
                 int chosen) {
    const char* words[24]; // more than any list has
    int count = 0;
    for (; word(count) != NULL; count++) words[count] = word(count);
    field_combo(c, setting, name, words, chosen, word);
}

void field_connectivity(commands* c, const char* setting, wend_connectivity chosen) {
    static const char* const names[WEND_CONNECTIVITY_COUNT] = {"8 neighbours",
                                                               "4 neighbours",
                                                               "8, cutting corners",
                                                               "hexagons, odd rows right",
                                                               "hexagons, even rows right",
                                                               "hexagons, odd columns down",
                                                               "hexagons, even columns down"};
    field_combo(c, setting, "movement", names, (int)chosen, document_moves_name);
}

void field_slider(commands* c, const char* setting, const char* name, float value, float least, float most,
                  const char* format) {
    if (gui_slider(name, &value, least, most, format)) commands_pushf(c, setting, "%.9g", (double)value);
}

void field_length(commands* c, const char* setting, const char* name, const scene* s, float tiles,
                  float least, float most, const char* of) {
    const float side = (float)place_tile_side(s);
    char format[40];
    float shown = tiles * side;
    snprintf(format, sizeof format, "%%.3g%s%s", place_length_unit(s), of);
    if (gui_slider(name, &shown, least * side, most * side, format))
        commands_pushf(c, setting, "%.9g", SDL_clamp((double)(shown / side), (double)least, (double)most));
}

void field_slider_int(commands* c, const char* setting, const char* name, int value, int least, int most) {
    if (gui_slider_int(name, &value, least, most)) commands_pushf(c, setting, "%d", value);
}

void field_decimal(commands* c, const char* setting, const char* name, float value, float least, float most) {
    if (gui_decimal(name, &value, least, most, "%.4g")) commands_pushf(c, setting, "%.9g", (double)value);
}

void field_number(commands* c, const char* setting, const char* name, int value, int least, int most) {
    if (gui_number(name, &value, least, most)) commands_pushf(c, setting, "%d", value);
}

void field_text(commands* c, const char* setting, const char* name, const char* text, size_t size) {
    char typed[1024];
    snprintf(typed, sizeof typed, "%s", text);
    if (gui_text_field(name, typed, SDL_min(size, sizeof typed))) commands_push(c, setting, typed);
}

void field_profile(commands* c, const char* setting, const wend_world* world, int chosen) {
    const char* names[WEND_MAX_PROFILES];
    const int32_t count = wend_world_profile_count(world);
    for (int32_t i = 0; i < count; i++) names[i] = wend_world_profile_name(world, i);
    if (count > 1 && gui_combo("profile", names, count, &chosen)) commands_pushf(c, setting, "%d", chosen);
}

void field_file(commands* c, const char* setting, const char* name, const char* text, size_t size) {
    char typed[1024];
    snprintf(typed, sizeof typed, "%s", text);
    gui_same_line();
    if (gui_file_field(name, typed, SDL_min(size, sizeof typed))) commands_push(c, setting, typed);
}

// ---- lines of text

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
