// imgui_player.cpp: how do the bars of a player work?
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <imgui_internal.h>

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
