// fleet_picture.h: what does a plan of a fleet look like? As a film, or how often each tile was entered.
#ifndef FLEET_PICTURE_H
#define FLEET_PICTURE_H
#include "fleet_plan.h"

/// OUT.svg: the map with movers that move, in any browser; OUT.png: the map with a dot on each tile that was
/// entered, the darker the more often. CLI_OK or an exit code.
/// profiles: by mover; NULL: all move by the map.
int fleet_picture_write(const fleet_plan* p, const wend_world* world, const int32_t* profiles,
                        const char* file);

#endif
