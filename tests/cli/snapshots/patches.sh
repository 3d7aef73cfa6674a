# Edits as patch files: made, used by every command, replaced, stacked, merged; and what is no patch of the world.
small_map >small.map
t bake small.map -o small.wend -q
"$WEND" bake --help >/dev/null

note a patch that is made, and holds more with each edit
t edit small.wend --patch a.patch --set 3,0,1,1=blocked
t edit small.wend --patch a.patch --set 0,4,2,1=blocked --wall 0,0:1,0
j "output=a.patch tiles_changed=1 step_edits=0 patches file_bytes edit_us save_s" edit small.wend --patch a.patch --set 7,4,1,1=blocked
t edit small.wend --set 3,0,1,1=blocked --set 0,4,2,1=blocked --wall 0,0:1,0 --set 7,4,1,1=blocked -o whole.wend -q

note every command takes it
t info small.wend --patch a.patch
j "blocked=11 walls=1 patches hash" info small.wend --patch a.patch
t info small.wend --patch a.patch --quick
t path small.wend --patch a.patch --from 0,0 --to 5,4 --tiles
t explain small.wend --patch a.patch --from 0,0 --to 7,2
t field small.wend --patch a.patch --to 0,0
t check small.wend --patch a.patch --random 5 | head -3
t export small.wend --patch a.patch -o a.map
cat a.map
t render small.wend --patch a.patch -o a.png
"$WEND" hash small.wend --patch a.patch | cut -c1-16 >a.hash
"$WEND" hash whole.wend | cut -c1-16 | cmp - a.hash && echo the same hash
j "worlds hash patches" hash small.wend --patch a.patch
j "world=small.wend patches wrong=0 failed=0" serve-bench small.wend --patch a.patch --seconds 0.05 --queries 4
t simulate small.wend --patch a.patch --agents 2 -q | head -1

note one world of both, byte for byte the one that the edits make
t merge small.wend a.patch -o merged.wend
cmp merged.wend whole.wend && echo the same file
j "hash save_s file_bytes output=again.wend patches" merge small.wend a.patch -o again.wend
t edit small.wend --patch a.patch --set 7,0,1,1=blocked -o both.wend
t edit whole.wend --set 7,0,1,1=blocked -o whole.wend -q
cmp both.wend whole.wend && echo the same file

note a patch that follows another, and what the tiles were before
t edit small.wend --patch a.patch --patch b.patch --set 0,0,8,5=original --class-cost 1=blocked -q
t info small.wend --patch a.patch --patch b.patch | grep blocked
t merge small.wend a.patch b.patch -o small2.wend -q
t edit small.wend --patch b.patch --patch a.patch --set 0,0,1,1=blocked
t info small.wend --patch b.patch
t info small.wend --patch a.patch --patch a.patch
t edit small.wend --patch a.patch --set 5,0,1,1=blocked -q
t info small.wend --patch a.patch --patch b.patch

note in place of the world: its patches belong to no file any more
cp small.wend base.wend
t merge base.wend a.patch -o base.wend -q
t verify base.wend
t verify base.wend --patch a.patch

note what is refused
t hash small.wend whole.wend --patch a.patch
t serve-bench --patch a.patch
t merge small.wend -o x.wend
t merge small.wend a.patch
t merge small.wend a.patch -o a.patch
t merge small.wend a.patch -o -
t edit small.wend --patch small.wend --set 0,0,1,1=blocked
t edit small.wend --patch small.map --set 0,0,1,1=blocked
t edit small.wend --patch a.patch --set 0,0,1,1=2.5
t edit small.wend --patch - --set 0,0,1,1=blocked
t edit small.wend --patch no/folder/c.patch --set 0,0,1,1=blocked
t edit small.wend --patch missing.patch --patch c.patch --set 0,0,1,1=blocked
t info small.wend --patch missing.patch
t path small.wend --patch small.map --from 0,0 --to 1,1
head -c 700 a.patch >cut.patch
t info small.wend --patch cut.patch
t verify small.map
ls

note damage
t verify small.wend
j "undamaged=true damaged_clusters=0 damage clusters seconds" verify small.wend
j "undamaged=true patches" verify small.wend --patch a.patch
printf 'X' | dd of=small.wend bs=1 seek=3725 conv=notrunc 2>/dev/null
t verify small.wend
j "undamaged=false damaged_clusters error code=3 file=small.wend" verify small.wend
t edit small.wend --patch new.patch --set 4,4,1,1=blocked
ls new.patch
