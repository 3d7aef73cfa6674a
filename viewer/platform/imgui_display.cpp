// imgui_display.cpp: how are texts, tables, pictures and drawings shown in a window?
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <cfloat>
#include <imgui_internal.h>

void gui_text(gui_tone tone, const char* text) {
    ImGui::PushStyleColor(ImGuiCol_Text, theme_text_color(tone));
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

void gui_paragraph(gui_tone tone, const char* text) {
    ImGui::PushTextWrapPos(0.0f);
    gui_text(tone, text);
    ImGui::PopTextWrapPos();
}

void gui_text_end(gui_tone tone, const char* text) {
    static const char dots[] = "...";
    const float room = ImGui::GetContentRegionAvail().x;
    if (ImGui::CalcTextSize(text).x <= room) {
        gui_text(tone, text);
        return;
    }
    const float rest = room - ImGui::CalcTextSize(dots).x;
    do {
        text++;
        while ((static_cast<unsigned char>(*text) & 0xC0) == 0x80) text++; // to the next character of UTF-8
    } while (*text != '\0' && ImGui::CalcTextSize(text).x > rest);
    gui_text(tone, dots);
    ImGui::SameLine(0, 0);
    gui_text(tone, text);
}

void gui_row(const char* name, gui_tone tone, const char* value) {
    gui_text(GUI_QUIET, name);
    theme_to_values();
    gui_text(tone, value);
}

void gui_row_at(const char* name, float left, gui_tone tone, const char* value) {
    const float begin = ImGui::GetCursorPosX();
    gui_text(GUI_QUIET, name);
    ImGui::SameLine(begin + left);
    gui_paragraph(tone, value);
}

void gui_separator(void) {
    ImGui::Separator();
}

void gui_swatch(SDL_Color color) {
    float side = ImGui::GetFrameHeight(), inset = side * 0.2f;
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImVec2 from(at.x, at.y + inset), to(at.x + side / 2, at.y + side - inset);
    ImGui::GetWindowDrawList()->AddRectFilled(from, to, theme_packed(color));
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
                                                  theme_packed(colors[i]));
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

void gui_cell_label(const char* text) {
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    gui_text(GUI_QUIET, text);
}

void gui_cell_swatch(SDL_Color color, const char* text) {
    ImGui::TableNextColumn();
    float side = ImGui::GetTextLineHeight() * 0.8f, gap = 2 * side / 3;
    float spare = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text).x - side - gap;
    if (spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
    ImVec2 at = ImGui::GetCursorScreenPos();
    at.y += (ImGui::GetTextLineHeight() - side) / 2;
    ImVec2 end(at.x + side, at.y + side);
    ImGui::GetWindowDrawList()->AddRectFilled(at, end, theme_packed(color), side / 5);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + side + gap);
    gui_text(GUI_PLAIN, text);
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
    ImGui::GetWindowDrawList()->AddLine(ImVec2(x0, y0), ImVec2(x1, y1), theme_packed(color), thickness);
}

void gui_canvas_box(float x0, float y0, float x1, float y1, SDL_Color color) {
    ImGui::GetWindowDrawList()->AddRectFilled(ImVec2(x0, y0), ImVec2(x1, y1), theme_packed(color));
}

void gui_canvas_text(float x, float y, float pivot_x, float pivot_y, gui_tone tone, const char* text) {
    ImVec2 size = ImGui::CalcTextSize(text);
    // Whole pixels, or the glyphs blur.
    ImGui::GetWindowDrawList()->AddText(ImVec2(ImFloor(x - size.x * pivot_x), ImFloor(y - size.y * pivot_y)),
                                        theme_text_color(tone), text);
}

static ImVec2 map_text_size(float size, const char* text) {
    return ImGui::GetFont()->CalcTextSizeA(size, FLT_MAX, 0, text);
}

void gui_map_text(float x, float y, float size, SDL_Color color, const char* text) {
    const ImVec2 extent = map_text_size(size, text);
    ImGui::GetBackgroundDrawList()->AddText(ImGui::GetFont(), size,
                                            ImVec2(ImFloor(x - extent.x / 2), ImFloor(y - extent.y / 2)),
                                            theme_packed(color), text);
}

void gui_map_box(float x0, float y0, float x1, float y1, SDL_Color color) {
    ImGui::GetBackgroundDrawList()->AddRectFilled(ImVec2(ImFloor(x0), ImFloor(y0)),
                                                  ImVec2(ImFloor(x1), ImFloor(y1)), theme_packed(color));
}

float gui_map_text_width(float size, const char* text) {
    return map_text_size(size, text).x;
}

void gui_tooltip(const char* text) {
    ImGui::BeginTooltip();
    ImGui::TextUnformatted(text);
    ImGui::EndTooltip();
}

void gui_hint(const char* text) {
    if (ImGui::IsItemHovered()) gui_tooltip(text);
}

float gui_text_width(const char* text) {
    return ImGui::CalcTextSize(text).x;
}

void gui_progress_bar(float fraction) {
    ImGui::ProgressBar(fraction);
}
