#!/bin/sh
# Do the npm package and the page that web/build.sh has built pass their tests? usage: suite.sh SOURCE BUILD
# Pictures of the page go to BUILD/pictures. Skips (77) what has no node, no build or no Chromium.
set -eu
source=$(cd "$1" && pwd) build=$(cd "$2" 2>/dev/null && pwd || echo "$2")

skip() {
    echo "skipped: $*"
    exit 77
}
command -v node >/dev/null || skip "no node (Debian: nodejs)"
[ -e "$build/package/lib/wend-simd.wasm" ] || skip "the page is not built (./run web --build)"
cd "$build"
export WEND_PACKAGE="$build/package" # with WEND_CLI, a native program, that is asked for the same paths
node --expose-gc --test "$source"/bindings/javascript/test/*.test.js
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

# The bundlers come from npm, so a machine without a network has none.
mkdir -p "$build/bundlers"
cp "$source/tests/web/bundlers/package.json" "$build/bundlers"
if ! command -v npm >/dev/null; then
    echo "bundlers: skipped, no npm"
elif ! (cd "$build/bundlers" && npm install --no-audit --no-fund --ignore-scripts --prefer-offline >npm.log 2>&1); then
    echo "bundlers: skipped, npm cannot install them ($build/bundlers/npm.log)"
else
    WEND_CHROMIUM="$chromium" WEND_BUNDLERS="$build/bundlers" node --test "$source/tests/web/bundlers.test.js"
fi
