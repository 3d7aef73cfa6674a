// classes.h: the table of a grid's terrain classes: what each costs and how many tiles it has.
#ifndef CLASSES_H
#define CLASSES_H
#include "json.h"

/// Adds `classes`: an array of {class, cost, tiles}, cost 0 is blocked; with brightness too where an image
/// rule made the costs (cost = 1 / brightness). Without with_unused only classes that have tiles.
void classes_json(cJSON* object, const wend_grid* grid, bool is_image, bool with_unused);
/// The same as text, classes that have tiles.
void classes_print(const wend_grid* grid, bool is_image);

#endif
