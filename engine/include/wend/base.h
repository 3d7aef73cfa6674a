// wend/base.h: units, results, memory, tasks and hooks: what every other header of Wend relies on.
//
// Units. Tiles: x right, y down, (0,0) is the top-left pixel; tile (x,y) covers [x,x+1) x [y,y+1). World
// positions: origin + tile * tile_size. Speeds in world units a second, times in seconds. Path costs: 1.0 is
// one straight step into a tile of cost 1.
//
// Ownership. A create function writes a new object to its last parameter, and the caller destroys it; destroy
// functions accept NULL. Pointers returned by getters are borrowed and last as long as the object, unless
// their comment says less. On any error the outputs are untouched and the object is unchanged, unless a
// comment says otherwise.
//
// Arguments. A pointer may be NULL only when its name ends in _opt, when it is an array whose count is 0, or
// when its comment says so. Numbers, enums, tiles and ids must lie in their stated ranges. Otherwise a
// function that returns wend_result returns WEND_ERROR_ARGUMENT; any other function changes nothing and
// returns its neutral value: 0, false, NULL, "", a struct of zeros, or the value that its comment names; the
// counts that it writes are then 0. A pointer that is not NULL must be valid: that cannot be checked.
//
// Errors. The comment of each function that returns wend_result lists after "Errors:" every value that it can
// return besides WEND_OK, without the prefix WEND_ERROR_; the reasons in parentheses come in addition to the
// rule on arguments. Every function that reads a mapped world (wend_world_map) may also return
// WEND_ERROR_DAMAGED, and on a streamed one (wend/stream.h) WEND_ERROR_NOT_LOADED; the lists do not repeat
// them.
//
// Defaults. After wend_default_*() has filled a definition, a field has the value of its [Default: ...], or 0
// or NULL where none is stated.
//
// Stack. No function needs more than 16 KB of the calling thread's stack, so fibers and small threads may
// call all of them. Callbacks come on top, and so do the structures that the caller declares: the comment of
// one of more than 2 KB says its size, as [Size: 25 KB].
//
// The host's process. No function changes what belongs to the whole process: umask, signal handlers, locale,
// environment, working directory, standard streams. There is no hidden state except the hooks of
// wend_set_hooks, so threads may call any functions at the same time as long as they share no object, or
// share it in a way that a header allows. The host's locale affects neither input nor output. Descriptors are
// closed in programs that the host starts. Only the import of some images starts a process: see
// wend/import.h.
#ifndef WEND_BASE_H
#define WEND_BASE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// On Windows: a program that links the DLLs defines WEND_DLL, as CMake and pkg-config do for it; the build of
// the DLLs defines WEND_DLL_EXPORT.
#if defined(WEND_DLL_EXPORT)
#define WEND_API __declspec(dllexport)
#elif defined(WEND_DLL)
#define WEND_API __declspec(dllimport)
#elif defined(__GNUC__)
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

/// A tile by column and row, on a floor of the map: 0 is the only one of most maps. [Units: tiles]
typedef struct wend_tile {
    int32_t x, y;
    uint16_t floor;    ///< not looked at where the map has one floor alone [Default: 0]
    uint16_t reserved; ///< never read; 0 in all tiles that Wend gives, so that equal tiles are equal bytes
                       ///< [Default: 0]
} wend_tile;
/// The floor of {-1, -1} that stands for no tile: with ground above and to the left, a map may have -1, -1.
#define WEND_NO_FLOOR 65535

/// A position or a displacement. [Units: world units]
typedef struct wend_vec2 {
    float x, y;
} wend_vec2;

/// A rectangle of tiles: columns [x, x + width), rows [y, y + height), on one floor.
typedef struct wend_rect {
    int32_t x, y, width, height;
    uint16_t floor;    ///< not looked at where the map has one floor alone [Default: 0]
    uint16_t reserved; ///< as in wend_tile [Default: 0]
} wend_rect;

/// Exact path cost in the integer units of one grid (see wend_grid_cost_units). Two machines never disagree
/// about a tie.
typedef int64_t wend_cost;

/// Every function that can fail returns one of these. "No route" is not an error, see wend_outcome. The
/// numbers never change.
typedef enum wend_result {
    WEND_OK = 0,
    WEND_ERROR_ARGUMENT = 1, ///< null, out of range, NaN
    WEND_ERROR_DEF = 2,      ///< definition not filled by its wend_default_*(), or by that of another version
    WEND_ERROR_MEMORY = 3,   ///< the allocator returned NULL; the object is unchanged
    WEND_ERROR_LIMIT = 4,    ///< a stated limit would be exceeded
    WEND_ERROR_STALE = 5,    ///< out of date: the map changed under a path, or the agent was removed
    WEND_ERROR_FORMAT = 6,   ///< malformed input; details in wend_error
    WEND_ERROR_IO = 7,       ///< the operating system refused; details in wend_error
    WEND_ERROR_UNSUPPORTED = 8, ///< valid input or request that this build or object cannot handle
    WEND_ERROR_CANCELLED = 9,   ///< a progress callback returned false
    WEND_ERROR_DAMAGED = 10,    ///< the file of a mapped world is damaged (wend_world_map)
    WEND_ERROR_NOT_LOADED = 11, ///< needs ground of a streamed world that is not loaded (wend/stream.h)
    WEND_RESULT_COUNT
} wend_result;

/// A short English text, never NULL; "unknown result" for any other number.
WEND_API const char* wend_result_string(wend_result result);

/// Why a file operation failed: one line for a person, naming the file, the position (byte, line or tile),
/// what is wrong and what was expected. Written only on failure, and not when an argument was NULL.
typedef struct wend_error {
    wend_result result;
    char text[500]; ///< UTF-8, zero-terminated, no newline, no control characters
} wend_error;

/// Receives the next piece of an output, in order; size is above 0. Any result except WEND_OK stops the
/// output. Errors: chosen by the host.
typedef wend_result wend_write_fn(void* context, const void* bytes, size_t size);

/// Memory for one object. NULL in place of an allocator means malloc and free.
typedef struct wend_allocator {
    /// Returns size bytes aligned to align (a power of two), or NULL.
    void* (*alloc)(size_t size, size_t align, void* context);
    /// Takes back what alloc returned; size is the size that was requested. memory is never NULL.
    void (*free)(void* memory, size_t size, void* context);
    void* context;
} wend_allocator;

/// One share of a parallel job: process the items [begin, end).
typedef void wend_task_fn(void* task_context, int32_t begin, int32_t end);

/// A thread pool's submit and wait. With both functions NULL the work runs in place. Results never depend on
/// it.
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

// ---- hooks

typedef enum wend_log_level {
    WEND_LOG_INFO = 0,    ///< something worth knowing, such as a level that a build left out
    WEND_LOG_WARNING = 1, ///< a failure that is also returned, with the text of its wend_error
    WEND_LOG_LEVEL_COUNT
} wend_log_level;

/// What the engine calls to report to its host. Both functions are called on the thread where the event
/// happens, so on several at once.
typedef struct wend_hooks {
    /// Receives one line without a newline. It must not call Wend. NULL: nothing is logged.
    void (*log)(wend_log_level level, const char* text, void* context);
    /// Receives an internal check that failed: a bug in Wend, or memory that the host has damaged. Libraries
    /// built with NDEBUG, such as Release builds, have no checks. When it returns, the engine continues, with
    /// undefined results. NULL: the condition, file and line go to descriptor 2, then abort.
    void (*assert_failed)(const char* condition, const char* file, int32_t line, void* context);
    void* context;
} wend_hooks;

/// Installs hooks for the whole process; NULL: the defaults. This is the only state that objects share, meant
/// to be set once at the start by the host, not by a library in between. hooks_opt is borrowed, not copied:
/// it must stay valid and unchanged until other hooks are installed and no function of Wend that began before
/// is still running. Any thread may call this at any time.
WEND_API void wend_set_hooks(const wend_hooks* hooks_opt);

#ifdef __cplusplus
}
#endif
#endif
