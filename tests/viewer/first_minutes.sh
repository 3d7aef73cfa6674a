#!/bin/sh
# What a student, a robot developer and a user of Tiled do first, in the real window, step by step as the documents
# say it: each step names the sentence, and must be there and do what it says. Skipped without Xvfb and xdotool.
#   first_minutes.sh VIEW PIXELS WEND SOURCE
WEND=$3 SOURCE=$4
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
export XDG_CONFIG_HOME=$folder/config
start_display 1400x1000

# documented FILE TEXT: the document has the words, whatever its lines and marks are.
documented() {
    check "$1 says: $2" sh -c 'tr -d "*\`" <"$1" | tr -s "\n" " " | grep -qF -- "$2"' - "$SOURCE/$1" "$2"
}
menu() { # menu MENU ENTRY
    click 1 $(widget "$1 menu")
    click 1 $(widget "$2")
}
# enter NAME TEXT: into a field.
enter() {
    click 1 $(widget "$1")
    xdotool key --window "$window" ctrl+a
    xdotool type --window "$window" --delay 20 "$2"
    xdotool key --window "$window" Return
}
has_title() { [ -n "$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null)" ]; }
goal_at() { [ "$(marker goal)" != "$1" ]; }

# ---- a student: an example, a goal, the search played back, a wall, two searches
documented README.md 'A click sets the goal'
documented README.md 'Press P to record the search and play it back'
documented README.md 'Shift+M to see two of them side by side'
documented docs/wend-view.1.scd 'pictures of eight example maps'
documented docs/wend-view.1.scd '"Mouse" in the menu Tools has presets for when no tool is selected. "As in the course'"'"'s demo"'
documented docs/wend-view.1.scd 'a right drag moves the goal from anywhere; while Z is held, the left button draws obstacles'
student() {
    click 1 $(widget Abbey)
    await has_title 'abbey.map - wend-view'
    before=$(marker goal)
    click 1 $(tile 20 20)
    await goal_at "$before"
    press p
    await has_widget pause
    press p
    press shift+m
    await has_widget 'Swap A and B'
    press Escape
    menu Tools 'Mouse menu'
    click 1 $(widget "As in the course's demo")
    before=$(marker goal)
    stroke 3 $(tile 30 10) $(tile 40 20)
    await goal_at "$before"
    xdotool keydown --window "$window" z
    stroke 1 $(tile 44 4) $(tile 50 8)
    xdotool keyup --window "$window" z
    await has_title '[*]abbey.map - wend-view'
    press r
    press F1
}
act student --ui-scale 1
equal "the student has a path" "$(field window outcome)" found
equal "and the list of keys" "$(field window help)" true
equal "and an agent that runs" "$(field window paused)" false
equal "a goal that was dragged with the right button" "$(end_of window goal)" "40 20"
check "and walls drawn with Z" more "$(field window edits)" 0

equal "the preset of the mouse is remembered" "$(grep '^mouse ' config/wend/window.conf)" "mouse 1"

# ---- a robot developer: a map in metres, the robot's profile, a length, the path for other programs
documented docs/import.md "a robot's map"
documented docs/wend-view.1.scd '"New profile" adds one and plans for it'
documented docs/wend-view.1.scd 'type a value and press Return'
documented docs/wend-view.1.scd 'With the tool Measure, F8, drag from tile to tile'
documented docs/wend-view.1.scd 'Ctrl+C copies the position of the tile under the pointer'
documented docs/wend-view.1.scd '"Save the path as..." in the menu File writes the path'
awk 'BEGIN { print "P2 61 41 255"; for (i = 0; i < 61 * 41; i++) print (i % 61 == 30 && i > 600 ? 0 : 254) }' >floor.pgm
printf 'image: floor.pgm\nresolution: 0.05\norigin: [-2.5, -1.25, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >floor.yaml
printf 'set paused 1\nset close map\nset layers_panel 0\nset start 5,35\nset goal 56,35\n' >robot.txt
robot() {
    click 1 $(widget Plan)
    click 1 $(widget Profiles)
    click 1 $(widget 'New profile')
    await has_widget inscribed
    enter inscribed 0.2
    press F8
    stroke 1 $(tile 5 35) $(tile 25 35)
    pointer $(tile 5 35)
    press ctrl+c
    menu File 'Save the path as...'
    click 1 $(widget 'Save (Return)')
    await has_file floor-path.csv
    press ctrl+s
    await has_file floor-edited.wend
}
rm -f floor-edited.wend floor-path.csv
act robot --ui-scale 1 --script robot.txt floor.yaml
equal "the robot plans" "$(field window profile)" robot
equal "what was measured is in metres" "$(field window measured)" "1 m"
equal "the path is a table" "$(head -n 1 floor-path.csv)" "x,y,tile_x,tile_y"
"$WEND" path floor-edited.wend --profile robot --from=-2.225,-0.975 --to=0.325,-0.975 --units world --json >answer.json
check "wend path finds the same path for it" grep -q '"outcome": *"found"' answer.json
check "with the radius that was typed" sh -c '"$1" info floor-edited.wend | grep -q "robot: inflated, inscribed 0.2,"' - "$WEND"

# ---- a user of Tiled: a map of walls, its remedy, an edit, the example again
documented docs/import.md 'Block layer Walls, floor elsewhere'
documented docs/wend-view.1.scd 'the warning stays at the top until it is closed'
documented docs/wend-view.1.scd 'Clear a box to block a terrain'
{ echo '<map orientation="orthogonal" width="30" height="20" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"/><layer name="Walls" width="30" height="20"><data encoding="csv">'
  awk 'BEGIN { for (i = 0; i < 600; i++) printf "%s%d", i ? "," : "", i % 30 == 15 && i < 450 ? 1 : 0 }'
  echo '</data></layer></map>'; } >level.tmx
printf 'set paused 1\nset close map\nset close plan\nset layers_panel 0\n' >tiled.txt
tiled() {
    click 1 $(widget 'Block layer Walls, floor elsewhere')
    await no_button
    click 1 $(tile 25 3)
    press b
    stroke 1 $(tile 20 10) $(tile 20 14)
    await has_title '[*]level.tmx - wend-view'
    press ctrl+z
    await has_title 'level.tmx - wend-view'
    click 1 $(widget Terrain)
    await has_widget 'no tile passable'
}
no_button() { ! has_widget 'Block layer Walls, floor elsewhere'; }
act tiled --ui-scale 1 --script tiled.txt level.tmx
equal "there is a way around the walls" "$(field window outcome)" found
check "all but the walls is floor" more "$(field window passable)" 580
equal "the edit was undone" "$(field window edits)" 0
finish
