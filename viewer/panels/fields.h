// fields.h: which widgets show a setting and push the command that changes it, and how do panels write lines
// of text with numbers in them?
//
// A field never writes: whoever owns the setting takes the command, as from a key or a script. The values
// that it offers must be those that the command takes.
#ifndef WEND_VIEW_FIELDS_H
#define WEND_VIEW_FIELDS_H
#include "document/scene.h"
#include "platform/commands.h"
#include "platform/imgui_shim.h"
#include <stdbool.h>
#include <wend/search.h>
#include <wend/world.h>

/// Pushes the value; beside: the button stands to the right of what is before it.
void field_button(commands* c, const char* setting, const char* label, const char* value, bool beside);
/// Pushes "toggle".
void field_checkbox(commands* c, const char* setting, const char* label, bool on);
/// Pushes the word of the choice; NULL past the last.
void field_combo(commands* c, const char* setting, const char* name, const char* const* choices, int chosen,
                 const char* (*word)(int index));
/// The same where people read the words themselves.
void field_words(commands* c, const char* setting, const char* name, const char* (*word)(int index),
                 int chosen);
/// The profiles of a world, by number; nothing when it has only its own.
void field_profile(commands* c, const char* setting, const wend_world* world, int chosen);
/// The ways to move over tiles.
void field_connectivity(commands* c, const char* setting, wend_connectivity chosen);
void field_slider(commands* c, const char* setting, const char* name, float value, float least, float most,
                  const char* format);
/// Of a length in tiles, shown in the units of the map; of: what follows the unit, such as "/s".
void field_length(commands* c, const char* setting, const char* name, const scene* s, float tiles,
                  float least, float most, const char* of);
void field_slider_int(commands* c, const char* setting, const char* name, int value, int least, int most);
/// For typing.
void field_decimal(commands* c, const char* setting, const char* name, float value, float least, float most);
void field_number(commands* c, const char* setting, const char* name, int value, int least, int most);
/// size: of the owner's text, at most 512 bytes.
void field_text(commands* c, const char* setting, const char* name, const char* text, size_t size);
/// The same to the right of a button that says what it is for: the name is not shown.
void field_file(commands* c, const char* setting, const char* name, const char* text, size_t size);

// ---- lines of text

/// A line "name value".
#define row_show(name, ...) row_show_toned(GUI_PLAIN, name, __VA_ARGS__)
void row_show_toned(gui_tone tone, const char* name, const char* format, ...)
    __attribute__((format(printf, 3, 4)));
/// The two numbers of the work over tiles, which have the same names everywhere.
#define ROW_EXPANDED_HINT "tiles that were taken from the open list, one by one; a sweep takes none"
#define ROW_SCANNED_HINT  "tiles of the clusters that were swept: a sweep relaxes whole rows of tiles"

/// A text in as many lines as it needs.
void row_paragraph(gui_tone tone, const char* format, ...) __attribute__((format(printf, 2, 3)));
/// A band of the colours 0xRRGGBB of a ramp, from 0 to the fraction most.
void row_ramp(uint32_t (*ramp)(float fraction), float most);

/// An outcome in words.
const char* row_outcome(wend_outcome outcome);
/// The algorithms as people know them.
extern const char* const row_algorithms[WEND_ALGORITHM_COUNT];
/// Likewise the heuristics.
extern const char* const row_heuristics[WEND_HEURISTIC_COUNT];
/// Likewise the ways to refine.
extern const char* const row_refinements[WEND_REFINEMENT_COUNT];

#endif
