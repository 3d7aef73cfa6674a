// fields.h: which widgets show a setting and push the command that changes it?
//
// A field never writes: whoever owns the setting takes the command, as from a key or a script. The values
// that it offers must be those that the command takes.
#ifndef WEND_VIEW_FIELDS_H
#define WEND_VIEW_FIELDS_H
#include "document/scene.h"
#include "platform/commands.h"
#include <stdbool.h>
#include <wend/world.h>

/// Pushes "toggle".
void field_checkbox(commands* c, const char* setting, const char* label, bool on);
/// Pushes the word of the choice.
void field_combo(commands* c, const char* setting, const char* name, const char* const* choices, int count,
                 int chosen, const char* (*word)(int index));
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
/// The same beside a button that says what it is for: the name is not shown.
void field_file(commands* c, const char* setting, const char* name, const char* text, size_t size);

#endif
