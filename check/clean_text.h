// clean_text.h: makes text that comes from a file, or names one, safe to print on a terminal.
#ifndef WEND_CHECK_CLEAN_TEXT_H
#define WEND_CHECK_CLEAN_TEXT_H

/// Bytes of the UTF-8 sequence at text; 0 when it is none (RFC 3629).
int utf8_length(const char* text);
/// Replaces each byte of control characters (C0, DEL, C1) and of invalid UTF-8 by '?'.
void clean_text(char* text);
/// A clean copy, of at most 4095 bytes. Borrowed, valid until the fourth call from here.
const char* shown(const char* text);

#endif
