// output.h: output files that are never half written: temporary file, fsync, rename.
#ifndef OUTPUT_H
#define OUTPUT_H
#include "cli.h"
#include <stdio.h>

typedef struct output {
    const char* file; ///< "-": standard output
    char* temporary;  ///< NULL when written directly: to a stream or a device
    FILE* stream;
} output;

/// True for "-".
bool output_is_stream(const char* file);
/// Says early, before long work, that a file cannot be written or would overwrite the input. CLI_OK or an
/// exit code.
int output_check(const char* file, const char* input_opt);

/// False for devices, pipes and the like, which a rename would replace.
bool output_is_regular_or_new(const char* file);

/// Opens a temporary file beside the target. CLI_OK or an exit code, the reason printed.
int output_open(const char* file, output* out);
/// Syncs and renames (publish) or drops what was written. CLI_OK or an exit code.
int output_close(output* out, bool publish);

#endif
