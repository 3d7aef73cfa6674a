// connection_shapes.c: which steps are closed, and which lines show walls, one-way steps and links?
#include "connection_shapes.h"
#include "palette.h"
#include <wend/private.h>

#include <math.h>

enum { PIECES = 24 }; // of a bent line

// By bit of wend_grid_closed_steps; the step back from a neighbour has the bit `back`.
static const struct {
    int32_t x, y;
    int back;
} directions[] = {{1, 0, 2}, {0, 1, 3},  {-1, 0, 0},  {0, -1, 1},
                  {1, 1, 6}, {-1, 1, 7}, {-1, -1, 4}, {1, -1, 5}};
enum { DIRECTIONS = sizeof directions / sizeof directions[0] };

uint32_t connection_color(wend_link_kind kind) {
    static const uint32_t colors[WEND_LINK_KIND_COUNT] = {
        [WEND_LINK_OTHER] = 0x455A64,    [WEND_LINK_TUNNEL] = 0x8D5524, [WEND_LINK_LIFT] = 0x1565C0,
        [WEND_LINK_LADDER] = 0xEF6C00,   [WEND_LINK_JUMP] = 0x2E7D32,   [WEND_LINK_FERRY] = 0x00838F,
        [WEND_LINK_TELEPORT] = 0xC2185B, [WEND_LINK_SEAM] = 0x6D4C41,
    };
    return (int)kind >= 0 && kind < WEND_LINK_KIND_COUNT ? colors[kind] : colors[WEND_LINK_OTHER];
}

static float clamp(float value, float low, float high) {
    return fminf(high, fmaxf(low, value));
}

static wend_vec2 between(wend_vec2 a, wend_vec2 b, float share) {
    return (wend_vec2){a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
}

static tile_plane plane_of(const wend_grid* grid, const connection_pen* pen) {
    tile_plane plane = tile_plane_of(grid);
    plane.floor_step = pen->floor_step;
    return plane;
}

static void line(const connection_pen* pen, wend_vec2 from, wend_vec2 to, float width, uint32_t color) {
    pen->line(from, to, width, color, 1, pen->context);
}

// The two strokes of an arrowhead at a point, which comes from another.
static void arrowhead(const connection_pen* pen, wend_vec2 from, wend_vec2 at, float size, float width,
                      uint32_t color) {
    const float dx = at.x - from.x, dy = at.y - from.y, length = hypotf(dx, dy);
    if (length <= 0) return;
    const float ux = dx / length * size, uy = dy / length * size;
    line(pen, (wend_vec2){at.x - ux - 0.6f * uy, at.y - uy + 0.6f * ux}, at, width, color);
    line(pen, (wend_vec2){at.x - ux + 0.6f * uy, at.y - uy - 0.6f * ux}, at, width, color);
}

// ---- walls

// Of the two tiles at a wall, the upper or left one counts it.
static bool counts_wall(int direction) {
    return directions[direction].y > 0 || (directions[direction].y == 0 && directions[direction].x > 0);
}

static void visit_tile(const wend_grid* grid, wend_tile tile, closed_step_fn* visit, void* context) {
    const uint8_t closed = wend_grid_closed_steps(grid, tile);
    for (int d = 0; d < DIRECTIONS && closed != 0; d++) {
        if (!(closed >> d & 1)) continue;
        closed_step step = {tile, {tile.x + directions[d].x, tile.y + directions[d].y, tile.floor}, false};
        step.is_wall = wend_grid_closed_steps(grid, step.next) >> directions[d].back & 1;
        if (!step.is_wall || counts_wall(d)) visit(&step, context);
    }
}

void connection_visit_closed(const wend_grid* grid, wend_rect area, int32_t first_floor, int32_t last_floor,
                             closed_step_fn* visit, void* context) {
    if (wend_grid_closed_step_count(grid) == 0) return;
    const wend_rect map = wend_grid_area(grid);
    const int32_t left = area.x > map.x ? area.x : map.x, top = area.y > map.y ? area.y : map.y;
    const int64_t right = (int64_t)area.x + area.width, bottom = (int64_t)area.y + area.height;
    const int64_t map_right = (int64_t)map.x + map.width, map_bottom = (int64_t)map.y + map.height;
    const int32_t rows = (int32_t)(map_bottom < bottom ? map_bottom : bottom) - top;
    for (int32_t i = 0; i < rows * (last_floor - first_floor + 1); i++)
        for (int32_t x = left; x < map_right && x < right; x++)
            visit_tile(grid, (wend_tile){x, top + i % rows, (uint16_t)(first_floor + i / rows)}, visit,
                       context);
}

typedef struct wall_drawing {
    const wend_grid* grid;
    const connection_pen* pen;
    tile_plane plane;
} wall_drawing;

static void draw_closed(const closed_step* step, void* context) {
    const wall_drawing* d = context;
    const connection_pen* pen = d->pen;
    const bool is_passable = wend_grid_passable(d->grid, step->tile),
               next_is = wend_grid_passable(d->grid, step->next);
    if (step->is_wall ? !is_passable && !next_is : !is_passable || !next_is)
        return; // nobody could step here anyway
    wend_vec2 edge[2];
    tile_plane_edge(d->plane, step->tile, step->next, edge);
    const float width = clamp(0.14f * pen->scale, 1, 6);
    if (step->is_wall) {
        if (pen->scale >= 8) line(pen, edge[0], edge[1], width + 2, 0xFFFFFF);
        line(pen, edge[0], edge[1], width, PALETTE_BLOCKED);
        return;
    }
    // open from the next tile to this one
    line(pen, edge[0], edge[1], width / 2, PALETTE_ONE_WAY);
    if (pen->scale < 6) return;
    const wend_vec2 middle = between(edge[0], edge[1], 0.5f);
    const wend_vec2 from = between(middle, tile_plane_center(d->plane, step->next), 0.55f);
    const wend_vec2 to = between(middle, tile_plane_center(d->plane, step->tile), 0.55f);
    const float arrow = clamp(0.07f * pen->scale, 1, 4);
    line(pen, from, to, arrow, PALETTE_ONE_WAY);
    arrowhead(pen, from, to, 0.2f, arrow, PALETTE_ONE_WAY);
}

void connection_draw_walls(const wend_grid* grid, const connection_pen* pen) {
    wall_drawing drawing = {grid, pen, plane_of(grid, pen)};
    const wend_rect v = pen->view, area = {v.x - 1, v.y - 1, v.width + 2, v.height + 2};
    const bool all_floors = pen->floor_step > 0;
    connection_visit_closed(grid, area, all_floors ? 0 : v.floor,
                            all_floors ? wend_grid_floors(grid) - 1 : v.floor, draw_closed, &drawing);
}

// ---- links

static bool may_touch(wend_rect view, wend_vec2 a, wend_vec2 b, float margin) {
    const float left = fminf(a.x, b.x) - margin, right = fmaxf(a.x, b.x) + margin;
    const float top = fminf(a.y, b.y) - margin, bottom = fmaxf(a.y, b.y) + margin;
    return right >= (float)view.x && bottom >= (float)view.y && left <= (float)view.x + (float)view.width &&
           top <= (float)view.y + (float)view.height;
}

// A point of a quadratic Bezier curve.
static wend_vec2 curve(const wend_vec2 points[3], float t) {
    return between(between(points[0], points[1], t), between(points[1], points[2], t), t);
}

static void draw_curve(const wend_vec2 points[3], bool dashed, float width, uint32_t color,
                       const connection_pen* pen) {
    for (int i = 0; i < PIECES; i++) {
        if (dashed && i % 4 >= 2) continue;
        line(pen, curve(points, (float)i / PIECES), curve(points, (float)(i + 1) / PIECES), width, color);
    }
}

// A step over the edge of a map that wraps: out of it at one side, and in at the other.
static bool draw_over_edge(const wend_grid* grid, const wend_link* link, tile_plane plane,
                           const connection_pen* pen) {
    const uint32_t edges = wend_grid_edges_between(grid, link->from, link->to);
    if (link->kind != WEND_LINK_SEAM || edges == 0) return false;
    const float right = edges != WEND_WRAP_X        ? 0
                        : link->to.x < link->from.x ? 0.5f
                                                    : -0.5f,
                below = edges != WEND_WRAP_Y        ? 0
                        : link->to.y < link->from.y ? 0.5f
                                                    : -0.5f;
    const wend_vec2 from = tile_plane_center(plane, link->from), to = tile_plane_center(plane, link->to);
    const float width = clamp(0.12f * pen->scale, 1, 5);
    const uint32_t color = connection_color(link->kind);
    line(pen, from, (wend_vec2){from.x + right, from.y + below}, width, color);
    line(pen, (wend_vec2){to.x - right, to.y - below}, to, width, color);
    return true;
}

void connection_draw_link(const wend_grid* grid, const wend_link* link, const connection_pen* pen) {
    const tile_plane plane = plane_of(grid, pen);
    if (pen->floor_step <= 0 && link->from.floor != pen->view.floor && link->to.floor != pen->view.floor)
        return;
    if (draw_over_edge(grid, link, plane, pen)) return;
    const wend_vec2 from = tile_plane_center(plane, link->from), to = tile_plane_center(plane, link->to);
    const float dx = to.x - from.x, dy = to.y - from.y, length = hypotf(dx, dy);
    const float bend = clamp(0.14f * length, 0.12f, 4); // to the left of the way
    wend_rect view = pen->view;
    const wend_vec2 view_at = tile_plane_center(plane, (wend_tile){view.x, view.y});
    view.x = (int32_t)view_at.x - 1; // shifted rows are narrower, so this is no less than the view
    view.y = (int32_t)view_at.y - 1;
    view.width += 2 + (int32_t)plane.floor_step * (wend_grid_floors(grid) - 1);
    view.height += 2;
    if (length <= 0 || !may_touch(view, from, to, bend + 1)) return;
    const wend_vec2 middle = between(from, to, 0.5f);
    const wend_vec2 points[3] = {
        from, {middle.x + dy / length * 2 * bend, middle.y - dx / length * 2 * bend}, to};
    const bool dashed = !wend_grid_link_is_usable(grid, link->id);
    const float width = clamp(0.12f * pen->scale, 1.6f, 5), head = clamp(6 / pen->scale, 0.25f, 8);
    const uint32_t color = connection_color(link->kind);
    const wend_vec2 before = curve(points, 1 - 1.5f / PIECES);
    if (!dashed) draw_curve(points, false, width + 2.4f, 0xFFFFFF, pen);
    arrowhead(pen, before, to, head, width + 2.4f, 0xFFFFFF);
    draw_curve(points, dashed, width, color, pen);
    arrowhead(pen, before, to, head, width, color);
    line(pen, from, from, 2.2f * width, color); // where it begins
}

void connection_draw_links(const wend_grid* grid, const connection_pen* pen) {
    int32_t count = 0;
    const wend_link* links = wend_grid_links(grid, &count);
    for (int32_t i = 0; i < count; i++) connection_draw_link(grid, &links[i], pen);
}
