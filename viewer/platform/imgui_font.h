// imgui_font.h: which font are the texts in? For imgui_frame.cpp.
#ifndef WEND_VIEW_IMGUI_FONT_H
#define WEND_VIEW_IMGUI_FONT_H
#include <imgui.h>

/// Adds one font to the atlas: the file that WEND_VIEW_FONT names, or DejaVu Sans where it is installed,
/// otherwise the one built into ImGui. scale: 1 is for 96 pixels an inch.
void font_load(ImFontAtlas* fonts, float scale);
/// Why the requested font is not used; nullptr: no problem.
const char* font_problem();

#endif
