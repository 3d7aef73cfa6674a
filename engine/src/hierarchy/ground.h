// ground.h: how does a map get more ground, or lose some?
#ifndef WENDI_GROUND_H
#define WENDI_GROUND_H
#include "hierarchy/world.h"
#include "wend/ground.h"

void wendi_ground_free(wendi_ground_list* list, const wend_allocator* allocator);
#endif
