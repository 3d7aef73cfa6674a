// matrix_out.c: how is a matrix of costs written?
#include "matrix_out.h"
#include "output.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { NUMBER_BYTES = 32, HEADER_BYTES = 128 };

typedef struct writer {
    const double* costs;
    int32_t rows, columns, row;
    bool is_numpy, has_header;
    char* line;
} writer;

static bool ends_in(const char* file, const char* ending) {
    const size_t length = strlen(file), size = strlen(ending);
    return length > size && strcasecmp(file + length - size, ending) == 0;
}

bool matrix_out_is_known(const char* file) {
    return output_is_stream(file) || ends_in(file, ".csv") || ends_in(file, ".npy");
}

// Version 1.0 of the format: the length of the header is such that the numbers begin at a multiple of 64.
static size_t write_header(const writer* w, char* out) {
    char* text = out + 10;
    memcpy(out, "\x93NUMPY\x01", 8);
    int length =
        snprintf(text, HEADER_BYTES - 10, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }",
                 w->rows, w->columns);
    while (length < HEADER_BYTES - 11) text[length++] = ' ';
    text[length++] = '\n';
    out[8] = (char)length;
    out[9] = 0;
    return (size_t)length + 10;
}

static size_t write_numbers(const writer* w, const double* row, uint8_t* out) {
    for (int32_t k = 0; k < w->columns; k++) {
        uint64_t bits;
        memcpy(&bits, &row[k], sizeof bits);
        for (int i = 0; i < 8; i++) out[8 * (size_t)k + (size_t)i] = (uint8_t)(bits >> 8 * i);
    }
    return 8 * (size_t)w->columns;
}

static size_t write_text(const writer* w, const double* row, char* out) {
    size_t used = 0;
    for (int32_t k = 0; k < w->columns; k++) {
        if (k > 0) out[used++] = ',';
        used += (size_t)(isinf(row[k]) ? snprintf(out + used, NUMBER_BYTES, "inf")
                                       : snprintf(out + used, NUMBER_BYTES, "%.6f", row[k]));
    }
    out[used++] = '\n';
    return used;
}

// A wend_file_piece_fn: the header, then row by row.
static wend_result give_row(void* context, const void** bytes_out, size_t* size_out) {
    writer* w = context;
    *bytes_out = w->line;
    *size_out = 0;
    if (w->is_numpy && !w->has_header) {
        w->has_header = true;
        *size_out = write_header(w, w->line);
    } else if (w->row < w->rows) {
        const double* row = w->costs + (int64_t)w->row++ * w->columns;
        *size_out = w->is_numpy ? write_numbers(w, row, (uint8_t*)w->line) : write_text(w, row, w->line);
    }
    return output_end_is_asked() ? WEND_ERROR_CANCELLED : WEND_OK;
}

int matrix_out_write(const double* costs, int32_t rows, int32_t columns, const char* file) {
    writer w = {.costs = costs, .rows = rows, .columns = columns, .is_numpy = ends_in(file, ".npy")};
    w.line = malloc((size_t)columns * NUMBER_BYTES + HEADER_BYTES);
    if (w.line == NULL) return cli_fail(CLI_RESOURCE, "%s: out of memory for a row of numbers", file);
    const int code = output_write_pieces(file, give_row, &w);
    free(w.line);
    return code;
}
