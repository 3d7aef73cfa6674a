// imgui_widgets.cpp: where in the window is a widget with a given name?
#include "platform/imgui_widgets.h"
#include <imgui.h>
#include <imgui_internal.h>
#include <vector>

namespace {

std::vector<widget> now, before; // this frame and the one before

SDL_FRect to_sdl(const ImRect& r) {
    return SDL_FRect{r.Min.x, r.Min.y, r.GetWidth(), r.GetHeight()};
}

bool is_same(const widget& a, const widget& b) {
    return a.window == b.window && SDL_strcmp(a.name, b.name) == 0 && a.place.x == b.place.x &&
           a.place.y == b.place.y && a.place.w == b.place.w && a.place.h == b.place.h;
}

void copy_name(const char* name, char* out) {
    size_t used = 0;
    for (const char* c = name; *c != '\0' && used + 1 < WIDGET_NAME; c++)
        if (*c != ' ' || (used > 0 && out[used - 1] != ' ')) out[used++] = *c;
    out[used] = '\0';
}

void add(const char* name, const ImRect& place) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const ImGuiWindow* window = context.CurrentWindow;
    widget w = {};
    copy_name(name, w.name);
    w.place = to_sdl(place);
    ImRect seen = place;
    seen.ClipWithFull(window->ClipRect);
    w.seen = to_sdl(seen);
    w.window = window->ID;
    w.enabled = (context.CurrentItemFlags & ImGuiItemFlags_Disabled) == 0;
    for (const widget& old : before) w.still |= is_same(w, old);
    now.push_back(w);
}

} // namespace

void widgets_begin_frame(void) {
    before.swap(now);
    now.clear();
}

void widgets_note(const char* name) {
    add(name, ImGui::GetCurrentContext()->LastItemData.Rect);
}

void widgets_note_at(const char* name, SDL_FRect place) {
    add(name, ImRect(place.x, place.y, place.x + place.w, place.y + place.h));
}

int widgets_count(void) {
    return static_cast<int>(now.size());
}

const widget* widgets_at(int index) {
    return &now[static_cast<size_t>(index)];
}

bool widgets_is_on_top(const widget* w, float x, float y) {
    const ImVector<ImGuiWindow*>& windows = ImGui::GetCurrentContext()->Windows;
    for (int i = windows.Size - 1; i >= 0; i--) {
        const ImGuiWindow* window = windows[i];
        if (window->Active && !window->Hidden && (window->Flags & ImGuiWindowFlags_NoMouseInputs) == 0 &&
            window->OuterRectClipped.Contains(ImVec2(x, y)))
            return window->ID == w->window;
    }
    return false;
}
