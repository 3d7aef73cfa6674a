"""What of the C headers does Python see? Writes the C source of the extension module wend._native.

usage: build_native.py PLAIN_HEADER... -o FILE.c

The declarations are those of the plain headers that the build makes (cmake/plain_header.cmake), so the module offers
every function, struct and constant of them (`wend.lib`, `wend.ffi`). A compiler checks them against the public headers.
"""
import argparse

import cffi

HEADERS = ("wend/wend.h", "wend/graph.h", "wend/geo.h", "wend/import.h", "wend/legend.h", "wend/import_graph.h", "native.h")

# Constants that the plain header leaves out, as no int holds them.
NUMBERS = """
static const int64_t WEND_MAX_TILES;
static const double WEND_MIN_CLASS_COST, WEND_MAX_CLASS_COST, WEND_MAX_COST_RATIO, WEND_MAX_LINK_COST, WEND_MAX_PROFILE_REACH,
    WEND_MAX_MARGIN_COST, WEND_NAVFN_MARGIN_COST, WEND_GRAPH_MAX_COST;
"""

# What src/search.c and services call in Python.
CALLBACKS = """
extern "Python+C" bool wendpy_interrupted(void);
extern "Python" wend_result wendpy_change(wend_world* world, void* context);
extern "Python" double wendpy_heuristic(int32_t node, void* context);
extern "Python" void wendpy_graph_event(const wend_graph_event* event, void* context);
"""


def builder(files):
    """The cffi builder of the module, with the declarations of these files."""
    ffi = cffi.FFI()
    for file in files:
        with open(file, encoding="utf-8") as header:
            ffi.cdef(header.read())
    ffi.cdef(NUMBERS + CALLBACKS)
    ffi.set_source("wend._native", "".join("#include <%s>\n" % header for header in HEADERS))
    return ffi


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("files", nargs="+")
    parser.add_argument("-o", dest="out", required=True)
    arguments = parser.parse_args()
    builder(arguments.files).emit_c_code(arguments.out)


if __name__ == "__main__":
    main()
