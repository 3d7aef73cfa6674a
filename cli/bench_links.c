// bench_links.c: in which forms is each map measured? With which steps, and with which links that are added.
#include "bench_links.h"
#include "cli.h"
#include "options.h"
#include "random.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char* const bench_link_kind_names[] = {"map", "mixed", "teleport", NULL};
_Static_assert(sizeof bench_link_kind_names / sizeof bench_link_kind_names[0] == BENCH_LINK_KIND_COUNT + 1,
               "each named");

enum { MOST_TRIES = 10000 }; // for one link

// A kind of links between tiles that lie near each other.
typedef struct near_kind {
    wend_link_kind kind;
    int32_t least_reach, most_reach;  // at most this many tiles along each axis, chosen for each link
    double least_factor, most_factor; // of the straight line, likewise
    double extra;                     // cost on top
} near_kind;

static const near_kind near_kinds[] = {
    {WEND_LINK_JUMP, 6, 6, 1.5, 1.5, 0},
    {WEND_LINK_LADDER, 4, 4, 1, 1, 3},
    {WEND_LINK_TUNNEL, 20, 200, 0.5, 1, 0},
    {WEND_LINK_FERRY, 20, 200, 0.5, 1, 0},
};
// A third are jumps, a third ladders, a third tunnels and ferries.
static const uint8_t near_kind_of[] = {0, 0, 1, 1, 2, 3};

static int32_t below(uint64_t* seed, int32_t count) {
    return (int32_t)(random_next(seed) % (uint64_t)count);
}

// In 1,001 steps.
static double between(uint64_t* seed, double low, double high) {
    return low + (high - low) * below(seed, 1001) / 1000;
}

static wend_tile any_tile(const wend_grid* grid, uint64_t* seed) {
    const wend_rect map = wend_grid_area(grid);
    const int32_t x = map.x + below(seed, map.width);
    return (wend_tile){x, map.y + below(seed, map.height)};
}

// In tiles.
static double straight_line(const wend_grid* grid, wend_tile a, wend_tile b) {
    const wend_vec2 from = wend_grid_center(grid, a), to = wend_grid_center(grid, b);
    const double dx = (double)to.x - (double)from.x, dy = (double)to.y - (double)from.y;
    return sqrt(dx * dx + dy * dy) / (double)wend_grid_tile_size(grid);
}

static double least_class_cost(const wend_grid* grid) {
    const float* costs = wend_grid_class_costs(grid);
    const int64_t* counts = wend_grid_class_counts(grid);
    double least = INFINITY;
    for (int k = 0; k < WEND_CLASS_COUNT; k++)
        if (counts[k] > 0 && costs[k] > 0) least = fmin(least, (double)costs[k]);
    return least;
}

// Its ends may be blocked, or the same tile.
static wend_link draw_link(const wend_grid* grid, bench_link_kind kind, double tile_cost, uint64_t* seed) {
    const wend_tile from = any_tile(grid, seed);
    if (kind == BENCH_LINKS_TELEPORTS) {
        wend_link link = wend_default_link(from, any_tile(grid, seed), 0);
        link.kind = WEND_LINK_TELEPORT;
        link.cost = (float)(between(seed, 0, 10) * tile_cost);
        return link;
    }
    const near_kind* k = &near_kinds[near_kind_of[below(seed, (int32_t)sizeof near_kind_of)]];
    const int32_t reach = k->least_reach + below(seed, k->most_reach - k->least_reach + 1);
    const int32_t x = from.x + below(seed, 2 * reach + 1) - reach;
    const wend_tile to = {x, from.y + below(seed, 2 * reach + 1) - reach};
    const double factor = between(seed, k->least_factor, k->most_factor);
    wend_link link = wend_default_link(from, to, 0);
    link.kind = k->kind;
    link.cost = (float)((straight_line(grid, from, to) * factor + k->extra) * tile_cost);
    return link;
}

static bool can_add(const wend_grid* grid, const wend_link* link) {
    return wend_grid_contains(grid, link->to) && wend_grid_passable(grid, link->from) &&
           wend_grid_passable(grid, link->to) && (link->from.x != link->to.x || link->from.y != link->to.y) &&
           link->cost <= WEND_MAX_LINK_COST;
}

wend_result bench_links_add(wend_world* world, bench_link_kind kind, int32_t count, uint64_t seed,
                            progress* bar) {
    const wend_grid* grid = wend_world_grid(world);
    const double tile_cost = least_class_cost(grid);
    wend_result result = WEND_OK;
    for (int32_t added = 0, tries = 0; added < count && result == WEND_OK; tries++) {
        if (tries == MOST_TRIES) return WEND_ERROR_LIMIT;
        const wend_link link = draw_link(grid, kind, tile_cost, &seed);
        if (!can_add(grid, &link)) continue;
        result = wend_world_add_link(world, &link, NULL);
        if (result == WEND_ERROR_LIMIT) { // only so many tiles of a cluster may have links
            result = WEND_OK;
            continue;
        }
        tries = -1;
        added++;
        progress_report((double)added / count, bar);
    }
    return result == WEND_OK ? wend_world_refresh(world, 0, NULL) : result;
}

// ---- forms

enum { ITEM = 24 }; // longer items are no names or numbers

// Takes the next item off a list that is separated by commas. False at its end.
static bool next_item(const char** rest_io, char out[ITEM]) {
    if (*rest_io == NULL) return false;
    const size_t length = strcspn(*rest_io, ",");
    snprintf(out, ITEM, "%.*s", (int)length, *rest_io);
    *rest_io = (*rest_io)[length] == ',' ? *rest_io + length + 1 : NULL;
    return true;
}

static int too_many(const char* option_name) {
    return command_fail(CLI_USAGE, "--%s lists more than %d forms of a map", option_name, BENCH_MOST_FORMS);
}

// The connectivity of this name; -1: none.
static int move_of(const char* name) {
    if (strcmp(name, "hex") == 0) return WEND_CONNECTIVITY_HEX_ODD_R;
    for (int move = 0; world_connectivity_names[move] != NULL; move++)
        if (strcmp(name, world_connectivity_names[move]) == 0) return move;
    return -1;
}

static int read_moves(const char* list, bench_forms* out) {
    char item[ITEM];
    while (next_item(&list, item)) {
        const int move = move_of(item);
        if (move < 0)
            return command_fail(CLI_USAGE,
                                "--move expects a list of 8, 4, 8cut, hex, hex-odd-r, hex-even-r, hex-odd-q "
                                "and hex-even-q, got '%s'",
                                item);
        if (out->move_count == BENCH_MOST_FORMS) return too_many("move");
        out->moves[out->move_count++] = move;
    }
    return CLI_OK;
}

static int read_additions(const char* option_name, const char* list, bench_link_kind kind, bench_forms* out) {
    char item[ITEM];
    while (next_item(&list, item)) {
        double count = 0;
        if (!options_parse_number(item, &count) || !(count >= 1 && count <= WEND_MAX_LINKS) ||
            (double)(int32_t)count != count)
            return command_fail(CLI_USAGE, "--%s expects a list of whole numbers in 1..%d, got '%s'",
                                option_name, WEND_MAX_LINKS, item);
        if (out->addition_count == BENCH_MOST_FORMS) return too_many(option_name);
        out->additions[out->addition_count++] = (bench_addition){kind, (int32_t)count};
    }
    return CLI_OK;
}

int bench_forms_read(const char* moves_opt, const char* links_opt, const char* teleports_opt,
                     bench_forms* out) {
    *out = (bench_forms){.addition_count = 1};
    int code = read_moves(moves_opt, out);
    if (moves_opt == NULL) out->moves[out->move_count++] = BENCH_MOVE_OF_MAP;
    if (code == CLI_OK) code = read_additions("links", links_opt, BENCH_LINKS_MIXED, out);
    if (code == CLI_OK) code = read_additions("teleports", teleports_opt, BENCH_LINKS_TELEPORTS, out);
    return code;
}

void bench_form_name(const char* map, int move, bench_addition addition, char* out, size_t size) {
    char links[32] = "";
    if (addition.kind != BENCH_LINKS_OF_MAP)
        snprintf(links, sizeof links, ", %d %s", addition.count,
                 addition.kind == BENCH_LINKS_MIXED ? "links" : "teleports");
    snprintf(out, size, "%s%s%s%s", map, move == BENCH_MOVE_OF_MAP ? "" : ", ",
             move == BENCH_MOVE_OF_MAP ? "" : world_connectivity_names[move], links);
}
