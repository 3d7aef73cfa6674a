// saved_world.h: the bytes that a world is saved as, before and after an edit.
#ifndef SAVED_WORLD_H
#define SAVED_WORLD_H
#include "files.h"
#include "unit.h"
#include "wend/wend.h"

/// The bytes of the file that a world is saved as.
static inline uint8_t* saved(const wend_world* world, size_t* size_out) {
    assert_ok(wend_world_save(world, "saved.wend", NULL));
    uint8_t* bytes = files_get("saved.wend", size_out);
    assert_non_null(bytes);
    return bytes;
}

/// Keeps the classes as they are, then changes a tile.
static inline void edit(wend_world* world) {
    const wend_edit edits[] = {wend_edit_tiles((wend_rect){0, 0, 1, 1},
                                               !wend_grid_class(wend_world_grid(world), (wend_tile){0, 0}))};
    assert_ok(wend_world_keep_original(world));
    assert_ok(wend_world_edit(world, edits, 1, NULL));
    assert_ok(wend_world_refresh(world, 0, NULL));
}
#endif
