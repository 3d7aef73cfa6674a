// complain.h: how does the program tell the terminal that it cannot go on?
#ifndef WEND_VIEW_COMPLAIN_H
#define WEND_VIEW_COMPLAIN_H

/// Exit codes; documented in the man page, so they never change.
enum { VIEW_OK = 0, VIEW_USAGE = 2, VIEW_BAD_INPUT = 3, VIEW_RESOURCE = 4 };

/// "wend-view: ..." as one line on stderr; control characters become '?'.
void complain(const char* text);

#endif
