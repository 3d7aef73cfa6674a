#!/bin/sh
# Are stb, cJSON and what the viewer needs enough? Builds Wend where pkg-config finds nothing else, and bakes and draws the same
# as the other build.
#   bare.sh SOURCE CMAKE GENERATOR COMPILER WEND VIEWER
# VIEWER is 1 where the other build has the viewer.
set -eu
source=$1 cmake=$2 generator=$3 compiler=$4 wend=$5 viewer=$6
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
fail() {
    echo "bare: $*"
    exit 1
}
mkdir "$temp/modules"
for module in stb libcjson sdl2 imgui; do
    for folder in $(pkg-config --variable pc_path pkg-config | tr : ' '); do
        [ ! -e "$folder/$module.pc" ] || cp "$folder/$module.pc" "$temp/modules"
    done
done
PKG_CONFIG_LIBDIR=$temp/modules
export PKG_CONFIG_LIBDIR
"$cmake" -S "$source" -B "$temp/build" -G "$generator" -D CMAKE_C_COMPILER="$compiler" -D CMAKE_INSTALL_PREFIX="$temp/prefix" >"$temp/log" 2>&1 ||
    { cat "$temp/log"; fail "cannot be configured"; }
for library in spng libturbojpeg expat yaml-0.1 zlib libzstd; do
    grep -q "left out: no $library" "$temp/log" || fail "nothing says that $library is missing"
done
{ "$cmake" --build "$temp/build" -j 2 && "$cmake" --install "$temp/build"; } >"$temp/log" 2>&1 || { tail -n 20 "$temp/log"; fail "cannot be built and installed"; }
bare=$temp/prefix/bin/wend
[ "$viewer" = 0 ] || [ -x "$temp/prefix/bin/wend-view" ] || fail "the viewer is left out"
! ldd "$bare" | grep -E 'spng|jpeg|expat|yaml|libz' || fail "the program links what was hidden"

# PNG is read and written the same.
cd "$temp"
cp "$source/data/island.png" .
"$bare" generate --size 700 --seed 5 -o terrain.png -q
"$bare" render "$source/data/abbey.map" -o drawing.png >/dev/null 2>&1 || { "$bare" bake "$source/data/abbey.map" -o abbey.wend -q && "$bare" render abbey.wend -o drawing.png >/dev/null; }
for map in island terrain drawing; do
    "$bare" bake $map.png -o bare.wend -q
    "$wend" bake $map.png -o full.wend -q
    cmp bare.wend full.wend || fail "$map.png becomes another world"
done
# The rest is recognised and refused.
printf '<map orientation="orthogonal" width="1" height="1"><layer width="1" height="1"><data encoding="csv">1</data></layer></map>' >a.tmx
printf 'image: island.png\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >a.yaml
for map in a.tmx a.yaml; do
    code=0
    "$bare" bake $map -o a.wend 2>err || code=$?
    [ "$code" = 3 ] && grep -q 'this build of Wend cannot read' err || { cat err; fail "$map ends with $code"; }
done
echo "bare: good"
