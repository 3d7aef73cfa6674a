// json.h: prints one JSON object on stdout, with plain numbers, also about an error.
#ifndef CLI_JSON_H
#define CLI_JSON_H
#include "cli.h"
#include <cjson/cJSON.h>

/// Makes cJSON end the program with one line when memory runs out, so that no value is ever silently missing.
void json_init(void);

void json_integer(cJSON* object, const char* key, int64_t value);
/// At most `decimals` decimals, never an exponent; not a number becomes null.
void json_number(cJSON* object, const char* key, double value, int decimals);
/// Bytes that are not valid UTF-8 become '?'.
void json_text(cJSON* object, const char* key, const char* text);
/// The same, at the end of an array.
void json_append_text(cJSON* array, const char* text);
/// 16 hex digits.
void json_hash(cJSON* object, const char* key, uint64_t hash);
/// [x, y] under a key; [x, y, floor] on maps with floors.
void json_tile_as(cJSON* object, const char* key, wend_tile tile);
/// Appends the same.
void json_tile(cJSON* array, wend_tile tile);
/// An array of such tiles under a key.
void json_tiles(cJSON* object, const char* key, const wend_tile* tiles, int32_t count);
/// An empty object at the end of an array.
cJSON* json_row(cJSON* array);
void json_point(cJSON* array, double x, double y);

/// The number of the form of all objects; docs/json.md says when it changes.
enum { JSON_SCHEMA = 1 };

/// Prints the object as one line on stdout, with the schema and the command in front, and deletes it.
void json_print(cJSON* object);
/// Adds error, code, file and line of the last error to an object, for answers of which a part is missing.
void json_error(cJSON* object);
/// Prints an object that has only the last error. Needs no memory.
void json_print_error(int code);

#endif
