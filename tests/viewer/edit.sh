#!/bin/sh
# Does the editor change what it says, take it back, and save it?   edit.sh VIEW PIXELS [WEND]
. "$(dirname "$0")/common.sh"
room_map >room.map
size="--size 800x600"
look='key Tab\nset bars 0\nset paused 1\nset layers path\nset zoom 9\nset center 36,24\n'
printf "$look" | view still $size room.map
run() { name=$1; { printf "$look"; cat; echo "wait 20"; } | view "$name" $size room.map; } # run NAME <SCRIPT
passable() { echo $(($(field "$1" passable) - $(field still passable))); }

# ---- tools
printf '######\n#    #\n#    #\n#    #\n######\n' >letters.txt
printf 'set zoom 30\nset brush wall\nset size 1\nclick-tile 2,2\nhover-tile 2,2\nwait 2\n' | view maze $size letters.txt
check "a wall painted into a maze of letters is named so" grep -q '"ground":"wall or missing, blocked"' maze.json
printf "set brush wall\nset size 1\ndrag-tile 22,5 26,5\n" | run brush
equal "brush of 1: five walls" "$(passable brush)" -5
equal "one edit, not saved" "$(field brush edits)$(field brush unsaved)" 1true
check "clusters were rebuilt" more "$(field brush clusters_rebuilt)" 0
equal "and the rest refreshed" "$(field brush refreshed)" true
printf "set brush wall\nset size 5\nclick-tile 30,8\n" | run round
equal "a round brush of 5" "$(passable round)" -21
printf "set tool line\nset size 1\ndrag-tile 22,5 26,9\n" | run line
equal "line: five walls on a diagonal" "$(passable line)" -5
printf "key T\ndrag-tile 26,9 22,5\n" | run rectangle
equal "T: rectangle of 5 x 5" "$(passable rectangle)" -25
printf "set tool fill\nclick-tile 30,20\n" | run fill
equal "fill: the room" "$(passable fill)" $((-14 * 14))
printf "key B\nset size 1\ndrag-tile 24,20 24,22 right\n" | run erase
equal "right erases" "$(passable erase)" 3
printf "set brush wall\nset size 1\ndrag-tile 24,20 24,22 right\nset brush original\ndrag-tile 22,18 26,24\nset tool rectangle\ndrag-tile 22,18 26,24\n" |
    run original
equal "original brings the file's map back" "$(passable original)" 0
equal "to the byte" "$(field original world_hash)" "$(field still world_hash)"
printf "drag-tile 22,5 26,5\n" | run nothing
equal "without a tool nothing is painted" "$(passable nothing)$(field nothing edits)" 00
printf "set brush wall\nset size 3\ndrag-tile 24,20 25,20\n" | run walled
equal "walls over the wall count once" "$(passable walled)" -9
printf "set zoom 4\nset brush wall\nset size 3\nwait 2\ndrag-tile 70,-40 80,20\nclick-tile 40,-45\n" | run outside
equal "outside the map nothing happens" "$(passable outside)$(field outside edits)" 00

# ---- the plan follows: a wall across the map, with the start and the goal on either side
across="set nearest 0\nset start 4,24\nset goal 60,24\nset tool rectangle\ndrag-tile 22,-5 22,60\n"
printf "$across" | run across
equal "a wall across: no route" "$(field across outcome)" no_route
check "the wall is seen" more "$("$PIXELS" differ across.png still.png)" 500
printf "${across}key Ctrl+Z\n" | run undone
equal "undone: found" "$(field undone outcome)" found
equal "as at first, to the byte" "$(field undone world_hash)" "$(field still world_hash)"
equal "nothing to save" "$(field undone unsaved)" false
printf "${across}key Ctrl+Z\nkey Ctrl+Y\n" | run redone
equal "redone" "$(field redone world_hash)$(field redone outcome)" "$(field across world_hash)no_route"
printf "key Ctrl+Z\nkey Ctrl+Y\n" | run none
equal "no edit: nothing to undo" "$(field none world_hash)" "$(field still world_hash)"
check "and it says so" grep -q '"message":"there is nothing' none.json

# ---- saving
for ending in wend png map; do
    printf "${across}set save out.$ending\n" | run saved
    equal "saved as .$ending" "$(field saved unsaved)" false
    printf 'set nearest 0\nset start 4,24\nset goal 60,24\n' | view back $size out.$ending
    equal ".$ending: read again" "$(field back outcome)$(field back passable)" "no_route$(field saved passable)"
done
printf "${across}set save out.txt\n" | run wrong
check "another ending is refused" grep -q '"message":"out.txt: unknown ending' wrong.json
equal "and nothing is written" "$(ls out.txt 2>/dev/null)$(field wrong unsaved)" true
printf "${across}set save no/such/folder.wend\n" | run wrong
equal "what cannot be written stays unsaved" "$(field wrong unsaved)" true

# ---- a file that this run has not written is replaced only after a question
echo old >room-edited.wend
printf "${across}key Ctrl+S\nkey Delete\n" | run replaces
equal "Ctrl+S asks" "$(field replaces asking)$(field replaces unsaved)$(cat room-edited.wend)" truetrueold
printf "${across}key Ctrl+S\nkey Escape\n" | run keeps
equal "Esc keeps the file" "$(field keeps asking)$(field keeps unsaved)$(cat room-edited.wend)" falsetrueold
printf "${across}key Ctrl+Q\nwait 2\nhover-widget \"Return: replace $(pwd -P)/room-edited.wend\"\n" | run quits
equal "the question about edits names it" "$(field quits asking)$(cat room-edited.wend)" trueold
printf "${across}key Ctrl+S\nkey Return\nwait 3\nkey Ctrl+Z\nkey Ctrl+S\nwait 2\n" | run again
equal "Return replaces it, and again without a question" "$(field again asking)$(field again unsaved)" falsefalse
printf 'wait 1\n' | view back $size room-edited.wend
equal "by the latest" "$(field back world_hash)" "$(field still world_hash)"
echo old >out.wend
printf "${across}set save out.wend\n" | run script
equal "a script is not asked" "$(field script asking)$(field script unsaved)" falsefalse
rm room-edited.wend

# ---- where the map is saved
mkdir -p maps/deep
cp room.map maps/deep/other.map
printf "${across}key Ctrl+S\nwait 2\n" | view beside $size maps/deep/other.map
equal "beside the map" "$(field beside unsaved)$(ls other-edited.wend maps/deep/other-edited.wend 2>/dev/null)" \
    falsemaps/deep/other-edited.wend
equal "the message has the whole path" "$(field beside message)" "saved $(pwd -P)/maps/deep/other-edited.wend"
printf "set new 10x10\nset brush wall\nclick-tile 5,5\nkey Ctrl+S\nwait 2\n" | view fresh $size maps/deep/other.map
equal "a new map in the current folder" "$(field fresh message)" "saved $(pwd -P)/$(field fresh map | sed 's/[.].*//')-edited.wend"
rm -r maps

# ---- another map
printf 'set new 100x40\nset brush 10\nset tool rectangle\nset zoom 6\nwait 2\nset center 50,20\nhover-tile 60,20\n' |
    view new $size room.map
equal "a new map" "$(field new width)x$(field new height) $(field new passable) $(field new outcome)" "100x40 4000 found"
printf "${across}key Ctrl+Q\nwait 50\n" | run asked
equal "unsaved edits are asked about" "$(field asked asking)$(field asked passable)" "true$(field across passable)"
printf "${across}key Ctrl+Q\nkey Escape\nwait 3\n" | run stays
equal "Esc again stays" "$(field stays asking)$(field stays passable)" "false$(field across passable)"
printf "${across}set new 10x10\nkey Delete\n" | run left
equal "Delete loses them" "$(field left width)$(field left unsaved)" 10false
printf "${across}set new 10x10\nkey Return\n" | run left
equal "Return saves them" "$(ls room-edited.wend)$(field left width)" room-edited.wend10
printf 'set new 40000x40000\n' >big.txt
got=0
"$VIEW" --headless --frames 1 --script big.txt room.map 2>err || got=$?
equal "a new map that is too large" "$got" 3

# ---- the build
printf 'set cluster 15\n' | run small
equal "clusters of 15" "$(field small cluster_size)$(field small outcome)" 15found
printf "${across}set cluster 15\nkey Ctrl+Z\nset cluster 31\nset levels 1\n" | run again
equal "edits outlive a new build" "$(field again levels)$(field again passable)" "1$(field still passable)"
printf 'set move 4\nset algorithm astar\nset heuristic manhattan\n' | run four
check "4 neighbours: costs more" more "$(field four cost)" "$(field still cost)"
printf 'set algorithm astar\nset weight 3\n' | run heavy
check "a weight of 3 expands fewer tiles" more "$(printf 'set algorithm astar\n' | run light; field light expanded)" \
    "$(field heavy expanded)"
printf 'key Ctrl+D\n' | run light
check "D: light" more "$("$PIXELS" differ light.png still.png)" 100000

# ---- the small map: a click in its middle brings the map's middle to the middle of the window
printf "set zoom 30\nset center 10,10\nclick-widget \"small map\"\n" | run small
center=$(field small center | tr -d '[]')
check "a click on the small map looks there ($center)" awk -v c="$center" 'BEGIN { split(c, p, ",")
    exit !(p[1] > 20 && p[1] < 44 && p[2] > 12 && p[2] < 36) }'
check "and the start is seen on it" more "$("$PIXELS" count small.png 28C850)" 5
finish
