#!/bin/sh
# Does the program draw in memory what SDL draws?   draw.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"

# alike NAME <SCRIPT: the same picture by either, but for the rims of shapes.
alike() {
    cat >alike.txt
    view own --size 900x600 <alike.txt
    { cat alike.txt; echo 'set raster 0'; } | view sdl --size 900x600
    rims=$("$PIXELS" differ own.png sdl.png 40)
    check "$1: $rims pixels of rims differ" more 5400 "$rims"
    different "$1: they are drawn differently" "$("$PIXELS" differ own.png sdl.png)" 0
}
all='set paused 1\nset layers clusters,entrances,graph,route,path,waypoints,agent\n'
printf "$all" | alike "the whole map"
check "path yellow" more "$("$PIXELS" count own.png FFD800)" 100
printf "$all"'set zoom 12\n' | alike "near"
check "nodes magenta" more "$("$PIXELS" count own.png E146BE)" 1000
printf "$all"'set zoom 2\nset open edit\nkey H\n' | alike "widgets and texts"
check "white text" more "$("$PIXELS" count own.png F2F4F8)" 500
printf "$all"'set zoom 128\nset center 0,0\n' | alike "shapes that leave the window"
finish
