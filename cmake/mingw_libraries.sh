#!/bin/sh
# Builds for Windows what the importers and the program need and Debian has no mingw-w64 package of: libspng and
# cJSON, from the sources that Debian's archive has; and copies the headers of xxHash and stb.
#   mingw_libraries.sh FOLDER      FOLDER is then the prefix: include, lib, lib/pkgconfig
# Needs gcc-mingw-w64-x86-64, libz-mingw-w64-dev, dpkg-dev, and apt with its archive within reach (77 without).
set -eu
mkdir -p "$1"
prefix=$(cd "$1" && pwd)
[ ! -e "$prefix/complete" ] || exit 0
compiler=x86_64-w64-mingw32
command -v $compiler-gcc >/dev/null && command -v dpkg-source >/dev/null && command -v apt-get >/dev/null ||
    { echo "mingw libraries: skipped, as there is no $compiler-gcc, dpkg-source or apt-get"; exit 77; }

# Lists of sources beside those of the system, which usually has none.
apt=$prefix/apt
mkdir -p "$apt/parts" "$apt/lists/partial" "$prefix/source" "$prefix/include/stb" "$prefix/lib/pkgconfig"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
    [ -f "$list" ] || continue
    sed 's/^deb /deb-src /; s/^Types: .*/Types: deb-src/' "$list" >"$apt/parts/$(basename "$list")"
done
from() {
    apt-get -qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$apt/parts" -o Dir::State::lists="$apt/lists" \
        -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=root "$@"
}
cd "$prefix/source"
from update >"$prefix/log" 2>&1 && from source cjson libspng >>"$prefix/log" 2>&1 ||
    { cat "$prefix/log"; echo "mingw libraries: skipped, as the sources cannot be fetched"; exit 77; }

# NAME FILE FOLDER_OF_THE_HEADER FLAGS_OF_THE_USER REQUIRED
library() {
    $compiler-gcc -O2 -w -DSPNG_STATIC -DCJSON_HIDE_SYMBOLS -c "$2" -o "$1.o"
    $compiler-ar rcs "$prefix/lib/lib$1.a" "$1.o"
    mkdir -p "$prefix/include/$3"
    cp "${2%.c}.h" "$prefix/include/$3"
    printf 'Name: %s\nDescription: %s\nVersion: 1\nRequires: %s\nCflags: -I%s/include %s\nLibs: -L%s/lib -l%s\n' \
        "$1" "$1" "$5" "$prefix" "$4" "$prefix" "$1" >"$prefix/lib/pkgconfig/$6.pc"
}
printf 'Name: zlib\nDescription: zlib\nVersion: 1\nLibs: -lz\n' >"$prefix/lib/pkgconfig/zlib.pc"
library spng libspng-*/spng/spng.c . -DSPNG_STATIC zlib spng
library cjson cjson-*/cJSON.c cjson -DCJSON_HIDE_SYMBOLS '' libcjson
headers=${WEND_HEADERS:-/usr/include}
cp "$headers"/xxhash.h "$headers"/xxh3.h "$prefix/include"
cp "$headers"/stb/*.h "$prefix/include/stb"
touch "$prefix/complete"
