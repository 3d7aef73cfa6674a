#!/bin/sh
# Is an isometric Tiled map drawn as one, and do clicks, tools and layers follow?   isometric.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
# Three tiles, diamonds with transparent corners, the right half of each darker: grass, wall, water.
awk 'BEGIN { printf "%c%c%c", 0, 0, 2; for (i = 0; i < 9; i++) printf "%c", 0; printf "%c%c%c%c%c%c", 192, 0, 32, 0, 32, 40
    split("90 170 80 60 50 50 60 110 200", c, " ")
    for (y = 0; y < 32; y++) for (x = 0; x < 192; x++) {
        k = int(x / 64); u = x % 64 - 31.5; v = y - 15.5; dark = u > 0 ? 2 : 1
        inside = (u < 0 ? -u : u) / 32 + (v < 0 ? -v : v) / 16 < 1
        printf "%c%c%c%c", c[3 * k + 3] / dark, c[3 * k + 2] / dark, c[3 * k + 1] / dark, (inside ? 255 : 0)
    } }' >tiles.tga
{ echo '<map orientation="isometric" width="24" height="18" tilewidth="64" tileheight="32"><tileset firstgid="1" name="t" tilewidth="64" tileheight="32"><image source="tiles.tga"/><tile id="1"><properties><property name="cost" value="blocked"/></properties></tile></tileset><layer name="g" width="24" height="18"><data encoding="csv">'
  awk 'BEGIN { for (i = 0; i < 432; i++) printf "%s%d", i ? "," : "", i % 24 == 12 && i < 288 ? 2 : i % 24 < 5 ? 3 : 1 }'
  echo '</data></layer></map>'; } >iso.tmx
look='set paused 1\nset bars 0\nkey Tab\nset layers none\nset start 0,17\nset goal 23,17\n'
run() { name=$1; { printf "$look"; cat; printf 'wait 3\n'; } | view "$name" --size 900x600 iso.tmx; }
# at NAME X Y [DX]: the colour beside the middle of a tile, 4 pixels to the left of it or DX to the right: in the diamonds, half a width to the right for a column, to the left for a row
at() {
    "$PIXELS" at "$1.png" $(field "$1" center | tr -d '[]' | awk -F, -v zoom="$(field "$1" zoom)" -v x="$2" -v y="$3" \
        -v dx="${4:--4}" '{ printf "%d %d\n", ((x - y + 18) / 2 - $1) * zoom + 450 + dx, ((x + y + 1) / 4 - $2) * zoom + 300 }')
}
: | run map
equal "water, grass and walls lie in diamonds" "$(at map 2 9) $(at map 20 4) $(at map 12 5)" "3C6EC8 5AAA50 3C3232"
equal "each with its own picture" "$(at map 2 9 4) $(at map 20 4 4) $(at map 12 5 4)" "1E3764 2D5528 1E1919"
equal "beside the diamonds is nothing" "$("$PIXELS" at map.png 20 590)" "$("$PIXELS" at map.png 880 590)"
printf 'click-tile 20,3\n' | run clicked
equal "a click meets its tile" "$(end_of clicked goal)" "20 3"
printf 'hover-tile 12,5\n' | run hovered
check "and so does the pointer" grep -q '"ground":"blocked by a property, blocked"' hovered.json
printf 'set brush wall\nset size 1\ndrag-tile 16,8 16,12\nset tool look\n' | run painted
equal "a brush paints along a column" "$(($(field map passable) - $(field painted passable)))" 5
different "which is seen" "$(at painted 16 10)" "$(at map 16 10)"
printf 'set layers costs,clusters,path,route,components\n' | run layers
check "layers are drawn" more "$("$PIXELS" differ layers.png map.png)" 3000
printf 'set layers distance\nwait 20\n' | run distance
different "and the distance map" "$(at distance 20 4)" "$(at map 20 4)"
printf 'set start 2,2\nset goal 21,3\nset layers path\nkey P\nwait 30\n' | run played
equal "the player plays" "$(field played player_open)" true
printf 'set boids 1\nset boid_group 5\nset paused 0\nclick-tile 8,8\nset boid_select all\nset boid_send 10,14\nset time_scale 8\nwait 60\n' | run boids
equal "boids arrive" "$(field boids boids_arrived)$(field boids in_walls)" 50
printf 'set layers agent\nset fog_range 4\nset fog 1\nset paused 0\nwait 2\nset paused 1\n' | run fog
equal "what the agent has seen lies in diamonds, too" "$(at fog 2 15)" "$(at map 2 15)"
different "and all around is unknown" "$(at fog 20 4)" "$(at map 20 4)"
different "up to the tile beside it" "$(at fog 3 12)" "$(at map 3 12)"
printf 'set fleet_speed 60\nset fleet 100\nset fleet_panel 0\nwait 120\nset layers none\n' | run heat
background=$("$PIXELS" at map.png 20 590)
check "where movers waited is coloured" more "$("$PIXELS" differ heat.png map.png)" 2000
equal "in diamonds: nothing beside them" "$("$PIXELS" count heat.png $background)" "$("$PIXELS" count map.png $background)"
for zoom in 0.6 3 90; do
    printf "set zoom $zoom\nset layers costs,clusters,entrances,graph,path,grid,blocked,connections\n" | run "zoom$zoom"
    check "it is drawn at zoom $zoom" more "$("$PIXELS" differ zoom$zoom.png map.png)" 1000
done
printf 'set move 4\n' | run built
equal "another graph stays isometric" "$(at built 2 9)" 3C6EC8
printf 'set new 20x20\nset zoom 20\nset center 10,10\n' | run new
equal "a new map is not" "$(field new zoom)" 20
# ---- high tiles, and the size of a map without the pictures
rm tiles.tga
: | run bare
equal "without the pictures a tile has the colour of its class" "$(at bare 20 4)" "$(at bare 20 4 4)"

# ---- staggered maps: every second row, or column, is shifted by half a tile
awk 'BEGIN { printf "%c%c%c", 0, 0, 2; for (i = 0; i < 9; i++) printf "%c", 0; printf "%c%c%c%c%c%c", 64, 0, 32, 0, 32, 40
    for (i = 0; i < 32 * 64; i++) { u = i % 64 - 31.5; printf "%c%c%c%c", 80, 170, (u > 0 ? 40 : 90), 255 } }' >grass.tga
for shift in "y odd" "y even" "x odd" "x even"; do
    axis=${shift% *} index=${shift#* }
    { echo "<map orientation=\"staggered\" staggeraxis=\"$axis\" staggerindex=\"$index\" width=\"12\" height=\"12\" tilewidth=\"64\" tileheight=\"32\"><tileset firstgid=\"1\" name=\"t\" tilewidth=\"64\" tileheight=\"32\"><image source=\"grass.tga\"/></tileset><layer name=\"g\" width=\"12\" height=\"12\"><data encoding=\"csv\">"
      awk 'BEGIN { for (i = 0; i < 144; i++) printf "%s1", i ? "," : "" }'
      echo '</data></layer></map>'; } >stag.tmx
    # spot NAME X Y: the pixel of the middle of a tile
    spot() {
        field "$1" center | tr -d '[]' | awk -F, -v zoom="$(field "$1" zoom)" -v x="$2" -v y="$3" -v axis=$axis -v even="$([ $index = even ] && echo 1 || echo 0)" \
            '{ row = axis == "y" ? y : x; shift = (row % 2 == 0) == even ? 0.5 : 0
               px = axis == "y" ? x + 0.5 + shift : (x + 1) / 2; py = axis == "y" ? (y + 1) / 4 : (y + 0.5 + shift) / 2
               printf "%d %d\n", (px - $1) * zoom + 450, (py - $2) * zoom + 300 }'
    }
    look='set paused 1\nset bars 0\nkey Tab\nset layers none\nset start 11,0\nset goal 0,11\n'
    still() { name=$1; { printf "$look"; cat; printf 'wait 3\n'; } | view "$name" --size 900x600 stag.tmx; }
    : | still stag
    for tile in "0 0" "5 6" "6 5" "11 11"; do
        [ "$("$PIXELS" at stag.png $(spot stag $tile))" != "$("$PIXELS" at stag.png 2 2)" ] && check "shifted by $shift: tile $tile is on the map" true ||
            check "shifted by $shift: tile $tile is on the map" false
        printf "click $(spot stag $tile)\n" | still hit
        equal "shifted by $shift: a click meets tile $tile" "$(end_of hit goal)" "$tile"
    done
    printf 'set brush wall\nset size 1\nset tool rectangle\ndrag-tile 3,3 4,4\nset tool look\nmove 2 2\n' | still wall
    equal "shifted by $shift: four tiles are painted" "$(($(field stag passable) - $(field wall passable)))" 4
    for tile in "3 3" "4 4"; do equal "shifted by $shift: and seen at $tile" "$("$PIXELS" at wall.png $(spot wall $tile))" 24272E; done
    printf 'set layers costs,clusters,path,route,distance,agent\nwait 9\n' | still layers
    check "shifted by $shift: layers are drawn" more "$("$PIXELS" differ layers.png stag.png)" 3000
done
finish
