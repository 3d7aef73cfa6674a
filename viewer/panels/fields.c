// fields.c: which widgets show a setting and push the command that changes it?
#include "panels/fields.h"
#include "document/document.h"
#include "document/place.h"
#include "platform/imgui_shim.h"
#include <stdio.h>

void field_checkbox(commands* c, const char* setting, const char* label, bool on) {
    if (gui_checkbox(label, &on)) commands_push(c, setting, "toggle");
}

void field_combo(commands* c, const char* setting, const char* name, const char* const* choices, int count,
                 int chosen, const char* (*word)(int index)) {
    if (gui_combo(name, choices, count, &chosen)) commands_push(c, setting, word(chosen));
}

void field_connectivity(commands* c, const char* setting, wend_connectivity chosen) {
    static const char* const names[WEND_CONNECTIVITY_COUNT] = {"8 neighbours",
                                                               "4 neighbours",
                                                               "8, cutting corners",
                                                               "hexagons, odd rows right",
                                                               "hexagons, even rows right",
                                                               "hexagons, odd columns down",
                                                               "hexagons, even columns down"};
    field_combo(c, setting, "movement", names, WEND_CONNECTIVITY_COUNT, (int)chosen, document_moves_name);
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

static const char* profile_number(int index) {
    static const char* const numbers[WEND_MAX_PROFILES] = {"0", "1", "2",  "3",  "4",  "5",  "6",  "7",
                                                           "8", "9", "10", "11", "12", "13", "14", "15"};
    return numbers[index];
}

void field_profile(commands* c, const char* setting, const wend_world* world, int chosen) {
    const char* names[WEND_MAX_PROFILES];
    const int32_t count = wend_world_profile_count(world);
    for (int32_t i = 0; i < count; i++) names[i] = wend_world_profile_name(world, i);
    if (count > 1) field_combo(c, setting, "profile", names, count, chosen, profile_number);
}

void field_file(commands* c, const char* setting, const char* name, const char* text, size_t size) {
    char typed[1024];
    snprintf(typed, sizeof typed, "%s", text);
    if (gui_file_field(name, typed, SDL_min(size, sizeof typed))) commands_push(c, setting, typed);
}
