#!/bin/sh
# The moving picture of the README: the goal is dragged and the path follows; the search is played back, first
# over nodes, then over tiles; agents walk.   docs/moving_picture.sh WEND_VIEW OUT.gif
# Needs ImageMagick and gifsicle; CONVERT names ImageMagick's convert where it is called otherwise.
set -eu
view=$1 out=$2
convert=${CONVERT:-convert}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The goal goes over passable tiles of the sample island, around its mountains.
tiles='378,159 379,145 393,131 407,124 421,124 435,124 449,124 463,124 477,114 480,110 490,124 504,138 518,152 527,166
528,180 532,194 528,208 527,222 527,236 527,250 538,264 552,278 566,280 580,293'

# Positions of the player from one event to another: FIRST LAST STEPS
play() {
    awk -v first="$1" -v last="$2" -v steps="$3" 'BEGIN {
        for (i = 0; i <= steps; i++) printf "set play_position %d\n", first + (last - first) * i / steps
    }'
}

{
    echo 'key Tab'
    echo 'set layers clusters,route,path,agent'
    echo 'set zoom 1.1'
    echo 'set center 320,246.4'
    echo 'set paused 1'
    echo 'set goal 378,159'
    echo 'wait 20'
    echo "set record $work/plan"
    echo 'wait 3'
    for tile in $tiles; do echo "set goal $tile"; done
    echo 'wait 3'
    echo 'set player 1'
    echo 'set playing 0'
    play 10 980 18
    echo 'set play_position refinement'
    play 3000 66000 20
    echo 'set play_position end'
    echo 'wait 8'
    echo 'set record off'
    echo 'set player 0'
    echo 'set boid_random 120'
    echo 'wait 400' # until the message about the recording has gone
    echo "set record $work/walk"
    echo 'set paused 0'
    echo 'set time_scale 3'
    echo 'wait 120'
    echo 'set record off'
} >"$work/script.txt"
"$view" --headless --frames 1 --size 800x622 --script "$work/script.txt" >"$work/report.txt"
# Each picture lasts a twelfth of a second; of the walk every fourth frame is enough. One palette for all, without
# dithering: then only what moves changes from frame to frame.
plan=$(ls "$work"/plan/frame-*.png)
walk=$(ls "$work"/walk/frame-*.png | awk 'NR % 4 == 1')
some=$(ls "$work"/*/frame-*.png | awk 'NR % 20 == 1')
"$convert" $some +dither -append -colors 60 -unique-colors "$work/common.png"
# Small things in colours of their own would be lost: markers, path, route, agents.
marks=$(for color in E63232 28C850 FFD800 00B0F0 40BEFF FF8C3C 98FB98 91CDFF; do echo "xc:#$color"; done)
"$convert" "$work/common.png" $marks +append -unique-colors "$work/palette.png"
"$convert" -delay 8 -loop 0 $plan $walk +dither -remap "$work/palette.png" -layers OptimizePlus "$work/all.gif"
gifsicle -O3 --lossy=40 "$work/all.gif" -o "$out"
