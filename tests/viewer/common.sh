# What the tests of the viewer share; each of them sources it: . common.sh
# They get VIEW (the program) and PIXELS (what is in a picture) as their first arguments, and work in an empty folder.
set -eu
HERE=$(cd "$(dirname "$0")" && pwd)
VIEW=$1 PIXELS=$2
[ -x "$VIEW" ] && [ -x "$PIXELS" ]
export LC_ALL=C
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
failures=0
# A key that no report has, or a picture that cannot be read, is empty text, which may well equal another one: each is noted
# here and fails the test.
lacks=$folder/.lacks
: >"$lacks"
printf '#!/bin/sh\n"%s" "$@" || { echo "pixels $*" >>"%s"; exit 2; }\n' "$PIXELS" "$lacks" >.pixels
chmod +x .pixels
PIXELS=$folder/.pixels

# check TEXT COMMAND...: the command must succeed.
check() {
    text=$1
    shift
    if "$@"; then echo "ok: $text"; else echo "FAILED: $text: $*"; failures=$((failures + 1)); fi
}
# equal TEXT A B, different TEXT A B
equal() { check "$1" [ "$2" = "$3" ]; }
different() { check "$1" [ "$2" != "$3" ]; }
finish() {
    if [ -s "$lacks" ]; then
        sed 's/^/FAILED: looked for what is not there: /' "$lacks"
        failures=$((failures + 1))
    fi
    [ "$failures" = 0 ] && exit 0
    echo "$failures checks failed"
    exit 1
}

# unseen NAME ARGS... <SCRIPT: runs headless to NAME.json; the script is standard input.
unseen() {
    name=$1
    shift
    cat >"$name.txt"
    "$VIEW" --headless --frames 1 --script "$name.txt" --report "$@" >"$name.json"
}
# view NAME ARGS... <SCRIPT: likewise, and NAME.png is a picture of the last frame.
view() { unseen "$@" --screenshot "$1.png"; }
# field NAME KEY: the value of a key in NAME.json, whatever it is.
field() {
    found=$(sed -nE "s/.*\"$2\":(\"[^\"]*\"|\[[^]]*\]|[^,}]*).*/\1/p" "$1.json")
    [ -n "$found" ] || echo "$2 in $1.json" >>"$lacks"
    echo "$found" | tr -d '"'
}
# pixel NAME X Y: where the middle of a tile is on the screen of NAME, as "X Y".
pixel() {
    field "$1" center | tr -d '[]' | awk -F, -v zoom="$(field "$1" zoom)" -v size="$("$PIXELS" size "$1.png")" \
        -v x="$2" -v y="$3" '{ split(size, s, "x")
            printf "%d %d\n", (x + 0.5 - $1) * zoom + s[1] / 2, (y + 0.5 - $2) * zoom + s[2] / 2 }'
}
# end_of NAME start|goal: a tile as "X Y".
end_of() { field "$1" "$2" | tr -d '[]' | tr ',' ' '; }
# more A B: A > B, both may have fractions.
more() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a + 0 > b + 0) }'; }

# A map of 64 x 48 tiles: a room in the middle of passable ground that cannot be entered.
room_map() {
    awk 'BEGIN { printf "type octile\nheight 48\nwidth 64\nmap\n"
        for (y = 0; y < 48; y++) {
            row = ""
            for (x = 0; x < 64; x++) {
                inside = x >= 24 && x < 40 && y >= 16 && y < 32
                floor = x > 24 && x < 39 && y > 16 && y < 31
                row = row (inside && !floor ? "@" : ".")
            }
            print row
        } }'
}
