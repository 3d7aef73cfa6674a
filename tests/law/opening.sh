#!/bin/sh
# Does the engine name checks, loading, patches or files of a world anywhere but where worlds are stored? usage: opening.sh ROOT.
# Prints each place, and how many there are; exit 1 if any. Whoever reads a cluster opens it (hierarchy/open.h).
set -u
cd "$1/engine/src" || exit 2

# The layers that know worlds, without files/, which stores them, and bake/, which writes them piece by piece.
folders="hierarchy overlay search fleet agents many service"
names='wendi_(touch|check_(all|before|now|cluster)|checked|first_check|forget_check|stored|ground_(begin|end|has|level|load|make|need|of|tick|un)|has_ground|read_ahead|read_pass|want_|stream|patch|file_)'
words='(mapped|streamed|unchecked|loaded|unloaded|patch|patches|patched)\b|\.wend\b|(files|hierarchy)/(first_check|stream|patch)|"files/'

found=$(grep -rnE "\\b$names|\\b$words" $(ls -d $folders 2>/dev/null))
count=$(printf '%s' "$found" | grep -c .)
[ "$count" -eq 0 ] || printf '%s\n' "$found"
echo "$count"
[ "$count" -eq 0 ]
