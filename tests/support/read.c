// read.c: what must hold for every import?
#include "read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void must(bool condition, const char* what, const char* text) {
    if (condition) return;
    fprintf(stderr, "%s: \"%s\"\n", what, text);
    abort();
}

void check_error_line(const wend_error* error, wend_result result, const char* name) {
    const char* text = error->text;
    must(error->result == result, "the error has another result than the call", text);
    must(memchr(text, 0, sizeof error->text) != NULL, "the error does not end", "");
    size_t length = strlen(name);
    must(strncmp(text, name, length) == 0 && strncmp(text + length, ": ", 2) == 0,
         "the error does not begin with the file's name", text);
    must(strlen(text) > length + 8, "the error says nothing", text);
    for (const char* c = text; *c; c++)
        must((unsigned char)*c >= 0x20 && *c != 0x7f, "the error has a control character", text);
}

reading read_bytes(const void* data, size_t size, const wend_import_def* def_opt) {
    wend_import_def def = def_opt ? *def_opt : wend_default_import_def();
    static char nothing;
    wend_grid* const untouched = (wend_grid*)(void*)&nothing; // never dereferenced
    reading r = {.grid = untouched};
    memset(&r.info, 0xa5, sizeof r.info);
    r.result = wend_import_memory(data, size, "test file", &def, &r.grid, &r.info, &r.error);
    if (r.result != WEND_OK) {
        must(r.grid == untouched, "the grid was touched by a failure", r.error.text);
        check_error_line(&r.error, r.result, "test file");
        r.grid = NULL;
        return r;
    }
    must(r.grid != NULL && r.grid != untouched, "no grid", "");
    must(memchr(r.info.warning, 0, sizeof r.info.warning) != NULL, "the warning does not end", "");
    must(r.info.width > 0 && r.info.height > 0, "no size", "");
    return r;
}

reading read_file(const bytes* file, const wend_import_def* def_opt) {
    // a copy of exactly its size, so that a sanitizer sees one byte too many
    uint8_t* copy = malloc(file->size ? file->size : 1);
    must(copy != NULL, "out of memory", "");
    memcpy(copy, file->data, file->size);
    reading r = read_bytes(copy, file->size, def_opt);
    free(copy);
    return r;
}

uint8_t tile_class(const reading* r, int32_t x, int32_t y) {
    return wend_grid_class(r->grid, (wend_tile){x, y});
}
