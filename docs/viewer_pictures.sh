#!/bin/sh
# Draws menus, panels, layers and tools of the viewer for inspection by eye, in three sizes of the window and
# both themes: docs/viewer_pictures.sh WEND_VIEW FOLDER [MAPS]. MAPS: a folder of third-party maps, more of
# which are drawn then.
set -eu
view=$(realpath "$1") out=$2 maps=${3:-}
data=$(cd "$(dirname "$0")/../data" && pwd)
mkdir -p "$out"
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# shoot NAME SIZE SCALE SCRIPT [MAP]
shoot() {
    printf "$4\nwait 6\n" >script.txt
    "$view" --headless --frames 1 --size "$2" --ui-scale "$3" --script script.txt --screenshot "$out/$1.png" ${5:+"$5"}
}
small() { shoot "$1-800" 800x600 1 "$2" ${3:+"$3"}; }
usual() { shoot "$1-1280" 1280x800 1 "$2" ${3:+"$3"}; }
large() { shoot "$1-2560" 2560x1600 2 "$2" ${3:+"$3"}; }
light='set light 1\n'
measured='set clock 1\nset measure wait\nwait 3\n'

small overview 'wait 30'
usual overview "${light}wait 30"
large overview 'wait 30'
small start 'set start_page 1'
usual start "${light}set start_page 1"
small help 'key F1'
large help "${light}key F1"
for menu in File View Plan; do small "menu-$menu" "click-widget \"$menu menu\"\nwait 3"; done
usual menu-layers 'click-widget "View menu"\nwait 3\nhover-widget "Layers menu"'
usual menu-plan-light "${light}click-widget \"Plan menu\"\nwait 3\nhover-widget \"Algorithm menu\""
usual near 'set layers clusters,entrances,graph,route,path,waypoints,agent\nset zoom 14\nset center 300,200\nset paused 1\nhover-tile 303,206'
large near "${light}set layers clusters,entrances,graph,route,path\nset zoom 20\nset center 300,200\nset paused 1\nhover-tile 303,206"
nearest='set paused 1\nset goal 560,60\nset close map\nset open terrain\nhover-tile 560,60'
small nearest "$nearest"
usual nearest "${light}$nearest"
large nearest "$nearest"
usual why 'set paused 1\nset layers path,blocked,grid\nset zoom 26\nset center 300,175\nset start 296,170\nset goal 303,175\nset why 1'
places='set paused 1\nset start 150,200\nset goals 613,192;320,137;560,380;733,493;400,300;520,560\n'
usual tour "${places}set places tour" "$data/island.png"
small tour "${light}${places}set places tour\nset tour_closed 1" "$data/island.png"
usual reach "${light}set paused 1\nset places reach\nset reach_within 500\nhover-tile 300,200"
usual territories "${places}set places territories" "$data/island.png"
usual layers "${light}set layers costs,components,distance,flow,lists,clearance,grid,waypoints"
small layers 'set layers distance,flow,path\nwait 20'
usual clearance 'set layers clearance,path\nset zoom 5\nset center 320,200\nhover-tile 320,210'
usual components 'key 0\nhover-tile 320,210'
small query 'set clock 1\nset performance 1\nset measure wait'
usual query "${light}set clock 1\nset performance 1\nset measure wait"
large query 'set clock 1\nset performance 1\nset measure wait'
small pair 'set clock 1\nset pair 1\nset pair_a astar\nset pair_b astar,octile,2\nset measure wait'
usual pair "${light}set clock 1\nset pair 1\nset pair_a greedy\nset measure wait"
large pair 'set clock 1\nset pair 1\nset measure wait\nkey P\nset playing 0\nset play_position 90000'
small pair-player "${light}set clock 1\nset pair 1\nset measure wait\nkey P\nset playing 0\nset play_position 40000"
small history 'set clock 1\nset performance 1\nset tab history\nset goal 300,80\nset goal 500,300\nset goal 200,300\nset measure wait'
usual history "${light}set clock 1\nset performance 1\nset tab history\nset goal 300,80\nset goal 500,300\nset goal 200,300\nset measure wait"
small many 'set clock 1\nset performance 1\nset tab scenario\nset random 500\nset measure scenario\nset measure wait'
large many "${light}set clock 1\nset performance 1\nset tab scenario\nset random 500\nset measure scenario\nset measure wait"
small player 'key P\nwait 60'
usual player "${light}key P\nset playing 0\nset play_position 30000"
large player 'set algorithm astar\nkey P\nset playing 0\nset play_position 60000\nset close map\nhover-tile 180,200'
usual values 'set close map\nset algorithm astar\nset zoom 60\nset center 300,200\nset start 298,202\nset goal 308,196\nkey P\nset playing 0\nset play_position end\nhover-tile 300,200'
small values "${light}set algorithm greedy\nset zoom 60\nset center 300,200\nset start 298,202\nset goal 306,198\nkey P\nset playing 0\nset play_position end"
usual plan 'set close map\nset algorithm astar\nset weight 2\nset smooth 1\nset world_units 1'
small plan "${light}set close map\nset algorithm greedy\nset goals \"580,326;300,80;200,300\""
usual build 'set close map\nset close plan\nset open build\nset level 2'
usual edit 'set close map\nset close plan\nset open edit\nset brush 10\nset size 9\nset zoom 5\nset center 320,200\ndrag-tile 330,190 360,215'
small edit "${light}set close map\nset close plan\nset open edit\nset tool rectangle\nset brush wall\nset zoom 5\nset center 320,200\ndrag-tile 330,190 360,215"
usual boids 'set close map\nset close plan\nset open boids\nset boids 1\nset boid_random 60\nwait 90'
small boids "${light}set close map\nset close plan\nset open boids\nset boids 1\nset boid_random 60\nwait 90"
usual together 'set performance 1\nkey P\nset open edit\nset open boids\nset boid_random 20\nwait 40'
small question 'set brush wall\nset size 9\nset zoom 5\nset center 320,200\ndrag-tile 330,190 340,195\nkey Ctrl+Q'
usual hexagons "${light}wait 30" "$data/hex_island.txt"
usual tunnel 'wait 30\nhover-tile 8,3' "$data/tunnel.recipe"
usual escalator "${light}wait 30" "$data/escalator.txt"
usual floors 'set show_floor 1\nset boid_random 24\nwait 90' "$data/house.recipe"
small floors "${light}set show_floor 1\nset tool link\nwait 9" "$data/bridge.recipe"
small agents 'set close map\nset layers clearance,path' "$data/agents.recipe"
[ -n "$maps" ] || exit 0
usual city "${light}set pair 1\nset pair_a astar\nset pair_b greedy" "$maps/movingai/cities/Boston_0_512.map"
large city 'set layers distance,path\nwait 60' "$maps/movingai/cities/Berlin_0_1024.map"
usual caverns 'key P\nset playing 0\nset play_position refinement' "$maps/movingai/da2/ca_caverns1.map"
small chantry "${light}key M\nwait 9" "$maps/movingai/da2/ht_chantry.map"
usual floorplan 'key I\nwait 20' "$maps/images/floorplans/lab_intel.png"
small floorplan "${light}key I\nwait 20" "$maps/images/floorplans/NLB.png"
usual ros 'set world_units 1\nset close map' "$maps/images/ros/willow-full.pgm"
usual hexagons-tiled 'key P\nwait 60' "$maps/tiled/hexagonal-mini.tmx"
usual weighted "${light}set layers costs,path,grid" "$maps/weighted/Map5.png"
large terrain 'set pair 1\nwait 3' "$maps/images/terrain/D1.png"
