// graphml.c: graphs in GraphML: nodes and edges of one graph, with costs and positions as data.
//
//     <graphml><key id="d0" for="edge" attr.name="cost" attr.type="double"/>
//     <graph edgedefault="directed"><node id="a"/><node id="b"/>
//     <edge source="a" target="b"><data key="d0">2.5</data></edge></graph></graphml>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "formats.h"
#include "formats/xml.h"

enum { KEY_BYTES = 64, NUMBER_BYTES = 64 };

// The roles of data; each has several names, and the first of them has precedence.
typedef enum role { ROLE_COST, ROLE_X, ROLE_Y, ROLE_COUNT } role;
static const struct {
    const char* of; // element
    const char* names[6];
} roles[ROLE_COUNT] = {
    [ROLE_COST] = {"edge", {"cost", "weight", "length", "distance", NULL}},
    [ROLE_X] = {"node", {"x", "lon", "longitude", NULL}},
    [ROLE_Y] = {"node", {"y", "lat", "latitude", NULL}},
};

// The key of a role.
typedef struct key {
    char id[KEY_BYTES];
    int32_t rank; // of its name among those of the role; -1: there is no key
    double standard;
    bool has_standard;
} key;

typedef enum place { OUTSIDE, IN_KEY, IN_NODE, IN_EDGE } place;

typedef struct reader {
    wgr_data* data;
    key keys[ROLE_COUNT];
    place place;
    bool is_graphml, has_graph, is_directed;
    int32_t key_role;  // of the key that is being read; -1: none
    int32_t text_role; // of the text that is being read; -1: none
    char text[NUMBER_BYTES];
    size_t text_size;
    double values[ROLE_COUNT];
    bool has_value[ROLE_COUNT];
    int32_t node; // that is being read
    wend_graph_connection edge;
    bool two_way;
    char label[WEND_GRAPH_NAME_BYTES + 1]; // too long stays too long
    int32_t* mentioned;                    // by node: line of the first edge to it; 0: it is declared
    size_t mentioned_capacity;
    int32_t depth, ignored; // of elements; depth of an element that is skipped with all within; 0: none
} reader;

bool wgr_is_graphml(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size);
    while (text.at < text.end && (wimp_is_blank(*text.at) || *text.at == '\r' || *text.at == '\n')) text.at++;
    return text.at < text.end && *text.at == '<';
}

// A node by its id; new ones are marked as mentioned at a line, or declared for 0.
static wend_result find_node(reader* r, const char* id, int32_t line, int32_t mention, int32_t* out) {
    wgr_data* data = r->data;
    const int32_t known = data->names->node_count;
    wend_result result = wgr_node(data, wimp_span_of(id), line, out);
    if (result != WEND_OK || *out < known) return result;
    int32_t* mentioned =
        wimp_grow_one(data->def->allocator, r->mentioned, &r->mentioned_capacity, known, sizeof *mentioned);
    if (!mentioned) return wgr_out_of_memory(data);
    r->mentioned = mentioned;
    mentioned[*out] = mention;
    return WEND_OK;
}

// ---- elements

static void start_key(reader* r, const char* const* attributes) {
    const char *id = wimp_attribute(attributes, "id"), *of = wimp_attribute(attributes, "for"),
               *name = wimp_attribute(attributes, "attr.name");
    r->place = IN_KEY;
    r->key_role = -1;
    if (!id || !name || strlen(id) >= KEY_BYTES) return;
    for (int32_t i = 0; i < ROLE_COUNT; i++) {
        if (of && strcmp(of, roles[i].of) != 0 && strcmp(of, "all") != 0) continue;
        int32_t rank = 0;
        while (roles[i].names[rank] && strcmp(roles[i].names[rank], name) != 0) rank++;
        if (!roles[i].names[rank] || (r->keys[i].rank >= 0 && r->keys[i].rank <= rank)) continue;
        r->keys[i] = (key){.rank = rank};
        snprintf(r->keys[i].id, KEY_BYTES, "%s", id);
        r->key_role = i;
    }
}

static void start_graph(reader* r, wimp_document* document, const char* const* attributes) {
    const char* edges = wimp_attribute(attributes, "edgedefault");
    if (r->has_graph) {
        wimp_document_fail(document, WEND_ERROR_UNSUPPORTED, "a second graph; expected one");
        return;
    }
    if (edges && strcmp(edges, "directed") != 0 && strcmp(edges, "undirected") != 0) {
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "edgedefault is \"%.40s\"; expected directed or undirected", edges);
        return;
    }
    r->has_graph = true;
    r->is_directed = !edges || strcmp(edges, "directed") == 0;
    if (r->keys[ROLE_COST].rank < 0)
        wimp_print(r->data->info->warning, sizeof r->data->info->warning,
                   "%.200s has no data named cost or weight: each edge costs 1", r->data->name);
}

static void forget_values(reader* r) {
    for (int32_t i = 0; i < ROLE_COUNT; i++) {
        r->has_value[i] = r->keys[i].has_standard;
        r->values[i] = r->keys[i].standard;
    }
}

static void start_node(reader* r, wimp_document* document, const char* const* attributes) {
    const char* id = wimp_attribute(attributes, "id");
    const int32_t line = wimp_document_place(document).line, known = r->data->names->node_count;
    if (!id) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "a node without an id; expected one");
        return;
    }
    wend_result result = find_node(r, id, line, 0, &r->node);
    if (result != WEND_OK) {
        wimp_document_stop(document, result);
        return;
    }
    if (r->node < known && r->mentioned[r->node] == 0) {
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "the node \"%.40s\" has occurred before; expected another", id);
        return;
    }
    r->mentioned[r->node] = 0;
    r->place = IN_NODE;
    forget_values(r);
}

static void start_edge(reader* r, wimp_document* document, const char* const* attributes) {
    const char *source = wimp_attribute(attributes, "source"), *target = wimp_attribute(attributes, "target"),
               *directed = wimp_attribute(attributes, "directed"), *id = wimp_attribute(attributes, "id");
    const int32_t line = wimp_document_place(document).line;
    if (!source || !target) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "an edge without a %s; expected one",
                           source ? "target" : "source");
        return;
    }
    if (directed && strcmp(directed, "true") != 0 && strcmp(directed, "false") != 0) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "directed is \"%.40s\"; expected true or false",
                           directed);
        return;
    }
    wend_result result = find_node(r, source, line, line, &r->edge.from);
    if (result == WEND_OK) result = find_node(r, target, line, line, &r->edge.to);
    if (result != WEND_OK) {
        wimp_document_stop(document, result);
        return;
    }
    bool is_directed = directed ? strcmp(directed, "true") == 0 : r->is_directed;
    r->two_way = !is_directed || r->data->def->two_way;
    snprintf(r->label, sizeof r->label, "%s", id ? id : "");
    r->place = IN_EDGE;
    forget_values(r);
}

static void start_data(reader* r, wimp_document* document, const char* const* attributes) {
    const char* id = wimp_attribute(attributes, "key");
    if (!id) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "data without a key; expected one");
        return;
    }
    for (int32_t i = 0; i < ROLE_COUNT; i++)
        if (r->keys[i].rank >= 0 && strcmp(r->keys[i].id, id) == 0 &&
            (i == ROLE_COST) == (r->place == IN_EDGE))
            r->text_role = i;
}

static void on_start(wimp_document* document, const char* name, const char* const* attributes,
                     void* context) {
    reader* r = context;
    r->depth++;
    if (r->ignored) return;
    if (!r->is_graphml) {
        r->is_graphml = strcmp(name, "graphml") == 0;
        if (!r->is_graphml)
            wimp_document_fail(document, WEND_ERROR_UNSUPPORTED,
                               "the document is \"%.40s\"; expected graphml", name);
        return;
    }
    r->text_role = -1;
    r->text_size = 0;
    const bool is_data = strcmp(name, "data") == 0 && (r->place == IN_NODE || r->place == IN_EDGE);
    if (strcmp(name, "hyperedge") == 0 || (r->place != OUTSIDE && strcmp(name, "graph") == 0))
        wimp_document_fail(document, WEND_ERROR_UNSUPPORTED, "%s; expected a graph of nodes and edges",
                           strcmp(name, "graph") == 0 ? "a graph within a node or an edge" : "a hyperedge");
    else if (r->depth == 2 && strcmp(name, "key") == 0)
        start_key(r, attributes);
    else if (r->depth == 2 && strcmp(name, "graph") == 0)
        start_graph(r, document, attributes);
    else if (r->depth == 3 && r->place == OUTSIDE && strcmp(name, "node") == 0)
        start_node(r, document, attributes);
    else if (r->depth == 3 && r->place == OUTSIDE && strcmp(name, "edge") == 0)
        start_edge(r, document, attributes);
    else if (r->depth == 4 && is_data)
        start_data(r, document, attributes);
    else if (r->depth == 3 && r->place == IN_KEY && strcmp(name, "default") == 0)
        r->text_role = r->key_role;
    else
        r->ignored = r->depth; // descriptions, ports, data of the graph, what other programs add
}

static void on_text(wimp_document* document, const char* text, size_t size, void* context) {
    reader* r = context;
    if (r->ignored || r->text_role < 0) return;
    if (size > NUMBER_BYTES - r->text_size) {
        wimp_document_fail(document, WEND_ERROR_FORMAT, "data of more than %d bytes; expected a number",
                           NUMBER_BYTES);
        return;
    }
    memcpy(r->text + r->text_size, text, size);
    r->text_size += size;
}

// The text of data, or of a default.
static wend_result take_value(reader* r, int32_t line) {
    wimp_span text = {r->text, r->text_size};
    const role what = (role)r->text_role;
    double value;
    while (text.size > 0 && (wimp_is_blank(*text.at) || *text.at == '\n' || *text.at == '\r'))
        text.at++, text.size--;
    while (text.size > 0 && (text.at[text.size - 1] == '\n' || wimp_span_trimmed(text).size < text.size))
        text.size--;
    wend_result result = what == ROLE_COST
                             ? wgr_cost(r->data, text, line, &value)
                             : wgr_coordinate(r->data, what == ROLE_X ? "x" : "y", text, line, &value);
    if (result != WEND_OK) return result;
    if (r->place == IN_KEY) {
        r->keys[what].standard = value;
        r->keys[what].has_standard = true;
    } else {
        r->values[what] = value;
        r->has_value[what] = true;
    }
    return WEND_OK;
}

static wend_result end_node(reader* r, int32_t line) {
    char name[WEND_GRAPH_NAME_BYTES];
    const wend_graph_position position = {r->values[ROLE_X], r->values[ROLE_Y]};
    if (!r->has_value[ROLE_X] && !r->has_value[ROLE_Y]) return WEND_OK;
    wend_graph_node_name(r->data->names, r->node, name);
    if (!r->has_value[ROLE_X] || !r->has_value[ROLE_Y])
        return wgr_fail(r->data, WEND_ERROR_FORMAT,
                        "the node \"%.40s\" at line %d has only one of x and y; expected both", name, line);
    return wgr_place(r->data, r->node, position, wimp_span_of(name), line);
}

static wend_result end_edge(reader* r, int32_t line) {
    r->edge.cost = r->values[ROLE_COST];
    if (r->keys[ROLE_COST].rank < 0)
        r->edge.cost = 1;
    else if (!r->has_value[ROLE_COST])
        return wgr_fail(r->data, WEND_ERROR_FORMAT,
                        "the edge at line %d has no cost; expected data with the key \"%s\"", line,
                        r->keys[ROLE_COST].id);
    wend_result result = wgr_add_edge(r->data, r->edge, r->two_way);
    if (result == WEND_OK && r->label[0]) result = wgr_label_edge(r->data, wimp_span_of(r->label), line);
    return result;
}

static void on_end(wimp_document* document, void* context) {
    reader* r = context;
    const int32_t line = wimp_document_place(document).line, depth = r->depth--;
    wend_result result = WEND_OK;
    if (r->ignored) {
        if (r->ignored == depth) r->ignored = 0;
        return;
    }
    // Depth 1 is graphml, 2 keys and graph, 3 nodes and edges; deeper ones that are not ignored have text.
    if (r->text_role >= 0) {
        result = take_value(r, line);
        r->text_role = -1;
    } else if (depth == 3 && r->place == IN_NODE) {
        result = end_node(r, line);
        r->place = OUTSIDE;
    } else if (depth == 3 && r->place == IN_EDGE) {
        result = end_edge(r, line);
        r->place = OUTSIDE;
    } else if (depth == 2 && r->place == IN_KEY) {
        r->place = OUTSIDE;
    }
    if (result != WEND_OK) wimp_document_stop(document, result);
}

wend_result wgr_read_graphml(wgr_data* data, const uint8_t* bytes, size_t size) {
    const wend_allocator* allocator_opt = data->def->allocator;
    reader* r = wimp_zeroed(allocator_opt, sizeof *r);
    if (!r) return wgr_out_of_memory(data);
    r->data = data;
    r->key_role = r->text_role = -1;
    for (int32_t i = 0; i < ROLE_COUNT; i++) r->keys[i].rank = -1;
    wimp_job job = {.name = data->name, .error_opt = data->error_opt}; // all that the XML reader needs
    const wimp_document_handlers handlers = {on_start, on_end, on_text};
    wend_result result = wimp_xml_read(&job, NULL, bytes, size, &handlers, r);
    if (result == WEND_OK && !r->has_graph)
        result = wgr_fail(data, WEND_ERROR_FORMAT, "no graph; expected one");
    for (int32_t i = 0; i < data->names->node_count && result == WEND_OK; i++)
        if (r->mentioned[i] != 0)
            result = wgr_fail(data, WEND_ERROR_FORMAT,
                              "the edge at line %d leads to \"%.40s\"; expected a node of the file",
                              r->mentioned[i], wgr_name_table_text(&data->names->nodes, i));
    wimp_free(allocator_opt, r->mentioned, r->mentioned_capacity * sizeof *r->mentioned);
    wimp_free(allocator_opt, r, sizeof *r);
    return result;
}
