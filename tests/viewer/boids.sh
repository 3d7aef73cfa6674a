#!/bin/sh
# Do boids go where they are sent, by the rules that are set, and never into a wall?   boids.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
size="--size 800x600"
look='key Tab\nset bars 0\nset layers agent\nset zoom 9\nset center 36,24\nset boids 1\n'
run() { name=$1; { printf "$look"; cat; } | view "$name" $size room.map; } # run NAME <SCRIPT
boid() { field "$1" boid_at | tr -d '[]' | tr ',' ' '; }
near() { awk -v a="$1" -v b="$2" -v most="$3" 'BEGIN { split(a, p, " "); split(b, q, " ")
    exit !((p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2 < most ^ 2) }'; }

# ---- placing, sending, removing
printf "click-tile 4,4\nwait 30\n" | run one
equal "a click places a boid" "$(field one boid_count)$(field one boids_idle)" 11
check "where it was clicked" near "$(boid one)" "4.5 4.5" 0.1
printf "click-tile 4,4\ndrag-tile 4,4 20,8\nwait 240\n" | run sent
equal "a drag from it sends it" "$(field sent boids_arrived)" 1
check "to where the drag ends" near "$(boid sent)" "20.5 8.5" 0.2
printf "set boid_group 30\nclick-tile 4,4\ndrag-tile 5,5 12,30\nset time_scale 8\nwait 76\n" | run group
equal "a group is placed and sent" "$(field group boid_count)$(field group boids_arrived)" 3030
equal "none was in a wall" "$(field group in_walls)" 0
printf "set boid_group 30\nclick-tile 4,4\nset boid_select 0\ndrag-tile 0,0 12,12\ndrag-tile 5,5 12,40\nset time_scale 8\nwait 76\n" | run boxed
equal "a box selects, and a drag from it sends them" "$(field boxed boids_arrived)" 30
printf "click-tile 4,4\nclick-tile 10,4\nclick-tile 4,4 right\n" | run removed
equal "right click removes" "$(field removed boid_count)" 1
check "the one that was clicked" near "$(boid removed)" "10.5 4.5" 0.1
printf "set boid_group 7\nclick-tile 4,4\nkey Delete\n" | run deleted
equal "Del removes those selected" "$(field deleted boid_count)" 0
printf "click-tile 24,20\n" | run wall
equal "nobody is placed on a wall" "$(field wall boid_count)" 0
check "and it is said" grep -q '"message":"boids need a free tile' wall.json
printf "click-tile 4,4\nset boid_send 30,24\nwait 60\n" | run shut
equal "no path into the closed room" "$(field shut boids_no_route)" 1
printf "set boid_random 200\nset time_scale 8\nwait 190\n" | run random
equal "200 at random arrive where they can" "$(field random boid_count) $(field random boids_walking) $(field random in_walls)" "200 0 0"
printf "set boid_random 200\nset time_scale 8\nwait 190\n" | run again
equal "the same on every run" "$(field again boid_hash)" "$(field random boid_hash)"
check "and the pictures are the same bytes" cmp random.png again.png

# ---- a wall in the way
across="set tool rectangle\ndrag-tile 22,-5 22,40\nset boids 1\n"
printf "click-tile 4,8\nset boid_send 34,8\nwait 60\n${across}set time_scale 8\nwait 115\n" | run edited
check "who comes by an edit replans" more "$(field edited boid_replans)" 0
equal "and arrives" "$(field edited boids_arrived)$(field edited in_walls)" 10
printf "set boid_group 20\nclick-tile 4,8\nset boid_send 34,8\nwait 60\nset tool rectangle\ndrag-tile 0,0 20,30\nset boids 1\nwait 60\n" | run buried
equal "who stands where a wall is painted steps beside it" "$(field buried boid_count)$(field buried in_walls)" 200
check "beside it" more "$(field buried boid_middle | tr -d '[' | cut -d, -f1)" 20

# ---- rules
walk="set boid_group 12\nclick-tile 4,4\nset boid_send 60,4\nwait 90\n"
printf "$walk" | run plain
rule() { printf "set boid_wish $2\n$walk" | run "$1"; } # rule NAME WISH
rule apart separate=4
check "separation spreads them" more "$(field apart boid_spread)" "$(echo "$(field plain boid_spread)" | awk '{ print 1.2 * $1 }')"
rule together cohere=3
check "cohesion draws them together" more "$(field plain boid_spread)" "$(field together boid_spread)"
printf "set boid_random 150\nwait 90\n" | run strangers
printf "set boid_neighbours 8\nset boid_wish follow=0.2\nset boid_wish align=5\nset boid_random 150\nwait 90\n" | run aligned
check "alignment gives those who are near one direction" more "$(field aligned boid_order)" "$(field strangers boid_order)"
rule lost follow=off
check "without following nobody goes anywhere" more 10 "$(field lost boid_middle | tr -d '[' | cut -d, -f1)"
printf "set boid_wish follow=off\nset boid_wish seek=1\n${walk}set time_scale 8\nwait 64\n" | run seek
equal "seeking the waypoints gets there too" "$(field seek boids_arrived)$(field seek in_walls)" 120
narrow="set zoom 5\nset tool rectangle\ndrag-tile 0,1 63,47\nset boids 1\nset boid_group 1\nclick-tile 10,0\nset boid_send 40,0\nclick-tile 40,0\nset boid_send 10,0\nwait 360\n"
printf "$narrow" | run meet
printf "set boid_wish avoid=off\n$narrow" | run through
equal "without avoidance they pass through each other" "$(field through boids_arrived) $(field through collisions)" "2 1"
different "with it they do not" "$(field meet boids_arrived)" 2
printf "set boid_wish arrive=off\nset boid_arrive_radius 20\nclick-tile 4,4\nset boid_send 30,4\nwait 150\n" | run fast
printf "set boid_arrive_radius 20\nclick-tile 4,4\nset boid_send 30,4\nwait 150\n" | run slow
check "arriving slows down within its radius" more "$(boid fast | cut -d' ' -f1)" "$(boid slow | awk '{ print $1 + 1 }')"
printf "set boid_speed 2\nclick-tile 4,4\nset boid_send 30,4\nwait 90\n" | run creep
check "a speed of 2 is kept to" more 2.01 "$(field creep boid_speed)"
check "and reached" more "$(field creep boid_speed)" 1.9

# ---- one goal, shared
share="set boid_share 1\nset boid_group 40\nclick-tile 4,4\nset boid_send 60,40\nset time_scale 8\nwait 190\n"
printf "$share" | run shared
equal "who share a goal arrive round it" "$(field shared boids_arrived)$(field shared in_walls)" 400
check "by the field, not by their own plans" near "$(field shared boid_middle | tr -d '[]' | tr ',' ' ')" "60.5 40.5" 3
printf "set boid_share 1\nset boid_group 40\nclick-tile 4,20\nset boid_send 60,20\nwait 60\nset tool rectangle\ndrag-tile 22,-5 22,40\nset boids 1\nset time_scale 8\nwait 190\n" | run round
equal "the field goes round a wall that is painted" "$(field round boids_arrived)$(field round in_walls)" 400

# ---- time and camera
printf "set boid_random 20\nwait 30\nkey Space\nwait 30\n" | run paused
printf "set boid_random 20\nwait 30\nkey Space\nwait 60\n" | run longer
equal "Space holds them" "$(field longer boid_hash)" "$(field paused boid_hash)"
printf "set boid_random 20\nwait 30\nkey Space\nwait 30\nkey O\nkey O\n" | run stepped
equal "O steps" "$(field stepped boid_ticks)" $(($(field paused boid_ticks) + 2))
printf "set time_scale 4\nset boid_random 20\nwait 100\n" | run quick
printf "set boid_random 20\nwait 100\n" | run usual
equal "4 times the time, 4 times the ticks" "$(field quick boid_ticks)" $((4 * $(field usual boid_ticks)))
printf "click-tile 4,20\nset boid_speed 4\nset boid_send 18,40\nset zoom 40\nkey C\nwait 200\n" | run follow
check "the camera follows: $(field follow center), $(boid follow)" \
    near "$(field follow center | tr -d '[]' | tr ',' ' ')" "$(boid follow | awk '{ print $1, $2 + 0.4 }')" 0.5
printf "click-tile 4,20\nset boid_send 18,40\nset zoom 40\nkey C\ndrag 400 300 300 200 middle\nwait 90\n" | run let_go
equal "until the map is dragged" "$(field let_go camera_follow)" false

# ---- what is seen: the path ahead and the waypoint, the velocity, the trail
printf "click-tile 4,4\nset boid_send 60,40\nwait 60\n" | run seen
check "the path ahead" more "$("$PIXELS" count seen.png FFAA00)" 60
check "the velocity" more "$("$PIXELS" count seen.png FF5AC8)" 30
check "the boid" more "$("$PIXELS" count strangers.png 40BEFF)" 500
printf "click-tile 4,4\nset boid_send 60,40\nset layers none\nwait 60\n" | run unseen
equal "none without the layer" "$("$PIXELS" count unseen.png 40BEFF)" 0

# ---- what scripts get wrong, and other maps
for bad in 'boid_group 0' 'boid_group 1001' 'boid_radius 1' 'boid_profile 1' 'boid_profile tank' 'boid_wish love' 'boid_wish seek=9' 'boid_send 64,0' 'time_scale 0'; do
    echo "set $bad" >bad.txt
    got=0
    "$VIEW" --headless --frames 1 --script bad.txt room.map 2>err || got=$?
    equal "set $bad is refused" "$got" 3
done
printf "set boid_random 50\nwait 30\nset cluster 15\nset time_scale 8\nwait 115\n" | run rebuilt
equal "they outlive a new graph" "$(field rebuilt boid_count)$(field rebuilt boids_walking)$(field rebuilt in_walls)" 5000
printf "set boid_random 50\nwait 30\nset new 30x30\nwait 9\n" | run elsewhere
equal "and not another map" "$(field elsewhere boid_count)" 0
printf "set boid_random 10000\nwait 30\n" | view many $size
equal "10,000 walk" "$(field many boid_count)$(field many in_walls)" 100000
finish
