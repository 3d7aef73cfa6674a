// pending_rows.c: memory of the rows of pending matrices.
#include "hierarchy/pending_rows.h"

wend_result wendi_pending_rows_new(const wend_allocator* allocator, int32_t count, wendi_pending_rows** out) {
    wendi_pending_rows* rows = wendi_alloc(allocator, 1, sizeof *rows + (size_t)count);
    if (!rows) return WEND_ERROR_MEMORY;
    rows->count = count;
    for (int32_t i = 0; i < count; i++) atomic_init(&rows->shift[i], WENDI_ROW_EMPTY);
    *out = rows;
    return WEND_OK;
}

void wendi_pending_rows_free(wendi_pending_rows* rows, const wend_allocator* allocator) {
    if (rows) wendi_free(allocator, rows, 1, sizeof *rows + (size_t)rows->count);
}

void wendi_pending_rows_free_all(wendi_pending_rows** array_opt, int32_t count,
                                 const wend_allocator* allocator) {
    if (!array_opt) return;
    for (int32_t i = 0; i < count; i++) wendi_pending_rows_free(array_opt[i], allocator);
    wendi_free(allocator, array_opt, (size_t)count, sizeof(wendi_pending_rows*));
}

size_t wendi_pending_rows_bytes(wendi_pending_rows* const* array_opt, int32_t count) {
    if (!array_opt) return 0;
    size_t bytes = (size_t)count * sizeof *array_opt;
    for (int32_t i = 0; i < count; i++)
        if (array_opt[i]) bytes += sizeof *array_opt[i] + (size_t)array_opt[i]->count;
    return bytes;
}
