#!/bin/sh
# Does every line of the README's table run as it stands, one after the other, on nothing but what ./run demo builds? The maps
# that the lines name are made here. The console of the README is run by console.sh, its C by check.sh.
#   readme.sh SOURCE PROGRAMS MAKE_RASTER PYTHON PYTHONPATH
# MAKE_RASTER is that of tests/cli/make_raster.c, empty without GDAL; PYTHON and its path are empty without the Python package.
set -eu
source=$1 programs=$2 make_raster=$3 python=${4:-} python_path=${5:-}
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
cd "$temp"
PATH=$programs:$PATH
readme=$source/README.md

cp "$source/data/island.png" map.png
cp "$source/data/abbey.map" arena.map
cp "$source/data/abbey.map.scen" arena.map.scen
cp "$source/data/globe.png" globe.png
cp "$source/data/house.txt" grid.txt
wend generate --kind rooms --size 200 -o plan.png -q
wend generate --size 300 -o heights.png -q
wend generate --size 1500 --seed 3 -o huge.png -q
for piece in 0_0 0_1 1_0 1_1; do cp plan.png world_$piece.png; done
wend generate --kind open --size 100 -o robot.pgm -q
printf 'image: robot.pgm\nresolution: 0.05\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\n' >map.yaml
printf '1,2.5,3\n1,0,3\n1,1,1\n' >costs.csv
printf 'x,y\n150,200\n170,210\n' >agents.csv
cp agents.csv jobs.csv
cp agents.csv places.csv
printf 'x,y,goal_x,goal_y\n150,200,170,210\n' >movers.csv
cat >level.tmx <<'END'
<map orientation="orthogonal" width="3" height="2"><tileset firstgid="1"><tile id="1"><properties>
<property name="cost" value="3"/></properties></tile></tileset><layer name="ground" width="3" height="2">
<data encoding="csv">1,2,1,1,1,1</data></layer></map>
END
[ -z "$make_raster" ] || { "$make_raster" utm.tif && mv utm.tif alps.tif; }

# The commands in the second column. What stands there for an argument of the reader's own becomes one.
awk -F '|' '/^\| I have \| I type \|$/ { inside = 1; next } inside && !/^\|/ { exit } inside { print $3 }' "$readme" |
    grep -o '`[^`]*`' | tr -d '`' | sed -E -e '/^(wend|mpirun) /!d' \
    -e 's/--from X,Y --to X,Y --avoid disc:X,Y,R=COST/--from 150,200 --to 170,210 --avoid disc:160,205,2=4/' \
    -e 's/--from LON,LAT --to LON,LAT/--from 13.7,46.93 --to 13.71,46.93/' -e 's/--from X,Y --to X,Y/--from 1,1 --to 3,2/' \
    -e 's/--from-area X,Y,W,H --to-area X,Y,W,H/--from-area 100,150,100,100 --to-area 800,180,80,80/' \
    -e 's/--from X,Y --range/--from 150,200 --range/' -e 's/--from X,Y --within COST/--from 150,200 --within 100/' -e 's/^wend corridor$/wend corridor --help/' \
    -e 's/ \.\.\.$/ --from 150,200 --to 170,210/' \
    -e 's/^mpirun -n 64 /mpirun --allow-run-as-root --oversubscribe -n 2 /' >lines
count=0
while read -r line; do
    case $line in
    *alps.tif* | *alps.wend*) [ -n "$make_raster" ] || { echo "skipped, as there is no GDAL (libgdal-dev): $line"; continue; } ;;
    mpirun*) command -v mpirun >/dev/null && [ -e "$programs/wend_mpi.so" ] || { echo "skipped, as there is no MPI: $line"; continue; } ;;
    esac
    sh -c "$line" >said 2>&1 </dev/null || { echo "this line of README.md fails: $line"; tail -n 5 said; exit 1; }
    count=$((count + 1))
done <lines
[ "$count" -ge 18 ] || { echo "README.md has $count lines that run; expected at least 18"; exit 1; }
[ -z "$make_raster" ] || [ -s hike.gpx ] || { echo "no hike.gpx was written"; exit 1; }

# Its Python, with costs for the array that it begins with.
if [ -n "$python" ]; then
    awk '/^```python$/ { inside = 1; next } /^```/ { if (inside) exit } inside
        inside && /^import / { print "costs = numpy.ones((768, 1024), numpy.float32)" }' "$readme" >example.py
    PYTHONPATH=$python_path "$python" example.py >said 2>&1 || { echo "the Python of README.md fails"; cat said; exit 1; }
    grep -q '^found [0-9]' said || { echo "the Python of README.md says:"; cat said; exit 1; }
fi
echo "$count lines of README.md run"
