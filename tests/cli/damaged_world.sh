#!/bin/sh
# Bakes the smallest of worlds and damages it everywhere.
#   damaged_world.sh WEND FLIP_BITS
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
printf 'type octile\nheight 3\nwidth 17\nmap\n.................\n........@........\n.................\n' >tiny.map
"$1" bake tiny.map -o tiny.wend --cluster 15 --quiet
"$1" hash tiny.wend
"$2" "$1" tiny.wend
