#!/bin/sh
# Does the search show its g, h, f and parents, and lead to the nearest of several goals? And does the distance map
# grow in steps?   values.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
look='key Tab\nset bars 0\nset paused 1\nset start 10,8\nset goal 50,8\nset layers path,numbers\nset zoom 64\nset center 14,8\n'
run() { name=$1; { printf "$look"; cat; echo 'wait 3'; } | view "$name" --size 900x600 room.map; } # run NAME <SCRIPT
opened='set player 1\nset playing 0\n'
values() { field "$1" play_pointer; } # values NAME: what is said of the tile under the pointer
line() { printf '%s' "$(values "$1")" | sed 's/\\u000a/|/g' | cut -d'|' -f"$2"; }

# ---- the tooltip, by hand: from (10, 8) straight to (50, 8), and one step down
printf "set algorithm astar\n${opened}set play_position end\nhover-tile 10,8\n" | run start
equal "the start" "$(line start 1)/$(line start 2)/$(line start 3)" \
    "tile 10, 8: closed/g 0.00   h 40.00   f 40.00/the search begins here"
printf "set algorithm astar\n${opened}set play_position end\nhover-tile 13,8\n" | run third
equal "three steps on" "$(line third 1)/$(line third 2)/$(line third 3)" \
    "tile 13, 8: closed/g 3.00   h 37.00   f 40.00/parent 12, 8"
printf "set algorithm astar\n${opened}set play_position end\nhover-tile 11,9\n" | run beside
equal "beside the path, open" "$(line beside 1)/$(line beside 2)" "tile 11, 9: open/g 1.41   h 39.41   f 40.83"
equal "and its parent" "$(line beside 3)" "parent 10, 8"
printf "set algorithm astar\n${opened}set play_position 3\nhover-tile 13,8\n" | run early
equal "at an early step the search knows nothing of it" "$(values early)" ""
printf "set algorithm dijkstra\n${opened}set play_position end\nhover-tile 13,8\n" | run plain
equal "Dijkstra has no heuristic" "$(line plain 2)" "g 3.00   h 0.00   f 3.00"
printf "set algorithm greedy\n${opened}set play_position end\nhover-tile 13,8\n" | run greedy
equal "greedy search goes by h alone" "$(line greedy 2)" "g 3.00   h 37.00   f 37.00"
equal "and closed the tiles of the straight path only" "$(field greedy play_closed)" 41
printf "set algorithm astar\nset heuristic manhattan\n${opened}set play_position 1\n" | run told
check "the player tells them too" grep -q '"play_text":"opened 10, 8 from 10, 8: g 0.00, h 40.00, f 40.00"' told.json
printf "hover-tile 13,8\n" | run closed
printf "key 9\nhover-tile 13,8\nset algorithm astar\n" | run lists
equal "the lists show them without the player" "$(line lists 2)" "g 3.00   h 37.00   f 40.00"
check "no player, no lists: nothing" sh -c '! grep -q play_pointer closed.json'

# ---- abstract nodes, on a map of many clusters
awk 'BEGIN { printf "type octile\nheight 100\nwidth 150\nmap\n"
    for (y = 0; y < 100; y++) {
        row = ""
        for (x = 0; x < 150; x++) row = row (x % 10 == 0 && y % 10 != 3 + x / 10 % 5 ? "@" : ".")
        print row
    } }' >rooms.map
far="set start 5,5\nset goal 145,95\nset algorithm hpa\n$opened"
at() { name=$1; { printf "$far"; cat; echo 'wait 3'; } | view "$name" --size 900x600 rooms.map; } # at NAME <SCRIPT
node= step=40
while [ -z "$node" ] && [ $step -lt 100 ]; do
    printf "set play_position $step\n" | at found
    node=$(field found play_text | sed -nE 's/^closed node ([0-9]+), ([0-9]+) from ([0-9]+, [0-9]+): (.*)/\1,\2 \3 \4/p')
    step=$((step + 1))
done
check "the player tells of a closed node: $node" [ -n "$node" ]
place=${node%% *}
printf "set play_position $((step - 1))\nset zoom 20\nset center $place\nhover-tile $place\n" | at node
check "so does the pointer" sh -c 'case "$1" in "node of level"*": closed") ;; *) exit 1 ;; esac' - "$(line node 1)"
equal "with the same values" "$(line node 2 | tr -s ' ') from $(line node 3)" \
    "$(echo "$node" | sed -E 's/^[^ ]+ ([0-9]+, [0-9]+) (.*)/\2 from parent \1/; s/,( [hf] )/\1/g')"

# ---- numbers in the tiles
printf "set algorithm astar\n${opened}set play_position end\nhover-tile 14,5\n" | run shown
printf "set algorithm astar\n${opened}set play_position end\nhover-tile 14,5\nkey K\n" | run hidden
ink=10141C
check "large tiles show numbers and arrows" more "$("$PIXELS" count shown.png $ink)" 600
equal "K hides them" "$("$PIXELS" count hidden.png $ink)" 0
printf "set algorithm astar\nset zoom 30\n${opened}set play_position end\nhover-tile 14,5\n" | run small
equal "small tiles have none" "$("$PIXELS" count small.png $ink)" 0
printf "set algorithm astar\n${opened}set play_position 0\nhover-tile 14,5\n" | run before
equal "nor has a search that has not begun" "$("$PIXELS" count before.png $ink)" 0
printf "set light 1\nset algorithm astar\n${opened}set play_position end\nhover-tile 14,5\n" | run light
check "they are the same on light panels" more "$("$PIXELS" count light.png $ink)" 600

# ---- several goals
goals='set goals "50,8;10,40;20,44"\n'
for algorithm in hpa exact astar dijkstra bfs greedy; do
    printf "${goals}set algorithm $algorithm\n" | run nearest
    equal "$algorithm: goals" "$(field nearest goals)$(field nearest outcome)" 3found
    case $algorithm in
    bfs) equal "bfs: the one of the fewest steps" "$(field nearest goal_reached)/$(field nearest tiles)" 1/33 ;;
    greedy) check "greedy finds one of them" more "$(field nearest goal_reached)" -1 ;;
    *) equal "$algorithm: the nearest" "$(field nearest goal_reached)/$(field nearest cost)" 1/32.000000 ;;
    esac
    printf "${goals}set algorithm $algorithm\n${opened}set play_position end\n" | run played
    equal "$algorithm: recorded" "$(field played search_cost)/$(field played play_closed)" \
        "$(field nearest cost)/$(field played search_expanded)"
done
printf "${goals}set toggle_goal 10,40\nset layers distance\n" | run toggled
equal "one goal less" "$(field toggled goals)/$(field toggled goal_reached)" "2/0"
check "the distance map leads to the nearest, too" more 0.05 \
    "$(awk -v a="$(field toggled field_cost)" -v b="$(field toggled cost)" 'BEGIN { d = a - b; print d < 0 ? -d : d }')"
printf "${goals}set toggle_goal 12,8\n" | run added
equal "one more" "$(field added goals)/$(field added goal_reached)/$(field added cost)" "4/3/2.000000"
printf "${goals}set goals one\n" | run one
equal "only the first" "$(field one goals)/$(field one cost)" "1/40.000000"
printf "set toggle_goal 50,8\n" | run last
equal "the last one stays" "$(field last goals)" 1
printf "set goals \"50,8;14,10\"\ndrag-tile 14,10 16,9\nset layers none\n" | run dragged
equal "a marker of them can be dragged" "$(field dragged goals)/$(field dragged cost)" "2/6.414214"
check "all markers are drawn" more "$("$PIXELS" count dragged.png E63232)" 1000
printf "${goals}set new 40x30\n" | run other
equal "another map has one goal" "$(field other goals)" 1
printf "set goals \"50,8;14,10\"\nset performance 1\nset measure query\nwait 9\n" | run measured
equal "the comparison leads to the nearest" "$(field measured exact_cost)" "$(field measured cost)"

# ---- the distance map in steps
printf 'set layers none\nkey J\n' | run first
equal "J: one cluster" "$(field first field_steps)$(field first field_stepping)" 1true
check "and the layer is there" grep -q '"layers":\["distance"\]' first.json
printf 'set layers none\nset zoom 9\nset center 32,24\nkey J\nkey J\n' | run two
equal "J J: two" "$(field two field_steps)" 2
check "the wavefront is marked" more "$("$PIXELS" count two.png FF3CC8)" 50
printf 'set zoom 9\nset center 32,24\nset layers distance\n' | run whole
equal "not otherwise" "$("$PIXELS" count whole.png FF3CC8)" 0
printf 'set layers distance\nset zoom 9\nset center 32,24\nset field_step end\n' | run end
equal "the last step makes it whole" "$(field end field_stepping)$(field end field_whole)" falsetrue
check "and the picture is the same" cmp end.png whole.png
printf 'set layers distance\nset zoom 9\nset center 32,24\nset field_step 5\nwait 2\nset field_step 2\n' | run back
check "a step back gives the same picture" cmp back.png two.png
printf 'set layers none\nkey Z\nwait 400\n' | run grown
equal "Z lets it grow to the end" "$(field grown field_stepping)$(field grown field_whole)" falsetrue
finish
