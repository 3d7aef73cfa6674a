// job.h: one import: what a reader of a format gets, and how it reports.
#ifndef WIMP_JOB_H
#define WIMP_JOB_H
#include "core/memory.h"
#include "core/message.h"
#include "wend/import.h"

/// Pixels per side of an image before downscaling; bounds every buffer of one row.
#define WIMP_MAX_IMAGE_SIDE (1 << 24)
/// Pixels that stb_image can decode, regardless of the definition.
#define WIMP_MAX_WHOLE_PIXELS ((int64_t)1 << 28)
/// Floors of a recipe or of a Tiled map.
#define WIMP_MAX_FLOORS 256

typedef struct wimp_stream wimp_stream;
typedef struct wimp_job wimp_job;
typedef struct wimp_picture wimp_picture;

/// A position in the naming file; both count from 1.
typedef struct wimp_place {
    int32_t line, column;
} wimp_place;

enum { WIMP_LANE_COSTS_BYTES = 80 };

struct wimp_job {
    const uint8_t* bytes; ///< of the whole file; with a stream, only its first 64
    size_t size;          ///< of the whole file
    wimp_stream* stream;  ///< of a PNG or large PNM file, which is read as it is decoded; NULL: all is in
                          ///< memory
    const wend_source* source; ///< to be read and closed; NULL: none, or that has begun
    const char* name;          ///< of the file, for messages
    const wend_import_def* def;
    wend_import_info* info;                 ///< filled by the reader; zeroed by whoever owns it
    const struct wimp_sink_kind* sink_kind; ///< takes the pixels of an image
    wend_image_survey* survey;              ///< what the survey's sink fills; NULL: the import makes a grid
    wimp_picture* picture;                  ///< what the picture's sink fills; NULL: the import makes a grid
    char* tile_text; ///< Tiled: gets the names of the tiles, as a legend of WEND_LEGEND_TEXT_BYTES; NULL:
                     ///< makes a grid
    /// Runs a job on a file; how a file gets at the files that it names.
    wend_result (*run_file)(wimp_job* job, const char* file);
    wend_connectivity hex; ///< layout of a file of hexagons; 0: it has squares, and the definition decides
    int32_t floors;  ///< of the grid that rows of classes fill, one floor after the other [Default: 0, which
                     ///< stands for 1]
    float tile_size; ///< of the grid, where the file gives it [Default: 0, which stands for 1]
    wimp_memory* memory; ///< of the reader; when that has ended, `kept`
    wimp_memory kept;    ///< ends with the job, by wimp_job_end
    wend_grid* grid;     ///< the result; when the reader fails, the caller destroys it
    wend_error* error_opt;
    uint64_t named_hash;        ///< of the files that this one names; 0: it names none
    int32_t depth;              ///< 0: the file to import; 1: a file that it names; and so on
    bool is_tile_picture;       ///< of a tileset: must be an image
    bool is_deck;               ///< heights of a deck above the map
    bool is_layer;              ///< class 0 is reserved for invisible pixels
    bool has_no_files;          ///< its bytes are no file, and nothing opens those that it names
    bool is_in_project;         ///< may name files in the folder of its Tiled project
    const char* file;           ///< its path; NULL: the bytes are not those of a file
    bool is_unknown;            ///< the reader has found that the file is not of its format
    struct wimp_relief* relief; ///< what steps cost by their slope; NULL: the rule has none
    uint8_t* lanes;             ///< of the tiles of a Tiled map, as of wimp_lanes; NULL: none
    size_t lane_count;
    char lane_costs[WIMP_LANE_COSTS_BYTES]; ///< of these, cut if too long; "": as preferred
    wimp_place lane_costs_place;
    bool origin_is_bottom; ///< def->origin is the bottom-left corner, with y upwards
};

#define wimp_job_fail(job, result, ...) wimp_fail((job)->error_opt, (result), (job)->name, __VA_ARGS__)
wend_result wimp_job_out_of_memory(const wimp_job* job, uint64_t size);
/// Memory of the reader, all of it zero. NULL: there is none, which it reports.
void* wimp_job_get(const wimp_job* job, size_t size);
/// The same until wimp_job_end, which whoever has made the job calls.
void* wimp_job_keep(wimp_job* job, size_t size);
void wimp_job_end(wimp_job* job);
/// Makes room for count items in an array that is memory of the job; list_io: the address of its pointer.
/// False: out of memory, which it reports; the array is as before.
bool wimp_job_grow(const wimp_job* job, void* list_io, size_t* capacity_io, size_t count, size_t item_size);

/// wimp_job_fail with the position before the text.
#define wimp_place_fail(job, place, result, text, ...)                                                       \
    wimp_job_fail((job), (result), "line %d, column %d: " text, (place).line, (place).column, __VA_ARGS__)

/// Appends to info.warning; "; " separates several.
void wimp_job_warn(wimp_job* job, const char* format, ...) WIMP_PRINTF(2, 3);
/// Reports progress. CANCELLED, "cancelled at <unit> <at> of <count>", when the callback asks to stop.
wend_result wimp_job_progress(const wimp_job* job, double fraction, const char* unit, int32_t at,
                              int32_t count);

/// Checks the size that a header declares before anything is allocated: FORMAT when it is zero, LIMIT when
/// the tiles, after downscaling, are more than the definition allows.
wend_result wimp_job_check_size(const wimp_job* job, int64_t width, int64_t height);
/// For readers that need a whole image at once: LIMIT when it is larger than the definition or the decoder
/// allows.
wend_result wimp_job_check_whole(const wimp_job* job, int64_t width, int64_t height, int64_t max_pixels);
/// FORMAT when a file is too small for so many pixels, of which the format holds at most per_byte in a byte.
/// Small images pass.
wend_result wimp_job_check_density(const wimp_job* job, int64_t width, int64_t height, int64_t per_byte);
/// LIMIT when a JPEG has too many scans: each visits all pixels, however few bytes it has.
wend_result wimp_job_check_scans(const wimp_job* job, int64_t width, int64_t height);
/// A grid like another one, without its floors, by the allocator of the job.
wend_grid_def wimp_job_grid_like(const wimp_job* job, const wend_grid* grid);
/// Makes the grid one of hexagons. Errors: ARGUMENT (downscaled).
wend_result wimp_job_set_hex(wimp_job* job, wend_connectivity layout);
/// Adds a seam to the job's grid, whose tiles lie on it: the ends of one side, then those of the other. A
/// mistake names the place of its side. Errors: FORMAT, LIMIT, MEMORY.
wend_result wimp_job_add_seam(const wimp_job* job, const wend_tile ends[4], const wimp_place places[2]);
/// Says why a link or seam was not added, at a place. Returns the error.
wend_result wimp_job_fail_link(const wimp_job* job, wimp_place place, wend_result result);
/// FORMAT when fewer than needed bytes follow offset.
wend_result wimp_job_check_data(const wimp_job* job, size_t offset, uint64_t needed);
#endif
