// rank_hello.h: which messages do the ranks of a bake exchange, and what does each send to rank 0 first, so
// that ranks which do not fit together are found before they work?
#ifndef RANK_HELLO_H
#define RANK_HELLO_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum rank_kind {
    RANK_HELLO = 1, ///< to rank 0, first: a rank_hello
    RANK_TASK,      ///< to a rank: the input of a task; the number is its id
    RANK_RESULT,    ///< to rank 0: the output of the task with this id
    RANK_FAILED,    ///< to rank 0: this rank cannot continue; the number is a wend_result, the bytes say why
    RANK_ALIVE,     ///< to rank 0, now and then
    RANK_GUARD, ///< to rank 1: what to print should rank 0 die; the number is its process id, the bytes are
                ///< its host and the line, each with its end
    RANK_STOP,  ///< to a rank: the bake has ended, with or without success
} rank_kind;

/// What a rank is. protocol comes first in every version.
typedef struct rank_hello {
    uint32_t protocol;    ///< RANK_PROTOCOL
    int32_t format;       ///< WEND_FORMAT_VERSION
    int32_t threads;      ///< that run tasks
    int32_t process;      ///< its id on the host
    int64_t memory_bytes; ///< that its tasks may take
    char version[32];     ///< of wend
    char host[64];
    char options[4096]; ///< the words of the command line that all ranks share, one after the other, each
                        ///< with its end; then an empty one. Cut if they are longer
} rank_hello;

enum { RANK_PROTOCOL = 1 }; ///< of the messages

/// argv: of the command. --threads and --memory may differ between ranks, so they are left out.
rank_hello rank_hello_of(int argc, char** argv, int32_t threads, int64_t memory_bytes);
/// Reads a message. False: it comes from another version of wend, which means something else by its bytes.
bool rank_hello_read(const void* bytes, size_t size, rank_hello* out);
/// False: the ranks do not fit together; text_out says why, in words that follow the name of the other rank.
bool rank_hello_fits(const rank_hello* own, const rank_hello* other, char* text_out, size_t text_size);

#endif
