#!/bin/sh
# Does the start page offer maps, and does it go when one is opened?   start.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
export XDG_CONFIG_HOME=$folder/config
for name in Island Abbey House Escalator Hexagons Tunnel Building Ledges; do
    printf "set start_page 1\nclick-widget $name\nwait 2\n" | view $name --size 800x600
    equal "$name is opened, and the page goes" "$(field $name start_page)$(field $name outcome)" falsefound
    different "$name: not the sample island" "$(field $name map)" "sample island"
done
printf 'set start_page 1\nwait 2\nkey Escape\nwait 2\n' | view closed --size 800x600
equal "Escape closes it and asks nothing" "$(field closed start_page)$(field closed asking)" falsefalse
printf 'set start_page 1\nclick-widget "New empty map"\nwait 2\n' | view new --size 800x600
equal "a new map" "$(field new map)$(field new start_page)" "new mapfalse"
printf 'wait 2\n' | view scripted --size 800x600
equal "a headless run begins without it" "$(field scripted start_page)" false

# ---- pictures of the maps: one more in each frame of a headless run
for size in 2560x1600 800x600; do
    printf 'set start_page 1\nset paused 1\nwait 3\n' | view early --size $size
    printf 'set start_page 1\nset paused 1\nwait 16\n' | view late --size $size
    check "$size: pictures of the examples" more "$("$PIXELS" differ early.png late.png)" 15000
done
check "the building shows its lift" more "$("$PIXELS" count late.png 1565C0)" 10

# ---- the window of files: by kind, by a typed path, by a folder
mkdir -p maps/inner
room_map >maps/room.map
echo 'no map' >maps/notes.doc
cp maps/room.map maps/inner/deep.map
files() { printf "drop maps/room.map\nkey Ctrl+O\nwait 2\n$2wait 2\n" | view "$1" --size 800x600; }
files folder 'click-widget inner/\nwait 2\nclick-widget deep.map\nkey Return\n'
equal "by a folder" "$(field folder map)" deep.map
files up 'click-widget Up\nwait 2\nclick-widget maps/\nwait 2\nclick-widget room.map\nclick-widget "Open (Return)"\n'
equal "up and down again" "$(field up map)$(field up browser)" room.mapfalse
if (files hidden 'click-widget notes.doc\n') 2>/dev/null; then found=1; else found=0; fi
equal "files of another kind are left out" $found 0
files shown 'click-widget show\nwait 2\nclick-widget "all files"\nwait 2\nclick-widget notes.doc\nkey Return\n'
check "unless all are asked for" grep -q '"message":"[^"]*notes.doc' shown.json

# ---- the real window begins with it, unless there is a file
. "$HERE/display.sh"
start_display 1000x800
room_map >room.map
shown() { await has_widget Island; }
act shown --ui-scale 1
printf 'P2 3 2 255 1\n' >cut.pgm
act shown --ui-scale 1 cut.pgm
check "without a terminal it says in the window why a map cannot be shown" grep -q '"message":"cut.pgm: ' window.json
choose() {
    click 1 $(widget Abbey)
    await has_title
}
has_title() { xdotool search --onlyvisible --name '^abbey.map - ' >/dev/null 2>&1; }
act choose --ui-scale 1
equal "a click opens the map" "$(field window map)" abbey.map
recent() { await has_widget "$(sed -n 's/^recent-1 //p' config/wend/window.conf)"; }
act recent --ui-scale 1
typed() {
    press ctrl+o
    await has_widget "Open (Return)"
    # All at once, within few frames: Return takes what was typed before it.
    xdotool type --window "$window" --delay 0 --args 1 '~/maps/inner/deep.map' key --window "$window" Return
    await has_deep
}
has_deep() { xdotool search --onlyvisible --name '^deep.map - ' >/dev/null 2>&1; }
HOME=$folder act typed --ui-scale 1 room.map
equal "a path that is typed" "$(field window map)" deep.map
nothing() { :; }
act nothing --ui-scale 1 room.map
equal "with a file there is no page" "$(field window start_page)" false
finish
