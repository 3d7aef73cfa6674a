// world_file.c: how are .wend files opened and saved, and what do they store about their source?
#include "world_file.h"
#include "cut_file.h"
#include "json.h"
#include "output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char* const world_subgoal_names[] = {"none", "kept", "removed by an edit"};

size_t world_subgoal_limit(const wend_world* world) {
    enum { BYTES_A_TILE = 2, LEAST_BYTES = 1 << 16 };
    const wend_grid* grid = wend_world_grid(world);
    const size_t tiles = (size_t)wend_grid_width(grid) * (size_t)wend_grid_height(grid);
    return tiles < LEAST_BYTES / BYTES_A_TILE ? LEAST_BYTES : tiles * BYTES_A_TILE;
}

const char* world_subgoal_refusal(wend_result result) {
    return result == WEND_ERROR_LIMIT ? "they would take more than two bytes a tile"
                                      : "they are for maps of one cost and eight directions, without links, "
                                        "walls and one-way steps";
}

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

int world_result(const wend_world* world, const char* what, wend_result result) {
    wend_error error = {.text = ""};
    if (result == WEND_ERROR_DAMAGED && wend_world_verify(world, &error) == WEND_ERROR_DAMAGED)
        return cli_fail(CLI_BAD_INPUT, "%s", error.text);
    return cli_result(result, "%s", what);
}

// ---- opening and saving

enum { LARGE = 256 << 20 }; // bytes: such a file is mapped, so that several programs share its memory

static wend_result open_by(const char* file, const option_list* patches_opt, bool map, wend_world** out,
                           wend_error* error) {
    const int count = patches_opt != NULL ? patches_opt->count : 0;
    const bool large = patches_opt != NULL && world_file_bytes(file) >= LARGE;
    if (!map && !large && count == 0) return wend_world_open(file, NULL, out, error);
    const wend_result result =
        wend_world_map_patched(file, count > 0 ? patches_opt->items : NULL, count, NULL, out, error);
    return result == WEND_OK && !map ? wend_world_verify(*out, error) : result;
}

static int open_world(const char* file, const option_list* patches_opt, bool map, wend_world** out) {
    if (output_is_stream(file))
        return cli_fail(CLI_USAGE, "a world is read from a file, not from standard input");
    wend_error error = {.text = ""};
    wend_result result = open_by(file, patches_opt, map, out, &error);
    if (result == WEND_OK) {
        char bytes[32];
        const wend_grid* grid = wend_world_grid(*out);
        cli_show_floors(grid);
        cli_note("opened %s, %s, %d x %d tiles", file, cli_bytes_text(world_file_bytes(file), bytes),
                 wend_grid_width(grid), wend_grid_height(grid));
        return CLI_OK;
    }
    if (result != WEND_ERROR_FORMAT || !is_map(file)) return cli_fail_error(&error, result, CLI_READING);
    const char* name = cli_basename(file);
    const char* dot = strrchr(name, '.');
    int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
    if (file_ends_in(file, ".wend")) name = "WORLD", stem = 5; // another name than that of the map
    return cli_fail(CLI_BAD_INPUT, "%s: a map, not a baked world; bake it first: wend bake %s -o %.*s.wend",
                    file, file, stem, name);
}

int world_open(const char* file, const option_list* patches_opt, wend_world** out) {
    if (patches_opt != NULL) cut_file_prepare("wend", file, CLI_RESOURCE);
    return open_world(file, patches_opt, false, out);
}

int world_map(const char* file, const option_list* patches_opt, wend_world** out) {
    cut_file_prepare("wend", file, CLI_RESOURCE);
    return open_world(file, patches_opt, true, out);
}

static wend_result write_out(void* context, const void* bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size ? WEND_OK : WEND_ERROR_IO;
}

int world_save(const wend_world* world, const char* file) {
    wend_error error = {.text = ""};
    if (output_is_stream(file)) {
        const wend_result result = wend_world_save_pieces(world, write_out, stdout, &error);
        if (result != WEND_OK && result != WEND_ERROR_IO) return cli_fail_error(&error, result, CLI_WRITING);
        if (result != WEND_OK || fflush(stdout) != 0)
            return cli_fail(CLI_RESOURCE, "standard output: %s", strerror(errno));
        return CLI_OK;
    }
    output_hold_signals();
    return output_end_file(file, wend_world_save(world, file, &error), &error);
}

static bool has_world(const char* file) {
    static const unsigned char magic[8] = {0x89, 'W', 'E', 'N', 'D', '\r', '\n', 0x1a};
    struct stat found;
    unsigned char head[sizeof magic] = {0};
    FILE* stream = stat(file, &found) == 0 && S_ISREG(found.st_mode) ? fopen(file, "rb") : NULL;
    const bool is_world = stream != NULL && fread(head, 1, sizeof head, stream) == sizeof head &&
                          memcmp(head, magic, sizeof magic) == 0;
    if (stream != NULL) fclose(stream);
    return is_world;
}

bool world_file_is_other(const char* file) {
    struct stat found;
    return lstat(file, &found) == 0 && !has_world(file);
}

int world_check_map(const char* file) {
    return has_world(file)
               ? cli_fail(CLI_USAGE, "%s: is a baked world already; wend info, path and render read it", file)
               : CLI_OK;
}

int world_output_check(const char* file, const char* input_opt) {
    const int code = output_check(file, input_opt);
    if (code != CLI_OK || output_is_stream(file) || file_ends_in(file, ".wend") ||
        world_file_bytes(file) <= 0 || !world_file_is_other(file))
        return code;
    return cli_fail(
        CLI_USAGE,
        "%s: would overwrite a file that is not a world; expected a new name, one that ends in .wend, "
        "or the name of a world",
        file);
}

int64_t world_file_bytes(const char* file) {
    struct stat found;
    return stat(file, &found) == 0 ? (int64_t)found.st_size : -1;
}

void patches_json(cJSON* object, const option_list* patches) {
    cJSON* list = cJSON_AddArrayToObject(object, "patches");
    for (int i = 0; i < patches->count; i++) json_append_text(list, patches->items[i]);
}
