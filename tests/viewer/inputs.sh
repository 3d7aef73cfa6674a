#!/bin/sh
# Does every key and every gesture do what the help says?   inputs.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
size="--size 800x600"
run() { view "$@" $size room.map; } # run NAME <SCRIPT

echo 'set paused 1' | run still

# ---- the ends are dragged
echo 'drag-tile goal 50,40' | run dragged
equal "the goal is where it was dropped" "$(field dragged goal)" "[50,40]"
equal "found" "$(field dragged outcome)" found
different "another cost" "$(field dragged cost)" "$(field still cost)"
different "the picture shows it" "$("$PIXELS" differ dragged.png still.png)" 0
printf 'set nearest 0\ndrag-tile goal 24,20\n' | run wall
equal "on a wall" "$(field wall outcome)" goal_blocked
equal "no path" "$(field wall tiles)" 0
equal "the agent waits" "$(field wall waits)" true
printf 'set nearest 0\ndrag-tile goal 32,24\n' | run inside
equal "in the closed room" "$(field inside outcome)" no_route
printf 'set nearest 0\ndrag-tile start 39,20\n' | run start
equal "start on a wall" "$(field start outcome)" start_blocked
echo 'drag-tile goal 500,500' | run edge
equal "beyond the map: its last tile" "$(field edge goal)" "[63,47]"
echo 'drag-tile 44,6 44,40' | run nothing
equal "a drag on passable ground moves nothing" "$(field nothing start)$(field nothing goal)" \
    "$(field still start)$(field still goal)"
different "but the map" "$(field nothing center)" "$(field still center)"
printf "wait 1\ndrag 4 300 500 400\n" | run panel # from its left margin, once the panels have their sizes
equal "a drag on the panel moves nothing" "$(field panel start)$(field panel goal)$(field panel center)" \
    "$(field still start)$(field still goal)$(field still center)"

# ---- the wheel
spot=$(pixel still 40 10)
printf 'hover-tile 40,10\nwheel 5\n' | run near
check "zoomed in" more "$(field near zoom)" "$(awk "BEGIN { print $(field still zoom) * 2 }")"
near=$(pixel near 40 10)
check "the tile stays under the pointer: $spot, $near" awk -v a="$spot" -v b="$near" 'BEGIN { split(a, p); split(b, q)
    exit !((p[1] - q[1]) ^ 2 <= 400 && (p[2] - q[2]) ^ 2 <= 400) }'
printf 'hover-tile 40,10\nwheel 5\nkey Home\n' | run home
equal "Home fits again" "$(field home zoom)" "$(field still zoom)"
printf 'hover-widget Map\nwheel 5\n' | run over
equal "no zoom over the panel" "$(field over zoom)" "$(field still zoom)"

# ---- a node under the pointer shows its edges; somewhere on the border line x = 62 there is a node
look='set paused 1\nset zoom 12\nset layers graph\nset center 40,8\n'
printf "${look}hover-widget Map\n" | run away
most=0
for y in 2 3 4 5 6 7 8 9 10 11 12 13; do
    printf "${look}hover-tile 62,$y\n" | run over
    count=$("$PIXELS" count over.png E146BE)
    [ "$count" -le "$most" ] || most=$count
done
check "edges: $most" more "$most" $(($("$PIXELS" count away.png E146BE) + 300))

# ---- time
echo 'wait 40' | run walking
check "the agent walks" more "$(field walking ticks)" 30
printf 'key Space\nwait 40\n' | run paused
check "Space holds it" more 5 "$(field paused ticks)"
printf 'key Space\nkey O\nkey O\nkey O\nwait 5\n' | run stepped
equal "O steps" "$(($(field stepped ticks) - $(field paused ticks)))" 3
printf 'wait 40\nkey R\nwait 10\n' | run again
check "R starts again" more 20 "$(field again ticks)"
printf 'key Space\nkey R\nwait 20\n' | run resumed
equal "R runs" "$(field resumed paused)" false

# ---- layers, near the start
near="set paused 1\nset zoom 12\nset center $(field walking start | tr -d '[]')\n"
printf "set close map\n${near}wait 3\n" | run layers
n=0
for layer in costs clusters entrances graph route path waypoints agent; do
    n=$((n + 1))
    printf "set close map\n${near}key $n\n" | run one
    # In this map the costs are its picture; in the panel the box shows the change all the same.
    different "$n shows or hides $layer" "$("$PIXELS" differ layers.png one.png)" 0
    printf "set close map\n${near}key $n\nkey $n\nwait 3\n" | run two
    equal "$n twice changes nothing" "$("$PIXELS" differ layers.png two.png)" 0
done
printf "${near}set layers none\nkey Tab\nset bars 0\n" | run none
for layer in clusters entrances graph path waypoints agent; do
    printf "${near}set layers $layer\nkey Tab\nset bars 0\n" | run one
    check "layer $layer is seen on the map" more "$("$PIXELS" differ none.png one.png)" 50
    equal "and nothing else is on" "$(field one layers)" "[$layer]"
done
# The first box of the panel is that of the costs: a click works like its key.
printf 'key Tab\n' | run bare
equal "Tab hides the panel" "$(field bare panel)" false
printf 'key F1\n' | run help
check "F1 shows the help" more "$("$PIXELS" differ help.png still.png)" 10000
printf 'key F1\nmove 2 2\nwait 4\n' | view narrow --size 900x600
equal "in a narrow window, too, names and hints do not touch" \
    "$("$PIXELS" others narrow.png 274 40 10 500 $("$PIXELS" at narrow.png 276 44) 000000)" 0
printf 'key ?\nkey F1\n' | run nohelp
equal "? and F1: shown and hidden" "$(field nohelp help)" false

# ---- algorithms
optimum=
for algorithm in exact astar dijkstra bfs hpa; do
    echo "set algorithm $algorithm" | run algorithm
    equal "$algorithm finds a path" "$(field algorithm outcome)" found
    [ -n "$optimum" ] || optimum=$(field algorithm cost)
    case $algorithm in astar | dijkstra) equal "$algorithm is exact" "$(field algorithm cost)" "$optimum" ;; esac
done
echo 'key F6' | run next
equal "F6 takes the next algorithm" "$(field next algorithm)" exact

# ---- files
printf 'key ]\n' | view other $size room.map -- room.map
equal "] shows the next map" "$(field other map)" room.map
sed 's/64/63/; s/^\([.@]*\)[.@]$/\1/' room.map >small.map
printf 'key ]\n' | view other $size room.map small.map
equal "] shows the next map" "$(field other map)" small.map
printf 'key ]\nkey ]\n' | view other $size room.map small.map
equal "and comes round" "$(field other map)" room.map
printf 'set file 2\n' | view other $size room.map small.map
equal "the list shows the one that is chosen" "$(field other map)" small.map
printf 'click-widget small.map\nwait 2\n' | view other $size room.map small.map
equal "by a click too" "$(field other map)" small.map
printf 'set brush wall\nclick-tile 50,10\nset file 2\n' | view other $size room.map small.map
equal "unsaved edits are asked about before" "$(field other asking)$(field other map)" trueroom.map
printf 'set open build\nset close map\ndrag-widget levels 0.1 0.73\nwait 2\n' | run levels
equal "the levels are built when the slider is let go" "$(field levels levels)" 10
printf 'key [\n' | view other $size room.map small.map
equal "[ shows the previous one" "$(field other map)" small.map
echo broken >broken.map
printf 'key ]\n' | view other $size room.map broken.map
equal "a map that fails to load leaves the old one" "$(field other map)" room.map
check "and is reported in the window" grep -q '"message":"[^"]*broken.map' other.json
equal "which still plans" "$(field other outcome)" found

# ---- the end
printf 'key F12\nwait 2\n' | run shot
equal "F12 saves a picture" "$("$PIXELS" size wend-view-001.png)" 800x600
printf 'wait 3\nkey Ctrl+Q\nwait 500\n' | run quit
check "Ctrl+Q quits" more 20 "$(field quit frames)"

# ---- Escape closes what is open, and only then asks
printf 'key F1\nset tool brush\nset performance 1\nset player 1\nset playing 0\nkey Escape\n' | run one
equal "Escape closes the help first" "$(field one help)$(field one tool)" falsebrush
printf 'key F1\nset tool brush\nset performance 1\nset player 1\nkey Escape\nkey Escape\n' | run two
equal "then the tool" "$(field two tool)$(field two performance)" looktrue
printf 'set tool brush\nset performance 1\nset player 1\nkey Escape\nkey Escape\n' | run three
equal "then the performance window" "$(field three performance)$(field three player_open)" falsetrue
printf 'set player 1\nkey Escape\n' | run four
equal "then the player" "$(field four player_open)$(field four asking)" falsefalse
printf 'key Escape\n' | run five
equal "then it asks" "$(field five asking)" true
printf 'key Escape\nkey Escape\nwait 40\n' | run stays
equal "and stays" "$(field stays asking)" false
check "for the whole script" more "$(field stays frames)" 40
printf 'key Escape\nkey Return\nwait 500\n' | run quits
check "or quits" more 20 "$(field quits frames)"
printf 'key Ctrl+O\nwait 2\n' | run browser
equal "Ctrl+O asks for a file" "$(field browser browser)" true
printf 'key Ctrl+O\nkey Escape\nwait 2\n' | run browser
equal "Escape closes that, too" "$(field browser browser)$(field browser asking)" falsefalse

# ---- clicks, and the keys that move the view
printf 'click-tile 50,40\n' | run click
equal "a click sets the goal" "$(field click goal)$(field click start)" "[50,40]$(field still start)"
printf 'click-tile 50,40 Shift+left\n' | run click
equal "Shift and a click the start" "$(field click start)$(field click goal)" "[50,40]$(field still goal)"
printf 'click-tile 50,40 Ctrl+left\n' | run click
equal "Ctrl and a click one goal more" "$(field click goals)" 2
printf 'click-tile goal Shift+left\n' | run click
equal "the start can go to the goal's tile" "$(field click start)" "$(field still goal)"
for button in left middle right; do
    printf "drag-tile 44,6 40,20 $button\n" | run pan
    equal "$button drag moves the map, not the ends" "$(field pan start)$(field pan goal)" \
        "$(field still start)$(field still goal)"
    different "$button drag: the center" "$(field pan center)" "$(field still center)"
done
x_of() { field "$1" center | tr -d '[]' | cut -d, -f1; }
y_of() { field "$1" center | tr -d '[]' | cut -d, -f2; }
for keys in "W Up" "A Left" "S Down" "D Right"; do
    printf "set zoom 20\nset center 30,20\n" | run before
    for key in $keys; do
        printf "set zoom 20\nset center 30,20\nkey $key\n" | run after
        case $key in
        W | Up) check "$key moves up" more "$(y_of before)" "$(y_of after)" ;;
        A | Left) check "$key moves left" more "$(x_of before)" "$(x_of after)" ;;
        S | Down) check "$key moves down" more "$(y_of after)" "$(y_of before)" ;;
        D | Right) check "$key moves right" more "$(x_of after)" "$(x_of before)" ;;
        esac
    done
done
printf 'key +\n' | run larger
check "+ zooms in" more "$(field larger zoom)" "$(field still zoom)"
printf 'key -\n' | run smaller
check "- zooms out" more "$(field still zoom)" "$(field smaller zoom)"
printf 'key Ctrl+N\n' | run new
equal "Ctrl+N: a new map" "$(field new map)" "new map"

# ---- no letter alone writes a file or changes the algorithm, the theme or the map
mkdir bare && cd bare
{
    echo 'set brush wall'
    echo 'click-tile 50,10'
    for key in A B C D E F G H I J K L M N O P Q R S T U V W X Y Z; do echo "key $key"; done
    echo 'wait 3'
} >../letters.txt
"$VIEW" --headless --frames 1 --script ../letters.txt --report $size ../room.map >../letters.json
equal "no letter writes a file" "$(ls)" ""
cd ..
equal "nor changes algorithm, theme or edits" "$(field letters algorithm)$(field letters light)$(field letters edits)" hpafalse1
finish
