// import_remedy.h: which setting would make a map readable that the importer refused?
#ifndef WEND_CHECK_IMPORT_REMEDY_H
#define WEND_CHECK_IMPORT_REMEDY_H
#include <wend/base.h>

typedef enum import_remedy {
    REMEDY_NONE,
    REMEDY_OUTSIDE,    ///< files may lie outside the folder of the map
    REMEDY_FILL_SHORT, ///< what is missing of a text grid is blocked
} import_remedy;

/// Cuts the name of the setting off the error, which is that of the library: a program names its own.
import_remedy import_remedy_take(wend_error* error);

#endif
