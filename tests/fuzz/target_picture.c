// Does any image, as a preview or survey reads it, get a clean result, and memory bounded by max_decoded?
#include <stdlib.h>
#include <string.h>

#include "memory_file.h"
#include "pool.h"
#include "read.h"
#include "target.h"
#include "wend/legend.h"

enum { COPY = 64, MAX_PIXELS = 1 << 12 };

static void survey(const char* file, const wend_import_def* def) {
    wend_image_survey* survey = NULL;
    wend_error error = {.text = ""};
    static uint8_t rgba[COPY * 4];
    const wend_result result = wend_image_survey_create(file, def, COPY, &survey, &error);
    if (result != WEND_OK) {
        check_error_line(&error, result, file);
        return;
    }
    const wend_survey_info info = wend_image_survey_get_info(survey);
    if (info.width < 1 || info.height < 1 || info.copy_width * info.copy_height > COPY) __builtin_trap();
    wend_image_survey_copy(survey, rgba);
    wend_legend legend;
    (void)wend_legend_propose(wend_image_survey_colors(survey), &legend);
    wend_grid* grid = NULL;
    (void)wend_image_survey_import(survey, def, &grid, NULL, &error);
    wend_grid_destroy(grid);
    wend_image_survey_destroy(survey);
}

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    const char* file = memory_file(data, size);
    wend_import_def def = wend_default_import_def();
    def.max_tiles = MAX_PIXELS;
    def.max_decoded = MAX_PIXELS;
    def.decode_in_process = true;
    def.allocator = pool_allocator();
    wend_grid* grid = NULL;
    wend_error error = {.text = ""};
    if (wend_import_file(file, &def, &grid, NULL, &error) == WEND_OK) {
        const int32_t width = wend_grid_width(grid), height = wend_grid_height(grid);
        uint8_t* rgba = malloc((size_t)width * (size_t)height * 4); // of its exact size, for the sanitizers
        if (rgba) (void)wend_import_picture(file, &def, width, height, rgba, &error);
        free(rgba);
    }
    wend_grid_destroy(grid);
    survey(file, &def);
    return 0;
}
