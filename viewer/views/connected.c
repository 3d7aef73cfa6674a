// connected.c: how are the connected areas of the map shown?
#include "connected.h"
#include "palette.h"

// In a frame: while a person waits for the picture, and while only the line at the bottom does.
enum { SHOWN_TILES = 700 * 1000, OTHER_TILES = 200 * 1000 };

void connected_destroy(connected* c) {
    map_layer_destroy(c->picture); // it borrows the shades
    components_destroy(c->areas);
    *c = (connected){NULL, NULL};
}

void connected_begin(connected* c, const wend_grid* grid) {
    connected_destroy(c);
    c->areas = components_create(grid);
}

void connected_restart(connected* c) {
    if (c->areas != NULL) components_restart(c->areas);
}

bool connected_work(connected* c, SDL_Renderer* renderer, const wend_tasks* tasks_opt, bool shown,
                    bool whole) {
    if (c->areas == NULL || components_progress(c->areas, shown) == 1) return true;
    wend_rect changed;
    if (!components_work(c->areas, shown, whole ? INT64_MAX : shown ? SHOWN_TILES : OTHER_TILES, &changed)) {
        connected_destroy(c);
        return true;
    }
    if (c->picture != NULL && changed.height > 0) map_layer_update(c->picture, changed);
    if (components_progress(c->areas, shown) < 1) return false;
    if (!shown || c->picture != NULL) return true;
    map_tiles tiles = components_shades(c->areas);
    c->picture = map_layer_create(renderer, tiles, palette_shades().colors, tasks_opt);
    return true;
}
