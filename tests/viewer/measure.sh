#!/bin/sh
# Are lengths and positions in the units of the map, and do path and picture reach other programs?
#   measure.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
awk 'BEGIN { print "P2 61 41 255"; for (i = 0; i < 61 * 41; i++) print (i % 61 == 30 && i > 600 ? 0 : 254) }' >floor.pgm
printf 'image: floor.pgm\nresolution: 0.05\norigin: [-2.5, -1.25, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >floor.yaml
"$WEND" bake floor.yaml -o floor.wend -q
room_map >room.map
ends='set paused 1\nset start 5,35\nset goal 55,10\n'

# ---- the line and the bar
printf "${ends}key F8\ndrag-tile 5,35 35,35\nwait 2\n" | view across --size 900x700 floor.yaml
equal "a drag measures in metres" "$(field across measured)" "1.5 m"
check "both ways, too" sh -c 'grep -q "\"measured\":\"2.5 m, 1.5 m across and 2 m down\"" "$1"' - "$(
    printf "${ends}set tool measure\nset ruler \"5,0 35,40\"\n" | unseen both floor.yaml
    echo both.json
)"
equal "from the marker of the start, which stays" "$(end_of across start)" "5 35"
printf "${ends}key F8\ndrag-tile 5,35 35,35\nwait 2\n" | unseen tiles room.map
equal "without units in tiles" "$(field tiles measured)" "30 tiles"
printf "${ends}key F8\ndrag-tile 5,35 35,35\nset new 20x20\n" | unseen gone room.map
equal "another map has no line" "$(field gone measured)" ""
printf "${ends}set scale_bar 0\nkey Tab\n" | view without --size 900x700 floor.yaml
printf "${ends}key Tab\n" | view with --size 900x700 floor.yaml
check "there is a scale bar" sh -c '! cmp -s with.png without.png'

# ---- positions for other programs
printf "${ends}hover-tile 5,35\nkey Ctrl+C\n" | unseen copied floor.yaml
check "Ctrl+C copies metres" grep -q '"message":"copied -2.225,-0.975, the tile under the pointer"' copied.json
printf "${ends}hover-tile 5,35\nkey Ctrl+Shift+C\n" | unseen copied floor.yaml
check "with Shift the tile" grep -q '"message":"copied 5,35, the tile under the pointer"' copied.json
printf "${ends}key Ctrl+C\n" | unseen copied room.map
check "without a tile under the pointer, the goal" grep -q '"message":"copied 55,10, the goal"' copied.json
"$WEND" path floor.wend --from=-2.225,-0.975 --to=0.275,0.275 --units world --json >answer.json
check "wend path takes what was copied" grep -q '"from": *\[5, *35\]' answer.json

# ---- the path
printf "${ends}set path_file path.csv\n" | unseen saved floor.yaml
equal "a table in metres, and tiles" "$(sed -n '1p;2p;$p' path.csv | tr '\n' ' ')" "x,y,tile_x,tile_y -2.225,-0.975,5,35 0.275,0.275,55,10 "
equal "of all tiles" "$(wc -l <path.csv | tr -d ' ')" "$(($(field saved tiles) + 1))"
printf "${ends}set smooth 1\nset path_file smooth.csv\n" | unseen smooth floor.yaml
equal "of the waypoints where they are smoothed" "$(wc -l <smooth.csv | tr -d ' ')" "$(($(field smooth waypoints) + 1))"
"$WEND" matrix floor.wend --sources path.csv --targets path.csv --units world -o matrix.csv -q 2>/dev/null ||
    "$WEND" matrix floor.wend --sources path.csv --targets path.csv --units world -o matrix.csv >/dev/null
check "wend matrix reads it" [ -s matrix.csv ]
printf "${ends}set path_file path.gpx\n" | unseen none floor.yaml
check "no degrees on a map without coordinates, and it is said why" grep -q '"message":"path.gpx: this world has no coordinates' none.json
check "nor a file" [ ! -e path.gpx ]
printf "${ends}set path_file path.svg\n" | unseen none floor.yaml
check "another ending names those that there are" grep -q 'expected .csv, .geojson or .gpx' none.json

# ---- in the window: the dialog names the formats, and the name gets its ending
printf "${ends}click-widget \"File menu\"\nclick-widget \"Save the path as...\"\nwait 3\nclick-widget format\nclick-widget \".gpx, a track for GPS devices\"\nwait 2\nclick-widget format\nclick-widget \".csv, points in a table\"\nwait 2\nclick-widget \"Save (Return)\"\nwait 2\n" |
    view dialog --size 900x700 floor.yaml
check "the dialog saves the path" cmp -s floor-path.csv path.csv
printf "${ends}click-widget \"File menu\"\nclick-widget \"Save a picture as...\"\nwait 3\nkey Return\nwait 4\n" | view picture --size 900x700 floor.yaml
check "and a picture, as it says" grep -q '"message":"saved .*floor-map.png"' picture.json
equal "of what is seen of the map" "$("$PIXELS" size floor-map.png | awk -Fx '{ print ($1 > 400 && $1 < 600 && $2 > 200 && $2 < 500 ? "map" : $0) }')" map
printf "${ends}set map_picture shot.jpg\nwait 2\n" | unseen wrong floor.yaml
check "another ending is refused" grep -q 'shot.jpg: unknown ending, expected .png' wrong.json

# ---- a raster: the files are those of wend path
if [ -x "$(dirname "$VIEW")/wend-gdal" ]; then
    awk 'BEGIN { print "ncols 60\nnrows 40\nxllcorner 12.5\nyllcorner 47.2\ncellsize 0.001"
        for (y = 0; y < 40; y++) { for (x = 0; x < 60; x++) printf "%d ", (x == 30 && y < 30 ? 0 : 255); print "" } }' >earth.asc
    echo 'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["Degree",0.017453292519943295]]' >earth.prj
    "$WEND" bake earth.asc -o earth.wend -q
    "$WEND" path earth.wend --from 5,35 --to 55,10 --geojson cli.geojson --gpx cli.gpx >/dev/null
    printf "${ends}set path_file view.geojson\nset path_file view.gpx\nset ruler \"0,20 59,20\"\n" | unseen earth earth.wend
    check "GeoJSON" cmp -s cli.geojson view.geojson
    check "GPX" cmp -s cli.gpx view.gpx
    check "lengths on the ground in metres: $(field earth measured)" sh -c 'echo "$1" | grep -Eq "^44[0-9][0-9] m$"' - "$(field earth measured)"
    awk 'BEGIN { print "ncols 60\nnrows 40\nxllcorner 12.5\nyllcorner 47.2\ncellsize 0.001"
        for (y = 0; y < 40; y++) { for (x = 0; x < 60; x++) printf "%d ", 600 + 10 * x + 3 * y; print "" } }' >hill.asc
    cp earth.prj hill.prj
    "$WEND" bake hill.asc --rule slope --slope tobler -o hill.wend -q
    "$WEND" path hill.wend --from 5,35 --to 55,10 --gpx cli.gpx >/dev/null
    printf "${ends}set path_file view.gpx\n" | unseen hill hill.wend
    check "with heights" grep -q '<ele>' view.gpx
    check "as wend path writes them" cmp -s cli.gpx view.gpx
    # the profile of heights: as wend path measures it, and its pointer shows the place on the map
    look='set paused 1\nset layers path\nset start 5,35\nset goal 55,10\n'
    printf "${look}wait 3\n" | view level --size 1280x800 --ui-scale 1 hill.wend
    printf "${look}set heights 1\nwait 3\n" | view profile --size 1280x800 --ui-scale 1 hill.wend
    "$WEND" path hill.wend --from 5,35 --to 55,10 --json --tiles none >relief.json
    equal "climb and descent are those of wend path" "$(field profile climb) $(field profile descent)" \
        "$(sed -E 's/.*"climb_m":([0-9.]*),"descent_m":([0-9.]*),.*/\1 \2/' relief.json | awk '{ printf "%.1f %.1f\n", $1, $2 }')"
    equal "each tile of the path has a height" "$(field profile heights_count)" "$(sed -E 's/.*"tile_count":([0-9]*).*/\1/' relief.json)"
    check "the window is there" more "$("$PIXELS" differ level.png profile.png)" 20000
    equal "nothing is marked" "$(field profile height_at)" -1
    printf "${look}set heights 1\nwait 3\nmove 900 665\nwait 3\n" | view pointed --size 1280x800 --ui-scale 1 hill.wend
    check "the pointer on the profile marks a tile: $(field pointed height_at)" more "$(field pointed height_at)" 5
    check "in words: $(field pointed height_text)" grep -q '"height_text":"[0-9]* m along, [0-9.]* m high, slope ' pointed.json
    check "a ring on the map and a line" more "$("$PIXELS" differ profile.png pointed.png)" 100
    printf "${look}set heights 1\nwait 3\nclick-widget \"Close the heights\"\nwait 2\n" | unseen shut --size 1280x800 hill.wend
    equal "the button closes it" "$(field shut heights)" false
    printf "set heights 1\nwait 3\nkey Escape\nwait 1\n" | unseen flat earth.wend
    equal "a map without heights has none, and Escape closes it" "$(field flat heights_count) $(field flat heights)" "0 false"
else
    echo "no wend-gdal beside the viewer: the rest is left out"
fi
finish
