// output.h: what is known about an output file before any work is done, and what must not disturb its
// writing. Writing itself is wend_world_save, wend_file_write and
// wend_file_write_pieces.
#ifndef OUTPUT_H
#define OUTPUT_H
#include "cli.h"

/// True for "-", a standard stream.
bool output_is_stream(const char* file);
/// Says early, before long work, that a file cannot be written or would overwrite the input. CLI_OK or an
/// exit code.
int output_check(const char* file, const char* input_opt);
/// While a file is being written: what asks the program to end (an interrupt, a hang-up) waits until release,
/// so that no half of a file stays behind under its temporary name.
void output_hold_signals(void);
void output_release_signals(void);
/// While they are held: has one come? Then the work should be given up.
bool output_end_is_asked(void);

#endif
