// world_verify.c: is the whole file of a mapped world undamaged, and where is it not?
#include <string.h>

#include "hierarchy/cluster_check.h"
#include "hierarchy/first_check.h"
#include "hierarchy/read_pass.h"

bool wend_world_is_mapped_at(const wend_world* world, const void* address) {
    const char* at = address;
    if (!world || !at || !world->file_mapped) return false;
    return (at >= world->file && at < world->file + world->file_size) ||
           (world->file_view && at >= world->file_view && at < world->file_view + world->file_size);
}

static wend_result find_damage(const wend_world* world, const wendi_read_pass* pass, wend_damage* out,
                               int32_t capacity, int32_t* count_out) {
    const wendi_graph* graph = &world->graph;
    int32_t count = 0;
    for (int32_t level = 1; level <= graph->level_count && graph->first_checks; level++) {
        const wendi_partition* clusters = &graph->level[level - 1].clusters;
        for (int32_t c = 0; c < wendi_cluster_count(clusters); c++) {
            const wend_result result = wendi_touch_in_pass(graph, level, c);
            if (result == WEND_ERROR_MEMORY || result == WEND_ERROR_NOT_LOADED) return result;
            if (result != WEND_OK && count < capacity)
                out[count] = (wend_damage){level, wendi_cluster_rect(clusters, c)};
            count += result != WEND_OK;
            wendi_read_pass_cluster(pass, level, c);
        }
    }
    *count_out = count;
    return WEND_OK;
}

wend_result wend_world_find_damage(const wend_world* world, wend_damage* out, int32_t capacity,
                                   int32_t* count_out) {
    wendi_read_pass pass;
    if (!world || capacity < 0 || (capacity > 0 && !out) || !count_out) return WEND_ERROR_ARGUMENT;
    wendi_read_pass_begin(world, &pass);
    const wend_result result = find_damage(world, &pass, out, capacity, count_out);
    wendi_read_pass_end(&pass);
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
    const char* file = world->file_view;
    for (uint32_t i = 0; i < WENDI_SECTION_COUNT; i++) {
        wendi_section s;
        memcpy(&s, file + sizeof(wendi_file_header) + i * sizeof s, sizeof s);
        *out = s;
        if (s.offset > world->file_size || s.size > world->file_size ||
            wendi_file_aligned(s.size) > world->file_size - s.offset ||
            sum_of_view(world, file + s.offset, (size_t)wendi_file_aligned(s.size)) != s.checksum)
            return true;
    }
    return false;
}

wend_result wendi_fail_damaged(const wend_world* world, int32_t level, int32_t cluster,
                               wend_error* error_opt) {
    const wend_rect area = wendi_cluster_rect(&world->graph.level[level - 1].clusters, cluster);
    const wendi_cluster_source source = wendi_source_of(world->stored, world->patch_count, level, cluster);
    return wendi_fail(error_opt, WEND_ERROR_DAMAGED,
                      "%s: damaged %s: cluster of level %d with the tiles %d,%d to %d,%d", source.name,
                      source.name == world->stored->name ? ".wend file" : "patch", (int)level, (int)area.x,
                      (int)area.y, (int)(area.x + area.width - 1), (int)(area.y + area.height - 1));
}

static wend_result tell_cluster(const wend_world* world, wend_error* error_opt) {
    wend_damage damage = {0};
    int32_t count = 0;
    wend_result result = wend_world_find_damage(world, &damage, 1, &count);
    if (result != WEND_OK || count == 0) return WEND_ERROR_DAMAGED;
    const wendi_partition* clusters = &world->graph.level[damage.level - 1].clusters;
    const int32_t cluster =
        damage.tiles.y / clusters->size * clusters->columns + damage.tiles.x / clusters->size;
    return wendi_fail_damaged(world, damage.level, cluster, error_opt);
}

// The tiles of each class are as many as the map section says, where a file has right checksums. What is
// saved after that can be opened. Edits change tiles and counts alike.
static wend_result compare_classes(const wend_world* world, wendi_read_pass* pass, wend_error* error_opt) {
    const wend_grid* grid = world->grid;
    int64_t counts[WEND_CLASS_COUNT] = {0};
    wendi_read_pass_from(pass, wendi_tile(grid, -1, -1));
    for (int32_t y = 0; y < grid->height; y++) {
        wendi_count_classes(counts, wendi_tile(grid, 0, y), grid->width);
        wendi_read_pass_to(pass, wendi_tile(grid, -1, y));
    }
    if (memcmp(counts, grid->class_counts, sizeof counts) == 0) return WEND_OK;
    return wendi_fail(error_opt, WEND_ERROR_DAMAGED, "%s: damaged .wend file: number of tiles of a class",
                      world->stored->name);
}

static wend_result verify(const wend_world* world, wendi_read_pass* pass, wend_error* error_opt) {
    const wend_result result = wendi_check_all_in_pass(world, pass);
    if (result == WEND_ERROR_MEMORY)
        return wendi_fail(error_opt, result, "%s: not enough memory to verify", world->stored->name);
    if (result == WEND_ERROR_NOT_LOADED)
        return wendi_fail(error_opt, result, "%s: only loaded ground can be verified: load all of it first",
                          world->stored->name);
    if (result == WEND_ERROR_DAMAGED) return tell_cluster(world, error_opt);
    wendi_section section;
    if (!world->file_view || atomic_load(&world->is_verified)) return result;
    if (find_damaged_section(world, &section))
        return wendi_fail(error_opt, WEND_ERROR_DAMAGED,
                          "%s: damaged .wend file: checksum of the section at byte %llu does not match",
                          world->stored->name, (unsigned long long)section.offset);
    const wend_result compared = compare_classes(world, pass, error_opt);
    if (compared != WEND_OK) return compared;
    atomic_store(&((wend_world*)(uintptr_t)world)->is_verified, true); // the same for every thread
    return WEND_OK;
}

wend_result wend_world_verify(const wend_world* world, wend_error* error_opt) {
    wendi_read_pass pass;
    if (!world) return WEND_ERROR_ARGUMENT;
    wendi_read_pass_begin(world, &pass);
    const wend_result result = verify(world, &pass, error_opt);
    wendi_read_pass_end(&pass);
    return result;
}
