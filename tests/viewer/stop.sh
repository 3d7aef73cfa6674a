#!/bin/sh
# Does the real window stay alive while it reads and bakes, and does Esc stop that? Skipped without Xvfb and xdotool.
#   stop.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
room_map >room.map
# Reads and bakes for seconds, whatever the machine.
printf 'P5 20000 10000 255\n' >large.pgm
head -c 200000000 /dev/zero | tr '\0' '\377' >>large.pgm

start_display 1000x800

# play NAME SECONDS: the viewer plays a script, which writes ready.map when something long is about to begin; so much later
# Esc is pressed, once. The window closes by itself.
play() {
    name=$1
    rm -f ready.map
    cat >"$name.txt"
    "$VIEW" --size 800x600 --ui-scale 1 --frames 1 --report --script "$name.txt" room.map >"$name.json" 2>"$name.err" &
    viewer=$!
    window=$(timeout 60 xdotool search --sync --onlyvisible --name 'room.map - wend-view' | head -n 1)
    for i in $(seq 600); do
        if [ -s ready.map ] || ! kill -0 $viewer 2>/dev/null; then break; fi
        sleep 0.1
    done
    sleep "$2"
    xdotool key --window "$window" Escape || :
    code=0
    wait $viewer || code=$?
    equal "$name: exit code" "$code" 0
    equal "$name: stderr" "$(cat "$name.err")" ""
    equal "$name: the map stays" "$(field "$name" map)" room.map
}

cat >reading.script <<'END'
set save ready.map
drop large.pgm
wait 5
END
play reading 0.2 <reading.script
equal "stopped, nothing is imported" "$(field reading importing)" false
cat >baking.script <<'END'
drop large.pgm
wait 2
set save ready.map
key Return
wait 5
END
play baking 0.7 <baking.script
equal "stopped, the panel is still open" "$(field baking importing)" true
equal "and says so" "$(field baking import_problem)" "stopped; the map is as it was"
finish
