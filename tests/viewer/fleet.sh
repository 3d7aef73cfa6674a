#!/bin/sh
# Does a fleet run in the window: without conflicts, with pause and single steps, through edits, by profiles and lifts?
#     fleet.sh VIEW PIXELS WEND DATA
WEND=$3 DATA=$4
. "$(dirname "$0")/common.sh"
awk 'BEGIN { print "type octile\nheight 32\nwidth 48\nmap"
    for (y = 0; y < 32; y++) { row = ""
        for (x = 0; x < 48; x++) row = row (x < 4 || x >= 44 || y < 4 || y >= 28 || y % 4 == 0 || x % 10 == 3 ? "." : "@")
        print row } }' >shelves.map
look='key Tab\nset bars 0\nset paused 1\nset layers agent\nset zoom 12\nset center 24,16\n'
run() { name=$1; { printf "$look"; cat; } | view "$name" --size 640x480 shelves.map; } # run NAME <SCRIPT

# ---- from a script
printf 'set fleet_speed 60\nset fleet 150\nset fleet_panel 0\nwait 200\n' | run lifelong
equal "all have a tile" "$(field lifelong fleet)" 150
check "steps are made" more "$(field lifelong fleet_steps)" 190
check "goals are reached, and others follow" more "$(field lifelong fleet_reached)" 150
equal "nobody is in another" "$(field lifelong fleet_conflicts)" 0
check "movers are drawn" more "$("$PIXELS" count lifelong.png 40BEFF)" 300
printf 'set fleet_speed 60\nset fleet 150\nset fleet_panel 0\nwait 200\n' | run again
equal "the same again" "$(field again fleet_hash)" "$(field lifelong fleet_hash)"
printf 'set fleet_speed 60\nset fleet_heat 0\nset fleet 150\nset fleet_panel 0\nwait 200\n' | run plain
equal "colours change no moves" "$(field plain fleet_hash)" "$(field lifelong fleet_hash)"
check "and show where they wait" more "$("$PIXELS" differ plain.png lifelong.png)" 500

# ---- from the command line
echo 'wait 60' >wait.txt
"$VIEW" --headless --frames 1 --script wait.txt --fleet 40 --report shelves.map >line.json
equal "--fleet begins one" "$(field line fleet)" 40
if "$VIEW" --headless --fleet 0 shelves.map 2>refused; then equal "--fleet 0" accepted refused; fi
check "and says what it expects" grep -q "no number of movers (1 to 100000)" refused

# ---- pause, single steps, the end
printf 'set fleet_paused 1\nset fleet 50\nset fleet_speed 60\nwait 30\n' | run paused
equal "a fleet that is paused rests" "$(field paused fleet_steps)" 0
printf 'set fleet 50\nset fleet_paused 1\nset fleet_step 1\nset fleet_step 1\nset fleet_step 1\nwait 30\n' | run steps
equal "three single steps" "$(field steps fleet_steps)" 3
printf 'set fleet 50\nwait 9\nset fleet_paused 1\nmove 2 2\nwait 3\n' | view counts --size 800x1400 shelves.map
box=$("$PIXELS" at counts.png 560 200)
equal "the names of its figures do not touch them" "$("$PIXELS" others counts.png 562 259 5 110 $box $box)" 0
printf 'set fleet 50\nwait 3\nset fleet 0\nwait 3\n' | run ended
equal "it ends" "$(field ended fleet)" 0
printf 'set fleet_speed 5\nset fleet 50\nwait 60\n' | run slow
check "the speed counts" more 7 "$(field slow fleet_steps)"

# ---- one goal each, turns, edits
printf 'set fleet_lifelong 0\nset fleet_speed 60\nset fleet 30\nwait 400\n' | run once
check "without another goal most arrive for good" more "$(field once fleet_arrived)" 24
printf 'set fleet_turns 1\nset fleet_speed 60\nset fleet 150\nwait 200\n' | run turns
equal "movers that turn do not meet either" "$(field turns fleet_conflicts)" 0
different "and move otherwise" "$(field turns fleet_hash)" "$(field lifelong fleet_hash)"
printf 'set fleet_speed 60\nset fleet 150\nset tool brush\nset brush wall\nwait 60\nclick-tile 20,8\nwait 60\nkey Ctrl+Z\nwait 60\n' | run edited
equal "an edit among them" "$(field edited fleet_conflicts)" 0
check "does not stop them" more "$(field edited fleet_steps)" 170

# ---- profiles, lifts
"$WEND" bake "$DATA/agents.recipe" -o agents.wend -q
for p in 0 1; do
    printf "set bars 0\nset layers agent\nset fleet_speed 60\nset fleet_profiles $p\nset fleet 40\nset fleet_panel 0\nset zoom 20\nwait 100\n" |
        view "profiles$p" --size 640x480 agents.wend
    equal "each moves by its own map, $p" "$(field "profiles$p" fleet_conflicts)" 0
done
check "movers of other profiles have a yellow rim" more "$("$PIXELS" count profiles1.png FFCD28)" 100
check "and only they" more 10 "$("$PIXELS" count profiles0.png FFCD28)"
"$WEND" bake "$DATA/house.recipe" -o house.wend -q
for lift in "0 0" "0 2" "1 2"; do
    printf "set fleet_speed 60\nset fleet_lift ${lift% *}\nset fleet_step_seconds ${lift#* }\nset fleet 40\nwait 200\n" |
        unseen "lift${lift% *}${lift#* }" house.wend
    equal "no conflicts of lifts, $lift" "$(field "lift${lift% *}${lift#* }" fleet_conflicts)" 0
done
check "a lift takes its time" more "$(field lift00 fleet_reached)" "$(field lift02 fleet_reached)"
different "and its room counts" "$(field lift12 fleet_hash)" "$(field lift02 fleet_hash)"
finish
