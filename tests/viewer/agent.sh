#!/bin/sh
# Does the agent walk from start to goal?   agent.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
printf 'set start 2,2\nset goal 60,45\nwait 900\n' | view walk --size 320x240 room.map
equal "arrived" "$(field walk arrived)" true
check "it stands on the goal: $(field walk x), $(field walk y)" \
    awk -v x="$(field walk x)" -v y="$(field walk y)" 'BEGIN { exit !((x - 60.5) ^ 2 + (y - 45.5) ^ 2 < 0.5) }'
ticks=$(field walk ticks)
printf 'set start 2,2\nset goal 60,45\nwait 900\n' | view again --size 320x240 room.map
equal "in the same time on every run" "$(field again ticks)" "$ticks"
check "the pictures are the same bytes" cmp walk.png again.png
printf 'set layers agent\nkey Tab\nset bars 0\nset start 2,2\nset goal 60,45\nwait 900\n' | view trail --size 320x240 room.map
check "the trail is seen" more "$("$PIXELS" count trail.png FF7828)" 150
finish
