// read.h: imports of files in memory, and the conditions that each must satisfy.
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

/// Imports; def_opt NULL: the default one. The program ends when the answer is no answer: a grid beside an
/// error, no grid without one, an error that is not one clean line that names the file.
reading read_bytes(const void* data, size_t size, const wend_import_def* def_opt);
reading read_file(const bytes* file, const wend_import_def* def_opt);
uint8_t tile_class(const reading* r, int32_t x, int32_t y);
/// The program ends unless the error is one clean line that begins with the name.
void check_error_line(const wend_error* error, wend_result result, const char* name);
#endif
