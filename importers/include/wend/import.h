// wend/import.h: map files of other programs -> wend_grid. The format is recognised by content, never by the
// file's name.
//
//     wend_import_def def = wend_default_import_def();
//     wend_grid* grid = NULL;
//     wend_error error;
//     if (wend_import_file("island.png", &def, &grid, NULL, &error) != WEND_OK) fprintf(stderr, "%s\n",
//     error.text);
#ifndef WEND_IMPORT_H
#define WEND_IMPORT_H
#include "wend/grid.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a pixel's brightness becomes a cost. Brightness is in [0, 1]; alpha below one half is blocked under
/// every rule.
typedef enum wend_image_rule {
    WEND_RULE_BRIGHTNESS = 0, ///< b = max(R,G,B); b < blocked_below: blocked, otherwise cost 1/b
    WEND_RULE_LUMA = 1,       ///< the same with b = 0.299 R + 0.587 G + 0.114 B
    WEND_RULE_COUNT
} wend_image_rule;
WEND_API const char* wend_image_rule_name(wend_image_rule rule);

typedef struct wend_import_def {
    wend_image_rule rule; ///< for images [Default: WEND_RULE_BRIGHTNESS]
    float blocked_below;  ///< brightness below this is blocked [Range: 0..1] [Default: 0.85]
    bool negate;          ///< dark is passable: b becomes 1 - b first [Default: false]
    int32_t downscale;    ///< k x k pixels become one tile, the darkest wins, so that thin walls survive
                          ///< [Default: 1]
    wend_moves moves;     ///< of the grid [Default: WEND_MOVES_8]
    float swamp_cost;     ///< MovingAI 'S' [Default: 1]
    float water_cost;     ///< MovingAI 'W'; 0: blocked [Default: 0]
    const char* letters;  ///< text grids: costs of letters, e.g. "^=3 ~=blocked", before those of the file;
                          ///< NULL: none [Default: NULL]
    bool fill_short;      ///< text grids: what rows lack is blocked, instead of an error [Default: false]
    const char* cost_property; ///< Tiled: name of the property of tiles and layers that is their cost; NULL:
                               ///< "cost", and tilesets that are missing do no harm [Default: NULL]
    const char* collision; ///< Tiled: name of the layer (in any case) whose tiles block, and of the true or
                           ///< false property of tiles that do; NULL: "collision" [Default: NULL]
    bool outside;          ///< a file may name files outside its own folder [Default: false]
    int64_t max_tiles;     ///< larger input is refused before memory is asked for [Default: WEND_MAX_TILES]
    wend_progress_fn* progress; ///< may be NULL
    void* progress_context;
    const wend_allocator*
        allocator;  ///< of the grid and the buffers; image libraries use malloc. NULL: malloc
    int32_t cookie; ///< set by wend_default_import_def
} wend_import_def;
WEND_API wend_import_def wend_default_import_def(void);

/// What was found in the file.
typedef struct wend_import_info {
    char format[16]; ///< "png", "jpeg", "bmp", "tga", "gif", "pnm", "movingai", "tiled", "textgrid"
    char rule[16];   ///< name of the image rule, "movingai", "properties" or "letters"
    bool is_image;
    int32_t width, height;    ///< of the file, before downscaling
    int32_t channels, bits;   ///< of the file, per channel; 0 where there are none; a palette is 1 channel
    float darkest, brightest; ///< range of brightness found (after negate) in an image
    uint64_t source_hash;     ///< XXH3 of the file's bytes, then of those of the files that it names
    char warning[400];        ///< one line for a person, e.g. "nearly nothing is passable ..."; "" if none
} wend_import_info;

/// Errors: DEF, ARGUMENT, IO (missing, unreadable, a directory), FORMAT (empty, truncated, corrupt, not
/// recognised, zero-sized), LIMIT (larger than max_tiles), UNSUPPORTED (a known format's variant), MEMORY,
/// CANCELLED. "-" reads standard input.
WEND_API wend_result wend_import_file(const char* file, const wend_import_def* def, wend_grid** out,
                                      wend_import_info* info_opt, wend_error* error_opt);
/// The same from memory; name stands for the file in messages.
WEND_API wend_result wend_import_memory(const void* bytes, size_t size, const char* name,
                                        const wend_import_def* def, wend_grid** out,
                                        wend_import_info* info_opt, wend_error* error_opt);

/// A map that is cut into pieces of one size, for worlds larger than one image. pattern: a path with {x} and
/// {y}, the column and row of a piece, such as "world_{x}_{y}.png"; or a folder x/y or z/x/y, of which the
/// largest z is taken. The map reaches from the least to the greatest x and y there are; missing pieces are
/// blocked. At any time one piece is in memory. Errors as wend_import_file; ARGUMENT (neither pattern nor
/// folder), FORMAT (pieces of different sizes, two for one place), LIMIT (more than 255 different costs).
WEND_API wend_result wend_import_pieces(const char* pattern, const wend_import_def* def, wend_grid** out,
                                        wend_import_info* info_opt, wend_error* error_opt);

/// One line for each format: name and what of it is read; NULL past the last. For help texts.
WEND_API const char* wend_import_format_name(int32_t index);
WEND_API const char* wend_import_format_description(int32_t index);

// ---- MovingAI scenario files (.scen)

typedef struct wend_scenario_problem {
    int32_t bucket;
    int32_t width, height; ///< of the map it was made for
    wend_tile start, goal;
    double optimal_cost; ///< as the file gives it: 8 neighbours, sqrt 2, no corner cutting
    int32_t line;        ///< in the file, from 1
} wend_scenario_problem;

typedef struct wend_scenario wend_scenario;
/// Errors as wend_import_file; the error names the line.
WEND_API wend_result wend_scenario_load(const char* file, wend_scenario** out, wend_error* error_opt);
WEND_API void wend_scenario_destroy(wend_scenario* scenario);
WEND_API const wend_scenario_problem* wend_scenario_problems(const wend_scenario* scenario,
                                                             int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
