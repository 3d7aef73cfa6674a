// json.c: how does Wend print JSON values?
#include "json.h"
#include "clean_text.h"

#include <stdio.h>
#include <stdlib.h>

static void* allocate_or_exit(size_t size) {
    void* memory = malloc(size);
    if (memory == NULL) exit(cli_end(cli_fail(CLI_RESOURCE, "out of memory while writing JSON")));
    return memory;
}

void json_init(void) {
    cJSON_InitHooks(&(cJSON_Hooks){.malloc_fn = allocate_or_exit, .free_fn = free});
}

void json_tile_as(cJSON* object, const char* key, wend_tile tile) {
    char text[CLI_TILE_TEXT + 2], numbers[CLI_TILE_TEXT];
    snprintf(text, sizeof text, "[%s]", cli_tile_text(tile, numbers));
    cJSON_AddRawToObject(object, key, text);
}

void json_tile(cJSON* array, wend_tile tile) {
    char text[CLI_TILE_TEXT + 2], numbers[CLI_TILE_TEXT];
    snprintf(text, sizeof text, "[%s]", cli_tile_text(tile, numbers));
    cJSON_AddItemToArray(array, cJSON_CreateRaw(text));
}

void json_tiles(cJSON* object, const char* key, const wend_tile* tiles, int32_t count) {
    cJSON* array = cJSON_AddArrayToObject(object, key);
    for (int32_t i = 0; i < count; i++) json_tile(array, tiles[i]);
}

cJSON* json_row(cJSON* array) {
    cJSON* row = cJSON_CreateObject();
    cJSON_AddItemToArray(array, row);
    return row;
}

// cJSON adds members at the end only.
static void put_first(cJSON* object, const char* key, cJSON* value) {
    cJSON* holder = cJSON_CreateObject();
    cJSON_AddItemToObject(holder, key, value);
    cJSON_InsertItemInArray(object, 0, cJSON_DetachItemFromObjectCaseSensitive(holder, key));
    cJSON_Delete(holder);
}

void json_error(cJSON* object) {
    const cli_error* error = cli_last_error();
    json_text(object, "error", error->text);
    json_integer(object, "code", error->code);
    if (error->file[0] != '\0') json_text(object, "file", error->file);
    if (error->line > 0) json_integer(object, "line", error->line);
}

static void print_string(const char* text) {
    putchar('"');
    for (const char* c = text; *c != '\0';) {
        const int length = utf8_length(c);
        if (length == 0 || (unsigned char)*c < 0x20)
            putchar('?');
        else if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else
            fwrite(c, 1, (size_t)length, stdout);
        c += length > 0 ? length : 1;
    }
    putchar('"');
}

void json_print_error(int code) {
    const cli_error* error = cli_last_error();
    printf("{\"schema\":%d,\"command\":", JSON_SCHEMA);
    print_string(cli_command_name());
    printf(",\"error\":");
    print_string(error->text);
    printf(",\"code\":%d", code);
    if (error->file[0] != '\0') {
        printf(",\"file\":");
        print_string(error->file);
    }
    if (error->line > 0) printf(",\"line\":%lld", (long long)error->line);
    puts("}");
    cli_answered();
}

void json_print(cJSON* object) {
    put_first(object, "command", cJSON_CreateString(cli_command_name()));
    put_first(object, "schema", cJSON_CreateNumber(JSON_SCHEMA));
    cli_answered();
    char* text = cJSON_PrintUnformatted(object);
    cJSON_Delete(object);
    puts(text);
    cJSON_free(text);
}
