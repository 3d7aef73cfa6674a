printf 'type octile\nheight 5\nwidth 8\nmap\n........\n...@....\n...@..@.\n...@..@@\n......@.\n' >small.map
t bake small.map -o w.wend --quiet
printf 'x,y\n0,0\n4,3\n3,1\n' >agents.csv
printf 'name,y,x\na,0,7\n\nb,4,0\r\nc,4,7\n' >jobs.csv
timed() { t "$@" | sed -E 's/[0-9]+\.[0-9]{3} s/TIME/g; s/"us_(total|matrix)":[0-9.]+/"us_\1":TIME/g'; }

note costs: a row for each source, inf where there is no path
t matrix w.wend --sources agents.csv --targets jobs.csv -o -
t matrix w.wend --sources agents.csv --targets jobs.csv -o - --within 6
t matrix w.wend --sources agents.csv --targets jobs.csv -o - --nearest 1 --threads 2
timed matrix w.wend --sources agents.csv --targets jobs.csv
timed matrix w.wend --sources agents.csv --targets jobs.csv --json
timed matrix w.wend --sources agents.csv --targets jobs.csv --assign
timed matrix w.wend --sources agents.csv --targets jobs.csv --assign=max --json -o m.csv
cat m.csv
t matrix w.wend --sources agents.csv --targets jobs.csv -o m.npy --quiet
head -c 128 m.npy | tr -c ' -~' '.'; echo
wc -c <m.npy

note tours: open, closed, from a place, as a file
printf 'x,y\n7,0\n0,4\n0,0\n4,3\n' >stops.csv
timed tour w.wend --stops stops.csv
timed tour w.wend --stops stops.csv --closed --json
timed tour w.wend --stops stops.csv --first 1 --last 2
t tour w.wend --stops stops.csv --closed --first 1 -o -
t tour w.wend --stops jobs.csv
t tour w.wend --stops stops.csv -o way.geojson
t tour w.wend --stops stops.csv -o way.txt

note bad input
t matrix w.wend --sources none.csv --targets jobs.csv
: >empty.csv
t matrix w.wend --sources empty.csv --targets jobs.csv
printf 'x,y\n' >empty.csv
t tour w.wend --stops empty.csv
printf 'lon,lat\n1,2\n' >bad.csv
t matrix w.wend --sources agents.csv --targets bad.csv
printf 'x,y\n1,2\n1,two\n' >bad.csv
t matrix w.wend --sources bad.csv --targets jobs.csv
printf 'x,y\n1,2\n\n8,2\n' >bad.csv
t tour w.wend --stops bad.csv
printf 'x,y\n3,1\n' >blocked.csv
timed matrix w.wend --sources blocked.csv --targets blocked.csv
t tour w.wend --stops blocked.csv
t tour w.wend --stops stops.csv --first 4
t tour w.wend --stops stops.csv --closed --last 1
t tour w.wend --stops stops.csv --first 1 --last 1
t matrix w.wend --sources agents.csv --targets jobs.csv -o m.txt
t matrix w.wend --sources - --targets -
t matrix w.wend --sources agents.csv --targets jobs.csv --within -1
awk 'BEGIN { print "x,y"; for (i = 0; i < 4000; i++) print "0,0" }' >many.csv
t matrix w.wend --sources many.csv --targets many.csv --memory 100
awk 'BEGIN { print "x,y"; for (i = 0; i < 3163; i++) print "0,0" }' >many.csv
t matrix w.wend --sources many.csv --targets many.csv -o many.npy --within 0 -q
t matrix w.wend --sources many.csv --targets many.csv -o many.npy --within 0 | grep -v time
t matrix w.wend --sources agents.csv --targets agents.csv --within 0 -o -
printf 'x,y\n0,0\n7,0\n0,0\n7,0\n' >twice.csv
timed tour w.wend --stops twice.csv --closed
printf 'x,y\n0,0\n' >one.csv
timed tour w.wend --stops one.csv --closed
t reach w.wend --from 0,0 --from 0,0 --within 0 -o twice.csv -q
cat twice.csv
printf 'x,y\n0,0\n0,0\n1,0\n' | "$WEND" matrix w.wend --sources - --targets agents.csv -o - -q

note pictures
t matrix w.wend --sources agents.csv --targets jobs.csv --assign --render m.svg --scale 4 -q
grep -o '<g id="[a-z-]*">' m.svg
t tour w.wend --stops stops.csv --render t.svg -q
grep -o '<g id="[a-z-]*">' t.svg
t tour w.wend --stops stops.csv --render t.gif
t matrix w.wend --sources agents.csv --targets jobs.csv --render m.png
t tour w.wend --stops stops.csv --scale 4

note tables as other programs write them: other separators, quotes, names in capitals
printf 'name;X;Y\n"A; ""B""";0;0\nC;2;4\n' >semicolons.csv
printf 'x\ty\n0\t0\n2\t4\n' >tabs.csv
for table in semicolons tabs; do t matrix w.wend --sources $table.csv --targets $table.csv -o -; done
