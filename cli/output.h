// output.h: can an output file be written, how is it written, and which signals wait until it is?
#ifndef OUTPUT_H
#define OUTPUT_H
#include "cli.h"
#include "path_file.h"
#include <wend/private.h>

/// True for "-", a standard stream.
bool output_is_stream(const char* file);
/// Ends the program, as SIGPIPE would, when standard output is a pipe that nobody reads any more.
void output_end_if_pipe_is_closed(void);
/// Checks, before any long work, that a file can be written, is not read-only, and does not overwrite the
/// input. Returns CLI_OK or an exit code.
int output_check(const char* file, const char* input_opt);
/// Writes a file completely or not at all, or for "-" to standard output. Returns CLI_OK or an exit code.
int output_write(const char* file, const void* bytes, size_t size);
/// The same for a text, which it frees. One that has failed is reported.
int output_write_text(file_text* text, const char* file);
/// The same for a file whose pieces are made one by one.
int output_write_pieces(const char* file, wend_file_piece_fn next, void* context);
/// A note for --verbose about a complete file.
void output_note_written(const char* file);
/// Delays signals that end the program (an interrupt, a hang-up) until release, so that no partial temporary
/// file stays behind.
void output_hold_signals(void);
void output_release_signals(void);
/// True when a signal has arrived since hold; the caller should then stop.
bool output_end_is_asked(void);

#endif
