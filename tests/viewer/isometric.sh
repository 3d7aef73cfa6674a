#!/bin/sh
# Is an isometric Tiled map drawn as one, and do clicks, tools and layers follow?   isometric.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
awk 'BEGIN { print "P3 192 32 255"; for (i = 0; i < 192 * 32; i++) print (i % 192 < 64 ? "90 170 80" : i % 192 < 128 ? "60 50 50" : "60 110 200") }' >tiles.ppm
{ echo '<map orientation="isometric" width="24" height="18" tilewidth="64" tileheight="32"><tileset firstgid="1" name="t" tilewidth="64" tileheight="32"><image source="tiles.ppm"/><tile id="1"><properties><property name="cost" value="blocked"/></properties></tile></tileset><layer name="g" width="24" height="18"><data encoding="csv">'
  awk 'BEGIN { for (i = 0; i < 432; i++) printf "%s%d", i ? "," : "", i % 24 == 12 && i < 288 ? 2 : i % 24 < 5 ? 3 : 1 }'
  echo '</data></layer></map>'; } >iso.tmx
look='set paused 1\nset bars 0\nkey Tab\nset layers none\nset start 0,17\nset goal 23,17\n'
run() { name=$1; { printf "$look"; cat; printf 'wait 3\n'; } | view "$name" --size 900x600 iso.tmx; }
# at NAME X Y: the colour in the middle of a tile: in the diamonds, half a width to the right for a column, to the left for a row
at() {
    "$PIXELS" at "$1.png" $(field "$1" center | tr -d '[]' | awk -F, -v zoom="$(field "$1" zoom)" -v x="$2" -v y="$3" \
        '{ printf "%d %d\n", ((x - y + 18) / 2 - $1) * zoom + 450, ((x + y + 1) / 4 - $2) * zoom + 300 }')
}
: | run map
equal "water, grass and walls lie in diamonds" "$(at map 2 9) $(at map 20 4) $(at map 12 5)" "3C6EC8 5AAA50 3C3232"
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
for zoom in 0.6 3 90; do
    printf "set zoom $zoom\nset layers costs,clusters,entrances,graph,path,grid,blocked,connections\n" | run "zoom$zoom"
    check "it is drawn at zoom $zoom" more "$("$PIXELS" differ zoom$zoom.png map.png)" 1000
done
printf 'set move 4\n' | run built
equal "another graph stays isometric" "$(at built 2 9)" 3C6EC8
printf 'set new 20x20\nset zoom 20\nset center 10,10\n' | run new
equal "a new map is not" "$(field new zoom)" 20
finish
