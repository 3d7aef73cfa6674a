#!/bin/sh
# How much memory do many processes take that query one mapped world? Starts them, waits until each has
# answered its queries, and adds up their pages: a page that n processes share counts 1/n in each (Pss).
#
#   shared_memory.sh BENCH_GROWTH WORLD [PROCESSES [QUERIES]]    by default 64 processes, 20 queries each
set -eu
bench=$1 world=$2 processes=${3:-64} queries=${4:-20}
folder=$(mktemp -d)
pids=
finish() {
    exec 3>&- # the processes end with their standard input
    for pid in $pids; do wait "$pid" || true; done
    rm -rf "$folder"
}
trap finish EXIT
mkfifo "$folder/hold"
exec 3<>"$folder/hold"
i=0
while [ "$i" -lt "$processes" ]; do
    i=$((i + 1)) # each with queries of its own
    "$bench" "$world" --queries "$queries" --seed "$i" --hold <"$folder/hold" 3>&- >"$folder/$i" 2>/dev/null &
    pids="$pids $!"
    if [ "$i" = 1 ]; then # alone first
        until [ -s "$folder/1" ]; do sleep 0.1; done
        awk '/^Pss:/ { printf "1 process: %.1f MiB\n", $2 / 1024 }' "/proc/$!/smaps_rollup"
    fi
done
for n in $(seq "$processes"); do
    until [ -s "$folder/$n" ]; do sleep 0.1; done
done
for pid in $pids; do cat "/proc/$pid/smaps_rollup"; done | awk -v n="$processes" '
    /^Rss:/ { rss += $2 }
    /^Pss:/ { pss += $2 }
    /^Private_/ { private += $2 }
    /^Anonymous:/ { anonymous += $2 }
    END { printf "%d processes: %.1f MiB together, of which each alone has %.1f MiB of its own memory\n", n, pss / 1024, anonymous / n / 1024
          printf "without sharing: %.1f MiB\n", rss / 1024 }'
