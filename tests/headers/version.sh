#!/bin/sh
# Do the build system and the header name the same version? usage: version.sh COMPILER VERSION INCLUDE_DIR
set -eu
in_header=$(printf '#include <wend/base.h>\nversion WEND_VERSION_MAJOR.WEND_VERSION_MINOR.WEND_VERSION_PATCH\n' |
    "$1" -E -P -I"$3" - | sed -n 's/^version //p' | tr -d ' ')
if [ "$in_header" != "$2" ]; then
    echo "wend/base.h says version $in_header, CMakeLists.txt $2"
    exit 1
fi
