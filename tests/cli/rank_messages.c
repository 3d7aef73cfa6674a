// rank_messages.c: do messages of all sizes arrive whole and in order? Rank 0 sends messages of the given
// sizes to every other rank, all at once; each sends them back, with every byte inverted.
//     mpirun -n 3 rank_messages PIECE_BYTES SIZE...
#include "mpi/ranks.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FIRST_KIND = 7, STOP = 99 };

static uint8_t pattern(size_t i, uint64_t number) {
    return (uint8_t)((i ^ (i >> 8) ^ (i >> 16) ^ (i >> 31)) * 31 + number);
}

static rank_message take(const ranks* r) {
    for (;;) {
        rank_message m;
        switch (r->receive(&m)) {
        case RANK_MESSAGE:
            return m;
        case RANK_NOTHING:
            nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
            continue;
        default:
            fprintf(stderr, "a message did not arrive\n");
            r->abort(1);
        }
    }
}

static int echo(const ranks* r) {
    for (;;) {
        rank_message m = take(r);
        if (m.kind == STOP) return 0;
        for (size_t i = 0; i < m.size; i++) ((uint8_t*)m.bytes)[i] ^= 0xFF;
        if (!r->send(&m)) return 1;
    }
}

static bool is_inverse(const rank_message* m, size_t size, uint64_t number) {
    if (m->kind != FIRST_KIND || m->number != number || m->size != size) return false;
    for (size_t i = 0; i < size; i++)
        if (((uint8_t*)m->bytes)[i] + pattern(i, number) != 0xFF) return false;
    return true;
}

static int ask(const ranks* r, int32_t count, int size_count, char** sizes) {
    for (int32_t peer = 1; peer < count; peer++) {
        for (int s = 0; s < size_count; s++) {
            const size_t size = (size_t)strtoull(sizes[s], NULL, 10);
            uint8_t* bytes = size > 0 ? malloc(size) : NULL;
            if (bytes == NULL && size > 0) return 1;
            for (size_t i = 0; i < size; i++) bytes[i] = pattern(i, (uint64_t)s);
            if (!r->send(&(rank_message){peer, FIRST_KIND, (uint64_t)s, bytes, size})) return 1;
        }
    }
    int* next = calloc((size_t)count, sizeof *next); // the number of the next message from a rank
    int wrong = next == NULL;
    for (int i = 0; i < size_count * (count - 1) && !wrong; i++) {
        rank_message m = take(r);
        const uint64_t number = (uint64_t)next[m.peer]++;
        const size_t size = number < (uint64_t)size_count ? (size_t)strtoull(sizes[number], NULL, 10) : 0;
        if (!is_inverse(&m, size, number)) {
            fprintf(stderr, "message %llu of rank %d, %zu bytes: wrong\n", (unsigned long long)m.number,
                    m.peer, m.size);
            wrong = 1;
        }
        free(m.bytes);
    }
    free(next);
    for (int32_t peer = 1; peer < count; peer++)
        if (!r->send(&(rank_message){.peer = peer, .kind = STOP})) return 1;
    if (!wrong) printf("%d messages to each of %d ranks came back\n", size_count, count - 1);
    return wrong;
}

int main(int argc, char** argv) {
    char text[512];
    const ranks* r = ranks_load(text, sizeof text);
    if (argc < 3 || r == NULL) {
        fprintf(stderr, "%s\n", r == NULL ? text : "usage: rank_messages PIECE_BYTES SIZE...");
        return 2;
    }
    const rank_start self = r->start((size_t)strtoull(argv[1], NULL, 10));
    const int code = self.rank > 0 ? echo(r) : ask(r, self.count, argc - 2, argv + 2);
    if (!r->finish(10)) r->abort(1);
    return code;
}
