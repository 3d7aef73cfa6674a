// color_table.h: the main colours of an image, for people and for programs, and the names of files in the
// commands that are shown for them.
#ifndef COLOR_TABLE_H
#define COLOR_TABLE_H
#include "json.h"
#include "wend/import.h"

/// Adds `colors`: an array of {color, name, cost, pixels, share_pct}, and `distinct` and `far_pixels`.
void color_table_json(cJSON* object, const wend_image_colors* colors);
/// A line for each colour, with its share, name and cost.
void color_table_print(const wend_image_colors* colors);

enum { COLOR_NAME_MAX = 4096 };
/// The map's name with another ending, without its folders.
void color_table_name(const char* map, const char* ending, char out[COLOR_NAME_MAX]);
/// A word of a shell: in quotes where it needs them. out has 4 * COLOR_NAME_MAX bytes.
const char* color_table_quoted(const char* word, char* out);

#endif
