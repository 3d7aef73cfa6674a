// path.h: what is in a path, the answer to a query?
#ifndef WENDI_PATH_H
#define WENDI_PATH_H
#include "core/base.h"
#include "wend/path.h"

typedef struct wendi_point_list {
    wend_allocator allocator;
    wend_vec2* data;
    size_t capacity;
    int64_t count;
} wendi_point_list;
wend_result wendi_point_list_push(wendi_point_list* list, wend_vec2 point);
void wendi_point_list_free(wendi_point_list* list);

typedef struct wendi_path_link_list {
    wend_allocator allocator;
    wend_path_link* data;
    size_t capacity;
    int64_t count;
} wendi_path_link_list;
wend_result wendi_path_link_list_push(wendi_path_link_list* list, wend_path_link link);
void wendi_path_link_list_reverse(wendi_path_link_list* list);
void wendi_path_link_list_free(wendi_path_link_list* list);

struct wend_path {
    wend_allocator allocator;
    wend_outcome outcome;
    double cost;
    wend_cost integer_cost;
    wendi_tile_list tiles;
    wendi_tile_list route;
    wendi_point_list waypoints;
    wendi_path_link_list links;
};

/// Sets all of a path, or on WEND_ERROR_MEMORY nothing.
wend_result wendi_path_assign(wend_path* path, wend_outcome outcome, double cost, wend_cost integer_cost,
                              const wendi_tile_list* tiles, const wendi_tile_list* route,
                              const wendi_point_list* waypoints, const wendi_path_link_list* links_opt);
#endif
