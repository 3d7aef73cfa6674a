note world coordinates are those of the YAML: metres, y upwards, from the lower left corner
printf 'P2\n8 5\n255\n254 254 254 0 254 254 254 254\n254 254 254 0 254 254 254 205\n254 254 254 0 254 254 254 254
254 254 254 254 254 254 0 254\n254 254 254 254 254 0 0 254\n' >room.pgm
cat >room.yaml <<'END_OF_YAML'
image: "room.pgm"
mode: trinary
resolution: 0.05
origin: [-1.2, 3.4000000000000004, 0]
negate: 0
occupied_thresh: 0.66
free_thresh: 0.19
END_OF_YAML
t bake room.yaml -o room.wend -q
t info room.wend
t path room.wend --units world --from -1.19,3.62 --to -0.81,3.62 --tiles
j "outcome=found cost=0.532843 length=0.532843 units=world positions" path room.wend --units world --from -1.19,3.62 --to -0.81,3.62
"$WEND" path room.wend --units world --from -1.19,3.62 --to -0.81,3.62 --json | sed 's/"stats.*//'
j "cost=10.656854 length=10.656854 units=tiles" path room.wend --from 0,0 --to 7,0
t path room.wend --units world --from 0,0 --to 1,1
"$WEND" simulate room.wend --units world --from -1.19,3.62 --to -1.09,3.62 --dt 0.2 -o - -q | sed -n '/"path"/p; /^\[\[/p' | sed '4,$d'

note the YAML comes back as it was, with every value and mode
cp room.yaml in.yaml
t export room.wend -o room.yaml
cmp room.yaml in.yaml && echo equal
for change in 'mode: scale' 'mode: raw' 'negate: 1' 'origin: [1, -2.5, 0.3]' 'free_thresh: 0.3' 'resolution: 0.1234567890123'; do
    sed "s/^${change%%:*}:.*/$change/" in.yaml >room.yaml
    cp room.yaml changed.yaml
    "$WEND" bake room.yaml -o changed.wend -q
    "$WEND" export changed.wend -o room.yaml -q
    cmp room.yaml changed.yaml && "$WEND" bake room.yaml -o again.wend -q
    [ "$("$WEND" hash changed.wend | cut -c1-16)" = "$("$WEND" hash again.wend | cut -c1-16)" ] && echo "$change: equal"
done
printf 'P2\n8 5\n255\n254 254 254 0 254 254 254 254\n254 254 254 0 254 254 254 205\n254 254 254 0 254 254 254 254
254 254 254 254 254 254 0 254\n254 254 254 254 254 0 0 254\n' >room.pgm
cp in.yaml room.yaml
t bake room.yaml --unknown-cost 4 -o unknown.wend -q
t export unknown.wend -o unknown.yaml
"$WEND" bake unknown.yaml --unknown-cost 4 -o again.wend -q
for w in unknown again; do "$WEND" hash $w.wend | cut -c1-16; done | uniq | wc -l

note larger tiles have another resolution and, where the last row sticks out, another corner
t bake room.yaml --downscale 2 --downscale-by cheapest -o half.wend -q
t export half.wend -o half.yaml -q
cat half.yaml
t path half.wend --units world --from -1.19,3.62 --to -0.81,3.62 --tiles

note a map that is rotated: the start is 0.02 along and 0.01 above its corner
sed 's/^origin:.*/origin: [10, 20, 1.5707963267948966]/' in.yaml >turned.yaml
t bake turned.yaml -o turned.wend -q
t path turned.wend --units world --from 9.99,20.02 --to 9.79,20.39 --tiles

note an edit that the YAML cannot say makes it raw
t edit room.wend --set 0,0,1,1=2 -o edited.wend -q
t export edited.wend -o edited.yaml -q
cat edited.yaml

note without a YAML unknown ground may become free
t bake room.pgm --rule ros --dry-run
t bake room.pgm --rule ros --dry-run --free-thresh 0.196

note options that the YAML makes void
t bake room.yaml --dry-run --ros-mode trinary
t bake room.yaml --dry-run --resolution 1
t bake room.yaml --dry-run --origin 0,0
t bake room.yaml --dry-run --occupied-thresh 0.5
t bake room.yaml --dry-run --letters x=3
t bake room.yaml --dry-run --palette legend.txt

note every coordinate and length is in the units asked for
t path room.wend --units world --from -1.19,3.62 --to 0,0
printf 'image: room8.pgm\nresolution: 0.5\norigin: [-1, -2, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >units.yaml
printf 'P2 8 4 255\n255 255 255 0 255 255 255 255\n255 255 255 0 255 255 255 255\n0 0 0 0 255 255 255 255\n255 255 255 255 255 255 255 255\n' >room8.pgm
"$WEND" bake units.yaml -o units.wend --profile wide:radius=1.4 -q >/dev/null
t path units.wend --units world --from -0.75,-1.25 --to 2.75,-1.75
t path units.wend --from 0,2 --to 7,3
t path units.wend --units world --from -0.75,-1.25 --to 2.75,-1.75 --snap 0.4
t path units.wend --units world --from -0.75,-1.25 --to 2.75,-1.75 --snap 0.5
t path units.wend --units world --from -0.75,-0.25 --to 2.75,-1.75 --partial
t path units.wend --units world --from 2.75,-1.75 --to 1.25,-0.75 --profile wide
t path units.wend --units world --from 2.75,-1.75 --to-area -0.9,-1.9,0.5,0.3
t path units.wend --units world --from 2.75,-1.75 --to-area -1.9,-1.9,0.5,0.3
t explain units.wend --units world --from -0.75,-0.25 --to 2.75,-1.75
t edit units.wend -o edited.wend --units world --set 0.5,-1,0.5,1=1 -q
t path edited.wend --units world --from -0.75,-0.25 --to 2.75,-0.25
t edit units.wend -o edited.wend --units world --set 0.5,-1,9,1=1
t edit units.wend -o edited.wend --units lonlat --set 0.5,-1,0.5,1=1
