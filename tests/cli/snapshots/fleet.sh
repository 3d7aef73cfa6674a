printf 'type octile\nheight 5\nwidth 8\nmap\n........\n...@....\n...@..@.\n...@..@@\n......@.\n' >small.map
t bake small.map --move 4 -o w.wend --quiet
timed() { t "$@" | sed -E 's/[0-9.]+ us a step/TIME/; s/[0-9.]+ [kM]?B of memory/MEMORY/; s/"(us_per_step|bytes)":[0-9.]+/"\1":N/g'; }

note movers with goals, from a table and from a scenario
printf 'x,y,to_x,to_y\n0,0,7,0\n7,0,0,0\n2,4,5,4\n' >movers.csv
timed fleet w.wend --movers movers.csv --threads 1 -o plan.json
cat plan.json
t fleet w.wend --check plan.json
timed fleet w.wend --movers movers.csv --threads 2 -o plan.csv --json
head -4 plan.csv
t fleet w.wend --check plan.csv
printf 'version 1\n0\tsmall.map\t8\t5\t0\t0\t7\t0\t7\n0\tsmall.map\t8\t5\t7\t0\t0\t0\t7\n0\tsmall.map\t8\t5\t1\t0\t1\t0\t0\n' >small.scen
"$WEND" fleet w.wend --scen small.scen --agents 2 -o - -q >two.json
head -c 60 two.json; echo
t fleet w.wend --check two.json --scen small.scen --agents 2
t fleet w.wend --check two.json --scen small.scen
timed fleet w.wend --random 9 --seed 5 --json

note tasks
printf 'x,y\n0,0\n1,0\n' >starts.csv
printf 'x,y,to_x,to_y\n7,0,0,4\n4,4,0,0\n5,4,2,2\n' >tasks.csv
timed fleet w.wend --movers starts.csv --tasks tasks.csv
timed fleet w.wend --movers starts.csv --tasks tasks.csv --steps 5 --json

note an answer for each mover: taken, blocked, cut off, and no room to pass
printf 'x,y,to_x,to_y\n0,0,4,0\n0,0,5,0\n3,1,0,0\n7,4,0,0\n1,1,7,4\n' >hard.csv
timed fleet w.wend --movers hard.csv
timed fleet w.wend --movers hard.csv --json
printf 'type octile\nheight 1\nwidth 6\nmap\n......\n' >lane.map
t bake lane.map --move 4 -o lane.wend --quiet
printf 'x,y,to_x,to_y\n0,0,5,0\n5,0,0,0\n' >lane.csv
timed fleet lane.wend --movers lane.csv --patience 20
timed fleet lane.wend --movers lane.csv --patience 20 --json

note plans of others: each kind of conflict
printf '{"paths":[[[0,0],[1,0]],[[2,0],[1,0]]]}' >bad.json
t fleet w.wend --check bad.json
printf '{"paths":[[[0,0],[1,0]],[[1,0],[0,0]],[[0,3],[1,4]],[[2,1],[3,1]],[[2,1],[2,1]]]}' >bad.json
t fleet w.wend --check bad.json
t fleet w.wend --check bad.json --json
t fleet w.wend --check bad.json --scen small.scen --agents 2
printf 'mover,step,x,y\n0,0,0,0\n1,0,5,0\n0,1,2,0\n' >bad.csv
t fleet w.wend --check bad.csv

note bad input
t fleet w.wend
t fleet w.wend --random 3 --movers movers.csv
t fleet w.wend --random 300
t fleet w.wend --random 3 -o plan.txt
t fleet w.wend --random 3 --render plan.gif
t fleet w.wend --random 3 -o - --json
t fleet w.wend --check none.json
for bad in '' '{' '{"paths":3}' '{"paths":[]}' '{"paths":[[]]}' '{"paths":[[[0,0],[0]]]}' '{"paths":[[[0,0],[0,9]]]}' '{"paths":[[[0,0],[0.5,0]]]}'; do
    printf '%s' "$bad" >bad.json
    t fleet w.wend --check bad.json
done
printf 'x,y\n' >bad.csv
t fleet w.wend --check bad.csv
printf 'mover,step,x,y\n0,0,1,1\n0,one,1,1\n' >bad.csv
t fleet w.wend --check bad.csv
printf 'mover,step,x,y\n0,1,1,1\n' >bad.csv
t fleet w.wend --check bad.csv
printf 'x,y\n3,1\n' >bad.csv
t fleet w.wend --random 2 --tasks bad.csv
printf 'x,y\n3,1\n' >bad.csv
t fleet w.wend --movers bad.csv

note pictures
t fleet w.wend --movers movers.csv --render film.svg -o plan.json -q
grep -c '<circle' film.svg
t fleet w.wend --movers movers.csv --render heat.png -o plan.json -q
head -c 4 heat.png | tr -c ' -~' '.'; echo

note links that take time, and a lift
printf 'type octile\nheight 5\nwidth 8\nmap\n........\n........\n@@@@@@@@\n........\n........\n' >halves.map
printf 'x,y,to_x,to_y,cost,kind,two_way,duration\n2,1,2,3,1,lift,true,3\n' >halves.csv
t bake halves.map --links halves.csv -o lift.wend --quiet
printf 'x,y,to_x,to_y\n0,0,0,4\n1,0,1,4\n7,4,7,0\n' >lift.csv
timed fleet lift.wend --movers lift.csv --lift 1:0,1 --step-seconds 1 -o lift.json
t fleet lift.wend --check lift.json --lift 1:0,1
printf '{"paths":[[[2,1],[2,3]],[[2,3],[2,1]]]}' >both.json
t fleet lift.wend --check both.json --lift 2:0,1
t fleet lift.wend --check both.json --lift 1:0,1
t fleet lift.wend --check both.json --lift 1:0,2
t fleet lift.wend --check both.json --lift 0:1
t fleet lift.wend --check both.json --lift 1:
t fleet lift.wend --check both.json --step-seconds -1

note movers of several profiles
t bake small.map --move 8 --profile truck:radius=0.8 -o yard.wend --quiet
printf 'x,y,to_x,to_y,profile\n0,0,1,3,truck\n7,0,4,3,\n3,0,0,0,truck\n' >mixed.csv
timed fleet yard.wend --movers mixed.csv --threads 1 -o mixed.json
printf 'x,y,to_x,to_y,profile\n1,1,1,3,truck\n7,0,4,3,\n' >mixed.csv
timed fleet yard.wend --movers mixed.csv --threads 1 -o mixed.json
t fleet yard.wend --check mixed.json --movers mixed.csv
printf '{"paths":[[[1,1],[0,1]],[[7,0],[7,1]]]}' >walled.json
t fleet yard.wend --check walled.json
t fleet yard.wend --check walled.json --movers mixed.csv
printf 'x,y,profile\n0,0,tank\n' >mixed.csv
t fleet yard.wend --movers mixed.csv
printf 'x,y,profile\n0,0\n' >mixed.csv
t fleet yard.wend --movers mixed.csv

note tables from standard input have all their columns, too
piped() { "$WEND" fleet w.wend --movers - "$@" <movers.csv 2>&1 | sed '/^computed/d'; }
piped
piped --tasks -
