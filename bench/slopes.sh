#!/bin/sh
# How much more than the optimum do paths over fractal hills cost, where each step pays for its own slope?
#
#   slopes.sh BIN [SIZE [QUERIES [SEED [FUNCTION [BAKE OPTIONS...]]]]]
#
# BIN: the folder of wend, bench_heights and slope_dijkstra. SIZE: tiles of 10 m a side [256]; QUERIES: paths on each map [10];
# FUNCTION: of slope, as slope_dijkstra takes it [tobler]; BAKE OPTIONS: how wend bakes the heights [--rule tobler --max-climb 1.9].
# Needs gdal_translate. A line for each map and algorithm: metres of the largest hills, the mean slope of a step to the right,
# the algorithm, how much more the paths cost than the optimum, on average and at most, and by how much the costs that wend
# reports differ from those of its steps, on average and at most; all in percent.
set -eu
bin=$(cd "$1" && pwd) size=${2:-256} queries=${3:-10} seed=${4:-1} function=${5:-tobler}
if [ $# -gt 5 ]; then shift 5; else set -- --rule tobler --max-climb 1.9; fi
command -v gdal_translate >/dev/null || { echo "needs gdal_translate (gdal-bin)" >&2; exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
dijkstra() { "$bin/slope_dijkstra" heights "$size" "$size" 10 "$function" "$@"; }
head -c 8 /dev/zero >level
level=$("$bin/slope_dijkstra" level 2 1 10 "$function" 0,0 1,0) # what a step on level ground costs
cat >heights.hdr <<END
ENVI
samples = $size
lines = $size
bands = 1
data type = 4
interleave = bsq
byte order = 0
map info = {UTM, 1, 1, 400000, 5200000, 10, 10, 33, North, WGS-84}
END
echo "hills slope algorithm excess_mean excess_max reported_mean reported_max"
for hills in 1 4 12 24; do
    relief=$((size * hills / 10))
    "$bin/bench_heights" "$size" "$size" "$seed" $relief .4 >heights
    gdal_translate -q heights heights.tif
    "$bin/wend" bake heights.tif -q "$@" -o hills.wend
    slope=$(gdal_translate -q -of XYZ heights.tif /vsistdout/ | awk -v size="$size" '
        NR % size != 1 { d = $3 - last; sum += d < 0 ? -d : d; count++ } { last = $3 } END { printf "%.3f", sum / count / 10 }')
    for algorithm in exact hpa; do
        i=0
        while [ $i -lt "$queries" ]; do
            i=$((i + 1))
            # Ends far from each other, the same for all maps and algorithms.
            ends=$(awk -v seed=$((seed * 1000 + i)) -v size="$size" 'BEGIN {
                srand(seed)
                do { a = int(rand() * size); b = int(rand() * size); c = int(rand() * size); d = int(rand() * size)
                } while ((a - c) ^ 2 + (b - d) ^ 2 < size ^ 2 / 6)
                print a "," b, c "," d }')
            from=${ends% *} to=${ends#* }
            "$bin/wend" path hills.wend --from "$from" --to "$to" --algorithm $algorithm --tiles full >path || continue # no route
            echo "$(sed -n 's/^cost *\([0-9.]*\).*/\1/p' path) $(dijkstra "$from" --path path) $(dijkstra "$from" "$to")"
        done | awk -v hills=$relief -v slope="$slope" -v algorithm=$algorithm -v level="$level" '
            { excess = 100 * ($2 / $3 - 1); off = 100 * ($1 * level / $2 - 1); n++; e += excess; o += off
              if (n == 1 || excess > worst) worst = excess
              if (n == 1 || off ^ 2 > most ^ 2) most = off }
            END { if (n == 0) print hills, slope, algorithm, "no paths"
                  else printf "%d %s %s %.2f %.2f %.2f %.2f\n", hills, slope, algorithm, e / n, worst, o / n, most }'
    done
done
