#!/bin/sh
# Do the symbols files of the Debian packages list exactly the functions that the headers declare, and thus, by
# headers.exports, that the libraries export? usage: symbols.sh SOURCE        compares
#                                                    symbols.sh SOURCE --new  adds new functions with the present version
set -eu
source=$1
version=$(sed -n 's/^#define WEND_VERSION_[A-Z]* *//p' "$source/engine/include/wend/base.h" | paste -sd .)
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
failed=0
for part in "engine libwend" "importers libwend-import" "graph libwend-graph"; do
    folder=${part% *} list=$source/packaging/debian/${part#* }.functions
    awk -f "$source/tests/headers/functions.awk" $(ls "$source/$folder"/include/wend/*.h "$source/$folder"/private/wend/*.h 2>/dev/null) | cut -f 1 | LC_ALL=C sort >"$temp/declared"
    [ -s "$temp/declared" ] || { echo "$folder: no declarations found"; exit 1; }
    { sed -n '/^#/p' "$list"
        awk -v version="$version" 'NR == FNR { if (/^[a-z]/) since[$1] = $2; next } { print $1, $1 in since ? since[$1] : version }' \
            "$list" "$temp/declared"; } >"$temp/new"
    if [ "${2:-}" = --new ]; then
        cp "$temp/new" "$list"
    elif ! diff -u "$list" "$temp/new"; then
        echo "${list##*/} is out of date: tests/install/symbols.sh . --new brings it up to date"
        failed=1
    fi
    echo "${list##*/}: $(wc -l <"$temp/declared") functions"
done
exit $failed
