// world_stream.c: sections of .wend files as streams of bytes.
#include "files/world_stream.h"

#include "core/file.h"

#include <errno.h>
#include <string.h>

static const char* const section_names[WENDI_MOST_SECTIONS] = {"map",      "costs",
                                                               "tiles",    "metadata",
                                                               "matrices", "original",
                                                               "exits",    "links",
                                                               "profiles", "profile matrices",
                                                               "nodes",    "directory",
                                                               "labels",   "one-way connections",
                                                               "subgoals", "relief",
                                                               "floors",   "ground",
                                                               "slopes"};

// ---- writing

wendi_writer wendi_writer_of(wend_write_fn* write_opt, void* context) {
    wendi_writer w = {.write = write_opt, .context = context};
    XXH3_64bits_reset(&w.checksum);
    return w;
}

void wendi_put(wendi_writer* w, const void* bytes, size_t size) {
    if (size == 0 || w->result != WEND_OK) return;
    XXH3_64bits_update(&w->checksum, bytes, size);
    if (w->write) w->result = w->write(w->context, bytes, size);
}

void wendi_put_gap(wendi_writer* w, uint64_t size) {
    static const char gap[WENDI_FILE_ALIGNMENT];
    wendi_put(w, gap, (size_t)(wendi_file_aligned(size) - size));
}

static void take(void* writer, const void* bytes, size_t size) {
    wendi_put(writer, bytes, size);
}

void wendi_put_records(wendi_writer* w, const void* records, size_t count, const wendi_layout* layout) {
    wendi_pass_in_file_order(records, count, layout, take, w);
}

void wendi_put_nodes(wendi_writer* w, const wendi_matrix* matrix) {
    wendi_put_records(w, matrix->nodes, (size_t)matrix->count, &wendi_u32);
}

void wendi_put_costs(wendi_writer* w, const wendi_matrix* matrix) {
    if (matrix->count > 0)
        wendi_put_records(w, wendi_matrix_row(matrix, 0), (size_t)matrix->count * (size_t)matrix->count,
                          &wendi_u16);
}

void wendi_put_matrix(wendi_writer* w, const wendi_matrix* matrix) {
    if (matrix->count == 0) return;
    WENDI_ASSERT(matrix->shift >= 0 && matrix->shift <= WENDI_MAX_SHIFT);
    uint16_t shift = (uint16_t)matrix->shift;
    wendi_put_records(w, &shift, 1, &wendi_u16);
    wendi_put_costs(w, matrix);
}

uint64_t wendi_file_matrix_bytes(const wendi_matrix* matrix) {
    const uint64_t count = (uint64_t)matrix->count;
    return count > 0 ? (count * count + 1) * sizeof(uint16_t) : 0;
}

uint64_t wendi_file_graph_bytes(const wendi_graph* graph) {
    uint64_t bytes = 0;
    for (int32_t level = 1; level <= graph->level_count; level++)
        for (int32_t c = 0; c < wendi_cluster_count(&graph->level[level - 1].clusters); c++)
            bytes += wendi_file_matrix_bytes(wendi_matrix_of(graph, level, c));
    return bytes;
}

void wendi_put_relief(wendi_writer* w, const wendi_relief_head* head, const wendi_relief* relief,
                      int32_t width, int32_t height) {
    wendi_put_records(w, head, 1, &wendi_relief_head_layout);
    wendi_put_records(w, relief->table->points, 2 * (size_t)head->point_count, &wendi_u32);
    wendi_put_records(w, relief->table->rows, 3 * (size_t)head->row_count, &wendi_u32);
    wendi_put_gap(w, wendi_relief_numbers_bytes(head));
    for (int32_t y = 0; y < height && relief->elevations; y++)
        wendi_put_records(w, relief->elevations + y * relief->stride, (size_t)width, &wendi_u16);
    for (int32_t y = 0; y < height && relief->lanes; y++)
        wendi_put(w, relief->lanes + y * relief->stride, (size_t)width);
}

wendi_file_header wendi_file_header_of(const wendi_section* table, uint32_t section_count) {
    const wendi_section* last = &table[section_count - 1];
    wendi_file_header header = {.byte_order = WENDI_BYTE_ORDER_MARK,
                                .version = WEND_FORMAT_VERSION,
                                .section_count = section_count,
                                .file_size = last->offset + wendi_file_aligned(last->size),
                                .table_checksum = wendi_sum(table, section_count, &wendi_section_layout, 0)};
    memcpy(header.magic, WENDI_FILE_MAGIC, sizeof header.magic);
    header.checksum = wendi_header_checksum(&header);
    return header;
}

// ---- reading

wend_result wendi_damaged(const wendi_reader* r, const char* what) {
    return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: damaged .wend file: %s", r->name, what);
}

wend_result wendi_system_failure(const wendi_reader* r) {
    return wendi_fail(r->error, WEND_ERROR_IO, "%s: cannot be read: %s", r->name, wendi_system_error(errno));
}

size_t wendi_take(wendi_reader* r, void* bytes, size_t size) {
    if (r->stream) return wendi_input_read(r->stream, bytes, size);
    WENDI_ASSERT(r->at <= r->size);
    if (size > r->size - r->at) size = (size_t)(r->size - r->at);
    if (size > 0) memcpy(bytes, r->bytes + r->at, size);
    r->at += size;
    return size;
}

wend_result wendi_get(wendi_reader* r, void* bytes, size_t size) {
    if (size == 0) return WEND_OK;
    if (wendi_take(r, bytes, size) != size) {
        if (r->stream && ferror(r->stream)) return wendi_system_failure(r);
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated .wend file", r->name);
    }
    XXH3_64bits_update(&r->checksum, bytes, size);
    return WEND_OK;
}

wend_result wendi_get_records(wendi_reader* r, void* records, size_t count, const wendi_layout* layout) {
    wend_result result = wendi_get(r, records, count * layout->bytes);
    if (result == WEND_OK) wendi_reorder(records, count, layout);
    return result;
}

wend_result wendi_read_all(wendi_reader* r, void* bytes) {
    r->at = 0;
    if (r->stream && fseek(r->stream, 0, SEEK_SET) != 0) return wendi_system_failure(r);
    if (wendi_take(r, bytes, (size_t)r->size) == r->size) return WEND_OK;
    if (r->stream && ferror(r->stream)) return wendi_system_failure(r);
    return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated .wend file", r->name);
}

wend_result wendi_get_matrix(wendi_reader* r, wendi_matrix* matrix) {
    uint16_t shift;
    if (matrix->count == 0) return WEND_OK;
    wend_result result = wendi_get_records(r, &shift, 1, &wendi_u16);
    if (result == WEND_OK && shift > WENDI_MAX_SHIFT) result = wendi_damaged(r, "costs out of range");
    if (result != WEND_OK) return result;
    matrix->shift = (int16_t)shift;
    WENDI_ASSERT(matrix->nodes);
    return wendi_get_records(r, matrix->nodes + matrix->count, (size_t)matrix->count * (size_t)matrix->count,
                             &wendi_u16);
}

// Sections lie within the file: that was checked when the table was read.
wend_result wendi_begin_section(wendi_reader* r, uint32_t kind) {
    WENDI_ASSERT(kind >= 1 && kind <= r->section_count && r->table[kind - 1].offset <= r->size);
    XXH3_64bits_reset(&r->checksum);
    r->at = r->table[kind - 1].offset;
    if (!r->stream || fseek(r->stream, (long)r->at, SEEK_SET) == 0) return WEND_OK;
    return wendi_system_failure(r);
}

wend_result wendi_end_section(wendi_reader* r, uint32_t kind) {
    char gap[WENDI_FILE_ALIGNMENT];
    const wendi_section* s = &r->table[kind - 1];
    wend_result result = wendi_get(r, gap, (size_t)(wendi_file_aligned(s->size) - s->size));
    if (result == WEND_OK && XXH3_64bits_digest(&r->checksum) != s->checksum)
        result = wendi_fail(r->error, WEND_ERROR_FORMAT,
                            "%s: damaged .wend file: checksum of section \"%s\" at byte %llu does not match",
                            r->name, section_names[kind - 1], (unsigned long long)s->offset);
    return result;
}

wend_result wendi_get_section(wendi_reader* r, uint32_t kind, const wendi_layout* layout, void* records) {
    const size_t size = (size_t)r->table[kind - 1].size;
    WENDI_ASSERT(size % layout->bytes == 0);
    wend_result result = wendi_begin_section(r, kind);
    if (result == WEND_OK) result = wendi_get_records(r, records, size / layout->bytes, layout);
    return result == WEND_OK ? wendi_end_section(r, kind) : result;
}
