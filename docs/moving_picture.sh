#!/bin/sh
# The moving picture of the README: the goal is dragged and the plan follows, then the search is played
# back, first over nodes, then over tiles. docs/moving_picture.sh WEND_VIEW OUT.gif
# Needs ImageMagick and gifsicle; CONVERT names ImageMagick's convert where it is called otherwise.
set -eu
view=$1 out=$2
convert=${CONVERT:-convert}
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The goal goes along a road and over meadows, all of them passable.
tiles='830,220 822,236 800,258 778,280 756,302 743,324 721,334 699,352 677,369 655,376 633,389 611,397 589,405 567,426
545,447 523,461 501,482 479,486 466,508 445,518 423,518 401,518 379,518 357,539 335,560'

# Positions of the player from one event to another: FIRST LAST STEPS
play() {
    awk -v first="$1" -v last="$2" -v steps="$3" 'BEGIN {
        for (i = 0; i <= steps; i++) printf "set play_position %d\n", first + (last - first) * i / steps
    }'
}

{
    echo 'key Tab'
    echo 'set bars 0'
    echo 'set layers clusters,route,path'
    echo 'set zoom 0.75'
    echo 'set center 490,400'
    echo 'set paused 1'
    echo 'set start 150,200'
    echo 'set goal 830,220'
    echo 'wait 30'
    echo "set record $work/frames"
    echo 'wait 3'
    for tile in $tiles; do echo "set goal $tile"; done
    echo 'wait 4'
    echo 'set layers path,lists'
    echo 'set player 1'
    echo 'set center 400,520'
    play 0 960 20
    echo 'set play_position refinement'
    play 1500 41000 22
    echo 'set play_position end'
    echo 'wait 8'
    echo 'set record off'
} >"$work/script.txt"
"$view" --headless --frames 1 --size 720x540 --script "$work/script.txt" "$root/data/island.png" >"$work/report.txt"
# Two frames of a second's sixty would crawl: each picture lasts a twelfth of a second.
"$convert" -delay 8 -loop 0 "$work"/frames/frame-*.png -resize 640x -layers OptimizePlus -colors 96 "$work/all.gif"
gifsicle -O3 --lossy=60 "$work/all.gif" -o "$out"
