#!/bin/sh
# Does the window fit the display, come back onto it, and follow the size of texts that the desktop has? With a window
# manager; skipped without one, or without Xvfb, xdotool or xrdb.   desktop.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
. "$HERE/display.sh"
for tool in openbox xrdb xprop; do
    command -v $tool >/dev/null || { echo "skipped: no $tool"; exit 77; }
done
room_map >room.map
export XDG_CONFIG_HOME=$folder/config
conf=config/wend/window.conf

# desktop WxH
desktop() {
    [ -z "${server:-}" ] || kill $server
    rm -f display
    start_display "$1"
    openbox >openbox.log 2>&1 &
    sleep 0.5
    await_manager
    screen=$1
}
await_manager() { for i in $(seq 100); do xprop -root _NET_SUPPORTING_WM_CHECK 2>/dev/null | grep -q 'window id' && return; sleep 0.1; done; }
nothing() { await has_widget 'File menu'; letters=$(awk '$1 == "widget" && $6 == "File" && $7 == "menu" { print $5 }' layout); }
open() { # open [LINE...] as the window was remembered
    mkdir -p config/wend
    [ $# = 0 ] && rm -f $conf || printf '%s\n' "$@" >$conf
    act nothing room.map
}
place() { sed -nE 's/^(width|height|x|y) //p' $conf | tr '\n' ' '; } # "WIDTH HEIGHT X Y" without the frame
# within: the window and its frame, of which at least the title is there, are on the screen.
within() {
    echo "$(place) $screen" | tr x ' ' | awk '{ exit !($3 >= 0 && $4 >= 10 && $3 + $1 <= $5 && $4 + $2 <= $6) }'
}

for size in 800x600 1280x800 1366x768 1920x1080; do
    desktop $size
    open
    check "$size: the whole window is on the display: $(place)" within
done
equal "where there is room it has its own size" "$(place | cut -d' ' -f1,2)" "1280 800"
plain=$letters
desktop 1366x768
open 'width 900' 'height 600' 'x 100' 'y 90'
equal "it comes back to its place" "$(place)" "900 600 100 90 "
open 'width 900' 'height 600' 'x 100' 'y 90' 'maximized 1'
equal "maximised it stays maximised" "$(grep maximized $conf)" "maximized 1"
check "and fills the display: $(sed -n 's/^window //p' layout)" more "$(sed -n 's/^window \([0-9]*\) .*/\1/p' layout)" 1300
equal "with the place for later" "$(place)" "900 600 100 90 "
open 'width 1800' 'height 1000' 'x 1500' 'y 900'
check "from a larger display it comes back whole: $(place)" within
open 'width 900' 'height 600' 'x -700' 'y -300'
check "and from beyond the left edge: $(place)" within

# ---- the size of texts
equal "texts are as large on each of these" "$letters" "$plain"
echo 'Xft.dpi: 144' | xrdb -merge
open
equal "texts follow the desktop" "$(echo "$letters $plain" | awk '{ printf "%.1f", $1 / $2 }')" 1.5
check "the window still fits: $(place)" within
desktop 3840x2160
open
check "a dense display of unknown size has larger ones: $letters" more "$letters" $((plain * 18 / 10))
equal "and a larger window" "$(place | cut -d' ' -f1,2)" "2560 1600"
echo 'Xft.dpi: 96' | xrdb -merge
open
equal "unless the desktop says otherwise" "$letters" "$plain"
finish
