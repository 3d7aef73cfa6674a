#!/bin/sh
# Do a scout, a tank and a boat find the paths of data/agents.recipe, whose costs were found by hand? By every
# algorithm, and after the world is edited so that the tank has to go back to where it was.
#   agents.sh WEND DATA
set -eu
wend=$1 data=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$wend" bake "$data/agents.recipe" -o "$folder/agents.wend" -q

# expect PROFILE ANSWER: the cost, or the outcome when there is no path
expect() {
    for algorithm in hpa exact astar dijkstra; do
        "$wend" path "$folder/agents.wend" --from 4,5 --to 26,5 --profile "$1" --algorithm $algorithm >"$folder/found" || :
        grep -Eq "^(cost|outcome)  *$2\$" "$folder/found" ||
            { echo "$1 by $algorithm: expected $2"; cat "$folder/found"; exit 1; }
    done
}
# The scout: 22 steps along the narrow bridge. The tank: 8 along and 5 down to the middle of the wide bridge, 6 on it, and
# back up: 2 (5 sqrt 2 + 3) + 6. The boat: 1 diagonal and 3 straight steps to the sea, 26 along, and the same to the quay.
expect default 22.000000
expect scout 22.000000
expect tank 26.142136
expect boat 34.828427

# A rock on the wide bridge leaves too little room for the tank; the others do not notice.
"$wend" edit "$folder/agents.wend" --set 15,9,1,1=blocked -o "$folder/agents.wend" -q
expect scout 22.000000
expect tank no_route
expect boat 34.828427
"$wend" edit "$folder/agents.wend" --set 15,9,1,1=46 -o "$folder/agents.wend" -q
expect tank 26.142136
