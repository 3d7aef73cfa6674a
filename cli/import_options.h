// import_options.h: which options control how a map is read?
#ifndef IMPORT_OPTIONS_H
#define IMPORT_OPTIONS_H
#include "options.h"
#include "wend/import.h"

/// The values of the options; initialise with import_default_options.
typedef struct import_options {
    wend_import_def def; ///< all that the parser sets as it stands; import_options_def has the rest
    int rule, ros_mode;  ///< -1: not given
    double occupied_thresh, free_thresh, max_climb, resolution; ///< NAN: not given
    option_point cost_range, origin, value_range;
    const char* window;
} import_options;

extern const char* const import_rule_names[];    ///< in the order of wend_image_rule, ends with NULL
extern const char* const import_channel_names[]; ///< likewise
extern const char* const import_ros_mode_names[];
extern const char* const import_downscale_names[];

/// The rows of these options in a command's table.
#define IMPORT_OPTIONS(type, member)                                                                         \
    OPT_CHOICE("rule", "how a pixel becomes a cost [default: brightness]", offsetof(type, member.rule),      \
               import_rule_names),                                                                           \
        OPT_CHOICE("channel", "what counts as brightness", offsetof(type, member.def.channel),               \
                   import_channel_names),                                                                    \
        OPT_FLOAT("blocked-below", "F", "darker is blocked [default: 0.85; linear and inverse: 0]",          \
                  offsetof(type, member.def.blocked_below), 0, 1),                                           \
        OPT_FLOAT("transparent-below", "F", "alpha below this is blocked",                                   \
                  offsetof(type, member.def.transparent_below), 0, 1),                                       \
        OPT_FLAG(0, "negate", "dark is passable", offsetof(type, member.def.negate)),                        \
        OPT_PAIR("cost-range", "A,B",                                                                        \
                 "linear: costs of white and black; height: of flat and steepest [default: 1,10]",           \
                 offsetof(type, member.cost_range)),                                                         \
        OPT_TEXT(0, "palette", "FILE",                                                                       \
                 "a legend: one colour and its cost per line; implies --rule palette; see wend legend",      \
                 offsetof(type, member.def.legend), OPTIONAL),                                               \
        OPT_CHOICE("ros-mode", "--rule ros: the mode of the map server [default: trinary]",                  \
                   offsetof(type, member.ros_mode), import_ros_mode_names),                                  \
        OPT_NUMBER("occupied-thresh", "P", "--rule ros: darker than this share is occupied [default: 0.65]", \
                   offsetof(type, member.occupied_thresh), 0, 1),                                            \
        OPT_NUMBER("free-thresh", "P", "--rule ros: less dark than this share is free [default: 0.25]",      \
                   offsetof(type, member.free_thresh), 0, 1),                                                \
        OPT_FLOAT("unknown-cost", "C",                                                                       \
                  "cost of unknown tiles in ROS maps, and where Tiled maps have no tile; 0: blocked",        \
                  offsetof(type, member.def.unknown_cost), 0, 1024),                                         \
        OPT_FLOAT("height-scale", "H",                                                                       \
                  "--rule height and slope: height of white above black; of rasters: metres a unit",         \
                  offsetof(type, member.def.height_scale), 1e-6, 1e6),                                       \
        OPT_TEXT(0, "slope", "FUNCTION",                                                                     \
                 "--rule slope: tobler, tobler-offpath, naismith, naismith-langmuir, irmischer-clarke, "     \
                 "irmischer-clarke-offpath, minetti, rwalk:A,B,C,D, wheelchair:SLOPE, or FILE.csv "          \
                 "[default: tobler]",                                                                        \
                 offsetof(type, member.def.slope), OPTIONAL),                                                \
        OPT_NUMBER("max-climb", "S",                                                                         \
                   "--rule height: steeper slopes (rise over run) are blocked [default: 1]; slope: steps "   \
                   "that climb more metres are closed",                                                      \
                   offsetof(type, member.max_climb), 1e-6, 1e6),                                             \
        OPT_FLOAT("max-drop", "H", "--rule slope: steps that go down more metres are closed",                \
                  offsetof(type, member.def.max_step_drop), 0, 1e6),                                         \
        OPT_FLOAT("jump-down", "H",                                                                          \
                  "--rule slope: jumps down steps that --max-drop closes, by at most H metres",              \
                  offsetof(type, member.def.jump_down), 0, 1e6),                                             \
        OPT_INT32("jump-across", "N", "jumps over up to N tiles that are blocked, or too deep to walk",      \
                  offsetof(type, member.def.jump_across), 0, WEND_MAX_JUMP),                                 \
        OPT_TEXT(0, "deck", "FILE",                                                                          \
                 "--rule slope: heights of bridges above the map, which become a floor of their own",        \
                 offsetof(type, member.def.deck), OPTIONAL),                                                 \
        OPT_FLOAT("headroom", "H", "room below a deck to pass", offsetof(type, member.def.headroom), 1e-6,   \
                  1e6),                                                                                      \
        OPT_FLOAT("sea-level", "H", "--rule height and slope: height of the water, in images above black",   \
                  offsetof(type, member.def.sea_level), 0, 1e6),                                             \
        OPT_INT32("band", "N", "rasters: the band to read; GDAL then reads any format that it knows",        \
                  offsetof(type, member.def.band), 1, INT32_MAX),                                            \
        OPT_TEXT(0, "window", "X,Y,W,H", "rasters: the pixels to read", offsetof(type, member.window),       \
                 OPTIONAL),                                                                                  \
        OPT_PAIR("value-range", "A,B",                                                                       \
                 "rasters: values that count as brightness 0 and 1 [default: the least and greatest]",       \
                 offsetof(type, member.value_range)),                                                        \
        OPT_FLOAT("cost-scale", "F", "--rule cost: factor from the values of a raster to costs",             \
                  offsetof(type, member.def.cost_scale), 1e-9, 1e9),                                         \
        OPT_NUMBER("resolution", "R", "side of a pixel in world units [default: 1]",                         \
                   offsetof(type, member.resolution), 1e-6, 1e6),                                            \
        OPT_PAIR("origin", "X,Y", "world position of the top-left corner [default: 0,0]",                    \
                 offsetof(type, member.origin)),                                                             \
        OPT_INT32("downscale", "K", "K x K pixels become a tile", offsetof(type, member.def.downscale), 1,   \
                  1024),                                                                                     \
        OPT_CHOICE(                                                                                          \
            "downscale-by",                                                                                  \
            "which pixel gives a tile its cost (blocked: the costliest), or a smaller copy in a raster",     \
            offsetof(type, member.def.downscale_by), import_downscale_names),                                \
        OPT_FLOAT("swamp-cost", "C", "cost of S in MovingAI maps; 0: blocked",                               \
                  offsetof(type, member.def.swamp_cost), 0, 1024),                                           \
        OPT_FLOAT("water-cost", "C", "cost of W in MovingAI maps and of the sea; 0: blocked",                \
                  offsetof(type, member.def.water_cost), 0, 1024),                                           \
        OPT_TEXT(0, "letters", "LIST", "costs of letters in text grids, as '^=3 ~=blocked'",                 \
                 offsetof(type, member.def.letters), OPTIONAL),                                              \
        OPT_FLAG(0, "fill-short", "text grids: missing tiles at the end of rows are blocked",                \
                 offsetof(type, member.def.fill_short)),                                                     \
        OPT_TEXT(0, "cost-property", "NAME",                                                                 \
                 "Tiled property that holds the cost of tiles and layers [default: cost]",                   \
                 offsetof(type, member.def.cost_property), OPTIONAL),                                        \
        OPT_TEXT(0, "collision", "NAME",                                                                     \
                 "Tiled layer, or boolean property of tiles, that blocks [default: collision]",              \
                 offsetof(type, member.def.collision), OPTIONAL),                                            \
        OPT_TEXT(0, "links", "FILE.csv", "links between tiles: x,y,to_x,to_y,cost,kind,two_way",             \
                 offsetof(type, member.def.links), OPTIONAL),                                                \
        OPT_TEXT(0, "walls", "FILE", "walls between tiles: a picture of 2w+1 x 2h+1 pixels or a CSV list",   \
                 offsetof(type, member.def.walls), OPTIONAL),                                                \
        OPT_TEXT(0, "lanes", "IMAGE",                                                                        \
                 "lanes: a picture with a pixel for each tile, whose hues are directions",                   \
                 offsetof(type, member.def.lanes), OPTIONAL),                                                \
        OPT_TEXT(0, "lane-costs", "COSTS",                                                                   \
                 "preferred, compulsory, or factors of steps 0, 45, 90, 135, 180 degrees off a lane "        \
                 "[default: preferred]",                                                                     \
                 offsetof(type, member.def.lane_costs), OPTIONAL),                                           \
        OPT_FLAG(0, "thin-walls", "the map has 2w+1 x 2h+1 pixels: w x h tiles and walls between them",      \
                 offsetof(type, member.def.thin_walls)),                                                     \
        OPT_FLAG(0, "outside", "allow a map to name files outside its folder",                               \
                 offsetof(type, member.def.outside)),                                                        \
        OPT_TEXT(0, "root", "DIR",                                                                           \
                 "a map may name files below DIR [default: its folder; a Tiled map: its project or parent]", \
                 offsetof(type, member.def.root), OPTIONAL),                                                 \
        OPT_INTEGER("max-tiles", "N", "refuse larger maps", offsetof(type, member.def.max_tiles), 1,         \
                    (double)WEND_MAX_TILES),                                                                 \
        OPT_INTEGER(                                                                                         \
            "max-decoded", "N",                                                                              \
            "refuse larger images that must be decoded whole (JPEG, BMP, TGA, GIF, interlaced heights and "  \
            "palettes)",                                                                                     \
            offsetof(type, member.def.max_decoded), 1, (double)WEND_MAX_TILES)

import_options import_default_options(void);

/// Checks combinations of options and costs, and reads the window. Returns CLI_OK or an exit code.
int import_options_check(import_options* options);
/// Call after the import. Returns CLI_OK, or an exit code when an option was given that has no effect on
/// this source.
int import_options_check_source(const import_options* options, const char* file,
                                const wend_import_info* source);
/// True when an image needs a height scale and none was given: the reason of an import that fails.
bool import_options_lack_scale(const import_options* options, const wend_error* error);
/// Prints the warnings of an import, with the options that help.
void import_options_warn(const import_options* options, const char* file, const wend_import_info* source);
/// True for an image of few colours when neither a rule nor a channel was given.
bool import_options_wants_legend(const import_options* options, const wend_import_info* source);
/// The definition for the importers; connectivity, allocator and progress keep their defaults.
wend_import_def import_options_def(const import_options* options);

#endif
