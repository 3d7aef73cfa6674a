#!/bin/sh
# A tour through the goals, bands of cost around the pointer, territories: are they right, do they follow what changes, and
# can they be seen and used with a mouse? The real window is left out without Xvfb and xdotool.   places.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
# Open ground, and a closed room.
awk 'BEGIN { printf "type octile\nheight 21\nwidth 40\nmap\n"
    for (y = 0; y < 21; y++) { row = ""
        for (x = 0; x < 40; x++) {
            inside = x >= 30 && x <= 34 && y >= 14 && y <= 18
            row = row (inside && (x == 30 || x == 34 || y == 14 || y == 18) ? "@" : ".")
        }
        print row
    } }' >open.map
look='key Tab\nset bars 0\nset paused 1\nset layers path\nset zoom 16\nset center 20,10\nset start 2,10\n'
run() { name=$1; { printf "$look"; cat; printf 'wait 3\n'; } | view "$name" --size 1000x620 open.map; } # run NAME <SCRIPT

# ---- a tour
printf 'set goals 12,10;37,10;7,10;22,10\n' | run plain
equal "nothing is shown at first" "$(field plain places)$(field plain places_text)" off
printf 'set goals 12,10;37,10;7,10;22,10\nset places tour\n' | run tour
equal "the order of the goals along a line" "$(field tour tour_order)" "[0,3,1,4,2]"
equal "its cost" "$(field tour tour_cost)" 35.000000
equal "in words" "$(field tour places_text)" "A tour through 4 goals costs 35.00, the least possible."
check "a line that was not there" more "$("$PIXELS" count tour.png 17BECF)" $(($("$PIXELS" count plain.png 17BECF) + 500))
printf 'set goals 12,10;37,10;7,10;22,10\nset places tour\nset tour_closed 1\n' | run round
equal "back to the start" "$(field round tour_cost)$(field round tour_legs)" 70.0000005
printf 'set goals 12,10;37,10\nset places tour\nset toggle_goal 12,4\n' | run more
equal "one goal more" "$(field more tour_legs)" 3
printf 'set goals 12,10\nset places tour\nset brush wall\nset tool rectangle\ndrag-tile 8,0 8,19\nset tool look\n' | run wall
check "a wall makes it longer: $(field wall tour_cost)" more "$(field wall tour_cost)" 20
printf 'set goals 12,10;32,16\nset places tour\n' | run closed
equal "a goal that cannot be reached" "$(field closed places_text)" \
    "No paths lead from the start through all 2 goals: the one at (32, 16) is cut off."
equal "has no legs" "$(field closed tour_legs)" 0

# ---- reach
printf 'set places reach\nset reach_within 2\nhover-tile 20,10\n' | run reach
equal "the tiles within a cost of the pointer" "$(field reach bands_tiles)" 13
equal "and where it is" "$(field reach places_text)" "13 tiles within a cost of 2 of (20, 10)."
printf 'set places reach\nset reach_within 8\nset reach_bands 3\nhover-tile 5,10\nwait 2\nhover-tile 32,16\n' | run room
equal "it follows the pointer, and stays within walls" "$(field room bands_tiles)" 9
check "it can be seen" more "$("$PIXELS" differ plain.png reach.png)" 500
printf 'set places reach\nhover-tile 31,14\n' | run wall
equal "nothing is in reach of a wall" "$(field wall bands_tiles)" 0

# ---- territories
printf 'set goal 37,10\nset places territories\n' | run lands
equal "all tiles outside the room belong to one of two" "$(field lands territory_tiles | tr -d '[]' | awk -F, '{ print $1 + $2 }')" $((40 * 21 - 25))
check "told by place: $(field lands places_text)" grep -q '"places_text":"Tiles nearest to the start: [0-9]*; to the goal: [0-9]*"' lands.json
check "half of them to each" more "$(field lands territory_tiles | tr -d '[]' | cut -d, -f1)" 380
check "in colours" more "$("$PIXELS" differ lands.png plain.png)" 50000
printf 'set goal 37,10\nset places territories\nset start 32,16\n' | run inside
equal "in the room there are 9" "$(field inside territory_tiles | tr -d '[]' | cut -d, -f1)" 9
printf 'set places tour\nkey Escape\n' | run escaped
equal "Escape closes it" "$(field escaped places)" off
printf 'set places everything\n' >bad.txt
"$VIEW" --headless --frames 1 --script bad.txt open.map 2>bad.err && check "a wrong word is refused" false
check "by name: $(cat bad.err)" grep -q "unknown view of several places .everything., expected off tour reach territories" bad.err

# ---- hexagons: areas are drawn on their tiles, as on squares
# hexagon NAME X Y: the colour of a tile of odd-r layout at zoom 24, with 12,9 widths in the middle
hexagon() { "$PIXELS" at "$1.png" $(echo "$2 $3" | awk '{ printf "%d %d\n", ($1 + 0.5 + ($2 % 2) / 2 - 12) * 24 + 500, ($2 * sqrt(3) / 2 + 1 / sqrt(3) - 9) * 24 + 310 }'); }
look='set new 24x20\nset move hex-odd-r\nkey Tab\nset bars 0\nset paused 1\nset layers none\nset zoom 24\nset center 12,9\nset start 2,10\nset goal 21,10\n'
printf 'wait 1\n' | run hex_plain
printf 'set places territories\n' | run hex_lands
equal "tiles of one place have one colour" "$(hexagon hex_lands 3 3)" "$(hexagon hex_lands 8 18)"
different "that of another place another" "$(hexagon hex_lands 3 3)" "$(hexagon hex_lands 20 3)"
different "which is not that of the ground" "$(hexagon hex_lands 3 3)" "$(hexagon hex_plain 3 3)"
printf 'set places reach\nset reach_within 2\nset reach_bands 1\nhover-tile 10,9\n' | run hex_reach
equal "within two steps are 19 hexagons" "$(field hex_reach bands_tiles)" 19
different "of which the last is seen" "$(hexagon hex_reach 12 9)" "$(hexagon hex_plain 12 9)"
equal "and nothing beyond it" "$(hexagon hex_reach 13 9)" "$(hexagon hex_plain 13 9)"

# ---- the real window
[ "$failures" = 0 ] || finish
. "$HERE/display.sh"
start_display 1000x700
printf 'set paused 1\nset zoom 16\nset center 25,10\nset start 2,10\nset goal 37,10\nset places tour\n' >look.txt
drop_goals() {
    xdotool keydown ctrl
    click 1 $(tile 30 10)
    click 1 $(tile 25 10)
    xdotool keyup ctrl
    await says 'script ended'
}
act drop_goals --size 800x560 --ui-scale 1 --script look.txt open.map
equal "goals dropped by hand: a tour through all" "$(field window tour_legs)/$(field window tour_order)/$(field window tour_cost)" "3/[0,3,2,1]/35.000000"
close_it() { click 1 $(widget Close); }
act close_it --size 800x560 --ui-scale 1 --script look.txt open.map
equal "the button closes it" "$(field window places)" off
sed -i 's/places tour/places reach/' look.txt
printf 'set reach_within 2\n' >>look.txt
hover() { pointer $(tile 30 8); pointer $(tile 31 8); sleep 0.3; }
act hover --size 800x560 --ui-scale 1 --script look.txt open.map
equal "bands under the pointer" "$(field window bands_tiles)" 13
finish
