// scene.h: which map, which query and which answer is being looked at? Knows no window.
#ifndef WEND_VIEW_SCENE_H
#define WEND_VIEW_SCENE_H
#include "palette.h"
#include <wend/wend.h>

typedef struct scene {
    char name[256]; ///< of the file without its folders, or what stands for it
    wend_world* world;
    const wend_grid* grid; ///< of the world
    wend_world_info info;
    palette picture, costs;
    wend_query query;
    wend_search* search;
    wend_path* path;
    wend_stats stats;
    char warning[400]; ///< what the importer has to say about the map; "" if nothing
} scene;

/// How a file is loaded, and what that tells while it works.
typedef struct scene_loading {
    bool negate;                ///< images: dark is passable
    float blocked_below;        ///< images: brightness [Range: 0..1]; below 0: the importer's default
    wend_progress_fn* progress; ///< may be NULL
    void* context;
    wend_tasks tasks; ///< zero: serial
} scene_loading;

/// An empty scene; scene_load comes next. with_clock: measure the times of a plan. Errors: MEMORY.
wend_result scene_create(bool with_clock, scene* out);
void scene_destroy(scene* s);

/// Loads a world or, by importing and building, any map file; NULL: the built-in island. Chooses a start and
/// a goal, and plans. On any error, described in *error, the scene is as it was.
wend_result scene_load(scene* s, const char* file_opt, const scene_loading* loading, wend_error* error);
/// Answers the query as it stands now. Errors: ARGUMENT (an end outside the map), MEMORY.
wend_result scene_plan(scene* s);

/// "hpa", "exact", "astar", "dijkstra", "bfs"; NULL past the last.
const char* scene_algorithm_name(int algorithm);

#endif
