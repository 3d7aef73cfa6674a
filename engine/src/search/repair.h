// repair.h: scratch memory of repairs.
#ifndef WENDI_REPAIR_H
#define WENDI_REPAIR_H
#include "search/path_check.h"

typedef struct wendi_repair {
    wendi_leg_list legs;        // that an edit has broken
    wend_path leg;              // a new one
    wendi_tile_list tiles;      // of the path that is put together
    wendi_path_link_list links; // between them
} wendi_repair;

void wendi_repair_init(wendi_repair* repair, const wend_allocator* allocator);
void wendi_repair_free(wendi_repair* repair);
size_t wendi_repair_bytes(const wendi_repair* repair);
#endif
