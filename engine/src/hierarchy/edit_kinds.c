// edit_kinds.c: which edits are there, which of them are valid, and which tiles do they change?
#include <math.h>

#include "hierarchy/edit_job.h"

wend_edit wend_edit_tiles(wend_rect area, uint8_t terrain_class) {
    return (wend_edit){.kind = WEND_EDIT_TILES, .area = area, .terrain_class = terrain_class};
}
wend_edit wend_edit_step(wend_tile from, wend_tile to, bool closed) {
    return (wend_edit){.kind = WEND_EDIT_STEP, .from = from, .to = to, .closed = closed};
}
wend_edit wend_edit_wall(wend_tile a, wend_tile b, bool closed) {
    return (wend_edit){.kind = WEND_EDIT_WALL, .from = a, .to = b, .closed = closed};
}

wend_edit wend_edit_elevation(wend_rect area, float elevation) {
    return (wend_edit){.kind = WEND_EDIT_ELEVATION, .area = area, .elevation = elevation};
}

wend_rect wendi_edit_area(const wend_edit* edit) {
    if (wendi_edits_area(edit)) return edit->area;
    const wend_tile a = edit->from, b = edit->to;
    return (wend_rect){wendi_min(a.x, b.x), wendi_min(a.y, b.y), wendi_abs(a.x - b.x) + 1,
                       wendi_abs(a.y - b.y) + 1};
}

wend_edit wendi_edit_on_sheet(const wend_grid* grid, const wend_edit* edit) {
    wend_edit made = *edit;
    made.area = wendi_area_to_sheet(&grid->floors, edit->area);
    made.from = wendi_to_sheet(&grid->floors, edit->from);
    made.to = wendi_to_sheet(&grid->floors, edit->to);
    return made;
}

static bool is_valid(const wend_grid* grid, const wend_edit* edit) {
    if ((int)edit->kind < 0 || edit->kind >= WEND_EDIT_KIND_COUNT) return false;
    bool moves = !wendi_edits_area(edit);
    if (edit->kind == WEND_EDIT_ELEVATION && !isfinite(edit->elevation)) return false;
    if (moves && (!wendi_sheet_contains(grid, edit->from) || !wendi_sheet_contains(grid, edit->to)))
        return false;
    wend_rect r = wendi_edit_area(edit);
    return moves ? r.width <= 2 && r.height <= 2 && r.width + r.height > 2 : wendi_is_valid_area(grid, r);
}

bool wendi_is_valid_edit(const wend_grid* grid, const wend_edit* edit) {
    const wend_edit on_sheet = wendi_edit_on_sheet(grid, edit);
    return is_valid(grid, &on_sheet);
}
