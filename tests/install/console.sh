#!/bin/sh
# Does the program say what the README shows? Runs every "$ " line of its console block and compares all that does not
# depend on the machine.
# usage: console.sh SOURCE WEND_FOLDER        compares
#        console.sh SOURCE WEND_FOLDER --new  prints the block as it should be
set -eu
source=$1
PATH=$2:$PATH
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
awk '/^```console$/ { inside = 1; next } /^```/ { inside = 0 } inside' "$source/README.md" >"$temp/shown"
ln -s "$source/data" "$temp/data"
cd "$temp"
grep '^\$ ' shown | while read -r _ command; do
    printf '$ %s\n' "$command"
    sh -c "$command" 2>&1 || :
done >said
if [ "${3:-}" = --new ]; then
    cat said
    exit
fi
for side in shown said; do grep -vE '^(time|first|memory|build)' $side >$side.lasting || :; done
[ -s shown.lasting ] || { echo "README.md shows no console"; exit 1; }
diff -u shown.lasting said.lasting || { echo "README.md shows what the program no longer says"; exit 1; }
