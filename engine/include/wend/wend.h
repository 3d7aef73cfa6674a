// wend/wend.h: all headers of the engine. C++ programs may prefer wend/wend.hpp.
//
// What every program needs comes first: a grid of tiles, a world over it, a search, and the path that it
// finds. The rest are extras, wend/extras.h. A program that wants to see none of them defines
// WEND_WITHOUT_EXTRAS before it includes this header, and may include single ones by their names.
#ifndef WEND_WEND_H
#define WEND_WEND_H
#include "wend/base.h"
#include "wend/grid.h"
#include "wend/link.h"
#include "wend/path.h"
#include "wend/profile.h"
#include "wend/search.h"
#include "wend/world.h"
#ifndef WEND_WITHOUT_EXTRAS
#include "wend/extras.h"
#endif
#endif
