#!/bin/sh
# Does the agent walk by what it has seen, and around danger?   fog.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
# run NAME FRAMES SETTINGS...: walks from corner to corner past the room for so many frames.
run() {
    name=$1 frames=$2
    shift 2
    { printf 'key Tab\nset bars 0\nset layers agent,path,costs\n'
        for setting in "$@"; do echo "set $setting"; done
        printf 'set start 2,24\nset goal 60,24\nwait %s\n' "$frames"; } | view "$name" --size 640x480 room.map
}
colour() { "$PIXELS" at "$1.png" $(pixel "$1" "$2" "$3"); }

run plain 900
equal "without fog it arrives and has seen nothing" "$(field plain arrived) $(field plain fog) $(field plain fog_seen)" \
    "true false 0"

run fog 900 "fog_range 8" "fog 1"
equal "in the fog it arrives, too" "$(field fog arrived)" true
check "it has seen a part of the map: $(field fog fog_seen)" \
    awk -v n="$(field fog fog_seen)" 'BEGIN { exit !(n > 300 && n < 2000) }'
check "and has walked farther, as it did not know of the room: $(field fog ticks)" \
    more "$(field fog ticks)" "$(field plain ticks)"
run again 900 "fog_range 8" "fog 1"
equal "in the same time on every run" "$(field again ticks)" "$(field fog ticks)"
check "and to the same picture" cmp fog.png again.png
run begun 30 "fog_range 8" "fog 1"
equal "what is unknown is darker" "$(colour plain 60 4) $(colour begun 4 24)" "$(colour plain 4 24) $(colour plain 60 4)"
different "than what was seen" "$(colour begun 60 4)" "$(colour begun 4 24)"

run danger 900 "danger_size 24" "danger_cost 9" "danger 32,40"
equal "it keeps away from danger" "$(field danger dangers) $(field danger arrived)" "1 true"
equal "on a path of its own" "$(field danger off_path)" true
run off 900 "danger_size 24" "danger_cost 9" "danger 32,40" "danger_off 0,0" "danger_off 30,38"
equal "and no more when that is gone" "$(field off dangers) $(field off ticks)" "0 $(field plain ticks)"

# By mouse: the tool places dangers, and takes them back.
{ printf 'key Tab\nset bars 0\nset start 2,24\nset goal 60,24\nset paused 1\nkey F9\nwait 2\n'
    printf 'click-tile 32,40\nclick-tile 10,10\nwait 2\nclick-tile 10,10 right\nwait 2\n'; } | view tool --size 640x480 room.map
equal "two were placed, and one taken back" "$(field tool tool) $(field tool dangers)" "danger 1"
printf 'set close map\nset close plan\nkey F9\nwait 3\ndrag-widget size 0.1 0.9\ndrag-widget costs 0.1 0.9\nmove 2 2\nwait 3\n' | unseen sizes --size 900x900 room.map
equal "the panel of the tool sets their size and cost before there is any" "$(field sizes tool)" danger
finish
