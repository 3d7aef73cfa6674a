// imgui_legend.cpp: the table in which a person edits the colours of a legend.
#include "platform/imgui_shim.h"
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <cstdio>
#include <imgui.h>
#include <imgui_internal.h>

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
