// examples.h: which maps does the start page offer?
#ifndef WEND_VIEW_EXAMPLES_H
#define WEND_VIEW_EXAMPLES_H
#include <stdbool.h>

enum { EXAMPLES = 8, EXAMPLE_PATH = 1000 };

typedef struct example {
    const char *file, *name, *hint;
} example;
extern const example examples[EXAMPLES];
/// Where the map is: beside the installed program, or in the source tree. False: it is not installed.
bool example_path(int index, char out[EXAMPLE_PATH]);

#endif
