// field_numbers.h: a field as numbers, for other programs and for people.
#ifndef FIELD_NUMBERS_H
#define FIELD_NUMBERS_H
#include "field_map.h"

enum { FIELD_TABLE_WIDTH = 120 }; ///< letters of a line that a terminal shows

/// A line for each row of the map. csv: numbers with commas between, and nothing where there is none; else an
/// aligned table with # for blocked tiles and . for those without a number. "-": standard output. CLI_OK or
/// an exit code.
int field_numbers_write(const field_map* map, field_kind kind, bool csv, const char* file);
/// Letters of a line of the table.
int64_t field_numbers_width(const field_map* map, field_kind kind);

#endif
