// layers.c: what do the layers of an overlay make of a tile?
#include "overlay/overlay.h"

#include <math.h>
#include <string.h>

// Less than this share is left of a cost that decays: it is removed.
static const double LEAST_STRENGTH = 1.0 / 1024;

void wendi_layers_init(wendi_layers* layers, const wend_grid* grid, const wend_allocator* allocator) {
    *layers = (wendi_layers){.allocator = *allocator,
                             .position_of.allocator = *allocator,
                             .width = grid->width,
                             .height = grid->height,
                             .floors = grid->floors,
                             .layout = grid->layout,
                             .connectivity = grid->connectivity,
                             .page_columns = (grid->width + WENDI_PAGE_SIDE - 1) / WENDI_PAGE_SIDE,
                             .page_rows = (grid->height + WENDI_PAGE_SIDE - 1) / WENDI_PAGE_SIDE};
}

static size_t costs_of(wend_rect area) {
    return (size_t)area.width * (size_t)area.height;
}

static void free_item(const wendi_layers* layers, wendi_item* item) {
    const wend_vec2* points = item->shape.points;
    wendi_free(&layers->allocator, (wend_vec2*)(uintptr_t)points, (size_t)item->shape.point_count,
               sizeof *points);
    wendi_free(&layers->allocator, item->costs, costs_of(item->area), sizeof *item->costs);
}

static void free_page(const wendi_layers* layers, wendi_page* page) {
    wendi_free(&layers->allocator, page->handles, page->capacity, sizeof *page->handles);
    wendi_free(&layers->allocator, page->seen, 1, sizeof *page->seen);
}

// Frees all but the items.
static void free_pages(wendi_layers* layers) {
    for (int32_t i = 0; i < layers->page_count; i++) free_page(layers, &layers->pages[i]);
    wendi_free(&layers->allocator, layers->pages, layers->page_capacity, sizeof *layers->pages);
    wendi_number_table_free(&layers->position_of);
}

// ---- pages

wend_rect wendi_page_area(const wendi_layers* layers, int32_t index) {
    const int32_t x = index % layers->page_columns * WENDI_PAGE_SIDE,
                  y = index / layers->page_columns * WENDI_PAGE_SIDE;
    return (wend_rect){x, y, wendi_min(WENDI_PAGE_SIDE, layers->width - x),
                       wendi_min(WENDI_PAGE_SIDE, layers->height - y)};
}

wendi_page* wendi_layers_page(const wendi_layers* layers, int32_t index) {
    const int32_t position = wendi_number_table_at(&layers->position_of, (uint64_t)index);
    return position >= 0 ? &layers->pages[position] : NULL;
}

static void find_positions(wendi_layers* layers) {
    wendi_number_table_clear(&layers->position_of);
    for (int32_t i = 0; i < layers->page_count; i++)
        wendi_number_table_set(&layers->position_of, (uint64_t)layers->pages[i].index, i);
}

// NULL: out of memory.
static wendi_page* page_at(wendi_layers* layers, int32_t index) {
    wendi_page* page = wendi_layers_page(layers, index);
    if (page) return page;
    if (!WENDI_ROOM_FOR_ONE(&layers->allocator, layers->pages, layers->page_capacity, layers->page_count) ||
        wendi_number_table_reserve(&layers->position_of, (size_t)layers->page_count + 1) != WEND_OK)
        return NULL;
    wendi_number_table_set(&layers->position_of, (uint64_t)index, layers->page_count);
    layers->pages[layers->page_count] = (wendi_page){.index = index};
    return &layers->pages[layers->page_count++];
}

static void make_dirty(wendi_layers* layers, wendi_page* page) {
    page->dirty = layers->changed = true;
}

void wendi_layers_settle(wendi_layers* layers) {
    int32_t kept = 0;
    for (int32_t i = 0; i < layers->page_count; i++) {
        wendi_page* page = &layers->pages[i];
        page->dirty = false;
        if (page->count == 0 && !page->seen)
            free_page(layers, page);
        else
            layers->pages[kept++] = *page;
    }
    if (kept < layers->page_count) {
        layers->page_count = kept;
        find_positions(layers);
    }
    layers->changed = layers->all_changed = false;
}

// ---- shapes

wend_result wendi_shape_check(const wend_shape* s, const wendi_floors* floors) {
    const bool polygon = s->kind == WEND_SHAPE_POLYGON;
    bool good = (int)s->kind >= 0 && s->kind < WEND_SHAPE_KIND_COUNT && s->floor >= 0 &&
                s->floor < floors->count && s->cost >= 0 &&
                (s->cost <= WEND_MAX_CLASS_COST || isinf(s->cost)) && isfinite(s->falloff) &&
                s->falloff >= 0 && s->decay >= 0 && s->decay <= 1;
    if (!polygon) good = good && wendi_is_finite(s->from);
    if (s->kind == WEND_SHAPE_CAPSULE || s->kind == WEND_SHAPE_RECT) good = good && wendi_is_finite(s->to);
    if (s->kind == WEND_SHAPE_DISC || s->kind == WEND_SHAPE_CAPSULE)
        good = good && isfinite(s->radius) && s->radius >= 0;
    if (s->kind == WEND_SHAPE_RECT) good = good && s->to.x >= s->from.x && s->to.y >= s->from.y;
    if (polygon) good = good && s->points && s->point_count >= 3 && s->point_count <= WEND_MAX_SHAPE_POINTS;
    for (int32_t i = 0; polygon && good && i < s->point_count; i++) good = wendi_is_finite(s->points[i]);
    return good ? WEND_OK : WEND_ERROR_ARGUMENT;
}

static double square_to_line(wendi_vec p, wend_vec2 a, wend_vec2 b) {
    const double ax = (double)a.x, ay = (double)a.y, dx = (double)b.x - ax, dy = (double)b.y - ay;
    const double length = dx * dx + dy * dy;
    double t = length > 0 ? ((p.x - ax) * dx + (p.y - ay) * dy) / length : 0;
    t = fmin(fmax(t, 0), 1);
    const double x = p.x - ax - t * dx, y = p.y - ay - t * dy;
    return x * x + y * y;
}

// True on the edge from a to b, ends included. Points of shapes are floats, so the products are exact.
static bool is_on_edge(wendi_vec p, double ax, double ay, double bx, double by) {
    return (bx - ax) * (p.y - ay) == (by - ay) * (p.x - ax) && p.x >= fmin(ax, bx) && p.x <= fmax(ax, bx) &&
           p.y >= fmin(ay, by) && p.y <= fmax(ay, by);
}

static bool is_inside(const wend_shape* s, wendi_vec p) {
    bool inside = false;
    for (int32_t i = 0, k = s->point_count - 1; i < s->point_count; k = i++) {
        const double ax = (double)s->points[i].x, ay = (double)s->points[i].y, bx = (double)s->points[k].x,
                     by = (double)s->points[k].y;
        if (is_on_edge(p, ax, ay, bx, by)) return true;
        if ((ay > p.y) != (by > p.y) && p.x < (bx - ax) * (p.y - ay) / (by - ay) + ax) inside = !inside;
    }
    return inside;
}

static double square_to_polygon(const wend_shape* s, wendi_vec p) {
    double least = INFINITY;
    for (int32_t i = 0, k = s->point_count - 1; i < s->point_count; k = i++)
        least = fmin(least, square_to_line(p, s->points[k], s->points[i]));
    return least;
}

// The square of the distance from what a disc or capsule has its radius around, or from the shape.
static double square_to_shape(const wend_shape* s, wendi_vec p) {
    if (s->kind == WEND_SHAPE_POLYGON)
        return is_inside(s, p) ? 0 : s->falloff > 0 && !isinf(s->cost) ? square_to_polygon(s, p) : INFINITY;
    if (s->kind == WEND_SHAPE_CAPSULE) return square_to_line(p, s->from, s->to);
    double x = p.x - (double)s->from.x, y = p.y - (double)s->from.y;
    if (s->kind == WEND_SHAPE_RECT) {
        x = fmax(fmax(-x, p.x - (double)s->to.x), 0);
        y = fmax(fmax(-y, p.y - (double)s->to.y), 0);
    }
    return x * x + y * y;
}

static double radius_of(const wend_shape* s) {
    return s->kind == WEND_SHAPE_DISC || s->kind == WEND_SHAPE_CAPSULE ? (double)s->radius : 0;
}

static double falloff_of(const wend_shape* s) {
    return isinf(s->cost) ? 0 : (double)s->falloff;
}

// The share of its cost that a shape adds to a point.
static double share_at(const wend_shape* s, wendi_vec p) {
    const double square = square_to_shape(s, p), radius = radius_of(s), falloff = falloff_of(s);
    if (square <= radius * radius) return 1;
    const double outer = radius + falloff;
    return square < outer * outer ? 1 - (sqrt(square) - radius) / falloff : 0;
}

// Of a tile of the map.
static wendi_vec center_of(const wendi_layers* layers, int32_t x, int32_t y) {
    if (wendi_is_hex(layers->connectivity)) return wendi_hex_center(layers->connectivity, (wend_tile){x, y});
    return (wendi_vec){x + 0.5, y + 0.5};
}

// The tiles of one axis whose centres may lie between two places, those of the map alone, counted from its
// first one.
static void find_range(const wendi_layers* layers, double low, double high, int32_t first, int32_t size,
                       int32_t* first_out, int32_t* count_out) {
    enum { MARGIN = 2 };
    const double row = 0.8660254037844386; // from one line of hexagons to the next
    low = ceil(low - 0.5);
    high = floor(high - 0.5);
    if (wendi_is_hex(layers->connectivity)) {
        low = fmin(low, low / row) - MARGIN; // the axis may be the one across the lines
        high = fmax(high, high / row) + MARGIN;
    }
    low = fmin(fmax(low - first, 0), size);
    high = fmin(fmax(high - first, -1), size - 1);
    *first_out = (int32_t)low;
    *count_out = wendi_max((int32_t)high - (int32_t)low + 1, 0);
}

// By how much rows of the sheet differ from those of the map on a floor.
static int32_t rows_before(const wendi_layers* layers, int32_t floor) {
    return floor * layers->floors.pitch - layers->floors.top;
}

static wend_rect box_of(const wendi_layers* layers, const wend_shape* s) {
    const wend_vec2* points = s->points;
    const wend_vec2 ends[2] = {s->from, s->kind == WEND_SHAPE_DISC ? s->from : s->to};
    const bool polygon = s->kind == WEND_SHAPE_POLYGON;
    if (!polygon) points = ends;
    double left = INFINITY, top = INFINITY, right = -INFINITY, bottom = -INFINITY;
    for (int32_t i = 0; i < (polygon ? s->point_count : 2); i++) {
        left = fmin(left, (double)points[i].x);
        top = fmin(top, (double)points[i].y);
        right = fmax(right, (double)points[i].x);
        bottom = fmax(bottom, (double)points[i].y);
    }
    const double reach = radius_of(s) + falloff_of(s);
    wend_rect box;
    const wendi_floors* f = &layers->floors;
    find_range(layers, left - reach, right + reach, f->left, f->width, &box.x, &box.width);
    find_range(layers, top - reach, bottom + reach, f->top, f->height, &box.y, &box.height);
    box.y += s->floor * f->pitch;
    return box;
}

static wend_rect common(wend_rect a, wend_rect b) {
    const int64_t x = wendi_max(a.x, b.x), y = wendi_max(a.y, b.y), right_a = (int64_t)a.x + a.width,
                  right_b = (int64_t)b.x + b.width, bottom_a = (int64_t)a.y + a.height,
                  bottom_b = (int64_t)b.y + b.height;
    const int64_t right = right_a < right_b ? right_a : right_b,
                  bottom = bottom_a < bottom_b ? bottom_a : bottom_b;
    if (x >= right || y >= bottom) return (wend_rect){0};
    return (wend_rect){(int32_t)x, (int32_t)y, (int32_t)(right - x), (int32_t)(bottom - y)};
}

wend_rect wendi_layers_box(const wendi_layers* layers, wend_rect area) {
    const wendi_floors* f = &layers->floors;
    wend_rect box = common(area, (wend_rect){f->left, f->top, f->width, f->height});
    box.x -= f->left;
    box.y += rows_before(layers, area.floor);
    return box;
}

static wend_rect box_of_item(const wendi_layers* layers, const wendi_item* item) {
    return item->costs ? wendi_layers_box(layers, item->area) : box_of(layers, &item->shape);
}

// ---- items

static int32_t position_of(const wendi_layers* layers, int32_t handle) {
    if (layers->item_count == 0) return -1;
    return wendi_find_number(&layers->items->handle, sizeof *layers->items, 0, layers->item_count,
                             (uint32_t)handle);
}

wend_rect wendi_pages_of(wend_rect box) {
    if (box.width == 0 || box.height == 0) return (wend_rect){0};
    const int32_t x = box.x / WENDI_PAGE_SIDE, y = box.y / WENDI_PAGE_SIDE;
    return (wend_rect){x, y, (box.x + box.width - 1) / WENDI_PAGE_SIDE - x + 1,
                       (box.y + box.height - 1) / WENDI_PAGE_SIDE - y + 1};
}

// Makes room for one more item on the pages of a box. Errors: MEMORY.
static wend_result reserve_on_pages(wendi_layers* layers, wend_rect box) {
    const wend_rect pages = wendi_pages_of(box);
    for (int32_t y = pages.y; y < pages.y + pages.height; y++)
        for (int32_t x = pages.x; x < pages.x + pages.width; x++) {
            wendi_page* page = page_at(layers, y * layers->page_columns + x);
            if (!page) return WEND_ERROR_MEMORY;
            if (!WENDI_ROOM_FOR_ONE(&layers->allocator, page->handles, page->capacity, page->count))
                return WEND_ERROR_MEMORY;
        }
    return WEND_OK;
}

static void insert(wendi_page* page, int32_t handle) {
    int32_t at = page->count++;
    for (; at > 0 && page->handles[at - 1] > handle; at--) page->handles[at] = page->handles[at - 1];
    page->handles[at] = handle;
}

static void leave_out(wendi_page* page, int32_t handle) {
    int32_t kept = 0;
    for (int32_t i = 0; i < page->count; i++)
        if (page->handles[i] != handle) page->handles[kept++] = page->handles[i];
    page->count = kept;
}

// change: 1 lists an item on its pages, -1 removes it there, 0 notes that it changed.
static void visit_pages(wendi_layers* layers, const wendi_item* item, int32_t change) {
    const wend_rect pages = wendi_pages_of(item->box);
    for (int32_t y = pages.y; y < pages.y + pages.height; y++)
        for (int32_t x = pages.x; x < pages.x + pages.width; x++) {
            wendi_page* page = wendi_layers_page(layers, y * layers->page_columns + x);
            if (change > 0) insert(page, item->handle);
            if (change < 0) leave_out(page, item->handle);
            make_dirty(layers, page);
        }
}

static wend_result copy_points(const wendi_layers* layers, wend_shape* shape) {
    if (shape->kind != WEND_SHAPE_POLYGON) {
        shape->points = NULL;
        shape->point_count = 0;
        return WEND_OK;
    }
    const size_t count = (size_t)shape->point_count;
    shape->points = wendi_alloc_copy(&layers->allocator, shape->points, count, sizeof *shape->points);
    return shape->points ? WEND_OK : WEND_ERROR_MEMORY;
}

static wend_result reserve_items(wendi_layers* layers, int32_t count) {
    if (count > INT32_MAX - 1 - layers->next_handle) return WEND_ERROR_LIMIT;
    if (!WENDI_MAKE_ROOM(&layers->allocator, layers->items, layers->item_capacity, layers->item_count,
                         (size_t)layers->item_count + (size_t)count))
        return WEND_ERROR_MEMORY;
    return WEND_OK;
}

// Takes points and costs of the item, whatever the result.
static wend_result add_item(wendi_layers* layers, wendi_item item) {
    item.box = box_of_item(layers, &item);
    item.strength = 1;
    item.handle = layers->next_handle;
    wend_result result = reserve_on_pages(layers, item.box);
    if (result != WEND_OK) {
        free_item(layers, &item);
        return result;
    }
    layers->next_handle++;
    layers->items[layers->item_count++] = item;
    visit_pages(layers, &item, 1);
    return WEND_OK;
}

// Removes the last items, whose handles were not given out.
static void take_back(wendi_layers* layers, int32_t count) {
    for (; layers->item_count > count; layers->item_count--, layers->next_handle--) {
        wendi_item* item = &layers->items[layers->item_count - 1];
        visit_pages(layers, item, -1);
        free_item(layers, item);
    }
}

wend_result wendi_layers_add(wendi_layers* layers, const wend_shape* shapes, int32_t count,
                             int32_t* handles_out_opt) {
    const int32_t before = layers->item_count, first = layers->next_handle;
    wend_result result = count > 0 ? reserve_items(layers, count) : WEND_OK;
    for (int32_t i = 0; i < count && result == WEND_OK; i++) {
        wendi_item item = {.shape = shapes[i]};
        result = copy_points(layers, &item.shape);
        if (result == WEND_OK) result = add_item(layers, item);
    }
    if (result != WEND_OK) take_back(layers, before);
    for (int32_t i = 0; i < count && result == WEND_OK && handles_out_opt; i++)
        handles_out_opt[i] = first + i;
    return result;
}

wend_result wendi_layers_add_costs(wendi_layers* layers, wend_rect area, float* costs, float decay,
                                   int32_t* handle_out) {
    const wendi_item item = {.shape = {.decay = decay, .floor = area.floor}, .costs = costs, .area = area};
    wend_result result = reserve_items(layers, 1);
    if (result != WEND_OK)
        wendi_free(&layers->allocator, costs, costs_of(area), sizeof *costs);
    else
        result = add_item(layers, item);
    if (result == WEND_OK) *handle_out = layers->next_handle - 1;
    return result;
}

static wend_result find_item(const wendi_layers* layers, int32_t handle, int32_t* out) {
    if (handle < 0 || handle >= layers->next_handle) return WEND_ERROR_ARGUMENT;
    *out = position_of(layers, handle);
    return *out >= 0 ? WEND_OK : WEND_ERROR_STALE;
}

wend_result wendi_layers_move(wendi_layers* layers, int32_t handle, const wend_shape* shape) {
    int32_t at = 0;
    wendi_item moved = {.handle = handle, .shape = *shape, .box = box_of(layers, shape), .strength = 1};
    wend_result result = find_item(layers, handle, &at);
    if (result == WEND_OK) result = reserve_on_pages(layers, moved.box);
    if (result == WEND_OK) result = copy_points(layers, &moved.shape);
    if (result != WEND_OK) return result;
    visit_pages(layers, &layers->items[at], -1);
    free_item(layers, &layers->items[at]);
    layers->items[at] = moved;
    visit_pages(layers, &moved, 1);
    return WEND_OK;
}

static void remove_at(wendi_layers* layers, int32_t at) {
    visit_pages(layers, &layers->items[at], -1);
    free_item(layers, &layers->items[at]);
    layers->item_count--;
    memmove(&layers->items[at], &layers->items[at + 1],
            (size_t)(layers->item_count - at) * sizeof *layers->items);
}

wend_result wendi_layers_remove(wendi_layers* layers, int32_t handle) {
    int32_t at = 0;
    wend_result result = find_item(layers, handle, &at);
    if (result == WEND_OK) remove_at(layers, at);
    return result;
}

// By multiplications alone, which every machine rounds alike.
static double power(double base, int32_t exponent) {
    double result = 1;
    for (; exponent > 0; exponent >>= 1, base *= base)
        if (exponent & 1) result *= base;
    return result;
}

void wendi_layers_tick(wendi_layers* layers, int32_t ticks) {
    for (int32_t i = layers->item_count - 1; i >= 0 && ticks > 0; i--) {
        wendi_item* item = &layers->items[i];
        if (item->shape.decay == 0) continue;
        item->strength *= power(1 - (double)item->shape.decay, ticks);
        if (item->strength < LEAST_STRENGTH)
            remove_at(layers, i);
        else
            visit_pages(layers, item, 0);
    }
}

// ---- unknown ground

void wendi_layers_hide(wendi_layers* layers, bool hidden, float unknown_cost) {
    for (int32_t i = 0; i < layers->page_count; i++) {
        wendi_page* page = &layers->pages[i];
        wendi_free(&layers->allocator, page->seen, 1, sizeof *page->seen);
        page->seen = NULL;
        page->dirty = true;
    }
    layers->all_changed |= hidden || layers->hidden;
    layers->changed |= layers->all_changed;
    layers->hidden = hidden;
    layers->unknown_cost = unknown_cost;
}

wendi_seen* wendi_layers_see(wendi_layers* layers, int32_t index) {
    wendi_page* page = page_at(layers, index);
    if (!page) return NULL;
    if (!page->seen) page->seen = wendi_alloc_zeroed(&layers->allocator, 1, sizeof *page->seen);
    return page->seen;
}

void wendi_layers_touch(wendi_layers* layers, int32_t index) {
    make_dirty(layers, wendi_layers_page(layers, index));
}

// ---- maps that grow or shrink

// What was seen stays at its tiles; off the map it is forgotten. Errors: MEMORY.
static wend_result move_seen(const wendi_layers* from, const wendi_page* page, wendi_layers* to) {
    const wend_rect area = wendi_page_area(from, page->index);
    for (int32_t y = 0; y < area.height; y++)
        for (uint32_t bits = page->seen->rows[y]; bits; bits &= bits - 1) {
            const int32_t x = __builtin_ctz(bits);
            wend_tile at = wendi_from_sheet(&from->floors, (wend_tile){area.x + x, area.y + y});
            at = wendi_to_sheet(&to->floors, at);
            if (at.x < 0 || at.y < 0 || at.x >= to->width || at.y >= to->height) continue;
            const int32_t column = at.x / WENDI_PAGE_SIDE, row = at.y / WENDI_PAGE_SIDE,
                          to_x = at.x % WENDI_PAGE_SIDE, to_y = at.y % WENDI_PAGE_SIDE;
            wendi_seen* seen = wendi_layers_see(to, row * to->page_columns + column);
            if (!seen) return WEND_ERROR_MEMORY;
            seen->rows[to_y] |= 1u << to_x;
            seen->classes[to_y * WENDI_PAGE_SIDE + to_x] = page->seen->classes[y * WENDI_PAGE_SIDE + x];
        }
    return WEND_OK;
}

wend_result wendi_layers_follow(wendi_layers* layers, const wend_grid* grid) {
    if (layers->layout == grid->layout) return WEND_OK;
    wendi_layers moved;
    wendi_layers_init(&moved, grid, &layers->allocator);
    wend_result result = WEND_OK;
    for (int32_t i = 0; i < layers->item_count && result == WEND_OK; i++) {
        wendi_item item = layers->items[i];
        item.box = box_of_item(&moved, &item);
        result = reserve_on_pages(&moved, item.box);
        if (result == WEND_OK) visit_pages(&moved, &item, 1);
    }
    for (int32_t i = 0; i < layers->page_count && result == WEND_OK; i++)
        if (layers->pages[i].seen) result = move_seen(layers, &layers->pages[i], &moved);
    if (result != WEND_OK) {
        free_pages(&moved);
        return result;
    }
    free_pages(layers);
    moved.items = layers->items;
    moved.item_capacity = layers->item_capacity;
    moved.item_count = layers->item_count;
    moved.next_handle = layers->next_handle;
    moved.hidden = layers->hidden;
    moved.unknown_cost = layers->unknown_cost;
    moved.changed = moved.all_changed = true;
    *layers = moved;
    for (int32_t i = 0; i < moved.item_count; i++) moved.items[i].box = box_of_item(layers, &moved.items[i]);
    return WEND_OK;
}

// ---- sums

static void add_shape(const wendi_layers* layers, const wendi_item* item, wend_rect part, wend_rect area,
                      double* sums) {
    const double cost = (double)item->shape.cost * item->strength;
    const int32_t before = rows_before(layers, item->shape.floor), left = layers->floors.left;
    for (int32_t y = part.y; y < part.y + part.height; y++)
        for (int32_t x = part.x; x < part.x + part.width; x++) {
            const double share = share_at(&item->shape, center_of(layers, x + left, y - before));
            if (share > 0) sums[(y - area.y) * WENDI_PAGE_SIDE + x - area.x] += share * cost;
        }
}

static void add_costs(const wendi_layers* layers, const wendi_item* item, wend_rect part, wend_rect area,
                      double* sums) {
    const int64_t top = (int64_t)item->area.y + rows_before(layers, item->shape.floor),
                  left = (int64_t)item->area.x - layers->floors.left;
    for (int32_t y = part.y; y < part.y + part.height; y++) {
        const float* row = item->costs + (y - top) * item->area.width + (part.x - left);
        for (int32_t x = 0; x < part.width; x++)
            sums[(y - area.y) * WENDI_PAGE_SIDE + part.x + x - area.x] += (double)row[x] * item->strength;
    }
}

void wendi_layers_sum(const wendi_layers* layers, const wendi_page* page, double sums[WENDI_PAGE_TILES]) {
    const wend_rect area = wendi_page_area(layers, page->index);
    memset(sums, 0, WENDI_PAGE_TILES * sizeof *sums);
    for (int32_t i = 0; i < page->count; i++) {
        const wendi_item* item = &layers->items[position_of(layers, page->handles[i])];
        const wend_rect part = common(item->box, area);
        if (item->costs)
            add_costs(layers, item, part, area, sums);
        else
            add_shape(layers, item, part, area, sums);
    }
}
