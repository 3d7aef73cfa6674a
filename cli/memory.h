// memory.h: where do commands get memory, and what happens when there is none? The program ends with one line
// and CLI_RESOURCE, so no caller has to ask; do not use it while a file is written piece by piece.
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H
#include <stddef.h>
#include <stdint.h>

/// Ends the program because so many things have no room.
_Noreturn void memory_fail(int64_t count, const char* what);
/// So many things of a size, all zero. what: what they are, for the message. The caller frees them.
void* memory_for(int64_t count, size_t size, const char* what);
/// Memory for one more than count things, which may move.
void* memory_grow(void* things, int64_t count, int64_t* capacity_io, size_t size, const char* what);
/// A copy of the first bytes of a text.
char* memory_text(const char* text, size_t length);

#endif
