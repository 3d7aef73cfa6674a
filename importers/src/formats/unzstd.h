// unzstd.h: how is data compressed by zstd read piece by piece?
#ifndef WIMP_UNZSTD_H
#define WIMP_UNZSTD_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The bytes to read, and the room for what they become.
typedef struct wimp_unzstd_piece {
    const uint8_t* from;
    size_t size, at; // at: the next byte of from
    uint8_t* out;
    size_t room, made; // made: bytes of out
    bool is_over;      // the data has ended
} wimp_unzstd_piece;

/// NULL, or why data cannot be read. Free the stream by wimp_unzstd_free, which also takes NULL.
const char* wimp_unzstd_begin(void** stream_out);
/// False: the data is damaged.
bool wimp_unzstd(void* stream, wimp_unzstd_piece* piece);
void wimp_unzstd_free(void* stream);
#endif
