// layers.c: how do a base and layers, or floors, become one map?
//
// A map has at most 256 classes, so two maps have at most 256 x 256 pairs of classes. Each pair that occurs
// becomes one entry of a new cost table. A layer takes two passes over the tiles. So do floors, whose pairs
// are those of a floor and a class on it.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/ground.h"
#include "core/ways.h"
#include "extras/floors.h"
#include "extras/link_file.h"
#include "extras/recipe.h"
#include "extras/wall_file.h"
#include "rules/rule.h"
#include "sink/tiles.h"
#include "wend/link.h"

enum {
    PAIRS = WEND_CLASS_COUNT * WEND_CLASS_COUNT,
    FIRST_CLASS = 1,
    CLASSES = WEND_CLASS_COUNT - FIRST_CLASS
};

// The cost and the meaning of a class.
typedef struct terrain {
    float cost; ///< 0: blocked
    char meaning[WEND_MEANING_BYTES];
    uint32_t color; ///< as in wend_import_info
} terrain;

// A pair of classes that occurs, and its result.
typedef struct pair {
    terrain terrain;
    int32_t index; ///< base class x 256 + layer class
} pair;

typedef struct stack {
    wimp_job* job;
    wend_grid* grid; ///< classes as in terrains; its own costs are unused
    terrain terrains[WEND_CLASS_COUNT];
    uint8_t class_of_pair[PAIRS];
    wimp_recipe recipe;
    wend_import_info read_info; ///< of the current layer
    float costs[WEND_CLASS_COUNT];
    bool has_clipped, has_rounded;
    pair pairs[PAIRS]; ///< written before they are read; those of few classes take no memory
} stack;

static bool is_recipe(const uint8_t* bytes, size_t size) {
    wimp_text text = wimp_text_of(bytes, size);
    wimp_span line, first, second;
    return wimp_text_line(&text, &line) && wimp_span_word(&line, &first) && wimp_span_word(&line, &second) &&
           wimp_span_equals(first, "wend") && wimp_span_equals(second, "recipe");
}

// ---- one layer

static bool costs_more(float a, float b) {
    return b > 0 && (a <= 0 || a > b);
}

static terrain combine_costs(stack* s, const terrain* below, const terrain* above, wimp_combine how) {
    terrain out;
    switch (how) {
    case WIMP_COMBINE_OVERRIDE:
        return *above;
    case WIMP_COMBINE_MAX:
        return costs_more(above->cost, below->cost) ? *above : *below;
    default:
        if (below->cost <= 0 || above->cost <= 0) return below->cost <= 0 ? *below : *above;
        out.cost = below->cost + above->cost;
        if (out.cost > WEND_MAX_CLASS_COST) {
            out.cost = WEND_MAX_CLASS_COST;
            s->has_clipped = true;
        }
        // the precision keeps gcc from warning of truncation
        snprintf(out.meaning, sizeof out.meaning, "%.22s + %.22s", below->meaning, above->meaning);
        return out;
    }
}

// Masks have no colour: what they change keeps that of the ground.
static terrain combine(stack* s, const terrain* below, const terrain* above, wimp_combine how) {
    terrain out = combine_costs(s, below, above, how);
    out.color = above->color && out.cost == above->cost ? above->color : below->color;
    return out;
}

static int compare_pairs(const void* a, const void* b) {
    const pair *x = a, *y = b;
    if (x->terrain.cost != y->terrain.cost) return x->terrain.cost < y->terrain.cost ? -1 : 1;
    int order = strcmp(x->terrain.meaning, y->terrain.meaning);
    return order ? order : (x->index > y->index) - (x->index < y->index);
}

static bool differ(const pair* a, const pair* b, bool by_meaning) {
    return a->terrain.cost != b->terrain.cost ||
           (by_meaning && strcmp(a->terrain.meaning, b->terrain.meaning) != 0);
}

static int32_t count_different(const pair* pairs, int32_t count, bool by_meaning) {
    int32_t different = count > 0;
    for (int32_t i = 1; i < count; i++) different += differ(&pairs[i - 1], &pairs[i], by_meaning);
    return different;
}

// Too many costs are grouped in equal steps of their logarithm; each group gets its highest cost.
static void round_costs(pair* pairs, int32_t count) {
    int32_t passable = 0;
    while (passable < count && pairs[passable].terrain.cost <= 0) passable++;
    double low = log((double)pairs[passable].terrain.cost);
    double step = (log((double)pairs[count - 1].terrain.cost) - low) / (CLASSES - 2);
    for (int32_t i = count - 1, bin = INT32_MAX; i >= passable; i--) {
        int32_t this_bin = (int32_t)ceil((log((double)pairs[i].terrain.cost) - low) / step - 1e-9);
        if (this_bin == bin) pairs[i].terrain.cost = pairs[i + 1].terrain.cost;
        bin = this_bin;
    }
}

// Assigns classes to the sorted pairs.
static void make_terrains(stack* s, int32_t count) {
    bool by_meaning = count_different(s->pairs, count, true) <= CLASSES;
    if (!by_meaning && count_different(s->pairs, count, false) > CLASSES) {
        round_costs(s->pairs, count);
        s->has_rounded = true;
    }
    memset(s->terrains, 0, sizeof s->terrains);
    int32_t class = FIRST_CLASS - 1;
    for (int32_t i = 0; i < count; i++) {
        if (i == 0 || differ(&s->pairs[i - 1], &s->pairs[i], by_meaning))
            s->terrains[++class] = s->pairs[i].terrain;
        s->class_of_pair[s->pairs[i].index] = (uint8_t) class;
    }
}

// Marks the pairs that occur in class_of_pair.
static void find_pairs(stack* s, const wend_grid* layer) {
    memset(s->class_of_pair, 0, PAIRS);
    for (int32_t y = 0; y < wend_grid_height(s->grid); y++) {
        const uint8_t *below = wend_grid_row(s->grid, y), *above = wend_grid_row(layer, y);
        for (int32_t x = 0; x < wend_grid_width(s->grid); x++)
            s->class_of_pair[below[x] * WEND_CLASS_COUNT + above[x]] = 1;
    }
}

static wend_result write_pairs(stack* s, const wend_grid* layer) {
    int32_t width = wend_grid_width(s->grid);
    uint8_t* row = wimp_job_get(s->job, (size_t)width);
    if (!row) return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < wend_grid_height(s->grid) && result == WEND_OK; y++) {
        const uint8_t *below = wend_grid_row(s->grid, y), *above = wend_grid_row(layer, y);
        for (int32_t x = 0; x < width; x++) row[x] = s->class_of_pair[below[x] * WEND_CLASS_COUNT + above[x]];
        result = wend_grid_write(s->grid, (wend_rect){0, y, width, 1}, row, 0);
    }
    wimp_memory_drop(s->job->memory, row);
    return result == WEND_OK ? WEND_OK : wimp_job_fail(s->job, result, "%s", wend_result_string(result));
}

// Looks up a class of a layer; false: the layer leaves these tiles unchanged.
static bool terrain_of_layer(const wimp_recipe_layer* layer, const wimp_job* read, int32_t class,
                             terrain* out) {
    float cost = wend_grid_class_costs(read->grid)[class];
    if (class == 0 || (layer->is_mask && cost <= 0)) return false;
    out->cost = layer->is_mask ? layer->mask_cost : cost;
    out->color = layer->is_mask ? 0 : read->info->class_colors[class];
    if (layer->is_mask)
        snprintf(out->meaning, sizeof out->meaning, "%.*s", wimp_span_shown(layer->file), layer->file.at);
    else
        memcpy(out->meaning, read->info->meanings[class], sizeof out->meaning);
    return true;
}

static wend_result put_layer(stack* s, const wimp_recipe_layer* layer, const wimp_job* read) {
    int32_t width = wend_grid_width(s->grid), height = wend_grid_height(s->grid), count = 0;
    if (wend_grid_width(read->grid) != width || wend_grid_height(read->grid) != height)
        return wimp_place_fail(
            s->job, layer->place, WEND_ERROR_FORMAT,
            "this layer has %d x %d pixels; expected %d x %d like the base, since layers are not resampled",
            wend_grid_width(read->grid), wend_grid_height(read->grid), width, height);
    find_pairs(s, read->grid);
    for (int32_t i = 0; i < PAIRS; i++) {
        if (!s->class_of_pair[i]) continue;
        terrain above, *below = &s->terrains[i / WEND_CLASS_COUNT];
        bool says = terrain_of_layer(layer, read, i % WEND_CLASS_COUNT, &above);
        s->pairs[count++] = (pair){says ? combine(s, below, &above, layer->combine) : *below, i};
    }
    qsort(s->pairs, (size_t)count, sizeof *s->pairs, compare_pairs);
    make_terrains(s, count);
    return write_pairs(s, read->grid);
}

// ---- the recipe

// Resolves a file name of the recipe, as wimp_named_path does; with path_out NULL only copies it.
static wend_result take_name(wimp_job* job, wimp_place place, const char* what, wimp_span name,
                             char** name_out, char** path_out) {
    if (name.size >= WIMP_MAX_PATH || memchr(name.at, 0, name.size))
        return wimp_place_fail(job, place, WEND_ERROR_FORMAT, "%s is not a valid file name", what);
    *name_out = wimp_job_get(job, name.size + 1);
    if (!*name_out) return WEND_ERROR_MEMORY;
    memcpy(*name_out, name.at, name.size);
    return path_out ? wimp_named_path(job, place, *name_out, path_out) : WEND_OK;
}

// Imports a base or a layer.
static wend_result read_layer(stack* s, wimp_recipe_layer* layer, bool is_base, wimp_job* out) {
    wimp_job* job = s->job;
    char *palette = NULL, *path = NULL, *file = NULL;
    wend_result result = take_name(job, layer->place, "this", layer->file, &file, NULL);
    if (result == WEND_OK && layer->legend.size > 0)
        result = take_name(job, layer->place, "the palette", layer->legend, &palette, &path);
    layer->def.legend = path;
    *out = (wimp_job){.def = &layer->def, .info = &s->read_info, .is_layer = !is_base};
    if (result == WEND_OK) result = wimp_named_import(job, layer->place, file, out);
    layer->def.legend = NULL;
    return result;
}

static void name_in_info(const stack* s, wend_import_info* info) {
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++)
        memcpy(info->meanings[c], s->terrains[c].meaning, sizeof info->meanings[c]);
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) info->class_colors[c] = s->terrains[c].color;
}

// Those of the base, onto the new grid.
static wend_result copy_connections(stack* s) {
    wimp_job* job = s->job;
    int32_t links = 0;
    wend_grid_links(s->grid, &links);
    if (links == 0 && wend_grid_closed_step_count(s->grid) == 0) return WEND_OK;
    if (job->def->downscale > 1)
        return wimp_job_fail(job, WEND_ERROR_ARGUMENT,
                             "the base has links, walls or one-way tiles, which downscaling would lose; "
                             "expected downscale 1");
    wend_result result = wend_grid_copy_connections(s->grid, job->grid);
    return result == WEND_OK ? WEND_OK : wimp_job_fail(job, result, "%s", wend_result_string(result));
}

// Sets the job's grid: that of the stack, or a new one where tile size or origin differ.
static wend_result finish(stack* s, const wimp_recipe* recipe) {
    wimp_job* job = s->job;
    const wend_import_def* asked = job->def;
    float* costs = s->costs;
    float tile_size = wend_grid_tile_size(s->grid);
    wend_vec2 origin = wend_grid_origin(s->grid);
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) costs[c] = s->terrains[c].cost;
    wend_import_def def = *asked;
    def.create_grid = NULL; // all layers are in memory anyway
    def.resolution = recipe->has_resolution ? recipe->resolution : tile_size;
    def.origin = recipe->has_origin ? recipe->origin : origin;
    if (def.downscale == 1 && def.resolution == tile_size && def.origin.x == origin.x &&
        def.origin.y == origin.y) {
        wend_result result = wend_grid_set_class_costs(s->grid, costs);
        if (result != WEND_OK)
            return wimp_job_fail(job, result, "invalid costs: %s", wend_result_string(result));
        job->grid = s->grid;
        s->grid = NULL;
        return WEND_OK;
    }
    int32_t width = wend_grid_width(s->grid), height = wend_grid_height(s->grid);
    wimp_tiles tiles;
    job->def = &def;
    if (wend_grid_connectivity(s->grid) > WEND_CONNECTIVITY_8_CUT) {
        wend_result hex = wimp_job_set_hex(job, wend_grid_connectivity(s->grid));
        if (hex != WEND_OK) {
            job->def = asked;
            return hex;
        }
    }
    wend_result result = wimp_job_check_size(job, width, height);
    if (result == WEND_OK) result = wimp_tiles_begin(&tiles, job, width, height, costs);
    for (int32_t y = 0; y < height && result == WEND_OK; y++) {
        memcpy(tiles.row, wend_grid_row(s->grid, y), (size_t)width);
        result = wimp_tiles_next(&tiles);
    }
    if (result == WEND_OK) result = copy_connections(s);
    job->def = asked;
    return result;
}

// Warns of links and walls that a layer would have brought.
static void warn_of_connections(wimp_job* job, const wimp_recipe_layer* layer, const wend_grid* grid) {
    int32_t links = 0;
    wend_grid_links(grid, &links);
    if (links > 0 || wend_grid_closed_step_count(grid) > 0)
        wimp_job_warn(job, "ignored the links, walls and one-way tiles of the layer at line %d",
                      layer->place.line);
}

static wend_result read_connection_file(stack* s, const wimp_recipe_connections* file, wend_error* error) {
    wimp_job *job = s->job, named = *job;
    char *name = NULL, *path = NULL;
    wend_result result = take_name(job, file->place, "this", file->file, &name, &path);
    if (result != WEND_OK) return result;
    named.error_opt = error;
    result = file->is_links ? wimp_link_file_read(&named, path) : wimp_wall_file_read(&named, path);
    if (result != WEND_OK) wimp_place_fail(job, file->place, result, "%s", error->text);
    job->named_hash = named.named_hash;
    return result;
}

// The files of links and walls, onto the finished grid.
static wend_result read_connections(stack* s) {
    const wimp_recipe* recipe = &s->recipe;
    wend_error* error = wimp_job_get(s->job, sizeof *error);
    if (!error) return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < recipe->connection_count && result == WEND_OK; i++)
        result = read_connection_file(s, &recipe->connections[i], error);
    return result;
}

// The map lies where the first base or floor with coordinates does; other floors must lie there, too.
static wend_result take_coordinates(const stack* s, wimp_place place) {
    wend_georeference* geo = &s->job->info->geo;
    const wend_georeference* read = &s->read_info.geo;
    if (!read->has_transform) return WEND_OK;
    if (!geo->has_transform) {
        *geo = *read;
        wimp_geo_downscale(geo, s->job->def->downscale);
        return WEND_OK;
    }
    const double k = s->job->def->downscale;
    bool is_same = strcmp(read->wkt, geo->wkt) == 0;
    for (int32_t i = 0; i < 6; i++) is_same &= read->transform[i] * (i % 3 != 0 ? k : 1) == geo->transform[i];
    if (is_same) return WEND_OK;
    return wimp_place_fail(
        s->job, place, WEND_ERROR_FORMAT,
        "this floor lies elsewhere: corner %.10g,%.10g, pixels %.10g,%.10g, %.40s; expected corner "
        "%.10g,%.10g, pixels %.10g,%.10g, %.40s, like the floor below",
        read->transform[0], read->transform[3], read->transform[1], read->transform[5], read->name,
        geo->transform[0], geo->transform[3], geo->transform[1] / k, geo->transform[5] / k, geo->name);
}

// Puts the layers of a floor, or of the whole map, over each other.
static wend_result stack_floor(stack* s, const wimp_recipe_floor* floor) {
    wimp_recipe* recipe = &s->recipe;
    wimp_recipe_layer* layers = &recipe->layers[floor->first];
    wimp_job *job = s->job, read;
    const wend_import_def* asked = job->def;
    layers[0].def.resolution = recipe->has_resolution ? recipe->resolution : asked->resolution;
    layers[0].def.origin = recipe->has_origin ? recipe->origin : asked->origin;
    if (job->picture) layers[0].def.downscale = asked->downscale; // the base is the ground one sees
    wend_result result = read_layer(s, &layers[0], true, &read);
    if (result != WEND_OK) return result;
    if (job->picture) {
        wend_grid_destroy(read.grid);
        return WEND_OK;
    }
    s->grid = read.grid;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) {
        s->terrains[c].cost = wend_grid_class_costs(read.grid)[c];
        memcpy(s->terrains[c].meaning, read.info->meanings[c], sizeof s->terrains[c].meaning);
        s->terrains[c].color = read.info->class_colors[c];
    }
    if (floor->first == 0) {
        job->info->is_image = read.info->is_image;
        job->info->width = read.info->width;
        job->info->height = read.info->height;
        job->info->channels = read.info->channels;
        job->info->bits = read.info->bits;
        job->info->darkest = read.info->darkest;
        job->info->brightest = read.info->brightest;
    }
    result = take_coordinates(s, layers[0].place);
    if (result != WEND_OK) return result;
    for (int32_t i = 1; i < floor->count; i++) {
        const int32_t at = floor->first + i;
        result = wimp_job_progress(job, (double)at / recipe->count, "layer", at, recipe->count);
        layers[i].def.resolution = // of slopes; a base may have brought its own
            recipe->has_resolution ? recipe->resolution : wend_grid_tile_size(s->grid);
        if (result == WEND_OK) result = read_layer(s, &layers[i], false, &read);
        if (result != WEND_OK) return result;
        result = put_layer(s, &layers[i], &read);
        warn_of_connections(job, &layers[i], read.grid);
        wend_grid_destroy(read.grid);
        if (result != WEND_OK) return result;
    }
    return finish(s, recipe);
}

// ---- floors

// A floor whose layers lie over each other.
typedef struct floor_map {
    wend_grid* grid;
    terrain terrains[WEND_CLASS_COUNT];
} floor_map;

// Takes the classes of all floors into one table where none means two things; else false.
static bool share_table(stack* s, const floor_map* maps, int32_t count) {
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) {
        const terrain* chosen = NULL;
        for (int32_t f = 0; f < count; f++) {
            const terrain* this = &maps[f].terrains[c];
            if (wend_grid_class_counts(maps[f].grid)[c] == 0) continue;
            if (chosen && (this->cost != chosen->cost || strcmp(this->meaning, chosen->meaning) != 0))
                return false;
            if (!chosen) chosen = this;
        }
        s->terrains[c] = chosen ? *chosen : maps[0].terrains[c];
    }
    for (int32_t i = 0; i < count * WEND_CLASS_COUNT; i++) s->class_of_pair[i] = (uint8_t)i;
    return true;
}

// Floors of one kind keep their classes; those of others get a table of the classes that occur.
static void join_classes(stack* s, const floor_map* maps, int32_t count) {
    int32_t pairs = 0;
    if (share_table(s, maps, count)) return;
    for (int32_t i = 0; i < count * WEND_CLASS_COUNT; i++) {
        const floor_map* map = &maps[i / WEND_CLASS_COUNT];
        const int32_t c = i % WEND_CLASS_COUNT;
        if (wend_grid_class_counts(map->grid)[c] > 0) s->pairs[pairs++] = (pair){map->terrains[c], i};
    }
    qsort(s->pairs, (size_t)pairs, sizeof *s->pairs, compare_pairs);
    make_terrains(s, pairs);
}

// All floors must have the tiles of the first one.
static wend_result check_floor(const stack* s, const wimp_recipe_floor* floor, const wend_grid* first,
                               const wend_grid* map) {
    const wimp_recipe_floor* bottom = &s->recipe.floors[0];
    const wimp_place place = s->recipe.layers[floor->first].place;
    const wend_vec2 origin = wend_grid_origin(first), at = wend_grid_origin(map);
    const int name = wimp_span_shown(bottom->name);
    if (wend_grid_width(map) != wend_grid_width(first) || wend_grid_height(map) != wend_grid_height(first))
        return wimp_place_fail(s->job, place, WEND_ERROR_FORMAT,
                               "this floor has %d x %d tiles; expected %d x %d like the floor '%.*s'",
                               wend_grid_width(map), wend_grid_height(map), wend_grid_width(first),
                               wend_grid_height(first), name, bottom->name.at);
    if (wend_grid_tile_size(map) != wend_grid_tile_size(first))
        return wimp_place_fail(s->job, place, WEND_ERROR_FORMAT,
                               "this floor has tiles of side %g; expected %g like the floor '%.*s'",
                               (double)wend_grid_tile_size(map), (double)wend_grid_tile_size(first), name,
                               bottom->name.at);
    if (at.x != origin.x || at.y != origin.y)
        return wimp_place_fail(
            s->job, place, WEND_ERROR_FORMAT,
            "the top-left corner of this floor is at %g,%g; expected %g,%g like that of the floor '%.*s'",
            (double)at.x, (double)at.y, (double)origin.x, (double)origin.y, name, bottom->name.at);
    if (wend_grid_connectivity(map) != wend_grid_connectivity(first))
        return wimp_place_fail(s->job, place, WEND_ERROR_FORMAT,
                               "this floor has hexagons of another layout, or squares; expected tiles like "
                               "those of the floor '%.*s'",
                               name, bottom->name.at);
    return WEND_OK;
}

// Closes the steps of a tile on a floor that are closed on the map of that floor.
static wend_result close_steps(const wend_grid* map, wend_grid* grid, wend_tile tile, uint16_t floor) {
    const uint8_t closed = wend_grid_closed_steps(map, tile);
    tile.floor = floor;
    for (int32_t i = 0; i < WIMP_WAYS; i++) {
        const wend_result result =
            closed >> i & 1 ? wend_grid_set_step(grid, tile, wimp_moved(tile, i, 1), false) : WEND_OK;
        if (result != WEND_OK) return result;
    }
    return WEND_OK;
}

// Copies the tiles, links, walls and one-way steps of one floor.
static wend_result copy_floor(stack* s, const wend_grid* map, int32_t floor) {
    const int32_t width = wend_grid_width(map), height = wend_grid_height(map);
    const uint8_t* class_of = &s->class_of_pair[floor * WEND_CLASS_COUNT];
    const bool has_closed = wend_grid_closed_step_count(map) > 0;
    int32_t count = 0;
    uint8_t* row = wimp_job_get(s->job, (size_t)width);
    if (!row) return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int32_t y = 0; y < height && result == WEND_OK; y++) {
        const uint8_t* classes = wend_grid_row(map, y);
        for (int32_t x = 0; x < width; x++) row[x] = class_of[classes[x]];
        result = wend_grid_write(s->job->grid, (wend_rect){0, y, width, 1, (uint16_t)floor}, row, 0);
        for (int32_t x = 0; x < width && has_closed && result == WEND_OK; x++)
            result = close_steps(map, s->job->grid, (wend_tile){x, y}, (uint16_t)floor);
    }
    wimp_memory_drop(s->job->memory, row);
    const wend_link* links = wend_grid_links(map, &count);
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        wend_link link = links[i];
        link.from.floor = link.to.floor = (uint16_t)floor;
        if (wend_grid_find_link(s->job->grid, link.id)) link.id = -1;
        result = wend_grid_add_link(s->job->grid, &link, NULL);
    }
    return result == WEND_OK ? WEND_OK : wimp_job_fail(s->job, result, "%s", wend_result_string(result));
}

static wend_result make_grid(stack* s, const wend_grid* first, int32_t count) {
    wimp_job* job = s->job;
    const int64_t tiles = (int64_t)wend_grid_width(first) * wend_grid_height(first) * count;
    wend_grid_def def = wimp_job_grid_like(job, first);
    if (tiles > job->def->max_tiles)
        return wimp_job_fail(job, WEND_ERROR_LIMIT, "%d floors of %d x %d tiles; the limit is %lld tiles",
                             count, wend_grid_width(first), wend_grid_height(first),
                             (long long)job->def->max_tiles);
    def.floors = count;
    for (int32_t c = 0; c < WEND_CLASS_COUNT; c++) def.class_costs[c] = s->terrains[c].cost;
    wend_result result = wend_grid_create(&def, &job->grid);
    for (int32_t f = 0; f < count && result == WEND_OK; f++)
        result = wend_grid_set_floor_height(job->grid, f, s->recipe.floors[f].height);
    return result == WEND_OK ? WEND_OK
                             : wimp_job_fail(job, result, "%d floors of %d x %d tiles: %s", count, def.width,
                                             def.height, wend_result_string(result));
}

static wend_result read_floors(stack* s, floor_map* maps) {
    const int32_t count = s->recipe.floor_count;
    wimp_job* job = s->job;
    for (int32_t f = 0; f < count; f++) {
        const wimp_recipe_floor* floor = &s->recipe.floors[f];
        wend_result result = wimp_job_progress(job, (double)f / count, "floor", f, count);
        if (result == WEND_OK) result = stack_floor(s, floor);
        if (result != WEND_OK) return result;
        maps[f].grid = job->grid;
        job->grid = NULL;
        wend_grid_destroy(s->grid);
        s->grid = NULL;
        memcpy(maps[f].terrains, s->terrains, sizeof s->terrains);
        result = check_floor(s, floor, maps[0].grid, maps[f].grid);
        if (result != WEND_OK) return result;
    }
    join_classes(s, maps, count);
    wend_result result = make_grid(s, maps[0].grid, count);
    for (int32_t f = 0; f < count && result == WEND_OK; f++) result = copy_floor(s, maps[f].grid, f);
    return result;
}

static wend_result stack_floors(stack* s) {
    const int32_t count = s->recipe.floor_count;
    floor_map* maps = wimp_job_get(s->job, (size_t)count * sizeof *maps);
    if (!maps) return WEND_ERROR_MEMORY;
    const wend_result result = read_floors(s, maps);
    for (int32_t f = 0; f < count; f++) wend_grid_destroy(maps[f].grid);
    return result;
}

static wend_result stack_layers(stack* s) {
    const bool has_floors = s->recipe.floor_count > 0;
    wimp_job* job = s->job;
    wend_result result = has_floors && !job->picture ? stack_floors(s) : stack_floor(s, &s->recipe.floors[0]);
    if (result != WEND_OK || job->picture) return result;
    if (s->has_clipped) wimp_job_warn(job, "sums above %g were clamped to it", (double)WEND_MAX_CLASS_COST);
    if (s->has_rounded)
        wimp_job_warn(job, "more than %d costs: similar costs were rounded up to one value", CLASSES);
    result = wimp_floors_join(job, &s->recipe);
    if (result == WEND_OK) result = read_connections(s);
    name_in_info(s, job->info);
    return result;
}

static wend_result read_recipe(wimp_job* job) {
    if (job->depth > 0)
        return wimp_job_fail(job, WEND_ERROR_UNSUPPORTED, "is a recipe; expected an image or a map");
    wend_result result = wimp_rule_refuse_settings(job, "a recipe", false);
    if (result != WEND_OK) return result;
    snprintf(job->info->rule, sizeof job->info->rule, "recipe");
    stack* s = wimp_job_get(job, sizeof *s);
    if (!s) return WEND_ERROR_MEMORY;
    s->job = job;
    result = wimp_recipe_read(job, &s->recipe);
    if (result == WEND_OK) result = stack_layers(s);
    wend_grid_destroy(s->grid);
    return result;
}

const wimp_format wimp_format_recipe = {
    "recipe", "map recipe: a base and layers over it, from other files", is_recipe, read_recipe, false, true};
