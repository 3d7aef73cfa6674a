// imgui_shim.cpp: how does a C program use Dear ImGui on an SDL renderer?
#include "imgui_shim.h"
#include <cfloat>
#include <cstdio>
#include <imgui.h>
#include <imgui_internal.h>

namespace {

constexpr float font_pixels = 16.0f;
const char* const font_files[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu/DejaVuSans.ttf",
};

SDL_Texture* font_texture = nullptr;
float ui_scale = 1.0f;
// A press and release between two frames still has to show as a click.
bool pressed_since_frame[3];

ImVec4 to_imgui(SDL_Color c) {
    return ImVec4(static_cast<float>(c.r) / 255.0f, static_cast<float>(c.g) / 255.0f,
                  static_cast<float>(c.b) / 255.0f, static_cast<float>(c.a) / 255.0f);
}

void load_font(ImFontAtlas* fonts) {
    static const ImWchar ranges[] = {0x0020, 0x00FF, 0x2010, 0x2027, 0x2190, 0x2193, 0x221A, 0x221A, 0};
    ImFontConfig config;
    config.OversampleH = 2;
    config.PixelSnapH = true;
    for (const char* file : font_files) {
        if (SDL_RWops* probe = SDL_RWFromFile(file, "rb")) {
            SDL_RWclose(probe);
            if (fonts->AddFontFromFileTTF(file, font_pixels * ui_scale, &config, ranges) != nullptr) return;
        }
    }
    config.SizePixels = font_pixels * ui_scale;
    fonts->AddFontDefault(&config);
}

bool upload_font(SDL_Renderer* renderer, ImFontAtlas* fonts) {
    unsigned char* pixels = nullptr;
    int width = 0, height = 0;
    fonts->GetTexDataAsRGBA32(&pixels, &width, &height);
    font_texture =
        SDL_CreateTexture(renderer, SDL_PIXELFORMAT_RGBA32, SDL_TEXTUREACCESS_STATIC, width, height);
    if (font_texture == nullptr) return false;
    SDL_UpdateTexture(font_texture, nullptr, pixels, width * 4);
    SDL_SetTextureBlendMode(font_texture, SDL_BLENDMODE_BLEND);
    fonts->SetTexID(font_texture);
    return true;
}

void set_style() {
    ImGuiStyle& style = ImGui::GetStyle();
    ImGui::StyleColorsDark();
    style.WindowRounding = 0.0f;
    style.FrameRounding = 2.0f;
    style.WindowBorderSize = 1.0f;
    style.WindowPadding = ImVec2(12, 10);
    style.ItemSpacing = ImVec2(8, 5);
    style.FramePadding = ImVec2(4, 2);
    style.AntiAliasedLinesUseTex = false;
    style.Colors[ImGuiCol_WindowBg] = ImVec4(0.086f, 0.094f, 0.114f, 1.0f);
    style.Colors[ImGuiCol_Border] = ImVec4(0.30f, 0.32f, 0.38f, 1.0f);
    style.Colors[ImGuiCol_FrameBg] = ImVec4(0.20f, 0.22f, 0.26f, 1.0f);
    style.Colors[ImGuiCol_FrameBgHovered] = ImVec4(0.28f, 0.31f, 0.37f, 1.0f);
    style.ScrollbarSize = 12.0f;
    style.Colors[ImGuiCol_CheckMark] = ImVec4(0.95f, 0.96f, 0.98f, 1.0f);
    style.Colors[ImGuiCol_PlotHistogram] = ImVec4(0.30f, 0.62f, 0.93f, 1.0f);
    style.Colors[ImGuiCol_Separator] = ImVec4(0.30f, 0.32f, 0.38f, 1.0f);
    style.ScaleAllSizes(ui_scale);
}

void render(SDL_Renderer* renderer, const ImDrawData* data) {
    for (int n = 0; n < data->CmdListsCount; n++) {
        const ImDrawList* list = data->CmdLists[n];
        for (const ImDrawCmd& command : list->CmdBuffer) {
            SDL_Rect clip = {static_cast<int>(command.ClipRect.x), static_cast<int>(command.ClipRect.y),
                             static_cast<int>(command.ClipRect.z - command.ClipRect.x),
                             static_cast<int>(command.ClipRect.w - command.ClipRect.y)};
            if (command.UserCallback != nullptr || clip.w <= 0 || clip.h <= 0) continue;
            SDL_RenderSetClipRect(renderer, &clip);
            const ImDrawVert* vertices = list->VtxBuffer.Data + command.VtxOffset;
            const ImDrawIdx* indices = list->IdxBuffer.Data + command.IdxOffset;
            SDL_RenderGeometryRaw(renderer, static_cast<SDL_Texture*>(command.GetTexID()), &vertices->pos.x,
                                  sizeof *vertices, reinterpret_cast<const SDL_Color*>(&vertices->col),
                                  sizeof *vertices, &vertices->uv.x, sizeof *vertices,
                                  list->VtxBuffer.Size - static_cast<int>(command.VtxOffset), indices,
                                  static_cast<int>(command.ElemCount), sizeof *indices);
        }
    }
    SDL_RenderSetClipRect(renderer, nullptr);
}

int imgui_button(Uint8 button) {
    return button == SDL_BUTTON_LEFT     ? 0
           : button == SDL_BUTTON_RIGHT  ? 1
           : button == SDL_BUTTON_MIDDLE ? 2
                                         : -1;
}

} // namespace

bool gui_create(SDL_Renderer* renderer, float scale) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    ui_scale = scale;
    load_font(io.Fonts);
    set_style();
    return upload_font(renderer, io.Fonts);
}

void gui_destroy(void) {
    if (ImGui::GetCurrentContext() == nullptr) return;
    ImGui::DestroyContext();
    if (font_texture != nullptr) SDL_DestroyTexture(font_texture);
    font_texture = nullptr;
}

void gui_event(const SDL_Event* event, float ratio) {
    ImGuiIO& io = ImGui::GetIO();
    if (event->type == SDL_MOUSEMOTION) {
        io.MousePos =
            ImVec2(static_cast<float>(event->motion.x) * ratio, static_cast<float>(event->motion.y) * ratio);
    } else if (event->type == SDL_MOUSEBUTTONDOWN || event->type == SDL_MOUSEBUTTONUP) {
        int button = imgui_button(event->button.button);
        if (button < 0) return;
        io.MouseDown[button] = event->type == SDL_MOUSEBUTTONDOWN;
        pressed_since_frame[button] |= io.MouseDown[button];
    } else if (event->type == SDL_MOUSEWHEEL) {
        io.MouseWheel += static_cast<float>(event->wheel.y);
    } else if (event->type == SDL_WINDOWEVENT && event->window.event == SDL_WINDOWEVENT_LEAVE) {
        io.MousePos = ImVec2(-FLT_MAX, -FLT_MAX);
    }
}

bool gui_covers(float x, float y) {
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
        if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0 &&
            window->ParentWindow == nullptr && !window->IsFallbackWindow &&
            window->OuterRectClipped.Contains(ImVec2(x, y)))
            return true;
    }
    return ImGui::IsAnyItemActive();
}

void gui_begin_frame(int width, int height, float seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
    io.DeltaTime = seconds > 0 ? seconds : 1.0f / 60.0f;
    bool held[3];
    for (int i = 0; i < 3; i++) {
        held[i] = io.MouseDown[i];
        io.MouseDown[i] |= pressed_since_frame[i];
        pressed_since_frame[i] = false;
    }
    ImGui::NewFrame();
    for (int i = 0; i < 3; i++) io.MouseDown[i] = held[i];
}

void gui_end_frame(SDL_Renderer* renderer) {
    ImGui::Render();
    render(renderer, ImGui::GetDrawData());
}

void gui_begin_window(const char* id, float x, float y, float pivot_x, float pivot_y, float width,
                      float height, float background) {
    ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always, ImVec2(pivot_x, pivot_y));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::SetNextWindowBgAlpha(background);
    ImGui::Begin(id, nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse |
                     ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing);
}

gui_size gui_end_window(void) {
    ImVec2 size = ImGui::GetWindowSize();
    ImGui::End();
    return gui_size{size.x, size.y};
}

void gui_text(const char* text) {
    ImGui::TextUnformatted(text);
}

void gui_text_colored(SDL_Color color, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_Text, to_imgui(color));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

void gui_row_colored(const char* name, SDL_Color color, const char* value) {
    gui_text_colored(SDL_Color{158, 168, 184, 255}, name);
    ImGui::SameLine(110.0f * ui_scale);
    gui_text_colored(color, value);
}

void gui_row(const char* name, const char* value) {
    gui_row_colored(name, SDL_Color{242, 244, 248, 255}, value);
}

void gui_separator(void) {
    ImGui::Separator();
}

void gui_swatch(SDL_Color color) {
    float side = ImGui::GetFrameHeight(), inset = side * 0.2f;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(at.x + inset, at.y + inset),
                                              ImVec2(at.x + side - inset, at.y + side - inset),
                                              ImGui::ColorConvertFloat4ToU32(to_imgui(color)));
    ImGui::Dummy(ImVec2(side, side));
    ImGui::SameLine();
}

void gui_gradient(const SDL_Color* colors, int count) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight() * 0.7f;
    for (int i = 0; i < count; i++) {
        // Whole pixels, or the bands would show seams.
        float left = at.x + ImFloor(width * static_cast<float>(i) / static_cast<float>(count));
        float right = at.x + ImFloor(width * static_cast<float>(i + 1) / static_cast<float>(count));
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(left, at.y), ImVec2(right, at.y + height),
                                                  ImGui::ColorConvertFloat4ToU32(to_imgui(colors[i])));
    }
    ImGui::Dummy(ImVec2(width, height));
}

bool gui_checkbox(const char* label, bool* value) {
    return ImGui::Checkbox(label, value);
}

void gui_progress_bar(float fraction) {
    ImGui::ProgressBar(fraction);
}

float gui_line_height(void) {
    return ImGui::GetIO().Fonts->Fonts[0]->FontSize; // also before the first frame
}
