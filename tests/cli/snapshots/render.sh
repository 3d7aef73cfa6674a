small_map >small.map
t bake small.map -o w.wend --quiet
t render w.wend -o a.png
t render w.wend -o b.png --scale 2.5 --layers clusters,graph
t render w.wend -o c.png --scale 0.25
t render w.wend -o d.png --scale 0.01
layers=costs,clusters,entrances,graph,route,path,waypoints
t render w.wend -o e.png --scale 8 --layers $layers --from 0,2 --to 5,2 --smooth
j "output=f.png width=64 height=40 scale=8 outcome=found cost=7.242641 file_bytes" \
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

note limits
t render w.wend -o a.png --scale 256 --from 9,9 --to 1,1
printf 'type octile\nheight 1\nwidth 300\nmap\n' >long.map
head -c 300 /dev/zero | tr '\0' '.' >>long.map
t bake long.map -o long.wend --quiet
t render long.wend -o long.png --scale 64
t render long.wend -o long.png
ls long.png
