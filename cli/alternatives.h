// alternatives.h: which other paths does `wend path --alternatives` show?
#ifndef ALTERNATIVES_H
#define ALTERNATIVES_H
#include "json.h"
#include "plan.h"
#include "scene.h"

typedef struct alternatives {
    wend_path* paths[WEND_MAX_ALTERNATIVES]; ///< the first is the best one
    int32_t count, room;
} alternatives;

/// Finds up to so many paths besides the best; the caller calls alternatives_destroy, also after an error.
/// CLI_OK or an exit code, the reason printed.
int alternatives_find(const wend_world* world, const plan* p, int32_t wanted, alternatives* out);
void alternatives_destroy(alternatives* a);

/// A line of text for each path besides the best. scale: units a tile.
void alternatives_print(const alternatives* a, double scale);
/// The array "alternatives".
void alternatives_json(cJSON* json, const alternatives* a, const wend_grid* grid, double scale);
/// Draws them; the extra of a scene, whose context they are.
void alternatives_draw(const scene* s, drawing* d);
#endif
