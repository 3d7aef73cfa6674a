// explain.c: `wend explain`: why does no path lead from one tile to another, and what would open one?
#include "drawing.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "palette.h"
#include "plan.h"
#include "profile_options.h"
#include "scene.h"
#include "tile_plane.h"
#include "world_file.h"

#include <math.h>
#include <stdio.h>

typedef struct explain_arguments {
    view_options of;
    option_point from, to;
    const char* render;
} explain_arguments;

#define AT(member) offsetof(explain_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_POINT("from", "start", AT(from), REQUIRED),
    OPT_POINT("to", "goal", AT(to), REQUIRED),
    VIEW_QUERY,
    OPT_OUTPUT(0, "render", "OUT.png", ".png", "draw the map, what is to be opened and the path over it",
               AT(render), OPTIONAL),
    COMMON_OPTIONS(view_options),
};

// ---- text

typedef struct printing {
    const wend_world* map;
    int units;
} printing;

static void print_place(const printing* p, wend_tile tile) {
    char text[PLAN_PLACE_BYTES];
    plan_place(p->map, p->units, tile, text);
    printf("%s", text);
}

// In brackets, since it stands in a sentence.
static void print_inside(const printing* p, const char* before, wend_tile tile) {
    printf("%s(", before);
    print_place(p, tile);
    printf(")");
}

static void print_end(const printing* p, const char* name, const wend_explained_end* end) {
    const wend_grid* grid = wend_world_grid(p->map);
    printf("%-12s ", name);
    print_place(p, end->tile);
    printf(", ");
    if (!end->passable)
        printf("blocked, class %d\n", wend_grid_class(grid, end->tile));
    else
        printf("in a component of %lld tile%s\n", (long long)end->component_tiles,
               cli_plural(end->component_tiles));
}

static bool is_tile(const wend_opening* opening) {
    return opening->kind == WEND_OPENING_TILE || opening->kind == WEND_OPENING_NARROW;
}

// How many of the openings from the first on are tiles of one kind and class in a straight line.
static int32_t run_length(const wend_opening* openings, int32_t count) {
    int32_t length = 1;
    if (!is_tile(openings)) return 1;
    while (length < count && openings[length].kind == openings[0].kind &&
           openings[length].terrain_class == openings[0].terrain_class) {
        const wend_tile a = openings[length - 1].from, b = openings[length].from, first = openings[0].from;
        const wend_tile step = {b.x - a.x, b.y - a.y};
        const bool beside = step.x >= -1 && step.x <= 1 && step.y >= -1 && step.y <= 1;
        const wend_tile straight = {first.x + length * step.x, first.y + length * step.y};
        if (!beside || !cli_same_tile(straight, b)) break;
        length++;
    }
    return length;
}

static void print_tiles(const printing* p, const wend_opening* first, int32_t length) {
    const wend_opening* last = first + length - 1;
    float least = first->clearance;
    for (int32_t i = 1; i < length; i++)
        if (first[i].clearance < least) least = first[i].clearance;
    print_inside(p, length == 1 ? "tile " : "tiles ", first->from);
    if (length > 1) print_inside(p, "..", last->from);
    printf(", class %d", first->terrain_class);
    char clearance[PLAN_PLACE_BYTES];
    plan_distance(p->map, p->units, (double)least, clearance);
    if (first->kind == WEND_OPENING_NARROW) printf(", too narrow: clearance %s", clearance);
    printf("\n");
}

static void print_opening(const printing* p, const wend_opening* first, int32_t length) {
    switch (first->kind) {
    case WEND_OPENING_TILE:
    case WEND_OPENING_NARROW:
        print_tiles(p, first, length);
        break;
    case WEND_OPENING_LINK: {
        const wend_link* link = wend_grid_find_link(wend_world_grid(p->map), first->link);
        printf("link %d (%s)", first->link, link != NULL ? wend_link_kind_string(link->kind) : "?");
        print_inside(p, " from ", first->from);
        print_inside(p, " to ", first->to);
        printf(", which is disabled\n");
        break;
    }
    case WEND_OPENING_WALL:
        print_inside(p, "wall between ", first->from);
        print_inside(p, " and ", first->to);
        printf("\n");
        break;
    case WEND_OPENING_SLOPE:
        print_inside(p, "step from ", first->from);
        print_inside(p, " to ", first->to);
        printf(", closed by its slope or a lane\n");
        break;
    default:
        print_inside(p, "step from ", first->from);
        print_inside(p, " to ", first->to);
        printf(", closed in this direction\n");
        break;
    }
}

static void print_text(const printing* p, const wend_explanation* why) {
    const wend_explanation_info info = wend_explanation_get_info(why);
    int32_t count = 0, tile_count = 0;
    const wend_opening* openings = wend_explanation_openings(why, &count);
    wend_explanation_tiles(why, &tile_count);
    printf("outcome      %s\n", wend_outcome_string(info.outcome));
    print_end(p, "from", &info.from);
    print_end(p, "to", &info.to);
    if (info.outcome == WEND_NO_ROUTE && info.leads_back) {
        printf("back         a path leads from ");
        print_place(p, info.to.tile);
        printf(" to ");
        print_place(p, info.from.tile);
        printf(": the way is open in that direction only\n");
    }
    for (int32_t i = 0; i < count;) {
        const int32_t length = run_length(openings + i, count - i);
        printf("%-12s ", i == 0 ? "opening" : "");
        print_opening(p, &openings[i], length);
        i += length;
    }
    if (count == 0 && info.outcome != WEND_FOUND)
        printf("opening      none: no link or seam leads from floor %d to floor %d\n", info.from.tile.floor,
               info.to.tile.floor);
    if (count > 0)
        printf("needed       %d opening%s at least; the path then has %d tile%s\n", count, cli_plural(count),
               tile_count, cli_plural(tile_count));
}

// ---- JSON

static void add_end(cJSON* array, const wend_explained_end* end) {
    cJSON* object = json_row(array);
    json_tile_as(object, "tile", end->tile);
    cJSON_AddBoolToObject(object, "passable", end->passable);
    json_integer(object, "component", end->component);
    json_integer(object, "component_tiles", end->component_tiles);
}

static void print_json(const explain_arguments* a, const wend_explanation* why) {
    const wend_explanation_info info = wend_explanation_get_info(why);
    int32_t count = 0, tile_count = 0;
    const wend_opening* openings = wend_explanation_openings(why, &count);
    const wend_tile* tiles = wend_explanation_tiles(why, &tile_count);
    cJSON* json = view_json(&a->of);
    json_tile_as(json, "from", info.from.tile);
    json_tiles(json, "to", &info.to.tile, 1);
    json_text(json, "outcome", wend_outcome_string(info.outcome));
    cJSON* ends = cJSON_AddArrayToObject(json, "ends");
    add_end(ends, &info.from);
    add_end(ends, &info.to);
    cJSON_AddBoolToObject(json, "leads_back", info.leads_back);
    json_integer(json, "opening_count", count);
    cJSON* array = cJSON_AddArrayToObject(json, "openings");
    for (int32_t i = 0; i < count; i++) {
        const wend_opening* o = &openings[i];
        cJSON* entry = json_row(array);
        json_text(entry, "kind", wend_opening_kind_string(o->kind));
        json_tile_as(entry, "from", o->from);
        json_tile_as(entry, "to", o->to);
        if (is_tile(o)) json_integer(entry, "class", o->terrain_class);
        if (o->kind == WEND_OPENING_NARROW) json_number(entry, "clearance", (double)o->clearance, 6);
        if (o->kind == WEND_OPENING_LINK) json_integer(entry, "link", o->link);
    }
    json_tiles(json, "tiles", tiles, tile_count);
    json_print(json);
}

// ---- a picture: the map, the path in yellow, what is to be opened in orange

static void draw_path(const scene* s, const wend_explanation* why, drawing* d) {
    int32_t count = 0;
    const wend_tile* tiles = wend_explanation_tiles(why, &count);
    const tile_plane plane = scene_plane(s);
    const float width = fmaxf((float)s->scale * 0.3f, 2);
    for (int32_t pass = 0; pass < 2; pass++)
        for (int32_t i = 1; i < count; i++)
            scene_add_line(s, tile_plane_center(plane, tiles[i - 1]), tile_plane_center(plane, tiles[i]),
                           pass == 0 ? width + 2 : width, pass == 0 ? PALETTE_CASING : PALETTE_PATH, d);
}

static void draw_opening(const scene* s, const wend_opening* opening, drawing* d) {
    const float scale = (float)s->scale;
    const tile_plane plane = scene_plane(s);
    const wend_vec2 a = tile_plane_center(plane, opening->from), b = tile_plane_center(plane, opening->to);
    wend_vec2 edge[2];
    switch (opening->kind) {
    case WEND_OPENING_TILE:
    case WEND_OPENING_NARROW:
        scene_add_line(s, a, a, fmaxf(scale * 0.8f, 4), PALETTE_ENTRANCES, d);
        break;
    case WEND_OPENING_LINK:
        scene_add_line(s, a, b, fmaxf(scale * 0.4f, 3), PALETTE_ENTRANCES, d);
        break;
    default:
        tile_plane_edge(plane, opening->from, opening->to, edge);
        scene_add_line(s, edge[0], edge[1], fmaxf(scale * 0.3f, 3), PALETTE_ENTRANCES, d);
        break;
    }
}

// A scene's extra.
static wend_result draw_why(const scene* s, drawing* d) {
    const wend_explanation* why = s->extra_context;
    const wend_explanation_info info = wend_explanation_get_info(why);
    int32_t count = 0;
    const wend_opening* openings = wend_explanation_openings(why, &count);
    draw_path(s, why, d);
    for (int32_t i = 0; i < count; i++) draw_opening(s, &openings[i], d);
    scene_add_marker(s, info.from.tile, scene_color(PALETTE_START), d);
    scene_add_marker(s, info.to.tile, scene_color(PALETTE_GOAL), d);
    return WEND_OK;
}

static uint32_t default_layers(const wend_world* world) {
    return scene_default_layers(world, scene_default_scale(wend_world_grid(world)), false);
}

// ---- the command

static int run_on_world(const void* arguments, const wend_world* world) {
    const explain_arguments* a = arguments;
    wend_search_def def = wend_default_search_def();
    wend_search* search = NULL;
    wend_explanation* why = NULL;
    wend_tile from, to;
    int code = plan_tile("from", world, a->of.units, a->from, &from);
    if (code == CLI_OK) code = plan_tile("to", world, a->of.units, a->to, &to);
    if (code != CLI_OK) return code;
    wend_result result = wend_search_create(&def, &search);
    if (result == WEND_OK) result = wend_explanation_create(NULL, &why);
    if (result == WEND_OK) result = wend_explain(search, world, from, to, why);
    if (result != WEND_OK) code = cli_result(result, "explain");
    if (code == CLI_OK && a->render != NULL)
        code = scene_write_extra(world, default_layers(world), draw_why, why, a->render);
    if (code == CLI_OK) {
        if (a->of.common.json)
            print_json(a, why);
        else
            print_text(&(printing){a->of.map, a->of.units}, why);
        if (wend_explanation_get_info(why).outcome != WEND_FOUND) code = CLI_NEGATIVE;
    }
    wend_explanation_destroy(why);
    wend_search_destroy(search);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    explain_arguments a = {.render = NULL};
    return view_run(self, argc, argv, &a.of, NULL, run_on_world);
}

const command command_explain = {
    .name = "explain",
    .summary = "why does no path lead from one tile to another, and what would open one?",
    .details =
        "Prints how large the connected components of both tiles are, and the least number of blocked tiles, "
        "walls, closed\n"
        "steps and disabled links that would have to be opened so that a path exists, of as many those on "
        "the shortest path.\n"
        "Exits with 0 when a path exists as it is and with 1 when something is to be opened.",
    .example = "wend explain island.wend --from 150,200 --to 12,12 --render why.png",
    .options = options,
    .run = run,
};
