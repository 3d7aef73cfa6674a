// rank_hello.h: what does each rank tell rank 0 first, so that ranks which do not fit together are found before
// they work?
#ifndef RANK_HELLO_H
#define RANK_HELLO_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The first message of a rank. protocol comes first in every version.
typedef struct rank_hello {
    uint32_t protocol; ///< RANK_PROTOCOL
    int32_t format;    ///< WEND_FORMAT_VERSION
    int32_t threads;   ///< that run tasks
    int32_t process;   ///< its id on the host
    char version[32];  ///< of wend
    char host[64];
    char options[4096]; ///< the words of the command line that all ranks share, one after the other, each with
                        ///< its end; then an empty one. Cut if they are longer
} rank_hello;

enum { RANK_PROTOCOL = 1 };

/// argv: of the program. --threads may differ between ranks, so it is left out.
rank_hello rank_hello_of(int argc, char** argv, int32_t threads);
/// False: the ranks do not fit together; text_out says why, in words that follow the name of the other rank.
bool rank_hello_fits(const rank_hello* own, const void* other, size_t other_size, char* text_out,
                     size_t text_size);

#endif
