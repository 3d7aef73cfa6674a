"""What of the C headers does Python see? Writes the C source of the extension module wend._native.

usage: build_native.py INCLUDE_FOLDER... -o FILE.c

The declarations are read from the public headers themselves, so the module offers every function, struct
and constant of them (`wend.lib`, `wend.ffi`), and a compiler checks them.
"""
import argparse
import os
import re

import cffi

HERE = os.path.dirname(os.path.abspath(__file__))
ENGINE = ("base", "grid", "link", "profile", "world", "path", "search", "alternatives", "threads", "batch", "repair",
          "explain", "stream", "field", "steer", "crowd", "service", "debug_draw")
IMPORTERS = ("geo", "import", "legend")
GRAPH = ("graph", "import_graph")
HEADERS = tuple("wend/%s.h" % name for name in ENGINE + IMPORTERS + GRAPH)
HELPERS = os.path.join(HERE, "src", "native.h")

# What src/search.c and services call in Python.
CALLBACKS = """
extern "Python+C" bool wendpy_interrupted(void);
extern "Python" wend_result wendpy_change(wend_world* world, void* context);
extern "Python" double wendpy_heuristic(int32_t node, void* context);
extern "Python" void wendpy_graph_event(const wend_graph_event* event, void* context);
"""


def declarations(text):
    """The declarations of a header as cffi reads them: no comments, no directives, constants as "...".

    >>> print(declarations('''#define WEND_MAX_A (1 << 4) ///< tiles
    ... #define WEND_MAX_B 2.5f
    ... WEND_API int32_t wend_a(void); // an example
    ... '''))
    #define WEND_MAX_A ...
    static const float WEND_MAX_B;
    int32_t wend_a(void);
    <BLANKLINE>
    """
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"//[^\n]*", "", text)
    text = re.sub(r"\\\n", " ", text)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.S)
    text = re.sub(r"#if defined\(__GNUC__\).*?#endif", "", text, flags=re.S)
    lines = []
    for line in text.split("\n"):
        constant = re.match(r"#define +(\w+) +(.+?) *$", line)
        if constant and re.search(r"\d\.\d|\de\d", constant.group(2)):
            lines.append("static const %s %s;" % ("float" if constant.group(2).rstrip(" )").endswith("f")
                                                  else "double", constant.group(1)))
        elif constant:
            lines.append("#define %s ..." % constant.group(1))
        elif not line.startswith("#"):
            lines.append(line.replace("WEND_API ", "").rstrip())
    return re.sub(r"\n{2,}", "\n", "\n".join(lines)).lstrip("\n")


def sizes(text, known):
    """Array sizes that name a constant become numbers: cffi needs them before a compiler has told it."""
    for name, value in re.findall(r"#define +(WEND_\w+) +(\d+|\(1 << \d+\))", text):
        known[name] = str(eval(value))  # a number, or (1 << a number)
    return known


def read(folders, header):
    for folder in folders:
        path = os.path.join(folder, header)
        if os.path.exists(path):
            with open(path, encoding="utf-8") as file:
                return file.read()
    raise SystemExit("build_native.py: %s is in none of %s" % (header, ", ".join(folders)))


def builder(folders):
    """The cffi builder of the module, with the headers found in these folders."""
    ffi = cffi.FFI()
    known = {}
    texts = [read(folders, header) for header in HEADERS] + [read([HERE], HELPERS)]
    for text in texts:
        sizes(text, known)
    for text in texts:
        ffi.cdef(re.sub(r"\[(WEND_\w+)\]", lambda match: "[%s]" % known[match.group(1)], declarations(text)))
    ffi.cdef(CALLBACKS)
    ffi.set_source("wend._native",
                   "".join("#include <%s>\n" % header for header in HEADERS) + '#include "native.h"\n')
    return ffi


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("folders", nargs="+")
    parser.add_argument("-o", dest="out", required=True)
    arguments = parser.parse_args()
    builder(arguments.folders).emit_c_code(arguments.out)


if __name__ == "__main__":
    main()
