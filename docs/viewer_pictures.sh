#!/bin/sh
# Draws every panel and layer of the viewer for visual inspection: docs/viewer_pictures.sh WEND_VIEW FOLDER
set -eu
view=$1 out=$2
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# shoot NAME SIZE SCALE <SCRIPT
shoot() {
    cat >"$work/script.txt"
    "$view" --headless --frames 1 --size "$2" --ui-scale "$3" --script "$work/script.txt" --screenshot "$out/$1.png"
}
# every NAME SCRIPT: in all usual sizes and themes
every() {
    printf "$2\nwait 20\n" | shoot "$1" 1280x800 1
    printf "$2\nset light 1\nwait 20\n" | shoot "$1-light" 1280x800 1
    printf "$2\nwait 20\n" | shoot "$1-small" 800x600 1
    printf "$2\nwait 20\n" | shoot "$1-large" 2560x1600 2
}
for layer in costs clusters entrances graph route path waypoints agent lists components distance flow numbers; do
    printf "set layers $layer\nset zoom 6\nset center 200,90\nset close map\nwait 30\n" | shoot "layer-$layer" 1280x800 1
done
near='set layers clusters,entrances,graph,route,path,waypoints,agent\nset zoom 14\nset center 300,200\nset paused 1\nhover-tile 303,206'
every overview 'wait 60'
every near "$near"
every help 'key F1'
every build 'set close map\nset open build\nset level 2'
every edit 'set close map\nset close plan\nset brush 10\nset size 9\nset zoom 5\nset center 320,200\ndrag-tile 330,190 360,215'
every areas 'key 0'
every playback 'key P\nset layers path,lists,clusters\nwait 60'
every values 'set close map\nset algorithm astar\nset zoom 60\nset center 300,200\nset start 298,202\nset goal 308,196\nkey P\nset playing 0\nset play_position end\nhover-tile 300,200'
every goals 'set goals "580,326;300,80;200,300"\nset layers distance,path\nset field_step 200'
every performance 'set performance 1\nwait 30'
every boids 'set close map\nset close plan\nset boids 1\nset boid_random 60\nwait 90'
every fields 'set layers distance,flow,path'
every together 'set performance 1\nkey P\nset open edit\nset open boids\nset boid_random 20\nwait 40'
