// world_file.c: how are .wend files opened and saved, and what do they store about their source?
#include "world_file.h"
#include "clean_text.h"
#include "cut_file.h"
#include "json.h"
#include "output.h"

#include <errno.h>
#include <math.h>
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

int world_fail(const wend_world* world, const char* what, wend_result result) {
    wend_error error = {.text = ""};
    if (result == WEND_ERROR_DAMAGED && wend_world_verify(world, &error) == WEND_ERROR_DAMAGED)
        return cli_fail(CLI_BAD_INPUT, "%s", error.text);
    return cli_fail(cli_exit_code(result, CLI_WORKING), "%s: %s", what, wend_result_string(result));
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
        cli_note("opened %s, %s, %d x %d tiles", file, cli_bytes_text(world_file_bytes(file), bytes),
                 wend_grid_width(grid), wend_grid_height(grid));
        return CLI_OK;
    }
    if (result != WEND_ERROR_FORMAT || !is_map(file)) return cli_fail_error(&error, result, CLI_READING);
    const char* name = cli_basename(file);
    const char* dot = strrchr(name, '.');
    int stem = dot != NULL && dot != name ? (int)(dot - name) : (int)strlen(name);
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
    wend_result result = wend_world_save(world, file, &error);
    output_release_signals();
    if (result != WEND_OK) return cli_fail_error(&error, result, CLI_WRITING);
    output_note_written(file);
    return CLI_OK;
}

// The world may be untrusted, so its texts must not control the terminal.
static void copy_text(const cJSON* json, const char* key, char* out, size_t size) {
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    if (text == NULL) return;
    snprintf(out, size, "%s", text);
    clean_text(out);
}

// cJSON itself rounds to 15 digits.
static cJSON* exact(double value) {
    char text[32];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (strtod(text, NULL) == value) break;
    }
    return cJSON_CreateRaw(text);
}

cJSON* ros_map_json(cJSON* object, const wend_ros_map* map) {
    cJSON* ros = cJSON_AddObjectToObject(object, "ros");
    cJSON_AddItemToObject(ros, "resolution", exact(map->resolution));
    cJSON* origin = cJSON_AddArrayToObject(ros, "origin");
    for (int i = 0; i < 3; i++) cJSON_AddItemToArray(origin, exact(map->origin[i]));
    cJSON_AddBoolToObject(ros, "negate", map->negate);
    cJSON_AddItemToObject(ros, "occupied_thresh", exact(map->occupied_thresh));
    cJSON_AddItemToObject(ros, "free_thresh", exact(map->free_thresh));
    json_text(ros, "mode", wend_ros_mode_name(map->mode));
    return ros;
}

// Text such as 1e999 is a number of JSON, but infinite, and could not be printed again.
static bool is_finite(const cJSON* item) {
    return cJSON_IsNumber(item) && isfinite(item->valuedouble);
}

// Leaves the source without a ROS map where a value is missing or cannot be.
static void read_ros_map(const cJSON* json, world_source* out) {
    wend_ros_map map = {.negate = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "negate"))};
    const cJSON* resolution = cJSON_GetObjectItemCaseSensitive(json, "resolution");
    const cJSON* origin = cJSON_GetObjectItemCaseSensitive(json, "origin");
    const cJSON* occupied = cJSON_GetObjectItemCaseSensitive(json, "occupied_thresh");
    const cJSON* free_below = cJSON_GetObjectItemCaseSensitive(json, "free_thresh");
    const cJSON* rows = cJSON_GetObjectItemCaseSensitive(json, "rows");
    char mode[16] = "";
    copy_text(json, "mode", mode, sizeof mode);
    while (map.mode < WEND_ROS_MODE_COUNT && strcmp(mode, wend_ros_mode_name(map.mode)) != 0) map.mode++;
    if (!is_finite(resolution) || !(resolution->valuedouble > 0) || !is_finite(occupied) ||
        !is_finite(free_below) || !is_finite(rows) || !(rows->valuedouble >= 1) ||
        rows->valuedouble > INT32_MAX || cJSON_GetArraySize(origin) != 3 || map.mode == WEND_ROS_MODE_COUNT)
        return;
    for (int i = 0; i < 3; i++) {
        const cJSON* value = cJSON_GetArrayItem(origin, i);
        if (!is_finite(value)) return;
        map.origin[i] = value->valuedouble;
    }
    map.resolution = resolution->valuedouble;
    map.occupied_thresh = occupied->valuedouble;
    map.free_thresh = free_below->valuedouble;
    out->ros = map;
    out->image_rows = (int64_t)rows->valuedouble;
}

static const char* const geo_kinds[] = {"none", "projected", "geographic"};
_Static_assert(sizeof geo_kinds / sizeof geo_kinds[0] == WEND_GEO_KIND_COUNT, "each named");

void geo_json(cJSON* object, const wend_raster_info* raster, const wend_georeference* geo) {
    if (raster->width > 0) {
        cJSON* json = cJSON_AddObjectToObject(object, "raster");
        json_text(json, "driver", raster->driver);
        json_integer(json, "width", raster->width);
        json_integer(json, "height", raster->height);
        json_integer(json, "band", raster->band);
        json_integer(json, "bands", raster->band_count);
        const wend_rect* w = &raster->window;
        cJSON_AddItemToObject(json, "window",
                              cJSON_CreateIntArray((const int[]){w->x, w->y, w->width, w->height}, 4));
    }
    if (!geo->has_transform) return;
    cJSON* json = cJSON_AddObjectToObject(object, "geo");
    cJSON* transform = cJSON_AddArrayToObject(json, "transform");
    for (int i = 0; i < 6; i++) cJSON_AddItemToArray(transform, exact(geo->transform[i]));
    json_text(json, "kind", geo_kinds[geo->kind]);
    json_text(json, "crs", geo->name);
    if (geo->epsg > 0) json_integer(json, "epsg", geo->epsg);
    cJSON_AddBoolToObject(json, "wgs84", geo->is_wgs84);
    cJSON_AddItemToObject(json, "unit", exact(geo->unit));
    cJSON_AddItemToObject(json, "semi_major", exact(geo->semi_major));
    cJSON_AddItemToObject(json, "flattening", exact(geo->flattening));
    json_text(json, "wkt", geo->wkt);
}

static double number_of(const cJSON* json, const char* key) {
    const cJSON* item = cJSON_GetObjectItemCaseSensitive(json, key);
    return is_finite(item) ? item->valuedouble : NAN;
}

// Leaves the source without coordinates where a value is missing or cannot be.
static void read_geo(const cJSON* json, wend_georeference* out) {
    wend_georeference geo = {.has_transform = true,
                             .unit = number_of(json, "unit"),
                             .semi_major = number_of(json, "semi_major"),
                             .flattening = number_of(json, "flattening"),
                             .is_wgs84 = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "wgs84"))};
    const cJSON* transform = cJSON_GetObjectItemCaseSensitive(json, "transform");
    const double epsg = number_of(json, "epsg");
    char kind[16] = "";
    copy_text(json, "kind", kind, sizeof kind);
    copy_text(json, "crs", geo.name, sizeof geo.name);
    copy_text(json, "wkt", geo.wkt, sizeof geo.wkt);
    while (geo.kind < WEND_GEO_KIND_COUNT && strcmp(kind, geo_kinds[geo.kind]) != 0) geo.kind++;
    if (epsg >= 1 && epsg <= INT32_MAX) geo.epsg = (int32_t)epsg;
    if (geo.kind == WEND_GEO_KIND_COUNT || cJSON_GetArraySize(transform) != 6 || !(geo.unit >= 0) ||
        !(geo.semi_major >= 0) || !(geo.flattening >= 0 && geo.flattening < 1))
        return;
    for (int i = 0; i < 6; i++) {
        const cJSON* value = cJSON_GetArrayItem(transform, i);
        if (!is_finite(value)) return;
        geo.transform[i] = value->valuedouble;
    }
    *out = geo;
}

static int32_t side_of(const cJSON* json, const char* key) {
    const double number = number_of(json, key);
    return number >= 1 && number <= INT32_MAX ? (int32_t)number : 0;
}

static void read_raster(const cJSON* json, wend_raster_info* out) {
    out->width = side_of(json, "width");
    out->height = side_of(json, "height");
    out->band = side_of(json, "band");
    out->band_count = side_of(json, "bands");
    copy_text(json, "driver", out->driver, sizeof out->driver);
    const cJSON* window = cJSON_GetObjectItemCaseSensitive(json, "window");
    int32_t* const sides[] = {&out->window.x, &out->window.y, &out->window.width, &out->window.height};
    for (int i = 0; i < 4; i++) {
        const cJSON* side = cJSON_GetArrayItem(window, i);
        if (cJSON_IsNumber(side) && side->valuedouble >= 0 && side->valuedouble <= INT32_MAX)
            *sides[i] = (int32_t)side->valuedouble;
    }
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
    if (source->ros.resolution > 0) {
        cJSON* ros = ros_map_json(json, &source->ros);
        json_integer(ros, "rows", source->image_rows);
    }
    geo_json(json, &source->raster, &source->geo);
    json_hash(json, "source_hash", source->hash);
    cJSON* meanings = cJSON_AddObjectToObject(json, "meanings");
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        char class[8];
        snprintf(class, sizeof class, "%d", i);
        if (source->meanings[i][0] != '\0') json_text(meanings, class, source->meanings[i]);
    }
    cJSON* colors = NULL;
    for (int i = 0; i < WEND_CLASS_COUNT; i++) {
        if (source->class_colors[i] == 0) continue;
        char class[8], color[8];
        snprintf(class, sizeof class, "%d", i);
        snprintf(color, sizeof color, "#%06x", (unsigned)(source->class_colors[i] & 0xFFFFFF));
        if (colors == NULL) colors = cJSON_AddObjectToObject(json, "colors");
        json_text(colors, class, color);
    }
    char* text = cJSON_PrintUnformatted(json);
    cJSON_Delete(json);
    return text;
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
    source.is_image = is_finite(below);
    if (source.is_image) source.blocked_below = below->valuedouble;
    source.negate = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(json, "negate"));
    const cJSON* downscale = cJSON_GetObjectItemCaseSensitive(json, "downscale");
    if (is_finite(downscale) && downscale->valuedouble >= 1) source.downscale = downscale->valueint;
    read_ros_map(cJSON_GetObjectItemCaseSensitive(json, "ros"), &source);
    read_geo(cJSON_GetObjectItemCaseSensitive(json, "geo"), &source.geo);
    read_raster(cJSON_GetObjectItemCaseSensitive(json, "raster"), &source.raster);
    const cJSON* meanings = cJSON_GetObjectItemCaseSensitive(json, "meanings");
    for (int i = 0; meanings != NULL && i < WEND_CLASS_COUNT; i++) {
        char class[8];
        snprintf(class, sizeof class, "%d", i);
        copy_text(meanings, class, source.meanings[i], sizeof source.meanings[i]);
    }
    cJSON_Delete(json);
    return source;
}

bool world_file_is_other(const char* file) {
    static const unsigned char magic[8] = {0x89, 'W', 'E', 'N', 'D', '\r', '\n', 0x1a};
    struct stat found;
    if (lstat(file, &found) != 0) return false;
    unsigned char head[sizeof magic] = {0};
    FILE* stream = stat(file, &found) == 0 && S_ISREG(found.st_mode) ? fopen(file, "rb") : NULL;
    const bool is_world = stream != NULL && fread(head, 1, sizeof head, stream) == sizeof head &&
                          memcmp(head, magic, sizeof magic) == 0;
    if (stream != NULL) fclose(stream);
    return !is_world;
}

int world_output_check(const char* file, const char* input_opt) {
    const size_t length = strlen(file);
    const bool is_named_world = length > 5 && strcmp(file + length - 5, ".wend") == 0;
    const int code = output_check(file, input_opt);
    if (code != CLI_OK || output_is_stream(file) || is_named_world || world_file_bytes(file) <= 0 ||
        !world_file_is_other(file))
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

bool same_file(const char* a, const char* b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

void patches_json(cJSON* object, const option_list* patches) {
    cJSON* list = cJSON_AddArrayToObject(object, "patches");
    for (int i = 0; i < patches->count; i++) json_append_text(list, patches->items[i]);
}
