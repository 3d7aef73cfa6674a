// propagate.c: costs of the tiles of one cluster, in whichever width holds them.
#include "search/propagate.h"

#include <string.h>

void wendi_distance_fields_free(wendi_distance_fields* s) {
    wendi_free(&s->allocator, s->directory, s->directory_capacity, sizeof *s->directory);
    wendi_free(&s->allocator, s->items, s->capacity, sizeof *s->items);
    wendi_free(&s->allocator, s->wide, s->wide_capacity, sizeof *s->wide);
}

size_t wendi_distance_fields_bytes(const wendi_distance_fields* s) {
    return s->directory_capacity * sizeof *s->directory + s->capacity * sizeof *s->items +
           s->wide_capacity * sizeof *s->wide;
}

wend_result wendi_distance_fields_reset(wendi_distance_fields* s, const wend_grid* grid,
                                        const wendi_graph* graph) {
    s->kernel = wendi_sweep();
    s->grid = grid;
    s->graph = graph;
    for (int32_t i = 0; i < s->count; i++) s->directory[s->items[i].cluster] = 0;
    s->count = s->wide_count = 0;
    size_t count = (size_t)wendi_cluster_count(&graph->clusters);
    if (count <= s->directory_capacity) return WEND_OK;
    int32_t* directory = wendi_alloc_zeroed(&s->allocator, count, sizeof *directory);
    if (!directory) return WEND_ERROR_MEMORY;
    wendi_free(&s->allocator, s->directory, s->directory_capacity, sizeof *directory);
    s->directory = directory;
    s->directory_capacity = count;
    return WEND_OK;
}

int32_t wendi_distance_fields_claim(wendi_distance_fields* s, int32_t cluster) {
    size_t count = (size_t)s->count;
    wendi_distance_field* items =
        wendi_grow(&s->allocator, s->items, &s->capacity, count, count + 1, sizeof *items);
    if (!items) return -1;
    s->items = items;
    wendi_distance_field* f = &items[s->count];
    f->base = 0;
    f->area = wendi_cluster_rect(&s->graph->clusters, cluster);
    f->passability_bits = wendi_passability_bits_of(s->graph, s->grid, cluster);
    f->cluster = cluster;
    f->older = wendi_distance_fields_find(s, cluster);
    f->most = 0;
    f->wide = -1;
    f->dirty_rows = 0;
    f->queue_key = WENDI_NOT_REACHED;
    f->touched = false;
    memset(f->cost, 0xff, (size_t)f->area.height * sizeof *f->cost);
    memset(f->columns, 0xff, sizeof f->columns);
    f->has_column[0] = f->has_column[1] = true;
    s->directory[cluster] = ++s->count;
    return s->count - 1;
}

static void drop_columns(wendi_distance_field* f) {
    f->has_column[0] = f->has_column[1] = false;
}

static uint16_t* column_of(wendi_distance_field* f, bool last) {
    uint16_t* column = f->columns[last];
    const int32_t x = last ? f->area.width - 1 : 0;
    if (!f->has_column[last])
        for (int32_t y = 0; y < f->area.height; y++) column[y] = f->cost[y][x];
    f->has_column[last] = true;
    return column;
}

// ---- width

// The greatest cost in a narrow field, less its base.
static int32_t most_in(const wendi_distance_field* f) {
    uint16_t most = 1; // one more than it, so that what was not reached counts as 0
    for (int32_t y = 0; y < f->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            uint16_t cost = (uint16_t)(f->cost[y][x] + 1);
            most = most > cost ? most : cost;
        }
    return most - 1;
}

// Moves a field to 32 bits, on a base that leaves room below for the costs that are still to come.
static wend_result widen(wendi_distance_fields* s, wendi_distance_field* f) {
    size_t count = (size_t)s->wide_count;
    wendi_row32(*wide)[WENDI_LANES] =
        wendi_grow(&s->allocator, s->wide, &s->wide_capacity, count, count + 1, sizeof *wide);
    if (!wide) return WEND_ERROR_MEMORY;
    s->wide = wide;
    wend_cost room = f->base < INT32_MAX ? f->base : INT32_MAX;
    for (int32_t y = 0; y < f->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++)
            wide[count][y][x] = f->cost[y][x] == UINT16_MAX ? UINT32_MAX : (uint32_t)(room + f->cost[y][x]);
    f->base -= room;
    f->wide = s->wide_count++;
    return WEND_OK;
}

// Lowers the base of a narrow field. False when its costs do not fit 16 bits on that base.
static bool lower_base(wendi_distance_field* f, wend_cost base) {
    wend_cost by = f->base - base;
    if (by >= UINT16_MAX - f->most) return false;
    for (int32_t y = 0; y < f->area.height; y++)
        for (int32_t x = 0; x < WENDI_LANES; x++) {
            uint16_t cost = f->cost[y][x];
            f->cost[y][x] = cost == UINT16_MAX ? cost : (uint16_t)(cost + by);
        }
    drop_columns(f);
    f->base = base;
    f->most += (int32_t)by;
    return true;
}

// Makes a field fit to hold costs between two bounds.
static wend_result make_room(wendi_distance_fields* s, wendi_distance_field* f, wend_cost least,
                             wend_cost most) {
    if (!f->touched) f->base = least;
    f->touched = true;
    if (f->wide < 0) {
        if ((least >= f->base || lower_base(f, least)) && most - f->base < UINT16_MAX) {
            f->most = wendi_max(f->most, (int32_t)(most - f->base));
            return WEND_OK;
        }
        wend_result result = widen(s, f);
        if (result != WEND_OK) return result;
    }
    return least >= f->base && most - f->base < UINT32_MAX ? WEND_OK : WEND_ERROR_LIMIT;
}

// ---- costs

// What of a line is news to another field: a bit each, with the costs above the base of the field it is from.
typedef struct improved {
    uint32_t bits;
    int64_t least, most;
    int64_t costs[WENDI_LANES];
} improved;

static void add_improved(improved* n, int32_t i, int64_t cost) {
    n->bits |= 1u << i;
    n->costs[i] = cost;
    n->least = cost < n->least ? cost : n->least;
    n->most = cost > n->most ? cost : n->most;
}

// What of a line of a field is below a limit, relative to its base, and lower than in the other.
static void compare(const wendi_distance_fields* s, const wendi_distance_field* to,
                    const wendi_distance_field* from, const wendi_border_line* line, int64_t limit,
                    improved* out) {
    for (int32_t i = 0, at = 0; i < line->count; i++, at += line->step) {
        wend_cost cost = wendi_distance_at(s, from, line->from + at);
        if (cost >= wendi_distance_at(s, to, line->to + at) || cost - from->base >= limit) continue;
        add_improved(out, i, cost - from->base);
    }
}

static void store(wendi_distance_fields* s, wendi_distance_field* f, const wendi_border_line* line,
                  const improved* n, int64_t above) {
    uint16_t* narrow = f->cost[0];
    uint32_t* wide = f->wide < 0 ? NULL : s->wide[f->wide][0];
    for (uint32_t bits = n->bits; bits; bits &= bits - 1) {
        int32_t i = __builtin_ctz(bits), at = line->to + i * line->step;
        if (wide)
            wide[at] = (uint32_t)(n->costs[i] + above);
        else
            narrow[at] = (uint16_t)(n->costs[i] + above);
    }
    drop_columns(f);
    int32_t row = line->to / WENDI_LANES;
    f->dirty_rows |= (line->step == 1 ? 1u : n->bits) << row;
}

// The costs of a line that is a whole row or an outer column.
static uint16_t* line_of(wendi_distance_field* f, int32_t index, int32_t step) {
    if (step == 1) return f->cost[index / WENDI_LANES];
    return column_of(f, index % WENDI_LANES > 0);
}

static void store_row(wendi_distance_field* f, int32_t row, const uint16_t* lower, int32_t above) {
    uint16_t* cost = f->cost[row];
    for (int32_t x = 0; x < WENDI_LANES; x++)
        cost[x] = lower[x] == UINT16_MAX ? cost[x] : (uint16_t)(lower[x] + above);
    f->columns[0][row] = cost[0];
    f->columns[1][row] = cost[f->area.width - 1];
    f->dirty_rows |= 1u << row;
}

static void store_column(wendi_distance_field* f, int32_t column, const uint16_t* lower, uint32_t bits,
                         int32_t above) {
    uint16_t* copy = f->columns[column > 0];
    f->dirty_rows |= bits;
    for (; bits; bits &= bits - 1) {
        int32_t y = __builtin_ctz(bits);
        f->cost[y][column] = copy[y] = (uint16_t)(lower[y] + above);
    }
}

// As compare, for a whole line between narrow fields. It is stored at once where nothing else is to be done;
// *least_out tells that then.
static void compare_lines(const wendi_sweep_kernel* kernel, wendi_distance_field* to,
                          wendi_distance_field* from, const wendi_border_line* line, int64_t limit,
                          improved* out, wend_cost* least_out) {
    _Alignas(64) wendi_row16 lower;
    uint16_t least, most;
    if (limit <= 0) return;
    int64_t above = to->touched ? from->base - to->base : 0;
    above = above < -UINT16_MAX ? -UINT16_MAX : above > UINT16_MAX ? UINT16_MAX : above; // as good
    out->bits = kernel->lower16(line_of(from, line->from, line->step), line_of(to, line->to, line->step),
                                (int32_t)above, (uint16_t)(limit < UINT16_MAX ? limit : UINT16_MAX), lower,
                                &least, &most);
    if (out->bits == 0) return;
    if (!to->touched) to->base = from->base + least;
    above = from->base - to->base;
    if (to->older < 0 && least + above >= 0 && most + above < UINT16_MAX) {
        to->touched = true;
        to->most = wendi_max(to->most, (int32_t)(most + above));
        if (line->step == 1)
            store_row(to, line->to / WENDI_LANES, lower, (int32_t)above);
        else
            store_column(to, line->to % WENDI_LANES, lower, out->bits, (int32_t)above);
        out->bits = 0;
        *least_out = from->base + least;
        return;
    }
    for (uint32_t bits = out->bits; bits; bits &= bits - 1) {
        int32_t i = __builtin_ctz(bits);
        out->costs[i] = lower[i];
    }
    out->least = least;
    out->most = most;
}

wend_result wendi_distance_set(wendi_distance_fields* s, wendi_distance_field* f, int32_t index,
                               wend_cost cost) {
    wend_result result = make_room(s, f, cost, cost);
    if (result != WEND_OK) return result;
    improved n = {.bits = 1, .costs = {cost}};
    store(s, f, &(wendi_border_line){.to = index, .step = 1, .count = 1}, &n, -f->base);
    return WEND_OK;
}

// Drops what is no news to the older fields of the cluster.
static void drop_not_improved(const wendi_distance_fields* s, int32_t older, const wendi_border_line* line,
                              wend_cost base, improved* n) {
    if (older < 0 || n->bits == 0) return;
    improved left = {.least = WENDI_NOT_REACHED};
    for (uint32_t bits = n->bits; bits; bits &= bits - 1) {
        int32_t i = __builtin_ctz(bits), index = line->to + i * line->step;
        bool matched = false;
        for (int32_t f = older; f >= 0 && !matched; f = s->items[f].older)
            matched = base + n->costs[i] >= wendi_distance_at(s, &s->items[f], index);
        if (!matched) add_improved(&left, i, n->costs[i]);
    }
    *n = left;
}

// True when costs come so long after those of a field that they had better have one of their own.
static bool far_above(const wendi_distance_field* f, wend_cost least, wend_cost most) {
    return f->touched && f->wide < 0 && most - f->base >= UINT16_MAX && least - f->base > UINT16_MAX / 2;
}

wend_result wendi_relax_border(wendi_distance_fields* s, int32_t* to_io, int32_t from_index,
                               const wendi_border_line* line, wend_cost limit, wend_cost* least_out) {
    wendi_distance_field* from = &s->items[from_index];
    wendi_distance_field* to = &s->items[*to_io];
    const wend_cost base = from->base;
    improved n;
    n.bits = 0;
    n.least = WENDI_NOT_REACHED;
    n.most = 0;
    *least_out = WENDI_NOT_REACHED;
    if (to->wide < 0 && from->wide < 0 && line->count > 1)
        compare_lines(s->kernel, to, from, line, limit - base, &n, least_out);
    else
        compare(s, to, from, line, limit - base, &n);
    drop_not_improved(s, to->older, line, base, &n);
    if (n.bits == 0) return WEND_OK;
    *least_out = base + n.least;
    if (far_above(to, base + n.least, base + n.most)) {
        *to_io = wendi_distance_fields_claim(s, to->cluster);
        if (*to_io < 0) return WEND_ERROR_MEMORY;
        to = &s->items[*to_io];
    }
    wend_result result = make_room(s, to, base + n.least, base + n.most);
    if (result == WEND_OK) store(s, to, line, &n, base - to->base);
    return result;
}

wend_result wendi_propagate(wendi_distance_fields* s, wendi_distance_field* f, wend_cost limit) {
    const wend_grid* grid = s->grid;
    uint32_t dirty_rows = f->dirty_rows;
    f->dirty_rows = 0;
    f->queue_key = WENDI_NOT_REACHED;
    if (f->wide < 0 && grid->costs.narrow) {
        s->kernel->prepare16(&s->narrow_cluster, grid, f->passability_bits, f->area, WENDI_FROM);
        f->most = wendi_max(f->most, s->kernel->run16(&s->narrow_cluster, f->cost, dirty_rows));
        drop_columns(f);
        const int32_t room = UINT16_MAX - wendi_longest_step(grid); // below it every sum fitted its lane
        if (f->most < room || f->base + room >= limit) return WEND_OK;
        f->most = most_in(f);
        if (f->most < room) return WEND_OK;
        dirty_rows = UINT32_MAX >> (WENDI_LANES - f->area.height);
    }
    if (f->wide < 0) {
        wend_result result = widen(s, f);
        if (result != WEND_OK) return result;
    }
    s->kernel->prepare32(&s->wide_cluster, grid, f->passability_bits, f->area, WENDI_FROM);
    s->kernel->run32(&s->wide_cluster, s->wide[f->wide], dirty_rows);
    return WEND_OK;
}
