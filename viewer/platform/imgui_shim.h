// imgui_shim.h: how does a C program use Dear ImGui on an SDL renderer? This header, imgui_widgets.h and
// their C++ files are all that knows ImGui.
//
// The order of a frame: gui_event for each event, gui_begin_frame, widgets within gui_begin_window and
// gui_end_window, gui_end_frame, which draws.
#ifndef WEND_VIEW_IMGUI_SHIM_H
#define WEND_VIEW_IMGUI_SHIM_H
#include <SDL.h>
#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// scale: of text and widgets; 1 is for 96 pixels an inch. Uses the font that the environment names by
/// WEND_VIEW_FONT, or DejaVu when the system has it, otherwise the one built into ImGui, which has all
/// characters of Latin-1. False: no memory.
bool gui_create(float scale);
/// Before the first frame, and when another renderer came. NULL: before the renderer goes. False: no memory
/// for the font's texture.
bool gui_set_renderer(SDL_Renderer* renderer);
/// Why the font that was asked for is not used; NULL: it is, or none was asked for.
const char* gui_font_problem(void);
void gui_destroy(void);

/// Feeds the mouse. ratio: pixels to a unit of the window system's coordinates.
void gui_event(const SDL_Event* event, float ratio);
/// True when a pixel lies on a widget window, or a button that went down on one is still down: such presses
/// are not meant for the map.
bool gui_covers(float x, float y);

void gui_begin_frame(int width, int height, float seconds);
void gui_end_frame(SDL_Renderer* renderer);

typedef struct gui_size {
    float width, height;
} gui_size;

/// Opens a plain window without a title bar. (x, y) is placed at the fraction (pivot_x, pivot_y) of its size;
/// width or height 0: as its contents need. background: opacity.
void gui_begin_window(const char* id, float x, float y, float pivot_x, float pivot_y, float width,
                      float height, float background);
/// The size of the window that is closed with it.
gui_size gui_end_window(void);

/// Opens a window with a title bar that can be moved, as high as its contents need but no higher than
/// max_height. place: put it with its upper right corner at (right, top). *open_io: false once the person has
/// closed it. Close it with gui_end_window.
void gui_begin_tool_window(const char* title, float right, float top, float width, float max_height,
                           bool place, bool* open_io);

/// What a text says by its colour, in the dark theme as in the light one.
typedef enum gui_tone { GUI_PLAIN, GUI_QUIET, GUI_GOOD, GUI_BAD } gui_tone;

/// The theme from the next frame on.
void gui_set_light(bool light);
void gui_text(gui_tone tone, const char* text);
/// The same in as many lines as the window's width asks for.
void gui_paragraph(gui_tone tone, const char* text);
/// A line "name value" with the values in one column.
void gui_row(const char* name, gui_tone tone, const char* value);
void gui_separator(void);
/// A square of colour before the next widget of the line.
void gui_swatch(SDL_Color color);
/// A band of colours from left to right over the width of the window.
void gui_gradient(const SDL_Color* colors, int count);
/// A part of the window with its own size, which scrolls when that is too small.
void gui_begin_part(const char* id, float width, float height);
void gui_end_part(void);
/// What is left of the window, or the part.
gui_size gui_room(void);
/// Within a window, at whole pixels.
void gui_picture(SDL_Texture* texture, float width, float height);
/// True when the person changed it.
bool gui_checkbox(const char* label, bool* value);
/// Likewise; the name stands to the left, as in gui_row.
bool gui_combo(const char* name, const char* const* choices, int count, int* value);
bool gui_slider(const char* name, float* value, float least, float most, const char* format);
/// Likewise with a switch before the name; the slider is greyed while that is off.
bool gui_switched_slider(const char* name, bool* on, float* value, float least, float most,
                         const char* format);
bool gui_slider_int(const char* name, int* value, int least, int most);
/// The same for what takes long: true, and the value changed, only when the slider is let go.
bool gui_late_slider_int(const char* name, int* value, int least, int most);
/// A line of a list; id: different for each. True when the person chose it.
bool gui_choice(int id, const char* label, bool chosen);
/// For typing.
bool gui_decimal(const char* name, float* value, float least, float most, const char* format);
bool gui_number(const char* name, int* value, int least, int most);
bool gui_text_field(const char* name, char* text, size_t size);
/// True when it was pressed. same_line: beside the widget before.
bool gui_button(const char* label, bool same_line);

/// The signs of a player on buttons.
typedef enum gui_icon {
    GUI_TO_BEGIN,
    GUI_BACK,
    GUI_PLAY,
    GUI_PAUSE,
    GUI_FORWARD,
    GUI_TO_END,
    GUI_CLOSE
} gui_icon;
/// A square button with a sign; hint: shown under the pointer. True when it was pressed.
bool gui_icon_button(gui_icon icon, const char* hint, bool same_line);
/// A slider on a logarithmic scale at the right end of the line, as wide as asked for.
bool gui_speed_slider(const char* format, float* value, float least, float most, float width);
/// A bar over the width of the window on which one position of count can be taken hold of. mark: where it has
/// a line; 0: nowhere. True when the person moved it.
bool gui_scrub_bar(int64_t* position, int64_t count, int64_t mark);
/// "name value" in a space as wide as asked for, beside the one before while there is room for it.
void gui_cell_of_line(const char* name, const char* value, float width, bool first);
/// The window scrolls so that what comes next stands at its top.
void gui_scroll_here(void);
/// A heading that opens and closes what follows; returns *open_io.
bool gui_section(const char* label, bool* open_io);
/// A row of labels of which one is chosen; true when the person chose another.
bool gui_tabs(const char* const* labels, int count, int* chosen_io);
/// The next widget begins beside the last one.
void gui_same_line(void);

/// A table whose first column, of names, is name_width wide; the others share the rest. Fill it cell by cell,
/// row by row. False: nothing of it can be seen, then do not end it.
bool gui_begin_table(const char* id, int columns, float name_width);
/// marked: the cell stands out. The first column is flush left, the others right. hint_opt: shown under the
/// pointer.
void gui_cell(gui_tone tone, bool marked, const char* text, const char* hint_opt);
void gui_end_table(void);

/// A rectangle of pixels to draw on, as wide as the window.
typedef struct gui_canvas {
    float x, y, width, height;
    bool hovered;
    float pointer_x, pointer_y;
} gui_canvas;
gui_canvas gui_begin_canvas(float height);
/// A canvas that takes the left button, for the one that was begun last; true while that is held down on it.
bool gui_canvas_held(const char* id, const gui_canvas* canvas);
void gui_canvas_line(float x0, float y0, float x1, float y1, SDL_Color color, float thickness);
void gui_canvas_box(float x0, float y0, float x1, float y1, SDL_Color color);
/// (x, y) lies at the fraction (pivot_x, pivot_y) of the text's size.
void gui_canvas_text(float x, float y, float pivot_x, float pivot_y, gui_tone tone, const char* text);
/// Text over the map and below every window, its middle at (x, y); size: of its letters. [Units: pixels]
void gui_map_text(float x, float y, float size, SDL_Color color, const char* text);
float gui_map_text_width(float size, const char* text);
/// Beside the pointer, of one line or several.
void gui_tooltip(const char* text);
float gui_text_width(const char* text);
SDL_Color gui_tone_color(gui_tone tone, Uint8 alpha);

/// True while a text field takes the keys.
bool gui_wants_keys(void);
void gui_progress_bar(float fraction);
/// Height of a line of text. [Units: pixels]
float gui_line_height(void);

#ifdef __cplusplus
}
#endif
#endif
