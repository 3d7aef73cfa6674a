#!/bin/sh
# Does bench_batch find the same costs one by one and at once?
# usage: batch.sh BENCH_BATCH WEND SOURCE
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$2" bake "$3/data/island.png" -o "$folder/island.wend" --quiet
"$1" "$folder/island.wend" --queries 500 --goals 20
