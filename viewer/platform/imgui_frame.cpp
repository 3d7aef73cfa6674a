// imgui_frame.cpp: how do events reach the widgets, and how is a frame with its windows drawn?
#include "platform/imgui_shim.h"
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <cfloat>
#include <imgui_internal.h>

namespace {

SDL_Texture* font_texture = nullptr;
// A press and release between two frames still has to show as a click, for the whole of a frame: sliders look
// at the button when they are drawn.
bool pressed_since_frame[3];
bool keys_since_frame[SDL_NUM_SCANCODES]; // likewise
bool button_held[3];                      // by the last event

bool ctrl_held = false, shift_held = false; // with the last key of this frame

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

void render(SDL_Renderer* renderer, const ImDrawData* data) {
    for (int n = 0; n < data->CmdListsCount; n++) {
        const ImDrawList* list = data->CmdLists[n];
        for (const ImDrawCmd& command : list->CmdBuffer) {
            SDL_Rect clip = {static_cast<int>(command.ClipRect.x), static_cast<int>(command.ClipRect.y),
                             static_cast<int>(command.ClipRect.z - command.ClipRect.x),
                             static_cast<int>(command.ClipRect.w - command.ClipRect.y)};
            if (command.UserCallback != nullptr || clip.w <= 0 || clip.h <= 0) continue;
            const ImDrawVert* vertices = list->VtxBuffer.Data + command.VtxOffset;
            SDL_RenderSetClipRect(renderer, &clip);
            SDL_RenderGeometryRaw(renderer, static_cast<SDL_Texture*>(command.GetTexID()), &vertices->pos.x,
                                  sizeof *vertices, reinterpret_cast<const SDL_Color*>(&vertices->col),
                                  sizeof *vertices, &vertices->uv.x, sizeof *vertices,
                                  list->VtxBuffer.Size - static_cast<int>(command.VtxOffset),
                                  list->IdxBuffer.Data + command.IdxOffset,
                                  static_cast<int>(command.ElemCount), sizeof(ImDrawIdx));
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

bool gui_create(float scale) {
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
    io.KeyMap[ImGuiKey_Backspace] = SDL_SCANCODE_BACKSPACE;
    io.KeyMap[ImGuiKey_Delete] = SDL_SCANCODE_DELETE;
    io.KeyMap[ImGuiKey_LeftArrow] = SDL_SCANCODE_LEFT;
    io.KeyMap[ImGuiKey_RightArrow] = SDL_SCANCODE_RIGHT;
    io.KeyMap[ImGuiKey_Home] = SDL_SCANCODE_HOME;
    io.KeyMap[ImGuiKey_End] = SDL_SCANCODE_END;
    io.KeyMap[ImGuiKey_Enter] = SDL_SCANCODE_RETURN;
    io.KeyMap[ImGuiKey_Escape] = SDL_SCANCODE_ESCAPE;
    io.KeyMap[ImGuiKey_A] = SDL_SCANCODE_A;
    io.KeyMap[ImGuiKey_C] = SDL_SCANCODE_C;
    io.KeyMap[ImGuiKey_V] = SDL_SCANCODE_V;
    io.KeyMap[ImGuiKey_X] = SDL_SCANCODE_X;
    font_load(io.Fonts, scale);
    theme_create(scale);
    return io.Fonts->Build();
}

bool gui_set_scale(float scale, SDL_Renderer* renderer) {
    ImFontAtlas* fonts = ImGui::GetIO().Fonts;
    fonts->Clear();
    font_load(fonts, scale);
    ImGui::GetStyle() = ImGuiStyle();
    theme_create(scale);
    return fonts->Build() && gui_set_renderer(renderer);
}

bool gui_set_renderer(SDL_Renderer* renderer) {
    if (font_texture != nullptr) SDL_DestroyTexture(font_texture);
    font_texture = nullptr;
    return renderer == nullptr || upload_font(renderer, ImGui::GetIO().Fonts);
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
        button_held[button] = event->type == SDL_MOUSEBUTTONDOWN;
        pressed_since_frame[button] |= button_held[button];
    } else if (event->type == SDL_MOUSEWHEEL) {
        io.MouseWheel += static_cast<float>(event->wheel.y);
    } else if (event->type == SDL_KEYDOWN || event->type == SDL_KEYUP) {
        int code = event->key.keysym.scancode;
        if (code >= 0 && code < IM_ARRAYSIZE(io.KeysDown)) io.KeysDown[code] = event->type == SDL_KEYDOWN;
        if (code >= 0 && code < SDL_NUM_SCANCODES) keys_since_frame[code] |= event->type == SDL_KEYDOWN;
        if (event->type == SDL_KEYDOWN) ctrl_held = (event->key.keysym.mod & KMOD_CTRL) != 0;
        if (event->type == SDL_KEYDOWN) shift_held = (event->key.keysym.mod & KMOD_SHIFT) != 0;
    } else if (event->type == SDL_TEXTINPUT) {
        io.AddInputCharactersUTF8(event->text.text);
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
    return ImGui::IsAnyItemActive() || ImGui::GetCurrentContext()->OpenPopupStack.Size > 0;
}

void gui_begin_frame(int width, int height, float seconds) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
    io.DeltaTime = seconds > 0 ? seconds : 1.0f / 60.0f;
    for (int i = 0; i < 3; i++) {
        io.MouseDown[i] = button_held[i] || pressed_since_frame[i];
        pressed_since_frame[i] = false;
    }
    bool typed[IM_ARRAYSIZE(io.KeysDown)];
    for (int i = 0; i < IM_ARRAYSIZE(io.KeysDown); i++) {
        typed[i] = io.KeysDown[i];
        io.KeysDown[i] |= keys_since_frame[i];
        keys_since_frame[i] = false;
    }
    io.KeyCtrl = ctrl_held;
    io.KeyShift = shift_held;
    ctrl_held = shift_held = false; // a key that is held sends itself again
    ImGui::NewFrame();
    widgets_begin_frame();
    for (int i = 0; i < IM_ARRAYSIZE(io.KeysDown); i++) io.KeysDown[i] = typed[i];
}

void gui_end_frame(SDL_Renderer* renderer_opt) {
    ImGui::Render();
    if (renderer_opt != nullptr) render(renderer_opt, ImGui::GetDrawData());
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

void gui_begin_dialog(const char* title, float x, float y, float width, float height, bool* open_io) {
    ImGui::SetNextWindowPos(ImVec2(x, y), ImGuiCond_Always, ImVec2(0.5f, 0.5f));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::Begin(title, open_io,
                 ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav);
}

gui_size gui_end_window(void) {
    ImVec2 size = ImGui::GetWindowSize();
    ImGui::End();
    return gui_size{size.x, size.y};
}

bool gui_close_popups(void) {
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size == 0) return false;
    ImGui::ClosePopupToLevel(0, false);
    return true;
}

Uint32 gui_held_widget(void) {
    return ImGui::GetCurrentContext()->ActiveId;
}

void gui_let_go(void) {
    ImGui::ClearActiveID();
}

bool gui_wants_keys(void) {
    return ImGui::GetIO().WantTextInput;
}

float gui_line_height(void) {
    return ImGui::GetIO().Fonts->Fonts[0]->FontSize; // also before the first frame
}
