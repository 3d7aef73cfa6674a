// class_cost.c: what happens when a lake freezes? A class cost changes on a world that is in use.
#include "hierarchy/edit.h"

wend_result wend_world_set_class_cost(wend_world* world, int32_t profile, uint8_t terrain_class, float cost) {
    if (!world || profile < 0 || profile > world->profiles.count) return WEND_ERROR_ARGUMENT;
    return wendi_change_class_cost(world, profile, terrain_class, cost);
}
