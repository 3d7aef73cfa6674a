small_map >small.map
t bake small.map -o w.wend --quiet
t path w.wend --from 2,3 --to 4,3
t path w.wend --from 2,3 --to 4,3 --tiles
t path w.wend --tiles --from 2,3 --to 2,2 | tail -2
t path w.wend --tiles rle --from 2,3 --to 4,3 | tail -6
t path w.wend --tiles=none --from 2,3 --to 4,3 | tail -1
t path w.wend --from 2,3 --to 4,3 --tiles=all
for a in exact astar dijkstra bfs greedy; do t path w.wend --from 0,2 --to 5,2 --algorithm $a --json | grep -o '"cost":[0-9.]*'; done
stats="stats.expanded stats.abstract_expanded stats.us_insert stats.us_route stats.us_refine stats.us_smooth"
j "outcome=found cost=7.242641 tiles waypoints hash $stats stats.us_total" path w.wend --from 0,2 --to 5,2
j "outcome=found cost=0" path w.wend --from 1,1 --to 1,1
j "outcome=found cost=7.242641" path w.wend --from 0.5,2.5 --to 5.9,2.1 --units world
j "outcome=found cost=7.242641" path w.wend --from 0,2 --to 5,2 --smooth

note the same answer from the same work on every machine
"$WEND" generate --size 300 --kind caves --seed 3 -o caves.map -q
"$WEND" bake caves.map -o caves.wend --cluster 15 -q
for a in hpa exact astar dijkstra bfs greedy; do
    t path caves.wend --from 0,10 --to 280,280 --algorithm $a
done
for h in octile manhattan chebyshev euclidean none; do
    t path caves.wend --from 0,10 --to 280,280 --algorithm astar --heuristic $h --weight 1.5 | grep -E '^(wend|cost|expanded)'
done

note several goals: the nearest, whatever the order
for a in hpa exact astar dijkstra bfs greedy; do
    t path w.wend --from 5,2 --to 0,2 --to 7,1 --to 3,1 --algorithm $a --json | grep -o '"cost.*"goal":[^]]*]'
done
t path w.wend --from 5,2 --to 0,2 --to 7,1
t path caves.wend --from 0,10 --to 280,280 --to 150,40 --to 20,280
t path w.wend --from 5,2 --to 7,4 --to 3,1
t path w.wend --from 5,2 --to 3,1 --to 6,2
t path w.wend --from 5,2 --to 1,1 --to 8,8

note steps between two neighbours of a hexagon: length sqrt 3 = 1.732051, times the cost of the hexagon entered
printf '.....\n.....\n....#\n..x..\n.....\n.....\n' >comb.txt
t bake comb.txt -o rows.wend --move hex --letters x=2 -q
straight="path rows.wend --from 0,1 --to 0,3" # instead of two steps
for a in astar dijkstra bfs greedy; do
    j "outcome=found cost=2 length=2" $straight --algorithm $a
    j "outcome=found cost=1.732051 length=1.732051" $straight --algorithm $a --hex-diagonals
done
j "cost=2 length=2" path rows.wend --from 3,1 --to 3,3 --algorithm astar --hex-diagonals # one neighbour is blocked
j "cost=3 length=2" path rows.wend --from 2,1 --to 2,3 --algorithm astar --hex-diagonals # 1 + 2 < 2 * 1.732051
t path rows.wend --from 2,1 --to 2,5 --algorithm astar --hex-diagonals --tiles # 1 + 1.732051 + 1
t bake comb.txt -o columns.wend --move hex --hex odd-q --letters x=2 -q
j "cost=1.732051 length=1.732051" path columns.wend --from 1,0 --to 3,0 --algorithm dijkstra --hex-diagonals
for a in hpa exact; do t path rows.wend --from 0,1 --to 0,3 --algorithm $a --hex-diagonals; done
t path w.wend --from 0,2 --to 5,2 --algorithm astar --hex-diagonals

note no is an answer
t path w.wend --from 0,0 --to 7,4
t path w.wend --from 3,1 --to 7,4
t path w.wend --from 0,0 --to 3,1 --json | grep -o '"outcome.*"waypoints":..'

note outside the map
t path w.wend --from 8,0 --to 1,1
t path w.wend --from 0,0 --to 1,-1
t path w.wend --from 0,0 --to 1e18,1
t path w.wend --from 0.5,0 --to 1,1
t path w.wend --from 8.5,0 --to 1,1 --units world

note a picture of the path
t path w.wend --from 0,2 --to 5,2 --render path.png --quiet | head -2
t bake path.png -o picture.wend --quiet
j "width=512 height=320" info picture.wend
t path w.wend --from 0,0 --to 7,4 --render no.png | tail -1
test -s no.png && echo written
t path w.wend --from 0,2 --to 5,2 --render -
t path w.wend --from 0,2 --to 5,2 --render w.wend

note a blocked end is replaced by the nearest passable tile
t path w.wend --from 3,1 --to 7,4
t path w.wend --from 3,1 --to 6,3 --snap 1
t path w.wend --from 3,1 --to 6,3 --snap 0.5
j "outcome=found goal_index=0 snapped_from snapped_to" path w.wend --from 0,0 --to 3,1 --snap 2
t path w.wend --from 3,1 --to 0,0 --snap 2 --json | grep -o '"goal":.*"snapped_to":[^l]*l'
t path w.wend --from 0,0 --to 3,1 --to 6,2 --snap 2
t path w.wend --from 0,0 --to 3,1 --snap -1

note a partial path leads as near to the goal as it can, and exits with 1
t path w.wend --from 0,0 --to 7,4 --partial
t path w.wend --from 0,0 --to 6,3 --partial --tiles
t path w.wend --from 3,1 --to 6,3 --partial
t path w.wend --from 0,0 --to 7,4 --to 6,3 --partial
t path w.wend --from 3,1 --to 6,3 --partial --snap 1
for a in hpa exact astar dijkstra bfs greedy; do
    t path w.wend --from 0,0 --to 7,4 --partial --algorithm $a --json | grep -o '"outcome.*"goal":[^]]*]'
done
t path caves.wend --from 0,10 --to 299,0 --partial
t path w.wend --from 0,0 --to 7,4 --partial --render partial.png -q | tail -1

note any tile of a rectangle or of a class
t path w.wend --from 0,0 --to-area 4,2,3,3
t path w.wend --from 0,0 --to-area 0,0,8,5
t path w.wend --from 0,0 --to-area 3,1,1,3
t path w.wend --from 0,0 --to-area 7,4,1,1 --partial
t path w.wend --from 5,2 --to-class 1
t path w.wend --from 5,2 --to-class 4
"$WEND" path w.wend --from 5,2 --to-class 4 --json | grep -o '"to":[^"]*'
t path w.wend --from 5,2 --to-class 4 --partial
t path w.wend --from 0,0 --to-class 7
t path w.wend --from 0,0 --to-area 4,2,0,3
t path w.wend --from 0,0 --to-area 4,2,5,3
t path w.wend --from 0,0 --to-area 4,2,1,1 --to 1,1
t path w.wend --from 0,0

note other paths that differ
t path caves.wend --from 0,10 --to 280,280 --alternatives 3
t path w.wend --from 0,0 --to 1,0 --alternatives 2
t path w.wend --from 0,0 --to 3,1 --alternatives 2
"$WEND" path caves.wend --from 0,10 --to 280,280 --alternatives 2 --json | grep -o '"alternatives":\[{"cost":[^,]*,"length":[^,]*,"tiles":\[\[0,10\],'
t path caves.wend --from 0,10 --to 280,280 --alternatives 2 --render others.png --quiet | head -2
t path w.wend --from 0,0 --to 5,2 --alternatives 2 --hex-diagonals --algorithm astar

note an overestimating heuristic: reopening closed tiles, and going on until the path is proven
for o in "" "--reopen" "--until-proven"; do
    t path caves.wend --from 0,10 --to 280,280 --algorithm astar --weight 3 $o | grep -E '^(wend|cost|expanded)'
done
t path caves.wend --from 0,10 --to 280,280 --algorithm dijkstra --until-proven | grep -E '^(cost|expanded)'
j "outcome=found stats.reopened stats.generated" path caves.wend --from 0,10 --to 280,280 --algorithm astar --weight 3 --until-proven
for a in hpa exact bfs greedy; do t path caves.wend --from 0,10 --to 280,280 --algorithm $a --reopen; done
t path caves.wend --from 0,10 --to 280,280 --until-proven

note refinement tile by tile
for a in hpa exact; do
    t path caves.wend --from 0,10 --to 280,280 --algorithm $a | grep -E '^(wend|cost|expanded)'
    t path caves.wend --from 0,10 --to 280,280 --algorithm $a --refine astar | grep -E '^(wend|cost|expanded)'
done
t path caves.wend --from 0,10 --to 280,280 --algorithm astar --refine astar
t path caves.wend --from 0,10 --to 280,280 --refine fast
t check caves.wend --random 3 --refine astar | head -2
t check caves.wend --random 3 --algorithm bfs --refine astar
t render caves.wend -o r.png --refine astar

note an index of subgoals is kept in the world, answers, and is removed by an edit
awk 'BEGIN { print "type octile\nheight 40\nwidth 60\nmap"
    for (y = 0; y < 40; y++) { row = ""; for (x = 0; x < 60; x++) row = row (x % 12 == 6 && y % 20 != 3 ? "@" : "."); print row } }' >halls.map
t bake halls.map -o halls.wend --subgoals
t path halls.wend --from 0,39 --to 59,39
j "outcome=found stats.subgoals=true" path halls.wend --from 0,39 --to 59,39
j "outcome=found stats.subgoals=false" path halls.wend --from 0,39 --to 59,39 --algorithm astar
t info halls.wend
j "subgoals=kept subgoal_bytes" info halls.wend --quick
t edit halls.wend --set 31,30,2,2=blocked -o halls.wend --quiet
j "outcome=found stats.subgoals=false" path halls.wend --from 0,39 --to 59,39
t info halls.wend | grep subgoals
t info halls.wend --json | grep -o '"subgoals.*_bytes":0,"bytes'
t bake halls.map -o other.wend --move 4 --subgoals

note what would be ignored
t path w.wend --from 0,2 --to 5,2 --weight 2
t path w.wend --from 0,2 --to 5,2 --heuristic manhattan --algorithm bfs
t path w.wend --from 0,2 --to 5,2 --tiles all
