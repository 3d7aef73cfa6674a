// imgui_theme.cpp: which colours and sizes do widgets have?
#include "platform/imgui_theme.h"
#include <imgui_internal.h>

namespace {

float ui_scale = 1.0f;
bool is_light = false;

void set_colors() {
    ImGuiStyle& style = ImGui::GetStyle();
    if (is_light)
        ImGui::StyleColorsLight();
    else
        ImGui::StyleColorsDark();
    auto grey = [](float dark, float light) {
        float v = is_light ? light : dark;
        return ImVec4(v, v * (is_light ? 1.0f : 1.07f), v * (is_light ? 1.01f : 1.24f), 1.0f);
    };
    style.Colors[ImGuiCol_Text] = ImGui::ColorConvertU32ToFloat4(theme_text_color(GUI_PLAIN));
    style.Colors[ImGuiCol_WindowBg] = grey(0.088f, 0.95f);
    style.Colors[ImGuiCol_PopupBg] = grey(0.12f, 0.98f);
    style.Colors[ImGuiCol_Border] = grey(0.30f, 0.62f);
    style.Colors[ImGuiCol_FrameBg] = grey(0.20f, 0.84f);
    style.Colors[ImGuiCol_FrameBgHovered] = grey(0.28f, 0.78f);
    style.Colors[ImGuiCol_Button] = grey(0.24f, 0.80f);
    style.Colors[ImGuiCol_ButtonHovered] = grey(0.33f, 0.72f);
    style.Colors[ImGuiCol_Header] = grey(0.16f, 0.86f);
    style.Colors[ImGuiCol_HeaderHovered] = grey(0.24f, 0.78f);
    style.Colors[ImGuiCol_CheckMark] = ImGui::ColorConvertU32ToFloat4(theme_text_color(GUI_PLAIN));
    // Numbers stand on them.
    style.Colors[ImGuiCol_SliderGrab] =
        is_light ? ImVec4(0.62f, 0.77f, 0.96f, 1.0f) : ImVec4(0.16f, 0.34f, 0.58f, 1.0f);
    style.Colors[ImGuiCol_SliderGrabActive] =
        is_light ? ImVec4(0.52f, 0.70f, 0.94f, 1.0f) : ImVec4(0.20f, 0.42f, 0.72f, 1.0f);
    style.Colors[ImGuiCol_PlotHistogram] = ImVec4(0.30f, 0.62f, 0.93f, 1.0f);
    style.Colors[ImGuiCol_Separator] = grey(0.30f, 0.62f);
}

} // namespace

void theme_create(float scale) {
    ui_scale = scale;
    ImGuiStyle& style = ImGui::GetStyle();
    style.WindowRounding = 0.0f;
    style.FrameRounding = 2.0f;
    style.WindowBorderSize = 1.0f;
    style.WindowPadding = ImVec2(12, 10);
    style.ItemSpacing = ImVec2(8, 5);
    style.FramePadding = ImVec2(4, 2);
    style.AntiAliasedLinesUseTex = false;
    style.ScrollbarSize = 12.0f;
    style.ScaleAllSizes(ui_scale);
    set_colors();
}

float theme_scale() {
    return ui_scale;
}

ImU32 theme_packed(SDL_Color c) {
    return IM_COL32(c.r, c.g, c.b, c.a);
}

SDL_Color theme_tone(gui_tone tone) {
    static const SDL_Color dark[] = {
        {242, 244, 248, 255}, {158, 168, 184, 255}, {110, 215, 130, 255}, {255, 120, 110, 255}};
    static const SDL_Color light[] = {
        {22, 26, 34, 255}, {84, 92, 106, 255}, {18, 112, 44, 255}, {186, 28, 22, 255}};
    return is_light ? light[tone] : dark[tone];
}

ImU32 theme_text_color(gui_tone tone) {
    return theme_packed(theme_tone(tone));
}

// The longest one fits, also where the font is larger than its scale.
float theme_name_width() {
    float longest = ImGui::CalcTextSize("arrive radius").x + ImGui::GetStyle().WindowPadding.x;
    return ImMax(110.0f * ui_scale, longest + 4.0f * ui_scale);
}

void theme_to_values() {
    const float end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + 4.0f * ui_scale;
    ImGui::SameLine(ImMax(theme_name_width(), end));
}

void gui_set_light(bool light) {
    is_light = light;
    set_colors();
}

SDL_Color gui_tone_color(gui_tone tone, Uint8 alpha) {
    SDL_Color c = theme_tone(tone);
    c.a = alpha;
    return c;
}
