#!/bin/sh
# Where does the path lead when the goal is blocked or cut off, and why is there none?   nearest.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
# A room that cannot be entered, as room_map, but small: a pond of blocked tiles on the right.
awk 'BEGIN { printf "type octile\nheight 21\nwidth 40\nmap\n"
    for (y = 0; y < 21; y++) { row = ""
        for (x = 0; x < 40; x++) {
            inside = x >= 8 && x <= 14 && y >= 7 && y <= 13
            wall = inside && (x == 8 || x == 14 || y == 7 || y == 13)
            pond = x >= 25 && x <= 35 && y >= 5 && y <= 15
            row = row (wall || pond ? "@" : ".")
        }
        print row
    } }' >pond.map
look='key Tab\nset bars 0\nset paused 1\nset layers path\nset zoom 16\nset center 20,10\nset start 2,10\n'
run() { name=$1; { printf "$look"; cat; printf 'move 2 2\nwait 3\n'; } | view "$name" --size 640x360 pond.map; } # run NAME <SCRIPT

# ---- a blocked goal, an enclosed one, a blocked start
echo 'click-tile 27,10' | run pond
equal "a click on blocked ground sets the goal" "$(field pond goal)" "[27,10]"
equal "the path leads to its edge" "$(field pond outcome)" found
equal "and it is said" "$(field pond goal_moved)" \
    "Goal is blocked: path leads to the nearest passable tile (24, 10), 3 tiles away"
check "a ring round the tile" more "$("$PIXELS" count pond.png E63232)" 150
printf 'set nearest 0\nclick-tile 27,10\n' | run off
equal "the switch turns it off" "$(field off outcome)$(field off tiles)$(field off goal_moved)" goal_blocked0
check "which takes path and ring away" more "$("$PIXELS" differ pond.png off.png)" 1000
echo 'set goal 11,10' | run room
equal "a room that is closed" "$(field room outcome)" partial
equal "the nearest tile outside" "$(field room goal_moved)" \
    "Goal is not reachable: path leads to the nearest reachable tile (11, 6), 4 tiles away"
printf 'set start 27,10\nset goal 2,10\n' | run start
equal "a blocked start" "$(field start start_moved)" \
    "Start is blocked: path begins at the nearest passable tile (24, 10), 3 tiles away"
for algorithm in exact astar dijkstra bfs greedy; do
    printf "set algorithm $algorithm\nset goal 27,10\n" | run any
    equal "$algorithm does the same" "$(field any outcome) $(field any goal_moved)" "found $(field pond goal_moved)"
done

# ---- why no path?
printf 'set goal 11,10\nset why 1\n' | run why
equal "one wall tile keeps them apart" "$(field why why_openings)" 1
equal "in words" "$(field why why_text | cut -d. -f1)" "The start reaches 670 tiles"
check "it is marked" more "$("$PIXELS" count why.png FF8C28)" 30
printf 'set goal 11,10\nkey Q\nwait 2\nclick-widget "Open it"\nwait 2\n' | run open
equal "the button opens it" "$(field open outcome)$(field open edits)$(field open why_shown)" found1false
printf 'set goal 11,10\nset why 1\nset why open\nkey Ctrl+Z\n' | run undone
equal "which can be undone" "$(field undone world_hash)" "$(field why world_hash)"
printf 'set goal 27,10\nset why 1\n' | run blocked
equal "a blocked goal counts" "$(field blocked why_openings)" 3
printf 'set goal 11,10\nset why 1\nset goal 12,10\n' | run other
equal "another query closes it" "$(field other why_shown)" false
printf 'set goal 20,2\nset why 1\n' | run path
equal "where a path exists it says so" "$(field path why_openings) $(field path why_text)" \
    "0 A path leads from start to goal, so nothing has to be opened."
# walls, one-way steps and links that are switched off
printf 'set goal 11,10\nset why 1\nset why open\nset wall "7,10 8,10"\nset why 1\n' | run walls
check "a thin wall is one, too: $(field walls why_text)" sh -c 'grep -q "1 wall" walls.json'
printf 'set brush wall\nset tool rectangle\ndrag-tile 7,6 15,6\ndrag-tile 7,14 15,14\ndrag-tile 7,6 7,14\ndrag-tile 15,6 15,14\nset tool look\nset goal 11,10\nset link "3,10 11,10"\nset link_enabled 0\nset why 1\nset why open\n' | run link
equal "a link is switched on" "$(field link outcome)$(field link path_links)" found1
finish
