#!/bin/sh
# Does the viewer open rasters with coordinates by wend-gdal, and say what to install where that is missing?
#   raster.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
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
check "whose histogram is seen" [ "$("$PIXELS" count panel.png 5694DC)" -gt 200 ]
printf 'drop hills.asc\nwait 20\nkey Return\nwait 40\n' | view baked --size 1000x700 room.map
equal "Return bakes it" "$(field baked importing) $(field baked map) $(field baked width)x$(field baked height)" "false hills.asc 120x80"
echo 'wait 2' | view first --size 1000x700 hills.asc
equal "the same world as a file to begin with" "$(field first world_hash)" "$(field baked world_hash)"
# What has no data is blocked, whatever its brightness: 10 columns of 70 rows.
check "no data is blocked" [ "$(field first passable)" -le $((9600 - 700)) ]
finish
