// tiled_data.h: decodes the text of a Tiled layer, piece by piece, to the numbers of its tiles, at most as
// many as the layer has.
#ifndef WIMP_TILED_DATA_H
#define WIMP_TILED_DATA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wimp_tiled_encoding { WIMP_TILED_XML, WIMP_TILED_CSV, WIMP_TILED_BASE64 } wimp_tiled_encoding;
typedef enum wimp_tiled_compression {
    WIMP_TILED_PLAIN,
    WIMP_TILED_DEFLATE, ///< zlib or gzip
    WIMP_TILED_ZSTD,
} wimp_tiled_compression;

/// Receives the number of the next tile without its flip bits; 0: no tile.
typedef void wimp_tiled_tile_fn(void* context, int64_t index, uint32_t gid);

typedef struct wimp_tiled_data {
    wimp_tiled_encoding encoding;
    wimp_tiled_compression compression;
    int64_t tile_count; ///< tiles that the layer must have
    wimp_tiled_tile_fn* take;
    void* context;
    int64_t index; ///< of the next tile
    uint32_t turn; ///< the flip bits of the tile that is given, in the lowest bits

    uint64_t number; ///< CSV: the current number
    bool has_digits, is_over;
    uint32_t sextets; ///< base64: the current group, its size, and the padding seen
    int32_t sextet_count, padding;
    uint8_t* bytes; ///< decoded base64, then room for decompressed bytes
    size_t byte_count;
    uint8_t word[4]; ///< the current tile number
    int32_t word_size;
    void* stream; ///< of the decompressor
} wimp_tiled_data;

/// All return NULL, or the end of a sentence that starts with "the layer"; "out of memory" is the exception.
const char* wimp_tiled_data_begin(wimp_tiled_data* data, wimp_tiled_encoding encoding,
                                  wimp_tiled_compression compression, int64_t tile_count,
                                  wimp_tiled_tile_fn* take, void* context);
/// Decodes a piece of the text. On an error *bad_out is the index of the offending byte.
const char* wimp_tiled_data_text(wimp_tiled_data* data, const char* text, size_t size, size_t* bad_out);
/// A tile given as an XML element.
const char* wimp_tiled_data_tile(wimp_tiled_data* data, uint64_t gid);
/// Checks at the end of the text that the layer is complete.
const char* wimp_tiled_data_end(wimp_tiled_data* data);
/// Must follow every begin, also a failed one.
void wimp_tiled_data_free(wimp_tiled_data* data);
#endif
