// ranks_mpi.c: the module that exchanges messages of any size between ranks by MPI. A message is a header,
// followed by the pieces of its bytes; MPI keeps the order of what one rank sends to another.
#include "ranks.h"

#include <mpi.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct header {
    uint32_t order, kind; ///< order: ORDER, in the byte order of the sender
    uint64_t number, size;
} header;

#ifndef ORDER // a test replaces it
#define ORDER 0x01020304
#endif
enum { TAG_HEADER = 1, TAG_PIECE = 2 };

// A message in transit. Requests: that of the header (of messages that are sent), then one for each piece.
typedef struct transit {
    struct transit* next;
    header head;
    rank_message message;
    int request_count;
    MPI_Request requests[];
} transit;

static struct {
    MPI_Comm all;
    int rank, count;
    size_t piece_bytes;
    transit *sending, *arriving; ///< the oldest first
    size_t sending_bytes, arriving_bytes;
} state = {.rank = 0};

static void append(transit** list, transit* t) {
    while (*list != NULL) list = &(*list)->next;
    t->next = NULL;
    *list = t;
}

static void discard(transit* t) {
    free(t->message.bytes);
    free(t);
}

static transit* make(size_t size) {
    const size_t pieces = size / state.piece_bytes + (size % state.piece_bytes != 0);
    if (pieces > INT32_MAX / 2) return NULL;
    transit* t = calloc(1, sizeof *t + (pieces + 1) * sizeof t->requests[0]);
    if (t != NULL) t->head.size = size;
    return t;
}

// Posts the pieces of the bytes after the requests that are there already.
static void post_pieces(transit* t, bool is_sent) {
    char* bytes = t->message.bytes;
    for (size_t done = 0; done < t->message.size; done += state.piece_bytes) {
        const size_t rest = t->message.size - done;
        const int piece = (int)(rest < state.piece_bytes ? rest : state.piece_bytes);
        MPI_Request* request = &t->requests[t->request_count++];
        if (is_sent)
            MPI_Isend(bytes + done, piece, MPI_BYTE, t->message.peer, TAG_PIECE, state.all, request);
        else
            MPI_Irecv(bytes + done, piece, MPI_BYTE, t->message.peer, TAG_PIECE, state.all, request);
    }
}

static bool is_complete(transit* t) {
    int done = 0;
    MPI_Testall(t->request_count, t->requests, &done, MPI_STATUSES_IGNORE);
    return done != 0;
}

// The share of this rank in the processors that it may run on, as other ranks of the machine may use the same
// ones.
static int32_t share_processors(MPI_Comm machine, int32_t count) {
    cpu_set_t own;
    int same = 0;
    CPU_ZERO(&own);
    if (sched_getaffinity(0, sizeof own, &own) != 0) CPU_SET(0, &own);
    cpu_set_t* sets = calloc((size_t)count, sizeof *sets);
    if (sets == NULL) {
        MPI_Abort(state.all, 4);
        return 1;
    }
    MPI_Allgather(&own, (int)sizeof own, MPI_BYTE, sets, (int)sizeof own, MPI_BYTE, machine);
    for (int32_t i = 0; i < count; i++) same += CPU_EQUAL(&own, &sets[i]) != 0;
    free(sets);
    const int share = CPU_COUNT(&own) / (same > 0 ? same : 1);
    return share > 1 ? share : 1;
}

static rank_start start(size_t piece_bytes) {
    int level = 0;
    MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level); // other threads compute, but never call MPI
    MPI_Comm_dup(MPI_COMM_WORLD, &state.all);
    MPI_Comm_rank(state.all, &state.rank);
    MPI_Comm_size(state.all, &state.count);
    state.piece_bytes = piece_bytes;
    rank_start started = {.rank = state.rank, .count = state.count};
    MPI_Comm machine;
    MPI_Comm_split_type(state.all, MPI_COMM_TYPE_SHARED, state.rank, MPI_INFO_NULL, &machine);
    MPI_Comm_size(machine, &started.neighbours);
    started.processors = share_processors(machine, started.neighbours);
    MPI_Comm_free(&machine);
    return started;
}

static bool send_message(const rank_message* message) {
    transit* t = make(message->size);
    if (t == NULL) {
        free(message->bytes);
        return false;
    }
    t->message = *message;
    t->head.order = ORDER;
    t->head.kind = message->kind;
    t->head.number = message->number;
    t->request_count = 1;
    MPI_Isend(&t->head, (int)sizeof t->head, MPI_BYTE, message->peer, TAG_HEADER, state.all, &t->requests[0]);
    post_pieces(t, true);
    state.sending_bytes += message->size;
    append(&state.sending, t);
    return true;
}

// Takes the headers that have arrived and posts their pieces.
static rank_received take_headers(rank_message* out) {
    while (state.arriving == NULL || state.arriving_bytes < RANKS_WINDOW_BYTES) {
        int found = 0;
        MPI_Status status;
        header head;
        MPI_Iprobe(MPI_ANY_SOURCE, TAG_HEADER, state.all, &found, &status);
        if (!found) return RANK_NOTHING;
        MPI_Recv(&head, (int)sizeof head, MPI_BYTE, status.MPI_SOURCE, TAG_HEADER, state.all,
                 MPI_STATUS_IGNORE);
        *out = (rank_message){.peer = status.MPI_SOURCE};
        if (head.order != ORDER) return RANK_OTHER_ORDER;
        transit* t = make((size_t)head.size);
        void* bytes = head.size > 0 ? malloc((size_t)head.size) : NULL;
        if (t == NULL || (bytes == NULL && head.size > 0)) {
            free(t);
            free(bytes);
            return RANK_NO_MEMORY;
        }
        t->head = head;
        t->message = (rank_message){status.MPI_SOURCE, head.kind, head.number, bytes, (size_t)head.size};
        post_pieces(t, false);
        state.arriving_bytes += t->message.size;
        append(&state.arriving, t);
    }
    return RANK_NOTHING;
}

static void discard_sent(void) {
    for (transit** at = &state.sending; *at != NULL;) {
        transit* t = *at;
        if (is_complete(t)) {
            *at = t->next;
            state.sending_bytes -= t->message.size;
            discard(t);
        } else {
            at = &t->next;
        }
    }
}

// An earlier message from the same rank is still arriving.
static bool has_earlier(const transit* t) {
    for (const transit* e = state.arriving; e != t; e = e->next)
        if (e->message.peer == t->message.peer) return true;
    return false;
}

static rank_received receive(rank_message* out) {
    const rank_received problem = take_headers(out);
    if (problem != RANK_NOTHING) return problem;
    discard_sent();
    for (transit** at = &state.arriving; *at != NULL; at = &(*at)->next) {
        transit* t = *at;
        if (!is_complete(t) || has_earlier(t)) continue;
        *at = t->next;
        *out = t->message;
        state.arriving_bytes -= t->message.size;
        free(t);
        return RANK_MESSAGE;
    }
    return RANK_NOTHING;
}

static bool is_busy(void) {
    return state.sending != NULL || state.arriving != NULL;
}

static bool is_full(void) {
    return state.sending_bytes >= RANKS_WINDOW_BYTES;
}

// Nobody wants what still arrives, but its sender waits until it has.
static void drop_messages(void) {
    rank_message m;
    for (rank_received r; (r = receive(&m)) != RANK_NOTHING && r != RANK_NO_MEMORY;)
        if (r == RANK_MESSAGE) free(m.bytes);
    nanosleep(&(struct timespec){.tv_nsec = 200000}, NULL); // MPI_Barrier would spin
}

static bool finish(double seconds) {
    const double end = MPI_Wtime() + seconds;
    MPI_Request request;
    int done = 0;
    for (; state.sending != NULL; drop_messages())
        if (MPI_Wtime() > end) return false;
    MPI_Ibarrier(state.all, &request);
    for (; !done; drop_messages()) {
        if (MPI_Wtime() > end) return false;
        MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    }
    MPI_Comm_free(&state.all);
    MPI_Finalize();
    return true;
}

static void end_all(int code) {
    MPI_Abort(MPI_COMM_WORLD, code);
}

extern ranks_module_fn wend_ranks_module;
__attribute__((visibility("default"))) const ranks* wend_ranks_module(void) {
    static const ranks module = {RANKS_LAYOUT, start,   send_message, receive,
                                 is_busy,      is_full, finish,       end_all};
    return &module;
}
