#!/bin/sh
# Is the window as good to use without any font installed as with one?   font.sh VIEW PIXELS
. "$(dirname "$0")/common.sh"
room_map >room.map
awk 'BEGIN { print "P2 60 40 255"; for (i = 0; i < 2400; i++) print i * 7 % 256 }' >grey.pgm

# ---- which font it is
font=
for place in truetype/dejavu TTF dejavu-sans-fonts dejavu; do
    [ ! -e /usr/share/fonts/$place/DejaVuSans.ttf ] || font=/usr/share/fonts/$place/DejaVuSans.ttf
done
look() { echo 'wait 1' | view "$1" --size 800x600 room.map; } # look NAME
export WEND_VIEW_FONT=
look built_in
equal "the built-in font causes no message" "$(field built_in message)" ""
check "and it writes" more "$("$PIXELS" count built_in.png F2F4F8)" 1000
WEND_VIEW_FONT=/no/such/font.ttf
look missing
equal "a missing font is reported" "$(field missing message)" "/no/such/font.ttf: texts are in the built-in font"
WEND_VIEW_FONT=$folder/room.map
look wrong
check "so is a file that is no font" grep -q 'room.map: texts are in the built-in font' wrong.json
for name in missing wrong; do
    check "$name: the built-in font writes" more "$("$PIXELS" count $name.png F2F4F8)" 1000
done
unset WEND_VIEW_FONT
look usual
equal "without the variable nothing is reported" "$(field usual message)" ""
if [ -n "$font" ]; then
    different "and a font that is installed is used" "$("$PIXELS" differ usual.png built_in.png)" 0
else
    echo "no font is installed: only the built-in one is tested"
    equal "and it is the built-in font" "$("$PIXELS" differ usual.png built_in.png)" 0
fi
# The built-in font has the characters of Latin-1: \xC2\x.. and \xC3\x.. in C.
others=$(grep -rnE '\\x[C-F][0-9A-F]' "$HERE"/../../viewer --include=*.c | grep -vE '\\xC[23]\\x' || :)
equal "no text needs a character that it lacks" "$others" ""
others=$(grep -rnP '[^\x00-\x7F]' "$HERE"/../../viewer --include=*.c --include=*.h --include=*.cpp || :)
equal "nor is there one outside ASCII in the sources" "$others" ""

# ---- the same steps in both, in three sizes
# apart NAME: no widget that can be clicked lies on another one, or outside the window.
apart() {
    awk '$1 == "window" { width = $2; height = $3 }
        $1 == "widget" { n++; x[n] = $2; y[n] = $3; w[n] = $4; h[n] = $5; $1 = $2 = $3 = $4 = $5 = ""; name[n] = $0
            if (x[n] < 0 || y[n] < 0 || x[n] + w[n] > width || y[n] + h[n] > height) { print "outside:" name[n]; bad = 1 } }
        END { for (i = 1; i <= n; i++) for (k = 1; k < i; k++)
                if (x[i] < x[k] + w[k] && x[k] < x[i] + w[i] && y[i] < y[k] + h[k] && y[k] < y[i] + h[i]) {
                    print name[i] " lies on" name[k]; bad = 1 }
            exit bad || n < 3 }' "$1.layout"
}
steps() { # steps NAME [FILES...] <SCRIPT
    step=$1
    shift
    { cat; echo 'wait 3'; } | unseen $step --size $size --ui-scale $scale --layout $step.layout room.map "$@"
    # A question lies over whatever there is.
    [ $step = question ] || check "$which, $size: $step: widgets keep apart" apart $step
}
only='set close map\nset close plan\nset close layers\n'
for which in built-in $font; do
    WEND_VIEW_FONT=${which#built-in}
    export WEND_VIEW_FONT
    for size in 800x600 1000x750 1200x900 1600x1200; do
        case $size in 800*) scale=1 ;; 1000*) scale=1.25 ;; 1200*) scale=1.5 ;; *) scale=2 ;; esac
        printf 'set close layers\nclick-widget algorithm\nclick-widget A*\nclick-widget heuristic\nclick-widget Manhattan\ndrag-widget weight 0.2 0.61\nclick-widget "smooth waypoints"\nclick-widget Map\n' | steps plan
        equal "$which, $size: an algorithm is chosen" "$(field plan algorithm)" astar
        printf "${only}click-widget \"Movement and clusters\"\nclick-widget movement\nclick-widget \"4 neighbours\"\nclick-widget \"clusters of\"\nclick-widget \"15 tiles\"\n" | steps build
        equal "$which, $size: clusters of 15" "$(field build cluster_size)" 15
        printf "${only}click-widget Edit\nclick-widget tool\nclick-widget \"Rectangle (T)\"\ndrag-tile 45,10 48,13\nclick-widget Undo\nclick-widget Redo\n" | steps edit
        equal "$which, $size: a rectangle, undone and done again" "$(field edit edits)$(field edit passable)" "1$(($(field usual passable) - 16))"
        printf "${only}click-widget Edit\nhover-widget file\nclick-widget \"New empty map\"\nwait 3\n" | steps new room.map
        equal "$which, $size: a new map" "$(field new passable)" $((64 * 48))
        printf "${only}click-widget Boids\nclick-widget \"place and send (N)\"\nclick-tile 45,8\nhover-widget \"per click\"\nwheel -40\ndrag-widget \"arrive radius\" 0.1 0.8\nclick-widget seek\ndrag-widget \"seek value\" 0.1 0.6\n" | steps boids
        equal "$which, $size: a boid" "$(field boids boid_count)" 1
        printf "${only}set open layers\nclick-widget \"1 costs\"\nwait 4\nclick-widget \"7 waypoints\"\nclick-widget level\nclick-widget all\n" | steps layers
        check "$which, $size: layers are chosen" grep -q '"layers":\["costs".*"waypoints"' layers.json
        printf 'set close map\nclick-widget "bar: Record and play"\nclick-widget pause\ndrag-widget position 0 0.5\nclick-widget forward\ndrag-widget speed 0.2 0.5\n' | steps player
        check "$which, $size: the player" more "$(field player play_position)" 10
        printf 'key M\nclick-widget "Last plans"\nclick-widget "Many queries"\nclick-widget "Run random queries"\nwait 3\nhover-widget "Save CSV"\n' | steps performance
        check "$which, $size: random queries" more "$(field performance scen_problems)" 10
        printf 'drop grey.pgm\nclick-widget rule\nclick-widget linear\ndrag-widget histogram 0.5 0.7\nclick-widget "negate: dark is passable"\nclick-widget "Cancel (Esc)"\ndrop grey.pgm\n' | steps import
        equal "$which, $size: the import panel" "$(field import importing)" true
        printf 'set brush wall\nclick-tile 45,10\nkey Ctrl+Q\nclick-widget "Esc: stay"\nkey F1\nwait 3\nkey F1\nkey Ctrl+Q\nwait 3\n' | steps question
        equal "$which, $size: the question" "$(field question asking)" true
    done
done
finish
