// panel_plan.h: what does the panel say of the query, its answer and the agent?
#ifndef WEND_VIEW_PANEL_PLAN_H
#define WEND_VIEW_PANEL_PLAN_H
#include "document/scene.h"
#include "platform/commands.h"
#include "tools/agent.h"

/// playing: the player is open. resting: nothing walks.
void panel_plan_show(const scene* s, const agent* walker, bool playing, bool resting, commands* c);

#endif
