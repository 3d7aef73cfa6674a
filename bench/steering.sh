#!/bin/sh
# How well do agents walk where they obstruct each other? Runs `wend simulate` on scenarios and prints a table.
#
#   steering.sh WEND [PICTURES]    PICTURES: a folder for a picture of each
set -eu
WEND=$1 PICTURES=${2:+$(cd "$2" && pwd)}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# map NAME WIDTH HEIGHT CONDITION: a map of tiles, passable where an awk condition on x and y holds.
map() {
    awk -v w="$2" -v h="$3" "BEGIN { print \"type octile\nheight \" h \"\nwidth \" w \"\nmap\"
        for (y = 0; y < h; y++) { row = \"\"; for (x = 0; x < w; x++) row = row (($4) ? \".\" : \"@\"); print row } }" >"$1.map"
    "$WEND" bake "$1.map" -o "$1.wend" --quiet
}
made() { # NAME KIND SIZE SEED
    "$WEND" generate --kind "$2" --size "$3" --seed "$4" -o "$1.png" --quiet
    "$WEND" bake "$1.png" -o "$1.wend" --quiet
}
# streams NAME SIZE COUNT: four streams of COUNT agents that cross in the middle, from each side to the other.
streams() {
    awk -v n="$1.map" -v s="$2" -v c="$3" 'BEGIN { print "version 1"; m = int(s / 2)
        for (i = 0; i < c; i++) { a = int(i / 8) + 1; b = m - 4 + i % 8; z = s - 1
            row(a, b, z - a, b); row(z - a, b, a, b); row(b, a, b, z - a); row(b, z - a, b, a) } }
        function row(x0, y0, x1, y1) { printf "0\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t0\n", n, s, s, x0, y0, x1, y1 }' >"$1.scen"
}
field() { sed -E "s/.*\"$1\":\"?([^,\"}]*).*/\1/" out; }
# run TEXT WORLD OPTIONS...
run() {
    text=$1 world=$2
    shift 2
    "$WEND" simulate "$world.wend" "$@" ${PICTURES:+--render "$PICTURES/$world.png"} --json --quiet >out
    printf '| %s | %s of %s | %s | %s | %s | %s | %s | %s |\n' "$text" "$(field arrived)" "$(field agents)" "$(field detour_mean)" \
        "$(field detour_max)" "$(field time_mean)" "$(field collisions)" "$(field blocked_ticks)" "$(field us_per_agent_tick)"
}

map corridor 140 21 'x < 30 || x >= 110 || (y >= 8 && y < 13)'
map plain 80 80 '1'
map crossing 101 101 '(x >= 38 && x < 63) || (y >= 38 && y < 63)'
map doors 81 81 '(x % 10 && y % 10) || (x % 10 == 0 && y % 10 && x * y % 10 == 0 && (x / 10 * 7 + int(y / 10) * 3) % 9 + 1 == y % 10 && x && x < 80) || (y % 10 == 0 && x % 10 && (y / 10 * 5 + int(x / 10) * 4) % 9 + 1 == x % 10 && y && y < 80)'
map warehouse 96 64 'x < 6 || x >= 90 || y < 4 || y >= 60 || y % 4 == 0 || (x - 6) % 12 == 0'
map narrow 60 11 'x < 15 || x >= 45 || y == 5'
made maze maze 101 3
made caves caves 256 5
made land terrain 1024 3
streams crossing 101 50

echo '| scenario | arrived | walked / tile path | at most | time / time at full speed | collisions | ticks in walls | us for each agent and tick |'
echo '|---|---|---|---|---|---|---|---|'
run 'a maze of one-tile corridors, 50 agents at random' maze --random 50
run 'the same, too wide to pass each other (radius 0.4)' maze --random 50 --radius 0.4
run 'rooms with doors of one tile, 200 at random' doors --random 200
run 'caves, 50 tiles a second, 10 ticks a second' caves --random 50 --speed 50 --dt 0.1
city=${WEND_SHARED:-}/maps/movingai/cities/Berlin_0_1024.map # of the benchmark maps, where there are some
if [ -r "$city" ]; then
    "$WEND" bake "$city" -o city.wend --quiet
    run 'the streets of Berlin, 500 at random, 50 tiles a second, 10 ticks a second' city --random 500 --speed 50 --dt 0.1
fi
run '200 head-on in a corridor of 5 tiles' corridor --from 15,10 --to 125,10 --agents 200 --both-ways --formation
run '1,000 to one tile' plain --from 12,12 --to 60,60 --agents 1000
run 'four streams of 50 that cross' crossing --scen crossing.scen
for radius in 0.2 0.35 0.4; do
    for claims in '' --claims; do
        run "40 head-on in a corridor of 1 tile, radius $radius${claims:+, claims}" narrow --from 8,5 --to 51,5 --agents 40 --both-ways --formation --radius $radius $claims
        run "1,000 at random in a warehouse, radius $radius${claims:+, claims}" warehouse --random 1000 --radius $radius $claims
    done
done
for claims in '' --claims; do # which one is the right choice in the open?
    run "1,000 to one tile, radius 0.35${claims:+, claims}" plain --from 12,12 --to 60,60 --agents 1000 --radius 0.35 $claims
    run "four streams of 50 that cross, radius 0.35${claims:+, claims}" crossing --scen crossing.scen --radius 0.35 $claims
done
run '10,000 at random on 1024 x 1024 tiles, 20 s' land --random 10000 --ticks 600
