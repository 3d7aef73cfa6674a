// answer.c: where does the path begin and end when it was asked to blocked or unreachable tiles?
#include "document/place.h"
#include <stdio.h>

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
