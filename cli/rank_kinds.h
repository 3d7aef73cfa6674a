// rank_kinds.h: which messages do the ranks of a bake exchange?
#ifndef RANK_KINDS_H
#define RANK_KINDS_H

typedef enum rank_kind {
    RANK_HELLO = 1, ///< to rank 0, first: a rank_hello
    RANK_TASK,      ///< to a rank: a numbered task of the bake
    RANK_RESULT,    ///< to rank 0: what the task with this number gave
    RANK_FAILED,    ///< to rank 0: the number is a wend_result; this rank cannot go on
    RANK_ALIVE,     ///< to rank 0, now and then
    RANK_STOP,      ///< to a rank: the bake has ended, for better or worse
} rank_kind;

#endif
