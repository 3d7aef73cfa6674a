#!/bin/sh
# Do path, distance map and clearance follow the profile that is chosen? usage: profiles.sh VIEW PIXELS WEND DATA
WEND=$3 DATA=$4
. "$(dirname "$0")/common.sh"
"$WEND" bake "$DATA/agents.recipe" -o agents.wend -q
ends='set paused 1\nset start 4,5\nset goal 26,5\n'
run() { name=$1; { printf "$ends"; cat; echo 'wait 3'; } | view "$name" --size 900x600 agents.wend; } # run NAME <SCRIPT
for p in "default 22.000000" "scout 22.000000" "tank 26.142136" "boat 34.828427"; do
    printf "set profile ${p% *}\nset algorithm exact\nset layers path,distance\n" | run "${p% *}"
    equal "the profile is ${p% *}" "$(field "${p% *}" profile)" "${p% *}"
    equal "its path costs ${p#* }" "$(field "${p% *}" cost)" "${p#* }"
    equal "and so does the distance map, in its integers" "$(printf %.2f "$(field "${p% *}" field_cost)")" "$(printf %.2f "${p#* }")"
done
printf 'set profile 2\n' | run number
equal "a number, as the panel gives it" "$(field number profile)" tank

look='set profile tank\nset zoom 20\nset center 15,8\n'
printf "${look}hover-tile 15,5\n" | run narrow
equal "a bridge that is too narrow" "$(field narrow obstacle)" "too narrow for tank (clearance 0.5, needs 1.5)"
printf "${look}hover-tile 15,7\n" | run water
equal "water" "$(field water obstacle)" "blocked for tank"
printf "${look}hover-tile 15,10\n" | run fits
equal "it fits" "$(field fits obstacle)" ""

printf "${look}set layers costs\n" | run plain
printf "${look}set layers clearance\n" | run tank
printf "${look}set profile boat\nset layers clearance\n" | run boat
check "the clearance is drawn" sh -c '! cmp -s plain.png tank.png'
check "another for a boat" sh -c '! cmp -s boat.png tank.png'
printf "${look}key u\n" | run key
check "U shows it" grep -q '"clearance"' key.json

# The graph is built again with the same profiles; another map has none.
printf 'set profile tank\nset algorithm exact\nset cluster 15\n' | run again
equal "another graph keeps the profile" "$(field again profile) $(field again cost)" "tank 26.142136"
printf 'set profile tank\nset new 20x20\n' | run new
equal "a new map has the default only" "$(field new profile)" default
finish
