// recent.h: which files were opened last?
#ifndef WEND_VIEW_RECENT_H
#define WEND_VIEW_RECENT_H

enum { RECENT_FILES = 8, RECENT_PATH = 1000 };

/// Absolute paths, the latest first; "": none.
typedef struct recent {
    char files[RECENT_FILES][RECENT_PATH];
} recent;

/// Puts a file first. Paths that are too long or do not exist are left out.
void recent_add(recent* r, const char* file);
int recent_count(const recent* r);

#endif
