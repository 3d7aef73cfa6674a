// pending_rows.h: which rows of a pending distance matrix have their costs?
#ifndef WENDI_PENDING_ROWS_H
#define WENDI_PENDING_ROWS_H
#include <stdatomic.h>

#include "store/table.h"

enum { WENDI_ROW_EMPTY = 255, WENDI_ROW_FILLING = 254 }; // a thread is storing the costs

/// The rows of a pending matrix.
typedef struct wendi_pending_rows {
    _Atomic int32_t uses; // by versions of the world
    int32_t count;
    _Atomic uint8_t shift[]; // by slot; WENDI_ROW_EMPTY, WENDI_ROW_FILLING: its costs may not be read
} wendi_pending_rows;

/// Makes rows without costs. Errors: MEMORY.
wend_result wendi_pending_rows_new(const wend_allocator* allocator, int32_t count, wendi_pending_rows** out);
/// Ends a use; rows_opt may be NULL.
void wendi_pending_rows_free(wendi_pending_rows* rows_opt, const wend_allocator* allocator);
/// What tables of them hold.
extern const wendi_item_kind wendi_rows_items;
#endif
