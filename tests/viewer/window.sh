#!/bin/sh
# Does the real window answer to a real pointer and keyboard? Skipped without Xvfb and xdotool.   window.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
room_map >room.map
start_display 1000x800

# act COMMAND: starts the viewer, runs a shell function on its window, closes it; report in window.json.
act() {
    rm -f wend-view-001.png
    "$VIEW" --size 800x600 --ui-scale 1 --report room.map >window.json 2>window.err &
    viewer=$!
    window=$(timeout 60 xdotool search --sync --onlyvisible --name 'room.map - wend-view' | head -n 1)
    sleep 1
    "$@"
    xdotool key --window "$window" Escape
    code=0
    wait $viewer || code=$?
    equal "$1: exit code" "$code" 0
    equal "$1: stderr" "$(cat window.err)" ""
}
pointer() { xdotool mousemove --window "$window" "$@"; sleep 0.2; }

set_goal() {
    pointer $goal
    xdotool mousedown 1
    for x in 0.3 0.6 1; do
        pointer $(echo "$goal $target" | awk -v t=$x '{ printf "%d %d", $1 + t * ($3 - $1), $2 + t * ($4 - $2) }')
    done
    xdotool mouseup 1
    sleep 0.3
}
zoom_and_pan() {
    pointer 600 200
    for i in 1 2 3; do xdotool click 4; sleep 0.1; done
    xdotool mousedown 3
    pointer 560 230
    pointer 500 260
    xdotool mouseup 3
    sleep 0.3
}
press_keys() {
    for key in space 7 Tab F12; do xdotool key --window "$window" $key; sleep 0.3; done
}
measure() {
    xdotool key --window "$window" m
    sleep 1
    pointer $(xdotool getwindowgeometry --shell "$window" | awk -F= '$1 == "WIDTH" { w = $2 } END { print w - 250, 52 }')
    xdotool click 1
    sleep 0.5
    pointer 500 60
    xdotool click 4
    sleep 0.3
}
resize() {
    xdotool windowsize --sync "$window" 640 480
    sleep 0.5
    xdotool key --window "$window" F12
    sleep 0.5
}

play_search() {
    xdotool key --window "$window" p
    sleep 0.7
    for key in space shift+Right Right Left; do xdotool key --window "$window" $key; sleep 0.3; done
}
send_boid() {
    xdotool key --window "$window" n
    pointer $boid
    xdotool click 1
    sleep 0.3
    xdotool mousedown 1
    pointer $(echo "$boid $there" | awk '{ print $1 + ($3 - $1) / 2, $2 + ($4 - $2) / 2 }')
    pointer $there
    xdotool mouseup 1
    sleep 3
}

echo 'wait 1' | view still --size 800x600 room.map
goal=$(pixel still $(end_of still goal)) target=$(pixel still 50 40)
boid=$(pixel still 44 8) there=$(pixel still 52 12)

act set_goal
equal "the goal was dragged" "$(field window goal)" "[50,40]"
equal "and planned to" "$(field window outcome)" found
act zoom_and_pan
check "the wheel zooms" more "$(field window zoom)" "$(field still zoom)"
check "the right button pans" more "$(field window center | tr -d '[' | cut -d, -f1)" 20
equal "no marker was moved" "$(field window goal)" "$(field still goal)"
act press_keys
equal "Space pauses" "$(field window paused)" true
equal "Tab hides the panel" "$(field window panel)" false
check "7 shows the waypoints" grep -q '"waypoints",' window.json
equal "F12 saves the window" "$("$PIXELS" size wend-view-001.png)" 800x600
check "in which the path is seen" more "$("$PIXELS" count wend-view-001.png FFD800)" 50
act measure
equal "M compares the algorithms" "$(field window performance)$(field window columns)" true5
equal "a click chooses another tab" "$(field window tab)" scenario
equal "and the wheel over it does not zoom" "$(field window zoom)" "$(field still zoom)"
act play_search
equal "P opens the player, Space pauses it" "$(field window play_open)$(field window play_playing)" truefalse
check "it has played, and gone a leap on: $(field window play_position)" more "$(field window play_position)" 100
act send_boid
equal "N, a click: a boid" "$(field window boid_count)" 1
check "a drag sends it: $(field window boid_at), $(field window boid_state)" awk -v at="$(field window boid_at | tr -d '[]')" \
    'BEGIN { split(at, p, ","); exit !((p[1] - 52.5) ^ 2 + (p[2] - 12.5) ^ 2 < 4) }'
act resize
equal "the picture follows the window's size" "$("$PIXELS" size wend-view-001.png)" 640x480
finish
