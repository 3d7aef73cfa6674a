#!/bin/sh
# Does the start page offer maps, and does it go when one is opened?   start.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
export XDG_CONFIG_HOME=$folder/config
for name in Island Abbey House Escalator Hexagons Tunnel Lift Ledges; do
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

# ---- the real window begins with it, unless there is a file
. "$HERE/display.sh"
start_display 1000x800
room_map >room.map
shown() { await has_widget Island; }
act shown --ui-scale 1
choose() {
    click 1 $(widget Abbey)
    await has_title
}
has_title() { xdotool search --onlyvisible --name '^abbey.map - ' >/dev/null 2>&1; }
act choose --ui-scale 1
equal "a click opens the map" "$(field window map)" abbey.map
recent() { await has_widget "$(sed -n 's/^recent-1 //p' config/wend/window.conf)"; }
act recent --ui-scale 1
nothing() { :; }
act nothing --ui-scale 1 room.map
equal "with a file there is no page" "$(field window start_page)" false
finish
