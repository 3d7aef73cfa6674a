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

# A map of nothing but walls, as one draws it in Tiled: what has no tile is floor.
awk 'BEGIN { print "<map orientation=\"orthogonal\" width=\"30\" height=\"20\" tilewidth=\"16\" tileheight=\"16\">"
    print "<tileset firstgid=\"1\" source=\"../tiles/t.tsx\"/><layer name=\"Walls\" width=\"30\" height=\"20\"><data encoding=\"csv\">"
    for (i = 0; i < 600; i++) printf "%s%d", i ? "," : "", (i < 30 || i >= 570 || i % 30 == 0 || i % 30 == 29 || (i % 30 == 15 && i < 400))
    print "</data></layer></map>" }' >levels/only.tmx
echo 'wait 1' | run only levels/only.tmx
equal "agents would walk on the walls" "$(field only warning_shown)$(field only passable)" true108
echo 'click-widget "Block layer Walls, floor elsewhere"' | run floor levels/only.tmx
equal "a click makes them walls, and the rest floor" "$(field floor passable)$(field floor outcome)" $((600 - 108))found
printf 'click-widget "Block layer Walls, floor elsewhere"\nkey F5\nwait 2\n' | run reread levels/only.tmx
equal "also when it is read again" "$(field reread passable)" $((600 - 108))
sed 's/"Walls"/"Collision"/' levels/only.tmx >levels/named.tmx
echo 'wait 1' | run named levels/named.tmx
equal "with the usual name nothing is passable" "$(field named warning_shown)$(field named passable)" true0
echo 'click-widget "Floor where no tile is"' | run named_floor levels/named.tmx
equal "until a click makes floor" "$(field named_floor passable)" $((600 - 108))

# ---- what is refused names its remedy, as a button
mkdir -p game/a/b
sed 's/[.][.]\/tiles/..\/..\/..\/tiles/' levels/level.tmx >game/a/b/far.tmx
printf 'type octile\nheight 8\nwidth 12\nmap\n' >plain.map
for y in 1 2 3 4 5 6 7 8; do echo ............ >>plain.map; done
code=0
echo 'wait 1' | run refused game/a/b/far.tmx 2>err || code=$?
equal "a tileset far outside is refused" $code 3
check "with the option that allows it: $(cat err)" grep -q 'lies outside the .*; --outside or --root DIR allows it$' err
printf 'set start 0,0\nset goal 11,0\n' | run outside --outside game/a/b/far.tmx
equal "which opens it" "$(field outside map)" far.tmx
printf 'set start 0,0\nset goal 11,0\n' | run root --root . game/a/b/far.tmx
equal "and so does a root" "$(field root map)" far.tmx
printf 'drop game/a/b/far.tmx\nwait 400\n' | run dropped plain.map
equal "in the window the old map stays" "$(field dropped map)" plain.map
printf 'drop game/a/b/far.tmx\nwait 400\nclick-widget "Allow files outside its folder"\n' | run allowed plain.map
equal "and a click opens it, also after a while" "$(field allowed map)" far.tmx
printf 'drop game/a/b/far.tmx\nwait 2\nclick-widget "Allow files outside its folder"\nkey F5\nwait 2\n' | run allowed plain.map
equal "it can be read again" "$(field allowed map)" far.tmx
printf 'drop game/a/b/far.tmx\nwait 2\nclick-widget "Leave it"\nwait 2\n' | run left plain.map
equal "or leaves it" "$(field left map)" plain.map
printf '....\n..\n....\n' >ragged.txt
printf 'drop ragged.txt\nwait 2\nclick-widget "Block what is missing"\n' | run short plain.map
equal "missing tiles are blocked on demand" "$(field short map)$(field short passable)" ragged.txt10

# Warnings stay, cover nothing, and can be read again.
echo 'wait 500' | run stays levels/level.tmx
equal "a warning stays" "$(field stays warning_shown)" true
printf 'wait 500\nclick-widget "Keep as it is"\n' | run kept levels/level.tmx
equal "until it is closed" "$(field kept warning_shown)" false
printf 'click-widget "Keep as it is"\nwait 3\n' | view closed --size 800x600 levels/level.tmx
printf 'click-widget "Keep as it is"\nset messages 1\nwait 3\n' | view list --size 800x600 levels/level.tmx
check "it is in the list of messages" more "$("$PIXELS" differ closed.png list.png)" 20000
printf 'set layers none\nset paused 1\nset start 1,1\nset goal 6,0\nwait 3\n' | view goal --size 800x600 levels/level.tmx
check "the goal is seen beside it" more "$("$PIXELS" count goal.png E63232)" 100

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
