#!/bin/sh
# Does a script do again what random_worlds did? PROGRAM: property_random_worlds
set -eu
program=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
for seed in 5 21 38; do
    "$program" --worlds 1 --first $seed --actions 60 --write "$folder/script" >"$folder/drawn" || : # one world has not all kinds
    "$program" --script "$folder/script" >"$folder/again" || { cat "$folder/again"; exit 1; }
    queries=$(sed -n 's/^\([0-9]*\) queries.*/\1/p' "$folder/drawn")
    [ "$queries" -gt 0 ] && grep -q "^60 actions, $queries queries: all right$" "$folder/again" || {
        echo "script: seed $seed asked $queries queries, its script: $(cat "$folder/again")"
        exit 1
    }
done
echo "ask start=1" >"$folder/script" # without a world
! "$program" --script "$folder/script" 2>/dev/null
printf 'world seed=5 most=48\nask beginning=1,2\n' >"$folder/script"
! "$program" --script "$folder/script" 2>/dev/null
