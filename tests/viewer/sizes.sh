#!/bin/sh
# Does a person get at everything in a real window on displays of five sizes? A path whose ends can be dragged, an agent
# that goes on, edits, menus down to their last entry, measuring, obstacles, heights, several places. With a window manager;
# skipped without one, or without Xvfb, xdotool or xrdb.   sizes.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
for tool in openbox xrdb xprop; do
    command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
room_map >room.map
export XDG_CONFIG_HOME=$folder/config

# desktop WxH DPI
desktop() {
    [ -z "${server:-}" ] || kill $server
    rm -f display
    start_display "$1"
    openbox >openbox.log 2>&1 &
    for i in $(seq 100); do xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id' && break; sleep 0.1; done
    echo "Xft.dpi: $2" | xrdb -merge
    screen=$1
}
menu() { # menu MENU ENTRY
    click 1 $(widget "$1 menu")
    click 1 $(widget "$2")
}
moved() { [ "$(marker $1)" != "$2" ]; } # moved start|goal BEFORE
# drag_end start|goal DX: an end is dragged by so many tiles, from where it is seen.
drag_end() {
    before=$(marker $1)
    stroke 1 $before $(echo "$before $(zoom)" | awk -v dx="$2" '{ printf "%d %d", $1 + dx * $3, $2 }')
    await moved $1 "$before"
}
zoom() { sed -n 's/^map \([0-9.]*\) .*/\1/p' layout; }
no_widget() { ! has_widget "$1"; }
use() {
    drag_end start 3
    drag_end goal -3
    sleep 1
    press b
    stroke 1 $(tile 3 3) $(tile 3 6)
    press ctrl+z
    press v
    menu Plan 'Heights of the path'
    click 1 $(widget 'Close the heights')
    await no_widget 'Close the heights'
    click 1 $(widget 'Plan menu')
    click 1 $(widget 'Several places menu')
    click 1 $(widget 'Tour through the goals')
    click 1 $(widget 'Close')
    await no_widget 'Close'
    press F8
    stroke 1 $(tile 2 2) $(tile 7 2)
    press F7
    click 1 $(tile 5 8)
    press v
    menu Help 'Messages'
    press Escape
    letters=$(awk '$1 == "widget" && $6 == "File" && $7 == "menu" { print $5 }' layout)
    place=$(sed -n 's/^window //p' layout | cut -d' ' -f1,2)
    press F12
    await has_file wend-view-001.png
}
for size in 800x600 1280x800 1366x768 1920x1080 3840x2160; do
    dpi=96
    [ $size = 3840x2160 ] && dpi=192
    desktop $size $dpi
    rm -rf config
    act use room.map
    equal "$size: there is a path" "$(field window outcome)" found
    check "$size: the agent went on over the edits: $(field window ticks) ticks" more "$(field window ticks)" 30
    equal "$size: what was drawn is undone, what was thrown is there" "$(field window edits)" 1
    equal "$size: five tiles were measured" "$(field window measured)" "5 tiles"
    equal "$size: nothing is left open" "$(field window heights)$(field window places)" falseoff
    check "$size: the window is on the display: $place" sh -c 'echo "$1 $2" | tr x " " | awk "{ exit !(\$1 <= \$3 && \$2 <= \$4) }"' - "$place" "$screen"
    check "$size: its picture has many colours" more "$("$PIXELS" colors wend-view-001.png)" 20
    [ $size = 1920x1080 ] && plain=$letters
done
equal "letters of twice the size at 192 dpi" "$(echo "$letters $plain" | awk '{ printf "%.1f", $1 / $2 }')" 2.0
finish
