// tiled_json.c: which elements of XML does a Tiled map in JSON stand for? Members that are scalars become
// attributes of the same name; arrays of objects become the elements within.
#include "formats/tiled_json.h"

#include <string.h>

#include "formats/json.h"

enum { MAX_ATTRIBUTES = 30 };

// The only members that become attributes.
static const char* const attribute_names[] = {
    "class",  "compression", "encoding",  "firstgid", "gid",         "height",       "hexsidelength",
    "id",     "infinite",    "name",      "offsetx",  "offsety",     "orientation",  "rotation",
    "source", "tileheight",  "tilewidth", "type",     "staggeraxis", "staggerindex", "value",
    "width",  "x",           "y",         "margin",   "opacity",     "spacing",      "visible",
};
enum { NAME_COUNT = sizeof attribute_names / sizeof *attribute_names };
_Static_assert(NAME_COUNT + 2 <= MAX_ATTRIBUTES, "and what an element adds");

typedef struct walker {
    wimp_document document; // first, so that a document can be cast to its walker
    wimp_json json;
    size_t at;   // of the current element or text
    char* texts; // values of the current element's attributes
    size_t texts_size;
    const char* attributes[2 * MAX_ATTRIBUTES + 1];
    int32_t attribute_count;
} walker;

static size_t offset(const wimp_document* document) {
    return ((const walker*)document)->at;
}

static wimp_place place(wimp_document* document, size_t ahead) {
    walker* w = (walker*)document;
    return wimp_json_place(&w->json, w->at + ahead);
}

static bool is_over(const walker* w) {
    return w->document.result != WEND_OK;
}

// ---- elements

static bool make_room(walker* w, size_t size) {
    return wimp_document_need(&w->document,
                              wimp_job_grow(w->document.job, &w->texts, &w->texts_size, size, 1));
}

static void add_attribute(walker* w, const char* name, const char* value) {
    for (int32_t i = 0; i < w->attribute_count; i++)
        if (strcmp(w->attributes[2 * i], name) == 0) return; // the first one counts
    if (w->attribute_count == MAX_ATTRIBUTES) return;
    w->attributes[2 * w->attribute_count] = name;
    w->attributes[2 * w->attribute_count + 1] = value;
    w->attributes[2 * ++w->attribute_count] = NULL;
}

static const char* attribute_of(const walker* w, int32_t key) {
    const wimp_span span = wimp_json_span(&w->json, key);
    for (int32_t i = 0; i < NAME_COUNT; i++)
        if (wimp_span_equals(span, attribute_names[i])) return attribute_names[i];
    return NULL;
}

static bool is_scalar(const walker* w, int32_t item) {
    const wimp_json_kind kind = w->json.items[item].kind;
    return kind == WIMP_JSON_STRING || kind == WIMP_JSON_NUMBER ||
           (kind == WIMP_JSON_WORD && !wimp_span_equals(wimp_json_span(&w->json, item), "null"));
}

static size_t text_size(const walker* w, int32_t item) {
    return w->json.items[item].end - w->json.items[item].at + 1;
}

// Collects the attributes of an object; the position becomes its own.
static bool collect(walker* w, int32_t object) {
    const wimp_json_item* items = w->json.items;
    size_t size = 1, used = 0;
    w->at = items[object].at;
    w->attribute_count = 0;
    w->attributes[0] = NULL;
    if (items[object].kind != WIMP_JSON_OBJECT) return !is_over(w);
    for (int32_t i = object + 1; i < items[object].next; i = items[i + 1].next)
        if (is_scalar(w, i + 1) && attribute_of(w, i)) size += text_size(w, i + 1);
    if (!make_room(w, size)) return false;
    for (int32_t i = object + 1; i < items[object].next; i = items[i + 1].next) {
        const char* name = is_scalar(w, i + 1) ? attribute_of(w, i) : NULL;
        if (!name) continue;
        char* value = w->texts + used;
        used += wimp_json_text(&w->json, i + 1, value) + 1;
        add_attribute(w, name, value);
    }
    return !is_over(w);
}

static void start(walker* w, const char* name) {
    if (!is_over(w)) w->document.handlers->start(&w->document, name, w->attributes, w->document.context);
}

static void end(walker* w) {
    if (!is_over(w)) w->document.handlers->end(&w->document, w->document.context);
}

static void give_text(walker* w, const char* text, size_t size) {
    if (!is_over(w)) w->document.handlers->text(&w->document, text, size, w->document.context);
}

// Calls a function for each object in a member that is an array.
static void each(walker* w, int32_t object, const char* key, void (*take)(walker* w, int32_t item)) {
    const int32_t array = wimp_json_find(&w->json, object, key);
    if (array < 0 || w->json.items[array].kind != WIMP_JSON_ARRAY) return;
    for (int32_t i = array + 1; i < w->json.items[array].next && !is_over(w); i = w->json.items[i].next)
        if (w->json.items[i].kind == WIMP_JSON_OBJECT) take(w, i);
}

// ---- properties

static void take_property(walker* w, int32_t item) {
    if (!collect(w, item)) return;
    start(w, "property");
    end(w);
}

// Before Tiled 1.2 the properties were an object.
static void take_members(walker* w, int32_t object) {
    for (int32_t i = object + 1; i < w->json.items[object].next && !is_over(w);
         i = w->json.items[i + 1].next) {
        if (!is_scalar(w, i + 1)) continue;
        const size_t size = text_size(w, i);
        if (!make_room(w, size + text_size(w, i + 1))) return;
        w->at = w->json.items[i].at;
        w->attribute_count = 0;
        wimp_json_text(&w->json, i, w->texts);
        wimp_json_text(&w->json, i + 1, w->texts + size);
        add_attribute(w, "name", w->texts);
        add_attribute(w, "value", w->texts + size);
        start(w, "property");
        end(w);
    }
}

static void take_properties_in(walker* w, int32_t properties, int32_t object_opt, const char* key) {
    w->attribute_count = 0;
    w->attributes[0] = NULL;
    start(w, "properties");
    if (object_opt >= 0)
        each(w, object_opt, key, take_property);
    else
        take_members(w, properties);
    end(w);
}

static void take_properties(walker* w, int32_t object) {
    const int32_t properties = wimp_json_find(&w->json, object, "properties");
    if (properties < 0) return;
    const bool is_array = w->json.items[properties].kind == WIMP_JSON_ARRAY;
    if (is_array || w->json.items[properties].kind == WIMP_JSON_OBJECT)
        take_properties_in(w, properties, is_array ? object : -1, "properties");
}

// ---- tilesets

// A member that is the name of a picture becomes an element.
static void take_image(walker* w, int32_t object) {
    const int32_t image = wimp_json_find(&w->json, object, "image");
    if (image < 0 || w->json.items[image].kind != WIMP_JSON_STRING || !make_room(w, text_size(w, image)))
        return;
    w->attribute_count = 0;
    wimp_json_text(&w->json, image, w->texts);
    add_attribute(w, "source", w->texts);
    start(w, "image");
    end(w);
}

static void take_tile(walker* w, int32_t item) {
    if (!collect(w, item)) return;
    start(w, "tile");
    take_image(w, item);
    take_properties(w, item);
    end(w);
}

// Before Tiled 1.2: an object of properties for the id of each tile.
static void take_old_tiles(walker* w, int32_t set) {
    const int32_t tiles = wimp_json_find(&w->json, set, "tileproperties");
    if (tiles < 0 || w->json.items[tiles].kind != WIMP_JSON_OBJECT) return;
    for (int32_t i = tiles + 1; i < w->json.items[tiles].next && !is_over(w); i = w->json.items[i + 1].next) {
        if (w->json.items[i + 1].kind != WIMP_JSON_OBJECT || !make_room(w, text_size(w, i))) continue;
        w->at = w->json.items[i].at;
        w->attribute_count = 0;
        wimp_json_text(&w->json, i, w->texts);
        add_attribute(w, "id", w->texts);
        start(w, "tile");
        take_properties_in(w, i + 1, -1, NULL);
        end(w);
    }
}

static void take_set(walker* w, int32_t item) {
    if (!collect(w, item)) return;
    start(w, "tileset");
    const int32_t offset = wimp_json_find(&w->json, item, "tileoffset");
    if (offset >= 0 && w->json.items[offset].kind == WIMP_JSON_OBJECT && collect(w, offset)) {
        start(w, "tileoffset");
        end(w);
    }
    take_image(w, item);
    each(w, item, "tiles", take_tile);
    take_old_tiles(w, item);
    end(w);
}

// ---- layers of tiles

// The numbers of an array, or the text of a string.
static void take_data(walker* w, int32_t data) {
    const wimp_json_item* item = &w->json.items[data];
    wimp_span text = wimp_json_span(&w->json, data);
    w->at = item->at;
    if (item->kind == WIMP_JSON_ARRAY) { // the reader of numbers says what does not belong there
        text = (wimp_span){text.at + 1, text.size - 2};
        w->at++;
    } else if (item->kind == WIMP_JSON_STRING && memchr(text.at, '\\', text.size)) {
        if (!make_room(w, text.size + 1)) return;
        text = (wimp_span){w->texts, wimp_json_text(&w->json, data, w->texts)};
    }
    give_text(w, text.at, text.size);
}

static void take_chunk(walker* w, int32_t item) {
    const int32_t data = wimp_json_find(&w->json, item, "data");
    if (!collect(w, item)) return;
    start(w, "chunk");
    if (data >= 0) take_data(w, data);
    w->at = w->json.items[item].at;
    end(w);
}

static void take_layer_data(walker* w, int32_t layer) {
    const int32_t data = wimp_json_find(&w->json, layer, "data");
    const int32_t chunks = wimp_json_find(&w->json, layer, "chunks");
    int32_t first = data; // decides how all are encoded
    if (data < 0 && chunks < 0) return;
    if (data < 0 && w->json.items[chunks].kind == WIMP_JSON_ARRAY)
        first = wimp_json_find(&w->json, chunks + 1, "data");
    if (!collect(w, layer)) return;
    const char* encoding = wimp_attribute(w->attributes, "encoding");
    const char* compression = wimp_attribute(w->attributes, "compression");
    const bool is_text = first >= 0 && w->json.items[first].kind == WIMP_JSON_STRING;
    w->attribute_count = 0;
    add_attribute(w, "encoding", !is_text ? "csv" : encoding ? encoding : "base64");
    if (compression && is_text) add_attribute(w, "compression", compression);
    start(w, "data");
    if (data >= 0)
        take_data(w, data);
    else
        each(w, layer, "chunks", take_chunk);
    end(w);
}

// ---- layers of objects

// The points of a line as XML has them: "0,0 16,-8".
static bool collect_points(walker* w, int32_t array) {
    const wimp_json_item* items = w->json.items;
    size_t size = 1, used = 0;
    if (items[array].kind == WIMP_JSON_ARRAY)
        for (int32_t i = array + 1; i < items[array].next; i = items[i].next)
            size += items[i].end - items[i].at + 2;
    if (!make_room(w, size)) return false;
    w->texts[0] = 0;
    if (items[array].kind == WIMP_JSON_ARRAY)
        for (int32_t i = array + 1; i < items[array].next; i = items[i].next) {
            const int32_t x = wimp_json_find(&w->json, i, "x"), y = wimp_json_find(&w->json, i, "y");
            if (x >= 0 && items[x].kind == WIMP_JSON_NUMBER)
                used += wimp_json_text(&w->json, x, w->texts + used);
            w->texts[used++] = ',';
            if (y >= 0 && items[y].kind == WIMP_JSON_NUMBER)
                used += wimp_json_text(&w->json, y, w->texts + used);
            w->texts[used++] = ' ';
            w->texts[used] = 0;
        }
    w->attribute_count = 0;
    add_attribute(w, "points", w->texts);
    return true;
}

static void take_shape(walker* w, int32_t object) {
    static const char* const names[] = {"point", "ellipse", "capsule", "polygon", "polyline", "text"};
    for (size_t i = 0; i < sizeof names / sizeof *names && !is_over(w); i++) {
        const int32_t shape = wimp_json_find(&w->json, object, names[i]);
        if (shape < 0 || wimp_span_equals(wimp_json_span(&w->json, shape), "false")) continue;
        w->attribute_count = 0;
        w->attributes[0] = NULL;
        w->at = w->json.items[shape].at;
        if (strncmp(names[i], "poly", 4) == 0 && !collect_points(w, shape)) return;
        start(w, names[i]);
        end(w);
    }
}

static void take_object(walker* w, int32_t item) {
    if (!collect(w, item)) return;
    start(w, "object");
    take_properties(w, item);
    take_shape(w, item);
    w->at = w->json.items[item].at;
    end(w);
}

// ---- the whole document

static void take_layer(walker* w, int32_t item) {
    static const char* const kinds[][2] = {{"tilelayer", "layer"},
                                           {"objectgroup", "objectgroup"},
                                           {"group", "group"},
                                           {"imagelayer", "imagelayer"}};
    const int32_t type = wimp_json_find(&w->json, item, "type");
    const char* name = NULL;
    for (size_t i = 0; type >= 0 && i < sizeof kinds / sizeof *kinds; i++)
        if (wimp_span_equals(wimp_json_span(&w->json, type), kinds[i][0])) name = kinds[i][1];
    if (!name || !collect(w, item)) return;
    start(w, name);
    take_properties(w, item);
    if (strcmp(name, "layer") == 0) take_layer_data(w, item);
    if (strcmp(name, "objectgroup") == 0) each(w, item, "objects", take_object);
    if (strcmp(name, "group") == 0) each(w, item, "layers", take_layer); // as deep as JSON may be nested
    w->at = w->json.items[item].at;
    end(w);
}

static void take_document(walker* w) {
    const int32_t type = wimp_json_find(&w->json, 0, "type");
    const bool has_layers = wimp_json_find(&w->json, 0, "layers") >= 0;
    const bool is_set = type >= 0 ? wimp_span_equals(wimp_json_span(&w->json, type), "tileset")
                                  : !has_layers && wimp_json_find(&w->json, 0, "tilewidth") >= 0;
    if (!is_set && !has_layers) {
        wimp_document_fail(
            &w->document, WEND_ERROR_FORMAT,
            "JSON without \"layers\" or the type \"tileset\"; expected a Tiled map or tileset");
        return;
    }
    if (is_set) {
        take_set(w, 0);
        return;
    }
    if (!collect(w, 0)) return;
    start(w, "map");
    each(w, 0, "tilesets", take_set);
    each(w, 0, "layers", take_layer);
    w->at = 0;
    end(w);
}

static bool is_space(char c) {
    return wimp_is_blank(c) || c == '\n' || c == '\r';
}

bool wimp_tiled_is_json(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size);
    while (text.at < text.end && is_space(*text.at)) text.at++;
    if (text.at == text.end || *text.at++ != '{') return false;
    while (text.at < text.end && is_space(*text.at)) text.at++;
    return text.at < text.end && (*text.at == '"' || *text.at == '}');
}

wend_result wimp_tiled_json_read(wimp_job* job, const char* inner_opt, const uint8_t* bytes, size_t size,
                                 const wimp_document_handlers* handlers, void* context) {
    walker w = {.document = {.job = job,
                             .inner_opt = inner_opt,
                             .handlers = handlers,
                             .context = context,
                             .place = place,
                             .offset = offset}};
    wend_result result = wimp_json_parse(job, inner_opt, bytes, size, &w.json);
    if (result == WEND_OK) {
        take_document(&w);
        result = w.document.result;
    }
    return result;
}
