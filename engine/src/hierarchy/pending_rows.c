// pending_rows.c: memory of the rows of pending matrices.
#include "hierarchy/pending_rows.h"

wend_result wendi_pending_rows_new(const wend_allocator* allocator, int32_t count, wendi_pending_rows** out) {
    wendi_pending_rows* rows = wendi_alloc(allocator, 1, sizeof *rows + (size_t)count);
    if (!rows) return WEND_ERROR_MEMORY;
    atomic_init(&rows->uses, 1);
    rows->count = count;
    for (int32_t i = 0; i < count; i++) atomic_init(&rows->shift[i], WENDI_ROW_EMPTY);
    *out = rows;
    return WEND_OK;
}

static size_t bytes_of(const wendi_pending_rows* rows) {
    return sizeof *rows + (size_t)rows->count;
}

void wendi_pending_rows_free(wendi_pending_rows* rows, const wend_allocator* allocator) {
    if (rows && atomic_fetch_sub_explicit(&rows->uses, 1, memory_order_acq_rel) == 1)
        wendi_free(allocator, rows, 1, bytes_of(rows));
}

static void keep_rows(const void* item) {
    wendi_pending_rows* rows = *(wendi_pending_rows* const*)item;
    if (rows) atomic_fetch_add_explicit(&rows->uses, 1, memory_order_relaxed);
}

static void drop_rows(void* item, const wend_allocator* allocator) {
    wendi_pending_rows_free(*(wendi_pending_rows**)item, allocator);
    *(wendi_pending_rows**)item = NULL;
}

static size_t bytes_of_item(const void* item) {
    const wendi_pending_rows* rows = *(wendi_pending_rows* const*)item;
    return rows ? bytes_of(rows) : 0;
}

const wendi_item_kind wendi_rows_items = {sizeof(wendi_pending_rows*), keep_rows, drop_rows, bytes_of_item};
