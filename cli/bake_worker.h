// bake_worker.h: what does a rank other than rank 0 do?
#ifndef BAKE_WORKER_H
#define BAKE_WORKER_H
#include "rank_hello.h"
#include "ranks.h"

enum { RANK_ALIVE_SECONDS = 5 };

/// Runs the tasks that rank 0 sends until it says stop. Prints nothing: errors are reported to rank 0.
void bake_worker_run(const ranks* link, const rank_hello* hello);

/// From now on, prints the line on stderr when the launcher ends this process, or a signal does. unless: a
/// process of this host whose life means that the line is not true; 0: none. NULL: prints nothing any more.
/// The line is borrowed.
void bake_worker_guard(const char* line, int32_t unless, int code);

/// Lets other processes run: shortly while large messages arrive or leave, otherwise as long as nobody
/// notices.
void bake_worker_pause(const ranks* link);

#endif
