small_map >small.map
t bake small.map -o w.wend --quiet
t render w.wend -o a.png
t render w.wend -o b.png --scale 2.5 --layers clusters,graph
t render w.wend -o c.png --scale 0.25
t render w.wend -o d.png --scale 0.01
layers=costs,clusters,entrances,graph,route,path,waypoints
t render w.wend -o e.png --scale 8 --layers $layers --from 0,2 --to 5,2 --smooth
j "output=f.png width=64 height=40 scale=8 outcome=found cost=7.242641 units=tiles file_bytes" \
    render w.wend -o f.png --scale 8 --from 0,2 --to 5,2 --algorithm dijkstra
t render w.wend -o g.png --scale 4 --from 0,0 --to 7,4
for p in a b c d e f g; do head -c 4 $p.png | tail -c 3; done; echo
note the stream is the same picture
"$WEND" render w.wend -o - --scale 8 >stream.png 2>stream.err
"$WEND" render w.wend -o file.png --scale 8 >file.out
cmp stream.png file.png && wc -c <stream.err

note blocked is dark, passable is light: the picture bakes back to the same map
t render w.wend -o one.png --scale 1 --layers costs --quiet
t bake one.png -o back.wend --quiet
j "width=8 height=5 blocked=7" info back.wend

note SVG: the costs as a picture, all else as shapes
t render w.wend -o a.svg --scale 8 --layers $layers --from 0,2 --to 5,2
sed -n 's/.*base64,\([^"]*\)".*/\1/p' a.svg | base64 -d >background.png
"$WEND" render w.wend -o costs.png --scale 8 --layers costs -q
cmp background.png costs.png
sed 's/base64,[^"]*/base64,.../' a.svg
"$WEND" generate --size 100 --seed 5 -o land.png -q
"$WEND" bake land.png -q
t render land.wend -o graph.svg --layers clusters,entrances,graph -q
for mark in '<g' '</g>' 'id=' '<path' '<rect'; do echo "$mark: $(grep -c -- "$mark" graph.svg)"; done
t path w.wend --from 0,2 --to 5,2 --render path.svg -q | head -1
grep -o 'id="[a-z-]*"' path.svg

note other formats are refused
for file in a.jpg a.svg.gz a png .jpeg; do t render w.wend -o $file; done
t path w.wend --from 0,2 --to 5,2 --render a.gif
t bake small.map -o other.wend --preview a.svg
t simulate w.wend --random 2 --render a.svg
t bench small.map --picture a.svg
t render w.wend -o UPPER.SVG
t render w.wend -o nowhere/a.svg
ls

note limits
t render w.wend -o large.svg --scale 257
t render w.wend -o a.png --scale 256 --from 9,9 --to 1,1
printf 'type octile\nheight 1\nwidth 300\nmap\n' >long.map
head -c 300 /dev/zero | tr '\0' '.' >>long.map
t bake long.map -o long.wend --quiet
t render long.wend -o long.png --scale 64
t render long.wend -o long.png
ls long.png
