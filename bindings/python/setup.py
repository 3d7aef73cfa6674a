"""How does the package become a wheel or a source distribution? `python3 -m build --no-isolation`.

The extension module is the CMake target wend_python, with the libraries linked in. A wheel also
carries the image libraries that it needs, in wend/_libs, so that it runs where they are not installed. A source
distribution has the C tree in the folder native.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = pathlib.Path(__file__).resolve().parent
TREE = HERE / "native" if (HERE / "native").exists() else HERE.parents[1]
# Libraries that every Linux system has.
SYSTEM = re.compile(r"(linux-vdso|ld-linux|lib(c|m|dl|rt|pthread|gcc_s))[.-]")
NATIVE = ("CMakeLists.txt", "LICENSE", "cmake", "engine", "importers", "graph", "check/profile_text.c",
          "check/profile_text.h", "bindings/CMakeLists.txt", "bindings/python/CMakeLists.txt", "bindings/python/build_native.py", "bindings/python/src")


def version():
    text = (TREE / "engine" / "include" / "wend" / "base.h").read_text(encoding="utf-8")
    return ".".join(re.findall(r"#define WEND_VERSION_(?:MAJOR|MINOR|PATCH) +(\d+)", text))


def run(*command):
    print(" ".join(map(str, command)), flush=True)
    subprocess.run([str(word) for word in command], check=True)


class BuildByCMake(build_ext):
    def build_extension(self, extension):
        build = pathlib.Path(self.build_temp).resolve() / "cmake"
        run("cmake", "-S", TREE, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DBUILD_SHARED_LIBS=OFF",
            "-DWEND_PYTHON=ON", "-DWEND_BUILD_CLI=OFF", "-DWEND_BUILD_VIEWER=OFF", "-DWEND_BUILD_TESTS=OFF",
            "-DWEND_WERROR=OFF", "-DWEND_PYTHON_EXECUTABLE=" + sys.executable)
        run("cmake", "--build", build, "--target", "wend_python", "--parallel", os.cpu_count() or 1)
        target = pathlib.Path(self.get_ext_fullpath(extension.name)).resolve()
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(build / "python" / "wend" / "_native.abi3.so", target)
        if not self.inplace:
            shutil.copy2(TREE / "LICENSE", target.parent)
            run("strip", "--strip-unneeded", target)
            carry_libraries(target)


def carry_libraries(module):
    """Copies the libraries that the module needs beside it, where its run path looks first."""
    folder = module.parent / "_libs"
    output = subprocess.run(["ldd", str(module)], check=True, capture_output=True, text=True).stdout
    for name, path in re.findall(r"(\S+) => (/\S+)", output):
        if SYSTEM.match(name):
            continue
        folder.mkdir(exist_ok=True)
        shutil.copy2(os.path.realpath(path), folder / name)
        for copyright in copyrights(path):
            shutil.copy2(copyright, folder / (name + ".copyright"))


def copyrights(path):
    """The file in which Debian keeps the licence of a library."""
    if shutil.which("dpkg") is None:
        return []
    for candidate in (path, os.path.realpath(path), os.path.realpath(path).replace("/usr/lib", "/lib", 1)):
        found = subprocess.run(["dpkg", "-S", candidate], capture_output=True, text=True)
        if found.returncode == 0:
            file = pathlib.Path("/usr/share/doc") / found.stdout.split(":")[0] / "copyright"
            return [file] if file.exists() else []
    return []


class WithNativeTree(sdist):
    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        for name in NATIVE:
            source, target = TREE / name, pathlib.Path(base_dir) / "native" / name
            target.parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy2(source, target)


setup(version=version(), cmdclass={"build_ext": BuildByCMake, "sdist": WithNativeTree},
      ext_modules=[Extension("wend._native", [], py_limited_api=True)],
      options={"bdist_wheel": {"py_limited_api": "cp39"}})
