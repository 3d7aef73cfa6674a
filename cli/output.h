// output.h: can an output file be written, and which signals wait until it is? The writing itself is done by
// wend_world_save, wend_file_write and wend_file_write_pieces.
#ifndef OUTPUT_H
#define OUTPUT_H
#include "cli.h"

/// True for "-", a standard stream.
bool output_is_stream(const char* file);
/// Checks, before any long work, that a file can be written and does not overwrite the input. Returns CLI_OK
/// or an exit code.
int output_check(const char* file, const char* input_opt);
/// Delays signals that end the program (an interrupt, a hang-up) until release, so that no partial temporary
/// file stays behind.
void output_hold_signals(void);
void output_release_signals(void);
/// True when a signal has arrived since hold; the caller should then stop.
bool output_end_is_asked(void);

#endif
