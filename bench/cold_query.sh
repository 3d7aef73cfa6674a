#!/bin/sh
# What does a path cost when nothing of the world is in the memory of the system? Drops the pages of the file, runs
# `wend path`, and tells its time and how much of the file was read.
#
#   cold_query.sh WEND WORLD FROM TO [RUNS]    tiles as in wend path, by default 3 runs
#
# The file should be on a disk, and be written out (sync): "before" tells what could not be dropped.
set -eu
wend=$1 world=$2 from=$3 to=$4 runs=${5:-3}
for _ in $(seq "$runs"); do
    dd if="$world" iflag=nocache count=0 2>/dev/null
    before=$(fincore -n -b -o RES "$world")
    start=$(date +%s%N)
    "$wend" path "$world" --from "$from" --to "$to" >/dev/null ||
        { echo "cold_query.sh: no path from $from to $to" >&2; exit 1; }
    end=$(date +%s%N)
    after=$(fincore -n -b -o RES "$world")
    awk -v ns=$((end - start)) -v before="$before" -v after="$after" 'BEGIN {
        printf "%.2f s, %.1f MB in memory, %.1f MB before\n", ns / 1e9, after / 1e6, before / 1e6 }'
done
