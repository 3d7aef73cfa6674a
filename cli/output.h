// output.h: what is known about an output file before any work is done. Writing itself is wend_file_write.
#ifndef OUTPUT_H
#define OUTPUT_H
#include "cli.h"

/// True for "-", a standard stream.
bool output_is_stream(const char* file);
/// Says early, before long work, that a file cannot be written or would overwrite the input. CLI_OK or an
/// exit code.
int output_check(const char* file, const char* input_opt);

#endif
