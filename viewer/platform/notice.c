// notice.c: which message does the window show for a while, and how does the program report to the terminal
// that it has to stop?
#include "platform/notice.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SHOWN_FRAMES = 360 };

void notice_show(notice* n, bool is_error, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(n->text, sizeof n->text, format, arguments);
    va_end(arguments);
    n->is_error = is_error;
    n->frames_left = SHOWN_FRAMES;
    notice_log(n, is_error, n->text);
}

void notice_log(notice* n, bool is_error, const char* text) {
    const int last = (n->logged + NOTICE_LOG - 1) % NOTICE_LOG;
    if (text[0] == '\0' || (n->logged > 0 && strcmp(n->log[last].text, text) == 0)) return;
    char* entry = n->log[n->logged % NOTICE_LOG].text;
    const size_t length = strlen(text) < NOTICE_TEXT ? strlen(text) : NOTICE_TEXT - 1;
    memmove(entry, text, length);
    entry[length] = '\0';
    n->log[n->logged++ % NOTICE_LOG].is_error = is_error;
}

bool notice_check(notice* n, wend_result result, const wend_error* error) {
    if (result != WEND_OK)
        notice_show(n, true, "%s", error->text[0] != '\0' ? error->text : wend_result_string(result));
    return result == WEND_OK;
}

void complain(const char* text) {
    fputs("wend-view: ", stderr);
    for (const char* c = text; *c != '\0'; c++) fputc(iscntrl((unsigned char)*c) ? '?' : *c, stderr);
    fputc('\n', stderr);
}

const command_def notice_commands[] = {COMMAND_SWITCH("messages", notice, log_shown, .then = NULL),
                                       COMMANDS_END};
