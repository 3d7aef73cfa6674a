#!/bin/sh
# Do links, walls and one-way steps show, and can they be edited?   connections.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
# A wall of tiles from top to bottom between start and goal: only a link leads through it.
awk 'BEGIN { printf "type octile\nheight 26\nwidth 40\nmap\n"
    for (y = 0; y < 26; y++) { row = ""; for (x = 0; x < 40; x++) row = row (x == 20 ? "@" : "."); print row } }' >halves.map
size="--size 800x600"
look='set nearest 0\nkey Tab\nset bars 0\nset paused 1\nset layers path,connections\nset zoom 18\nset center 20,13\nset start 2,13\nset goal 37,13\n'
run() { name=$1; { printf "$look"; cat; printf 'set tool look\nmove 2 2\nwait 20\n'; } | view "$name" $size halves.map; } # run NAME <SCRIPT
near() { "$PIXELS" at "$1.png" $(pixel "$1" "$2" "$3"); } # the colour in the middle of a tile
changed() { "$PIXELS" differ "$1.png" "$2.png"; }
: | run still
equal "no link: no route" "$(field still outcome)$(field still links)" no_route0
start_hash=$(field still world_hash)

# ---- links
printf 'set tool link\nset link_kind ferry\nset link_cost 3\ndrag-tile 15,8 25,8\n' | run placed
equal "a drag places a link" "$(field placed links)$(field placed outcome)" 1found
equal "the path takes it" "$(field placed path_links)" 1
equal "it is selected" "$(field placed link_selected)" 0
check "it is drawn" more "$(changed placed still)" 300
check "in the colour of a ferry" more "$("$PIXELS" count placed.png 00838F)" 20
check "and the path over it" more "$("$PIXELS" count placed.png FFD800)" 500
printf 'set tool link\nset link_kind ferry\nset link_cost 3\ndrag-tile 15,8 25,8\nset layers path\n' | run hidden
equal "the layer hides it" "$("$PIXELS" count hidden.png 00838F)" 0
printf 'set tool link\nset link_kind ferry\ndrag-tile 15,8 25,8\nkey Ctrl+Z\n' | run undone
equal "undo takes it back" "$(field undone links)$(field undone outcome)$(field undone unsaved)" 0no_routefalse
equal "to the byte" "$(field undone world_hash)" "$start_hash"
equal "and the picture is the same" "$(changed undone still)" 0
printf 'set tool link\nset link_kind ferry\nset link_cost 3\ndrag-tile 15,8 25,8\nkey Ctrl+Z\nkey Ctrl+Y\n' | run redone
equal "redo brings it again" "$(field redone world_hash)" "$(field placed world_hash)"
printf 'set link "15,8 25,8"\nset link_cost 3\nset link_kind ferry\n' | run command
equal "commands do the same" "$(field command links)$(field command cost)" "1$(field placed cost)"
equal "each is an edit" "$(field command edits)" 3
cost=$(field placed cost)
printf 'set link "15,8 25,8"\nset link_cost 8\n' | run costly
check "its cost counts" more "$(field costly cost)" "$cost"
printf 'set link_cost 3\nset tool link\nset link_two_way 1\ndrag-tile 25,8 15,8\n' | run both
equal "both ways: two links" "$(field both links)$(field both outcome)$(field both edits)" 2found1
printf 'set link "25,8 15,8"\nset link_two_way 1\n' | run both
equal "the way back can come later" "$(field both links)$(field both outcome)" 2found
printf 'set link "25,8 15,8"\nset link_two_way 1\nset link_two_way 0\n' | run one
equal "and go" "$(field one links)$(field one outcome)" 1no_route
printf 'set link "15,8 25,8"\nset link_enabled 0\n' | run disabled
equal "disabled: no route" "$(field disabled outcome)$(field disabled links)" no_route1
printf 'set link "15,8 25,8"\nset link_two_way 1\nset link_enabled 0\nset link_enabled 1\nset link_kind lift\nset link_remove selected\n' | run pair
equal "a pair is changed and removed together" "$(field pair links)$(field pair edits)" 06
printf 'set link "15,8 25,8"\nset link_two_way 1\nset link_enabled 0\nset link_kind lift\nkey Ctrl+Z\nkey Ctrl+Z\nkey Ctrl+Z\nkey Ctrl+Z\n' | run pair
equal "and all of it undone" "$(field pair world_hash)" "$start_hash"
printf 'set tool link\nset link "15,8 25,8"\ndrag-tile 25,8 28,20\n' | run dragged
equal "an end is dragged" "$(field dragged links)$(field dragged edits)$(field dragged path_links)" 121
check "to another tile" [ "$(near dragged 28 20)" != "$(near still 28 20)" ]
printf 'set tool link\nset link "15,8 25,8"\nset link_select none\nclick-tile 25,8\nkey Delete\n' | run deleted
equal "Del removes the one that was clicked" "$(field deleted links)" 0
printf 'set tool link\nset link "15,8 25,8"\nclick-tile 15,8 right\n' | run deleted
equal "the right button, too" "$(field deleted links)" 0

# ---- what the engine refuses is said
printf 'set tool link\ndrag-tile 15,8 20,8\n' | run blocked
equal "a blocked end" "$(field blocked links)$(field blocked edits)" 00
check "is explained" grep -q '"message":"a link needs two different passable tiles' blocked.json
{ i=0; while [ $i -lt 66 ]; do echo "set link \"$((i % 15)),$((i / 15 + 2)) 38,$((i % 24 + 1))\""; i=$((i + 1)); done
  i=0; while [ $i -lt 66 ]; do echo "set link \"$((i % 15)),$((i / 15 + 8)) 38,$((i % 24 + 1))\""; i=$((i + 1)); done; } | run many
equal "a cluster takes 128 tiles with links" "$(field many links)" 128
check "and more are refused" grep -q '"message":"too many links' many.json
printf 'set link "15,8 25,8"\nset brush wall\nset size 1\nclick-tile 25,8\n' | run asleep
equal "a blocked end puts a link to sleep" "$(field asleep links)$(field asleep outcome)" 1no_route
printf 'set link "15,8 25,8"\nset brush wall\nset size 1\nclick-tile 25,8\nset link_remove 0\nkey Ctrl+Z\nkey Ctrl+Z\n' | run awake
equal "its removal can be undone" "$(field awake links)$(field awake outcome)" 1found

# ---- walls and one-way steps
printf 'set brush 1\nset tool rectangle\ndrag-tile 20,0 20,25\n' >open.part
{ cat open.part; printf 'set tool wall\nset zoom 18\ndrag 300 40 300 560\n'; } | run wall
{ cat open.part; } | run opened
equal "open: found" "$(field opened outcome)" found
check "a wall along the edges" more "$(field wall closed_steps)" 20
equal "is one edit" "$(field wall edits)" 2
check "and drawn" more "$(changed wall opened)" 200
printf 'set wall "5,5 6,5"\nset wall "5,5 5,6"\n' | run two
equal "a wall closes two steps" "$(field two closed_steps)" 4
printf 'set wall "5,5 6,5"\nset wall "5,5 5,6"\nkey Ctrl+Z\nkey Ctrl+Z\n' | run undone
equal "undone to the byte" "$(field undone world_hash)" "$start_hash"
printf 'set wall "5,5 6,5"\nset open_edge "6,5 5,5"\n' | run none
equal "opened from the other side" "$(field none closed_steps)" 0
printf 'set tool one-way\ndrag-tile 8,6 12,6\n' | run way
equal "a drag across four edges" "$(field way closed_steps)$(field way edits)" 41
printf 'set tool one-way\ndrag-tile 8,6 12,6\ndrag-tile 8,6 12,6 right\n' | run way
equal "the right button opens them" "$(field way closed_steps)" 0
printf 'set tool wall\nclick-tile 8,6\n' | run click
equal "a click closes the nearest edge" "$(field click closed_steps)" 2
printf 'set link "15,8 25,8"\nset wall "14,8 15,8"\nset tool look\nhover-tile 15,8\n' >tip.part
{ printf "$look"; cat tip.part; echo 'wait 4'; } | view tip $size halves.map
case $(field tip tooltip) in *"link 0: other, cost 10, enabled"*"wall: W"*) ok=yes ;; *) ok=no ;; esac
equal "the pointer says what is there ($(field tip tooltip))" $ok yes

# ---- they are kept
printf 'set link "15,8 25,8"\nset wall "5,5 6,5"\nset one_way "7,5 8,5"\nset save out.wend\n' | run saved
printf 'set start 2,13\nset goal 37,13\n' | view back $size out.wend
equal "saved and read again" "$(field back links)$(field back closed_steps)$(field back outcome)" 13found
equal "the same world" "$(field back world_hash)" "$(field saved world_hash)"
printf 'set link "15,8 25,8"\nset wall "5,5 6,5"\nset one_way "7,5 8,5"\nset move 4\n' | run rebuilt
equal "another build keeps them" "$(field rebuilt links)$(field rebuilt closed_steps)$(field rebuilt outcome)" 13found
printf 'set link "15,8 25,8"\nset link_two_way 1\nwait 9\n' | run joined
equal "a link both ways joins two components" "$(field joined components)$(field still components)" 12
{ cat open.part; printf 'set layers components\n'; y=0; while [ $y -lt 26 ]; do echo "set wall \"19,$y 20,$y\""; y=$((y + 1)); done; echo 'wait 9'; } | run apart
equal "walls part them" "$(field apart components)$(field apart outcome)" 2no_route

# ---- the widgets
printf 'set close layers\nkey Tab\nset bars 0\nkey F2\nwait 3\nset link "15,8 25,8"\nwait 3\nclick-widget "both ways"\nclick-widget enabled\n' | run panel
equal "the panel changes the selected link" "$(field panel links)$(field panel outcome)" 2no_route
got=0
printf 'set link "1,1"\n' >wrong.txt
"$VIEW" --headless --frames 1 --script wrong.txt halves.map >/dev/null 2>err || got=$?
equal "what is no pair of tiles is refused" "$got" 3
finish
