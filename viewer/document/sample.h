// sample.h: what does the viewer show when no file is given?
#ifndef WEND_VIEW_SAMPLE_H
#define WEND_VIEW_SAMPLE_H
#include <wend/grid.h>

/// An island made from a seed: shaded hills, woods, rivers of shallow water and a walled town. A class is
/// terrain << 4 | shade, so that the relief can be seen. The same on every machine. Errors: MEMORY.
wend_result sample_create(wend_grid** out);
/// The colour (0xRRGGBB) of each class of that map.
void sample_colors(uint32_t colors[WEND_CLASS_COUNT]);

#endif
