// tiled_objects.c: which links and walls do the objects of a Tiled map make?
#include "formats/tiled_objects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

#define MAX_EDGES ((int64_t)1 << 24) ///< tile edges of all walls of a map
#define SLIGHTLY  0.02               ///< tiles by which a corner may be off without a word

// Stores a text; 0 when it is empty or there is no memory, which fails.
static size_t keep_text(wimp_tiled_objects* o, wimp_document* document, const char* text) {
    const size_t size = strlen(text) + 1;
    if (size == 1) return 0;
    if (!wimp_document_need(document,
                            wimp_job_grow(o->job, &o->texts, &o->text_capacity, o->text_size + size + 1, 1)))
        return 0;
    if (o->text_size == 0) o->texts[o->text_size++] = 0;
    const size_t at = o->text_size;
    memcpy(o->texts + at, text, size);
    o->text_size += size;
    return at;
}

void wimp_tiled_objects_begin(wimp_tiled_objects* o, wimp_job* job, const char* cost_name,
                              const char* collision_name) {
    *o = (wimp_tiled_objects){.job = job, .cost_name = cost_name, .collision_name = collision_name};
}

bool wimp_tiled_is_collision(const char* name_opt, const char* collision_name) {
    if (!name_opt) return false;
    const wimp_span name = wimp_span_of(name_opt);
    return wimp_span_equals_ignoring_case(name, collision_name) ||
           (strcmp(collision_name, "collision") == 0 && wimp_span_equals_ignoring_case(name, "collisions"));
}

static bool is_named(const char* name_opt, const char* name) {
    return name_opt && wimp_span_equals_ignoring_case(wimp_span_of(name_opt), name);
}

void wimp_tiled_objects_start_layer(wimp_tiled_objects* o, const char* const* attributes) {
    const char* name = wimp_attribute(attributes, "name");
    if (o->layer_count < WIMP_TILED_NAMED_LAYERS) {
        snprintf(o->layer_names[o->layer_count], WEND_LAYER_NAME_BYTES, "%s", name ? name : "");
        wimp_clean_text(o->layer_names[o->layer_count]);
    }
    o->layer_count++;
    o->layer_is_collision = wimp_tiled_is_collision(name, o->collision_name);
    o->layer_is_walls = !o->layer_is_collision && is_named(name, "walls");
}

// ---- one object

// Notes what is wrong with the current object: the first thing.
#define note_bad(o, ...)                                                                                     \
    do {                                                                                                     \
        if ((o)->bad[0] == 0) wimp_print((o)->bad, sizeof(o)->bad, __VA_ARGS__);                             \
    } while (0)

static double number_of(wimp_tiled_objects* o, const char* const* attributes, const char* name) {
    const char* text = wimp_attribute(attributes, name);
    double value = 0;
    if (text && (!wimp_span_signed(wimp_span_of(text), &value) || fabs(value) > 1e9)) {
        note_bad(o, "the %s is \"%.40s\"; expected a number", name, text);
        value = 0;
    }
    return value;
}

static bool read_kind(const char* text, wend_link_kind* out) {
    return wend_link_kind_from_string(text, out) == WEND_OK;
}

void wimp_tiled_object_start(wimp_tiled_objects* o, wimp_document* document, const char* const* attributes) {
    const char* id = wimp_attribute(attributes, "id");
    const char* name = wimp_attribute(attributes, "name");
    const char* class_name = wimp_attribute(attributes, "class"); // "type" before Tiled 1.9 and from 1.10
    if (!class_name) class_name = wimp_attribute(attributes, "type");
    o->bad[0] = 0;
    o->current = (wimp_tiled_object){.layer = o->layer_count,
                                     .floor = o->floor,
                                     .to_floor = -1,
                                     .place = wimp_document_place(document),
                                     .link = wend_default_link((wend_tile){0, 0}, (wend_tile){0, 0}, 0)};
    if (id) wimp_span_int(wimp_span_of(id), &o->current.id);
    if (name) o->current.name = keep_text(o, document, name);
    o->left = o->x = number_of(o, attributes, "x") - o->layout.left;
    o->top = o->y = number_of(o, attributes, "y") - o->layout.top;
    const double width = number_of(o, attributes, "width"), height = number_of(o, attributes, "height");
    if (wimp_attribute(attributes, "gid")) o->top -= height; // pictures stand on their position
    o->right = o->left + width;
    o->bottom = o->top + height;
    o->current.x = o->left + width / 2;
    o->current.y = o->top + height / 2;
    o->is_collision = o->layer_is_collision || wimp_tiled_is_collision(class_name, o->collision_name);
    o->is_wall = o->layer_is_walls || is_named(class_name, "wall");
    o->has_shape = false;
    if (class_name) read_kind(class_name, &o->current.link.kind);
    o->is_shape = o->is_line = false;
    o->one_way = WIMP_ARROW_NONE;
    o->first_wall = o->wall_count;
    o->rotation = number_of(o, attributes, "rotation");
}

static bool read_bool(wimp_tiled_objects* o, const char* name, const char* value, bool* out) {
    *out = strcmp(value, "true") == 0;
    if (*out || strcmp(value, "false") == 0) return true;
    note_bad(o, "the property %s is \"%.40s\"; expected true or false", name, value);
    return false;
}

static void read_float(wimp_tiled_objects* o, const char* name, const char* value, double most, float* out) {
    double number = 0;
    if (!wimp_span_double(wimp_span_of(value), &number) || number > most)
        note_bad(o, "the property %.40s is \"%.40s\"; expected a number in 0..%.6g", name, value, most);
    else
        *out = (float)number;
}

static void read_target(wimp_tiled_objects* o, wimp_document* document, const char* type, const char* value) {
    if (!type || strcmp(type, "object") != 0)
        o->current.to_name = keep_text(o, document, value);
    else if (!wimp_span_int(wimp_span_of(value), &o->current.to_id))
        note_bad(o, "the property to is \"%.40s\"; expected the id of an object", value);
}

void wimp_tiled_object_property(wimp_tiled_objects* o, wimp_document* document,
                                const char* const* attributes) {
    const char* name = wimp_attribute(attributes, "name");
    const char* value = wimp_attribute(attributes, "value");
    wimp_tiled_object* current = &o->current;
    if (!name || !value) return;
    if (strcmp(name, "to") == 0) {
        read_target(o, document, wimp_attribute(attributes, "type"), value);
    } else if (strcmp(name, "to_floor") == 0) {
        if (!wimp_span_int(wimp_span_of(value), &current->to_floor)) {
            note_bad(o, "the property to_floor is \"%.40s\"; expected the number of a floor", value);
            current->to_floor = 0;
        }
    } else if (strcmp(name, o->cost_name) == 0) {
        current->has_cost = true;
        read_float(o, name, value, (double)WEND_MAX_LINK_COST, &current->link.cost);
    } else if (strcmp(name, "duration") == 0) {
        read_float(o, name, value, 1e9, &current->link.duration);
    } else if (strcmp(name, "kind") == 0) {
        if (!read_kind(value, &current->link.kind))
            note_bad(o,
                     "the property kind is \"%.40s\"; expected one of other, tunnel, lift, ladder, jump, "
                     "ferry, teleport, seam",
                     value);
    } else if (strcmp(name, "two_way") == 0) {
        read_bool(o, name, value, &current->two_way);
    } else if (strcmp(name, "enabled") == 0) {
        read_bool(o, name, value, &current->link.enabled);
    } else if (strcmp(name, o->collision_name) == 0) {
        o->is_collision = strcmp(value, "true") == 0 || (o->is_collision && strcmp(value, "false") != 0);
    } else if (strcmp(name, "wall") == 0) {
        o->is_wall = strcmp(value, "true") == 0 || (o->is_wall && strcmp(value, "false") != 0);
    } else if (strcmp(name, "one_way") == 0) {
        o->one_way = wimp_arrow_from_name(wimp_span_of(value));
        if (o->one_way == WIMP_ARROW_NONE)
            note_bad(o, "the property one_way is \"%.40s\"; expected left, right, up or down", value);
    }
}

// ---- walls

// The corner of tiles nearest to a position; notes how far off it is.
static wend_tile corner_near(wimp_tiled_objects* o, double x, double y) {
    const double column = x / o->layout.tile_width, row = y / o->layout.tile_height;
    const wend_tile corner = {(int32_t)round(column), (int32_t)round(row)};
    const double off = fmax(fabs(column - corner.x), fabs(row - corner.y));
    o->off_count += off > SLIGHTLY;
    o->most_off = fmax(o->most_off, off);
    return corner;
}

static bool is_corner(const wimp_tiled_layout* layout, double x, double y) {
    const double column = round(x / layout->tile_width), row = round(y / layout->tile_height);
    return column >= 0 && row >= 0 && column <= layout->width && row <= layout->height;
}

static bool may_be_wall(const wimp_tiled_objects* o, wimp_document* document) {
    if (o->rotation != 0)
        wimp_document_fail(document, WEND_ERROR_UNSUPPORTED, "the wall is rotated; expected a rotation of 0");
    else if (wimp_tiled_is_shifted(&o->layout))
        wimp_document_fail(document, WEND_ERROR_UNSUPPORTED,
                           "a wall on a map of hexagons or shifted rows; expected square tiles");
    else if (!(o->layout.tile_width > 0 && o->layout.tile_height > 0))
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "the map has a wall, but no tilewidth and tileheight; expected both above 0");
    else
        return true;
    return false;
}

static bool add_wall(wimp_tiled_objects* o, wimp_document* document, const double from[2],
                     const double to[2]) {
    const double* const ends[] = {from, to};
    for (int32_t i = 0; i < 2; i++)
        if (!is_corner(&o->layout, ends[i][0], ends[i][1])) {
            wimp_document_fail(document, WEND_ERROR_FORMAT,
                               "the wall reaches (%g, %g) in pixels, outside the map of %d x %d tiles",
                               ends[i][0], ends[i][1], o->layout.width, o->layout.height);
            return false;
        }
    const wend_tile a = corner_near(o, from[0], from[1]), b = corner_near(o, to[0], to[1]);
    if (a.x != b.x && a.y != b.y) {
        wimp_document_fail(
            document, WEND_ERROR_FORMAT,
            "the wall leads from corner (%d, %d) to corner (%d, %d); expected a horizontal or vertical "
            "line along the edges of tiles",
            a.x, a.y, b.x, b.y);
        return false;
    }
    o->edge_count += llabs((long long)a.x - b.x) + llabs((long long)a.y - b.y);
    if (o->edge_count > MAX_EDGES) {
        wimp_document_fail(document, WEND_ERROR_LIMIT,
                           "the walls up to here have more than %lld edges of tiles", (long long)MAX_EDGES);
        return false;
    }
    if (!wimp_document_need(document, wimp_job_grow(o->job, &o->walls, &o->wall_capacity,
                                                    (size_t)o->wall_count + 1, sizeof *o->walls)))
        return false;
    o->walls[o->wall_count++] = (wimp_tiled_wall){a, b, WIMP_ARROW_NONE, o->current.layer, o->floor};
    return true;
}

// Takes "12.5,-3" off a text.
static bool take_point(const wimp_tiled_objects* o, wimp_span* text, double out[2]) {
    wimp_span word;
    if (!wimp_span_word(text, &word)) return false;
    const char* comma = memchr(word.at, ',', word.size);
    if (!comma) return false;
    const size_t size = (size_t)(comma - word.at);
    if (!wimp_span_signed((wimp_span){word.at, size}, &out[0]) ||
        !wimp_span_signed((wimp_span){comma + 1, word.size - size - 1}, &out[1]) || fabs(out[0]) > 1e9 ||
        fabs(out[1]) > 1e9)
        return false;
    out[0] += o->left;
    out[1] += o->top;
    return true;
}

static bool add_point(wimp_tiled_objects* o, wimp_document* document, double x, double y) {
    return wimp_document_need(document, wimp_tiled_shapes_add_point(&o->shapes, o->job, x, y));
}

// Reads the points of a line or polygon, as walls or as a shape that blocks.
static void read_line(wimp_tiled_objects* o, wimp_document* document, const char* points, bool is_closed) {
    wimp_span rest = wimp_span_of(points);
    double first[2], from[2], to[2];
    bool good = take_point(o, &rest, first);
    if (good && o->is_collision && !add_point(o, document, first[0], first[1])) return;
    memcpy(from, first, sizeof from);
    while (good && wimp_span_trimmed(rest).size > 0) {
        good = take_point(o, &rest, to);
        if (good &&
            !(o->is_collision ? add_point(o, document, to[0], to[1]) : add_wall(o, document, from, to)))
            return;
        memcpy(from, to, sizeof from);
    }
    if (!good)
        wimp_document_fail(document, WEND_ERROR_FORMAT, "the points are \"%.40s\"; expected x,y x,y ...",
                           points);
    else if (is_closed && !o->is_collision)
        add_wall(o, document, from, first);
}

// ---- shapes that block tiles

static bool may_block(const wimp_tiled_objects* o, wimp_document* document) {
    if (!(o->layout.tile_width > 0 && o->layout.tile_height > 0))
        wimp_document_fail(document, WEND_ERROR_FORMAT,
                           "the map has objects that block, but no tilewidth and tileheight; expected both "
                           "above 0");
    else if (o->rotation != 0 && o->layout.orientation == WIMP_TILED_ISOMETRIC)
        wimp_document_fail(document, WEND_ERROR_UNSUPPORTED,
                           "an object that blocks is rotated on an isometric map; expected a rotation of 0");
    else
        return true;
    return false;
}

static bool add_shape(wimp_tiled_objects* o, wimp_document* document, bool is_closed) {
    o->has_shape = wimp_tiled_shapes_add(&o->shapes, o->job, wimp_document_place(document), o->layer_count,
                                         o->floor, is_closed);
    return wimp_document_need(document, o->has_shape);
}

static void read_blocking_shape(wimp_tiled_objects* o, wimp_document* document, const char* name,
                                const char* points) {
    const bool is_capsule = strcmp(name, "capsule") == 0;
    if (!may_block(o, document)) return;
    if (o->is_line) {
        const bool is_polygon = strcmp(name, "polygon") == 0;
        if (add_shape(o, document, is_polygon)) read_line(o, document, points, is_polygon);
    } else if (is_capsule || strcmp(name, "ellipse") == 0) {
        if (add_shape(o, document, true))
            wimp_document_need(document, wimp_tiled_shapes_add_round(&o->shapes, o->job, o->left, o->top,
                                                                     o->right - o->left, o->bottom - o->top,
                                                                     is_capsule));
    } else if (strcmp(name, "point") == 0 && add_shape(o, document, false)) {
        add_point(o, document, o->left, o->top);
    }
}

// A rectangle, a picture, or an object without a size; or the shape that was read, turned.
static void finish_shape(wimp_tiled_objects* o, wimp_document* document) {
    if (!o->is_shape && may_block(o, document)) {
        const bool has_size = o->right > o->left && o->bottom > o->top;
        const double corners[4][2] = {
            {o->left, o->top}, {o->right, o->top}, {o->right, o->bottom}, {o->left, o->bottom}};
        if (!add_shape(o, document, true)) return;
        for (int32_t i = 0; i < (has_size ? 4 : 1); i++)
            if (!add_point(o, document, corners[i][0], corners[i][1])) return;
    }
    if (o->has_shape && o->rotation != 0) wimp_tiled_shapes_turn(&o->shapes, o->x, o->y, o->rotation);
}

// The first and the last point of a line that is no wall.
static void read_ends(wimp_tiled_objects* o, const char* points) {
    wimp_span rest = wimp_span_of(points);
    double first[2] = {0}, last[2] = {0};
    bool good = take_point(o, &rest, first);
    memcpy(last, first, sizeof last);
    while (good && wimp_span_trimmed(rest).size > 0) good = take_point(o, &rest, last);
    if (!good) note_bad(o, "the points are \"%.40s\"; expected x,y x,y ...", points);
    if (o->rotation != 0) note_bad(o, "%s", "the line is rotated; expected a rotation of 0");
    o->current.x = first[0];
    o->current.y = first[1];
    o->current.end_x = last[0];
    o->current.end_y = last[1];
    o->current.has_ends = good;
}

// The middles of the first and the last tile of a rectangle.
static void take_ends_of_rectangle(wimp_tiled_objects* o) {
    const double right = fmin(o->layout.tile_width, o->right - o->left) / 2;
    const double down = fmin(o->layout.tile_height, o->bottom - o->top) / 2;
    if (o->rotation != 0) note_bad(o, "%s", "the seam is rotated; expected a rotation of 0");
    o->current.x = o->left + right;
    o->current.y = o->top + down;
    o->current.end_x = o->right - right;
    o->current.end_y = o->bottom - down;
    o->current.has_ends = true;
}

void wimp_tiled_object_shape(wimp_tiled_objects* o, wimp_document* document, const char* name,
                             const char* const* attributes) {
    const bool is_polygon = strcmp(name, "polygon") == 0;
    const char* points = wimp_attribute(attributes, "points");
    o->is_shape = true;
    o->is_line = is_polygon || strcmp(name, "polyline") == 0;
    if (o->is_collision) {
        read_blocking_shape(o, document, name, points ? points : "");
        return;
    }
    if (o->is_wall && (strcmp(name, "ellipse") == 0 || strcmp(name, "capsule") == 0))
        wimp_document_fail(document, WEND_ERROR_UNSUPPORTED,
                           "the wall has the shape %s; expected a line, a polygon or a rectangle", name);
    if (o->is_line && o->is_wall && may_be_wall(o, document))
        read_line(o, document, points ? points : "", is_polygon);
    if (strcmp(name, "polyline") == 0 && !o->is_wall) read_ends(o, points ? points : "");
}

static void read_outline(wimp_tiled_objects* o, wimp_document* document) {
    const double corners[5][2] = {{o->left, o->top},
                                  {o->right, o->top},
                                  {o->right, o->bottom},
                                  {o->left, o->bottom},
                                  {o->left, o->top}};
    for (int32_t i = 0; i < 4; i++)
        if (!add_wall(o, document, corners[i], corners[i + 1])) return;
}

// Gives the walls of the current object their direction.
static void finish_walls(wimp_tiled_objects* o, wimp_document* document) {
    for (int32_t i = o->first_wall; i < o->wall_count; i++) {
        wimp_tiled_wall* wall = &o->walls[i];
        const bool is_vertical = wall->from.x == wall->to.x && wall->from.y != wall->to.y;
        const bool across = o->one_way == WIMP_ARROW_LEFT || o->one_way == WIMP_ARROW_RIGHT;
        if (o->one_way != WIMP_ARROW_NONE && is_vertical != across &&
            (wall->from.x != wall->to.x || wall->from.y != wall->to.y)) {
            wimp_document_fail(
                document, WEND_ERROR_FORMAT,
                "one_way is %s, along the wall; expected the direction in which the wall is passed",
                wimp_arrow_name(o->one_way));
            return;
        }
        wall->one_way = o->one_way;
    }
}

static bool is_seam(const wimp_tiled_object* object) {
    return object->has_ends && object->link.kind == WEND_LINK_SEAM;
}

// Objects of games have properties "to" and "to_floor", too; a cost, or floors of the map, tell them apart.
static bool is_link(const wimp_tiled_objects* o, const wimp_tiled_object* object) {
    const bool is_sure = object->has_cost || is_seam(object);
    return object->to_id > 0 || (object->to_name > 0 && is_sure) ||
           (object->to_floor >= 0 && (is_sure || o->job->floors > 1));
}

static bool check(const wimp_tiled_objects* o, wimp_document* document) {
    if (o->bad[0] == 0 || !(o->is_wall || o->is_collision || is_link(o, &o->current))) return true;
    wimp_document_fail(document, WEND_ERROR_FORMAT, "%s", o->bad);
    return false;
}

void wimp_tiled_object_end(wimp_tiled_objects* o, wimp_document* document) {
    if (o->is_collision) finish_shape(o, document);
    if (o->is_wall && !o->is_collision && !o->is_shape && o->right > o->left && o->bottom > o->top &&
        may_be_wall(o, document))
        read_outline(o, document);
    finish_walls(o, document);
    const bool is_free = !o->is_wall && !o->is_collision;
    if (o->current.link.kind == WEND_LINK_SEAM && !o->is_shape && is_free && o->right > o->left &&
        o->bottom > o->top)
        take_ends_of_rectangle(o);
    if (!check(o, document)) return;
    const bool is_used = is_free && o->current.has_ends && (is_seam(&o->current) || o->current.to_floor >= 0);
    if (o->is_line && !is_used) return; // an end of a link has one place
    if (wimp_document_need(document, wimp_job_grow(o->job, &o->objects, &o->object_capacity,
                                                   (size_t)o->object_count + 1, sizeof *o->objects)))
        o->objects[o->object_count++] = o->current;
}

// ---- links

static int compare_ids(const void* a, const void* b) {
    const wimp_tiled_object *x = *(const wimp_tiled_object*const*)a, *y = *(const wimp_tiled_object*const*)b;
    return (x->id > y->id) - (x->id < y->id);
}

// A name and where it is, since qsort passes no context.
typedef struct named {
    const char* name;
    const wimp_tiled_object* object;
} named;

static int compare_names(const void* a, const void* b) {
    return strcmp(((const named*)a)->name, ((const named*)b)->name);
}

// First index whose name is not less.
static int32_t lower_bound(const named* names, int32_t count, const char* name) {
    int32_t low = 0, high = count;
    while (low < high) {
        const int32_t middle = low + (high - low) / 2;
        if (strcmp(names[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static wend_result find_target(const wimp_tiled_objects* o, const wimp_tiled_object** by_id,
                               const named* names, const wimp_tiled_object* from,
                               const wimp_tiled_object** out) {
    const int32_t count = o->object_count;
    if (from->to_floor >= 0) {
        const int32_t floors = wend_grid_floors(o->job->grid);
        *out = from;
        if (from->to_id > 0 || from->to_name > 0)
            return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT, "%s",
                                   "the link has the properties to and to_floor; expected one of them");
        if (from->to_floor < floors) return WEND_OK;
        return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT,
                               "the link leads to floor %d; expected 0..%d, as floors count from 0",
                               from->to_floor, floors - 1);
    }
    if (from->to_id > 0) {
        const wimp_tiled_object key = {.id = from->to_id}, *key_at = &key;
        const wimp_tiled_object** found =
            bsearch(&key_at, by_id, (size_t)count, sizeof(const wimp_tiled_object*), compare_ids);
        if (!found)
            return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT,
                                   "the link leads to object %d, which the map does not have with a place of "
                                   "its own",
                                   from->to_id);
        *out = *found;
        return WEND_OK;
    }
    const char* name = o->texts + from->to_name;
    const int32_t at = lower_bound(names, count, name);
    if (at == count || strcmp(names[at].name, name) != 0)
        return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT,
                               "the link leads to \"%.60s\"; expected the name of an object", name);
    if (at + 1 < count && strcmp(names[at + 1].name, name) == 0)
        return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT,
                               "the link leads to \"%.60s\", and several objects have this name", name);
    *out = names[at].object;
    return WEND_OK;
}

// The tile under a position of an object.
static wend_result find_tile(const wimp_tiled_objects* o, const wimp_tiled_object* object, const char* what,
                             const double at[2], int32_t floor, wend_tile* out) {
    if (!(o->layout.tile_width > 0 && o->layout.tile_height > 0))
        return wimp_place_fail(o->job, object->place, WEND_ERROR_FORMAT,
                               "the map has a %.4s, but no tilewidth and tileheight; expected both above 0",
                               what);
    if (!wimp_tiled_tile_at(&o->layout, at[0], at[1], out))
        return wimp_place_fail(o->job, object->place, WEND_ERROR_FORMAT,
                               "the %s at (%g, %g) in pixels, outside the map", what, at[0], at[1]);
    out->floor = (uint16_t)floor;
    return WEND_OK;
}

static wend_result find_end(const wimp_tiled_objects* o, const wimp_tiled_object* object, bool is_last,
                            int32_t floor, wend_tile* out) {
    const char* what = is_last ? "link ends" : "link starts";
    const bool at_last = is_last && object->has_ends;
    const double at[2] = {at_last ? object->end_x : object->x, at_last ? object->end_y : object->y};
    char on_floor[24] = "";
    const wend_result result = find_tile(o, object, what, at, floor, out);
    if (result != WEND_OK || wend_grid_passable(o->job->grid, *out)) return result;
    if (wend_grid_floors(o->job->grid) > 1) wimp_print(on_floor, sizeof on_floor, " of floor %d", floor);
    return wimp_place_fail(o->job, object->place, WEND_ERROR_FORMAT,
                           "the %s on tile (%d, %d)%s, which is blocked; expected a passable tile", what,
                           out->x, out->y, on_floor);
}

static wend_result add_link(wimp_tiled_objects* o, const wimp_tiled_object* from,
                            const wimp_tiled_object* to) {
    wend_link link = from->link;
    if (!from->has_cost)
        return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT,
                               "the link has no property %.60s; expected its cost", o->cost_name);
    if (to != from && to->has_ends)
        return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT, "%s",
                               "the link leads to a line; expected an object with a place of its own");
    wend_result result = find_end(o, from, false, from->floor, &link.from);
    if (result == WEND_OK)
        result = find_end(o, to, true, from->to_floor >= 0 ? from->to_floor : to->floor, &link.to);
    if (result != WEND_OK) return result;
    if (link.from.x == link.to.x && link.from.y == link.to.y && link.from.floor == link.to.floor)
        return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT,
                               "the link leads from tile (%d, %d) to the same tile", link.to.x, link.to.y);
    for (int32_t way = 0; way < (from->two_way ? 2 : 1); way++) {
        result = wend_grid_add_link(o->job->grid, &link, NULL);
        if (result != WEND_OK)
            return wimp_place_fail(o->job, from->place, result, "the link of cost %g cannot be added: %s",
                                   (double)link.cost,
                                   result == WEND_ERROR_LIMIT ? "there are too many, or it costs too much"
                                                              : wend_result_string(result));
        const wend_tile start = link.from;
        link.from = link.to;
        link.to = start;
    }
    return WEND_OK;
}

static wend_result add_seam(wimp_tiled_objects* o, const wimp_tiled_object* from,
                            const wimp_tiled_object* to) {
    const wimp_tiled_object* const sides[2] = {from, to};
    const int32_t floors[2] = {from->floor, from->to_floor >= 0 ? from->to_floor : to->floor};
    wend_tile ends[4];
    if (from->has_cost)
        return wimp_place_fail(o->job, from->place, WEND_ERROR_FORMAT,
                               "the seam has the property %.60s; expected none, as crossing it costs a step",
                               o->cost_name);
    if (!is_seam(to))
        return wimp_place_fail(o->job, to->place, WEND_ERROR_FORMAT, "%s",
                               "a seam leads to this object; expected a line or rectangle of the class seam");
    for (int32_t i = 0; i < 4; i++) {
        const wimp_tiled_object* side = sides[i / 2];
        const double at[2] = {i % 2 ? side->end_x : side->x, i % 2 ? side->end_y : side->y};
        const wend_result result =
            find_tile(o, side, i % 2 ? "seam ends" : "seam starts", at, floors[i / 2], &ends[i]);
        if (result != WEND_OK) return result;
    }
    return wimp_job_add_seam(o->job, ends, (wimp_place[]){from->place, to->place});
}

static wend_result add_links(wimp_tiled_objects* o, const wimp_tiled_object** by_id, named* names) {
    const int32_t count = o->object_count;
    for (int32_t i = 0; i < count; i++) {
        by_id[i] = &o->objects[i];
        names[i] = (named){o->objects[i].name ? o->texts + o->objects[i].name : "", &o->objects[i]};
    }
    qsort(by_id, (size_t)count, sizeof *by_id, compare_ids);
    qsort(names, (size_t)count, sizeof *names, compare_names);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        const wimp_tiled_object *from = &o->objects[i], *to = NULL;
        if (!is_link(o, from)) continue;
        result = find_target(o, by_id, names, from, &to);
        if (result != WEND_OK) return result;
        if (is_seam(from)) {
            const wimp_tiled_object* back = NULL;
            // two sides that name each other are one seam
            const bool is_added = to < from && is_link(o, to) && is_seam(to) &&
                                  find_target(o, by_id, names, to, &back) == WEND_OK && back == from;
            if (!is_added) result = add_seam(o, from, to);
        } else {
            result = add_link(o, from, to);
        }
        o->objects[i].is_end = o->objects[to - o->objects].is_end = true;
    }
    return result;
}

static bool has_links(const wimp_tiled_objects* o) {
    for (int32_t i = 0; i < o->object_count; i++)
        if (is_link(o, &o->objects[i])) return true;
    return false;
}

static wend_result connect_links(wimp_tiled_objects* o) {
    const size_t count = (size_t)o->object_count;
    const wimp_tiled_object** by_id = wimp_job_get(o->job, count * sizeof *by_id);
    named* names = by_id ? wimp_job_get(o->job, count * sizeof *names) : NULL;
    return names ? add_links(o, by_id, names) : WEND_ERROR_MEMORY;
}

// One edge of a wall: between two tiles, of which the second is below or right.
static wend_result close_edge(wend_grid* grid, const wimp_tiled_wall* wall, wend_tile before,
                              wend_tile behind) {
    if (!wend_grid_contains(grid, before) || !wend_grid_contains(grid, behind)) return WEND_OK;
    if (wall->one_way == WIMP_ARROW_NONE) return wend_grid_set_wall(grid, before, behind, true);
    const bool forward = wall->one_way == WIMP_ARROW_RIGHT || wall->one_way == WIMP_ARROW_DOWN;
    return wend_grid_set_step(grid, forward ? behind : before, forward ? before : behind, false);
}

static wend_result close_walls(wimp_tiled_objects* o) {
    wend_grid* grid = o->job->grid;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < o->wall_count; i++) {
        const wimp_tiled_wall* w = &o->walls[i];
        const int32_t left = w->from.x < w->to.x ? w->from.x : w->to.x;
        const int32_t top = w->from.y < w->to.y ? w->from.y : w->to.y;
        const int32_t length = abs(w->from.x - w->to.x) + abs(w->from.y - w->to.y);
        const bool is_vertical = w->from.x == w->to.x;
        for (int32_t k = 0; k < length && result == WEND_OK; k++) {
            const wend_tile behind = {left + (is_vertical ? 0 : k), top + (is_vertical ? k : 0),
                                      (uint16_t)w->floor};
            const wend_tile before = {behind.x - is_vertical, behind.y - !is_vertical, behind.floor};
            result = close_edge(grid, w, before, behind);
        }
    }
    return result == WEND_OK ? WEND_OK
                             : wimp_job_fail(o->job, result, "walls: %s", wend_result_string(result));
}

// How many layers have neither a wall nor an end of a link, and the names of the first; -1: out of memory.
static int32_t count_ignored(const wimp_tiled_objects* o, char* names, size_t size_of_names) {
    uint8_t* is_used = wimp_job_get(o->job, (size_t)o->layer_count + 1); // layers count from 1
    if (!is_used) return -1;
    for (int32_t i = 0; i < o->wall_count; i++) is_used[o->walls[i].layer] = 1;
    for (int32_t i = 0; i < o->shapes.shape_count; i++) is_used[o->shapes.shapes[i].layer] = 1;
    for (int32_t i = 0; i < o->object_count; i++) is_used[o->objects[i].layer] |= o->objects[i].is_end;
    int32_t ignored = 0;
    for (int32_t i = 1; i <= o->layer_count; i++) {
        if (is_used[i]) continue;
        if (i <= WIMP_TILED_NAMED_LAYERS && o->layer_names[i - 1][0])
            wimp_append(names, size_of_names, "%s\"%s\"", names[0] ? ", " : ": ", o->layer_names[i - 1]);
        ignored++;
    }
    return ignored;
}

wend_result wimp_tiled_objects_connect(wimp_tiled_objects* o) {
    wimp_job* job = o->job;
    const bool with_links = has_links(o);
    wend_result result = WEND_OK;
    if (job->def->downscale > 1 && (with_links || o->wall_count > 0))
        return wimp_job_fail(job, WEND_ERROR_ARGUMENT,
                             "has links or walls, which downscaling would lose; expected downscale 1");
    if (with_links) result = connect_links(o);
    if (result == WEND_OK) result = close_walls(o);
    if (result != WEND_OK) return result;
    if (o->off_count > 0)
        wimp_job_warn(job,
                      "%d ends of walls are off the corners of tiles, by up to %.2f tiles; moved to the "
                      "nearest corners",
                      o->off_count, o->most_off);
    char names[200] = "";
    const int32_t ignored = count_ignored(o, names, sizeof names);
    if (ignored < 0) return WEND_ERROR_MEMORY;
    if (ignored > 0)
        wimp_job_warn(job, "%d object layer%s ignored%s", ignored, ignored == 1 ? " is" : "s are", names);
    return WEND_OK;
}
