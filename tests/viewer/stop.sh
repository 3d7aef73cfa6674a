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

has_title() { xdotool search --onlyvisible --name "^\($1\) " >/dev/null 2>&1; }

# play NAME DOING: the viewer plays a script, which writes ready.map when something long is about to begin. When the
# window's title says that it is DOING it, Esc is pressed, once. The window closes by itself.
play() {
    doing=$1
    rm -f ready.map
    cat >"$doing.txt"
    "$VIEW" --size 800x600 --ui-scale 1 --frames 1 --report --script "$doing.txt" room.map >"$doing.json" 2>window.err &
    viewer=$!
    await has_file ready.map
    await has_title "$2"
    await has_window
    xdotool key --window "$window" Escape || :
    code=0
    wait $viewer || code=$?
    equal "$doing: exit code" "$code" 0
    equal "$doing: stderr" "$(cat window.err)" ""
    equal "$doing: the map stays" "$(field "$doing" map)" room.map
}

cat >reading.script <<'END'
set save ready.map
drop large.pgm
wait 5
END
play reading "reading the image" <reading.script
equal "stopped, nothing is imported" "$(field reading importing)" false
cat >baking.script <<'END'
drop large.pgm
wait 2
set save ready.map
key Return
wait 5
END
play baking "reading the map and building its graph" <baking.script
equal "stopped, the panel is still open" "$(field baking importing)" true
equal "and says so" "$(field baking import_problem)" "stopped; the map is as it was"
cat >new.script <<'END'
set save ready.map
set new 20000x10000
wait 5
END
play new "building the graph" <new.script
finish
