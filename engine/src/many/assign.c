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
    wendi_owner owner; // of all memory below
    wend_allocator allocator;
    const double* costs;
    int32_t rows, columns; // the fewer of agents and jobs are rows
    size_t row_step, column_step;
    double scale;
    double most; // pairs that cost more are left out
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

static inline double pair_cost(const assignment* a, int32_t row, int32_t column) {
    return a->costs[(size_t)row * a->row_step + (size_t)column * a->column_step];
}

static inline int64_t cost_of(const assignment* a, int32_t row, int32_t column) {
    const double cost = pair_cost(a, row, column);
    return cost > a->most ? INT64_MAX : wendi_fixed_cost(cost, a->scale);
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

// ---- the least maximum

// Gives a row a column by the shortest alternating path over pairs that are not left out. False: there is
// none.
static bool fit_row(assignment* a, int32_t row) {
    int64_t* queue = a->distance; // of rows, which are at most as many as the columns
    int32_t first = 0, count = 1;
    queue[0] = row;
    memset(a->taken, 0, (size_t)a->columns * sizeof *a->taken);
    while (first < count) {
        const int32_t from = (int32_t)queue[first++];
        for (int32_t k = 0; k < a->columns; k++) {
            if (a->taken[k] || pair_cost(a, from, k) > a->most) continue;
            a->taken[k] = true;
            a->before[k] = from;
            if (a->row_of[k] >= 0) {
                queue[count++] = a->row_of[k];
                continue;
            }
            for (int32_t column = k;;) {
                const int32_t to = a->before[column], next = a->column_of[to];
                a->row_of[column] = to;
                a->column_of[to] = column;
                if (to == row) return true;
                column = next;
            }
        }
    }
    return false;
}

// Can so many rows get a column without the pairs that are left out? Begins with the pairs so far.
static bool fits(assignment* a, int32_t wanted) {
    int32_t without = 0;
    for (int32_t i = 0; i < a->rows; i++) {
        const int32_t k = a->column_of[i];
        if (k < 0 || pair_cost(a, i, k) <= a->most) continue;
        a->column_of[i] = -1;
        a->row_of[k] = -1;
    }
    for (int32_t i = 0; i < a->rows && without <= a->rows - wanted; i++)
        without += a->column_of[i] < 0 && !fit_row(a, i);
    return without <= a->rows - wanted;
}

// The greatest cost of the pairs so far.
static double greatest_pair(const assignment* a) {
    double greatest = 0;
    for (int32_t i = 0; i < a->rows; i++)
        if (a->column_of[i] >= 0) greatest = fmax(greatest, pair_cost(a, i, a->column_of[i]));
    return greatest;
}

// The least cost above another one.
static double least_above(const assignment* a, double bound) {
    double least = INFINITY;
    for (int32_t i = 0; i < a->rows; i++)
        for (int32_t k = 0; k < a->columns; k++) {
            const double cost = pair_cost(a, i, k);
            if (cost > bound && cost < least) least = cost;
        }
    return least;
}

// Where all rows get a column none can get one below its cheapest.
static double least_bound(const assignment* a) {
    double bound = 0;
    for (int32_t i = 0; i < a->rows; i++) {
        double least = INFINITY;
        for (int32_t k = 0; k < a->columns; k++) least = fmin(least, pair_cost(a, i, k));
        bound = fmax(bound, least);
    }
    return bound;
}

// Leaves out all pairs that are not needed for as many rows as possible to get a column. The bound is at
// least low and at most high, which is one that does; both are costs, or 0.
static void bound_most(assignment* a) {
    const int32_t possible = solve(a);
    double low = possible == a->rows ? least_bound(a) : 0, high = greatest_pair(a);
    while (low < high) {
        a->most = low + (high - low) / 2;
        if (a->most >= high) a->most = low; // no number lies between
        if (fits(a, possible))
            high = greatest_pair(a);
        else
            low = least_above(a, a->most);
    }
    a->most = high;
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
    assignment a = {.costs = costs,
                    .rows = wendi_min(agent_count, job_count),
                    .columns = wendi_max(agent_count, job_count),
                    .row_step = by_agent ? (size_t)job_count : 1,
                    .column_step = by_agent ? 1 : (size_t)job_count,
                    .most = greatest};
    a.scale = wendi_fixed_scale(greatest, a.rows);
    a.allocator = wendi_owner_begin(&a.owner, NULL);
    const bool begun = begin(&a);
    if (begun) {
        if (goal == WEND_ASSIGN_LEAST_MAXIMUM) bound_most(&a);
        solve(&a);
        for (int32_t i = 0; i < agent_count; i++) jobs_out[i] = by_agent ? a.column_of[i] : a.row_of[i];
    }
    wendi_owner_end(&a.owner);
    return begun ? WEND_OK : WEND_ERROR_MEMORY;
}
