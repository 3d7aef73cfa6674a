// json.c: how is untrusted JSON read, without recursion?
#include "formats/json.h"

#include <string.h>

typedef struct parser {
    const wimp_job* job;
    const char* inner_opt;
    wimp_json* json;
    size_t at, size;
    int32_t open[WIMP_JSON_MAX_DEPTH]; // the containers around the current position
    int32_t depth;
} parser;

wimp_place wimp_json_place(wimp_json* json, size_t at) {
    if (at < json->known_at || json->known.line == 0) {
        json->known_at = 0;
        json->known = (wimp_place){1, 1};
    }
    for (; json->known_at < at; json->known_at++) {
        const bool is_end = json->bytes[json->known_at] == '\n';
        json->known.line += is_end;
        json->known.column = is_end ? 1 : json->known.column + 1;
    }
    return json->known;
}

static wend_result fail(const parser* p, wend_result result, const char* what) {
    const wimp_place place = wimp_json_place(p->json, p->at);
    return wimp_job_fail(p->job, result, "%s%sline %d, column %d: %s", p->inner_opt ? p->inner_opt : "",
                         p->inner_opt ? ": " : "", place.line, place.column, what);
}

static wend_result fail_format(const parser* p, const char* expected) {
    char text[80];
    wimp_print(text, sizeof text, "%s JSON: expected %s", p->at == p->size ? "truncated" : "damaged",
               expected);
    return fail(p, WEND_ERROR_FORMAT, text);
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static bool is_in_number(char c) {
    return (c >= '0' && c <= '9') || c == '-' || c == '+' || c == '.' || c == 'e' || c == 'E';
}

static void skip_spaces(parser* p) {
    while (p->at < p->size && is_space(p->json->bytes[p->at])) p->at++;
}

// The next byte that is no space; 0: the end.
static char peek(parser* p) {
    skip_spaces(p);
    return p->at < p->size ? p->json->bytes[p->at] : 0;
}

static wend_result add(parser* p, wimp_json_kind kind, size_t at, size_t end) {
    wimp_json* json = p->json;
    if (!wimp_job_grow(p->job, &json->items, &json->capacity, (size_t)json->count + 1, sizeof *json->items))
        return WEND_ERROR_MEMORY;
    json->items[json->count] = (wimp_json_item){at, end, json->count + 1, kind};
    json->count++;
    return WEND_OK;
}

static wend_result add_string(parser* p) {
    const char* bytes = p->json->bytes;
    const size_t at = ++p->at;
    while (p->at < p->size && bytes[p->at] != '"') p->at += bytes[p->at] == '\\' ? 2 : 1;
    if (p->at >= p->size) {
        p->at = p->size;
        return fail_format(p, "the \" at the end of a text");
    }
    return add(p, WIMP_JSON_STRING, at, p->at++);
}

// The end of an array from its first value on, if it holds nothing but numbers; else 0.
static size_t end_of_numbers(const parser* p, size_t at) {
    const char* bytes = p->json->bytes;
    while (at < p->size && (is_in_number(bytes[at]) || is_space(bytes[at]) || bytes[at] == ',')) at++;
    return at < p->size && bytes[at] == ']' ? at : 0;
}

static wend_result open_container(parser* p, wimp_json_kind kind) {
    if (p->depth == WIMP_JSON_MAX_DEPTH) {
        char text[60];
        wimp_print(text, sizeof text, "values are nested more than %d deep", WIMP_JSON_MAX_DEPTH);
        return fail(p, WEND_ERROR_LIMIT, text);
    }
    p->open[p->depth++] = p->json->count;
    p->at++;
    return add(p, kind, p->at - 1, p->at);
}

static wend_result add_word(parser* p) {
    static const char* const words[] = {"true", "false", "null"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const size_t size = strlen(words[i]);
        if (p->size - p->at < size || memcmp(p->json->bytes + p->at, words[i], size) != 0) continue;
        p->at += size;
        return add(p, WIMP_JSON_WORD, p->at - size, p->at);
    }
    return fail_format(p, "a value");
}

// Reads a scalar, an array of numbers, or the start of a container.
static wend_result read_value(parser* p) {
    const char c = peek(p);
    if (c == '"') return add_string(p);
    if (c == '{') return open_container(p, WIMP_JSON_OBJECT);
    if (c == '[') {
        const size_t end = end_of_numbers(p, p->at + 1);
        if (end == 0) return open_container(p, WIMP_JSON_ARRAY);
        const size_t at = p->at + 1;
        p->at = end + 1;
        return add(p, WIMP_JSON_NUMBERS, at, end);
    }
    if (!is_in_number(c)) return add_word(p);
    const size_t at = p->at;
    while (p->at < p->size && is_in_number(p->json->bytes[p->at])) p->at++;
    return add(p, WIMP_JSON_NUMBER, at, p->at);
}

static wend_result read_key(parser* p) {
    if (peek(p) != '"') return fail_format(p, "the name of a member in \"");
    wend_result result = add_string(p);
    if (result != WEND_OK) return result;
    if (peek(p) != ':') return fail_format(p, "a colon");
    p->at++;
    return WEND_OK;
}

static bool in_object(const parser* p) {
    return p->depth > 0 && p->json->items[p->open[p->depth - 1]].kind == WIMP_JSON_OBJECT;
}

// Is the innermost container one that was opened just now?
static bool is_fresh(const parser* p) {
    return p->depth > 0 && p->open[p->depth - 1] == p->json->count - 1;
}

// Takes the ends of containers and the comma after a value.
static wend_result after_value(parser* p) {
    while (p->depth > 0) {
        const char c = peek(p), end = in_object(p) ? '}' : ']';
        if (c == end) {
            wimp_json_item* container = &p->json->items[p->open[--p->depth]];
            container->end = ++p->at;
            container->next = p->json->count;
            continue;
        }
        if (is_fresh(p)) return WEND_OK;
        if (c != ',') return fail_format(p, in_object(p) ? "a comma or }" : "a comma or ]");
        p->at++;
        return WEND_OK;
    }
    return WEND_OK;
}

wend_result wimp_json_parse(const wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                            wimp_json* out) {
    *out = (wimp_json){.bytes = (const char*)bytes};
    parser p = {.job = job, .inner_opt = inner_opt, .json = out, .size = size};
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) p.at = 3; // a byte order mark
    wend_result result;
    do {
        result = in_object(&p) ? read_key(&p) : WEND_OK;
        if (result == WEND_OK) result = read_value(&p);
        if (result == WEND_OK) result = after_value(&p);
    } while (result == WEND_OK && p.depth > 0);
    if (result != WEND_OK) return result;
    skip_spaces(&p);
    return p.at == size ? WEND_OK : fail_format(&p, "nothing more");
}

int32_t wimp_json_find(const wimp_json* json, int32_t object, const char* key) {
    if (object < 0 || json->items[object].kind != WIMP_JSON_OBJECT) return -1;
    for (int32_t i = object + 1; i < json->items[object].next; i = json->items[i + 1].next)
        if (wimp_span_equals(wimp_json_span(json, i), key)) return i + 1;
    return -1;
}

// ---- texts

// The number of four hexadecimal digits; -1: others.
static int32_t read_hex(const char* at, const char* end) {
    int32_t value = 0;
    if (end - at < 4) return -1;
    for (int32_t i = 0; i < 4; i++) {
        const char c = at[i];
        const int32_t digit = c >= '0' && c <= '9'   ? c - '0'
                              : c >= 'a' && c <= 'f' ? c - 'a' + 10
                              : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                                     : -1;
        if (digit < 0) return -1;
        value = value * 16 + digit;
    }
    return value;
}

static char* put_utf8(char* out, uint32_t c) {
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xc0 | c >> 6);
        *out++ = (char)(0x80 | (c & 63));
    } else if (c < 0x10000) {
        *out++ = (char)(0xe0 | c >> 12);
        *out++ = (char)(0x80 | (c >> 6 & 63));
        *out++ = (char)(0x80 | (c & 63));
    } else {
        *out++ = (char)(0xf0 | c >> 18);
        *out++ = (char)(0x80 | (c >> 12 & 63));
        *out++ = (char)(0x80 | (c >> 6 & 63));
        *out++ = (char)(0x80 | (c & 63));
    }
    return out;
}

// Reads what follows \u; halves of a pair that stand alone, damaged digits and 0 become '?'.
static const char* take_unicode(const char* at, const char* end, char** out) {
    int32_t first = read_hex(at, end);
    if (first < 0) {
        *(*out)++ = '?';
        return at;
    }
    at += 4;
    if (first >= 0xd800 && first < 0xdc00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u') {
        const int32_t second = read_hex(at + 2, end);
        if (second >= 0xdc00 && second < 0xe000) {
            *out = put_utf8(*out, 0x10000 + ((uint32_t)(first - 0xd800) << 10) + (uint32_t)(second - 0xdc00));
            return at + 6;
        }
    }
    const bool is_good = first != 0 && (first < 0xd800 || first >= 0xe000);
    *out = put_utf8(*out, is_good ? (uint32_t)first : '?');
    return at;
}

// No escape is shorter than what it stands for.
size_t wimp_json_text(const wimp_json* json, int32_t item, char* out) {
    const wimp_span span = wimp_json_span(json, item);
    const char *at = span.at, *end = span.at + span.size;
    char* to = out;
    while (at < end) {
        const char c = *at++;
        if (c != '\\' || at == end) {
            *to++ = c ? c : '?';
            continue;
        }
        static const char names[] = "bfnrt", values[] = "\b\f\n\r\t";
        const char escaped = *at++;
        const char* name = escaped ? strchr(names, escaped) : NULL;
        if (escaped == 'u')
            at = take_unicode(at, end, &to);
        else
            *to++ = name ? values[name - names] : escaped ? escaped : '?';
    }
    *to = 0;
    return (size_t)(to - out);
}
