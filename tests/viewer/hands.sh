#!/bin/sh
# Does the real window edit, and come back as it was? Skipped without Xvfb and xdotool.   hands.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
room_map >room.map
export XDG_CONFIG_HOME=$folder/config
start_display 1400x1000

look='set paused 1\nset zoom 8\nset center 24,24\n'
printf "$look" >look.txt
printf "$look" | view still --size 800x600 room.map
passable() { echo $(($(field window passable) - $(field still passable))); }
edit() { act "$1" --size 800x600 --ui-scale 1 --script look.txt room.map; }

brush() {
    press b comma comma comma comma comma comma
    stroke 1 $(tile 20 5) $(tile 27 5)
}
edit brush
equal "a brush stroke paints each tile it passes" "$(passable)" -8
equal "as one edit" "$(field window edits)$(field window unsaved)" 1true
equal "discarded edits are not kept" "$(ls room.map.autosave.* 2>/dev/null)" ""
crash() {
    brush
    await has_file room.map.autosave.wend
    pkill -KILL -P $viewer # timeout runs it
    while has_window; do sleep 0.05; done
}
expected_code=137
edit crash
expected_code=0
printf 'wait 1\n' | view kept --size 800x600 --no-autosave room.map.autosave.wend
equal "edits of a killed viewer are kept" "$(($(field kept passable) - $(field still passable)))" -8
rm room.map.autosave.wend
erase() {
    press b
    stroke 3 $(tile 24 20) $(tile 24 24)
}
edit erase
check "the right button opens the wall" more "$(passable)" 4
line() {
    press l comma comma comma comma comma comma
    stroke 1 $(tile 20 5) $(tile 27 12)
}
edit line
equal "a line" "$(passable)" -8
rectangle() {
    press t
    stroke 1 $(tile 20 5) $(tile 27 9)
}
edit rectangle
equal "a rectangle" "$(passable)" -40
fill() {
    press f
    click 1 $(tile 30 20)
}
edit fill
equal "a flood fill" "$(passable)" $((-14 * 14))
undo_redo() {
    rectangle
    press ctrl+z
    fill
    press ctrl+z ctrl+y
}
edit undo_redo
equal "undo and redo" "$(passable)" $((-14 * 14))
equal "the undone stroke is gone" "$(field window edits)" 1
save() {
    rectangle
    press ctrl+s
}
edit save
marked() { # in the title, while there are edits that are not saved
    rectangle
    await has_title '[*]room.map - wend-view'
    press ctrl+s
    await has_title 'room.map - wend-view'
}
has_title() { [ -n "$(xdotool search --onlyvisible --name "^$1\$" 2>/dev/null)" ]; }
rm -f room-edited.wend
edit marked
equal "saved" "$(field window unsaved)$(ls room-edited.wend)" falseroom-edited.wend
echo 'wait 1' | view back --size 800x600 room-edited.wend
equal "and read again" "$(field back passable)" "$(field window passable)"
outside() {
    press b
    stroke 1 $(tile 100 0) $(tile 110 40)
}
printf 'set paused 1\nset zoom 4\nset center 24,24\n' >look.txt
edit outside
equal "outside the map nothing happens" "$(passable)$(field window edits)" 00
markers() {
    stroke 1 $(marker goal) $(tile 40 44)
    pointer $(tile 44 10)
    turn_wheel 1
}
printf "$look" >look.txt
edit markers
equal "the goal was dragged" "$(field window goal)" "[40,44]"
check "and the wheel zooms" more "$(field window zoom)" 8
more_goals() {
    xdotool keydown ctrl
    click 1 $(tile 40 44)
    click 1 $(tile 44 10)
    click 1 $(marker goal)
    xdotool keyup ctrl
}
edit more_goals
equal "Ctrl and a click add goals, or remove one" "$(field window goals)/$(field window goal)" "2/[40,44]"

# ---- the window comes back as it was
equal "a size on the command line leaves nothing behind" "$(find . -name window.conf)" ""
resize() {
    xdotool windowsize --sync "$window" 200 150
    await says "window 200 150"
    xdotool windowsize --sync "$window" 900 700
    xdotool windowmove --sync "$window" 120 90
    await says "window 900 700"
    press ctrl+d
}
act resize --ui-scale 1 room.map
conf=config/wend/window.conf
equal "its size is written" "$(grep -E '^(width|height)' $conf | tr '\n' ' ')" "width 900 height 700 "
equal "a very small window leaves the panels at their places" "$(grep -- -moved $conf | tr '\n' ' ')" \
    "main-moved 0 layers-moved 0 performance-moved 0 "
places() {
    stroke 1 170 62 500 300
    press F12
    await has_file wend-view-001.png
}
act places --ui-scale 1 room.map
check "a panel that is moved" grep -qx 'main-moved 1' $conf
cp wend-view-001.png before.png
zoom=$(field window zoom)
again() {
    press F12
    await has_file wend-view-001.png
    geometry=$(xdotool getwindowgeometry --shell "$window" | grep -E '^(X|Y)=' | tr '\n' ' ')
}
act again --ui-scale 1 room.map
equal "and taken the next time" "$("$PIXELS" size wend-view-001.png)" 900x700
equal "panels are where they were" "$(grep -E '^main-[xy]' $conf | tr '\n' ' ')$(field window zoom)" "main-x 330 main-y 290 $zoom"
equal "and the file is listed as recent" "$(grep -c '^recent-1 /.*room.map$' $conf)" 1
equal "with the place" "$geometry" "X=120 Y=90 "
equal "and the theme" "$(field window light)" true
cp $conf good.conf
nothing() { :; }
for line in 'width wide' 'width 1' 'height 99999999999' 'main-x nan' 'main-y -1e9' 'nonsense 1' 'width 640 480' '' 'width 64\000' "$(printf '%05000d' 0)"; do
    { printf "$line\n"; cat good.conf; } >$conf
    act nothing --ui-scale 1 room.map
    check "a broken line ($(echo "$line" | cut -c1-20)) is reported" grep -q '"message":"[^"]*window.conf is broken: what could not be read was ignored"' window.json
    equal "and ignored, and no other" "$(cat $conf)" "$(cat good.conf)"
done
printf 'light 1\nwidth 8' >$conf
act nothing --ui-scale 1 room.map
equal "a file that was cut off: what is whole is taken" "$(field window light)$(grep '^width' $conf)" "truewidth 1280"
head -c 5000 /dev/urandom | tr -d '\n' >$conf
act nothing --ui-scale 1 room.map
equal "rubbish: nothing is taken" "$(field window light)$(grep '^width' $conf)" "falsewidth 1280"
# pane WIDTH HEIGHT X Y: as the next run leaves it
pane() {
    sed "s/^main-width .*/main-width $1/; s/^main-height .*/main-height $2/; s/^main-x .*/main-x $3/; s/^main-y .*/main-y $4/" good.conf >$conf
    act nothing --ui-scale 1 room.map
    sed -n 's/^main-\(width\|height\|x\|y\) //p' $conf | tr '\n' ' '
}
for place in '32 32 100 100' '1 1 100 100' '30000 30000 100 100' '300 300 30000 30000' '300 300 -30000 -30000'; do
    got=$(pane $place | grep -v '^ok') # x, y, width, height
    check "a panel of $place is in reach: $got" awk -v p="$got" 'BEGIN { split(p, v, " ")
        exit !(v[3] >= 150 && v[4] >= 90 && v[3] <= 900 && v[4] <= 700 && v[1] + v[3] >= 100 && v[1] <= 800 &&
               v[2] >= 0 && v[2] <= 650) }'
done
shrink() { # by its corner
    from=$(awk '/^main-/ { v[$1] = $2 } END { print v["main-x"] + v["main-width"] - 3, v["main-y"] + v["main-height"] - 3 }' good.conf)
    stroke 1 $from 340 300
}
cp good.conf $conf
act shrink --ui-scale 1 room.map
check "nobody can make it too small" awk '/^main-width/ { w = $2 } /^main-height/ { h = $2 } END { exit !(w >= 150 && h >= 90 && w < 300) }' $conf
sed 's/^x .*/x 30000/' good.conf >$conf
act again --ui-scale 1 room.map
equal "a place that no display has is not taken" "$("$PIXELS" size wend-view-001.png)" 900x700
rm -rf config && : >config
act again --ui-scale 1 room.map
equal "no folder for it: only that is reported" "$code" 0
finish
