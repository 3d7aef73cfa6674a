// gdal_child.h: runs the program wend-gdal as a child process and talks to it.
#ifndef WIMP_GDAL_CHILD_H
#define WIMP_GDAL_CHILD_H
#include "core/gdal_talk.h"
#include "core/message.h"

typedef struct wimp_gdal_child {
    int descriptor;
    int32_t process;
    const char* program; ///< for messages
} wimp_gdal_child;

/// Starts the program and sends it a request, and after it size bytes. Errors: UNSUPPORTED (no program is
/// named; this system has no such children), IO (it cannot be run), MEMORY.
wend_result wimp_gdal_start(const char* program_opt, const wimp_talk_request* request, const void* more_opt,
                            size_t size, const char* name, wimp_gdal_child* out, wend_error* error_opt);
/// Reads exactly so many bytes; false at an early end.
bool wimp_gdal_read(const wimp_gdal_child* child, void* out, size_t size);
/// Ends the program if it still runs.
void wimp_gdal_end(const wimp_gdal_child* child);
/// Why no more came.
wend_result wimp_gdal_fail_early(const wimp_gdal_child* child, const char* name, wend_error* error_opt);

#endif
