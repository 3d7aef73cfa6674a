// json.h: JSON as a flat list of items that point into its bytes. An array of numbers is a single item, so a
// layer of a map takes no memory per tile.
#ifndef WIMP_JSON_H
#define WIMP_JSON_H
#include "core/job.h"
#include "core/named_file.h"
#include "core/text.h"

enum { WIMP_JSON_MAX_DEPTH = 64 };

typedef enum wimp_json_kind {
    WIMP_JSON_WORD,    ///< true, false or null
    WIMP_JSON_NUMBER,  ///< not checked further
    WIMP_JSON_STRING,  ///< without its quotes, with its escapes
    WIMP_JSON_NUMBERS, ///< an array that holds nothing but numbers, without its brackets; may be empty
    WIMP_JSON_ARRAY,   ///< followed by its values
    WIMP_JSON_OBJECT,  ///< followed by its members: a STRING, then the value
} wimp_json_kind;

typedef struct wimp_json_item {
    size_t at, end; ///< its bytes
    int32_t next;   ///< index of the item behind it and all within it
    wimp_json_kind kind;
} wimp_json_item;

typedef struct wimp_json {
    const char* bytes;
    wimp_json_item* items; ///< the first is the document
    int32_t count;
    size_t capacity;
    size_t known_at; ///< where a position was asked for last, to count lines from there
    wimp_place known;
} wimp_json;

/// inner_opt: how messages name the document when it is not the job's own file. The bytes must outlive it.
/// Its items are memory of the job. Errors: FORMAT, LIMIT (too deep), MEMORY.
wend_result wimp_json_parse(const wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                            wimp_json* out);

/// The value of an object's member; -1: none has this key, or the item is no object.
int32_t wimp_json_find(const wimp_json* json, int32_t object, const char* key);
/// The bytes of an item.
static inline wimp_span wimp_json_span(const wimp_json* json, int32_t item) {
    const wimp_json_item* i = &json->items[item];
    return (wimp_span){json->bytes + i->at, i->end - i->at};
}
/// Writes a scalar without escapes and a zero behind it; out has room for its bytes plus 1. Returns the size.
size_t wimp_json_text(const wimp_json* json, int32_t item, char* out);
/// Line and column of a byte.
wimp_place wimp_json_place(wimp_json* json, size_t at);
#endif
