#!/bin/sh
# Does the window show maps with floors, one floor at a time?   floors.sh VIEW PIXELS WEND DATA
. "$(dirname "$0")/common.sh"
wend=$3 data=$4
cp "$data"/house* "$data"/bridge* "$data"/cave* .
size="--size 800x600"
# The map fills the window: tile (12, 8) is in its middle.
look='key Tab\nset bars 0\nset paused 1\nset layers path,connections\nset zoom 30\nset center 12,8\nset show_floor 0\nset start 3,4,0\nset goal 17,4,2\n'
# cost: of the answer of wend path --json
cost() { sed -nE "s/.*\"outcome\":\"found\",\"cost\":([0-9.]+).*/\1/p" answer.json; }
# same A B: the same number, to three digits
same() { check "$1" [ "$(printf '%.3f' "$2")" = "$(printf '%.3f' "$3")" ]; }
run() { name=$1 file=$2; shift 2; { printf "$look"; cat; printf 'move 2 2\nwait 20\n'; } | view "$name" $size "$@" $file; } # run NAME MAP OPTION... <SCRIPT
near() { "$PIXELS" at "$1.png" $(pixel "$1" "$2" "$3"); } # the colour in the middle of a tile

# ---- the shown floor
for f in 0 1 2; do printf "set show_floor $f\n" | run floor$f house.recipe; done
"$wend" bake house.recipe -o house.wend -q
"$wend" path house.wend --from 3,4,0 --to 17,4,2 --json >answer.json
equal "the path leads over floors" "$(field floor0 outcome)$(field floor0 start_floor)$(field floor0 goal_floor)" found02
same "at the cost of wend path" "$(field floor0 cost)" "$(cost)"
equal "floors have tiles of their own: open below" "$(near floor0 13 10)" "$(near floor0 15 10)"
different "a hall without a floor above" "$(near floor1 13 10)" "$(near floor0 13 10)"
different "it shows the floor below" "$(near floor1 13 10)" "$(near floor1 0 0)"
equal "where that has walls, too, there is nothing to see" "$(near floor1 0 5)" "$(near floor1 0 0)"
equal "and the floor where it is one" "$(near floor1 2 12)" "$(near floor0 13 10)"
printf 'set layers path,connections,costs\nset show_floor 1\n' | run costs house.recipe
equal "the costs are those of the shown floor alone" "$(near costs 13 10)" "$(near costs 0 0)"
for f in 0 1 2; do
    check "floor $f shows a part of the path" more "$("$PIXELS" count floor$f.png FFD800)" 300
    case $(field floor$f status) in *"floor $f, "*) ok=yes ;; *) ok=no ;; esac
    equal "the line at the bottom names it ($(field floor$f status))" $ok yes
done

# ---- keys
printf 'key PageUp\n' | run up house.recipe
equal "Page Up: the floor above" "$(field up floor)$(cksum <up.png)" "1$(cksum <floor1.png)"
printf 'key PageUp\nkey PageUp\nkey PageUp\n' | run top house.recipe
equal "the highest floor is the last" "$(field top floor)$(cksum <top.png)" "2$(cksum <floor2.png)"
printf 'key PageUp\nkey PageUp\nkey PageDown\nkey PageDown\nkey PageDown\n' | run down house.recipe
equal "Page Down: back, and not below the lowest" "$(field down floor)$(cksum <down.png)" "0$(cksum <floor0.png)"

list() { name=$1; { printf 'set paused 1\nset close layers\nset show_floor 0\nset layers none\n'; cat; printf 'move 2 2\nwait 9\n'; } | view "$name" $size house.recipe; }
printf 'click-widget "floor 2, attic, height 6 units"\n' | list listed
equal "a click in the list shows a floor" "$(field listed floor)" 2
: | list before
printf 'set obstacle_size 9\nset obstacle 8,4,1\nwait 9\n' | list after
middle="33 227" # of tile 8,4 in the picture of floor 1, the second in the list
different "whose picture shows the edits" "$("$PIXELS" at before.png $middle)" "$("$PIXELS" at after.png $middle)"

# ---- a start and a goal by clicks, on two floors
printf 'click-tile 20,12\nset show_floor 2\nwait 2\n' | run clicked house.recipe
equal "a click sets the goal on the shown floor" "$(field clicked goal)$(field clicked goal_floor)" "[20,12]0"
printf 'key PageUp\nclick-tile 3,12\n' | run clicked house.recipe
equal "on the floor above, too" "$(field clicked goal)$(field clicked goal_floor)$(field clicked start_floor)" "[3,12]10"
"$wend" path house.wend --from 3,4,0 --to 3,12,1 --json >answer.json
same "and plans to it" "$(field clicked cost)" "$(cost)"
printf 'key PageUp\nkey PageUp\ndrag-tile 17,4 20,4\n' | run dragged house.recipe
equal "the goal is dragged on its floor" "$(field dragged goal)$(field dragged goal_floor)" "[20,4]2"
printf 'drag-tile 17,4 20,4\n' | run missed house.recipe
equal "and cannot be taken on another" "$(field missed goal)$(field missed goal_floor)" "[17,4]2"
printf 'key PageUp\nkey PageUp\nclick-tile 17,4\nclick-tile start\n' >wrong.txt
{ printf "$look"; cat wrong.txt; } >wrong_all.txt
got=0
"$VIEW" --headless --frames 1 $size --script wrong_all.txt house.recipe >/dev/null 2>err || got=$?
check "a script hears that the start is not shown" grep -q 'the start is on floor 0, which is not shown' err

# ---- marks where the path leaves its floor: stairs at 2,2 on floor 0, which lead to 5,2 on floor 1
printf 'click-tile 2,2\n' | run mark house.recipe
equal "a click on the mark shows where the path goes on" "$(field mark floor)$(field mark goal)" "1[17,4]"
printf 'click-tile 2,2\nclick-tile 5,2\n' | run back house.recipe
equal "and the other end leads back" "$(field back floor)$(field back goal_floor)" 02
printf 'set layers connections\nclick-tile 2,2\n' | run hidden house.recipe
equal "where the path is not shown a click is a goal" "$(field hidden floor)$(field hidden goal)" "0[2,2]"

# ---- components, fields, other graphs
printf 'set layers components\nwait 9\n' | run parts house.recipe
equal "stairs join the floors" "$(field parts components)" 1
# Two halves that meet over the left and right edge alone, by 1,300 links.
awk 'BEGIN { for (y = 0; y < 650; y++) print "....#...." }' >halves.txt
"$wend" bake halves.txt --wrap x -o halves.wend -q
printf 'set layers components\nwait 9\n' | view halves $size halves.wend
equal "any number of links do" "$(field halves components)" 1
printf 'set layers distance\nset show_floor 1\nwait 30\n' | run field house.recipe
check "the distance map is that of all floors ($(field field field_cost))" more 0.01 \
    "$(awk "BEGIN { d = $(field field field_cost) - $(field floor0 cost); print d < 0 ? -d : d }")"
printf 'set cluster 15\nwait 2\n' | run rebuilt house.recipe
equal "another graph keeps floors and links" "$(field rebuilt floors)$(field rebuilt links)$(field rebuilt outcome)$(field rebuilt passable)" "3$(field floor0 links)found$(field floor0 passable)"

# ---- edits on a floor
hash=$(field floor0 world_hash)
edit() { name=$1; { printf 'key PageUp\n'; cat; } | run "$name" house.recipe; } # edit NAME <SCRIPT: on floor 1
undone() { # undone NAME: the edit of NAME.txt taken back leaves the map, and a picture, as they were
    { sed -n '/^key PageUp/,/^move 2 2/p' "$1.txt" | sed '1d;$d'; printf 'key Ctrl+Z\nset tool look\nset show_floor 1\nwait 600\n'; } | edit "undo_$1"
    equal "undone to the byte: $1" "$(field "undo_$1" world_hash)$(field "undo_$1" edits)" "${hash}0"
    equal "and the picture: $1" "$("$PIXELS" differ "undo_$1.png" up.png)" 0
}
printf 'set brush wall\nset size 1\ndrag-tile 9,2 9,5\n' | edit brush
"$wend" edit house.wend --set 9,2,1,4,1=blocked -o edited.wend -q
"$wend" info edited.wend --json >edited.json
equal "a stroke paints the shown floor" "$(field brush passable)" $(($(field floor0 passable) - 4))
equal "as wend edit" "$(field brush world_hash)" "$(field edited hash)"
different "and is seen there" "$(near brush 9 3)" "$(near up 9 3)"
undone brush
printf 'set brush wall\nset size 1\ndrag-tile 9,2 9,5\nset show_floor 2\nkey Ctrl+Z\n' | edit said
check "what is undone elsewhere is said" grep -q '"message":"undone on floor 1, first"' said.json
printf 'set brush wall\nset size 1\ndrag-tile 9,2 9,5\nkey PageDown\n' | edit below
equal "but not on the floor below" "$(near below 9 3)" "$(near floor0 9 3)"
printf 'set brush wall\nset size 1\nset show_floor 0\ndrag-tile 13,10 15,10\nset tool look\nset show_floor 1\n' | edit hole
different "a wall below is not seen from above" "$(near hole 14 10)" "$(near up 14 10)"
printf 'set brush wall\nset tool fill\nclick-tile 3,12\n' | edit fill
check "flood fill stays on its floor" more $(($(field floor0 passable) - 20)) "$(field fill passable)"
printf 'set show_floor 0\n' >>fill.txt
undone fill
printf 'set wall "9,2,1 10,2,1"\n' | edit wall
equal "a wall on a floor" "$(field wall closed_steps)" 2
undone wall
printf 'set tool wall\nclick-tile 9,3\n' | edit edge
equal "by the tool" "$(field edge closed_steps)" 2
undone edge
printf 'set obstacle 9,3,1\n' | edit thrown
check "an obstacle lies on its floor" more "$(field floor0 passable)" "$(field thrown passable)"
printf 'set obstacle 9,3,1\nset show_floor 0\n' | edit elsewhere
equal "and is not seen from another" "$("$PIXELS" differ elsewhere.png floor0.png)" 0
printf 'set brush wall\nset size 1\ndrag-tile 9,2 9,5\nset tool rectangle\nset show_floor 0\ndrag-tile 9,3 10,4\nset show_floor 1\nset clear_walls 1\n' | edit cleared
equal "walls are cleared on the shown floor" "$(field cleared passable)" $(($(field floor0 passable) - 4))

# ---- stairs: a click on one floor, and one on another
printf 'set tool link\nset link_cost 1\nclick-tile 4,4\nkey PageUp\nclick-tile 16,4\n' | edit stairs
different "nothing lies over the mark of those that are selected" "$(near stairs 16 4)" FFFFFF
equal "two clicks on two floors are stairs" "$(field stairs links)$(field stairs edits)" $(($(field floor0 links) + 1))1
undone stairs
printf 'set tool link\nset link_two_way 1\nset link_cost 0\nset show_floor 0\nclick-tile 4,4\nset show_floor 2\nclick-tile 16,4\n' | edit shaft
equal "over two floors, and both ways" "$(field shaft links)" $(($(field floor0 links) + 2))
same "and the path takes them" "$(field shaft cost)" 2
printf 'set tool link\nclick-tile 4,4\nclick-tile 16,4\n' | edit none
equal "two clicks on one floor are none" "$(field none links)" "$(field floor0 links)"
printf 'set tool link\nclick-tile 4,4\nset tool brush\nset tool link\nkey PageUp\nclick-tile 16,4\n' | edit given_up
equal "nor with another tool between" "$(field given_up links)" "$(field floor0 links)"
printf 'set tool link\nclick-tile 0,0\nkey PageUp\nclick-tile 16,4\n' | edit blocked
check "a blocked end is refused" grep -q 'a link needs two different passable tiles' blocked.json
printf 'set tool link\nclick-tile 21,7\nkey Delete\n' | edit removed
equal "a lift is selected where it ends, and removed both ways" "$(field removed links)" $(($(field floor0 links) - 2))

# ---- a search played back
printf 'set algorithm dijkstra\nset player 1\nset playing 0\nset play_position end\n' | run played house.recipe
equal "the player shows the floor where the search ends" "$(field played floor)" 2
printf 'set algorithm dijkstra\nset player 1\nset playing 0\nset play_position 1\n' | run begun house.recipe
equal "and the one where it begins" "$(field begun floor)" 0
printf 'set algorithm dijkstra\nset player 1\nset play_speed 2000\nwait 200\n' | run played_on house.recipe
equal "it follows the search while it plays" "$(field played_on floor)$(field played_on play_position)" "2$(field played play_position)"
printf 'set algorithm dijkstra\nset layers lists\nset show_floor 1\nwait 9\n' | run lists house.recipe
printf 'set algorithm dijkstra\nset layers lists\nset show_floor 2\nwait 9\n' | run lists2 house.recipe
printf 'set layers none\nset show_floor 1\n' | run bare house.recipe
check "closed tiles are those of the floor" more "$("$PIXELS" differ lists.png bare.png)" 1000
different "and others on another" "$("$PIXELS" differ lists.png bare.png)" "$("$PIXELS" differ lists2.png bare.png)"

# ---- who walks
printf 'set layers agent\nset paused 0\nset time_scale 8\nwait 200\n' | run walked house.recipe
check "the agent walks over the floors to its goal" grep -q '"arrived":true' walked.json
printf 'set layers agent\nset paused 0\nset camera_follow 1\nset time_scale 8\nwait 200\n' | run followed house.recipe
equal "and the view follows it" "$(field followed floor)" 2
printf 'set layers agent\nset boid_random 60\nset paused 0\nset time_scale 8\nwait 250\n' | run boids house.recipe
printf 'set layers agent\nset paused 0\nset camera_follow 1\nset time_scale 8\nwait 200\nkey PageDown\nwait 5\n' | run looked house.recipe
equal "until another floor is asked for" "$(field looked floor)$(field looked camera_follow)" 1false
equal "boids on all floors arrive" "$(field boids boid_count) $(field boids boids_walking) $(field boids boids_no_route) $(field boids in_walls)" "60 0 0 0"
printf 'set boids 1\nset layers agent\nset show_floor 2\nclick-tile 16,4\n' | run placed house.recipe
printf 'set boids 1\nset layers agent\nset show_floor 2\nclick-tile 16,4\nset boids 0\nset show_floor 0\n' | run hidden house.recipe
printf 'set layers agent\nset show_floor 2\n' | run empty house.recipe
equal "a click places a boid on the shown floor" "$(field placed boid_count)$(field placed boids_idle)" 11
check "where it is seen" more "$("$PIXELS" differ placed.png empty.png)" 50
printf 'set layers agent\nset show_floor 0\n' | run empty house.recipe
equal "and not on another" "$("$PIXELS" differ hidden.png empty.png)" 0
printf 'set fleet 40\nset fleet_lifelong 0\nset fleet_speed 60\nset fleet_heat 0\nset fleet_panel 0\nwait 300\n' | run fleet house.recipe
equal "movers reach their goals on other floors" "$(field fleet fleet)$(field fleet fleet_stuck)$(field fleet fleet_conflicts)" 4000
printf 'set fog 1\nset layers agent\nset paused 0\nset time_scale 8\nwait 300\n' | run fog house.recipe
check "an agent in the fog finds its way over stairs" grep -q '"arrived":true' fog.json
printf 'set places territories\nset show_floor 2\nwait 9\n' | run lands house.recipe
check "territories are those of all floors ($(field lands places_text))" more "$(field lands territory_tiles | tr -d '[' | cut -d, -f1)" 100

# ---- worlds
printf 'set show_floor 1\n' | run world house.wend
equal "a baked world is the same" "$(field world world_hash)$(cksum <world.png)" "$(field floor1 world_hash)$(cksum <floor1.png)"
case $(field world status) in *"floor 1, first"*) ok=yes ;; *) ok=no ;; esac
equal "with the names of its floors" $ok yes
printf 'key Tab\nset bars 0\nset paused 1\nset layers path,connections\nset start 2,6,0\nset goal 12,6,1\nwait 9\n' | view bridge $size bridge.recipe
equal "over a seam" "$(field bridge outcome)$(field bridge goal_floor)$(field bridge path_links)" found11
printf 'wait 1\n' | view cave $size cave.recipe
equal "text grids as floors" "$(field cave outcome)$(field cave floors)" found2

printf 'set save out.wend\n' | run saved house.recipe
printf 'set show_floor 1\n' | run again out.wend
equal "saved and read again" "$(field again world_hash)$(field again floors)$(cksum <again.png)" "$(field floor1 world_hash)3$(cksum <floor1.png)"
for file in out.png out.map; do
    printf "set show_floor 1\nset save $file\n" | run saved house.recipe
    check "saving $file says that it has one floor" grep -q "saved $file: .*only floor 1 of the 3" saved.json
done
"$wend" export house.wend --floor 1 -o floor.map -q
check "the shown one" cmp out.map floor.map

# ---- unsaved edits and patches
keep() { name=$1 file=$2; shift 2; { printf "$look"; cat; } | view "$name" $size --autosave "$@" $file; }
export XDG_CONFIG_HOME="$folder/config"
stroke='set show_floor 1\nset brush wall\nset size 1\ndrag-tile 9,2 9,5\nwait 20\n'
for file in house.recipe house.wend; do
    printf "$stroke" | keep kept $file
    printf 'key Return\nwait 2\n' | view restored $size --autosave $file
    equal "unsaved edits of a floor are restored: $file" "$(field restored world_hash)$(field restored floors)" "$(field brush world_hash)3"
    rm -f $file.autosave.*
done
"$wend" edit house.wend --patch one.patch --set 16,4,1,1,2=blocked -q
printf "$stroke" | keep patched house.wend --patch one.patch
check "edits of a mapped world are a patch" [ -s house.wend.autosave.patch ]
"$wend" merge house.wend one.patch house.wend.autosave.patch -o merged.wend -q
"$wend" edit edited.wend --set 16,4,1,1,2=blocked -o both.wend -q
"$wend" info merged.wend --json >merged.json
"$wend" info both.wend --json >both.json
equal "with the floors of both" "$(field merged hash)" "$(field both hash)"

# ---- two searches, and why there is no path
printf 'set show_floor 1\nset pair 1\nset pair_a astar\nset pair_b dijkstra\nset measure wait\nwait 9\n' | run pair house.recipe
equal "two searches find the same" "$(field pair pair_a_cost)" "$(field pair pair_b_cost)"
check "and their tiles are those of all floors" more "$(field pair pair_both)" 100
printf 'set performance 1\nset measure query\nset measure wait\nset goal 17,4,0\nwait 3\nset measure wait\nset csv query.csv\nset random 40\nset measure scenario\nset measure wait\nwait 3\nset tab scenario\nset csv run.csv\n' | run compared house.recipe
same "a goal on another floor is another query" "$(field compared astar_cost)" "$(field compared cost)"
equal "random queries are answered right" "$(field compared scen_wrong)" 0
equal "tables have the floors" "$(awk -F, 'NR == 2 { print NF, $(NF - 1), $NF }' query.csv) $(awk -F, 'NR == 1 { print $(NF - 1), $NF }' run.csv)" "23 0 0 start_floor goal_floor"
check "those of all ends" more "$(awk -F, 'NR > 1 && $NF != $(NF - 1)' run.csv | wc -l)" 9
printf 'set show_floor 0\nset brush wall\nset size 1\nclick-tile 2,2\nset show_floor 1\nclick-tile 21,7\nset tool look\nset nearest 0\nset why 1\nwait 9\n' | run why house.recipe
check "what would have to be opened, and on which floor ($(sed -nE 's/.*"why_text":"([^"]*)".*/\1/p' why.json))" grep -qE 'the first at \((2, 2, floor 0|21, 7, floor 1)\)' why.json
printf 'set show_floor 0\nset brush wall\nset size 1\nclick-tile 2,2\nset show_floor 1\nclick-tile 21,7\nset tool look\nset nearest 0\nset why 1\nset why open\nwait 9\n' | run opened house.recipe
equal "and it is opened there" "$(field why outcome)$(field opened outcome)" no_routefound

# ---- what is no floor, and no tile of it
got=0
for line in 'set show_floor 3' 'set goal 3,3,3' 'set goal 3' 'set ruler "3,3 4,4,1"'; do
    echo "$line" >wrong.txt
    got=0
    "$VIEW" --headless --frames 1 --script wrong.txt house.recipe >/dev/null 2>err || got=$?
    equal "refused: $line ($(cat err))" "$got" 3
done
finish
