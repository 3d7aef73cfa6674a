#!/bin/sh
# Does bad input end with one line, the documented exit code and no picture?   errors.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map

# fails CODE PATTERN ARGS...: exit code, one line on stderr that fits, nothing on stdout, the old picture untouched.
fails() {
    code=$1 pattern=$2
    shift 2
    echo "old picture" >out.png
    got=0
    "$VIEW" --headless --frames 2 --screenshot out.png --report "$@" >out 2>err || got=$?
    equal "$*: exit code" "$got" "$code"
    equal "$*: lines on stderr" "$(wc -l <err)" 1
    check "$*: $(cat err)" grep -qE -e "^wend-view: .*$pattern" err
    equal "$*: standard output" "$(cat out)" ""
    equal "$*: the old picture" "$(cat out.png)" "old picture"
}

fails 3 'nosuch.png' nosuch.png
fails 3 "$folder" "$folder"
: >empty.png
fails 3 'empty.png' empty.png
head -c 300 "$HERE/../../data/island.png" >cut.png
fails 3 'cut.png' cut.png
printf '\211WEND and then nothing that fits' >bad.wend
fails 3 'bad.wend' bad.wend
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n.?.\n' >letter.map
fails 3 'letter.map' letter.map

fails 2 "unknown option '--what'" --what
fails 2 '--frames' --frames 0
fails 2 '--frames' --frames many
fails 2 '--size' --size 12
fails 2 '--size' --size 800x
fails 2 '--ui-scale' --ui-scale 99
fails 2 '--blocked-below' --blocked-below 2
fails 2 '--script needs a value' --script

# script LINE PATTERN: a script whose second line is wrong.
script() {
    printf '# comment\n%s\n' "$1" >bad.txt
    fails 3 "bad.txt:2: .*$2" room.map --size 800x600 --script bad.txt
}
script 'dance' "unknown 'dance'"
script 'click 10' 'click X Y'
script 'click 10 10 10' "'10' is no mouse button"
script 'drag 1 2 3 4 5 6' 'drag X1 Y1 X2 Y2 .BUTTON.'
script 'click-widget' 'click-widget NAME .BUTTON.'
script 'click-widget Fly' "there is no widget 'Fly'; there are 'File menu' 'Edit menu' .*'bar: Open...' .*'bar: Step'"
script 'click-widget "smooth waypoints#2"' "there is no widget 'smooth waypoints#2'"
script 'click-widget "Run' 'the closing quote is missing'
script 'click-widget "Run"3' 'a space after the closing quote'
script 'click-widget Boids' "widget 'Boids' is scrolled out of view"
script 'click-widget Run best' "'best' is no mouse button"
script 'drag-widget level 0 2' "'2' is no part of a widget's width"
script 'drag-widget level 0' 'drag-widget NAME FROM TO'
script 'hover-widget "small map"' "there is no widget 'small map'"
script 'click-tile 5' "'5' is no tile, expected X,Y in whole numbers, start or goal"
script 'click-tile 5,b' "'5,b' is no tile"
script 'click-tile 2000,5' 'tile 2000,5 is outside the window'
script 'hover-tile -40,10' 'tile -40,10 is beneath a panel'
script 'drag-tile start' 'drag-tile TILE TILE .BUTTON.'
script 'drag-tile start end' "'end' is no tile"
script 'set heuristic fear' "unknown heuristic 'fear'"
script 'set weight 17' "'17' is no number from 0 to 16"
script 'set move 6' "unknown movement '6'"
script 'set cluster 20' "'20' is no cluster size"
script 'set levels 0' "'0' is no number"
script 'set tool hammer' "unknown tool 'hammer'"
script 'set brush -1' "unknown brush '-1'"
script 'set size 65' "'65' is no number from 1 to 64"
script 'set new 0x5' "'0x5' is no map size"
script 'set open sesame' "unknown section 'sesame'"
script 'set import-rule luma' 'no image is being imported'
printf 'drop %s\nset import-rule fear\n' "$HERE/../../data/island.png" >bad.txt
fails 3 "bad.txt:2: unknown rule 'fear', expected brightness .* slope" room.map --size 800x600 --script bad.txt
script 'drop' 'drop FILE'
script 'set light on' "'on'"
script 'click ten 10' "'ten'"
script 'drag 1 2 3' 'drag X1 Y1 X2 Y2'
script 'key Nonsense' "unknown key 'Nonsense'"
script 'wheel x' "'x'"
script 'wait -1' "'-1'"
script 'set color red' "unknown setting 'color'"
script 'set start 64,0' 'outside the map of 64 x 48'
script 'set goal -1,3' 'outside the map of 64 x 48'
script 'set goal 3' "'3' is no tile"
script 'set zoom 0' "'0' is no zoom"
script 'set zoom nan' "'nan' is no zoom"
script 'set layers path,fog' "unknown layer 'fog'"
script 'set algorithm magic' "unknown algorithm 'magic'"
script 'set paused yes' "'yes'"
fails 3 'nosuch.txt: cannot read the script' room.map --script nosuch.txt
printf 'key A\000B\n' >zero.txt
fails 3 'zero.txt' room.map --script zero.txt

# Output that cannot be written.
got=0
"$VIEW" --headless --frames 2 --screenshot "$folder/no/such/folder.png" room.map 2>err || got=$?
equal "unwritable picture: exit code" "$got" 4
check "unwritable picture: $(cat err)" grep -qE '^wend-view: .*no/such/folder.png' err
equal "unwritable picture: lines" "$(wc -l <err)" 1

# Without a display it says so, rather than wait unseen. Where there is a graphics card it may find one.
if [ ! -e /dev/dri ]; then
    got=0
    env -u DISPLAY -u WAYLAND_DISPLAY -u SDL_VIDEODRIVER XDG_RUNTIME_DIR="$folder" \
        timeout 20 "$VIEW" room.map 2>err || got=$?
    equal "no display: exit code" "$got" 4
    check "no display: $(cat err)" grep -q '^wend-view: no display' err
fi

# Nor is a layout.
got=0
"$VIEW" --headless --frames 2 --layout no/such/layout room.map 2>err || got=$?
equal "unwritable layout: exit code" "$got" 4
check "unwritable layout: $(cat err)" grep -q '^wend-view: no/such/layout: cannot be written' err

# A script with Windows line ends, blank lines and comments is fine.
printf '\r\n# hello\r\n  wait 2  \r\nset goal 3,3\r\n' >good.txt
got=0
"$VIEW" --headless --frames 2 --script good.txt --report room.map >out 2>err || got=$?
equal "good script: exit code" "$got" 0
check "good script: goal" grep -q '"goal":\[3,3\]' out

# A map on which nothing is passable opens and says so.
printf 'P1\n3 2\n1 1 1\n1 1 1\n' >black.pbm
echo 'wait 1' | view black black.pbm
equal "nothing passable: outcome" "$(field black outcome)" start_blocked
check "nothing passable: the warning is shown" grep -q '"warning_shown":true,"warning":"[^"]*passable' black.json
finish
