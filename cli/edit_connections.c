// edit_connections.c: which links, walls and one-way steps does `wend edit` change?
#include "edit_connections.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

const char* const connection_kind_names[] = {"other", "tunnel",   "lift", "ladder", "jump",
                                             "ferry", "teleport", "seam", NULL};
_Static_assert(sizeof connection_kind_names / sizeof connection_kind_names[0] == WEND_LINK_KIND_COUNT + 1,
               "each named");

int connection_edits_link_count(const connection_edits* e) {
    return e->links.count + e->unlinks.count + e->link_costs.count + e->disables.count + e->enables.count;
}

int connection_edits_step_count(const connection_edits* e) {
    return e->walls.count + e->no_walls.count + e->one_ways.count;
}

// ---- reading

static bool parse_integer(const char** text, int32_t* out) {
    char* end = NULL;
    if (!(**text == '-' || (**text >= '0' && **text <= '9'))) return false;
    errno = 0;
    const long long value = strtoll(*text, &end, 10);
    if (errno != 0 || end == *text || value < INT32_MIN || value > INT32_MAX) return false;
    *out = (int32_t)value;
    *text = end;
    return true;
}

// "X,Y" or "X,Y,F".
static bool parse_tile(const char** text, wend_tile* out) {
    int32_t floor = 0;
    if (!parse_integer(text, &out->x) || **text != ',') return false;
    ++*text;
    if (!parse_integer(text, &out->y)) return false;
    if (**text == ',') {
        ++*text;
        if (!parse_integer(text, &floor) || floor < 0 || floor >= WEND_MAX_FLOORS) return false;
    }
    out->floor = (uint16_t)floor;
    return true;
}

// "X,Y[,F]:X,Y[,F]"; *end is behind it.
static bool parse_pair(const char* text, wend_tile* from, wend_tile* to, const char** end) {
    if (!parse_tile(&text, from) || *text != ':') return false;
    ++text;
    if (!parse_tile(&text, to)) return false;
    *end = text;
    return true;
}

static int check_tile(const char* name, const char* text, const wend_grid* grid, wend_tile tile) {
    if (wend_grid_contains(grid, tile)) return CLI_OK;
    if (tile.floor >= wend_grid_floors(grid))
        return command_fail(CLI_USAGE, "--%s %s: there is no floor %d; the map has floors 0..%d", name, text,
                            tile.floor, wend_grid_floors(grid) - 1);
    return command_fail(CLI_USAGE, "--%s %s: %d,%d is outside the map, which has x in 0..%d and y in 0..%d",
                        name, text, tile.x, tile.y, wend_grid_width(grid) - 1, wend_grid_height(grid) - 1);
}

// ---- steps

typedef enum step_edit { ADD_WALL, REMOVE_WALL, ONE_WAY } step_edit;

static int read_step(step_edit kind, const char* text, const wend_grid* grid, edit_list* list) {
    static const char* const names[] = {"wall", "no-wall", "one-way"};
    const char *name = names[kind], *end = "";
    wend_tile from, to;
    if (!parse_pair(text, &from, &to, &end) || *end != '\0')
        return command_fail(CLI_USAGE, "--%s expects X,Y:X,Y, two neighbouring tiles, got '%s'", name, text);
    int code = check_tile(name, text, grid, from);
    if (code == CLI_OK) code = check_tile(name, text, grid, to);
    if (code != CLI_OK) return code;
    const int32_t dx = abs(from.x - to.x), dy = abs(from.y - to.y);
    if (dx > 1 || dy > 1 || (dx == 0 && dy == 0) || from.floor != to.floor) {
        char a[CLI_TILE_TEXT], b[CLI_TILE_TEXT];
        return command_fail(CLI_USAGE, "--%s %s: %s and %s are not neighbours", name, text,
                            cli_tile_text(from, a), cli_tile_text(to, b));
    }
    edit_list_add(list, kind == ONE_WAY ? wend_edit_step(from, to, false)
                                        : wend_edit_wall(from, to, kind == ADD_WALL));
    if (kind == ONE_WAY) edit_list_add(list, wend_edit_step(to, from, true));
    return CLI_OK;
}

int connection_edits_read_steps(const connection_edits* e, const wend_grid* grid, edit_list* list) {
    const option_list* const lists[] = {&e->walls, &e->no_walls, &e->one_ways};
    int code = CLI_OK;
    for (int kind = ADD_WALL; kind <= ONE_WAY; kind++)
        for (int i = 0; i < lists[kind]->count && code == CLI_OK; i++)
            code = read_step((step_edit)kind, lists[kind]->items[i], grid, list);
    return code;
}

// ---- links

static int find_link(const char* name, const char* text, const wend_grid* grid, const wend_link** out) {
    const char* end = text;
    int32_t id = -1;
    if (!parse_integer(&end, &id) || *end != '\0' || id < 0)
        return command_fail(CLI_USAGE, "--%s expects the id of a link, got '%s'", name, text);
    *out = wend_grid_find_link(grid, id);
    return *out != NULL ? CLI_OK
                        : command_fail(CLI_USAGE,
                                       "--%s %d: the world has no such link (wend export --links lists them)",
                                       name, id);
}

// A number in 0..WEND_MAX_LINK_COST that ends at a comma or with the text; *text moves behind it.
static bool parse_cost(const char** text, float* out) {
    char number[40];
    const size_t length = strcspn(*text, ",");
    double cost = 0;
    if (length >= sizeof number) return false;
    memcpy(number, *text, length);
    number[length] = '\0';
    if (!options_parse_number(number, &cost) || cost < 0 || cost > (double)WEND_MAX_LINK_COST) return false;
    *out = (float)cost;
    *text += length;
    return true;
}

// The profile whose name comes before the next '=', and *text behind that.
static int parse_profile(const char* option_name, const char* whole, const char** text,
                         const wend_world* world, int32_t* out) {
    char name[WEND_MAX_PROFILE_NAME + 1] = "";
    const size_t length = strcspn(*text, "=");
    if (length < sizeof name) memcpy(name, *text, length);
    *out = (*text)[length] == '=' ? wend_world_find_profile(world, name) : -1;
    if (*out < 0)
        return command_fail(CLI_USAGE, "--%s %s: expected NAME=COST with the name of a profile, got '%s'",
                            option_name, whole, *text);
    *text += length + 1;
    return CLI_OK;
}

// ",NAME=COST..." behind the cost of a new link.
static int read_profile_costs(const char* whole, const char* text, const wend_world* world, wend_link* link) {
    while (*text == ',') {
        int32_t profile = 0;
        text++;
        const int code = parse_profile("link", whole, &text, world, &profile);
        if (code != CLI_OK) return code;
        if (profile == 0 || !parse_cost(&text, &link->profile_costs[profile]))
            return command_fail(CLI_USAGE,
                                "--link %s: expected a cost in 0..%g for a profile other than default", whole,
                                (double)WEND_MAX_LINK_COST);
    }
    return CLI_OK;
}

static int set_cost(const char* whole, wend_world* world, link_changes* out) {
    const char* text = whole;
    int32_t id = -1, profile = 0;
    float cost = -1;
    if (!parse_integer(&text, &id) || (*text != '=' && *text != ':'))
        return command_fail(CLI_USAGE, "--link-cost expects ID=COST or ID:NAME=COST, got '%s'", whole);
    if (wend_grid_find_link(wend_world_grid(world), id) == NULL)
        return command_fail(
            CLI_USAGE, "--link-cost %s: the world has no such link (wend export --links lists them)", whole);
    if (*text++ == ':') {
        const int code = parse_profile("link-cost", whole, &text, world, &profile);
        if (code != CLI_OK) return code;
    }
    const bool is_none = profile > 0 && strcmp(text, "none") == 0;
    if (!is_none && (!parse_cost(&text, &cost) || *text != '\0'))
        return command_fail(CLI_USAGE, "--link-cost %s: expected a cost in 0..%g%s", whole,
                            (double)WEND_MAX_LINK_COST, profile > 0 ? " or none" : "");
    const wend_result result = wend_world_set_link_cost(world, id, profile, cost);
    if (result != WEND_OK)
        return command_fail(cli_exit_code(result, CLI_WORKING), "--link-cost %s: %s", whole,
                            result == WEND_ERROR_LIMIT ? "the cost is too large for this map"
                                                       : wend_result_string(result));
    out->changed++;
    return CLI_OK;
}

static int add_link(const connection_edits* e, const char* text, wend_world* world, link_changes* out) {
    const wend_grid* grid = wend_world_grid(world);
    wend_tile from, to;
    const char* end = "";
    wend_link link = wend_default_link((wend_tile){0, 0}, (wend_tile){0, 0}, 0);
    if (!parse_pair(text, &from, &to, &end) || *end++ != '=' || !parse_cost(&end, &link.cost))
        return command_fail(CLI_USAGE, "--link expects X,Y:X,Y=COST, the cost in 0..%g, got '%s'",
                            (double)WEND_MAX_LINK_COST, text);
    int code = check_tile("link", text, grid, from);
    if (code == CLI_OK) code = check_tile("link", text, grid, to);
    if (code == CLI_OK) code = read_profile_costs(text, end, world, &link);
    if (code != CLI_OK) return code;
    for (int way = 0; way < (e->two_way ? 2 : 1); way++) {
        const wend_tile* const ends[] = {&from, &to};
        char at[CLI_TILE_TEXT];
        for (int i = 0; i < 2; i++)
            if (!wend_grid_passable(grid, *ends[i]))
                return command_fail(CLI_USAGE, "--link %s: %s is blocked", text, cli_tile_text(*ends[i], at));
        link.from = way == 0 ? from : to;
        link.to = way == 0 ? to : from;
        link.kind = (wend_link_kind)e->kind;
        int32_t id = 0;
        const wend_result result = wend_world_add_link(world, &link, &id);
        if (result == WEND_ERROR_ARGUMENT)
            return command_fail(CLI_USAGE, "--link %s: leads to the same tile", text);
        if (result != WEND_OK)
            return command_fail(cli_exit_code(result, CLI_WORKING), "--link %s: %s", text,
                                result == WEND_ERROR_LIMIT
                                    ? "too many links, an end beyond the first 2^31 tiles "
                                      "of the map, or a cost too large for it"
                                    : wend_result_string(result));
        if (out->added++ == 0) out->first_id = id;
    }
    return CLI_OK;
}

static int set_enabled(const option_list* list, const char* name, bool enabled, wend_world* world,
                       link_changes* out) {
    for (int i = 0; i < list->count; i++) {
        const wend_link* link = NULL;
        int code = find_link(name, list->items[i], wend_world_grid(world), &link);
        if (code != CLI_OK) return code;
        if (link->enabled == enabled) continue;
        const wend_result result = wend_world_set_link(world, link->id, link->cost, enabled);
        if (result != WEND_OK) return cli_result(result, "edit: --%s %s", name, list->items[i]);
        out->changed++;
    }
    return CLI_OK;
}

int connection_edits_change_links(const connection_edits* e, wend_world* world, link_changes* out) {
    *out = (link_changes){.added = 0};
    int code = CLI_OK;
    for (int i = 0; i < e->unlinks.count && code == CLI_OK; i++) {
        const wend_link* link = NULL;
        code = find_link("unlink", e->unlinks.items[i], wend_world_grid(world), &link);
        if (code != CLI_OK) return code;
        const wend_result result = wend_world_remove_link(world, link->id);
        if (result != WEND_OK) return cli_result(result, "edit: --unlink %s", e->unlinks.items[i]);
        out->removed++;
    }
    for (int i = 0; i < e->links.count && code == CLI_OK; i++)
        code = add_link(e, e->links.items[i], world, out);
    for (int i = 0; i < e->link_costs.count && code == CLI_OK; i++)
        code = set_cost(e->link_costs.items[i], world, out);
    if (code == CLI_OK) code = set_enabled(&e->disables, "disable", false, world, out);
    if (code == CLI_OK) code = set_enabled(&e->enables, "enable", true, world, out);
    return code;
}
