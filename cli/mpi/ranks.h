// ranks.h: how do the processes of an MPI run (its ranks) exchange messages? The calls to MPI are in a module
// (ranks_mpi.c) that is loaded only when it is needed, so that the program itself does not depend on MPI.
#ifndef RANKS_H
#define RANKS_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// A message of any size. Its bytes come from malloc; NULL when size is 0.
typedef struct rank_message {
    int32_t peer; ///< the rank that sends it, or gets it
    uint32_t kind;
    uint64_t number;
    void* bytes;
    size_t size;
} rank_message;

typedef enum rank_received {
    RANK_NOTHING = 0, ///< no message has arrived completely
    RANK_MESSAGE,
    RANK_NO_MEMORY,   ///< for a message that peer has sent
    RANK_OTHER_ORDER, ///< the machine of peer has another byte order
} rank_received;

typedef struct rank_start {
    int32_t rank, count;
    int32_t processors; ///< this rank's share of those that it may use; at least 1
    int32_t neighbours; ///< ranks on this machine, this one included
} rank_start;

enum { RANKS_LAYOUT = 1, RANKS_PIECE_BYTES = 1 << 28, RANKS_WINDOW_BYTES = 1 << 28 };

/// What the module offers. All functions are called on one thread.
typedef struct ranks {
    int32_t layout; ///< RANKS_LAYOUT
    /// Starts MPI. Messages travel in pieces of at most piece_bytes, because MPI counts bytes in an int. Of
    /// the messages that others send, one is accepted at any time, and more while they have fewer bytes than
    /// RANKS_WINDOW_BYTES together; the same limit holds for is_full.
    rank_start (*start)(size_t piece_bytes);
    /// Sends a message in the background and takes its bytes over. False: no memory; the bytes are freed.
    bool (*send)(const rank_message* message);
    /// Works on all messages in transit and gives the next one that is complete, in any order of ranks; those
    /// of one rank arrive in the order in which they were sent.
    rank_received (*receive)(rank_message* out);
    /// True while messages are in transit, so that it is worth calling receive again soon.
    bool (*is_busy)(void);
    /// True while so many bytes wait to be sent that it is better to send nothing more.
    bool (*is_full)(void);
    /// Waits until all ranks call it, then ends MPI. False: some did not within that time; MPI is still
    /// running.
    bool (*finish)(double seconds);
    /// Ends all ranks at once with this exit code.
    void (*abort)(int code);
} ranks;

/// The module's only function.
typedef const ranks* ranks_module_fn(void);
#define RANKS_MODULE_FUNCTION "wend_ranks_module"

/// Loads the module. NULL: there is none; the reason is in text_out.
const ranks* ranks_load(char* text_out, size_t text_size);

/// How many ranks a launcher such as mpirun has started, and which of them this is, judged by the environment
/// that it sets: known before MPI starts. 1 and 0 without a launcher.
void ranks_of_launcher(int32_t* count, int32_t* rank);

// ---- which messages the ranks of a bake exchange, and what each sends to rank 0 first, so that ranks which
// do not fit together are found before they work

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
