// link_kernel.h: bounds by links, for search/link_bounds.c. Plain C that compilers vectorise; every sweep_*.c
// compiles it for its instruction set.

static inline int32_t walk(int32_t most, int32_t least, int32_t dx, int32_t dy) {
    dx = dx < 0 ? -dx : dx;
    dy = dy < 0 ? -dy : dy;
    return most * wendi_max(dx, dy) + least * wendi_min(dx, dy);
}

static int32_t least_value(const int32_t* restrict values, int32_t count) {
    int32_t least = INT32_MAX;
    for (int32_t i = 0; i < count; i++) least = wendi_min(least, values[i]);
    return least;
}

static void lower_bounds(int32_t most, int32_t least, int32_t x, int32_t y, int32_t rest,
                         const int32_t* restrict tiles_x, const int32_t* restrict tiles_y, int32_t count,
                         int32_t* restrict bounds) {
    for (int32_t i = 0; i < count; i++)
        bounds[i] = wendi_min(bounds[i], walk(most, least, tiles_x[i] - x, tiles_y[i] - y) + rest);
}

static int32_t bound_by(int32_t most, int32_t least, wendi_link_points points, int32_t x, int32_t y) {
    const int32_t* restrict from_x = points.x, * restrict from_y = points.y, * restrict rest = points.rest;
    const int32_t lanes = wendi_row_lanes(points.count);
    int32_t bound = INT32_MAX;
    for (int32_t i = 0; i < lanes; i++)
        bound = wendi_min(bound, walk(most, least, from_x[i] - x, from_y[i] - y) + rest[i]);
    return bound;
}

static int32_t bounds_of_area(int32_t most, int32_t least, wendi_link_points points, wend_rect area,
                              int32_t* restrict least_out) {
    const int32_t* restrict x = points.x, * restrict y = points.y, * restrict rest = points.rest;
    const int32_t left = area.x, right = area.x + area.width - 1, top = area.y,
                  bottom = area.y + area.height - 1;
    const int32_t lanes = wendi_row_lanes(points.count);
    int32_t bound = INT32_MAX;
    for (int32_t i = 0; i < lanes; i++) {
        const int32_t before_x = left - x[i], after_x = x[i] - right, before_y = top - y[i],
                      after_y = y[i] - bottom;
        least_out[i] = rest[i] + walk(most, least, wendi_max(0, wendi_max(before_x, after_x)),
                                      wendi_max(0, wendi_max(before_y, after_y)));
        bound = wendi_min(bound, rest[i] + walk(most, least, wendi_max(x[i] - left, right - x[i]),
                                                wendi_max(y[i] - top, bottom - y[i])));
    }
    return bound;
}

// ---- shortcuts

// The key of a shortcut; INT32_MAX: it has none. In a form that all compilers vectorise.
static inline int32_t key_of(int32_t rest, int32_t cost, int32_t direct) {
    const int32_t by_link = rest + cost;
    return by_link | (by_link < direct ? 0 : INT32_MAX);
}

// Lowers what is left from the shortcuts of a block by way of a tile.
static void relax_block(int32_t most, int32_t least, int32_t x, int32_t y, int32_t from_there,
                        const int32_t* restrict to_x, const int32_t* restrict to_y,
                        const int32_t* restrict cost, const int32_t* restrict direct, int32_t* restrict rest,
                        int32_t* restrict need_out, int32_t* restrict key_out) {
    int32_t need = -1, key = INT32_MAX;
    for (int32_t i = 0; i < WENDI_SHORTCUT_BLOCK; i++) {
        const int32_t now = wendi_min(rest[i], walk(most, least, to_x[i] - x, to_y[i] - y) + from_there);
        rest[i] = now;
        need = wendi_max(need, wendi_min(now, direct[i] - cost[i]));
        key = wendi_min(key, key_of(now, cost[i], direct[i]));
    }
    *need_out = need;
    *key_out = key;
}

static void relax_in(const wendi_shortcut_rests* s, int32_t block, int32_t x, int32_t y, int32_t from_there) {
    const wendi_shortcut_ends* to = &s->shortcuts->ends[!s->first];
    const int32_t at = block * WENDI_SHORTCUT_BLOCK;
    relax_block(s->most, s->least, x, y, from_there, to->x + at, to->y + at, s->shortcuts->cost + at,
                s->direct + at, s->rest + at, &s->need[block], &s->key[block]);
}

// How much more than its need is left, at least, from the second ends in each block by way of a tile.
static void find_gaps(int32_t most, int32_t least, int32_t x, int32_t y, int32_t from_there,
                      const int32_t* restrict left, const int32_t* restrict right,
                      const int32_t* restrict top, const int32_t* restrict bottom,
                      const int32_t* restrict need, int32_t count, int32_t* restrict gap) {
    for (int32_t i = 0; i < count; i++) {
        const int32_t dx = wendi_max(0, wendi_max(left[i] - x, x - right[i]));
        const int32_t dy = wendi_max(0, wendi_max(top[i] - y, y - bottom[i]));
        gap[i] = walk(most, least, dx, dy) + from_there - need[i];
    }
}

static int32_t relax_shortcuts(const wendi_shortcut_rests* s, int32_t x, int32_t y, int32_t from_there) {
    const wendi_shortcut_ends* to = &s->shortcuts->ends[!s->first];
    const int32_t blocks = wendi_shortcut_blocks(s->shortcuts->count);
    int32_t relaxed = 0;
    find_gaps(s->most, s->least, x, y, from_there, to->left, to->right, to->top, to->bottom, s->need, blocks,
              s->gap);
    for (int32_t i = 0; i < blocks; i++) {
        if (s->gap[i] >= 0) continue;
        relax_in(s, i, x, y, from_there);
        relaxed++;
    }
    return relaxed;
}
