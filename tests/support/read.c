// read.c: what must hold for every import?
#include "read.h"
#include "files.h"
#include "test_memory.h"

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

reading read_text(const char* text, const wend_import_def* def_opt) {
    return read_bytes(text, strlen(text), def_opt);
}

void check_texts(const text_case* cases, size_t count) {
    for (size_t i = 0; i < count; i++) {
        reading r = read_text(cases[i].text, NULL);
        must(r.result == cases[i].result, "another result for", cases[i].text);
        must(r.result == WEND_OK || strstr(r.error.text, cases[i].says) != NULL, cases[i].says, r.error.text);
        wend_grid_destroy(r.grid);
    }
}

int32_t check_out_of_memory(wend_import_def def,
                            reading (*read)(const wend_import_def* def, const void* context),
                            const void* context) {
    for (int32_t failures = 0;; failures++) {
        test_memory memory = test_memory_new();
        memory.fail_at = failures;
        wend_allocator allocator = test_memory_allocator(&memory);
        def.allocator = &allocator;
        reading r = read(&def, context);
        wend_grid_destroy(r.grid);
        must(memory.live == 0, "memory was not freed", "");
        if (r.result == WEND_OK) return failures;
        must(r.result == WEND_ERROR_MEMORY, "not MEMORY", wend_result_string(r.result));
        must(r.grid == NULL, "a grid beside an error", "");
    }
}

reading read_file_again(const wend_import_def* def, const void* context) {
    return read_file(context, def);
}

uint8_t tile_class(const reading* r, int32_t x, int32_t y) {
    return wend_grid_class(r->grid, (wend_tile){x, y});
}

reading read_recipe(const char* lines, const wend_import_def* def_opt) {
    wend_import_def def = def_opt ? *def_opt : wend_default_import_def();
    char text[2000];
    snprintf(text, sizeof text, "wend recipe 1\n%s", lines);
    files_put("recipe.txt", text, strlen(text));
    reading r = {.grid = NULL};
    r.result = wend_import_file("recipe.txt", &def, &r.grid, &r.info, &r.error);
    if (r.result != WEND_OK) check_error_line(&r.error, r.result, "recipe.txt");
    return r;
}
