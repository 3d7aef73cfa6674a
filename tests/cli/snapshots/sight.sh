printf 'type octile\nheight 5\nwidth 8\nmap\n........\n...@....\n...@..@.\n...@..@@\n......@.\n' >small.map
t bake small.map -o w.wend --quiet
timed() { t "$@" | sed -E 's/time         [0-9]+\.[0-9] us/time         TIME/; s/"us_total":[0-9.]+/"us_total":TIME/g'; }

note from tile to tile
timed sight w.wend --from 0,2 --to 2,4
timed sight w.wend --from 0,2 --to 4,2
timed sight w.wend --from 0,2 --to 4,2 --json
timed sight w.wend --from 0,2 --to 2,2 --range 1.5
timed sight w.wend --from 2,0 --to 4,2
timed sight w.wend --from 0,2 --to 2,2 --json

note what is seen
timed sight w.wend --from 0,2
timed sight w.wend --from 0,2 --from 7,4 --range 2 --json
t sight w.wend --from 1,2 --range 2 -o s.csv -q
cat s.csv
t sight w.wend --from 1,2 --range 1 -o s.geojson -q
cat s.geojson
timed sight w.wend --from 0,2 --blockers 5
t sight w.wend --from 1,2 --range 1 --mask m.pgm -q
tail -c 40 m.pgm | od -An -tu1 -v -w8
timed sight w.wend --from 1,2 --range 1 --mask m.png
t path w.wend --from 1,1 --to 1,3 --fog m.png --tiles none | sed '/^time\|^hash\|^expanded/d'
t path w.wend --from 1,1 --to 1,4 --fog m.png --tiles none | sed '/^time\|^hash\|^expanded/d'

note walls
t edit w.wend --wall 0,2:1,2 -o walls.wend -q
timed sight walls.wend --from 0,2 --to 1,2
timed sight walls.wend --from 0,2 --to 1,2 --through-walls

note metres
printf 'image: small.pgm\nresolution: 0.5\norigin: [-1.0, -2.0, 0.0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >ros.yaml
printf 'P2 4 1 255 254 254 254 254\n' >small.pgm
t bake ros.yaml -o ros.wend -q
timed sight ros.wend --from -0.75,-1.75 --range 1 --units world
timed sight ros.wend --from -0.75,-1.75 --to 0.75,-1.75 --units world --range 1.4

note bad input
t sight w.wend
t sight w.wend --from 8,0
t sight w.wend --from 0,0 --to 0,5
t sight w.wend --from 0,0 --from 1,1 --to 2,2
t sight w.wend --from 0,0 --range -1
t sight w.wend --from 0,0 --range nan
t sight w.wend --from 0,0 --blockers 256
t sight w.wend --from 0,0 --blockers 1,
t sight w.wend --from 0,0 --blockers 1, 2
t sight w.wend --from 0,0 -o s.txt
t sight w.wend --from 0,0 --to 1,1 -o s.png
t sight w.wend --from 0,0 --mask m.txt
t sight w.wend --from 0,0 --mask w.wend
t sight w.wend --from 0,0 --to 1,1 --mask m.png
printf '2 2 1\n1 1\n1 1\n' >h.txt
t bake h.txt --move hex -o hex.wend -q
t sight hex.wend --from 0,0
