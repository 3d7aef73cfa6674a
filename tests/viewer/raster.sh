#!/bin/sh
# Does the viewer open rasters with coordinates by wend-gdal, and say what to install where that is missing?
#   raster.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
awk 'BEGIN { print "ncols 120\nnrows 80\nxllcorner 400000\nyllcorner 5200000\ncellsize 30\nNODATA_value -9999"
    for (y = 0; y < 80; y++) { for (x = 0; x < 120; x++) printf "%d ", (x >= 60 && x < 70 && y < 70 ? -9999 : 400 + x + y); print "" } }' >hills.asc
room_map >room.map

# ---- a viewer that is installed without it
mkdir alone
cp "$VIEW" alone/view
printf 'drop hills.asc\nwait 20\n' >drop.txt
alone/view --headless --frames 1 --script drop.txt --report room.map >alone.json
equal "without wend-gdal the map stays" "$(field alone map)" room.map
check "and the message names the package" grep -q '"message":"hills.asc: needs GDAL: the program wend-gdal' alone.json
code=0
alone/view --headless --frames 1 hills.asc >said 2>&1 || code=$?
equal "as a file to begin with it is refused" $code 3
check "with the same words: $(cat said)" grep -q "hills.asc: needs GDAL: the program wend-gdal" said
if [ ! -x "$(dirname "$VIEW")/wend-gdal" ]; then
    echo "no wend-gdal beside the viewer: the rest is left out"
    finish
fi

# ---- with it
view panel --size 1000x700 room.map <drop.txt
equal "a dropped raster opens the panel" "$(field panel importing) $(field panel import_tiles)" "true 9600"
equal "the mask of its data is no band" "$(field panel import_image)" "raster, 1 band of 32 bits"
check "whose histogram is seen" [ "$("$PIXELS" count panel.png 5694DC)" -gt 200 ]
printf 'drop hills.asc\nwait 20\nkey Return\nwait 40\n' | view baked --size 1000x700 room.map
equal "Return bakes it" "$(field baked importing) $(field baked map) $(field baked width)x$(field baked height)" "false hills.asc 120x80"
echo 'wait 2' | view first --size 1000x700 hills.asc
equal "the same world as a file to begin with" "$(field first world_hash)" "$(field baked world_hash)"
# What has no data is blocked, whatever its brightness: 10 columns of 70 rows.
check "no data is blocked" [ "$(field first passable)" -le $((9600 - 700)) ]

# ---- heights are metres, as wend bake takes them
hash_of() { "$WEND" hash "$1" | cut -d ' ' -f 1; }
# by_slope TEXT RULE SETTINGS OPTION...: settings of the panel against options of wend bake
by_slope() {
    text=$1 choice="drop hills.asc\nset import-rule $2\n$3" rule=$2
    shift 3
    printf "${choice}wait 40\n" | unseen panel --size 1000x700 room.map
    printf "${choice}key Return\nwait 40\nset save slopes.wend\n" | unseen slopes --size 1000x700 room.map
    "$WEND" bake hills.asc -o baked.wend --rule "$rule" "$@" --quiet
    equal "$text: the world of wend bake" "$(hash_of slopes.wend)" "$(hash_of baked.wend)"
    equal "$text: the preview has as many passable tiles" "$(field panel import_passable)" "$(field slopes passable)"
}
by_slope tobler tobler ""
by_slope height height ""
by_slope minetti slope "set import-slope minetti\n" --slope minetti
by_slope "naismith with steps that are closed" slope "set import-slope naismith-langmuir\nset import-max-step-climb 9\nset import-max-step-drop 14\n" --slope naismith-langmuir --max-climb 9 --max-drop 14
by_slope "r.walk with numbers" slope "set import-slope rwalk:0.7,5,1.9,-1.9\n" --slope rwalk:0.7,5,1.9,-1.9
printf 'slope,factor\n-1,2\n0,1\n1,3\n' >walk.csv
by_slope "a table" slope "set import-slope walk.csv\n" --slope walk.csv
different "the function counts" "$(hash_of slopes.wend)" "$("$WEND" bake hills.asc -o other.wend --rule tobler -q; hash_of other.wend)"
printf 'drop hills.asc\nset import-rule slope\nset import-slope running\nwait 40\n' | unseen unknown --size 1000x700 room.map
check "an unknown one is named: $(field unknown import_problem)" grep -q "running" unknown.json
printf 'drop hills.asc\nset import-rule slope\nwait 10\nclick-widget function\nwait 2\nclick-widget wheelchair\nwait 10\nkey Return\nwait 40\nset save slopes.wend\n' | unseen picked --size 1000x700 room.map
"$WEND" bake hills.asc -o baked.wend --rule slope --slope wheelchair --quiet
equal "a function is picked from the list" "$(hash_of slopes.wend)" "$(hash_of baked.wend)"
by_slope feet tobler "set import-height-scale 0.3048\n" --height-scale 0.3048
by_slope sea tobler "set import-sea-level 450\nset import-water-cost 3\n" --sea-level 450 --water-cost 3
printf 'wait 10\nclick-widget Heights...\nwait 10\nkey Return\nwait 40\nset save slopes.wend\n' | unseen button --size 1000x700 hills.asc
"$WEND" bake hills.asc -o baked.wend --rule tobler --quiet
equal "values of heights are offered as such" "$(hash_of slopes.wend)" "$(hash_of baked.wend)"
"$WEND" bake hills.asc -o baked.wend 2>warning >/dev/null
check "wend bake tells of the rule, too" grep -q -- '--rule slope makes costs of its slopes' warning
awk 'BEGIN { print "ncols 1100\nnrows 1000\nxllcorner 0\nyllcorner 0\ncellsize 30"
    for (y = 0; y < 1000; y++) { for (x = 0; x < 1100; x++) printf "%d ", x + y; print "" } }' >large.asc
printf 'drop large.asc\nset import-rule tobler\nwait 40\n' | unseen large --size 1000x700 room.map
equal "a large one has no preview" "$(grep -c import_passable large.json)$(field large import_rule)" 0tobler
finish
