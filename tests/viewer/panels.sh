#!/bin/sh
# Do menus, tool bar and panels do what they say?   panels.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
run() { view "$@" --size 800x600 room.map; } # run NAME <SCRIPT

# ---- menus
printf 'click-widget "View menu"\nhover-widget "Layers menu"\nclick-widget waypoints\n' | run layer
check "a menu switches a layer" grep -q '"waypoints"' layer.json
printf 'click-widget "Tools menu"\nclick-widget Brush\n' | run tool
equal "and chooses a tool" "$(field tool tool)" brush
printf 'click-widget "File menu"\nkey Escape\nwait 3\nclick-tile 50,40\n' | run closed
equal "Escape closes a menu and asks nothing" "$(field closed asking)$(field closed goal)" "false[50,40]"
printf 'click-widget "File menu"\nwait 2\nclick 600 400\nwait 3\n' | run beside
printf 'wait 1\n' | run still
equal "a click beside a menu closes it, and does nothing else" "$(field beside goal)" "$(field still goal)"
printf 'click-widget "Plan menu"\nhover-widget "Algorithm menu"\nclick-widget Dijkstra\n' | run algorithm
equal "the algorithm" "$(field algorithm algorithm)" dijkstra
printf 'click-widget "Edit menu"\nclick-widget Undo#1\n' >undo.txt
code=0
"$VIEW" --headless --script undo.txt room.map >/dev/null 2>err || code=$?
equal "what cannot be done is grey" "$code$(grep -c 'Undo#1.*is disabled\|Undo.* is disabled' err)" 31
# Every action of the table that has a key is in a menu with it.
for menu in File Edit View Tools Plan Help; do
    printf "click-widget \"$menu menu\"\nwait 3\n" >menu.txt
    "$VIEW" --headless --frames 1 --script menu.txt --layout $menu.layout room.map
    check "$menu has entries" [ "$(grep -c '^widget' $menu.layout)" -gt 2 ]
done

# ---- the tool bar
printf 'click-widget "bar: Brush"\nclick-tile 44,6\nclick-widget "bar: Undo"\nclick-widget "bar: Compare algorithms"\n' | run bar
equal "brush, undo, compare" "$(field bar edits)$(field bar tool)$(field bar performance)" 0brushtrue
printf 'click-widget "bar: Open..."\nwait 2\n' | run open
equal "open" "$(field open browser)" true
printf 'set bars 0\nwait 2\n' | run bare
different "F10 hides the bars: there is more map" "$(field bare center)" "$(field still center)"

# ---- open and save by the list of a folder
mkdir -p maps/deep
cp room.map maps/deep/other.map
printf 'key Ctrl+O\nclick-widget maps/\nclick-widget deep/\nclick-widget other.map\nclick-widget "Open (Return)"\nwait 3\n' | run chosen
equal "a file of another folder" "$(field chosen map)" other.map
printf 'key Ctrl+O\nclick-widget maps/\nclick-widget deep/\nclick-widget Up\nclick-widget deep/\nclick-widget other.map\nkey Return\nwait 3\n' | run up
equal "the folder above, and Return" "$(field up browser)$(field up map)" falseother.map
printf 'set brush wall\nclick-tile 44,6\nkey Ctrl+Shift+S\nkey Return\nwait 3\n' | run saved
equal "save as" "$(field saved unsaved)$(ls room-edited.wend)" falseroom-edited.wend
printf 'set brush wall\nclick-tile 44,6\nkey Ctrl+Shift+S\nclick-widget maps/\nclick-widget deep/\nwait 30\nclick-widget other.map\nclick-widget other.map\nwait 3\n' | run twice
equal "two clicks there only fill in the name" "$(field twice browser)$(field twice asking)$(field twice unsaved)" truefalsetrue
printf 'set brush wall\nclick-tile 44,6\nkey Ctrl+Shift+S\nclick-widget maps/\nclick-widget deep/\nclick-widget other.map\nkey Return\nwait 3\nkey Escape\nwait 3\n' | run kept
equal "another file is kept" "$(field kept asking)$(field kept unsaved)$(head -n 1 maps/deep/other.map)" "falsetruetype octile"
mkdir saved
echo old >saved/wrong.txt
rm room-edited.wend
wrong='set brush wall\nclick-tile 44,6\nkey Ctrl+Shift+S\nclick-widget saved/\nclick-widget wrong.txt\nkey Return\nwait 3\nkey Return\nwait 3\n'
printf "$wrong" | run wrong
equal "what cannot be saved leaves the window open" "$(field wrong browser)$(field wrong asking)$(field wrong unsaved)" truefalsetrue
check "with the reason" grep -q '"message":"[^"]*/saved/wrong.txt: unknown ending' wrong.json
printf "${wrong}key Escape\nkey Ctrl+S\nwait 3\n" | run named
equal "and the name of the map as it was" "$(field named message)" "saved $(pwd -P)/room-edited.wend"
printf 'key Ctrl+Shift+S\nwait 3\nkey End\nwait 3\nkey Escape\nkey Ctrl+Shift+S\nwait 3\nkey Backspace\nwait 3\nkey Return\nwait 3\n' | run second
equal "the second time, too, what is typed replaces the name" "$(field second browser)$(field second message)" true
printf 'key Ctrl+O\nclick-widget maps/\nclick-widget deep/\nwait 30\nclick-widget other.map\nclick-widget other.map\nwait 3\n' | run chosen
equal "but open it" "$(field chosen map)" other.map

# ---- panels
for size in 800x600 1280x800 1024x700; do
    printf 'wait 3\n' >wait.txt
    "$VIEW" --headless --frames 1 --size $size --script wait.txt --layout all.layout room.map
    for layer in "1 costs" "9 search lists" "8 agents, trails" "Y grid"; do
        check "$size: $layer is seen without scrolling" grep -q "^widget .* $layer\$" all.layout
    done
done
printf 'drag 150 62 500 200\nwait 3\n' | run moved
check "the panel is moved by its title: the map has its room" more "$(field moved zoom)" 6
different "it is seen there" "$("$PIXELS" differ moved.png still.png)" 0
printf 'drag 150 62 500 200\nclick-widget "View menu"\nclick-widget "Default places"\nwait 3\nmove 700 300\nwait 3\n' | run back
printf 'move 700 300\nwait 3\n' | run never
equal "and back at its default place" "$(field back zoom)" "$(field never zoom)"
printf 'set main_panel 0\nset layers_panel 0\nwait 3\nkey Tab\nkey Tab\nwait 3\n' | run tab
equal "Tab brings closed panels back" "$(field tab panel)$(field tab zoom)" "true$(field still zoom)"

# ---- the answer is in sight, and the map keeps its room, at every size
for size in "700x500 2" "640x400 1" "800x600 1" "1366x768 1.5" "1920x1080 1"; do
    printf 'set clock 1\nwait 9\n' >wait.txt
    "$VIEW" --headless --frames 1 --size ${size% *} --ui-scale ${size#* } --script wait.txt --layout all.layout --report room.map >sized.json
    check "$size: outcome, cost and time: $(field sized status | cut -c1-60)" \
        grep -qE '"status":"found, cost [0-9.]+, [0-9.e-]+ ms' sized.json
    check "$size: no button is cut" awk '$1 == "window" { w = $2 } $1 == "widget" && $6 == "bar:" && $2 + $4 > w { exit 1 }' all.layout
done
printf 'set layers none\nset start 0,0\nset goal 0,0\nwait 9\n' | view large --size 700x500 --ui-scale 2 room.map
check "at twice the size the map has at least half of the width: $(field large zoom)" more "$(field large zoom)" 4
printf 'set layers none\nkey Tab\nwait 9\n' | view demand --size 700x500 --ui-scale 2 room.map
check "where Tab shows the panels" more "$("$PIXELS" differ large.png demand.png)" 50000
printf 'set layers none\nset start 0,0\nset goal 0,0\nkey Tab\nkey Tab\nwait 9\n' | view again --size 700x500 --ui-scale 2 room.map
equal "and hides them" "$(field again zoom)" "$(field large zoom)"

# ---- the list of keys in a window that is too small for it
for notches in 0 -5; do
    printf "key F1\nmove 300 300\nwheel $notches\nwait 4\n" | view help$notches --size 640x480 --ui-scale 1.5
done
check "the wheel scrolls" more "$("$PIXELS" differ help0.png help-5.png)" 2000
finish
