// notice.h: which message does the window show for a while?
#ifndef WEND_VIEW_NOTICE_H
#define WEND_VIEW_NOTICE_H
#include <stdbool.h>

typedef struct notice {
    char text[600];
    bool is_error;
    int frames_left; ///< to show it; 0: it is not shown
} notice;

/// Replaces the message that is shown.
void notice_show(notice* n, bool is_error, const char* format, ...) __attribute__((format(printf, 3, 4)));

#endif
