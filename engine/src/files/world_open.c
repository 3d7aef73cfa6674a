// world_open.c: how does a .wend file become a world? docs/file-format.md describes it byte by byte.
//
// The file is read into memory, or mapped, and the world uses its tiles (open_grid.c), node sets, matrices
// and labels (open_graph.c) where they lie. cluster_check.c checks them: all at once in a file that is read,
// after the checksums of all sections, and when a query first touches them in a mapped one (first_check.h).
// What is not stored is computed.
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/file.h"
#include "files/world_file.h"
#include "hierarchy/open.h"
#include "subgoals/subgoal_graph.h"

// ---- world

static wend_result read_metadata(const wendi_reader* r, wend_world* world) {
    const size_t size = (size_t)wendi_section_size(r, WENDI_SECTION_METADATA);
    char* metadata = wendi_alloc_zeroed(&world->allocator, size + 1, 1);
    if (!metadata) return WEND_ERROR_MEMORY;
    wendi_free(&world->allocator, world->metadata, world->metadata_size + 1, 1);
    world->metadata = metadata;
    world->metadata_size = size;
    if (size > 0) memcpy(metadata, wendi_section_bytes(r, WENDI_SECTION_METADATA), size);
    return WEND_OK;
}

static wend_result read_original(const wendi_reader* r, wend_world* world) {
    const uint64_t size = wendi_section_size(r, WENDI_SECTION_ORIGINAL);
    if (size == 0) return WEND_OK;
    if (size != wendi_original_size(world)) return wendi_damaged(r, "size of the original");
    world->original = (uint8_t*)wendi_section_bytes(r, WENDI_SECTION_ORIGINAL);
    world->original_stride = world->grid->width;
    return WEND_OK;
}

static void reorder_relief(const wendi_reader* r) {
    char* bytes = wendi_section_bytes(r, WENDI_SECTION_RELIEF);
    const uint64_t size = wendi_section_size(r, WENDI_SECTION_RELIEF);
    wendi_relief_head* head = (void*)bytes;
    if (size < sizeof *head) return;
    wendi_reorder(head, 1, &wendi_relief_head_layout);
    const uint64_t numbers = 2 * (uint64_t)head->point_count + 3 * (uint64_t)head->row_count,
                   planes = wendi_relief_planes_at(head);
    if (planes > size) return;
    wendi_reorder(head + 1, (size_t)numbers, &wendi_u32);
    const wendi_map_section* map = (const void*)wendi_section_bytes(r, WENDI_SECTION_MAP);
    const uint64_t tiles = (uint64_t)map->width * (uint64_t)map->height;
    if (head->planes & 1 && tiles <= (size - planes) / 2)
        wendi_reorder(bytes + planes, (size_t)tiles, &wendi_u16);
}

// Gives the numbers that are used in place the order of the machine. Sizes that do not fit are found later.
static void reorder_sections(const wendi_reader* r) {
    wendi_cluster_entry* directory = (void*)wendi_section_bytes(r, WENDI_SECTION_DIRECTORY);
    const size_t clusters = (size_t)wendi_section_size(r, WENDI_SECTION_DIRECTORY) / sizeof *directory;
    wendi_reorder(wendi_section_bytes(r, WENDI_SECTION_MAP),
                  wendi_section_size(r, WENDI_SECTION_MAP) == sizeof(wendi_map_section),
                  &wendi_map_section_layout);
    wendi_reorder(wendi_section_bytes(r, WENDI_SECTION_NODES),
                  (size_t)wendi_section_size(r, WENDI_SECTION_NODES) / sizeof(uint64_t), &wendi_u64);
    wendi_reorder(wendi_section_bytes(r, WENDI_SECTION_LABELS),
                  (size_t)wendi_section_size(r, WENDI_SECTION_LABELS) / sizeof(uint32_t), &wendi_u32);
    wendi_reorder(directory, clusters, &wendi_cluster_entry_layout);
    if (wendi_section_size(r, WENDI_SECTION_RELIEF) > 0) reorder_relief(r);
    wendi_reorder_matrices(wendi_section_bytes(r, WENDI_SECTION_MATRICES),
                           wendi_section_size(r, WENDI_SECTION_MATRICES), directory, sizeof *directory,
                           clusters);
}

// Of a mapped file, these are checked cluster by cluster, or when they are read, or hold no numbers.
static bool is_checked_later(uint32_t kind) {
    const uint32_t later = 1u << WENDI_SECTION_TILES | 1u << WENDI_SECTION_MATRICES |
                           1u << WENDI_SECTION_ORIGINAL | 1u << WENDI_SECTION_NODES |
                           1u << WENDI_SECTION_DIRECTORY | 1u << WENDI_SECTION_LABELS |
                           1u << WENDI_SECTION_SUBGOALS | 1u << WENDI_SECTION_RELIEF;
    return later >> kind & 1;
}

static wend_result read_sections(wendi_reader* r, wend_world* world) {
    const wendi_map_section* map = (const void*)wendi_section_bytes(r, WENDI_SECTION_MAP);
    wend_result result = WEND_OK;
    for (uint32_t kind = 1; kind <= r->header.section_count && result == WEND_OK; kind++)
        if (!wendi_file_of(world)->is_mapped || !is_checked_later(kind))
            result = wendi_verify_section(r, kind);
    if (result != WEND_OK) return result;
    if (!wendi_has_file_order()) reorder_sections(r);
    if (wendi_section_size(r, WENDI_SECTION_MAP) != sizeof *map ||
        wendi_section_size(r, WENDI_SECTION_METADATA) > WEND_MAX_METADATA)
        return wendi_damaged(r, "section table");
    if (!wendi_valid_cluster_size(map->cluster_size) || map->level_count < 1 ||
        map->wanted_levels > WEND_MAX_LEVELS || map->level_count > map->wanted_levels)
        return wendi_damaged(r, "cluster settings");
    result = wendi_read_grid(r, map, world);
    if (result == WEND_OK) result = wendi_read_graph(r, map, world);
    if (result == WEND_OK) result = read_metadata(r, world);
    if (result == WEND_OK) result = read_original(r, world);
    return result == WEND_OK ? wendi_get_profiles(r, world) : result;
}

// A world with profiles is read whole: their views are derived from all tiles. So is one whose numbers the
// machine stores in another order.
static bool map_file(wendi_reader* r, wend_world* world) {
    wendi_world_file* f = wendi_file_of(world);
    if (!r->stream || !wendi_has_file_order() || r->size > SIZE_MAX ||
        wendi_section_size(r, WENDI_SECTION_PROFILES) > 0)
        return false;
    f->bytes = wendi_input_map(r->stream, (size_t)r->size);
    f->size = f->bytes ? (size_t)r->size : 0;
    f->is_mapped = f->bytes;
    if (!f->bytes) return false;
    f->view = wendi_input_view(r->stream, (size_t)r->size);
    return true;
}

// Reads the whole file into memory of the world.
static wend_result read_file(wendi_reader* r, wend_world* world) {
    wendi_world_file* f = wendi_file_of(world);
    const size_t size = (size_t)r->size;
    if (size != r->size) return WEND_ERROR_MEMORY;
    // Items of this size are aligned to cache lines, as the sections are within the file.
    f->bytes = wendi_alloc(&world->allocator, size / WENDI_FILE_ALIGNMENT, WENDI_FILE_ALIGNMENT);
    if (!f->bytes) return WEND_ERROR_MEMORY;
    f->size = size;
    return wendi_read_all(r, f->bytes);
}

static wend_result get_subgoals(const wendi_reader* r, wend_world* world) {
    wendi_subgoals_head* head = (void*)wendi_section_bytes(r, WENDI_SECTION_SUBGOALS);
    const uint64_t size = wendi_section_size(r, WENDI_SECTION_SUBGOALS);
    if (size < sizeof *head) return wendi_damaged(r, "size of the subgoals");
    wend_result result = wendi_verify_section(r, WENDI_SECTION_SUBGOALS);
    if (result != WEND_OK) return result;
    wendi_reorder(head, 1, &wendi_subgoals_head_layout);
    if (head->removed > 1 || head->count > WENDI_MAX_SUBGOALS || head->arc_count > UINT32_MAX)
        return wendi_damaged(r, "number of subgoals");
    const uint64_t numbers = head->removed ? 0 : 3 * (head->count + head->arc_count) + 1;
    const size_t count = head->count, arcs = (size_t)head->arc_count;
    if (size != sizeof *head + numbers * sizeof(uint32_t)) return wendi_damaged(r, "size of the subgoals");
    world->subgoals_removed = head->removed || r->patch_count > 0;
    if (world->subgoals_removed) return WEND_OK; // patches change tiles, as edits do
    world->subgoals = wendi_subgoal_graph_new(&world->allocator, (int32_t)count, arcs);
    wendi_subgoal_graph* graph = world->subgoals;
    if (!graph) return WEND_ERROR_MEMORY;
    uint32_t* at = (uint32_t*)(void*)(head + 1);
    wendi_reorder(at, (size_t)numbers, &wendi_u32);
    for (size_t i = 0; i < count; i++, at += 2)
        graph->tiles[i] = (wend_tile){(int32_t)at[0], (int32_t)at[1], 0};
    memcpy(graph->first_arc, at, (count + 1) * sizeof *at);
    if (arcs > 0) memcpy(graph->arcs, at + count + 1, 3 * arcs * sizeof *at);
    result = wendi_subgoal_graph_complete(graph, world->grid);
    return result == WEND_ERROR_FORMAT ? wendi_damaged(r, "subgoals") : result;
}

// Paths by subgoals touch no cluster, so all clusters are checked before. A world with damaged ones is
// without subgoals, since it must answer where it can.
static wend_result read_subgoals(const wendi_reader* r, wend_world* world) {
    if (wendi_section_size(r, WENDI_SECTION_SUBGOALS) == 0 || r->leaves_subgoals) return WEND_OK;
    const wend_result result = wendi_open_all(world);
    if (result != WEND_OK) return result == WEND_ERROR_DAMAGED ? WEND_OK : result;
    return get_subgoals(r, world);
}

// From now on the world notes its changes, unless it has profiles.
static wend_result begin_changes(wend_world* world) {
    if (world->profiles.count > 0) return WEND_OK;
    world->changes_opt = wendi_owner_create(&world->allocator, sizeof *world->changes_opt);
    if (!world->changes_opt) return WEND_ERROR_MEMORY;
    world->changes_opt->remembers = wendi_patches_have_original(world);
    return WEND_OK;
}

static wend_result read_world(wendi_reader* r, bool map, wend_world* world) {
    if (r->patch_count > 0 && wendi_section_size(r, WENDI_SECTION_PROFILES) > 0)
        return wendi_fail(r->error, WEND_ERROR_UNSUPPORTED,
                          "%s: a world with profiles cannot have patches; save it as a whole", r->name);
    wend_result result = wendi_world_file_begin(world);
    if (result != WEND_OK) return result;
    wendi_file_of(world)->id = r->header.checksum;
    result = wendi_patches_read(world, r->name, r->patches, r->patch_count, r->error);
    if (result == WEND_OK && !(map && map_file(r, world))) result = read_file(r, world);
    if (result != WEND_OK) return result;
    r->bytes = wendi_file_of(world)->bytes;
    result = read_sections(r, world);
    if (result == WEND_OK) result = read_subgoals(r, world);
    if (result == WEND_OK) result = begin_changes(world);
    if (result == WEND_OK) wendi_world_file_complete(world);
    return result;
}

// The head was read.
static wend_result open_reader(wendi_reader* r, bool map, const wend_allocator* allocator_opt,
                               wend_world** out) {
    const wend_allocator allocator = wendi_allocator(allocator_opt);
    wend_world* world = wendi_world_new(&allocator, NULL, 0);
    wend_result result = world ? read_world(r, map, world) : WEND_ERROR_MEMORY;
    if (result == WEND_OK) {
        *out = world;
        return WEND_OK;
    }
    wend_world_destroy(world);
    return result == WEND_ERROR_MEMORY
               ? wendi_fail(r->error, result, "%s: not enough memory for this world", r->name)
               : result;
}

static wend_result open_file(const char* file, const char* const* patches, int32_t patch_count, bool map,
                             bool leaves_subgoals, const wend_allocator* allocator_opt, wend_world** out,
                             wend_error* error_opt) {
    wendi_reader r = {.kind = &wendi_world_files,
                      .name = file,
                      .error = error_opt,
                      .patches = patches,
                      .patch_count = patch_count,
                      .leaves_subgoals = leaves_subgoals};
    wend_result result = wendi_reader_open(&r);
    if (result == WEND_OK) result = open_reader(&r, map, allocator_opt, out);
    if (r.stream) fclose(r.stream);
    return result;
}

wend_result wend_world_open(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                            wend_error* error_opt) {
    if (!file || !out) return WEND_ERROR_ARGUMENT;
    return open_file(file, NULL, 0, false, false, allocator_opt, out, error_opt);
}

wend_result wend_world_map(const char* file, const wend_allocator* allocator_opt, wend_world** out,
                           wend_error* error_opt) {
    if (!file || !out) return WEND_ERROR_ARGUMENT;
    return open_file(file, NULL, 0, true, false, allocator_opt, out, error_opt);
}

wend_result wendi_world_map_for_stream(const char* file, const wend_allocator* allocator_opt,
                                       wend_world** out, wend_error* error_opt) {
    return open_file(file, NULL, 0, true, true, allocator_opt, out, error_opt);
}

wend_result wend_world_map_patched(const char* file, const char* const* patches, int32_t patch_count,
                                   const wend_allocator* allocator_opt, wend_world** out,
                                   wend_error* error_opt) {
    if (!file || !out || patch_count < 0 || (patch_count > 0 && !patches)) return WEND_ERROR_ARGUMENT;
    for (int32_t i = 0; i < patch_count; i++)
        if (!patches[i]) return WEND_ERROR_ARGUMENT;
    return open_file(file, patches, patch_count, true, false, allocator_opt, out, error_opt);
}

wend_result wend_world_open_memory(const void* bytes, size_t size, const wend_allocator* allocator_opt,
                                   wend_world** out, wend_error* error_opt) {
    if (!out || (!bytes && size > 0)) return WEND_ERROR_ARGUMENT;
    wendi_reader r = {
        .kind = &wendi_world_files, .name = "memory", .error = error_opt, .memory_opt = bytes, .size = size};
    const wend_result result = wendi_read_head(&r, bytes, size);
    return result == WEND_OK ? open_reader(&r, false, allocator_opt, out) : result;
}

// ---- what does a world keep of its file?

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
