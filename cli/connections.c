// connections.c: which links and closed steps does a map have, and how are they written?
#include "connections.h"
#include "connection_shapes.h"
#include "output.h"

#include <stdio.h>
#include <stdlib.h>

static void visit_all(const wend_grid* grid, closed_step_fn* visit, void* context) {
    connection_visit_closed(grid, wend_grid_area(grid), 0, wend_grid_floors(grid) - 1, visit, context);
}

// ---- counts

static void count_closed(const closed_step* step, void* context) {
    connection_counts* counts = context;
    counts->walls += step->is_wall;
    counts->one_way_steps += !step->is_wall;
}

static bool has_profile_costs(const wend_link* link) {
    for (int p = 1; p < WEND_MAX_PROFILES; p++)
        if (link->profile_costs[p] >= 0) return true;
    return false;
}

connection_counts connections_count(const wend_grid* grid) {
    connection_counts counts = {.closed_steps = wend_grid_closed_step_count(grid)};
    const wend_link* links = wend_grid_links(grid, &counts.links);
    for (int32_t i = 0; i < counts.links; i++) {
        counts.of_kind[links[i].kind]++;
        counts.disabled += !links[i].enabled;
        counts.with_profile_costs += has_profile_costs(&links[i]);
        counts.sleeping += links[i].enabled && !wend_grid_link_is_usable(grid, links[i].id);
    }
    visit_all(grid, count_closed, &counts);
    return counts;
}

void connections_print(const connection_counts* c) {
    if (c->links > 0) {
        printf("links        %d", c->links);
        const char* between = ": ";
        for (int k = 0; k < WEND_LINK_KIND_COUNT; k++) {
            if (c->of_kind[k] == 0) continue;
            printf("%s%d %s", between, c->of_kind[k], wend_link_kind_string((wend_link_kind)k));
            between = ", ";
        }
        if (c->disabled > 0) printf("; %d disabled", c->disabled);
        if (c->sleeping > 0) printf("; %d with a blocked end", c->sleeping);
        if (c->with_profile_costs > 0) printf("; %d with other costs for profiles", c->with_profile_costs);
        printf("\n");
    }
    if (c->closed_steps > 0)
        printf("walls        %lld between two tiles, %lld step%s one way only\n", (long long)c->walls,
               (long long)c->one_way_steps, cli_plural(c->one_way_steps));
}

void connections_json(cJSON* json, const connection_counts* c) {
    json_integer(json, "link_count", c->links);
    json_integer(json, "links_disabled", c->disabled);
    json_integer(json, "links_sleeping", c->sleeping);
    json_integer(json, "links_with_profile_costs", c->with_profile_costs);
    cJSON* kinds = cJSON_AddObjectToObject(json, "link_kinds");
    for (int k = 0; k < WEND_LINK_KIND_COUNT; k++)
        if (c->of_kind[k] > 0) json_integer(kinds, wend_link_kind_string((wend_link_kind)k), c->of_kind[k]);
    json_integer(json, "closed_steps", c->closed_steps);
    json_integer(json, "walls", c->walls);
    json_integer(json, "one_way_steps", c->one_way_steps);
}

// ---- costs by direction

static double closed_percent(const wend_relief_counts* c) {
    return c->steps > 0 ? 100.0 * (double)c->closed / (double)c->steps : 0;
}

void connections_print_relief(const wend_grid* grid) {
    const wend_relief_counts c = wend_grid_count_relief(grid);
    if (!wend_grid_has_elevations(grid) && c.lanes == 0) return;
    const char* between = "";
    printf("relief       ");
    if (wend_grid_has_elevations(grid)) {
        printf("%.1f to %.1f m", (double)c.lowest, (double)c.highest);
        between = "; ";
    }
    if (c.lanes > 0) printf("%slanes on %lld tile%s", between, (long long)c.lanes, cli_plural(c.lanes));
    if (c.closed > 0)
        printf("; %lld of %lld steps closed, %.2f %%", (long long)c.closed, (long long)c.steps,
               closed_percent(&c));
    printf("\n");
}

void connections_json_relief(cJSON* object, const wend_grid* grid) {
    if (!wend_grid_has_relief(grid)) return;
    const wend_relief_counts c = wend_grid_count_relief(grid);
    cJSON* json = cJSON_AddObjectToObject(object, "relief");
    if (wend_grid_has_elevations(grid)) {
        json_number(json, "lowest", (double)c.lowest, 3);
        json_number(json, "highest", (double)c.highest, 3);
    }
    json_integer(json, "lane_tiles", c.lanes);
    json_integer(json, "steps", c.steps);
    json_integer(json, "closed", c.closed);
    json_number(json, "closed_pct", closed_percent(&c), 4);
}

// ---- of a path

void connections_print_path(const wend_grid* grid, const wend_path* path) {
    int32_t count = 0;
    const wend_path_link* taken = wend_path_links(path, &count);
    for (int32_t i = 0; i < count; i++) {
        const wend_link* link = wend_grid_find_link(grid, taken[i].id);
        if (link == NULL) continue;
        char from[CLI_TILE_TEXT], to[CLI_TILE_TEXT];
        printf("%-12s %s %d from %s to %s, cost %.6f\n", i == 0 ? "links" : "",
               wend_link_kind_string(link->kind), link->id, cli_tile_text(link->from, from),
               cli_tile_text(link->to, to), wend_grid_link_cost(grid, link->id));
    }
}

void connections_json_path(cJSON* json, const wend_grid* grid, const wend_path* path) {
    int32_t count = 0;
    const wend_path_link* taken = wend_path_links(path, &count);
    cJSON* array = cJSON_AddArrayToObject(json, "links");
    for (int32_t i = 0; i < count; i++) {
        const wend_link* link = wend_grid_find_link(grid, taken[i].id);
        if (link == NULL) continue;
        cJSON* entry = json_row(array);
        json_integer(entry, "id", link->id);
        json_text(entry, "kind", wend_link_kind_string(link->kind));
        json_tile_as(entry, "from", link->from);
        json_tile_as(entry, "to", link->to);
        json_number(entry, "cost", wend_grid_link_cost(grid, link->id), 6);
        json_integer(entry, "tile", taken[i].tile);
    }
}

// ---- lists

// A tile as map files count: from the first one of the map on.
static const char* text_in_file(const wend_grid* grid, wend_tile tile, char out[CLI_TILE_TEXT]) {
    const wend_rect map = wend_grid_area(grid);
    return cli_tile_text((wend_tile){tile.x - map.x, tile.y - map.y, tile.floor}, out);
}

// The cell of the column profile_costs.
static void add_profile_costs(file_text* out, const wend_link* link) {
    const char* between = ",";
    for (int p = 1; p < WEND_MAX_PROFILES; p++) {
        char cost[32];
        if (link->profile_costs[p] < 0) continue;
        file_text_add(out, "%s%d=%s", between, p, cli_shortest_text(link->profile_costs[p], cost));
        between = " ";
    }
    if (*between == ',') file_text_add(out, "%s", between); // an empty cell
}

int connections_write_links(const wend_grid* grid, const char* file, int32_t* left_out) {
    file_text out = {.size = 0};
    int32_t count = 0;
    const wend_link* links = wend_grid_links(grid, &count);
    bool any_profile_costs = false;
    for (int32_t i = 0; i < count; i++) any_profile_costs |= has_profile_costs(&links[i]);
    *left_out = 0;
    file_text_add(&out, "%s,cost,kind,id,duration,enabled%s\n",
                  cli_shows_floors() ? "x,y,floor,to_x,to_y,to_floor" : "x,y,to_x,to_y",
                  any_profile_costs ? ",profile_costs" : "");
    for (int32_t i = 0; i < count; i++) {
        const wend_link* l = &links[i];
        char cost[32], duration[32], from[CLI_TILE_TEXT], to[CLI_TILE_TEXT];
        if (!wend_grid_passable(grid, l->from) || !wend_grid_passable(grid, l->to)) {
            ++*left_out;
            continue;
        }
        file_text_add(&out, "%s,%s,%s,%s,%d,%s,%s", text_in_file(grid, l->from, from),
                      text_in_file(grid, l->to, to), cli_shortest_text(l->cost, cost),
                      wend_link_kind_string(l->kind), l->id, cli_shortest_text(l->duration, duration),
                      l->enabled ? "true" : "false");
        if (any_profile_costs) add_profile_costs(&out, l);
        file_text_add(&out, "\n");
    }
    return output_write_text(&out, file);
}

typedef struct wall_list {
    const wend_grid* grid;
    file_text out;
} wall_list;

static void print_closed(const closed_step* step, void* context) {
    wall_list* list = context;
    const wend_rect map = wend_grid_area(list->grid);
    // one way: from the first to the second tile; the step that is closed leads the other way
    const wend_tile first = step->is_wall ? step->tile : step->next,
                    second = step->is_wall ? step->next : step->tile;
    char from[CLI_TILE_TEXT];
    file_text_add(&list->out, "%s,%d,%d,%s\n", text_in_file(list->grid, first, from), second.x - map.x,
                  second.y - map.y, step->is_wall ? "false" : "true");
}

int connections_write_walls(const wend_grid* grid, const char* file) {
    wall_list list = {.grid = grid};
    file_text_add(&list.out,
                  cli_shows_floors() ? "x,y,floor,to_x,to_y,one_way\n" : "x,y,to_x,to_y,one_way\n");
    visit_all(grid, print_closed, &list);
    return output_write_text(&list.out, file);
}
