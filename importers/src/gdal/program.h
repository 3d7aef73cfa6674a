// program.h: the parts of the program wend-gdal. It gets one request on its standard input, a socket, answers
// it there, and ends; see core/gdal_talk.h.
#ifndef GDAL_PROGRAM_H
#define GDAL_PROGRAM_H
#include <stddef.h>

#include "core/gdal_talk.h"

/// Limits time, memory and files; no setting of GDAL makes it write or go to the network.
void confine_early(void);
/// Takes away system calls: new files, other programs, the network, signals. What GDAL needs is loaded.
void confine_fully(void);
/// Allows processor time for so many more samples.
void confine_allow(double samples);

/// Reads and writes the socket; the program ends where the importers have gone.
void talk_read(void* out, size_t size);
void talk_write(const void* bytes, size_t size);

/// The last error of GDAL as one line, without the name of the file where it begins with that.
void last_error(char text[WIMP_TALK_TEXT], const char* otherwise);

void answer_raster(const wimp_talk_request* request);
void answer_points(const wimp_talk_request* request);

#endif
