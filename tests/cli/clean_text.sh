#!/bin/sh
# Do names of files and texts of worlds reach the terminal without control characters and invalid UTF-8?
#   clean_text.sh WEND DATA
set -eu
wend=$1 data=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# prints_clean COMMAND...: says something, in printable ASCII and line ends alone, as the names below have
# nothing else worth showing
prints_clean() {
    "$@" >out 2>&1 || true
    [ -s out ] || { echo "clean_text: $* says nothing"; exit 1; }
    if LC_ALL=C grep -n '[^[:print:]]' out; then
        echo "clean_text: $* prints what a terminal may obey"
        exit 1
    fi
}

# ESC [31m, C1 CSI (U+009B), a lone continuation byte, an overlong slash, half of a surrogate pair, DEL
bad=$(printf 'a\033[31m\302\23331m\200\300\257\355\240\200\177')
cp "$data/island.png" "$bad.png"
prints_clean "$wend" bake "$bad.png" -o "$bad.wend"
prints_clean "$wend" bake "$bad.png" -o "$bad.wend" --verbose --preview "$bad-preview.png"
prints_clean "$wend" bake "$bad-none.png" -o "$bad.wend"
prints_clean "$wend" info "$bad.wend" # which also holds the name of the picture
prints_clean "$wend" hash "$bad.wend"
prints_clean "$wend" export "$bad.wend" -o "$bad-map.png"
prints_clean "$wend" render "$bad.wend" -o "$bad-drawn.png"
prints_clean "$wend" edit "$bad.wend" --set 1,1,2,2=blocked -o "$bad-edited.wend"
prints_clean "$wend" field "$bad.wend" --to 44,200 -o "$bad-field.png"
prints_clean "$wend" generate --size 32 --seed 1 -o "$bad-made.png"
prints_clean "$wend" legend "$bad.png" -o "$bad.legend"
prints_clean "$wend" path "$bad.wend" --from 1,1 --to "$bad"
prints_clean "$wend" path "$bad.wend" --from 1,1 --to 2,2 --profile "$bad"
prints_clean "$wend" "$bad"
prints_clean "$wend" info "--$bad"
[ -e "$bad.wend" ] && [ -e "$bad-map.png" ] && [ -e "$bad-made.png" ] || { echo "clean_text: a file is missing"; exit 1; }

# what is valid stays
cp "$data/island.png" 'höhle—洞.png'
"$wend" bake 'höhle—洞.png' -o map.wend >out
grep -q 'höhle—洞.png' out || { echo "clean_text: a valid name is changed: $(cat out)"; exit 1; }
