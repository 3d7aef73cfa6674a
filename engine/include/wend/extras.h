// wend/extras.h: what a program may want beside wend/wend.h, which includes it.
#ifndef WEND_EXTRAS_H
#define WEND_EXTRAS_H
#include "wend/alternatives.h" // paths besides the best one
#include "wend/batch.h"        // many queries in one call
#include "wend/crowd.h"        // many agents that avoid each other
#include "wend/debug_draw.h"   // the abstract graph and paths as lines
#include "wend/explain.h"      // why there is no path
#include "wend/field.h"        // costs to or from many tiles
#include "wend/fleet.h"        // movers that never stand in each other
#include "wend/ground.h"       // worlds that grow and shrink
#include "wend/many.h"         // costs between many places, tours, assignments
#include "wend/overlay.h"      // what-if worlds: danger, obstacles, unknown ground
#include "wend/relief.h"       // costs by slope and direction
#include "wend/repair.h"       // paths that outlive edits
#include "wend/service.h"      // queries of many threads on a world that changes
#include "wend/sight.h"        // which tiles see each other
#include "wend/steer.h"        // single agents along their paths
#include "wend/stream.h"       // worlds larger than memory
#include "wend/threads.h"      // a thread pool, for programs that have none
#endif
