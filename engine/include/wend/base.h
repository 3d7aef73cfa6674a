// wend/base.h: units, results, memory and tasks: what every other header of Wend stands on.
//
// Units, stated once. Tiles: x right, y down, (0,0) is the top-left pixel; tile (x,y) covers [x,x+1) x
// [y,y+1). World positions: origin + tile * tile_size. Speeds in world units a second, times in seconds. Path
// costs: 1.0 is one straight step into a tile of cost 1.
//
// Ownership, stated once. create functions write a new object to their last parameter, which the caller
// destroys; destroy functions take NULL. Pointers returned by getters are borrowed and live as long as the
// object. On any error the outputs are untouched and the object is as it was.
//
// Defaults, stated once. A field is what its [Default: ...] says once its wend_default_*() has filled the
// definition, or 0 or NULL where it states none.
//
// The host's process, stated once. No function changes what belongs to the whole process: umask, signal
// handlers, locale, environment, working directory, standard streams. None has hidden state, so threads may
// call any functions at once as long as they share no object, except where a header allows sharing it. The
// host's locale changes neither what is read nor what is written. Descriptors are closed in programs that the
// host starts. Only the import of some images starts a process: see wend/import.h.
#ifndef WEND_BASE_H
#define WEND_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define WEND_API __attribute__((visibility("default")))
#else
#define WEND_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define WEND_VERSION_MAJOR 0
#define WEND_VERSION_MINOR 1
#define WEND_VERSION_PATCH 0

/// "major.minor.patch" of the library that is linked.
WEND_API const char* wend_version_string(void);

/// A tile by column and row. [Units: tiles]
typedef struct wend_tile {
    int32_t x, y;
} wend_tile;

/// A position or a displacement. [Units: world units]
typedef struct wend_vec2 {
    float x, y;
} wend_vec2;

/// A rectangle of tiles: columns [x, x + width), rows [y, y + height).
typedef struct wend_rect {
    int32_t x, y, width, height;
} wend_rect;

/// Exact path cost in the integer units of one grid (see wend_grid_cost_units). Two machines never disagree
/// about a tie.
typedef int64_t wend_cost;

/// Every function that can fail returns one of these and nothing else. "No route" is not an error, see
/// wend_outcome. The numbers are pinned.
typedef enum wend_result {
    WEND_OK = 0,
    WEND_ERROR_ARGUMENT = 1,    ///< null, out of range, NaN
    WEND_ERROR_DEF = 2,         ///< definition not made by its wend_default_*_def()
    WEND_ERROR_MEMORY = 3,      ///< the allocator returned NULL; the object is unchanged
    WEND_ERROR_LIMIT = 4,       ///< a stated limit would be exceeded
    WEND_ERROR_STALE = 5,       ///< the path or search belongs to an older version of the world
    WEND_ERROR_FORMAT = 6,      ///< malformed input; details in wend_error
    WEND_ERROR_IO = 7,          ///< the operating system refused; details in wend_error
    WEND_ERROR_UNSUPPORTED = 8, ///< well-formed input that this build cannot take; details in wend_error
    WEND_ERROR_CANCELLED = 9,   ///< a progress callback returned false
    WEND_RESULT_COUNT
} wend_result;

/// A short English text, never NULL, also for numbers that are no wend_result.
WEND_API const char* wend_result_string(wend_result result);

/// What a file operation has to say about a failure: one line for a person, naming the file, the position
/// (byte, line or tile), what is wrong and what was expected. Written only on failure.
typedef struct wend_error {
    wend_result result;
    char text[500]; ///< UTF-8, zero-terminated, no newline, no control characters
} wend_error;

/// Replaces or makes a file whole: written to a temporary file beside it, synced, then renamed, so that the
/// name holds the old content or the new and never less. Refuses what exists and is no regular file. Errors:
/// IO.
WEND_API wend_result wend_file_write(const char* file, const void* bytes, size_t size, wend_error* error_opt);

/// Gives the next piece of a file, of any size, which must last until the next call; size 0: there is no
/// more. Any other result than OK gives up.
typedef wend_result wend_file_piece_fn(void* context, const void** bytes_out, size_t* size_out);
/// wend_file_write for files larger than memory. Errors: IO, and what the pieces give up with; the name then
/// holds what it held.
WEND_API wend_result wend_file_write_pieces(const char* file, wend_file_piece_fn* next, void* context,
                                            wend_error* error_opt);

/// Memory for one object. NULL in a definition means malloc and free.
typedef struct wend_allocator {
    /// Returns size bytes aligned to align (a power of two), or NULL.
    void* (*alloc)(size_t size, size_t align, void* context);
    /// Takes back what alloc gave; size is the size that was asked for. memory is never NULL.
    void (*free)(void* memory, size_t size, void* context);
    void* context;
} wend_allocator;

/// One share of a parallel job: do the items [begin, end).
typedef void wend_task_fn(void* task_context, int32_t begin, int32_t end);

/// A thread pool's submit and wait. With enqueue NULL the work runs in place. Results never depend on it.
typedef struct wend_tasks {
    /// Runs task over [0, count) in shares of any size on any threads, and returns a handle for finish.
    void* (*enqueue)(wend_task_fn* task, void* task_context, int32_t count, void* user);
    /// Waits until every item of the handle is done.
    void (*finish)(void* handle, void* user);
    void* user;
    int32_t worker_count; ///< threads that may run shares at once [Range: >= 1]
} wend_tasks;

/// Called now and then by long jobs, always from the thread that started the job. fraction is in [0, 1] and
/// never falls. Return false to stop the job: it then returns WEND_ERROR_CANCELLED.
typedef bool wend_progress_fn(double fraction, void* context);

#ifdef __cplusplus
}
#endif
#endif
