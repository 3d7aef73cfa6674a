#!/bin/sh
# Does the window show of a map that has grown to the left and above what it shows of the same map baked at once?
#   grown.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
wend=$3
# A map of 124 x 93 tiles whose part to the right and below was there first, with walls and links on both sides of column 0.
"$wend" generate --size 124x93 --kind caves --seed 5 -o all.map -q
head -4 all.map | sed 's/^width.*/width 62/; s/^height.*/height 62/' >right.map
tail -n +36 all.map | cut -c 63-124 >>right.map
for map in all right; do "$wend" bake $map.map --cluster 31 --levels 1 -o $map.wend -q; done
mv all.wend once.wend
"$wend" edit right.wend --add-ground=-62,-31=all.map -o grown.wend -q
# The first two passable tiles of a row from a column on.
passable() { sed -n "$(($1 + 5))p" all.map | cut -c "$(($2 + 1))-" | awk -v row="$1" -v column="$2" '{ print column + index($0, "..") - 1 "," row }'; }
a=$(passable 40 10) b=$(passable 50 100) c=$(passable 12 80) d=$(passable 70 30)
# Scripts name tiles of the map baked at once as @X,Y@.
script() { # WORLD
    awk -v left="$([ "$1" = grown ] && echo 62 || echo 0)" -v top="$([ "$1" = grown ] && echo 31 || echo 0)" '{
        while (match($0, /@[-0-9.]+,[-0-9.]+@/)) {
            split(substr($0, RSTART + 1, RLENGTH - 2), at, ",")
            $0 = substr($0, 1, RSTART - 1) at[1] - left "," at[2] - top substr($0, RSTART + RLENGTH)
        }
        print
    }'
}
for world in once grown; do
    echo "@$a@:@$b@=9 @$c@:@$((${c%,*} + 1)),${c#*,}@" | script $world >tiles
    "$wend" edit $world.wend --link="$(cut -d' ' -f1 tiles)" --two-way --wall="$(cut -d' ' -f2 tiles)" -o $world.wend -q
done
look="key Tab\nset bars 0\nset paused 1\nset start @$a@\nset goal @$c@\n"
run() { # NAME <SCRIPT: in both worlds
    { printf "$look"; cat; printf 'move 450 632\nwait 20\n'; } >"$1.both"
    for world in once grown; do script $world <"$1.both" | view "$world.$1" --size 900x640 $world.wend; done
}
rows=600 # above the line at the bottom, which names a tile
same() { # NAME TEXT KEY...: the picture, and what the report says
    name=$1 text=$2
    shift 2
    equal "$text" "$("$PIXELS" differ "once.$name.png" "grown.$name.png" 0 $rows)" 0
    for key in "$@"; do equal "$text: $key" "$(field "once.$name" "$key")" "$(field "grown.$name" "$key")"; done
}
moved() { echo "$1" | tr -d '[]' | awk -F, '{ printf "[%d,%d]\n", $1 + 62, $2 + 31 }'; }

printf 'set layers path,waypoints,connections,costs\n' | run path
same path "the map, its path, walls and links" cost outcome tiles
equal "the start is where the map has it" "$(moved "$(field grown.path start)")" "[$a]"
different "below 0" "$(field grown.path start)" "$(field once.path start)"
equal "a tile is where the report says" "$(pixel once.path ${a%,*} ${a#*,})" "$(pixel grown.path $((${a%,*} - 62)) $((${a#*,} - 31)))"
printf 'set layers costs,clusters,entrances,graph,route,lists,grid\nset level 1\nset zoom 14\nset center @62,31@\n' | run graph
same graph "clusters, entrances and the graph"
printf 'set layers components\n' | run components
same components "components"
printf 'set layers clearance,blocked\nset zoom 9\nset center @50,30@\n' | run clearance
same clearance "clearance, and blocked ground"
printf 'set layers distance,flow\n' | run distance
same distance "the distance map"
printf 'set layers distance,flow\nset zoom 31\nset center @60.5,31@\n' | run near
same near "the distance map from near by"
printf 'set layers path\nset zoom 40\nset center @62,31@\n' | run corner
same corner "a part of the map, and the small map of all of it"
for algorithm in hpa astar; do
    printf "set layers path,numbers,lists\nset algorithm $algorithm\nset player 1\nset playing 0\nset play_position 200\nset zoom 40\nset center @$a@\nwait 4\n" | run play
    rows=480 # above the player
    same play "a search of $algorithm played back" play_events play_open_list play_closed
done
printf 'set pair_a hpa\nset pair_b dijkstra\nset pair 1\nset playing 0\nset play_position 300\nwait 4\n' | run pair
rows=340
same pair "two searches side by side"
printf 'set places reach\nset reach_within 60\nset layers path\nset zoom 8\nset center @62,31@\nmove 450 320\nwait 9\n' | run reach
rows=600
same reach "bands of cost around the pointer" places_text
printf "set goals @$a@;@$b@;@$d@\nset places territories\nset zoom 0.7\nset center @62,31@\nwait 3\n" | run areas
same areas "territories, where several tiles are a pixel" places_text
printf "set fog 1\nset fog_range 8\nset danger_size 9\nset danger @$d@\nset paused 1\nset layers agent,costs\nwait 9\n" >fogged
run fog <fogged
same fog "what the agent has seen and fears" fog_seen dangers
printf "set fog 1\nset fog_range 8\nset paused 0\nset layers agent,costs\nset center @62,31@\nwait 200\n" | run fogged_walk
same fogged_walk "a walk in the fog" fog_seen ticks
check "on it the agent sees more: $(field grown.fogged_walk fog_seen)" more "$(field grown.fogged_walk fog_seen)" "$(field grown.fog fog_seen)"
printf 'set fleet_speed 60\nset layers agent\nset fleet 60\nset fleet_panel 0\nset fleet_heat 1\nwait 60\n' | run fleet
same fleet "a fleet" fleet fleet_steps fleet_reached fleet_conflicts
printf 'set boid_random 30\nset layers agent\nset paused 0\nwait 30\n' | run boids
check "agents: as many, near the same places" [ "$("$PIXELS" differ once.boids.png grown.boids.png)" -lt 2000 ]

# ---- edits by the mouse, undo, and what is saved
stroke="set layers costs\nset zoom 6\nset center @62,46@\nset brush wall\nset tool brush\nset size 3\ndrag-tile @50,31@ @74,31@\nset tool rectangle\ndrag-tile @40,20@ @48,26@\nset brush 1\nset tool fill\nclick-tile @4,8@\nwait 9\n"
printf "$stroke" | run edited
same edited "strokes, rectangles and fills" passable
printf "${stroke}key Ctrl+z\nkey Ctrl+z\nkey Ctrl+z\nwait 9\n" | run undone
same undone "undone" passable
equal "with all that was there" "$(field grown.undone world_hash)" "$(field grown.path world_hash)"
printf "${stroke}set save saved.wend\nwait 20\nset save saved.png\nset save saved.map\nwait 9\n" >saving
for world in once grown; do
    { printf "$look"; cat saving; } | script $world | unseen saving $world.wend
    "$wend" info saved.wend | grep -E '^(passable|walls|links)' >$world.info
    for kind in wend png map; do mv saved.$kind $world.saved.$kind; done
done
check "saved worlds have the same tiles" cmp once.info grown.info
check "and know where they begin" sh -c "'$wend' info grown.saved.wend | grep -q 'x in -62..61 and y in -31..61'"
check "saved pictures are the same" cmp once.saved.png grown.saved.png
check "saved MovingAI maps, too" cmp once.saved.map grown.saved.map
printf 'set cluster 15\nwait 30\nset layers path\n' | run rebuilt
same rebuilt "built again with other clusters" cost
equal "at the same place" "$(moved "$(field grown.rebuilt start)")" "[$a]"

# ---- off the map
printf 'set start -63,0\n' >off.txt
got=0
"$VIEW" --headless --frames 2 --script off.txt grown.wend 2>err || got=$?
check "a start off the map ($(cat err))" grep -q 'tile -63,0 is outside the map of 124 x 93 from -62,-31 on' err
finish
