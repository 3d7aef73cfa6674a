// arguments.h: what number or text does the command line give for an option? `--maps 20` is option "--maps".
#ifndef WEND_TEST_ARGUMENTS_H
#define WEND_TEST_ARGUMENTS_H
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static inline int64_t number_argument(int argc, char** argv, const char* option, int64_t otherwise) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], option) == 0) return atoll(argv[i + 1]);
    return otherwise;
}

static inline const char* text_argument(int argc, char** argv, const char* option, const char* otherwise) {
    for (int i = 1; i + 1 < argc; i += 2)
        if (strcmp(argv[i], option) == 0) return argv[i + 1];
    return otherwise;
}
#endif
