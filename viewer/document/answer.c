// answer.c: where does the path begin and end when it was asked to blocked or unreachable tiles?
#include "document/answer.h"
#include <math.h>
#include <stdio.h>

static answer_end between(const scene* s, wend_tile asked, wend_tile answered) {
    answer_end end = {.asked = asked, .answered = answered};
    end.moved = asked.x != answered.x || asked.y != answered.y;
    const wend_vec2 a = wend_grid_center(s->grid, asked), b = wend_grid_center(s->grid, answered);
    end.distance = hypot((double)(a.x - b.x), (double)(a.y - b.y)) / (double)wend_grid_tile_size(s->grid);
    return end;
}

answer_end answer_start(const scene* s) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(s->path, &count);
    return between(s, s->query.start, count > 0 ? tiles[0] : s->query.start);
}

answer_end answer_goal(const scene* s) {
    int32_t count = 0;
    const wend_tile* tiles = wend_path_tiles(s->path, &count);
    const int32_t goal = wend_path_goal(s->path);
    const wend_tile asked = goal >= 0 && goal < s->goal_count ? s->goals[goal] : s->query.goal;
    return between(s, asked, count > 0 ? tiles[count - 1] : asked);
}

// "4.2 tiles away"
static const char* away(const answer_end* end, char out[32]) {
    snprintf(out, 32, "%.3g tile%s away", end->distance, end->distance == 1 ? "" : "s");
    return out;
}

void answer_start_text(const scene* s, char out[ANSWER_TEXT]) {
    const answer_end end = answer_start(s);
    char distance[32];
    out[0] = '\0';
    if (end.moved)
        snprintf(out, ANSWER_TEXT, "Start is blocked: path begins at the nearest passable tile (%d, %d), %s",
                 end.answered.x, end.answered.y, away(&end, distance));
}

void answer_goal_text(const scene* s, char out[ANSWER_TEXT]) {
    const answer_end end = answer_goal(s);
    wend_tile from, to;
    const bool blocked = wend_path_snapped(s->path, &from, &to).goal;
    char distance[32];
    out[0] = '\0';
    if (wend_path_outcome(s->path) == WEND_PARTIAL)
        snprintf(out, ANSWER_TEXT, "Goal is %s: path leads to the nearest reachable tile (%d, %d), %s",
                 blocked ? "blocked and cut off" : "not reachable", end.answered.x, end.answered.y,
                 away(&end, distance));
    else if (end.moved)
        snprintf(out, ANSWER_TEXT, "Goal is blocked: path leads to the nearest passable tile (%d, %d), %s",
                 end.answered.x, end.answered.y, away(&end, distance));
}

void answer_text(const scene* s, char out[ANSWER_TEXT]) {
    answer_goal_text(s, out);
    if (out[0] == '\0') answer_start_text(s, out);
}

void answer_short_text(const scene* s, char out[ANSWER_TEXT]) {
    const answer_end start = answer_start(s), goal = answer_goal(s);
    out[0] = '\0';
    if (goal.moved)
        snprintf(out, ANSWER_TEXT, "Goal %s: path ends at %d, %d",
                 wend_path_outcome(s->path) == WEND_PARTIAL ? "not reachable" : "blocked", goal.answered.x,
                 goal.answered.y);
    else if (start.moved)
        snprintf(out, ANSWER_TEXT, "Start blocked: path begins at %d, %d", start.answered.x,
                 start.answered.y);
}
