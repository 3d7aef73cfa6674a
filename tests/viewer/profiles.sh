#!/bin/sh
# Do path, distance map and clearance follow the profile that is chosen? usage: profiles.sh VIEW PIXELS WEND DATA
WEND=$3 DATA=$4
. "$(dirname "$0")/common.sh"
"$WEND" bake "$DATA/agents.recipe" -o agents.wend -q
ends='set paused 1\nset start 4,5\nset goal 26,5\n'
run() { name=$1; { printf "$ends"; cat; echo 'wait 3'; } | view "$name" --size 900x600 agents.wend; } # run NAME <SCRIPT
for p in "default 22.000000" "scout 22.000000" "tank 26.142136" "boat 34.828427"; do
    printf "set profile ${p% *}\nset algorithm exact\nset layers path,distance\n" | run "${p% *}"
    equal "the profile is ${p% *}" "$(field "${p% *}" profile)" "${p% *}"
    equal "its path costs ${p#* }" "$(field "${p% *}" cost)" "${p#* }"
    equal "and so does the distance map, in its integers" "$(printf %.2f "$(field "${p% *}" field_cost)")" "$(printf %.2f "${p#* }")"
done
printf 'set profile 2\n' | run number
equal "a number, as the panel gives it" "$(field number profile)" tank

look='set profile tank\nset zoom 20\nset center 15,8\n'
printf "${look}hover-tile 15,5\n" | run narrow
equal "a bridge that is too narrow" "$(field narrow obstacle)" "too narrow for tank (clearance 0.5, needs 1.5)"
printf "${look}hover-tile 15,7\n" | run water
equal "water" "$(field water obstacle)" "blocked for tank"
printf "${look}hover-tile 15,10\n" | run fits
equal "it fits" "$(field fits obstacle)" ""

printf "${look}set layers costs\n" | run plain
printf "${look}set layers clearance\n" | run tank
printf "${look}set profile boat\nset layers clearance\n" | run boat
check "the clearance is drawn" sh -c '! cmp -s plain.png tank.png'
check "another for a boat" sh -c '! cmp -s boat.png tank.png'
printf "${look}key u\n" | run key
check "U shows it" grep -q '"clearance"' key.json

# Boids: a scout takes the narrow bridge, a tank that sets out later the wide one, and a boat goes round.
boids='set paused 0\nset layers agent\nset boids 1\n'
crossing='click-tile 6,7\nset boid_send 24,7\n'
printf "${boids}set boid_profile scout\n${crossing}set time_scale 8\nwait 40\n" | run crossed
equal "a scout arrives" "$(field crossed boid_count)$(field crossed boids_arrived)" 11
printf "${boids}set boid_profile tank\nclick-tile 6,7\nset boid_profile scout\nset boid_group 3\nclick-tile 5,10\nset boid_select all\nset boid_send 24,7\nset time_scale 8\nwait 90\n" | run mixed
equal "a tank and three scouts arrive" "$(field mixed boid_count)$(field mixed boids_arrived)$(field mixed in_walls)" 440
printf "${boids}set boid_share 1\nset boid_profile tank\nclick-tile 6,7\nset boid_profile scout\nset boid_group 3\nclick-tile 5,10\nset boid_select all\nset boid_send 24,7\nset time_scale 8\nwait 90\n" | run shared
equal "also by fields, one for each profile" "$(field shared boids_arrived)$(field shared in_walls)" 40
printf "${boids}set boid_profile tank\nclick-tile 15,5\n" | run bridge
equal "no tank on the narrow bridge" "$(field bridge boid_count)" 0
check "and it is said at once" grep -q '"message":"boids need a free tile' bridge.json
printf "${boids}set boid_profile tank\nclick-tile 6,7\nset cluster 15\nset boid_send 24,7\nset time_scale 8\nwait 60\n" | run kept
equal "another graph keeps them, and their profile" "$(field kept boids_arrived)$(field kept in_walls)" 10

# The graph is built again with the same profiles; another map has none.
printf 'set profile tank\nset algorithm exact\nset cluster 15\n' | run again
equal "another graph keeps the profile" "$(field again profile) $(field again cost)" "tank 26.142136"
printf 'set profile tank\nset new 20x20\n' | run new
equal "a new map has the default only" "$(field new profile)" default

# A link costs the profile of the path what is typed for it; that can be undone.
printf '....#....\n....#....\n' >lane.txt
"$WEND" bake lane.txt -q -o lane.wend --profile cart:
"$WEND" edit lane.wend --link 3,0:5,0=2,cart=7 -o lane.wend -q
look='set start 0,0\nset goal 8,0\nset tool link\nset link_select 0\n'
printf "${look}wait 2\n" | view lane --size 900x600 lane.wend
printf "${look}set profile cart\nwait 2\n" | view cart --size 900x600 lane.wend
printf "${look}set profile cart\nset link_profile_cost 0.5\nwait 2\n" | view cheap --size 900x600 lane.wend
printf "${look}set profile cart\nset link_profile_cost none\nwait 2\n" | view none --size 900x600 lane.wend
printf "${look}set profile cart\nset link_profile_cost 0.5\nwait 2\nkey Ctrl+Z\nwait 2\n" | view undone --size 900x600 lane.wend
equal "a link by profiles" "$(field lane cost) $(field cart cost) $(field cheap cost)" "8.000000 13.000000 6.500000"
equal "without a cost of its own, and undone" "$(field none cost) $(field undone cost)" "8.000000 13.000000"

# The layer of costs is what the profile sees: an inflated robot pays near walls, and never comes closer.
room_map >room.map
"$WEND" bake room.map -o robot.wend --profile robot:inscribed=1.1,inflation=4,scaling=1 -q
robot() { name=$1; { printf 'set paused 1\nkey Tab\nset bars 0\nset layers costs\nset zoom 10\nset center 32,24\n'; cat; echo 'wait 3'; } | view "$name" --size 640x480 robot.wend; }
at() { "$PIXELS" at "$1.png" $(pixel "$1" $2 $3); }
printf 'wait 1\n' | robot map
printf 'set profile robot\n' | robot robot
equal "on the map the ground costs 1 everywhere" "$(at map 23 20) $(at map 21 20)" "$(at map 4 20) $(at map 4 20)"
different "near a wall it costs more" "$(at robot 21 20)" "$(at robot 4 20)"
equal "beside the wall there is no room" "$(at robot 23 20)" "$(at robot 24 20)"
equal "far off it costs 1" "$(at robot 4 20)" "$(at map 4 20)"
printf 'set profile robot\nset brush wall\nset size 1\nclick-tile 6,20\nhover-tile 50,40\n' | robot edited
different "a new wall is inflated, too" "$(at edited 4 20)" "$(at robot 4 20)"
printf 'set profile robot\nset brush wall\nset size 1\nclick-tile 6,20\nhover-tile 50,40\nkey Ctrl+Z\n' | robot undone
equal "and leaves nothing behind" "$(at undone 4 20)" "$(at robot 4 20)"
printf 'set profile robot\nset profile default\n' | robot back
equal "the map comes back" "$(at back 21 20)" "$(at map 21 20)"

# So are the abstract graph and the components: a tank is too wide for the corridor.
{ printf 'type octile\nheight 24\nwidth 64\nmap\n'; awk 'BEGIN { for (y = 0; y < 24; y++) { row = ""
    for (x = 0; x < 64; x++) row = row (x < 27 || x >= 36 || y == 12 ? "." : "@"); print row } }'; } >bridge.map
"$WEND" bake bridge.map -o bridge.wend --profile tank:radius=1.5 -q
bridge() { name=$1; { printf 'set paused 1\nkey Tab\nset bars 0\nset zoom 10\nset center 32,12\nset start 1,1\nset goal 1,2\n'; cat; echo 'wait 3'; } | view "$name" --size 640x480 bridge.wend; }
printf 'set layers components\n' | bridge one
printf 'set layers components\nset profile tank\n' | bridge two
equal "both sides are one component of the map" "$(at one 5 5)" "$(at one 50 5)"
different "and two of the tank" "$(at two 5 5)" "$(at two 50 5)"
printf 'set layers graph\nset center 31,12\nset zoom 20\n' | bridge graph
printf 'set layers graph\nset center 31,12\nset zoom 20\nset profile tank\n' | bridge graph_tank
different "the abstract graph is that of the tank" "$("$PIXELS" count graph.png E146BE)" "$("$PIXELS" count graph_tank.png E146BE)"
finish
