// tiled_text.h: parts of Tiled maps of 3 x 2 tiles.
#ifndef WEND_TEST_TILED_TEXT_H
#define WEND_TEST_TILED_TEXT_H

#define MAP_HEAD                                                                                             \
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<map orientation=\"orthogonal\" width=\"3\" "               \
    "height=\"2\">\n"
#define PLAIN_SET "<tileset firstgid=\"1\" name=\"s\"/>\n"
#define LAYER(name, inner, csv)                                                                              \
    "<layer id=\"1\" name=\"" name "\" width=\"3\" height=\"2\">" inner "<data encoding=\"csv\">\n" csv      \
    "</data></layer>\n"

#endif
