// complain.c: how does the program tell the terminal that it cannot go on?
#include "platform/complain.h"
#include <ctype.h>
#include <stdio.h>

void complain(const char* text) {
    fputs("wend-view: ", stderr);
    for (const char* c = text; *c != '\0'; c++) fputc(iscntrl((unsigned char)*c) ? '?' : *c, stderr);
    fputc('\n', stderr);
}
