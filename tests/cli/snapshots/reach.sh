printf 'type octile\nheight 5\nwidth 8\nmap\n........\n...@....\n...@..@.\n...@..@@\n......@.\n' >small.map
t bake small.map -o w.wend --quiet
timed() { t "$@" | sed -E 's/time         [0-9]+\.[0-9]{3} s/time         TIME/; s/"us_total":[0-9.]+/"us_total":TIME/g'; }

note reach: tiles, bands, which is nearest
timed reach w.wend --from 4,3 --within 2.5
timed reach w.wend --from 4,3 --within 3 --bands 3 --json
timed reach w.wend --from 0,0 --from 5,1 --within 3 --nearest
timed reach w.wend --from 0,0 --from 5,1 --within 3 --nearest --json
timed reach w.wend --from 4,3 --within 0
t reach w.wend --from 4,3 --within 1 -o r.csv -q
cat r.csv

note ways in any direction
timed reach w.wend --from 4,3 --within 3 --round --bands 3
t reach w.wend --from 4,3 --within 1.5 --round -o r.csv -q
cat r.csv
t reach w.wend --from 4,3 --within 3 --round --nearest

note polygons with holes, also of one tile
printf 'type octile\nheight 5\nwidth 5\nmap\n.....\n.@@@.\n.@.@.\n.@@@.\n.....\n' >ring.map
t bake ring.map -o ring.wend --quiet
t reach ring.wend --from 0,0 --within 100 -o r.geojson -q
cat r.geojson
t reach ring.wend --from 2,2 --within 100 -o r.geojson -q
cat r.geojson
t reach ring.wend --from 0,0 --within 8 --bands 2 -o r.geojson -q
cat r.geojson
t reach w.wend --from 0,0 --from 5,1 --within 3 --nearest -o r.geojson -q --simplify 1
cat r.geojson

note numbers as a TIFF
t reach w.wend --from 4,3 --within 1 -o r.tif -q
od -An -tx1 r.tif

note corridors
timed corridor w.wend --from 0,4 --to 5,0 --above 10
timed corridor w.wend --from 0,4 --to 5,0 --above 10 --bands 2 --json -o c.csv
cat c.csv
timed corridor w.wend --from 0,4 --from 0,0 --to 2,0 --above 0
timed corridor w.wend --from 0,4 --to 0,4
timed corridor w.wend --from-area 0,0,2,5 --to-area 6,0,2,2 --above 3 -o c.csv
cat c.csv
timed corridor w.wend --from 0,4 --to-area 0,0,4,5 --json

note bad input
t reach w.wend --from 4,3
t reach w.wend --from 3,1 --within 5
t reach w.wend --from 3,1 --from 3,2 --within 5
timed reach w.wend --from 3,1 --from 0,0 --within 1
t reach w.wend --from 8,0 --within 5
t reach w.wend --from 4,3 --within -1
t reach w.wend --from 4,3 --within 5 --bands 2 --nearest
t reach w.wend --from 4,3 --within 5 -o r.txt
t reach w.wend --from 4,3 --within 5 --bands 0
t corridor w.wend --from 0,0 --to 7,4
t corridor w.wend --from 3,1 --to 7,0
t corridor w.wend --from 0,0 --to 7,0 --above -1
t corridor w.wend --from 0,0
t corridor w.wend --from 0,0 --to 7,0 --to-area 6,0,2,2
t corridor w.wend --from 0,0 --to-area 6,0,2
t corridor w.wend --from 0,0 --to-area 6,0,3,2
t corridor w.wend --from 0,0 --to-area 3,1,1,2
t corridor w.wend --from 0,0 --to-area 7,4,1,1
printf '2 2 1\n1 1\n1 1\n' >h.txt
t bake h.txt --move hex -o hex.wend -q
t reach hex.wend --from 0,0 --within 1 -o r.geojson
t reach hex.wend --from 0,0 --within 1 --round
printf 'P2 4 4 255\n0 10 20 30\n0 10 20 30\n0 10 20 30\n0 10 20 30\n' >slope.pgm
t bake slope.pgm --rule slope --height-scale 5 -o slope.wend -q
t reach slope.wend --from 0,0 --within 1 --round
