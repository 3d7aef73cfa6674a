// native.h: what does the Python module need in C beyond the public headers? Loops over arrays, and queries
// that other Python threads need not wait for. build_native.py reads these declarations too.
#ifndef WENDPY_NATIVE_H
#define WENDPY_NATIVE_H
#include <wend/graph.h>
#include <wend/wend.h>

// ---- searches (search.c)

/// Creates a search with a clock. A long query on it asks Python ten times a second whether a signal, such as
/// that of Ctrl+C, raised an exception, and is then cancelled. Errors: MEMORY.
wend_result wendpy_search_create(wend_search** out);
/// A wend_progress_fn that does the same for a long import or build.
bool wendpy_progress(double fraction, void* context);
/// What should_cancel of such a search is; also asked by wendpy_raster_route.
bool wendpy_should_cancel(void* context);
/// Monotone nanoseconds, for statistics.
uint64_t wendpy_clock_ns(void* context);

// ---- graphs (graph.c)

/// A search in graphs, with a clock and should_cancel as above. observer_opt: copied. Errors: MEMORY.
wend_result wendpy_graph_search_create(const wend_graph_observer* observer_opt, wend_graph_search** out);
/// What the last query found out about each node: wend_graph_search_node for the first count of them.
void wendpy_graph_nodes(const wend_graph_search* search, int32_t count, double* g_out, double* h_out,
                        uint8_t* states_out, int32_t* connections_out);

// ---- many queries by many threads (batch.c)

typedef struct wendpy_batch wendpy_batch;

/// Starts threads that answer count queries: each is `query` with its own start and goal. The world is
/// borrowed until the batch is destroyed. Errors: MEMORY, LIMIT (the system refuses to start a thread; 2^31
/// queries or more).
wend_result wendpy_batch_start(const wend_world* world, const wend_query* query, const wend_tile* starts,
                               const wend_tile* goals, int64_t count, int32_t thread_count, bool keep_tiles,
                               wendpy_batch** out);
/// Waits for some time; true: all threads have ended. [Units: milliseconds]
bool wendpy_batch_wait(wendpy_batch* batch, int32_t time_ms);
/// After all threads have ended: the error of a query, its index in *index_out (-1: of none alone), and how
/// many tiles the paths have together.
wend_result wendpy_batch_result(const wendpy_batch* batch, int64_t* index_out, int64_t* tile_count_out);
/// Writes cost and outcome of each path; tiles of path i are at offsets[i] to offsets[i + 1] (count + 1
/// offsets). tiles may be NULL. Gives the memory of the tiles back as it goes.
void wendpy_batch_write(wendpy_batch* batch, double* costs, uint8_t* outcomes, int64_t* offsets,
                        wend_tile* tiles);
/// Stops the queries at work, if any, and frees the batch.
void wendpy_batch_destroy(wendpy_batch* batch);

// ---- costs of tiles as terrain classes (classify.c)

/// How an array of costs is read. A tile is blocked when its cost is 0, NaN or infinite.
typedef struct wendpy_reading {
    double scale;           ///< each cost is multiplied by this
    double least, greatest; ///< and then limited to this range
    bool zero_is_passable;  ///< 0 is not blocked; it becomes the least cost
    bool negative_is_blocked;
} wendpy_reading;

typedef struct wendpy_range {
    double least, greatest; ///< of the passable tiles, before they are scaled; 0: none is passable
    int64_t negative;       ///< index of the first negative cost that is no blocked tile; -1: none
} wendpy_range;
wendpy_range wendpy_cost_range(const double* costs, int64_t count, const wendpy_reading* reading);

typedef struct wendpy_classes {
    float costs[WEND_CLASS_COUNT]; ///< ascending from class 1; 0 from class_count on
    int32_t class_count;           ///< with class 0, which is blocked
    double error;                  ///< the largest relative difference of a tile's cost; 0: all are exact
} wendpy_classes;
/// Gives each tile a terrain class. Up to 255 different costs (as floats) have a class each; more share 255
/// classes of equal ratios, each with the geometric mean of its least and greatest cost.
void wendpy_classify(const double* costs, int64_t count, const wendpy_reading* reading,
                     const wendpy_range* range, uint8_t* classes_out, wendpy_classes* out);

// ---- least-cost paths over rasters, by the costs of scikit-image (raster.c)

typedef struct wendpy_raster {
    const double* costs; ///< row by row; negative, NaN or infinite: blocked
    int32_t rows, columns;
    bool diagonal;  ///< steps lead to 8 neighbours
    bool geometric; ///< a step costs its length times the mean of both pixels; otherwise the pixel entered
    double least;   ///< no passable pixel costs less
} wendpy_raster;

typedef struct wendpy_route {
    double cost;
    int64_t count;   ///< pixels; 0: no path
    int32_t* pixels; ///< row and column of each, from start to end
} wendpy_route;

/// Cost of a path over given tiles, x and y after each other.
double wendpy_raster_cost(const wendpy_raster* raster, const int32_t* tiles, int64_t count);
/// The cheapest path, or the cheapest of all within some rows and columns of given tiles (tile_count above
/// 0). bound: the cost of a path that is known; INFINITY: none. A blocked start does not matter. Errors:
/// MEMORY, CANCELLED.
wend_result wendpy_raster_route(const wendpy_raster* raster, const int32_t* start, const int32_t* end,
                                const int32_t* tiles, int64_t tile_count, int32_t reach, double bound,
                                wendpy_route* out);
void wendpy_route_free(wendpy_route* route);

// ---- profiles as text (profiles.c)

#define WENDPY_WHY 1200 ///< bytes of the reason of a failure

/// Reads "NAME:radius=R,margin=M,CLASS=COST|blocked,...". meanings_opt: those of wend_import_info, which may
/// stand for numbers of classes; unit_opt: of costs of the map, which functions of slope must have. name_out
/// has WEND_MAX_PROFILE_NAME + 1 bytes, slopes_out WEND_MAX_SLOPE_POINTS points, and both must outlive *out;
/// why_out has WENDPY_WHY. False: the text is wrong, *why_out says how.
bool wendpy_profile_read(const char* text, const void* meanings_opt, const char* unit_opt,
                         wend_profile_def* out, char* name_out, wend_slope_point* slopes_out, char* why_out);

// ---- copies between objects and arrays (copy.c)

/// Writes the class of each tile of an area; false: the world is damaged.
bool wendpy_copy_classes(const wend_grid* grid, wend_rect area, uint8_t* out);
/// Writes wend_grid_closed_steps of each tile of an area.
void wendpy_copy_closed_steps(const wend_grid* grid, wend_rect area, uint8_t* out);
/// Sets used_out[k] for each class that some tile has, or had when wend_world_keep_original was called.
void wendpy_used_classes(const wend_world* world, bool* used_out);
void wendpy_copy_originals(const wend_world* world, wend_rect area, uint8_t* out);
void wendpy_field_costs(const wend_field* field, wend_rect area, double* out);
/// Writes for each tile of an area the step, dx and dy, that the field takes from it; zeros at its end and
/// where no path leads.
void wendpy_field_steps(const wend_field* field, wend_rect area, int8_t* out);
/// Number of tiles from a tile to the end of its path, both included; writes the first capacity of them.
int64_t wendpy_field_path(const wend_field* field, wend_tile tile, wend_tile* out, int64_t capacity);

/// wend_crowd_add for count agents; *done_out: how many were added before an error. Those stay.
wend_result wendpy_crowd_add(wend_crowd* crowd, const wend_agent* agents, int64_t count, uint64_t* ids_out,
                             int64_t* done_out);
/// wend_crowd_send for count agents; *done_out: how many were sent before an error.
wend_result wendpy_crowd_send(wend_crowd* crowd, const uint64_t* ids, const wend_tile* goals, int64_t count,
                              int64_t* done_out);
wend_result wendpy_crowd_remove(wend_crowd* crowd, const uint64_t* ids, int64_t count, int64_t* done_out);
/// Ticks several times; *done_out: how often before an error.
wend_result wendpy_crowd_tick(wend_crowd* crowd, float dt, int32_t count, int32_t* done_out);
/// States in the order of the dense arrays.
void wendpy_crowd_states(const wend_crowd* crowd, uint8_t* out);

/// Replaces a whole file.
wend_result wendpy_file_write(const char* file, const void* bytes, size_t size, wend_error* error);
/// Gives memory of wend_world_save_memory back.
void wendpy_free(void* memory);
/// Whether this module was built with AddressSanitizer.
bool wendpy_has_sanitizer(void);
#endif
