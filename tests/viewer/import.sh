#!/bin/sh
# Does a dropped file come into the window, and what is none of a map leave it alone?   import.sh VIEW PIXELS [WEND]
. "$(dirname "$0")/common.sh"
room_map >room.map
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n' >small.map
run() { name=$1; shift; { cat; echo 'wait 2'; } | view "$name" --size 800x600 "$@"; }
message() { sed -nE 's/.*"message":"([^"]*)".*/\1/p' "$1.json"; }

# ---- maps and worlds
echo 'drop small.map' | run dropped room.map
equal "a dropped map is shown" "$(field dropped map)" small.map
printf 'drop small.map\nkey [\n' | run back room.map
equal "it has joined the others" "$(field back map)" room.map
printf 'drop small.map\nkey [\nkey ]\n' | run again room.map
equal "both ways" "$(field again map)" small.map
printf 'drop small.map\nkey ]\n' | run only
equal "dropped on the sample island, it is the only one" "$(field only map)" small.map
printf 'set save room.wend\ndrop small.map\ndrop room.wend\n' | run world room.map
equal "a dropped world is shown" "$(field world map)" room.wend

# ---- unsaved edits
edit='set brush wall\nset tool rectangle\ndrag 500 200 520 220\n'
printf "${edit}drop small.map\nwait 20\n" | run asked room.map
equal "unsaved edits are asked about" "$(field asked asking)$(field asked map)" trueroom.map
printf "${edit}drop small.map\nkey Escape\nwait 20\n" | run stayed room.map
equal "Esc stays" "$(field stayed asking)$(field stayed unsaved)$(field stayed map)" falsetrueroom.map
printf "${edit}drop small.map\nkey Delete\n" | run left room.map
equal "Delete goes on" "$(field left unsaved)$(field left map)" falsesmall.map

# ---- what is no map
: >empty.png
head -c 300 "$HERE/../../data/island.png" >cut.png
printf '\211WEND and then nothing that fits' >bad.wend
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n.?.\n' >letter.map
printf '\001\002\377\376 no map at all' >noise
mkdir folder
for file in empty.png cut.png bad.wend letter.map noise folder nosuch.png; do
    printf "drop $file\nkey ]\nwait 2\ndrop $file\n" | run bad room.map
    equal "$file: the map stays" "$(field bad map) $(field bad world_hash)" "room.map $(field back world_hash)"
    check "$file: told: $(message bad)" grep -qE "\"message\":\"[^\"]*$file" bad.json
done
printf "${edit}drop cut.png\nkey Delete\nwait 20\n" | run kept room.map
equal "edits outlive a broken file" "$(field kept unsaved)$(field kept map)" trueroom.map
finish
