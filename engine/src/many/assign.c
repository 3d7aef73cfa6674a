// assign.c: which agent takes which job? The shortest augmenting paths of Jonker and Volgenant (1987): agents
// are given jobs one after the other, each along the alternating path that adds the least cost.
//
// Invariants: no reduced cost, cost - row - column, is below 0; that of each assigned pair is 0; a column
// without a row has the potential 0. A row may stay without a column at NONE, which exceeds all sums: so as
// many rows as possible get one, and a row that has none keeps none.
#include <math.h>
#include <string.h>

#include "core/base.h"
#include "many/fixed_costs.h"
#include "wend/many.h"

typedef struct assignment {
    wend_allocator allocator;
    const double* costs;
    int32_t rows, columns; // the fewer of agents and jobs are rows
    size_t row_step, column_step;
    double scale;
    double most;   // pairs that cost more are left out
    bool only_fit; // all other pairs cost nothing
    int64_t *row_potential, *column_potential, *distance;
    int32_t *row_of, *column_of, *before; // -1: none; the column before on the path
    bool* taken;                          // the distance of a column is final
} assignment;

static void* reserve(const assignment* a, int32_t count, size_t size) {
    return wendi_alloc(&a->allocator, (size_t)count, size);
}

static bool begin(assignment* a) {
    a->row_potential = reserve(a, a->rows, sizeof *a->row_potential);
    a->column_potential = reserve(a, a->columns, sizeof *a->column_potential);
    a->distance = reserve(a, a->columns, sizeof *a->distance);
    a->row_of = reserve(a, a->columns, sizeof *a->row_of);
    a->column_of = reserve(a, a->rows, sizeof *a->column_of);
    a->before = reserve(a, a->columns, sizeof *a->before);
    a->taken = reserve(a, a->columns, sizeof *a->taken);
    return a->row_potential && a->column_potential && a->distance && a->row_of && a->column_of && a->before &&
           a->taken;
}

static void end(assignment* a) {
    const size_t rows = (size_t)a->rows, columns = (size_t)a->columns;
    wendi_free(&a->allocator, a->row_potential, rows, sizeof *a->row_potential);
    wendi_free(&a->allocator, a->column_potential, columns, sizeof *a->column_potential);
    wendi_free(&a->allocator, a->distance, columns, sizeof *a->distance);
    wendi_free(&a->allocator, a->row_of, columns, sizeof *a->row_of);
    wendi_free(&a->allocator, a->column_of, rows, sizeof *a->column_of);
    wendi_free(&a->allocator, a->before, columns, sizeof *a->before);
    wendi_free(&a->allocator, a->taken, columns, sizeof *a->taken);
}

static inline int64_t cost_of(const assignment* a, int32_t row, int32_t column) {
    const double cost = a->costs[(size_t)row * a->row_step + (size_t)column * a->column_step];
    if (cost > a->most) return INT64_MAX;
    return a->only_fit ? 0 : wendi_fixed_cost(cost, a->scale);
}

// Lowers the distances of columns by way of a row at a distance.
static void relax_row(assignment* a, int32_t row, int64_t distance, int32_t before) {
    const int64_t at_row = distance - a->row_potential[row];
    for (int32_t k = 0; k < a->columns; k++) {
        const int64_t cost = a->taken[k] ? INT64_MAX : cost_of(a, row, k);
        if (cost == INT64_MAX || at_row + cost - a->column_potential[k] >= a->distance[k]) continue;
        a->distance[k] = at_row + cost - a->column_potential[k];
        a->before[k] = before;
    }
}

// The column with the least distance that is not final; -1: none has one.
static int32_t nearest_column(const assignment* a) {
    int32_t nearest = -1;
    int64_t least = INT64_MAX;
    for (int32_t k = 0; k < a->columns; k++)
        if (!a->taken[k] && a->distance[k] < least) {
            least = a->distance[k];
            nearest = k;
        }
    return nearest;
}

// Gives a row a column, or leaves the row without one that it costs least to leave out.
static void add_row(assignment* a, int32_t row) {
    for (int32_t k = 0; k < a->columns; k++) a->distance[k] = INT64_MAX;
    memset(a->taken, 0, (size_t)a->columns * sizeof *a->taken);
    int32_t left_out = row, left_at = -1, last; // the row that stays without, and its column so far
    int64_t left_distance = WENDI_FIXED_NONE - a->row_potential[row];
    relax_row(a, row, 0, -1);
    for (;;) {
        last = nearest_column(a);
        if (last < 0 || a->distance[last] >= left_distance || a->row_of[last] < 0) break;
        const int32_t next = a->row_of[last];
        a->taken[last] = true;
        if (a->distance[last] + WENDI_FIXED_NONE - a->row_potential[next] < left_distance) {
            left_distance = a->distance[last] + WENDI_FIXED_NONE - a->row_potential[next];
            left_out = next;
            left_at = last;
        }
        relax_row(a, next, a->distance[last], last);
    }
    const bool leaves_out = last < 0 || a->distance[last] >= left_distance;
    const int64_t length = leaves_out ? left_distance : a->distance[last];
    a->row_potential[row] += length;
    for (int32_t k = 0; k < a->columns; k++) {
        if (!a->taken[k]) continue;
        a->row_potential[a->row_of[k]] += length - a->distance[k];
        a->column_potential[k] -= length - a->distance[k];
    }
    if (leaves_out) a->column_of[left_out] = -1;
    for (int32_t k = leaves_out ? left_at : last; k >= 0; k = a->before[k]) {
        const int32_t to = a->before[k] < 0 ? row : a->row_of[a->before[k]];
        a->row_of[k] = to;
        a->column_of[to] = k;
    }
}

// Gives rows their cheapest column where no other row has it, which most get that way.
static void take_cheapest(assignment* a) {
    for (int32_t i = 0; i < a->rows; i++) {
        int64_t least = WENDI_FIXED_NONE;
        int32_t cheapest = -1;
        for (int32_t k = 0; k < a->columns; k++) {
            const int64_t cost = cost_of(a, i, k);
            if (cost < least) least = cost, cheapest = k;
        }
        a->row_potential[i] = least;
        a->column_of[i] = -1;
        if (cheapest < 0 || a->row_of[cheapest] >= 0) continue;
        a->row_of[cheapest] = i;
        a->column_of[i] = cheapest;
    }
}

// Returns how many rows have a column.
static int32_t solve(assignment* a) {
    int32_t count = 0;
    for (int32_t k = 0; k < a->columns; k++) a->row_of[k] = -1;
    memset(a->column_potential, 0, (size_t)a->columns * sizeof *a->column_potential);
    take_cheapest(a);
    for (int32_t i = 0; i < a->rows; i++)
        if (a->column_of[i] < 0 && a->row_potential[i] < WENDI_FIXED_NONE) add_row(a, i);
    for (int32_t i = 0; i < a->rows; i++) count += a->column_of[i] >= 0;
    return count;
}

// The bits of costs that are not negative are in the order of the costs.
static uint64_t bits_of(double cost) {
    uint64_t bits;
    memcpy(&bits, &cost, sizeof bits);
    return bits;
}

// Leaves out all pairs that are not needed for as many rows as possible to get a column.
static void bound_most(assignment* a) {
    const double all = a->most;
    a->only_fit = true;
    const int32_t possible = solve(a);
    uint64_t low = 0, high = bits_of(all); // the bound is above low - 1, and at most high
    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        memcpy(&a->most, &middle, sizeof middle);
        if (solve(a) == possible)
            high = middle;
        else
            low = middle + 1;
    }
    memcpy(&a->most, &high, sizeof high);
    a->only_fit = false;
}

wend_result wend_assign(const double* costs, int32_t agent_count, int32_t job_count, wend_assign_goal goal,
                        int32_t* jobs_out) {
    if (!costs || !jobs_out || agent_count < 1 || job_count < 1 || (int)goal < 0 ||
        goal >= WEND_ASSIGN_GOAL_COUNT)
        return WEND_ERROR_ARGUMENT;
    double greatest;
    wend_result result = wendi_fixed_check(costs, (size_t)agent_count * (size_t)job_count, &greatest);
    if (result != WEND_OK) return result;
    const bool by_agent = agent_count <= job_count;
    assignment a = {.allocator = wendi_allocator(NULL),
                    .costs = costs,
                    .rows = wendi_min(agent_count, job_count),
                    .columns = wendi_max(agent_count, job_count),
                    .row_step = by_agent ? (size_t)job_count : 1,
                    .column_step = by_agent ? 1 : (size_t)job_count,
                    .most = greatest};
    a.scale = wendi_fixed_scale(greatest, a.rows);
    const bool begun = begin(&a);
    if (begun) {
        if (goal == WEND_ASSIGN_LEAST_MAXIMUM) bound_most(&a);
        solve(&a);
        for (int32_t i = 0; i < agent_count; i++) jobs_out[i] = by_agent ? a.column_of[i] : a.row_of[i];
    }
    end(&a);
    return begun ? WEND_OK : WEND_ERROR_MEMORY;
}
