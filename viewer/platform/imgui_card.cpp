// imgui_card.cpp: a picture with a title that can be clicked.
#include "platform/imgui_shim.h"
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <imgui.h>
#include <imgui_internal.h>

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
