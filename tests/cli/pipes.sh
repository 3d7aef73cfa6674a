#!/bin/sh
# Do maps and worlds go through pipes byte by byte?
#   pipes.sh WEND DATA SANITIZE
set -eu
wend=$1 data=$2 sanitize=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

fail() {
    echo "pipes: $1"
    exit 1
}
# refuses CODE TEXT COMMAND...: the command ends with the code, and says the text in one line on standard error
refuses() {
    code=0 want=$1 says=$2
    shift 2
    "$@" >out 2>err || code=$?
    [ "$code" = "$want" ] || fail "$* ends with $code, not $want: $(cat err)"
    grep -q -- "$says" err || fail "$* says $(cat err)"
}

# a PNG, whose bytes include zeros and line ends, through a pipe on both sides
"$wend" bake - -o file.wend -q <"$data/island.png"
cat "$data/island.png" | "$wend" bake - -o - -q 2>err | cat >piped.wend
[ -s err ] && fail "a quiet import through pipes says $(cat err)"
cmp file.wend piped.wend || fail "the world from a pipe differs from that from a file"
"$wend" info piped.wend >info
grep -q island info && fail "the world from a pipe knows a file"
"$wend" path piped.wend --from 10,10 --to 20,20 >/dev/null || [ $? = 1 ] || fail "no path in the piped world"

# a pipe that is slow, and a file in place of a pipe
{ head -c 100 "$data/island.png"; sleep 0.2; tail -c +101 "$data/island.png"; } | "$wend" bake - -o - -q >slow.wend
cmp file.wend slow.wend || fail "a slow pipe gives another world"

# a map that does not fit the memory that a bake may hold is read row by row from a pipe, too; a cut one is refused
"$wend" generate --size 3000 -o - -q >large.pgm
peak() { sed -E 's/.*"peak_memory_bytes":([0-9]+).*/\1/'; }
of_file=$("$wend" bake - -o from_file.wend --memory 32M --json <large.pgm | peak)
of_pipe=$(cat large.pgm | "$wend" bake - -o from_pipe.wend --memory 32M --json | peak)
cmp from_file.wend from_pipe.wend || fail "a large map from a pipe gives another world"
# (memory that a sanitizer keeps grows with that of the program)
[ "$of_pipe" -lt $((of_file + of_file / 16 + 6000000)) ] || fail "a bake from a pipe holds $of_pipe bytes, one from a file $of_file"
# and within the memory: pages of the output count, too, while they are resident
if [ -z "$sanitize" ]; then
    "$wend" generate --kind open --size 6000 -o open.png -q
    for of_open in "$("$wend" bake open.png -o open.wend --memory 32M --json | peak)" \
        "$("$wend" generate --kind open --size 6000 -o - -q | "$wend" bake - -o open.wend --memory 32M --json | peak)"; do
        [ "$of_open" -lt $((32 << 20)) ] || fail "a bake with 32 MB holds $of_open bytes"
    done
    rm open.png open.wend
fi
head -c 8999999 large.pgm >cut.pgm
cat cut.pgm | refuses 3 'truncated' "$wend" bake - -o cut.wend --memory 32M
[ -e cut.wend ] && fail "a failed import leaves a world"
rm large.pgm cut.pgm from_file.wend from_pipe.wend

# a map in JSON, and one that names a file in the current folder
printf '{"height":1,"layers":[{"data":[1,2],"height":1,"type":"tilelayer","width":2}],"tilesets":[{"firstgid":1,"source":"s.tsx"}],"width":2}' >map.tmj
printf '<tileset><tile id="1"><properties><property name="cost" value="3"/></properties></tile></tileset>' >s.tsx
"$wend" bake - -o - <map.tmj >tiled.wend
"$wend" info tiled.wend | grep -q '2 x 1' || fail "the Tiled map has another size"
"$wend" info tiled.wend | grep -q 'cost by a property' || fail "its tileset was not read"

# warnings stay on standard error; the report is left out
printf 'P2 4 1 255 10 20 30 40' | "$wend" bake - -o - >dark.wend 2>err
grep -q 'nearly nothing is passable' err || fail "a warning is lost: $(cat err)"
"$wend" info dark.wend >/dev/null || fail "the report is within the world"

refuses 3 'the file is empty' "$wend" bake - -o - </dev/null
[ -s out ] && fail "a failed import writes something"
head -c 200 "$data/island.png" >cut.png
refuses 3 'truncated' "$wend" bake - -o - <cut.png
[ -s out ] && fail "a failed import writes something"
refuses 2 'both write to standard output' "$wend" bake "$data/island.png" -o - --json
if [ -e /dev/full ]; then
    code=0
    "$wend" bake "$data/island.png" -o - >/dev/full 2>err || code=$?
    [ "$code" = 4 ] && grep -q 'standard output: No space left' err || fail "a full disk ends with $code: $(cat err)"
fi

# what is said of a world, in either program, is that of the world once it is opened
bytes() { sed 's/.*"bytes":\([0-9]*\).*/\1/'; }
"$wend" bake "$data/island.png" -o island.wend --profile wide:radius=2 --json -q | bytes >baked
for options in "" --quick --full; do
    # shellcheck disable=SC2086 # no option or one
    "$wend" info island.wend $options --json | bytes | cmp -s - baked || fail "bake gives another size in memory than info $options"
done
# of a large one, only what takes no pass over it, unless all is asked for
"$wend" generate --kind open --size 8200 -o - -q | "$wend" bake - -o - -q >large.wend
"$wend" info large.wend >said
grep -q '^left out .*--full' said && grep -q '67240000' said || fail "info of a large world: $(cat said)"
"$wend" info large.wend --json | grep -q '"hash"' && fail "info reads all of a large world"
"$wend" info large.wend --json --full | grep -q '"per_level".*"hash":"' || fail "info --full leaves something out"
refuses 2 'exclude each other' "$wend" info large.wend --quick --full
echo "pipes: good"
