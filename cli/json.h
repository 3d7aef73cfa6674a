// json.h: prints one JSON object on stdout, with plain numbers, also about an error.
#ifndef CLI_JSON_H
#define CLI_JSON_H
#include "cli.h"
#include "json_values.h"

/// Makes cJSON end the program with one line when memory runs out, so that no value is ever silently missing.
void json_init(void);

/// [x, y] under a key; [x, y, floor] on maps with floors.
void json_tile_as(cJSON* object, const char* key, wend_tile tile);
/// Appends the same.
void json_tile(cJSON* array, wend_tile tile);
/// An array of such tiles under a key.
void json_tiles(cJSON* object, const char* key, const wend_tile* tiles, int32_t count);
/// An empty object at the end of an array.
cJSON* json_row(cJSON* array);

/// The number of the form of all objects; docs/json.md says when it changes.
enum { JSON_SCHEMA = 1 };

/// Prints the object as one line on stdout, with the schema and the command in front, and deletes it.
void json_print(cJSON* object);
/// Adds error, code, file and line of the last error to an object, for answers of which a part is missing.
void json_error(cJSON* object);
/// Prints an object that has only the last error. Needs no memory.
void json_print_error(int code);

#endif
