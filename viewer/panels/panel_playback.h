// panel_playback.h: what does the player of a search say and offer?
#ifndef WEND_VIEW_PANEL_PLAYBACK_H
#define WEND_VIEW_PANEL_PLAYBACK_H
#include "tools/playback.h"

/// The player above the line at the bottom, while it is open.
void panel_playback_show(const playback* p, commands* c);
/// The last event in words.
void panel_playback_describe(const playback* p, char* out, size_t size);

#endif
