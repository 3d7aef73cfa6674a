#!/bin/sh
# Can a person give each colour of an image its cost, and is the result that of `wend legend` and `wend bake`?
#   legend.sh VIEW PIXELS WEND
. "$(dirname "$0")/common.sh"
WEND=$3
room_map >room.map
run() { name=$1; shift; { cat; echo 'wait 2'; } | view "$name" --size 800x600 "$@"; }
hash_of() { "$WEND" bake "$@" -o baked.wend -q --json 2>/dev/null | sed -nE 's/.*"hash": ?"([0-9a-f]*)".*/\1/p'; }

# Areas of water, grass, sand and other water, with smoothed edges and noise.
awk 'function channel(x, k) { return colors[(x < 36 ? 0 : x < 64 ? 1 : x < 84 ? 2 : 3) * 3 + k] }
    BEGIN { split("40 120 200 104 176 64 232 216 160 60 140 216", list, " "); for (i = 1; i <= 12; i++) colors[i - 1] = list[i]
    printf "P3 96 80 255\n"
    for (y = 0; y < 80; y++) for (x = 0; x < 96; x++) for (k = 0; k < 3; k++)
        printf "%d ", (channel(x, k) * (y % 7 + 1) + channel(x > 0 ? x - 1 : 0, k) * (7 - y % 7)) / 8 + (x * 7 + y * 13 + k * x) % 5 - 2
    }' >map.ppm
"$WEND" legend map.ppm -o map.legend -q

# ---- the warning leads to the colours
echo 'wait 1' | run opened map.ppm
equal "the warning is shown" "$(field opened warning_shown)" true
check "it names the colours: $(field opened color_warning)" grep -q '"color_warning":"4 colours, of which only' opened.json
echo 'click-widget "Keep as it is"' | run kept map.ppm
equal "and can be closed" "$(field kept warning_shown)$(field kept importing)" falsefalse
echo 'key Escape' | run kept map.ppm
equal "also by Esc" "$(field kept warning_shown)$(field kept asking)" falsefalse
echo 'click-widget "Costs by colour..."' | run colors map.ppm
equal "its button opens the panel at the colours" "$(field colors importing)$(field colors import_rule)" truepalette
equal "with guessed names and costs" "$(field colors legend)" "0 water; 1.5 grass; 2 sand; 0 water 2"
printf 'click-widget "Costs by colour..."\nkey Return\n' | run baked map.ppm
equal "Return bakes: importing, warning" "$(field baked importing)$(field baked warning_shown)" falsefalse
equal "the world of wend bake --palette" "$(field baked world_hash)" "$(hash_of map.ppm --palette map.legend)"
check "in its own colours" more "$("$PIXELS" count baked.png 68B040)" 500
printf 'drop map.ppm\nclick-widget "Costs by colour"\nset legend-save again.legend\n' | run saved room.map
check "saved as wend legend does" cmp map.legend again.legend

# The buttons of the warning take another line in a narrow window.
button() { # button SIZE: width and left end of the last one, as the layout says
    echo 'wait 4' | unseen narrow --size $1 --ui-scale 1 --layout narrow.layout map.ppm
    awk '/Keep as it is$/ { print $4, $2 }' narrow.layout
}
wide=$(button 800x600) narrow=$(button 200x700)
equal "as wide as in a wide window" "${narrow% *}" "${wide% *}"
check "and within the window: $narrow" awk -v b="$narrow" 'BEGIN { split(b, p); exit !(p[1] + p[2] < 200) }'

# ---- editing by mouse and keys
open='drop map.ppm\nset import-rule palette\n'
printf "${open}click-widget \"blocked 1\"\nset legend-cost 3=2.75\nset legend-name \"2=dry grass\"\nset legend-tolerance 60\nset legend-save edited.legend\nwait 2\n" | run edited room.map
equal "the rows as edited" "$(field edited legend)" "1 water; 1.5 dry grass; 2.75 sand; 0 water 2"
equal "tolerance" "$(field edited legend_tolerance)" 60
check "the preview follows" more "$(field edited import_passable)" "$(field colors import_passable)"
printf "${open}set legend-cost 3=2.75\nset legend-name \"2=dry grass\"\nset legend-blocked 1=0\nset legend-tolerance 60\nkey Return\n" | run made room.map
equal "baked: the world of the saved legend" "$(field made world_hash)" "$(hash_of map.ppm --palette edited.legend)"
printf "${open}set import-palette edited.legend\nset legend-save second.legend\n" | run reopened room.map
check "opened and saved: the same" cmp edited.legend second.legend
# Ctrl+Z takes back one thing after the other; a drag is one of them.
printf "${open}set legend-cost 3=5\ndrag-widget tolerance 0.2 0.9\nkey Ctrl+Z\nwait 2\n" | run undone room.map
equal "a drag is undone at once" "$(field undone legend_tolerance)$(field undone legend)" "480 water; 1.5 grass; 5 sand; 0 water 2"
printf "${open}set legend-cost 2=5\nkey Ctrl+Z\nkey Ctrl+Z\nwait 2\n" | run undone room.map
equal "then the cost, then the rule" "$(field undone import_rule)" brightness
printf "${open}set legend-cost 3=5\nkey Ctrl+Z\nkey Ctrl+Y\nwait 2\n" | run redone room.map
equal "Ctrl+Y does it again" "$(field redone legend)" "0 water; 1.5 grass; 5 sand; 0 water 2"
printf "${open}click-widget \"name 1\"\nset legend-cost 2=5\nkey Ctrl+Z\nwait 2\n" | run typing room.map
equal "also while a text is typed" "$(field typing legend)" "$(field colors legend)"

# ---- merging
printf "${open}click-widget \"Merge similar\"\nwait 2\nset legend-cost 1=9\nset legend-save merged.legend\n" | run merged room.map
equal "the two blues become one" "$(field merged legend_entries)$(field merged legend)" "39 water; 1.5 grass; 2 sand"
printf "${open}set import-palette merged.legend\n" | run remembered room.map
equal "which the file remembers" "$(field remembered legend_entries)$(field remembered legend_rows)" 34
printf "${open}click-widget \"colour 2\"\nclick-widget \"colour 3\"\nclick-widget \"Merge chosen\"\nwait 2\n" | run chosen room.map
equal "chosen rows" "$(field chosen legend)" "0 water; 1.5 grass; 0 water 2"
printf "${open}set legend-merge 2,3\nclick-widget \"colour 2\"\nclick-widget Split\nwait 2\n" | run split room.map
equal "and apart again" "$(field split legend)" "0 water; 1.5 grass; 1.5 grass 2; 0 water 2"
printf "${open}set legend-cost 1=1\nset legend-merge 1,2,3,4\nkey Return\n" | run one room.map
equal "all in one: nothing is blocked" "$(field one passable)" 7680

# ---- files, by the window of files
mv map.legend first.legend
printf "${open}click-widget \"Save legend...\"\nwait 2\nkey Return\nwait 2\n" | run file room.map
equal "saved under the map's name" "$(field file browser)$(field file importing)" falsetrue
check "as wend legend writes it" cmp map.legend first.legend
echo old >map.legend
printf "${open}click-widget \"Save legend...\"\nwait 2\nkey Return\nwait 2\n" | run file room.map
equal "another legend is replaced" "$(field file asking)$(cat map.legend)" trueold
printf "${open}click-widget \"Save legend...\"\nwait 2\nkey Return\nwait 2\nkey Return\nwait 2\n" | run file room.map
check "after a question" cmp map.legend first.legend
long=$(printf '%0250d' 7)
cp map.ppm $long.ppm # with "legend" in place of "ppm" the name is too long for any file system
wrong="drop $long.ppm\nset import-rule palette\nclick-widget \"Save legend...\"\nwait 2\nkey Return\nwait 3\n"
printf "$wrong" | run kept room.map
equal "what cannot be saved leaves the window open" "$(field kept browser)$(field kept asking)" truefalse
check "with the reason" grep -q '"message":"[^"]*7.legend: [^"]' kept.json
shorter="key End\nwait 2\n$(for i in $(seq 30); do printf 'key Backspace\\nwait 2\\n'; done)"
printf "$wrong${shorter}key Return\nwait 3\n" | run again room.map
equal "and the name, which can be changed" "$(field again browser)$(ls | grep -c '^0.*[^m]$')" false1
rm 0*
printf '#12345 1\n' > 0.legend
printf "${open}click-widget \"Open legend...\"\nwait 2\nclick-widget 0.legend\nkey Return\nwait 2\n" | run wrong room.map
check "a wrong file is reported: line and column" grep -q '"message":"[^"]*/0.legend: line 1, column 1' wrong.json
equal "and changes nothing" "$(field wrong legend)" "$(field colors legend)"
printf "${open}set legend-unknown error\nset legend-tolerance 0\nkey Return\nwait 2\n" | run strict room.map
check "blends are an error without a tolerance" grep -q '"import_problem":"[^"]*not in the legend' strict.json
equal "that is not baked" "$(field strict importing)" true

# ---- thresholds: the valley is marked, and a button cuts there
awk 'BEGIN { printf "P2 60 60 255\n"; for (i = 0; i < 3600; i++) print i % 60 < 20 ? 20 : 120 + i % 40 }' >dark.pgm
echo 'click-widget "Threshold..."' | run dark dark.pgm
equal "the button of the warning opens the panel" "$(field dark importing)$(field dark import_rule)" truebrightness
check "at the valley: $(field dark import_valley)" more "$(field dark import_valley)" 0.1
printf "click-widget Threshold...\nclick-widget \"Cut at the valley, $(field dark import_valley | cut -c1-5)\"\nkey Return\n" | run cut dark.pgm
equal "one click cuts there" "$(field cut importing)$(field cut warning_shown)" falsefalse
awk 'BEGIN { printf "P2 60 60 255\n"
    for (i = 0; i < 3600; i++) print int(135 + i % 60 + int(i / 60)) }' >slope.pgm
printf 'drop slope.pgm\nwait 2\n' | run slope room.map
printf "drop slope.pgm\nclick-widget \"Cut at the middle, $(field slope import_valley | cut -c1-5)\"\nkey Return\n" | run middle room.map
equal "a histogram without a valley is cut at its middle" "$(field middle importing)$(field middle map)" falseslope.pgm
equal "the walls are blocked, the floor is not" "$(field cut passable)" 2400

# ---- the real window: a click on the warning, one on Bake
. "$HERE/display.sh"
export XDG_CONFIG_HOME=$folder/config
start_display 1400x1000
import_by_mouse() {
    click 1 $(widget 'Costs by colour...')
    click 1 $(widget 'cost 3')
    press ctrl+a 7 Tab
    click 1 $(widget 'Bake (Return)')
    await no_panel
}
no_panel() { ! has_widget 'Bake (Return)'; }
act import_by_mouse --size 1280x800 --ui-scale 1 map.ppm
equal "two clicks: baked by colours" "$(field window importing)$(field window warning_shown)$(field window outcome)" falsefalsefound
sed 's/^#e8d8a0 *2 /#e8d8a0 7 /' map.legend >seven.legend
equal "with the cost that was typed" "$(field window world_hash)" "$(hash_of map.ppm --palette seven.legend)"
finish
