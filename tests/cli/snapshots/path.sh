small_map >small.map
t bake small.map -o w.wend --quiet
t path w.wend --from 2,3 --to 4,3
t path w.wend --from 2,3 --to 4,3 --tiles
for a in exact astar dijkstra bfs; do t path w.wend --from 0,2 --to 5,2 --algorithm $a --json | grep -o '"cost":[0-9.]*'; done
stats="stats.expanded stats.abstract_expanded stats.us_insert stats.us_route stats.us_refine stats.us_smooth"
j "outcome=found cost=7.242641 tiles waypoints hash $stats stats.us_total" path w.wend --from 0,2 --to 5,2
j "outcome=found cost=0" path w.wend --from 1,1 --to 1,1
j "outcome=found cost=7.242641" path w.wend --from 0.5,2.5 --to 5.9,2.1 --units world
j "outcome=found cost=7.242641" path w.wend --from 0,2 --to 5,2 --smooth

note the same answer from the same work on every machine
"$WEND" generate --size 300 --kind caves --seed 3 -o caves.map -q
"$WEND" bake caves.map -o caves.wend --cluster 15 -q
for a in hpa exact astar dijkstra bfs; do
    t path caves.wend --from 0,10 --to 280,280 --algorithm $a
done
for h in octile manhattan chebyshev euclidean none; do
    t path caves.wend --from 0,10 --to 280,280 --algorithm astar --heuristic $h --weight 1.5 | grep -E '^(wend|cost|expanded)'
done

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
