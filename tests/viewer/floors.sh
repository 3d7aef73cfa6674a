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
equal "and the floor where it is one" "$(near floor1 2 12)" "$(near floor0 13 10)"
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
printf 'set layers distance\nset show_floor 1\nwait 30\n' | run field house.recipe
check "the distance map is that of all floors ($(field field field_cost))" more 0.01 \
    "$(awk "BEGIN { d = $(field field field_cost) - $(field floor0 cost); print d < 0 ? -d : d }")"
printf 'set cluster 15\nwait 2\n' | run rebuilt house.recipe
equal "another graph keeps floors and links" "$(field rebuilt floors)$(field rebuilt links)$(field rebuilt outcome)$(field rebuilt passable)" "3$(field floor0 links)found$(field floor0 passable)"

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
    printf "set save $file\n" | run saved house.recipe
    check "saving $file says that it has one floor" grep -q "saved $file: .*floor 0 of 3 only" saved.json
done

# ---- what is no floor, and no tile of it
got=0
for line in 'set show_floor 3' 'set goal 3,3,3' 'set goal 3' 'set ruler "3,3 4,4,1"'; do
    echo "$line" >wrong.txt
    got=0
    "$VIEW" --headless --frames 1 --script wrong.txt house.recipe >/dev/null 2>err || got=$?
    equal "refused: $line ($(cat err))" "$got" 3
done
finish
