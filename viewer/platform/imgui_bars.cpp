// imgui_bars.cpp: how do windows that can be moved, menus, the tool bar and a player work?
#include "platform/imgui_theme.h"
#include "platform/imgui_widgets.h"
#include <cfloat>
#include <imgui_internal.h>

namespace {

bool bar_usable = true;

// As high as its contents were in the last frame, between a little and the most.
float fitting_height(const ImGuiWindow* window, float most) {
    if (window == nullptr) return most;
    float frame = window->TitleBarHeight() + 2 * ImGui::GetStyle().WindowPadding.y;
    float wanted = ImFloor(window->ContentSize.y + frame);
    return wanted < most ? wanted : most;
}

bool differs(ImVec2 a, float x, float y) {
    return ImFabs(a.x - x) > 0.5f || ImFabs(a.y - y) > 0.5f;
}

// What a person can read and take hold of.
ImVec2 least_size() {
    const float line = ImGui::GetFontSize();
    return ImVec2(ImFloor(12 * line), ImFloor(7 * line));
}

float between(float value, float low, float high) {
    return ImMax(ImMin(value, high), low);
}

// A place of an earlier run may have been in a larger window, or come from anywhere.
void bring_into_reach(gui_pane& p) {
    const ImVec2 room = ImGui::GetIO().DisplaySize, least = least_size();
    p.width = between(p.width, least.x, room.x);
    p.height = between(p.height, least.y, room.y);
    p.x = between(p.x, least.x - p.width, room.x - least.x);
    p.y = between(p.y, 0, room.y - least.y);
}

} // namespace

// ---- windows

void gui_begin_pane(const char* title, gui_pane* pane_io, float x, float y, float width, float height,
                    bool* open_io) {
    gui_pane& p = *pane_io;
    const ImGuiWindow* window = ImGui::FindWindowByName(title);
    bool known = window != nullptr && p.placed;
    if (known && !p.moved && differs(window->Pos, p.x, p.y)) p.moved = true; // dragged by its title
    if (!p.moved) {
        height = height < 0 ? fitting_height(window, -height) : height;
        p.x = ImFloor(x);
        p.y = ImFloor(y);
        // A smaller window would count as resized by the user.
        const ImVec2 least = ImGui::GetStyle().WindowMinSize;
        p.width = ImMax(ImFloor(width), least.x);
        p.height = ImMax(ImFloor(height), least.y);
    }
    bool forced = !p.moved || !known;
    if (forced && p.moved) bring_into_reach(p);
    if (p.moved) ImGui::SetNextWindowSizeConstraints(least_size(), ImVec2(FLT_MAX, FLT_MAX));
    if (forced) ImGui::SetNextWindowPos(ImVec2(p.x, p.y), ImGuiCond_Always);
    if (forced) ImGui::SetNextWindowSize(ImVec2(p.width, p.height), ImGuiCond_Always);
    ImGui::Begin(title, open_io,
                 ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoFocusOnAppearing);
    window = ImGui::GetCurrentWindowRead();
    if (known && !p.moved && differs(window->SizeFull, p.width, p.height)) p.moved = true; // by its corner
    p.placed = true;
    if (!p.moved) return;
    p.x = window->Pos.x;
    p.y = window->Pos.y;
    p.width = window->SizeFull.x;
    p.height = window->SizeFull.y;
}

// ---- menus

void gui_begin_menu_bar(bool usable) {
    bar_usable = usable;
    ImGui::BeginMainMenuBar();
    ImGui::BeginDisabled(!usable);
}

void gui_end_menu_bar(void) {
    ImGui::EndDisabled();
    ImGui::EndMainMenuBar();
}

float gui_menu_bar_height(void) {
    return gui_line_height() + 2 * ImGui::GetStyle().FramePadding.y;
}

bool gui_begin_menu(const char* label, const char* widget_name) {
    // Before it is there: afterwards the last item may be one of the open menu.
    ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::CalcTextSize(label);
    widgets_note_at(widget_name, SDL_FRect{at.x, at.y, size.x, size.y});
    return ImGui::BeginMenu(label, bar_usable);
}

void gui_end_menu(void) {
    ImGui::EndMenu();
}

bool gui_menu_item(const char* label, const char* keys, const char* hint, bool checked, bool enabled) {
    ImGui::BeginDisabled(!enabled);
    bool chosen = ImGui::MenuItem(label, keys, checked);
    widgets_note(label);
    ImGui::EndDisabled();
    if (hint[0] != '\0' && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) gui_tooltip(hint);
    return chosen;
}

bool gui_begin_popup(const char* id, bool opened) {
    ImVec2 below(ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y);
    if (opened) ImGui::OpenPopup(id);
    ImGui::SetNextWindowPos(below, ImGuiCond_Appearing);
    return ImGui::BeginPopup(id);
}

void gui_end_popup(void) {
    ImGui::EndPopup();
}

// ---- the tool bar

namespace {

enum shape_kind { LINE, BOX, FRAME, WEDGE, ARC, DISC };

// A part of an icon, in a square of 16 x 16 units.
struct shape {
    gui_icon icon;
    shape_kind kind;
    float at[6]; // LINE: ends and width; BOX and FRAME: corners; WEDGE: corners; ARC: middle, radius and
                 // angles; DISC: middle and radius
};

constexpr float circle = 6.2832f, usual = 1.6f; // a whole circle; width of a line

const shape shapes[] = {
    {ICON_OPEN, BOX, {1, 3, 7, 6}}, // a folder
    {ICON_OPEN, FRAME, {1.5f, 5.5f, 14.5f, 13.5f}},
    {ICON_RECENT, ARC, {8, 8, 6, 0, circle}}, // a clock
    {ICON_RECENT, LINE, {8, 4, 8, 8.6f, usual}},
    {ICON_RECENT, LINE, {8, 8, 11, 10, usual}},
    {ICON_SAVE, FRAME, {2, 2, 14, 14}}, // a disk
    {ICON_SAVE, BOX, {5, 2, 11, 6}},
    {ICON_SAVE, BOX, {5, 9, 11, 14}},
    {ICON_UNDO, ARC, {8, 9, 5, -3.1416f, 0.5f}},
    {ICON_UNDO, WEDGE, {0, 8, 6, 8, 3, 12.5f}},
    {ICON_REDO, ARC, {8, 9, 5, 2.64f, circle}},
    {ICON_REDO, WEDGE, {10, 8, 16, 8, 13, 12.5f}},
    {ICON_LOOK, WEDGE, {4, 1, 4, 13, 12.5f, 9.5f}}, // a pointer
    {ICON_LOOK, LINE, {8, 9, 10.5f, 14.5f, 2.4f}},
    {ICON_BRUSH, LINE, {14, 2, 7, 9, 2.4f}},
    {ICON_BRUSH, DISC, {5, 11.5f, 3}},
    {ICON_LINE, LINE, {2, 13, 14, 3, usual}},
    {ICON_LINE, BOX, {0.5f, 11.5f, 3.5f, 14.5f}},
    {ICON_LINE, BOX, {12.5f, 1.5f, 15.5f, 4.5f}},
    {ICON_RECTANGLE, FRAME, {2, 4, 14, 12}},
    {ICON_FILL, WEDGE, {2, 8, 8, 2, 13, 8}}, // a bucket and a drop
    {ICON_FILL, WEDGE, {2, 8, 13, 8, 7.5f, 13}},
    {ICON_FILL, DISC, {14, 12.5f, 1.7f}},
    {ICON_LINK, ARC, {4.5f, 11, 2.6f, 0, circle}},
    {ICON_LINK, ARC, {11.5f, 5, 2.6f, 0, circle}},
    {ICON_LINK, LINE, {6.5f, 9.3f, 9.5f, 6.7f, usual}},
    {ICON_WALL, FRAME, {1.5f, 3, 14.5f, 13}}, // bricks
    {ICON_WALL, LINE, {1.5f, 8, 14.5f, 8, usual}},
    {ICON_WALL, LINE, {8, 3, 8, 8, usual}},
    {ICON_WALL, LINE, {5, 8, 5, 13, usual}},
    {ICON_WALL, LINE, {11, 8, 11, 13, usual}},
    {ICON_ONE_WAY, LINE, {1, 8, 11, 8, 2.4f}},
    {ICON_ONE_WAY, WEDGE, {9, 3, 9, 13, 15.5f, 8}},
    {ICON_OBSTACLE, DISC, {8, 8, 3.6f}}, // a barrel and what is left of its time
    {ICON_OBSTACLE, ARC, {8, 8, 6.6f, -1.5708f, 3.1416f}},
    {ICON_MEASURE, FRAME, {0.8f, 5, 15.2f, 11.5f}}, // a ruler
    {ICON_MEASURE, LINE, {3.7f, 5, 3.7f, 8.5f, 1.3f}},
    {ICON_MEASURE, LINE, {6.6f, 5, 6.6f, 8.5f, 1.3f}},
    {ICON_MEASURE, LINE, {9.5f, 5, 9.5f, 8.5f, 1.3f}},
    {ICON_MEASURE, LINE, {12.4f, 5, 12.4f, 8.5f, 1.3f}},
    {ICON_BOIDS, WEDGE, {1, 2, 1, 8, 7, 5}},
    {ICON_BOIDS, WEDGE, {8, 6, 8, 12, 14, 9}},
    {ICON_BOIDS, WEDGE, {1, 9.5f, 1, 15, 6.5f, 12}},
    {ICON_RESTART, BOX, {2, 2, 4.5f, 14}}, // back to a line
    {ICON_RESTART, WEDGE, {14, 2, 14, 14, 5, 8}},
    {ICON_PAUSE, BOX, {3, 2, 6.5f, 14}},
    {ICON_PAUSE, BOX, {9.5f, 2, 13, 14}},
    {ICON_STEP, WEDGE, {2, 2, 2, 14, 10.5f, 8}}, // on to a line
    {ICON_STEP, BOX, {11.5f, 2, 14, 14}},
    {ICON_PLAYER, FRAME, {1, 2.5f, 15, 13.5f}}, // a film
    {ICON_PLAYER, WEDGE, {6, 5, 6, 11, 11.5f, 8}},
    {ICON_COMPARE, BOX, {2, 8, 5, 14}}, // bars
    {ICON_COMPARE, BOX, {6.5f, 2, 9.5f, 14}},
    {ICON_COMPARE, BOX, {11, 5, 14, 14}},
    {ICON_TO_BEGIN, BOX, {0.576f, 1.6f, 2.624f, 14.4f}},
    {ICON_TO_BEGIN, WEDGE, {13.28f, 1.6f, 13.28f, 14.4f, 4.32f, 8}},
    {ICON_BACK, BOX, {12.576f, 1.6f, 14.624f, 14.4f}},
    {ICON_BACK, WEDGE, {10.48f, 1.6f, 10.48f, 14.4f, 1.52f, 8}},
    {ICON_PLAY, WEDGE, {3.2f, 0, 3.2f, 16, 14.4f, 8}},
    {ICON_PAUSE_PLAYER, BOX, {3.648f, 0.8f, 5.952f, 15.2f}},
    {ICON_PAUSE_PLAYER, BOX, {10.048f, 0.8f, 12.352f, 15.2f}},
    {ICON_FORWARD, BOX, {1.376f, 1.6f, 3.424f, 14.4f}},
    {ICON_FORWARD, WEDGE, {5.52f, 1.6f, 5.52f, 14.4f, 14.48f, 8}},
    {ICON_TO_END, BOX, {13.376f, 1.6f, 15.424f, 14.4f}},
    {ICON_TO_END, WEDGE, {2.72f, 1.6f, 2.72f, 14.4f, 11.68f, 8}},
    {ICON_CLOSE, LINE, {2.4f, 2.4f, 13.6f, 13.6f, 2.4f}},
    {ICON_CLOSE, LINE, {2.4f, 13.6f, 13.6f, 2.4f, 2.4f}},
};

void draw_shape(const shape& s, ImVec2 at, float unit) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    const ImU32 color = ImGui::GetColorU32(ImGuiCol_Text);
    const float* p = s.at;
    auto point = [&](int i) { return ImVec2(at.x + p[i] * unit, at.y + p[i + 1] * unit); };
    if (s.kind == LINE) list->AddLine(point(0), point(2), color, p[4] * unit);
    if (s.kind == BOX) list->AddRectFilled(point(0), point(2), color);
    if (s.kind == FRAME) list->AddRect(point(0), point(2), color, 0, 0, usual * unit);
    if (s.kind == WEDGE) list->AddTriangleFilled(point(0), point(2), point(4), color);
    if (s.kind == DISC) list->AddCircleFilled(point(0), p[2] * unit, color, 16);
    if (s.kind != ARC) return;
    list->PathArcTo(point(0), p[2] * unit, p[3], p[4], 16);
    list->PathStroke(color, 0, 1.8f * unit);
}

void draw_icon(gui_icon icon, ImVec2 at, float unit) {
    for (const shape& s : shapes)
        if (s.icon == icon) draw_shape(s, at, unit);
}

float icon_side() {
    return ImFloor(gui_line_height());
}

} // namespace

static float button_height() {
    return icon_side() + 4 * ImGui::GetStyle().FramePadding.y;
}

// Lines of buttons: as many as the last frame needed.
static int bar_lines = 1, lines_so_far = 1;

static float button_gap() {
    return ImFloor(ImGui::GetStyle().ItemSpacing.x / 2);
}

float gui_tool_bar_height(void) {
    const float lines = static_cast<float>(bar_lines);
    return lines * button_height() + (lines - 1) * button_gap() + 4 * ImGui::GetStyle().FramePadding.y;
}

void gui_begin_tool_bar(float width) {
    float padding = 2 * ImGui::GetStyle().FramePadding.y;
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(2 * padding, padding));
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1, 1));
    gui_begin_window("tool bar", 0, gui_menu_bar_height(), 0, 0, width, gui_tool_bar_height(), 1);
    ImGui::PopStyleVar(2);
    lines_so_far = 1;
}

void gui_end_tool_bar(void) {
    bar_lines = lines_so_far;
    gui_end_window();
}

// A button that has no room begins another line.
static void make_room_for_button() {
    const float end = ImGui::GetWindowWidth() - ImGui::GetStyle().FramePadding.y * 2;
    if (ImGui::GetCursorPosX() + button_height() <= end) return;
    ImGui::NewLine();
    ImGui::SetCursorPosY(2 * ImGui::GetStyle().FramePadding.y +
                         static_cast<float>(lines_so_far) * (button_height() + button_gap()));
    lines_so_far++;
}

bool gui_tool_button(gui_icon icon, const char* widget_name, const char* hint, bool chosen, bool enabled) {
    make_room_for_button();
    float side = icon_side(), height = button_height();
    ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(icon);
    ImGui::BeginDisabled(!enabled);
    if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_HeaderActive));
    bool pressed = ImGui::Button("##tool", ImVec2(height, height));
    widgets_note(widget_name);
    if (chosen) ImGui::PopStyleColor();
    float inset = ImFloor((height - side) / 2);
    draw_icon(icon, ImVec2(ImFloor(at.x) + inset, ImFloor(at.y) + inset), side / 16.0f);
    if (ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) gui_tooltip(hint);
    ImGui::EndDisabled();
    ImGui::PopID();
    ImGui::SameLine(0, button_gap());
    return pressed;
}

void gui_tool_gap(void) {
    ImGui::Dummy(ImVec2(ImGui::GetStyle().ItemSpacing.x, 1));
    ImGui::SameLine(0, 0);
}

// ---- a player

bool gui_player_button(gui_icon icon, const char* widget_name, const char* hint, bool same_line) {
    if (same_line) ImGui::SameLine(0, ImGui::GetStyle().ItemSpacing.x / 2);
    const float side = ImGui::GetFrameHeight(), half = side * 0.3f;
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushID(widget_name);
    const bool pressed = ImGui::Button("##", ImVec2(side * 1.3f, side));
    widgets_note(widget_name);
    ImGui::PopID();
    if (ImGui::IsItemHovered()) gui_tooltip(hint);
    draw_icon(icon, ImVec2(ImFloor(at.x + side * 0.65f) - half, ImFloor(at.y + side * 0.5f) - half),
              half / 8);
    return pressed;
}

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
