// tiled_layers.c: how do the tile layers of a Tiled map become one class for each tile? Layers apply from the
// lowest to the highest: each sets a cost by the property of its tile, or else by its own property, and the
// last one with a cost wins. A tile on the collision layer always blocks.
#include "formats/tiled_layers.h"

#include <string.h>

#include "core/text.h"

enum { MAX_UNCHECKED = 1 << 16 }; // bytes of a layer; for a small one the error at its end is more precise

/// Tiles of all layers together; decoding more takes seconds.
#define MAX_LAYER_TILES ((int64_t)1 << 29)
#define MAX_COORDINATE  1e9

void wimp_tiled_layers_free(wimp_tiled_layers* l) {
    if (l->is_reading) wimp_tiled_data_free(&l->data);
    l->is_reading = false;
    for (int32_t f = 0; f < WIMP_MAX_FLOORS; f++) {
        wimp_free(l->job->def->allocator, l->floors[f], (size_t)l->width * (size_t)l->height);
        l->floors[f] = NULL;
    }
    wimp_free(l->job->def->allocator, l->painted, (size_t)l->width * (size_t)l->height * 4);
    l->painted = NULL;
    wimp_tiled_lanes_free(&l->lanes);
}

static void out_of_memory(wimp_document* document) {
    wimp_document_fail(document, WEND_ERROR_MEMORY, "out of memory");
}

bool wimp_tiled_int(wimp_document* document, const char* const* attributes, const char* name, int32_t least,
                    int32_t* out) {
    const char* text = wimp_attribute(attributes, name);
    if (text && wimp_span_int(wimp_span_of(text), out) && *out >= least) return true;
    if (text)
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "the %s is \"%.40s\"; expected a number of at least %d", name, text, least);
    else
        wimp_document_fail(document, WEND_ERROR_FORMAT, "the %s is missing", name);
    return false;
}

// ---- chunks

static bool read_coordinate(wimp_document* document, const char* const* attributes, const char* name,
                            int64_t* out) {
    const char* text = wimp_attribute(attributes, name);
    double value = 0;
    const bool is_good = text && wimp_span_signed(wimp_span_of(text), &value) && value >= -MAX_COORDINATE &&
                         value <= MAX_COORDINATE && value == (double)(int64_t)value;
    *out = (int64_t)(is_good ? value : 0);
    if (!is_good)
        wimp_document_fail(document, WEND_ERROR_FORMAT, "the %s of the chunk is \"%.40s\"; expected a number",
                           name, text ? text : "");
    return is_good;
}

static bool read_chunk(wimp_document* document, const char* const* attributes, wimp_tiled_extent* out) {
    int32_t width = 0, height = 0;
    if (!read_coordinate(document, attributes, "x", &out->left) ||
        !read_coordinate(document, attributes, "y", &out->top) ||
        !wimp_tiled_int(document, attributes, "width", 1, &width) ||
        !wimp_tiled_int(document, attributes, "height", 1, &height))
        return false;
    out->right = out->left + width;
    out->bottom = out->top + height;
    return true;
}

void wimp_tiled_measure_chunk(wimp_tiled_layers* l, wimp_document* document, const char* const* attributes) {
    wimp_tiled_extent chunk, *all = &l->extent;
    if (!read_chunk(document, attributes, &chunk)) return;
    if (all->left == all->right) *all = chunk;
    if (chunk.left < all->left) all->left = chunk.left;
    if (chunk.top < all->top) all->top = chunk.top;
    if (chunk.right > all->right) all->right = chunk.right;
    if (chunk.bottom > all->bottom) all->bottom = chunk.bottom;
}

// ---- tiles

static void put_tile(void* context, int64_t index, uint32_t gid) {
    wimp_tiled_layers* l = context;
    if (gid == 0) return;
    if (l->used && gid <= WIMP_TILED_MAX_USED) l->used[gid - 1]++;
    if (l->floor == 0) wimp_tiled_lanes_put(&l->lanes, index, gid, l->data.turn);
    if (l->numbers_opt && l->floor == 0) l->numbers_opt[index] = gid | l->data.turn << 28;
    int32_t content;
    uint32_t id;
    if (l->painted && l->floor == 0 && wimp_tiled_sets_locate(l->sets, gid, &content, &id))
        wimp_tiled_pictures_paint(l->pictures, content, id, l->painted + 4 * index);
    if (gid != l->last_gid) {
        if (!wimp_tiled_sets_find(l->sets, gid, &l->last_class) && l->bad_gid == 0) l->bad_gid = gid;
        l->last_gid = gid;
    }
    uint8_t own_class = l->last_class != WIMP_TILED_NO_CLASS ? l->last_class : l->terrain_class;
    uint8_t* tile = &l->floors[l->floor][index];
    if (l->is_collision)
        *tile = WIMP_TILED_COLLISION;
    else if (*tile == WIMP_TILED_COLLISION)
        return;
    else if (own_class != WIMP_TILED_NO_CLASS)
        *tile = own_class;
    else if (*tile == WIMP_TILED_NOTHING)
        *tile = WIMP_TILED_PLAIN_TILE;
}

static void put_chunk_tile(void* context, int64_t index, uint32_t gid) {
    const wimp_tiled_layers* l = context;
    put_tile(context, l->chunk_at + index / l->chunk_width * l->width + index % l->chunk_width, gid);
}

// Allocates the tiles of the map, once the file is known to be large enough to fill count of them.
static bool make_tiles(wimp_tiled_layers* l, wimp_document* document, int64_t count, uint64_t least_bytes) {
    wend_result result = WEND_OK;
    l->layer_tiles += count;
    if (l->layer_tiles > MAX_LAYER_TILES) {
        wimp_document_fail(document, WEND_ERROR_LIMIT,
                           "the layers up to here have %lld tiles in total; the limit is %lld",
                           (long long)l->layer_tiles, (long long)MAX_LAYER_TILES);
        return false;
    }
    // a file that a map names has no layers, so the position is one in the job's own bytes
    if (least_bytes > MAX_UNCHECKED)
        result = wimp_job_check_data(l->job, wimp_document_offset(document), least_bytes);
    if (result != WEND_OK) wimp_document_stop(document, result);
    uint8_t** tiles = &l->floors[l->floor];
    if (*tiles || result != WEND_OK) return result == WEND_OK;
    const size_t size = (size_t)l->width * (size_t)l->height;
    int64_t floors = 1;
    for (int32_t f = 0; f < WIMP_MAX_FLOORS; f++) floors += l->floors[f] != NULL;
    if (floors > 1 && floors * (int64_t)size > l->job->def->max_tiles) {
        wimp_document_fail(document, WEND_ERROR_LIMIT,
                           "%lld floors of %d x %d tiles up to here; the limit is %lld tiles",
                           (long long)floors, l->width, l->height, (long long)l->job->def->max_tiles);
        return false;
    }
    *tiles = wimp_alloc(l->job->def->allocator, size);
    if (!*tiles) out_of_memory(document);
    if (*tiles) memset(*tiles, WIMP_TILED_NOTHING, size);
    if (!*tiles || !l->job->picture || l->numbers_opt || l->painted) return *tiles != NULL;
    l->painted = wimp_zeroed(l->job->def->allocator, 4 * size);
    if (!l->painted) out_of_memory(document);
    return l->painted != NULL;
}

static void fail_data(wimp_tiled_layers* l, wimp_document* document, size_t ahead, const char* wrong) {
    if (strcmp(wrong, "out of memory") == 0)
        out_of_memory(document);
    else
        wimp_document_fail_at(document, ahead, WEND_ERROR_FORMAT, "the layer %s (after %lld of %lld tiles)",
                              wrong, (long long)l->data.index, (long long)l->data.tile_count);
}

static void begin_tiles(wimp_tiled_layers* l, wimp_document* document, int64_t count,
                        wimp_tiled_tile_fn* take) {
    uint64_t least = (uint64_t)count;
    least = l->encoding == WIMP_TILED_XML   ? least * strlen("<tile/>")
            : l->encoding == WIMP_TILED_CSV ? least * 2 - 1
                                            : least * 16 / 3;
    if (l->compression == WIMP_TILED_DEFLATE) least /= 1040; // deflate compresses at most 1032 : 1
    if (l->compression == WIMP_TILED_ZSTD) least = 1;
    if (!make_tiles(l, document, count, least)) return;
    l->last_gid = 0;
    l->is_reading = true;
    const char* wrong = wimp_tiled_data_begin(&l->data, l->encoding, l->compression, count, take, l);
    if (wrong) fail_data(l, document, 0, wrong);
}

// False: the data have another encoding, which fails.
static bool read_encoding(wimp_tiled_layers* l, wimp_document* document, const char* const* attributes) {
    const char* encoding = wimp_attribute(attributes, "encoding");
    const char* compression = wimp_attribute(attributes, "compression");
    l->encoding = WIMP_TILED_XML;
    l->compression = WIMP_TILED_PLAIN;
    if (encoding && strcmp(encoding, "csv") == 0) {
        l->encoding = WIMP_TILED_CSV;
    } else if (encoding && strcmp(encoding, "base64") == 0) {
        l->encoding = WIMP_TILED_BASE64;
    } else if (encoding && *encoding) {
        wimp_document_fail(document, WEND_ERROR_UNSUPPORTED,
                           "data encoded as \"%.40s\"; expected csv or base64", encoding);
        return false;
    }
    if (!compression || !*compression) return true;
    const bool is_deflate = strcmp(compression, "zlib") == 0 || strcmp(compression, "gzip") == 0;
    l->compression = is_deflate ? WIMP_TILED_DEFLATE : WIMP_TILED_ZSTD;
    if ((is_deflate || strcmp(compression, "zstd") == 0) && l->encoding == WIMP_TILED_BASE64) return true;
    wimp_document_fail(document, WEND_ERROR_UNSUPPORTED,
                       "data compressed as \"%.40s\"; expected base64 with zlib, gzip or zstd", compression);
    return false;
}

void wimp_tiled_start_data(wimp_tiled_layers* l, wimp_document* document, const char* const* attributes,
                           uint8_t terrain_class, bool is_collision) {
    l->terrain_class = terrain_class;
    l->is_collision = is_collision;
    if (!wimp_tiled_lanes_begin_layer(&l->lanes, l->width, l->height)) {
        out_of_memory(document);
        return;
    }
    if (read_encoding(l, document, attributes) && !l->is_infinite)
        begin_tiles(l, document, (int64_t)l->width * l->height, put_tile);
}

void wimp_tiled_start_chunk(wimp_tiled_layers* l, wimp_document* document, const char* const* attributes) {
    wimp_tiled_extent chunk;
    if (!l->is_infinite) {
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "a chunk in a map of fixed size; expected the attribute infinite of the map");
        return;
    }
    if (l->is_reading) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "a chunk within a chunk");
        return;
    }
    if (!read_chunk(document, attributes, &chunk)) return;
    l->chunk_width = (int32_t)(chunk.right - chunk.left);
    l->chunk_at = (chunk.top - l->extent.top) * l->width + chunk.left - l->extent.left;
    begin_tiles(l, document, l->chunk_width * (chunk.bottom - chunk.top), put_chunk_tile);
}

static void check_gid(const wimp_tiled_layers* l, wimp_document* document) {
    if (l->bad_gid != 0)
        wimp_document_fail(document, WEND_ERROR_FORMAT, "tile %u belongs to no tileset", l->bad_gid);
}

void wimp_tiled_end_tiles(wimp_tiled_layers* l, wimp_document* document) {
    if (!l->is_reading) return;
    const char* wrong = wimp_tiled_data_end(&l->data);
    if (wrong) fail_data(l, document, 0, wrong);
    wimp_tiled_data_free(&l->data);
    l->is_reading = false;
    check_gid(l, document);
}

void wimp_tiled_data_element(wimp_tiled_layers* l, wimp_document* document, const char* const* attributes) {
    const char* text = wimp_attribute(attributes, "gid");
    double gid = 0;
    if (text && (!wimp_span_double(wimp_span_of(text), &gid) || gid > UINT32_MAX)) gid = -1;
    if (gid < 0 || !l->is_reading || l->data.encoding != WIMP_TILED_XML) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "unexpected tile \"%.40s\"", text ? text : "");
        return;
    }
    const char* wrong = wimp_tiled_data_tile(&l->data, (uint64_t)gid);
    if (wrong) fail_data(l, document, 0, wrong);
    check_gid(l, document);
}

void wimp_tiled_layer_text(wimp_tiled_layers* l, wimp_document* document, const char* text, size_t size) {
    size_t bad = 0;
    if (!l->is_reading) { // between the chunks of an infinite map
        while (bad < size && (wimp_is_blank(text[bad]) || text[bad] == '\n' || text[bad] == '\r')) bad++;
        if (bad < size)
            wimp_document_fail_at(document, bad, WEND_ERROR_FORMAT,
                                  "tiles of an infinite map outside of its chunks");
        return;
    }
    const char* wrong = wimp_tiled_data_text(&l->data, text, size, &bad);
    if (wrong) fail_data(l, document, bad, wrong);
}
