// unpack.h: how is compressed data read piece by piece?
#ifndef WIMP_UNPACK_H
#define WIMP_UNPACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes to read, and the room for what they become.
typedef struct wimp_unpack_piece {
    const uint8_t* from;
    size_t size, at; // at: the next byte of from
    uint8_t* out;
    size_t room, made; // made: bytes of out
    bool is_over;      // the data has ended
} wimp_unpack_piece;

/// A library that decompresses. What it returns is NULL, or what is wrong with the data.
typedef struct wimp_unpacker {
    const char* (*begin)(void** stream_out); ///< also why this build cannot read such data
    const char* (*next)(void* stream, wimp_unpack_piece* piece);
    void (*end)(void* stream); ///< of a stream that is not NULL, also where begin failed
} wimp_unpacker;

extern const wimp_unpacker wimp_unzlib; ///< of zlib or gzip
extern const wimp_unpacker wimp_unzstd;
#endif
