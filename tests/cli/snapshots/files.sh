small_map >small.map
cp small.map big.map
grey_pgm >greys.pgm

note many files
t bake small.map -o a.wend -q
t bake greys.pgm -o b.wend -q
t hash a.wend
t hash a.wend b.wend a.wend
t hash a.wend missing.wend b.wend
t hash

note bake without -o
mkdir maps
cp small.map maps/ford.map
t bake maps/ford.map -q
t hash maps/ford.wend a.wend
t bake maps/ford.map -q
t bake maps/ford.map --class-cost-range 1,9 -q
t bake maps/ford.map --memory 32M -q
t edit maps/ford.wend --set 0,0,2,2=blocked -o maps/ford.wend -q
t hash maps/ford.wend
t bake maps/ford.map -q
t hash maps/ford.wend
t bake maps/ford.map -o maps/ford.wend -q
t bake maps/ford.map -q
t hash maps/ford.wend
# the same costs by another class
t edit maps/ford.wend --set 0,0,1,1=7 -o maps/ford.wend -q
t edit maps/ford.wend --set 0,0,1,1=1 -o maps/ford.wend -q
t bake maps/ford.map -q
t bake maps/ford.map -o maps/ford.wend -q
"$WEND" generate --kind rooms --size 2500 -o maps/large.map -q
t bake maps/large.map --memory 32M -q
t bake maps/large.map --memory 32M -q
rm maps/large.*
echo 'my notes' >maps/ford.wend
t bake maps/ford.map
cat maps/ford.wend
rm maps/ford.wend
ln -s nowhere maps/ford.wend
t bake maps/ford.map
cp small.map maps/noending
t bake maps/noending -q
t bake maps/ford.map --dry-run -q
t bake - -q
t bake --tiles 'x_{x}_{y}.png'
ls maps

note verbose
t bake small.map -o a.wend --verbose --quiet
t path a.wend --from 0,0 --to 7,4 -v
t path a.wend --from 0,0 --to 7,4 --verbose=yes
t render a.wend -o missing/a.png -v

note a reader that has gone
gone() { { sleep 0.2; "$WEND" "$@" 2>.err; echo "exit: $?" >.code; } | :; cat .err .code; }
gone info a.wend
gone path a.wend --from 0,0 --to 7,4 --json
gone generate --size 400 -o -
gone render a.wend -o -
gone render a.wend -o missing/a.png
ls -A | grep -c wendtmp

note endings in capitals
kind() { head -c 4 "$1" | tr -c 'A-Za-z0-9{<,' '?'; echo "  $1"; }
printf 'x,y\n0,0\n0,4\n' >places.csv
printf 'from,to,cost\nA,B,1\n' >graph.csv
t generate --size 8 --kind rooms -o G.PNG -q
t bake G.PNG -o G.WEND --preview COSTS.PNG -q
t bake G.PNG -o G.WEND -q
t export a.wend -o E.TXT --links L.CSV -q
t field a.wend --to 0,0 -o F.TIFF -q
t field a.wend --to 0,0 -o F.CSV -q
t reach a.wend --from 0,0 --within 5 -o R.GEOJSON -q
t sight a.wend --from 0,0 --mask M.PNG -q
t matrix a.wend --sources places.csv --targets places.csv -o M.NPY -q
t tour a.wend --stops places.csv -o T.CSV --render T.SVG -q
t fleet a.wend --random 2 -o PLAN.CSV --render FILM.SVG -q
t fleet a.wend --check PLAN.CSV
t explain a.wend --from 0,0 --to 7,4 --render WHY.PNG -q
t graph graph.csv --from A --to B --render GRAPH.SVG -q
mkdir capitals
small_map >capitals/SMALL.MAP
t bench --maps capitals --queries 1 --runs 1 --csv B.CSV --picture B.PNG -q | grep "^SMALL" | cut -d' ' -f1 | sort -u
for file in *.[A-Z]*; do kind "$file"; done

note outputs that would replace what is read
t fleet a.wend --movers places.csv -o places.csv
t fleet a.wend --check PLAN.CSV --render PLAN.CSV
t path a.wend --from 0,0 --to 7,4 --geojson - --gpx -
t path a.wend --from 0,0 --to 7,4 --geojson - --json
t explain a.wend --from 0,0 --to 7,4 --render why.jpg
