// world_verify.c: what does the file of a world tell about it later: is it undamaged, and which classes did
// the tiles have?
#include <string.h>

#include "core/hash.h"
#include "files/first_check.h"
#include "files/world_file.h"
#include "wend/private.h"

// ---- is the whole file undamaged, and where is it not?

bool wend_world_is_mapped_at(const wend_world* world, const void* address) {
    const char* at = address;
    if (!world || !at) return false;
    const wendi_world_file* f = wendi_file_of(world);
    if (!f->is_mapped) return false;
    return (at >= f->bytes && at < f->bytes + f->size) ||
           (f->view && at >= f->view && at < f->view + f->size);
}

static wend_result find_damage(const wend_world* world, const wendi_pass* pass, wend_damage* out,
                               int32_t capacity, int32_t* count_out) {
    const wendi_graph* graph = &world->graph;
    int32_t count = 0;
    for (int32_t level = 1; level <= graph->level_count && graph->source; level++) {
        const wendi_partition* clusters = &graph->level[level - 1].clusters;
        for (int32_t c = 0; c < wendi_cluster_count(clusters); c++) {
            const wend_result result = wendi_open_in_pass(world, level, c);
            if (result == WEND_ERROR_MEMORY || result == WEND_ERROR_NOT_LOADED) return result;
            if (result != WEND_OK && count < capacity)
                out[count] = (wend_damage){level, wendi_cluster_rect(clusters, c)};
            count += result != WEND_OK;
            wendi_pass_cluster(pass, level, c);
        }
    }
    *count_out = count;
    return WEND_OK;
}

// On the sheet.
static wend_result list_damage(const wend_world* world, wend_damage* out, int32_t capacity,
                               int32_t* count_out) {
    wendi_pass pass;
    wendi_read_pass_begin(world, &pass);
    const wend_result result = find_damage(world, &pass, out, capacity, count_out);
    wendi_pass_end(&pass);
    return result;
}

wend_result wend_world_find_damage(const wend_world* world, wend_damage* out, int32_t capacity,
                                   int32_t* count_out) {
    if (!world || capacity < 0 || (capacity > 0 && !out) || !count_out) return WEND_ERROR_ARGUMENT;
    const wend_result result = list_damage(world, out, capacity, count_out);
    for (int32_t i = 0; result == WEND_OK && i < wendi_min(capacity, *count_out); i++)
        out[i].tiles = wendi_area_from_sheet(&world->grid->floors, out[i].tiles);
    return result;
}

static uint64_t sum_of_view(const wend_world* world, const char* first, size_t size) {
    enum { PIECE = 1 << 22 };
    XXH3_state_t sum;
    XXH3_64bits_reset(&sum);
    for (size_t at = 0; at < size; at += PIECE) {
        const size_t piece = size - at < PIECE ? size - at : PIECE;
        XXH3_64bits_update(&sum, first + at, piece);
        wendi_read_pass_view(world, first + at, first + at + piece);
    }
    return XXH3_64bits_digest(&sum);
}

// The sections as the file has them now, whatever edits have changed in memory. The table was verified when
// the file was opened.
static bool find_damaged_section(const wend_world* world, wendi_section* out) {
    const wendi_world_file* f = wendi_file_of(world);
    const char* file = f->view;
    wendi_file_header header;
    memcpy(&header, file, sizeof header);
    for (uint32_t i = 0; i < header.section_count && i < WENDI_MOST_SECTIONS; i++) {
        wendi_section s;
        memcpy(&s, file + sizeof(wendi_file_header) + i * sizeof s, sizeof s);
        *out = s;
        if (s.offset > f->size || s.size > f->size || wendi_file_aligned(s.size) > f->size - s.offset ||
            sum_of_view(world, file + s.offset, (size_t)wendi_file_aligned(s.size)) != s.checksum)
            return true;
    }
    return false;
}

wend_result wendi_fail_damaged(const wend_world* world, int32_t level, int32_t cluster,
                               wend_error* error_opt) {
    const wendi_world_file* f = wendi_file_of(world);
    const wend_rect area = wendi_cluster_rect(&world->graph.level[level - 1].clusters, cluster);
    const wendi_cluster_source source = wendi_source_of(f->stored, f->patch_count, level, cluster);
    return wendi_fail(error_opt, WEND_ERROR_DAMAGED,
                      "%s: damaged %s: cluster of level %d with the tiles %d,%d to %d,%d", source.name,
                      source.name == f->stored->name ? ".wend file" : "patch", (int)level, (int)area.x,
                      (int)area.y, (int)(area.x + area.width - 1), (int)(area.y + area.height - 1));
}

static wend_result tell_cluster(const wend_world* world, wend_error* error_opt) {
    wend_damage damage = {0};
    int32_t count = 0;
    wend_result result = list_damage(world, &damage, 1, &count);
    if (result != WEND_OK || count == 0) return WEND_ERROR_DAMAGED;
    const wendi_partition* clusters = &world->graph.level[damage.level - 1].clusters;
    const int32_t cluster =
        damage.tiles.y / clusters->size * clusters->columns + damage.tiles.x / clusters->size;
    return wendi_fail_damaged(world, damage.level, cluster, error_opt);
}

// The tiles of each class are as many as the map section says, where a file has right checksums. What is
// saved after that can be opened. Edits change tiles and counts alike.
static wend_result compare_classes(const wend_world* world, const wendi_pass* pass, wend_error* error_opt) {
    const wend_grid* grid = world->grid;
    int64_t counts[WEND_CLASS_COUNT] = {0};
    wendi_read_pass_from(pass, wendi_tile_in_rows(grid, -1, -1));
    for (int32_t y = 0; y < grid->height; y++) {
        wendi_count_rows(counts, grid, y, y + 1);
        wendi_read_pass_to(pass, wendi_tile_in_rows(grid, -1, y));
    }
    if (memcmp(counts, grid->class_counts, sizeof counts) == 0) return WEND_OK;
    return wendi_fail(error_opt, WEND_ERROR_DAMAGED, "%s: damaged .wend file: number of tiles of a class",
                      wendi_file_of(world)->stored->name);
}

// opened: what opening all of it gave.
static wend_result verify(const wend_world* world, const wendi_pass* pass, wend_result opened,
                          wend_error* error_opt) {
    const wendi_world_file* f = wendi_file_of(world);
    if (opened == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, opened, "%s: not enough memory to verify", f->stored->name);
    if (opened == WEND_ERROR_NOT_LOADED)
        return wendi_fail(error_opt, opened, "%s: only loaded ground can be verified: load all of it first",
                          f->stored->name);
    if (opened == WEND_ERROR_DAMAGED) return tell_cluster(world, error_opt);
    wendi_section section;
    if (!f->view || atomic_load(&f->is_verified)) return opened;
    if (find_damaged_section(world, &section))
        return wendi_fail(error_opt, WEND_ERROR_DAMAGED,
                          "%s: damaged .wend file: checksum of the section at byte %llu does not match",
                          f->stored->name, (unsigned long long)section.offset);
    const wend_result compared = compare_classes(world, pass, error_opt);
    if (compared != WEND_OK) return compared;
    atomic_store(&wendi_file_of(world)->is_verified, true); // the same for every thread
    return WEND_OK;
}

wend_result wend_world_verify(const wend_world* world, wend_error* error_opt) {
    wendi_pass pass;
    if (!world) return WEND_ERROR_ARGUMENT;
    const wend_result opened = wendi_pass_begin(world, &pass),
                      result = verify(world, &pass, opened, error_opt);
    wendi_pass_end(&pass);
    return result;
}

// ---- original classes

size_t wendi_original_size(const wend_world* world) {
    WENDI_ASSERT(world->grid);
    return (size_t)world->grid->width * (size_t)world->grid->height;
}

void wendi_original_is_file(wend_world* world) {
    const wendi_world_file* f = wendi_file_of(world);
    const wend_grid* grid = world->grid;
    const int64_t first = (const char*)grid->origin_tile - f->bytes;
    world->original = (uint8_t*)f->view + first;
    world->original_stride = grid->stride;
}

static wend_result copy_original(wend_world* world) {
    const wend_result checked = wendi_open_all(world);
    if (checked != WEND_OK) return checked;
    return wendi_copy_original(world);
}

wend_result wendi_copy_original(wend_world* world) {
    const wend_grid* grid = world->grid;
    const size_t width = (size_t)grid->width;
    world->original_use = wendi_shared_new(&world->allocator, wendi_original_size(world));
    if (!world->original_use) return WEND_ERROR_MEMORY;
    uint8_t* original = wendi_shared_memory(world->original_use);
    world->original = original;
    world->original_stride = grid->width;
    wendi_pass pass;
    wendi_read_pass_begin(world, &pass);
    wendi_read_pass_from(&pass, wendi_tile_in_rows(grid, 0, 0));
    for (int32_t y = 0; y < grid->height; y++) {
        wendi_get_tiles(grid, 0, y, grid->width, original + (size_t)y * width);
        wendi_read_pass_to(&pass, wendi_tile_in_rows(grid, 0, y));
    }
    wendi_pass_end(&pass);
    return WEND_OK;
}

wend_result wend_world_keep_original(wend_world* world) {
    if (!world) return WEND_ERROR_ARGUMENT;
    if (world->original) return WEND_OK;
    if (world->is_snapshot) return WEND_ERROR_UNSUPPORTED;
    wendi_changes* changes = world->changes_opt;
    const bool edited = !changes || changes->tiles || wendi_patches_change_tiles(world);
    const wend_result result = !edited && wendi_file_of(world)->view ? WEND_OK : copy_original(world);
    if (result != WEND_OK) return result;
    if (!world->original) wendi_original_is_file(world);
    if (changes && edited) changes->misremembers = true;
    if (changes && !edited) changes->remembers = true;
    return WEND_OK;
}
