// read.h: imports files in memory and checks what must hold for every import.
#ifndef WEND_TEST_READ_H
#define WEND_TEST_READ_H
#include "make.h"
#include "wend/import.h"

typedef struct reading {
    wend_result result;
    wend_grid* grid; ///< to be destroyed
    wend_import_info info;
    wend_error error;
} reading;

/// Imports; def_opt NULL: the default one. The program ends when the result is invalid: a grid beside an
/// error, neither, or an error that is not one line of plain text that begins with the file's name.
reading read_bytes(const void* data, size_t size, const wend_import_def* def_opt);
reading read_file(const bytes* file, const wend_import_def* def_opt);
reading read_text(const char* text, const wend_import_def* def_opt);
/// The same for the lines of a recipe, written to recipe.txt; the result may be an error.
reading read_recipe(const char* lines, const wend_import_def* def_opt);
uint8_t tile_class(const reading* r, int32_t x, int32_t y);
/// The program ends unless the error is one line of plain text that begins with the name.
void check_error_line(const wend_error* error, wend_result result, const char* name);

/// A text and the result of its import; says: a part of the error.
typedef struct text_case {
    const char *text, *says;
    wend_result result;
} text_case;
/// The program ends unless each text has its result and error.
void check_texts(const text_case* cases, size_t count);

/// Calls read again and again, each time with a later allocation failing, until it succeeds; returns the
/// number of failures. The program ends unless every failure is MEMORY and all memory is freed.
int32_t check_out_of_memory(wend_import_def def,
                            reading (*read)(const wend_import_def* def, const void* context),
                            const void* context);
/// A read for check_out_of_memory; the context is the bytes of a file.
reading read_file_again(const wend_import_def* def, const void* context);
#endif
