#!/bin/sh
# Is a tile shown in its colour, at every scale and over the borders of the textures?   zoom.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"

# 1200 x 1100 tiles, three textures each way: white, with a line one tile wide at x = 512 and at y = 1023 in grey 224,
# and dots of grey 230 where both coordinates are multiples of 100.
awk 'BEGIN { printf "P2\n1200 1100\n255\n"
    for (y = 0; y < 1100; y++) {
        row = ""
        for (x = 0; x < 1200; x++)
            row = row (x == 512 || y == 1023 ? 224 : x % 100 == 0 && y % 100 == 0 ? 230 : 255) " "
        print row
    } }' >lines.pgm

look() { # look NAME CENTER ZOOM
    printf 'set bars 0\nset layers none\nset start 0,0\nset goal 0,0\nset zoom %s\nset center %s\n' "$3" "$2" |
        view "$1" --size 400x300 lines.pgm
}
# tile NAME X Y: the colour that is shown for a tile.
tile() { "$PIXELS" at "$1.png" $(pixel "$1" "$2" "$3"); }

for zoom in 1 2 3.3 7 40; do
    look near 512.5,700.5 $zoom
    equal "zoom $zoom: the line at a texture border" "$(tile near 512 701)" E0E0E0
    equal "zoom $zoom: west of it" "$(tile near 511 701)" FFFFFF
    equal "zoom $zoom: east of it" "$(tile near 513 701)" FFFFFF
    look corner 512.5,1023.5 $zoom
    equal "zoom $zoom: the other line" "$(tile corner 509 1023)" E0E0E0
    equal "zoom $zoom: north of it" "$(tile corner 509 1022)" FFFFFF
    equal "zoom $zoom: south of it" "$(tile corner 509 1024)" FFFFFF
done
look dots 700.5,500.5 16
equal "a dot" "$(tile dots 700 500)" E6E6E6
equal "beside it" "$(tile dots 701 500)" FFFFFF

# Far away a texel is the mean of its tiles, and nothing but the map's white and greys is left on the map: no seams.
look far 600,550 0.25
check "white at zoom 0.25" more "$("$PIXELS" count far.png FFFFFF)" 40000
for at in "100 700" "300 400" "900 900" "1100 100"; do
    equal "tile $at at zoom 0.25" "$(tile far $at)" FFFFFF
done
line=$(tile far 512 300)
check "the line is still there, paler ($line)" [ "$line" \> E0E0E0 -a "$line" \< FFFFFF ]

# Maps that are thinner than a pixel in the window.
awk 'BEGIN { printf "P2\n1 1000\n255\n"; for (y = 0; y < 1000; y++) print 255 }' >tall.pgm
awk 'BEGIN { printf "P2\n1000 1\n255\n"; for (x = 0; x < 1000; x++) print 255 }' >wide.pgm
for map in tall wide; do
    printf 'set bars 0\nset layers none\nset start 0,0\nset goal 0,0\nkey Home\nwait 2\n' |
        view $map --size 400x300 $map.pgm
    check "$map: zoom $(field $map zoom)" more 0.5 "$(field $map zoom)"
    check "a $map map is a line" more "$("$PIXELS" count $map.png FFFFFF)" 200
done
finish
