#!/bin/sh
# Do wheel and source distribution build without a network, and does the wheel work where it is installed?
# usage: package.sh SOURCE PYTHON MISSING
set -eu
source=$1 python=$2 missing=$3

skip() {
    echo "skipped: $*"
    exit 77
}
[ -z "$missing" ] || skip "$missing"
for module in build setuptools wheel pytest venv; do
    "$python" -c "import $module" 2>/dev/null || skip "no module $module for $python (Debian: python3-$module)"
done

temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
# A copy, so that nothing is written into the tree.
mkdir -p "$temp/tree/bindings"
cp -r "$source/CMakeLists.txt" "$source/LICENSE" "$source/check" "$source/cmake" "$source/engine" "$source/graph" "$source/importers" "$temp/tree"
cp -r "$source/bindings/CMakeLists.txt" "$source/bindings/python" "$temp/tree/bindings"

step() { # NAME COMMAND...
    name=$1
    shift
    "$@" >"$temp/log" 2>&1 || { cat "$temp/log"; echo "package: $name failed"; exit 1; }
}
# The wheel is built from the source distribution, as build does.
step "building" "$python" -m build --no-isolation -o "$temp/dist" "$temp/tree/bindings/python"
step "making an environment" "$python" -m venv --system-site-packages --without-pip "$temp/environment"
site=$("$temp/environment/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
step "unpacking the wheel" "$python" -m zipfile -e "$temp"/dist/wend-*.whl "$site"

# A wheel for many distributions names the oldest C library that will do. Debian has no auditwheel, so few machines do.
if command -v auditwheel >/dev/null; then
    step "checking the wheel" auditwheel show "$temp"/dist/wend-*.whl
    tr '\n' ' ' <"$temp/log" | grep -q 'manylinux_[0-9_]*' || { cat "$temp/log"; echo "package: no manylinux tag fits the wheel"; exit 1; }
else
    echo "no auditwheel: the wheel is not compared with the rules of manylinux"
fi

# As the README installs it: Debian's pip refuses to install outside of an environment.
if "$python" -c 'import ensurepip' 2>/dev/null; then
    step "making an environment with pip" "$python" -m venv --system-site-packages "$temp/with_pip"
    step "installing by pip" "$temp/with_pip/bin/pip" install --no-index "$temp"/dist/wend-*.whl
    (cd "$temp" && step "using what pip installed" "$temp/with_pip/bin/python" -c "import wend; wend.from_array([[1]])")
else
    echo "no ensurepip (Debian: python3-venv): the wheel is not installed by pip"
fi

cd "$temp" # where no wend is but the installed one
ldd "$site"/wend/_native.abi3.so >libraries
grep -q "/wend/_libs/libspng" libraries || { cat libraries; echo "package: the wheel does not carry its libraries"; exit 1; }
"$temp/environment/bin/python" -c "import wend; assert wend.__file__.startswith('$site'), wend.__file__"
step "testing the installed package" "$temp/environment/bin/python" -m pytest -q -p no:cacheprovider \
    "$source/bindings/python/tests" -k "not signal and not threads"
tail -1 "$temp/log"
tar -tzf "$temp"/dist/wend-*.tar.gz >names
for name in native/engine/src/core/base.c native/importers/src/entry/run.c tests/test_paths.py wend/py.typed; do
    grep -q "/$name\$" names || { echo "package: the source distribution has no $name"; exit 1; }
done
ls "$temp/dist"
