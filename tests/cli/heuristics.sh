#!/bin/sh
# What do the heuristics cost on a real map?   heuristics.sh WEND ISLAND.png
# Consistent ones find the optimum, those that overestimate expand no more than Dijkstra's search, and only A* has any.
set -eu
WEND=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$WEND" bake "$2" -o "$folder/island.wend" --quiet
failures=0

# ask OPTIONS...: sets cost, expanded, generated, reopened and hash.
ask() {
    "$WEND" path "$folder/island.wend" --from "$from" --to "$to" --json "$@" >"$folder/path.json" ||
        { echo "$from to $to: no route, of $*"; exit 1; }
    for key in cost expanded generated reopened hash; do
        value=$(tr ',{}' '\n\n\n' <"$folder/path.json" | sed -n "s/^\"$key\"://p" | head -n 1)
        [ -n "$value" ] || { echo "$from to $to: no \"$key\" in the JSON of $*"; exit 1; }
        eval "$key=$value"
    done
    answer="$cost $expanded $generated $reopened $hash"
}

expect() { # expect WHAT CONDITION: of awk
    awk "BEGIN { exit !($2) }" && return
    echo "$from to $to, $1: not $2"
    failures=$((failures + 1))
}

for ends in '200,400 800,400' '400,300 650,450' '800,400 200,400'; do
    from=${ends% *} to=${ends#* }
    for algorithm in bfs dijkstra exact; do
        ask --algorithm $algorithm
        plain=$answer
        for heuristic in octile manhattan none; do
            for weight in 0 2; do
                ask --algorithm $algorithm --heuristic $heuristic --weight $weight
                [ "$answer" = "$plain" ] && continue
                echo "$from to $to, $algorithm with $heuristic x $weight: $answer, without: $plain"
                failures=$((failures + 1))
            done
        done
    done
    ask --algorithm dijkstra
    optimum=$cost dijkstra=$expanded
    for heuristic in octile chebyshev euclidean none; do
        ask --algorithm astar --heuristic $heuristic
        expect "$heuristic" "$cost == $optimum && $expanded <= $dijkstra && $reopened == 0"
        ask --algorithm astar --heuristic $heuristic --weight 1.5
        expect "$heuristic x 1.5" "$cost >= $optimum && $cost <= 1.5 * $optimum && $expanded <= $dijkstra && $reopened == 0"
    done
    ask --algorithm astar --heuristic manhattan
    expect manhattan "$cost >= $optimum && $cost <= 1.42 * $optimum && $expanded <= $dijkstra && $reopened == 0"
    ask --algorithm astar --heuristic manhattan --weight 0.7
    expect "manhattan x 0.7" "$cost == $optimum && $expanded <= $dijkstra && $reopened == 0"
done
[ $failures -eq 0 ]
