// formats.c: the one table of formats.
#include "formats.h"

static const wendi_format formats[] = {
    {"png", "PNG: 1 to 16 bits, grey, RGB, palette, alpha, interlaced", wendi_is_png, wendi_read_png, true},
    {"jpeg", "JPEG: grey or RGB, baseline or progressive", wendi_is_jpeg, wendi_read_jpeg, true},
    {"gif", "GIF: the first picture", wendi_is_gif, wendi_read_gif, true},
    {"bmp", "BMP: 1 to 32 bits, uncompressed", wendi_is_bmp, wendi_read_bmp, true},
    {"pnm", "PBM, PGM, PPM: text or binary, up to 16 bits", wendi_is_pnm, wendi_read_pnm, true},
    {"movingai", "MovingAI .map: type octile", wendi_is_movingai, wendi_read_movingai, false},
    {"recipe", "map recipe: a base and layers over it, from other files", wendi_is_recipe, wendi_read_recipe,
     false},
    {"ros", "ROS map: the YAML of map_server, which names an image", wendi_is_ros, wendi_read_ros, false},
    {"tiled", "Tiled .tmx: orthogonal, of fixed size; csv, base64, zlib, gzip, zstd", wendi_is_tiled,
     wendi_read_tiled, false},
    {"textgrid", "text grid: letters and digits, with a header of numbers or bare", wendi_is_textgrid,
     wendi_read_textgrid, false},
    // without a magic number, so the last to be asked
    {"tga", "TGA: grey, RGB, palette, run lengths", wendi_is_tga, wendi_read_tga, true},
};
enum { FORMAT_COUNT = sizeof formats / sizeof *formats };

const wendi_format* wendi_format_at(int32_t index) {
    return index >= 0 && index < FORMAT_COUNT ? &formats[index] : NULL;
}

const wendi_format* wendi_format_of(const uint8_t* bytes, size_t size) {
    for (int32_t i = 0; i < FORMAT_COUNT; i++)
        if (formats[i].recognise(bytes, size)) return &formats[i];
    return NULL;
}
