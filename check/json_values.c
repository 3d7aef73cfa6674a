// json_values.c: how do numbers and texts become JSON?
#include "json_values.h"
#include "clean_text.h"

#include <math.h>
#include <stdio.h>

void json_integer(cJSON* object, const char* key, int64_t value) {
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)value);
    cJSON_AddRawToObject(object, key, text);
}

static const char* plain(double value, int decimals, char text[400]) {
    if (!isfinite(value)) return "null";
    snprintf(text, 400, "%.*f", decimals, value);
    return text;
}

void json_number(cJSON* object, const char* key, double value, int decimals) {
    char text[400];
    cJSON_AddRawToObject(object, key, plain(value, decimals, text));
}

static void clean(const cJSON* item) {
    for (char* c = item != NULL ? item->valuestring : ""; *c != '\0';) {
        const int length = utf8_length(c);
        if (length == 0) *c = '?';
        c += length == 0 ? 1 : length;
    }
}

void json_text(cJSON* object, const char* key, const char* text) {
    clean(cJSON_AddStringToObject(object, key, text));
}

void json_append_text(cJSON* array, const char* text) {
    cJSON* item = cJSON_CreateString(text);
    clean(item);
    cJSON_AddItemToArray(array, item);
}

void json_hash(cJSON* object, const char* key, uint64_t hash) {
    char text[20];
    snprintf(text, sizeof text, "%016llx", (unsigned long long)hash);
    cJSON_AddStringToObject(object, key, text);
}

void json_point(cJSON* array, double x, double y) {
    char plain_x[400], plain_y[400], text[804];
    snprintf(text, sizeof text, "[%s,%s]", plain(x, 6, plain_x), plain(y, 6, plain_y));
    cJSON_AddItemToArray(array, cJSON_CreateRaw(text));
}
