// notice.c: which message does the window show for a while?
#include "platform/notice.h"
#include <stdarg.h>
#include <stdio.h>

enum { SHOWN_FRAMES = 360 };

void notice_show(notice* n, bool is_error, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(n->text, sizeof n->text, format, arguments);
    va_end(arguments);
    n->is_error = is_error;
    n->frames_left = SHOWN_FRAMES;
}
