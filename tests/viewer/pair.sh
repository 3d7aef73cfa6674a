#!/bin/sh
# Do two searches side by side show, measure, play and save what each of them does alone?   pair.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
room_map >room.map
"$WEND" bake room.map -o room.wend -q 2>bake.err || { cat bake.err; exit 1; }
ends='set start 4,24\nset goal 60,40\n'
two="${ends}set pair_a dijkstra\nset pair_b astar,octile,3\n"
run() { view "$@" --size 800x600 room.wend; } # run NAME <SCRIPT
member() { tr ',{}' '\n\n\n' <"$1" | sed -n "s/^\"$2\"://p" | head -n 1; } # member FILE KEY: of an object of wend

# ---- what they find
printf "${two}key Shift+M\nwait 3\n" | run both
equal "Shift+M shows them" "$(field both tab)$(field both pair)$(field both pair_recorded)$(field both pair_measured)" pairtruetruetrue
"$WEND" path room.wend --from 4,24 --to 60,40 --algorithm dijkstra --json >a.json
"$WEND" path room.wend --from 4,24 --to 60,40 --algorithm astar --weight 3 --json >b.json
for side in a b; do
    equal "$side: cost and expanded tiles as wend path has them" "$(field both pair_${side}_cost) $(field both pair_${side}_expanded)" \
        "$(member $side.json cost) $(member $side.json expanded)"
    equal "$side: each tile is counted once" "$(field both pair_${side}_expanded)" \
        $(($(field both pair_only_$side) + $(field both pair_both)))
done
check "A* with a weight leaves tiles out" more "$(field both pair_only_a)" 100
check "and expands none that Dijkstra does not: $(field both pair_only_b)" [ "$(field both pair_only_b)" -lt 9 ]
printf "${two}" | run neither
check "the map shows it" more "$("$PIXELS" differ both.png neither.png)" 50000
printf "${two}key Shift+M\nset light 1\nwait 3\n" | run again
printf "${two}set light 1\nset pair 1\nwait 3\n" | run light
equal "the picture does not depend on how it came about" "$("$PIXELS" differ again.png light.png)" 0

# ---- the three colours: a search against itself has only that of both
printf "${ends}set layers none\nset pair_a dijkstra\nset pair_b dijkstra\nset pair 1\nwait 3\n" | run same
equal "one search twice: all tiles by both" "$(field same pair_only_a)$(field same pair_only_b)" 00
printf "${two}set layers none\nkey Shift+M\nwait 3\nclick-widget 'Swap A and B'\nwait 3\n" | tr "'" '"' | run swapped
equal "a button swaps them" "$(field swapped pair_a_algorithm)$(field swapped pair_b_algorithm)" astardijkstra
equal "with all they found" "$(field swapped pair_only_b)" "$(field both pair_only_a)"
printf "${two}key Shift+M\nwait 3\nclick-widget 'algorithm B'\nclick-widget greedy\nwait 3\n" | tr "'" '"' | run chosen
equal "a list chooses another algorithm" "$(field chosen pair_b_algorithm)$(field chosen pair_measured)" greedytrue
check "which finds its own path" more "$(field chosen pair_b_cost)" 0

# ---- it follows the query, and the player plays both
printf "${two}key Shift+M\nwait 3\ndrag-tile goal 50,8\nwait 3\n" | run dragged
"$WEND" path room.wend --from 4,24 --to 50,8 --algorithm astar --weight 3 --json >b.json
equal "a goal that is dragged" "$(field dragged pair_b_cost)$(field dragged pair_measured)" "$(member b.json cost)true"
printf "${two}key Shift+M\nwait 3\nkey P\nset playing 0\nset play_position 300\nwait 2\n" | run played
equal "the player shows both at one event" "$(field played pair_position)" 300
different "before the end" "$("$PIXELS" differ played.png both.png)" 0
printf "${two}key Shift+M\nwait 3\nclick-widget 'Play both'\nwait 20\n" | tr "'" '"' | run playing
check "and plays them: $(field playing pair_position)" more "$(field playing pair_position)" 100
printf "${two}key Shift+M\nwait 3\nkey P\nset play_position 300\nset tab query\nset playing 0\nset play_position 7\nwait 2\n" | run other
equal "another tab: the player has the search of the query" "$(field other pair)$(field other play_position)" false7
printf "${two}key Shift+M\nwait 3\nset brush wall\ndrag-tile 8,20 8,30\nwait 10\n" | run edited
different "an edit changes what they find" "$(field edited pair_a_expanded)" "$(field both pair_a_expanded)"
printf "${two}key Shift+M\nwait 3\nset new 20x10\nwait 5\n" | run fresh
equal "another map" "$(field fresh pair_recorded)$(field fresh width)" true20
printf "set start 30,20\nset goal 4,4\nset pair 1\nwait 3\n" | run none
equal "no path: nothing to show but tiles" "$(field none pair_a_cost)$(field none pair_b_tiles)" 0.0000000

# ---- saved
printf "${two}set clock 1\nkey Shift+M\nset measure wait\nwait 3\nset pair_picture two.png\nwait 2\nset csv two.csv\nwait 2\n" | run saved
check "a picture wide enough for its caption: $("$PIXELS" size two.png)" more "$("$PIXELS" size two.png | cut -dx -f1)" 599
equal "a line for each" "$(awk -F, 'NR == 1 { n = NF } NF != n { exit 1 } END { print NR "x" n }' two.csv)" 3x18
equal "with what was found" "$(awk -F, '$1 == "B" { print $2, $3, $4, $10, $12 }' two.csv)" \
    "astar octile 3 $(field saved pair_b_cost) $(field saved pair_b_expanded)"
check "and the time of several runs" awk -F, 'NR > 1 && !($16 > 0 && $17 >= 1 && $18 > 0) { exit 1 }' two.csv
for bad in "pair_picture no/such/two.png" "csv no/such/two.csv"; do
    printf "${two}key Shift+M\nwait 3\nset $bad\nwait 2\n" | run unwritten
    check "$bad: cannot be written, which is reported" grep -q '"message":"no/such/two' unwritten.json
done
for bad in "pair_a fastest" "pair_b astar,nearest" "pair_b astar,octile,-1"; do
    echo "set $bad" >bad.txt
    "$VIEW" --headless --frames 1 --script bad.txt room.map >bad.json 2>bad.err && code=0 || code=$?
    equal "$bad: refused" "$code" 3
done

# ---- beside the map, and nothing below the fold of a small window
for tab in query pair; do
    printf "${two}set performance 1\nset tab $tab\nwait 3\nhover-widget \"Save CSV\"\n" | run small-$tab
    set -- $(pixel small-$tab $(end_of small-$tab goal))
    check "$tab: the goal is beside the window: $1" [ "$1" -lt 310 ]
done
printf "set zoom 12\nset center 32,32\nset start 10,40\nset goal 50,40\nset performance 1\nwait 3\n" | run far
set -- $(pixel far 50 40)
check "start and goal stay in sight where the map was zoomed: $1" [ "$1" -lt 310 ]
set -- $(pixel far 10 40)
check "both of them: $1" [ "$1" -gt 0 ]
finish
