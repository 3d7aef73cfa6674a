// overlay.c: how does an overlay follow its parent, and how do its layers become tiles?
//
// The world of an overlay is a fork of its parent in which the squares that layers change are written. While
// the parent stays as it is, only squares whose layers have changed are written again. When the parent has
// changed, there are two ways. Where little of the overlay is its own, it forks the parent again, writes its
// squares there, and exchanges the contents of both worlds, so that pointers to its world stay valid. Where
// much is its own, as on a hidden map, it keeps its world and writes what has changed in the parent.
//
// Invariant: base is the parent as the world knows it. All that can fail is done before anything is changed,
// so that after an error the next call tries again.
#include "overlay/overlay.h"

#include <math.h>
#include <string.h>

#include "core/containers.h"
#include "hierarchy/abstract_graph.h"
#include "hierarchy/open.h"

wend_result wend_overlay_create(const wend_world* parent, wend_overlay** out) {
    if (!parent || !out || parent->base) return WEND_ERROR_ARGUMENT;
    if (wendi_has_regions(&parent->graph)) return WEND_ERROR_UNSUPPORTED;
    wend_overlay* overlay = wendi_owner_create(&parent->allocator, sizeof *overlay);
    if (!overlay) return WEND_ERROR_MEMORY;
    overlay->allocator = wendi_owned_by(&overlay->owner);
    overlay->parent = parent;
    overlay->life = wendi_world_life(parent);
    wendi_layers_init(&overlay->layers, parent->grid, &overlay->allocator);
    if (!overlay->life) {
        wend_overlay_destroy(overlay);
        return WEND_ERROR_MEMORY;
    }
    *out = overlay;
    return WEND_OK;
}

void wend_overlay_destroy(wend_overlay* overlay) {
    if (!overlay) return;
    wend_world_destroy(overlay->world);
    wend_world_destroy(overlay->base);
    wendi_shared_drop(overlay->life);
    wendi_owner_destroy(&overlay->owner);
}

static bool has_parent(const wend_overlay* overlay) {
    return !atomic_load(&((wendi_life*)wendi_shared_memory(overlay->life))->ended);
}

// ---- what has changed in the parent?

// False: the map has got other edges in between (wend/ground.h).
static bool is_same_frame(const wend_world* a, const wend_world* b) {
    return a->grid->layout == b->grid->layout;
}

// The clusters of level 1 that differ between two versions of the parent, in the map or the view of a
// profile.
static wend_result find_changed(const wend_world* before, const wend_world* now, wendi_index_list* out) {
    for (int32_t i = 0; i <= now->profiles.count; i++) {
        const wend_world *a = i > 0 ? before->profiles.data[i - 1].view : before,
                         *b = i > 0 ? now->profiles.data[i - 1].view : now;
        const wendi_word_table *old = &a->graph.versions, *new = &b->graph.versions;
        for (int32_t c = -1;
             (c = wendi_table_next_other(&old->table, &new->table, c + 1)) < new->table.count;)
            if (*wendi_item(new, c) != *wendi_item(old, c)) {
                wend_result result = wendi_index_list_push(out, c);
                if (result != WEND_OK) return result;
            }
    }
    return WEND_OK;
}

// Notes that a step in clusters of level 1 may have changed. Errors: MEMORY.
static wend_result note_cluster(wend_world* world, int32_t cluster) {
    wend_result result = WEND_OK;
    for (int32_t i = 0; i <= world->profiles.count && result == WEND_OK; i++) {
        wend_world* view = wendi_profile_world(world, i);
        result = wendi_table_own(&view->graph.versions.table, cluster);
        if (result == WEND_OK) wendi_note_change(view, cluster);
    }
    return result;
}

static wend_result note_area(wend_world* world, wend_rect area) {
    const wendi_cluster_span span = wendi_clusters_with(&world->graph.clusters, area);
    wend_result result = WEND_OK;
    for (int32_t y = span.top; y < span.bottom; y++)
        for (int32_t x = span.left; x < span.right && result == WEND_OK; x++)
            result = note_cluster(world, y * world->graph.clusters.columns + x);
    return result;
}

// ---- what do the layers make of the map?

typedef struct wendi_square { // of tiles, whose first one lies where the edit beside it begins
    uint8_t classes[WENDI_PAGE_TILES];
} wendi_square;
WENDI_LIST(wendi_square_list, wendi_square);
WENDI_LIST_FUNCTIONS(wendi_square_list, wendi_square)
WENDI_LIST(wendi_edit_list, wend_edit);
WENDI_LIST_FUNCTIONS(wendi_edit_list, wend_edit)

// What is at work while an overlay is brought up to date.
typedef struct update {
    wend_overlay* overlay;
    wend_world* new_base;     // the parent as it is now; NULL: as before
    wend_world* fork;         // that takes the place of the world; NULL: the world stays
    const wend_world* base;   // the parent
    wend_world* target;       // the fork, or the world
    bool forks;               // the world is made again
    bool begins;              // classes are taken again
    wendi_index_list changed; // clusters in which the parent has changed
    wendi_index_list pages;   // that are composed
    wendi_edit_list areas;    // whose tiles differ from those of the target
    wendi_square_list squares;
    bool opens, blocks;
} update;

// The tiles of a page. Errors: DAMAGED.
static wend_result read_tiles(const wend_world* world, wend_rect area, uint8_t classes[WENDI_PAGE_TILES]) {
    const wend_result result = wendi_open_area(&world->graph, area, 0);
    return result == WEND_OK ? wendi_sheet_read(world->grid, area, classes, WENDI_PAGE_SIDE) : result;
}

// Rows follow each other as in a page. Errors: LIMIT, DAMAGED, MEMORY.
static wend_result compose(const update* u, int32_t index, uint8_t classes[WENDI_PAGE_TILES]) {
    wend_overlay* o = u->overlay;
    const wendi_page* page = wendi_layers_page(&o->layers, index);
    const wendi_seen* seen = page ? page->seen : NULL;
    const wend_rect area = wendi_page_area(&o->layers, index);
    double sums[WENDI_PAGE_TILES], last_sum = 0;
    uint8_t last_base = 0, last = 0;
    wend_result result = WEND_OK;
    if (!o->layers.hidden)
        result = read_tiles(u->base, area, classes);
    else if (seen)
        memcpy(classes, seen->classes, WENDI_PAGE_TILES);
    for (int32_t y = 0; y < area.height && o->layers.hidden; y++) { // rows between floors stay blocked
        const bool on_floor = wendi_is_floor_row(&o->layers.floors, area.y + y);
        for (int32_t x = 0; x < area.width; x++)
            if (!on_floor || !seen || !(seen->rows[y] >> x & 1))
                classes[y * WENDI_PAGE_SIDE + x] = on_floor ? o->palette.unknown_class : 0;
    }
    if (result != WEND_OK || !page || page->count == 0) return result;
    wendi_layers_sum(&o->layers, page, sums);
    for (int32_t y = 0; y < area.height; y++)
        for (int32_t x = 0; x < area.width && result == WEND_OK; x++) {
            uint8_t* k = &classes[y * WENDI_PAGE_SIDE + x];
            const double sum = sums[y * WENDI_PAGE_SIDE + x];
            if (sum == 0 || o->palette.costs[*k] == 0) continue;
            if (sum != last_sum || *k != last_base) {
                last_sum = sum;
                last_base = *k;
                last = 0;
                if (!isinf(sum))
                    result = wendi_palette_class(&o->palette, &o->allocator, last_base, sum, &last);
            }
            *k = last;
        }
    return result;
}

// Keeps what differs from the target. Errors: MEMORY.
static wend_result keep_difference(update* u, int32_t index, const wendi_square* square) {
    const wend_grid* grid = u->target->grid;
    const float* costs = u->overlay->palette.costs;
    const wend_rect area = wendi_page_area(&u->overlay->layers, index);
    uint8_t before[WENDI_PAGE_SIDE];
    int32_t left = area.width, top = area.height, right = -1, bottom = -1;
    for (int32_t y = 0; y < area.height; y++) {
        const uint8_t* row = square->classes + y * WENDI_PAGE_SIDE;
        wendi_get_tiles(grid, area.x, area.y + y, area.width, before);
        if (memcmp(before, row, (size_t)area.width) == 0) continue;
        top = wendi_min(top, y);
        bottom = y;
        for (int32_t x = 0; x < area.width; x++) {
            if (before[x] == row[x]) continue;
            left = wendi_min(left, x);
            right = wendi_max(right, x);
            const bool was = grid->costs.straight[before[x]] != 0, is = costs[row[x]] != 0;
            u->opens |= is && !was;
            u->blocks |= was && !is;
        }
    }
    if (right < 0) return WEND_OK;
    const int32_t width = right - left + 1, height = bottom - top + 1;
    wendi_square kept;
    for (int32_t y = 0; y < height; y++)
        memcpy(kept.classes + y * WENDI_PAGE_SIDE, square->classes + (top + y) * WENDI_PAGE_SIDE + left,
               (size_t)width);
    wend_result result = wendi_square_list_push(&u->squares, kept);
    if (result != WEND_OK) return result;
    return wendi_edit_list_push(&u->areas,
                                wend_edit_tiles((wend_rect){area.x + left, area.y + top, width, height}, 0));
}

// Its square and the sums of compose take the stack once, however often it is called.
static __attribute__((noinline)) wend_result compose_pages(update* u) {
    wendi_square square;
    wend_result result = WEND_OK;
    u->areas.count = u->squares.count = 0;
    u->opens = u->blocks = false;
    for (int64_t i = 0; i < u->pages.count && result == WEND_OK; i++) {
        result = compose(u, u->pages.data[i], square.classes);
        if (result == WEND_OK) result = keep_difference(u, u->pages.data[i], &square);
    }
    return result;
}

// The pages with tiles of a cluster.
static wend_result add_pages_of(update* u, int32_t cluster) {
    const wend_rect area = wendi_cluster_rect(&u->base->graph.clusters, cluster);
    const int32_t columns = u->overlay->layers.page_columns;
    wend_result result = WEND_OK;
    for (int32_t y = area.y / WENDI_PAGE_SIDE; y <= (area.y + area.height - 1) / WENDI_PAGE_SIDE; y++)
        for (int32_t x = area.x / WENDI_PAGE_SIDE;
             x <= (area.x + area.width - 1) / WENDI_PAGE_SIDE && result == WEND_OK; x++)
            result = wendi_index_list_push(&u->pages, y * columns + x);
    return result;
}

// Lists the pages to be composed, ascending.
static wend_result find_pages(update* u) {
    const wendi_layers* layers = &u->overlay->layers;
    wend_result result = WEND_OK;
    u->pages.count = 0;
    for (int32_t i = 0; i < layers->page_columns * layers->page_rows && layers->hidden && u->forks; i++)
        if ((result = wendi_index_list_push(&u->pages, i)) != WEND_OK) return result;
    for (int32_t i = 0; i < layers->page_count && !(layers->hidden && u->forks); i++)
        if (u->forks || layers->pages[i].dirty)
            if ((result = wendi_index_list_push(&u->pages, layers->pages[i].index)) != WEND_OK) return result;
    for (int64_t i = 0; i < u->changed.count && !u->forks && !layers->hidden && result == WEND_OK; i++)
        result = add_pages_of(u, u->changed.data[i]);
    wendi_tidy_indices(&u->pages);
    return result;
}

// ---- how is an overlay brought up to date?

// Looks what the parent has become, and decides whether the world is made again.
static wend_result look_at_parent(update* u) {
    wend_overlay* o = u->overlay;
    const wend_world *parent = o->parent, *base = o->base;
    u->base = base;
    u->forks = !o->world || o->layers.all_changed;
    if (!has_parent(o)) return base ? WEND_OK : WEND_ERROR_STALE;
    const bool refreshed =
        base && !o->layers.hidden && wendi_is_refreshed(parent) && !wendi_is_refreshed(base);
    if (base && parent->version == base->version && !refreshed) return WEND_OK;
    wend_result result = wend_world_snapshot(parent, &u->new_base);
    u->base = u->new_base;
    u->forks |= base && result == WEND_OK && !is_same_frame(base, u->base);
    if (result != WEND_OK || u->forks) return result; // all is made again
    result = find_changed(base, u->base, &u->changed);
    u->forks |= refreshed || u->base->other_version > base->version ||
                !(o->layers.hidden || 4 * u->changed.count < o->layers.page_count);
    return result;
}

static uint64_t later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static void set_version(wend_world* world, uint64_t version) {
    for (int32_t i = 0; i <= world->profiles.count; i++) wendi_profile_world(world, i)->version = version;
}

static wend_result write_squares(update* u) {
    const wendi_palette* palette = &u->overlay->palette;
    if (u->areas.count == 0) return WEND_OK;
    const wendi_rewrite rewrite = {.squares = u->areas.data,
                                   .count = (int32_t)u->areas.count,
                                   .classes = u->squares.data[0].classes,
                                   .stride = WENDI_PAGE_SIDE,
                                   .square_bytes = WENDI_PAGE_TILES,
                                   .class_costs = palette->costs,
                                   .opens = u->opens,
                                   .blocks = u->blocks,
                                   .added = palette->added,
                                   .bases = palette->bases};
    return wendi_world_rewrite(u->target, &rewrite);
}

// Composes the tiles that differ and writes them.
static wend_result apply_layers(update* u, int32_t coarseness) {
    wend_overlay* o = u->overlay;
    wend_result result = WEND_OK;
    if (u->forks && !u->fork) result = wend_world_fork(u->base, &u->fork);
    if (result != WEND_OK) return result;
    u->target = u->forks ? u->fork : o->world;
    if (u->forks && o->world) set_version(u->fork, 1 + later(o->world->version, u->base->version));
    result = find_pages(u);
    if (result == WEND_OK && u->begins) {
        o->palette_is_valid = false;
        result = wendi_palette_begin(&o->palette, u->base->grid, u->base->profiles.count > 0, coarseness,
                                     o->remembers, o->layers.hidden ? o->layers.unknown_cost : 0);
    }
    if (result == WEND_OK) result = compose_pages(u);
    return result == WEND_OK ? write_squares(u) : result;
}

// Exactly, or by levels that are as fine as classes are left for. Classes that are no longer needed are given
// up first.
static wend_result apply_finest(update* u) {
    wend_overlay* o = u->overlay;
    o->palette.grid = u->base->grid;
    u->begins = !o->palette_is_valid || o->layers.all_changed ||
                !wendi_palette_suits(&o->palette, u->base->grid, o->remembers);
    u->forks |= u->begins;
    wend_result result = u->begins ? WEND_ERROR_LIMIT : apply_layers(u, o->palette.coarseness);
    u->begins = true;
    for (int32_t i = WENDI_EXACT; i <= WENDI_COARSEST && result == WEND_ERROR_LIMIT; i++) {
        u->forks = true;
        result = apply_layers(u, i);
    }
    return result;
}

// The fork may differ from the world in what the parent has changed and in all that layers changed before.
static wend_result note_differences(update* u) {
    const wendi_layers* layers = &u->overlay->layers;
    const int32_t clusters = wendi_cluster_count(&u->fork->graph.clusters);
    const bool all = layers->all_changed || layers->hidden;
    wend_result result = WEND_OK;
    for (int32_t c = 0; c < clusters && all && result == WEND_OK; c++) result = note_cluster(u->fork, c);
    for (int64_t i = 0; i < u->changed.count && !all && result == WEND_OK; i++)
        result = note_cluster(u->fork, u->changed.data[i]);
    for (int32_t i = 0; i < layers->page_count && !all && result == WEND_OK; i++)
        result = note_area(u->fork, wendi_page_area(layers, layers->pages[i].index));
    return result;
}

static void keep_fork(update* u) {
    wend_overlay* o = u->overlay;
    if (o->world) {
        const bool moved = !is_same_frame(o->world, u->fork); // paths may lie elsewhere
        wendi_world_exchange(o->world, u->fork, u->fork->version);
        for (int32_t i = 0; i <= o->world->profiles.count && moved; i++)
            wendi_profile_world(o->world, i)->id = wendi_profile_world(u->fork, i)->id;
        return;
    }
    o->world = u->fork;
    u->fork = NULL;
    for (int32_t i = 0; i <= o->world->profiles.count; i++)
        wendi_profile_world(o->world, i)->is_snapshot = true;
}

static wend_result run_update(update* u) {
    wend_overlay* o = u->overlay;
    wend_result result = look_at_parent(u);
    if (result == WEND_OK) result = wendi_layers_follow(&o->layers, u->base->grid);
    if (result != WEND_OK || !(u->new_base || u->forks || o->layers.changed || !o->palette_is_valid))
        return result;
    result = apply_finest(u);
    if (result == WEND_OK && u->forks && o->world && is_same_frame(o->world, u->fork))
        result = note_differences(u);
    if (result != WEND_OK) return result;
    if (u->forks) {
        u->fork->other_version = u->fork->version; // who follows the overlay asks no further
        keep_fork(u);
    }
    if (u->new_base) {
        wend_world* old = o->base;
        o->base = u->new_base;
        u->new_base = old;
    }
    o->palette_is_valid = true;
    wendi_layers_settle(&o->layers);
    return WEND_OK;
}

static wend_result bring_up_to_date(wend_overlay* overlay) {
    wendi_owner owner;
    const wend_allocator a = wendi_owner_begin(&owner, &overlay->owner.from);
    update u = {.overlay = overlay,
                .changed.allocator = a,
                .pages.allocator = a,
                .areas.allocator = a,
                .squares.allocator = a};
    const wend_result result = run_update(&u);
    wend_world_destroy(u.new_base);
    wend_world_destroy(u.fork);
    wendi_owner_end(&owner);
    return result;
}

wend_result wend_overlay_world(wend_overlay* overlay, const wend_world** out) {
    if (!overlay || !out) return WEND_ERROR_ARGUMENT;
    const wend_result result = bring_up_to_date(overlay);
    if (result == WEND_OK) *out = overlay->world;
    return result;
}

wend_result wendi_overlay_avoiding(const wend_world* world, const wend_shape* shapes, int32_t count,
                                   wend_overlay** overlay_out, const wend_world** world_out) {
    wend_overlay* made = NULL;
    const wend_world* found = NULL;
    wend_result result = wend_overlay_create(world->base ? world->base : world, &made);
    if (result == WEND_OK) result = wendi_layers_add(&made->layers, shapes, count, NULL);
    if (result == WEND_OK) result = wend_overlay_world(made, &found);
    if (result != WEND_OK) {
        wend_overlay_destroy(made);
        return result;
    }
    *overlay_out = made;
    *world_out = world->base ? wend_world_profile(found, world->base_profile) : found;
    return WEND_OK;
}

wend_result wend_overlay_refresh(wend_overlay* overlay, int32_t max_clusters, bool* refreshed_opt) {
    if (!overlay || max_clusters < 0) return WEND_ERROR_ARGUMENT;
    const wend_result result = bring_up_to_date(overlay);
    return result == WEND_OK ? wendi_world_refresh(overlay->world, max_clusters, refreshed_opt) : result;
}

// ---- layers

wend_shape wend_shape_disc(wend_vec2 center, float radius, float cost) {
    return (wend_shape){.kind = WEND_SHAPE_DISC, .from = center, .radius = radius, .cost = cost};
}

wend_shape wend_shape_capsule(wend_vec2 from, wend_vec2 to, float radius, float cost) {
    return (wend_shape){.kind = WEND_SHAPE_CAPSULE, .from = from, .to = to, .radius = radius, .cost = cost};
}

wend_shape wend_shape_rect(wend_rect area, float cost) {
    return (wend_shape){.kind = WEND_SHAPE_RECT,
                        .from = {(float)area.x, (float)area.y},
                        .to = {(float)area.x + (float)area.width, (float)area.y + (float)area.height},
                        .cost = cost,
                        .floor = area.floor};
}

wend_shape wend_shape_polygon(const wend_vec2* points, int32_t point_count, float cost) {
    if (!points) return (wend_shape){0};
    return (wend_shape){
        .kind = WEND_SHAPE_POLYGON, .points = points, .point_count = point_count, .cost = cost};
}

wend_result wend_overlay_add(wend_overlay* overlay, const wend_shape* shape, int32_t* handle_out) {
    if (!overlay || !shape || !handle_out) return WEND_ERROR_ARGUMENT;
    const wend_result result = wendi_shape_check(shape, &overlay->layers.floors);
    return result == WEND_OK ? wendi_layers_add(&overlay->layers, shape, 1, handle_out) : result;
}

wend_result wend_overlay_move(wend_overlay* overlay, int32_t handle, const wend_shape* shape) {
    if (!overlay || !shape) return WEND_ERROR_ARGUMENT;
    const wend_result result = wendi_shape_check(shape, &overlay->layers.floors);
    return result == WEND_OK ? wendi_layers_move(&overlay->layers, handle, shape) : result;
}

wend_result wend_overlay_remove(wend_overlay* overlay, int32_t handle) {
    return overlay ? wendi_layers_remove(&overlay->layers, handle) : WEND_ERROR_ARGUMENT;
}

wend_result wend_overlay_tick(wend_overlay* overlay, int32_t ticks) {
    if (!overlay || ticks < 0) return WEND_ERROR_ARGUMENT;
    wendi_layers_tick(&overlay->layers, ticks);
    return WEND_OK;
}

wend_result wend_overlay_add_dangers(wend_overlay* overlay, const wend_vec2* positions, const float* ranges,
                                     const float* costs, int32_t count, int32_t* handles_out_opt) {
    if (!overlay || count < 0 || (count > 0 && (!positions || !ranges || !costs))) return WEND_ERROR_ARGUMENT;
    if (count == 0) return WEND_OK;
    wend_shape* shapes = wendi_alloc(&overlay->allocator, (size_t)count, sizeof *shapes);
    if (!shapes) return WEND_ERROR_MEMORY;
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        shapes[i] = wend_shape_disc(positions[i], 0, costs[i]);
        shapes[i].falloff = ranges[i];
        if (isinf(costs[i])) result = WEND_ERROR_ARGUMENT;
        if (result == WEND_OK) result = wendi_shape_check(&shapes[i], &overlay->layers.floors);
    }
    if (result == WEND_OK) result = wendi_layers_add(&overlay->layers, shapes, count, handles_out_opt);
    wendi_free(&overlay->allocator, shapes, (size_t)count, sizeof *shapes);
    return result;
}

// An area of any place, and the rows of what is given for it.
static wend_result check_area(const wend_overlay* overlay, wend_rect* area_io, size_t* stride_io) {
    if (!wendi_has_floors(&overlay->layers.floors)) area_io->floor = 0; // programs may leave it unset
    const wend_rect area = *area_io;
    if (area.width < 1 || area.height < 1 || area.floor >= overlay->layers.floors.count)
        return WEND_ERROR_ARGUMENT;
    if (*stride_io == 0) *stride_io = (size_t)area.width;
    if (*stride_io < (size_t)area.width || *stride_io > PTRDIFF_MAX / sizeof(float) / (size_t)area.height)
        return WEND_ERROR_ARGUMENT;
    return WEND_OK;
}

// Copies costs, or bytes times a scale. Errors: as wend_overlay_add_costs.
static wend_result add_array(wend_overlay* overlay, wend_rect area, const float* costs, const uint8_t* bytes,
                             size_t stride, float scale, float decay, int32_t* handle_out) {
    wend_result result = check_area(overlay, &area, &stride);
    if (result == WEND_OK && !(decay >= 0 && decay <= 1)) result = WEND_ERROR_ARGUMENT;
    if (result == WEND_OK && (area.width > WEND_MAX_SIDE || area.height > WEND_MAX_SIDE ||
                              (int64_t)area.width * area.height > WEND_MAX_TILES))
        result = WEND_ERROR_LIMIT;
    if (result != WEND_OK) return result;
    const size_t count = (size_t)area.width * (size_t)area.height;
    float* copy = wendi_alloc(&overlay->allocator, count, sizeof *copy);
    if (!copy) return WEND_ERROR_MEMORY;
    float* to = copy;
    for (int32_t y = 0; y < area.height && result == WEND_OK; y++)
        for (int32_t x = 0; x < area.width; x++) {
            const size_t at = (size_t)y * stride + (size_t)x;
            const float cost = costs ? costs[at] : scale * (float)bytes[at];
            if (!(cost >= 0) || (cost > WEND_MAX_CLASS_COST && !isinf(cost))) result = WEND_ERROR_ARGUMENT;
            *to++ = cost;
        }
    if (result == WEND_OK) return wendi_layers_add_costs(&overlay->layers, area, copy, decay, handle_out);
    wendi_free(&overlay->allocator, copy, count, sizeof *copy);
    return result;
}

wend_result wend_overlay_add_costs(wend_overlay* overlay, wend_rect area, const float* costs, size_t stride,
                                   float decay, int32_t* handle_out) {
    if (!overlay || !costs || !handle_out) return WEND_ERROR_ARGUMENT;
    return add_array(overlay, area, costs, NULL, stride, 1, decay, handle_out);
}

wend_result wend_overlay_add_image(wend_overlay* overlay, wend_rect area, const uint8_t* bytes, size_t stride,
                                   float scale, float decay, int32_t* handle_out) {
    if (!overlay || !bytes || !handle_out) return WEND_ERROR_ARGUMENT;
    if (!(scale >= 0 && 255 * scale <= WEND_MAX_CLASS_COST)) return WEND_ERROR_ARGUMENT;
    return add_array(overlay, area, NULL, bytes, stride, scale, decay, handle_out);
}

// ---- unknown ground

wend_result wend_overlay_hide(wend_overlay* overlay, float unknown_cost) {
    if (!overlay || !(unknown_cost >= 0)) return WEND_ERROR_ARGUMENT;
    if (isinf(unknown_cost)) unknown_cost = 0;
    if (unknown_cost != 0 && !(unknown_cost >= WEND_MIN_CLASS_COST && unknown_cost <= WEND_MAX_CLASS_COST))
        return WEND_ERROR_ARGUMENT;
    wendi_layers_hide(&overlay->layers, true, unknown_cost);
    memset(overlay->remembers, 0, sizeof overlay->remembers);
    return WEND_OK;
}

wend_result wend_overlay_reveal(wend_overlay* overlay) {
    if (!overlay) return WEND_ERROR_ARGUMENT;
    wendi_layers_hide(&overlay->layers, false, 0);
    memset(overlay->remembers, 0, sizeof overlay->remembers);
    return WEND_OK;
}

typedef struct mask {
    wend_rect box; // what of it lies on the map, on the sheet
    const uint8_t* bytes_opt;
    int64_t first_x, first_y; // of the bytes, likewise
    size_t stride;
} mask;

static mask mask_of(const wendi_layers* layers, wend_rect area, const uint8_t* bytes_opt, size_t stride) {
    const wendi_floors* f = &layers->floors;
    const int64_t first_x = (int64_t)area.x - f->left,
                  first_y = (int64_t)area.y - f->top + (int64_t)area.floor * f->pitch;
    return (mask){wendi_layers_box(layers, area), bytes_opt, first_x, first_y, stride};
}

static bool has_tile(const mask* m, int32_t x, int32_t y) {
    if (!wendi_area_contains(m->box, (wend_tile){x, y})) return false;
    return !m->bytes_opt || m->bytes_opt[(size_t)(y - m->first_y) * m->stride + (size_t)(x - m->first_x)];
}

static bool has_tiles_of(const mask* m, wend_rect page) {
    for (int32_t y = page.y; y < page.y + page.height; y++)
        for (int32_t x = page.x; x < page.x + page.width; x++)
            if (has_tile(m, x, y)) return true;
    return false;
}

// Remembers tiles of a page, as the parent has them. writes: false: makes room alone. Errors: DAMAGED,
// MEMORY.
static wend_result see_page(wend_overlay* overlay, const mask* m, int32_t index, bool writes) {
    const wend_rect area = wendi_page_area(&overlay->layers, index);
    uint8_t classes[WENDI_PAGE_TILES];
    if (!has_tiles_of(m, area)) return WEND_OK;
    wend_result result = read_tiles(overlay->parent, area, classes);
    if (result != WEND_OK) return result;
    wendi_seen* seen = wendi_layers_see(&overlay->layers, index);
    if (!seen) return WEND_ERROR_MEMORY;
    bool changed = false;
    for (int32_t y = 0; y < area.height && writes; y++)
        for (int32_t x = 0; x < area.width; x++) {
            const int32_t at = y * WENDI_PAGE_SIDE + x;
            const bool known = seen->rows[y] >> x & 1;
            if (!has_tile(m, area.x + x, area.y + y) || (known && seen->classes[at] == classes[at])) continue;
            seen->rows[y] |= 1u << x;
            seen->classes[at] = classes[at];
            overlay->remembers[classes[at]] = true;
            changed = true;
        }
    if (changed) wendi_layers_touch(&overlay->layers, index);
    return WEND_OK;
}

wend_result wend_overlay_see(wend_overlay* overlay, wend_rect area, const uint8_t* mask_opt, size_t stride) {
    if (!overlay || !overlay->layers.hidden) return WEND_ERROR_ARGUMENT;
    wend_result result = check_area(overlay, &area, &stride);
    if (result == WEND_OK && !has_parent(overlay)) result = WEND_ERROR_STALE;
    if (result == WEND_OK) result = wendi_layers_follow(&overlay->layers, overlay->parent->grid);
    const mask m = mask_of(&overlay->layers, area, mask_opt, stride);
    const wend_rect pages = wendi_pages_of(m.box);
    for (int32_t pass = 0; pass < 2; pass++)
        for (int32_t y = pages.y; y < pages.y + pages.height; y++)
            for (int32_t x = pages.x; x < pages.x + pages.width && result == WEND_OK; x++)
                result = see_page(overlay, &m, y * overlay->layers.page_columns + x, pass > 0);
    return result;
}

wend_result wend_overlay_forget(wend_overlay* overlay, wend_rect area, const uint8_t* mask_opt,
                                size_t stride) {
    if (!overlay || !overlay->layers.hidden) return WEND_ERROR_ARGUMENT;
    wend_result result = check_area(overlay, &area, &stride);
    if (result != WEND_OK) return result;
    const mask m = mask_of(&overlay->layers, area, mask_opt, stride);
    const wend_rect pages = wendi_pages_of(m.box);
    for (int32_t y = pages.y; y < pages.y + pages.height; y++)
        for (int32_t x = pages.x; x < pages.x + pages.width; x++) {
            wendi_page* page = wendi_layers_page(&overlay->layers, y * overlay->layers.page_columns + x);
            if (!page || !page->seen) continue;
            const wend_rect tiles = wendi_page_area(&overlay->layers, page->index);
            for (int32_t i = 0; i < tiles.height; i++)
                for (int32_t k = 0; k < tiles.width; k++)
                    if (has_tile(&m, tiles.x + k, tiles.y + i)) page->seen->rows[i] &= ~(1u << k);
            wendi_layers_touch(&overlay->layers, page->index);
        }
    return WEND_OK;
}

bool wend_overlay_is_seen(const wend_overlay* overlay, wend_tile tile) {
    if (!overlay) return false;
    const wendi_layers* layers = &overlay->layers;
    tile = wendi_to_sheet(&layers->floors, tile);
    if (tile.x < 0 || tile.y < 0 || tile.x >= layers->width || tile.y >= layers->height) return false;
    if (!layers->hidden) return true;
    const int32_t index = tile.y / WENDI_PAGE_SIDE * layers->page_columns + tile.x / WENDI_PAGE_SIDE;
    const wendi_page* page = wendi_layers_page(layers, index);
    return page && page->seen && (page->seen->rows[tile.y % WENDI_PAGE_SIDE] >> tile.x % WENDI_PAGE_SIDE & 1);
}

wend_overlay_info wend_overlay_get_info(const wend_overlay* overlay) {
    if (!overlay) return (wend_overlay_info){0};
    const wendi_layers* layers = &overlay->layers;
    const int64_t map = (int64_t)layers->width * layers->height;
    return (wend_overlay_info){.handle_count = layers->item_count,
                               .class_count = overlay->palette.taken_count,
                               .level_factor = wendi_palette_factor(&overlay->palette),
                               .private_tiles =
                                   layers->hidden ? map : (int64_t)layers->page_count * WENDI_PAGE_TILES,
                               .bytes = overlay->owner.bytes};
}
