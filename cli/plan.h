// plan.h: how do the options of a command become a planned query?
#ifndef PLAN_H
#define PLAN_H
#include "json.h"
#include "path_length.h"
#include "profile_options.h"
#include "world_frame.h"

/// The values of the options; initialise with plan_default_options.
typedef struct plan_options {
    wend_query query; ///< what the parser sets as it stands; its goal_class is -1 when not given
    option_point from;
    option_points to; ///< several: the nearest of them
    const char* to_area;
    int units;
    double snap;         ///< in these units
    const char* profile; ///< NULL: the world itself
} plan_options;

extern const char* const plan_algorithm_names[];  ///< in the order of wend_algorithm, ends with NULL
extern const char* const plan_heuristic_names[];  ///< likewise
extern const char* const plan_refinement_names[]; ///< likewise
extern const char* const plan_unit_names[];
enum { UNITS_TILES, UNITS_WORLD, UNITS_LONLAT }; ///< the indices of these names

#define PLAN_UNITS_HELP "unit of all coordinates; lonlat: degrees of WGS 84, as of GPS, and metres"

#define REFINE_OPTION(offset)                                                                                \
    OPT_CHOICE("refine", "for hpa and exact: by sweeps over clusters, or by A* tile by tile; the same cost", \
               offset, plan_refinement_names)

/// The rows of these options in a command's table.
#define PLAN_OPTIONS(type, member, need)                                                                     \
    OPT_POINT("from", "start", offsetof(type, member.from), need),                                           \
        OPT_POINTS("to", "goal; repeat for several: the path leads to the nearest",                          \
                   offsetof(type, member.to), need),                                                         \
        OPT_TEXT(0, "to-area", "X,Y,W,H[,F]", "instead of --to: any tile of a rectangle",                    \
                 offsetof(type, member.to_area), OPTIONAL),                                                  \
        OPT_INT32("to-class", "C", "instead of --to: any tile of a terrain class",                           \
                  offsetof(type, member.query.goal_class), 0, WEND_CLASS_COUNT - 1),                         \
        OPT_NUMBER("snap", "R",                                                                              \
                   "a blocked start or goal is replaced by the nearest passable tile within R, in --units",  \
                   offsetof(type, member.snap), 0, 100000),                                                  \
        OPT_FLAG(0, "partial", "when no path leads to the goal: to the reachable tile nearest to it",        \
                 offsetof(type, member.query.partial)),                                                      \
        OPT_CHOICE("units", PLAN_UNITS_HELP, offsetof(type, member.units), plan_unit_names),                 \
        OPT_CHOICE("algorithm", "search algorithm", offsetof(type, member.query.algorithm),                  \
                   plan_algorithm_names),                                                                    \
        OPT_CHOICE("heuristic", "for astar and greedy; manhattan overestimates with diagonal moves",         \
                   offsetof(type, member.query.heuristic), plan_heuristic_names),                            \
        OPT_FLOAT("weight", "W", "for astar: weight of the heuristic; above 1 it overestimates",             \
                  offsetof(type, member.query.heuristic_weight), 0, 16),                                     \
        OPT_FLAG(0, "reopen", "for astar: open a closed tile again when a cheaper path to it is found",      \
                 offsetof(type, member.query.reopen)),                                                       \
        OPT_FLAG(0, "until-proven",                                                                          \
                 "for astar: reopen, and go on after the goal until the path is the optimum",                \
                 offsetof(type, member.query.until_proven)),                                                 \
        REFINE_OPTION(offsetof(type, member.query.refinement)),                                              \
        PROFILE_OPTION(offsetof(type, member.profile)),                                                      \
        OPT_FLAG(0, "smooth", "smooth the waypoints by string pulling",                                      \
                 offsetof(type, member.query.smooth)),                                                       \
        OPT_FLAG(0, "hex-diagonals",                                                                         \
                 "hexagons, with astar, dijkstra, bfs, greedy: also the six steps between two neighbours",   \
                 offsetof(type, member.query.hex_diagonals))

plan_options plan_default_options(void);
/// Do the options name a goal of any kind?
bool plan_has_goal(const plan_options* options);
/// CLI_OK when the algorithm refines, or when none but the usual refinement is asked for; otherwise an exit
/// code.
int plan_check_refinement(wend_algorithm algorithm, wend_refinement refinement);
/// CLI_OK when the options name one kind of goal, otherwise an exit code.
int plan_check_goal(const plan_options* options);
/// The tile that a point means in a unit, one of plan_unit_names. CLI_OK, or an exit code when it is none of
/// the map.
int plan_tile(const char* option_name, const wend_world* world, int units, option_point point,
              wend_tile* out);

/// The tiles of all points of an option, of which at least one is passable; a warning tells how many are not.
/// The caller frees them. CLI_OK or an exit code, the reason printed.
int plan_tiles(const char* option_name, const wend_world* world, int units, const option_points* points,
               wend_tile** out);

/// As plan_tile, for a point of a file. where: how messages name the place, such as "FILE:LINE:".
int plan_tile_at(const char* where, const wend_world* world, int units, option_point point, wend_tile* out);

/// The tiles of a rectangle X, Y, W, H on a floor, in a unit: in world units from its lesser to its greater
/// coordinates, all tiles that it touches. text: the argument, for messages. CLI_OK, or an exit code when it
/// leaves the map.
int plan_area(const char* option_name, const wend_world* world, int units, const double area[5],
              const char* text, wend_rect* out);

/// The same, from the text of an option.
int plan_area_of(const char* option_name, const wend_world* world, int units, const char* text,
                 wend_rect* out);
/// The passable tiles of an area, of which there is at least one. The caller frees them. CLI_OK or an exit
/// code, the reason printed.
int plan_area_tiles(const char* option_name, const wend_world* world, wend_rect area, wend_tile** out,
                    int32_t* count_out);

enum { PLAN_PLACE_BYTES = 64 };
/// A tile as a message names it: its numbers, or the position of its centre in a unit. Without a program that
/// finds longitude and latitude it is in the coordinates of the map.
void plan_place(const wend_world* world, int units, wend_tile tile, char out[PLAN_PLACE_BYTES]);
/// A distance in tiles as a message has it: "2.00 tiles", "0.10 m", "2.5 world units".
void plan_distance(const wend_world* world, int units, double tiles, char out[PLAN_PLACE_BYTES]);

typedef struct plan {
    wend_query query;
    wend_tile* goals;   ///< of --to; the query borrows several
    int32_t goal_count; ///< 0: the query is to an area or a class
    wend_search* search;
    wend_path* path;
    wend_stats stats;
} plan;
/// Plans; after success the caller calls plan_destroy. Returns CLI_OK, whatever the outcome, or an exit code.
int plan_make(const wend_world* world, const plan_options* options, plan* out);
void plan_destroy(plan* p);

/// What a cost of 1 is in world units: the side of a tile, unless slopes have costs of their own.
double plan_cost_scale(const wend_world* world);
/// A cost as text, with the unit of the map's costs where they have one.
void plan_cost_text(const wend_world* world, double cost, char out[COST_TEXT]);
/// Adds this unit to a JSON object as cost_unit, if there is one.
void plan_json_cost_unit(cJSON* object, const wend_world* world);
/// Adds from, the start, and to, all goals, as tiles.
void plan_json_ends(cJSON* object, const plan* p);
/// CLI_OK when the path was found, CLI_NEGATIVE otherwise.
int plan_exit_code(const plan* p);

#endif
