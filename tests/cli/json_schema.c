// json_schema.c: does an object keep to the schema, and does the page describe the same keys?
//     json_schema SCHEMA             one object from standard input, by its command; unknown keys are errors
//     too json_schema SCHEMA PAGE.md     the tables of the page against the schema
// Knows those words of JSON Schema that the schema uses, and refuses others. Exits 0 or 1.
#include <cjson/cJSON.h>
#include <math.h>
#include <regex.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const cJSON* definitions;
static int wrong;

__attribute__((format(printf, 1, 2))) static void complain(const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
    wrong++;
}

static char* read_all(FILE* in) {
    enum { MOST = 1 << 22 };
    char* text = calloc(1, MOST);
    if (in == NULL || text == NULL || fread(text, 1, MOST - 1, in) == 0) {
        printf("nothing to read\n");
        exit(1);
    }
    return text;
}

static const cJSON* member(const cJSON* object, const char* key) {
    return cJSON_GetObjectItemCaseSensitive(object, key);
}

// Follows $ref.
static const cJSON* resolve(const cJSON* schema) {
    const char* to = cJSON_GetStringValue(member(schema, "$ref"));
    const cJSON* found = to == NULL ? schema : member(definitions, to + strlen("#/$defs/"));
    if (found == NULL) complain("%s is not defined", to);
    return found;
}

// ---- values

static bool has_type(const cJSON* value, const char* type) {
    if (strcmp(type, "integer") == 0)
        return cJSON_IsNumber(value) && value->valuedouble == floor(value->valuedouble);
    return (strcmp(type, "number") == 0 && cJSON_IsNumber(value)) ||
           (strcmp(type, "string") == 0 && cJSON_IsString(value)) ||
           (strcmp(type, "boolean") == 0 && cJSON_IsBool(value)) ||
           (strcmp(type, "null") == 0 && cJSON_IsNull(value)) ||
           (strcmp(type, "array") == 0 && cJSON_IsArray(value)) ||
           (strcmp(type, "object") == 0 && cJSON_IsObject(value));
}

static void check(const cJSON* value, const cJSON* schema, const char* path);

static void check_type(const cJSON* value, const cJSON* types, const char* path) {
    if (cJSON_IsString(types) && has_type(value, types->valuestring)) return;
    const cJSON* type;
    cJSON_ArrayForEach(type, types) if (cJSON_IsArray(types) && has_type(value, type->valuestring)) return;
    complain("%s: wrong type", path);
}

static void check_one_of(const cJSON* value, const cJSON* list, const char* path) {
    const cJSON* one;
    cJSON_ArrayForEach(one, list) if (cJSON_Compare(value, one, true)) return;
    complain("%s: none of the values of enum", path);
}

static void check_pattern(const cJSON* value, const char* pattern, const char* path) {
    regex_t expression;
    if (regcomp(&expression, pattern, REG_EXTENDED | REG_NOSUB) != 0 ||
        regexec(&expression, cJSON_GetStringValue(value), 0, NULL, 0) != 0)
        complain("%s: does not match %s", path, pattern);
    regfree(&expression);
}

static void check_items(const cJSON* array, const cJSON* schema, const char* path) {
    const int count = cJSON_GetArraySize(array);
    const cJSON *least = member(schema, "minItems"), *most = member(schema, "maxItems"), *item;
    if ((least != NULL && count < least->valueint) || (most != NULL && count > most->valueint))
        complain("%s: %d items", path, count);
    char name[256];
    snprintf(name, sizeof name, "%s[]", path);
    cJSON_ArrayForEach(item, array) check(item, member(schema, "items"), name);
}

static void check_members(const cJSON* object, const cJSON* schema, const char* path) {
    const cJSON *properties = member(schema, "properties"), *others = member(schema, "additionalProperties");
    const cJSON *key, *value;
    cJSON_ArrayForEach(key, member(schema, "required")) if (member(object, key->valuestring) == NULL)
        complain("%s: %s is missing", path, key->valuestring);
    cJSON_ArrayForEach(value, object) {
        char name[256];
        snprintf(name, sizeof name, "%s.%s", path, value->string);
        const cJSON* of_member = member(properties, value->string);
        if (of_member == NULL) of_member = others;
        if (of_member == NULL)
            complain("%s: not in the schema", name);
        else
            check(value, of_member, name);
        for (const cJSON* later = value->next; later != NULL; later = later->next)
            if (strcmp(later->string, value->string) == 0) complain("%s: twice", name);
    }
}

static void check(const cJSON* value, const cJSON* schema, const char* path) {
    schema = resolve(schema);
    const cJSON* word;
    cJSON_ArrayForEach(word, schema) {
        const char* key = word->string;
        if (strcmp(key, "type") == 0)
            check_type(value, word, path);
        else if (strcmp(key, "enum") == 0)
            check_one_of(value, word, path);
        else if (strcmp(key, "const") == 0 && !cJSON_Compare(value, word, true))
            complain("%s: not the value of const", path);
        else if (strcmp(key, "pattern") == 0 && cJSON_IsString(value))
            check_pattern(value, word->valuestring, path);
        else if (strcmp(key, "properties") == 0 || strcmp(key, "additionalProperties") == 0)
            continue;
        else if (strstr("description const pattern required items minItems maxItems $ref", key) == NULL)
            complain("%s: the schema uses %s, which this program does not know", path, key);
    }
    if (cJSON_IsArray(value) && member(schema, "items") != NULL) check_items(value, schema, path);
    if (cJSON_IsObject(value)) check_members(value, schema, path);
}

static int check_answer(void) {
    char* text = read_all(stdin);
    const char* end = NULL;
    cJSON* answer = cJSON_ParseWithOpts(text, &end, 0);
    if (!cJSON_IsObject(answer) || strcmp(end, "\n") != 0 || strchr(text, '\n') != end) {
        printf("not one object on one line: %.200s\n", text);
        return 1;
    }
    if (strcmp(answer->child->string, "schema") != 0) complain("schema is not the first key");
    const char* command = cJSON_GetStringValue(member(answer, "command"));
    // An error has nothing else but these keys.
    int others = 0;
    const cJSON* value;
    cJSON_ArrayForEach(value, answer) others +=
        strstr("schema command error code file line", value->string) == NULL;
    const bool is_error = member(answer, "error") != NULL && others == 0;
    const cJSON* schema = is_error ? member(definitions, "error") : member(definitions, command);
    if (schema == NULL)
        complain("the schema does not know the command %s", command);
    else
        check(answer, schema, command);
    printf("%s: %s\n", command,
           wrong > 0  ? "wrong"
           : is_error ? "an error, as in the schema"
                      : "as in the schema");
    cJSON_Delete(answer);
    free(text);
    return wrong > 0;
}

// ---- the page

typedef struct words {
    char items[512][96];
    int count;
} words;

static bool holds(const words* list, const char* word) {
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->items[i], word) == 0) return true;
    return false;
}

static void add(words* list, const char* word, size_t length) {
    if (list->count < 512 && length < 96) snprintf(list->items[list->count++], 96, "%.*s", (int)length, word);
}

static void add_keys(words* list, const cJSON* schema, const char* prefix) {
    schema = resolve(schema);
    const cJSON *items = member(schema, "items"), *property;
    char path[96];
    if (items != NULL && prefix[0] != '\0') {
        snprintf(path, sizeof path, "%.*s[].", (int)strlen(prefix) - 1, prefix);
        add_keys(list, items, path);
    }
    cJSON_ArrayForEach(property, member(schema, "properties")) {
        snprintf(path, sizeof path, "%s%s", prefix, property->string);
        add(list, path, strlen(path));
        snprintf(path, sizeof path, "%s%s.", prefix, property->string);
        add_keys(list, property, path);
    }
}

// The words in backquotes in the first cells of a section's tables.
static void add_rows(words* list, const char* section) {
    for (const char* line = section; line != NULL && strncmp(line, "## ", 3) != 0;) {
        const char* end = strstr(line, " | ");
        for (const char* at = line;
             strncmp(line, "| `", 3) == 0 && (at = strchr(at, '`')) != NULL && at < end;) {
            const size_t length = strcspn(at + 1, "`");
            add(list, at + 1, length);
            at += length + 2;
        }
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
}

static int check_page(const char* file) {
    static words described, defined;
    char* page = read_all(fopen(file, "r"));
    const cJSON* schema;
    int count = 0;
    cJSON_ArrayForEach(schema, definitions) {
        if (member(schema, "properties") == NULL) continue; // a tile and so on
        char heading[64];
        const bool is_error = strcmp(schema->string, "error") == 0;
        snprintf(heading, sizeof heading, "\n## %s\n", is_error ? "Errors" : schema->string);
        const char* section = strstr(page, heading);
        described.count = defined.count = 0;
        if (section != NULL) add_rows(&described, section + strlen(heading));
        add_keys(&defined, schema, "");
        const char* everywhere = is_error ? "schema command" : "schema command error code file line";
        for (int i = 0; i < defined.count; i++)
            if (!holds(&described, defined.items[i]) && strstr(everywhere, defined.items[i]) == NULL)
                complain("%s: %s is not described", schema->string, defined.items[i]);
        for (int i = 0; i < described.count; i++)
            if (!holds(&defined, described.items[i]))
                complain("%s: %s is described, but not in the schema", schema->string, described.items[i]);
        count += described.count;
    }
    printf("%d keys are described\n", count);
    free(page);
    return wrong > 0 || count < 100;
}

int main(int argc, char** argv) {
    if (argc < 2) return 1;
    FILE* file = fopen(argv[1], "r");
    char* text = read_all(file);
    fclose(file);
    cJSON* schema = cJSON_Parse(text);
    free(text);
    definitions = member(schema, "$defs");
    if (definitions == NULL) {
        printf("%s: not a schema with $defs\n", argv[1]);
        return 1;
    }
    const int code = argc > 2 ? check_page(argv[2]) : check_answer();
    cJSON_Delete(schema);
    return code;
}
