// render.c: `wend render`: draws a world and a path through it.
#include "json.h"
#include "options.h"
#include "output.h"
#include "plan.h"
#include "scene.h"
#include "world_file.h"

#include <stdio.h>

typedef struct render_arguments {
    common_options common;
    const char *world, *output, *layers;
    int64_t level;
    double scale;
    plan_options plan;
} render_arguments;

#define AT(member) offsetof(render_arguments, member)
static const option options[] = {
    OPT_OPERAND("WORLD", "a baked world", AT(world)),
    OPT_TEXT('o', "output", "OUT.png|svg", "the picture; - is PNG on standard output", AT(output), REQUIRED),
    OPT_TEXT(
        0, "layers", "LIST",
        "layers to draw: costs,walls,links,clusters,entrances,graph,route,path,waypoints [default: those "
        "visible at this scale]",
        AT(layers), OPTIONAL),
    OPT_INTEGER("level", "L", "level of the clusters, entrances and graph to draw", AT(level), 1,
                WEND_MAX_LEVELS),
    OPT_NUMBER("scale", "K", "pixels per tile; 0: a picture of 512..2048 pixels", AT(scale), 0, 256),
    PLAN_OPTIONS(render_arguments, plan, OPTIONAL),
    COMMON_OPTIONS(render_arguments),
    OPT_END,
};

static int check_arguments(const render_arguments* a, uint32_t* layers, picture_format* format) {
    const int format_code = picture_format_of("render", a->output, format);
    if (format_code != CLI_OK) return format_code;
    if (a->plan.from.given != plan_has_goal(&a->plan))
        return cli_fail(CLI_USAGE, "render: --%s is missing: --from and --to go together",
                        a->plan.from.given ? "to" : "from");
    if (a->plan.from.given && plan_check_goal("render", &a->plan) != CLI_OK) return CLI_USAGE;
    if (a->layers != NULL) {
        int code = scene_parse_layers("render", a->layers, layers);
        if (code != CLI_OK) return code;
        if ((*layers & (SCENE_ROUTE | SCENE_PATH | SCENE_WAYPOINT)) && !a->plan.from.given)
            return cli_fail(CLI_USAGE, "render: the layers route, path and waypoints need --from and --to");
    }
    if (a->common.json && output_is_stream(a->output))
        return cli_fail(CLI_USAGE, "render: --json and -o - would both write to standard output");
    return output_check(a->output, a->world);
}

static void report(const render_arguments* a, int width, int height, double scale, const plan* p) {
    const char* outcome = p != NULL ? wend_outcome_string(wend_path_outcome(p->path)) : NULL;
    if (a->common.json) {
        cJSON* json = cJSON_CreateObject();
        json_text(json, "world", a->world);
        json_text(json, "output", a->output);
        json_integer(json, "width", width);
        json_integer(json, "height", height);
        json_number(json, "scale", scale, 6);
        json_integer(json, "file_bytes", world_file_bytes(a->output));
        if (p != NULL) {
            plan_json_ends(json, p);
            json_text(json, "outcome", outcome);
            json_number(json, "cost", wend_path_cost(p->path), 6);
        }
        json_print(json);
    } else if (!output_is_stream(a->output) && !a->common.quiet) {
        printf("%s: %d x %d pixels, %g a tile", a->output, width, height, scale);
        if (p != NULL) printf("; %s, cost %.6f", outcome, wend_path_cost(p->path));
        printf("\n");
    }
}

static int render(const render_arguments* a, const wend_world* world, uint32_t layers, picture_format format,
                  const plan* p) {
    double scale = a->scale > 0 ? a->scale : scene_default_scale(wend_world_grid(world));
    if (a->layers == NULL) layers = scene_default_layers(world, scale, p != NULL);
    const scene s = {.world = world,
                     .query = p != NULL ? &p->query : NULL,
                     .path = p != NULL ? p->path : NULL,
                     .layers = layers,
                     .level = (int32_t)a->level,
                     .scale = scale};
    int width, height;
    const int code = scene_write(&s, format, a->output, &width, &height);
    if (code == CLI_OK) report(a, width, height, scale, p);
    return code;
}

static int run_checked(const command* self, const render_arguments* a) {
    uint32_t layers = 0;
    picture_format format;
    int code = check_arguments(a, &layers, &format);
    if (code != CLI_OK) return code;
    wend_world* opened = NULL;
    const wend_world* world = NULL;
    code = world_open(a->world, &opened);
    if (code == CLI_OK) code = profile_view(self->name, opened, a->plan.profile, &world);
    const int32_t levels = wend_world_get_info(world).level_count;
    if (code == CLI_OK && a->level > levels)
        code = cli_fail(CLI_USAGE, "render: --level %lld: the world has levels 1 to %d", (long long)a->level,
                        levels);
    if (code == CLI_OK && a->plan.from.given) {
        plan p;
        code = plan_make(self->name, world, &a->plan, &p);
        if (code == CLI_OK) {
            code = render(a, world, layers, format, &p);
            if (code == CLI_OK) code = plan_exit_code(&p);
            plan_destroy(&p);
        }
    } else if (code == CLI_OK) {
        code = render(a, world, layers, format, NULL);
    }
    wend_world_destroy(opened);
    return code;
}

static int run(const command* self, int argc, char** argv) {
    render_arguments a = {.level = 1, .plan = plan_default_options()};
    int code = options_parse(self, argc, argv, &a);
    if (code == OPTIONS_GO) code = run_checked(self, &a);
    plan_options_free(&a.plan);
    return code;
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
        "draws the costs of a profile; where its body does not fit, tiles are dark.",
    .example = "wend render island.wend -o island.png --layers costs,clusters,graph",
    .options = options,
    .run = run,
};
