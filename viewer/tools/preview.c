// preview.c: which costs would an import give an image?
#include "tools/preview.h"
#include "palette.h"
#include "platform/picture.h"
#include "views/components.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool preview_create(const wend_image_survey* survey, preview* out) {
    enum { BEHIND = 128 }; // what is seen through transparent pixels
    const wend_survey_info info = wend_image_survey_get_info(survey);
    *out = (preview){.image = picture_of_survey(survey, BEHIND),
                     .image_width = info.copy_width,
                     .image_height = info.copy_height};
    return out->image != NULL;
}

void preview_forget(preview* p) {
    texture_forget(&p->image_shown);
    texture_forget(&p->costs_shown);
}

void preview_destroy(preview* p) {
    preview_forget(p);
    wend_grid_destroy(p->grid);
    free(p->image);
    free(p->costs);
    *p = (preview){.problem = ""};
}

// The cost of each brightness, found by importing a picture that contains all of them.
static void find_curve(preview* p, const wend_import_def* chosen) {
    p->has_curve = chosen->rule != WEND_RULE_PALETTE && chosen->rule != WEND_RULE_HEIGHT &&
                   chosen->rule != WEND_RULE_TOBLER && chosen->rule != WEND_RULE_SLOPE;
    if (!p->has_curve) return;
    char ramp[300];
    int head = snprintf(ramp, sizeof ramp, "P5 256 1 255\n");
    for (int i = 0; i < 256; i++) ramp[head + i] = (char)i;
    wend_import_def def = *chosen;
    def.channel = WEND_CHANNEL_MAX;
    def.downscale = 1;
    wend_grid* grid = NULL;
    p->has_curve = wend_import_memory(ramp, (size_t)head + 256, "ramp", &def, &grid, NULL, NULL) == WEND_OK;
    for (int32_t i = 0; p->has_curve && i < 256; i++)
        p->curve[i] = wend_grid_cost(grid, (wend_tile){def.negate ? 255 - i : i, 0});
    wend_grid_destroy(grid);
}

// Counts the connected components of the grid.
static bool count_components(preview* p) {
    components* c = components_create(p->grid);
    wend_rect changed;
    bool whole = c != NULL && components_work(c, false, 0, INT64_MAX, &changed);
    if (whole) {
        p->components = components_count(c);
        p->largest = components_largest(c);
    }
    components_destroy(c);
    return whole;
}

// Costs of the grid in colour, and the tiles of each class.
static bool paint(preview* p) {
    memset(p->class_tiles, 0, sizeof p->class_tiles);
    uint32_t* costs = realloc(p->costs, (size_t)p->tiles * sizeof *costs);
    if (costs == NULL) return false;
    p->costs = costs;
    palette colors = palette_costs(p->grid);
    for (int32_t y = 0; y < wend_grid_height(p->grid); y++) {
        const uint8_t* row = wend_grid_row(p->grid, y);
        for (int32_t x = 0; x < wend_grid_width(p->grid); x++) {
            *costs++ = 0xFF000000 | colors.colors[row[x]];
            p->class_tiles[row[x]]++;
        }
    }
    return true;
}

// Makes the grid of a choice.
static wend_result import_copy(preview* p, const char* file, const wend_image_survey* survey,
                               const import_choice* choice, const wend_import_def* def,
                               wend_import_info* found_out, wend_error* error) {
    // The copy has brightness in place of the heights in metres.
    if (!choice->is_raster || !import_choice_has_heights(choice))
        return wend_image_survey_import(survey, def, &p->grid, found_out, error);
    if (wend_image_survey_get_info(survey).copy_step == 1)
        return wend_import_file(file, def, &p->grid, found_out, error);
    snprintf(found_out->warning, sizeof found_out->warning,
             "The heights of a raster this large are shown once it is baked.");
    return WEND_OK;
}

void preview_update(preview* p, const char* file, const wend_image_survey* survey,
                    const import_choice* choice) {
    wend_survey_info info = wend_image_survey_get_info(survey);
    wend_grid_destroy(p->grid);
    p->grid = NULL;
    p->problem[0] = '\0';
    texture_forget(&p->costs_shown);
    wend_import_def def = import_choice_def(choice);
    // The copy has fewer pixels for a tile, but one at least.
    def.downscale = (def.downscale + info.copy_step / 2) / info.copy_step;
    def.downscale = SDL_clamp(def.downscale, 1, SDL_min(info.copy_width, info.copy_height));
    wend_error error = {.text = ""};
    wend_import_info found = {.warning = ""};
    wend_result result = import_copy(p, file, survey, choice, &def, &found, &error);
    snprintf(p->warning, sizeof p->warning, "%s", found.warning);
    snprintf(p->color_warning, sizeof p->color_warning, "%s", found.color_warning);
    p->valley = found.suggested_below;
    p->valley_name = strstr(found.warning, "no valley") != NULL ? "middle" : "valley";
    p->suggests_negate = found.suggests_negate;
    p->suggests_free_thresh = found.suggests_free_thresh;
    if (p->grid != NULL) {
        p->tiles = (int64_t)wend_grid_width(p->grid) * wend_grid_height(p->grid);
        p->passable = wend_grid_passable_count(p->grid);
        if (!count_components(p) || !paint(p)) {
            wend_grid_destroy(p->grid);
            p->grid = NULL;
            result = WEND_ERROR_MEMORY;
        }
    }
    if (result != WEND_OK)
        snprintf(p->problem, sizeof p->problem, "%s",
                 error.text[0] != '\0' ? error.text : wend_result_string(result));
    find_curve(p, &def);
}

// ---- textures

void preview_fit(preview* p, SDL_Renderer* renderer, int max_width, int max_height) {
    SDL_Point size = shrink_fit(p->image_width, p->image_height, max_width, max_height);
    int width = size.x, height = size.y;
    if (width != p->width || height != p->height) preview_forget(p);
    p->width = width;
    p->height = height;
    if (p->image_shown == NULL)
        p->image_shown =
            shrink_to_texture(renderer, p->image, p->image_width, p->image_height, width, height);
    if (p->costs_shown == NULL && p->grid != NULL)
        p->costs_shown = shrink_to_texture(renderer, p->costs, wend_grid_width(p->grid),
                                           wend_grid_height(p->grid), width, height);
}
