// imgui_shim.h: how does a C program use Dear ImGui on an SDL renderer? Only the imgui_*.cpp files use
// ImGui.
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
/// Between two frames. False: no memory for the font.
bool gui_set_scale(float scale, SDL_Renderer* renderer);
/// Must be called before the first frame and with each new renderer, and with NULL before a renderer is
/// destroyed. False: no memory for the font's texture.
bool gui_set_renderer(SDL_Renderer* renderer);
/// Why the requested font is not used; NULL: no problem.
const char* gui_font_problem(void);
void gui_destroy(void);

/// Passes an event to the widgets. ratio: pixels per unit of the window system's coordinates.
void gui_event(const SDL_Event* event, float ratio);
/// True when a pixel lies on a widget window, a button pressed there is still down, or a menu is open: the
/// map then ignores the mouse.
bool gui_covers(float x, float y);

void gui_begin_frame(int width, int height, float seconds);
/// renderer_opt: NULL draws nothing; all else is as ever.
void gui_end_frame(SDL_Renderer* renderer_opt);

typedef struct gui_size {
    float width, height;
} gui_size;

/// Opens a plain window without a title bar. (x, y) is placed at the fraction (pivot_x, pivot_y) of its size;
/// width or height 0: as its contents need. background: opacity.
void gui_begin_window(const char* id, float x, float y, float pivot_x, float pivot_y, float width,
                      float height, float background);
/// Closes the window and returns its size.
gui_size gui_end_window(void);

/// Where a window that can be moved and resized is. All zero: at its default place, which follows the size of
/// the program's window until the user moves or resizes it.
typedef struct gui_pane {
    float x, y, width, height; ///< [Units: pixels]
    bool moved;                ///< by the user, now or in an earlier run
    bool placed;               ///< it was shown at this place before
} gui_pane;
/// Opens a window with a title bar that can be moved, resized and closed, at *pane_io; x, y, width and
/// height: its default place. height below 0: as high as its contents, but no higher than that. *open_io:
/// false once the user has closed it. Close it with gui_end_window.
void gui_begin_pane(const char* title, gui_pane* pane_io, float x, float y, float width, float height,
                    bool* open_io);

/// The bar of menus over the width of the program's window. usable: false greys all of it.
void gui_begin_menu_bar(bool usable);
void gui_end_menu_bar(void);
float gui_menu_bar_height(void);
/// False: the menu is closed; do not end it then.
bool gui_begin_menu(const char* label, const char* widget_name);
void gui_end_menu(void);
/// True when it was chosen. hint: tooltip.
bool gui_menu_item(const char* label, const char* keys, const char* hint, bool checked, bool enabled);

/// Opens the bar of buttons below the menus, over the width of the program's window. Close it with
/// gui_end_tool_bar.
void gui_begin_tool_bar(float width);
void gui_end_tool_bar(void);
float gui_tool_bar_height(void);
/// The icons of the tool bar, then those of a player.
typedef enum gui_icon {
    ICON_OPEN,
    ICON_RECENT,
    ICON_SAVE,
    ICON_UNDO,
    ICON_REDO,
    ICON_LOOK,
    ICON_BRUSH,
    ICON_LINE,
    ICON_RECTANGLE,
    ICON_FILL,
    ICON_LINK,
    ICON_WALL,
    ICON_ONE_WAY,
    ICON_OBSTACLE,
    ICON_MEASURE,
    ICON_BOIDS,
    ICON_RESTART,
    ICON_PAUSE,
    ICON_STEP,
    ICON_PLAYER,
    ICON_COMPARE,
    ICON_TO_BEGIN,
    ICON_BACK,
    ICON_PLAY,
    ICON_PAUSE_PLAYER,
    ICON_FORWARD,
    ICON_TO_END,
    ICON_CLOSE
} gui_icon;
/// A button of a tool bar. hint: tooltip. True when it was pressed.
bool gui_tool_button(gui_icon icon, const char* widget_name, const char* hint, bool chosen, bool enabled);
/// A button of a player, in a line of its window. hint: tooltip. True when it was pressed.
bool gui_player_button(gui_icon icon, const char* widget_name, const char* hint, bool same_line);
/// A space between groups of such buttons.
void gui_tool_gap(void);
/// Opens a list below the last widget when opened is true. False: it is closed; do not end it then.
bool gui_begin_popup(const char* id, bool opened);
void gui_end_popup(void);

/// Opens a window with a title bar around a point; it scrolls where its contents are larger. *open_io: false
/// once the user has closed it. Close it with gui_end_window.
void gui_begin_dialog(const char* title, float x, float y, float width, float height, bool* open_io);

/// The meaning of a text's colour in both themes.
typedef enum gui_tone { GUI_PLAIN, GUI_QUIET, GUI_GOOD, GUI_BAD } gui_tone;

/// The theme from the next frame on.
void gui_set_light(bool light);
void gui_text(gui_tone tone, const char* text);
/// A text with line breaks at the window's width.
void gui_paragraph(gui_tone tone, const char* text);
/// One line; where it is too long only its end, after three dots, as suits the name of a file.
void gui_text_end(gui_tone tone, const char* text);
/// A line "name value" with the values in one column.
void gui_row(const char* name, gui_tone tone, const char* value);
/// The same with the value so far from the left, and line breaks within it.
void gui_row_at(const char* name, float left, gui_tone tone, const char* value);
void gui_separator(void);
/// A square of colour before the next widget of the line.
void gui_swatch(SDL_Color color);
/// A band of colours from left to right over the width of the window.
void gui_gradient(const SDL_Color* colors, int count);
/// A part of the window with its own size, which scrolls when that is too small.
void gui_begin_part(const char* id, float width, float height);
void gui_end_part(void);
/// The free space of the window or part.
gui_size gui_room(void);
/// Draws a picture in the window, at whole pixels.
void gui_picture(SDL_Texture* texture, float width, float height);
/// Returns true when the user changed it.
bool gui_checkbox(const char* label, bool* value);
/// The same in another colour and with a tooltip.
bool gui_toned_checkbox(const char* label, bool* value, gui_tone tone, const char* hint);
/// Returns true when the user changed it. The name is on the left, as in gui_row.
bool gui_combo(const char* name, const char* const* choices, int count, int* value);
bool gui_slider(const char* name, float* value, float least, float most, const char* format);
/// A slider with a switch before the name; the slider is disabled while the switch is off.
bool gui_switched_slider(const char* name, bool* on, float* value, float least, float most,
                         const char* format);
bool gui_slider_int(const char* name, int* value, int least, int most);
/// A slider for slow changes: returns true and changes the value only when it is released.
bool gui_late_slider_int(const char* name, int* value, int least, int most);
/// A line of a list with a unique id. True when the user chose it.
bool gui_choice(int id, const char* label, bool chosen);
/// The same with a picture of a size before it; NULL: none.
bool gui_picture_choice(int id, const char* label, bool chosen, SDL_Texture* picture_opt, SDL_Point size);
/// A line of a list with a text at its right end; *twice_out: it was clicked twice.
bool gui_list_line(int id, const char* label, const char* right, bool chosen, bool* twice_out);
/// The next widget takes the keys.
void gui_take_keys(void);
/// For typing.
bool gui_decimal(const char* name, float* value, float least, float most, const char* format);
/// A line "name, box, cost" with a unique id: the box says whether it can be entered, the cost is taken with
/// Return. hint: tooltip of the name; fixed: the box cannot be changed. True when the user changed one.
bool gui_cost_line(int id, const char* name, const char* hint, bool* passable, float* cost, float least,
                   float most, bool fixed);
/// Two numbers in a line, taken with Return.
bool gui_pair(const char* name, int* first, int* second);
/// digits: decimals [Range: 0..9]
bool gui_decimal_pair(const char* name, double* first, double* second, int digits);
/// A number, and a text, for changes that take long: taken with Return.
bool gui_late_decimal(const char* name, double* value, const char* format);
bool gui_late_text(const char* name, char* text, size_t size);
bool gui_number(const char* name, int* value, int least, int most);
bool gui_text_field(const char* name, char* text, size_t size);
/// The same over the rest of the line, without the name.
bool gui_file_field(const char* name, char* text, size_t size);
/// True when it was pressed. same_line: beside the widget before.
bool gui_button(const char* label, bool same_line);
/// A button beside the one before it, or on the next line where the window ends; no wider than the window.
/// first: begins a line.
bool gui_wrapped_button(const char* label, bool first);

/// A slider with a logarithmic scale and this width at the right end of the line.
bool gui_speed_slider(const char* format, float* value, float least, float most, float width);
/// A bar over the width of the window with a handle at one position of count. mark: position of a line in the
/// middle of the bar; 0: none. True when the user moved the handle.
bool gui_scrub_bar(int64_t* position, int64_t count, int64_t mark);
/// "name value" in a space of this width, beside the previous one while there is room.
void gui_cell_of_line(const char* name, const char* value, float width, bool first);
/// Scrolls the window so that the next widget is at the top.
void gui_scroll_here(void);
/// A heading that opens and closes a section; returns *open_io.
bool gui_section(const char* label, bool* open_io);
/// A row of tabs; true when the user chose another one.
bool gui_tabs(const char* const* labels, int count, int* chosen_io);
/// The next widget begins beside the last one.
void gui_same_line(void);
/// The same, so far from the left end of the contents.
void gui_same_line_at(float left);

/// A table whose first column, of names, is name_width wide; the others share the rest. Fill it cell by cell,
/// row by row. False: nothing of it is visible; do not end it then.
bool gui_begin_table(const char* id, int columns, float name_width);
/// marked: highlighted. The first column is aligned left, the others right. hint_opt: tooltip.
void gui_cell(gui_tone tone, bool marked, const char* text, const char* hint_opt);
/// A quiet text in a row of cells with widgets.
void gui_cell_label(const char* text);
/// A button over the width of a cell; true when it was pressed.
bool gui_cell_button(const char* label);
/// A list of choices in a cell; true when the user chose another one. widget_name: for scripts.
bool gui_cell_combo(const char* widget_name, const char* const* choices, int count, int* value);
/// A slider in a cell; true when the user changed it.
bool gui_cell_slider(const char* widget_name, float* value, float least, float most, const char* format);
/// A cell with a square of colour before its text, or with nothing else.
void gui_cell_swatch(SDL_Color color, const char* text);
void gui_end_table(void);

/// A rectangle of pixels to draw on, as wide as the window.
typedef struct gui_canvas {
    float x, y, width, height;
    bool hovered;
    float pointer_x, pointer_y;
} gui_canvas;
gui_canvas gui_begin_canvas(float height);
/// Lets the last canvas receive the left button; true while it is held down there.
bool gui_canvas_held(const char* id, const gui_canvas* canvas);
void gui_canvas_line(float x0, float y0, float x1, float y1, SDL_Color color, float thickness);
void gui_canvas_box(float x0, float y0, float x1, float y1, SDL_Color color);
/// (x, y) lies at the fraction (pivot_x, pivot_y) of the text's size.
void gui_canvas_text(float x, float y, float pivot_x, float pivot_y, gui_tone tone, const char* text);
/// Text over the map and below every window, its middle at (x, y); size: of its letters. [Units: pixels]
void gui_map_text(float x, float y, float size, SDL_Color color, const char* text);
/// Likewise a box, below the texts that follow it.
void gui_map_box(float x0, float y0, float x1, float y1, SDL_Color color);
float gui_map_text_width(float size, const char* text);
/// A text beside the pointer, with one or several lines.
void gui_tooltip(const char* text);
/// A tooltip while the pointer is over the last text.
void gui_hint(const char* text);
float gui_text_width(const char* text);
SDL_Color gui_tone_color(gui_tone tone, Uint8 alpha);

/// Closes menus and lists that are open; false: none was.
bool gui_close_popups(void);
/// A number for the widget that the mouse holds or that takes the keys; 0: none.
Uint32 gui_held_widget(void);
/// Ends typing and dragging.
void gui_let_go(void);
/// True while a text field takes the keys.
bool gui_wants_keys(void);
void gui_progress_bar(float fraction);
/// Height of a line of text. [Units: pixels]
float gui_line_height(void);

// ---- cards

typedef struct gui_card {
    const char* widget_name;
    SDL_Texture* picture;     ///< NULL: none
    SDL_Point size;           ///< of the picture
    const char *title, *hint; ///< hint: in up to two lines below the title; NULL: none
    const char* tooltip;      ///< NULL: none
} gui_card;

/// The height of a card whose picture is this high.
float gui_card_height(float picture_height, bool has_hint);
/// True when it was clicked. room: of the picture, which lies in its middle.
bool gui_card_show(const gui_card* card, float room_width, float room_height);

// ---- legends

enum { LEGEND_NAME = 48, LEGEND_SWATCHES = 6 };

typedef struct gui_legend_row {
    int number; ///< from 1
    SDL_Color swatches[LEGEND_SWATCHES];
    int swatch_count;
    const char* hint; ///< tooltip of the swatches
    bool chosen;
    const char* share;
    char name[LEGEND_NAME];
    float cost; ///< 0: blocked
} gui_legend_row;

/// What the user changed in a row.
typedef enum gui_legend_change {
    GUI_LEGEND_NOTHING,
    GUI_LEGEND_CHOSEN,
    GUI_LEGEND_NAME,
    GUI_LEGEND_COST,
    GUI_LEGEND_BLOCKED ///< or no longer blocked
} gui_legend_change;

/// False: nothing of it is visible; do not end it then. It scrolls within the height.
bool gui_begin_legend(float height);
/// Changes the row as the user does.
gui_legend_change gui_legend_edit(gui_legend_row* row);
void gui_end_legend(void);

#ifdef __cplusplus
}
#endif
#endif
