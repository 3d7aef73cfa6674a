// tile_set.h: which tiles does `wend edit --set` change, and to which terrain class?
#ifndef TILE_SET_H
#define TILE_SET_H
#include "cli.h"

typedef enum tile_set_kind { SET_COST, SET_BLOCKED, SET_ORIGINAL } tile_set_kind;

typedef struct tile_set {
    const char* text;  ///< the argument
    double numbers[5]; ///< X, Y, W, H as they were given, and the floor
    wend_rect area;    ///< of tiles, once the caller knows the world
    tile_set_kind kind;
    float cost;            ///< of SET_COST
    uint8_t terrain_class; ///< of SET_COST and SET_BLOCKED
} tile_set;

/// "X,Y,W,H", whole numbers, W and H at least 1. False for anything else.
bool tile_area_parse(const char* text, wend_rect* out);
/// The same with whole numbers, or with W and H above 0; then perhaps ",F", a floor, which is 0 without.
bool tile_area_numbers(const char* text, bool whole, double out[5]);
/// The same before a "=" and a value.
bool tile_area_value(const char* text, bool whole, double out[5], const char** value_out);
/// The tiles of an area in tiles, or an exit code when it leaves the map.
int tile_area_check(const char* option_name, const wend_grid* grid, const double area[5], const char* text,
                    wend_rect* out);
/// Says that an area leaves the map, and where that lies. Returns an exit code.
int tile_area_leaves(const char* option_name, const char* text, double left, double right, double low,
                     double high);
/// "X,Y,W,H=COST", "...=blocked" or "...=original", without the area. CLI_OK or an exit code, the reason
/// printed.
int tile_set_parse(const char* text, bool whole, tile_set* out);
/// Finds the class of each cost. A cost that the world does not have goes to a class that no tile has and
/// none had originally; class_costs_out is the table of all costs with it. CLI_OK or an exit code, the reason
/// printed.
int tile_sets_find_classes(tile_set* sets, int count, const wend_world* world,
                           float class_costs_out[WEND_CLASS_COUNT], int* new_costs_out);
/// True for a digit that no tile has as its class, but some as their letter in a text grid.
bool tile_class_is_letter(const wend_grid* grid, uint8_t terrain_class);

// ---- a growing list of edits

/// All zero: empty. The owner frees items.
typedef struct edit_list {
    wend_edit* items;
    int32_t count;
    int64_t capacity;
} edit_list;

void edit_list_add(edit_list* list, wend_edit edit);
/// Appends one tile; extends the last edit instead if that has the same class and ends beside the tile.
void edit_list_add_tile(edit_list* list, wend_tile tile, uint8_t terrain_class);

#endif
