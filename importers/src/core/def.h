// def.h: is the definition of an import valid?
#ifndef WIMP_DEF_H
#define WIMP_DEF_H
#include "core/job.h"

/// DEF when wend_default_import_def did not make the definition, ARGUMENT when a field is out of range.
wend_result wimp_check_def(const wend_import_def* def, const char* name, wend_error* error_opt);
/// Describes the first field that is out of range; NULL: all are in range.
const char* wimp_def_problem(const wend_import_def* def);

/// A definition with the limits, ways to open files, progress and memory of another one, and all else as
/// usual.
wend_import_def wimp_def_beside(const wend_import_def* asked);

/// The import of a file that a definition names beside the map. Too large for the stack.
typedef struct wimp_beside {
    wend_import_def def; ///< as of wimp_def_beside
    wend_import_info info;
    wimp_job job; ///< of a picture; not yet run
} wimp_beside;

/// NULL: out of memory, as by's error says.
wimp_beside* wimp_beside_begin(const wimp_job* by, const char* file);
/// Also destroys the grid that the job has made.
void wimp_beside_end(wimp_beside* beside);
#endif
