// brush.c: how do strokes of a pointer become edits of the world?
#include "tools/brush.h"
#include "platform/memory.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <wend/private.h>

// ---- what a stroke covers

// The class with the nearest cost, and the most tiles among equals; 0: nothing is passable.
static uint8_t class_of_cost(const wend_grid* grid, float cost) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    int best = 0;
    float best_distance = INFINITY;
    for (int i = 1; i < WEND_CLASS_COUNT; i++) {
        if (costs[i] == 0) continue;
        float distance = fabsf(logf(costs[i] / cost));
        if (distance > best_distance || (distance == best_distance && counts[i] <= counts[best])) continue;
        best = i;
        best_distance = distance;
    }
    return (uint8_t)best;
}

// What a stroke paints, all of it on the floor where it began.
typedef struct pass {
    edit_pass edits;
    const scene* s;
    uint16_t floor;
    uint8_t ink; // class; not for INK_ORIGINAL
    bool original;
} pass;

static uint8_t ink_at(const pass* p, wend_tile tile) {
    return p->original ? wend_world_original_class(p->s->world, tile) : p->ink;
}

// Adds the tiles of columns x0 to x1 of a row that would change.
static void paint_row(pass* p, int32_t y, int32_t x0, int32_t x1) {
    const wend_grid* grid = p->s->grid;
    const wend_rect map = wend_grid_area(grid);
    if (y < map.y || y >= map.y + map.height) return;
    if (x0 < map.x) x0 = map.x;
    if (x1 >= map.x + map.width) x1 = map.x + map.width - 1;
    const uint8_t* row = wend_grid_floor_row(grid, p->floor, y);
    for (int32_t x = x0; x <= x1 && p->edits.result == WEND_OK;) {
        uint8_t old = row[x - map.x], new = ink_at(p, (wend_tile){x, y, p->floor});
        int32_t end = x + 1;
        while (end <= x1 && row[end - map.x] == old && ink_at(p, (wend_tile){end, y, p->floor}) == new) end++;
        wend_rect run = {x, y, end - x, 1, p->floor};
        if (old != new) edits_add_run(&p->edits, run, old, new);
        x = end;
    }
}

static void paint_rectangle(pass* p, wend_tile a, wend_tile b) {
    int32_t x0 = a.x < b.x ? a.x : b.x, x1 = a.x < b.x ? b.x : a.x;
    int32_t y0 = a.y < b.y ? a.y : b.y, y1 = a.y < b.y ? b.y : a.y;
    const wend_rect map = wend_grid_area(p->s->grid);
    const int32_t end = map.y + map.height;
    for (int32_t y = y0 > map.y ? y0 : map.y; y <= y1 && y < end && p->edits.result == WEND_OK; y++)
        paint_row(p, y, x0, x1);
}

// A round brush moved from one tile to another: adds the run that it touches in each row.
static void paint_line(pass* p, wend_tile a, wend_tile b, int size) {
    int32_t steps = abs(b.x - a.x) > abs(b.y - a.y) ? abs(b.x - a.x) : abs(b.y - a.y);
    int32_t below = (size - 1) / 2, above = size / 2; // tiles before and after the middle one
    int32_t top = (a.y < b.y ? a.y : b.y) - below, rows = abs(b.y - a.y) + size;
    struct {
        int32_t x0, x1;
    }* reach = malloc((size_t)rows * sizeof *reach);
    if (reach == NULL) {
        p->edits.result = WEND_ERROR_MEMORY;
        return;
    }
    for (int32_t i = 0; i < rows; i++) reach[i].x0 = INT32_MAX, reach[i].x1 = INT32_MIN;
    double radius = size / 2.0, middle = (above - below) / 2.0;
    for (int32_t i = 0; i <= steps; i++) {
        double t = steps > 0 ? (double)i / steps : 0;
        int32_t x = a.x + (int32_t)lround(t * (b.x - a.x)), y = a.y + (int32_t)lround(t * (b.y - a.y));
        for (int32_t dy = -below; dy <= above; dy++) {
            // Small brushes are square, because a round one of 2 or 3 tiles would be a cross.
            double half =
                size < 4 ? radius : sqrt(fmax(radius * radius - (dy - middle) * (dy - middle), 0.25));
            int32_t x0 = x + (int32_t)ceil(middle - half), x1 = x + (int32_t)floor(middle + half);
            if (size < 4) x0 = x - below, x1 = x + above;
            int32_t row = y + dy - top;
            if (x0 < reach[row].x0) reach[row].x0 = x0;
            if (x1 > reach[row].x1) reach[row].x1 = x1;
        }
    }
    for (int32_t i = 0; i < rows && p->edits.result == WEND_OK; i++)
        if (reach[i].x0 <= reach[i].x1) paint_row(p, top + i, reach[i].x0, reach[i].x1);
    free(reach);
}

// ---- flood fill, row by row: the connected tiles that cost the same

typedef struct flood {
    pass* p;
    float cost;
    wend_rect map;
    uint8_t* seen; // a bit a tile
    wend_tile* stack;
    int count, capacity;
} flood;

static size_t bit_of(const flood* f, int32_t x, int32_t y) {
    return (size_t)(y - f->map.y) * (size_t)f->map.width + (size_t)(x - f->map.x);
}

static bool is_seen(const flood* f, int32_t x, int32_t y) {
    const size_t i = bit_of(f, x, y);
    return (f->seen[i >> 3] >> (i & 7) & 1) != 0;
}

static bool wanted(const flood* f, int32_t x, int32_t y) {
    return x >= f->map.x && x < f->map.x + f->map.width && !is_seen(f, x, y) &&
           wend_grid_cost(f->p->s->grid, (wend_tile){x, y, f->p->floor}) == f->cost;
}

// Pushes the first tile of each run of a row that must be filled.
static void push_seeds(flood* f, int32_t y, int32_t x0, int32_t x1) {
    if (y < f->map.y || y >= f->map.y + f->map.height) return;
    for (int32_t x = x0; x <= x1 && f->p->edits.result == WEND_OK; x++) {
        if (!wanted(f, x, y) || (x > x0 && wanted(f, x - 1, y))) continue;
        if (memory_grow(&f->stack, f->count, &f->capacity, sizeof *f->stack))
            f->stack[f->count++] = (wend_tile){x, y};
        else
            f->p->edits.result = WEND_ERROR_MEMORY;
    }
}

static void paint_flood(pass* p, wend_tile start) {
    const wend_grid* grid = p->s->grid;
    start.floor = p->floor;
    if (!wend_grid_contains(grid, start)) return;
    flood f = {.p = p, .cost = wend_grid_cost(grid, start), .map = wend_grid_area(grid)};
    f.seen = calloc(((size_t)f.map.width * (size_t)f.map.height + 7) / 8, 1);
    if (f.seen == NULL) p->edits.result = WEND_ERROR_MEMORY;
    if (p->edits.result == WEND_OK) push_seeds(&f, start.y, start.x, start.x);
    while (f.count > 0 && p->edits.result == WEND_OK) {
        wend_tile seed = f.stack[--f.count];
        if (!wanted(&f, seed.x, seed.y)) continue;
        int32_t x0 = seed.x, x1 = seed.x;
        while (wanted(&f, x0 - 1, seed.y)) x0--;
        while (wanted(&f, x1 + 1, seed.y)) x1++;
        for (int32_t x = x0; x <= x1; x++) {
            const size_t i = bit_of(&f, x, seed.y);
            f.seen[i >> 3] |= (uint8_t)(1u << (i & 7));
        }
        paint_row(p, seed.y, x0, x1);
        push_seeds(&f, seed.y - 1, x0, x1);
        push_seeds(&f, seed.y + 1, x0, x1);
    }
    free(f.stack);
    free(f.seen);
}

// ---- strokes

static wend_result paint(const brush* b, edits* e, wend_tile from, wend_tile to) {
    const scene* s = e->scene;
    pass p = {.s = s, .floor = b->from.floor, .original = !b->erase && b->ink == INK_ORIGINAL};
    p.ink = b->erase             ? class_of_cost(s->grid, WEND_MIN_CLASS_COST)
            : b->ink == INK_COST ? class_of_cost(s->grid, b->cost)
                                 : 0;
    if (p.ink == 0 && (b->erase || b->ink == INK_COST)) return WEND_ERROR_UNSUPPORTED;
    p.edits = edits_begin_pass(e);
    if (b->stroke == TOOL_RECTANGLE)
        paint_rectangle(&p, from, to);
    else if (b->stroke == TOOL_FILL)
        paint_flood(&p, to);
    else
        paint_line(&p, from, to, b->size);
    return edits_end_pass(&p.edits);
}

wend_result brush_begin(brush* b, tool_kind tool, edits* e, wend_tile tile, bool erase) {
    if (b->stroke != TOOL_LOOK) return WEND_OK;
    wend_result result = edits_begin_step(e);
    if (result != WEND_OK) return result;
    b->stroke = tool;
    b->erase = erase;
    b->from = b->last = tile;
    return tool == TOOL_BRUSH || tool == TOOL_FILL ? paint(b, e, tile, tile) : WEND_OK;
}

wend_result brush_move(brush* b, edits* e, wend_tile tile) {
    if (b->stroke == TOOL_LOOK || (tile.x == b->last.x && tile.y == b->last.y)) return WEND_OK;
    wend_tile from = b->last;
    b->last = tile;
    return b->stroke == TOOL_BRUSH ? paint(b, e, from, tile) : WEND_OK;
}

wend_result brush_end(brush* b, edits* e) {
    if (b->stroke == TOOL_LOOK) return WEND_OK;
    wend_result result = WEND_OK;
    if (b->stroke == TOOL_LINE || b->stroke == TOOL_RECTANGLE) result = paint(b, e, b->from, b->last);
    b->stroke = TOOL_LOOK;
    edits_end_step(e);
    return result;
}

// ---- commands

static bool run_size(void* owner, const char* value, char* why) {
    brush* b = owner;
    double size = 1;
    if (strcmp(value, "smaller") == 0)
        size = fmax(b->size - 1, 1);
    else if (strcmp(value, "larger") == 0)
        size = fmin(b->size + 1, BRUSH_MAX);
    else if (!parse_range(value, 1, BRUSH_MAX, &size, why))
        return false;
    b->size = (int)size;
    return true;
}

const command_def brush_commands[] = {COMMAND("size", run_size, COMMAND_SETTING), COMMANDS_END};
