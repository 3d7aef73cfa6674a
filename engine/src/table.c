// table.c: packing, replacing and searching tables.
#include "table.h"

#include <string.h>

int32_t wendi_place_of(const uint32_t* nodes, int32_t count, uint32_t node) {
    int32_t low = 0;
    for (int32_t left = count; left > 0;) { // halves without branches on what is found
        int32_t half = left / 2;
        low = nodes[low + half] < node ? low + left - half : low;
        left = half;
    }
    return low < count && nodes[low] == node ? low : -1;
}

size_t wendi_table_bytes(int32_t count) {
    return (size_t)count * (sizeof(uint32_t) + (size_t)count * sizeof(uint16_t));
}

wend_result wendi_table_alloc(wendi_table* table, const wend_allocator* allocator, const uint32_t* nodes,
                              int32_t count) {
    *table = (wendi_table){0};
    if (count == 0) return WEND_OK;
    uint32_t* block = wendi_alloc(allocator, 1, wendi_table_bytes(count));
    if (!block) return WEND_ERROR_MEMORY;
    memcpy(block, nodes, (size_t)count * sizeof *nodes);
    *table = (wendi_table){block, count, 0};
    return WEND_OK;
}

void wendi_table_free(wendi_table* table, const wend_allocator* allocator) {
    wendi_free(allocator, table->nodes, 1, wendi_table_bytes(table->count));
    *table = (wendi_table){0};
}

// The least shift that brings all costs below WENDI_NO_WAY.
static int32_t shift_for(const uint32_t* costs, size_t count) {
    uint64_t most = 0;
    for (size_t i = 0; i < count; i++)
        if (costs[i] != WENDI_UNREACHED && costs[i] > most) most = costs[i];
    int32_t shift = 0;
    while ((most + ((uint64_t)1 << shift) - 1) >> shift >= WENDI_NO_WAY) shift++;
    return shift;
}

static void fill(wendi_table* table, const uint32_t* costs) {
    size_t entries = (size_t)table->count * (size_t)table->count;
    table->shift = shift_for(costs, entries);
    uint64_t up = ((uint64_t)1 << table->shift) - 1;
    uint16_t* matrix = (uint16_t*)(table->nodes + table->count);
    for (size_t i = 0; i < entries; i++)
        matrix[i] = costs[i] == WENDI_UNREACHED ? WENDI_NO_WAY : (uint16_t)((costs[i] + up) >> table->shift);
}

wend_result wendi_table_set(wendi_table* table, const wend_allocator* allocator, const uint32_t* nodes,
                            const uint32_t* costs, int32_t count, bool* changed_opt) {
    wendi_table made;
    wend_result result = wendi_table_alloc(&made, allocator, nodes, count);
    if (result != WEND_OK) return result;
    if (count > 0) fill(&made, costs);
    if (changed_opt)
        *changed_opt = table->count != count || table->shift != made.shift ||
                       (count > 0 && memcmp(table->nodes, made.nodes, wendi_table_bytes(count)) != 0);
    wendi_table_free(table, allocator);
    *table = made;
    return WEND_OK;
}
