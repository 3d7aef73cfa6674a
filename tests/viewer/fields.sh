#!/bin/sh
# Are the distance map and the flow field those of the goal, and seen?   fields.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
size="--size 800x600"
look='key Tab\nset bars 0\nset paused 1\nset zoom 9\nset center 36,24\nset start 2,2\nset goal 60,24\n'
run() { name=$1; { printf "$look"; cat; } | view "$name" $size room.map; } # run NAME <SCRIPT
color() { "$PIXELS" at "$1.png" $(pixel "$1" $2 $3); }                    # color NAME X Y: of a tile
bright() { # likewise: the sum of red, green and blue
    rgb=$(color "$@")
    green=${rgb#??}
    echo $((0x${rgb%????} + 0x${green%??} + 0x${rgb#????}))
}

printf 'set layers none\n' | run plain
printf 'set layers distance\nset algorithm exact\n' | run far
check "the field costs what the best path does" awk -v a="$(field far field_cost)" -v b="$(field far cost)" \
    'BEGIN { exit !(a > 0 && (a - b) ^ 2 < 0.001 * b) }'
equal "all of it is there" "$(field far field_whole)" true
check "near the goal it is bright, far away dark" more "$(bright far 58 21)" "$(bright far 21 5)"
check "and in between" more "$(bright far 44 7)" "$(bright far 7 27)"
equal "the unreachable room keeps the map's colour" "$(color far 30 20)" "$(color plain 30 20)"
equal "so do walls" "$(color far 24 20)" "$(color plain 24 20)"
different "passable ground does not" "$(color far 44 7)" "$(color plain 44 7)"
printf 'set layers distance\nset goal 5,40\n' | run moved
check "it follows the goal" more "$(bright moved 7 38)" "$(bright moved 58 21)"

# Lines of equal cost. On unobstructed ground a tile dx columns and dy < dx rows from the goal costs dx + 0.41421 dy: on each
# row the line of a cost is where that sum is the cost, and halfway to the next line there is none.
dark_beside() { # dark_beside NAME X Y X2 Y2 [ASIDE]: the first place, or one so far left or right, is much darker than the second
    limit=$(($(bright "$1" $4 $5) * 7 / 10))
    for aside in 0 "${6:-0}" "-${6:-0}"; do
        more "$limit" "$(bright "$1" "$(awk -v x="$2" -v by="$aside" 'BEGIN { print x + by }')" "$3")" && return 0
    done
    return 1
}
printf 'set layers distance\nset zoom 30\nset center 52,24\n' | run close # a line every 2
for cost in 10 12 14; do
    for rows in -6 -3 0 3 6; do
        place=$(awk -v cost=$cost -v rows=$rows 'BEGIN { y = 24 + rows; aside = 0.41421 * (rows < 0 ? -rows : rows)
            printf "%.3f %d %.3f %d", 60 - cost + aside, y, 60 - cost - 1 + aside, y }')
        check "the line of cost $cost passes row $((24 + rows)): $place" dark_beside close $place 0.034 # a pixel: a line is one and a half wide
    done
done
# Where tiles are small a line is tiles: the last ones below each cost of 100.
printf 'set layers distance\nset new 400x100\nset start 5,5\nset goal 350,50\nset zoom 2\nset center 200,50\nwait 20\n' | run small
for cost in 100 200; do
    line=$((350 - cost + 1))
    check "small tiles: the line of cost $cost, and cheaper ones" dark_beside small $line 50 $((line + 1)) 50
    check "small tiles: and more expensive ones" dark_beside small $line 50 $((line - 1)) 50
done

printf "set layers distance\nset tool rectangle\ndrag-tile 50,-5 50,44\nwait 5\n" | run edited
check "it follows edits: the detour costs more" more "$(field edited field_cost)" "$(field far field_cost | awk '{ print $1 + 5 }')"
check "as the plan does" awk -v a="$(field edited field_cost)" -v b="$(field edited cost)" 'BEGIN { exit !((a - b) ^ 2 < 4) }'
printf "set layers distance\nset tool rectangle\ndrag-tile 50,-5 50,60\nwait 5\n" | run cut
equal "beyond a wall across there is no cost" "$(field cut field_cost)" -1.000000

printf 'set layers flow\n' | run flow
arrows=$("$PIXELS" count flow.png F0FFFF)
check "arrows" more "$arrows" 2000
# An arrow is a triangle: beside its axis it has colour behind the middle of its tile, and none ahead of it.
points() { # points TEXT X Y DX DY: the arrow of a tile points in a direction
    behind=$(awk -v x=$2 -v y=$3 -v dx=$4 -v dy=$5 'BEGIN { print x - 0.225 * dx + 0.1 * dy, y - 0.225 * dy + 0.1 * dx }')
    ahead=$(awk -v x=$2 -v y=$3 -v dx=$4 -v dy=$5 'BEGIN { print x + 0.225 * dx + 0.1 * dy, y + 0.225 * dy + 0.1 * dx }')
    equal "$1 of the goal: colour behind" "$(color arrows $behind)" F0FFFF
    different "$1 of the goal: and not ahead" "$(color arrows $ahead)" F0FFFF
}
printf 'set layers flow\nset zoom 40\nset center 55,24\n' | run arrows
points west 50 24 1 0
points east 63 24 -1 0
points north 60 20 0 1
points south 60 28 0 -1
printf 'set layers flow\nset zoom 2\n' | run thin
check "fewer where tiles are small" more "$arrows" "$("$PIXELS" count thin.png F0FFFF)"
check "but some" more "$("$PIXELS" count thin.png F0FFFF)" 100
printf 'set layers none\nkey E\nkey G\n' | run keys
check "E and G switch them" grep -q '"layers":\["distance","flow"\]' keys.json
check "both are seen" more "$("$PIXELS" count keys.png F0FFFF)" 1000
different "the one on the other" "$(color keys 40 7)" "$(color plain 40 7)"
printf 'set layers distance,flow\nset cluster 15\nwait 3\nset new 40x30\nwait 3\n' | run other
equal "another map has another field" "$(field other field_whole)$(field other width)" true40
printf 'set layers distance,flow\nset goal 24,20\n' | run blocked
equal "a goal in a wall has none" "$(field blocked field_cost)" -1.000000
finish
