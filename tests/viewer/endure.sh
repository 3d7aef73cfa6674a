#!/bin/sh
# Does the program go on without its renderer, and with a full folder?   endure.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map

# ---- the renderer is lost: every texture and the font come back
all='set paused 1\nset zoom 10\nset level all\nset layers costs,clusters,entrances,graph,route,path,waypoints,agent\n'
for layers in "$all" "set paused 1\nkey 0\n" "set paused 1\nset layers distance,flow\n" \
    "set paused 1\nkey P\nwait 10\nkey Space\nkey 9\n"; do
    printf "${layers}wait 9\n" | view before --size 800x600 room.map
    printf "${layers}set lose renderer\nwait 8\n" | view after --size 800x600 room.map
    equal "the same picture after the renderer was lost" "$("$PIXELS" differ before.png after.png)" 0
done
printf 'set brush wall\nclick-tile 50,24\nset lose renderer\nwait 3\nkey Ctrl+Z\nset lose renderer\nwait 3\n' | view edits --size 800x600 room.map
equal "edits outlive it" "$(field edits edits)$(field edits unsaved)" 0false
got=0
echo 'set lose nothing' >bad.txt
"$VIEW" --headless --script bad.txt 2>err || got=$?
equal "what else cannot be lost" "$got" 3

# ---- frames as numbered pictures
printf 'set bars 0\nwait 20\n' | view film --size 320x240 --record film room.map
equal "as many pictures as frames" "$(ls film | wc -l)" "$(field film frames)"
equal "of the window's size" "$("$PIXELS" size film/frame-00001.png)" 320x240
check "that follow the agent" more "$("$PIXELS" differ film/frame-00001.png film/frame-00020.png)" 20
equal "the last is the screenshot" "$("$PIXELS" differ film/frame-000$(field film frames).png film.png)" 0
printf 'key F11\nwait 4\nkey F11\nwait 4\n' | view keys --size 320x240 room.map
equal "F11 begins and ends" "$(ls wend-view-001 | wc -l)" "$(field keys recorded)"
check "and says how many there are" grep -q "\"message\":\"$(field keys recorded) frames are in wend-view-001\"" keys.json
got=0
echo 'wait 2' >wait.txt
"$VIEW" --headless --script wait.txt --record film room.map 2>err || got=$?
equal "no recording goes over another" "$got$(cat err)" "4wend-view: film: holds a recording already"
mkdir -p stuck/frame-00003.png
printf 'set record stuck\nwait 9\n' | view stuck --size 320x240 room.map
equal "a picture that cannot be written ends it" "$(field stuck recorded)" 2
check "and it says so" grep -q '"message":"[^"]*frame-00003.png[^"]*; 2 frames before it are saved"' stuck.json
got=0
"$VIEW" --headless --frames 9 --record room.map/film room.map 2>err || got=$?
equal "a folder that cannot be" "$got" 4
finish
