// place.c: where is a tile, and how long is something, in the units of the map's own file? And where does the
// path begin and end when it was asked to blocked or unreachable tiles?
#include "document/place.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

bool place_has_units(const scene* s) {
    const wend_vec2 origin = wend_grid_origin(s->grid);
    return s->frame.is_ros || s->frame.geo.has_transform || wend_grid_tile_size(s->grid) != 1 ||
           origin.x != 0 || origin.y != 0;
}

const char* place_unit(const scene* s) {
    const wend_georeference* geo = &s->frame.geo;
    return s->frame.is_ros || (geo->has_transform && geo->kind != WEND_GEO_NONE) ? " m" : " units";
}

double place_tile_side(const scene* s) {
    return place_has_units(s) ? world_frame_tile_size(&s->frame) : 1;
}

const char* place_length_unit(const scene* s) {
    return place_has_units(s) ? place_unit(s) : " tiles";
}

void place_amount_text(double amount, const char* unit, char out[PLACE_TEXT]) {
    const size_t length = strlen(unit);
    const bool cut = amount == 1 && unit[length - 1] == 's';
    snprintf(out, PLACE_TEXT, "%.4g%.*s", amount, (int)length - cut, unit);
}

void place_length_text(const scene* s, double tiles, char out[PLACE_TEXT]) {
    place_amount_text(tiles * place_tile_side(s), place_length_unit(s), out);
}

int place_digits(const scene* s) {
    const world_point at = world_frame_center(&s->frame, (wend_tile){0, 0});
    const world_point right = world_frame_center(&s->frame, (wend_tile){1, 0});
    const world_point below = world_frame_center(&s->frame, (wend_tile){0, 1});
    const double step = fmin(hypot(right.x - at.x, right.y - at.y), hypot(below.x - at.x, below.y - at.y));
    return step > 0 ? (int)fmin(fmax(1 - floor(log10(step)), 0), 9) : 3;
}

void place_text(const scene* s, world_point at, char out[PLACE_TEXT]) {
    const int digits = place_digits(s);
    snprintf(out, PLACE_TEXT, "%.*f, %.*f%s", digits, at.x, digits, at.y, s->frame.is_ros ? " m" : "");
}

tile_text place_tile_text(wend_tile tile, bool has_floors) {
    tile_text out;
    const int used = snprintf(out.text, sizeof out.text, "%d, %d", tile.x, tile.y);
    if (has_floors) snprintf(out.text + used, sizeof out.text - (size_t)used, ", floor %d", tile.floor);
    return out;
}

tile_text place_tile(const scene* s, wend_tile tile) {
    return place_tile_text(tile, wend_grid_floors(s->grid) > 1);
}

static double in_tiles(const scene* s, wend_tile a, wend_tile b) {
    const wend_vec2 from = wend_grid_center(s->grid, a), to = wend_grid_center(s->grid, b);
    return hypot((double)(from.x - to.x), (double)(from.y - to.y)) / (double)wend_grid_tile_size(s->grid);
}

void place_distance_text(const scene* s, wend_tile a, wend_tile b, char out[PLACE_TEXT]) {
    const world_frame* f = &s->frame;
    const double tiles = in_tiles(s, a, b);
    const double metres =
        place_has_units(s) ? world_frame_metres(f, world_frame_center(f, a), world_frame_center(f, b)) : 0;
    place_amount_text(metres > 0 ? metres : tiles * place_tile_side(s), place_length_unit(s), out);
}

// ---- where the path begins and ends

static answer_end between(wend_tile asked, wend_tile answered) {
    return (answer_end){!same_tile(asked, answered), asked, answered};
}

answer_end answer_start(const scene* s) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(s->path, &count);
    return between(s->query.start, count > 0 ? tiles[0] : s->query.start);
}

answer_end answer_goal(const scene* s) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(s->path, &count);
    const int32_t goal = wend_path_goal(s->path);
    const wend_tile asked = goal >= 0 && goal < s->goal_count ? s->goals[goal] : s->query.goal;
    return between(asked, count > 0 ? tiles[count - 1] : asked);
}

// "5 tiles away"
static void away_text(const scene* s, const answer_end* end, char out[PLACE_TEXT + 8]) {
    char distance[PLACE_TEXT];
    place_distance_text(s, end->asked, end->answered, distance);
    if (end->asked.floor != end->answered.floor)
        snprintf(out, PLACE_TEXT + 8, "on another floor");
    else
        snprintf(out, PLACE_TEXT + 8, "%s away", distance);
}

void answer_start_text(const scene* s, char out[ANSWER_TEXT]) {
    const answer_end end = answer_start(s);
    char away[PLACE_TEXT + 8];
    out[0] = '\0';
    away_text(s, &end, away);
    if (end.moved)
        snprintf(out, ANSWER_TEXT, "Start is blocked: path begins at the nearest passable tile (%s), %s",
                 place_tile(s, end.answered).text, away);
}

void answer_goal_text(const scene* s, char out[ANSWER_TEXT]) {
    const answer_end end = answer_goal(s);
    wend_tile from, to;
    const bool blocked = wend_path_snapped(s->path, &from, &to).goal;
    char away[PLACE_TEXT + 8];
    out[0] = '\0';
    away_text(s, &end, away);
    if (wend_path_outcome(s->path) == WEND_PARTIAL)
        snprintf(out, ANSWER_TEXT, "Goal is %s: path leads to the nearest reachable tile (%s), %s",
                 blocked ? "blocked and cut off" : "not reachable", place_tile(s, end.answered).text, away);
    else if (end.moved)
        snprintf(out, ANSWER_TEXT, "Goal is blocked: path leads to the nearest passable tile (%s), %s",
                 place_tile(s, end.answered).text, away);
}

void answer_text(const scene* s, char out[ANSWER_TEXT]) {
    answer_goal_text(s, out);
    if (out[0] == '\0') answer_start_text(s, out);
}

void answer_short_text(const scene* s, char out[ANSWER_TEXT]) {
    const answer_end start = answer_start(s), goal = answer_goal(s);
    out[0] = '\0';
    if (goal.moved)
        snprintf(out, ANSWER_TEXT, "Goal %s: path ends at %s",
                 wend_path_outcome(s->path) == WEND_PARTIAL ? "not reachable" : "blocked",
                 place_tile(s, goal.answered).text);
    else if (start.moved)
        snprintf(out, ANSWER_TEXT, "Start blocked: path begins at %s", place_tile(s, start.answered).text);
}
