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

# Profiles are made in the window: the fields change the one that plans, and undo goes on from there.
new='set paused 1\nset start 4,5\nset goal 26,5\nset open profiles\nset algorithm exact\n'
printf "${new}click-widget \"New profile\"\nwait 3\n" | view made --size 900x1200 agents.wend
equal "a new profile plans at once" "$(field made profile)" agent
check "and is not saved yet" grep -q '"unsaved":true' made.json
printf "${new}set profile_new wide:radius=1.5,~=blocked\nset save wide.wend\nwait 3\n" | view wide --size 900x1200 agents.wend
equal "a body like that of the tank takes its path" "$(field wide profile) $(field wide cost)" "wide 26.142136"
equal "a saved world has it" "$("$WEND" info wide.wend | grep -c 'profile *wide: radius 1.5')" 1
printf "${new}set profile_new wide:radius=0.5,~=blocked\nset profile_set radius=1.5\nset profile_set name=broad\nwait 3\n" | view broad --size 900x1200 agents.wend
equal "values change one by one, and the terrain keeps its costs" "$(field broad profile) $(field broad cost)" "broad 26.142136"
printf "${new}set profile scout\nset profile_remove 1\nset profile tank\nwait 3\n" | view removed --size 900x1200 agents.wend
equal "another one is removed" "$(field removed profile) $(field removed cost)" "tank 26.142136"
refused() { printf "${new}$1\n" >bad.txt; "$VIEW" --headless --script bad.txt agents.wend 2>&1 || :; }
# Changes of profiles are edits: they are undone and done again, among edits of tiles.
printf "${new}set profile scout\nwait 2\n" | view scout --size 900x1200 agents.wend
steps="${new}set profile scout\nset profile_new wide:radius=0.5,~=blocked\nset brush wall\nset size 1\nclick-tile 2,2\nset tool look\nset profile_set radius=1.5\n"
printf "${steps}wait 2\n" | view stepped --size 900x1200 agents.wend
equal "three steps" "$(field stepped profile) $(field stepped cost) $(field stepped edits)" "wide 26.142136 3"
printf "${steps}key Ctrl+Z\nwait 2\n" | view back1 --size 900x1200 agents.wend
different "the radius is undone" "$(field back1 cost)" "$(field stepped cost)"
equal "the tile is not" "$(field back1 profile) $(field back1 edits)" "wide 2"
printf "${steps}key Ctrl+Z\nkey Ctrl+Z\nkey Ctrl+Z\nset save undone.wend\nwait 2\n" | view back3 --size 900x1200 agents.wend
equal "all are undone" "$(field back3 profile) $(field back3 cost) $(field back3 edits)" "scout $(field scout cost) 0"
equal "the world is as it was" "$("$WEND" hash undone.wend | cut -d ' ' -f 1)" "$("$WEND" hash agents.wend | cut -d ' ' -f 1)"
printf "${steps}set edit_position 0\nset edit_position 3\nwait 2\n" | view again3 --size 900x1200 agents.wend
equal "and done again" "$(field again3 profile) $(field again3 cost) $(field again3 edits)" "wide 26.142136 3"
printf "${new}set profile tank\nset profile_remove 1\nkey Ctrl+Z\nwait 2\n" | view restored --size 900x1200 agents.wend
equal "a removed one comes back" "$(field restored profile) $(field restored cost)" "tank 26.142136"
check "a value out of range is refused" sh -c 'echo "$1" | grep -q "expected a number from 0 to 64"' - "$(refused 'set profile tank\nset profile_set radius=99')"
check "a name that is taken, too" sh -c 'echo "$1" | grep -q "the name is taken"' - "$(refused 'set profile_new tank:')"
check "the default has no values" sh -c 'echo "$1" | grep -q "no profile is chosen"' - "$(refused 'set profile_set radius=1')"

# A robot's map opens with its profile, which has lengths in metres.
awk 'BEGIN { print "P2 61 41 255"; for (i = 0; i < 61 * 41; i++) print (i % 61 == 30 && i > 600 ? 0 : 254) }' >floor.pgm
printf 'image: floor.pgm\nresolution: 0.05\norigin: [-2.5, -1.25, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >floor.yaml
"$WEND" bake floor.yaml -o floor.wend -q --profile cart: --inflate inscribed=0.2,inflation=0.6,scaling=3
printf 'set paused 1\nset start 4,35\nset goal 56,35\nwait 2\n' | view floor --size 900x1200 floor.wend
equal "the robot plans" "$(field floor profile)" robot
printf 'set paused 1\nset open profiles\nclick-widget "New profile"\nset start 4,35\nset goal 56,35\nset profile_set inscribed=0.2\nset profile_set inflation=0.6\nset profile_set scaling=3\nwait 2\n' | view same --size 900x1200 floor.yaml
equal "one that is made in the window is the same" "$(field same profile) $(field same cost)" "robot $(field floor cost)"
printf 'set paused 1\nset start 4,35\nset goal 56,35\nset profile_new disc:radius=4\nset profile_set body=inflated\nset profile_set body=radius\nwait 2\n' | view disc --size 900x1200 floor.yaml
printf 'set paused 1\nset start 4,35\nset goal 56,35\nset profile_new disc:radius=4\nwait 2\n' | view plain_disc --size 900x1200 floor.yaml
equal "to an inflation and back" "$(field disc cost)" "$(field plain_disc cost)"

# The layer of costs is what the profile sees: an inflated robot pays near walls, and never comes closer.
room_map >room.map
"$WEND" bake room.map -o robot.wend --profile robot:inscribed=1.1,inflation=4,scaling=1 -q
robot() { name=$1; { printf 'set paused 1\nkey Tab\nset bars 0\nset layers costs\nset zoom 10\nset center 32,24\n'; cat; echo 'wait 3'; } | view "$name" --size 640x480 robot.wend; }
at() { "$PIXELS" at "$1.png" $(pixel "$1" $2 $3); }
printf 'set profile default\n' | robot map
printf 'wait 1\n' | robot robot_first
equal "it is chosen when the map opens" "$(field robot_first profile)" robot
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
