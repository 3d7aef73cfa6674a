// imgui_theme.h: which font, colours and sizes do widgets have? For the C++ files beside it.
#ifndef WEND_VIEW_IMGUI_THEME_H
#define WEND_VIEW_IMGUI_THEME_H
#include "platform/imgui_shim.h"
#include <imgui.h>

/// Sets sizes and colours of a new ImGui context.
void theme_create(float scale);
/// Of text and widgets; 1 is for 96 pixels an inch.
float theme_scale();
ImU32 theme_packed(SDL_Color color);
ImU32 theme_text_color(gui_tone tone);
/// Width of the column of names in rows. [Units: pixels]
float theme_name_width();
/// The next widget begins in the column of values, or behind a longer name.
void theme_to_values();

/// Adds one font to the atlas: the file that WEND_VIEW_FONT names, or DejaVu Sans where it is installed,
/// otherwise the one built into ImGui. scale: 1 is for 96 pixels an inch.
void font_load(ImFontAtlas* fonts, float scale);

#endif
