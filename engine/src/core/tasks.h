// tasks.h: how is work shared out to the host's threads?
#ifndef WENDI_TASKS_H
#define WENDI_TASKS_H
#include "core/base.h"

static inline bool wendi_is_valid_tasks(const wend_tasks* tasks) {
    return !tasks->enqueue == !tasks->finish;
}
/// Runs a task over [0, count), and waits for its end.
static inline void wendi_run_tasks(const wend_tasks* tasks, wend_task_fn* task, void* context,
                                   int32_t count) {
    if (tasks->enqueue)
        tasks->finish(tasks->enqueue(task, context, count, tasks->user), tasks->user);
    else
        task(context, 0, count);
}
#endif
