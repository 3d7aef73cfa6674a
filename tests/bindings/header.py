"""Do parsers that are no C compilers read wend_ffi.h, and does it say what the public headers say?

usage: header.py SOURCE PLAIN_HEADER COMPILER LUAJIT|""

pycparser, cffi and LuaJIT read the file as it is. What they make of its structures has the sizes and offsets that the
compiler gives those of the public headers; its constants have their numbers; it declares their functions, and no other.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile

import cffi
import pycparser
from pycparser import c_ast

source, plain, compiler, luajit = sys.argv[1:]
with open(plain, encoding="utf-8") as file:
    text = file.read()
failures = []


def check(condition, message):
    if not condition:
        failures.append(message)


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, universal_newlines=True, **options).stdout


for word in ("#", "//", "/*", "__", "inline", "static", "extern", "WEND_API", "FILE*"):
    check(word not in text, "it contains '%s'" % word)

# pycparser knows only the words of C itself.
NAMES = "".join("typedef int %s;\n" % name for name in (
    "bool", "size_t", "int32_t", "int64_t", "uint8_t", "uint16_t", "uint32_t", "uint64_t"))
tree = pycparser.CParser().parse(NAMES + text, "wend_ffi.h")
structs, functions, constants = {}, set(), []


class Visitor(c_ast.NodeVisitor):
    def visit_Enumerator(self, node):
        check(isinstance(node.value, c_ast.Constant) or isinstance(node.value, c_ast.UnaryOp),
              "%s has no number" % node.name)
        constants.append(node.name)

    def visit_Struct(self, node):
        if node.decls is not None and node.name:
            structs[node.name] = [field.name for field in node.decls]
        self.generic_visit(node)

    def visit_ArrayDecl(self, node):
        check(isinstance(node.dim, c_ast.Constant), "an array has no length")
        self.generic_visit(node)


Visitor().visit(tree)
for node in tree.ext:
    if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
        functions.add(node.name)
folders = [source + "/" + name + "/include" for name in ("engine", "graph", "importers")]
headers = [path for folder in folders for path in glob.glob(folder + "/wend/*.h")]
declared = run("awk", "-f", source + "/tests/headers/functions.awk", *headers).split("\n")
check(functions == {line.split("\t")[0] for line in declared if line},
      "its functions are not those of the public headers: %s" % sorted(
          functions ^ {line.split("\t")[0] for line in declared if line}))
check(len(functions) > 100 and len(structs) > 20 and len(constants) > 100, "it is not complete")

# Constants that are whole numbers but no enumerators in the public headers.
for path in headers:
    with open(path, encoding="utf-8") as file:
        for name in re.findall(r"^#define (WEND_\w+) +\\?\s*(?:\d+|\(1 << \d+\))(?![.\de])", file.read(), re.M):
            check(name in constants, "it lacks %s" % name)

ffi = cffi.FFI()
ffi.cdef(text)
seen = []
for name, fields in sorted(structs.items()):
    offsets = dict(ffi.typeof(name).fields)
    seen.append("%s %d" % (name, ffi.sizeof(name)))
    seen += ["%s.%s %d" % (name, field, offsets[field].offset) for field in fields]
library = ffi.dlopen(None)
seen += ["%s %d" % (name, getattr(library, name)) for name in constants]

program = ["#include <stdio.h>", "#include <wend/wend.h>", "#include <wend/import_graph.h>", "#include <wend/legend.h>",
           "int main(void) {"]
for name, fields in sorted(structs.items()):
    program.append('printf("%s %%d\\n", (int)sizeof(%s));' % (name, name))
    program += ['printf("%s.%s %%d\\n", (int)offsetof(%s, %s));' % (name, field, name, field) for field in fields]
program += ['printf("%s %%d\\n", (int)%s);' % (name, name) for name in constants] + ["return 0; }"]
with tempfile.TemporaryDirectory() as folder:
    with open(folder + "/sizes.c", "w", encoding="utf-8") as file:
        file.write("\n".join(program))
    run(compiler, "-std=c17", *["-I" + name for name in folders], folder + "/sizes.c", "-o", folder + "/sizes")
    wanted = run(folder + "/sizes").split()
    check(" ".join(seen).split() == wanted, "cffi sees other sizes, offsets or numbers than the compiler: %s" % [
        pair for pair in zip(" ".join(seen).split(), wanted) if pair[0] != pair[1]][:4])
    # A compiler takes it, too, where the names are known.
    with open(folder + "/plain.c", "w", encoding="utf-8") as file:
        file.write("#include <stdbool.h>\n#include <stddef.h>\n#include <stdint.h>\n#include \"%s\"\nint plain;\n"
                   % os.path.abspath(plain))
    run(compiler, "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-c", folder + "/plain.c", "-o", folder + "/plain.o")
    if luajit:
        with open(folder + "/sizes.lua", "w", encoding="utf-8") as file:
            file.write("local ffi = require 'ffi'\nffi.cdef(io.open(arg[1]):read('*a'))\n"
                       "for line in io.lines(arg[2]) do\n"
                       "  local name, field = line:match('^([%w_]+)%.?([%w_]*) ')\n"
                       "  local n = field ~= '' and ffi.offsetof(name, field) or name:match('^WEND') and ffi.C[name] or "
                       "ffi.sizeof(name)\n"
                       "  print(line:match('^%S+') .. ' ' .. tonumber(n))\nend\n")
        with open(folder + "/lines", "w", encoding="utf-8") as file:
            file.write("\n".join(seen) + "\n")
        check(run(luajit, folder + "/sizes.lua", plain, folder + "/lines").split() == wanted,
              "LuaJIT sees other sizes, offsets or numbers than the compiler")
for failure in failures:
    print("wend_ffi.h: " + failure)
print("wend_ffi.h: %d functions, %d structures, %d constants, read by pycparser, cffi%s and a compiler" % (
    len(functions), len(structs), len(constants), ", LuaJIT" if luajit else " (no LuaJIT)"))
sys.exit(bool(failures))
