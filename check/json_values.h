// json_values.h: plain numbers and valid texts in JSON.
#ifndef WEND_CHECK_JSON_VALUES_H
#define WEND_CHECK_JSON_VALUES_H
#include <stdint.h>

#include <cjson/cJSON.h>

void json_integer(cJSON* object, const char* key, int64_t value);
/// At most `decimals` decimals, never an exponent; not a number becomes null.
void json_number(cJSON* object, const char* key, double value, int decimals);
/// Bytes that are not valid UTF-8 become '?'.
void json_text(cJSON* object, const char* key, const char* text);
/// The same, at the end of an array.
void json_append_text(cJSON* array, const char* text);
/// 16 hex digits.
void json_hash(cJSON* object, const char* key, uint64_t hash);
/// Appends [x,y].
void json_point(cJSON* array, double x, double y);

#endif
