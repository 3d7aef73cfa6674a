// tiled.c: maps of the editor Tiled (.tmx, .tmj), orthogonal or hexagonal and of fixed size: which element
// means what, and what does a tile of the map cost? Layers apply from the lowest to the highest: each sets a
// cost by the property of its tile, or else by its own property, and the last one with a cost wins. A tile on
// the collision layer always blocks.
#include <stdio.h>
#include <string.h>

#include "core/named_file.h"
#include "core/read_file.h"
#include "core/text.h"
#include "core/ways.h"
#include "formats/formats.h"
#include "formats/tiled_json.h"
#include "formats/tiled_layers.h"
#include "formats/tiled_objects.h"
#include "formats/tiled_pictures.h"
#include "formats/tiled_sets.h"
#include "formats/xml.h"
#include "sink/tiles.h"

enum { LOOKED_AT = 4096, MAX_HINTS = 4, HINT_BYTES = 32, LAYER_NAME_BYTES = WEND_LAYER_NAME_BYTES };
#define MAX_GID 0x0fffffffu

typedef enum element {
    DOCUMENT,
    MAP,
    TILESET,
    SET_IMAGE,
    SET_OFFSET,
    TILE,
    TILE_IMAGE,
    WANG_SETS,
    WANG_SET,
    WANG_COLOR,
    WANG_TILE,
    GROUP,
    LAYER,
    DATA,
    DATA_TILE,
    CHUNK,
    OBJECTS,
    OBJECT,
    SHAPE,
    PROPERTIES,
    PROPERTY,
    OTHER,
} element;

static const struct {
    element parent;
    const char* name;
    element element;
} grammar[] = {
    {DOCUMENT, "map", MAP},
    {DOCUMENT, "tileset", TILESET},
    {MAP, "properties", PROPERTIES},
    {MAP, "tileset", TILESET},
    {TILESET, "image", SET_IMAGE},
    {TILESET, "tileoffset", SET_OFFSET},
    {TILESET, "tile", TILE},
    {TILE, "image", TILE_IMAGE},
    {TILE, "properties", PROPERTIES},
    {TILESET, "wangsets", WANG_SETS},
    {WANG_SETS, "wangset", WANG_SET},
    {WANG_SET, "wangcolor", WANG_COLOR},
    {WANG_SET, "wangtile", WANG_TILE},
    {MAP, "group", GROUP},
    {GROUP, "group", GROUP},
    {GROUP, "properties", PROPERTIES},
    {MAP, "layer", LAYER},
    {GROUP, "layer", LAYER},
    {LAYER, "properties", PROPERTIES},
    {LAYER, "data", DATA},
    {DATA, "tile", DATA_TILE},
    {DATA, "chunk", CHUNK},
    {CHUNK, "tile", DATA_TILE},
    {MAP, "objectgroup", OBJECTS},
    {GROUP, "objectgroup", OBJECTS},
    {OBJECTS, "properties", PROPERTIES},
    {OBJECTS, "object", OBJECT},
    {OBJECT, "properties", PROPERTIES},
    {PROPERTIES, "property", PROPERTY},
    {OBJECT, "point", SHAPE},
    {OBJECT, "ellipse", SHAPE},
    {OBJECT, "capsule", SHAPE},
    {OBJECT, "polygon", SHAPE},
    {OBJECT, "polyline", SHAPE},
    {OBJECT, "text", SHAPE},
};

static bool is_tiled(const uint8_t* bytes, size_t size) {
    if (size > LOOKED_AT) size = LOOKED_AT;
    if (wimp_tiled_is_json(bytes, size)) return true;
    wimp_text text = wimp_text_of(bytes, size);
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
    uint8_t floors[80];   // of each element of the stack
    bool has_content[80]; // a layer, data or objects in it were read, so that its floor is settled

    int32_t floor_count;  // highest floor + 1
    wimp_place top_floor; // what gives the highest floor
    char floor_names[WIMP_MAX_FLOORS][LAYER_NAME_BYTES];
    char name[LAYER_NAME_BYTES]; // of the group or layer that began last

    wimp_tiled_layers layers;
    wimp_tiled_objects objects;
    bool is_measuring; // the first reading of an infinite map finds its extent

    wimp_tiled_sets sets;
    wimp_tiled_pictures pictures;
    wimp_tiled_drawing drawing;
    wimp_tiled_legend legend;
    uint32_t first_gid;                     // of the current tileset
    uint32_t id;                            // of the current tile within it
    uint8_t terrain_class;                  // of the current tile or layer
    bool is_collision;                      // the current layer
    uint8_t ground;                         // the class of places without a tile; NO_CLASS: no own one
    bool has_costs;                         // any tile or layer, or a collision layer
    char collision_layer[LAYER_NAME_BYTES]; // the first one
    char obstacle_layer[LAYER_NAME_BYTES];  // the first one that looks like it, but is none
    char hints[MAX_HINTS][HINT_BYTES];      // other properties with numeric values
    int32_t hint_count;
} reader;

// ---- the map

static wend_result set_hex(reader* r) {
    const wimp_tiled_layout* layout = &r->objects.layout;
    const bool is_even = layout->shifts_even;
    if (layout->orientation != WIMP_TILED_HEXAGONAL) return WEND_OK;
    return wimp_job_set_hex(r->job,
                            layout->shifts_columns
                                ? (is_even ? WEND_CONNECTIVITY_HEX_EVEN_Q : WEND_CONNECTIVITY_HEX_ODD_Q)
                                : (is_even ? WEND_CONNECTIVITY_HEX_EVEN_R : WEND_CONNECTIVITY_HEX_ODD_R));
}

// The size of a map, or of the extent of its chunks.
static bool read_size(reader* r, wimp_document* document, const char* const* attributes, int64_t* width_out,
                      int64_t* height_out) {
    wimp_tiled_extent* extent = &r->layers.extent;
    int32_t width, height;
    if (!r->layers.is_infinite) {
        if (!wimp_tiled_int(document, attributes, "width", 0, &width) ||
            !wimp_tiled_int(document, attributes, "height", 0, &height))
            return false;
        *width_out = width;
        *height_out = height;
        return true;
    }
    if (extent->left == extent->right) {
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "an infinite Tiled map without chunks of tiles; expected at least one");
        return false;
    }
    wimp_tiled_layout_align(&r->objects.layout, extent);
    *width_out = extent->right - extent->left;
    *height_out = extent->bottom - extent->top;
    return true;
}

// The map is drawn where a picture of the size of the drawing is wanted, rather than one with a pixel a tile.
static wend_result begin_drawing(reader* r) {
    const wimp_picture* wanted = r->job->picture;
    int32_t width, height;
    if (!wanted || r->job->def->downscale != 1 ||
        !wimp_tiled_drawing_size(&r->objects.layout, &width, &height) || wanted->wanted_width != width ||
        wanted->wanted_height != height || (width == r->layers.width && height == r->layers.height))
        return WEND_OK;
    const wend_result result = wimp_tiled_drawing_begin(&r->drawing, width, height);
    r->layers.numbers_opt = r->drawing.numbers;
    return result;
}

static void start_map(reader* r, wimp_document* document, const char* const* attributes) {
    const char* infinite = wimp_attribute(attributes, "infinite");
    wimp_tiled_layers* layers = &r->layers;
    const bool has_extent = layers->is_infinite;
    layers->is_infinite = infinite && strcmp(infinite, "0") != 0 && strcmp(infinite, "false") != 0;
    if (!wimp_tiled_layout_read(&r->objects.layout, document, attributes)) return;
    layers->lanes.are_hexagons = r->objects.layout.orientation == WIMP_TILED_HEXAGONAL;
    r->pictures.shape_pixels = (uint64_t)wimp_tiled_shape_pixels(&r->objects.layout);
    if (layers->is_infinite && !has_extent) {
        r->is_measuring = true;
        return;
    }
    int64_t width, height;
    wend_result result = set_hex(r);
    if (result != WEND_OK) wimp_document_stop(document, result);
    if (result != WEND_OK || !read_size(r, document, attributes, &width, &height)) return;
    result = wimp_job_check_size(r->job, width, height);
    if (result == WEND_OK) result = wimp_job_check_whole(r->job, width, height, INT64_MAX);
    if (result != WEND_OK) {
        wimp_document_stop(document, result);
        return;
    }
    layers->width = (int32_t)width;
    layers->height = (int32_t)height;
    wimp_tiled_layout_place(&r->objects.layout, layers->width, layers->height,
                            layers->is_infinite ? &layers->extent : NULL);
    result = begin_drawing(r);
    if (result != WEND_OK) wimp_document_stop(document, result);
}

// ---- properties

static void add_hint(reader* r, const char* name) {
    if (r->hint_count == MAX_HINTS || strlen(name) >= HINT_BYTES) return;
    for (int32_t i = 0; i < r->hint_count; i++)
        if (strcmp(r->hints[i], name) == 0) return;
    snprintf(r->hints[r->hint_count++], HINT_BYTES, "%s", name);
}

static void read_cost(reader* r, wimp_document* document, const char* name, const char* value) {
    float cost;
    if (!wimp_span_cost(wimp_span_of(value), true, &cost)) {
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "the property %.40s is \"%.40s\"; expected a cost in 1/64..1024, 0 or blocked",
                           name, value);
        return;
    }
    r->has_costs = true;
    r->terrain_class = wimp_tiled_class(&r->sets, cost);
    if (r->terrain_class == WIMP_TILED_NO_CLASS)
        wimp_document_fail(document, WEND_ERROR_LIMIT, "more than %d different costs",
                           WIMP_TILED_NO_CLASS - WIMP_TILED_FIRST_COST);
}

// A property of a tile or layer: its cost, or that it blocks.
static void read_property(reader* r, wimp_document* document, const char* name, const char* value_opt,
                          bool of_tile) {
    const char* value = value_opt ? value_opt : "";
    double number;
    if (strcmp(name, r->cost_name) == 0) {
        read_cost(r, document, name, value);
    } else if (of_tile && strcmp(name, r->collision_name) == 0) {
        if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0) {
            wimp_document_fail(document, WEND_ERROR_FORMAT,
                               "the property %.40s is \"%.40s\"; expected true or false", name, value);
            return;
        }
        r->has_costs = true;
        if (strcmp(value, "true") == 0) r->terrain_class = WIMP_TILED_BLOCKED;
    } else if (value_opt && wimp_span_double(wimp_span_of(value), &number)) {
        add_hint(r, name);
    }
}

// The property lane of a tile or layer. False: it is another property.
static bool read_lane(reader* r, const char* name, const char* value_opt, uint8_t* lane_out) {
    const char* value = value_opt ? value_opt : "";
    if (strcmp(name, "lane") != 0 || strcmp(name, r->cost_name) == 0) return false;
    *lane_out = (uint8_t)wimp_way_called(wimp_span_of(value));
    if (*lane_out == 0)
        wimp_job_warn(
            r->job,
            "ignored the property lane \"%.40s\", which is none of right, down, left, up, down-right, "
            "down-left, up-left, up-right",
            value);
    return true;
}

// ---- tilesets

static void read_picture(reader* r, wimp_document* document, const char* const* attributes, int64_t id) {
    const wend_result result =
        wimp_tiled_pictures_read(&r->pictures, wimp_document_place(document),
                                 wimp_attribute(attributes, "source"), r->sets.content_count - 1, id);
    if (result != WEND_OK) wimp_document_stop(document, result);
}

static void read_outer_set(reader* r, wimp_document* document, const char* source);

static void start_set(reader* r, wimp_document* document, const char* const* attributes) {
    int32_t first;
    wimp_tiled_pictures_set(&r->pictures, attributes);
    if (r->stack[r->depth - 2] == DOCUMENT) { // the root of a tileset file, which is known already
        wimp_document_need(document, wimp_tiled_legend_set(&r->legend, attributes));
        return;
    }
    if (!wimp_tiled_int(document, attributes, "firstgid", 1, &first)) return;
    if ((uint32_t)first > MAX_GID)
        wimp_document_fail(document, WEND_ERROR_FORMAT, "the firstgid is %d; expected at most %u", first,
                           MAX_GID);
    r->first_gid = (uint32_t)first;
    const char* source = wimp_attribute(attributes, "source");
    int32_t content = source ? wimp_tiled_sets_of_file(&r->sets, source) : -1;
    const bool is_known = content >= 0;
    if (!is_known) content = wimp_tiled_sets_new_content(&r->sets);
    wimp_document_need(document, wimp_tiled_sets_add(&r->sets, r->first_gid, content));
    if (!source) wimp_document_need(document, wimp_tiled_legend_set(&r->legend, attributes));
    if (!source || is_known) return;
    if (r->sets.file_count == WIMP_TILED_MAX_FILES)
        wimp_document_fail(document, WEND_ERROR_LIMIT, "names more than %d tileset files",
                           WIMP_TILED_MAX_FILES);
    else if (wimp_document_need(document, wimp_tiled_sets_add_file(&r->sets, source, content)))
        read_outer_set(r, document, source);
}

static void start_tile(reader* r, wimp_document* document, const char* const* attributes) {
    int32_t id;
    if (!wimp_tiled_int(document, attributes, "id", 0, &id)) return;
    r->id = (uint32_t)id;
    r->terrain_class = WIMP_TILED_NO_CLASS;
    r->layers.lanes.of_tile = 0;
    wimp_document_need(document, wimp_tiled_legend_tile(&r->legend, r->id, attributes));
}

static void end_tile(reader* r, wimp_document* document) {
    wimp_document_need(document, wimp_tiled_lanes_end_tile(&r->layers.lanes, r->id));
    if (r->terrain_class == WIMP_TILED_NO_CLASS) return;
    wimp_document_need(document, wimp_tiled_sets_add_cost(&r->sets, r->id, r->terrain_class));
}

// ---- layers

// Keeps a name, unless one is there.
static void keep_name(char out[LAYER_NAME_BYTES], const char* name) {
    if (out[0] == 0) snprintf(out, LAYER_NAME_BYTES, "%s", name);
    wimp_clean_text(out);
}

// Does a name say that the layer is for obstacles?
static bool names_obstacles(const char* name) {
    static const char* const words[] = {"wall", "colli", "obstacle", "block", "solid"};
    for (const char* at = name; *at; at++)
        for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
            const size_t size = strlen(words[i]);
            if (strlen(at) >= size && wimp_span_equals_ignoring_case((wimp_span){at, size}, words[i]))
                return true;
        }
    return false;
}

// Adds a layer to the list; those for which there is no room are left out.
static void list_layer(const reader* r, const char* kind, const char* name) {
    char* out = r->job->info->layers;
    char clean[LAYER_NAME_BYTES];
    const size_t size = sizeof r->job->info->layers;
    snprintf(clean, sizeof clean, "%s", name);
    wimp_clean_text(clean);
    if (strlen(out) + strlen(kind) + strlen(clean) + 3 <= size)
        wimp_append(out, size, "%s %s\n", kind, clean);
}

// Takes the name of a layer; true: that of the collision layer.
static bool take_name(reader* r, const char* const* attributes, bool of_objects) {
    const char* name = wimp_attribute(attributes, "name");
    const bool blocks = name && wimp_tiled_is_collision(name, r->collision_name);
    list_layer(r, blocks ? "blocks" : of_objects ? "objects" : "tiles", name ? name : "");
    if (!name) return false;
    if (blocks) {
        keep_name(r->collision_layer, name);
        return true;
    }
    const bool is_walls = of_objects && wimp_span_equals_ignoring_case(wimp_span_of(name), "walls");
    if (!is_walls && names_obstacles(name)) keep_name(r->obstacle_layer, name);
    return false;
}

static void start_layer(reader* r, wimp_document* document, const char* const* attributes) {
    int32_t width, height;
    if (!r->layers.is_infinite) {
        if (!wimp_tiled_int(document, attributes, "width", 1, &width) ||
            !wimp_tiled_int(document, attributes, "height", 1, &height))
            return;
        if (width != r->layers.width || height != r->layers.height)
            wimp_document_fail(document, WEND_ERROR_FORMAT,
                               "a layer of %d x %d tiles; expected %d x %d as the map has", width, height,
                               r->layers.width, r->layers.height);
    }
    r->terrain_class = WIMP_TILED_NO_CLASS;
    r->layers.lanes.of_layer = 0;
    wimp_tiled_pictures_layer(&r->pictures, attributes);
    r->is_collision = take_name(r, attributes, false);
    const char* moved_x = wimp_attribute(attributes, "offsetx");
    const char* moved_y = wimp_attribute(attributes, "offsety");
    if ((moved_x && strcmp(moved_x, "0") != 0) || (moved_y && strcmp(moved_y, "0") != 0))
        wimp_job_warn(r->job, "ignored the drawing offset of the layer at line %d",
                      wimp_document_place(document).line);
}

// ---- floors

// Takes the property floor of a group or layer, the element within which properties stand. False: it is
// another property.
static bool read_floor(reader* r, wimp_document* document, const char* name, const char* value_opt,
                       const char* type) {
    const char* value = value_opt ? value_opt : "";
    const int32_t at = r->depth - 3; // below the properties and the property
    double number = 0;
    int32_t floor = 0;
    if (strcmp(name, "floor") != 0 || strcmp(name, r->cost_name) == 0) return false;
    const bool is_number = type && (strcmp(type, "int") == 0 || strcmp(type, "float") == 0);
    if (!is_number && !wimp_span_signed(wimp_span_of(value), &number)) return true; // such as "of wood"
    if (!wimp_span_int(wimp_span_of(value), &floor) || floor >= WIMP_MAX_FLOORS) {
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "the property floor is \"%.40s\"; expected a whole number of 0..%d", value,
                           WIMP_MAX_FLOORS - 1);
        return true;
    }
    if (r->has_content[at]) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "%s",
                           "the property floor follows what lies on the floor; expected it before");
        return true;
    }
    r->floors[at] = (uint8_t)floor;
    if (r->stack[at] != OBJECTS) keep_name(r->floor_names[floor], r->name);
    if (floor < r->floor_count) return true;
    r->floor_count = floor + 1;
    r->top_floor = wimp_document_place(document);
    return true;
}

// Notes that a layer or group begins.
static void note_layer(reader* r, const char* const* attributes, element found) {
    const char* name = wimp_attribute(attributes, "name");
    r->has_content[r->depth - 2] = true;
    if (found != GROUP && found != LAYER) return;
    r->name[0] = 0;
    keep_name(r->name, name ? name : "");
}

// Every floor up to the highest one must have tiles.
static wend_result check_floors(const reader* r) {
    for (int32_t f = 0; f < r->floor_count; f++)
        if (!r->layers.floors[f])
            return wimp_place_fail(r->job, r->top_floor, WEND_ERROR_FORMAT,
                                   "floor %d has no tiles; expected a tile layer on each floor from 0 to %d, "
                                   "which is here",
                                   f, r->floor_count - 1);
    if (r->floor_count > 1 && r->job->depth > 0)
        return wimp_place_fail(r->job, r->top_floor, WEND_ERROR_UNSUPPORTED,
                               "a map of %d floors within another map; expected one floor", r->floor_count);
    return WEND_OK;
}

// A line for each floor, the lowest first; floors without room are left out.
static void list_floors(const reader* r) {
    char* list = r->job->info->floors;
    for (int32_t f = 0; f < r->floor_count && r->floor_count > 1; f++) {
        if (strlen(list) + LAYER_NAME_BYTES + 1 > WEND_FLOORS_BYTES) return;
        wimp_append(list, WEND_FLOORS_BYTES, "%s%s", f ? "\n" : "", r->floor_names[f]);
    }
}

static void start_data(reader* r) {
    const int32_t floor = r->floors[r->depth - 1];
    r->has_content[r->depth - 2] = true;
    r->layers.floor = floor;
    keep_name(r->floor_names[floor], r->name);
    if (floor >= r->floor_count) r->floor_count = floor + 1;
}

// ---- elements

static void start_property(reader* r, wimp_document* document, const char* const* attributes) {
    const char* name = wimp_attribute(attributes, "name");
    const char* value = wimp_attribute(attributes, "value");
    const element of = r->stack[r->depth - 3];
    if (!name) return;
    const bool is_floor = (of == GROUP || of == LAYER || of == OBJECTS) &&
                          read_floor(r, document, name, value, wimp_attribute(attributes, "type"));
    if (of == MAP && strcmp(name, "lane_costs") == 0) { // read when the lanes are used
        snprintf(r->job->lane_costs, WIMP_LANE_COSTS_BYTES, "%s", value ? value : "");
        r->job->lane_costs_place = wimp_document_place(document);
    }
    if (of == TILE && !read_lane(r, name, value, &r->layers.lanes.of_tile))
        read_property(r, document, name, value, true);
    if (of == LAYER && !is_floor && !read_lane(r, name, value, &r->layers.lanes.of_layer))
        read_property(r, document, name, value, false);
    if (of == OBJECT) wimp_tiled_object_property(&r->objects, document, attributes);
}

static void on_start(wimp_document* document, const char* name, const char* const* attributes,
                     void* context) {
    reader* r = context;
    element parent = r->stack[r->depth - 1], found = OTHER;
    for (size_t i = 0; i < sizeof grammar / sizeof *grammar; i++)
        if (grammar[i].parent == parent && strcmp(grammar[i].name, name) == 0) found = grammar[i].element;
    r->stack[r->depth++] = found;
    if (parent == DOCUMENT && found != (r->first_gid ? TILESET : MAP)) {
        wimp_document_fail(document, found == TILESET ? WEND_ERROR_UNSUPPORTED : WEND_ERROR_FORMAT,
                           "the document is a \"%.40s\"; expected a Tiled %s", name,
                           r->first_gid ? "tileset" : "map");
        return;
    }
    r->floors[r->depth - 1] = r->floors[r->depth - 2];
    r->has_content[r->depth - 1] = false;
    if (r->is_measuring) {
        if (found == CHUNK) wimp_tiled_measure_chunk(&r->layers, document, attributes);
        return;
    }
    switch (found) {
    case MAP:
        start_map(r, document, attributes);
        break;
    case TILESET:
        start_set(r, document, attributes);
        break;
    case TILE:
        start_tile(r, document, attributes);
        break;
    case SET_IMAGE:
        read_picture(r, document, attributes, -1);
        break;
    case SET_OFFSET:
        wimp_tiled_pictures_offset(&r->pictures, attributes);
        break;
    case TILE_IMAGE:
        read_picture(r, document, attributes, r->id);
        break;
    case PROPERTY:
        start_property(r, document, attributes);
        break;
    case GROUP:
        note_layer(r, attributes, found);
        break;
    case WANG_SET:
        wimp_tiled_legend_wang_set(&r->legend);
        break;
    case WANG_COLOR:
        wimp_tiled_legend_wang_color(&r->legend, attributes);
        break;
    case WANG_TILE:
        wimp_document_need(document, wimp_tiled_legend_wang_tile(&r->legend, attributes));
        break;
    case LAYER:
        note_layer(r, attributes, found);
        start_layer(r, document, attributes);
        break;
    case DATA:
        start_data(r);
        wimp_tiled_start_data(&r->layers, document, attributes, r->terrain_class, r->is_collision);
        break;
    case DATA_TILE:
        wimp_tiled_data_element(&r->layers, document, attributes);
        break;
    case CHUNK:
        wimp_tiled_start_chunk(&r->layers, document, attributes);
        break;
    case OBJECTS:
        note_layer(r, attributes, found);
        take_name(r, attributes, true);
        wimp_tiled_objects_start_layer(&r->objects, attributes);
        break;
    case OBJECT:
        r->has_content[r->depth - 2] = true;
        r->objects.floor = r->floors[r->depth - 1];
        wimp_tiled_object_start(&r->objects, document, attributes);
        break;
    case SHAPE:
        wimp_tiled_object_shape(&r->objects, document, name, attributes);
        break;
    default:
        break;
    }
}

static void on_end(wimp_document* document, void* context) {
    reader* r = context;
    element ended = r->stack[--r->depth];
    if (r->is_measuring) return;
    if (ended == TILE) end_tile(r, document);
    if (ended == DATA || ended == CHUNK) wimp_tiled_end_tiles(&r->layers, document);
    if (ended == DATA && r->layers.floor == 0) wimp_tiled_drawing_layer(&r->drawing);
    if (ended == OBJECT) wimp_tiled_object_end(&r->objects, document);
}

static void on_text(wimp_document* document, const char* text, size_t size, void* context) {
    reader* r = context;
    const element within = r->stack[r->depth - 1];
    if (!r->is_measuring && (within == DATA || within == CHUNK))
        wimp_tiled_layer_text(&r->layers, document, text, size);
}

static const wimp_document_handlers handlers = {on_start, on_end, on_text};

static wend_result read_document(reader* r, const char* inner_opt, const uint8_t* bytes, size_t size) {
    const bool is_json = wimp_tiled_is_json(bytes, size);
    return (is_json ? wimp_tiled_json_read : wimp_xml_read)(r->job, inner_opt, bytes, size, &handlers, r);
}

// ---- external tilesets

static wend_result read_set(reader* r, const char* source, const wimp_file* file) {
    r->job->named_hash = wimp_hash(file->bytes, file->size, r->job->named_hash);
    element* stack = wimp_job_get(r->job, sizeof r->stack);
    if (!stack) return WEND_ERROR_MEMORY;
    memcpy(stack, r->stack, sizeof r->stack);
    int32_t depth = r->depth;
    r->depth = 1; // the document
    wend_result result = read_document(r, source, file->bytes, file->size);
    memcpy(r->stack, stack, sizeof r->stack);
    r->depth = depth;
    return result;
}

static wend_result read_set_file(reader* r, wimp_document* document, const char* source, const char* path) {
    wend_error error; // names the map, then the file
    wimp_file file;
    bool is_missing = false;
    wend_result result = wimp_other_file_read(r->job->def, path, &file, &is_missing, &error);
    if (result == WEND_OK) {
        wimp_tiled_pictures_folder(&r->pictures, source);
        result = read_set(r, source, &file);
        wimp_tiled_pictures_folder(&r->pictures, NULL);
        wimp_file_free(&file, r->job->def->allocator);
    } else if (!is_missing) {
        wimp_job_fail(r->job, result, "%s", error.text);
    } else if (r->job->def->cost_property) {
        wimp_document_fail(document, WEND_ERROR_IO, "the tileset \"%.200s\" cannot be found", source);
    } else {
        wimp_job_warn(r->job, "the tileset \"%.60s\" cannot be found; its tiles define no costs", source);
        result = WEND_OK;
    }
    return result;
}

static void read_outer_set(reader* r, wimp_document* document, const char* source) {
    char* path = NULL;
    wend_result result = wimp_named_path(r->job, wimp_document_place(document), source, &path);
    if (result == WEND_OK) result = read_set_file(r, document, source, path);
    if (result != WEND_OK) wimp_document_stop(document, result);
}

// ---- the whole map

static wend_result give_rows(reader* r) {
    wimp_job* job = r->job;
    wimp_tiles rows;
    wend_result result = wimp_tiles_begin(&rows, job, r->layers.width, r->layers.height, r->sets.class_costs);
    if (result != WEND_OK) return result;
    for (int32_t f = 0; f < r->floor_count && r->floor_count > 1 && result == WEND_OK; f++)
        result = wend_grid_set_floor_height(job->grid, f, (float)f); // one above the other, as in a recipe
    for (int32_t f = 0; f < r->floor_count; f++)
        for (int32_t y = 0; y < r->layers.height && result == WEND_OK; y++) {
            memcpy(rows.row, r->layers.floors[f] + (size_t)y * (size_t)r->layers.width,
                   (size_t)r->layers.width);
            result = wimp_tiles_next(&rows);
        }
    return result;
}

// The painted layers, downscaled as an image is.
static wend_result give_picture(reader* r) {
    wimp_job* job = r->job;
    if (r->pictures.colors.count == 0)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "the pictures of its tilesets were not found");
    if (r->drawing.numbers) return WEND_OK; // it is the picture
    const wimp_layout layout = {.width = r->layers.width,
                                .height = r->layers.height,
                                .channels = 4,
                                .sample_bytes = 1,
                                .max_value = 255};
    return wimp_sink_take(job, &layout, r->layers.painted);
}

// Hands the lanes over to the job, if some tile has one.
static void give_lanes(reader* r) {
    wimp_job* job = r->job;
    wimp_tiled_lanes* lanes = &r->layers.lanes;
    size_t first = 0;
    while (first < lanes->size && lanes->tiles[first] == 0) first++;
    if (first == lanes->size) return;
    if (job->depth > 0) {
        wimp_job_warn(job, "the lanes of its tiles are left out, as it is part of another map");
        return;
    }
    job->lanes = lanes->tiles;
    job->lane_count = lanes->size;
}

static void name_classes(reader* r) {
    static const char* const names[] = {"no tile", "no cost given", "blocked by a property",
                                        "collision layer"};
    for (int32_t c = 0; c < r->sets.class_count; c++)
        snprintf(r->job->info->meanings[c], WEND_MEANING_BYTES, "%s",
                 c < WIMP_TILED_FIRST_COST ? names[c]
                 : c == r->ground          ? names[WIMP_TILED_NOTHING]
                                           : "cost by a property");
}

// A property of tiles that is called a cost, or else the only one with numbers. NULL: none.
static const char* likely_cost(const reader* r) {
    for (int32_t i = 0; i < r->hint_count; i++) {
        const wimp_span name = wimp_span_of(r->hints[i]);
        for (size_t k = 0; k + 4 <= name.size; k++)
            if (wimp_span_equals_ignoring_case((wimp_span){name.at + k, 4}, "cost")) return r->hints[i];
    }
    return r->hint_count == 1 ? r->hints[0] : NULL;
}

static void warn_of_costs(reader* r) {
    wend_import_info* info = r->job->info;
    if (r->has_costs) return;
    if (r->collision_layer[0]) {
        snprintf(info->collision_layer, sizeof info->collision_layer, "%s", r->collision_layer);
        wimp_job_warn(r->job,
                      "the layer \"%s\" blocks its tiles, places without any tile %s, and all other "
                      "tiles cost 1",
                      r->collision_layer, r->job->def->unknown_cost > 0 ? "are passable" : "are blocked");
        return;
    }
    char hints[MAX_HINTS * (HINT_BYTES + 2) + 40] = "", obstacles[LAYER_NAME_BYTES + 40] = "";
    for (int32_t i = 0; i < r->hint_count; i++)
        wimp_append(hints, sizeof hints, "%s%s", i ? ", " : "; properties with numbers: ", r->hints[i]);
    if (likely_cost(r)) snprintf(info->number_property, sizeof info->number_property, "%s", likely_cost(r));
    if (r->obstacle_layer[0]) {
        snprintf(info->obstacle_layer, sizeof info->obstacle_layer, "%s", r->obstacle_layer);
        snprintf(obstacles, sizeof obstacles, ", also on the layer \"%s\"", r->obstacle_layer);
    }
    wimp_job_warn(r->job,
                  "no tile or layer has the property %s and no layer is named %s, so every tile costs 1%s%s",
                  r->cost_name, r->collision_name, obstacles, hints);
}

// Where no layer has a tile the ground has a cost, too, if one is given.
static void fill_places_without_tile(reader* r) {
    const float cost = r->job->def->unknown_cost;
    const int64_t tiles = (int64_t)r->layers.width * r->layers.height;
    const int32_t classes = r->sets.class_count;
    int64_t empty = 0;
    const uint8_t ground = cost > 0 ? wimp_tiled_class(&r->sets, cost) : WIMP_TILED_NO_CLASS;
    for (int32_t f = 0; f < r->floor_count; f++)
        for (int64_t i = 0; i < tiles; i++) {
            uint8_t* tile = &r->layers.floors[f][i];
            if (*tile != WIMP_TILED_NOTHING) continue;
            if (ground != WIMP_TILED_NO_CLASS) *tile = ground;
            empty++;
        }
    r->ground = r->sets.class_count > classes ? ground : WIMP_TILED_NO_CLASS;
    r->job->info->suggests_floor = !(cost > 0) && empty > tiles * r->floor_count / 2;
}

static void warn_of_layout(reader* r) {
    const wimp_tiled_extent* e = &r->layers.extent;
    const wimp_tiled_orientation orientation = r->objects.layout.orientation;
    if (r->layers.is_infinite && (e->left != 0 || e->top != 0))
        wimp_job_warn(r->job,
                      "the chunks of the infinite map begin at tile (%lld, %lld), which became (0, 0)",
                      (long long)e->left, (long long)e->top);
    if (orientation == WIMP_TILED_ISOMETRIC)
        wimp_job_warn(r->job, "an isometric map, read as a grid of squares, column by column and row by row");
    if (orientation == WIMP_TILED_STAGGERED)
        wimp_job_warn(r->job, "a staggered map, read as a grid of squares: shifted tiles count as straight "
                              "below or beside their neighbours");
}

// How the map is drawn.
static void describe_layout(const wimp_tiled_layout* l, wimp_job* job) {
    wend_import_info* info = job->info;
    info->isometric = (float)l->ratio;
    if (l->orientation == WIMP_TILED_STAGGERED)
        info->staggered = (wend_staggered)(1 + l->shifts_even + 2 * l->shifts_columns);
    if (job->def->downscale == 1) wimp_tiled_drawing_size(l, &info->drawing_width, &info->drawing_height);
}

// Reads the document; an infinite map a second time, once its extent is known.
static wend_result read_elements(reader* r) {
    wimp_job* job = r->job;
    wend_result result = read_document(r, NULL, job->bytes, job->size);
    if (result != WEND_OK || !r->is_measuring) return result;
    r->is_measuring = false;
    r->depth = 1; // the document
    return read_document(r, NULL, job->bytes, job->size);
}

static wend_result read_map(reader* r) {
    wimp_job* job = r->job;
    wend_result result = read_elements(r);
    if (result == WEND_OK && r->floor_count <= 1 && !r->layers.floors[0])
        result =
            wimp_job_fail(job, WEND_ERROR_FORMAT, "the Tiled map has no tile layer; expected at least one");
    if (result == WEND_OK) result = check_floors(r);
    if (result == WEND_OK)
        result = wimp_tiled_shapes_mark(&r->objects.shapes, job, &r->objects.layout, WIMP_TILED_COLLISION,
                                        r->layers.floors);
    if (result != WEND_OK) return result;
    if (job->picture) return give_picture(r);
    if (job->tile_text)
        return wimp_tiled_legend_list(&r->legend,
                                      (int64_t)r->layers.width * r->layers.height * r->floor_count);
    fill_places_without_tile(r);
    job->info->width = r->layers.width;
    job->info->height = r->layers.height;
    describe_layout(&r->objects.layout, job);
    snprintf(job->info->rule, sizeof job->info->rule, "properties");
    name_classes(r);
    list_floors(r);
    if (wimp_tiled_legend_end(&r->legend)) r->has_costs = true;
    job->floors = r->floor_count;
    result = give_rows(r);
    if (result == WEND_OK) result = wimp_tiled_objects_connect(&r->objects);
    if (result != WEND_OK) return result;
    give_lanes(r);
    warn_of_layout(r);
    warn_of_costs(r);
    return WEND_OK;
}

static wend_result read_tiled(wimp_job* job) {
    const wend_import_def* def = job->def;
    reader* r = wimp_job_get(job, sizeof *r);
    if (!r) return WEND_ERROR_MEMORY;
    r->job = job;
    job->is_in_project = true;
    r->cost_name = def->cost_property ? def->cost_property : "cost";
    r->collision_name = def->collision ? def->collision : "collision";
    r->stack[0] = DOCUMENT;
    r->depth = 1;
    wimp_tiled_sets_begin(&r->sets, job);
    wimp_tiled_pictures_begin(&r->pictures, job);
    r->layers.job = job;
    r->layers.sets = &r->sets;
    r->layers.pictures = &r->pictures;
    r->layers.lanes =
        (wimp_tiled_lanes){.job = job, .sets = &r->sets, .list = {.item_size = sizeof(wimp_tiled_lane)}};
    r->drawing = (wimp_tiled_drawing){job, &r->objects.layout, &r->sets, &r->pictures, NULL};
    wimp_tiled_objects_begin(&r->objects, job, r->cost_name, r->collision_name);
    wend_result result = wimp_tiled_legend_begin(&r->legend, job, &r->sets);
    r->layers.used = r->legend.used;
    if (result == WEND_OK) result = read_map(r);
    wimp_tiled_layers_free(&r->layers);
    return result;
}

const wimp_format wimp_format_tiled = {
    "tiled",
    "Tiled .tmx, .tmj: any orientation, also infinite; csv, base64, zlib, gzip, zstd; links, walls, shapes",
    is_tiled,
    read_tiled,
    false,
    true};
