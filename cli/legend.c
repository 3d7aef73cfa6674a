// legend.c: `wend legend`: proposes the costs of an image's colours, or of the tiles of a Tiled map, as a
// legend to edit.
#include "wend/legend.h"
#include "classes.h"
#include "clean_text.h"
#include "options.h"
#include "output.h"
#include "progress.h"
#include "world_file.h"

#include <stdio.h>
#include <string.h>

typedef struct legend_arguments {
    common_options common;
    const char *map, *output;
    wend_import_def def;
} legend_arguments;

#define AT(member) offsetof(legend_arguments, member)
static const option options[] = {
    OPT_OPERAND("MAP", "an image, or a Tiled map; - is standard input", AT(map)),
    OPT_OUTPUT('o', "output", "OUT.legend", "-", "the legend; - is standard output", AT(output), REQUIRED),
    OPT_FLOAT("transparent-below", "F", "leave out pixels whose alpha is below this",
              AT(def.transparent_below), 0, 1),
    OPT_INTEGER("max-decoded", "N", "refuse larger pictures decoded whole", AT(def.max_decoded), 1,
                (double)WEND_MAX_TILES),
    COMMON_OPTIONS(legend_arguments),
};

static int write_legend(const legend_arguments* a, const wend_image_colors* colors) {
    static wend_legend legend;
    static char text[WEND_LEGEND_TEXT_BYTES];
    wend_legend_propose(colors, &legend); // there are colours
    wend_legend_write(&legend, strcmp(a->map, "-") == 0 ? "standard input" : cli_basename(a->map), colors,
                      text);
    return output_write(a->output, text, strlen(text));
}

static void report_next(const legend_arguments* a) {
    char world[COLOR_NAME_MAX];
    static char map_word[4 * COLOR_NAME_MAX], legend_word[4 * COLOR_NAME_MAX], world_word[4 * COLOR_NAME_MAX];
    color_table_name(a->map, ".wend", world);
    printf("legend       %s: change its costs, then\n", shown(a->output));
    printf("             wend bake %s --palette %s -o %s\n", shown(color_table_quoted(a->map, map_word)),
           shown(color_table_quoted(a->output, legend_word)), shown(color_table_quoted(world, world_word)));
}

static void report(const legend_arguments* a, const wend_image_colors* colors) {
    if (a->common.json) {
        cJSON* json = cJSON_CreateObject();
        json_text(json, "map", a->map);
        json_text(json, "output", a->output);
        color_table_json(json, colors);
        json_integer(json, "pixels", colors->pixels);
        json_print(json);
    } else if (!a->common.quiet && !output_is_stream(a->output)) {
        color_table_print(colors);
        report_next(a);
    }
}

// The names of the tiles of a Tiled map.
static int run_tiles(const legend_arguments* a, const wend_error* no_image) {
    static char text[WEND_LEGEND_TEXT_BYTES];
    const wend_import_def def = wend_default_import_def();
    wend_error error = {.text = ""};
    const wend_result result = wend_legend_of_tiles(a->map, &def, text, &error);
    if (result != WEND_OK)
        return cli_fail_error(result == WEND_ERROR_UNSUPPORTED ? no_image : &error, result, CLI_READING);
    int64_t names = -1; // the first line is a comment
    for (const char* c = text; *c != '\0'; c++) names += *c == '\n';
    const int code = output_write(a->output, text, strlen(text));
    if (code != CLI_OK) return code;
    if (a->common.json) {
        cJSON* json = cJSON_CreateObject();
        json_text(json, "map", a->map);
        json_text(json, "output", a->output);
        json_integer(json, "names", names);
        json_print(json);
    } else if (!a->common.quiet && !output_is_stream(a->output)) {
        printf("tiles        %lld names\n", (long long)names);
        report_next(a);
    }
    return CLI_OK;
}

static int run(const command* self, int argc, char** argv) {
    legend_arguments a = {.def = wend_default_import_def()};
    int code = options_parse(self, argc, argv, &a);
    if (code != OPTIONS_GO) return code;
    progress bar = progress_start("read", a.common.quiet);
    a.def.progress = progress_report;
    a.def.progress_context = &bar;
    wend_image_survey* survey = NULL;
    wend_error error = {.text = ""};
    wend_result result = wend_image_survey_create(a.map, &a.def, 1, &survey, &error);
    progress_end(&bar);
    if (result == WEND_ERROR_UNSUPPORTED && strcmp(a.map, "-") != 0) return run_tiles(&a, &error);
    if (result == WEND_ERROR_FORMAT) code = world_check_map(a.map);
    if (result != WEND_OK) return code > CLI_OK ? code : cli_fail_error(&error, result, CLI_READING);
    const wend_image_colors* colors = wend_image_survey_colors(survey);
    if (colors->count == 0)
        code = cli_fail(CLI_BAD_INPUT, "%s: has no colours: every pixel is transparent", a.map);
    else
        code = write_legend(&a, colors);
    if (code == CLI_OK) {
        if (!colors->is_few)
            cli_warn("%s: a picture of many colours; the %d of the legend also stand for the others", a.map,
                     colors->count);
        report(&a, colors);
    }
    wend_image_survey_destroy(survey);
    return code;
}

const command command_legend = {
    .name = "legend",
    .summary = "propose a legend: what the colours of a picture, or the tiles of a Tiled map, cost",
    .details =
        "Finds the colours that a picture is painted in and writes them with their share, a name and a "
        "cost guessed from the\n"
        "hue. Blends at smoothed edges and the noise of a JPEG do not count as colours. Edit the "
        "costs, then bake\n"
        "with --palette OUT.legend. Of a Tiled map it lists the names of the tiles, by class, terrain or\n"
        "TILESET:ID, with the costs that they have.",
    .example = "wend legend data/island.png -o island.legend",
    .options = options,
    .run = run,
};
