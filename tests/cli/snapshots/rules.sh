note what a grey means under each rule
grey_pgm >grey.pgm
for rule in brightness luma linear inverse threshold ros; do
    note $rule
    "$WEND" bake grey.pgm -o grey.wend --quiet --rule $rule && "$WEND" info grey.wend | sed -n '/^class/,$p'
done
j "rule=linear blocked=6" bake grey.pgm --dry-run --rule linear --cost-range 1,5 --blocked-below 0.9
j "rule=threshold blocked=3" bake grey.pgm --dry-run --rule threshold --blocked-below 0.5
j "rule=brightness blocked=0" bake grey.pgm --dry-run --channel alpha

note a ROS map
cat >map.yaml <<'END'
image: grey.pgm
resolution: 0.05
origin: [-1.0, 2.0, 0.0]
negate: 0
occupied_thresh: 0.65
free_thresh: 0.196
END
t bake map.yaml -o map.wend
t info map.wend
j "format=ros rule=ros ros_mode=trinary" info map.wend
t bake map.yaml -o map.wend --quiet --unknown-cost 4
sed 's/^free.*/free_thresh: 0.05\nmode: scale/' map.yaml >scale.yaml
t bake scale.yaml -o scale.wend
sed 's/origin: .*/origin: [0, 0]/' map.yaml >bad.yaml
t bake bad.yaml -o bad.wend
sed 's/grey.pgm/..\/grey.pgm/' map.yaml >bad.yaml
t bake bad.yaml -o bad.wend
sed 's/grey.pgm/nowhere.pgm/' map.yaml >bad.yaml
t bake bad.yaml -o bad.wend
t bake map.yaml -o bad.wend --rule luma
ls bad.wend 2>&1

note a legend
printf 'P3 3 2 255  255 0 0  255 0 0  0 0 255  9 9 9  0 0 255  255 0 0\n' >colors.ppm
printf '// red is road\n#ff0000 1 road\n#0000ff 10 water\n' >legend.txt
t bake colors.ppm -o colors.wend --rule palette --palette legend.txt
echo 'unknown nearest' >>legend.txt
t bake colors.ppm -o colors.wend --rule palette --palette legend.txt
printf '#ff0000 1 road\n#0000 10 water\n' >legend.txt
t bake colors.ppm -o colors.wend --rule palette --palette legend.txt

note heights
printf 'P2 6 1 100  10 10 10 11 15 0\n' >height.pgm
t bake height.pgm -o height.wend --rule height --height-scale 100 --max-climb 2 --sea-level 5
for climb in 4 5 0.000001; do t bake height.pgm --dry-run --rule tobler --height-scale 100 --max-climb $climb; done
printf 'slope,factor\n-0.5,2\n0,1\n0.5,4\n' >walk.csv
for slope in tobler minetti wheelchair:0.05 rwalk:0.72,6,1.9998,-1.9998 walk.csv none; do t bake height.pgm --dry-run --rule slope --slope $slope --height-scale 1; done
t bake height.pgm --dry-run --rule slope --height-scale 100 --max-drop 20
t bake height.pgm --dry-run --rule height --height-scale 100 --max-drop 20

note jumps over gaps and down cliffs
printf 'P2 6 2 255\n10 10 7 7 2 7\n10 10 7 7 2 7\n' >cliff.pgm
t bake cliff.pgm -o cliff.wend -q --rule slope --height-scale 255 --max-climb 1 --max-drop 1 --jump-down 3 --jump-across 1
"$WEND" path cliff.wend --from 0,0 --to 5,0 | grep -E '^(outcome|links| )'
"$WEND" path cliff.wend --from 5,0 --to 0,0 | head -1
"$WEND" info cliff.wend | grep '^links'
j "link_kinds link_count=3" info cliff.wend
t bake cliff.pgm -o none.wend --rule slope --height-scale 255 --max-drop 3 --jump-down 3
t bake cliff.pgm -o none.wend --rule slope --height-scale 255 --jump-down 3
t bake cliff.pgm -o none.wend --jump-across 17
t bake cliff.pgm -o none.wend --jump-across 1 --move hex

note a deck above the ground
printf 'P2 7 2 255\n10 10 4 4 4 10 10\n10 10 4 4 4 10 10\n' >gorge.pgm
printf 'P2 7 2 255\n10 10 10 10 10 10 10\n10 10 4 4 4 10 10\n' >deck.pgm
t bake gorge.pgm --rule slope --height-scale 255 --max-climb 1 --max-drop 1 --deck deck.pgm --headroom 3 -o gorge.wend -q
"$WEND" info gorge.wend | grep -E '^(size|floor|links|relief)'
"$WEND" path gorge.wend --from 0,0 --to 6,0 | grep -E '^(outcome|links| )'
"$WEND" path gorge.wend --from 3,0 --to 3,1 | head -1
t bake gorge.pgm --rule slope --height-scale 255 --deck deck.pgm --headroom 6 -o none.wend
t bake gorge.pgm --deck deck.pgm -o none.wend
t bake height.pgm --dry-run --rule height --height-scale 100 --slope minetti
awk 'BEGIN { print "P2 40 20 65535"; for (i = 0; i < 800; i++) print i * 80 }' >fine.pgm
t bake fine.pgm --dry-run
j "rule=brightness" bake fine.pgm --dry-run --rule brightness
t info height.wend

note a recipe
printf 'P2 8 2 255  0 0 255 255 255 0 0 0  0 0 0 0 0 255 255 255\n' >forest.pgm
cat >recipe.txt <<'END'
wend recipe 1
base grey.pgm            // the land
layer forest.pgm mask cost=3 combine=sum
resolution 2
origin 10 -10
END
t bake recipe.txt -o recipe.wend
t info recipe.wend
sed 's/=3/=three/' recipe.txt >bad.txt
t bake bad.txt -o bad.wend
sed 's/forest/small/' recipe.txt >bad.txt
printf 'P2 4 1 255  0 0 255 255\n' >small.pgm
t bake bad.txt -o bad.wend

t bake recipe.txt -o bad.wend --negate
t bake map.yaml -o bad.wend --blocked-below 0.3

note many greys are few lines
{ echo P2 256 1 255; seq 0 255; } >ramp.pgm
t bake ramp.pgm --dry-run --rule inverse
t bake ramp.pgm --dry-run --rule linear --blocked-below 0.5

note a preview has its colours, hatches and a legend, here read back by a legend of them
printf 'P2 4 4 255  255 255 0 0  255 255 0 0  255 255 0 0  128 128 0 0\n' >corner.pgm
t bake corner.pgm -o corner.wend --quiet --rule linear --cost-range 1,10 --blocked-below 0.2 --preview corner.png
printf '#eef6e2 1 cheapest\n#681c5c 2 costliest\n#3e424c 3 blocked\n#686e7c 4 hatch\n#fafaf8 5 panel\nunknown 9\n' >seen.txt
"$WEND" bake corner.png --dry-run -q --rule palette --palette seen.txt --json >.out
"$JSON_CHECK" "width=708" "height=256" <.out
"$WEND" bake corner.png --dry-run --rule palette --palette seen.txt 2>/dev/null | sed -n '/^costs/,/^clusters/p' | sed '$d'

note fewer tiles
j "width=4 height=1 blocked=1 tile_size=2" bake grey.pgm --dry-run --downscale 2
j "width=4 height=1 blocked=0" bake grey.pgm --dry-run --blocked-below 0.8 --downscale 2 --downscale-by cheapest
t bake grey.pgm --dry-run --downscale 3

note options that do not go together
t bake grey.pgm --dry-run --rule palette
t bake grey.pgm --dry-run --palette legend.txt
t bake grey.pgm --dry-run --rule height
t bake grey.pgm --dry-run --sea-level 3
t bake grey.pgm --dry-run --cost-range 1,2
t bake grey.pgm --dry-run --rule linear --cost-range 1
t bake grey.pgm --dry-run --rule linear --cost-range 0,2
t bake grey.pgm --dry-run --rule luma --channel red
t bake grey.pgm --dry-run --rule ros --blocked-below 0.5
t bake grey.pgm --dry-run --rule ros --free-thresh 0.8

note options that mean nothing to the map
printf '..13\n1#93\n1111\n' >digits.txt
t bake digits.txt -o digits.wend --rule threshold --negate --unknown-cost 5 --cost-property x
t bake digits.txt -o digits.wend --hex odd-q
t bake digits.txt -o digits.wend --rule threshold -q
