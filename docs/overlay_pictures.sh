#!/bin/sh
# Draws the pictures of docs/tutorials/overlays.md, by the commands that stand there. usage: overlay_pictures.sh WEND WEND_VIEW
# Needs ImageMagick's convert.
set -eu
wend=$(realpath "$1") view=$(realpath "$2")
docs=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir bin
ln -s "$wend" bin/wend
ln -s "$docs/../data" data
sed -n '/^```sh$/,/^```$/ { /^```/d; p; }' "$docs/tutorials/overlays.md" >commands
PATH=$folder/bin:$PATH sh -eu commands >said
# pair CROP SCALE LEFT RIGHT NAME
pair() {
    "${CONVERT:-convert}" "$3" "$4" -crop "$1" +repage -scale "$2" -bordercolor white -border 4 +append -colors 128 \
        "PNG8:$docs/pictures/$5.png"
}
pair 1160x860+120+360 50% red_path.png blue_path.png two_sides
pair 1160x860+120+360 50% tank.png scout.png danger
pair 4000x4000+0+0 35% robot_4.png robot_14.png robot_fog

# A film of the viewer: the same robot walks, and its fog lifts.
cat >script.txt <<'END'
key Tab
set layers path,agent
set start 3,25
set goal 76,46
set fog 1
set fog_range 9
set paused 1
wait 3
set record film
set paused 0
wait 700
set record off
END
"$view" rooms.png --headless --frames 1 --size 820x540 --script script.txt >report.txt
"${CONVERT:-convert}" -delay 16 -loop 0 $(ls film/frame-*.png | awk 'NR % 12 == 1') -crop 700x430+40+60 +repage +dither -colors 24 \
    -layers OptimizePlus "$docs/pictures/robot_fog.gif"
