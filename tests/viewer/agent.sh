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
printf 'set layers agent\nset bars 0\nset start 2,2\nset goal 60,45\nwait 900\n' | view trail --size 320x240 room.map
check "the trail is seen" more "$("$PIXELS" count trail.png FF7828)" 150

# The world changes while it walks: it goes on from where it is.
agent() { field "$1" "$2" | cut -c1-4; }
run() { name=$1; { printf 'key Tab\nset bars 0\nset goal 60,24\nset start 2,24\nwait 60\n'; cat; } | view "$name" --size 640x480 room.map; }
wall='set tool rectangle\nset brush wall\n'
printf 'set paused 1\nwait 1\n' | run before
printf "set paused 1\n${wall}drag-tile 2,2 6,2\nwait 3\n" | run aside
equal "an edit aside its path changes nothing" "$(agent aside x) $(agent aside y) $(field aside ticks)" \
    "$(agent before x) $(agent before y) $(field before ticks)"
equal "nor its path" "$(field aside edits)$(field aside off_path)" 1false
printf 'set paused 1\nset goal 50,40\nwait 3\n' | run goal
equal "a new goal moves it nowhere" "$(agent goal x) $(field goal ticks)" "$(agent before x) $(field before ticks)"
equal "but gives it another path" "$(field goal off_path)" true
printf 'set goal 50,40\nwait 900\n' | run to_goal
equal "to the new goal" "$(field to_goal arrived) $(field to_goal x | cut -c1-2) $(field to_goal y | cut -c1-2)" "true 50 40"
printf "${wall}drag-tile 41,2 42,47\nwait 900\n" | run door
check "it walks round a wall across its path: $(field door x)" more "$(field door x)" 60
equal "and arrives" "$(field door arrived)" true
printf 'set paused 1\nset nearest 0\nwait 1\nset tool rectangle\nset brush wall\ndrag-tile 41,0 42,47\nwait 3\nset paused 0\nwait 9\n' | run shut
equal "without a path it waits" "$(field shut present)$(field shut waits) $(agent shut x)" "truetrue $(agent before x)"
printf 'set nearest 0\nset tool rectangle\nset brush wall\ndrag-tile 41,0 42,47\nwait 3\nkey Ctrl+Z\nwait 900\n' | run opened
equal "until there is one again" "$(field opened arrived)" true
printf 'key R\nset paused 1\nwait 2\n' | run restarted
check "a key sends it back to the start: $(field restarted x)" more 3.5 "$(field restarted x)"
printf 'key Tab\nset bars 1\nset paused 1\nwait 2\nclick-widget "bar: Restart"\nset paused 1\nwait 2\n' | run button
check "and a button: $(field button x)" more 3.5 "$(field button x)"
finish
