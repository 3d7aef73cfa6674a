#!/bin/sh
# Does a shared library export exactly the functions that its headers declare with WEND_API?
# usage: exports.sh SOURCE COMPILER SOVERSION FOLDER LIBRARY [FOLDER LIBRARY]...
#
# FOLDER: several with spaces between. A static library is linked into a shared one first. Of a real shared library the
# SONAME is checked too; libwend_ffi is loaded by its name and has no version in it.
set -eu
source=$1 compiler=$2 soversion=$3
shift 3
temp=$(mktemp -d)
trap 'rm -rf "$temp"' EXIT
failed=0
while [ $# -gt 0 ]; do
    folder=$1 library=$2
    shift 2
    name=${library##*/}
    case $library in
    *.a)
        shared=$temp/${name%.a}.so
        "$compiler" -shared -Wl,--whole-archive "$library" -Wl,--no-whole-archive -o "$shared"
        ;;
    *)
        shared=$library
        soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
        case $name in *_ffi.so) wanted=$name ;; *) wanted=${name%%.so*}.so.$soversion ;; esac
        [ "$soname" = "$wanted" ] || { echo "$name: its SONAME is $soname"; failed=1; }
        ;;
    esac
    # _init and _fini are the linker's.
    nm -D --defined-only "$shared" | awk '$3 !~ /^_(init|fini|edata|end|_bss_start)$/ { print $3 }' | sort >"$temp/exported"
    for part in $folder; do awk -f "$source/tests/headers/functions.awk" $(ls "$source/$part"/include/wend/*.h "$source/$part"/private/wend/*.h 2>/dev/null); done | cut -f 1 | sort >"$temp/declared"
    [ -s "$temp/declared" ] || { echo "$folder: no declarations found"; failed=1; }
    for symbol in $(comm -23 "$temp/exported" "$temp/declared"); do echo "$name exports $symbol, which no header declares"; failed=1; done
    for symbol in $(comm -13 "$temp/exported" "$temp/declared"); do echo "$name does not export $symbol, which a header declares"; failed=1; done
    echo "$name: $(wc -l <"$temp/exported") exported functions"
done
exit $failed
