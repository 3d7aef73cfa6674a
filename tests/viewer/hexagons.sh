#!/bin/sh
# Are hexagonal maps drawn and edited as hexagons?   hexagons.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
size="--size 800x600"
# hex_center NAME X Y: pixel of the middle of a tile of layout $layout.
hex_center() {
    field "$1" center | tr -d '[]' | awk -F, -v zoom="$(field "$1" zoom)" -v size="$("$PIXELS" size "$1.png")" -v x="$2" -v y="$3" \
        -v layout="$layout" '{ split(size, s, "x")
            q = layout ~ /q$/; even = layout ~ /even/; row = q ? x : y; along = q ? y : x
            a = along + 0.5 + ((row % 2 == 0) == even ? 0.5 : 0); b = row * sqrt(3) / 2 + 1 / sqrt(3)
            px = q ? b : a; py = q ? a : b
            printf "%d %d\n", (px - $1) * zoom + s[1] / 2, (py - $2) * zoom + s[2] / 2 }'
}
for layout in hex-odd-r hex-even-r hex-odd-q hex-even-q; do
    look="set new 24x20\nset move $layout\nkey Tab\nset bars 0\nset paused 1\nset layers path\nset zoom 24\nset center 11,9\nset start 2,2\nset goal 18,14\n"
    printf "${look}wait 3\n" | view plain $size
    equal "$layout: a path" "$(field plain outcome)" found
    printf "${look}set brush wall\nset size 1\nclick-tile 5,5\nclick-tile 5,6\nclick-tile 12,9\nset tool look\nmove 2 2\nwait 3\n" | view walls $size
    equal "$layout: clicks hit the tiles" "$(($(field plain passable) - $(field walls passable)))" 3
    for tile in "5 5" "5 6" "12 9"; do
        equal "$layout: tile $tile is blocked" "$("$PIXELS" at walls.png $(hex_center walls $tile))" 24272E
    done
    different "$layout: its neighbour is not" "$("$PIXELS" at walls.png $(hex_center walls 6 5))" 24272E
    check "$layout: there are lines between hexagons" more "$(printf "${look}set layers none\nmove 2 2\nwait 3\n" | view lines $size; "$PIXELS" colors lines.png)" 3
    # The rest in one layout of rows and one of columns, one odd and one even.
    case $layout in hex-even-r | hex-odd-q) continue ;; esac
    printf "${look}set brush wall\nset size 1\nclick-tile 5,5\nkey Ctrl+Z\nset tool look\nmove 2 2\nwait 3\n" | view undone $size
    printf "${look}set tool look\nmove 2 2\nwait 3\n" | view still $size
    equal "$layout: undone" "$("$PIXELS" differ undone.png still.png)" 0
    printf "${look}set wall \"5,5 6,5\"\nset link \"3,3 20,16\"\nset link_cost 1\nset layers path,connections\nwait 3\n" | view linked $size
    equal "$layout: the path takes a link" "$(field linked path_links)$(field linked closed_steps)" 12
    printf "${look}set layers components,clusters,entrances,graph,route,path,lists,distance,flow,connections\nwait 20\n" | view layers $size
    check "$layout: all layers are drawn" more "$("$PIXELS" differ layers.png still.png)" 20000
    equal "$layout: one component" "$(field layers components)" 1
    # the middle of the picture is the same map at any zoom: hexagons give way to texels
    printf "${look}set layers none\nset brush wall\nset tool rectangle\ndrag-tile 8,6 13,12\nset tool look\nset zoom 1.5\nmove 2 2\nwait 3\n" | view far $size
    equal "$layout: seen from afar" "$("$PIXELS" at far.png $(hex_center far 10 9))" 24272E
done
printf 'set new 9x9\nset move hex-odd-r\nset wall "4,5 5,6"\nset wall "4,4 4,5"\nset tool look\nhover-tile 4,5\nwait 4\n' | view tip $size
equal "walls of a hexagon by compass" "$(field tip tooltip)" "wall: NW SE"
printf 'set new 9x9\nset move hex-odd-r\nset layers components\nset brush wall\nset size 1\nset tool line\ndrag-tile 0,4 8,4\nset tool look\nwait 9\n' | view parted $size
equal "a row of blocked hexagons parts the map" "$(field parted components)" 2
# a column of hexagons zigzags, so its tiles touch
printf 'set new 9x9\nset move hex-odd-r\nset brush wall\nset size 1\nset tool rectangle\ndrag-tile 4,0 4,8\nset tool look\nwait 9\n' | view parted $size
equal "and so does a column" "$(field parted components)" 2
# steps between two neighbours: 3,1 to 3,7 lies straight below, three of length sqrt 3 instead of six of length 1
start='set close layers\nset new 9x9\nset move hex-odd-r\nset start 3,1\nset goal 3,7\nset algorithm astar\n'
printf "$start" | view straight $size
equal "steps to neighbours" "$(field straight cost)" 6.000000
printf "${start}wait 3\nclick-widget \"diagonals of hexagons\"\nwait 3\n" | view diagonal $size
equal "the box adds diagonal ones" "$(printf %.3f "$(field diagonal cost)")" 5.196
printf "${start}set hex_diagonals 1\nset algorithm hpa\n" | view hpa $size
equal "which HPA* does not have" "$(field hpa cost)" 6.000000
printf "${start}set hex_diagonals 1\nset move 8\nwait 3\n" | view squares $size
equal "nor have squares" "$(field squares cost)" 6.000000
printf "${start}set hex_diagonals 1\nset player 1\nwait 3\nset play_position end\nwait 3\n" | view played $size
equal "the player records them" "$(field played outcome)$(printf %.3f "$(field played cost)")" found5.196
missing=0
printf "${start}set algorithm hpa\nwait 3\nclick-widget \"diagonals of hexagons\"\n" >hpa_box.txt
"$VIEW" --headless --frames 1 --script hpa_box.txt >/dev/null 2>err || missing=$?
equal "there is no box with HPA*" "$missing" 3
printf 'set new 200x200\nset move hex-odd-q\nset zoom 20\nset center 50,50\nclick-widget "small map"\nwait 2\n' | view small $size
check "the small map looks into the middle" awk -v c="$(field small center | tr -d '[]')" 'BEGIN { split(c, p, ",")
    exit !(p[1] > 75 && p[1] < 100 && p[2] > 90 && p[2] < 110) }'
finish
