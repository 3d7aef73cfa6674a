// render.c: `wend render`: draws a world and a path through it.
#include "clean_text.h"
#include "json.h"
#include "options.h"
#include "output.h"
#include "overlay_options.h"
#include "plan.h"
#include "scene.h"
#include "world_file.h"

#include <stdio.h>

typedef struct render_arguments {
    view_options of;
    const char *output, *layers;
    int64_t level, floor;
    double scale;
    plan_options plan;
    option_list also;
    uint32_t shown_layers; ///< of the list; 0: those that are visible
} render_arguments;

// The path of another profile.
typedef struct other_path {
    const char* profile;
    const wend_world* view;
    plan plan;
} other_path;

static const struct {
    const char* name;
    color c;
} other_colors[] = {{"orange", {255, 106, 0}},
                    {"red", {214, 40, 57}},
                    {"blue", {0, 90, 230}},
                    {"green", {0, 140, 70}},
                    {"pink", {235, 70, 190}}};
enum { OTHER_COLORS = sizeof other_colors / sizeof other_colors[0] };

#define AT(member) offsetof(render_arguments, member)
static const option options[] = {
    VIEW_WORLD,
    OPT_OUTPUT('o', "output", "OUT.png|svg", ".png .svg -", "the picture; - is PNG on standard output",
               AT(output), REQUIRED),
    OPT_TEXT(0, "layers", "LIST",
             "layers to draw: costs,clearance,walls,links,clusters,entrances,graph,route,path,waypoints "
             "[default: those visible at this scale]",
             AT(layers), OPTIONAL),
    OPT_INTEGER("level", "L", "level of the clusters, entrances and graph to draw", AT(level), 1,
                WEND_MAX_LEVELS),
    OPT_NUMBER("scale", "K", "pixels per tile; 0: a picture of 512..2048 pixels", AT(scale), 0, 256),
    OPT_INTEGER("floor", "N", "draw this floor only, of a map with several; else all are side by side",
                AT(floor), 0, WEND_MAX_FLOORS - 1),
    PLAN_OPTIONS(render_arguments, plan, OPTIONAL),
    OPT_LIST("also", "NAME", "also draw the path of this profile, in another colour; may be repeated",
             AT(also)),
    COMMON_OPTIONS(view_options),
};

static int check_arguments(void* arguments) {
    render_arguments* a = arguments;
    a->of.profile = a->plan.profile;
    if (a->plan.from.given != plan_has_goal(&a->plan))
        return command_fail(CLI_USAGE, "--%s is missing: --from and --to go together",
                            a->plan.from.given ? "to" : "from");
    if (a->also.count >= WEND_MAX_PROFILES)
        return command_fail(CLI_USAGE, "--also: at most %d times", WEND_MAX_PROFILES - 1);
    if (a->also.count > 0 && !a->plan.from.given)
        return command_fail(CLI_USAGE, "--also draws a path: it needs --from and --to");
    if (a->plan.from.given && plan_check_goal(&a->plan) != CLI_OK) return CLI_USAGE;
    if (a->layers != NULL) {
        int code = scene_parse_layers(a->layers, &a->shown_layers);
        if (code != CLI_OK) return code;
        if ((a->shown_layers & (SCENE_ROUTE | SCENE_PATH | SCENE_WAYPOINT)) && !a->plan.from.given)
            return command_fail(CLI_USAGE, "the layers route, path and waypoints need --from and --to");
    }
    return CLI_OK;
}

typedef struct rendering {
    const render_arguments* a;
    const wend_world* world;            // or the view of a profile
    const clearance_map* clearance_opt; // NULL: the layer is not asked for
    int width, height;
    double scale;
    other_path others[WEND_MAX_PROFILES];
    int other_count;
} rendering;

// In the unit that the options ask for.
static double cost_of(const rendering* r, const plan* p) {
    const world_frame frame = world_frame_of(r->world);
    return wend_path_cost(p->path) * (r->a->plan.units != UNITS_TILES ? world_frame_tile_size(&frame) : 1);
}

static void print_other(const rendering* r, const other_path* other, const char* color_name) {
    const wend_outcome outcome = wend_path_outcome(other->plan.path);
    printf("%s, %s: %s", shown(other->profile), color_name, wend_outcome_string(outcome));
    if (outcome == WEND_FOUND) printf(", cost %.6f", cost_of(r, &other->plan));
    printf("\n");
}

static cJSON* other_json(const rendering* r, const other_path* other) {
    const wend_outcome outcome = wend_path_outcome(other->plan.path);
    cJSON* row = cJSON_CreateObject();
    json_text(row, "profile", other->profile);
    json_text(row, "outcome", wend_outcome_string(outcome));
    if (outcome == WEND_FOUND) json_number(row, "cost", cost_of(r, &other->plan), 6);
    return row;
}

static void report(const rendering* r, const plan* p) {
    const render_arguments* a = r->a;
    const char* outcome = p != NULL ? wend_outcome_string(wend_path_outcome(p->path)) : NULL;
    const bool has_path =
        p != NULL && (wend_path_outcome(p->path) == WEND_FOUND || wend_path_outcome(p->path) == WEND_PARTIAL);
    if (a->of.common.json) {
        cJSON* json = view_json(&a->of);
        json_text(json, "output", a->output);
        json_integer(json, "width", r->width);
        json_integer(json, "height", r->height);
        json_number(json, "scale", r->scale, 6);
        json_integer(json, "file_bytes", world_file_bytes(a->output));
        if (r->clearance_opt != NULL) json_number(json, "greatest_clearance", r->clearance_opt->most, 2);
        if (p != NULL) {
            plan_json_ends(json, p);
            json_text(json, "outcome", outcome);
            json_number(json, "cost", cost_of(r, p), 6);
            json_text(json, "units", plan_unit_names[a->plan.units]);
        }
        cJSON* also = r->other_count > 0 ? cJSON_AddArrayToObject(json, "also") : NULL;
        for (int i = 0; i < r->other_count; i++) cJSON_AddItemToArray(also, other_json(r, &r->others[i]));
        json_print(json);
    } else if (!output_is_stream(a->output) && !a->of.common.quiet) {
        printf("%s: %d x %d pixels, %g a tile", shown(a->output), r->width, r->height, r->scale);
        if (p != NULL) printf("; %s", outcome);
        if (has_path) printf(", cost %.6f", cost_of(r, p));
        printf("\n");
        for (int i = 0; i < r->other_count; i++)
            print_other(r, &r->others[i], other_colors[i % OTHER_COLORS].name);
        if (r->clearance_opt != NULL)
            printf("clearance: violet 0.5 tiles to pale %g tiles; blocked tiles are dark\n",
                   r->clearance_opt->most);
    }
}

static int plan_others(rendering* r) {
    const option_list* also = &r->a->also;
    int code = CLI_OK;
    for (int i = 0; i < also->count && code == CLI_OK; i++) {
        other_path* other = &r->others[i];
        other->profile = also->items[i];
        code = profile_view(r->a->of.opened, other->profile, &other->view);
        if (code == CLI_OK) code = plan_make(other->view, &r->a->plan, &other->plan);
        if (code == CLI_OK) r->other_count++;
    }
    return code;
}

static wend_result draw_others(const scene* s, drawing* d) {
    const rendering* r = s->extra_context;
    wend_result result = WEND_OK;
    drawing_layer(d, "also");
    for (int i = 0; i < r->other_count && result == WEND_OK; i++) {
        const other_path* other = &r->others[i];
        result = scene_add_path(s, wend_world_grid(other->view), other->plan.path,
                                other_colors[i % OTHER_COLORS].c, d);
    }
    return result;
}

static int render(rendering* r, const plan* p) {
    const render_arguments* a = r->a;
    r->scale = a->scale > 0 ? a->scale : scene_default_scale(wend_world_grid(r->world));
    const uint32_t layers =
        a->layers != NULL ? a->shown_layers : scene_default_layers(r->world, r->scale, p != NULL);
    int code = plan_others(r);
    const scene s = {.world = r->world,
                     .query = p != NULL ? &p->query : NULL,
                     .path = p != NULL ? p->path : NULL,
                     .layers = layers,
                     .level = (int32_t)a->level,
                     .scale = r->scale,
                     .only_floor = (int32_t)a->floor + 1,
                     .clearance = r->clearance_opt,
                     .extra = r->other_count > 0 ? draw_others : NULL,
                     .extra_context = r};
    if (code == CLI_OK) code = scene_write(&s, a->output, &r->width, &r->height);
    if (code == CLI_OK) report(r, p);
    for (int i = 0; i < r->other_count; i++) plan_destroy(&r->others[i].plan);
    return code;
}

static int run_on_world(const void* arguments, const wend_world* world) {
    const render_arguments* a = arguments;
    const wend_world* opened = a->of.opened;
    const int32_t levels = wend_world_get_info(world).level_count;
    if (a->level > levels)
        return command_fail(CLI_USAGE, "--level %lld: the world has levels 1 to %d", (long long)a->level,
                            levels);
    const int32_t floors = wend_grid_floors(wend_world_grid(world));
    if (a->floor >= floors)
        return command_fail(CLI_USAGE, "--floor %lld: the map has floors 0 to %d", (long long)a->floor,
                            floors - 1);
    clearance_map map = {.grid = NULL};
    int code = CLI_OK;
    if (a->shown_layers & SCENE_CLEARANCE) {
        const int32_t profile =
            a->plan.profile != NULL ? wend_world_find_profile(opened, a->plan.profile) : 0;
        code = clearance_map_make(opened, profile, &map);
    }
    rendering r = {.a = a, .world = world, .clearance_opt = map.grid != NULL ? &map : NULL};
    if (code == CLI_OK && a->plan.from.given) {
        plan p;
        code = plan_make(world, &a->plan, &p);
        if (code == CLI_OK) {
            code = render(&r, &p);
            if (code == CLI_OK) code = plan_exit_code(&p);
            plan_destroy(&p);
        }
    } else if (code == CLI_OK) {
        code = render(&r, NULL);
    }
    clearance_map_free(&map);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    render_arguments a = {.level = 1, .floor = -1, .plan = plan_default_options()};
    return view_run(self, argc, argv, &a.of, check_arguments, run_on_world);
}

const command command_render = {
    .name = "render",
    .summary = "draw a world, its clusters and graph, and a path, as PNG or SVG",
    .details =
        "Blocked tiles are dark; passable ones range from pale (low cost) to violet (high cost). "
        "--from and --to plan a\n"
        "path and draw it: start green, goal red, path yellow, abstract path blue, waypoints white. "
        "Large maps are scaled\n"
        "down by averaging. An SVG has the costs as a picture and all else as shapes, each layer a group. "
        "--profile\n"
        "draws the costs of a profile; where its body does not fit, tiles are dark. The layer clearance "
        "draws the\n"
        "distance of each tile to what blocks the profile instead of costs.",
    .example = "wend render island.wend -o island.png --layers costs,clusters,graph",
    .options = options,
    .bonds =
        OPTION_BONDS({"snap", "from", false}, {"partial", "from", false}, {"units", "from", false},
                     {"algorithm", "from", false}, {"heuristic", "from", false}, {"weight", "from", false},
                     {"smooth", "from", false}, {"hex-diagonals", "from", false}, {"reopen", "from", false},
                     {"until-proven", "from", false}, {"refine", "from", false}),
    .run = run,
};
