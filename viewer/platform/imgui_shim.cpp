// imgui_shim.cpp: how does a C program use Dear ImGui on an SDL renderer?
#include "platform/imgui_shim.h"
#include "platform/imgui_font.h"
#include "platform/imgui_widgets.h"
#include <cfloat>
#include <cstdio>
#include <imgui.h>
#include <imgui_internal.h>
#include <initializer_list>

namespace {

SDL_Texture* font_texture = nullptr;
float ui_scale = 1.0f;
// A press and release between two frames still has to show as a click.
bool pressed_since_frame[3];
bool keys_since_frame[SDL_NUM_SCANCODES]; // likewise

bool ctrl_held = false, shift_held = false; // with the last key of this frame
bool is_light = false;

ImU32 packed(SDL_Color c) {
    return IM_COL32(c.r, c.g, c.b, c.a);
}

SDL_Color tone_of(gui_tone tone) {
    static const SDL_Color dark[] = {
        {242, 244, 248, 255}, {158, 168, 184, 255}, {110, 215, 130, 255}, {255, 120, 110, 255}};
    static const SDL_Color light[] = {
        {22, 26, 34, 255}, {84, 92, 106, 255}, {18, 112, 44, 255}, {186, 28, 22, 255}};
    return is_light ? light[tone] : dark[tone];
}

// Of the names in rows: the longest one fits, also where the font is larger than its scale.
float name_width() {
    float longest = ImGui::CalcTextSize("arrive radius").x + ImGui::GetStyle().WindowPadding.x;
    return ImMax(110.0f * ui_scale, longest + 4.0f * ui_scale);
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
    style.Colors[ImGuiCol_Text] = ImGui::ColorConvertU32ToFloat4(packed(tone_of(GUI_PLAIN)));
    style.Colors[ImGuiCol_WindowBg] = grey(0.088f, 0.95f);
    style.Colors[ImGuiCol_PopupBg] = grey(0.12f, 0.98f);
    style.Colors[ImGuiCol_Border] = grey(0.30f, 0.62f);
    style.Colors[ImGuiCol_FrameBg] = grey(0.20f, 0.84f);
    style.Colors[ImGuiCol_FrameBgHovered] = grey(0.28f, 0.78f);
    style.Colors[ImGuiCol_Button] = grey(0.24f, 0.80f);
    style.Colors[ImGuiCol_ButtonHovered] = grey(0.33f, 0.72f);
    style.Colors[ImGuiCol_Header] = grey(0.16f, 0.86f);
    style.Colors[ImGuiCol_HeaderHovered] = grey(0.24f, 0.78f);
    style.Colors[ImGuiCol_CheckMark] = ImGui::ColorConvertU32ToFloat4(packed(tone_of(GUI_PLAIN)));
    style.Colors[ImGuiCol_SliderGrab] = grey(0.50f, 0.45f);
    style.Colors[ImGuiCol_PlotHistogram] = ImVec4(0.30f, 0.62f, 0.93f, 1.0f);
    style.Colors[ImGuiCol_Separator] = grey(0.30f, 0.62f);
}

void set_style() {
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
    ui_scale = scale;
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
    set_style();
    return io.Fonts->Build();
}

bool gui_set_renderer(SDL_Renderer* renderer) {
    if (font_texture != nullptr) SDL_DestroyTexture(font_texture);
    font_texture = nullptr;
    return renderer == nullptr || upload_font(renderer, ImGui::GetIO().Fonts);
}

const char* gui_font_problem(void) {
    return font_problem();
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
    bool held[3];
    for (int i = 0; i < 3; i++) {
        held[i] = io.MouseDown[i];
        io.MouseDown[i] |= pressed_since_frame[i];
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
    for (int i = 0; i < 3; i++) io.MouseDown[i] = held[i];
    for (int i = 0; i < IM_ARRAYSIZE(io.KeysDown); i++) io.KeysDown[i] = typed[i];
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

void gui_set_light(bool light) {
    is_light = light;
    set_colors();
}

void gui_text(gui_tone tone, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(tone_of(tone)));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

void gui_paragraph(gui_tone tone, const char* text) {
    ImGui::PushTextWrapPos(0.0f);
    gui_text(tone, text);
    ImGui::PopTextWrapPos();
}

void gui_row(const char* name, gui_tone tone, const char* value) {
    gui_text(GUI_QUIET, name);
    ImGui::SameLine(name_width());
    gui_text(tone, value);
}

void gui_row_at(const char* name, float left, gui_tone tone, const char* value) {
    gui_text(GUI_QUIET, name);
    ImGui::SameLine(left);
    gui_text(tone, value);
}

void gui_separator(void) {
    ImGui::Separator();
}

void gui_swatch(SDL_Color color) {
    float side = ImGui::GetFrameHeight(), inset = side * 0.2f;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImVec2 from(at.x, at.y + inset), to(at.x + side / 2, at.y + side - inset);
    ImGui::GetWindowDrawList()->AddRectFilled(from, to, packed(color));
    if (color.a > 0) // white or black would not be seen
        ImGui::GetWindowDrawList()->AddRect(from, to, ImGui::GetColorU32(ImGuiCol_Border));
    ImGui::Dummy(ImVec2(side / 2, side));
    ImGui::SameLine(0, ImFloor(ImGui::GetStyle().ItemSpacing.x / 2));
}

void gui_gradient(const SDL_Color* colors, int count) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    float width = ImGui::GetContentRegionAvail().x, height = ImGui::GetTextLineHeight() * 0.7f;
    for (int i = 0; i < count; i++) {
        // Whole pixels, or the bands would show seams.
        float left = at.x + ImFloor(width * static_cast<float>(i) / static_cast<float>(count));
        float right = at.x + ImFloor(width * static_cast<float>(i + 1) / static_cast<float>(count));
        ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(left, at.y), ImVec2(right, at.y + height),
                                                  packed(colors[i]));
    }
    ImGui::Dummy(ImVec2(width, height));
}

void gui_begin_part(const char* id, float width, float height) {
    ImGui::BeginChild(id, ImVec2(width, height));
}

void gui_end_part(void) {
    ImGui::EndChild();
}

gui_size gui_room(void) {
    ImVec2 room = ImGui::GetContentRegionAvail();
    return gui_size{room.x, room.y};
}

void gui_picture(SDL_Texture* texture, float width, float height) {
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(ImVec2(ImFloor(at.x), ImFloor(at.y)));
    ImGui::Image(texture, ImVec2(width, height));
}

// What a widget returned, once its place is in the list.
static bool noted(const char* name, bool result) {
    widgets_note(name);
    return result;
}

bool gui_toned_checkbox(const char* label, bool* value, gui_tone tone, const char* hint) {
    ImGui::PushStyleColor(ImGuiCol_Text, packed(tone_of(tone)));
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
    ImGui::SameLine(name_width());
    ImGui::SetNextItemWidth(-1);
    ImGui::PushID(name);
}

static bool end_named(const char* name, bool changed) {
    widgets_note(name);
    ImGui::PopID();
    return changed;
}

bool gui_combo(const char* name, const char* const* choices, int count, int* value) {
    begin_named(name);
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
    ImGui::SameLine(name_width());
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

bool gui_list_line(int id, const char* label, const char* right, bool chosen, bool* twice_out) {
    ImGui::PushID(id);
    float left = ImGui::GetCursorPosX(), room = ImGui::GetContentRegionAvail().x;
    bool pressed = noted(label, ImGui::Selectable(label, chosen, ImGuiSelectableFlags_AllowDoubleClick));
    *twice_out = pressed && ImGui::IsMouseDoubleClicked(0);
    float width = ImGui::CalcTextSize(right).x;
    if (width > 0 && ImGui::CalcTextSize(label).x + width + 20 * ui_scale < room) {
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
    const float field = 70.0f * ui_scale, gap = ImGui::GetStyle().ItemSpacing.x;
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

bool gui_decimal_pair(const char* name, float* first, float* second) {
    begin_named(name);
    float typed[2] = {*first, *second};
    bool changed = ImGui::InputFloat2("##", typed, "%.2f", ImGuiInputTextFlags_EnterReturnsTrue);
    if (changed) {
        *first = typed[0];
        *second = typed[1];
    }
    return end_named(name, changed);
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

bool gui_button(const char* label, bool same_line) {
    if (same_line) ImGui::SameLine();
    return noted(label, ImGui::Button(label));
}

bool gui_wide_button(const char* label, float width) {
    return noted(label, ImGui::Button(label, ImVec2(width, 0)));
}

// ---- a player

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
    bool pressed = noted(names[icon], ImGui::Button("##", ImVec2(side * 1.3f, side)));
    ImGui::PopID();
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", hint);
    draw_icon(icon, ImVec2(ImFloor(at.x + side * 0.65f), ImFloor(at.y + side * 0.5f)), side * 0.3f);
    return pressed;
}

bool gui_speed_slider(const char* format, float* value, float least, float most, float width) {
    ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - width);
    ImGui::SetNextItemWidth(width);
    ImGui::PushID("speed");
    return end_named("speed", ImGui::SliderFloat("##", value, least, most, format,
                                                 ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_Logarithmic |
                                                     ImGuiSliderFlags_NoRoundToFormat));
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
        list->AddRectFilled(ImVec2(line - ui_scale, at.y), ImVec2(line + ui_scale, at.y + height),
                            ImGui::ColorConvertFloat4ToU32(ImVec4(1.0f, 0.55f, 0.24f, 1.0f)));
    }
    list->AddRectFilled(ImVec2(x - knob, at.y), ImVec2(x + knob, at.y + height),
                        ImGui::GetColorU32(ImGuiCol_Text));
    return *position != old;
}

void gui_cell_of_line(const char* name, const char* value, float width, bool first) {
    static float next = 0; // where the next cell begins, from the left of the window
    float left = ImGui::GetStyle().WindowPadding.x;
    if (first) next = left;
    bool fits = next + width <= ImGui::GetWindowContentRegionMax().x;
    if (!fits) next = left;
    if (!first && fits) ImGui::SameLine(next);
    gui_text(GUI_QUIET, name);
    ImGui::SameLine();
    gui_text(GUI_PLAIN, value);
    float end = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + ImGui::GetStyle().ItemSpacing.x;
    next = ImMax(next + width, end); // a long value takes more
}

void gui_scroll_here(void) {
    ImGui::SetScrollHereY(0);
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

void gui_same_line(void) {
    ImGui::SameLine();
}

void gui_same_line_at(float left) {
    ImGui::SameLine(ImGui::GetStyle().WindowPadding.x + left);
}

bool gui_begin_table(const char* id, int columns, float first_width) {
    if (!ImGui::BeginTable(id, columns, ImGuiTableFlags_RowBg | ImGuiTableFlags_BordersInnerV)) return false;
    ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthFixed, first_width);
    for (int i = 1; i < columns; i++) ImGui::TableSetupColumn("", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

void gui_cell(gui_tone tone, bool marked, const char* text, const char* hint_opt) {
    ImGui::TableNextColumn();
    if (marked)
        ImGui::TableSetBgColor(ImGuiTableBgTarget_CellBg, ImGui::GetColorU32(ImGuiCol_HeaderActive, 0.55f));
    float spare = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x;
    if (ImGui::TableGetColumnIndex() > 0 && spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
    gui_text(tone, text);
    if (hint_opt != nullptr && ImGui::IsItemHovered()) gui_tooltip(hint_opt);
}

void gui_end_table(void) {
    ImGui::EndTable();
}

gui_canvas gui_begin_canvas(float height) {
    ImVec2 at = ImGui::GetCursorScreenPos(), pointer = ImGui::GetIO().MousePos;
    float width = ImGui::GetContentRegionAvail().x;
    ImGui::Dummy(ImVec2(width, height));
    return gui_canvas{at.x, at.y, width, height, ImGui::IsItemHovered(), pointer.x, pointer.y};
}

bool gui_canvas_held(const char* id, const gui_canvas* canvas) {
    ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(ImVec2(canvas->x, canvas->y));
    ImGui::InvisibleButton(id, ImVec2(canvas->width, canvas->height));
    widgets_note(id);
    bool held = ImGui::IsItemActive();
    ImGui::SetCursorScreenPos(after);
    return held;
}

void gui_canvas_line(float x0, float y0, float x1, float y1, SDL_Color color, float thickness) {
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x0, y0), ImVec2(x1, y1), packed(color), thickness);
}

void gui_canvas_box(float x0, float y0, float x1, float y1, SDL_Color color) {
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x0, y0), ImVec2(x1, y1), packed(color));
}

void gui_canvas_text(float x, float y, float pivot_x, float pivot_y, gui_tone tone, const char* text) {
    ImVec2 size = ImGui::CalcTextSize(text);
    // Whole pixels, or the glyphs blur.
    ImGui::GetWindowDrawList()->AddText(ImVec2(ImFloor(x - size.x * pivot_x), ImFloor(y - size.y * pivot_y)),
                                        packed(tone_of(tone)), text);
}

static ImVec2 map_text_size(float size, const char* text) {
    return ImGui::GetFont()->CalcTextSizeA(size, FLT_MAX, 0, text);
}

void gui_map_text(float x, float y, float size, SDL_Color color, const char* text) {
    const ImVec2 extent = map_text_size(size, text);
    ImGui::GetBackgroundDrawList()->AddText(ImGui::GetFont(), size,
                                            ImVec2(ImFloor(x - extent.x / 2), ImFloor(y - extent.y / 2)),
                                            packed(color), text);
}

float gui_map_text_width(float size, const char* text) {
    return map_text_size(size, text).x;
}

void gui_tooltip(const char* text) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(text);
    ImGui::EndTooltip();
}

float gui_text_width(const char* text) {
    return ImGui::CalcTextSize(text).x;
}

SDL_Color gui_tone_color(gui_tone tone, Uint8 alpha) {
    SDL_Color c = tone_of(tone);
    c.a = alpha;
    return c;
}

bool gui_close_popups(void) {
    if (ImGui::GetCurrentContext()->OpenPopupStack.Size == 0) return false;
    ImGui::ClosePopupToLevel(0, false);
    return true;
}

bool gui_wants_keys(void) {
    return ImGui::GetIO().WantTextInput;
}

void gui_progress_bar(float fraction) {
    ImGui::ProgressBar(fraction);
}

float gui_line_height(void) {
    return ImGui::GetIO().Fonts->Fonts[0]->FontSize; // also before the first frame
}
