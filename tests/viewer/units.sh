#!/bin/sh
# Do two numbers mean the same place in the viewer and in `wend path --units world`, and survive saving?
#   units.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3

# answer KEY: of the JSON in answer.json
answer() { sed -nE "s/.*\"$1\": ?(\[\[[^]]*\]|[^],}]*).*/\1/p" answer.json | tr -d '"[] '; }
near() { awk -v a="$1" -v b="$2" 'BEGIN { split(a, p, ","); split(b, q, ",")
    for (i = 1; i <= 2; i++) if ((p[i] - q[i]) ^ 2 > 1e-12 * (1 + q[i] ^ 2)) exit 1 }'; }

# compare TEXT MAP WORLD START GOAL: from tile to tile
compare() {
    for file in $2 $3; do
        printf "set start $4\nset goal $5\nwait 2\n" | unseen shown "$file"
        from=$(field shown start_position | tr -d '[]') to=$(field shown goal_position | tr -d '[]')
        "$WEND" path $3 "--from=$from" "--to=$to" --units world --json --tiles full >answer.json || :
        equal "$1, $file: the position of the start is its tile" "$(sed -nE 's/.*"from": ?(\[[^]]*\]).*/\1/p' answer.json | tr -d ' ')" "[$4]"
        check "and that of the CLI: $(answer positions)" near "$from" "$(answer positions)"
        check "the length, too: $(field shown length)" near "$(field shown length)" "$(answer length)"
    done
}

# ---- a map of a robot: y upwards from the lower left corner, also turned, and with pixels left over
awk 'BEGIN { print "P2 61 41 255"; for (i = 0; i < 61 * 41; i++) print (i % 61 == 30 && i > 600 ? 0 : 254) }' >floor.pgm
yaml() { printf "image: floor.pgm\nresolution: 0.05\norigin: [$1]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"; }
yaml "-2.5, -1.25, 0" >plain.yaml
yaml "3, 4, 0.5236" >turned.yaml
for map in plain turned; do
    "$WEND" bake $map.yaml -o $map.wend --quiet
    compare $map $map.yaml $map.wend 5,35 55,10
done
printf 'set start 5,35\nhover-tile 5,35\nwait 2\n' | unseen hovered plain.yaml
equal "the line at the bottom has the tile in metres" "$(field hovered place)" "-2.225, -0.975 m"
printf 'set start 30,30\nset goal 55,10\nwait 2\n' | unseen moved plain.yaml
check "distances are in metres: $(field moved start_moved)" grep -q '"start_moved":"[^"]*), 0.05 m away"' moved.json
printf 'set save saved.wend\nwait 2\n' | unseen saved turned.yaml
equal "a saved world has the same frame" "$("$WEND" info saved.wend | grep '^ROS map')" "$("$WEND" info turned.wend | grep '^ROS map')"

# ---- hexagons: their centres
room_map >hexagons.map
"$WEND" bake hexagons.map -o hexagons.wend --move hex --quiet
compare hexagons hexagons.wend hexagons.wend 5,35 55,10

# ---- a raster: coordinates, and metres on the ground
if [ ! -x "$(dirname "$VIEW")/wend-gdal" ]; then
    echo "no wend-gdal beside the viewer: the rest is left out"
    finish
fi
raster() { # raster NAME X Y SIDE
    awk -v x="$2" -v y="$3" -v side="$4" 'BEGIN { print "ncols 60\nnrows 40\nxllcorner " x "\nyllcorner " y "\ncellsize " side
        for (y = 0; y < 40; y++) { for (x = 0; x < 60; x++) printf "%d ", (x == 30 && y < 30 ? 0 : 255); print "" } }' >"$1.asc"
}
degrees='GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]'
raster plane 400000 5200000 30
printf 'PROJCS["WGS_1984_UTM_Zone_33N",%s,PROJECTION["Transverse_Mercator"],PARAMETER["latitude_of_origin",0],PARAMETER["central_meridian",15],PARAMETER["scale_factor",0.9996],PARAMETER["false_easting",500000],PARAMETER["false_northing",0],UNIT["Meter",1]]' "$degrees" >plane.prj
raster earth 12.5 47.2 0.001
echo "$degrees" >earth.prj
for map in plane earth; do
    "$WEND" bake $map.asc -o $map.wend --quiet
    compare $map $map.asc $map.wend 5,35 55,10
    printf "set save $map-saved.wend\nwait 2\n" | unseen saved $map.asc
    equal "$map: a saved world has the same coordinates" "$("$WEND" info $map-saved.wend | grep -E '^(raster|coordinates|corners)')" \
        "$("$WEND" info $map.wend | grep -E '^(raster|coordinates|corners)')"
done

# ---- any other map has tiles
printf 'set start 30,16\nset goal 5,5\nhover-tile 5,5\nwait 2\n' | unseen room hexagons.map
equal "no other place" "$(field room place)" ""
check "distances in tiles: $(field room start_moved)" grep -q '"start_moved":"[^"]*), 1 tile away"' room.json
finish
