small_map >small.map
t bake small.map -o w.wend --quiet
scen() {
    printf 'version 1\n'
    printf '0\tsmall.map\t8\t5\t0\t2\t5\t2\t%s\n' "$1"
    printf '0\tsmall.map\t8\t5\t0\t0\t2\t4\t%s\n' "$2"
    printf '0\tsmall.map\t8\t5\t1\t1\t1\t1\t0\n'
}
scen 7.24264069 4.82842712 >good.scen
t check w.wend --scen good.scen
j "problems=3 answered=3 unreachable=0 wrong=0 reference=scenario" check w.wend --scen good.scen
j "subopt_mean_pct=0 subopt_p99_pct=0 subopt_max_pct=0 us_mean us_median us_p99" check w.wend --scen good.scen
j "first_move_us_mean build_s bytes_per_tile" check w.wend --scen good.scen
for a in exact astar dijkstra; do t check w.wend --scen good.scen --algorithm $a | head -2; done
t check w.wend --scen good.scen --max 2 | head -2

note an answer that is better than the optimum is wrong
scen 7.24264 5.82843 >high.scen
t check w.wend --scen high.scen
note an exact answer that is worse than the optimum too
scen 6.24264 4.82843 >low.scen
t check w.wend --scen low.scen | head -2
t check w.wend --scen low.scen --algorithm exact | head -2

note the optimum of a scenario does not hold over links and walls: flat A* is the reference
printf 'x,y,to_x,to_y,cost\n0,2,5,2,1\n' >short.csv
t bake small.map -o short.wend --links short.csv --quiet
j "problems=3 answered=3 wrong=0 reference=astar subopt_max_pct=0" check short.wend --scen good.scen
printf 'x,y,to_x,to_y\n4,1,5,1\n4,0,5,0\n' >walls.csv
t bake small.map -o walled.wend --walls walls.csv --quiet
j "problems=3 wrong=0 reference=astar" check walled.wend --scen good.scen

note length 0 between two tiles says that the goal cannot be reached
unreachable() { printf '0\tsmall.map\t8\t5\t%b\t0\n' "$1"; }
{ cat good.scen; unreachable '0\t0\t7\t4'; unreachable '3\t1\t0\t0'; unreachable '0\t0\t3\t1'; } >apart.scen
t check w.wend --scen apart.scen | head -4
j "problems=6 answered=3 unreachable=3 wrong=0 reference=scenario" check w.wend --scen apart.scen
for a in exact astar dijkstra bfs; do
    j "answered=3 unreachable=3" check w.wend --scen apart.scen --algorithm $a
done
note a path to such a goal is wrong, and so is none where there is one, or from a blocked tile to itself
{ cat good.scen; unreachable '0\t0\t2\t4'; } >linked.scen
t check w.wend --scen linked.scen | head -1
cat .err
j "problems=4 answered=3 unreachable=0 wrong=1 subopt_max_pct=0" check w.wend --scen linked.scen
scen 7.24264 4.82843 >torn.scen
{ printf '0\tsmall.map\t8\t5\t0\t0\t7\t4\t9\n'; unreachable '3\t1\t3\t1'; } >>torn.scen
t check w.wend --scen torn.scen | head -1
cat .err
j "problems=5 answered=3 unreachable=0 wrong=2" check w.wend --scen torn.scen
note the same with our own A* as the reference, which the lengths do not concern
t bake small.map -o four.wend --quiet --move 4
j "problems=6 answered=3 unreachable=3 wrong=0 reference=astar" check four.wend --scen apart.scen
j "problems=4 answered=4 unreachable=0 wrong=0 reference=astar" check four.wend --scen linked.scen

note other rules of movement: our own A* is the reference
t bake small.map -o four.wend --quiet --move 4
t check four.wend --scen good.scen
t bake small.map -o cut.wend --quiet --move 8cut
j "problems=50 wrong=0 reference=astar" check cut.wend --random 50 --seed 3
t check w.wend --random 50 --seed 3 --quiet | head -2
note equal seeds ask equal questions
for seed in 3 3 4; do "$WEND" check w.wend --random 50 --seed $seed --json | grep -o '"answers_hash":"[^"]*"'; done

note scenarios that do not fit
sed 's/8\t5/9\t5/' good.scen >wide.scen
t check w.wend --scen wide.scen
t check w.wend --scen missing.scen
: >empty.scen
t check w.wend --scen empty.scen
printf 'version 1\n' >none.scen
t check w.wend --scen none.scen
printf 'version 1\n0\tsmall.map\t8\t5\t0\tx\t5\t2\t1\n' >broken.scen
t check w.wend --scen broken.scen
printf 'version 1\n0\tsmall.map\t8\t5\t0\t0\t8\t2\t1\n' >outside.scen
t check w.wend --scen outside.scen
printf 'P1\n1 1\n1\n' >black.pbm
t bake black.pbm -o black.wend --quiet
t check black.wend --random 5
