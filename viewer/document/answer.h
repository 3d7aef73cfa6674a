// answer.h: where does the path begin and end when it was asked to blocked or unreachable tiles?
#ifndef WEND_VIEW_ANSWER_H
#define WEND_VIEW_ANSWER_H
#include "document/scene.h"

enum { ANSWER_TEXT = 240 };

/// An end of the query, and the end of the path in its place.
typedef struct answer_end {
    bool moved; ///< the path begins or ends at another tile than was asked
    wend_tile asked, answered;
} answer_end;

answer_end answer_start(const scene* s);
answer_end answer_goal(const scene* s);
/// A sentence on each end that moved; "" for one that did not.
void answer_start_text(const scene* s, char out[ANSWER_TEXT]);
void answer_goal_text(const scene* s, char out[ANSWER_TEXT]);
/// The sentence on the goal, or else on the start; and that in a few words.
void answer_text(const scene* s, char out[ANSWER_TEXT]);
void answer_short_text(const scene* s, char out[ANSWER_TEXT]);

#endif
