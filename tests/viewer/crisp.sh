#!/bin/sh
# Are small maps crisp in the real window, beside the small map, and texts beside thin maps? Skipped without Xvfb and xdotool.   crisp.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
# 64 x 48 tiles in one texture, as a chessboard of passable and blocked tiles in the middle.
awk 'BEGIN { printf "type octile\nheight 48\nwidth 64\nmap\n"
    for (y = 0; y < 48; y++) {
        row = ""
        for (x = 0; x < 64; x++) row = row (x >= 20 && x < 44 && y >= 12 && y < 36 && (x + y) % 2 ? "@" : ".")
        print row
    } }' >board.map
start_display 1400x1000

shoot() {
    press F12
    await has_file wend-view-001.png
    await has_widget 'small map'
    mv wend-view-001.png shown.png
}
for zoom in 20 40; do
    for size in 800x600 1280x800; do
        printf "key Tab\nset bars 0\nset paused 1\nset layers none\nset start 0,0\nset goal 0,0\nset zoom $zoom\nset center 32,24\nwait 3\n" >look.txt
        act shoot --size $size --ui-scale 1 --script look.txt board.map
        middle=$(echo $size | awk -Fx '{ print $1 / 2, $2 / 2 }')
        set -- $middle
        bright=$("$PIXELS" at shown.png $1 $2) dark=$("$PIXELS" at shown.png $(($1 - 1)) $2)
        different "zoom $zoom, $size: neighbouring pixels of two tiles" "$bright" "$dark"
        equal "zoom $zoom, $size: the tile across the corner" "$("$PIXELS" at shown.png $(($1 - 1)) $(($2 - 1)))" "$bright"
        # Every pixel of the board has one of the two.
        others=$("$PIXELS" others shown.png $(($1 - 180)) $(($2 - 180)) 360 360 $dark $bright)
        equal "zoom $zoom, $size: and so has the board around it" "$others" 0
    done
done

# A map less than a pixel wide leaves the letters as they are.
awk 'BEGIN { printf "type octile\nheight 1000\nwidth 1\nmap\n"; for (y = 0; y < 1000; y++) print "." }' >thin.map
letters() {
    press F12
    await has_file wend-view-001.png
}
for zoom in 8 0.25; do
    printf "set paused 1\nset layers none\nset zoom $zoom\nset center 0.5,500\nwait 3\n" >look.txt
    act letters --size 800x600 --ui-scale 1 --script look.txt thin.map
    eval "white_$(echo $zoom | tr -d .)=$("$PIXELS" count wend-view-001.png F2F4F8)"
done
check "letters are seen" more "$white_8" 500
check "and remain letters ($white_8, $white_025)" awk -v a=$white_8 -v b=$white_025 'BEGIN { exit !(b > a * 0.8 && b < a * 1.2) }'
finish
