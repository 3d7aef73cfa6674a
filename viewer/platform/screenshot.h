// screenshot.h: how does what is on the screen become a PNG file?
#ifndef WEND_VIEW_SCREENSHOT_H
#define WEND_VIEW_SCREENSHOT_H
#include <SDL.h>
#include <wend/base.h>

/// Writes what was drawn since the last SDL_RenderPresent, as wend_file_write does: whole or not at all.
/// Errors: IO, MEMORY.
wend_result screenshot_save(SDL_Renderer* renderer, const char* file, wend_error* error);

#endif
