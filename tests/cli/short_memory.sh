#!/bin/sh
# Does every command end with an error when an allocation fails, and leave no file behind?
#   short_memory.sh WEND FAIL_MALLOC TIMES
# Runs each command at most TIMES times ("all": once for each allocation); another allocation fails each time.
set -eu
wend=$1 shim=$2 times=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
runs=0

fail() {
    echo "short_memory: $1"
    exit 1
}

# fails_well COMMAND...: exits 0 or 4 for every allocation that fails, never by a signal, in words, and leaves no
# damaged output.
fails_well() {
    rm -f out.* # of the command before
    LD_PRELOAD=$shim FAIL_AT=0 COUNT_TO=count "$@" >all 2>&1 || fail "$*: $(cat all)"
    for left in out.*; do [ ! -e "$left" ] || mv "$left" "whole.$left"; done
    count=$(cat count) at=1
    [ "$times" = all ] && every=1 || every=$((count / times + 1))
    while [ "$at" -le "$count" ]; do
        code=0
        rm -f out.*
        LD_PRELOAD=$shim FAIL_AT=$at "$@" >all 2>err || code=$?
        case $code in
        0) ;;
        4) [ -s err ] || fail "$*: allocation $at fails, and nothing is said" ;;
        *) fail "$*: exits $code when allocation $at of $count fails: $(cat err)";;
        esac
        for left in out.*; do # written before the failure, or nothing
            [ ! -e "$left" ] || cmp -s "$left" "whole.$left" || fail "$*: allocation $at fails, and $left is damaged"
        done
        runs=$((runs + 1)) at=$((at + every))
    done
}

"$wend" generate --size 128 --seed 3 -o map.png -q
"$wend" bake map.png --rule brightness -q -o map.wend
ends="--from 3,3 --to 120,120 --snap 30"
fails_well "$wend" bake map.png -q -o out.wend
fails_well "$wend" bake map.png -q -o out.wend --preview out.png
fails_well "$wend" render map.wend -q -o out.png
fails_well "$wend" render map.wend -q -o out.png --layers costs,clusters,graph,path $ends
fails_well "$wend" render map.wend -q -o out.svg $ends
fails_well "$wend" info map.wend
fails_well "$wend" path map.wend $ends --render out.png
fails_well "$wend" edit map.wend --set 9,9,3,3=blocked -o out.wend -q
fails_well "$wend" edit map.wend --set 9,9,3,3=blocked --link 3,3:9,20=2 --wall 5,5:5,6 --patch out.patch -q
"$wend" edit map.wend --set 9,9,3,3=blocked --patch a.patch -q
fails_well "$wend" edit map.wend --set 50,9,3,3=blocked --patch a.patch --patch out.patch -q
fails_well "$wend" merge map.wend a.patch -o out.wend -q
fails_well "$wend" verify map.wend --patch a.patch
fails_well "$wend" path map.wend --patch a.patch $ends
fails_well "$wend" export map.wend -o out.png -q
fails_well "$wend" simulate map.wend --random 5 --seed 1 --render out.png -q
fails_well "$wend" field map.wend --to 64,64 -o out.png -q
fails_well "$wend" explain map.wend --from 3,3 --to 120,120 -q
echo "$runs runs"
[ "$runs" -ge 40 ]
