// world_source.c: what does a world store about the map that it was made of?
#include "world_source.h"
#include "clean_text.h"
#include "json_values.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// The world may be untrusted, so its texts must not control the terminal.
static void copy_text(const cJSON* json, const char* key, char* out, size_t size) {
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(json, key));
    if (text == NULL) return;
    snprintf(out, size, "%s", text);
    clean_text(out);
}

// An array of the lines of a text, and the other way.
static void add_lines(cJSON* object, const char* key, const char* text) {
    cJSON* array = cJSON_AddArrayToObject(object, key);
    for (const char* at = text; array != NULL && at != NULL;) {
        char line[WEND_LAYER_NAME_BYTES];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(at, "\n"), at);
        clean_text(line);
        cJSON_AddItemToArray(array, cJSON_CreateString(line));
        at = strchr(at, '\n');
        if (at != NULL) at++;
    }
}

static void copy_lines(const cJSON* json, const char* key, char* out, size_t size) {
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(json, key), *item;
    size_t used = 0;
    cJSON_ArrayForEach(item, array) {
        char line[WEND_LAYER_NAME_BYTES];
        const char* text = cJSON_GetStringValue(item);
        snprintf(line, sizeof line, "%s", text != NULL ? text : "");
        clean_text(line);
        if (used + strlen(line) + 2 > size) return;
        used += (size_t)snprintf(out + used, size - used, "%s%s",
                                 item->prev != NULL && item != array->child ? "\n" : "", line);
    }
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
    map.rows = (int32_t)rows->valuedouble;
    out->ros = map;
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
    if (geo->ground_count == 0) return;
    cJSON* ground = cJSON_AddObjectToObject(json, "ground");
    cJSON_AddItemToObject(ground, "rows", exact(geo->ground_rows));
    cJSON* list = cJSON_AddArrayToObject(ground, "steps");
    for (int i = 0; i < geo->ground_count; i++) {
        const wend_ground* g = &geo->ground[i];
        const double lengths[] = {g->across, g->down, g->falling, g->rising};
        cJSON* entry = cJSON_CreateArray();
        for (int k = 0; k < 4; k++) cJSON_AddItemToArray(entry, exact(lengths[k]));
        cJSON_AddItemToArray(list, entry);
    }
}

static double number_of(const cJSON* json, const char* key) {
    const cJSON* item = cJSON_GetObjectItemCaseSensitive(json, key);
    return is_finite(item) ? item->valuedouble : NAN;
}

// False where a value is missing or cannot be.
static bool read_ground(const cJSON* json, wend_georeference* geo) {
    const cJSON* list = cJSON_GetObjectItemCaseSensitive(json, "steps");
    if (json == NULL) return true;
    geo->ground_rows = number_of(json, "rows");
    geo->ground_count = cJSON_GetArraySize(list);
    if (!(geo->ground_rows > 0) || geo->ground_count < 2 || geo->ground_count > WEND_GEO_MAX_GROUND)
        return false;
    for (int i = 0; i < geo->ground_count; i++) {
        double lengths[4];
        for (int k = 0; k < 4; k++) {
            const cJSON* value = cJSON_GetArrayItem(cJSON_GetArrayItem(list, i), k);
            if (!is_finite(value) || !(value->valuedouble > 0)) return false;
            lengths[k] = value->valuedouble;
        }
        geo->ground[i] = (wend_ground){lengths[0], lengths[1], lengths[2], lengths[3]};
    }
    return true;
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
    if (!read_ground(cJSON_GetObjectItemCaseSensitive(json, "ground"), &geo)) return;
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

const char* world_source_ros_mode(const wend_import_info* info) {
    bool is_ros = strcmp(info->rule, wend_image_rule_name(WEND_RULE_ROS)) == 0;
    return is_ros ? wend_ros_mode_name(info->ros_mode) : "";
}

world_source world_source_of_import(const wend_import_info* info, const char* name, int64_t downscale) {
    world_source s = {.is_image = info->is_image,
                      .blocked_below = (double)info->blocked_below,
                      .negate = info->negate,
                      .downscale = downscale,
                      .ros = info->ros,
                      .raster = info->raster,
                      .geo = info->geo,
                      .hash = info->source_hash};
    snprintf(s.name, sizeof s.name, "%s", name);
    snprintf(s.format, sizeof s.format, "%s", info->format);
    snprintf(s.rule, sizeof s.rule, "%s", info->rule);
    snprintf(s.ros_mode, sizeof s.ros_mode, "%s", world_source_ros_mode(info));
    snprintf(s.slope, sizeof s.slope, "%s", info->slope);
    snprintf(s.cost_unit, sizeof s.cost_unit, "%s", info->cost_unit);
    snprintf(s.floors, sizeof s.floors, "%s", info->floors);
    memcpy(s.meanings, info->meanings, sizeof s.meanings);
    memcpy(s.class_colors, info->class_colors, sizeof s.class_colors);
    return s;
}

char* world_source_write(const world_source* source) {
    cJSON* json = cJSON_CreateObject();
    json_text(json, "source", source->name);
    json_text(json, "format", source->format);
    json_text(json, "rule", source->rule);
    if (source->ros_mode[0] != '\0') json_text(json, "ros_mode", source->ros_mode);
    if (source->slope[0] != '\0') json_text(json, "slope", source->slope);
    if (source->cost_unit[0] != '\0') json_text(json, "cost_unit", source->cost_unit);
    if (source->floors[0] != '\0') add_lines(json, "floors", source->floors);
    if (source->is_image) {
        json_number(json, "blocked_below", source->blocked_below, 6);
        cJSON_AddBoolToObject(json, "negate", source->negate);
    }
    json_integer(json, "downscale", source->downscale);
    if (source->ros.resolution > 0) {
        cJSON* ros = ros_map_json(json, &source->ros);
        json_integer(ros, "rows", source->ros.rows);
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
    copy_text(json, "slope", source.slope, sizeof source.slope);
    copy_text(json, "cost_unit", source.cost_unit, sizeof source.cost_unit);
    copy_lines(json, "floors", source.floors, sizeof source.floors);
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
    source.ros.tile_pixels = (int32_t)source.downscale;
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
