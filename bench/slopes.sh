#!/bin/sh
# How much more than the optimum do paths over hills cost, where each step costs by its own slope, and is the cost that is
# reported the sum of the steps?
#
#   slopes.sh BIN [SIZE [PAIRS [FUNCTION [MOVE [SEED]]]]]
#
# BIN: the folder of wend, wend-gdal, bench_heights and slope_dijkstra, which is the oracle. SIZE: tiles of 10 m a side [256];
# PAIRS: random places [20]; FUNCTION: as --slope takes it [tobler]; MOVE: 8, 4 or hex [8]. Needs gdal_translate.
# OLD=WEND: a wend without --rule slope, whose --rule tobler gives each tile the mean cost over its neighbours. KEEP=FOLDER keeps the files there.
# A line for each kind of hills and each search: the mean slope of a step, the mean and the worst excess of the path over the
# optimum of the oracle in percent; then the mean and the greatest difference of the cost that is reported to the sum of the
# steps by the oracle. Last, the same for every tile of a field, there and back. Elevations are kept in multiples of a unit
# (1 cm on tiles of 10 m) and costs are integers, so that differences are never quite 0.
set -eu
bin=$(cd "$1" && pwd) size=${2:-256} pairs=${3:-20} function=${4:-tobler} move=${5:-8} seed=${6:-1}
wend=$bin/wend rule="slope --slope $function" algorithms="hpa exact astar"
[ -z "${OLD:-}" ] || wend=$OLD rule="tobler --max-climb 1.9"
case $function in *.csv) function=$(realpath "$function") rule="slope --slope $function" ;; esac
command -v gdal_translate >/dev/null || { echo "needs gdal_translate (gdal-bin)" >&2; exit 77; }
folder=${KEEP:-$(mktemp -d)}
[ -n "${KEEP:-}" ] || trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder"
cd "$folder"
oracle() { "$bin/slope_dijkstra" --move "$move" heights "$size" "$size" 10 "$function" "$@"; }
# FROM and TO of each pair: of random numbers of 31 bits, at least a quarter of the side apart.
awk -v seed="$seed" -v size="$size" -v pairs="$pairs" '
    function below(n) { state = (state * 48271) % 2147483647; return int(state / 2147483647 * n) }
    BEGIN { state = seed * 7919 + 1; for (i = 0; i < 10; i++) below(1)
        while (made < pairs) { a = below(size); b = below(size); c = below(size); d = below(size)
            if ((a - c) ^ 2 + (b - d) ^ 2 < (size / 4) ^ 2) continue
            print a "," b, c "," d; made++ } }' >pairs

echo "hills search slope pairs excess_mean_pct excess_worst_pct reported_mean_pct reported_worst_pct"
for hills in gentle:1 rolling:3 hills:6 mountains:12; do # metres of the largest hills, in tenths of a tile
    name=${hills%:*}
    "$bin/bench_heights" "$size" "$size" "$seed" $((size * ${hills#*:} / 10)) .5 >heights
    printf 'ENVI\nsamples = %d\nlines = %d\nbands = 1\ndata type = 4\ninterleave = bsq\nbyte order = 0\nmap info = {UTM, 1, 1, 400000, %d, 10, 10, 33, North, WGS-84}\n' \
        "$size" "$size" $((5000000 + size * 10)) >heights.hdr
    gdal_translate -q -of GTiff heights heights.tif
    # shellcheck disable=SC2086
    "$wend" bake heights.tif --rule $rule --move "$move" -o $name.wend -q
    slope=$(od -An -v -tf4 -w4 heights | awk -v w="$size" 'NR > 1 && NR % w != 1 { s += $1 > last ? $1 - last : last - $1; n++ } { last = $1 }
        END { printf "%.3f", s / n / 10 }')
    while read -r from to; do
        best=$(oracle "$from" "$to")
        for algorithm in $algorithms; do
            "$wend" path $name.wend --from "$from" --to "$to" --algorithm $algorithm --tiles full -q >path || true
            reported=$(sed -n 's/^cost  *\([0-9.]*\).*/\1/p' path)
            echo "$algorithm ${best} $(oracle "$from" --path path) ${reported:-none}"
        done
    done <pairs | tee $name.paths | awk -v name="$name" -v slope="$slope" -v all="$algorithms" -v old="${OLD:-}" '
        $2 == "inf" { if ($4 != "none" && $4 != "") print "FAILED: a path where there is none: " $0; next }
        $4 == "none" { if (!old) print "FAILED: no path: " $0; next } # what is too steep is blocked in an old world
        { a = $1; n[a]++; excess = 100 * ($3 / $2 - 1); e[a] += excess; if (n[a] == 1 || excess > most[a]) most[a] = excess
          if (old) $4 *= .6 * exp(.175) * 10 # from tiles of level ground to seconds
          off = 100 * ($4 / $3 - 1); if (off < 0 && !old) off = -off; d[a] += off; if (off * off > far[a] * far[a]) far[a] = off }
        END { count = split(all, list, " "); for (i = 1; i <= count; i++) { a = list[i]
            if (n[a]) printf "%s %s %s %d %.4f %.3f %.4f %.4f\n", name, a, slope, n[a], e[a] / n[a], most[a], d[a] / n[a], far[a] } }'
    [ -z "${OLD:-}" ] || continue
    read -r from to <pairs
    for way in --from --to; do
        back=$way
        [ $way = --to ] || back=
        # shellcheck disable=SC2086
        oracle "$from" --costs costs $back
        # A tile that cannot be reached is inf in the file and missing in the list.
        "$wend" field $name.wend $way "$from" --tiles -q | awk -F, -v w="$size" 'NF == 3 && $1 ~ /^[0-9]+$/ { print $1 + $2 * w, $3 }' >field
        od -An -v -tf8 -w8 costs | awk -v name="$name" -v slope="$slope" -v way=$way '
            FNR == NR { cost[$1] = $2; next }
            { i = FNR - 1; inf = $1 ~ /inf/; if (inf != !(i in cost)) { wrong++; next }
              if (inf || $1 == 0) next
              off = 100 * (cost[i] / $1 - 1); if (off < 0) off = -off; n++; sum += off; if (off > most) most = off }
            END { printf "%s field%s %s %d - - %.4f %.4f\n", name, way, slope, n, sum / n, most
                  if (wrong) printf "FAILED: %d tiles have a cost on one side only\n", wrong }' field -
    done
done
