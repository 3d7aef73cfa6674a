// place.h: a small world on which many features of the library meet, what may happen to it and be asked
// of it, and a textbook Dijkstra over all of its tiles. What is done returns what is wrong; NULL: nothing.
#ifndef WEND_TEST_PLACE_H
#define WEND_TEST_PLACE_H
#include "floor_dijkstra.h"
#include "rng.h"
#include "wend/explain.h"
#include "wend/many.h"
#include "wend/wend.h"

enum {
    MOST_SIDE = 70,
    MOST_FLOORS = 4,
    MOST_TILES = 1 << 20,
    MOST_GOALS = 4,
    PROFILES = 3,
    MOST_MOVERS = 40
};

typedef enum form { BUILT, STREAMED, SNAPSHOT } form; // what can be done to a world

typedef struct counts {
    int64_t found, none, partial, refused, avoided, overlaid, grown, streamed, patched, served, rebuilt,
        ticks, explained, repaired, edits, indexed, matrices;
} counts;

typedef struct place {
    wend_world* world;
    wend_world* kept; // what a snapshot was made of; NULL: nothing
    form form;
    wend_overlay* overlay;   // NULL: none
    const wend_world* asked; // the world, or that of the overlay
    int32_t cluster_size, patches;
    bool has_relief, is_hex;
    wend_search* search;
    wend_path *path, *other, *held;
    bool holds; // held is a path that was found on the world
    int32_t held_profile;
    wend_field *field, *back;
    wend_matrix_search* matrix;
    wend_explanation* explanation;
    rng r, more; // more: for what came after the first seeds that found a fault
    double distances[MOST_TILES];
    counts n;
} place;

static inline const wend_world* view_of(const wend_world* world, int32_t profile) {
    return wend_world_profile(world, profile);
}

// ---- the map (features_map.c)

/// A tile that is mostly passable.
wend_tile place_tile(place* p, const wend_grid* grid);
/// Within one floor.
wend_rect place_area(place* p, const wend_grid* grid);
/// From a tile to all others, in units: distances of the place.
void place_distances(place* p, const wend_grid* grid, wend_tile start);
/// The nearest tile to any of some others among passable ones, or those with a finite distance. False: there
/// is none.
bool place_nearest(place* p, const wend_grid* grid, bool reached, const wend_tile* to, int32_t count,
                   double radius, wend_tile* out);
/// Where an end leads to under a snap radius.
wend_tile place_snap(place* p, const wend_grid* grid, wend_tile tile, double radius);
/// NULL: too many links in a cluster.
wend_world* place_build(const place* p, wend_grid* grid, int32_t profiles);
void place_fill_classes(place* p, uint8_t* classes, int32_t count);
wend_seam place_seam(place* p, const wend_grid* grid);
wend_link place_link(place* p, const wend_grid* grid);
/// False: there is no such world.
bool place_make(place* p, uint64_t seed);
void place_drop_overlay(place* p);
void place_free(place* p);
/// Those after profile 0, as the world began.
extern wend_profile_def profile_defs[PROFILES - 1];

// ---- changes (features_change.c)

/// Adds or removes ground.
const char* place_grow(place* p);
const char* place_edit(place* p);
const char* place_refresh(place* p, int32_t clusters);
/// Of a map that can have some.
const char* place_add_subgoals(place* p);
/// Another world that is the same: a fork, a snapshot, or what files hold.
const char* place_renew(place* p);
/// Compares with the same map, built at once.
const char* place_rebuild(place* p);
wend_shape place_shape(place* p, const wend_grid* grid);
bool place_takes_overlays(const place* p);
/// Changes the layers of an overlay, or makes or drops it.
const char* place_change_overlay(place* p, bool may_drop);
/// The overlay follows its parent before each question.
const char* place_follow(place* p);

// ---- questions (features_ask.c)

const char* place_query(place* p);
const char* place_fields(place* p);
/// Costs from many tiles to many others.
const char* place_many(place* p);
const char* place_alternatives(place* p);
const char* place_explain(place* p);
/// A path that was kept through changes.
const char* place_repair(place* p);
const char* place_sight(place* p);

// ---- who moves (features_move.c)

const char* place_crowd(place* p);
const char* place_fleet(place* p);
#endif
