// ways.c: which ways lead from a tile to its neighbours?
#include "core/ways.h"

const wimp_way wimp_ways[WIMP_WAYS] = {{"right", 1, 0},     {"down", 0, 1},       {"left", -1, 0},
                                       {"up", 0, -1},       {"down-right", 1, 1}, {"down-left", -1, 1},
                                       {"up-left", -1, -1}, {"up-right", 1, -1}};

int32_t wimp_way_called(wimp_span name) {
    int32_t way = 0;
    while (way < WIMP_WAYS && !wimp_span_equals(name, wimp_ways[way].name)) way++;
    return way < WIMP_WAYS ? way + 1 : 0;
}
