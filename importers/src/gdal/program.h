// program.h: the parts of the program wend-gdal. It gets one request on its standard input, a socket, answers
// it there, and ends; see core/gdal_talk.h. Its parts in the order of their use: limits, GDAL with its
// tables, a file system for it, the confinement, and only then what comes from strangers.
#ifndef GDAL_PROGRAM_H
#define GDAL_PROGRAM_H
#include <gdal.h>
#include <stddef.h>

#include "core/gdal_talk.h"

extern int talk_descriptor; ///< the socket
/// Reads and writes the socket; the program ends where the importers have gone.
void talk_read(void* out, size_t size);
void talk_write(const void* bytes, size_t size);

/// The last error of GDAL as one line, without the name of the file where it begins with that.
void last_error(char text[WIMP_TALK_TEXT], const char* otherwise);
/// Why confine failed.
extern const char not_confined[];

/// From here on GDAL opens a raster by this name, and other files through the importers.
void files_begin(const char* name);
/// Where the tables of GDAL and PROJ lie; to be freed by CSLDestroy.
char** files_folders(void);

// What GDAL knows of where a raster lies.

/// Of the pixels from column x and row y on.
void georeference_of(GDALDatasetH raster, int32_t x, int32_t y, wend_georeference* out);
/// Fills ground, longitude, latitude and reach of an answer that has its size and georeference. Only for a
/// projection.
void georeference_sample(GDALDatasetH raster, wimp_raster_answer* io);

void answer_raster(const wimp_talk_request* request);
void answer_points(const wimp_talk_request* request);

#endif
