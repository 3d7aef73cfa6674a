#!/bin/sh
# Do the commands of the tutorials run as they stand, one after the other?
#   tutorials.sh WEND SOURCE
set -eu
wend=$1 source=$2
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
mkdir "$temp/bin"
ln -s "$wend" "$temp/bin/wend"
PATH=$temp/bin:$PATH
blocks=0 failed=0
for tutorial in "$source"/docs/tutorials/*.md; do
    name=$(basename "$tutorial" .md)
    if [ "$name" = gis ] && [ ! -x "$(dirname "$wend")/wend-gdal" ]; then
        echo "gis: skipped, as this wend has no GDAL (libgdal-dev)"
        continue
    fi
    mkdir "$temp/$name"
    cd "$temp/$name"
    ln -s "$source/data" data
    sed -n '/^```sh$/,/^```$/ { /^```/d; p; }' "$tutorial" >commands
    blocks=$((blocks + $(grep -c '^```sh$' "$tutorial")))
    sh -eux commands >said 2>&1 </dev/null || { echo "$name: a command fails:"; tail -n 4 said; failed=1; }
done
echo "$blocks blocks of commands"
[ "$blocks" -ge 10 ] && exit "$failed"
