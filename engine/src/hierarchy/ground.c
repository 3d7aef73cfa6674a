// ground.c: how does a map get more ground, or lose some?
//
// The grid of a world covers a frame around its ground: it ends with the ground to the right and below, and
// begins at a multiple of the largest clusters to the left and above. So frame, clusters and levels depend on
// the ground alone, whatever the order in which it came, and a refreshed world equals one that was built at
// once. Ground within the frame is an edit of tiles. For any other the world is laid out again: clusters keep
// their matrices and move to other numbers, those along edges that were moved are made again, and so are the
// components. All that happens in a new world, which takes the place of the old one in the end.
//
// All floors have one frame. Where its height changes, the rows of a floor lie in other clusters, and the
// world is built again. So are maps with a relief, with each change: what a step costs depends on the tiles
// at both its ends, and elevations of tiles without ground follow from those around them, as at a build.
#include "wend/ground.h"

#include <math.h>
#include <string.h>

#include "grid/floors.h"
#include "hierarchy/edit_job.h"
#include "hierarchy/open.h"
#include "hierarchy/tile_index.h"
#include "hierarchy/world.h"

// ---- where is ground?

static bool meet(wend_rect a, wend_rect b) {
    return a.floor == b.floor && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height &&
           b.y < a.y + a.height;
}

WENDI_LIST_FUNCTIONS(wendi_ground_list, wend_rect)

static wend_result add_rect(wendi_ground_list* list, wend_rect rect) {
    return rect.width > 0 && rect.height > 0 ? wendi_ground_list_push(list, rect) : WEND_OK;
}

// Adds what is left of a rectangle without an area that it meets.
static wend_result add_rest(wendi_ground_list* list, wend_rect r, wend_rect area) {
    const int32_t right = r.x + r.width, bottom = r.y + r.height, area_right = area.x + area.width,
                  area_bottom = area.y + area.height;
    const int32_t top = wendi_max(r.y, area.y), end = wendi_min(bottom, area_bottom);
    const wend_rect rest[4] = {{r.x, r.y, r.width, top - r.y, r.floor},
                               {r.x, end, r.width, bottom - end, r.floor},
                               {r.x, top, area.x - r.x, end - top, r.floor},
                               {area_right, top, right - area_right, end - top, r.floor}};
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < 4 && result == WEND_OK; i++) result = add_rect(list, rest[i]);
    return result;
}

// The ground of a world without an area; rectangles do not meet. Errors: MEMORY.
static wend_result ground_without(const wend_world* world, wend_rect area, wendi_ground_list* out) {
    const wendi_ground_list* list = &world->ground;
    const int64_t count = list->count > 0 ? list->count : world->grid->floors.count;
    wend_result result = WEND_OK;
    for (int64_t i = 0; i < count && result == WEND_OK; i++) {
        wend_rect r = wend_grid_area(world->grid);
        r.floor = (uint16_t)i;
        if (list->count > 0) r = list->data[i];
        result = meet(r, area) ? add_rest(out, r, area) : add_rect(out, r);
    }
    return result;
}

// The smallest rectangle around all ground.
static wend_rect bounds_of(const wendi_ground_list* list) {
    wend_rect all = list->data[0];
    all.floor = 0;
    for (int32_t i = 1; i < list->count; i++) {
        const wend_rect r = list->data[i];
        const int32_t left = wendi_min(all.x, r.x), top = wendi_min(all.y, r.y);
        all.width = wendi_max(all.x + all.width, r.x + r.width) - left;
        all.height = wendi_max(all.y + all.height, r.y + r.height) - top;
        all.x = left;
        all.y = top;
    }
    return all;
}

wend_rect wend_world_ground(const wend_world* world) {
    if (!world) return (wend_rect){0, 0, 0, 0};
    return world->ground.count > 0 ? bounds_of(&world->ground) : wend_grid_area(world->grid);
}

// ---- which frame does it get?

typedef struct frame {
    wend_rect area; // of each floor, in coordinates of the map
    int32_t levels;
} frame;

static int64_t multiple_below(int64_t x, int64_t size) {
    return (x >= 0 ? x / size : -((-x + size - 1) / size)) * size;
}

// The levels that a build gives a map. 0: it is too large.
static int32_t usual_levels(const wend_world* world, wend_rect area) {
    wendi_floors floors = world->grid->floors;
    int32_t rows;
    return wendi_floors_resize(&floors, area.width, area.height, &rows)
               ? wendi_level_count_for(area.width, rows, world->graph.clusters.size)
               : 0;
}

// Errors: LIMIT.
static wend_result frame_with(const wend_world* world, wend_rect bounds, int32_t levels, frame* out) {
    wendi_floors floors = world->grid->floors;
    int32_t rows;
    int64_t unit = (int64_t)world->graph.clusters.size << (levels - 1);
    if (wendi_is_hex(world->grid->connectivity) && unit % 2 != 0) unit *= 2; // lines are shifted in turn
    const int64_t left = multiple_below(bounds.x, unit), top = multiple_below(bounds.y, unit),
                  width = bounds.x + (int64_t)bounds.width - left,
                  height = bounds.y + (int64_t)bounds.height - top;
    if (!wendi_floors_resize(&floors, width, height, &rows) || width * rows > WEND_MAX_TILES)
        return WEND_ERROR_LIMIT;
    out->levels = levels;
    out->area = (wend_rect){(int32_t)left, (int32_t)top, floors.width, floors.height, 0};
    return WEND_OK;
}

// With the levels that a build gives the frame, which may be more than it would give the ground alone.
// Errors: LIMIT.
static wend_result usual_frame(const wend_world* world, wend_rect bounds, frame* out) {
    int32_t levels = usual_levels(world, bounds);
    wend_result result = levels > 0 ? WEND_OK : WEND_ERROR_LIMIT;
    for (bool grows = true; grows && result == WEND_OK;) {
        result = frame_with(world, bounds, levels, out);
        const int32_t usual = result == WEND_OK ? usual_levels(world, out->area) : levels;
        grows = usual > levels;
        levels = usual;
    }
    return result;
}

// Keeps a number of levels that was asked for at the build. Errors: LIMIT.
static wend_result frame_of(const wend_world* world, wend_rect bounds, frame* out) {
    frame now = {.levels = 0};
    wend_result result = usual_frame(world, wend_world_ground(world), &now);
    if (result == WEND_OK)
        result = world->wanted_levels == now.levels ? usual_frame(world, bounds, out)
                                                    : frame_with(world, bounds, world->wanted_levels, out);
    if (result != WEND_OK) return result;
    wendi_floors floors = world->grid->floors;
    int32_t rows = 0;
    wendi_floors_resize(&floors, out->area.width, out->area.height, &rows);
    for (int32_t i = 0; i < world->profiles.count; i++)
        if (!wendi_profile_fits(&world->profiles.data[i].def, floors.width, rows)) return WEND_ERROR_LIMIT;
    return WEND_OK;
}

static bool is_same_frame(const wend_world* world, const frame* f) {
    const wendi_floors* floors = &world->grid->floors;
    return floors->left == f->area.x && floors->top == f->area.y && floors->width == f->area.width &&
           floors->height == f->area.height && world->wanted_levels == f->levels;
}

// True when ground in the frame is an edit, and clusters keep their matrices in another frame.
static bool keeps_clusters(const wend_world* world, const frame* f) {
    const wendi_floors* floors = &world->grid->floors;
    const bool keeps_rows = floors->top == f->area.y && floors->height == f->area.height;
    return !wendi_has_directions(world->grid) && (!wendi_has_floors(floors) || keeps_rows);
}

// ---- how do clusters move to another frame?

typedef struct move {
    const wendi_partition *from, *to; // of level 1
    wend_tile by;                     // in tiles
} move;

// -1: it has no place in the new frame.
static int32_t moved_cluster(const wendi_partition* from, const wendi_partition* to, wend_tile by,
                             int32_t cluster) {
    const int32_t x = cluster % from->columns + by.x / from->size,
                  y = cluster / from->columns + by.y / from->size;
    return x >= 0 && y >= 0 && x < to->columns && y < to->rows ? y * to->columns + x : -1;
}

// WENDI_NO_NODE: it has no place.
static uint32_t moved_node(const move* m, uint32_t node) {
    if (node < WENDI_FIRST_LINK_NODE) {
        const int32_t cluster =
            moved_cluster(m->from, m->to, m->by, (int32_t)(node / WENDI_BORDER_INDEX_COUNT));
        return cluster < 0 ? WENDI_NO_NODE
                           : wendi_node_on(cluster, (int32_t)(node % WENDI_BORDER_INDEX_COUNT));
    }
    const wend_tile tile = wendi_node_tile(m->from, node);
    const wend_tile to = {tile.x + m->by.x, tile.y + m->by.y};
    const bool on_map = to.x >= 0 && to.y >= 0 && to.x < m->to->width && to.y < m->to->height;
    return on_map ? wendi_node_at_tile(m->to, to) : WENDI_NO_NODE;
}

// A matrix with a node that has no place stays empty: its cluster lies at an edge, and is made again.
static wend_result move_matrix(const move* m, const wendi_matrix* from, const wend_allocator* allocator,
                               wendi_matrix* to) {
    if (from->count == 0) return WEND_OK;
    wendi_matrix made;
    wend_result result = wendi_matrix_make(allocator, from->nodes, from->count, &made);
    if (result != WEND_OK) return result;
    wendi_matrix_copy(&made, from);
    bool whole = true;
    for (int32_t i = 0; i < made.count; i++) {
        made.nodes[i] = moved_node(m, from->nodes[i]);
        whole &= made.nodes[i] != WENDI_NO_NODE;
    }
    if (whole)
        *to = made;
    else
        wendi_matrix_free(&made, allocator);
    return WEND_OK;
}

static wend_result move_level(const move* m, const wendi_graph* from, wendi_graph* to, int32_t level) {
    const wendi_level *old = &from->level[level - 1], *made = &to->level[level - 1];
    wend_result result = WEND_OK;
    for (int32_t c = 0; c < wendi_cluster_count(&old->clusters) && result == WEND_OK; c++) {
        const int32_t at = moved_cluster(&old->clusters, &made->clusters, m->by, c);
        if (at < 0) continue;
        const uint8_t state = *wendi_item(&old->states, c);
        if (state != WENDI_UP_TO_DATE) *wendi_item(&made->states, at) = state;
        const wendi_matrix matrix = wendi_matrix_at(from, level, c);
        if (matrix.count == 0) continue;
        wendi_table_note(&made->matrices.table, at);
        result = move_matrix(m, &matrix, &to->allocator, wendi_item(&made->matrices, at));
    }
    return result;
}

// The lines of a cluster that lie at the edge of the map, where there are no nodes.
static uint64_t lines_at_edge(const wendi_partition* clusters, int32_t cluster) {
    return (cluster < clusters->columns ? WENDI_TOP_LINE : 0) |
           (cluster % clusters->columns == 0 ? WENDI_LEFT_LINE : 0);
}

static wend_result move_graph(const wendi_graph* from, const wend_grid* grid, wend_tile by, wendi_graph* to) {
    const move m = {&from->clusters, &to->clusters, by};
    wend_result result = WEND_OK;
    for (int32_t level = 1; level <= to->level_count && result == WEND_OK; level++)
        result = move_level(&m, from, to, level);
    for (int32_t c = 0; c < wendi_cluster_count(&from->clusters); c++) {
        const int32_t at = moved_cluster(&from->clusters, &to->clusters, by, c);
        if (at < 0) continue;
        for (int32_t i = 0; i < to->level_count; i++) {
            const uint64_t nodes = *wendi_item(&from->level[i].nodes, c) & ~lines_at_edge(&to->clusters, at);
            if (nodes) *wendi_item(&to->level[i].nodes, at) = nodes;
        }
        const uint64_t version = *wendi_item(&from->versions, c);
        if (version) *wendi_item(&to->versions, at) = version;
        wendi_graph_read_passability(to, grid, at);
    }
    return result;
}

// ---- a world in another frame

// The clusters along an edge of the smaller one of two frames, where the other one goes on or ended before.
static void add_edges(const wendi_partition* clusters, wend_tile by, const wend_grid* old, wend_edit edits[4],
                      int32_t* count_io) {
    const int32_t left = wendi_max(by.x, 0), top = wendi_max(by.y, 0), size = clusters->size;
    const int32_t right = wendi_min(old->width + by.x, clusters->width),
                  bottom = wendi_min(old->height + by.y, clusters->height);
    const wendi_partition shared = wendi_partition_of(right - left, bottom - top, size);
    const wend_rect area = {left, top, right - left, bottom - top};
    const int32_t last_x = left + (shared.columns - 1) * size, last_y = top + (shared.rows - 1) * size;
    const int32_t width = wendi_min(size + 1, area.width), height = wendi_min(size + 1, area.height);
    const struct {
        bool moved;
        wend_rect area;
    } edges[4] = {{by.x != 0, {left, top, width, area.height}},
                  {old->width + by.x != clusters->width, {last_x, top, right - last_x, area.height}},
                  {by.y != 0, {left, top, area.width, height}},
                  {old->height + by.y != clusters->height, {left, last_y, area.width, bottom - last_y}}};
    for (int32_t i = 0; i < 4; i++)
        if (edges[i].moved)
            edits[(*count_io)++] =
                (wend_edit){.kind = (wend_edit_kind)WENDI_EDIT_KEEP, .area = edges[i].area};
}

// On all levels: a cluster may have other children or other lines now.
static void mark_edges(wendi_graph* graph, const wend_edit* edges, int32_t count) {
    const wendi_partition* clusters = &graph->clusters;
    for (int32_t i = 0; i < count; i++) {
        const wendi_cluster_span span = wendi_clusters_with(clusters, edges[i].area);
        for (int32_t y = span.top; y < span.bottom; y++)
            for (int32_t x = span.left; x < span.right; x++)
                for (int32_t level = 2; level <= graph->level_count; level++)
                    wendi_mark_pending(graph, level, y * clusters->columns + x);
    }
}

// The world, or the view, with the tiles, clusters, links and closed steps of another one that lie in a
// frame. Its components are empty. Errors: MEMORY, LIMIT.
static wend_result lay_out(const wend_world* world, const wend_grid* map_opt, void* context,
                           wend_world* made) {
    const frame* f = context;
    const wend_tile by = {world->grid->floors.left - f->area.x, world->grid->floors.top - f->area.y};
    made->version = world->version;
    made->wanted_levels = f->levels;
    wend_result result =
        wendi_grid_move(world->grid, map_opt, by, f->area.width, f->area.height, &made->grid);
    if (result == WEND_OK)
        result = wendi_graph_divide(made->grid, world->graph.clusters.size,
                                    wendi_min(f->levels, world->graph.level_count), NULL, &made->allocator,
                                    &made->graph);
    if (result == WEND_OK) result = move_graph(&world->graph, made->grid, by, &made->graph);
    if (result == WEND_OK) result = wendi_check_link_nodes(&made->graph, made->grid);
    if (result == WEND_OK)
        result = wendi_components_begin(&made->allocator, wendi_cluster_count(&made->graph.clusters), 1,
                                        &made->components);
    return result == WEND_OK ? wendi_indices_make(&made->graph, made->grid) : result;
}

// What callers of a world, or a view, hold stays with it, or goes.
static void keep_own(wend_world* world, wend_world* made) {
    char* metadata = world->metadata; // whose memory callers may have
    world->metadata = made->metadata;
    made->metadata = metadata;
    world->other_version = world->version;
    world->subgoals_removed |= made->subgoals || made->subgoals_removed;
    const wendi_floors *before = &made->grid->floors, *now = &world->grid->floors;
    if (before->left != now->left || before->top != now->top) world->id = made->id; // paths lie elsewhere
}

// Gives a world the contents of another one, which gets the old ones.
static void exchange(wend_world* world, wend_world* made) {
    wendi_world_exchange(world, made, made->version);
    for (int32_t i = 0; i <= world->profiles.count; i++)
        keep_own(wendi_profile_world(world, i), wendi_profile_world(made, i));
}

// ---- changes of ground

typedef struct change {
    wend_rect area;              // in coordinates of the map
    const uint8_t* classes_opt;  // NULL: the ground goes
    size_t stride;               // from one row of them to the next
    const float* elevations_opt; // of the area on a map that has some, without gaps; NULL: all are 0
    const uint8_t* lanes_opt;    // likewise
    wend_edit* edits;            // the first is that of the area
    size_t capacity;
    int32_t count;
} change;

static wend_result check_change(const wend_world* world, wend_rect* area_io) {
    if (!world || world->base || area_io->width < 1 || area_io->height < 1) return WEND_ERROR_ARGUMENT;
    if (!wendi_has_floors(&world->grid->floors)) area_io->floor = 0; // which callers may leave unset
    const wend_rect area = *area_io;
    const int32_t far = WENDI_FAR_GROUND;
    if (area.x < -far || area.y < -far || area.x > far || area.y > far || area.width > WEND_MAX_SIDE ||
        area.height > WEND_MAX_SIDE)
        return WEND_ERROR_LIMIT;
    if (area.floor >= world->grid->floors.count) return WEND_ERROR_ARGUMENT;
    return world->is_snapshot ? WEND_ERROR_UNSUPPORTED : WEND_OK;
}

static wend_result add_edit(change* c, const wend_allocator* allocator, wend_edit edit) {
    if (!WENDI_ROOM_FOR_ONE(allocator, c->edits, c->capacity, c->count)) return WEND_ERROR_MEMORY;
    c->edits[c->count++] = edit;
    return WEND_OK;
}

// The part of the area that lies in the frame of a grid, on its sheet; empty: none.
static wend_rect area_on(const wend_grid* grid, wend_rect area) {
    const wendi_floors* f = &grid->floors;
    const int32_t left = wendi_max(area.x - f->left, 0), top = wendi_max(area.y - f->top, 0);
    return (wend_rect){left, area.floor * f->pitch + top,
                       wendi_min(area.x + area.width - f->left, f->width) - left,
                       wendi_min(area.y + area.height - f->top, f->height) - top, 0};
}

// Opens the closed steps from and to tiles of an area that goes.
static wend_result open_steps(change* c, const wend_allocator* allocator, const wend_grid* grid,
                              wend_rect area) {
    wend_result result = WEND_OK;
    if (grid->exits.declared_count == 0) return WEND_OK;
    for (int32_t y = wendi_max(area.y - 1, 0); y < wendi_min(area.y + area.height + 1, grid->height); y++)
        for (int32_t x = wendi_max(area.x - 1, 0); x < wendi_min(area.x + area.width + 1, grid->width); x++)
            for (uint32_t bits = wendi_exits_declared(&grid->exits, x, y); bits && result == WEND_OK;
                 bits &= bits - 1) {
                const wend_tile step = wendi_direction[__builtin_ctz(bits)], from = {x, y},
                                to = {x + step.x, y + step.y};
                if (wendi_area_contains(area, from) || wendi_area_contains(area, to))
                    result = add_edit(c, allocator, wend_edit_step(from, to, false));
            }
    return result;
}

// Changes the tiles of the area in a world whose frame has it.
static wend_result apply(change* c, wend_world* world, bool laid_out, wend_tile by, const wend_grid* old) {
    const wend_allocator* allocator = &world->allocator;
    const wend_rect area = area_on(world->grid, c->area);
    wend_result result = WEND_OK;
    int32_t edge_count = 0;
    wend_edit edges[4];
    if (area.width > 0 && area.height > 0) {
        wend_edit edit = wend_edit_tiles(area, 0);
        if (c->classes_opt) edit.kind = (wend_edit_kind)WENDI_EDIT_CLASSES;
        result = add_edit(c, allocator, edit);
        if (result == WEND_OK && !c->classes_opt) result = open_steps(c, allocator, world->grid, area);
    }
    if (laid_out) add_edges(&world->graph.clusters, by, old, edges, &edge_count);
    for (int32_t i = 0; i < edge_count && result == WEND_OK; i++) result = add_edit(c, allocator, edges[i]);
    if (result == WEND_OK)
        result = wendi_edit_ground(world, c->edits, c->count, c->classes_opt, c->stride, laid_out);
    for (int32_t i = 0; i <= world->profiles.count && result == WEND_OK; i++)
        mark_edges(&wendi_profile_world(world, i)->graph, edges, edge_count);
    return result;
}

static wend_result apply_in_frame(change* c, wend_world* world, const frame* f) {
    if (is_same_frame(world, f)) {
        const wend_result changed = apply(c, world, false, (wend_tile){0, 0}, NULL);
        if (changed == WEND_OK && world->changes_opt) world->changes_opt->ground = true;
        return changed;
    }
    wend_result result = WEND_OK;
    bool pending = false;
    for (int32_t i = 0; i <= world->profiles.count; i++)
        pending |= wendi_profile_world(world, i)->graph.pending_count > 0;
    if (pending) result = wend_world_refresh(world, 0, NULL);
    wend_world* made = NULL;
    frame to = *f;
    if (result == WEND_OK) result = wendi_world_version(world, lay_out, &to, &made);
    if (result != WEND_OK) return result;
    const wend_tile by = {world->grid->floors.left - f->area.x, world->grid->floors.top - f->area.y};
    result = apply(c, made, true, by, world->grid);
    for (int32_t i = 1; i <= made->profiles.count && result == WEND_OK; i++) wendi_share_matrices(made, i);
    if (result == WEND_OK) {
        made->ground = world->ground;
        world->ground = (wendi_ground_list){0};
        exchange(world, made);
    }
    wend_world_destroy(made);
    return result;
}

// ---- maps that are built again

// Where the elevations and lanes of a tile lie among those of all floors of a frame.
static size_t place_in(const frame* f, int32_t x, int32_t y, int32_t floor) {
    return ((size_t)floor * (size_t)f->area.height + (size_t)(y - f->area.y)) * (size_t)f->area.width +
           (size_t)(x - f->area.x);
}

// Copies rows of elevations and lanes, of a part of the old map, to where they lie in the frame.
static void copy_planes(const wend_grid* old, wend_rect part, const frame* f, float* elevations_opt,
                        uint8_t* lanes_opt) {
    const size_t width = (size_t)f->area.width, first = place_in(f, part.x, part.y, part.floor);
    if (elevations_opt) wend_grid_read_elevations(old, part, elevations_opt + first, width);
    for (int32_t y = 0; y < part.height; y++)
        for (int32_t x = 0; x < part.width && lanes_opt; x++)
            lanes_opt[first + (size_t)y * width + (size_t)x] =
                wend_grid_lane(old, (wend_tile){part.x + x, part.y + y, part.floor});
}

// Elevations, NaN where there is no ground, and lanes of all tiles of a frame.
static void fill_planes(const change* c, const wend_grid* old, const frame* f,
                        const wendi_ground_list* ground, const wend_grid* made, float* elevations_opt,
                        uint8_t* lanes_opt) {
    const wendi_floors* floors = &made->floors;
    const size_t tiles = place_in(f, f->area.x, f->area.y, floors->count);
    for (size_t i = 0; i < tiles && elevations_opt; i++) elevations_opt[i] = NAN;
    for (int32_t i = 0; i < ground->count; i++) {
        wend_rect part = ground->data[i], all = wend_grid_area(old);
        all.floor = part.floor;
        if (!meet(part, all)) continue;
        const int32_t right = wendi_min(part.x + part.width, all.x + all.width),
                      bottom = wendi_min(part.y + part.height, all.y + all.height);
        part.x = wendi_max(part.x, all.x);
        part.y = wendi_max(part.y, all.y);
        part.width = right - part.x;
        part.height = bottom - part.y;
        copy_planes(old, part, f, elevations_opt, lanes_opt);
    }
    for (int32_t y = 0; y < c->area.height && c->classes_opt; y++)
        for (int32_t x = 0; x < c->area.width; x++) {
            const int64_t at = (int64_t)y * c->area.width + x,
                          i = (int64_t)place_in(f, c->area.x + x, c->area.y + y, c->area.floor);
            if (elevations_opt) elevations_opt[i] = c->elevations_opt ? c->elevations_opt[at] : 0;
            if (lanes_opt) lanes_opt[i] = c->lanes_opt ? c->lanes_opt[at] : 0;
        }
    for (int32_t y = 0; y < made->height && elevations_opt; y++) // edits may have opened tiles without ground
        for (int32_t x = 0; x < made->width; x++) {
            const wend_tile t = wendi_from_sheet(floors, (wend_tile){x, y, 0});
            if (wendi_is_passable(made, x, y) && isnan(elevations_opt[place_in(f, t.x, t.y, t.floor)]))
                copy_planes(old, (wend_rect){t.x, t.y, 1, 1, t.floor}, f, elevations_opt, NULL);
        }
}

static wend_result put_relief(const change* c, const wend_grid* old, const frame* f,
                              const wendi_ground_list* ground, wend_grid* made) {
    const wendi_slope_table* t = old->relief.table;
    const size_t tiles = place_in(f, f->area.x, f->area.y, made->floors.count);
    const wend_allocator* allocator = &made->allocator;
    if (!t) return WEND_OK;
    float* elevations = old->relief.elevations ? wendi_alloc(allocator, tiles, sizeof *elevations) : NULL;
    uint8_t* lanes = old->relief.lanes ? wendi_alloc_zeroed(allocator, tiles, 1) : NULL;
    wend_result result = (elevations || !old->relief.elevations) && (lanes || !old->relief.lanes)
                             ? WEND_OK
                             : WEND_ERROR_MEMORY;
    if (result == WEND_OK) fill_planes(c, old, f, ground, made, elevations, lanes);
    wend_relief_def def = wend_default_relief_def();
    def.elevations = elevations;
    def.elevation_unit = t->unit;
    def.slopes = t->points;
    def.slope_count = t->point_count;
    def.max_climb = t->max_climb;
    def.max_drop = t->max_drop;
    def.rows = t->rows;
    def.row_count = t->row_count;
    def.unit_length = t->unit_length;
    def.lanes = lanes;
    memcpy(def.lane_factors, t->lane_factors, sizeof def.lane_factors);
    if (result == WEND_OK) result = wendi_relief_put(made, &def);
    wendi_free(allocator, elevations, tiles, sizeof *elevations);
    wendi_free(allocator, lanes, tiles, 1);
    return result;
}

static wend_result change_tiles(change* c, wend_grid* grid, const wend_allocator* allocator) {
    const wend_rect area = area_on(grid, c->area);
    if (c->classes_opt) return wendi_sheet_write(grid, area, c->classes_opt, c->stride);
    if (area.width < 1 || area.height < 1) return WEND_OK;
    wend_result result = wendi_sheet_fill(grid, area, 0);
    if (result == WEND_OK) result = open_steps(c, allocator, grid, area);
    for (int32_t i = 0; i < c->count && result == WEND_OK; i++)
        result = wendi_sheet_set_step(grid, c->edits[i].from, c->edits[i].to, true);
    return result;
}

// Builds a world with the profiles of another one.
static wend_result construct(const wend_world* like, const frame* f, wend_world* made) {
    const size_t count = (size_t)like->profiles.count;
    wend_world_def def = wend_default_world_def();
    wend_profile_def* profiles = wendi_alloc(&like->allocator, count, sizeof *profiles);
    if (count > 0 && !profiles) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < like->profiles.count; i++) wend_world_get_profile(like, i + 1, &profiles[i]);
    def.cluster_size = like->graph.clusters.size;
    def.level_count = f->levels;
    def.profiles = profiles;
    def.profile_count = like->profiles.count;
    const wend_result result = wendi_world_construct_all(made, made->grid, &def);
    wendi_free(&like->allocator, profiles, count, sizeof *profiles);
    return result;
}

static wend_result build_again(change* c, wend_world* world, const frame* f,
                               const wendi_ground_list* ground) {
    const wend_tile by = {world->grid->floors.left - f->area.x, world->grid->floors.top - f->area.y};
    wend_world* made = wendi_world_new(&world->allocator, world->metadata, world->metadata_size);
    if (!made) return WEND_ERROR_MEMORY;
    wend_result result = wendi_grid_move(world->grid, NULL, by, f->area.width, f->area.height, &made->grid);
    if (result == WEND_OK) result = change_tiles(c, made->grid, &world->allocator);
    if (result == WEND_OK) result = put_relief(c, world->grid, f, ground, made->grid);
    if (result == WEND_OK) result = construct(world, f, made);
    if (result == WEND_OK) {
        made->version = world->version + 1;
        exchange(world, made);
        for (int32_t i = 0; i <= world->profiles.count; i++) // no cluster tells what has changed since
            wendi_profile_world(world, i)->id = wendi_profile_world(made, i)->id;
    }
    wend_world_destroy(made);
    return result;
}

// Removes the links that begin or end in an area of its floor, or outside of such an area on any floor.
static wend_result remove_links(wend_world* world, wend_rect area, bool inside) {
    wend_result result = WEND_OK;
    for (int32_t i = world->grid->links.count - 1; i >= 0 && result == WEND_OK; i--) {
        const wend_link* link = &world->grid->links.data[i];
        bool goes = false;
        for (int32_t k = 0; k < 2; k++) {
            const wend_tile end = wendi_from_sheet(&world->grid->floors, k == 0 ? link->from : link->to);
            const bool lies_in = wendi_area_contains(area, end) && (!inside || end.floor == area.floor);
            goes |= lies_in == inside;
        }
        if (goes) result = wend_world_remove_link(world, link->id);
    }
    return result;
}

static wend_result change_ground(wend_world* world, change* c) {
    wendi_ground_list ground = {.allocator = world->allocator};
    frame f;
    wend_result result = ground_without(world, c->area, &ground);
    if (result == WEND_OK && c->classes_opt) result = add_rect(&ground, c->area);
    if (result == WEND_OK && ground.count == 0) result = WEND_ERROR_ARGUMENT;
    if (result == WEND_OK) result = frame_of(world, bounds_of(&ground), &f);
    if (result == WEND_OK && !is_same_frame(world, &f) && wend_grid_wraps(world->grid) != 0)
        result = WEND_ERROR_UNSUPPORTED; // its seams would join what are edges no more
    const bool is_edit = result == WEND_OK && keeps_clusters(world, &f) && is_same_frame(world, &f);
    if (result == WEND_OK && !is_edit) result = wendi_open_all(world);
    if (result == WEND_OK && !c->classes_opt) result = remove_links(world, c->area, true);
    if (result == WEND_OK) result = remove_links(world, f.area, false); // a seam may end where no ground is
    if (result == WEND_OK)
        result =
            keeps_clusters(world, &f) ? apply_in_frame(c, world, &f) : build_again(c, world, &f, &ground);
    wendi_ground_list_free(result == WEND_OK ? &world->ground : &ground);
    if (result == WEND_OK) world->ground = ground;
    wendi_free(&world->allocator, c->edits, c->capacity, sizeof *c->edits);
    return result;
}

wend_result wend_world_add_ground(wend_world* world, wend_rect area, const uint8_t* classes, size_t stride) {
    return wend_world_add_relief_ground(world, area, classes, stride, NULL, NULL);
}

wend_result wend_world_add_relief_ground(wend_world* world, wend_rect area, const uint8_t* classes,
                                         size_t stride, const float* elevations_opt,
                                         const uint8_t* lanes_opt) {
    wend_result result = check_change(world, &area);
    if (!classes || (stride > 0 && stride < (size_t)wendi_max(area.width, 0))) return WEND_ERROR_ARGUMENT;
    if (result == WEND_OK &&
        ((elevations_opt && !world->grid->relief.elevations) || (lanes_opt && !world->grid->relief.lanes)))
        return WEND_ERROR_UNSUPPORTED;
    change c = {area, classes, stride, elevations_opt, lanes_opt, NULL, 0, 0};
    return result == WEND_OK ? change_ground(world, &c) : result;
}

wend_result wend_world_remove_ground(wend_world* world, wend_rect area) {
    wend_result result = check_change(world, &area);
    if (result != WEND_OK) return result;
    const wend_rect here = area_on(world->grid, area);
    if (here.width < 1 || here.height < 1) return WEND_ERROR_ARGUMENT;
    change c = {.area = area};
    return change_ground(world, &c);
}
