#!/bin/sh
# Least-cost paths over fractal hills by GRASS r.walk and r.path, against an independent Dijkstra: costs and times.
#
#   rwalk.sh BIN [SIZE [PAIRS [SEED [RELIEF [A,B,C,D]]]]]
#
# BIN: the folder of bench_heights and slope_dijkstra. SIZE: tiles of 10 m a side [256]; PAIRS: paths from west to east
# [5]; RELIEF: metres of the largest hills [0.6 a tile, a mean slope of about 0.2]; A,B,C,D: walk_coeff
# [0.72,6.0,1.9998,-1.9998]. KEEP=FOLDER keeps the heights there (heights, and heights.hdr, which gdal_translate reads)
# with the paths of GRASS (path1, ... as X,Y from start to goal).
# A line for each path: start, goal, the cost that r.walk gives, the cost of the path of r.path by its steps, the optimum,
# how much more each is in percent, and the seconds of r.walk (which stops at the goal) and r.path, and of the Dijkstra.
set -eu
bin=$(cd "$1" && pwd) size=${2:-256} pairs=${3:-5} seed=${4:-1} relief=${5:-$((size * 6 / 10))} walk=${6:-0.72,6.0,1.9998,-1.9998}
command -v grass >/dev/null || { echo "needs GRASS (grass-core)" >&2; exit 77; }
folder=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"
cd "$folder"
"$bin/bench_heights" "$size" "$size" "$seed" "$relief" .5 >heights
side=$((size * 10))
cat >heights.hdr <<END
ENVI
samples = $size
lines = $size
bands = 1
data type = 4
interleave = bsq
byte order = 0
map info = {UTM, 1, 1, 400000, $((5000000 + side)), 10, 10, 33, North, WGS-84}
END

cat >in_grass <<'END'
set -eu
r.in.bin -f --q input=heights output=heights bytes=4 north=$side south=0 east=$side west=0 rows=$size cols=$size
g.region --q raster=heights
r.mapcalc --q 'friction = 0.0'
now() { date +%s.%N; }
echo "start goal r.walk r.path optimum r.walk_pct r.path_pct grass_s dijkstra_s"
i=0
while [ $i -lt $pairs ]; do
    i=$((i + 1))
    from=$((size / 16)),$((size * i / (pairs + 1))) to=$((size - 1 - size / 16)),$((size * (pairs + 1 - i) / (pairs + 1)))
    at() { awk -v tile="$1" -v side=$side 'BEGIN { split(tile, t, ","); print t[1] * 10 + 5 "," side - t[2] * 10 - 5 }'; }
    began=$(now)
    r.walk --q --o elevation=heights friction=friction output=cost outdir=direction start_coordinates=$(at $from) \
        stop_coordinates=$(at $to) walk_coeff=$walk lambda=1 slope_factor=-0.2125 memory=1000
    r.path --q --o input=direction format=degree vector_path=path start_coordinates=$(at $to)
    took=$(awk -v a=$began -v b=$(now) 'BEGIN { print b - a }')
    walked=$(r.what --q map=cost coordinates=$(at $to) | awk -F '|' '{ print $NF }')
    v.out.ascii --q input=path type=line format=standard |
        awk -v side=$side 'left > 0 { left--; list[n++] = int($1 / 10) "," int((side - $2) / 10) } $1 == "L" { left = $2 }
            END { while (n > 0) print list[--n] }' >path$i
    [ "$(head -n 1 path$i) $(tail -n 1 path$i)" = "$from $to" ] || { echo "path$i does not lead from $from to $to" >&2; exit 1; }
    path=$("$bin/slope_dijkstra" heights $size $size 10 rwalk:$walk $from --path path$i)
    began=$(now)
    optimum=$("$bin/slope_dijkstra" heights $size $size 10 rwalk:$walk $from $to)
    awk -v a=$began -v b=$(now) -v from=$from -v to=$to -v walked=$walked -v path=$path -v optimum=$optimum -v took=$took 'BEGIN {
        printf "%s %s %.1f %.1f %.1f %.3f %.3f %.2f %.2f\n", from, to, walked, path, optimum, 100 * (walked / optimum - 1), 100 * (path / optimum - 1), took, b - a }'
done
END
export bin size pairs walk side
grass --tmp-location XY --exec sh in_grass 2>err >out || { cat err >&2; exit 1; }
cat out
