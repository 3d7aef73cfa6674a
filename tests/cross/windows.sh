#!/bin/sh
# Does the program work on Windows? Runs wend.exe under wine: maps of each kind that it reads, names beyond ASCII,
# worlds and their hashes as on this machine, edits and patches, errors.
#   windows.sh SOURCE WEND_EXE FOLDER [WEND]      WEND: the program of this machine, whose hashes must be the same
set -eu
source=$1 exe=$2 folder=$3/windows-tests native=${4:-}
command -v wine >/dev/null || { echo "windows: skipped, as there is no wine"; exit 77; }
export WINEDEBUG=-all WINEPREFIX="$folder/wine"
mkdir -p "$folder"
rm -rf "$folder/work" && mkdir "$folder/work"
cd "$folder/work"
passed=0 failed=0
wend() { wine "$exe" "$@"; }
check() { # TEXT COMMAND...: the command must end with 0
    what=$1
    shift
    if "$@" >out 2>&1; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what"
        tail -5 out
    fi
}
says() { # TEXT CODE PATTERN COMMAND...: exit code and a line of the output
    what=$1 code=$2 pattern=$3
    shift 3
    found=0
    "$@" >out 2>&1 || found=$?
    if [ $found = "$code" ] && grep -q "$pattern" out; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED: $what: exit code $found"
        tail -5 out
    fi
}

cp "$source/data/island.png" island.png
printf 'type octile\nheight 3\nwidth 4\nmap\n....\n.@..\n....\n' >small.map
printf 'P2\n4 3\n255\n255 255 0 255\n255 0 0 255\n255 255 255 255\n' >small.pgm
printf '....\n.##.\n....\n' >small.txt
says "prints its version" 0 '^wend [0-9]' wend --version
check "bakes a PNG" wend bake island.png -o island.wend --rule brightness
for map in small.map small.pgm small.txt; do check "bakes $map" wend bake $map -o "$map.wend"; done
check "bakes to a name beyond ASCII" wend bake small.map -o 'île 島.wend'
says "opens it" 0 'hash' wend info 'île 島.wend'
cp small.map 'carte é.map'
check "bakes a map of such a name" wend bake 'carte é.map' -o c.wend
check "replaces a world" wend bake small.map -o c.wend
cmp -s c.wend 'île 島.wend' && passed=$((passed + 1)) || { failed=$((failed + 1)); echo "FAILED: equal worlds differ"; }
check "finds a path" wend path island.wend --from 150,200 --to 830,220 --smooth
check "draws it" wend path island.wend --from 150,200 --to 830,220 --render path.png
check "the picture is a PNG" sh -c 'head -c 4 path.png | grep -q PNG'
check "writes JSON" wend path island.wend --from 150,200 --to 830,220 --json
says "no route" 1 'blocked' wend path small.txt.wend --from 0,0 --to 1,1 --snap 0
says "a missing file" 3 'No such file' wend info missing.wend
says "no world" 3 'not a baked world' wend info island.png
says "a missing folder" 4 'cannot be written' wend bake small.map -o missing/a.wend
says "a wrong option" 2 'unknown option' wend bake small.map --wrong
says "JPEG is read by stb_image" 3 'damaged JPEG: no frame header' sh -c 'printf "\377\330\377\340" >a.jpg; wine "$0" bake a.jpg -o a.wend' "$exe"
check "edits a world in its place" wend edit island.wend --set 400,300,5,5=blocked -o island.wend
check "edits into a patch" wend edit island.wend --set 420,300,5,5=blocked --patch p.patch
check "reads the patch" wend path island.wend --patch p.patch --from 150,200 --to 830,220
check "bakes with little memory" wend bake island.png -o large.wend --rule brightness --memory 64M --threads 2
check "bakes with threads" wend bake island.png -o threads.wend --rule brightness --threads 3
check "the same bytes with little memory as with threads" cmp large.wend threads.wend
check "verifies a world" wend verify threads.wend
check "plans random queries" wend check threads.wend --random 20
check "simulates a crowd" wend simulate island.wend --random 20 --ticks 100
check "generates a map" wend generate --help
check "leaves no temporary files" sh -c '! ls | grep wendtmp'
if [ -x "$native" ]; then
    "$native" bake island.png -o native.wend --rule brightness >/dev/null 2>&1
    check "the same bytes as here" cmp native.wend threads.wend
fi
echo "windows: $passed passed, $failed failed"
[ $failed = 0 ]
