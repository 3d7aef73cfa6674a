// def.h: is the definition of an import valid?
#ifndef WIMP_DEF_H
#define WIMP_DEF_H
#include "wend/import.h"

/// DEF when wend_default_import_def did not make the definition, ARGUMENT when a field is out of range.
wend_result wimp_check_def(const wend_import_def* def, const char* name, wend_error* error_opt);
/// What holds for a picture beside a map, too: limits, how files are opened, progress, memory.
wend_import_def wimp_def_of_picture(const wend_import_def* asked);
/// Describes the first field that is out of range; NULL: all are in range.
const char* wimp_def_problem(const wend_import_def* def);
#endif
