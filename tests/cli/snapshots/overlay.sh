# What a query avoids, this time: shapes, dangers, unknown ground.
printf 'type octile\nheight 7\nwidth 12\nmap\n............\n............\n............\n............\n............\n............\n............\n' >m.map
t bake m.map -o w.wend --quiet
cp w.wend before.wend
image() { { printf 'P2 12 7 255 '; for i in $(seq 0 83); do printf '%d ' $(($1)); done; } >"$2"; }
image 'i%12==6 ? 0 : 255' column.pgm
image 'i%12==6 && i<72 ? 255 : 0' danger.pgm
timed() { t "$@" | sed -E '/^(expanded|time) /d; s/"us_total":[0-9.]+/"us_total":TIME/g; s/"stats":\{[^}]*\}/"stats":{}/; s/ *TIME//'; }

note shapes block
timed path w.wend --from 0,3 --to 11,3 --avoid disc:5,3,2 --tiles rle
timed path w.wend --from 0,3 --to 11,3 --avoid rect:5,0,1,7
timed path w.wend --from 0,3 --to 11,3 --avoid rect:5,0,1,6 --avoid disc:5,6,0
printf 'x,y\n3.5,-0.5\n6.5,-0.5\n6.5,5.5\n3.5,5.5\n' >p.csv
timed path w.wend --from 0,3 --to 11,3 --avoid polygon:p.csv --tiles rle
timed path w.wend --from 5,3 --to 11,3 --avoid polygon:p.csv
timed path w.wend --from 5,3 --to 11,3 --avoid polygon:p.csv --snap 2 --tiles rle

note or cost more
timed path w.wend --from 0,3 --to 11,3 --avoid rect:5,0,1,7=4
timed path w.wend --from 0,3 --to 11,3 --avoid rect:5,0,1,7=4 --avoid rect:5,0,1,7=4
timed path w.wend --from 0,3 --to 11,3 --avoid rect:5,0,1,7=0
timed path w.wend --from 0,3 --to 11,3 --danger danger.pgm=1
timed path w.wend --from 0,3 --to 11,3 --danger danger.pgm=100 --tiles rle

note unknown ground
timed path w.wend --from 0,3 --to 11,3 --fog column.pgm
timed path w.wend --from 0,3 --to 11,3 --fog column.pgm=3
timed path w.wend --from 6,3 --to 11,3 --fog column.pgm
timed path w.wend --from 0,3 --to 11,3 --fog column.pgm=3 --avoid rect:6,0,1,6 --danger danger.pgm=1 --json --tiles none

note other commands
timed explain w.wend --from 0,3 --to 11,3 --fog column.pgm
timed field w.wend --to 0,3 --avoid rect:5,0,1,6 -o f.csv
head -n 2 f.csv
timed reach w.wend --from 0,3 --within 6 --avoid rect:5,0,1,7 --json
printf 'x,y\n0,3\n11,3\n' >places.csv
t matrix w.wend --sources places.csv --targets places.csv --avoid disc:5,3,2 -o m.csv -q
cat m.csv
timed corridor w.wend --from 0,3 --to 11,3 --above 0 --avoid rect:5,1,1,6
t tour w.wend --stops places.csv --fog column.pgm

note pictures show the ground of the query
for shape in rect:5,0,1,7 rect:5,0,1,7=4; do
    t path w.wend --from 0,3 --to 4,3 --avoid $shape --render o.svg | sed -n 2p
    t path w.wend --from 0,3 --to 4,3 --avoid $shape --render o.png | sed -n 2p
done
t explain w.wend --from 0,3 --to 11,3 --avoid rect:5,0,1,7 --render why.png | sed -n 2p
t field w.wend --to 0,3 --avoid rect:5,0,1,7 -o f.png -q
t reach w.wend --from 0,3 --within 4 --avoid rect:5,0,1,7 -o r.png -q
t sight w.wend --from 0,3 -o s.png -q

note the file stays as it was
cmp w.wend before.wend && echo the same

note metres
{ printf 'P2 12 7 255 '; for i in $(seq 84); do printf '254 '; done; } >map.pgm
printf 'image: map.pgm\nresolution: 0.5\norigin: [-1.0, -2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >ros.yaml
t bake ros.yaml -o ros.wend -q
timed path ros.wend --from -0.75,-0.25 --to 4.75,-0.25 --units world --avoid disc:1.75,-0.25,1 --tiles rle
timed path ros.wend --from -0.75,-0.25 --to 4.75,-0.25 --units world --avoid rect:1.5,-2,0.5,3.5
timed path ros.wend --from -0.75,-0.25 --to 4.75,-0.25 --units world --avoid rect:1.5,-2,0.5,3.0
printf 'x,y\n1.4,-2.1\n2.1,-2.1\n2.1,1.6\n1.4,1.6\n' >q.csv
timed path ros.wend --from -0.75,-0.25 --to 4.75,-0.25 --units world --avoid polygon:q.csv

note profiles
t bake m.map -o tank.wend --profile tank:radius=1.5 -q
timed path tank.wend --from 2,3 --to 9,3 --avoid disc:5,3,0 --profile tank --tiles rle
timed path tank.wend --from 2,3 --to 9,3 --avoid disc:5,3,2 --profile tank

note bad input
bad() { t path w.wend --from 0,3 --to 11,3 "$@"; }
bad --avoid circle:1,2,3
bad --avoid 5,3,2
bad --avoid disc:5,3
bad --avoid disc:5,3,-1
bad --avoid disc:5,3,2,1
bad --avoid disc:5,3,nan
bad --avoid disc:5,3,2=-1
bad --avoid disc:5,3,2=1025
bad --avoid disc:5,3,2=much
bad --avoid disc:99,3,2
bad --avoid disc:1e30,3,2
bad --avoid rect:5,0,0,7
bad --avoid rect:5,0,-1,7
bad --avoid rect:5.5,0,1,7
bad --avoid rect:20,0,1,7
bad --avoid polygon:none.csv
printf 'x,y\n1,1\n2,2\n' >line.csv
bad --avoid polygon:line.csv
printf '1,1\n2,2\n' >plain.csv
bad --avoid polygon:plain.csv
bad --avoid ''
bad --fog none.png
bad --fog m.map
bad --fog column.pgm=0
bad --fog column.pgm=2000
printf 'P2 2 1 255 0 255' >small.pgm
bad --fog small.pgm
bad --danger danger.pgm
bad --danger danger.pgm=-1
bad --danger danger.pgm=5000
bad --danger small.pgm=1
bad --danger ros.yaml=1

note agents walk around what they avoid
walk() { t simulate w.wend --from 0,3 --to 11,3 --json "$@" | grep -o '"arrived":[0-9]*\|"detour_mean":[0-9.]*'; }
walk -o walk.json
walk -o around.json --avoid rect:5,0,1,6
for trace in walk around; do sed -n 's/.*"path": *\[/&/p' $trace.json | tr '[' '\n' | awk -F, -v name=$trace '$2 + 0 > most { most = $2 + 0 } END { print name, "down to", int(most) }'; done
t simulate w.wend --from 0,3 --to 11,3 --avoid rect:5,0,1,7
t simulate w.wend --from 0,3 --to 11,3 --avoid disc:5,3
