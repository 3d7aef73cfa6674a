// pending_rows.h: which rows of a pending distance matrix have their costs?
#ifndef WENDI_PENDING_ROWS_H
#define WENDI_PENDING_ROWS_H
#include <stdatomic.h>

#include "core/base.h"

enum { WENDI_ROW_EMPTY = 255, WENDI_ROW_FILLING = 254 }; // a thread is storing the costs

/// The rows of a pending matrix.
typedef struct wendi_pending_rows {
    int32_t count;
    _Atomic uint8_t shift[]; // by slot; WENDI_ROW_EMPTY, WENDI_ROW_FILLING: its costs may not be read
} wendi_pending_rows;

/// Makes rows without costs. Errors: MEMORY.
wend_result wendi_pending_rows_new(const wend_allocator* allocator, int32_t count, wendi_pending_rows** out);
void wendi_pending_rows_free(wendi_pending_rows* rows, const wend_allocator* allocator);

/// The same for an array of them, of which many are NULL; array_opt: NULL has none.
void wendi_pending_rows_free_all(wendi_pending_rows** array_opt, int32_t count,
                                 const wend_allocator* allocator);
size_t wendi_pending_rows_bytes(wendi_pending_rows* const* array_opt, int32_t count);
#endif
