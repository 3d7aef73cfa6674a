// file_write.c: files that are written whole.
#include <errno.h>

#include "core/file.h"
#include "wend/private.h"

wend_result wend_file_write_pieces(const char* file, wend_file_piece_fn* next, void* context,
                                   wend_error* error_opt) {
    if (!file || !next) return WEND_ERROR_ARGUMENT;
    wendi_output output;
    wend_result result = wendi_output_open(file, &output, error_opt);
    if (result != WEND_OK) return result;
    const void* bytes = NULL;
    size_t size = 0;
    while ((result = next(context, &bytes, &size)) == WEND_OK && size > 0) {
        if (fwrite(bytes, 1, size, output.stream) == size) continue;
        result =
            wendi_fail(error_opt, WEND_ERROR_IO, "%s: write failed: %s", file, wendi_system_error(errno));
        break;
    }
    wend_result closed = wendi_output_close(&output, result == WEND_OK, error_opt);
    return result == WEND_OK ? closed : result;
}

typedef struct whole {
    const void* bytes;
    size_t size; // 0 after it was supplied
} whole;

static wend_result give_whole(void* context, const void** bytes_out, size_t* size_out) {
    whole* w = context;
    *bytes_out = w->bytes;
    *size_out = w->size;
    w->size = 0;
    return WEND_OK;
}

wend_result wend_file_write(const char* file, const void* bytes, size_t size, wend_error* error_opt) {
    if (!bytes && size > 0) return WEND_ERROR_ARGUMENT;
    return wend_file_write_pieces(file, give_whole, &(whole){bytes, size}, error_opt);
}
