small_map >small.map
t bake small.map -o w.wend --quiet

note costs to a tile, from a tile, and a movement range
t field w.wend --to 4,3
t field w.wend --from 4,3 --within 2.5
t field w.wend --from 4.5,3.5 --units world --within 1 --tiles
t field w.wend --to 7,4

note the two senses differ where costs do
printf 'P2\n4 1\n255\n255 230 255 255\n' >slope.pgm
t bake slope.pgm -o slope.wend --quiet
t field slope.wend --to 1,0
t field slope.wend --from 1,0

note several tiles: the nearest of them, the flow
t field w.wend --to 0,0 --to 7,0 --nearest
t field w.wend --to 0,0 --flow
t field w.wend --to 0,0 --to 3,1 --to 0,0
t field w.wend --to 0,0 --to 3,1 --quiet --flow

note numbers for programs
t field w.wend --to 0,0 -o costs.csv
cat costs.csv
t field w.wend --to 0,0 -o flow.txt --flow -q
cat flow.txt
t field w.wend --to 0,0 --nearest -o -
t field w.wend --to 0,0 --nearest --within 1 -o - | head -2
j "sense=to passable=33 reached=32 cost_max=8.414201 farthest ends" field w.wend --to 0,0
j "sense=from within=2 reached=7" field w.wend --from 4,4 --within 2
t field w.wend --to 0,0 --within 1 --tiles --json
t field w.wend --to 0,0 --to 7,0 --json

note pictures: colours of the scale, markers, the strip below
t field w.wend --to 4,3 -o costs.png
t field w.wend --from 4,3 --within 2.5 -o range.png --scale 40
t field w.wend --to 0,0 --to 7,0 --nearest -o nearest.png -q
t field w.wend --to 4,3 --flow -o flow.png -q
t field w.wend --to 4,3 --scale 8 -o little.png -q
for p in costs range nearest flow little; do
    t bake $p.png -o $p.wend -q --blocked-below 0.2
    t info $p.wend --json | grep -o '"width":[0-9]*,"height":[0-9]*'
done

note what is wrong
t field w.wend
t field w.wend --to 1,1 --from 1,1
t field w.wend --to 8,0
t field w.wend --to 0.5,0
t field w.wend --to 3,1
t field w.wend --to 3,1 --to 6,2
t field w.wend --to 1,1 --flow --nearest
t field w.wend --to 1,1 --within 0
t field w.wend --to 1,1 -o costs.jpg
t field w.wend --to 1,1 -o w.wend.csv/x.csv
t field w.wend --to 1,1 -o - --json
t field w.wend --to 1,1 -o w.png --scale 300
t field small.map --to 1,1
ln -s w.wend own.csv
t field w.wend --to 1,1 -o own.csv
