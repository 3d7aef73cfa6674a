#!/bin/sh
# Do the build system, the header and the names of the shared libraries agree on the version?
# usage: version.sh COMPILER VERSION INCLUDE_DIR SOVERSION...
set -eu
compiler=$1 version=$2 include=$3
shift 3
in_header=$(printf '#include <wend/base.h>\nversion WEND_VERSION_MAJOR.WEND_VERSION_MINOR.WEND_VERSION_PATCH\n' |
    "$compiler" -E -P -I"$include" - | sed -n 's/^version //p' | tr -d ' ')
if [ "$in_header" != "$version" ]; then
    echo "wend/base.h says version $in_header, CMakeLists.txt $version"
    exit 1
fi
# CONTRIBUTING.md, "API and ABI": before 1.0 the minor version belongs to it.
expected=${version%%.*}
[ "$expected" != 0 ] || expected=${version%.*}
[ $# -gt 0 ] || { echo "no SOVERSION given"; exit 1; }
for soversion in "$@"; do
    [ "$soversion" = "$expected" ] || { echo "a library has SOVERSION $soversion; version $version asks for $expected"; exit 1; }
done
