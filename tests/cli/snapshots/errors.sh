small_map >small.map
t bake small.map -o w.wend --quiet
cp w.wend before.wend

note input that is no map
: >empty.png
printf 'hello, this is no map at all\n' >text.txt
head -c 40 small.map >short.map
"$WEND" render w.wend -o whole.png --scale 4 --quiet >.ignored
head -c 60 whole.png >short.png
mkdir folder
for f in missing.png empty.png text.txt short.map short.png folder; do t bake $f -o w.wend; done
t bake small.map -o w.wend --max-tiles 39
t bake w.wend -o other.wend
cmp before.wend w.wend && echo "the old world is untouched"

note worlds that are none
head -c 700 w.wend >short.wend
head -c 20 w.wend >head.wend
for f in missing.wend empty.png text.txt folder short.wend head.wend small.map whole.png; do t info $f; done
for c in path render check hash; do
    case $c in
    path) t path small.map --from 0,0 --to 1,1 ;;
    render) t render small.map -o x.png ;;
    check) t check small.map --random 3 ;;
    hash) t hash small.map ;;
    esac
done
t info -

note output that cannot be written
t bake small.map -o nowhere/w.wend
t bake small.map -o folder
t bake small.map -o small.map
t bake small.map -o text.txt/w.wend
t bake small.map -o /dev/null
t bake small.map -o new.wend --preview nowhere/p.png
t render w.wend -o nowhere/p.png
t render w.wend -o w.wend
t path w.wend --from 0,0 --to 1,1 --render nowhere/p.png
cmp before.wend w.wend && echo "the old world is untouched"

note outputs that would replace what the command reads, or each other
printf '0 legend\n' >own.legend
ln -s w.wend link.wend
cp whole.png walls.png
t bake small.map --palette own.legend -o own.legend
t bake small.map -o walls.png
t bake small.map -o ./x.wend --preview x.wend
t bench w.wend --csv link.wend
t bench w.wend --csv x.csv --picture x.csv
cp small.map found.map && printf 'version 1\n' >found.map.scen
mkdir found && cp small.map found && cp found.map.scen found/small.map.scen
printf 'image: found.png\nresolution: 1\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.25\n' >found.yaml
cp whole.png found.png && cp whole.png layer.wend
printf 'wend recipe 1\nbase found.png\nlayer layer.wend combine=sum\n' >found.recipe
mkdir pieces && cp whole.png pieces/0_0.png
cksum found* found/* layer.wend pieces/* 2>.ignored >before.sums
t bench found.map --csv found.map.scen
t bench --maps found --csv found/small.map.scen
t bench found.yaml --picture found.png
t bake found.yaml -o x.wend --preview found.png
t bake found.recipe -o x.wend --preview found.png
t bake found.recipe -o layer.wend
t bake --tiles 'pieces/{x}_{y}.png' -o x.wend --preview pieces/0_0.png
t bake found.yaml --dry-run -o found.png -q
cksum found* found/* layer.wend pieces/* 2>.ignored | cmp - before.sums && ls x.wend 2>.ignored
note names of temporary files, which a command removes
cp small.map t.wend.0.wendtmp && cp w.wend x.wend.12.wendtmp && cp whole.png found.wend.7.wendtmp
printf 'wend recipe 1\nbase found.wend.7.wendtmp\n' >found.recipe
t bake t.wend.0.wendtmp -o t.wend
t edit x.wend.12.wendtmp --set 0,0,1,1=blocked -o ./x.wend
t bake found.recipe -o found.wend
t bake small.map -o x.wend --preview x.wend.png -q
ls ./*.wendtmp && rm x.wend x.wend.png ./*.wendtmp
rm -rf found found.* layer.wend pieces before.sums
t edit w.wend --set 0,0,1,1=blocked --patch w.pgm -q
t export w.wend --patch w.pgm -o w.yaml
ln -s w.pgm link.csv
t export w.wend -o w.yaml --links link.csv
head -c 4 w.pgm && echo " is still there"
rm -f w.pgm link.csv
t path w.wend --from 0,0 --to 1,1 --geojson x --gpx ./x
t path w.wend --from 0,0 --to 1,1 --geojson x.png --render x.png
t simulate w.wend --from 0,0 --to 1,1 -o x.png --render x.png
t edit w.wend --set 0,0,1,1=1 -o walls.png
t edit w.wend --set 0,0,1,1=1 --patch some.patch -q
t render w.wend --patch some.patch -o ./some.patch
t merge w.wend some.patch -o ./some.patch
cmp whole.png walls.png && cmp before.wend w.wend && echo "nothing was replaced"
rm -f own.legend link.wend walls.png some.patch

note options that would have no effect
t edit w.wend --set 0,0,1,1=1 -o other.wend --kind jump
t edit w.wend --set 0,0,1,1=1 -o other.wend --two-way
t simulate w.wend --random 2 --agents 3
t simulate w.wend --random 2 --formation
t simulate w.wend --scen small.map --both-ways
t simulate w.wend --from 0,0 --to 1,1 --seed 5
t check w.wend --random 3 --max 2
t check w.wend --scen small.map --seed 2
t field w.wend --to 0,0 --scale 4
t bake small.map -o other.wend --downscale-by cheapest
t serve-bench w.wend --terrain 100
for o in '--snap 2' --partial '--units world' '--algorithm astar' '--heuristic none' '--weight 2' --smooth --hex-diagonals; do t render w.wend -o other.png $o; done
ls other.* 2>.ignored

note a file system that is full
if [ -w /dev/full ]; then
    "$WEND" hash w.wend >/dev/full
    echo "exit: $?"
    "$WEND" render w.wend -o - >/dev/full
    echo "exit: $?"
fi
small bake small.map -o w.wend
small render w.wend -o whole.png --scale 200
"$WEND" hash w.wend >/dev/null && cmp before.wend w.wend && echo "the old world is untouched"

note closed streams
"$WEND" info w.wend >&- 2>.err
echo "exit: $?"; cat .err
"$WEND" bake small.map -o closed.wend >&- 2>&- <&-
echo "exit: $?"
"$WEND" hash closed.wend | cut -c17-

note a name with a line end stays one line
t hash 'a
b.wend'
ls -A | grep -v '^\.[a-z]*$'
