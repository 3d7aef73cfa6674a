// tiled.c: maps of the editor Tiled (.tmx), orthogonal or hexagonal and of fixed size: which element means
// what, and what does a tile of the map cost? Layers apply from the lowest to the highest: each sets a cost
// by the property of its tile, or else by its own property, and the last one with a cost wins. A tile on the
// collision layer always blocks.
#include <stdio.h>
#include <string.h>

#include "core/named_file.h"
#include "core/read_file.h"
#include "core/text.h"
#include "formats/formats.h"
#include "formats/tiled_data.h"
#include "formats/tiled_objects.h"
#include "formats/tiled_sets.h"
#include "formats/xml.h"
#include "sink/tiles.h"

enum { LOOKED_AT = 4096, MAX_HINTS = 4, HINT_BYTES = 32 };
enum { MAX_UNCHECKED = 1 << 16 }; // bytes of a layer; for a small one the error at its end is more precise

/// Tiles of all layers together; decoding more takes seconds.
#define MAX_LAYER_TILES ((int64_t)1 << 29)
#define MAX_GID         0x0fffffffu

typedef enum element {
    DOCUMENT,
    MAP,
    TILESET,
    TILE,
    TILE_PROPERTIES,
    TILE_PROPERTY,
    GROUP,
    LAYER,
    LAYER_PROPERTIES,
    LAYER_PROPERTY,
    DATA,
    DATA_TILE,
    CHUNK,
    OBJECTS,
    OBJECT,
    OBJECT_PROPERTIES,
    OBJECT_PROPERTY,
    SHAPE,
    OTHER,
} element;

static const struct {
    element parent;
    const char* name;
    element element;
} grammar[] = {
    {DOCUMENT, "map", MAP},
    {DOCUMENT, "tileset", TILESET},
    {MAP, "tileset", TILESET},
    {TILESET, "tile", TILE},
    {TILE, "properties", TILE_PROPERTIES},
    {TILE_PROPERTIES, "property", TILE_PROPERTY},
    {MAP, "group", GROUP},
    {GROUP, "group", GROUP},
    {MAP, "layer", LAYER},
    {GROUP, "layer", LAYER},
    {LAYER, "properties", LAYER_PROPERTIES},
    {LAYER_PROPERTIES, "property", LAYER_PROPERTY},
    {LAYER, "data", DATA},
    {DATA, "tile", DATA_TILE},
    {DATA, "chunk", CHUNK},
    {MAP, "objectgroup", OBJECTS},
    {GROUP, "objectgroup", OBJECTS},
    {OBJECTS, "object", OBJECT},
    {OBJECT, "properties", OBJECT_PROPERTIES},
    {OBJECT_PROPERTIES, "property", OBJECT_PROPERTY},
    {OBJECT, "point", SHAPE},
    {OBJECT, "ellipse", SHAPE},
    {OBJECT, "capsule", SHAPE},
    {OBJECT, "polygon", SHAPE},
    {OBJECT, "polyline", SHAPE},
    {OBJECT, "text", SHAPE},
};

static bool is_tiled(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size < LOOKED_AT ? size : LOOKED_AT);
    wimp_span line, word = {0};
    while (wimp_text_line(&text, &line) && !wimp_span_word(&line, &word)) continue;
    static const char* const begins[] = {"<?xml", "<map", "<tileset", "<!DOCTYPE"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (word.size >= strlen(begins[i]) && memcmp(word.at, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

typedef struct reader {
    wimp_job* job;
    const char *cost_name, *collision_name;
    element stack[80]; // deeper than xml.c allows
    int32_t depth;

    int32_t width, height;
    uint8_t* tiles; // NULL: no layer yet
    int64_t layer_tiles;
    wimp_tiled_objects objects;

    wimp_tiled_sets sets;
    uint32_t first_gid;    // of the current tileset
    uint32_t gid;          // of the current tile
    uint8_t terrain_class; // of the current tile or layer
    bool is_collision;     // the current layer
    bool has_costs;        // any tile or layer, or a collision layer
    bool is_reading_data;
    wimp_tiled_data data;
    uint32_t bad_gid;  // a tile of no tileset; 0: none
    uint32_t last_gid; // and its class, cached, since neighbours are often equal
    uint8_t last_class;
    char hints[MAX_HINTS][HINT_BYTES]; // other properties with numeric values
    int32_t hint_count;
} reader;

// ---- numbers in attributes

static bool read_int(wimp_xml* xml, const char* const* attributes, const char* name, int32_t least,
                     int32_t* out) {
    const char* text = wimp_xml_attribute(attributes, name);
    if (text && wimp_span_int(wimp_span_of(text), out) && *out >= least) return true;
    if (text)
        wimp_xml_fail(xml, WEND_ERROR_FORMAT, "the %s is \"%.40s\"; expected a number of at least %d", name,
                      text, least);
    else
        wimp_xml_fail(xml, WEND_ERROR_FORMAT, "the %s is missing", name);
    return false;
}

// ---- the map

// 0: missing or no number; only objects need these.
static double pixels(const char* const* attributes, const char* name) {
    const char* text = wimp_xml_attribute(attributes, name);
    double value = 0;
    return text && wimp_span_double(wimp_span_of(text), &value) && value <= 1e6 ? value : 0;
}

// The layout of a hexagonal map. False: an attribute has another value.
static bool read_hex(reader* r, wimp_xml* xml, const char* const* attributes) {
    const char* axis = wimp_xml_attribute(attributes, "staggeraxis");
    const char* index = wimp_xml_attribute(attributes, "staggerindex");
    const bool by_rows = axis && strcmp(axis, "y") == 0, is_even = index && strcmp(index, "even") == 0;
    if (!axis || !index || (!by_rows && strcmp(axis, "x") != 0) || (!is_even && strcmp(index, "odd") != 0)) {
        wimp_xml_fail(
            xml, WEND_ERROR_FORMAT,
            "the hexagonal map has the staggeraxis \"%.20s\" and the staggerindex \"%.20s\"; expected x "
            "or y, and odd or even",
            axis ? axis : "", index ? index : "");
        return false;
    }
    wimp_tiled_layout* layout = &r->objects.layout;
    layout->is_hex = true;
    layout->shifts_columns = !by_rows;
    layout->shifts_even = is_even;
    layout->side = pixels(attributes, "hexsidelength");
    wend_result result = wimp_job_set_hex(
        r->job, by_rows ? (is_even ? WEND_CONNECTIVITY_HEX_EVEN_R : WEND_CONNECTIVITY_HEX_ODD_R)
                        : (is_even ? WEND_CONNECTIVITY_HEX_EVEN_Q : WEND_CONNECTIVITY_HEX_ODD_Q));
    if (result != WEND_OK) wimp_xml_stop(xml, result);
    return result == WEND_OK;
}

static void start_map(reader* r, wimp_xml* xml, const char* const* attributes) {
    const char* orientation = wimp_xml_attribute(attributes, "orientation");
    const char* infinite = wimp_xml_attribute(attributes, "infinite");
    const bool is_hex = orientation && strcmp(orientation, "hexagonal") == 0;
    if (orientation && !is_hex && strcmp(orientation, "orthogonal") != 0)
        wimp_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                      "a Tiled map that is %.40s is not supported; expected an orthogonal or hexagonal one",
                      orientation);
    else if (infinite && strcmp(infinite, "0") != 0)
        wimp_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                      "an infinite Tiled map is not supported; expected one of fixed size (a property of the "
                      "map in Tiled)");
    else if ((!is_hex || read_hex(r, xml, attributes)) && read_int(xml, attributes, "width", 0, &r->width) &&
             read_int(xml, attributes, "height", 0, &r->height)) {
        wend_result result = wimp_job_check_size(r->job, r->width, r->height);
        if (result == WEND_OK) result = wimp_job_check_whole(r->job, r->width, r->height, INT64_MAX);
        if (result != WEND_OK) wimp_xml_stop(xml, result);
        wimp_tiled_layout* layout = &r->objects.layout;
        layout->width = r->width;
        layout->height = r->height;
        layout->tile_width = pixels(attributes, "tilewidth");
        layout->tile_height = pixels(attributes, "tileheight");
    }
}

// ---- properties

static void add_hint(reader* r, const char* name) {
    if (r->hint_count == MAX_HINTS || strlen(name) >= HINT_BYTES) return;
    for (int32_t i = 0; i < r->hint_count; i++)
        if (strcmp(r->hints[i], name) == 0) return;
    snprintf(r->hints[r->hint_count++], HINT_BYTES, "%s", name);
}

static void read_cost(reader* r, wimp_xml* xml, const char* name, const char* value) {
    float cost;
    if (!wimp_span_cost(wimp_span_of(value), true, &cost)) {
        wimp_xml_fail(xml, WEND_ERROR_FORMAT,
                      "the property %.40s is \"%.40s\"; expected a cost in 1/64..1024, 0 or blocked", name,
                      value);
        return;
    }
    r->has_costs = true;
    r->terrain_class = wimp_tiled_class(&r->sets, cost);
    if (r->terrain_class == WIMP_TILED_NO_CLASS)
        wimp_xml_fail(xml, WEND_ERROR_LIMIT, "more than %d different costs",
                      WIMP_TILED_NO_CLASS - WIMP_TILED_FIRST_COST);
}

static void read_property(reader* r, wimp_xml* xml, const char* const* attributes, bool of_tile) {
    const char* name = wimp_xml_attribute(attributes, "name");
    const char* value = wimp_xml_attribute(attributes, "value");
    double number;
    if (!name) return;
    if (strcmp(name, r->cost_name) == 0) {
        read_cost(r, xml, name, value ? value : "");
    } else if (of_tile && strcmp(name, r->collision_name) == 0) {
        if (!value || (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)) {
            wimp_xml_fail(xml, WEND_ERROR_FORMAT, "the property %.40s is \"%.40s\"; expected true or false",
                          name, value ? value : "");
            return;
        }
        r->has_costs = true;
        if (strcmp(value, "true") == 0) r->terrain_class = WIMP_TILED_BLOCKED;
    } else if (value && wimp_span_double(wimp_span_of(value), &number)) {
        add_hint(r, name);
    }
}

// ---- tilesets

static void out_of_memory(wimp_xml* xml) {
    wimp_xml_fail(xml, WEND_ERROR_MEMORY, "out of memory");
}

static void read_outer_set(reader* r, wimp_xml* xml, const char* source);

static void start_set(reader* r, wimp_xml* xml, const char* const* attributes) {
    int32_t first;
    if (r->stack[r->depth - 2] == DOCUMENT) return; // the root of a tileset file, which is known already
    if (!read_int(xml, attributes, "firstgid", 1, &first)) return;
    if ((uint32_t)first > MAX_GID)
        wimp_xml_fail(xml, WEND_ERROR_FORMAT, "the firstgid is %d; expected at most %u", first, MAX_GID);
    r->first_gid = (uint32_t)first;
    if (!wimp_tiled_sets_add(&r->sets, r->first_gid)) out_of_memory(xml);
    const char* source = wimp_xml_attribute(attributes, "source");
    if (source) read_outer_set(r, xml, source);
}

static void start_tile(reader* r, wimp_xml* xml, const char* const* attributes) {
    int32_t id;
    if (!read_int(xml, attributes, "id", 0, &id)) return;
    r->gid = (uint32_t)id <= MAX_GID - r->first_gid ? r->first_gid + (uint32_t)id : 0;
    r->terrain_class = WIMP_TILED_NO_CLASS;
}

static void end_tile(reader* r, wimp_xml* xml) {
    if (r->terrain_class == WIMP_TILED_NO_CLASS || r->gid == 0) return;
    if (!wimp_tiled_sets_add_cost(&r->sets, r->gid, r->terrain_class)) out_of_memory(xml);
}

// ---- layers

static bool has_collision_name(const reader* r, const char* const* attributes) {
    const char* name = wimp_xml_attribute(attributes, "name");
    return name && wimp_span_equals_ignoring_case(wimp_span_of(name), r->collision_name);
}

static void start_layer(reader* r, wimp_xml* xml, const char* const* attributes) {
    int32_t width, height;
    if (!read_int(xml, attributes, "width", 1, &width) || !read_int(xml, attributes, "height", 1, &height))
        return;
    if (width != r->width || height != r->height)
        wimp_xml_fail(xml, WEND_ERROR_FORMAT, "a layer of %d x %d tiles; expected %d x %d as the map has",
                      width, height, r->width, r->height);
    r->terrain_class = WIMP_TILED_NO_CLASS;
    r->is_collision = has_collision_name(r, attributes);
    r->has_costs = r->has_costs || r->is_collision;
    const char* moved_x = wimp_xml_attribute(attributes, "offsetx");
    const char* moved_y = wimp_xml_attribute(attributes, "offsety");
    if ((moved_x && strcmp(moved_x, "0") != 0) || (moved_y && strcmp(moved_y, "0") != 0))
        wimp_job_warn(r->job, "ignored the drawing offset of the layer at line %d", wimp_xml_place(xml).line);
}

static void put_tile(void* context, int64_t index, uint32_t gid) {
    reader* r = context;
    if (gid == 0) return;
    if (gid != r->last_gid) {
        if (!wimp_tiled_sets_find(&r->sets, gid, &r->last_class) && r->bad_gid == 0) r->bad_gid = gid;
        r->last_gid = gid;
    }
    uint8_t own_class = r->last_class != WIMP_TILED_NO_CLASS ? r->last_class : r->terrain_class;
    uint8_t* tile = &r->tiles[index];
    if (r->is_collision)
        *tile = WIMP_TILED_COLLISION;
    else if (*tile == WIMP_TILED_COLLISION)
        return;
    else if (own_class != WIMP_TILED_NO_CLASS)
        *tile = own_class;
    else if (*tile == WIMP_TILED_NOTHING)
        *tile = WIMP_TILED_PLAIN_TILE;
}

// Allocates the tiles of the map, once the file is known to be large enough to fill them.
static bool make_tiles(reader* r, wimp_xml* xml, uint64_t least_bytes) {
    size_t count = (size_t)r->width * (size_t)r->height;
    r->layer_tiles += (int64_t)count;
    if (r->layer_tiles > MAX_LAYER_TILES)
        wimp_xml_fail(xml, WEND_ERROR_LIMIT,
                      "the layers up to here have %lld tiles in total; the limit is %lld",
                      (long long)r->layer_tiles, (long long)MAX_LAYER_TILES);
    wend_result result = WEND_OK;
    if (least_bytes > MAX_UNCHECKED) result = wimp_job_check_data(r->job, wimp_xml_offset(xml), least_bytes);
    if (result != WEND_OK) wimp_xml_stop(xml, result);
    if (r->tiles || result != WEND_OK || r->layer_tiles > MAX_LAYER_TILES)
        return r->tiles && result == WEND_OK;
    r->tiles = wimp_alloc(r->job->def->allocator, count);
    if (!r->tiles) out_of_memory(xml);
    if (r->tiles) memset(r->tiles, WIMP_TILED_NOTHING, count);
    return r->tiles != NULL;
}

static void fail_data(reader* r, wimp_xml* xml, size_t ahead, const char* wrong) {
    if (strcmp(wrong, "out of memory") == 0)
        out_of_memory(xml);
    else
        wimp_xml_fail_at(xml, ahead, WEND_ERROR_FORMAT, "the layer %s (after %lld of %lld tiles)", wrong,
                         (long long)r->data.index, (long long)r->data.tile_count);
}

static void start_data(reader* r, wimp_xml* xml, const char* const* attributes) {
    const char* encoding = wimp_xml_attribute(attributes, "encoding");
    const char* compression = wimp_xml_attribute(attributes, "compression");
    uint64_t count = (uint64_t)r->width * (uint64_t)r->height, least;
    wimp_tiled_encoding text = WIMP_TILED_XML;
    wimp_tiled_compression packed = WIMP_TILED_PLAIN;
    if (!encoding || !*encoding) {
        least = count * strlen("<tile/>");
    } else if (strcmp(encoding, "csv") == 0) {
        text = WIMP_TILED_CSV;
        least = count * 2 - 1;
    } else if (strcmp(encoding, "base64") == 0) {
        text = WIMP_TILED_BASE64;
        least = count * 16 / 3;
    } else {
        wimp_xml_fail(xml, WEND_ERROR_UNSUPPORTED, "data encoded as \"%.40s\"; expected csv or base64",
                      encoding);
        return;
    }
    if (compression && *compression) {
        bool is_deflate = strcmp(compression, "zlib") == 0 || strcmp(compression, "gzip") == 0;
        packed = is_deflate ? WIMP_TILED_DEFLATE : WIMP_TILED_ZSTD;
        least = is_deflate ? least / 1040 : 1; // deflate compresses at most 1032 : 1
        if ((!is_deflate && strcmp(compression, "zstd") != 0) || text != WIMP_TILED_BASE64) {
            wimp_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                          "data compressed as \"%.40s\"; expected base64 with zlib, gzip or zstd",
                          compression);
            return;
        }
    }
    if (!make_tiles(r, xml, least)) return;
    r->last_gid = 0;
    r->is_reading_data = true;
    const char* wrong = wimp_tiled_data_begin(&r->data, text, packed, (int64_t)count, put_tile, r);
    if (wrong) fail_data(r, xml, 0, wrong);
}

static void check_gid(reader* r, wimp_xml* xml) {
    if (r->bad_gid != 0) wimp_xml_fail(xml, WEND_ERROR_FORMAT, "tile %u belongs to no tileset", r->bad_gid);
}

static void end_data(reader* r, wimp_xml* xml) {
    const char* wrong = wimp_tiled_data_end(&r->data);
    if (wrong) fail_data(r, xml, 0, wrong);
    wimp_tiled_data_free(&r->data);
    r->is_reading_data = false;
    check_gid(r, xml);
}

static void start_data_tile(reader* r, wimp_xml* xml, const char* const* attributes) {
    const char* text = wimp_xml_attribute(attributes, "gid");
    double gid = 0;
    if (text && (!wimp_span_double(wimp_span_of(text), &gid) || gid > UINT32_MAX)) gid = -1;
    if (gid < 0 || r->data.encoding != WIMP_TILED_XML) {
        wimp_xml_fail(xml, WEND_ERROR_FORMAT, "unexpected tile \"%.40s\"", text ? text : "");
        return;
    }
    const char* wrong = wimp_tiled_data_tile(&r->data, (uint64_t)gid);
    if (wrong) fail_data(r, xml, 0, wrong);
    check_gid(r, xml);
}

// ---- elements

static void on_start(wimp_xml* xml, const char* name, const char* const* attributes, void* context) {
    reader* r = context;
    element parent = r->stack[r->depth - 1], found = OTHER;
    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++)
        if (grammar[i].parent == parent && strcmp(grammar[i].name, name) == 0) found = grammar[i].element;
    r->stack[r->depth++] = found;
    if (parent == DOCUMENT && found != (r->first_gid ? TILESET : MAP)) {
        wimp_xml_fail(xml, found == TILESET ? WEND_ERROR_UNSUPPORTED : WEND_ERROR_FORMAT,
                      "the document is a \"%.40s\"; expected a Tiled %s", name,
                      r->first_gid ? "tileset" : "map");
        return;
    }
    switch (found) {
    case MAP:
        start_map(r, xml, attributes);
        break;
    case TILESET:
        start_set(r, xml, attributes);
        break;
    case TILE:
        start_tile(r, xml, attributes);
        break;
    case TILE_PROPERTY:
    case LAYER_PROPERTY:
        read_property(r, xml, attributes, found == TILE_PROPERTY);
        break;
    case LAYER:
        start_layer(r, xml, attributes);
        break;
    case DATA:
        start_data(r, xml, attributes);
        break;
    case DATA_TILE:
        start_data_tile(r, xml, attributes);
        break;
    case CHUNK:
        wimp_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                      "layers in chunks, of infinite maps, are not supported; expected a fixed size");
        break;
    case OBJECTS:
        if (has_collision_name(r, attributes))
            wimp_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                          "the collision layer \"%.40s\" has objects; expected tiles",
                          wimp_xml_attribute(attributes, "name"));
        wimp_tiled_objects_start_layer(&r->objects, attributes);
        break;
    case OBJECT:
        wimp_tiled_object_start(&r->objects, xml, attributes);
        break;
    case OBJECT_PROPERTY:
        wimp_tiled_object_property(&r->objects, xml, attributes);
        break;
    case SHAPE:
        wimp_tiled_object_shape(&r->objects, xml, name, attributes);
        break;
    default:
        break;
    }
}

static void on_end(wimp_xml* xml, void* context) {
    reader* r = context;
    element ended = r->stack[--r->depth];
    if (ended == TILE) end_tile(r, xml);
    if (ended == DATA) end_data(r, xml);
    if (ended == OBJECT) wimp_tiled_object_end(&r->objects, xml);
}

static void on_text(wimp_xml* xml, const char* text, size_t size, void* context) {
    reader* r = context;
    size_t bad = 0;
    if (r->stack[r->depth - 1] != DATA) return;
    const char* wrong = wimp_tiled_data_text(&r->data, text, size, &bad);
    if (wrong) fail_data(r, xml, bad, wrong);
}

static const wimp_xml_handlers handlers = {on_start, on_end, on_text};

// ---- external tilesets

// The error names the map, then the file.
static wend_result read_named(wimp_job* job, const char* path, wimp_file* out) {
    wend_error error;
    wend_result result = wimp_file_read(path, job->def->allocator, out, &error);
    return result == WEND_OK ? WEND_OK : wimp_job_fail(job, result, "%s", error.text);
}

static wend_result read_set_file(reader* r, const char* source, const char* path) {
    wimp_file file;
    wend_result result = read_named(r->job, path, &file);
    if (result != WEND_OK) return result;
    r->job->named_hash = wimp_hash(file.bytes, file.size, r->job->named_hash);
    element* stack = wimp_alloc(r->job->def->allocator, sizeof r->stack);
    if (!stack) {
        wimp_file_free(&file, r->job->def->allocator);
        return wimp_job_out_of_memory(r->job, sizeof r->stack);
    }
    memcpy(stack, r->stack, sizeof r->stack);
    int32_t depth = r->depth;
    r->depth = 1; // the document
    result = wimp_xml_read(r->job, source, file.bytes, file.size, &handlers, r);
    memcpy(r->stack, stack, sizeof r->stack);
    r->depth = depth;
    wimp_free(r->job->def->allocator, stack, sizeof r->stack);
    wimp_file_free(&file, r->job->def->allocator);
    return result;
}

static void read_outer_set(reader* r, wimp_xml* xml, const char* source) {
    char* path = NULL;
    wend_result result = wimp_named_path(r->job, wimp_xml_place(xml), source, &path);
    if (result == WEND_OK && wimp_file_is_there(path))
        result = read_set_file(r, source, path);
    else if (result == WEND_OK && r->job->def->cost_property)
        wimp_xml_fail(xml, WEND_ERROR_IO, "the tileset \"%.200s\" cannot be found", source);
    else if (result == WEND_OK)
        wimp_job_warn(r->job, "the tileset \"%.60s\" cannot be found; its tiles define no costs", source);
    if (result != WEND_OK) wimp_xml_stop(xml, result);
    wimp_free(r->job->def->allocator, path, WIMP_MAX_PATH);
}

// ---- the whole map

static wend_result give_rows(reader* r) {
    wimp_job* job = r->job;
    wimp_tiles rows;
    wend_result result = wimp_tiles_begin(&rows, job, r->width, r->height, r->sets.class_costs);
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < r->height && result == WEND_OK; y++) {
        memcpy(rows.row, r->tiles + (size_t)y * (size_t)r->width, (size_t)r->width);
        result = wimp_tiles_next(&rows);
    }
    wimp_tiles_end(&rows);
    return result;
}

static void name_classes(reader* r) {
    static const char* const names[] = {"no tile", "no cost given", "blocked by a property",
                                        "collision layer"};
    for (int32_t c = 0; c < r->sets.class_count; c++)
        snprintf(r->job->info->meanings[c], WEND_MEANING_BYTES, "%s",
                 c < WIMP_TILED_FIRST_COST ? names[c] : "cost by a property");
}

static void warn(reader* r) {
    if (r->has_costs) return;
    char hints[MAX_HINTS * (HINT_BYTES + 2) + 40] = "";
    size_t used = 0;
    for (int32_t i = 0; i < r->hint_count; i++)
        used += (size_t)snprintf(hints + used, sizeof hints - used, "%s%s",
                                 i ? ", " : "; properties with numbers: ", r->hints[i]);
    wimp_job_warn(r->job,
                  "no tile or layer has the property %s and no layer is named %s, so every tile costs 1%s",
                  r->cost_name, r->collision_name, hints);
}

static wend_result read_map(reader* r) {
    wimp_job* job = r->job;
    wend_result result = wimp_xml_read(job, NULL, job->bytes, job->size, &handlers, r);
    if (r->is_reading_data) wimp_tiled_data_free(&r->data);
    if (result == WEND_OK && !r->tiles)
        result =
            wimp_job_fail(job, WEND_ERROR_FORMAT, "the Tiled map has no tile layer; expected at least one");
    if (result != WEND_OK) return result;
    job->info->width = r->width;
    job->info->height = r->height;
    snprintf(job->info->rule, sizeof job->info->rule, "properties");
    name_classes(r);
    result = give_rows(r);
    if (result == WEND_OK) result = wimp_tiled_objects_connect(&r->objects);
    if (result == WEND_OK) warn(r);
    return result;
}

static wend_result read_tiled(wimp_job* job) {
    const wend_import_def* def = job->def;
    reader* r = wimp_zeroed(def->allocator, sizeof *r);
    if (!r) return wimp_job_out_of_memory(job, sizeof *r);
    r->job = job;
    job->is_in_project = true;
    r->cost_name = def->cost_property ? def->cost_property : "cost";
    r->collision_name = def->collision ? def->collision : "collision";
    r->stack[0] = DOCUMENT;
    r->depth = 1;
    wimp_tiled_sets_begin(&r->sets, def->allocator);
    wimp_tiled_objects_begin(&r->objects, job, r->cost_name);
    wend_result result = read_map(r);
    wimp_tiled_objects_free(&r->objects);
    wimp_free(def->allocator, r->tiles, (size_t)r->width * (size_t)r->height);
    wimp_tiled_sets_free(&r->sets);
    wimp_free(def->allocator, r, sizeof *r);
    return result;
}

const wimp_format wimp_format_tiled = {
    "tiled",
    "Tiled .tmx: orthogonal or hexagonal, of fixed size; csv, base64, zlib, gzip, zstd; links and walls",
    is_tiled, read_tiled, false};
