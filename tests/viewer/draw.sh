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

# A new map is small: its clusters are, too, so that both levels of a search are seen.
printf 'set new 64x48\nset layers route\n' | view new --size 900x600
check "a new map has an abstract path" more "$(field new route)" 2
check "which is seen" more "$("$PIXELS" count new.png 00AFEB)" 200
room() { awk 'BEGIN { printf "type octile\nheight 60\nwidth 60\nmap\n"; for (y = 0; y < 60; y++) { for (x = 0; x < 60; x++) printf "."; print "" } }'; }
room >small.map
small='set close map\nset close layers\nset start 2,2\nset goal 57,57\n'
printf "$small" | view small --size 900x900 small.map
equal "a small map has none" "$(field small route)" 0
printf "${small}click-widget \"Smaller clusters\"\nwait 2\n" | view clusters --size 900x900 small.map
check "until a click makes smaller clusters" more "$(field clusters route)" 2
finish
