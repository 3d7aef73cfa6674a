// world_file.c: what does a world keep of the file that it was opened from?
#include "files/world_file.h"

#include "core/file.h"

wendi_world_file* wendi_file_of(const wend_world* world) {
    static const wendi_world_file none; // whoever writes has one
    return world->file ? wendi_shared_memory(world->file) : (wendi_world_file*)(uintptr_t)&none;
}

static void release(wendi_shared* shared) {
    wendi_world_file* f = wendi_shared_memory(shared);
    if (f->is_mapped)
        wendi_input_unmap(f->bytes, f->size);
    else
        wendi_free(&f->allocator, f->bytes, f->size, 1);
    if (f->view) wendi_input_unmap(f->view, f->size);
    wendi_free(&f->allocator, f->stored, f->stored_bytes, 1);
    for (int32_t i = 0; i < f->patch_count; i++) wendi_patch_free(&f->patches[i]);
    wendi_free(&f->allocator, f->patches, (size_t)f->patch_count, sizeof *f->patches);
}

wend_result wendi_world_file_begin(wend_world* world) {
    world->file = wendi_shared_new(&world->allocator, sizeof(wendi_world_file));
    if (!world->file) return WEND_ERROR_MEMORY;
    world->file->release_opt = release;
    *wendi_file_of(world) = (wendi_world_file){.allocator = world->allocator};
    return WEND_OK;
}

void wendi_world_file_complete(wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    world->graph.stored = world->grid->tile_use = world->file;
    world->file_bytes =
        f->size + wendi_shared_bytes(world->file) + f->stored_bytes - wendi_grid_tile_bytes(world->grid);
    for (int32_t i = 0; i < f->patch_count; i++)
        world->file_bytes +=
            sizeof *f->patches + f->patches[i].name_bytes + f->patches[i].capacity * WENDI_FILE_ALIGNMENT;
}
