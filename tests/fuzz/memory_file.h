// memory_file.h: how can bytes in memory be opened as a file?
#ifndef WEND_FUZZ_MEMORY_FILE_H
#define WEND_FUZZ_MEMORY_FILE_H
#include <stddef.h>
#include <stdint.h>

/// The name of a file with these bytes; the same file at each call.
const char* memory_file(const uint8_t* bytes, size_t size);

#endif
