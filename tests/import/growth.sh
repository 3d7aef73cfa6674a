#!/bin/sh
# Does the benchmark of growth report, draw and judge?   growth.sh BENCH_GROWTH WEND SHARED_MEMORY COLD_QUERY
set -eu
bench=$1 wend=$2 shared_memory=$3 cold_query=$4
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
for n in 256 512; do
    "$wend" generate --size "$n" -o "$n.pgm" --quiet
    "$wend" bake "$n.pgm" -o "$n.wend" --quiet
done
fail() { echo "FAILED: $*"; exit 1; }
"$bench" 256.wend 512.wend --queries 10 --runs 2 --edits 2 --svg plot.svg --csv table.csv --most-exponent 9 >out 2>err
grep -q '^| 256 x 256 | ' out && grep -q '^| 512 x 512 | ' out || fail "the table: $(cat out)"
grep -Eq '^exponent [0-9.]+ whole answer' out || fail "no exponent: $(cat out)"
[ "$(wc -l <table.csv)" = 3 ] || fail "rows of CSV"
[ "$(awk -F, '{ print NF }' table.csv | sort -u | wc -l)" = 1 ] || fail "columns of CSV"
[ "$(grep -o '<circle' plot.svg | wc -l)" = 42 ] || fail "two dots for each query and two of the legend"
tail -1 plot.svg | grep -q '^</svg>' || fail "the plot is cut"
! "$bench" 256.wend 512.wend --queries 10 --runs 1 --most-exponent -9 >out 2>err || fail "grows slower than that"
! "$bench" 256.wend --nonsense 1 >out 2>err || fail "unknown option"
! "$bench" none.wend >out 2>err || fail "no such file"
if grep -q '^Pss:' /proc/self/smaps_rollup 2>/dev/null; then
    sh "$shared_memory" "$bench" 512.wend 3 2 >out
    grep -q '^3 processes: ' out || fail "memory of processes: $(cat out)"
fi
if command -v fincore >/dev/null; then
    sh "$cold_query" "$wend" 512.wend 100,100 400,400 2 >out
    [ "$(grep -Ec '^[0-9.]+ s, [0-9.]+ MB in memory, [0-9.]+ MB before$' out)" = 2 ] || fail "cold queries: $(cat out)"
fi
