# back WORLD FILE ARGS...: has the map, read again, the same costs as the world it came from?
back() {
    w=$1 file=$2
    shift 2
    "$WEND" bake "$file" -o back.wend -q "$@"
    "$(dirname "$JSON_CHECK")/cli_same_costs" "$w" back.wend && echo "$file: the same costs"
}

note walls and floor go into every format
small_map >small.map
"$WEND" bake small.map -o small.wend -q
for e in png pgm map txt; do
    t export small.wend -o out.$e
    back small.wend out.$e
done
cmp small.map out.map && echo "out.map: the same letters"
cat out.yaml out.txt
t export small.wend -o ros.yaml
cmp out.pgm ros.pgm && sed 1d out.yaml >a && sed 1d ros.yaml | cmp - a && echo "the same ROS map"
back small.wend ros.yaml
j "world=small.wend output=out.png format=png width=8 height=5 file_bytes bake_options= files" \
    export small.wend -o out.png

note greys of an image, also below the usual threshold, negated, and with another movement
grey_pgm >grey.pgm
"$WEND" bake grey.pgm -o grey.wend -q
t export grey.wend -o grey.out.pgm
back grey.wend grey.out.pgm
tail -c 16 grey.out.pgm | od -An -tu1
"$WEND" bake grey.pgm -o low.wend --blocked-below 0.5 -q --move 4
t export low.wend -o low.png
back low.wend low.png --move 4 --blocked-below 0.8470
"$WEND" generate --size 90x70 --seed 5 -o land.png -q
"$WEND" bake land.png -o land.wend -q --blocked-below 0.2
t export land.wend -o land.out.png
back land.wend land.out.png --blocked-below 0.2
"$WEND" export land.wend -o land.txt -q
back land.wend land.txt

note letters of old and new ones, with their legend
printf '2.5\n6\n2\n// letters m=3.5 ~=blocked d=1.75\nm..x-5\n.~9.^d\n' >grid.txt
"$WEND" bake grid.txt -o grid.wend -q
t export grid.wend -o grid.out.txt
back grid.wend grid.out.txt
cat grid.out.txt
"$WEND" edit grid.wend --set 0,0,2,1=77 --set 3,1,1,1=1.0078125 -o edited.wend -q
t export edited.wend -o edited.txt
back edited.wend edited.txt
cat edited.txt
printf 'type octile\nheight 1\nwidth 7\nmap\n.GSW@OT\n' >letters.map
"$WEND" bake letters.map -o letters.wend -q
"$WEND" export letters.wend -o letters.out.map -q
tail -1 letters.out.map

note occupancy in percent
printf '1\n3\n1\n// letters h=2 q=1.33333337\nhq.\n' >percent.txt
"$WEND" bake percent.txt -o percent.wend -q
t export percent.wend -o percent.yaml
cat percent.yaml
back percent.wend percent.yaml
tail -c 3 percent.pgm | od -An -tu1

note a ROS map keeps what is unknown, and its place
printf 'P2\n4 2\n255\n0 254 205 254\n254 254 205 0\n' >room.pgm
printf 'image: room.pgm\nresolution: 0.05\norigin: [-1.5, 2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >room.yaml
"$WEND" bake room.yaml -o room.wend -q
t export room.wend -o again.yaml
cat again.yaml
tail -c 8 again.pgm | od -An -tu1
back room.wend again.yaml
j "origin tile_size=0.05" info back.wend

note what a format cannot hold is refused, and the file stays as it was
echo old >refused.map
t export grid.wend -o refused.map
cat refused.map
t export grid.wend -o grid.png
cat grid.legend
back grid.wend grid.png --rule palette --palette grid.legend
t export grid.wend -o refused.yaml
"$WEND" bake letters.map -o swamp.wend -q --swamp-cost 3
t export swamp.wend -o refused.map
t export small.wend -o out.bmp
t export small.wend -o out
t export small.map -o out.png
t export none.wend -o out.png
mkdir folder.yaml
t export small.wend -o folder.pgm
ls refused* folder.pgm

note what a file does not say is in the options, so that bake builds the same world
printf '..a.\n.#..\n....\n' >grid.txt
t bake grid.txt -o grid.wend -q --letters a=3 --cluster 15 --resolution 0.5 --origin 3,-4 --class-cost-range 1,8
for out in "with blank.png" grid.pgm again.txt; do
    "$WEND" export grid.wend -o "$out" >.report
    sed -n 's/^read it by   //p' .report
    eval "\"\$WEND\" $(sed -n 's/^read it by   wend//p' .report | sed 's/WORLD/back/') -q"
    "$WEND" hash grid.wend back.wend >/dev/null && echo equal
done
