// format_table.h: which formats exist, and which one does a file have?
#ifndef WIMP_FORMAT_TABLE_H
#define WIMP_FORMAT_TABLE_H
#include "core/format.h"

/// In the order in which they are tried; NULL past the last.
const wimp_format* wimp_format_at(int32_t index);
/// The format that recognises the bytes; NULL: none does.
const wimp_format* wimp_format_of(const uint8_t* bytes, size_t size);
#endif
