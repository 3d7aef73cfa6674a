#!/bin/sh
# Do the layers show components and levels as they are?   layers.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
look='set paused 1\nset zoom 12\nset center 32,24\nkey Tab\nset bars 0\n'
run() { view "$@" --size 800x600 room.map; } # run NAME <SCRIPT
tile() { "$PIXELS" at "$1.png" $(pixel "$1" "$2" "$3"); }

# ---- connected components: outside, and the closed room
printf "${look}set layers none\nkey 0\nwait 2\n" | run areas
equal "two components" "$(field areas components)" 2
out=$(tile areas 20 10) in=$(tile areas 30 20) wall=$(tile areas 24 20)
equal "outside is one component" "$(tile areas 45 40)" "$out"
equal "the room another" "$(tile areas 37 29)" "$in"
different "in its own colour" "$in" "$out"
different "and the wall is of neither" "$wall" "$out"
printf "${look}set layers components\nset brush 1\nset size 1\nclick-tile 24,20\nset tool look\nhover-tile 2,2\nwait 9\n" | run open
equal "a door makes it one" "$(field open components)" 1
equal "of one colour" "$(tile open 30 20)" "$out"
equal "tile by tile" "$(tile open 24 20)$(tile open 24 21)" "$out$wall"
printf "${look}set layers components\nset move 8cut\nset brush wall\nset size 1\nset tool line\ndrag-tile 0,4 4,0\nset tool look\nwait 9\n" | run cut
equal "corners connect where they may be cut" "$(field cut components)" 2
printf "${look}set layers components\nset brush wall\nset size 1\nset tool line\ndrag-tile 0,4 4,0\nset tool look\nwait 9\n" | run uncut
equal "and nowhere else" "$(field uncut components)" 3
printf 'set layers components\nwait 9\n' | view island
equal "as many as the engine counts on the island" "$(field island components)" 3

# ---- levels: 2 x 2 clusters of a level are one of the next
grid='set paused 1\nkey Tab\nset bars 0\nset layers clusters\nset zoom 8\nset center 155,93\n'
printf "${grid}set level 1\n" | view one --size 800x600
printf "${grid}set level 2\n" | view two --size 800x600
printf "${grid}set level all\n" | view all --size 800x600
equal "the level is reported" "$(field one level)$(field two level)$(field all level)" 120
line() { [ "$("$PIXELS" at "$1.png" $(pixel "$1" $2 100))" != "$("$PIXELS" at none.png $(pixel none $2 100))" ] && echo line || echo none; }
printf "${grid}set layers none\n" | view none --size 800x600
equal "level 1: a line at 155 and at 124" "$(line one 155)$(line one 124)" lineline
equal "level 2: only at 124" "$(line two 155)$(line two 124)" noneline
equal "all: both" "$(line all 155)$(line all 124)" lineline
check "that of the larger clusters is wider" more "$("$PIXELS" differ all.png none.png)" "$("$PIXELS" differ one.png none.png)"
# Seen from afar, the lines of clusters leave the colours of the map nearly as they are.
awk 'BEGIN { printf "type octile\nheight 400\nwidth 400\nmap\n"; for (y = 0; y < 400; y++) { for (x = 0; x < 400; x++) printf "."; print "" } }' >wide.map
lines() { name=$1; printf "key Tab\nset bars 0\nset layers clusters\nset start 5,5\nset goal 6,5\nset zoom $2\nset center $3\nwait 2\n" | view "$name" --size 600x400 wide.map; }
lines far 1 200,200
lines near 8 124.5,100.5
distance() { # of the colour of a pixel from that of the map, by its red
    printf '%d\n' $((0xF1 - 0x$("$PIXELS" at "$1.png" $2 $3 | cut -c1-2)))
}
on_far=$(distance far $((300 + 248 - 200)) 230) on_near=$(distance near 300 230)
check "a line of clusters is strong near ($on_near) and fine from afar ($on_far)" more "$on_near" $((on_far * 3 / 2))
check "but there" more "$on_far" 4

# The grid lies between tiles.
between() { name=$1; printf "key Tab\nset bars 0\nset layers $2\nset start 5,5\nset goal 6,5\nset zoom 40\nset center 124.5,100.5\nwait 2\n" | view "$name" --size 600x400 wide.map; }
between bare none
between grid grid
different "a line between two tiles" "$("$PIXELS" at grid.png 320 210)" "$("$PIXELS" at bare.png 320 210)"
different "and one below" "$("$PIXELS" at grid.png 310 220)" "$("$PIXELS" at bare.png 310 220)"
equal "but none through them" "$("$PIXELS" at grid.png 300 210)" "$("$PIXELS" at bare.png 300 210)"

# Trail, path and abstract path lie side by side: none hides another where all of them run along one line.
room_map >room.map
beside() { name=$1; printf "key Tab\nset bars 0\nset scale_bar 0\nset layers $2\nset cluster 15\nset start 3,40\nset goal 60,40\nset zoom 10\nset center 32,40\nwait 200\n" | view "$name" --size 660x400 room.map; }
beside alone route
beside three route,path,agent
alone=$("$PIXELS" count alone.png 00AFEB) three=$("$PIXELS" count three.png 00AFEB)
check "the abstract path is seen beside the path: $three of $alone pixels" more "$three" $((alone / 2))
check "and so is the trail" more "$("$PIXELS" count three.png FF7828)" 100
finish
