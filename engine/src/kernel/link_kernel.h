// link_kernel.h: bounds by links, for search/link_bounds.c. Plain C that compilers vectorise; every sweep_*.c
// compiles it for its instruction set.

static int32_t least_value(const int32_t* restrict values, int32_t count) {
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < count; i++) least = values[i] < least ? values[i] : least;
    return least;
}

static void relax_links(const wendi_link_arrays* links, int32_t count, int32_t most, int32_t least, int32_t x,
                        int32_t y, int32_t from_there) {
    const int32_t* restrict to_x = links->to_x, * restrict to_y = links->to_y, * restrict cost = links->cost;
    const int32_t* restrict direct = links->direct;
    int32_t* restrict rest = links->rest, * restrict key = links->key;
    for (int32_t i = 0; i < count; i++) {
        int32_t dx = to_x[i] - x, dy = to_y[i] - y;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        int32_t by = most * (dx > dy ? dx : dy) + least * (dx > dy ? dy : dx) + cost[i] + from_there;
        int32_t now = by < rest[i] ? by : rest[i];
        rest[i] = now;
        key[i] = now < direct[i] ? now : INT32_MAX;
    }
}

static void lower_bounds(int32_t most, int32_t least, int32_t x, int32_t y, int32_t rest,
                         const int32_t* restrict tiles_x, const int32_t* restrict tiles_y, int32_t count,
                         int32_t* restrict bounds) {
    for (int32_t i = 0; i < count; i++) {
        int32_t dx = tiles_x[i] - x, dy = tiles_y[i] - y;
        dx = dx < 0 ? -dx : dx;
        dy = dy < 0 ? -dy : dy;
        int32_t by = most * (dx > dy ? dx : dy) + least * (dx > dy ? dy : dx) + rest;
        bounds[i] = by < bounds[i] ? by : bounds[i];
    }
}
