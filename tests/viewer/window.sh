#!/bin/sh
# Does the real window answer to a real pointer and keyboard? Skipped without Xvfb and xdotool.   window.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
room_map >room.map
start_display 1000x800

act_on() { # act_on FUNCTION
    act "$1" --size 800x600 --ui-scale 1 --script script.txt room.map
    equal "$doing: stderr" "$(cat window.err)" ""
}
: >script.txt

set_goal() { stroke 1 $(marker goal) $(tile 50 40); }
ask_why() { # into the room that is closed
    click 1 $(tile 30 20)
    press q
    await has_widget 'Open it'
    click 1 $(widget 'Open it')
}
zoom_and_pan() {
    pointer $(tile 40 8)
    turn_wheel 3
    from=$(tile 40 8)
    stroke 3 $from $(echo "$from" | awk '{ print $1 - 100, $2 + 60 }')
}
press_keys() {
    press space 7 Tab F12
    await has_file wend-view-001.png
}
measure() {
    press m
    await has_widget 'Many queries'
    pointer $(widget 'follow the query')
    xdotool click --repeat 12 5 # down
    await has_widget 'Save CSV' # it has begun
    xdotool click --repeat 12 4 # up
    await has_widget Compare    # and ended
    click 1 $(widget 'Many queries')
    pointer $(widget 'Run random queries')
    turn_wheel 1
}
resize() {
    xdotool windowsize --sync "$window" 640 480
    await says 'window 640 480'
    press F12
    await has_file wend-view-001.png
}
measure_two() {
    press shift+m
    await has_widget 'Play both'
    click 1 $(widget 'algorithm B')
    await has_widget Dijkstra
    click 1 $(widget Dijkstra)
    press p
    await has_widget pause
    press ctrl+Right
}
play_search() {
    press p
    await has_widget pause
    press space shift+Right Right Left
}
send_boid() {
    press n
    click 1 $(tile 44 8)
    stroke 1 $(tile 44 8) $(tile 52 12)
    await says 'boids 1 0' # it has arrived
}

echo 'wait 1' | view still --size 800x600 room.map
printf 'set performance 1\nwait 3\n' | view beside --size 800x600 room.map

act_on set_goal
equal "the goal was dragged" "$(field window goal)" "[50,40]"
equal "and planned to" "$(field window outcome)" found
act_on ask_why
equal "a click on the map is the goal" "$(field window goal)" "[30,20]"
equal "Q explains, and a button opens the way" "$(field window outcome)$(field window edits)" found1
act_on zoom_and_pan
check "the wheel zooms" more "$(field window zoom)" "$(field still zoom)"
check "the right button pans" more "$(field window center | tr -d '[' | cut -d, -f1)" 20
equal "no marker was moved" "$(field window goal)" "$(field still goal)"
act_on press_keys
equal "Space pauses" "$(field window paused)" true
equal "Tab hides the panel" "$(field window panel)" false
check "7 shows the waypoints" grep -q '"waypoints",' window.json
equal "F12 saves the window" "$("$PIXELS" size wend-view-001.png)" 800x600
check "in which the path is seen" more "$("$PIXELS" count wend-view-001.png FFD800)" 50
act_on measure
equal "M compares the algorithms" "$(field window performance)$(field window columns)" true6
equal "a click chooses another tab" "$(field window tab)" scenario
equal "and the wheel over it does not zoom" "$(field window zoom)" "$(field beside zoom)"
act_on measure_two
equal "Shift+M, a list, P: two searches to the end" "$(field window pair_b_algorithm)$(field window play_open)" dijkstratrue
equal "of both" "$(field window pair_position)" "$(field window pair_events)"
act_on play_search
equal "P opens the player, Space pauses it" "$(field window play_open)$(field window play_playing)" truefalse
check "it has played, and gone a leap on: $(field window play_position)" more "$(field window play_position)" 99
echo 'set time_scale 8' >script.txt
act_on send_boid
: >script.txt
equal "N, a click: a boid" "$(field window boid_count)" 1
check "a drag sends it: $(field window boid_at), $(field window boid_state)" awk -v at="$(field window boid_at | tr -d '[]')" \
    'BEGIN { split(at, p, ","); exit !((p[1] - 52.5) ^ 2 + (p[2] - 12.5) ^ 2 < 4) }'
act_on resize
equal "the picture follows the window's size" "$("$PIXELS" size wend-view-001.png)" 640x480
finish
