// editor.c: how do strokes of a pointer become edits of the world, and how are they taken back?
#include "editor.h"
#include <math.h>
#include <stdlib.h>

enum { SETTLED_A_FRAME = 8 }; // cells: a few milliseconds at most

static const char* const tool_names[] = {"look", "brush", "line", "rectangle", "fill", NULL};
static const char* const ink_names[] = {"wall", "cost", "original", NULL};

const char* editor_tool_name(int tool) {
    return tool >= 0 && tool < TOOL_COUNT ? tool_names[tool] : NULL;
}

const char* editor_ink_name(int ink) {
    return ink >= 0 && ink < INK_COUNT ? ink_names[ink] : NULL;
}

void editor_init(editor* e) {
    *e = (editor){.cost = 2, .size = 3, .settled = true};
}

static void free_steps(editor* e, int first) {
    for (int i = first; i < e->step_count; i++) {
        free(e->steps[i].done.items);
        free(e->steps[i].before.items);
    }
    if (e->step_count > first) e->step_count = first;
}

void editor_destroy(editor* e) {
    free_steps(e, 0);
    free(e->steps);
    *e = (editor){0};
}

void editor_reset(editor* e) {
    free_steps(e, 0);
    e->position = e->saved_position = 0;
    e->stroke = false;
    e->settled = true;
    e->changed.width = 0;
    e->clusters_rebuilt = e->edit_ns = 0;
}

bool editor_is_unsaved(const editor* e) {
    return e->position != e->saved_position;
}

// ---- lists of edits

// Rows of one shape that follow each other become one rectangle.
static bool push(edit_list* list, wend_rect row, uint8_t terrain_class) {
    wend_edit* last = list->count > 0 ? &list->items[list->count - 1] : NULL;
    if (last != NULL && last->terrain_class == terrain_class && last->area.x == row.x &&
        last->area.width == row.width && last->area.y + last->area.height == row.y) {
        last->area.height++;
        return true;
    }
    if (list->count == list->capacity) {
        if (list->capacity > INT32_MAX / 2) return false;
        int32_t capacity = list->capacity > 0 ? 2 * list->capacity : 64;
        wend_edit* items = realloc(list->items, (size_t)capacity * sizeof *items);
        if (items == NULL) return false;
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = (wend_edit){row, terrain_class};
    return true;
}

static void add_changed(editor* e, wend_rect r) {
    wend_rect* c = &e->changed;
    if (c->width == 0) {
        *c = r;
        return;
    }
    int32_t x1 = c->x + c->width > r.x + r.width ? c->x + c->width : r.x + r.width;
    int32_t y1 = c->y + c->height > r.y + r.height ? c->y + c->height : r.y + r.height;
    c->x = c->x < r.x ? c->x : r.x;
    c->y = c->y < r.y ? c->y : r.y;
    c->width = x1 - c->x;
    c->height = y1 - c->y;
}

static wend_result apply(editor* e, scene* s, const wend_edit* edits, int32_t count) {
    if (count == 0) return WEND_OK;
    int32_t rebuilt = 0;
    scene_stop_readers(s);
    s->revision++;
    int64_t began = scene_now_ns(s);
    wend_result result = wend_world_edit(s->world, edits, count, &rebuilt);
    e->edit_ns += scene_now_ns(s) - began;
    e->clusters_rebuilt += rebuilt;
    e->settled = false;
    for (int32_t i = 0; i < count; i++) add_changed(e, edits[i].area);
    return result;
}

// ---- what a stroke covers

// The class that comes nearest to a cost, of equals the one met most; 0: nothing is passable.
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

// A stroke being added to the step at e->position - 1.
typedef struct pass {
    editor* e;
    const scene* s;
    edit_step* step;
    int32_t first_done, first_before; // of this pass
    uint8_t ink;                      // class; not for INK_ORIGINAL
    bool original;
    bool failed;
} pass;

static uint8_t ink_at(const pass* p, wend_tile tile) {
    return p->original ? wend_world_original_class(p->s->world, tile) : p->ink;
}

// Columns x0 to x1, both included, of a row: those that would change.
static void paint_row(pass* p, int32_t y, int32_t x0, int32_t x1) {
    const wend_grid* grid = p->s->grid;
    if (y < 0 || y >= wend_grid_height(grid)) return;
    if (x0 < 0) x0 = 0;
    if (x1 >= wend_grid_width(grid)) x1 = wend_grid_width(grid) - 1;
    const uint8_t* row = wend_grid_row(grid, y);
    for (int32_t x = x0; x <= x1 && !p->failed;) {
        uint8_t old = row[x], new = ink_at(p, (wend_tile){x, y});
        int32_t end = x + 1;
        while (end <= x1 && row[end] == old && ink_at(p, (wend_tile){end, y}) == new) end++;
        wend_rect run = {x, y, end - x, 1};
        if (old != new) p->failed = !push(&p->step->done, run, new) || !push(&p->step->before, run, old);
        x = end;
    }
}

static void paint_rectangle(pass* p, wend_tile a, wend_tile b) {
    int32_t x0 = a.x < b.x ? a.x : b.x, x1 = a.x < b.x ? b.x : a.x;
    int32_t y0 = a.y < b.y ? a.y : b.y, y1 = a.y < b.y ? b.y : a.y, height = wend_grid_height(p->s->grid);
    for (int32_t y = y0 > 0 ? y0 : 0; y <= y1 && y < height && !p->failed; y++) paint_row(p, y, x0, x1);
}

// A round brush drawn from one tile to another: of each row the stretch that it touches on its way.
static void paint_line(pass* p, wend_tile a, wend_tile b, int size) {
    int32_t steps = abs(b.x - a.x) > abs(b.y - a.y) ? abs(b.x - a.x) : abs(b.y - a.y);
    int32_t below = (size - 1) / 2, above = size / 2; // tiles before and after the middle one
    int32_t top = (a.y < b.y ? a.y : b.y) - below, rows = abs(b.y - a.y) + size;
    struct {
        int32_t x0, x1;
    }* reach = malloc((size_t)rows * sizeof *reach);
    if (reach == NULL) {
        p->failed = true;
        return;
    }
    for (int32_t i = 0; i < rows; i++) reach[i].x0 = INT32_MAX, reach[i].x1 = INT32_MIN;
    double radius = size / 2.0, middle = (above - below) / 2.0;
    for (int32_t i = 0; i <= steps; i++) {
        double t = steps > 0 ? (double)i / steps : 0;
        int32_t x = a.x + (int32_t)lround(t * (b.x - a.x)), y = a.y + (int32_t)lround(t * (b.y - a.y));
        for (int32_t dy = -below; dy <= above; dy++) {
            // Small brushes are square, as a round one of 2 or 3 tiles would be a cross.
            double half =
                size < 4 ? radius : sqrt(fmax(radius * radius - (dy - middle) * (dy - middle), 0.25));
            int32_t x0 = x + (int32_t)ceil(middle - half), x1 = x + (int32_t)floor(middle + half);
            if (size < 4) x0 = x - below, x1 = x + above;
            int32_t row = y + dy - top;
            if (x0 < reach[row].x0) reach[row].x0 = x0;
            if (x1 > reach[row].x1) reach[row].x1 = x1;
        }
    }
    for (int32_t i = 0; i < rows && !p->failed; i++)
        if (reach[i].x0 <= reach[i].x1) paint_row(p, top + i, reach[i].x0, reach[i].x1);
    free(reach);
}

// ---- flood fill, row by row: the connected area of tiles that cost the same

typedef struct flood {
    pass* p;
    float cost;
    int32_t width, height;
    uint8_t* seen; // a bit a tile
    wend_tile* stack;
    size_t count, capacity;
} flood;

static bool is_seen(const flood* f, int32_t x, int32_t y) {
    size_t i = (size_t)y * (size_t)f->width + (size_t)x;
    return (f->seen[i >> 3] >> (i & 7) & 1) != 0;
}

static bool wanted(const flood* f, int32_t x, int32_t y) {
    return x >= 0 && x < f->width && !is_seen(f, x, y) &&
           wend_grid_cost(f->p->s->grid, (wend_tile){x, y}) == f->cost;
}

// Remembers where each stretch of a row begins that is to be filled.
static void push_seeds(flood* f, int32_t y, int32_t x0, int32_t x1) {
    if (y < 0 || y >= f->height) return;
    for (int32_t x = x0; x <= x1 && !f->p->failed; x++) {
        if (!wanted(f, x, y) || (x > x0 && wanted(f, x - 1, y))) continue;
        if (f->count == f->capacity) {
            size_t capacity = f->capacity > 0 ? 2 * f->capacity : 1024;
            wend_tile* stack = realloc(f->stack, capacity * sizeof *stack);
            if (stack == NULL) {
                f->p->failed = true;
                return;
            }
            f->stack = stack;
            f->capacity = capacity;
        }
        f->stack[f->count++] = (wend_tile){x, y};
    }
}

static void paint_flood(pass* p, wend_tile start) {
    const wend_grid* grid = p->s->grid;
    if (!wend_grid_contains(grid, start)) return;
    flood f = {.p = p, .cost = wend_grid_cost(grid, start)};
    f.width = wend_grid_width(grid);
    f.height = wend_grid_height(grid);
    f.seen = calloc(((size_t)f.width * (size_t)f.height + 7) / 8, 1);
    p->failed = f.seen == NULL;
    if (!p->failed) push_seeds(&f, start.y, start.x, start.x);
    while (f.count > 0 && !p->failed) {
        wend_tile seed = f.stack[--f.count];
        if (!wanted(&f, seed.x, seed.y)) continue;
        int32_t x0 = seed.x, x1 = seed.x;
        while (wanted(&f, x0 - 1, seed.y)) x0--;
        while (wanted(&f, x1 + 1, seed.y)) x1++;
        for (int32_t x = x0; x <= x1; x++) {
            size_t i = (size_t)seed.y * (size_t)f.width + (size_t)x;
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

// A new step, behind which nothing can be done again.
static bool begin_step(editor* e) {
    if (e->saved_position > e->position) e->saved_position = -1;
    free_steps(e, e->position);
    if (e->step_count == e->step_capacity) {
        int capacity = e->step_capacity > 0 ? 2 * e->step_capacity : 16;
        edit_step* steps = realloc(e->steps, (size_t)capacity * sizeof *steps);
        if (steps == NULL) return false;
        e->steps = steps;
        e->step_capacity = capacity;
    }
    e->steps[e->step_count++] = (edit_step){0};
    e->position = e->step_count;
    e->clusters_rebuilt = e->edit_ns = 0;
    return true;
}

static wend_result paint(editor* e, scene* s, wend_tile from, wend_tile to) {
    pass p = {.e = e, .s = s, .step = &e->steps[e->position - 1]};
    p.original = !e->erase && e->ink == INK_ORIGINAL;
    p.ink = e->erase             ? class_of_cost(s->grid, WEND_MIN_CLASS_COST)
            : e->ink == INK_COST ? class_of_cost(s->grid, e->cost)
                                 : 0;
    if (p.ink == 0 && (e->erase || e->ink == INK_COST)) return WEND_ERROR_UNSUPPORTED;
    p.first_done = p.step->done.count;
    p.first_before = p.step->before.count;
    int32_t height = p.first_done > 0 ? p.step->done.items[p.first_done - 1].area.height : 0;
    int32_t height_before = p.first_before > 0 ? p.step->before.items[p.first_before - 1].area.height : 0;
    if (e->tool == TOOL_RECTANGLE)
        paint_rectangle(&p, from, to);
    else if (e->tool == TOOL_FILL)
        paint_flood(&p, to);
    else
        paint_line(&p, from, to, e->size);
    if (p.failed) {
        p.step->done.count = p.first_done;
        p.step->before.count = p.first_before;
        if (p.first_done > 0) p.step->done.items[p.first_done - 1].area.height = height;
        if (p.first_before > 0) p.step->before.items[p.first_before - 1].area.height = height_before;
        return WEND_ERROR_MEMORY;
    }
    // The last rectangle of the pass before may have grown: then it is done again.
    int32_t first = p.first_done;
    if (first > 0 && p.step->done.items[first - 1].area.height > height) first--;
    int32_t count = p.step->done.count - first;
    return count > 0 ? apply(e, s, p.step->done.items + first, count) : WEND_OK;
}

wend_result editor_begin(editor* e, scene* s, wend_tile tile, bool erase) {
    if (e->tool == TOOL_LOOK || e->stroke) return WEND_OK;
    scene_stop_readers(s);
    wend_result result = wend_world_keep_original(s->world);
    if (result != WEND_OK) return result;
    if (!begin_step(e)) return WEND_ERROR_MEMORY;
    e->stroke = true;
    e->erase = erase;
    e->from = e->last = tile;
    return e->tool == TOOL_BRUSH || e->tool == TOOL_FILL ? paint(e, s, tile, tile) : WEND_OK;
}

wend_result editor_move(editor* e, scene* s, wend_tile tile) {
    if (!e->stroke || (tile.x == e->last.x && tile.y == e->last.y)) return WEND_OK;
    wend_tile from = e->last;
    e->last = tile;
    return e->tool == TOOL_BRUSH ? paint(e, s, from, tile) : WEND_OK;
}

wend_result editor_end(editor* e, scene* s) {
    if (!e->stroke) return WEND_OK;
    e->stroke = false;
    wend_result result = WEND_OK;
    if (e->tool == TOOL_LINE || e->tool == TOOL_RECTANGLE) result = paint(e, s, e->from, e->last);
    if (e->steps[e->position - 1].done.count == 0) { // a stroke that changed nothing is none
        e->position--;
        free_steps(e, e->position);
    }
    return result;
}

wend_result editor_undo(editor* e, scene* s) {
    if (e->stroke || e->position == 0) return WEND_OK;
    const edit_list* before = &e->steps[e->position - 1].before;
    // Where a stroke crossed itself the older edit has the older ground, so the last comes first.
    wend_edit* reversed = malloc((size_t)before->count * sizeof *reversed);
    if (reversed == NULL) return WEND_ERROR_MEMORY;
    for (int32_t i = 0; i < before->count; i++) reversed[i] = before->items[before->count - 1 - i];
    e->clusters_rebuilt = e->edit_ns = 0;
    e->position--;
    wend_result result = apply(e, s, reversed, before->count);
    free(reversed);
    return result;
}

wend_result editor_redo(editor* e, scene* s) {
    if (e->stroke || e->position == e->step_count) return WEND_OK;
    const edit_list* done = &e->steps[e->position].done;
    e->clusters_rebuilt = e->edit_ns = 0;
    e->position++;
    return apply(e, s, done->items, done->count);
}

wend_result editor_rest(editor* e, scene* s) {
    if (e->settled || e->stroke) return WEND_OK;
    scene_stop_readers(s);
    wend_result result = wend_world_settle(s->world, SETTLED_A_FRAME, &e->settled);
    if (result == WEND_OK && e->settled) s->info = wend_world_get_info(s->world);
    return result;
}
