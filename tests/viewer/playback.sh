#!/bin/sh
# Is the search played back as it ran, in both directions?   playback.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
# Rooms of 10 tiles with doors: 150 x 100 tiles, far more than one cluster.
awk 'BEGIN { printf "type octile\nheight 100\nwidth 150\nmap\n"
    for (y = 0; y < 100; y++) {
        row = ""
        for (x = 0; x < 150; x++) {
            wall = (x % 10 == 0 && y % 10 != 3 + x / 10 % 5) || (y % 10 == 0 && x % 10 != 3 + y / 10 % 5)
            row = row (wall ? "@" : ".")
        }
        print row
    } }' >rooms.map
look='set start 5,5\nset goal 145,95\nset layers path\nset close layers\n'
# run NAME <SCRIPT: with the player open and standing still at its begin.
run() { name=$1; { printf "${look}set player 1\nset playing 0\nset play_position 0\n"; cat; echo 'wait 4'; } |
    view "$name" --size 900x600 rooms.map; }

# ---- at the end the counters are those of the search, whatever the algorithm
for algorithm in hpa exact astar dijkstra bfs greedy; do
    printf "set algorithm $algorithm\nwait 2\nset play_position end\n" | run end
    check "$algorithm: there are events" more "$(field end play_events)" 100
    equal "$algorithm: all of them are kept" "$(field end play_events)" "$(field end play_total)"
    equal "$algorithm: closed" "$(field end play_closed)" "$(field end search_expanded)"
    equal "$algorithm: put on the open list" \
        $(($(field end play_opened) + $(field end play_improved) + $(field end play_reopened))) \
        "$(field end search_generated)"
    equal "$algorithm: what was opened is closed or still open" "$(field end play_opened)" \
        $(($(field end play_closed) - $(field end play_reopened) + $(field end play_open_list)))
    equal "$algorithm: rows" "$(field end play_rows)" "$(field end search_abstract_expanded)"
    equal "$algorithm: clusters" "$(field end play_clusters)" "$(field end search_clusters)"
    equal "$algorithm: the cost is that of the plan" "$(field end search_cost)" "$(field end cost)"
    check "$algorithm: the path is shown" more "$("$PIXELS" count end.png FFD800)" 100
done
# A heuristic that overestimates closes tiles for good.
printf 'set algorithm astar\nset heuristic manhattan\nwait 2\nset play_position end\n' | run again
equal "none re-opened" "$(field again play_reopened)$(field again search_reopened)" 00
check "tiles were closed" more "$(field again play_closed)" 100

# ---- first the clusters, then the tiles
run begin </dev/null
turn=$(field begin play_refinement) events=$(field begin play_events)
check "the abstract search comes first ($turn of $events)" more "$turn" 0
check "then that over tiles" more "$events" "$turn"
equal "at the begin nothing has happened" "$(field begin play_position)$(field begin play_closed)$(field begin play_nodes)" 000
equal "and no path is shown" "$("$PIXELS" count begin.png FFD800)" 0
printf 'set play_position refinement\n' | run turn
equal "at the mark no tile was closed" "$(field turn play_position)$(field turn play_closed)" "${turn}0"
check "but nodes were" more "$(field turn play_nodes_closed)" 5
equal "with all their rows" "$(field turn play_rows)" "$(field turn search_abstract_expanded)"
check "they are seen, pale blue" more "$("$PIXELS" count turn.png 91CDFF)" 100

# ---- steps
middle=$(((turn + events) / 2))
printf "set play_position $middle\n" | run middle
printf "set play_position $middle\nkey Right\n" | run one
equal "Right: one on" "$(field one play_position)" $((middle + 1))
check "and the picture shows it" more "$("$PIXELS" differ one.png middle.png)" 10
printf "set play_position $middle\nkey Shift+Right\nkey O\n" | run hundred
equal "Shift+Right, O: 101 on" "$(field hundred play_position)" $((middle + 101))
check "time only advances: closed" more "$(field hundred play_closed)" "$(field middle play_closed)"
printf "set play_position $middle\nkey Right\nkey Right\nkey Left\nkey Left\n" | run back
check "on and back gives the same picture" cmp middle.png back.png
printf "set play_position $middle\nkey Ctrl+Right\nkey Ctrl+Left\nset play_position $((turn / 2))\nset play_position $middle\n" | run leap
check "so does a leap to the end, the begin and the clusters" cmp middle.png leap.png
equal "and the same counters" "$(field leap play_opened)/$(field leap play_open_list)/$(field leap play_text)" \
    "$(field middle play_opened)/$(field middle play_open_list)/$(field middle play_text)"
printf 'key Left\n' | run before
equal "before the first event there is none" "$(field before play_position)" 0
printf 'key Ctrl+Right\nkey Right\n' | run behind
equal "nor behind the last" "$(field behind play_position)" "$events"

# ---- it plays by itself
printf 'set play_speed 600\nset playing 1\nwait 40\nkey Space\nwait 20\n' | run play
check "600 a second for some 41 frames: $(field play play_position)" more "$(field play play_position)" 399
check "and no more" more 441 "$(field play play_position)"
equal "Space held it" "$(field play play_playing)" false
printf 'set play_speed 10000000\nset playing 1\nwait 5\n' | run fast
equal "at the end it stops" "$(field fast play_position)$(field fast play_playing)" "${events}false"
printf 'wait 60\n' | run agent
equal "the agent waits meanwhile" "$(field agent ticks)" "$(field begin ticks)"

# ---- the bar by mouse: a drag on it scrubs
echo 'drag-widget position 0 0.4' | run scrub
share=$(awk "BEGIN { print $(field scrub play_position) / $turn / 2 }")
check "scrubbed to $share" more "$share" 0.39
check "and no further" more 0.41 "$share"
equal "the map below did not move" "$(field scrub center)" "$(field begin center)"

# ---- another plan is recorded by itself
printf 'set play_position end\nset goal 15,5\nwait 3\n' | run follow
equal "the recording follows the goal" "$(field follow search_cost)" "$(field follow cost)"
equal "and stays at its end" "$(field follow play_position)" "$(field follow play_events)"
printf 'set new 40x30\nwait 3\n' | run new
equal "and the map" "$(field new play_open)$(field new search_cost)" "true$(field new cost)"
printf 'set nearest 0\nset goal 0,0\nwait 3\n' | run blocked
equal "a blocked goal has no events" "$(field blocked play_events)" 0
equal "and says so" "$(field blocked play_text)" "goal blocked: known without a search"
printf 'key P\nwait 3\n' | run closed
equal "P closes it" "$(field closed play_open)" false

# ---- more events than are kept
printf "set play_limit 500\nwait 3\nset play_position end\n" | run few
equal "only the first are kept" "$(field few play_events)" 500
equal "all are counted" "$(field few play_total)" "$events"
check "which is reported" grep -q "\"message\":\"the search made $(echo $events | sed -E 's/(.*)(...)$/\1 \2/') events, of which the first 500 are kept\"" few.json
equal "there the path has not been found" "$("$PIXELS" count few.png FFD800)" 0

# ---- the layer
printf "${look}wait 5\n" | view without --size 900x600 rooms.map
printf "${look}key 9\nwait 3\n" | view lists --size 900x600 rooms.map
check "9 shows the lists" more "$("$PIXELS" differ lists.png without.png)" 1000
check "closed tiles, pale blue over the map" more "$("$PIXELS" count lists.png "$("$PIXELS" at lists.png $(pixel lists 15 5))")" 500
equal "its counters are those of the end" "$(field lists play_closed)" "$(field lists search_expanded)"
printf "${look}key 9\nset goal 5,45\nwait 3\n" | view moved --size 900x600 rooms.map
equal "the lists follow the plan" "$(field moved search_cost)" "$(field moved cost)"
printf "${look}key 9\nkey 9\nwait 3\n" | view off --size 900x600 rooms.map
equal "9 again hides them" "$("$PIXELS" differ off.png without.png)" 0
finish
