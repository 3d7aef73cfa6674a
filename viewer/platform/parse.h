// parse.h: how are the values of commands parsed? On failure why, of COMMAND_WHY bytes, names the expected
// value.
#ifndef WEND_VIEW_PARSE_H
#define WEND_VIEW_PARSE_H
#include <wend/grid.h>

enum { COMMAND_WHY = 200 };

/// A finite number at the beginning of a text; *end_out: the rest of the text. Gives no reason.
bool parse_number(const char* text, double* out, const char** end_out);
/// "X,Y"; gives no reason.
bool parse_pair(const char* text, double* x, double* y);
bool parse_range(const char* value, double least, double most, double* out, char* why);
/// A tile of a map, "X,Y", or "X,Y,F" with its floor; without one it is on floor 0.
bool parse_tile(const char* text, const wend_grid* grid, wend_tile* out, char* why);
/// Two of them with a space between.
bool parse_tiles(const char* text, const wend_grid* grid, wend_tile out[2], char* why);
/// "0", "1" or "toggle".
bool parse_switch(bool* flag_io, const char* value, char* why);
/// The index of a word; name returns NULL past the last. -1: unknown.
int parse_word(const char* value, const char* what, const char* (*name)(int index), char* why);

#endif
