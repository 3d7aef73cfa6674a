// tiled_layers.c: how do the tile layers of a Tiled map become one class for each tile? Layers apply from the
// lowest to the highest: each sets a cost by the property of its tile, or else by its own property, and the
// last one with a cost wins. A tile on the collision layer always blocks.
#include "formats/tiled_layers.h"

#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "core/ways.h"

// ---- the text of a layer becomes tiles
//
// It is CSV, or base64 of little-endian 32-bit numbers that may be compressed. Tiles are counted while they
// are decoded, so a small file cannot exhaust the memory. The functions return NULL, or the end of a sentence
// that starts with "the layer"; "out of memory" is the exception.

enum { CHUNK = 1 << 14 };

#define GID_MASK 0x0fffffffu // the four highest bits turn and mirror

static const char out_of_memory[] = "out of memory";
static const char too_many[] = "has more tiles than its width and height say";
static const char no_tile[] = "has a tile number beyond 32 bits";

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char* data_tile(wimp_tiled_data* d, uint64_t gid) {
    if (gid > UINT32_MAX) return no_tile;
    if (d->index == d->tile_count) return too_many;
    d->turn = (uint32_t)gid >> 28;
    d->take(d->context, d->index++, (uint32_t)gid & GID_MASK);
    return NULL;
}

// ---- CSV

static const char* csv_text(wimp_tiled_data* d, const char* text, size_t size, size_t* bad_out) {
    for (size_t i = 0; i < size; i++) {
        char c = text[i];
        const char* wrong = NULL;
        if (c >= '0' && c <= '9') {
            if (d->is_over) wrong = "has two numbers without a comma between them";
            d->number = d->number * 10 + (uint64_t)(c - '0');
            d->has_digits = true;
            if (d->number > UINT32_MAX) wrong = no_tile;
        } else if (c == ',') {
            wrong = d->has_digits ? data_tile(d, d->number) : "has a comma without a number before it";
            d->number = 0;
            d->has_digits = d->is_over = false;
        } else if (is_space(c)) {
            d->is_over = d->has_digits;
        } else {
            wrong = "has a character other than digits and commas";
        }
        *bad_out = i;
        if (wrong) return wrong;
    }
    return NULL;
}

// ---- base64, and what is in it

static const char* take_bytes(wimp_tiled_data* d, const uint8_t* bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        d->word[d->word_size++] = bytes[i];
        if (d->word_size < 4) continue;
        d->word_size = 0;
        const uint8_t* w = d->word;
        const char* wrong =
            data_tile(d, w[0] | (uint32_t)w[1] << 8 | (uint32_t)w[2] << 16 | (uint32_t)w[3] << 24);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char* unpack_bytes(wimp_tiled_data* d) {
    wimp_unpack_piece piece = {
        .from = d->bytes, .size = d->byte_count, .out = d->bytes + CHUNK, .room = CHUNK};
    bool is_full = false;
    while (piece.at < piece.size || is_full) {
        if (d->is_over) return piece.at < piece.size ? "has data after the end of its compressed data" : NULL;
        const char* wrong = d->unpacker->next(d->stream, &piece);
        if (!wrong) wrong = take_bytes(d, piece.out, piece.made);
        if (wrong) return wrong;
        d->is_over = piece.is_over;
        is_full = piece.made == piece.room;
    }
    return NULL;
}

static const char* flush(wimp_tiled_data* d) {
    const char* wrong = d->unpacker ? unpack_bytes(d) : take_bytes(d, d->bytes, d->byte_count);
    d->byte_count = 0;
    return wrong;
}

static int32_t sextet_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

static const char* base64_text(wimp_tiled_data* d, const char* text, size_t size, size_t* bad_out) {
    for (size_t i = 0; i < size; i++) {
        if (is_space(text[i])) continue;
        *bad_out = i;
        int32_t sextet = sextet_of(text[i]);
        bool is_padding = text[i] == '=' && d->sextet_count >= 2;
        if (sextet < 0 && !is_padding) return "has a character outside base64";
        if (d->padding > 0 && !is_padding) return "has text after the end of its base64";
        d->padding += is_padding;
        d->sextets = d->sextets << 6 | (uint32_t)(is_padding ? 0 : sextet);
        if (++d->sextet_count < 4) continue;
        for (int32_t k = 0; k < 3 - d->padding; k++)
            d->bytes[d->byte_count++] = (uint8_t)(d->sextets >> (16 - 8 * k));
        d->sextet_count = 0;
        if (d->byte_count + 3 <= CHUNK) continue;
        const char* wrong = flush(d);
        if (wrong) return wrong;
    }
    return NULL;
}

// ---- a layer

static const char* data_begin(wimp_tiled_data* data, wimp_tiled_encoding encoding,
                              wimp_tiled_compression compression, int64_t tile_count,
                              wimp_tiled_tile_fn* take, void* context) {
    static const wimp_unpacker* const unpackers[] = {
        [WIMP_TILED_PLAIN] = NULL, [WIMP_TILED_DEFLATE] = &wimp_unzlib, [WIMP_TILED_ZSTD] = &wimp_unzstd};
    *data = (wimp_tiled_data){.encoding = encoding,
                              .unpacker = unpackers[compression],
                              .tile_count = tile_count,
                              .take = take,
                              .context = context};
    if (encoding != WIMP_TILED_BASE64) return NULL;
    data->bytes = malloc(2 * (size_t)CHUNK);
    if (!data->bytes) return out_of_memory;
    return data->unpacker ? data->unpacker->begin(&data->stream) : NULL;
}

static const char* data_text(wimp_tiled_data* data, const char* text, size_t size, size_t* bad_out) {
    if (data->encoding == WIMP_TILED_CSV) return csv_text(data, text, size, bad_out);
    if (data->encoding == WIMP_TILED_BASE64) return base64_text(data, text, size, bad_out);
    for (*bad_out = 0; *bad_out < size; ++*bad_out)
        if (!is_space(text[*bad_out])) return "has text between its tiles";
    return NULL;
}

static const char* data_end(wimp_tiled_data* data) {
    const char* wrong = NULL;
    if (data->encoding == WIMP_TILED_CSV && data->has_digits) wrong = data_tile(data, data->number);
    if (data->encoding == WIMP_TILED_BASE64) {
        wrong = data->sextet_count > 0 ? "ends within its base64" : flush(data);
        if (!wrong && data->unpacker && !data->is_over) wrong = "ends within its compressed data";
    }
    if (wrong) return wrong;
    return data->index < data->tile_count || data->word_size > 0
               ? "has fewer tiles than its width and height say"
               : NULL;
}

static void data_free(wimp_tiled_data* data) {
    if (data->stream) data->unpacker->end(data->stream);
    free(data->bytes);
    data->stream = NULL;
    data->bytes = NULL;
}

// ---- lanes

enum { HORIZONTAL = 8, VERTICAL = 4, DIAGONAL = 2 }; // bits of a turn

bool wimp_tiled_lanes_end_tile(wimp_tiled_lanes* l, uint32_t id) {
    const uint8_t lane = l->of_tile;
    l->of_tile = 0;
    wimp_tiled_lane* added =
        lane != 0 ? wimp_tiled_list_add(&l->list, l->job, l->sets->content_count - 1, id, 0) : NULL;
    if (added) added->lane = lane;
    return added || lane == 0;
}

static bool lanes_begin_layer(wimp_tiled_lanes* l, int32_t width, int32_t height) {
    if (l->tiles || (l->list.count == 0 && l->of_layer == 0) || l->job->picture || l->job->tile_text)
        return true;
    l->size = (size_t)width * (size_t)height;
    l->tiles = wimp_job_keep(l->job, l->size);
    return l->tiles != NULL;
}

// 0: the tile has none of its own.
static uint8_t own_lane(wimp_tiled_lanes* l, uint32_t gid) {
    int32_t content;
    uint32_t id;
    if (l->list.count == 0 || !wimp_tiled_sets_locate(l->sets, gid, &content, &id)) return 0;
    const wimp_tiled_lane* found = wimp_tiled_list_find(&l->list, content, id);
    return found ? found->lane : 0;
}

// Exchanged along the diagonal first, then mirrored. Turns of hexagons have other bits, and are left out.
static uint8_t turned(uint8_t lane, uint32_t turn) {
    const int32_t dx = wimp_ways[lane - 1].x, dy = wimp_ways[lane - 1].y;
    const bool exchanged = turn & DIAGONAL;
    const int32_t x = (exchanged ? dy : dx) * (turn & HORIZONTAL ? -1 : 1),
                  y = (exchanged ? dx : dy) * (turn & VERTICAL ? -1 : 1);
    uint8_t d = 0;
    while (wimp_ways[d].x != x || wimp_ways[d].y != y) d++;
    return (uint8_t)(d + 1);
}

static void lanes_put(wimp_tiled_lanes* l, int64_t index, uint32_t gid, uint32_t turn) {
    if (!l->tiles) return;
    const uint8_t own = own_lane(l, gid);
    if (own != 0)
        l->tiles[index] = l->are_hexagons ? own : turned(own, turn);
    else if (l->of_layer != 0)
        l->tiles[index] = l->of_layer;
}

// ---- layers

enum { MAX_UNCHECKED = 1 << 16 }; // bytes of a layer; for a small one the error at its end is more precise

/// Tiles of all layers together; decoding more takes seconds.
#define MAX_LAYER_TILES ((int64_t)1 << 29)
#define MAX_COORDINATE  1e9

void wimp_tiled_layers_free(wimp_tiled_layers* l) {
    if (l->is_reading) data_free(&l->data);
    l->is_reading = false;
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
    if (l->floor == 0) lanes_put(&l->lanes, index, gid, l->data.turn);
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
    *tiles = wimp_job_get(l->job, size); // of WIMP_TILED_NOTHING
    if (*tiles && l->job->picture && !l->numbers_opt && !l->painted)
        l->painted = wimp_job_get(l->job, 4 * size);
    return wimp_document_need(document, *tiles && (!l->job->picture || l->numbers_opt || l->painted));
}
_Static_assert(WIMP_TILED_NOTHING == 0, "as memory of a job is");

static void fail_data(wimp_tiled_layers* l, wimp_document* document, size_t ahead, const char* wrong) {
    if (strcmp(wrong, "out of memory") == 0)
        wimp_document_out_of_memory(document);
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
    const char* wrong = data_begin(&l->data, l->encoding, l->compression, count, take, l);
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
    if (!lanes_begin_layer(&l->lanes, l->width, l->height)) {
        wimp_document_out_of_memory(document);
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
    const char* wrong = data_end(&l->data);
    if (wrong) fail_data(l, document, 0, wrong);
    data_free(&l->data);
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
    const char* wrong = data_tile(&l->data, (uint64_t)gid);
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
    const char* wrong = data_text(&l->data, text, size, &bad);
    if (wrong) fail_data(l, document, bad, wrong);
}
