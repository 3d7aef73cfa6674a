#!/bin/sh
# Are start and goal numbers that can be typed, and does the list of layers say what is too small?   plan_panel.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
run() { view "$@" --size 1280x800 room.map; } # run NAME <SCRIPT

printf 'set close layers\nwait 3\n' | run still
printf 'set close layers\nclick-widget "in world units"\nwait 3\n' | run world
different "the ends are shown in units of the world" "$("$PIXELS" differ still.png world.png)" 0
printf 'set start 5,6\nset goal 50,40\nwait 2\n' | run ends
equal "start and goal" "$(field ends start)$(field ends goal)" "[5,6][50,40]"

# ---- layers that are too small to be seen are grey, and a line says why
printf 'set zoom 1\nwait 3\n' | run far
printf 'set zoom 30\nwait 3\n' | run near
different "the list differs with the zoom" "$("$PIXELS" differ far.png near.png)" 0
printf 'set zoom 30\nset layers none\nset paused 1\nset center 32,24\nwait 3\n' | run none
printf 'set zoom 30\nset layers grid\nset paused 1\nset center 32,24\nwait 3\n' | run grid
check "lines between large tiles" more "$("$PIXELS" differ grid.png none.png)" 5000
printf 'set zoom 6\nset layers none\nset paused 1\nset center 32,24\nset close layers\nwait 3\n' | run none_far
printf 'set zoom 6\nset layers grid\nset paused 1\nset center 32,24\nset close layers\nwait 3\n' | run grid_far
equal "none between small ones" "$("$PIXELS" differ grid_far.png none_far.png)" 0

# ---- the bar of the player: the abstract search has its first half, the tiles have the second
printf 'set player 1\nset playing 0\ndrag-widget position 0 0.5\nwait 3\n' | run half
events=$(field half play_refinement)
check "the middle of the bar is where the tiles begin: $(field half play_position) of $events" \
    awk -v p="$(field half play_position)" -v t="$events" 'BEGIN { exit !(t > 0 && p >= t * 0.9 && p <= t * 1.1 + 2) }'

# ---- options of A* whose heuristic overestimates, and of refinement; each where its algorithm has it
awk 'BEGIN { printf "type octile\nheight 60\nwidth 60\nmap\n"
    for (y = 0; y < 60; y++) {
        row = ""
        for (x = 0; x < 60; x++) {
            seed = (seed * 25173 + 13849) % 65536
            row = row (int(seed / 256) % 100 < 30 && x + y > 4 && x + y < 112 ? "@" : ".")
        }
        print row
    } }' >noise.map
run() { view "$@" --size 1280x800 noise.map; }
hasty='set close layers\nset start 0,0\nset goal 59,59\nset algorithm astar\nset weight 4\n'
printf "$hasty" | run hasty
printf "${hasty}wait 2\nclick-widget \"reopen closed tiles\"\nwait 3\n" | run again
printf "${hasty}wait 2\nclick-widget \"search until the path is proven\"\nwait 3\n" | run proven
printf "${hasty}set algorithm dijkstra\n" | run best
equal "nothing is reopened unless asked for" "$(field hasty reopened)" 0
check "the box reopens closed tiles" more "$(field again reopened)" 0
check "until proven, more of them" more "$(field proven reopened)" "$(field again reopened)"
equal "the proven path is the optimum" "$(field proven cost)" "$(field best cost)"
different "which the hasty one is not" "$(field hasty cost)" "$(field best cost)"
printf "${hasty}set until_proven 1\nset player 1\nwait 3\nset play_position end\nwait 3\n" | run played
check "the player shows them" more "$(field played play_reopened)" 0
printf "${hasty}set until_proven 1\nset algorithm hpa\n" | run hpa
printf "${hasty}set algorithm hpa\nset refine astar\n" | run tiles
equal "HPA* leaves them out" "$(field hpa outcome)$(field hpa expanded)" found0
check "and refines tile by tile on demand" more "$(field tiles expanded)" 0
equal "for the same cost" "$(field tiles cost)" "$(field hpa cost)"
printf "${hasty}set until_proven 1\nset algorithm hpa\nkey M\nwait 3\n" | run compared
equal "all algorithms are compared, A* until proven" "$(field compared columns)" 6
printf "${hasty}set until_proven 1\nset pair_a astar,octile,4\nset pair_b hpa\nkey Shift+M\nwait 3\n" | run pair
check "two searches: A* reopens, HPA* has nothing to reopen" more "$(field pair pair_a_expanded)" 0

run() { view "$@" --size 1280x800 room.map; }

# ---- numbers are typed in the real window
. "$HERE/display.sh"
export XDG_CONFIG_HOME=$folder/config
start_display 1400x1000
type_start() {
    set -- $(widget start)
    click 1 $(($1 - 40)) $2
    press ctrl+a 7 Return
    await has_start
}
has_start() { [ -n "$(marker start)" ]; }
act type_start --size 1280x800 --ui-scale 1 room.map
equal "a typed column and Return" "$(field window start | tr -d '[]' | cut -d, -f1)" 7

# ---- a cost that no terrain can have is refused
type_cost() {
    set -- $(widget "class 1 cost")
    click 1 $1 $2
    press ctrl+a minus 5 Return
}
printf 'set close map\nset close plan\nset close edit\nset open terrain\n' >terrain.txt
act type_cost --size 1280x800 --ui-scale 1 --script terrain.txt room.map
equal "a cost of -5: no edit" "$(field window edits)" 0
check "and the range" grep -q '"message":"[^"]*-5[^"]* is no number from 0.015625 to ' window.json

# ---- places in world units
outside() { # in units of the world: tiles of 5 cm
    set -- $(widget start)
    click 1 $(($1 - 40)) $2
    press ctrl+a 1 0 0 0 Return
    await has_start
}
printf 'P2\n8 8\n255\n' >small.pgm
for i in 1 2 3 4 5 6 7 8; do echo 255 255 255 255 255 255 255 255; done >>small.pgm
printf 'image: small.pgm\nresolution: 0.05\norigin: [-10, -10, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >small.yaml
printf 'set world_units 1\nset start 1,1\n' >units.txt
act outside --size 1280x800 --ui-scale 1 --script units.txt small.yaml
check "a place outside the map is told in these units: $(field window message)" \
    grep -q '"message":"start 1000.000, -9.675 m is outside the map, which reaches from -10.000, -10.000 m to -9.600, -9.600 m"' window.json
equal "and nothing moves" "$(field window start)" "[1,1]"
lowest() { # y is upwards
    set -- $(widget start)
    click 1 $(($1 + 40)) $2
    press ctrl+a minus 9 period 9 9 Return
    await has_start
}
act lowest --size 1280x800 --ui-scale 1 --script units.txt small.yaml
equal "numbers are those of wend path --units world" "$(field window start)" "[1,7]"

# ---- a quick click
quick_click() { # press and release reach the window within one frame
    pointer $(widget time)
    count=$(inputs)
    xdotool mousedown 1 mouseup 1
    await had_inputs $((count + 2))
}
printf 'set close map\nset close plan\nset close layers\nset boids 1\n' >boids.txt
act quick_click --size 1280x1000 --ui-scale 1 --script boids.txt room.map
check "a quick click moves a slider: $(field window time_scale)" more "$(field window time_scale)" 3
finish
