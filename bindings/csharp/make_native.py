"""How does C# see the C library? Writes Native.cs: every function, structure and constant of the plain header.

usage: make_native.py wend_ffi.h -o Native.cs

The structures are blittable: bool is a byte, an array of numbers a fixed buffer, a pointer to a function a void*. So they lie in
memory as in C, and no call marshals anything.
"""
import argparse

from pycparser import CParser, c_ast

BASIC = {"void": "void", "char": "byte", "bool": "byte", "int": "int", "float": "float", "double": "double", "size_t": "UIntPtr",
         "uint8_t": "byte", "int8_t": "sbyte", "uint16_t": "ushort", "int16_t": "short", "int32_t": "int", "uint32_t": "uint",
         "int64_t": "long", "uint64_t": "ulong"}
WORDS = {"out", "in", "ref", "event", "object", "base", "params", "lock", "fixed", "is", "as", "string", "checked", "operator"}


def safe(name):
    return "@" + name if name in WORDS else name


class Writer:
    def __init__(self, tree):
        self.lines = []
        self.callbacks = set()  # typedefs of function types
        self.aliases = {}  # typedefs of numbers
        self.done = set()
        for node in tree.ext:
            self.declare(node)

    def type(self, node):
        """The name of a type in C#."""
        if isinstance(node, c_ast.PtrDecl):
            inner = self.type(node.type)
            return "void*" if inner == "function" else inner + "*"
        if isinstance(node, c_ast.FuncDecl):
            return "function"
        if isinstance(node, c_ast.ArrayDecl):  # as a parameter
            return self.type(node.type) + "*"
        if isinstance(node, c_ast.TypeDecl):
            return self.type(node.type)
        if isinstance(node, (c_ast.Struct, c_ast.Enum)):
            return node.name
        name = " ".join(node.names)
        if name in self.callbacks:
            return "function"
        return self.aliases.get(name) or BASIC.get(name) or name

    def declare(self, node):
        if isinstance(node, c_ast.Typedef):
            inner = node.type
            if isinstance(inner, c_ast.FuncDecl):
                self.callbacks.add(node.name)
            elif isinstance(inner, c_ast.TypeDecl) and isinstance(inner.type, c_ast.IdentifierType):
                self.aliases[node.name] = self.type(inner.type)
            elif isinstance(inner, c_ast.TypeDecl) and isinstance(inner.type, c_ast.Enum):
                self.enum(inner.type)
            elif isinstance(inner, c_ast.TypeDecl) and isinstance(inner.type, c_ast.Struct):
                self.struct(inner.type)
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.Enum):
            for item in node.type.values.enumerators:
                self.lines.append("public const int %s = %s;" % (item.name, item.value.value))
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.Struct):
            self.struct(node.type)
        elif isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.FuncDecl):
            self.function(node)
        else:
            raise SystemExit("make_native.py: %s: a declaration of a kind that is not known" % node.coord)

    def enum(self, node):
        values = ", ".join("%s = %s" % (item.name, item.value.value) for item in node.values.enumerators)
        self.lines.append("public enum %s { %s }" % (node.name, values))

    def struct(self, node):
        if node.decls is None:
            if node.name not in self.done:
                self.lines.append("public struct %s { }" % node.name)
                self.done.add(node.name)
            return
        self.done.add(node.name)
        fields = []
        for field in node.decls:
            count, inner = 1, field.type
            while isinstance(inner, c_ast.ArrayDecl):
                count, inner = count * int(inner.dim.value), inner.type
            kind = self.type(inner)
            if inner is field.type:
                fields.append("public %s %s;" % (kind, safe(field.name)))
            elif kind in BASIC.values():
                fields.append("public fixed %s %s[%d];" % (kind, field.name, count))
            else:  # of structures there is no fixed buffer
                fields += ["public %s %s_%d;" % (kind, field.name, i) for i in range(count)]
        self.lines.append("[StructLayout(LayoutKind.Sequential)] public struct %s { %s }" % (node.name, " ".join(fields)))

    def function(self, node):
        parameters = []
        for parameter in node.type.args.params if node.type.args else ():
            kind = self.type(parameter.type)
            if kind != "void":
                parameters.append("%s %s" % (kind, safe(parameter.name)))
        self.lines.append("[DllImport(Library, CallingConvention = CallingConvention.Cdecl)] public static extern %s %s(%s);" % (
            self.type(node.type.type), node.name, ", ".join(parameters)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("header")
    parser.add_argument("-o", dest="out", required=True)
    arguments = parser.parse_args()
    with open(arguments.header, encoding="utf-8") as file:
        text = "".join("typedef int %s;" % name for name in BASIC if name.endswith("_t") or name == "bool") + "\n" + file.read()
    tree = CParser().parse(text, arguments.header)
    tree.ext = [node for node in tree.ext if not (isinstance(node, c_ast.Typedef) and node.name in BASIC)]
    with open(arguments.out, "w", encoding="utf-8") as file:
        file.write("// Made from wend_ffi.h by make_native.py: the C library as it is, without any guard.\n"
                   "using System;\nusing System.Runtime.InteropServices;\n\nnamespace Wend {\n"
                   "public static unsafe class Native {\npublic const string Library = \"wend_ffi\";\n"
                   + "\n".join(Writer(tree).lines) + "\n}\n}\n")


if __name__ == "__main__":
    main()
