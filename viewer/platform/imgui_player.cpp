// imgui_player.cpp: how do the buttons and bars of a player work?
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <imgui_internal.h>
#include <initializer_list>

static void draw_bar(ImVec2 center, float x, float unit) {
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(center.x + x - unit * 0.16f, center.y - unit),
                                              ImVec2(center.x + x + unit * 0.16f, center.y + unit),
                                              ImGui::GetColorU32(ImGuiCol_Text));
}

static void draw_wedge(ImVec2 center, float x, float unit, float direction) {
    ImGui::GetWindowDrawList()->AddTriangleFilled(
        ImVec2(center.x + x - unit * direction * 0.7f, center.y - unit),
        ImVec2(center.x + x - unit * direction * 0.7f, center.y + unit),
        ImVec2(center.x + x + unit * direction * 0.7f, center.y), ImGui::GetColorU32(ImGuiCol_Text));
}

static void draw_icon(gui_icon icon, ImVec2 center, float unit) {
    float side = icon == GUI_TO_BEGIN || icon == GUI_BACK ? -1.0f : 1.0f;
    switch (icon) {
    case GUI_TO_BEGIN:
    case GUI_TO_END:
        draw_wedge(center, -0.1f * unit * side, unit * 0.8f, side);
        draw_bar(center, 0.8f * unit * side, unit * 0.8f);
        break;
    case GUI_BACK:
    case GUI_FORWARD:
        draw_bar(center, -0.7f * unit * side, unit * 0.8f);
        draw_wedge(center, 0.25f * unit * side, unit * 0.8f, side);
        break;
    case GUI_PLAY:
        draw_wedge(center, 0.1f * unit, unit, 1);
        break;
    case GUI_PAUSE:
        draw_bar(center, -0.4f * unit, unit * 0.9f);
        draw_bar(center, 0.4f * unit, unit * 0.9f);
        break;
    case GUI_CLOSE:
        for (float rise : {-0.7f, 0.7f})
            ImGui::GetWindowDrawList()->AddLine(ImVec2(center.x - 0.7f * unit, center.y - rise * unit),
                                                ImVec2(center.x + 0.7f * unit, center.y + rise * unit),
                                                ImGui::GetColorU32(ImGuiCol_Text), unit * 0.3f);
        break;
    }
}

bool gui_icon_button(gui_icon icon, const char* hint, bool same_line) {
    static const char* const names[] = {"to begin", "back", "play", "pause", "forward", "to end", "close"};
    if (same_line) ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.x / 2);
    float side = ImGui::GetFrameHeight();
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(icon);
    bool pressed = ImGui::Button("##", ImVec2(side * 1.3f, side));
    widgets_note(names[icon]);
    ImGui::PopID();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
    draw_icon(icon, ImVec2(ImFloor(at.x + side * 0.65f), ImFloor(at.y + side * 0.5f)), side * 0.3f);
    return pressed;
}

bool gui_speed_slider(const char* format, float* value, float least, float most, float width) {
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    ImGui::SetNextItemWidth(width);
    ImGui::PushID("speed");
    bool changed = ImGui::SliderFloat("##", value, least, most, format,
                                      ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic |
                                          ImGuiSliderFlags_NoRoundToFormat);
    widgets_note("speed");
    ImGui::PopID();
    return changed;
}

// A bar with a mark has two halves: what is before the mark, and what follows it.
static double share_of(int64_t position, int64_t count, int64_t mark) {
    if (count <= 0) return 0;
    double at = static_cast<double>(position), all = static_cast<double>(count),
           turn = static_cast<double>(mark);
    if (mark <= 0 || mark >= count) return at / all;
    return at < turn ? 0.5 * at / turn : 0.5 + 0.5 * (at - turn) / (all - turn);
}

static int64_t position_of(double share, int64_t count, int64_t mark) {
    double all = static_cast<double>(count), turn = static_cast<double>(mark);
    if (mark <= 0 || mark >= count) return static_cast<int64_t>(share * all + 0.5);
    double at = share < 0.5 ? 2 * share * turn : turn + (2 * share - 1) * (all - turn);
    return static_cast<int64_t>(at + 0.5);
}

bool gui_scrub_bar(int64_t* position, int64_t count, int64_t mark) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetFrameHeight() * 0.8f;
    float knob = ImFloor(height * 0.3f), span = width - 2 * knob;
    ImGui::InvisibleButton("##scrub", ImVec2(width, height));
    widgets_note("position");
    int64_t old = *position;
    if (ImGui::IsItemActive() && span > 0) {
        float part = (ImGui::GetIO().MousePos.x - at.x - knob) / span;
        part = part < 0 ? 0 : part > 1 ? 1 : part;
        *position = position_of(static_cast<double>(part), count, mark);
    }
    double share = share_of(*position, count, mark), turn = share_of(mark, count, mark);
    float x = ImFloor(at.x + knob + span * static_cast<float>(share)), middle = ImFloor(at.y + height / 2);
    float rail = ImFloor(height * 0.18f) + 1;
    list->AddRectFilled(ImVec2(at.x, middle - rail), ImVec2(at.x + width, middle + rail),
                        ImGui::GetColorU32(ImGuiCol_FrameBg));
    list->AddRectFilled(ImVec2(at.x, middle - rail), ImVec2(x, middle + rail),
                        ImGui::GetColorU32(ImGuiCol_PlotHistogram));
    if (mark > 0) {
        float line = ImFloor(at.x + knob + span * static_cast<float>(turn));
        list->AddRectFilled(ImVec2(line - theme_scale(), at.y), ImVec2(line + theme_scale(), at.y + height),
                            ImGui::ColorConvertFloat4ToU32(ImVec4(1.0f, 0.55f, 0.24f, 1.0f)));
    }
    list->AddRectFilled(ImVec2(x - knob, at.y), ImVec2(x + knob, at.y + height),
                        ImGui::GetColorU32(ImGuiCol_Text));
    return *position != old;
}
