// wend/import.h: imports map files of other programs into a wend_grid. The content of a file decides its
// format, never its name.
//
//     wend_import_def def = wend_default_import_def();
//     wend_grid* grid = NULL;
//     wend_error error;
//     if (wend_import_file("island.png", &def, &grid, NULL, &error) != WEND_OK) {
//         fprintf(stderr, "%s\n", error.text);
//         return 1;
//     }
//
// The stack. Every function needs at most 16 KB of stack of the calling thread. What the caller declares
// comes on top: where the stack is small, a wend_import_info, a wend_georeference and a wend_legend, whose
// sizes stand beside them, belong into static or allocated memory.
//
// The child process. On Linux, each BMP, TGA or GIF, and in a build without libspng or libturbojpeg each PNG
// or JPEG, is decoded in a child process, also in a survey or when another file names the image: the decoder
// of most, stb_image, has read out of bounds before, and a damaged file must not harm the host. The call
// waits until the child has ended. Set def.decode_in_process to decode these formats on the calling thread
// instead. All other formats are always decoded there; so is everything on other systems.
//
// - The child is a copy of the host, as after fork, and executes no program. It allocates nothing, takes no
//   lock, and runs no signal handler and no pthread_atfork handler of the host, so the host may have any
//   number of threads. It closes every descriptor that it inherits, then gives up all system calls except
//   its own exit (seccomp, where the kernel allows that) and computes for at most 20 seconds. It leaves no
//   core file, and it dies with the calling thread.
// - The pixels come back in memory that parent and child share, which also says whether the child
//   succeeded; its exit status is not used.
// - The host gets no SIGCHLD. wait and waitpid(-1) do not return this child, so a host that ignores SIGCHLD
//   or reaps every child needs no change. Only waitpid with __WALL or __WCLONE sees it, and may reap it
//   without harm. No zombie and no descriptor remains.
// - While the child starts, the calling thread blocks its signals for some microseconds. Copying the page
//   tables takes longer the more memory the host uses. If the system refuses a child (no memory, a limit on
//   processes), the import fails with MEMORY.
//
// Rasters. GeoTIFF and all else that GDAL reads is decoded by another program, wend-gdal, which def.gdal
// names; without it rasters are UNSUPPORTED and nothing is executed. It runs as a child of such a child, so
// the host does not notice it either, and ends with it, or after two minutes of silence. It gets the raster
// open, and what belongs to it; it cannot write, execute programs or use the network, and has 3 GB of
// addresses and a time in proportion to the raster (docs/gis.md).
#ifndef WEND_IMPORT_H
#define WEND_IMPORT_H
#include <stdio.h>

#include "wend/geo.h"
#include "wend/grid.h"
#include "wend/relief.h"

#ifdef __cplusplus
extern "C" {
#endif

/// How a pixel becomes a cost. The brightness b is that of def.channel, in [0, 1].
typedef enum wend_image_rule {
    WEND_RULE_BRIGHTNESS = 0, ///< b < blocked_below: blocked; otherwise the cost is 1/b
    WEND_RULE_LUMA = 1,       ///< the same with WEND_CHANNEL_LUMA
    WEND_RULE_LINEAR = 2,     ///< b < blocked_below: blocked; otherwise from cheapest at 1 to costliest at 0
    WEND_RULE_INVERSE = 3,    ///< 1/b without a threshold; only b = 0 is blocked
    WEND_RULE_THRESHOLD = 4,  ///< b < blocked_below: blocked; otherwise the cost is 1
    WEND_RULE_ROS = 5,     ///< occupancy as the map server of nav2 reads it; a ROS map (YAML) always uses it
    WEND_RULE_PALETTE = 6, ///< the colours of a legend, see def.legend
    WEND_RULE_HEIGHT =
        7, ///< a height map: slopes have costs, cliffs and water are blocked; see def.height_scale
    WEND_RULE_TOBLER = 8, ///< SLOPE with Tobler's hiking function: costs are seconds of people on foot
    WEND_RULE_COST = 9,   ///< for rasters (def.gdal): the value is the cost times def.cost_scale; 0, negative
                          ///< values and no data are blocked
    WEND_RULE_SLOPE = 10, ///< a height map whose steps cost by their own slope, up and down (wend/relief.h);
                          ///< see def.slope
    WEND_RULE_COUNT
} wend_image_rule;
WEND_API const char* wend_image_rule_name(wend_image_rule rule);

/// Which channel gives the brightness of a pixel. In a grey image all but ALPHA agree.
typedef enum wend_channel {
    WEND_CHANNEL_MAX = 0,  ///< max(R, G, B), as in HSB
    WEND_CHANNEL_LUMA = 1, ///< 0.299 R + 0.587 G + 0.114 B
    WEND_CHANNEL_MEAN = 2, ///< (R + G + B) / 3
    WEND_CHANNEL_RED = 3,
    WEND_CHANNEL_GREEN = 4,
    WEND_CHANNEL_BLUE = 5,
    WEND_CHANNEL_ALPHA = 6, ///< 1 in an image without alpha
    WEND_CHANNEL_COUNT
} wend_channel;
WEND_API const char* wend_channel_name(wend_channel channel);

/// How WEND_RULE_ROS reads p, the share of black in a pixel: 1 - (R + G + B) / 3, or (R + G + B) / 3 when
/// negated. Occupied is blocked, free costs 1, an occupancy of n % costs 100 / (100 - n), and unknown costs
/// unknown_cost.
typedef enum wend_ros_mode {
    WEND_ROS_TRINARY = 0, ///< p > occupied_thresh: occupied; p < free_thresh: free; else unknown. Alpha, if
                          ///< present, counts as a fourth colour.
    WEND_ROS_SCALE = 1,   ///< the same, but 0 to 100 % between the thresholds; alpha below 1 is unknown
    WEND_ROS_RAW = 2,     ///< the sample (0..255) is the occupancy in percent; above 100 is unknown
    WEND_ROS_MODE_COUNT
} wend_ros_mode;
WEND_API const char* wend_ros_mode_name(wend_ros_mode mode);

/// Which of the k x k pixels gives a tile its cost. Costs are not averaged, except in the overviews of a
/// raster: one of the pixels has exactly that cost.
typedef enum wend_downscale_by {
    WEND_DOWNSCALE_COSTLIEST = 0, ///< the highest cost; blocked is the highest: thin walls survive
    WEND_DOWNSCALE_CHEAPEST = 1,  ///< the lowest cost: narrow passages survive
    WEND_DOWNSCALE_AUTO = 2,      ///< OVERVIEW for the heights of a raster, under HEIGHT and TOBLER; else
                                  ///< COSTLIEST
    WEND_DOWNSCALE_OVERVIEW = 3,  ///< a raster that contains a smaller copy of itself, as a COG does: the
                                 ///< pixels of the largest copy that fits, as they were resampled; several of
                                 ///< them in a tile, and all other files: as COSTLIEST
    WEND_DOWNSCALE_COUNT
} wend_downscale_by;
WEND_API const char* wend_downscale_name(wend_downscale_by by);

/// Reads the next bytes, at most size, to out; size is above 0. *got_out is how many, and 0 the end. Any
/// result except WEND_OK stops the import. Errors: chosen by the host.
typedef wend_result wend_read_fn(void* context, void* out, size_t size, size_t* got_out);

/// The bytes of a file that lie in memory, or that a callback reads from anywhere.
typedef struct wend_source {
    const void* bytes; ///< must not change before close; NULL: read gives them
    size_t size;       ///< of bytes
    wend_read_fn* read;
    void (*close)(void* context); ///< called once, when the bytes are no longer needed; may be NULL
    void* context;                ///< of read and close
} wend_source;

/// Opens a file that a map names. name: the path in the map, joined to the folder of the map's name, without
/// "." and ".." where possible. IO means that there is no such file; any other result except WEND_OK stops
/// the import. Errors: chosen by the host.
typedef wend_result wend_open_fn(void* context, const char* name, wend_source* out);

#define WEND_MAX_JUMP 16 ///< tiles that a jump leads over, see wend_import_def.jump_across

typedef struct wend_import_def {
    int32_t cookie;          ///< set by wend_default_import_def
    wend_image_rule rule;    ///< for images [Default: WEND_RULE_BRIGHTNESS]
    wend_channel channel;    ///< for HEIGHT and the rules based on brightness except LUMA [Default:
                             ///< WEND_CHANNEL_MAX]
    float blocked_below;     ///< brightness below this is blocked; -1: 0 under LINEAR and INVERSE, 0.85 under
                             ///< the others [Range: 0..1, -1] [Default: -1]
    float transparent_below; ///< alpha below this is blocked, except under ROS and with the channel ALPHA; 0:
                             ///< alpha is ignored [Range: 0..1] [Default: 0.5]
    bool negate;             ///< dark is passable: replaces b by 1 - b [Default: false]
    float cheapest, costliest; ///< costs at brightness 1 and 0 under LINEAR, or of flat land and the steepest
                               ///< slope under HEIGHT; either may be larger [Default: 1, 10]

    wend_ros_mode ros_mode;              ///< [Default: WEND_ROS_TRINARY]
    double occupied_thresh, free_thresh; ///< of p, see wend_ros_mode [Default: 0.65, 0.25]
    float unknown_cost; ///< for ROS, and for Tiled where no layer has a tile; 0: blocked [Default: 0]

    const char* legend; ///< for PALETTE: a legend file, and for Tiled one of its tiles, see docs/import.md;
                        ///< NULL: none [Default: NULL]

    float height_scale; ///< for HEIGHT and SLOPE. In images, which require it: height of white above black
                        ///< [Units: world units]; in rasters: metres for each unit of the values, 0: as the
                        ///< raster says, or 1 [Range: >= 0] [Default: 0]
    float max_climb;    ///< for HEIGHT: rise over run to the steepest of the 8 neighbours; steeper is blocked
                        ///< [Range: above 0] [Default: 1]
    const char* slope; ///< for SLOPE: what a metre on the map costs by its slope: "tobler", "tobler-offpath",
                       ///< "naismith", "naismith-langmuir", "irmischer-clarke", "irmischer-clarke-offpath"
                       ///< (seconds), "minetti" (joules for each kilogram), "rwalk" or "rwalk:A,B,C,D",
                       ///< "wheelchair" or "wheelchair:SLOPE", or a CSV file of slopes and factors. NULL:
                       ///< "tobler" [Default: NULL]
    float max_step_climb, max_step_drop; ///< for SLOPE and TOBLER: steps that climb or drop more are closed
                                         ///< [Range: >= 0] [Default: INFINITY, INFINITY]
                                         ///< [Units: world units]
    float jump_down; ///< for SLOPE and TOBLER: where a step is closed since it drops more than
                     ///< max_step_drop, but not more than this, a jump leads down; 0: none. A jump is a
                     ///< link of kind WEND_LINK_JUMP that costs twice a walk over as many tiles of level
                     ///< ground. Of up to 8 jumps side by side, the middle one is added [Range: >= 0, finite]
                     ///< [Default: 0] [Units: metres, or world units]
    int32_t jump_across; ///< jumps lead straight to the right, down, left or up over at most so many tiles
                         ///< that are blocked, or that lie more than max_step_drop lower; 0: none. On a map
                         ///< with elevations they land at most max_step_climb higher and max_step_drop or
                         ///< jump_down lower, or the side of a tile where these are INFINITY [Range:
                         ///< 0..WEND_MAX_JUMP] [Default: 0]
    const char* deck; ///< for SLOPE and TOBLER: another file of heights with as many tiles, such as those of
                      ///< a surface with its bridges. Where it lies more than headroom above the map, it is
                      ///< a floor above it; where it lies less above it, its heights take the place of those
                      ///< of the map. Seams join the floors where a step between them climbs and drops at
                      ///< most max_step_climb and max_step_drop, or headroom where these are INFINITY; NULL:
                      ///< none [Default: NULL]
    float headroom;   ///< room below a deck to pass [Range: above 0] [Default: 2] [Units: metres, or world
                      ///< units]
    float sea_level;  ///< for HEIGHT and SLOPE: up to this height, in images above black, is water, of cost
                      ///< water_cost; negative: no water [Default: -1] [Units: world units]
    const char* gdal; ///< the program wend-gdal of this version of Wend, which reads rasters in a child
                      ///< process; NULL: rasters are UNSUPPORTED. The text is not copied [Default: NULL]
    int32_t band;     ///< of a raster, from 1; then GDAL reads the file whatever its format. 0: red, green
                      ///< and blue, or the first [Range: >= 0] [Default: 0]
    wend_rect window; ///< the part of a raster to read, likewise; width 0: all of it [Units: pixels]
    float cost_scale; ///< for COST: factor from values to costs [Range: above 0] [Default: 1]
    float darkest_value, brightest_value; ///< of a raster under a rule of brightness: values that count as
                                          ///< brightness 0 and 1. Equal: 8 and 16 bits as they are, other
                                          ///< types from the least to the greatest value, found by a first
                                          ///< pass [Default: 0, 0]

    int32_t downscale;              ///< k x k pixels become one tile; not larger than the map [Default: 1]
    wend_downscale_by downscale_by; ///< [Default: WEND_DOWNSCALE_AUTO]
    wend_connectivity connectivity; ///< of the grid; hexagonal Tiled maps and Wesnoth maps bring their own
                                    ///< [Default: WEND_CONNECTIVITY_8]
    float resolution;    ///< side of a pixel [Default: 1] [Units: world units]. A tile has downscale x this.
                         ///< ROS maps, recipes and text grids may define their own
    wend_vec2 origin;    ///< the top-left corner of the grid [Default: {0, 0}]. Files may define it too
    float swamp_cost;    ///< MovingAI 'S' [Default: 1]
    float water_cost;    ///< MovingAI 'W', and water under HEIGHT; 0: blocked [Default: 0]
    const char* letters; ///< text grids: costs of letters, e.g. "^=3 ~=blocked", which override those of the
                         ///< file; Wesnoth maps: costs of terrain codes, e.g. "Gg=1 ^Fp=3 X*=blocked"; NULL:
                         ///< none [Default: NULL]
    bool fill_short;     ///< text grids: missing tiles are blocked instead of an error [Default: false]
    const char* cost_property; ///< Tiled: the property of tiles and layers that holds their cost; NULL:
                               ///< "cost", and missing tilesets are only a warning [Default: NULL]
    const char* collision; ///< Tiled: the layer whose tiles or objects block (case is ignored), the class of
                           ///< objects and the boolean property of tiles and objects that block; NULL:
                           ///< "collision" [Default: NULL]
    const char* links; ///< CSV file of links between tiles, see docs/import.md; NULL: none [Default: NULL]
    const char* walls; ///< picture or CSV file of walls between tiles, see docs/import.md; NULL: none
                       ///< [Default: NULL]
    const char* lanes; ///< picture with a pixel for each tile, whose hues are the directions of lanes, see
                       ///< docs/import.md; NULL: none [Default: NULL]
    const char* lane_costs; ///< what steps into lanes cost: "preferred", which is 0.5,0.75,1,1.5,2;
                            ///< "compulsory", which is 1,1,1,closed,closed; or five such factors by the angle
                            ///< between step and lane: 0, 45, 90, 135 and 180 degrees. NULL: "preferred"
                            ///< [Default: NULL]
    bool thin_walls;  ///< the map has 2 w + 1 x 2 h + 1 pixels for w x h tiles: pixels of tiles, and between
                      ///< them pixels of walls, which become walls without thickness. A tile has the side
                      ///< that a pixel would have. Not with downscale [Default: false]
    bool outside;     ///< a file may name files outside its own folder; a raster may be of a format that
                      ///< names files, and then read all of them [Default: false]
    const char* root; ///< a file may name files in this folder and below; NULL: in its own folder and below,
                      ///< and a Tiled map in that of its project (the nearest folder above with a
                      ///< .tiled-project file), else in its parent folder [Default: NULL]
    wend_open_fn*
        open; ///< opens every file except the map itself, legend, links, lanes and walls included, in place
              ///< of the file system; outside and root then mean nothing, as the callback decides.
              ///< Pieces of a map are files in any case. NULL: the file system [Default: NULL]
    void* open_context;
    /// Is told the name of every file that the import is about to read from the file system: the map, its
    /// pieces, and what they name, rasters too; of rasters, each that is open. [Default: NULL]
    void (*note_file)(void* context, const char* file);
    void* note_file_context;
    int64_t max_tiles;   ///< larger input is refused before memory is allocated [Default: WEND_MAX_TILES]
    int64_t max_decoded; ///< the same for pixels of images that must be decoded as a whole: all but PNM and
                         ///< PNG, and interlaced PNG under HEIGHT and PALETTE. For BMP, TGA and GIF the limit
                         ///< is at most 2^28 [Range: 1 .. WEND_MAX_TILES] [Default: 1 << 28]
    bool decode_in_process; ///< BMP, TGA and GIF: decode on the calling thread, in memory of the allocator,
                            ///< instead of in a child process (see above); a damaged file may then crash the
                            ///< host, so set it only for trusted files [Default: false]
    wend_progress_fn* progress; ///< may be NULL
    void* progress_context;
    /// Creates the grid of the map when its size and costs are known, with tiles of class 0, in memory of
    /// its own. NULL: wend_grid_create. Recipes, Tiled maps of several floors and maps with thin
    /// walls do not use it. Errors: chosen by the
    /// host.
    wend_result (*create_grid)(void* context, const wend_grid_def* def, wend_grid** out,
                               wend_error* error_opt);
    void* create_grid_context;
    const wend_allocator*
        allocator; ///< of the grid and the buffers; image libraries use malloc. NULL: malloc
} wend_import_def;
WEND_API wend_import_def wend_default_import_def(void);

#define WEND_MEANING_BYTES    48   ///< bytes of the meaning of a class, including its end
#define WEND_PROFILES_BYTES   2048 ///< bytes of the profiles of a recipe, including their end
#define WEND_LAYERS_BYTES     1024 ///< bytes of the list of layers, including its end
#define WEND_FLOORS_BYTES     2048 ///< bytes of the list of floors, including its end
#define WEND_LAYER_NAME_BYTES 48   ///< bytes of a layer's name, including its end; a longer name is cut
#define WEND_MAX_COLORS       24   ///< main colours that are listed
#define WEND_MAX_DISTINCT     4096 ///< different colours that are counted exactly

/// A main colour of an image: one that fills an area, not a blend at an edge or the noise of a JPEG.
typedef struct wend_image_color {
    uint8_t red, green, blue;
    char name[16];  ///< a guess from the hue, such as "water", "grass", "sand"; each name occurs once
    float cost;     ///< in wend_import_info under the rule, in a survey a guess from the hue; 0: blocked
    int64_t pixels; ///< of this colour and of those near it
} wend_image_color;

typedef struct wend_image_colors {
    int32_t count;      ///< main colours; the list starts with the most frequent. In an image of more than
                        ///< 2^18 pixels and WEND_MAX_DISTINCT colours, some rows decide; counts are scaled
    bool has_hues;      ///< more than a few pixels are not grey: they differ in more than brightness
    bool is_few;        ///< the main colours account for nearly all pixels, so a legend fits
    int32_t distinct;   ///< different colours in 8 bits per channel, transparent pixels left out; more than
                        ///< WEND_MAX_DISTINCT: WEND_MAX_DISTINCT + 1
    int64_t pixels;     ///< not transparent
    int64_t far_pixels; ///< of these, not near any main colour
    wend_image_color list[WEND_MAX_COLORS];
} wend_image_colors;

/// What the YAML of a ROS map contained. The position (x, y) of ROS is at the pixel (u, v), counted from the
/// lower left corner, where x = origin[0] + (u cos(yaw) - v sin(yaw)) resolution and y = origin[1] +
/// (u sin(yaw) + v cos(yaw)) resolution with yaw = origin[2]. A grid ignores the yaw: wend_ros_tile_at and
/// wend_ros_position count with it.
typedef struct wend_ros_map {
    double resolution; ///< side of a pixel [Units: m]; 0: not a ROS map
    double origin[3];  ///< x and y of the lower left corner, y upwards, and yaw [Units: m, m, radians]
    double occupied_thresh, free_thresh;
    bool negate;
    wend_ros_mode mode;
    int32_t rows;        ///< of the image [Units: pixels]
    int32_t tile_pixels; ///< side of a tile: the downscale of the definition [Units: pixels]
} wend_ros_map;

/// Which part of which raster was read.
typedef struct wend_raster_info {
    int32_t width, height;    ///< of the whole raster [Units: pixels]
    int32_t band, band_count; ///< the first band that was read, and how many there are
    wend_rect window;         ///< what was read [Units: pixels]
    char driver[32];          ///< GDAL's name of the format, such as "GTiff"
} wend_raster_info;

/// Of a staggered map: the rows or columns that are shifted.
typedef enum wend_staggered {
    WEND_STAGGERED_NOT = 0,
    WEND_STAGGERED_ODD_ROWS = 1,
    WEND_STAGGERED_EVEN_ROWS = 2,
    WEND_STAGGERED_ODD_COLUMNS = 3,
    WEND_STAGGERED_EVEN_COLUMNS = 4
} wend_staggered;

/// What the file contained. [Size: 31 KB]
typedef struct wend_import_info {
    char format[16]; ///< "png", "jpeg", "bmp", "tga", "gif", "pnm", "ros", "recipe", "movingai",
                     ///< "tiled", "wesnoth", "raster", "csv", "textgrid"
    char rule[16];   ///< name of the image rule, "recipe", "movingai", "properties", "terrain", "numbers" or
                     ///< "letters"
    wend_ros_mode ros_mode; ///< under ROS
    char slope[48];         ///< under SLOPE and TOBLER: the function of slope as it was given, a file by its
                            ///< name without folders, cut
    char cost_unit[8]; ///< what costs are then: "s", "J/kg", or "" where only their ratios mean something
    bool is_image;
    int32_t width, height;    ///< of the file, before downscaling
    int32_t channels, bits;   ///< of the file, bits per channel; 0: none; a palette is 1 channel
    float darkest, brightest; ///< range of brightness in an image, after negate; range of heights under
                              ///< HEIGHT [Units: world units]; 0 under PALETTE
    float blocked_below;      ///< the threshold used; 0: the rule has none
    bool negate;              ///< dark was passable; includes the YAML of a ROS map
    uint64_t source_hash;     ///< XXH3 of the bytes of the file and of the files that it names; of a raster:
                              ///< of the samples that were read and their geotransform
    float suggested_below; ///< blocked_below at the valley of the histogram, where the threshold blocks most
                           ///< of the image or of its largest area; 0: nothing to suggest
    bool suggests_height;  ///< under BRIGHTNESS: a grey image or raster of over 8 bits and many tones, as
                           ///< heights are
    bool suggests_negate;  ///< nearly nothing is passable, but would be with the opposite of negate
    bool suggests_floor;   ///< Tiled: most places have no tile and are blocked; an unknown_cost makes them
                           ///< passable
    bool suggests_free_thresh; ///< under ROS without a YAML: the grey of unknown ground counts as free; with
                               ///< a free_thresh of 0.196 it does not
    wend_image_colors colors;  ///< of a colour image under a rule based on brightness; else zeroed
    wend_ros_map ros;          ///< of a ROS map; else zeroed
    wend_raster_info raster;   ///< of a raster that GDAL has read; else zeroed
    wend_georeference geo;     ///< of the tiles of a raster; else zeroed
    char profiles[WEND_PROFILES_BYTES]; ///< what the profile lines of a recipe contain, one
                                        ///< "NAME:KEY=VALUE,..." a line, as wend bake --profile takes it
    char floors[WEND_FLOORS_BYTES]; ///< names of the floors of the map, the lowest first, one a line; floors
                                    ///< without room are left out; "": it has one floor, without a name
    char obstacle_layer[WEND_LAYER_NAME_BYTES];  ///< Tiled: a layer named like one of obstacles whose tiles
                                                 ///< are passable, as it is not def.collision; "": none
    char collision_layer[WEND_LAYER_NAME_BYTES]; ///< Tiled: the layer that blocks, where nothing else gives a
                                                 ///< cost; "": none
    char number_property[WEND_LAYER_NAME_BYTES]; ///< Tiled: a property of tiles that could be their cost,
                                                 ///< where nothing gives a cost; "": none
    float isometric; ///< Tiled: of an isometric or staggered map, the height of a tile over its width; else,
                     ///< and where it is out of 0.1 .. 2, 0
    wend_staggered staggered; ///< Tiled: which tiles of a staggered map are shifted by half a tile
    int32_t drawing_width,
        drawing_height; ///< Tiled: pixels of the map as it is drawn, see wend_import_picture; 0: the map does
                        ///< not say how large its tiles are, or there would be more than 2^30
    char layers[WEND_LAYERS_BYTES]; ///< Tiled: a line for each layer, the lowest first: "tiles NAME",
                                    ///< "objects NAME", or "blocks NAME" for one that blocks; layers without
                                    ///< room are left out
    char warning[400];       ///< one line for a person, e.g. "nearly nothing is passable ..."; "" if none
    char color_warning[200]; ///< the same, when colours differ in hue and the rule takes only their
                             ///< brightness: "5 colours, of which only the brightness counts ..."
    char meanings[WEND_CLASS_COUNT][WEND_MEANING_BYTES]; ///< meaning of each class: "brightness 0.851",
                                                         ///< "occupied", "road"; "": unused
    uint32_t class_colors[WEND_CLASS_COUNT]; ///< 0xFFRRGGBB: the colour of each class where the legend or the
                                             ///< format gives one: of a legend, a ROS map, a MovingAI or a
                                             ///< Wesnoth map; 0: none
} wend_import_info;

/// Reads a map file; "-" reads standard input. Errors: DEF, ARGUMENT (a field of the definition out of range,
/// a rule that the format does not take, a tile larger than the map), IO (missing, unreadable, a directory),
/// FORMAT (empty, truncated, corrupt, not recognised, zero-sized; a link or a wall that the map cannot have),
/// LIMIT (larger than max_tiles; costs too far apart), UNSUPPORTED (a variant of a known format), MEMORY,
/// CANCELLED (by progress).
WEND_API wend_result wend_import_file(const char* file, const wend_import_def* def, wend_grid** out,
                                      wend_import_info* info_opt, wend_error* error_opt);
/// Reads a map from memory. name stands for the file in messages, and files that the map names lie in name's
/// folder. Errors: DEF, ARGUMENT, IO, FORMAT, LIMIT, UNSUPPORTED, MEMORY, CANCELLED (all as wend_import_file;
/// IO only for files that the map names).
WEND_API wend_result wend_import_memory(const void* bytes, size_t size, const char* name,
                                        const wend_import_def* def, wend_grid** out,
                                        wend_import_info* info_opt, wend_error* error_opt);

/// Reads a map from memory or from a callback, which is read to its end. name stands for the file in messages
/// and for def.open. Files that the map names are opened by def.open; without it such a map is refused.
/// source is closed, also after a failure, except for DEF and ARGUMENT. Errors: DEF, ARGUMENT (as
/// wend_import_file; neither bytes nor read), IO, FORMAT, LIMIT, UNSUPPORTED (also a map that names files,
/// without def.open), MEMORY, CANCELLED (each also as wend_import_file), and any result of the callbacks.
WEND_API wend_result wend_import_source(const wend_source* source, const char* name,
                                        const wend_import_def* def, wend_grid** out,
                                        wend_import_info* info_opt, wend_error* error_opt);
/// Reads a map from an open stream, from its position to its end, and leaves the stream open. All else as
/// wend_import_source. Errors: DEF, ARGUMENT, IO, FORMAT, LIMIT, UNSUPPORTED, MEMORY, CANCELLED (all as
/// wend_import_source), and any result of def.open.
WEND_API wend_result wend_import_stream(FILE* stream, const char* name, const wend_import_def* def,
                                        wend_grid** out, wend_import_info* info_opt, wend_error* error_opt);

/// Imports a map that is cut into pieces of equal size, for maps larger than one image. pattern: a path with
/// {x} and {y}, the column and row of a piece, such as "world_{x}_{y}.png"; or a folder x/y or z/x/y, of
/// which it uses the largest z. The map spans the smallest to the largest x and y found; missing pieces are
/// blocked, but a folder or a broken link with the name of a piece is an error. Only one piece is in memory
/// at a time. Errors: DEF, ARGUMENT (neither pattern nor folder), IO, FORMAT (pieces of different sizes, two
/// for one position), LIMIT (more than 255 different costs), UNSUPPORTED (the rule HEIGHT), MEMORY, CANCELLED
/// (each also as wend_import_file).
WEND_API wend_result wend_import_pieces(const char* pattern, const wend_import_def* def, wend_grid** out,
                                        wend_import_info* info_opt, wend_error* error_opt);

/// Writes the points of a function of slope, for wend_relief_def.slopes with a unit_length of 1: function as
/// wend_import_def.slope. unit_out gets what costs are then: "s", "J/kg", or "" where only their ratios mean
/// something. Errors: ARGUMENT (no such function), IO, FORMAT, LIMIT, MEMORY (of a CSV file).
WEND_API wend_result wend_slope_points(const char* function, wend_slope_point out[WEND_MAX_SLOPE_POINTS],
                                       int32_t* count_out, char unit_out[8], wend_error* error_opt);

/// Writes the map as it looks in its own file: a pixel for each tile of the grid that wend_import_file makes
/// by the same definition, width x height of them, each 4 bytes: red, green, blue, and alpha, 0 where the
/// file shows nothing. An image gives the mean colours of its pixels (16 bits become 8), a ROS map its image,
/// a recipe the picture of its base, a Tiled map the mean colours of its tiles' pictures. Asked for
/// info.drawing_width x info.drawing_height pixels, a Tiled map that is not downscaled gives what it looks
/// like in its editor: all layers of tiles with their own pictures. Errors: DEF, ARGUMENT (as
/// wend_import_file, and another size), UNSUPPORTED (a format without pictures; no picture was
/// found; thin walls), IO, FORMAT, LIMIT, MEMORY, CANCELLED (each also as wend_import_file).
WEND_API wend_result wend_import_picture(const char* file, const wend_import_def* def, int32_t width,
                                         int32_t height, uint8_t* rgba_out, wend_error* error_opt);

/// The tile at a position of ROS in metres, as the costmaps of nav2 count: between two pixels, it belongs to
/// the one with the greater u or v. The tile may lie off the map. map: wend_import_info.ros of a map that was
/// imported, or one filled by hand. Errors: ARGUMENT (resolution, rows or tile_pixels not above 0; a position
/// that is not finite or 2^31 tiles away).
WEND_API wend_result wend_ros_tile_at(const wend_ros_map* map, wend_geo_point position, wend_tile* out);
/// The position of ROS, in metres, of a point of the map in columns and rows of tiles, which count from the
/// top-left corner of tile (0, 0) and may be fractions: the centre of a tile is at x + 0.5, y + 0.5. Errors:
/// ARGUMENT (as wend_ros_tile_at).
WEND_API wend_result wend_ros_position(const wend_ros_map* map, double column, double row,
                                       wend_geo_point* out);

/// The name of each format and a line on the variants that are read, for help texts; NULL past the last.
WEND_API const char* wend_import_format_name(int32_t index);
WEND_API const char* wend_import_format_description(int32_t index);

// ---- surveys: what is in an image, for a person who chooses a rule

/// An image that was read once: histograms of its brightness, and a copy small enough to try rules on at
/// once.
typedef struct wend_image_survey wend_image_survey;

typedef struct wend_survey_info {
    char format[16];        ///< as in wend_import_info
    int32_t width, height;  ///< of the image [Units: pixels]
    int32_t channels, bits; ///< the same
    bool has_alpha;         ///< some pixels may not be opaque
    int64_t transparent;    ///< pixels whose alpha is below def.transparent_below
    int32_t copy_step;      ///< the copy has every copy_step-th pixel of every copy_step-th row
    int32_t copy_width, copy_height;
} wend_survey_info;

/// Reads an image. The copy has at most copy_pixels pixels, but at least one. Of def only transparent_below,
/// max_decoded, decode_in_process, progress and allocator matter; the allocator must outlive the survey.
/// Errors: DEF, ARGUMENT (copy_pixels below 1), IO, FORMAT, LIMIT, UNSUPPORTED (also a map that is not an
/// image), MEMORY, CANCELLED (each also as wend_import_file).
WEND_API wend_result wend_image_survey_create(const char* file, const wend_import_def* def,
                                              int32_t copy_pixels, wend_image_survey** out,
                                              wend_error* error_opt);
WEND_API void wend_image_survey_destroy(wend_image_survey* survey);
WEND_API wend_survey_info wend_image_survey_get_info(const wend_image_survey* survey);
/// 256 counts of the pixels that are not transparent, by the brightness of a channel in rounded 255ths: the
/// classes of the rules based on brightness. ALPHA also counts the transparent pixels. NULL: not a channel.
WEND_API const int64_t* wend_image_survey_histogram(const wend_image_survey* survey, wend_channel channel);
/// The main colours of the image, to propose a legend; borrowed. A grey image has main colours as well.
WEND_API const wend_image_colors* wend_image_survey_colors(const wend_image_survey* survey);
/// The copy's rows, 4 bytes a pixel: red, green, blue, alpha.
WEND_API void wend_image_survey_copy(const wend_image_survey* survey, uint8_t* rgba);
/// What wend_import_file makes of the copy, whose pixels are copy_step times as large; def.downscale counts
/// them. With a copy_step of 1 the grid is that of the image. Errors: DEF, ARGUMENT, IO (the legend), FORMAT
/// (the legend), LIMIT, UNSUPPORTED, MEMORY, CANCELLED (each also as wend_import_file).
WEND_API wend_result wend_image_survey_import(const wend_image_survey* survey, const wend_import_def* def,
                                              wend_grid** out, wend_import_info* info_opt,
                                              wend_error* error_opt);

// ---- MovingAI scenario files (.scen)

typedef struct wend_scenario_problem {
    int32_t bucket;
    int32_t width, height; ///< of the map it was made for
    wend_tile start, goal;
    double optimal_cost; ///< as in the file: 8 neighbours, sqrt 2, no corner cutting; 0 with different start
                         ///< and goal: the goal is unreachable
    int32_t line;        ///< in the file, from 1
} wend_scenario_problem;

typedef struct wend_scenario wend_scenario;
/// Reads a scenario file; messages name the line. Errors: ARGUMENT, IO, FORMAT, UNSUPPORTED (another
/// version), LIMIT, MEMORY.
WEND_API wend_result wend_scenario_load(const char* file, wend_scenario** out, wend_error* error_opt);
WEND_API void wend_scenario_destroy(wend_scenario* scenario);
WEND_API const wend_scenario_problem* wend_scenario_problems(const wend_scenario* scenario,
                                                             int32_t* count_out);

#ifdef __cplusplus
}
#endif
#endif
