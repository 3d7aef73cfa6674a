#!/bin/sh
# Runs a script of `wend` commands in an empty folder and compares all they say with what is expected.
#
#   snapshot.sh WEND JSON_CHECK CASE.sh          compares with CASE.expected
#   WEND_UPDATE=1 snapshot.sh ...                rewrites CASE.expected; read the difference before committing it
#
# The case uses: t ARGS... (runs wend and records it), j "KEY[=VALUE] ..." ARGS... (looks into its JSON), note TEXT,
# small ARGS... (runs wend where the disk is as good as full).
# PAINT_MAP, from the environment, is the program of paint_map.c.
# Times and the version are replaced by a word, and so is memory, in which sizes of pointers and structures count. All else
# is the same on every machine: hashes, expanded tiles, sizes of files.
set -eu
WEND=$1 JSON_CHECK=$2 CASE=$(cd "$(dirname "$3")" && pwd)/$(basename "$3")
case $WEND$JSON_CHECK in /*) [ -x "$WEND" ] && [ -x "$JSON_CHECK" ] ;; *) false ;; esac ||
    { echo "snapshot.sh: expected absolute paths of two programs, got $WEND $JSON_CHECK"; exit 2; }
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
export LC_ALL=C

t() {
    echo "\$ wend $*"
    code=0
    "$WEND" "$@" >.out 2>.err || code=$?
    cat .out
    sed 's/^/stderr: /' .err
    [ "$code" = 0 ] || echo "exit: $code"
}

# Runs wend where no file can have more than 512 bytes. What coverage counts would not fit either: it goes nowhere.
small() { (ulimit -f 1 && GCOV_PREFIX=/dev/null "$WEND" "$@" 2>&1; echo "exit: $?") | grep -v "^profiling:"; }

# j "KEY[=VALUE] ..." ARGS...: runs wend --json and looks for the keys in its object.
j() {
    keys=$1
    shift
    echo "\$ wend $* --json"
    code=0
    "$WEND" "$@" --json >.out 2>.err || code=$?
    "$JSON_CHECK" $keys <.out
    sed 's/^/stderr: /' .err
    [ "$code" = 0 ] || echo "exit: $code"
}

note() { echo "# $*"; }

# A map of 8 x 5 tiles with a wall that has a gap at the bottom, in the format of MovingAI.
small_map() {
    printf 'type octile\nheight 5\nwidth 8\nmap\n'
    printf '........\n...@....\n...@..@.\n...@..@@\n......@.\n'
}

# A line of 8 greys, white to black, as ASCII PGM.
grey_pgm() { printf 'P2\n8 2\n255\n255 250 240 230 220 217 216 0\n255 255 255 255 255 255 0 0\n'; }

set +e
. "$CASE" >.said 2>&1
sed -E \
    -e 's/at most [0-9.]+ [kMG]B (while|of memory)/at most <n> \1/' \
    -e 's/[0-9]+\.[0-9]{3} s/<t> s/g' \
    -e 's/^(profile .* passable tiles), .*/\1, <n>/' \
    -e 's/^(time         edit )[0-9]+ us, refresh [0-9]+ us/\1<t> us, refresh <t> us/' \
    -e 's/^time         .*us: insert.*/time         <t>/' \
    -e 's/^time         [0-9]+ us: search$/time         <t>/' \
    -e 's/^computed     [0-9.]+ us/computed     <t> us/' \
    -e 's/^((time|first), us ).*/\1<t>/' \
    -e 's/^(memory       )[0-9.]+ ([kMG]B|bytes), [0-9.]+ bytes a tile/\1<n>, <n> bytes a tile/' \
    -e 's/the grid is [0-9.]+ ([kMG]B|bytes) of/the grid is <n> of/' \
    -e 's/^memory       [0-9.]+ bytes a tile/memory       <n> bytes a tile/' \
    -e 's/^wend [0-9]+\.[0-9]+\.[0-9]+$/wend <version>/' \
    .said >.got
expected=${CASE%.sh}.expected
if [ -n "${WEND_UPDATE:-}" ]; then cp .got "$expected"; fi
diff -u "$expected" .got
