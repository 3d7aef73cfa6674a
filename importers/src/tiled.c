// tiled.c: maps of the editor Tiled (.tmx): orthogonal, of fixed size. Which element means what, and what
// does a cell cost? Its layers say, from the lowest to the highest: a tile by the property of its own, else
// by that of its layer; the last that says anything counts. A tile on the collision layer blocks in any case.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "formats.h"
#include "named_file.h"
#include "read_file.h"
#include "text.h"
#include "tiled_data.h"
#include "tiled_sets.h"
#include "tiles.h"
#include "xml.h"

enum { LOOKED_AT = 4096, MAX_HINTS = 4, HINT_BYTES = 32 };
enum { MAX_UNCHECKED = 1 << 16 }; // bytes of a layer; of a small one the end says better what is missing

/// Cells of all layers together; decoding more takes seconds.
#define MAX_LAYER_CELLS ((int64_t)1 << 29)
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
    CELL,
    PIECE,
    OBJECTS,
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
    {DATA, "tile", CELL},
    {DATA, "chunk", PIECE},
    {MAP, "objectgroup", OBJECTS},
    {GROUP, "objectgroup", OBJECTS},
};

bool wendi_is_tiled(const uint8_t* bytes, size_t size) {
    wendi_text text = wendi_text_of(bytes, size < LOOKED_AT ? size : LOOKED_AT);
    wendi_span line, word = {0};
    while (wendi_text_line(&text, &line) && !wendi_span_word(&line, &word)) continue;
    static const char* const begins[] = {"<?xml", "<map", "<tileset", "<!DOCTYPE"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (word.size >= strlen(begins[i]) && memcmp(word.at, begins[i], strlen(begins[i])) == 0) return true;
    return false;
}

typedef struct reader {
    wendi_job* job;
    const char *cost_name, *collision_name;
    element stack[80]; // more than xml.c lets through
    int32_t depth;

    int32_t width, height;
    uint8_t* cells; // NULL: no layer yet
    int64_t layer_cells;
    int32_t object_layers;

    wendi_tiled_sets sets;
    uint32_t first_gid;    // of the tileset at hand
    uint32_t gid;          // of the tile at hand
    uint8_t terrain_class; // of the tile or layer at hand
    bool is_collision;     // the layer at hand
    bool has_costs;        // any tile or layer, or a collision layer
    bool is_reading_data;
    wendi_tiled_data data;
    uint32_t bad_gid;  // a tile of no tileset; 0: none
    uint32_t last_gid; // and its class: neighbours are often equal
    uint8_t last_class;
    char hints[MAX_HINTS][HINT_BYTES]; // other properties that hold numbers
    int32_t hint_count;
} reader;

// ---- numbers in attributes

static wendi_span span_of(const char* text) {
    return (wendi_span){text, strlen(text)};
}

static bool read_int(wendi_xml* xml, const char* const* attributes, const char* name, int32_t least,
                     int32_t* out) {
    const char* text = wendi_xml_attribute(attributes, name);
    if (text && wendi_span_int(span_of(text), out) && *out >= least) return true;
    if (text)
        wendi_xml_fail(xml, WEND_ERROR_FORMAT, "the %s is \"%.40s\"; expected a number of at least %d", name,
                       text, least);
    else
        wendi_xml_fail(xml, WEND_ERROR_FORMAT, "the %s is missing", name);
    return false;
}

// ---- the map

static void start_map(reader* r, wendi_xml* xml, const char* const* attributes) {
    const char* orientation = wendi_xml_attribute(attributes, "orientation");
    const char* infinite = wendi_xml_attribute(attributes, "infinite");
    if (orientation && strcmp(orientation, "orthogonal") != 0)
        wendi_xml_fail(xml, WEND_ERROR_UNSUPPORTED, "a Tiled map that is %.40s; expected an orthogonal one",
                       orientation);
    else if (infinite && strcmp(infinite, "0") != 0)
        wendi_xml_fail(
            xml, WEND_ERROR_UNSUPPORTED,
            "a Tiled map that is infinite; expected one of fixed size (a property of the map in Tiled)");
    else if (read_int(xml, attributes, "width", 0, &r->width) &&
             read_int(xml, attributes, "height", 0, &r->height)) {
        wend_result result = wendi_job_check_size(r->job, r->width, r->height);
        if (result == WEND_OK) result = wendi_job_check_whole(r->job, r->width, r->height, INT64_MAX);
        if (result != WEND_OK) wendi_xml_stop(xml, result);
    }
}

// ---- properties

static void add_hint(reader* r, const char* name) {
    if (r->hint_count == MAX_HINTS || strlen(name) >= HINT_BYTES) return;
    for (int32_t i = 0; i < r->hint_count; i++)
        if (strcmp(r->hints[i], name) == 0) return;
    snprintf(r->hints[r->hint_count++], HINT_BYTES, "%s", name);
}

static void read_cost(reader* r, wendi_xml* xml, const char* name, const char* value) {
    double number = 0;
    bool is_blocked = strcmp(value, "blocked") == 0;
    bool is_number = wendi_span_double(span_of(value), &number);
    float cost = (float)number;
    bool is_cost = cost == 0 || (cost >= WEND_MIN_CLASS_COST && cost <= WEND_MAX_CLASS_COST);
    if (!is_blocked && !(is_number && is_cost)) {
        wendi_xml_fail(xml, WEND_ERROR_FORMAT,
                       "the property %.40s is \"%.40s\"; expected a cost in 1/64..1024, 0 or blocked", name,
                       value);
        return;
    }
    r->has_costs = true;
    r->terrain_class = wendi_tiled_class(&r->sets, is_blocked ? 0 : cost);
    if (r->terrain_class == WENDI_TILED_UNSAID)
        wendi_xml_fail(xml, WEND_ERROR_LIMIT, "one cost too many: more than %d different ones",
                       WENDI_TILED_UNSAID - WENDI_TILED_FIRST_COST);
}

static void read_property(reader* r, wendi_xml* xml, const char* const* attributes, bool of_tile) {
    const char* name = wendi_xml_attribute(attributes, "name");
    const char* value = wendi_xml_attribute(attributes, "value");
    double number;
    if (!name) return;
    if (strcmp(name, r->cost_name) == 0) {
        read_cost(r, xml, name, value ? value : "");
    } else if (of_tile && strcmp(name, r->collision_name) == 0) {
        if (!value || (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)) {
            wendi_xml_fail(xml, WEND_ERROR_FORMAT, "the property %.40s is \"%.40s\"; expected true or false",
                           name, value ? value : "");
            return;
        }
        r->has_costs = true;
        if (strcmp(value, "true") == 0) r->terrain_class = WENDI_TILED_BLOCKED;
    } else if (value && wendi_span_double(span_of(value), &number)) {
        add_hint(r, name);
    }
}

// ---- tilesets

static void out_of_memory(wendi_xml* xml) {
    wendi_xml_fail(xml, WEND_ERROR_MEMORY, "out of memory");
}

static void read_outer_set(reader* r, wendi_xml* xml, const char* source);

static void start_set(reader* r, wendi_xml* xml, const char* const* attributes) {
    int32_t first;
    if (r->stack[r->depth - 2] == DOCUMENT) return; // of a file of its own: it is known already
    if (!read_int(xml, attributes, "firstgid", 1, &first)) return;
    if ((uint32_t)first > MAX_GID)
        wendi_xml_fail(xml, WEND_ERROR_FORMAT, "the firstgid is %d; expected at most %u", first, MAX_GID);
    r->first_gid = (uint32_t)first;
    if (!wendi_tiled_sets_add(&r->sets, r->first_gid)) out_of_memory(xml);
    const char* source = wendi_xml_attribute(attributes, "source");
    if (source) read_outer_set(r, xml, source);
}

static void start_tile(reader* r, wendi_xml* xml, const char* const* attributes) {
    int32_t id;
    if (!read_int(xml, attributes, "id", 0, &id)) return;
    r->gid = (uint32_t)id <= MAX_GID - r->first_gid ? r->first_gid + (uint32_t)id : 0;
    r->terrain_class = WENDI_TILED_UNSAID;
}

static void end_tile(reader* r, wendi_xml* xml) {
    if (r->terrain_class == WENDI_TILED_UNSAID || r->gid == 0) return;
    if (!wendi_tiled_sets_add_cost(&r->sets, r->gid, r->terrain_class)) out_of_memory(xml);
}

// ---- layers

static int lower(char c) {
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static bool equals_ignoring_case(const char* a, const char* b) {
    while (*a && lower(*a) == lower(*b)) a++, b++;
    return lower(*a) == lower(*b);
}

static bool has_collision_name(const reader* r, const char* const* attributes) {
    const char* name = wendi_xml_attribute(attributes, "name");
    return name && equals_ignoring_case(name, r->collision_name);
}

static void start_layer(reader* r, wendi_xml* xml, const char* const* attributes) {
    int32_t width, height;
    if (!read_int(xml, attributes, "width", 1, &width) || !read_int(xml, attributes, "height", 1, &height))
        return;
    if (width != r->width || height != r->height)
        wendi_xml_fail(xml, WEND_ERROR_FORMAT, "a layer of %d x %d tiles; expected %d x %d as the map has",
                       width, height, r->width, r->height);
    r->terrain_class = WENDI_TILED_UNSAID;
    r->is_collision = has_collision_name(r, attributes);
    r->has_costs = r->has_costs || r->is_collision;
    const char* moved_x = wendi_xml_attribute(attributes, "offsetx");
    const char* moved_y = wendi_xml_attribute(attributes, "offsety");
    if ((moved_x && strcmp(moved_x, "0") != 0) || (moved_y && strcmp(moved_y, "0") != 0))
        wendi_job_warn(r->job,
                       "the layer at line %d is drawn aside of its tiles; they are read where they are",
                       wendi_xml_place(xml).line);
}

static void put_tile(void* context, int64_t index, uint32_t gid) {
    reader* r = context;
    if (gid == 0) return;
    if (gid != r->last_gid) {
        if (!wendi_tiled_sets_find(&r->sets, gid, &r->last_class) && r->bad_gid == 0) r->bad_gid = gid;
        r->last_gid = gid;
    }
    uint8_t said = r->last_class != WENDI_TILED_UNSAID ? r->last_class : r->terrain_class;
    uint8_t* cell = &r->cells[index];
    if (r->is_collision)
        *cell = WENDI_TILED_COLLISION;
    else if (*cell == WENDI_TILED_COLLISION)
        return;
    else if (said != WENDI_TILED_UNSAID)
        *cell = said;
    else if (*cell == WENDI_TILED_NOTHING)
        *cell = WENDI_TILED_PLAIN_TILE;
}

// The cells of the map, once it is sure that the file may fill them.
static bool make_cells(reader* r, wendi_xml* xml, uint64_t least_bytes) {
    size_t count = (size_t)r->width * (size_t)r->height;
    r->layer_cells += (int64_t)count;
    if (r->layer_cells > MAX_LAYER_CELLS)
        wendi_xml_fail(xml, WEND_ERROR_LIMIT,
                       "the layers up to here have %lld tiles together; the limit is %lld",
                       (long long)r->layer_cells, (long long)MAX_LAYER_CELLS);
    wend_result result = WEND_OK;
    if (least_bytes > MAX_UNCHECKED)
        result = wendi_job_check_data(r->job, wendi_xml_offset(xml), least_bytes);
    if (result != WEND_OK) wendi_xml_stop(xml, result);
    if (r->cells || result != WEND_OK || r->layer_cells > MAX_LAYER_CELLS)
        return r->cells && result == WEND_OK;
    r->cells = wendi_import_alloc(r->job->def->allocator, count);
    if (!r->cells) out_of_memory(xml);
    if (r->cells) memset(r->cells, WENDI_TILED_NOTHING, count);
    return r->cells != NULL;
}

static void fail_data(reader* r, wendi_xml* xml, size_t ahead, const char* wrong) {
    if (strcmp(wrong, "out of memory") == 0)
        out_of_memory(xml);
    else
        wendi_xml_fail_at(xml, ahead, WEND_ERROR_FORMAT, "the layer %s (after %lld of %lld tiles)", wrong,
                          (long long)r->data.index, (long long)r->data.tile_count);
}

static void start_data(reader* r, wendi_xml* xml, const char* const* attributes) {
    const char* encoding = wendi_xml_attribute(attributes, "encoding");
    const char* compression = wendi_xml_attribute(attributes, "compression");
    uint64_t count = (uint64_t)r->width * (uint64_t)r->height, least;
    wendi_tiled_encoding text = WENDI_TILED_XML;
    wendi_tiled_compression packed = WENDI_TILED_PLAIN;
    if (!encoding || !*encoding) {
        least = count * strlen("<tile/>");
    } else if (strcmp(encoding, "csv") == 0) {
        text = WENDI_TILED_CSV;
        least = count * 2 - 1;
    } else if (strcmp(encoding, "base64") == 0) {
        text = WENDI_TILED_BASE64;
        least = count * 16 / 3;
    } else {
        wendi_xml_fail(xml, WEND_ERROR_UNSUPPORTED, "data encoded as \"%.40s\"; expected csv or base64",
                       encoding);
        return;
    }
    if (compression && *compression) {
        bool is_deflate = strcmp(compression, "zlib") == 0 || strcmp(compression, "gzip") == 0;
        packed = is_deflate ? WENDI_TILED_DEFLATE : WENDI_TILED_ZSTD;
        least = is_deflate ? least / 1040 : 1; // deflate gains at most 1032 : 1
        if ((!is_deflate && strcmp(compression, "zstd") != 0) || text != WENDI_TILED_BASE64) {
            wendi_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                           "data compressed as \"%.40s\"; expected base64 with zlib, gzip or zstd",
                           compression);
            return;
        }
    }
    if (!make_cells(r, xml, least)) return;
    r->last_gid = 0;
    r->is_reading_data = true;
    const char* wrong = wendi_tiled_data_begin(&r->data, text, packed, (int64_t)count, put_tile, r);
    if (wrong) fail_data(r, xml, 0, wrong);
}

static void check_gid(reader* r, wendi_xml* xml) {
    if (r->bad_gid != 0)
        wendi_xml_fail(xml, WEND_ERROR_FORMAT, "the layer has a tile %u, which is of no tileset", r->bad_gid);
}

static void end_data(reader* r, wendi_xml* xml) {
    const char* wrong = wendi_tiled_data_end(&r->data);
    if (wrong) fail_data(r, xml, 0, wrong);
    wendi_tiled_data_free(&r->data);
    r->is_reading_data = false;
    check_gid(r, xml);
}

static void start_cell(reader* r, wendi_xml* xml, const char* const* attributes) {
    const char* text = wendi_xml_attribute(attributes, "gid");
    double gid = 0;
    if (text && (!wendi_span_double(span_of(text), &gid) || gid > UINT32_MAX)) gid = -1;
    if (gid < 0 || r->data.encoding != WENDI_TILED_XML) {
        wendi_xml_fail(xml, WEND_ERROR_FORMAT, "a tile \"%.40s\" where none is expected", text ? text : "");
        return;
    }
    const char* wrong = wendi_tiled_data_tile(&r->data, (uint64_t)gid);
    if (wrong) fail_data(r, xml, 0, wrong);
    check_gid(r, xml);
}

// ---- elements

static void on_start(wendi_xml* xml, const char* name, const char* const* attributes, void* context) {
    reader* r = context;
    element parent = r->stack[r->depth - 1], found = OTHER;
    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++)
        if (grammar[i].parent == parent && strcmp(grammar[i].name, name) == 0) found = grammar[i].element;
    r->stack[r->depth++] = found;
    if (parent == DOCUMENT && found != (r->first_gid ? TILESET : MAP)) {
        wendi_xml_fail(xml, found == TILESET ? WEND_ERROR_UNSUPPORTED : WEND_ERROR_FORMAT,
                       "the document is a \"%.40s\"; expected a %s of Tiled", name,
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
    case CELL:
        start_cell(r, xml, attributes);
        break;
    case PIECE:
        wendi_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                       "a layer in chunks, of an infinite map; expected a fixed size");
        break;
    case OBJECTS:
        if (has_collision_name(r, attributes))
            wendi_xml_fail(xml, WEND_ERROR_UNSUPPORTED,
                           "the collision layer \"%.40s\" has objects; expected tiles",
                           wendi_xml_attribute(attributes, "name"));
        r->object_layers++;
        break;
    default:
        break;
    }
}

static void on_end(wendi_xml* xml, void* context) {
    reader* r = context;
    element ended = r->stack[--r->depth];
    if (ended == TILE) end_tile(r, xml);
    if (ended == DATA) end_data(r, xml);
}

static void on_text(wendi_xml* xml, const char* text, size_t size, void* context) {
    reader* r = context;
    size_t bad = 0;
    if (r->stack[r->depth - 1] != DATA) return;
    const char* wrong = wendi_tiled_data_text(&r->data, text, size, &bad);
    if (wrong) fail_data(r, xml, bad, wrong);
}

static const wendi_xml_handlers handlers = {on_start, on_end, on_text};

// ---- a tileset in a file of its own

// The error names the map, then the file.
static wend_result read_named(wendi_job* job, const char* path, wendi_file* out) {
    wend_error error;
    wend_result result = wendi_file_read(path, job->def->allocator, out, &error);
    return result == WEND_OK ? WEND_OK : wendi_job_fail(job, result, "%s", error.text);
}

static wend_result read_set_file(reader* r, const char* source, const char* path) {
    wendi_file file;
    wend_result result = read_named(r->job, path, &file);
    if (result != WEND_OK) return result;
    r->job->named_hash = wendi_hash(file.bytes, file.size, r->job->named_hash);
    element* stack = wendi_import_alloc(r->job->def->allocator, sizeof r->stack);
    if (!stack) {
        wendi_file_free(&file, r->job->def->allocator);
        return wendi_job_out_of_memory(r->job, sizeof r->stack);
    }
    memcpy(stack, r->stack, sizeof r->stack);
    int32_t depth = r->depth;
    r->depth = 1; // on the document
    result = wendi_xml_read(r->job, source, file.bytes, file.size, &handlers, r);
    memcpy(r->stack, stack, sizeof r->stack);
    r->depth = depth;
    wendi_import_free(r->job->def->allocator, stack, sizeof r->stack);
    wendi_file_free(&file, r->job->def->allocator);
    return result;
}

static void read_outer_set(reader* r, wendi_xml* xml, const char* source) {
    char* path = NULL;
    wend_result result = wendi_named_path(r->job, wendi_xml_place(xml), source, &path);
    if (result == WEND_OK && wendi_file_is_there(path))
        result = read_set_file(r, source, path);
    else if (result == WEND_OK && r->job->def->cost_property)
        wendi_xml_fail(xml, WEND_ERROR_IO, "the tileset \"%.200s\" cannot be found", source);
    else if (result == WEND_OK)
        wendi_job_warn(r->job, "the tileset \"%.60s\" cannot be found; its tiles have no costs of their own",
                       source);
    if (result != WEND_OK) wendi_xml_stop(xml, result);
    wendi_import_free(r->job->def->allocator, path, WENDI_MAX_PATH);
}

// ---- all of it

static wend_result give_rows(reader* r) {
    wendi_job* job = r->job;
    wendi_tiles tiles;
    wend_result result = wendi_tiles_begin(&tiles, job, r->width, r->height, r->sets.class_costs);
    if (result != WEND_OK) return result;
    for (int32_t y = 0; y < r->height && result == WEND_OK; y++) {
        memcpy(tiles.row, r->cells + (size_t)y * (size_t)r->width, (size_t)r->width);
        result = wendi_tiles_next(&tiles);
    }
    wendi_tiles_end(&tiles);
    return result;
}

static void name_classes(reader* r) {
    static const char* const names[] = {"no tile", "no cost given", "blocked by a property",
                                        "collision layer"};
    for (int32_t c = 0; c < r->sets.class_count; c++)
        snprintf(r->job->info->meanings[c], WEND_MEANING_BYTES, "%s",
                 c < WENDI_TILED_FIRST_COST ? names[c] : "cost by a property");
}

static void warn(reader* r) {
    if (r->object_layers > 0) wendi_job_warn(r->job, "layers of objects are left out: %d", r->object_layers);
    if (r->has_costs) return;
    char hints[MAX_HINTS * (HINT_BYTES + 2) + 40] = "";
    size_t used = 0;
    for (int32_t i = 0; i < r->hint_count; i++)
        used += (size_t)snprintf(hints + used, sizeof hints - used, "%s%s",
                                 i ? ", " : "; there are numbers in ", r->hints[i]);
    wendi_job_warn(r->job, "no tile and no layer has a property %s, no layer is named %s: all tiles cost 1%s",
                   r->cost_name, r->collision_name, hints);
}

static wend_result read_map(reader* r) {
    wendi_job* job = r->job;
    wend_result result = wendi_xml_read(job, NULL, job->bytes, job->size, &handlers, r);
    if (r->is_reading_data) wendi_tiled_data_free(&r->data);
    if (result == WEND_OK && !r->cells)
        result = wendi_job_fail(job, WEND_ERROR_FORMAT, "a Tiled map without a layer of tiles; expected one");
    if (result != WEND_OK) return result;
    job->info->width = r->width;
    job->info->height = r->height;
    snprintf(job->info->rule, sizeof job->info->rule, "properties");
    name_classes(r);
    warn(r);
    return give_rows(r);
}

wend_result wendi_read_tiled(wendi_job* job) {
    const wend_import_def* def = job->def;
    reader* r = wendi_import_zeroed(def->allocator, sizeof *r);
    if (!r) return wendi_job_out_of_memory(job, sizeof *r);
    r->job = job;
    r->cost_name = def->cost_property ? def->cost_property : "cost";
    r->collision_name = def->collision ? def->collision : "collision";
    r->stack[0] = DOCUMENT;
    r->depth = 1;
    wendi_tiled_sets_begin(&r->sets, def->allocator);
    wend_result result = read_map(r);
    wendi_import_free(def->allocator, r->cells, (size_t)r->width * (size_t)r->height);
    wendi_tiled_sets_free(&r->sets);
    wendi_import_free(def->allocator, r, sizeof *r);
    return result;
}
