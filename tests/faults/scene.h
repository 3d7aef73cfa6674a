// scene.h: the objects of one scenario in which memory runs out, and everything that can be asked of them.
#ifndef WEND_TEST_SCENE_H
#define WEND_TEST_SCENE_H
#include "wend/geo.h"
#include "wend/import.h"
#include "wend/import_graph.h"
#include "wend/legend.h"
#include "wend/private.h"
#include "wend/wend.h"

/// Worlds of 47 x 40 tiles on several levels, made once and saved in memory and in the files "0.wend" and so
/// on.
typedef enum stock {
    STOCK_PLAIN,
    STOCK_LINKED,   // links, walls and one-way steps
    STOCK_HEX,      // with walls
    STOCK_RELIEF,   // with elevations and lanes
    STOCK_PROFILES, // two, one of them with a body
    STOCK_COUNT
} stock;
void stock_make(void);
void stock_free(void);
wend_grid* stock_grid(stock which);
/// The definition of its world; profiles_out keeps the profiles that it names.
wend_world_def stock_def(stock which, wend_profile_def profiles_out[2]);
wend_world* stock_world(stock which);
wend_world* stock_of_one_cost(void);
const void* stock_bytes(stock which, size_t* size_out);
const char* stock_file(stock which);
/// Two passable tiles far apart with a path between them, the same each time.
wend_query stock_query(stock which);

/// Those that a scenario does not have are NULL.
typedef struct scene {
    stock stock;
    wend_grid *grid, *other_grid;
    wend_world *world, *other_world;
    wend_search* search;
    wend_path *path, *paths[3];
    wend_explanation* explanation;
    wend_field* field;
    wend_matrix_search* matrices;
    wend_crowd* crowd;
    wend_fleet* fleet;
    wend_overlay* overlay;
    wend_service* service;
    wend_ticket ticket;
    wend_threads* threads;
    wend_bake* bake;
    wend_graph* graph;
    wend_graph_search* graph_search;
    wend_graph_names* names;
    wend_image_survey* survey;
    wend_scenario* scenario;
    wend_error error;
    uint64_t told; // what else the calls gave, hashed
} scene;

/// How an object stands after a call that had no memory.
typedef enum promise {
    KEEPS,       // as before
    EMPTIES,     // a field: it is empty
    KEEPS_VALID, // other than before, but usable: part of the work may be done
} promise;

typedef struct scenario {
    const char* name;
    int32_t variants; // of which each begins and runs apart
    promise promise;
    void (*begin)(scene* s, int32_t variant);          // with memory
    wend_result (*attempt)(scene* s, int32_t variant); // while some allocation fails; can be repeated
} scenario;

extern const scenario world_scenarios[], file_scenarios[], search_scenarios[], agent_scenarios[],
    import_scenarios[], version_scenarios[]; // each ends with a name of NULL

/// Ends the test, with the name of the scenario.
void scene_fails(const char* what);
void scene_must(wend_result result);
/// Calls every function that can be asked about the objects there are, and hashes what they answer.
uint64_t scene_use(const scene* s);
void scene_end(scene* s);
/// Begins with a world of the stock; variants from STOCK_COUNT on are mapped files, and those from
/// 2 * STOCK_COUNT on streamed ones with all ground, where the stock can be streamed.
void scene_begin_world(scene* s, int32_t variant);
/// Begins with a world of one cost, in the rooms of the plain one.
void scene_begin_one_cost(scene* s);
/// Blocks tiles of the world, and refreshes it.
void scene_block(scene* s, wend_rect area);

static inline uint64_t mix(uint64_t hash, const void* data, size_t size) { // FNV-1a
    for (size_t i = 0; i < size; i++) hash = (hash ^ ((const uint8_t*)data)[i]) * 0x100000001b3u;
    return hash;
}
#define MIX(hash, value) ((hash) = mix(hash, &(value), sizeof(value)))
#endif
