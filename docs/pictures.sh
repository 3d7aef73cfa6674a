#!/bin/sh
# The pictures of algorithm.md, one for each step, and those of graphs.md, many.md and the tutorial of a warehouse: docs/pictures.sh WEND writes them to docs/pictures.
set -eu
wend=$1
out=$(dirname "$0")/pictures
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$out"
world=$work/world.wend
"$wend" generate --size 187x125 --kind caves --seed 2 -o "$work/map.png" -q
"$wend" bake "$work/map.png" --levels 3 -o "$world" -q

draw() { # NAME LAYERS OPTIONS...
    name=$1 layers=$2
    shift 2
    "$wend" render "$world" -o "$out/$name.png" --layers "$layers" --scale 4 -q "$@"
}
ends='--from 8,14 --to 150,100'
draw clusters costs,clusters
draw entrances costs,clusters,entrances
draw matrices costs,clusters,graph
draw levels costs,clusters,graph --level 2
draw route costs,clusters,route $ends
draw refine costs,route,path $ends
draw waypoints costs,path,waypoints $ends --smooth
"$wend" field "$world" --to 150,100 -o "$out/field.png" --scale 4 -q
"$wend" field "$world" --to 150,100 --to 8,14 --to 100,20 --nearest -o "$out/nearest.png" --scale 4 -q
"$wend" reach "$world" --from 8,14 --within 150 --bands 5 --round -o "$out/reach.png" --scale 4 -q
"$wend" reach "$world" --from 150,100 --from 8,14 --from 100,20 --within 400 --nearest -o "$out/territories.png" --scale 4 -q
"$wend" corridor "$world" --from 8,14 --to 150,100 --above 5 -o "$out/corridor.png" --scale 4 -q
"$wend" edit "$world" --set 90,30,3,60=blocked -o "$world.edited" -q
world=$world.edited
draw edit costs,clusters,path $ends
data=$(dirname "$0")/../data
"$wend" bake "$data/warehouse.png" --rule threshold --move 4 -o "$work/warehouse.wend" -q
robots="--movers $data/warehouse_robots.csv --tasks $data/warehouse_tasks.csv"
"$wend" fleet "$work/warehouse.wend" $robots --steps 150 --render "$out/warehouse.svg" -o "$work/plan.json" -q
"$wend" fleet "$work/warehouse.wend" $robots --render "$out/warehouse.png" -o "$work/plan.json" -q
"$wend" graph "$data/course_graph.csv" --nodes "$data/course_nodes.csv" --from S --to G \
    --heuristic "$data/course_nodes.csv" --render "$out/course_graph.png" -q >"$work/said"

"$wend" bake "$data/island.png" -o "$work/island.wend" -q
"$wend" matrix "$work/island.wend" --sources "$data/island_colonists.csv" --targets "$data/island_jobs.csv" --assign \
    --render "$out/colony.png" --scale 1 -q >"$work/said"
"$wend" tour "$work/island.wend" --stops "$data/island_places.csv" --closed --render "$out/tour.png" --scale 1 -q >"$work/said"
"$wend" reach "$work/island.wend" --from 560,380 --within 900 --bands 6 -o "$out/bands.png" --scale 1 -q
"$wend" reach "$work/island.wend" --from 150,200 --from 830,220 --from 613,192 --from 520,560 --from 300,420 \
    --within 2000 --nearest -o "$out/depots.png" --scale 1 -q
"$wend" corridor "$work/island.wend" --from-area 120,180,60,60 --to-area 700,420,60,60 --bands 5 \
    -o "$out/between_areas.png" --scale 1 -q
