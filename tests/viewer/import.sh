#!/bin/sh
# Do dropped maps come into the window, images through the import panel, and leaves what is no map it alone?
#   import.sh VIEW PIXELS [WEND]
. "$(dirname "$0")/common.sh"
room_map >room.map
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n.@.\n' >small.map
run() { name=$1; shift; { cat; echo 'wait 2'; } | view "$name" --size 800x600 "$@"; }
message() { sed -nE 's/.*"message":"([^"]*)".*/\1/p' "$1.json"; }

# ---- maps and worlds
echo 'drop small.map' | run dropped room.map
equal "a dropped map is shown" "$(field dropped map)" small.map
printf 'drop small.map\nkey [\n' | run back room.map
equal "it has joined the others" "$(field back map)" room.map
printf 'drop small.map\nkey [\nkey ]\n' | run again room.map
equal "both ways" "$(field again map)" small.map
printf 'drop small.map\nkey ]\n' | run only
equal "dropped on the sample island, it is the only one" "$(field only map)" small.map
printf 'set save room.wend\ndrop small.map\ndrop room.wend\n' | run world room.map
equal "a dropped world is shown" "$(field world map)" room.wend

# ---- unsaved edits
edit='set brush wall\nset tool rectangle\ndrag-tile 40,5 43,8\n'
printf "${edit}drop small.map\nwait 20\n" | run asked room.map
equal "unsaved edits are asked about" "$(field asked asking)$(field asked map)" trueroom.map
printf "${edit}drop small.map\nkey Escape\nwait 20\n" | run stayed room.map
equal "Esc stays" "$(field stayed asking)$(field stayed unsaved)$(field stayed map)" falsetrueroom.map
printf "${edit}drop small.map\nkey Delete\n" | run left room.map
equal "Delete continues" "$(field left unsaved)$(field left map)" falsesmall.map

# ---- what is no map
: >empty.png
head -c 300 "$HERE/../../data/island.png" >cut.png
printf '\211WEND and then nothing that fits' >bad.wend
printf 'type octile\nheight 2\nwidth 3\nmap\n...\n.?.\n' >letter.map
printf '\001\002\377\376 no map at all' >noise
mkdir folder
for file in empty.png cut.png bad.wend letter.map noise folder nosuch.png; do
    printf "drop $file\nkey ]\nwait 2\ndrop $file\n" | run bad room.map
    equal "$file: the map stays" "$(field bad map) $(field bad world_hash)" "room.map $(field back world_hash)"
    check "$file: reported: $(message bad)" grep -qE "\"message\":\"[^\"]*$file" bad.json
done
printf "${edit}drop cut.png\nkey Delete\nwait 20\n" | run kept room.map
equal "edits outlive a broken file" "$(field kept unsaved)$(field kept map)" trueroom.map

# ---- the import panel: a ramp of greys with a wall that only 8cut gets past, in colour, with transparent pixels
awk 'BEGIN { printf "P3 120 80 255\n"
    for (y = 0; y < 80; y++) for (x = 0; x < 120; x++) {
        v = 15 + x * 2
        if (x == y || x == 119 - y) v = 0
        printf "%d %d %d\n", v, v / 2, (x % 40 == 0) ? 255 : 0
    } }' >ramp.ppm
echo 'drop ramp.ppm' | run panel room.map
equal "an image opens the panel, the map stays" "$(field panel importing)$(field panel map)" trueroom.map
check "whose histogram is seen" more "$("$PIXELS" count panel.png 5694DC)" 200
check "with the curve" more "$("$PIXELS" count panel.png FFA828)" 20
printf 'drop ramp.ppm\nkey Escape\n' | run closed room.map
equal "Esc closes it" "$(field closed importing)$(field closed map)$(field closed world_hash)" "falseroom.map$(field back world_hash)"
# In pixels, as no tile is in reach.
printf 'drop ramp.ppm\ndrag 500 300 520 320\nwheel 3\nkey B\nkey F6\n' | run beneath room.map
equal "the map beneath is out of reach" "$(field beneath zoom)$(field beneath tool)$(field beneath algorithm)" "$(field panel zoom)lookhpa"
echo 'key I' | run again ramp.ppm
equal "I: the image that is shown" "$(field again importing)" true
echo 'key I' | run again room.map
check "I: a map that is no image" grep -q '"message":"room.map is no image' again.json
equal "which opens nothing" "$(field again importing)" false

awk 'BEGIN { printf "P2 40 30 255\n"; for (i = 0; i < 1200; i++) print (i % 40 == 20 ? 0 : 255) }' >plain.pgm
printf 'drop plain.pgm\nkey Return\nwait 3\n' | run told room.map
equal "baked: the key that saves" "$(message told)" "baked; Ctrl+S saves it as $(pwd -P)/plain-edited.wend"

# The threshold follows the mouse, wherever it is grabbed in the histogram.
printf 'drop ramp.ppm\ndrag-widget histogram 0.9 0.4\n' | run dragged room.map
check "the threshold is where it was dragged: $(field dragged import_threshold)" \
    awk -v t="$(field dragged import_threshold)" 'BEGIN { exit !((t - 0.4) ^ 2 < 0.0001) }'
check "the line with it" more "$(field panel import_line | tr -d '[')" "$(field dragged import_line | tr -d '[')"
check "more is open" more "$(field dragged import_passable)" "$(field panel import_passable)"
check "the preview shows it" more "$("$PIXELS" differ dragged.png panel.png)" 1000

# baked NAME OPTIONS [SETTINGS...]: bakes in the panel and by wend bake; the worlds must be equal.
baked() {
    world=$1 options=$2
    shift 2
    { echo 'drop ramp.ppm'; for setting in "$@"; do echo "set import-$setting"; done; echo 'wait 2'; } >$world.set
    run $world-open room.map <$world.set
    { cat $world.set; echo 'key Return'; } | run $world room.map
    equal "$options: baked" "$(field $world importing)$(field $world map)" falseramp.ppm
    [ -n "$WEND" ] || return 0
    "$WEND" bake ramp.ppm $options -o $world.wend -q --json >$world-bake.json
    equal "$options: the world of wend bake" "$(field $world world_hash)" "$(field $world-bake hash)"
    equal "$options: components as announced" "$(field $world-open import_components)" "$(field $world-bake components)"
    equal "$options: the largest" "$(field $world-open import_largest)" "$(field $world-bake largest_component)"
}
WEND=${3:-}
baked plain ''
baked threshold '--blocked-below 0.3' 'blocked-below 0.3'
baked negate '--negate --blocked-below 0.3' 'negate 1' 'blocked-below 0.3'
baked blue '--channel blue --rule threshold' 'channel blue' 'rule threshold'
baked linear '--rule linear --cost-range 2,20 --downscale 3 --downscale-by cheapest' 'rule linear' \
    'cost-range 2,20' 'downscale 3' 'downscale-by cheapest'
baked luma '--rule luma --blocked-below 0.1 --downscale 2 --move 4' 'rule luma' 'blocked-below 0.1' 'downscale 2' 'move 4'
baked corners '--blocked-below 0.2 --move 8cut' 'blocked-below 0.2' 'move 8cut'
baked ros '--rule ros --occupied-thresh 0.8 --free-thresh 0.7 --ros-mode scale --unknown-cost 7' 'rule ros' \
    'occupied-thresh 0.8' 'free-thresh 0.7' 'ros-mode scale' 'unknown-cost 7'
baked height '--rule height --height-scale 30 --max-climb 2 --sea-level 5 --water-cost 9' 'rule height' \
    'height-scale 30' 'max-climb 2' 'sea-level 5' 'water-cost 9'
printf 'drop ramp.ppm\nset import-blocked-below 0.3\nkey Return\nwait 2\nkey [\nkey ]\nwait 2\nset save baked.wend\n' | run kept room.map
equal "walked away and back: baked as before" "$(field kept world_hash)" "$(field threshold world_hash)"
echo 'wait 1' | run reopened baked.wend
equal "and saved" "$(field reopened world_hash)" "$(field threshold world_hash)"
printf "${edit}drop ramp.ppm\nkey Return\nwait 20\n" | run asked room.map
equal "unsaved edits are asked about before baking" "$(field asked asking)$(field asked map)" trueroom.map
printf "${edit}drop ramp.ppm\nkey Return\nkey Escape\nwait 20\n" | run back room.map
equal "Esc leads back to the panel" "$(field back asking)$(field back importing)$(field back unsaved)" falsetruetrue
printf 'drop ramp.ppm\nset import-blocked-below 0.4\ndrop cut.png\nwait 2\n' | run other room.map
equal "a broken image leaves the panel as it is" "$(field other importing)$(field other import_threshold)" true0.4000
printf 'drop ramp.ppm\nset import-blocked-below 0.4\ndrop letter.map\nwait 2\n' | run other room.map
equal "a broken map, too" "$(field other importing)$(field other import_threshold)" true0.4000
printf 'drop ramp.ppm\ndrop small.map\nwait 2\n' | run other room.map
equal "a good one closes it" "$(field other importing)$(field other map)" falsesmall.map

# chequered N: a P4 picture, white wherever column and row are both odd or both even.
chequered() {
    printf 'P4 %d %d\n' $1 $1
    awk -v n=$1 'BEGIN { for (i = 0; i < n / 8; i++) { a = a "U"; b = b "*" }
        for (y = 0; y < n; y++) printf "%s", y % 2 ? a : b }' | tr '*' '\252'
}

# ---- more than the memory there is: not with sanitizers, which take all addresses
printf 'P5 12000 12000 255\n' >large.pgm
head -c 144000000 /dev/zero >>large.pgm
awk 'BEGIN { print "type octile\nheight 20000\nwidth 20000\nmap"; exit }' >large.map
head -c 400000000 /dev/zero | tr '\0' '.' >>large.map
if (ulimit -v 1000000 && "$VIEW" --version) >/dev/null 2>&1; then
    (ulimit -v 1000000 && printf 'drop large.pgm\nwait 2\nkey Return\nwait 2\n' | run large room.map)
    equal "too large an image is not baked" "$(field large importing)$(field large map)" trueroom.map
    check "and reported with both numbers" grep -qE '"import_problem":"Baking takes about 1.3 GB of memory, and [0-9.]+ MB are free. A downscale of 2 fits' large.json
    # five times the estimate
    chequered 8192 >chequered.pgm
    (ulimit -v 1000000 && printf 'drop chequered.pgm\nwait 2\nkey Return\nwait 2\n' | run chequered room.map)
    equal "a map that takes more than was foretold is stopped" "$(field chequered importing)$(field chequered map)" trueroom.map
    check "and reported" grep -q '"import_problem":"Memory ran out' chequered.json
    (ulimit -v 1000000 && printf 'drop large.map\nwait 2\n' | run large room.map)
    equal "too large a map leaves the old one" "$(field large map)" room.map
    check "and reported: $(message large)" grep -qE '"message":"[^"]*(memory|tiles)' large.json
fi
finish
