// imgui_theme.cpp: which font, colours and sizes do widgets have?
#include "platform/imgui_theme.h"
#include <cstdio>
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

static SDL_Color tone_color(gui_tone tone) {
    static const SDL_Color dark[] = {
        {242, 244, 248, 255}, {158, 168, 184, 255}, {110, 215, 130, 255}, {255, 120, 110, 255}};
    static const SDL_Color light[] = {
        {22, 26, 34, 255}, {84, 92, 106, 255}, {18, 112, 44, 255}, {186, 28, 22, 255}};
    return is_light ? light[tone] : dark[tone];
}

ImU32 theme_text_color(gui_tone tone) {
    return theme_packed(tone_color(tone));
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
    SDL_Color c = tone_color(tone);
    c.a = alpha;
    return c;
}

// ---- the font

namespace {

constexpr float font_pixels = 16.0f;
constexpr float built_in_pixels = 13.0f;
char problem[360];
const char* const font_files[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
};

// ImGui takes any file for a font, and stops the program over some that are none.
bool is_font_file(const char* file) {
    SDL_RWops* in = SDL_RWFromFile(file, "rb");
    if (in == nullptr) return false;
    Uint32 kind = SDL_ReadBE32(in);
    SDL_RWclose(in);
    return kind == 0x00010000 || kind == 0x74727565 || kind == 0x4F54544F ||
           kind == 0x74746366; // true OTTO ttcf
}

bool load_file(ImFontAtlas* fonts, const char* file, float scale) {
    static const ImWchar ranges[] = {0x0020, 0x00FF, 0x2010, 0x2027, 0x2190, 0x2193, 0x221A, 0x221A, 0};
    ImFontConfig config;
    config.OversampleH = 1;
    config.PixelSnapH = true;
    return is_font_file(file) &&
           fonts->AddFontFromFileTTF(file, font_pixels * scale, &config, ranges) != nullptr && fonts->Build();
}

} // namespace

void font_load(ImFontAtlas* fonts, float scale) {
    problem[0] = '\0';
    const char* named = SDL_getenv("WEND_VIEW_FONT");
    if (named == nullptr) {
        for (const char* file : font_files)
            if (load_file(fonts, file, scale)) return;
    } else if (named[0] != '\0') {
        if (load_file(fonts, named, scale)) return;
        std::snprintf(problem, sizeof problem, "%.300s: texts are in the built-in font", named);
    }
    fonts->Clear();
    // Made for 13 pixels: sharp there and at whole multiples, smoothed between them.
    ImFontConfig config;
    config.SizePixels = ImMax(built_in_pixels, ImFloor(built_in_pixels * scale + 0.5f));
    config.OversampleH = config.OversampleV = ImFmod(config.SizePixels, built_in_pixels) == 0.0f ? 1 : 3;
    config.PixelSnapH = true;
    fonts->AddFontDefault(&config);
}

const char* gui_font_problem(void) {
    return problem[0] != '\0' ? problem : nullptr;
}
