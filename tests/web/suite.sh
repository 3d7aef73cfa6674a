#!/bin/sh
# Do the npm package and the page that web/build.sh has built pass their tests? usage: suite.sh SOURCE BUILD
# Pictures of the page go to BUILD/pictures. Skips (77) what has no node, no build or no Chromium.
set -eu
source=$(cd "$1" && pwd) build=$2

skip() {
    echo "skipped: $*"
    exit 77
}
command -v node >/dev/null || skip "no node (Debian: nodejs)"
[ -e "$build/package/lib/wend-simd.wasm" ] || skip "the page is not built (./run web --build)"
cd "$build"
WEND_PACKAGE="$build/package" node --expose-gc --test "$source/bindings/javascript/test/wend.test.js"
if command -v tsc >/dev/null; then
    mkdir -p types/node_modules
    ln -sfn ../../package types/node_modules/wend
    cp "$source/tests/web/types.mts" types
    tsc --noEmit --strict --target es2022 --lib es2022,dom --module nodenext --moduleResolution nodenext types/types.mts
    echo "types: good"
else
    echo "types: skipped, no tsc (Debian: node-typescript)"
fi
chromium=${WEND_CHROMIUM:-chromium}
command -v "$chromium" >/dev/null || skip "no $chromium for the page; the package has passed"
WEND_CHROMIUM="$chromium" WEND_SITE="$build/site" WEND_PICTURES="$build/pictures" node --test "$source/tests/web/page.test.js"
echo "pictures of the page: $build/pictures"
