#!/bin/sh
# `wend check` on benchmark maps: every answer legal, none below the optimum. Skipped where the maps are not.
#   WEND_SHARED=FOLDER benchmark_maps.sh WEND JSON_CHECK
set -eu
maps=${WEND_SHARED:-../shared}/maps/movingai
[ -d "$maps" ] || { echo "skipped: no folder $maps (set WEND_SHARED)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for map in dao/arena dao/den312d da2/ht_chantry mazes/maze512-1-0 rooms/16room_000 random/random512-35-0 \
    cities/Berlin_0_256; do
    "$1" bake "$maps/$map.map" -o "$folder/w.wend" --quiet
    "$1" check "$folder/w.wend" --scen "$maps/$map.map.scen" --max 60 --json >"$folder/report"
    echo "$map"
    "$2" wrong=0 unreachable=0 rebuild_equal=true subopt_mean_pct <"$folder/report"
    "$1" check "$folder/w.wend" --random 20 --json >"$folder/report"
    "$2" problems=20 wrong=0 rebuild_equal=true <"$folder/report"
done
