// sight.c: which tiles does an eye see?
//
// Invariant: after row d, the beams are the directions that nothing in rows 1 to d blocks: disjoint intervals
// of slopes, of more than one slope each, with their ends. A row is a line of tiles at right angles to one of
// the four directions of the axes; each direction has the quadrant of slopes from -1 to 1. Slopes are
// fractions of whole numbers below 2^22, so they are compared exactly. As beams of one slope are dropped, a
// line that blocking tiles touch on both sides is blocked.
#include "wend/sight.h"

#include <math.h>

#include "grid/grid.h"
#include "hierarchy/open.h"
#include "hierarchy/world.h"

// Columns over rows away from the eye.
typedef struct slope {
    int64_t rise, run; // run > 0
} slope;

typedef struct beam {
    slope low, high;
} beam;

WENDI_LIST(beam_list, beam);
WENDI_LIST_FUNCTIONS(beam_list, beam)

typedef struct sight {
    const wend_grid* map;
    bool blocks[WEND_CLASS_COUNT];
    bool has_walls;
    double square_range;
    wend_tile eye;
    wend_rect area; // of the tiles that are asked for
    wend_rect box;  // around them and the eye, as far as it sees: no other tile matters
    uint8_t* seen;
    beam_list beams, next;
    // The quadrant:
    wend_tile ahead, aside; // steps to the next row and to the next column
    // The line to the one tile that is asked for, if there is only one, in this quadrant:
    bool has_line;
    slope line;
    bool lost;         // no beam has it any more
    wend_tile blocker; // {-1, -1}: none yet
    int64_t lost_row;  // of the blocker
} sight;

static int64_t compare(slope a, slope b) {
    return a.rise * b.run - b.rise * a.run;
}

static int64_t floor_of(int64_t a, int64_t b) {
    return a / b - (a % b < 0);
}

// ---- tiles by row and column of the quadrant

static wend_tile tile_at(const sight* s, int64_t row, int64_t column) {
    return (wend_tile){(int32_t)(s->eye.x + row * s->ahead.x + column * s->aside.x),
                       (int32_t)(s->eye.y + row * s->ahead.y + column * s->aside.y)};
}

static bool contains(wend_rect r, wend_tile tile) {
    return tile.x >= r.x && tile.y >= r.y && tile.x - r.x < r.width && tile.y - r.y < r.height;
}

static bool blocks(const sight* s, int64_t row, int64_t column) {
    const wend_tile tile = tile_at(s, row, column);
    return !contains(s->box, tile) || s->blocks[*wendi_tile(s->map, tile.x, tile.y)];
}

static bool has_wall(const sight* s, wend_tile a, wend_tile b) {
    return contains(s->box, a) && contains(s->box, b) && !wendi_sheet_step_is_open(s->map, a, b) &&
           !wendi_sheet_step_is_open(s->map, b, a);
}

static bool has_wall_before(const sight* s, int64_t row, int64_t column) {
    return s->has_walls && has_wall(s, tile_at(s, row - 1, column), tile_at(s, row, column));
}

static bool has_wall_beside(const sight* s, int64_t row, int64_t column) {
    return s->has_walls && has_wall(s, tile_at(s, row, column), tile_at(s, row, column + 1));
}

// Slope of the end of a tile's side: half a column above its centre, on the near or the far line of the row.
static slope near_end(int64_t row, int64_t column) {
    return (slope){2 * column + 1, 2 * row - 1};
}
static slope far_end(int64_t row, int64_t column) {
    return (slope){2 * column + 1, 2 * row + 1};
}

// What a tile hides, and what is seen of it if its near side and those beside it are free.
static beam shadow_of(int64_t row, int64_t column) {
    return (beam){column > 0 ? far_end(row, column - 1) : near_end(row, column - 1),
                  column < 0 ? far_end(row, column) : near_end(row, column)};
}

// ---- which tiles of a row does a beam reach?

// The part of a tile that blocks sight through which it is seen: the shadow without a side that is hidden.
static beam visible_sides(const sight* s, int64_t row, int64_t column) {
    beam sides = shadow_of(row, column);
    if (column > 0 && (blocks(s, row, column - 1) || has_wall_beside(s, row, column - 1)))
        sides.low = near_end(row, column - 1);
    if (column < 0 && (blocks(s, row, column + 1) || has_wall_beside(s, row, column)))
        sides.high = near_end(row, column);
    return sides;
}

static bool reaches_sides(const sight* s, beam b, int64_t row, int64_t column) {
    const beam sides = visible_sides(s, row, column);
    const slope low = compare(b.low, sides.low) > 0 ? b.low : sides.low,
                high = compare(b.high, sides.high) < 0 ? b.high : sides.high;
    return compare(low, high) < 0;
}

static bool reaches_center(const sight* s, beam b, int64_t row, int64_t column) {
    const slope center = {column, row};
    if (compare(b.low, center) > 0 || compare(b.high, center) < 0) return false;
    // The line to the last tile of a row touches the tile before it, and the quadrant ends there.
    if (column == row) return !blocks(s, row, column - 1) && !has_wall_beside(s, row, column - 1);
    if (column == -row) return !blocks(s, row, column + 1) && !has_wall_beside(s, row, column);
    return true;
}

static void see(const sight* s, int64_t row, int64_t column) {
    const wend_tile tile = tile_at(s, row, column);
    if (!contains(s->area, tile) || (double)(row * row + column * column) > s->square_range) return;
    s->seen[(int64_t)(tile.y - s->area.y) * s->area.width + (tile.x - s->area.x)] = 1;
}

// ---- the next row

// What is left of a beam while shadows are cut from it, in the order of their slopes.
typedef struct cutting {
    sight* sight;
    slope low, high;
    int64_t row;
    wend_tile blocker; // of the line; {-1, -1}: none
    bool crosses;      // the line does not only touch it
    wend_result result;
} cutting;

static void keep(cutting* c, slope high) {
    if (compare(c->low, high) < 0 && c->result == WEND_OK)
        c->result = beam_list_push(&c->sight->next, (beam){c->low, high});
}

// Notes the first tile on the way of the line that blocks it.
static void note_blocker(cutting* c, beam shadow, int64_t column) {
    const sight* s = c->sight;
    const int64_t low = compare(shadow.low, s->line), high = compare(shadow.high, s->line);
    if (low > 0 || high < 0) return;
    const bool crosses = low < 0 && high > 0;
    if (c->blocker.x >= 0 && (crosses == c->crosses ? s->line.rise >= 0 : c->crosses)) return;
    c->blocker = tile_at(s, c->row, column);
    c->crosses = crosses;
}

static void cut(cutting* c, beam shadow, int64_t blocker) {
    if (c->sight->has_line) note_blocker(c, shadow, blocker);
    if (compare(shadow.low, c->high) >= 0 || compare(shadow.high, c->low) <= 0) return;
    keep(c, shadow.low);
    c->low = shadow.high;
}

// Cuts from a beam what the walls before a row hide, or else the tiles of the row and the walls between them;
// sees the tiles that the beam reaches.
static void cut_row(cutting* c, beam b, bool walls_before) {
    sight* s = c->sight;
    const int64_t row = c->row;
    // The columns between the near and the far line of the row.
    const int64_t low_line = b.low.rise < 0 ? 2 * row + 1 : 2 * row - 1,
                  high_line = b.high.rise < 0 ? 2 * row - 1 : 2 * row + 1;
    const int64_t first = floor_of(b.low.rise * low_line + b.low.run, 2 * b.low.run),
                  last = -floor_of(b.high.run - b.high.rise * high_line, 2 * b.high.run);
    c->low = b.low;
    c->high = b.high;
    for (int64_t column = first; column <= last; column++) {
        if (walls_before) {
            if (has_wall_before(s, row, column))
                cut(c, (beam){near_end(row, column - 1), near_end(row, column)}, column);
            continue;
        }
        const bool hides = blocks(s, row, column);
        if (hides ? reaches_sides(s, b, row, column) : reaches_center(s, b, row, column)) see(s, row, column);
        if (hides) cut(c, shadow_of(row, column), column);
        if (has_wall_beside(s, row, column))
            cut(c,
                column < 0 ? (beam){near_end(row, column), far_end(row, column)}
                           : (beam){far_end(row, column), near_end(row, column)},
                s->line.rise < 0 ? column : column + 1);
    }
    keep(c, b.high);
}

static bool has_beam_to(const beam_list* beams, slope line) {
    for (int64_t i = 0; i < beams->count; i++)
        if (compare(beams->data[i].low, line) <= 0 && compare(beams->data[i].high, line) >= 0) return true;
    return false;
}

static wend_result pass(sight* s, int64_t row, bool walls_before) {
    cutting c = {.sight = s, .row = row, .blocker = WENDI_NO_TILE};
    s->next.count = 0;
    for (int64_t i = 0; i < s->beams.count && c.result == WEND_OK; i++)
        cut_row(&c, s->beams.data[i], walls_before);
    if (s->has_line && !s->lost && !has_beam_to(&s->next, s->line)) {
        s->lost = true;
        // A diagonal is blocked when both quadrants have lost it.
        if (row > s->lost_row) s->blocker = c.blocker;
        if (row > s->lost_row) s->lost_row = row;
    }
    const beam_list done = s->beams;
    s->beams = s->next;
    s->next = done;
    return c.result;
}

// ---- the quadrants

static void distances(const sight* s, int64_t x, int64_t y, int64_t* row_out, int64_t* column_out) {
    *row_out = (x - s->eye.x) * s->ahead.x + (y - s->eye.y) * s->ahead.y;
    *column_out = (x - s->eye.x) * s->aside.x + (y - s->eye.y) * s->aside.y;
}

// The quadrant as far as the area lies in it. *rows_out: the last row; 0: none.
static beam quadrant(const sight* s, int64_t* rows_out) {
    const wend_rect a = s->area;
    int64_t row[2], column[2];
    distances(s, a.x, a.y, &row[0], &column[0]);
    distances(s, (int64_t)a.x + a.width - 1, (int64_t)a.y + a.height - 1, &row[1], &column[1]);
    const bool back = row[0] > row[1];
    const int64_t nearest = row[back], farthest = row[!back];
    const double range = sqrt(s->square_range);
    *rows_out = range < (double)farthest ? (int64_t)range : farthest;
    beam b = {{-1, 1}, {1, 1}};
    if (nearest < 1) return b;
    // The tiles' outer corners, on whichever line of the area is seen at the greater angle.
    const beam first = shadow_of(column[0] > 0 ? farthest : nearest, column[0]),
               last = shadow_of(column[1] < 0 ? farthest : nearest, column[1]);
    if (compare(first.low, b.low) > 0) b.low = first.low;
    if (compare(last.high, b.high) < 0) b.high = last.high;
    return b;
}

static wend_result look_ahead(sight* s) {
    int64_t rows;
    const beam all = quadrant(s, &rows);
    s->beams.count = 0;
    if (rows < 1 || compare(all.low, all.high) >= 0) return WEND_OK;
    if (s->has_line) {
        int64_t row, column;
        distances(s, s->area.x, s->area.y, &row, &column);
        s->line = (slope){column, row};
        s->lost = false;
    }
    wend_result result = beam_list_push(&s->beams, all);
    for (int64_t row = 1; row <= rows && s->beams.count > 0 && result == WEND_OK; row++) {
        if (s->has_walls) result = pass(s, row, true);
        if (result == WEND_OK) result = pass(s, row, false);
    }
    return result;
}

static wend_result look(sight* s) {
    static const wend_tile directions[] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
    wend_result result = WEND_OK;
    for (int32_t k = 0; k < 4 && result == WEND_OK; k++) {
        s->ahead = directions[k];
        s->aside = (wend_tile){k >= 2, k < 2};
        result = look_ahead(s);
    }
    see(s, 0, 0);
    beam_list_free(&s->beams);
    beam_list_free(&s->next);
    return result;
}

// ---- queries

wend_sight_def wend_default_sight_def(void) {
    return (wend_sight_def){.cookie = WENDI_COOKIE, .range = INFINITY};
}

// The tiles that can matter: those between an eye and an area, no farther away than it sees.
static wend_rect box_around(wend_tile eye, wend_rect area, float range) {
    const int32_t reach = range < (float)WEND_MAX_SIDE ? (int32_t)range : WEND_MAX_SIDE;
    const int32_t left = wendi_max(wendi_min(area.x, eye.x), eye.x - reach),
                  top = wendi_max(wendi_min(area.y, eye.y), eye.y - reach),
                  right = wendi_min(wendi_max(area.x + area.width - 1, eye.x), eye.x + reach),
                  bottom = wendi_min(wendi_max(area.y + area.height - 1, eye.y), eye.y + reach);
    return (wend_rect){left, top, right - left + 1, bottom - top + 1};
}

static wend_result find(sight* s, const wend_grid* grid, const wend_sight_def* def, wend_tile eye,
                        wend_rect area, uint8_t* seen) {
    if (def->cookie != WENDI_COOKIE) return WEND_ERROR_DEF;
    if (!(def->range >= 0) || !wend_grid_contains(grid, eye)) return WEND_ERROR_ARGUMENT;
    if (wendi_is_hex(grid->connectivity)) return WEND_ERROR_UNSUPPORTED;
    s->blocker = WENDI_NO_TILE;
    if (wendi_has_floors(&grid->floors) && eye.floor != area.floor) return WEND_OK; // no line leads there
    eye = wendi_to_sheet(&grid->floors, eye);
    area = wendi_area_to_sheet(&grid->floors, area);
    const wendi_body_rule* rule = &grid->body_rule;
    s->map = wendi_obstacle_map(grid);
    for (int32_t k = 0; k < WEND_CLASS_COUNT; k++)
        s->blocks[k] = def->blockers ? def->blockers[k]
                       : rule->map   ? rule->is_blocked[k]
                                     : grid->costs.straight[k] == 0;
    s->has_walls = !def->through_walls && wend_grid_closed_step_count(s->map) > 0;
    s->square_range = (double)def->range * (double)def->range;
    s->eye = eye;
    s->area = area;
    s->box = box_around(eye, area, def->range);
    s->seen = seen;
    s->beams.allocator = s->next.allocator = grid->allocator;
    if (!grid->world) return look(s);
    const wendi_graph* graph = &grid->world->graph;
    const int32_t turn = wendi_begin_reading(graph);
    wend_result result = wendi_open_area(graph, s->box, 0);
    if (result == WEND_OK) result = look(s);
    wendi_end_reading(graph, turn);
    return result;
}

wend_result wend_line_of_sight(const wend_grid* grid, const wend_sight_def* def, wend_tile from, wend_tile to,
                               bool* sees_out, wend_tile* blocker_out_opt) {
    if (!grid || !def || !sees_out || !wend_grid_contains(grid, to)) return WEND_ERROR_ARGUMENT;
    sight s = {.has_line = true};
    uint8_t seen = 0;
    wend_result result = find(&s, grid, def, from, (wend_rect){to.x, to.y, 1, 1, to.floor}, &seen);
    if (result != WEND_OK) return result;
    *sees_out = seen;
    if (blocker_out_opt) *blocker_out_opt = seen ? WENDI_NO_TILE : wendi_from_sheet(&grid->floors, s.blocker);
    return WEND_OK;
}

wend_result wend_visible_tiles(const wend_grid* grid, const wend_sight_def* def, wend_tile from,
                               wend_rect area, uint8_t* seen_io) {
    if (!grid || !def || !seen_io || !wendi_is_valid_area(grid, wendi_area_to_sheet(&grid->floors, area)))
        return WEND_ERROR_ARGUMENT;
    sight s = {0};
    return find(&s, grid, def, from, area, seen_io);
}
