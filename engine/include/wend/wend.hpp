// wend/wend.hpp: the engine for C++17. Objects destroy themselves, errors are exceptions, arrays are spans.
//
//     wend::grid grid(wend::grid_def(640, 480));
//     grid.fill({300, 0, 3, 450}, 0); // a wall with a gap below
//     wend::world world(std::move(grid));
//     wend::search search;
//     wend::path path = search.find(world, wend::query({5, 5}, {600, 400}));
//     double steps = 0;
//     for (wend_tile tile : path.tiles()) steps += world.grid().passable(tile);
//
// A thin layer over wend/wend.h, all of it inline, with a header for each part; wend/import.hpp (map
// files) and wend/graph.hpp (graphs that are not grids) are included separately. get() returns the C object,
// which every C function accepts, and the comments there hold here too. Structs, enums and callbacks are
// those of C; every other function has its counterpart here.
//
// - A function that fails throws wend::error and leaves the object unchanged, as in C. Destructors, moves and
//   getters do not throw, except where they return a std::vector or a std::string.
// - Objects can be moved, not copied. A moved-from object is empty: its getters return the neutral values of
//   C, and its other functions throw ARGUMENT.
// - Spans and views borrow, for as long as the C function promises.
// - Nothing allocates beyond what C does, except functions that return a std::vector or a std::string. Beside
//   each of these stands one that writes to memory of the caller.
// - Callbacks are called from C: they must not throw.
#ifndef WEND_WEND_HPP
#define WEND_WEND_HPP
#include "wend/base.hpp"
#include "wend/crowd.hpp"
#include "wend/debug_draw.hpp"
#include "wend/field.hpp"
#include "wend/fleet.hpp"
#include "wend/grid.hpp"
#include "wend/many.hpp"
#include "wend/overlay.hpp"
#include "wend/search.hpp"
#include "wend/service.hpp"
#include "wend/steer.hpp"
#include "wend/threads.hpp"
#include "wend/wend.h"
#include "wend/world.hpp"
#endif
