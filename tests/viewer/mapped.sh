#!/bin/sh
# Is a large world shown without being read whole, and the same as any other?   mapped.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
grep -q '^RssAnon:' /proc/self/status 2>/dev/null || exit 77
"$WEND" generate --size 12000 --kind open -o open.pgm --quiet
"$WEND" bake open.pgm -o open.wend --quiet
rm open.pgm

# Memory of its own, in MiB, while the world is opened, panned and zoomed. The tiles alone are 137 MiB.
printf 'wait 5\nset zoom 2\nset center 9000,3000\nwait 5\nset zoom 0.2\nset center 3000,9000\nwait 5\n' >pan.txt
"$VIEW" --headless --draw-all --frames 30 --script pan.txt --screenshot pan.png open.wend &
pid=$!
most=0
while kill -0 $pid 2>/dev/null; do
    now=$(awk '/^RssAnon:/ { print int($2 / 1024) }' /proc/$pid/status 2>/dev/null) || now=0
    [ "${now:-0}" -gt "$most" ] && most=$now
    sleep 0.02
done
wait $pid
check "its memory was seen ($most MiB)" [ "$most" -gt 0 ]
check "and is not that of the map" [ "$most" -lt 130 ]

# look NAME CENTER ZOOM
look() {
    printf 'set bars 0\nset layers none\nset start 10,10\nset goal 11900,11000\nset zoom %s\nset center %s\nwait 3\n' "$3" "$2" |
        view "$1" --size 400x300 open.wend
}
look near 6000,5000 9
look far 6000,5000 0.02
look between 6000,5000 0.3
equal "sampled: the colour of the whole" "$("$PIXELS" at far.png 200 140)" "$("$PIXELS" at near.png 200 140)"
equal "sampled: the colour between" "$("$PIXELS" at between.png 200 140)" "$("$PIXELS" at near.png 200 140)"
cost=$("$WEND" path open.wend --from 10,10 --to 11900,11000 --json | sed -nE 's/.*"cost": ?([0-9.]+).*/\1/p')
equal "the cost is that of wend path" "$(field near cost)" "$cost"

# Layers that take many frames say so from the first frame on, and how far they are.
part() { printf "set layers $1\nwait 20\n" | unseen "$1" open.wend; }
part components
equal "components: it says what it does" "$(field components finding)" "connected components"
check "and how far it is" awk -v found="$(field components found)" 'BEGIN { exit !(found > 0 && found < 1) }'
part clearance
equal "clearance: the same" "$(field clearance finding)" clearance
check "and how far" awk -v found="$(field clearance found)" 'BEGIN { exit !(found > 0 && found < 1) }'
whole() { printf 'set bars 0\nset layers components\nset zoom %s\nset center 6000,5000\nwait 3\n' "$2" | view "$1" --size 400x300 open.wend; }
whole ahead 9
whole afar 0.02
equal "at the end they are whole" "$(grep -c finding afar.json)$("$PIXELS" at afar.png 200 140)" "0$("$PIXELS" at ahead.png 200 140)"

# An edit: every layer and panel follows, also where the map is sampled.
edit() { # edit NAME CENTER ZOOM
    printf 'key Tab\nset bars 0\nset layers none\nset start 10,10\nset goal 11900,11000\nset nearest 0\nset zoom %s\nset center %s\nset tool rectangle\nset brush wall\ndrag-tile 5500,4500 6500,5500\nwait 20\n' \
        "$3" "$2" | view "$1" --size 600x600 open.wend
}
edit walls 6000,5000 0.1
equal "one edit" "$(field walls edits)" 1
equal "of a million tiles" $(($(field near passable) - $(field walls passable))) $((1001 * 1001))
different "which the picture shows" "$("$PIXELS" at walls.png 300 300)" "$("$PIXELS" at near.png 200 140)"
equal "and only there" "$("$PIXELS" at walls.png 100 300)" "$("$PIXELS" at near.png 200 140)"

# Cut while it is shown.
cp open.wend cut.wend
printf 'wait 400\nset start 10,11990\nwait 5\n' >cut.txt
got=0
"$VIEW" --headless --draw-all --frames 500 --script cut.txt cut.wend 2>err &
pid=$!
while ! grep -q cut.wend /proc/$pid/maps 2>/dev/null; do kill -0 $pid; sleep 0.01; done
: >cut.wend
wait $pid || got=$?
equal "cut file: exit code" "$got" 4
check "cut file: $(cat err)" grep -q '^wend-view: cut.wend: cut or not readable' err
finish
