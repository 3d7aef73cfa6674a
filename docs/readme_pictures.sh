#!/bin/sh
# Draws the pictures of the viewer in README.md and beside the documents: docs/readme_pictures.sh WEND_VIEW
# Needs ImageMagick; CONVERT names its convert where it is called otherwise. The moving one: moving_picture.sh.
set -eu
view=$1
convert=${CONVERT:-convert}
docs=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Small things in colours of their own would be lost: markers, path, route, entrances, nodes, lists, connections.
marks=$(for color in E63232 28C850 FFD800 00B0F0 FF8C3C FF7828 E040C0 98FB98 91CDFF D24A1E 6EA0FF; do echo "xc:#$color"; done)

# draw NAME SCRIPT [MAP] [SIZE]: in 256 colours, without dithering, which is a third of the size.
draw() {
    printf "$2\nwait 3\n" >"$work/script.txt"
    "$view" --headless --frames 1 --size "${4:-1280x800}" --ui-scale 1 --script "$work/script.txt" --screenshot "$work/shot.png" ${3:+"$3"}
    "$convert" "$work/shot.png" +dither -colors 244 -unique-colors "$work/common.png"
    "$convert" "$work/common.png" $marks +append -unique-colors "$work/palette.png"
    "$convert" "$work/shot.png" +dither -remap "$work/palette.png" "PNG8:$docs/$1.png"
}
draw viewer 'set time_scale 8\nwait 130'
draw playback 'key P\nset playing 0\nset play_position 700'
draw two_searches 'set clock 1\nset pair 1\nset pair_a astar\nset pair_b astar,octile,2\nset measure wait\nset layers clusters,path'
# The house with people on all floors.
draw pictures/house_window 'set paused 1\nset start 3,4,0\nset goal 17,4,2\nset show_floor 1\nset close layers\nset close plan\nset layers path,connections,agent,grid\nset boid_random 24\nset paused 0\nwait 150' \
    "$docs/../data/house.recipe" 1000x560
