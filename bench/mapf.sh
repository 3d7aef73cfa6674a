#!/bin/sh
# One-shot plans for many agents: is each scenario solved within a time, and at which sum of costs?
#
#   mapf.sh WEND SECONDS AGENTS MAP.map SCENARIO.scen...
#
# WEND: the program; SECONDS: for each scenario; AGENTS: how many of its problems, as 100 or 100,250,500. Maps and
# scenarios of the MAPF benchmarks (https://movingai.com/benchmarks/mapf) are read as they are.
# A line for each: scenario, agents, 1 when solved, seconds until the plan was made and checked, sum of costs (for each
# agent the step from which on it is at its goal for good), steps. The plan counts as soon as all are at their goals.
set -eu
wend=$1 seconds=$2 agents=$(echo "$3" | tr , ' ') map=$4
shift 4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$wend" bake "$map" --move 4 -q -o "$folder/map.wend"
field() { sed -n "s/.*\"$1\":\([a-z0-9]*\).*/\1/p" "$folder/answer"; }
echo scenario,agents,solved,seconds,sum_of_costs,steps
for scenario; do
    for count in $agents; do
        began=$(date +%s.%N)
        timeout "$seconds" "$wend" fleet "$folder/map.wend" --scen "$scenario" --agents "$count" --patience 1000000 \
            --json -q >"$folder/answer" || :
        took=$(echo "$(date +%s.%N) $began" | awk '{ printf "%.3f", $1 - $2 }')
        if [ "$(field solved)" = true ] && [ "$(field conflicts)" = 0 ]; then
            echo "${scenario##*/},$count,1,$took,$(field sum_of_costs),$(field steps)"
        else
            echo "${scenario##*/},$count,0,$took,,"
        fi
    done
done
