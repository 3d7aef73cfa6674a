#!/bin/sh
# Eight processes edit one world at once, in place or in one patch: each edit is in the end result, or its process
# said why not.
#   edit_together.sh WEND MAP
set -eu
WEND=$1 map=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
"$WEND" bake "$map" -o world.wend -q
"$WEND" edit world.wend --set 0,0,200,100=1 -o world.wend -q
cp world.wend base.wend

# edits NUMBER OPTIONS...: ten edits of one tile each, beside those of the others.
edits() {
    number=$1
    shift
    for i in 0 1 2 3 4 5 6 7 8 9; do
        if "$WEND" edit "$@" --set "$((i * 7 + number)),$((number * 3)),1,1=blocked" -q 2>said.$number; then
            echo done >>done.$number
        else
            [ -s said.$number ] || echo silent >>silent
            cat said.$number
        fi
    done
}

failed=0
# check INFO...: as many tiles are blocked as edits succeeded.
check() {
    done=$(cat done.* | wc -l)
    blocked=$("$WEND" info "$@" --json | tr ',' '\n' | sed -n 's/^"blocked"://p')
    echo "$* has $((blocked - before)) of $done edits that succeeded"
    [ "$((blocked - before))" = "$done" ] && [ "$done" -ge 8 ] || failed=1
    rm -f done.*
}
before=$("$WEND" info world.wend --json | tr ',' '\n' | sed -n 's/^"blocked"://p')
for n in 1 2 3 4 5 6 7 8; do edits $n world.wend -o world.wend & done
wait
check world.wend
"$WEND" verify world.wend -q
for n in 1 2 3 4 5 6 7 8; do edits $n base.wend --patch houses.patch & done
wait
check base.wend --patch houses.patch
"$WEND" verify base.wend --patch houses.patch -q
"$WEND" merge base.wend houses.patch -o merged.wend -q
cmp merged.wend world.wend || failed=1
[ ! -e silent ] || { echo "a process failed without a word"; failed=1; }
exit $failed
