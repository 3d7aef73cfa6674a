// imgui_inputs.cpp: how does the user press buttons, choose, and change values?
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <cfloat>
#include <cmath>
#include <cstdio>

// What a widget returned, once its place is in the list.
static bool noted(const char* name, bool result) {
    widgets_note(name);
    return result;
}

bool gui_toned_checkbox(const char* label, bool* value, gui_tone tone, const char* hint) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme_text_color(tone));
    bool changed = noted(label, ImGui::Checkbox(label, value));
    ImGui::PopStyleColor();
    if (ImGui::IsItemHovered()) gui_tooltip(hint);
    return changed;
}

bool gui_checkbox(const char* label, bool* value) {
    return noted(label, ImGui::Checkbox(label, value));
}

// The name of a widget that fills the rest of its line.
static void begin_named(const char* name) {
    ImGui::AlignTextToFramePadding();
    gui_text(GUI_QUIET, name);
    theme_to_values();
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(name);
}

static bool end_named(const char* name, bool changed) {
    widgets_note(name);
    ImGui::PopID();
    return changed;
}

// The list of a combo whose id was pushed; pops it.
static bool choose(const char* name, const char* const* choices, int count, int* value) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    widgets_note_at(name, SDL_FRect{at.x, at.y, ImGui::CalcItemWidth(), ImGui::GetFrameHeight()});
    bool changed = false;
    ImGui::SetNextWindowSizeConstraints(ImVec2(0, 0), ImVec2(FLT_MAX, FLT_MAX)); // all choices at once
    if (ImGui::BeginCombo("##", *value >= 0 && *value < count ? choices[*value] : "")) {
        for (int i = 0; i < count; i++) {
            ImGui::PushID(i);
            bool chosen = noted(choices[i], ImGui::Selectable(choices[i], i == *value));
            if (i == *value) ImGui::SetItemDefaultFocus();
            ImGui::PopID();
            changed |= chosen && i != *value;
            if (chosen) *value = i;
        }
        ImGui::EndCombo();
    }
    ImGui::PopID();
    return changed;
}

bool gui_combo(const char* name, const char* const* choices, int count, int* value) {
    begin_named(name);
    return choose(name, choices, count, value);
}

// ---- in the cells of a table

bool gui_cell_button(const char* label) {
    ImGui::TableNextColumn();
    return noted(label, ImGui::Button(label, ImVec2(-FLT_MIN, 0)));
}

bool gui_cell_combo(const char* widget_name, const char* const* choices, int count, int* value) {
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(widget_name);
    return choose(widget_name, choices, count, value);
}

bool gui_cell_slider(const char* widget_name, float* value, float least, float most, const char* format) {
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(widget_name);
    return end_named(widget_name,
                     ImGui::SliderFloat("##", value, least, most, format, ImGuiSliderFlags_AlwaysClamp));
}

// ---- beside a name

bool gui_slider(const char* name, float* value, float least, float most, const char* format) {
    begin_named(name);
    return end_named(name,
                     ImGui::SliderFloat("##", value, least, most, format, ImGuiSliderFlags_AlwaysClamp));
}

bool gui_switched_slider(const char* name, bool* on, float* value, float least, float most,
                         const char* format) {
    bool changed = noted(name, ImGui::Checkbox(name, on));
    char slider[WIDGET_NAME];
    std::snprintf(slider, sizeof slider, "%s value", name);
    ImGui::SameLine(theme_name_width());
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(name);
    ImGui::BeginDisabled(!*on);
    changed |= ImGui::SliderFloat("##slider", value, least, most, format, ImGuiSliderFlags_AlwaysClamp);
    widgets_note(slider);
    ImGui::EndDisabled();
    ImGui::PopID();
    return changed;
}

bool gui_slider_int(const char* name, int* value, int least, int most) {
    begin_named(name);
    return end_named(name, ImGui::SliderInt("##", value, least, most, "%d", ImGuiSliderFlags_AlwaysClamp));
}

bool gui_late_slider_int(const char* name, int* value, int least, int most) {
    begin_named(name);
    ImGuiStorage* kept = ImGui::GetStateStorage();
    ImGuiID shown_id = ImGui::GetID("shown"), held_id = ImGui::GetID("held");
    int shown = kept->GetBool(held_id) ? kept->GetInt(shown_id) : *value;
    ImGui::SliderInt("##", &shown, least, most, "%d", ImGuiSliderFlags_AlwaysClamp);
    kept->SetInt(shown_id, shown);
    kept->SetBool(held_id, ImGui::IsItemActive());
    bool changed = ImGui::IsItemDeactivatedAfterEdit() && shown != *value;
    if (changed) *value = shown;
    return end_named(name, changed);
}

bool gui_choice(int id, const char* label, bool chosen) {
    ImGui::PushID(id);
    bool pressed = noted(label, ImGui::Selectable(label, chosen));
    ImGui::PopID();
    return pressed;
}

bool gui_picture_choice(int id, const char* label, bool chosen, SDL_Texture* picture_opt, SDL_Point size) {
    if (picture_opt == nullptr) return gui_choice(id, label, chosen);
    const ImVec2 pointer = ImGui::GetCursorScreenPos(), at(std::floor(pointer.x), std::floor(pointer.y));
    const float width = static_cast<float>(size.x), height = static_cast<float>(size.y);
    ImGui::PushID(id);
    const bool pressed = noted(label, ImGui::Selectable("##picture", chosen, 0, ImVec2(0, height)));
    ImGui::PopID();
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddImage(picture_opt, at, ImVec2(at.x + width, at.y + height));
    list->AddText(ImVec2(at.x + width + ImGui::GetStyle().ItemSpacing.x,
                         std::floor(at.y + (height - ImGui::GetTextLineHeight()) / 2)),
                  ImGui::GetColorU32(ImGuiCol_Text), label);
    return pressed;
}

bool gui_list_line(int id, const char* label, const char* right, bool chosen, bool* twice_out) {
    ImGui::PushID(id);
    float left = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
    bool pressed = noted(label, ImGui::Selectable(label, chosen, ImGuiSelectableFlags_AllowDoubleClick));
    *twice_out = pressed && ImGui::IsMouseDoubleClicked(0);
    float width = ImGui::CalcTextSize(right).x;
    if (width > 0 && ImGui::CalcTextSize(label).x + width + 20 * theme_scale() < room) {
        ImGui::SameLine(left + room - width);
        gui_text(GUI_QUIET, right);
    }
    ImGui::PopID();
    return pressed;
}

void gui_take_keys(void) {
    ImGui::SetKeyboardFocusHere();
}

bool gui_decimal(const char* name, float* value, float least, float most, const char* format) {
    begin_named(name);
    float typed = *value;
    bool changed = ImGui::InputFloat("##", &typed, 0.0f, 0.0f, format) && typed != *value;
    if (changed) *value = typed < least ? least : typed > most ? most : typed;
    return end_named(name, changed);
}

bool gui_cost_line(int id, const char* name, const char* hint, bool* passable, float* cost, float least,
                   float most, bool fixed) {
    const float field = 70.0f * theme_scale(), gap = ImGui::GetStyle().ItemSpacing.x;
    const float left = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
    const float text = room - field - ImGui::GetFrameHeight() - 2 * gap;
    char part[WIDGET_NAME];
    ImGui::PushID(id);
    ImGui::AlignTextToFramePadding();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushClipRect(at, ImVec2(at.x + text, at.y + ImGui::GetFrameHeight()), true);
    gui_text(*passable ? GUI_PLAIN : GUI_QUIET, name);
    ImGui::PopClipRect();
    if (ImGui::IsItemHovered()) gui_tooltip(hint);
    ImGui::SameLine(left + text + gap);
    ImGui::BeginDisabled(fixed);
    snprintf(part, sizeof part, "%.80s passable", name);
    bool changed = noted(part, ImGui::Checkbox("##passable", passable));
    ImGui::EndDisabled();
    ImGui::SameLine();
    ImGui::SetNextItemWidth(field);
    if (*passable) {
        float typed = *cost;
        if (ImGui::InputFloat("##cost", &typed, 0.0f, 0.0f, "%.4g", ImGuiInputTextFlags_EnterReturnsTrue) &&
            typed != *cost) {
            *cost = typed < least ? least : typed > most ? most : typed;
            changed = true;
        }
        snprintf(part, sizeof part, "%.80s cost", name);
        widgets_note(part);
    } else {
        gui_text(GUI_QUIET, "blocked");
    }
    ImGui::PopID();
    return changed;
}

bool gui_pair(const char* name, int* first, int* second) {
    begin_named(name);
    int typed[2] = {*first, *second};
    bool changed = ImGui::InputInt2("##", typed, ImGuiInputTextFlags_EnterReturnsTrue);
    if (changed) {
        *first = typed[0];
        *second = typed[1];
    }
    return end_named(name, changed);
}

bool gui_decimal_pair(const char* name, double* first, double* second, int digits) {
    begin_named(name);
    const char format[] = {'%', '.', (char)('0' + digits), 'f', '\0'};
    double typed[2] = {*first, *second};
    bool changed = ImGui::InputScalarN("##", ImGuiDataType_Double, typed, 2, nullptr, nullptr, format,
                                       ImGuiInputTextFlags_EnterReturnsTrue);
    if (changed) {
        *first = typed[0];
        *second = typed[1];
    }
    return end_named(name, changed);
}

bool gui_late_decimal(const char* name, double* value, const char* format) {
    begin_named(name);
    return end_named(name, ImGui::InputScalar("##", ImGuiDataType_Double, value, nullptr, nullptr, format,
                                              ImGuiInputTextFlags_EnterReturnsTrue));
}

bool gui_late_text(const char* name, char* text, size_t size) {
    begin_named(name);
    return end_named(name, ImGui::InputText("##", text, size, ImGuiInputTextFlags_EnterReturnsTrue));
}

bool gui_number(const char* name, int* value, int least, int most) {
    begin_named(name);
    bool changed = ImGui::InputInt("##", value, 0, 0);
    *value = *value < least ? least : *value > most ? most : *value;
    return end_named(name, changed);
}

bool gui_text_field(const char* name, char* text, size_t size) {
    begin_named(name);
    return end_named(name, ImGui::InputText("##", text, size));
}

bool gui_file_field(const char* name, char* text, size_t size) {
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(name);
    return end_named(name, ImGui::InputText("##", text, size));
}

bool gui_button(const char* label, bool same_line) {
    if (same_line) ImGui::SameLine();
    return noted(label, ImGui::Button(label));
}

bool gui_wrapped_button(const char* label, bool first) {
    const ImGuiStyle& style = ImGui::GetStyle();
    const float width = ImGui::CalcTextSize(label).x + 2 * style.FramePadding.x;
    const float left = ImGui::GetItemRectMax().x + style.ItemSpacing.x - ImGui::GetWindowPos().x;
    if (!first && left + width <= ImGui::GetWindowContentRegionMax().x) ImGui::SameLine();
    const float room = ImGui::GetContentRegionAvail().x;
    return noted(label, ImGui::Button(label, ImVec2(width < room ? width : room, 0)));
}

bool gui_section(const char* label, bool* open_io) {
    ImGui::SetNextItemOpen(*open_io);
    *open_io = noted(label, ImGui::CollapsingHeader(label));
    return *open_io;
}

bool gui_tabs(const char* const* labels, int count, int* chosen_io) {
    bool changed = false;
    for (int i = 0; i < count; i++) {
        bool chosen = i == *chosen_io;
        if (i > 0) ImGui::SameLine();
        if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
        if (noted(labels[i], ImGui::Button(labels[i])) && !chosen) {
            *chosen_io = i;
            changed = true;
        }
        if (chosen) ImGui::PopStyleColor();
    }
    return changed;
}
