// fleet_tool.h: how does the window run a fleet: movers that never stand in each other?
#ifndef WEND_VIEW_FLEET_TOOL_H
#define WEND_VIEW_FLEET_TOOL_H
#include "document/document.h"
#include "views/view.h"
#include <wend/fleet.h>

enum { FLEET_TOOL_MOST = 100000 };

typedef struct fleet_tool {
    document* document;
    view* view;
    bool shown;         ///< its panel is open
    int movers;         ///< wanted [Range: 1..FLEET_TOOL_MOST]
    bool lifelong;      ///< who is at its goal gets another one
    bool turns;         ///< movers turn before they step
    bool heat;          ///< where movers wait is coloured
    bool profiles;      ///< movers are of all profiles of the world in turn, not all of the default one
    int lift;           ///< movers at a time on a lift [Range: 0..1000; 0: any number]
    float step_seconds; ///< how long a step is to links with a duration [Range: 0..60; 0: each takes a step]
    bool paused;
    float speed;          ///< [Range: 0.5..60] [Units: steps a second]
    wend_fleet* fleet;    ///< NULL: none runs
    int count;            ///< of its movers
    wend_tile* before;    ///< of each mover, where the present step began
    wend_tile* after;     ///< and where it ends
    int32_t* profile_of;  ///< of each mover
    wend_link_use* links; ///< on which each mover is, to the checker
    wend_link_rules rules;
    wend_lift* lifts;
    int32_t* lift_links; ///< the ids that they list
    double share;        ///< of the present step that is over
    bool edited;         ///< the map has changed since the last step
    int64_t conflicts;   ///< pairs of movers, by the checker, in all steps
    int64_t reached;     ///< goals
    double step_ns;      ///< of the last step
    uint64_t random;
    uint32_t* waits; ///< by block of tiles, floor by floor, row by row: times that a mover had to wait there
    int block;       ///< tiles along its side
    int columns, rows; ///< of a floor
    uint32_t most_waits;
} fleet_tool;

/// Borrows both.
void fleet_tool_init(fleet_tool* t, document* d, view* v);
/// Runs the fleet for the time of a frame, unless paused.
void fleet_tool_frame(fleet_tool* t, double seconds);
bool fleet_tool_moves(const fleet_tool* t);
/// Under the path, and over it.
void fleet_tool_draw_heat(const fleet_tool* t);
void fleet_tool_draw(const fleet_tool* t);

#endif
