// format.h: what one map format is to the table of formats.
#ifndef WIMP_FORMAT_H
#define WIMP_FORMAT_H
#include "core/job.h"

typedef struct wimp_format {
    const char* name;
    const char* description; ///< one line: which variants are read
    /// By the content alone; size may be 0.
    bool (*recognise)(const uint8_t* bytes, size_t size);
    /// Leaves the grid and what it found in the job.
    wend_result (*read)(wimp_job* job);
    bool is_image;    ///< the rule of the definition turns its pixels into costs
    bool has_picture; ///< it names images that show the map
} wimp_format;
#endif
