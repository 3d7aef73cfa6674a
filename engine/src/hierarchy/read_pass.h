// read_pass.h: how is a mapped file read with little memory and few waits?
#ifndef WENDI_READ_PASS_H
#define WENDI_READ_PASS_H
#include <stdatomic.h>

#include "hierarchy/world.h"

/// Asks the system for the matrix of a cluster of a mapped world that is not checked yet and, on level 1, for
/// its tiles, unless they are in memory. here_in_a_row_io: how many clusters in a row were, shared by all
/// threads.
void wendi_want_cluster(const wend_world* world, int32_t level, int32_t cluster,
                        _Atomic uint32_t* here_in_a_row_io);

typedef struct wendi_read_pass {
    const wend_world* world;
    uint64_t* unchanged; // by page of the file: a bit that is set once it was found to hold what the file
                         // holds; NULL: the pass gives nothing back
    size_t words, page;
    const char* from; // read, but not yet given back
} wendi_read_pass;

/// Begins a pass over a world. Without memory, or where the file is not mapped, it gives nothing back.
void wendi_read_pass_begin(const wend_world* world, wendi_read_pass* out);

void wendi_read_pass_end(wendi_read_pass* pass);

/// Everything about the clusters of one row of a level was read.
void wendi_read_pass_row(const wendi_read_pass* pass, int32_t level, int32_t row);

/// The same once the last cluster of a row was read. Without a pass nothing happens.
void wendi_read_pass_cluster(const wendi_read_pass* pass_opt, int32_t level, int32_t cluster);

/// As wendi_read_pass_row for level 1, as a callback.
void wendi_read_pass_ground(const void* pass, int32_t row);

/// Bytes that follow each other are read from here on, up to the next place.
void wendi_read_pass_from(wendi_read_pass* pass, const void* first);

void wendi_read_pass_to(wendi_read_pass* pass, const void* end);

/// Bytes of the unchanging view of the file were read.
void wendi_read_pass_view(const wend_world* world, const char* first, const char* end);
#endif
