#!/bin/sh
# Do unsaved edits survive a viewer that ends without asking?   autosave.sh VIEW PIXELS [WEND]
. "$(dirname "$0")/common.sh"
room_map >room.map
sum=$(cksum <room.map)
export XDG_CONFIG_HOME="$folder/config"
size="--size 800x600"
look='key Tab\nset bars 0\nset paused 1\nset zoom 9\nset center 36,24\n'
stroke='set brush wall\nset size 1\ndrag-tile 22,5 26,5\nwait 20\n'
run() { name=$1 file=$2; shift 2; { printf "$look"; cat; } | view "$name" $size --autosave "$@" $file; } # run NAME MAP OPTION... <SCRIPT
edited() { # edited MAP: a run that ends with an edit that is not saved
    printf "$stroke" | run edited "$@"
}
printf "$look" | view still $size --no-autosave room.map
edited room.map
check "the edit is kept beside the map" [ -s room.map.autosave.wend ]
printf 'wait 1\n' | view kept $size room.map.autosave.wend
equal "it is the edited world" "$(field kept world_hash)" "$(field edited world_hash)"
equal "the map is as it was" "$(cksum <room.map)" "$sum"

# ---- the next run asks
printf 'wait 2\n' | run asks room.map
equal "it asks, and shows the map" "$(field asks asking)$(field asks world_hash)" "true$(field still world_hash)"
printf 'key Return\nwait 2\n' | run restored room.map
equal "Return: the edits" "$(field restored world_hash)" "$(field edited world_hash)"
equal "they are not saved" "$(field restored unsaved)$(field restored asking)" truefalse
check "they are still kept" [ -s room.map.autosave.wend ]
printf 'key Return\nwait 2\nset save saved.wend\nwait 2\n' | run saved room.map
equal "saved: not kept any longer" "$(ls room.map.autosave.* 2>/dev/null)$(field saved unsaved)" false
edited room.map
printf 'key Escape\nwait 2\n' | run later room.map
equal "Esc: the map" "$(field later world_hash)" "$(field still world_hash)"
check "the edits are out of the way" [ -s room.map.autosave.old.wend ]
rm room.map.autosave.old.wend
edited room.map
printf 'key Delete\nwait 2\n' | run lost room.map
equal "Delete: the map" "$(field lost world_hash)" "$(field still world_hash)"
equal "and no file" "$(ls room.map.autosave.* 2>/dev/null)" ""

# ---- edits that are taken back, and a viewer without it
printf "${stroke}key Ctrl+Z\nwait 20\n" | run undone room.map
equal "taken back: nothing is kept" "$(ls room.map.autosave.* 2>/dev/null)" ""
printf "$look$stroke" | view without $size room.map
equal "headless: only on demand" "$(ls room.map.autosave.* 2>/dev/null)" ""

# ---- what cannot be read or written
echo nonsense >room.map.autosave.wend
printf 'key Return\nwait 2\n' | run damaged room.map
equal "a damaged copy: the map" "$(field damaged world_hash)" "$(field still world_hash)"
check "the reason and where it is now" grep -q 'room.map.autosave.wend: .*the unsaved edits are in room.map.autosave.old.wend' damaged.json
mkdir room.map.autosave.wend
printf "$stroke" | run unwritable room.map
check "one that cannot be written is reported" grep -q 'unsaved edits are not kept: room.map.autosave.wend' unwritable.json
rmdir room.map.autosave.wend

# ---- a map without a file
printf "set new 64x48\nwait 2\n$stroke" | run new room.map
check "a new map: in the folder of the settings" [ -s "$folder/config/wend/unsaved map.autosave.wend" ]

# ---- patches
printf "$look" | view baked $size --no-autosave saved.wend
if [ -n "${3:-}" ]; then
    "$3" edit saved.wend --patch one.patch --set 30,20,4,4=blocked -q
    "$3" edit saved.wend --set 30,20,4,4=blocked -o edited.wend -q
    printf "$look" | view whole $size edited.wend
    printf "$look" | view patched $size --patch one.patch saved.wend
    equal "--patch" "$(field patched world_hash)" "$(field whole world_hash)"
    different "and not the world below" "$(field patched world_hash)" "$(field baked world_hash)"
    printf "set brush wall\nset size 1\ndrag-tile 22,8 26,8\nwait 20\n" | run edited saved.wend --patch one.patch
    check "edits of a mapped world are a patch" [ -s saved.wend.autosave.patch ]
    printf 'key Return\nwait 2\n' | run again saved.wend --patch one.patch
    equal "shown again" "$(field again world_hash)" "$(field edited world_hash)"
    printf "key Return\nwait 2\nset brush wall\ndrag-tile 22,11 26,11\nwait 20\n" | run more saved.wend --patch one.patch
    printf 'key Return\nwait 2\n' | run last saved.wend --patch one.patch
    equal "and once more, with another edit" "$(field last world_hash)" "$(field more world_hash)"
    "$3" merge saved.wend one.patch saved.wend.autosave.patch -o merged.wend -q
    printf 'wait 1\n' | view merged $size merged.wend
    equal "the patch is one of wend merge" "$(field merged world_hash)" "$(field last world_hash)"
    got=0
    "$VIEW" --headless --frames 2 --patch one.patch room.map 2>err || got=$?
    equal "a patch of a map that is no world" "$got$(cat err)" "3wend-view: room.map: only a baked world has patches"
fi
finish
