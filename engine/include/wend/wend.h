// wend/wend.h: all headers of the engine. C++ programs may prefer wend/wend.hpp.
#ifndef WEND_WEND_H
#define WEND_WEND_H
#include "wend/alternatives.h"
#include "wend/bake.h"
#include "wend/base.h"
#include "wend/batch.h"
#include "wend/crowd.h"
#include "wend/debug_draw.h"
#include "wend/explain.h"
#include "wend/field.h"
#include "wend/grid.h"
#include "wend/link.h"
#include "wend/path.h"
#include "wend/profile.h"
#include "wend/repair.h"
#include "wend/search.h"
#include "wend/service.h"
#include "wend/steer.h"
#include "wend/stream.h"
#include "wend/threads.h"
#include "wend/world.h"
#endif
