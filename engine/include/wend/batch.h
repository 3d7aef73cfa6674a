// wend/batch.h: many queries in one call, shared out to threads.
//
//     wend_threads* threads = NULL;
//     if (wend_threads_create(0, &threads) != WEND_OK) return 1;
//     wend_batch_def def = wend_default_batch_def();
//     def.answered = note_cost; // wend_result note_cost(const wend_path* path, int32_t query, void* costs)
//     def.context = costs;
//     def.tasks = wend_threads_tasks(threads);
//     int32_t failed = 0; // which query, after an error
//     if (wend_find_paths(world, queries, count, &def, &failed) != WEND_OK) return 1;
#ifndef WEND_BATCH_H
#define WEND_BATCH_H
#include "wend/search.h"
#include "wend/threads.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wend_batch_def {
    int32_t cookie; ///< set by wend_default_batch_def
    /// Receives the answer of a query, by its index, on the thread that found it: in no particular order, and
    /// from several threads at once. The path is borrowed until the call returns. Any result except WEND_OK
    /// ends the batch. NULL: none.
    wend_result (*answered)(const wend_path* path, int32_t query, void* context);
    void* context;
    wend_tasks tasks;                     ///< threads that answer queries; zeros: all in the calling thread
    bool (*should_cancel)(void* context); ///< called between queries, and as in wend_search_def, from several
                                          ///< threads at once; true: the batch ends; NULL: never
    void* cancel_context;
    const wend_allocator* allocator; ///< called from several threads at once; NULL: malloc and free
} wend_batch_def;
WEND_API wend_batch_def wend_default_batch_def(void);

/// Answers queries on a world, which must not change meanwhile, each as wend_find_path does. They are taken
/// by the places of their goals, and those to one goal by the places of their starts: a goal is then
/// connected to the abstract graph once for all queries to it, and the caches hold most of what the next
/// query reads. So many queries in one call are faster than one by one, also in a single thread.
///
/// After an error, some queries may have been answered. *failed_opt: which query had the error, or -1 if it
/// was none alone; written only then. Errors: DEF (also of a query), ARGUMENT (as wend_find_path; one
/// function of tasks without the other), UNSUPPORTED (as wend_find_path), MEMORY, CANCELLED (by
/// should_cancel), LIMIT (as wend_find_path), and any result of answered. [Range of count: >= 0]
WEND_API wend_result wend_find_paths(const wend_world* world, const wend_query* queries, int32_t count,
                                     const wend_batch_def* def, int32_t* failed_opt);

#ifdef __cplusplus
}
#endif
#endif
