// gdal_child.h: runs the program wend-gdal as a child process and talks to it.
#ifndef WIMP_GDAL_CHILD_H
#define WIMP_GDAL_CHILD_H
#include "core/gdal_talk.h"
#include "core/message.h"

typedef struct wimp_gdal_child {
    int descriptor;
    int32_t process;
    const char* program; ///< for messages
    int32_t patience_ms; ///< how long it may be silent
    bool is_silent;      ///< it was silent for so long
} wimp_gdal_child;

/// Starts the program with an open raster, and sends it a request, and after it size bytes. raster: a
/// descriptor, which stays the caller's; -1: none. Errors: UNSUPPORTED (no program is named; this system has
/// no such children), IO (it cannot be run), MEMORY.
wend_result wimp_gdal_start(const char* program_opt, const wimp_talk_request* request, int raster,
                            const void* more_opt, size_t size, const char* name, wimp_gdal_child* out,
                            wend_error* error_opt);
/// Reads exactly so many bytes; false at an early end, or when nothing comes for too long.
bool wimp_gdal_read(wimp_gdal_child* child, void* out, size_t size);
/// Answers to WIMP_ASKS_FOR_FILE. error: 0, or the errno that stands for no descriptor.
bool wimp_gdal_send_file(wimp_gdal_child* child, int descriptor, int error);
/// Ends the program if it still runs.
void wimp_gdal_end(const wimp_gdal_child* child);
/// Why no more came.
wend_result wimp_gdal_fail_early(const wimp_gdal_child* child, const char* name, wend_error* error_opt);

#endif
