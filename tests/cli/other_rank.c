// other_rank.c: a rank that does not fit to rank 0 of a bake. It says what it is and waits for the end.
//     mpirun -n 1 wend bake --mpi ... : -n 1 other_rank version|protocol|failure ARGUMENTS-OF-WEND...
#include "mpi/ranks.h"
#include "wend/base.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern ranks_module_fn wend_ranks_module;

int main(int argc, char** argv) {
    const ranks* r = wend_ranks_module();
    if (argc < 3) return 2;
    r->start(RANKS_PIECE_BYTES);
    rank_hello* hello = malloc(sizeof *hello);
    if (hello == NULL) return 1;
    *hello = rank_hello_of(argc - 2, argv + 2, 1, 1 << 28);
    if (strcmp(argv[1], "version") == 0) snprintf(hello->version, sizeof hello->version, "0.0.9");
    if (strcmp(argv[1], "protocol") == 0) hello->protocol++;
    bool sent = r->send(&(rank_message){0, RANK_HELLO, 0, hello, sizeof *hello});
    if (strcmp(argv[1], "failure") == 0)
        sent = sent && r->send(&(rank_message){0, RANK_FAILED, (uint64_t)WEND_ERROR_MEMORY, NULL, 0});
    return sent && r->finish(20) ? 0 : 1;
}
