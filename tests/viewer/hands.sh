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
for line in 'width wide' 'width 1' 'height 99999999999' 'nonsense 1' 'width 640 480' ''; do
    { cat good.conf; printf "$line\n\000\n"; } >$conf
    act nothing --ui-scale 1 room.map
    check "a broken file ($line) is reported" grep -q '"message":"[^"]*window.conf is broken and was ignored"' window.json
    equal "and ignored" "$(field window light)" false
    cp good.conf $conf
done
sed 's/^x .*/x 30000/' good.conf >$conf
act again --ui-scale 1 room.map
equal "a place that no display has is not taken" "$("$PIXELS" size wend-view-001.png)" 900x700
rm -rf config && : >config
act again --ui-scale 1 room.map
equal "no folder for it: only that is reported" "$code" 0
finish
