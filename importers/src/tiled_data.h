// tiled_data.h: the text of a Tiled layer -> the numbers of its tiles, piece by piece, never more than the
// layer has.
#ifndef WENDI_TILED_DATA_H
#define WENDI_TILED_DATA_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum wendi_tiled_encoding {
    WENDI_TILED_XML,
    WENDI_TILED_CSV,
    WENDI_TILED_BASE64
} wendi_tiled_encoding;
typedef enum wendi_tiled_compression {
    WENDI_TILED_PLAIN,
    WENDI_TILED_DEFLATE, ///< zlib or gzip
    WENDI_TILED_ZSTD,
} wendi_tiled_compression;

/// Takes the number of the next tile, its flip bits taken off; 0: no tile.
typedef void wendi_tiled_tile_fn(void* context, int64_t index, uint32_t gid);

typedef struct wendi_tiled_data {
    wendi_tiled_encoding encoding;
    wendi_tiled_compression compression;
    int64_t tile_count; ///< that the layer must have
    wendi_tiled_tile_fn* take;
    void* context;
    int64_t index; ///< of the next tile

    uint64_t number; ///< CSV: under way
    bool has_digits, is_over;
    uint32_t sextets; ///< base64: under way, and how many; padding seen
    int32_t sextet_count, padding;
    uint8_t* bytes; ///< base64 decoded, waiting to be inflated or taken; then room for what is inflated
    size_t byte_count;
    uint8_t word[4]; ///< of a tile under way
    int32_t word_size;
    void* stream; ///< of the decompressor
} wendi_tiled_data;

/// All return NULL, or what is wrong as half a sentence; "out of memory" stands alone for that.
const char* wendi_tiled_data_begin(wendi_tiled_data* data, wendi_tiled_encoding encoding,
                                   wendi_tiled_compression compression, int64_t tile_count,
                                   wendi_tiled_tile_fn* take, void* context);
/// A piece of the text. *bad_out is the first byte that is wrong.
const char* wendi_tiled_data_text(wendi_tiled_data* data, const char* text, size_t size, size_t* bad_out);
/// A tile that is an element of its own.
const char* wendi_tiled_data_tile(wendi_tiled_data* data, uint64_t gid);
/// At the end of the text: is all there?
const char* wendi_tiled_data_end(wendi_tiled_data* data);
/// After a begin, whatever became of it.
void wendi_tiled_data_free(wendi_tiled_data* data);
#endif
