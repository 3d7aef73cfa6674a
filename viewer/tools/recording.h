// recording.h: how is a search recorded, event by event?
#ifndef WEND_VIEW_RECORDING_H
#define WEND_VIEW_RECORDING_H
#include "document/document.h"
#include "document/trace.h"

typedef struct recording {
    trace* trace;    ///< NULL: nothing is recorded
    wend_path* path; ///< that the search found
    wend_stats stats;
    bool greedy; ///< the search ordered its open list by h alone
    double ms;   ///< that it took to record
} recording;

/// Answers a query on the document's world again and keeps the first limit events, in place of what *r_io
/// held. The clusters of a path are refined by A*, tile by tile. Shows a notice and returns false when that
/// fails; then nothing is recorded.
bool recording_make(recording* r_io, const document* d, const wend_query* query, int64_t limit);
void recording_clear(recording* r);

#endif
