#!/bin/sh
# Is a baked world the same to the viewer as the map it was baked from?   world.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
map=$HERE/../../data/island.png
"$WEND" bake "$map" -o island.wend --quiet
view direct "$map" </dev/null
view baked island.wend </dev/null
for key in width height start goal outcome cost tiles route; do
    equal "$key" "$(field baked $key)" "$(field direct $key)"
done
equal "the name is that of the file" "$(field baked map)" island.wend
view small --size 64x64 island.wend </dev/null
equal "a tiny window" "$("$PIXELS" size small.png)" 64x64

cost=$("$WEND" path island.wend --from "$(end_of baked start | tr ' ' ,)" --to "$(end_of baked goal | tr ' ' ,)" --json |
    sed -nE 's/.*"cost": ?([0-9.]+).*/\1/p')
equal "the cost is that of wend path" "$(field baked cost)" "$cost"

# One flipped bit in the middle.
size=$(wc -c <island.wend)
{ head -c $((size / 2)) island.wend
  printf "\\$(printf %o $((($(od -An -tu1 -j $((size / 2)) -N1 island.wend) ^ 1))))"
  tail -c +$((size / 2 + 2)) island.wend; } >flipped.wend
equal "still the same size" "$(wc -c <flipped.wend)" "$size"
got=0
"$VIEW" --headless --frames 1 flipped.wend 2>err || got=$?
equal "flipped bit: exit code" "$got" 3
check "flipped bit: $(cat err)" grep -q '^wend-view: flipped.wend' err
finish
