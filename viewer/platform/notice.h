// notice.h: which message does the window show for a while, and how does the program report to the terminal
// that it has to stop?
#ifndef WEND_VIEW_NOTICE_H
#define WEND_VIEW_NOTICE_H
#include "platform/commands.h"
#include <stdbool.h>
#include <wend/base.h>

enum { NOTICE_TEXT = 600, NOTICE_LOG = 40 };

typedef struct notice {
    char text[NOTICE_TEXT];
    bool is_error;
    int frames_left; ///< that it will still be shown; 0: hidden
    struct {
        char text[NOTICE_TEXT];
        bool is_error;
    } log[NOTICE_LOG]; ///< the last ones, in a ring
    int logged;        ///< how many there were; the last is log[(logged - 1) % NOTICE_LOG]
    bool log_shown;
} notice;

/// Commands of the list of messages.
extern const command_def notice_commands[];

/// Replaces the shown message.
void notice_show(notice* n, bool is_error, const char* format, ...) __attribute__((format(printf, 3, 4)));
/// Adds a message to the list without showing it.
void notice_log(notice* n, bool is_error, const char* text);
/// Shows the reason of a failure. Returns true for OK.
bool notice_check(notice* n, wend_result result, const wend_error* error);

/// Exit codes; documented in the man page, so they never change.
enum { VIEW_OK = 0, VIEW_USAGE = 2, VIEW_BAD_INPUT = 3, VIEW_RESOURCE = 4 };

/// "wend-view: ..." as one line on stderr; control characters become '?'.
void complain(const char* text);

#endif
