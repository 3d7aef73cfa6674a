// join.c: which components of the parts of a map are one? Union-find over those that reach the border of
// their part; all others are complete.
#include <string.h>

#include "bake/assemble.h"
#include "core/containers.h"

static int64_t window_count(const wend_bake* bake) {
    return bake->first_task[bake->settings.task_level];
}

static wend_result read_part(const wend_bake* bake, int64_t task, wendi_part* out, wend_error* error_opt) {
    return wendi_work_read(bake, bake->tasks[task].at, out, sizeof *out, error_opt);
}

wend_result wendi_find_totals(const wend_bake* bake, wendi_totals* out, wend_error* error_opt) {
    const int32_t levels = wendi_min(bake->fit_levels, bake->settings.level_count);
    *out = (wendi_totals){.level_count = levels};
    wendi_part* part = wendi_alloc(&bake->allocator, 1, sizeof *part);
    wend_result result = part ? WEND_OK : WEND_ERROR_MEMORY;
    for (int64_t task = 0; task < wendi_bake_task_count(bake) && result == WEND_OK; task++) {
        if (bake->tasks[task].state != WENDI_DONE) continue; // of a level that is left out
        result = read_part(bake, task, part, error_opt);
        if (result != WEND_OK) break;
        for (int32_t level = 1; level <= levels; level++) {
            out->edge_count += part->edge_count[level - 1];
            out->matrices_size += part->matrices_size[level - 1];
        }
        out->node_count += part->node_count;
        out->closed_count += part->closed_count;
        if (part->closed_largest > out->closed_largest) out->closed_largest = part->closed_largest;
        out->part_label_count += part->part_label_count;
        out->open_count += part->open_count;
    }
    wendi_free(&bake->allocator, part, 1, sizeof *part);
    return result;
}

static void join_lists(wendi_joined* joined, const wendi_border_list* a, uint32_t a_base,
                       const wendi_border_list* b, uint32_t b_base) {
    int64_t i = 0, k = 0;
    while (i < a->count && k < b->count) {
        const wendi_border_node *x = &a->data[i], *y = &b->data[k];
        if (x->node == y->node) wendi_sets_unite(joined->parent, a_base + x->label, b_base + y->label);
        i += x->node <= y->node;
        k += y->node <= x->node;
    }
}

typedef struct joining {
    const wend_bake* bake;
    wend_allocator allocator;
    wendi_joined* joined;
    wendi_border_list*
        lists; // the shared nodes of two rows of parts: that of the part is at row % 2 * columns + column
    int64_t* sizes; // tiles by number
    wendi_part* part;
    int32_t columns;
} joining;

static wend_result read_list(joining* j, int64_t task, uint32_t base, wendi_border_list* list,
                             wend_error* error_opt) {
    const wend_bake* bake = j->bake;
    const wendi_part* part = j->part;
    const uint64_t at = bake->tasks[task].at;
    list->allocator = j->allocator;
    list->count = 0;
    wend_result result = wendi_border_list_reserve(list, part->border_count);
    if (result != WEND_OK) return result;
    wendi_border_node* nodes = list->data;
    list->count = part->border_count;
    if (list->count > 0)
        result = wendi_work_read(bake, at + part->border_at, nodes, (size_t)list->count * sizeof *nodes,
                                 error_opt);
    if (part->open_count > 0 && result == WEND_OK)
        result = wendi_work_read(bake, at + part->sizes_at, j->sizes + base,
                                 part->open_count * sizeof *j->sizes, error_opt);
    for (int64_t i = 0; i < list->count && result == WEND_OK; i++)
        if (nodes[i].label >= part->open_count)
            result = wendi_fail(error_opt, WEND_ERROR_FORMAT, "%s: damaged: labels", bake->work_name);
    for (int64_t i = 1; i < list->count && result == WEND_OK; i++)
        if (nodes[i].node == nodes[i - 1].node)
            wendi_sets_unite(j->joined->parent, base + nodes[i].label, base + nodes[i - 1].label);
    return result;
}

static wend_result join_row(joining* j, int32_t row, wend_error* error_opt) {
    wendi_border_list* lists = j->lists + row % 2 * j->columns;
    const wendi_border_list* above = j->lists + (row + 1) % 2 * j->columns;
    const uint32_t* bases = j->joined->bases + (int64_t)row * j->columns;
    for (int32_t x = 0; x < j->columns; x++) {
        const int64_t task = (int64_t)row * j->columns + x;
        wend_result result = read_part(j->bake, task, j->part, error_opt);
        if (result == WEND_OK) result = read_list(j, task, bases[x], &lists[x], error_opt);
        if (result != WEND_OK) return result;
        if (x > 0) join_lists(j->joined, &lists[x], bases[x], &lists[x - 1], bases[x - 1]);
        if (row > 0) join_lists(j->joined, &lists[x], bases[x], &above[x], bases[x - j->columns]);
    }
    return WEND_OK;
}

static void count_components(joining* j, const wendi_totals* totals) {
    wendi_joined* joined = j->joined;
    joined->component_count = totals->closed_count;
    joined->largest = totals->closed_largest;
    for (uint32_t i = 0; i < joined->open_count; i++) {
        const uint32_t root = wendi_set_shorten(joined->parent, i);
        if (root != i) j->sizes[root] += j->sizes[i];
    }
    for (uint32_t i = 0; i < joined->open_count; i++) {
        if (joined->parent[i] != 0) continue;
        joined->component_count += j->sizes[i] > 0;
        if (j->sizes[i] > joined->largest) joined->largest = j->sizes[i];
    }
}

static wend_result find_bases(joining* j, wend_error* error_opt) {
    wendi_joined* joined = j->joined;
    uint32_t base = 0;
    for (size_t i = 0; i < joined->part_count; i++) {
        wend_result result = read_part(j->bake, (int64_t)i, j->part, error_opt);
        if (result != WEND_OK) return result;
        joined->bases[i] = base;
        base += j->part->open_count;
    }
    joined->bases[joined->part_count] = base;
    memset(joined->numbers, 0xff, base * sizeof *joined->numbers);
    return WEND_OK;
}

wend_result wendi_join_parts(const wend_bake* bake, const wendi_totals* totals,
                             const wend_allocator* allocator, wendi_joined* out, wend_error* error_opt) {
    const wendi_partition parts = wendi_bake_partition(&bake->settings, bake->settings.task_level);
    *out = (wendi_joined){.part_count = (size_t)window_count(bake), .open_count = (size_t)totals->open_count};
    if (totals->open_count >= UINT32_MAX) return WEND_ERROR_LIMIT;
    const size_t list_count = 2 * (size_t)parts.columns, room = out->open_count + 1;
    out->bases = wendi_alloc(allocator, out->part_count + 1, sizeof *out->bases);
    out->parent = wendi_alloc_zeroed(allocator, room, sizeof *out->parent);
    out->numbers = wendi_alloc(allocator, room, sizeof *out->numbers);
    wendi_owner owner;
    joining j = {.bake = bake,
                 .allocator = wendi_owner_begin(&owner, allocator),
                 .joined = out,
                 .columns = parts.columns};
    j.lists = wendi_alloc_zeroed(&j.allocator, list_count, sizeof *j.lists);
    j.sizes = wendi_alloc_zeroed(&j.allocator, room, sizeof *j.sizes);
    j.part = wendi_alloc(&j.allocator, 1, sizeof *j.part);
    wend_result result = out->bases && out->parent && out->numbers && j.lists && j.sizes && j.part
                             ? find_bases(&j, error_opt)
                             : WEND_ERROR_MEMORY;
    for (int32_t row = 0; row < parts.rows && result == WEND_OK; row++) result = join_row(&j, row, error_opt);
    if (result == WEND_OK) count_components(&j, totals);
    wendi_owner_end(&owner);
    return result;
}
