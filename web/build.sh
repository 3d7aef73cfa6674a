#!/bin/sh
# Builds the page and the npm package: web/build.sh BUILD. Leaves BUILD/site (the page) and BUILD/package (the package).
# Needs emscripten, cmake, ninja, and xxhash.h and stb_image.h, which are only headers.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(dirname "$here")
mkdir -p "$1"
build=$(cd "$1" && pwd)

# Emscripten runs scripts that need a module of Debian's node; another node than Debian's does not look there.
export NODE_PATH="${NODE_PATH:-/usr/share/nodejs}"
unset CMAKE_C_COMPILER_LAUNCHER # a cache of a native compiler

# The two headers alone, as their folder has those of this machine beside them.
mkdir -p "$build/include/stb"
include=${WEND_HEADERS:-/usr/include}
for header in xxhash.h xxh3.h stb/stb_image.h; do
    # One that is the same stays, or else all that includes it would be compiled again.
    [ ! -e "$include/$header" ] || cmp -s "$include/$header" "$build/include/$header" || cp "$include/$header" "$build/include/$header"
done

package=$build/package
mkdir -p "$package/lib"
cp "$root"/bindings/javascript/package.json "$root"/bindings/javascript/README.md "$root"/LICENSE "$package"
cp "$root"/bindings/javascript/lib/*.js "$root"/bindings/javascript/lib/*.d.ts "$package/lib"
for form in "" -simd; do
    cmake -S "$root/bindings/javascript" -B "$build/wasm$form" -G Ninja -DCMAKE_BUILD_TYPE=Release \
        -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchains/wasm32-emscripten$form.cmake" \
        -DWEND_XXHASH_INCLUDE="$build/include" -DWEND_STB_INCLUDE="$build/include" >"$build/configure.log" 2>&1 ||
        { cat "$build/configure.log" >&2; exit 4; }
    cmake --build "$build/wasm$form" --parallel 2 >"$build/build.log" 2>&1 || { cat "$build/build.log" >&2; exit 4; }
    cp "$build/wasm$form/wend.wasm" "$package/lib/wend$form.wasm"
done

site=$build/site
rm -rf "$site"
mkdir -p "$site/wend" "$site/maps"
cp "$here"/*.html "$here"/*.css "$here"/*.js "$site"
cp "$package"/lib/*.js "$package"/lib/*.wasm "$site/wend"
rm "$site/wend/node.js" # which only node loads
cp "$root/data/island.png" "$site/maps"

# What the service worker stores: all but the two forms of the engine, of which the page names the one that it runs.
version=$(cd "$site" && cat ./*.* wend/* maps/* | cksum | tr ' ' '-')
files=$(cd "$site" && for file in *.* wend/*.js maps/*; do [ "$file" = offline.js ] || printf '"%s", ' "$file"; done)
sed -e "s|@VERSION@|$version|" -e "s|, @FILES@|, ${files%, }|" "$here/offline.js" >"$site/offline.js"
