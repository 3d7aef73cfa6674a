#!/bin/sh
# Does the performance window measure what wend path and wend check measure, and save it?   performance.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
room_map >room.map
"$WEND" bake room.map -o room.wend -q 2>bake.err || { cat bake.err; exit 1; }
ends='set start 4,24\nset goal 60,40\n'
member() { # member FILE KEY: of an object of wend
    found=$(tr ',{}' '\n\n\n' <"$1" | sed -n "s/^\"$2\"://p" | head -n 1)
    [ -n "$found" ] || echo "$2 in $1" >>"$lacks"
    echo "$found"
}

# ---- this query
printf "${ends}key M\nwait 3\n" | view query room.wend
equal "M opens it, and all algorithms were compared" "$(field query performance)$(field query columns)$(field query columns_current)" true6true
for algorithm in hpa exact astar dijkstra bfs greedy; do
    "$WEND" path room.wend --from 4,24 --to 60,40 --algorithm $algorithm --json >path.json
    equal "$algorithm: cost, tiles and nodes as wend path has them" \
        "$(field query ${algorithm}_cost) $(field query ${algorithm}_expanded) $(field query ${algorithm}_nodes) $(field query ${algorithm}_scanned)" \
        "$(member path.json cost) $(member path.json expanded) $(member path.json abstract_expanded) $(member path.json scanned)"
    equal "$algorithm either scans tiles or expands them" "$((($(field query ${algorithm}_scanned) > 0) + ($(field query ${algorithm}_expanded) > 0)))" 1
done
equal "exact and A* are optimal" "$(field query exact_ratio)$(field query astar_ratio)" 1.0000001.000000
check "nothing is below the optimum" awk -v h="$(field query hpa_ratio)" -v b="$(field query bfs_ratio)" 'BEGIN { exit !(h >= 1 && b >= 1) }'
check "searches over tiles have memory" more "$(field query dijkstra_bytes)" 1000
equal "without a clock there are no times" "$(field query astar_us)$(field query astar_runs)" 0.0000
printf "${ends}key M\nwait 3\n" | view again room.wend
check "and the picture is the same each time" cmp -s query.png again.png
printf "${ends}" | view closed room.wend
check "the window is seen" more "$("$PIXELS" differ query.png closed.png)" 50000
printf "${ends}set algorithm astar\nset weight 3\nset performance 1\n" | view heavy room.wend
"$WEND" path room.wend --from 4,24 --to 60,40 --algorithm astar --weight 3 --json >path.json
equal "A* has the weight of the query" "$(field heavy astar_expanded)" "$(member path.json expanded)"
for algorithm in hpa exact dijkstra bfs; do
    for figure in cost expanded nodes; do
        equal "$algorithm: $figure without it" "$(field heavy ${algorithm}_$figure)" "$(field query ${algorithm}_$figure)"
    done
done
printf "${ends}set clock 1\nset performance 1\nset measure wait\n" | view clocked room.wend
check "with a clock there are" more "$(field clocked astar_us)" 0
check "of several runs" more "$(field clocked astar_runs)" 1
printf "set start 30,20\nset goal 4,4\nset performance 1\n" | view none room.wend
equal "each reports no route" "$(field none hpa_outcome)$(field none bfs_outcome)$(field none hpa_ratio)" no_routeno_route0.000000
printf "${ends}set performance 1\nset follow 0\nwait 2\nset goal 60,8\nwait 3\n" | view old room.wend
equal "without following it stays with the old query" "$(field old columns_current)$(field old hpa_cost)" "false$(field query hpa_cost)"
printf "${ends}set performance 1\nset follow 0\nset goal 60,8\nwait 2\nset measure query\n" | view asked room.wend
equal "until it is asked" "$(field asked columns_current)" true

# ---- the last plans
printf "set performance 1\nset tab history\nset goal 60,8\nset goal 60,44\nset goal 3,3\nset goal 30,20\nwait 2\n" | view plans room.wend
equal "every plan is kept and compared" "$(field plans plans_made) $(field plans plans_compared)" "5 5"
check "HPA* is never below flat A*" awk -v r="$(field plans plans_ratio_max)" 'BEGIN { exit !(r >= 1 && r < 1.5) }'
check "its line is drawn" more "$("$PIXELS" count plans.png 3B8EEA)" 30
{ printf 'set performance 1\nset tab history\n'; seq 300 | awk '{ printf "set goal %d,%d\n", 2 + $1 % 20, 2 + $1 % 40 }'; } | view many room.wend
equal "the last 240 are kept" "$(field many plans_made) $(field many plans_kept)" "301 240"

# ---- many queries
same_as_check() { # same_as_check NAME: its report and check.json
    for key in problems answered unreachable wrong subopt_mean_pct subopt_p99_pct subopt_max_pct reference; do
        equal "$1: $key as wend check has it" "$(field "$1" scen_$key)" "$(member check.json $key | tr -d '"')"
    done
    equal "$1: the same answers" "$(field "$1" scen_hash)" "$(member check.json answers_hash | tr -d '"')"
}
for algorithm in hpa bfs; do
    printf "set algorithm $algorithm\nset performance 1\nset tab scenario\nset random 300,7\nset measure scenario\n" | view random room.wend
    "$WEND" check room.wend --random 300 --seed 7 --algorithm $algorithm --json -q >check.json
    same_as_check random
done
check "some have no path" more "$(field random scen_unreachable)" 0
"$WEND" path room.wend --from 1,1 --to 60,40 --algorithm exact --json >path.json
cost=$(member path.json cost)
printf "version 1\n0 room.map 64 48 1 1 60 40 $cost\n0 room.map 64 48 5 5 9 5 4\n" >room.map.scen
printf 'set performance 1\nset tab scenario\nset measure scenario\n' >found.txt
view beside room.wend <found.txt
"$WEND" check room.wend --scen room.map.scen --json -q >check.json
same_as_check beside
printf "version 1\n0 room.map 64 48 1 1 60 40 $cost\n0 room.map 64 48 5 5 9 5 5\n" >lies.scen
mkdir list
cp lies.scen list/
printf 'key Ctrl+O\nclick-widget list/\nclick-widget lies.scen\nkey Return\nwait 20\n' | view listed room.wend
equal "chosen in the list of files, a scenario is run" "$(field listed map)$(field listed tab)" room.wendscenario
printf 'set performance 1\nset tab scenario\nset scenario lies.scen\nset measure scenario\n' | view lies room.wend
equal "an optimum that is none is found out" "$(field lies scen_wrong)$(field lies scen_answered)" 12
# Scenarios have few digits: an optimum of 2 decimals is below the cost of the path, which is optimal all the same.
rounded=$(awk -v c=$cost 'BEGIN { printf "%.2f", int(c * 100) / 100 }')
printf "version 1\n0 room.map 64 48 1 1 60 40 $rounded\n" >digits.scen
printf 'set algorithm exact\nset performance 1\nset tab scenario\nset scenario digits.scen\nset measure scenario\nset csv digits.csv\n' |
    view digits room.wend
check "$rounded is the optimum of cost $cost" more "$cost" "$rounded"
equal "in the window" "$(field digits scen_answered)$(field digits scen_wrong) $(field digits scen_subopt_max_pct)" "10 0.000000"
equal "and in the table" "$(awk -F, 'NR == 2 { print $12 }' digits.csv)" 0.000000
# Length 0 between two tiles: the goal cannot be reached. The room in the middle has no door.
printf "version 1\n0 room.map 64 48 1 1 60 40 $cost\n0 room.map 64 48 30 20 60 40 0\n0 room.map 64 48 5 5 9 5 0\n" >apart.scen
printf 'set performance 1\nset tab scenario\nset scenario apart.scen\nset measure scenario\n' | view apart room.wend
"$WEND" check room.wend --scen apart.scen --json -q >check.json 2>check.err || true # one answer is wrong
same_as_check apart
equal "length 0: right where there is no path, wrong where one is found" \
    "$(field apart scen_answered)$(field apart scen_unreachable)$(field apart scen_wrong)" 111
printf 'version 1\n0 room.map 8 8 1 1 2 2 1\n' >other.scen
for file in other.scen missing.scen room.map; do
    printf "set performance 1\nset tab scenario\nset scenario $file\nset measure scenario\nwait 2\n" | view wrong room.wend
    check "$file: the window says what is wrong" grep -q "\"message\":\"$file: " wrong.json
done
printf 'drop other.scen\nwait 2\n' | view dropped room.wend
equal "a scenario that is dropped opens it" "$(field dropped performance)$(field dropped tab)" truescenario

# ---- giving up, and edits while it runs
printf 'set clock 1\nset performance 1\nset tab scenario\nset random 1000000\nset measure scenario\nwait 1000\nset measure cancel\nwait 2\nset measure wait\n' |
    view stopped room.wend
check "it can be stopped" more 1000000 "$(field stopped scen_problems)"
equal "with what was asked" "$(field stopped scen_asked)" 1000000
equal "which are right" "$(field stopped scen_wrong)" 0
check "and it says so" grep -q '"message":"the run was stopped' stopped.json
edit='key Tab\nset bars 0\nset brush wall\nset size 3\ndrag-tile 10,12 18,20\n'
printf "${edit}wait 30\n" | view edited room.wend
printf "set clock 1\nset performance 1\nset tab scenario\nset random 1000000\nset measure scenario\nwait 1000\n${edit}wait 30\nset measure cancel\nset measure wait\nset measure query\nset measure wait\n" |
    view during room.wend
check "an edit ends a run" more 1000000 "$(field during scen_problems)"
equal "and is done as without one" "$(field during world_hash)" "$(field edited world_hash)"
different "(it is one)" "$(field during world_hash)" "$(field query world_hash)"
equal "afterwards all can be compared" "$(field during columns)$(field during columns_current)" 6true
printf "${edit}wait 30\nset performance 1\nset tab scenario\nset scenario room.map.scen\nset measure scenario\n" |
    view painted room.wend
equal "the optima of a scenario hold for its own map only" "$(field painted scen_reference)$(field painted scen_wrong)" astar0
printf 'set clock 1\nset performance 1\nset random 1000000\nset measure scenario\nwait 1000\n' | view left room.wend
equal "it can be left while it runs" "$(field left measuring)" scenario
printf 'set clock 1\nset performance 1\nset random 1000000\nset measure scenario\nwait 1000\nset cluster 15\nwait 2\n' | view rebuilt room.wend
equal "and another world can come" "$(field rebuilt cluster_size)$(field rebuilt outcome)" 15found

# ---- CSV
columns() { awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { if (NR) print NR "x" n }' "$1"; } # columns FILE: lines x fields
printf "${ends}set performance 1\nset goal 60,8\nwait 2\nset csv query.csv\nset tab history\nwait 2\nset csv plans.csv\nset tab scenario\nset random 50\nset measure scenario\nset csv run.csv\n" |
    view saved room.wend
equal "the query: a line for each algorithm" "$(columns query.csv)" 7x21
equal "the plans" "$(columns plans.csv)" 5x16
equal "the run: a line for each problem" "$(columns run.csv)" 51x13
equal "with the cost that was shown" "$(awk -F, '$1 == "exact" { print $9 }' query.csv)" "$(field saved exact_cost)"
equal "and the mean" "$(awk -F, 'NR > 1 && $8 == "answered" { s += $12; n++ } END { printf "%.4f", s / n }' run.csv)" \
    "$(printf %.4f "$(field saved scen_subopt_mean_pct)")"
mkdir folder.csv
for file in no/such/run.csv folder.csv; do
    printf "set performance 1\nset csv $file\nwait 2\n" | view unwritten room.wend
    check "$file: cannot be written, which is reported" grep -q "\"message\":\"$file: " unwritten.json
done
equal "and nothing is left behind" "$(ls -A folder.csv)$(ls | grep -c tmp)" 0
finish
