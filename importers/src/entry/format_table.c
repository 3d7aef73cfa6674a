// format_table.c: which formats exist, and which one does a file have?
#include "entry/format_table.h"

#include "extras/recipe.h"
#include "formats/formats.h"
#include "formats/raster.h"

static const wimp_format* const formats[] = {
    &wimp_format_png,      &wimp_format_jpeg,   &wimp_format_gif,
    &wimp_format_bmp,      &wimp_format_pnm,    &wimp_format_raster, // up to here the first bytes decide
    &wimp_format_movingai, &wimp_format_recipe,
#ifndef WIMP_STB_ONLY // without the libraries that these need
    &wimp_format_ros,      &wimp_format_tiled,
#endif
    &wimp_format_wesnoth,  &wimp_format_csv,    &wimp_format_textgrid,
    &wimp_format_tga, // has no magic number, so it comes last
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

const wimp_format* wimp_format_at(int32_t index) {
    return index >= 0 && index < FORMAT_COUNT ? formats[index] : NULL;
}

const wimp_format* wimp_format_of(const uint8_t* bytes, size_t size) {
    for (int32_t i = 0; i < FORMAT_COUNT; i++)
        if (formats[i]->recognise(bytes, size)) return formats[i];
    return NULL;
}
