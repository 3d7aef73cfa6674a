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
/// Adds one row of a file to a text.
typedef void output_row_fn(void* context, int64_t row, file_text* out);
/// The same for a file of so many rows, which need not fit into memory together. A signal ends the program
/// between two rows and leaves the old file.
int output_write_rows(const char* file, int64_t rows, output_row_fn* add_row, void* context);
/// True when two names lead to one file, which is there.
bool same_file(const char* a, const char* b);
/// A note for --verbose about a complete file.
void output_note_written(const char* file);
/// Delays signals that end the program (an interrupt, a hang-up) until output_end_file, so that no partial
/// temporary file stays behind.
void output_hold_signals(void);
/// After the writing of a file: CLI_OK, or an exit code, the reason printed.
int output_end_file(const char* file, wend_result result, const wend_error* error);

#endif
