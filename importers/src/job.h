// job.h: what every reader of a format is given: the bytes, the definition, and where the answer goes.
#ifndef WENDI_JOB_H
#define WENDI_JOB_H
#include <stdarg.h>

#include "hash.h"
#include "wend/import.h"

#if defined(__GNUC__)
#define WENDI_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define WENDI_PRINTF(text, first)
#endif

/// Pixels a side of an image before downscaling: bounds every buffer of one row.
#define WENDI_MAX_IMAGE_SIDE (1 << 24)
/// Pixels that stb can decode, whatever the definition allows.
#define WENDI_MAX_WHOLE_PIXELS ((int64_t)1 << 28)

typedef struct wendi_stream wendi_stream;

/// One import under way.
typedef struct wendi_job {
    const uint8_t* bytes; ///< of the whole file, or the first 64 of it when there is a stream
    size_t size;          ///< of the whole file
    wendi_stream* stream; ///< of a PNG file, read as it is needed; NULL: all is in memory
    const char* name;     ///< of the file, for messages
    const wend_import_def* def;
    wend_import_info* info;    ///< filled by the reader, zeroed by whoever lends it
    float tile_size;           ///< of the grid, where the file gives it [Default: 0, which stands for 1]
    wend_image_survey* survey; ///< takes the pixels of an image, and there is no grid; NULL: none does
    wend_grid* grid;           ///< the reader's result; destroyed by the caller when the reader fails
    wend_error* error_opt;
    uint64_t named_hash;   ///< of the files that this one names; 0: it names none
    int32_t depth;         ///< 0: what the caller asked for; 1: a file that it names; and so on
    bool is_layer;         ///< class 0 is for pixels that cannot be seen, and for nothing else
    bool origin_is_bottom; ///< def->origin is the bottom-left corner, y upwards
} wendi_job;

/// Runs a job without info: on the file, or on its bytes when there is none. On success hands out the grid
/// and the info. Errors also as wendi_file_read.
wend_result wendi_job_run_whole(wendi_job* job, const char* file_opt, wend_grid** out,
                                wend_import_info* info_opt);
/// Reads the bytes by the format that knows them, into grid and info. On failure there is no grid.
wend_result wendi_job_run(wendi_job* job);
/// The same from a file; a PNG is read as it is decoded, and never in memory as a whole. Errors also as
/// wendi_file_read.
wend_result wendi_job_run_file(wendi_job* job, const char* file);
/// DEF or ARGUMENT when a definition is none.
wend_result wendi_import_check_def(const wend_import_def* def, const char* name, wend_error* error_opt);

/// Memory by an allocator of a definition; NULL when it has none left. NULL as allocator: malloc and free.
void* wendi_import_alloc(const wend_allocator* allocator_opt, size_t size);
void wendi_import_free(const wend_allocator* allocator_opt, void* memory, size_t size);
/// Memory whose bytes are all zero.
void* wendi_import_zeroed(const wend_allocator* allocator_opt, size_t size);

/// vsnprintf and snprintf that write numbers with a point whatever the host's locale.
void wendi_import_vprint(char* out, size_t size, const char* format, va_list arguments) WENDI_PRINTF(3, 0);
void wendi_import_print(char* out, size_t size, const char* format, ...) WENDI_PRINTF(3, 4);
/// What an error number of the system means, in English whatever the host's locale. Any thread may ask.
const char* wendi_import_system_error(int number);

/// Writes "<name>: <text>" to *error_opt, if there is one, as one line of clean UTF-8; returns result.
wend_result wendi_import_fail(wend_error* error_opt, wend_result result, const char* name, const char* format,
                              ...) WENDI_PRINTF(4, 5);
/// The same for a job.
#define wendi_job_fail(job, result, ...)                                                                     \
    wendi_import_fail((job)->error_opt, (result), (job)->name, __VA_ARGS__)
/// FORMAT, with a place in a text file, both from 1.
#define wendi_import_fail_at(error_opt, name, line, column, text, ...)                                       \
    wendi_import_fail((error_opt), WEND_ERROR_FORMAT, (name), "line %d, column %d: " text, (line), (column), \
                      __VA_ARGS__)
wend_result wendi_job_out_of_memory(const wendi_job* job, uint64_t size);

/// Replaces control characters and what is no UTF-8 by '?'.
void wendi_clean_text(char* text);
/// Appends to info.warning; several are separated by "; ".
void wendi_job_warn(wendi_job* job, const char* format, ...) WENDI_PRINTF(2, 3);

/// The first field of a definition that is none of its range, in words; NULL: all is well.
const char* wendi_what_is_wrong(const wend_import_def* def);

/// Checks the size that a header declares before anything is allocated: FORMAT when zero, LIMIT when the
/// tiles, after downscaling, are more than the definition allows.
wend_result wendi_job_check_size(const wendi_job* job, int64_t width, int64_t height);
/// LIMIT when the picture is larger than the definition or the decoder allows; for readers that need all of
/// it at once.
wend_result wendi_job_check_whole(const wendi_job* job, int64_t width, int64_t height, int64_t max_pixels);
/// FORMAT when the file has fewer than needed bytes behind offset.
wend_result wendi_job_check_data(const wendi_job* job, size_t offset, uint64_t needed);
#endif
