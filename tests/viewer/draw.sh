#!/bin/sh
# Are lines, discs and texts drawn in their colours, from the whole map to a single tile?   draw.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"

draw() { view shown --size 900x600; } # draw <SCRIPT
all='set paused 1\nset layers clusters,entrances,graph,route,path,waypoints,agent\n'
printf "$all" | draw
check "the whole map: path yellow" more "$("$PIXELS" count shown.png FFD800)" 100
printf "$all"'set zoom 12\n' | draw
check "near: nodes magenta" more "$("$PIXELS" count shown.png E146BE)" 1000
printf "$all"'set zoom 2\nset open edit\nkey F1\n' | draw
check "widgets: white text" more "$("$PIXELS" count shown.png F2F4F8)" 500
printf "$all"'set zoom 128\nset center 300,200\nset start 300,200\nset goal 340,200\n' | draw
check "shapes that leave the window: path yellow" more "$("$PIXELS" count shown.png FFD800)" 1000
check "and start green" more "$("$PIXELS" count shown.png 28C850)" 1000
finish
