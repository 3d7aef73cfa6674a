// world_file.c: how are .wend files opened and saved, and what do they store about their source?
#include "world_file.h"
#include "json.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* const world_connectivity_names[] = {"8",          "4",         "8cut",       "hex-odd-r",
                                                "hex-even-r", "hex-odd-q", "hex-even-q", NULL};
_Static_assert(sizeof world_connectivity_names / sizeof world_connectivity_names[0] ==
                   WEND_CONNECTIVITY_COUNT + 1,
               "a name for each");

const char* world_move_options(wend_connectivity connectivity) {
    static const char* const options[WEND_CONNECTIVITY_COUNT] = {
        [WEND_CONNECTIVITY_8] = "",
        [WEND_CONNECTIVITY_4] = " --move 4",
        [WEND_CONNECTIVITY_8_CUT] = " --move 8cut",
        [WEND_CONNECTIVITY_HEX_ODD_R] = " --move hex --hex odd-r",
        [WEND_CONNECTIVITY_HEX_EVEN_R] = " --move hex --hex even-r",
        [WEND_CONNECTIVITY_HEX_ODD_Q] = " --move hex --hex odd-q",
        [WEND_CONNECTIVITY_HEX_EVEN_Q] = " --move hex --hex even-q",
    };
    return options[connectivity];
}

// True when an importer knows the file. Nothing is decoded: with a limit of one tile the header decides.
static bool is_map(const char* file) {
    wend_import_def def = wend_default_import_def();
    def.max_tiles = 1;
    wend_grid* grid = NULL;
    wend_result result = wend_import_file(file, &def, &grid, NULL, NULL);
    wend_grid_destroy(grid);
    return result == WEND_OK || result == WEND_ERROR_LIMIT || result == WEND_ERROR_UNSUPPORTED;
}

int world_open(const char* file, wend_world** out) {
    if (output_is_stream(file))
        return cli_fail(CLI_USAGE, "a world is read from a file, not from standard input");
    wend_error error = {.text = ""};
    wend_result result = wend_world_open(file, NULL, out, &error);
    if (result == WEND_OK) return CLI_OK;
    if (result != WEND_ERROR_FORMAT || !is_map(file)) return cli_fail_error(&error, result, CLI_READING);
    const char* name = cli_basename(file);
    const char* dot = strrchr(name, '.');
    int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    return cli_fail(CLI_BAD_INPUT, "%s: a map, not a baked world; bake it first: wend bake %s -o %.*s.wend",
                    file, file, stem, name);
}

int world_save(const wend_world* world, const char* file) {
    wend_error error = {.text = ""};
    output_hold_signals();
    wend_result result = wend_world_save(world, file, &error);
    output_release_signals();
    return result == WEND_OK ? CLI_OK : cli_fail_error(&error, result, CLI_WRITING);
}

char* world_source_write(const world_source* source) {
    cJSON* json = cJSON_CreateObject();
    json_text(json, "source", source->name);
    json_text(json, "format", source->format);
    json_text(json, "rule", source->rule);
    if (source->ros_mode[0] != '\0') json_text(json, "ros_mode", source->ros_mode);
    if (source->is_image) {
        json_number(json, "blocked_below", source->blocked_below, 6);
        cJSON_AddBoolToObject(json, "negate", source->negate);
    }
    json_integer(json, "downscale", source->downscale);
    json_hash(json, "source_hash", source->hash);
    cJSON* meanings = cJSON_AddObjectToObject(json, "meanings");
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        char class[8];
        snprintf(class, sizeof class, "%d", i);
        if (source->meanings[i][0] != '\0') json_text(meanings, class, source->meanings[i]);
    }
    char* text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
}

// The world may be untrusted, so its texts must not control the terminal.
static void copy_text(const cJSON* json, const char* key, char* out, size_t size) {
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    if (text == NULL) return;
    snprintf(out, size, "%s", text);
    for (char* c = out; *c != '\0'; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f) *c = '?';
}

world_source world_source_read(const char* metadata) {
    world_source source = {.rule = "unknown", .downscale = 1};
    cJSON* json = cJSON_Parse(metadata);
    copy_text(json, "source", source.name, sizeof source.name);
    copy_text(json, "format", source.format, sizeof source.format);
    copy_text(json, "rule", source.rule, sizeof source.rule);
    copy_text(json, "ros_mode", source.ros_mode, sizeof source.ros_mode);
    char hash[20] = "";
    copy_text(json, "source_hash", hash, sizeof hash);
    source.hash = strtoull(hash, NULL, 16);
    const cJSON* below = cJSON_GetObjectItemCaseSensitive(json, "blocked_below");
    source.is_image = cJSON_IsNumber(below);
    if (source.is_image) source.blocked_below = below->valuedouble;
    source.negate = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "negate"));
    const cJSON* downscale = cJSON_GetObjectItemCaseSensitive(json, "downscale");
    if (cJSON_IsNumber(downscale)) source.downscale = downscale->valueint;
    const cJSON* meanings = cJSON_GetObjectItemCaseSensitive(json, "meanings");
    for (int i = 0; meanings != NULL && i < WEND_CLASS_COUNT; i++) {
        char class[8];
        snprintf(class, sizeof class, "%d", i);
        copy_text(meanings, class, source.meanings[i], sizeof source.meanings[i]);
    }
    cJSON_Delete(json);
    return source;
}

int64_t world_file_bytes(const char* file) {
    struct stat found;
    return stat(file, &found) == 0 ? (int64_t)found.st_size : 0;
}
