// map_code.c: which byte stands for a terrain class in a map file of each format?
#include "map_code.h"
#include "world_frame.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOP_GREY = 255,
    DARKEST_PASSABLE = 217, // the darkest passable grey by default: 0.85
    ROS_FREE = 255,
    ROS_UNKNOWN = 205,
    ROS_UNKNOWN_CLASS = 255, // as the importer numbers them
};

static float cost_of(const wend_world* world, int c) {
    return wend_grid_class_costs(wend_world_grid(world))[c];
}

static bool is_used(const wend_world* world, int c) {
    return wend_grid_class_counts(wend_world_grid(world))[c] > 0;
}

static wend_tile first_of_class(const wend_grid* grid, int c) {
    const wend_rect map = wend_grid_area(grid);
    for (int32_t floor = 0; floor < wend_grid_floors(grid); floor++)
        for (int32_t y = 0; y < map.height; y++)
            for (int32_t x = 0; x < map.width; x++) {
                const wend_tile tile = {map.x + x, map.y + y, (uint16_t)floor};
                if (wend_grid_class(grid, tile) == c) return tile;
            }
    return (wend_tile){0, 0};
}

static int fail_cost(const wend_world* world, int c, const char* file, const char* holds) {
    const wend_tile tile = first_of_class(wend_world_grid(world), c);
    char at[CLI_TILE_TEXT];
    return cli_fail(CLI_USAGE, "%s: tile %s costs %.9g; this format holds %s", file, cli_tile_text(tile, at),
                    (double)cost_of(world, c), holds);
}

// ---- greys

// The grey with exactly this cost; 0: none.
static int grey_of(float cost) {
    if (!(cost >= 1)) return 0;
    const int grey = (int)lround(TOP_GREY / (double)cost);
    return grey > 0 && (float)TOP_GREY / (float)grey == cost ? grey : 0;
}

// True when every cost in use belongs to a grey.
static bool are_greys(const wend_world* world) {
    for (int c = 0; c < WEND_CLASS_COUNT; c++)
        if (is_used(world, c) && cost_of(world, c) != 0 && grey_of(cost_of(world, c)) == 0) return false;
    return true;
}

static void code_greys(const wend_world* world, const world_source* source, map_code* out) {
    int lowest = TOP_GREY;
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        if (!is_used(world, c) || cost_of(world, c) == 0) continue;
        out->bytes[c] = (uint8_t)grey_of(cost_of(world, c));
        if (out->bytes[c] < lowest) lowest = out->bytes[c];
    }
    double below = 0.85;
    if (lowest < DARKEST_PASSABLE) {
        below = floor(lowest * 10000.0 / TOP_GREY) / 10000;
        snprintf(out->options, sizeof out->options, " --blocked-below %.4f", below);
    }
    // Keeps the blocked greys of the image that the world was baked from.
    const bool keeps = strcmp(source->rule, "brightness") == 0 || strcmp(source->rule, "luma") == 0;
    for (int c = 0; c < WEND_CLASS_COUNT && keeps; c++)
        if (cost_of(world, c) == 0 && (float)(c / (double)TOP_GREY) < (float)below)
            out->bytes[c] = (uint8_t)c;
}

// Lists the distinct costs in use in ascending order; returns their number.
static int sort_costs(const wend_world* world, float costs[WEND_CLASS_COUNT]) {
    int count = 0;
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        const float cost = cost_of(world, c);
        if (!is_used(world, c) || cost == 0) continue;
        int at = count;
        while (at > 0 && costs[at - 1] >= cost) at--;
        if (at < count && costs[at] == cost) continue;
        memmove(costs + at + 1, costs + at, (size_t)(count++ - at) * sizeof *costs);
        costs[at] = cost;
    }
    return count;
}

// Gives each cost a different grey, as close as possible to that of its brightness.
static void code_legend(const wend_world* world, map_code* out) {
    float costs[WEND_CLASS_COUNT];
    const int count = sort_costs(world, costs);
    size_t used =
        (size_t)snprintf(out->text, sizeof out->text, "// the costs of the greys\n#000000 blocked\n");
    char number[32];
    int grey = TOP_GREY + 1;
    for (int i = 0; i < count; i++) {
        const int near = costs[i] > 1 ? (int)lround(TOP_GREY / (double)costs[i]) : TOP_GREY;
        const int left = count - i; // each needs a grey above black
        grey = near < grey - 1 ? near : grey - 1;
        if (grey < left) grey = left;
        used += (size_t)snprintf(out->text + used, sizeof out->text - used, "#%02x%02x%02x %s\n", grey, grey,
                                 grey, cli_shortest_text(costs[i], number));
        for (int c = 0; c < WEND_CLASS_COUNT; c++)
            if (cost_of(world, c) == costs[i]) out->bytes[c] = (uint8_t)grey;
    }
    out->text_is = MAP_CODE_LEGEND;
}

int map_code_greys(const wend_world* world, const world_source* source, const char* file, map_code* out) {
    enum { MOST_ROWS = 254 }; // of a legend
    float costs[WEND_CLASS_COUNT];
    *out = (map_code){.text = ""};
    if (are_greys(world)) {
        code_greys(world, source, out);
    } else if (sort_costs(world, costs) < MOST_ROWS) {
        code_legend(world, out);
    } else {
        return cli_fail(CLI_USAGE, "%s: the world has %d different costs; a legend holds %d", file,
                        sort_costs(world, costs), MOST_ROWS - 1);
    }
    return CLI_OK;
}

static bool is_percent(float cost, int* percent_out) {
    const int percent = cost >= 1 ? 100 - (int)lround(100 / (double)cost) : -1;
    *percent_out = percent;
    return percent >= 0 && percent < 100 && 100.0f / (float)(100 - percent) == cost;
}

// ---- ROS

// The shortest decimal that is this number again when it is read.
static const char* shortest_double(double number, char out[32]) {
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(out, 32, "%.*g", digits, number);
        if (strtod(out, NULL) == number) break;
    }
    return out;
}

// The occupancy in percent that the map server gives a grey, or -1 for unknown.
static int occupancy_of(const wend_ros_map* map, int grey) {
    const double shade = grey / 255.0, p = map->negate ? shade : 1 - shade;
    if (map->mode == WEND_ROS_RAW) return grey <= 100 ? grey : -1;
    if (p > map->occupied_thresh) return 100;
    if (p < map->free_thresh) return 0;
    if (map->mode == WEND_ROS_TRINARY) return -1;
    return (int)rint((p - map->free_thresh) / (map->occupied_thresh - map->free_thresh) * 100);
}

// A grey for an occupancy; -1: there is none. The usual greys first, then the one farthest from any other
// meaning.
static int grey_of_occupancy(const wend_ros_map* map, int percent) {
    const int usual[] = {ROS_FREE, 0, ROS_UNKNOWN};
    for (int i = 0; i < 3 && map->mode != WEND_ROS_RAW; i++) {
        const int grey = map->negate ? TOP_GREY - usual[i] : usual[i];
        if (occupancy_of(map, grey) == percent) return grey;
    }
    int first = 0, last;
    while (first <= TOP_GREY && occupancy_of(map, first) != percent) first++;
    if (first > TOP_GREY) return -1;
    for (last = first; last < TOP_GREY && occupancy_of(map, last + 1) == percent;) last++;
    return percent < 0 && map->mode == WEND_ROS_RAW ? ROS_UNKNOWN_CLASS : (first + last) / 2;
}

static bool is_unknown(const world_source* source, int c) {
    return strcmp(source->format, "ros") == 0 && c == ROS_UNKNOWN_CLASS &&
           strcmp(source->meanings[c], "unknown") == 0;
}

// Greys by which a map server reads the tiles of a world as they are; false: there are none.
static bool code_occupancy(const wend_world* world, const world_source* source, const wend_ros_map* map,
                           map_code* out) {
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        int percent = 100;
        if (!is_used(world, c)) continue;
        if (cost_of(world, c) > 0) (void)is_percent(cost_of(world, c), &percent);
        if (is_unknown(source, c)) percent = -1;
        const int grey = grey_of_occupancy(map, percent);
        if (grey < 0) return false;
        out->bytes[c] = (uint8_t)grey;
    }
    return true;
}

int map_code_ros(const wend_world* world, const world_source* source, const char* file, map_code* out) {
    const world_frame frame = world_frame_of(world);
    bool is_trinary = true;
    *out = (map_code){.text = ""};
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        int percent;
        const float cost = cost_of(world, c);
        if (!is_used(world, c) || cost == 0) continue;
        if (is_unknown(source, c)) {
            char number[32];
            snprintf(out->options, sizeof out->options, " --unknown-cost %s",
                     cli_shortest_text(cost, number));
            continue;
        }
        if (!is_percent(cost, &percent))
            return fail_cost(world, c, file,
                             "100 / (100 - n) for n percent of occupancy; a .txt holds any cost");
        is_trinary = is_trinary && percent == 0;
    }
    wend_ros_map map = source->ros;
    const wend_ros_mode fitting = is_trinary ? WEND_ROS_TRINARY : WEND_ROS_RAW;
    // The YAML that came in, if it can still say what the tiles are.
    bool fits = map.resolution > 0 && (is_trinary || map.mode != WEND_ROS_TRINARY) &&
                code_occupancy(world, source, &map, out);
    if (!fits) {
        if (map.resolution == 0 || is_trinary)
            map = (wend_ros_map){
                .origin = {0, 0, map.origin[2]}, .occupied_thresh = 0.65, .free_thresh = 0.196};
        map.mode = fitting;
        (void)code_occupancy(world, source, &map, out);
    }
    const world_point corner = world_frame_corner(&frame);
    char resolution[32], x[32], y[32], yaw[32], occupied[32], free_below[32];
    out->text_is = MAP_CODE_YAML;
    if (source->ros.resolution > 0) {
        shortest_double(world_frame_tile_size(&frame), resolution);
        shortest_double(corner.x, x);
        shortest_double(corner.y, y);
    } else {
        cli_shortest_text(wend_grid_tile_size(wend_world_grid(world)), resolution);
        snprintf(x, sizeof x, "%.7g", corner.x);
        snprintf(y, sizeof y, "%.7g", corner.y);
    }
    snprintf(out->text, sizeof out->text,
             "mode: %s\nresolution: %s\norigin: [%s, %s, %s]\nnegate: %d\noccupied_thresh: %s\n"
             "free_thresh: %s\n",
             wend_ros_mode_name(map.mode), resolution, x, y, shortest_double(map.origin[2], yaw), map.negate,
             shortest_double(map.occupied_thresh, occupied), shortest_double(map.free_thresh, free_below));
    return CLI_OK;
}

// ---- letters

int map_code_movingai(const wend_world* world, const world_source* source, const char* file, map_code* out) {
    const wend_grid* grid = wend_world_grid(world);
    static const char letters[] = "@.SW@T"; // by class, as the importer numbers them
    const bool keeps = strcmp(source->format, "movingai") == 0;
    *out = (map_code){.text = ""};
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        const float cost = cost_of(world, c);
        if (is_used(world, c) && cost != 0 && cost != 1)
            return fail_cost(world, c, file, "1 and blocked; a .txt holds any cost");
        const int usual = cost == 0 ? '@' : '.';
        const int own = keeps && c < (int)sizeof letters - 1 ? letters[c] : usual;
        const bool own_is_open = own == '.' || own == 'S';
        out->bytes[c] = (uint8_t)(own_is_open == (cost == 1) ? own : usual);
    }
    snprintf(out->text, sizeof out->text, "type octile\nheight %d\nwidth %d\nmap\n", wend_grid_height(grid),
             wend_grid_width(grid));
    return CLI_OK;
}

// The class that the importer gives a letter without a legend; -1: none.
static float usual_cost(int letter) {
    if (letter >= '0' && letter <= '9') return (float)(letter - '0');
    if (letter == '.') return 1;
    if (letter == '-') return 1.5f;
    if (letter == '^') return 2;
    return letter != 0 && strchr("xXwW#@* ", letter) != NULL ? 0 : -1;
}

// The letter that bake reads as this cost without a legend; 0: none.
static int usual_letter(float cost) {
    static const char letters[] = "x.23456789-^";
    for (const char* l = letters; *l != '\0'; l++)
        if (usual_cost(*l) == cost) return *l;
    return 0;
}

typedef struct alphabet {
    float costs[128]; ///< by letter; -1: free
    int count;        ///< in the legend
} alphabet;

// An unused letter; 0: none left.
static int free_letter(const alphabet* a) {
    static const char letters[] = "abcdefghijklmnopqrstuvyzABCDEFGHIJKLMNOPQRSTUVYZ!$%&+:;<>?_`{|}~";
    for (const char* l = letters; *l != '\0'; l++)
        if (a->costs[(int)*l] < 0) return *l;
    return 0;
}

// The letter that the class had in the original text grid; 0: none.
static int own_letter(const world_source* source, int c) {
    const bool has = strcmp(source->format, "textgrid") == 0 && c > ' ' && c <= '~' && c != ',' && c != '/';
    return has ? c : 0;
}

int map_code_textgrid(const wend_world* world, const world_source* source, const char* file, map_code* out) {
    const wend_grid* grid = wend_world_grid(world);
    alphabet a = {.count = 0};
    char legend[1600] = "", number[32];
    for (int l = 0; l < 128; l++) a.costs[l] = -1;
    *out = (map_code){.text = ""};
    // The original letters first, so that no other cost takes one of them.
    for (int c = 0; c < WEND_CLASS_COUNT; c++)
        if (is_used(world, c) && own_letter(source, c) != 0) a.costs[c] = cost_of(world, c);
    for (int c = 0; c < WEND_CLASS_COUNT; c++) {
        const float cost = cost_of(world, c);
        if (!is_used(world, c)) continue;
        int letter = own_letter(source, c);
        if (letter == 0) letter = usual_letter(cost);
        if (letter != 0 && a.costs[letter] >= 0 && a.costs[letter] != cost) letter = 0;
        for (int l = ' ' + 1; l < 127 && letter == 0; l++)
            if (a.costs[l] == cost) letter = l;
        if (letter == 0) letter = free_letter(&a);
        if (letter == 0)
            return fail_cost(world, c, file,
                             "no more different costs than there are letters; a .png holds more");
        a.costs[letter] = cost;
        out->bytes[c] = (uint8_t)letter;
    }
    for (int l = 0; l < 128; l++) {
        const size_t used = strlen(legend);
        if (a.costs[l] < 0 || a.costs[l] == usual_cost(l)) continue;
        if (a.costs[l] == 0)
            snprintf(legend + used, sizeof legend - used, " %c=blocked", l);
        else
            snprintf(legend + used, sizeof legend - used, " %c=%s", l, cli_shortest_text(a.costs[l], number));
    }
    snprintf(out->text, sizeof out->text, "%s\n%d\n%d\n%s%s%s",
             cli_shortest_text(wend_grid_tile_size(grid), number), wend_grid_width(grid),
             wend_grid_height(grid), legend[0] != '\0' ? "// letters" : "", legend,
             legend[0] != '\0' ? "\n" : "");
    return CLI_OK;
}
