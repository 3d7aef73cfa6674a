small_map >small.map
hash_of() { "$WEND" hash "$1" | cut -c1-16; }
same() { # WORLD WORLD
    hash=$(hash_of "$1")
    [ -n "$hash" ] && [ "$hash" = "$(hash_of "$2")" ] && echo "$1 and $2: same hash" || echo "$1 and $2: OTHER HASH"
}
# change IN OUT X Y W H C: writes a character over tiles of a .map.
change() {
    awk -v x="$3" -v y="$4" -v w="$5" -v h="$6" -v c="$7" 'NR > 4 + y && NR <= 4 + y + h {
        line = substr($0, 1, x); for (i = 0; i < w; i++) line = line c; $0 = line substr($0, x + w + 1) } { print }' "$1" >"$2"
}

t bake small.map -o small.wend -q
t edit small.wend --set 3,0,1,1=blocked --set 6,2,1,1=1 -o edited.wend
change small.map a.map 3 0 1 1 @ && change a.map changed.map 6 2 1 1 .
t bake changed.map -o changed.wend -q
same edited.wend changed.wend
t path edited.wend --from 0,0 --to 5,0 -q | head -2

note in place, and back again
t edit edited.wend --set 0,0,8,5=original -o edited.wend
same edited.wend small.wend
j "tiles_changed=0 clusters_rebuilt=0 edits=1 new_costs=0 blocked=7 components=2 build_s=0" \
    edit edited.wend --set 0,0,8,5=original -o edited.wend
j "edit_us refresh_us save_s file_bytes bytes hash world=edited.wend output=x.wend" \
    edit edited.wend --set 0,0,2,2=blocked -o x.wend
t edit edited.wend --set=0,0,8,1=blocked --set 0,0,8,1=original --set 7,4,1,1=blocked -o y.wend -q
j "blocked=8" info y.wend

note a cost that the world does not have
t edit small.wend --set 0,0,2,2=2.5 --set 4,0,1,1=2.5 --set 0,4,1,1=7 -o costs.wend
change small.map a.map 0 0 2 2 S && change a.map changed.map 4 0 1 1 S
t bake changed.map -o changed.wend --swamp-cost 2.5 --water-cost 7 -q
t edit changed.wend --set 0,4,1,1=7 -o changed.wend -q
same costs.wend changed.wend
j "source=small.map move=8 cluster_size=31" info costs.wend
note it is known from now on, and the original too
t edit costs.wend --set 5,0,1,1=7 --set 0,0,5,5=original -o costs.wend | grep -v time
t edit costs.wend --set 5,0,1,1=original -o costs.wend -q
j "blocked=7" info costs.wend

note a larger map, of clusters and levels, in many places
"$WEND" generate --size 300 --kind caves --seed 3 -o caves.map -q
"$WEND" bake caves.map -o caves.wend --cluster 15 -q
set --
cp caves.map a.map
for i in 1 2 3 4 5 6 7 8 9 10 11 12; do
    x=$((i * 7919 % 250)) y=$((i * 104729 % 280)) w=$((i * 31 % 40 + 1)) h=$((i % 5 + 1))
    change a.map b.map $x $y $w $h "$([ $((i % 3)) = 0 ] && echo @ || echo .)" && mv b.map a.map
    set -- "$@" --set "$x,$y,$w,$h=$([ $((i % 3)) = 0 ] && echo blocked || echo 1)"
done
"$WEND" edit caves.wend "$@" -o edited.wend -q
"$WEND" bake a.map -o changed.wend --cluster 15 -q
same edited.wend changed.wend
"$WEND" edit edited.wend --set 0,0,300,300=original -o edited.wend -q
same edited.wend caves.wend
note an image
printf 'P2\n40 20\n255\n' >image.pgm
awk 'BEGIN { for (i = 0; i < 800; i++) print 225 + i * 7 % 31 }' >>image.pgm
"$WEND" bake image.pgm -o image.wend -q
"$WEND" edit image.wend --set 10,5,20,10=1 --set 30,0,1,20=blocked -o edited.wend -q
awk 'NR > 3 { x = (NR - 4) % 40; y = int((NR - 4) / 40)
    if (x >= 10 && x < 30 && y >= 5 && y < 15) $0 = 255
    if (x == 30) $0 = 0 } { print }' image.pgm >changed.pgm
"$WEND" bake changed.pgm -o changed.wend -q
same edited.wend changed.wend

note all classes in use
awk 'BEGIN { print "P2\n256 1\n255"; for (i = 0; i < 256; i++) print i }' >all.pgm
"$WEND" bake all.pgm -o all.wend --blocked-below 0.002 -q
t edit all.wend --set 0,0,1,1=300 -o x.wend

note permissions
mode() { ls -l "$1" | cut -c1-10; }
cp small.wend mode.wend
chmod 640 mode.wend
t edit mode.wend --set 0,0,1,1=blocked -o mode.wend -q
mode mode.wend
cp mode.wend mode_before.wend
chmod 444 mode.wend
t edit mode.wend --set 0,0,1,1=original -o mode.wend
mode mode.wend
cmp mode.wend mode_before.wend && echo "the old world is untouched"
t edit mode.wend --set 0,0,1,1=original -o other.wend -q
same other.wend small.wend

note errors
cp small.wend before.wend
for s in '' 1,2,3 1,2,3,4 1,2,3,4= 1,2,0,1=1 1,2,3,4=nan 1,2,3,4=block ' 1,2,3,4=1' 1,2,3,4.5=1 1,2,3,4=1x \
    99999999999,2,3,4=1 0,0,1,1=0 0,0,1,1=-1 0,0,1,1=1025 0,0,9,1=1 7,4,1,2=blocked -1,0,1,1=original; do
    t edit small.wend --set "$s" -o small.wend
done
t edit small.wend --set 0,0,1,1=1024 --set 1,0,1,1=0.1 -o small.wend
t edit small.wend -o small.wend
t edit small.wend --set 0,0,1,1=1
t edit --set 0,0,1,1=1 -o small.wend
t edit small.wend --set 0,0,1,1=1 -o -
t edit small.wend --set 0,0,1,1=1 -o nowhere/w.wend
t edit missing.wend --set 0,0,1,1=1 -o small.wend
t edit small.map --set 0,0,1,1=1 -o small.wend
# Class costs, without and within a declared range.
printf '// letters ~=blocked\n......\n..~~..\n..~~..\n......\n' >lake.txt
t bake lake.txt -o lake.wend
t edit lake.wend --class-cost '~=1' -o ice.wend
t edit lake.wend --class-cost '~=2' -o ice.wend
t bake lake.txt --class-cost-range 1,4 -o lake.wend
t info lake.wend
t edit lake.wend --class-cost '126=1.25' --set 0,0,1,1=3 -o ice.wend
t path ice.wend --from 0,1 --to 5,1
t edit ice.wend --class-cost '~=blocked' -o ice.wend
t edit lake.wend --class-cost '~=4.5' -o ice.wend
t edit lake.wend --set 0,0,1,1=5 -o ice.wend
t edit lake.wend --class-cost '~4' -o ice.wend
printf 'P2 2 1 255 230 255\n' >grey.pgm # costs that have no short decimal: the ends are told to the last bit
t bake grey.pgm --class-cost-range 1,1.1 -o grey.wend
t bake grey.pgm -q -o grey.wend
t edit grey.wend --class-cost 255=5 -o grey.wend
t edit lake.wend --class-cost '0=4' -o ice.wend
t edit lake.wend --class-cost '~=cold' -o ice.wend
t bake lake.txt --class-cost-range 1,4 --profile 'boat:~=1' --profile 'tank:radius=0.5' -o fleet.wend
t edit fleet.wend --class-cost 'boat:~=2.5' --class-cost 'tank:46=1.5' -o slow.wend
t path slow.wend --from 2,1 --to 3,2 --profile boat
t path slow.wend --from 2,1 --to 3,2
t edit slow.wend --class-cost 'boat:126=2.5' -o slow.wend
j "class_costs_changed=1" edit slow.wend --class-cost 'boat:126=3' -o slow.wend
t edit fleet.wend --class-cost 'boat:~=5' -o slow.wend
t edit fleet.wend --class-cost 'ship:~=2' -o slow.wend
t edit fleet.wend --class-cost ':~=2' -o slow.wend
t bake lake.txt --class-cost-range 2,4 -o none.wend
t bake lake.txt --class-cost-range 4,1 -o none.wend
head -c 700 small.wend >short.wend
t edit short.wend --set 0,0,1,1=1 -o small.wend
small edit small.wend --set 0,0,1,1=blocked -o small.wend
cmp before.wend small.wend && echo "the old world is untouched"
ls | grep -v -E '\.(wend|map|pgm)$'

note ground: two pieces become the map that they are cut from
piece() { # OUT X Y W H: a part of small.map
    awk -v x="$2" -v y="$3" -v w="$4" -v h="$5" 'NR == 2 { print "height", h } NR == 3 { print "width", w } NR == 1 || NR == 4
        NR > 4 + y && NR <= 4 + y + h { print substr($0, x + 1, w) }' small.map >"$1"
}
piece left.map 0 0 5 5 && piece right.map 5 0 3 5
t bake left.map -o left.wend -q
t edit left.wend --add-ground 5,0=right.map -o both.wend -q
same both.wend small.wend
t edit right.map --add-ground 5,0=left.map -o no.wend -q
t bake right.map -o right.wend -q
j "ground tiles_added=25" edit right.wend --add-ground=-5,0=left.map -o grown.wend
t path grown.wend --from=-5,0 --to=-5,1 -q | head -2
t check grown.wend --random 5
t field grown.wend --to=-5,0 -o field.csv
t info grown.wend | sed -n '5,6p'
t path grown.wend --from=-5,0 --to 2,0 --avoid=disc:-2,0,1
t edit grown.wend --remove-ground=-5,0,5,5 -o again.wend -q
same again.wend right.wend
t edit grown.wend --remove-ground=-50,-50,100,100 -o no.wend
t edit grown.wend --add-ground 1.5,0=left.map -o no.wend
t edit grown.wend --add-ground 2147483648,0=left.map -o no.wend
t edit grown.wend --add-ground=-1e300,0=left.map -o no.wend
t edit grown.wend --add-ground 1,0=missing.map -o no.wend
t edit small.wend --patch p.patch --add-ground 8,0=left.map
printf 'wend recipe 1\nfloor low left.map\nfloor high left.map\nstairs 0,0,0 0,0,1 cost=2\n' >tower.recipe
t bake tower.recipe -o tower.wend -q
t edit tower.wend --add-ground=-3,0,1=right.map -o high.wend -q
t path high.wend --from=-3,0,1 --to 4,0,0 -q | head -2
t info high.wend | sed -n '4,7p'
t edit high.wend --remove-ground=-3,0,3,5,1 -o low.wend -q
same low.wend tower.wend
t edit tower.wend --add-ground 0,0=tower.recipe -o low.wend -q
same low.wend tower.wend
t edit tower.wend --add-ground 0,0,1=tower.recipe -o no.wend
t edit tower.wend --add-ground=0,0,-1=left.map -o no.wend
t edit tower.wend --remove-ground 0,0,1,1,2 -o no.wend
