#!/bin/sh
# Does each kind of map lead to a right path in two clicks?   kinds.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
run() { name=$1; shift; { cat; echo 'wait 2'; } | view "$name" --size 1000x700 "$@"; }

# ---- a robot's map: 205 is unknown ground, which is blocked, with its YAML and without
awk 'BEGIN { printf "P2 40 30 255\n"; for (y = 0; y < 30; y++) for (x = 0; x < 40; x++)
    print x < 14 ? 205 : x == 14 || y == 0 ? 0 : 254 }' >robot.pgm
printf 'image: robot.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >robot.yaml
echo 'wait 1' | run yaml robot.yaml
equal "a robot's map opens: passable, outcome, warning" \
    "$(field yaml passable) $(field yaml outcome) $(field yaml warning_shown)" "725 found false"
echo 'wait 1' | run alone robot.pgm
equal "the picture alone: the same tiles, and no wrong advice" "$(field alone passable)$(field alone warning_shown)" 725false
printf 'drop robot.yaml\n' | run dropped robot.pgm
equal "dropped" "$(field dropped map)" robot.yaml

# ---- a Tiled map with its tileset in ../tiles; its property of costs has another name
mkdir levels tiles
printf '<tileset name="t" tilewidth="16" tileheight="16" tilecount="2" columns="2">
<tile id="0"><properties><property name="moveCost" type="float" value="1"/></properties></tile>
<tile id="1"><properties><property name="moveCost" type="float" value="9"/></properties></tile></tileset>\n' >tiles/t.tsx
awk 'BEGIN { print "<map version=\"1.5\" orientation=\"orthogonal\" width=\"12\" height=\"8\" tilewidth=\"16\" tileheight=\"16\">"
    print "<tileset firstgid=\"1\" source=\"../tiles/t.tsx\"/><layer name=\"ground\" width=\"12\" height=\"8\"><data encoding=\"csv\">"
    for (i = 0; i < 96; i++) printf "%d%s", i % 12 == 5 && i < 84 ? 2 : 1, i < 95 ? "," : "\n"
    print "</data></layer></map>" }' >levels/level.tmx
printf 'set start 0,0\nset goal 11,0\n' | run plain levels/level.tmx
equal "without a cost it says so, with a button" "$(field plain warning_shown)$(field plain cost)" true11.000000
printf 'click-widget "Cost by moveCost"\nset start 0,0\nset goal 11,0\n' | run costs levels/level.tmx
equal "a click takes the property" "$(field costs warning_shown)$(field costs map)" falselevel.tmx
check "the path now avoids it or pays: $(field costs cost)" more "$(field costs cost)" 16
printf 'click-widget "Cost by moveCost"\nkey F5\nwait 2\nset start 0,0\nset goal 11,0\n' | run again levels/level.tmx
equal "also when it is read again" "$(field again cost)" "$(field costs cost)"
sed 's/name="ground"/name="Walls"/; s/moveCost/cover/' levels/level.tmx >levels/walls.tmx
sed -i 's/moveCost/height/' tiles/t.tsx
echo 'click-widget "Block layer Walls"' | run walls levels/walls.tmx
equal "a layer of walls" "$(field walls passable)" 0

# ---- a height map of 16 bits
awk 'BEGIN { printf "P2 64 48 65535\n"; for (y = 0; y < 48; y++) for (x = 0; x < 64; x++) print x * 500 + (y > 20 && y < 24 ? 20000 : 0) }' >heights.pgm
echo 'wait 1' | run heights heights.pgm
equal "the warning is shown" "$(field heights warning_shown)" true
printf 'click-widget Heights...\nset import-height-scale 20\nkey Return\n' | run slopes heights.pgm
equal "costs by slopes" "$(field slopes importing)$(field slopes outcome)$(field slopes warning_shown)" falsefoundfalse
check "the cliffs are blocked: $(field slopes passable)" [ "$(field slopes passable)" = $((64 * 48 - 64 * 4)) ]

# ---- a floor plan: walls are dark, rooms are grey
awk 'BEGIN { printf "P2 60 40 255\n"; for (y = 0; y < 40; y++) for (x = 0; x < 60; x++)
    print (x % 20 == 0 && y % 10 != 5) || y == 0 || y == 39 ? 20 + x % 7 : 170 + (x * 3 + y * 7) % 20 }' >plan.pgm
echo 'wait 1' | run plan plan.pgm
printf "click-widget Threshold...\nclick-widget \"Cut at the valley, $(printf 'key I\n' | run valley plan.pgm && field valley import_valley | cut -c1-5)\"\nkey Return\n" | run cut plan.pgm
equal "a click on the warning, one on the valley" "$(field cut importing)$(field cut warning_shown)$(field cut outcome)" falsefalsefound
check "the rooms are passable: $(field cut passable)" more "$(field cut passable)" 2000
finish
