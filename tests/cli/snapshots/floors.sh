# Floors above each other: from recipes to worlds, paths, edits and pictures.
data=$(dirname "$CASE")/../../../data
cp $data/house*.png $data/house.recipe $data/bridge.recipe $data/bridge_*.txt $data/cave* $data/shop.tmx .

note a house of three floors with stairs and a lift
t bake house.recipe -o house.wend -q
t info house.wend
j "floors width=24 height=16 tile_count=1152 components=1 link_count=8" info house.wend
t path house.wend --from 3,4 --to 17,4,2 --tiles rle
j "outcome=found tile_count links" path house.wend --from 3,4,0 --to 17,4,2
"$WEND" path house.wend --from 3,4 --to 17,4,2 --json | grep -o '"links":.*}\],"stats'
"$WEND" path house.wend --from 3,4 --to 17,4,2 --tiles | tail -2
"$WEND" path house.wend --from 1.75,2.25 --to 8.75,2.25,2 --units world --tiles | tail -1
t check house.wend --random 300 -q && echo "300 answers are right"
t explain house.wend --from 12,14 --to 1,1,2

note a bridge over a road: the same place twice
t bake bridge.recipe -o bridge.wend -q
j "link_kinds link_count=12" info bridge.wend
"$WEND" path bridge.wend --from 2,6 --to 22,6 | grep -E "^(outcome|cost|links|  )"
"$WEND" path bridge.wend --from 12,0 --to 12,12 | grep -E "^(outcome|cost|links)"
"$WEND" path bridge.wend --from 12,6,0 --to 12,6,1 | grep -E "^(outcome|cost)"
t check bridge.wend --random 300 -q && echo "300 answers are right"

note a Tiled map with groups as floors
t bake shop.tmx -o shop.wend -q
"$WEND" info shop.wend | grep -E "^(size|floor|links)"
"$WEND" path shop.wend --from 1,1,1 --to 14,1,1 | grep -E "^(outcome|cost|links|  )"
t check shop.wend --random 300 -q && echo "300 answers are right"
printf 'wend recipe 1\nfloor ground shop.tmx\nfloor attic shop.tmx\n' > nested.recipe
t bake nested.recipe -o nested.wend -q
t bake shop.tmx --thin-walls -o thin.wend -q

note a cave, and letters that stay letters
t bake cave.recipe -o cave.wend -q
t path cave.wend --from 2,1,1 --to 21,6,1
t edit cave.wend --disable 0 --disable 2 -o cave.wend -q
"$WEND" path cave.wend --from 2,1,1 --to 21,6,1 | head -1
t explain cave.wend --from 2,1,1 --to 21,6,1
printf 'wend recipe 1\nfloor first house_first.png rule=threshold\nfloor attic house_attic.png rule=threshold\n' >apart.recipe
t bake apart.recipe -o apart.wend -q
t explain apart.wend --from 5,2 --to 17,4,1
j "outcome opening_count" explain apart.wend --from 5,2 --to 17,4,1

note lines of sight stay on their floor
"$WEND" sight house.wend --from 3,3,1 | head -1
"$WEND" sight house.wend --from 3,3,1 --to 3,4 | head -1
"$WEND" sight house.wend --from 3,3,1 --to 12,3,1 | head -1
t sight house.wend --from 3,3,1 --from 3,3,0

note edits by floor
t edit house.wend --set 12,1,1,14,1=blocked --wall 3,9,0:4,9,0 -o walled.wend -q
"$WEND" export walled.wend -o flat.png -q --links links.csv --walls walls.csv; head -3 links.csv; cat walls.csv
t export walled.wend -o flat.png --links links.csv --walls walls.csv
t export walled.wend -o flat.png --floor 3
{ echo "wend recipe 1"; echo "resolution 0.5"; } >again.recipe
for f in 0 1 2; do
    "$WEND" export walled.wend -o floor$f.png --floor $f --links links.csv --walls walls.csv -q
    echo "floor f$f floor$f.png rule=threshold height=$((3 * f))" >>again.recipe
done
{ echo "links links.csv"; echo "walls walls.csv"; } >>again.recipe
t bake again.recipe -o again.wend -q
[ "$("$WEND" hash walled.wend | cut -c -16)" = "$("$WEND" hash again.wend | cut -c -16)" ] && echo "the same house"
j "floor=2 width=24 height=16 files" export walled.wend -o floor2.png --floor 2
"$WEND" edit house.wend --set 1,1,1,1,2=2.5 -o dear.wend -q
t export dear.wend -o dear.map
t edit house.wend --link 1,1,0:1,1,1=2 --two-way --kind ladder -o ladder.wend -q
"$WEND" path ladder.wend --from 1,1 --to 1,1,1 | grep -E "^(cost|links)"
t edit house.wend --set 0,0,1,1,3=1 -o none.wend
t edit house.wend --link 1,1,0:1,1,3=2 -o none.wend
t edit house.wend --wall 1,1,0:1,1,1 -o none.wend

note many places by a table with floors
printf 'x,y,floor\n12,14,0\n5,2,1\n13,4,2\n' >places.csv
t matrix house.wend --sources places.csv --targets places.csv -o - --quiet
t tour house.wend --stops places.csv -o - --quiet
printf 'x,y,floor\n12,14,3\n' >wrong.csv
t tour house.wend --stops wrong.csv
printf 'x,y,floor\n12,14,1.5\n' >wrong.csv
t tour house.wend --stops wrong.csv
"$WEND" field house.wend --to 13,4,2 --tiles | grep -E "^(costs|reached|farthest|13,4)"
t reach house.wend --from 3,4 --within 20 --bands 2 -o reach.geojson
grep -o '"floor":[0-9],"from":[0-9]*,"to":[0-9]*,"tiles":[0-9]*' reach.geojson
"$WEND" reach house.wend --from 3,4 --within 12 -o reach.csv -q && head -2 reach.csv && tail -1 reach.csv
t reach house.wend --from 3,4 --within 5 -o reach.tif
t field house.wend --to 13,4,2 -o field.png -q
t field house.wend --to 13,4,2 -o field.tif
printf 'x,y,floor,to_x,to_y,to_floor\n12,14,0,5,2,1\n5,3,1,12,13,0\n' >movers.csv
j "agents=2 solved=true conflicts=0" fleet house.wend --movers movers.csv --steps 200 -o plan.json
"$WEND" fleet house.wend --check plan.json --json | grep -o '"conflicts":[0-9]*'
grep -o '^.\{40\}' plan.json | head -1
"$WEND" fleet house.wend --movers movers.csv --render film.svg -q >/dev/null
sed -n '1p; /^<rect x="[0-9]*" width/p' film.svg; grep -o 'values="[^;]*\|;[^;]*"/>' film.svg

note pictures: all floors side by side, or one
t render house.wend -o all.png --from 3,4 --to 17,4,2 --scale 8
t render house.wend -o one.png --from 3,4 --to 17,4,2 --scale 8 --floor 1
t render house.wend -o all.svg --scale 8
t render house.wend -o none.png --floor 3

note wrong floors
t path house.wend --from 1,1,3 --to 2,2
t path bridge.wend --from 1,1,x --to 2,2
printf 'wend recipe 1\nfloor a a.txt\nfloor b b.txt height=0\n' >wrong.recipe
printf '...\n...\n' >a.txt && cp a.txt b.txt
t bake wrong.recipe -o none.wend
printf 'wend recipe 1\nfloor a a.txt\nfloor b b.txt\nstairs 0,0,0 3,0,1 cost=1\n' >wrong.recipe
t bake wrong.recipe -o none.wend

note maps that wrap
cp $data/globe.png .
t bake globe.png --wrap x -o globe.wend -q
t path globe.wend --from 125,45 --to 25,40 -q | head -4
t info globe.wend | grep -E '^(move|links)'
j "wraps=x link_count=144" info globe.wend
t render globe.wend --from 125,45 --to 25,40 --scale 2 -o globe.svg
t bake globe.png --wrap xy -o torus.wend -q
t info torus.wend | grep '^move'
printf '..\n..\n' >thin.txt
t edit globe.wend --add-ground 144,0=thin.txt -o none.wend
t edit globe.wend --remove-ground 140,0,4,72 -o none.wend
t bake globe.png --wrap z -o none.wend
t bake globe.png --wrap x --move hex -o none.wend
t bake thin.txt --wrap y -o none.wend

note agents start and end on their floors, and take turns at stairs and lifts
j "agents=20 arrived=20 blocked_ticks=0" simulate house.wend --random 20
j "agents=40 arrived=40 blocked=0" simulate house.wend --random 40 --seed 2 --claims
"$WEND" simulate house.wend --from 3,3,1 --to 3,3,0 --dt 0.25 -o - 2>/dev/null | grep -o '"path":.*\|^\[\[.*'
t simulate house.wend --from 4,4,2 --to 3,3,0
