// world_stream.c: how are the sections of a .wend file written, and its header and table, or those of a
// patch, read?
#include "files/world_stream.h"

#include "core/file.h"

#include <errno.h>
#include <string.h>

// ---- writing

wendi_writer wendi_writer_of(wend_write_fn* write_opt, void* context, XXH3_state_t* checksum_opt) {
    if (checksum_opt) XXH3_64bits_reset(checksum_opt);
    return (wendi_writer){.write = write_opt, .context = context, .checksum_opt = checksum_opt};
}

void wendi_put(wendi_writer* w, const void* bytes, size_t size) {
    if (size == 0 || w->result != WEND_OK) return;
    if (w->checksum_opt) XXH3_64bits_update(w->checksum_opt, bytes, size);
    w->size += size;
    if (w->write) w->result = w->write(w->context, bytes, size);
}

void wendi_put_gap(wendi_writer* w, uint64_t size) {
    static const char gap[WENDI_FILE_ALIGNMENT];
    wendi_put(w, gap, (size_t)(wendi_file_aligned(size) - size));
}

wendi_section wendi_put_end(wendi_writer* w, uint32_t kind, uint64_t offset) {
    wendi_section entry = {.kind = kind, .offset = offset, .size = w->size};
    wendi_put_gap(w, entry.size);
    w->size = 0;
    if (!w->checksum_opt) return entry;
    entry.checksum = XXH3_64bits_digest(w->checksum_opt);
    XXH3_64bits_reset(w->checksum_opt);
    return entry;
}

static void take(void* writer, const void* bytes, size_t size) {
    wendi_put(writer, bytes, size);
}

void wendi_put_records(wendi_writer* w, const void* records, size_t count, const wendi_layout* layout) {
    wendi_pass_in_file_order(records, count, layout, take, w);
}

void wendi_put_matrix(wendi_writer* w, const wendi_matrix* matrix) {
    static const char gap[4];
    const size_t count = (size_t)matrix->count;
    wendi_put_records(w, matrix->nodes, count, &wendi_u32);
    if (count > 0) wendi_put_records(w, matrix->nodes + count, count * count, &wendi_u16);
    wendi_put(w, gap, wendi_matrix_bytes(matrix->count) - wendi_matrix_used_bytes(matrix->count));
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

// ---- header and table

static const char* const section_names[] = {"map",      "costs",
                                            "tiles",    "metadata",
                                            "matrices", "original",
                                            "exits",    "links",
                                            "profiles", "profile matrices",
                                            "nodes",    "directory",
                                            "labels",   "one-way connections",
                                            "subgoals", "relief",
                                            "floors",   "ground",
                                            "slopes"};
_Static_assert(sizeof section_names / sizeof *section_names == WENDI_MOST_SECTIONS, "names");

const wendi_file_kind wendi_world_files = {
    .magic = "\x89WEND\r\n\x1a",
    .noun = ".wend file",
    .expected = "a .wend file",
    .not_one = "not a .wend file; expected a world saved by Wend",
    .version_of = ".wend format",
    .make_again = "bake it again: wend bake MAP -o FILE.wend",
    .sections = section_names,
    .version = WEND_FORMAT_VERSION,
    .least_sections = WENDI_SECTION_COUNT,
    .most_sections = WENDI_MOST_SECTIONS,
};

static uint64_t header_checksum(const wendi_file_header* header) {
    wendi_file_header stored = *header;
    wendi_reorder(&stored, 1, &wendi_file_header_layout);
    return XXH3_64bits(&stored, offsetof(wendi_file_header, checksum));
}

void wendi_complete_header(const wendi_file_kind* kind, const wendi_section* table, uint32_t section_count,
                           wendi_file_header* header) {
    const wendi_section* last = &table[section_count - 1];
    memcpy(header->magic, kind->magic, sizeof header->magic);
    header->byte_order = WENDI_BYTE_ORDER_MARK;
    header->version = kind->version;
    header->section_count = section_count;
    header->file_size = last->offset + wendi_file_aligned(last->size);
    header->table_checksum = wendi_sum(table, section_count, &wendi_section_layout, 0);
    header->checksum = header_checksum(header);
}

// ---- reading

wend_result wendi_damaged(const wendi_reader* r, const char* what) {
    return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: damaged %s: %s", r->name, r->kind->noun, what);
}

static wend_result system_failure(const wendi_reader* r) {
    return wendi_fail(r->error, WEND_ERROR_IO, "%s: cannot be read: %s", r->name, wendi_system_error(errno));
}

wend_result wendi_reader_open(wendi_reader* r) {
    char head[WENDI_MOST_HEAD_BYTES];
    r->stream = wendi_input_open(r->name);
    if (!r->stream)
        return wendi_fail(r->error, errno == ENOMEM ? WEND_ERROR_MEMORY : WEND_ERROR_IO,
                          "%s: cannot be opened: %s; expected %s", r->name,
                          errno == ESPIPE ? "it is a pipe" : wendi_system_error(errno), r->kind->expected);
    const int64_t end = wendi_input_size(r->stream);
    if (end < 0) return system_failure(r);
    r->size = (uint64_t)end;
    const size_t size = wendi_input_read(r->stream, head, sizeof head);
    if (ferror(r->stream)) return system_failure(r); // a folder, for example
    return wendi_read_head(r, head, size);
}

static wend_result check_header(const wendi_reader* r, size_t size) {
    const wendi_file_kind* kind = r->kind;
    const wendi_file_header* h = &r->header;
    if (r->size == 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: empty file, expected %s", r->name,
                          kind->expected);
    if (memcmp(h->magic, kind->magic, sizeof h->magic) != 0)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: %s", r->name,
                          memcmp(h->magic, wendi_world_files.magic, sizeof h->magic) == 0
                              ? "a world, expected a patch of a world"
                              : kind->not_one);
    if (size < sizeof *h)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated %s: %llu bytes", r->name, kind->noun,
                          (unsigned long long)r->size);
    if (h->byte_order == 0x04030201)
        return wendi_fail(r->error, WEND_ERROR_UNSUPPORTED,
                          "%s: %s of another byte order, which earlier versions wrote on some machines; %s",
                          r->name, kind->noun, kind->make_again);
    if (h->byte_order != WENDI_BYTE_ORDER_MARK) return wendi_damaged(r, "byte order mark");
    if (h->version != kind->version)
        return wendi_fail(r->error, WEND_ERROR_UNSUPPORTED, "%s: %s version %lu, expected %lu; %s", r->name,
                          kind->version_of, (unsigned long)h->version, (unsigned long)kind->version,
                          kind->make_again);
    if (h->checksum != header_checksum(h)) return wendi_damaged(r, "checksum of the header does not match");
    if (r->size != h->file_size)
        return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: %s %s: %llu bytes, expected %llu", r->name,
                          r->size < h->file_size ? "truncated" : "damaged", kind->noun,
                          (unsigned long long)r->size, (unsigned long long)h->file_size);
    if (h->section_count < kind->least_sections || h->section_count > kind->most_sections)
        return wendi_damaged(r, "header: number of sections");
    return WEND_OK;
}

wend_result wendi_read_head(wendi_reader* r, const void* bytes, size_t size) {
    static const char zeros[WENDI_FILE_ALIGNMENT];
    r->header = (wendi_file_header){.byte_order = 0};
    if (size > 0) memcpy(&r->header, bytes, size < sizeof r->header ? size : sizeof r->header);
    wendi_reorder(&r->header, 1, &wendi_file_header_layout);
    const wend_result result = check_header(r, size);
    if (result != WEND_OK) return result;
    const uint32_t count = r->header.section_count;
    const size_t head = wendi_head_bytes(count);
    uint64_t offset = wendi_file_aligned(head);
    if (size < offset) return wendi_damaged(r, "section table");
    memcpy(r->table, (const char*)bytes + sizeof r->header, count * sizeof *r->table);
    wendi_reorder(r->table, count, &wendi_section_layout);
    if (wendi_sum(r->table, count, &wendi_section_layout, 0) != r->header.table_checksum)
        return wendi_damaged(r, "checksum of the section table does not match");
    if (memcmp((const char*)bytes + head, zeros, (size_t)offset - head) != 0)
        return wendi_damaged(r, "section table");
    for (uint32_t i = 0; i < count; i++) {
        const wendi_section* s = &r->table[i];
        if (s->kind != i + 1 || s->zero != 0 || s->offset != offset || s->size > r->size ||
            wendi_file_aligned(s->size) > r->size - offset)
            return wendi_damaged(r, "section table");
        offset += wendi_file_aligned(s->size);
    }
    return offset == r->size ? WEND_OK : wendi_damaged(r, "section table");
}

wend_result wendi_read_all(wendi_reader* r, void* bytes) {
    if (!r->stream) {
        memcpy(bytes, r->memory_opt, (size_t)r->size);
        return WEND_OK;
    }
    rewind(r->stream);
    if (wendi_input_read(r->stream, bytes, (size_t)r->size) == r->size) return WEND_OK;
    if (ferror(r->stream)) return system_failure(r);
    return wendi_fail(r->error, WEND_ERROR_FORMAT, "%s: truncated %s", r->name, r->kind->noun);
}

wend_result wendi_verify_section(const wendi_reader* r, uint32_t kind) {
    const wendi_section* s = &r->table[kind - 1];
    if (XXH3_64bits(r->bytes + s->offset, (size_t)wendi_file_aligned(s->size)) == s->checksum) return WEND_OK;
    return wendi_fail(r->error, WEND_ERROR_FORMAT,
                      "%s: damaged %s: checksum of section \"%s\" at byte %llu does not match", r->name,
                      r->kind->noun, r->kind->sections[kind - 1], (unsigned long long)s->offset);
}

void* wendi_section_items(const wendi_reader* r, uint32_t kind, const wendi_layout* layout,
                          uint64_t* count_out) {
    const uint64_t size = wendi_section_size(r, kind);
    *count_out = size / layout->bytes;
    if (size % layout->bytes != 0) return NULL;
    wendi_reorder(wendi_section_bytes(r, kind), (size_t)*count_out, layout);
    return wendi_section_bytes(r, kind);
}
