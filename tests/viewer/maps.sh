#!/bin/sh
# Are real maps of every kind and size shown? Skipped where they are not.   WEND_SHARED=FOLDER maps.sh VIEW PIXELS
maps=${WEND_SHARED:-../shared}/maps
[ -d "$maps" ] || { echo "skipped: no folder $maps (set WEND_SHARED)"; exit 77; }
maps=$(cd "$maps" && pwd)
. "$(dirname "$0")/common.sh"
for map in images/ros/willow-full.pgm images/floorplans/hotel_L1.png images/floorplans/floorPlan.jpg \
    images/mazes/combo400.png images/gameworld/azgaar_landsea.png movingai/dao/arena.map movingai/cities/Berlin_0_1024.map \
    movingai/wc3maps512/battleground.map; do
    [ -e "$maps/$map" ] || continue
    echo 'wait 30' | view map "$maps/$map"
    equal "$map: outcome" "$(field map outcome)" found
    check "$map: path" more "$("$PIXELS" count map.png FFD800)" 100
    shown=$((${shown:-0} + 1))
done
big=$maps/images/gameworld/vic3_1bit_16384x7232.png
if [ -e "$big" ]; then
    printf 'set zoom 0.3\nwait 5\nset zoom 1\nwait 5\nset center 9000,3000\nwait 5\nkey Home\n' | view big --negate "$big"
    equal "16384 x 7232: outcome" "$(field big outcome)" found
    check "16384 x 7232: the map is dark, as in its file" more "$("$PIXELS" count big.png 000000)" 100000
    echo "frames: $(field big frame_ms_mean) ms mean, $(field big frame_ms_max) ms longest"
fi
check "maps were there" more "${shown:-0}" 3
finish
