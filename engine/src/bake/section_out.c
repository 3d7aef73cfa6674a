// section_out.c: how is a section of a file written while others are written, too?
#include <errno.h>
#include <string.h>

#include "bake/assemble.h"

wend_result wendi_section_begin(const wend_bake* bake, uint64_t at, wendi_section_out* out) {
    *out = (wendi_section_out){.bake = bake, .begin = at, .at = at};
    XXH3_64bits_reset(&out->checksum);
    out->buffer = wendi_alloc(&bake->allocator, WENDI_SECTION_BUFFER, 1);
    return out->buffer ? WEND_OK : WEND_ERROR_MEMORY;
}

static void write_bytes(wendi_section_out* section, const void* bytes, size_t size) {
    if (section->result == WEND_OK && size > 0) {
        section->result =
            wendi_write_at(wendi_output_descriptor(&section->bake->output), bytes, size, section->at);
        if (section->result != WEND_OK) section->error = errno;
    }
    section->at += size;
}

static void flush(wendi_section_out* section) {
    write_bytes(section, section->buffer, section->used);
    section->used = 0;
}

void wendi_section_put(wendi_section_out* section, const void* bytes, size_t size) {
    if (size == 0) return;
    XXH3_64bits_update(&section->checksum, bytes, size);
    if (size > WENDI_SECTION_BUFFER - section->used) flush(section);
    if (size > WENDI_SECTION_BUFFER / 4) {
        flush(section);
        write_bytes(section, bytes, size);
        return;
    }
    memcpy(section->buffer + section->used, bytes, size);
    section->used += size;
}

static void take(void* section, const void* bytes, size_t size) {
    wendi_section_put(section, bytes, size);
}

void wendi_section_put_records(wendi_section_out* section, const void* records, size_t count,
                               const wendi_layout* layout) {
    wendi_pass_in_file_order(records, count, layout, take, section);
}

wend_result wendi_section_end(wendi_section_out* section, uint32_t kind, wendi_section* entry,
                              wend_error* error_opt) {
    static const char gap[WENDI_FILE_ALIGNMENT];
    const uint64_t size = section->at + section->used - section->begin;
    wendi_section_put(section, gap, (size_t)(wendi_file_aligned(size) - size));
    flush(section);
    *entry = (wendi_section){.kind = kind,
                             .offset = section->begin,
                             .size = size,
                             .checksum = XXH3_64bits_digest(&section->checksum)};
    if (section->result == WEND_OK) return WEND_OK;
    return wendi_fail(error_opt, section->result, "%s: write failed: %s", section->bake->file,
                      wendi_system_error(section->error));
}

void wendi_section_free(wendi_section_out* section) {
    if (section->bake) wendi_free(&section->bake->allocator, section->buffer, WENDI_SECTION_BUFFER, 1);
    section->buffer = NULL;
}
