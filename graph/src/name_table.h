// name_table.h: which number has a name? A hash table of texts, numbered in the order in which they were
// added.
#ifndef WGR_NAME_TABLE_H
#define WGR_NAME_TABLE_H
#include "core/memory.h"
#include "core/text.h"

typedef struct wgr_name_table {
    const wend_allocator* allocator_opt;
    char* texts; ///< one after the other, each zero-terminated
    size_t texts_size, texts_capacity;
    size_t* starts; ///< of each name in texts
    size_t starts_capacity;
    int32_t* slots;    ///< numbers + 1 by hash, open addressing; 0: empty
    size_t slot_count; ///< a power of two, more than count * 4 / 3; or 0
    int32_t count;
} wgr_name_table;

void wgr_name_table_free(wgr_name_table* table);
/// -1: unknown.
int32_t wgr_name_table_find(const wgr_name_table* table, wimp_span name);
/// Finds or adds a name without a zero byte. False: out of memory.
bool wgr_name_table_add(wgr_name_table* table, wimp_span name, int32_t* out);
const char* wgr_name_table_text(const wgr_name_table* table, int32_t number);
#endif
