// imgui_font.cpp: which font are the texts in?
#include "platform/imgui_theme.h"
#include <SDL.h>
#include <cstdio>
#include <imgui_internal.h>

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

const char* font_problem() {
    return problem[0] != '\0' ? problem : nullptr;
}
