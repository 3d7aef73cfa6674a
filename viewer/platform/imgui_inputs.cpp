// imgui_inputs.cpp: how does the user press buttons, choose, and change values?
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <cfloat>
#include <cmath>
#include <cstdio>
#include <imgui_internal.h>

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

// ---- a picture with a title that can be clicked

namespace {

const int HINT_LINES = 2;

// A text within its part of the card.
void show_text(ImVec2 at, float width, int lines, gui_tone tone, const char* text) {
    const float line = ImGui::GetTextLineHeight();
    const ImVec4 clip(at.x, at.y, at.x + width, at.y + line * static_cast<float>(lines));
    ImGui::GetWindowDrawList()->AddText(ImGui::GetFont(), ImGui::GetFontSize(), at,
                                        theme_packed(gui_tone_color(tone, 255)), text, nullptr,
                                        lines > 1 ? width : 0.0f, &clip);
}

} // namespace

float gui_card_height(float picture_height, bool has_hint) {
    const float line = ImGui::GetTextLineHeight(), lines = 1 + (has_hint ? HINT_LINES : 0);
    return picture_height + lines * line + 2 * ImGui::GetStyle().FramePadding.y;
}

bool gui_card_show(const gui_card* card, float room_width, float room_height) {
    const ImVec2 pointer = ImGui::GetCursorScreenPos(), at(ImFloor(pointer.x), ImFloor(pointer.y));
    const float gap = ImGui::GetStyle().FramePadding.y, line = ImGui::GetTextLineHeight();
    ImGui::PushID(card->widget_name);
    const bool pressed = ImGui::InvisibleButton(
        "##card", ImVec2(room_width, gui_card_height(room_height, card->hint != nullptr)));
    widgets_note(card->widget_name);
    const bool hovered = ImGui::IsItemHovered();
    if (hovered && card->tooltip != nullptr) gui_tooltip(card->tooltip);
    ImGui::PopID();
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImVec2 end(at.x + room_width, at.y + room_height);
    list->AddRectFilled(at, end, ImGui::GetColorU32(ImGuiCol_FrameBg));
    if (card->picture != nullptr) {
        const float width = static_cast<float>(card->size.x), height = static_cast<float>(card->size.y);
        const ImVec2 from(ImFloor(at.x + (room_width - width) / 2),
                          ImFloor(at.y + (room_height - height) / 2));
        list->AddImage(card->picture, from, ImVec2(from.x + width, from.y + height));
    }
    list->AddRect(at, end, ImGui::GetColorU32(hovered ? ImGuiCol_Text : ImGuiCol_Border));
    const float below = ImFloor(end.y + gap);
    show_text(ImVec2(at.x, below), room_width, 1, GUI_PLAIN, card->title);
    if (card->hint != nullptr)
        show_text(ImVec2(at.x, below + line), room_width, HINT_LINES, GUI_QUIET, card->hint);
    return pressed;
}

// ---- the table in which a person edits the colours of a legend

namespace {

void note(const char* what, const gui_legend_row* row) {
    char name[WIDGET_NAME];
    std::snprintf(name, sizeof name, "%s %d", what, row->number);
    widgets_note(name);
}

// The colours beside each other, in a frame that stands out from any of them.
bool show_swatches(const gui_legend_row* row) {
    const float side = ImGui::GetFrameHeight(), width = ImGui::GetContentRegionAvail().x;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool pressed = ImGui::InvisibleButton("##chosen", ImVec2(width, side));
    note("colour", row);
    if (ImGui::IsItemHovered()) gui_tooltip(row->hint);
    ImDrawList* list = ImGui::GetWindowDrawList();
    const float line = ImFloor(side / 16) + 1, inset = 2 * line + 1;
    const float left = ImFloor(at.x + inset), right = ImFloor(at.x + width - inset);
    const float top = ImFloor(at.y + inset), bottom = ImFloor(at.y + side - inset);
    for (int i = 0; i < row->swatch_count; i++) {
        const float from =
            ImFloor(left + (right - left) * static_cast<float>(i) / static_cast<float>(row->swatch_count));
        const float to = ImFloor(left + (right - left) * static_cast<float>(i + 1) /
                                            static_cast<float>(row->swatch_count));
        list->AddRectFilled(ImVec2(from, top), ImVec2(to, bottom), theme_packed(row->swatches[i]));
    }
    list->AddRect(ImVec2(left - 1, top - 1), ImVec2(right + 1, bottom + 1),
                  ImGui::GetColorU32(ImGuiCol_Border));
    if (row->chosen)
        list->AddRect(ImVec2(at.x, at.y), ImVec2(at.x + width, at.y + side),
                      ImGui::GetColorU32(ImGuiCol_Text), 0, 0, line);
    return pressed;
}

} // namespace

bool gui_begin_legend(float height) {
    const float letter = ImGui::CalcTextSize("0").x;
    const ImGuiTableFlags flags =
        ImGuiTableFlags_ScrollY | ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV;
    if (!ImGui::BeginTable("legend", 5, flags, ImVec2(0, height))) return false;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn("colour", ImGuiTableColumnFlags_WidthFixed, letter * 8);
    ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthFixed, letter * 8);
    ImGui::TableSetupColumn("name", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("cost", ImGuiTableColumnFlags_WidthFixed, letter * 9);
    ImGui::TableSetupColumn("blocked", ImGuiTableColumnFlags_WidthFixed, letter * 8);
    ImGui::TableHeadersRow();
    return true;
}

gui_legend_change gui_legend_edit(gui_legend_row* row) {
    gui_legend_change change = GUI_LEGEND_NOTHING;
    ImGui::PushID(row->number);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    if (show_swatches(row)) change = GUI_LEGEND_CHOSEN;
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    const float spare = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(row->share).x;
    if (spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
    gui_text(GUI_PLAIN, row->share);
    ImGui::TableNextColumn();
    ImGui::SetNextItemWidth(-1);
    if (ImGui::InputText("##name", row->name, sizeof row->name)) change = GUI_LEGEND_NAME;
    note("name", row);
    ImGui::TableNextColumn();
    bool blocked = row->cost <= 0;
    ImGui::BeginDisabled(blocked);
    ImGui::SetNextItemWidth(-1);
    float cost = row->cost;
    if (ImGui::InputFloat("##cost", &cost, 0.0f, 0.0f, blocked ? "-" : "%.4g") && cost != row->cost) {
        row->cost = cost;
        change = GUI_LEGEND_COST;
    }
    note("cost", row);
    ImGui::EndDisabled();
    ImGui::TableNextColumn();
    const float middle = (ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight()) / 2;
    if (middle > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + middle);
    if (ImGui::Checkbox("##blocked", &blocked)) change = GUI_LEGEND_BLOCKED;
    note("blocked", row);
    ImGui::PopID();
    return change;
}

void gui_end_legend(void) {
    ImGui::EndTable();
}
