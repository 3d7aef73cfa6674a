#!/bin/sh
# The weighted text grid of others, with the answers that came with it: terrain . - ^ *, diagonals that cut corners.
#   WEND_SHARED=FOLDER weighted_text_grid.sh WEND
set -eu
grids=${WEND_SHARED:-../shared}/maps/textgrids
[ -d "$grids" ] || { echo "skipped: no folder $grids (set WEND_SHARED)"; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$1" bake "$grids/AStarMap.txt" -o "$folder/w.wend" --move 8cut --quiet
"$1" path "$folder/w.wend" --from 30,10 --to 120,10 --algorithm exact >"$folder/found"
grep -q '^cost  *368\.818' "$folder/found" || { cat "$folder/found"; echo "expected: cost 368.818"; exit 1; }
if "$1" path "$folder/w.wend" --from 20,20 --to 75,89 >"$folder/found"; then echo "expected: no route"; exit 1; fi
