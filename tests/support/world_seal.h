// world_seal.h: makes every checksum of a damaged .wend file right, those of its clusters too, as far as the
// parts that they cover lie within the file. Written from docs/file-format.md; nothing here knows the engine.
#ifndef WEND_TEST_WORLD_SEAL_H
#define WEND_TEST_WORLD_SEAL_H
#include <stdbool.h>

#include "section_file.h"

enum { WORLD_SECTIONS = 14, WORLD_CLUSTER_ENTRY = 32, WORLD_MOST_NODES = 10000 };
/// The sections of a file: one more where it has subgoals.
static inline int32_t world_section_count(const uint8_t* file, size_t size) {
    enum { COUNT_AT = 24 };
    return size >= FILE_TABLE_AT + (WORLD_SECTIONS + 1) * FILE_ENTRY &&
                   get32(file + COUNT_AT) == WORLD_SECTIONS + 1
               ? WORLD_SECTIONS + 1
               : WORLD_SECTIONS;
}
enum {
    WORLD_SUBGOALS = 14,
    WORLD_MAP = 0,
    WORLD_TILES = 2,
    WORLD_MATRICES = 4,
    WORLD_NODES = 10,
    WORLD_DIRECTORY = 11,
    WORLD_LABELS = 12
};

typedef struct world_section {
    uint8_t* bytes; ///< NULL: not within the file
    uint64_t size;
} world_section;

static inline world_section world_section_of(uint8_t* file, size_t file_size, int32_t index) {
    const uint8_t* entry = file_entry(file, index);
    const uint64_t offset = get64(entry + ENTRY_OFFSET_AT), size = get64(entry + ENTRY_SIZE_AT);
    if (offset > file_size || size > file_size - offset) return (world_section){NULL, 0};
    return (world_section){file + offset, size};
}

/// What the checksums of the clusters cover; false: it does not lie within the file.
typedef struct world_parts {
    world_section map, tiles, matrices, nodes, directory, labels;
    int64_t width, height, stride, side, columns, clusters; // stride: from one row of tiles to the next
    int32_t levels;
} world_parts;

static inline int64_t world_clusters_along(int64_t length, int64_t side) {
    const int64_t count = (length - 1 + side - 1) / side;
    return count > 1 ? count : 1;
}

static inline bool world_find_parts(uint8_t* file, size_t size, world_parts* p) {
    if (size < FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY) return false;
    p->map = world_section_of(file, size, WORLD_MAP);
    p->tiles = world_section_of(file, size, WORLD_TILES);
    p->matrices = world_section_of(file, size, WORLD_MATRICES);
    p->nodes = world_section_of(file, size, WORLD_NODES);
    p->directory = world_section_of(file, size, WORLD_DIRECTORY);
    p->labels = world_section_of(file, size, WORLD_LABELS);
    if (!p->map.bytes || !p->tiles.bytes || !p->matrices.bytes || !p->nodes.bytes || !p->directory.bytes ||
        !p->labels.bytes || p->map.size < 34)
        return false;
    p->width = (int32_t)get32(p->map.bytes);
    p->height = (int32_t)get32(p->map.bytes + 4);
    p->side = (int32_t)get32(p->map.bytes + 28);
    p->levels = get16(p->map.bytes + 32);
    if (p->width < 1 || p->height < 1 || p->side < 1 || p->side > 32 || p->levels < 1 || p->levels > 16)
        return false;
    p->columns = world_clusters_along(p->width, p->side);
    p->clusters = p->columns * world_clusters_along(p->height, p->side);
    p->stride = (int64_t)p->tiles.size / (p->height + 2);
    return p->stride >= p->width + 2 && (uint64_t)p->clusters * (uint64_t)p->levels * 8 <= p->nodes.size;
}

/// The checksum that the entry of a cluster should have; false: a part does not lie within the file.
static inline bool world_cluster_checksum(const world_parts* p, const uint8_t* entry, int64_t index,
                                          uint64_t* out) {
    const uint64_t node_count = get32(entry + 16), at = get64(entry), label = get32(entry + 20);
    const uint64_t bytes = node_count * 4 + node_count * node_count * 2;
    uint8_t hashed[WORLD_CLUSTER_ENTRY], tiles[34 * 34];
    memcpy(hashed, entry, sizeof hashed);
    put64(hashed + 8, 0);
    uint64_t sum = XXH3_64bits(hashed, sizeof hashed), sets[16];
    if (node_count > WORLD_MOST_NODES || at > p->matrices.size || bytes > p->matrices.size - at) return false;
    sum = XXH3_64bits_withSeed(p->matrices.bytes + at, bytes, sum);
    *out = sum;
    if (index >= p->clusters) return true; // above level 1
    for (int32_t i = 0; i < p->levels; i++) sets[i] = get64(p->nodes.bytes + 8 * (i * p->clusters + index));
    sum = XXH3_64bits_withSeed(sets, (size_t)p->levels * 8, sum);
    if (get16(entry + 26)) {
        if (label * 4 > p->labels.size || node_count * 4 > p->labels.size - label * 4) return false;
        sum = XXH3_64bits_withSeed(p->labels.bytes + label * 4, node_count * 4, sum);
    }
    const int64_t x = index % p->columns * p->side, y = index / p->columns * p->side;
    const int64_t right = x + p->side + 1 < p->width ? x + p->side + 1 : p->width,
                  bottom = y + p->side + 1 < p->height ? y + p->side + 1 : p->height;
    size_t used = 0;
    for (int64_t row = y - 1; row <= bottom; row++, used += (size_t)(right - x + 2))
        memcpy(tiles + used, p->tiles.bytes + (row + 1) * p->stride + x, (size_t)(right - x + 2));
    *out = XXH3_64bits_withSeed(tiles, used, sum);
    return true;
}

/// Makes every checksum right; returns how many clusters had a wrong one.
static inline int32_t world_seal(uint8_t* file, size_t size) {
    world_parts parts;
    int32_t wrong = 0;
    if (size < FILE_TABLE_AT + WORLD_SECTIONS * FILE_ENTRY) return 0;
    if (world_find_parts(file, size, &parts))
        for (uint64_t i = 0; i < parts.directory.size / WORLD_CLUSTER_ENTRY; i++) {
            uint8_t* entry = parts.directory.bytes + i * WORLD_CLUSTER_ENTRY;
            uint64_t sum;
            if (!world_cluster_checksum(&parts, entry, (int64_t)i, &sum)) continue;
            wrong += sum != get64(entry + 8);
            put64(entry + 8, sum);
        }
    file_seal(file, size, world_section_count(file, size));
    return wrong;
}
#endif
